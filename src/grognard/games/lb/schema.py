"""The data files of Lost Battles as typed tables, and `load`, which reads a folder of them.

A scenario is wholly data: who deploys where, who enters when and how, what wins. `plan.py` turns it into boards and
numbers for one game; `check.py` tests it for sense. No rule of the game is here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field, model_validator

from grognard.core.data import Table, find, find_all, hex_map, laid_over, read, read_toml
from grognard.hex.map import HexMap

DATA = Path(__file__).parent / "data"

Side = Literal["german", "russian"]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Face = Annotated[int, Field(ge=1, le=6)]
UnitType = Literal[
    "tank", "assault_gun", "reconnaissance", "armored_infantry", "headquarters", "engineer", "supply",
    "anti_aircraft", "direct_fire_artillery", "anti_tank", "infantry", "ranged_artillery",
]  # pieces.D  # fmt: skip


# --- units.toml -----------------------------------------------------------------------------------


class Confidence(Table):
    """How sure we are of a counter's figures and of its type."""

    numbers: Literal["high", "medium", "low"]
    type: Literal["high", "medium", "low"]


class Unit(Table):
    """A kind of counter: `count` equal ones exist (pieces.A, pieces.B)."""

    id: str
    label: str
    label_ja: str
    short: str
    side: Side
    nation: Literal["german", "ss", "soviet"]
    type: UnitType
    size: Literal["company", "battalion", "regiment", "brigade", "headquarters", "supply"]
    combat: Count
    attack: Count
    defense: Positive
    move: Positive
    rms: Count
    range: Positive | None = None
    armor: bool | Literal["optional"]
    zoc: bool | Literal["unlimbered"]
    may_attack: bool
    minimum_move: bool
    points: Count
    count: Positive
    printed: str
    confidence: Confidence
    note: str = ""

    @model_validator(mode="after")
    def _range_goes_with_its_type(self) -> Unit:
        if (self.range is not None) != (self.type == "ranged_artillery"):
            raise ValueError("range belongs to ranged_artillery and to nothing else (pieces.B)")
        if (self.zoc == "unlimbered") != (self.type == "ranged_artillery"):
            raise ValueError('zoc = "unlimbered" belongs to ranged_artillery and to nothing else (zoc.F)')
        return self


class Marker(Table):
    """A counter that is no unit."""

    id: Literal["fort"]
    label: str
    label_ja: str
    printed: str
    count: Positive
    note: str = ""


class UnitsFile(Table):
    format: Literal["units/1"]
    unit: tuple[Unit, ...]
    marker: tuple[Marker, ...]


# --- tables.toml ----------------------------------------------------------------------------------

Result = Literal["AX", "AB", "EX", "DB", "DX"]


class CombatResult(Table):
    """What a result does to either party (combat.proc.d)."""

    attacker: Literal["stays", "back", "destroyed", "exchange"]
    defender: Literal["stays", "back", "destroyed"]


class Applies(Table):
    """Which results are carried out where."""

    ranged_artillery: tuple[Result, ...]
    initial_armored: tuple[Result, ...]
    final_ground: tuple[Result, ...]
    air_strike: tuple[Result, ...]
    across_unbridged_river: tuple[Result, ...]


class CombatResultsTable(Table):
    odds: tuple[str, ...]
    die_columns: tuple[int, ...]
    rows: dict[str, tuple[Result, ...]]
    results: dict[Result, CombatResult]
    applies: Applies


class MoveCost(Table):
    """By the printed allowance: 7 or less, 8 or more (move.A)."""

    foot: Positive
    motor: Positive


class Terrain(Table):
    """A line of the Terrain Effects Chart."""

    move: MoveCost
    die_addition: Count
    air_defense: Positive
    armor_halved: bool = False
    zoc_enters: bool = True


class Road(Table):
    move: Annotated[float, Field(gt=0, le=1)]


class River(Table):
    die_addition: Count


class Fortification(Table):
    entrench: Count
    reassemble: Count
    die_addition: Count
    air_defense_factor: Positive


class Movement(Table):
    motorized: Positive
    motor_column: Positive
    exit_terrain: str


class ZocCost(Table):
    enter: Count
    leave: Count


class Stacking(Table):
    units: Positive


class Artillery(Table):
    limber: Count
    unlimber: Count
    unlimber_die: dict[Side, tuple[Face, ...]]
    defense: Positive
    unsupplied_fire: Positive
    unspotted_divisor: Positive
    unspotted_die_addition: Count


