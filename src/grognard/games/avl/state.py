"""A position of A Victory Lost: where every counter is, what it has left, the chits, the score, the activation.

`put` is the only way a unit changes its place; everything derived from places (who stands where, full hexes, ZOC)
follows from it. The rules themselves are in the chapter files.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from grognard.core.copying import copied
from grognard.core.dice import Dice
from grognard.core.placed import PlacedState
from grognard.games.avl.counters import SOVIET
from grognard.games.avl.tables import AvlTables

# Places that are no hex. Every hex number is larger.
NOT_ARRIVED: Final = 0
IN_BOX: Final = 1
ELIMINATED: Final = 2
AWAITING: Final = 3
"""An HQ that could not be relocated and returns as a reinforcement (12.7d)."""
REMOVED: Final = 4
"""An HQ out of the game (11.3)."""
LIFTED: Final = 5
"""An HQ in its owner's hand, between overrun and relocation (12.7a)."""
LAST_PLACE: Final = 5
PLACES: Final = ("not arrived", "box", "eliminated", "awaiting return", "removed", "lifted")

# Supply status (10.1.3).
SUPPLIED: Final = 0
OUT_OF_SUPPLY: Final = 1
ISOLATED: Final = 2

# Where a chit is (7.1, 7.2).
AWAY: Final = 0
"""Not picked, not arrived, or gone with its HQ."""
INACTIVE: Final = 1
CUP: Final = 2
PLAYED: Final = 3

NATION_COUNT: Final = 5


@copied
class AvlState(PlacedState):
    """One position."""

    __slots__ = (
        "activated",
        "active",
        "attacked",
        "chits",
        "cities",
        "combat",
        "due",
        "fought",
        "full",
        "hqs",
        "left_from",
        "manstein_rejected",
        "moved",
        "nations",
        "planned",
        "seen_chits",
        "steps",
        "supply",
        "turn",
        "vp",
    )

    FIELDS = (
        *PlacedState.FIELDS,
        "turn", "hex_of", "steps", "supply", "chits", "planned", "seen_chits", "vp", "cities", "due",
        "active", "activated", "moved", "fought", "attacked", "manstein_rejected", "left_from",
    )  # fmt: skip

    last_place = LAST_PLACE

    game: AvlTables
    turn: int
    steps: bytearray
    supply: bytearray
    chits: bytearray
    planned: int
    """Soviet chits fixed a turn ahead (15.0.2b)."""
    seen_chits: int
    """Chits known though face down: Soviet ones once drawn were picked, a rejected Manstein is in the cup (7.1.3)."""
    vp: list[int]
    cities: int
    """Bit i: the i-th Victory City is Soviet-controlled."""
    due: dict[int, int]
    """HQs awaiting return, and the turn they come back (12.7d)."""
    active: int
    activated: int
    moved: int
    fought: int
    attacked: int
    """Hexes attacked in this Combat Segment (9.1.4)."""
    manstein_rejected: bool
    """The draw just before was a Manstein chit and was rejected (7.2.2d)."""
    left_from: int
    """The hex that the last unit to die in a retreat was leaving (12.2b)."""

    # derived from hex_of by `mark`
    combat: list[int]
    """By side: the hexes with combat units."""
    full: list[int]
    """By side: the hexes with as many combat units as may stack (5.0.1)."""
    hqs: list[int]
    nations: list[int]
    """By nation: the hexes with any of its units, HQs included (5.0.3)."""

    def __init__(self, game: AvlTables, options: dict[str, Any], dice: Dice) -> None:
        super().__init__(game, options, dice)
        count = len(game.counters)
        self.turn = 1
        self.hex_of = [NOT_ARRIVED] * count
        self.steps = bytearray(game.counters.steps)
        self.supply = bytearray(count)
        self.chits = bytearray(len(game.chits.names))
        self.planned = 0
        self.seen_chits = 0
        self.vp = [0, 0]
        self.cities = 0
        self.due = {}
        self.active = SOVIET
        self.activated = 0
        self.moved = 0
        self.fought = 0
        self.attacked = 0
        self.manstein_rejected = False
        self.left_from = 0
        self.rebuild()

    def rebuild(self) -> None:
        self.combat = [0, 0]
        self.full = [0, 0]
        self.hqs = [0, 0]
        self.nations = [0] * NATION_COUNT
        super().rebuild()

    def mark(self, unit: int, hex: int) -> None:
        counters = self.game.counters
        side, nation = counters.side[unit], counters.nation[unit]
        units = self.at.get(hex, 0)
        bit = 1 << hex
        if counters.combat >> unit & 1:
            fighting = units & counters.combat  # only one side's units stand in a hex (5.0.2)
            _set(self.combat, side, bit, fighting > 0)
            _set(self.full, side, bit, fighting.bit_count() >= self.game.stack_limit)
        else:
            _set(self.hqs, side, bit, units & counters.hqs & counters.of_side[side] > 0)
        _set(self.nations, nation, bit, units & counters.of_nation[nation] > 0)

    def enemy_zoc(self, side: int) -> int:
        """The hexes in the ZOC of this side's enemies."""
        return self.game.ground.zoc(self.combat[1 - side])

    def closed(self) -> int:
        """Hexes nobody may use now: 13.0a the Stalingrad Pocket through turn 4."""
        return self.game.ground.pocket if self.turn <= self.game.pocket_closed_through else 0

    def holds(self, chit_place: int, among: int = -1) -> int:
        """The chits in one place (INACTIVE, CUP, PLAYED, AWAY) as a set."""
        return self.chit_places()[chit_place] & among

    def chit_places(self) -> tuple[int, ...]:
        """By place: the chits there as a set."""
        return _chits_by_place(bytes(self.chits))


def _set(boards: list[int], number: int, bit: int, there: bool) -> None:
    """Whether a hex is on one of these boards."""
    board = boards[number] | bit
    boards[number] = board if there else board ^ bit


@lru_cache(maxsize=1024)
def _chits_by_place(chits: bytes) -> tuple[int, ...]:
    found = [0] * (PLAYED + 1)
    for chit, place in enumerate(chits):
        found[place] |= 1 << chit
    return tuple(found)
