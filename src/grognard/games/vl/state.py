"""A position of Velikiye Luki: where the counters are and what they have left, the points of the turn, the combat.

`put` is the only way a counter changes its place; everything derived from places follows from it. The rules
themselves are in the chapter files.
"""

from __future__ import annotations

from typing import Any, Final

from grognard.core.copying import copied
from grognard.core.dice import Dice
from grognard.core.placed import PlacedState
from grognard.core.words import Message, arg_kind
from grognard.games.vl.battle import Battle
from grognard.games.vl.counters import CADRE_STEPS, GERMAN, SOVIET, Named
from grognard.games.vl.tables import VlTables

# Places that are no hex. Every hex number is larger.
NOT_ARRIVED: Final = 0
ELIMINATED: Final = 1
POOL: Final = 2
"""A counter not in use: a cadre (1.7.4), or one that the options leave out (13.2.1)."""
ABSORBED: Final = 3
"""A division that was down to a cadre and went into another one (1.7.3)."""
AWAY: Final = 4
"""An HQ attacked alone, or a unit that had to retreat off the map: it comes back (1.4e, 6.5.1g)."""
EXITED: Final = 5
"""A brigade that left by the western edge (13.3.1c)."""
LAST_PLACE: Final = 5
PLACES: Final = ("not arrived", "eliminated", "pool", "absorbed", "away", "exited")

# Supply status (8.3).
SUPPLIED: Final = 0
ISOLATED: Final = 1
UNSUPPLIED: Final = 2

WEATHER: Final = ("clear", "cloudy", "overcast")
CLEAR: Final = 0