class Supply(Table):
    motor_points: Positive


OptionValue = bool | int | str


class OptionRow(Table):
    """A switch the players may agree on; `other` lists what else it may be, where it is no yes or no."""

    id: str
    rule: str
    default: OptionValue
    other: tuple[OptionValue, ...] = ()

    @property
    def choices(self) -> tuple[OptionValue, ...]:
        """All that it may be, numbers in their order; empty for a plain yes or no."""
        both = (self.default, *self.other) if self.other else ()
        return tuple(sorted(both, key=lambda one: one if isinstance(one, int) else 0))


class Formation(Table):
    """A divisional chart of the Design Notes; of no effect in play."""

    units: dict[str, Positive]


class TablesFile(Table):
    format: Literal["tables/1"]
    crt: CombatResultsTable
    terrain: dict[str, Terrain]
    road: Road
    river: River
    fortification: Fortification
    movement: Movement
    zoc: ZocCost
    stacking: Stacking
    artillery: Artillery
    supply: Supply
    option: tuple[OptionRow, ...]
    formations: dict[str, Formation]


# --- scenarios/*.toml -----------------------------------------------------------------------------


class When(Table):
    """A row that counts only if an option has this value."""

    option: str
    is_: Annotated[OptionValue, Field(alias="is")]


class Choice(Table):
    """A secret choice before any unit is placed (victory.secret)."""

    side: Side
    id: str
    rule: str
    options: tuple[str, ...]


class Setup(Table):
    """Units and fortifications that one side places in an area, or in every hex of a place, before the first turn."""

    side: Side
    area: str | None = None
    place: str | None = None
    rule: str
    units: dict[str, Count] = Field(default_factory=dict)
    forts: Count = 0
    when: When | None = None
    count_option: str | None = None  # the units so many times as this option says

    @model_validator(mode="after")
    def _is_somewhere(self) -> Setup:
        if (self.area is None) == (self.place is None):
            raise ValueError("should have either area or place")
        return self


class Arrival(Table):
    turn: Positive
    area: str


class Trigger(Table):
    """Arrival so many turns after a unit of the side first enters one of these places."""

    places: tuple[str, ...]
    delay: Positive


class RoadMarch(Table):
    """Entry by road, and how long and where the units are bound to it (scenario3.entry)."""

    along: str | None = None  # an area: the axis; without it any road
    free_at: str | None = None  # a place: who has reached it may leave the road ...
    free_in: str | None = None  # ... inside this area
    free_near_enemy: Positive | None = None  # who is so near an enemy unit may leave the road
    until: Literal["enemy_entry", "player_turn"]


class Reinforcements(Table):
    """A group that enters in play; exactly one of turn, by_choice and trigger tells when."""

    side: Side
    group: str = ""  # what positions call it
    rule: str
    units: dict[str, Positive]
    when: When | None = None
    area: str | None = None
    turn: Positive | None = None
    last_turn: Positive | None = None  # later it may not enter any more
    choice: str | None = None
    by_choice: dict[str, Arrival] = Field(default_factory=dict)
    trigger: Trigger | None = None
    die: dict[Face, str] = Field(default_factory=dict)  # rolled just before the side's Player-Turn: the area by face
    phases: Literal["first", "both"] = "both"
    road_march: RoadMarch | None = None

    @model_validator(mode="after")
    def _tells_when_and_where(self) -> Reinforcements:
        if [self.turn is not None, bool(self.by_choice), self.trigger is not None].count(True) != 1:
            raise ValueError("should have one of turn, by_choice and trigger")
        if [self.area is not None, bool(self.by_choice), bool(self.die)].count(True) != 1:
            raise ValueError("should have one of area, by_choice and die")
        if (self.choice is None) != (not self.by_choice):
            raise ValueError("choice and by_choice go together")
        if self.die and sorted(self.die) != [1, 2, 3, 4, 5, 6]:
            raise ValueError("die should name an area for each face, 1 to 6")
        return self


class FrontLine(Table):
    """A line of which every hex must hold infantry or lie in its ZOC when deployment ends (scenario1.setup.A)."""

    area: str
    rule: str


class AirPoints(Table):
    side: Side
    rule: str
    turn: Positive
    points: Positive


