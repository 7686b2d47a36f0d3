"""Computer opponents. `bot("recruit")` gives one by name; it answers for one player from an imagined position.

A bot only ever sees what `game.imagine` made of a position for its player, so it cannot know more than he may.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from grognard.core.game import SetupError
from grognard.core.registry import told
from grognard.players.bot import Bot
from grognard.players.doctrine import RECRUIT, REGULAR
from grognard.players.erring import ERRS, Erring
from grognard.players.officer import Officer
from grognard.players.random import Random
from grognard.players.spec import doctrine_of, read_spec
from grognard.players.straying import STRAYS, Straying
from grognard.players.veteran import GROGNARD, VETERAN, Veteran, check_foresight

_MAKERS: Mapping[str, Callable[[str], Bot]] = {
    Random.name: lambda name: Random(),
    RECRUIT: Officer,
    REGULAR: Officer,
    VETERAN: Veteran,
    GROGNARD: Veteran,
}

BOTS: tuple[str, ...] = tuple(_MAKERS)
"""The names `bot` knows, weakest first."""

GROUP = "grognard.bots"
"""Entry points of other packages, by the name of a bot: called with all that was asked for by that name
(`mine:file=net.npz`), they give the bot."""

__all__ = ["BOTS", "Bot", "bot", "bots_of", "is_bot"]


def bot(name: str, game_id: str | None = None, scenario: str | None = None) -> Bot:
    """The bot with this name; with a game's id, only if it can play that game, or that scenario at its level.

    >>> bot("random").name, bot("regular:pull=0.2").name, bot("recruit:errs=0.3").name
    ('random', 'regular:pull=0.2', 'recruit:errs=0.3')
    """
    if (maker := _guests().get(name.partition(":")[0])) is not None:
        return _guest(maker, name)
    spec = read_spec(name)
    if ERRS in spec.changes and spec.level != Random.name:
        plain = replace(spec, changes={one: value for one, value in spec.changes.items() if one != ERRS})
        return Erring(name, bot(str(plain), game_id, scenario), spec.changes[ERRS])
    if STRAYS in spec.changes:
        return Straying(name)
    level = spec.level
    if level not in _MAKERS or (level == Random.name and level != name):
        raise SetupError(f'there is no bot "{name}"; there are {", ".join((*BOTS, *_guests()))}')
    if game_id is not None and level in (VETERAN, GROGNARD):
        check_foresight(game_id, scenario)
    elif game_id is not None and level != Random.name:
        doctrine_of(game_id, name)
    return _MAKERS[level](name)


@cache
def _guests() -> Mapping[str, EntryPoint]:
    """The bots of other packages; none takes the place of ours."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in _MAKERS}


def _guest(point: EntryPoint, name: str) -> Bot:
    try:
        found: Bot = point.load()(name)
    except SetupError:
        raise
    except Exception as error:
        raise SetupError(f'the bot "{name}" cannot be made by {point.value}: {told(error)}') from error
    if not callable(getattr(found, "choose", None)):
        raise SetupError(f'entry point "{point.name}" of {GROUP} gives no bot: it has no method choose')
    return found


def is_bot(name: str) -> bool:
    """Whether somebody is called so, ours or another package's."""
    level = name.partition(":")[0]
    return level in _MAKERS or level in _guests()


def bots_of(game_id: str, scenario: str | None = None) -> list[str]:
    """The names of all that can play a game, weakest first; in a scenario without those who play it as a weaker one."""
    return [name for name in BOTS if _plays(name, game_id, scenario)]


def _plays(name: str, game_id: str, scenario: str | None) -> bool:
    try:
        bot(name, game_id, scenario)
    except SetupError:
        return False
    return True