@copied
class VlState(PlacedState):
    """One position."""

    __slots__ = (
        "active", "air", "artillery", "assaulted", "attacked", "battle", "cadre_of", "combat", "due", "exit_hex",
        "festungs", "fought", "left_out", "moved", "occupied", "present", "regrouped", "ring_turn", "scored", "shared",
        "steps", "supply", "supports", "traffic", "trails", "turn", "unarrived", "used", "weather",
    )  # fmt: skip

    FIELDS = (
        *PlacedState.FIELDS,
        "turn", "weather", "active", "hex_of", "steps", "supply", "cadre_of", "supports", "artillery", "air", "used",
        "ring_turn", "assaulted", "moved", "regrouped", "fought", "attacked", "scored", "due", "exit_hex", "battle",
        "trails",
    )  # fmt: skip

    last_place = LAST_PLACE

    game: VlTables
    turn: int
    weather: int
    active: int
    """The side whose phase it is."""
    steps: bytearray
    """By counter: steps left; for a Festung its level (7.0)."""
    supply: bytearray
    cadre_of: bytearray
    """By counter: for a cadre of the pool in use, the division it comes from (1.7.2a)."""
    supports: bytearray
    """By counter: the supports an HQ has left this turn (1.4a)."""
    artillery: list[int]
    """By side: artillery points left this turn (12.0)."""
    air: list[int]
    used: int
    """Launchers fired this turn (1.5e)."""
    ring_turn: int
    """The turn since which the ring has stood, or 0 (7.1b)."""
    assaulted: bool
    """The roll on the Velikiye Luki table was made this turn (2.1.C)."""
    moved: int
    regrouped: int
    """Divisions that detached or took back a regiment in this phase (1.7)."""
    fought: int
    attacked: int
    """Hexes attacked in this phase (6.1a)."""
    scored: int
    """Brigades that left in supply: each is worth its point (13.3.1c)."""
    due: dict[int, int]
    """Counters that come back, and the turn (1.4e, 6.5.1g)."""
    exit_hex: dict[int, int]
    """Units off the map by retreat, and the hex they left from (6.5.1g)."""
    battle: Battle | None
    trails: dict[int, tuple[int, ...]]
    """By unit: the hexes it has retreated through in this combat, from where it stood (6.5.2a)."""

    left_out: int
    """13.2.1 the counters that the options keep out of this game; follows from them."""

    # derived from hex_of by `put`, `mark` and `rebuild`
    combat: list[int]
    """By side: the hexes with combat units."""
    occupied: list[int]
    """By side: the hexes with any counter, the Festungs' among them."""
    shared: list[int]
    """By side: the hexes where it has so many counters that they may be too many (5.0)."""
    traffic: list[int]
    """By side: the hexes where mechanised units and launchers take the road from others (3.2b)."""
    festungs: int
    """The hexes of Festungs that still stand."""
    present: int
    """The counters on the map."""
    unarrived: int
    """The reinforcements that have not entered yet."""

    def __init__(self, game: VlTables, options: dict[str, Any], dice: Dice) -> None:
        super().__init__(game, options, dice)
        counters = game.counters
        self.turn = 1
        self.weather = WEATHER.index(game.campaign.first_weather)
        self.active = SOVIET
        self.left_out = sum(units for option, units in game.optional if not options[option])
        unused = counters.cadres | self.left_out
        self.hex_of = [POOL if unused >> unit & 1 else NOT_ARRIVED for unit in range(len(counters))]
        self.steps = bytearray(counters.steps)
        self.supply = bytearray(len(counters))
        self.cadre_of = bytearray(len(counters))
        self.supports = bytearray(counters.supports)
        self.artillery = [0, 0]
        self.air = [0, 0]
        self.used = 0
        self.ring_turn = 0
        self.assaulted = False
        self.moved = 0
        self.regrouped = 0
        self.fought = 0
        self.attacked = 0
        self.scored = 0
        self.due = {}
        self.exit_hex = {}
        self.battle = None
        self.trails = {}
        self.rebuild()

    def rebuild(self) -> None:
        self.combat = [0, 0]
        self.occupied = [0, 0]
        self.shared = [0, 0]
        self.traffic = [0, 0]
        self.festungs = 0
        self.present = self.unarrived = 0
        for unit, hex in enumerate(self.hex_of):
            if hex == NOT_ARRIVED:
                self.unarrived |= 1 << unit
            elif hex > LAST_PLACE:
                self.present |= 1 << unit
        super().rebuild()

    # ---- places

    def put(self, unit: int, place: int) -> None:
        """Move a counter to a hex, or to one of the places that are no hex."""
        left = self.hex_of[unit]
        if (left > LAST_PLACE) != (place > LAST_PLACE):
            self.present ^= 1 << unit
        if (left == NOT_ARRIVED) != (place == NOT_ARRIVED):
            self.unarrived ^= 1 << unit
        PlacedState.put(self, unit, place)

    def mark(self, unit: int, hex: int) -> None:
        counters = self.game.counters
        side = counters.side[unit]
        here = self.at.get(hex, 0) & counters.of_side[side]
        bit = 1 << hex
        self.combat[side] = self.combat[side] | bit if here & counters.combat else self.combat[side] & ~bit
        self.occupied[side] = self.occupied[side] | bit if here else self.occupied[side] & ~bit
        self.traffic[side] = self.traffic[side] | bit if here & counters.obstructing else self.traffic[side] & ~bit
        self.shared[side] = self.shared[side] | bit if counters.may_crowd(here) else self.shared[side] & ~bit
        if side == GERMAN:
            self.festungs = self.festungs | bit if here & counters.festungs else self.festungs & ~bit

    # ---- what a counter is worth now

    def is_cadre(self, unit: int) -> bool:
        """1.7.1, 1.7.2 a cadre of the pool, or a division with one step left."""
        counters = self.game.counters
        return bool(counters.cadres >> unit & 1 or (counters.divisions >> unit & 1 and self.steps[unit] == CADRE_STEPS))

    def stem(self, unit: int) -> int:
        """The counter whose strength, quality and colour count: a cadre has its division's (1.7)."""
        return self.cadre_of[unit] if self.game.counters.cadres >> unit & 1 else unit

    def label(self, unit: int) -> str:
        """What the counter says now: a cadre on the map carries its division's name (1.7.1, 1.7.2a)."""
        rows = self.game.counters.rows
        if self.on_map(unit) and self.is_cadre(unit):
            return f"{self.game.cadre_label} {rows[self.stem(unit)].label}"
        return rows[unit].label

    def message(self, key: str, rule: str = "", **args: Any) -> Message:
        """Units are worded as their counters read at this moment, also when the message is read later."""
        said = super().message(key, rule, **args)
        named = {name: self._named(value) for name, value in args.items() if arg_kind(name) == "unit"}
        return said._replace(args={**said.args, **named}) if named else said

    def _named(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [self._named(one) for one in value]
        return Named(self.game.counters.rows[value].id, self.label(value)) if isinstance(value, int) else value

    def strength(self, unit: int) -> int:
        """The printed combat strength of the side that is up."""
        return self.game.counters.strength[self.stem(unit)][self.steps[unit]]

    def quality(self, unit: int) -> int:
        return self.game.counters.quality[self.stem(unit)]

    def units_at(self, board: int) -> int:
        """All counters in these hexes."""
        found = 0
        at = self.at
        while board:
            low = board & -board
            found |= at.get(low.bit_length() - 1, 0)
            board ^= low
        return found
