"""Recruit's doctrine for A Victory Lost: one small evaluation, and for every question the answer that serves it best.

Everything is counted in Victory Points. `Outlook` is how one side sees a position, `standing` what a unit is worth in a
hex, `plan_attacks` which attacks the activated units can make and what they promise. Nothing here reads a chit of the
other side or rolls a die, and what is remembered between calls only saves time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from grognard.core.ask import Offer, code
from grognard.core.state import State
from grognard.core.step import Step
from grognard.games.avl import verbs
from grognard.games.avl.advance import AdvanceFurther, AdvanceHq, AdvanceUnits
from grognard.games.avl.combat import CombatSegment, DeclareAttack
from grognard.games.avl.command import (
    ChooseFirstChit,
    ChooseHq,
    ChooseSovietChits,
    OfferManstein,
    SelectChits,
    SpecialCombat,
)
from grognard.games.avl.counters import AXIS, SOVIET
from grognard.games.avl.game import AvlGame
from grognard.games.avl.headquarters import RelocateHq, RelocateUnsupplied
from grognard.games.avl.losses import TakeLosses
from grognard.games.avl.movement import MoveUnit, MoveUnits, allowance, start_of_move
from grognard.games.avl.reinforcements import PlaceAt, PlaceReinforcement
from grognard.games.avl.retreat import FollowUnit, RetreatUnit, RetreatUnits
from grognard.games.avl.stacking import crowded, enterable
from grognard.games.avl.state import IN_BOX, LAST_PLACE, SUPPLIED, AvlState
from grognard.games.avl.supply import in_supply
from grognard.games.avl.tracing import command_hexes, commanded
from grognard.games.avl.victory import controller, elimination_points
from grognard.hex.grid import bits
from grognard.hex.trace import Going, reach

# ---- the weights, in Victory Points unless said otherwise


@dataclass(frozen=True)
class Temper:
    """What differs between an attacker's and a defender's nature."""

    pull: float
    """A half movement point nearer to an objective."""
    caution: float
    """How much of a unit's worth counts when it may be attacked."""
    garrison: float
    """The first unit in an own city that enemies threaten."""
    leash: float
    """Ending a move out of reach of every friendly HQ."""


TEMPERS: Final = (
    Temper(pull=0.03, caution=0.8, garrison=4.0, leash=0.3),  # Axis
    Temper(pull=0.06, caution=0.3, garrison=2.0, leash=0.5),  # Soviet
)

CITY: Final = 10.0
"""A Victory City changes hands: five points gained and five lost to the other side."""
STRENGTH: Final = 0.2
"""A combat strength point on the map."""
DRIVEN_BACK: Final = 0.35
"""Forcing a stack to retreat."""
USED: Final = 0.02
"""An attack point that is then not free for another attack."""
WORTH_ATTACKING: Final = 0.1
"""The least an attack must promise."""
OUT_OF_SUPPLY: Final = 1.5
"""Ending a move where no supply line leads."""
ENCIRCLED: Final = 1.0
"""Ending a move with no hex to go to that is free of enemy ZOC."""
OVERRUN: Final = 1.0
"""Driving off an HQ."""
IN_ZOC: Final = 0.15
"""Standing beside enemies without attacking them."""
SHELTER: Final = 0.1
"""A column shift of terrain under a unit that enemies are near."""

NEAR: Final = 4
"""Hexes within which an enemy stack counts as a threat."""
LEASH: Final = 8
"""Hexes from an HQ that it can make up by moving itself."""
THREAT_TO_CITY: Final = 24
"""Hexes at which enemies begin to threaten a city."""
FAR: Final = 400
"""Half movement points: farther than anything on the map."""
MAJOR_RIVER_DELAY: Final = 10
"""Half movement points that an unbridged major river costs a march."""


# ---- the map, looked at once


@lru_cache(maxsize=4)
def march_fields(game: AvlGame) -> tuple[tuple[int, ...], ...]:
    """By Victory City and hex: half movement points of a march there, by road where there is one."""
    ground = game.ground
    going = Going(
        entry=tuple((name, 2 * points, board) for name, points, board in ground.entry),
        crossing=(
            ("minor_river", 2 * ground.minor_river_cost, ground.minor_unbridged),
            ("major_river", MAJOR_RIVER_DELAY, ground.major_unbridged),
        ),
        open=ground.open,
        free=ground.land,
        roads=(("road", 1, ground.roads),),
    )
    fields = []
    for city in ground.cities:
        field = [FAR] * ground.grid.size
        for cost, board in enumerate(reach(ground.grid, going, city, FAR - 1)):
            for hex in bits(board):
                field[hex] = cost
        fields.append(tuple(field))
    return tuple(fields)


# ---- how a side sees the position


class Objective(NamedTuple):
    """A city to go to, with what makes it less urgent than it is near."""

    field: tuple[int, ...]
    delay: int


@dataclass(frozen=True)
class Outlook:
    """What one side knows about the position before it weighs a move."""

    side: int
    temper: Temper
    zoc: int
    """Enemy ZOC."""
    enemies: int
    enemy_attack: dict[int, int]
    """By hex of an enemy stack: what it attacks with."""
    supplied: int
    """Hexes where a unit of ours would be in supply."""
    leash: int
    objectives: tuple[Objective, ...]
    danger: dict[int, float]
    """By own city: 0 safe to 1 enemies at the gates."""

    def distance(self, hex: int) -> int:
        """Half movement points to the objective that is best reached from a hex."""
        return min((field[hex] + delay for field, delay in self.objectives), default=0)


Key = tuple[object, ...]


def _key(state: AvlState, side: int) -> Key:
    """All that `Outlook` and `plan_attacks` depend on."""
    return (
        id(state.game), side, state.turn, tuple(state.hex_of), bytes(state.steps), bytes(state.supply), state.cities,
        state.activated, state.moved, state.fought, state.attacked,
    )  # fmt: skip


