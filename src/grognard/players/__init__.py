"""Computer opponents. `bot("recruit")` gives one by name; it answers for one player from an imagined position.

A bot only ever sees what `game.imagine` made of a position for its player, so it cannot know more than he may.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.core.game import SetupError
from grognard.players.bot import Bot
from grognard.players.doctrine import doctrine
from grognard.players.random import Random
from grognard.players.recruit import Recruit

_KINDS: Mapping[str, type[Random] | type[Recruit]] = {"random": Random, "recruit": Recruit}

BOTS: tuple[str, ...] = tuple(_KINDS)
"""The names `bot` knows, weakest first."""

__all__ = ["BOTS", "Bot", "bot"]


def bot(name: str, game_id: str | None = None) -> Bot:
    """The bot with this name; with a game's id, only if it can play that game.

    >>> bot("random").name
    'random'
    """
    if name not in _KINDS:
        raise SetupError(f'there is no bot "{name}"; there are {", ".join(BOTS)}')
    if name == Recruit.name and game_id is not None:
        doctrine(game_id)
    return _KINDS[name]()