class Line(Table):
    """A chain of units and controlled hexes that a side must have whenever a Movement Phase of its own ends."""

    side: Side
    rule: str
    from_: Annotated[str, Field(alias="from")]
    to: str
    waited_for: str | None = None
    """The option with which units that run ahead of it count only when it has come up, for goals of when a side comes
    somewhere; else at once."""
    every_phase: str | None = None
    """The option with which it must hold at the end of the enemy's Movement Phases too."""


GoalKind = Literal[
    "destroy", "exit", "cut", "hold", "hold_to_end", "occupy_at_end", "enter_by", "keep_out", "leave_by", "keep_in"
]


class Mark(Table):
    """What one level of victory asks for."""

    points: Positive | None = None
    turn: Positive | None = None
    turns: Positive | None = None
    places: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()


MARKS: Mapping[str, tuple[str, ...]] = {
    "destroy": ("points",),
    "exit": ("points",),
    "cut": ("turns",),
    "hold": ("turns", "places"),
    "hold_to_end": ("turn", "places"),
    "occupy_at_end": ("places",),
    "enter_by": ("turn",),
    "keep_out": ("turn",),
    "leave_by": ("turn",),
    "keep_in": ("turn",),
}
AREA_KINDS = ("exit", "cut", "enter_by", "keep_out", "leave_by", "keep_in")


class Goal(Table):
    """A victory condition of one side in its three levels (victory.level)."""

    side: Side
    kind: GoalKind
    rule: str
    set: str = ""
    choice: str | None = None
    is_: Annotated[str | None, Field(alias="is")] = None
    area: str | None = None
    by_turn: Positive | None = None
    missed_is_cut: str | None = None
    """The option with which an exit that the enemy has not achieved by its turn is cut off from then on."""
    marginal: Mark
    tactical: Mark
    decisive: Mark

    @property
    def marks(self) -> tuple[Mark, Mark, Mark]:
        return self.marginal, self.tactical, self.decisive

    @model_validator(mode="after")
    def _asks_what_its_kind_asks(self) -> Goal:
        for mark in self.marks:
            for key in MARKS[self.kind]:
                if not getattr(mark, key):
                    raise ValueError(f"{self.kind}: each level needs {key}")
        if (self.area is not None) != (self.kind in AREA_KINDS):
            raise ValueError(f"{self.kind}: {'needs an' if self.kind in AREA_KINDS else 'takes no'} area")
        if (self.by_turn is not None) != (self.kind == "exit"):
            raise ValueError("by_turn belongs to exit and to nothing else")
        if self.missed_is_cut is not None and self.kind != "cut":
            raise ValueError("missed_is_cut belongs to cut and to nothing else")
        if (self.choice is None) != (self.is_ is None):
            raise ValueError("choice and is go together")
        return self


class Scenario(Table):
    format: Literal["scenario/1"]
    id: str
    number: Positive
    name: str
    name_ja: str
    turns: Positive
    deploys_first: Side | None = None
    first_player: Side
    supply_sources: dict[Side, tuple[str, ...]]
    front_lines: dict[Side, FrontLine] = Field(default_factory=dict)
    option: tuple[OptionRow, ...] = ()
    choices: tuple[Choice, ...] = ()
    setup: tuple[Setup, ...] = ()
    reinforcements: tuple[Reinforcements, ...] = ()
    air_points: tuple[AirPoints, ...] = ()
    lines: tuple[Line, ...] = ()
    victory: tuple[Goal, ...]


# --- a folder -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LbFiles:
    """Everything in a data folder, read and typed."""

    map: HexMap
    units: tuple[Unit, ...]
    fort: Marker
    tables: TablesFile
    scenarios: Mapping[str, Scenario]


def load(folder: Path = DATA, overlay: Path | None = None) -> LbFiles:
    """Read a data folder; a file that `overlay` has is taken from there instead, and a new scenario is added."""
    folders = laid_over(overlay, folder)
    map_path = find("map.toml", *folders)
    hexes = hex_map(read_toml(map_path), map_path.name)
    counters = read(find("units.toml", *folders), UnitsFile)
    scenarios = sorted(
        (read(path, Scenario) for path in find_all("scenarios/*.toml", *folders)), key=lambda s: s.number
    )
    return LbFiles(
        map=hexes,
        units=counters.unit,
        fort=counters.marker[0],
        tables=read(find("tables.toml", *folders), TablesFile),
        scenarios=MappingProxyType({scenario.id: scenario for scenario in scenarios}),
    )
