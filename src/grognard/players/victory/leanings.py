"""Tempers of Victory: other ways to fight that a commander may try, beside his own.

Some are told by what they multiply, one is Recruit's, and the others make for one city with all that can march: which
one is worth it, no weight tells, and rollouts do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from grognard.games.victory.state import LAST_PLACE, VictoryState
from grognard.hex.grid import bits
from grognard.players.victory.value import ours
from grognard.players.victory.weights import SHEET
from grognard.players.weights import Sheet

LEANINGS: Final[Mapping[str, Mapping[str, float]]] = {
    "storms": {"hope": 0.3, "bold": 0.3, "bar": 0.3, "per_point": 2.0, "own_loss": 0.5, "response": 0.3},
}
AIMS: Final = 3
"""Cities that come into question, the nearest ones."""
FORCE: Final = 4
"""Ground units with which a city is taken: it is as far as the last of so many."""


def leanings(state: VictoryState, side: str, sheet: Sheet[Any]) -> Sequence[Mapping[str, float]]:
    """The tempers as weights of a side in this position."""
    found = [sheet.leaning(side, one) for one in LEANINGS.values()]
    aimed = [{"aim": float(city)} for city in aims(state, state.game.sides.index(side))]
    return [*found, sheet.of_other(SHEET, side), *aimed]


def aims(state: VictoryState, side: int) -> list[int]:
    """The cities of others that are nearest to a force of ours."""
    game = state.game
    distance = game.ground.grid.distance
    troops = bits(game.side_units[side] & game.blocks.ground & ~game.blocks.factories & ~game.blocks.resources)
    stand = [hex for hex in (state.hex_of[unit] for unit in troops) if hex > LAST_PLACE]

    def way(city: int) -> tuple[int, int]:
        return sum(sorted(distance(hex, city) for hex in stand)[:FORCE]), city

    return sorted(bits(game.ground.cities & ~ours(state, side)), key=way)[:AIMS]
