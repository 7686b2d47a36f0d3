"""A position of Lost Battles: where every counter is and what state it is in, the phase, what was announced, the
record.

`put` is the only way a unit changes its place, `limber` and `keep_bridge` the only other ways to change what follows
from places (who stands where, full hexes, ZOC). The rules themselves are in the chapter files.
"""

from __future__ import annotations

from typing import Any, Final

from grognard.core.copying import copied
from grognard.core.dice import Dice
from grognard.core.placed import PlacedState
from grognard.games.lb.attacks import Attack, Fire, Strike
from grognard.games.lb.plan import Plan
from grognard.games.lb.tables import LbTables
from grognard.hex.grid import bits

# Places that are no hex. Every hex number is larger.
NOT_IN_PLAY: Final = 0
TO_PLACE: Final = 1
"""Waits for its owner's deployment."""
NOT_ARRIVED: Final = 2
DESTROYED: Final = 3
USED: Final = 4
"""An artillery supply unit that has been used up (artillery.F2)."""
EXITED: Final = 5
"""Moved off the map (scenario1.victory.B)."""
LAST_PLACE: Final = 5
PLACES: Final = ("not in play", "to place", "not arrived", "destroyed", "used", "exited")

# Phases of a Player-Turn (seq.1).
BEFORE: Final = 0
FIRST_MOVEMENT: Final = 1
COMBAT: Final = 2
SECOND_MOVEMENT: Final = 3
PHASES: Final = ("before", "first_movement", "combat", "second_movement")


