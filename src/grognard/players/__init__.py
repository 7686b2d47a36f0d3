"""Computer opponents. `bot("recruit")` gives one by name; it answers for one player from an imagined position.

A bot only ever sees what `game.imagine` made of a position for its player, so it cannot know more than he may.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.core.game import SetupError
from grognard.players.bot import Bot
from grognard.players.doctrine import RECRUIT, REGULAR, doctrine
from grognard.players.officer import Officer
from grognard.players.random import Random

_MAKERS: Mapping[str, Callable[[], Bot]] = {
    Random.name: Random,
    RECRUIT: lambda: Officer(RECRUIT),
    REGULAR: lambda: Officer(REGULAR),
}

BOTS: tuple[str, ...] = tuple(_MAKERS)
"""The names `bot` knows, weakest first."""

__all__ = ["BOTS", "Bot", "bot"]


def bot(name: str, game_id: str | None = None) -> Bot:
    """The bot with this name; with a game's id, only if it can play that game.

    >>> bot("random").name
    'random'
    """
    if name not in _MAKERS:
        raise SetupError(f'there is no bot "{name}"; there are {", ".join(BOTS)}')
    if name != Random.name and game_id is not None:
        doctrine(game_id, name)
    return _MAKERS[name]()
