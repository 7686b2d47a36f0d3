"""A game's doctrine: what a sensible player of it would answer. Looked up by game id, loaded when first asked for.

Every game brings its own, ours too, by the entry point group `grognard.doctrines`:
`my-game = "my_package.bots:DOCTRINE"` is Recruit's, and a better one may follow: `"my-game.regular" = ...`.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol, TypeVar, cast

from grognard.core.game import SetupError
from grognard.core.registry import told
from grognard.core.state import State

GROUP = "grognard.doctrines"
RECRUIT = "recruit"
REGULAR = "regular"

S = TypeVar("S", bound=State, contravariant=True)


class Doctrine(Protocol[S]):
    """The part of a bot that knows one game, whose positions are of the class `S`."""

    def choose(self, state: S, player: int) -> int | None:
        """The answer to the question the position asks this player, or None where the doctrine has no opinion.

        A pure function of the position: what it remembers between calls only saves time.
        """


@cache
def doctrine(game_id: str, level: str = RECRUIT) -> Doctrine[Any]:
    """The doctrine of a game for a level; a game without one cannot be played by bots that need it."""
    points = {point.name: point for point in entry_points(group=GROUP)}
    if game_id not in points:
        raise SetupError(f'no doctrine for "{game_id}": only the bot "random" can play it')
    name = game_id if level == RECRUIT else f"{game_id}.{level}"
    if name not in points:
        raise SetupError(f'no doctrine of the level "{level}" for "{game_id}"')
    return _loaded(points[name])


def _loaded(point: EntryPoint) -> Doctrine[Any]:
    """A doctrine; what is wrong with it is told in one line."""
    try:
        found = point.load()
    except Exception as error:
        why = told(error)
        raise SetupError(f'the doctrine of "{point.name}" cannot be loaded from {point.value}: {why}') from error
    if not callable(getattr(found, "choose", None)):
        raise SetupError(f'entry point "{point.name}" of {GROUP} names {point.value}, which has no method choose')
    return cast(Doctrine[Any], found)