@copied
class LbState(PlacedState):
    """One position."""

    __slots__ = (
        "active", "armored", "barred", "breaks", "bridges", "broken", "building", "chosen", "crossed", "destroyed",
        "dug_in",
        "entry_die", "exited", "fire_supply", "fired", "fires", "forts", "full", "ground_attacks",
        "limbered", "moved", "occupied", "phase", "plan", "released", "revealed", "samples", "standing", "strikes",
        "supplied",
        "turn", "undeployed", "unlimbering", "unplaced", "used", "waiting", "watched", "zoc_hexes",
    )  # fmt: skip

    FIELDS = (
        *PlacedState.FIELDS,
        "turn", "active", "phase", "hex_of", "limbered", "dug_in", "forts", "supplied", "moved", "undeployed",
        "released",
        "unlimbering", "building", "bridges", "crossed", "chosen", "revealed", "entry_die", "watched", "exited",
        "destroyed", "samples", "breaks", "broken", "armored", "ground_attacks", "fires", "strikes", "fire_supply",
        "used", "fired", "barred",
    )  # fmt: skip

    YOUNGER = ("breaks", "broken")

    last_place = LAST_PLACE

    game: LbTables
    plan: Plan
    turn: int
    active: int
    """Whose Player-Turn it is, or who deploys."""
    phase: int
    limbered: int
    """Guns on their blank side (artillery.A1)."""
    dug_in: int
    """Units in, not on, a fortification (fort.A)."""
    forts: int
    supplied: int
    """Units in supply for this Movement Phase (supply.proc.a)."""
    moved: int
    undeployed: int
    """Units bound to attack at half strength (move.Ka)."""
    released: int
    """Units that need no longer keep to the road (scenario3.entry.B, F)."""
    unlimbering: int
    """Guns that roll for their firing position when the phase ends (artillery.B2)."""
    building: dict[int, int]
    """Engineer -> river hexside named in this phase (eng.A)."""
    bridges: dict[int, int]
    """Engineer -> river hexside that it bridges (eng.B1)."""
    crossed: int
    """River hexsides that somebody crossed by an engineer's bridge in this phase (eng.C)."""
    chosen: tuple[int, ...]
    """By choice of the plan: the option taken, or -1."""
    revealed: int
    """Choices that everybody knows."""
    entry_die: dict[int, int]
    """Group -> the die that told where it enters (scenario3.entry.E)."""
    watched: tuple[int, ...]
    """By watch of the plan: the turn of the first entry, or 0."""
    exited: dict[int, tuple[int, int]]
    """Unit that left the map -> (turn, hex it left from)."""
    destroyed: list[int]
    """By side: the points it has lost (victory.points)."""
    samples: tuple[int, ...]
    """At the end of each Player-Turn: which facts of the plan held."""
    breaks: tuple[int, ...]
    """By Player-Turn: which of them failed at some moment of it."""
    broken: int
    """The same of the Player-Turn that is on."""
    armored: int
    """Armored infantry declared armored for this Combat Phase (armor.A)."""
    ground_attacks: tuple[Attack, ...]
    fires: tuple[Fire, ...]
    strikes: tuple[Strike, ...]
    fire_supply: dict[int, int]
    """Gun -> supply units beside it when the Combat Phase began (artillery.F1)."""
    used: int
    """Supply units that serve a gun in this Combat Phase (artillery.F2)."""
    fired: int
    """Guns that have given defensive fire in this Combat Phase (artillery.C.IV3)."""
    barred: int
    """Units against which an attack was announced: their guns give no defensive fire (artillery.C.IV2)."""

    # derived by `put`, `mark`, `limber`, `keep_bridge` and `rebuild`
    occupied: list[int]
    """By side: the hexes with any unit."""
    full: list[int]
    """By side: the hexes with as many units as may stack (stack.general)."""
    zoc_hexes: list[int]
    """By side: the hexes with a unit that has a ZOC."""
    standing: list[int]
    """By side: its units on the map."""
    waiting: int
    """Units that have yet to enter."""
    unplaced: int
    """Units that have yet to be deployed."""

    def __init__(self, game: LbTables, plan: Plan, options: dict[str, Any], dice: Dice) -> None:
        super().__init__(game, options, dice)
        self.plan = plan
        self.turn = 1
        self.active = plan.first
        self.phase = BEFORE
        self.hex_of = [NOT_IN_PLAY] * len(game.counters)
        self.limbered = self.dug_in = self.forts = 0
        self.supplied = self.moved = self.undeployed = self.released = self.unlimbering = 0
        self.building = {}
        self.bridges = {}
        self.crossed = 0
        self.chosen = (-1,) * len(plan.choices)
        self.revealed = 0
        self.entry_die = {}
        self.watched = (0,) * len(plan.watches)
        self.exited = {}
        self.destroyed = [0, 0]
        self.samples = self.breaks = ()
        self.broken = 0
        self.armored = 0
        self.ground_attacks = ()
        self.fires = ()
        self.strikes = ()
        self.fire_supply = {}
        self.used = self.fired = self.barred = 0
        self.rebuild()

    def rebuild(self) -> None:
        if len(self.breaks) < len(self.samples):  # a snapshot from before breaks were kept: none is known of
            self.breaks = (0,) * len(self.samples)
        self.occupied = [0, 0]
        self.full = [0, 0]
        self.zoc_hexes = [0, 0]
        self.standing = [0, 0]
        self.waiting = self.unplaced = 0
        for unit, hex in enumerate(self.hex_of):
            if hex > LAST_PLACE:
                self.standing[self.game.counters.side[unit]] |= 1 << unit
            elif hex == NOT_ARRIVED:
                self.waiting |= 1 << unit
            elif hex == TO_PLACE:
                self.unplaced |= 1 << unit
        super().rebuild()

    # ---- places and what follows from them

    def put(self, unit: int, place: int) -> None:
        """Move a unit to a hex, or to one of the places that are no hex."""
        left = self.hex_of[unit]
        if unit in self.bridges:
            del self.bridges[unit]  # eng.C, eng.B2 no bridge without its engineer
        if left <= LAST_PLACE or place <= LAST_PLACE:
            self._come_or_go(unit, left, place)
        PlacedState.put(self, unit, place)

    def _come_or_go(self, unit: int, left: int, place: int) -> None:
        """A unit leaves, or comes to, a place that is no hex."""
        bit = 1 << unit
        if (left > LAST_PLACE) != (place > LAST_PLACE):
            self.standing[self.game.counters.side[unit]] ^= bit
        if (left == NOT_ARRIVED) != (place == NOT_ARRIVED):
            self.waiting ^= bit
        if (left == TO_PLACE) != (place == TO_PLACE):
            self.unplaced ^= bit

    def take_off(self, unit: int, place: int) -> None:
        """Remove a unit from the map for good, and forget what state it was in."""
        out = ~(1 << unit)
        self.dug_in &= out
        self.limbered &= out
        self.undeployed &= out
        self.armored &= out
        self.unlimbering &= out
        self.put(unit, place)

    def limber(self, unit: int, limbered: bool) -> None:
        """Turn a gun over (artillery.A1); what it is changes its ZOC."""
        bit = 1 << unit
        self.limbered = self.limbered | bit if limbered else self.limbered & ~bit
        if self.hex_of[unit] > LAST_PLACE:
            self.mark(unit, self.hex_of[unit])

    def keep_bridge(self, engineer: int, side: int) -> None:
        """An engineer's bridge is ready (eng.B1); from now on it does not count for stacking (eng.B2)."""
        self.bridges[engineer] = side
        self.mark(engineer, self.hex_of[engineer])

    def mark(self, unit: int, hex: int) -> None:
        counters = self.game.counters
        side = counters.side[unit]
        units = self.at.get(hex, 0)
        bit = 1 << hex
        out = ~bit
        self.occupied[side] = self.occupied[side] | bit if units else self.occupied[side] & out
        strong = units & (counters.zoc | counters.guns & ~self.limbered)
        self.zoc_hexes[side] = self.zoc_hexes[side] | bit if strong else self.zoc_hexes[side] & out
        full = self.counting(units) >= self.game.stack_limit
        self.full[side] = self.full[side] | bit if full else self.full[side] & out

    def counting(self, units: int) -> int:
        """How many of these units count for stacking: all (stack.C) but engineers that keep a bridge (eng.B2)."""
        count = units.bit_count()
        for engineer in self.bridges:
            count -= units >> engineer & 1
        return count

    def zoc(self, side: int) -> int:
        """The hexes that this side controls by its ZOC."""
        return self.game.ground.zoc(self.zoc_hexes[side])

    def units_in(self, hexes: int) -> int:
        """All units in these hexes."""
        units = 0
        for hex in bits(hexes):
            units |= self.at.get(hex, 0)
        return units

    def of(self, side: int, units: int) -> int:
        return units & self.game.counters.of_side[side]
