"""The data files of A Victory Lost as typed tables, and `load`, which reads a folder of them.

The game builds its counters, tables and map from what `load` returns; `check.py` tests it for sense. No rule
of the game is here: only which keys a file has, what may stand in them, and what they are called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from grognard.core.data import Table, find, find_all, hex_map, laid_over, read, read_toml
from grognard.hex.map import HexMap

DATA = Path(__file__).parent / "data"


def _hex_number(text: str) -> str:
    if len(text) != 4 or not text.isdecimal():
        raise ValueError(f'should be a hex number such as "0512", found "{text}"')
    return text


Side = Literal["axis", "soviet"]
Nation = Literal["german", "italian", "romanian", "hungarian", "soviet"]  # 2.2.1
HexNumber = Annotated[str, AfterValidator(_hex_number)]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Factor = Annotated[float, Field(gt=0, le=1)]


# --- units.toml -----------------------------------------------------------------------------------


class Strength(Table):
    """One side of a counter: attack and defense, or one combat value for both uses (2.2.2b)."""

    attack: Count | None = None
    defense: Count | None = None
    combat: Count | None = None

    @model_validator(mode="after")
    def _is_mechanized_or_not(self) -> Strength:
        given = (self.attack is not None, self.defense is not None, self.combat is not None)
        if given not in ((True, True, False), (False, False, True)):
            raise ValueError("should have either attack and defense, or combat alone")
        return self


class Counter(Table):
    """What units and HQs have in common."""

    id: str
    label: str
    name: str
    name_ja: str
    side: Side
    nation: Nation
    coat: str | None = None  # how it is printed, where that is not its nation's (colours.toml); of no effect in play
    move: Positive
    setup: HexNumber | None = None
    arrives: Positive | None = None  # 2.2.2c: the Reinforcement Segment of this turn
    enters: str | None = None  # an area of the map: the entry hexes of a box (11.2)
    basis: str | None = None  # the rulebook example that fixes a figure

    @model_validator(mode="after")
    def _starts_or_arrives(self) -> Counter:
        if (self.setup is None) == (self.arrives is None):
            raise ValueError("should have either setup or arrives")
        if self.enters is not None and self.arrives is None:
            raise ValueError("has enters but no arrives")
        return self


class Unit(Counter):
    """A combat unit: its steps from full strength to weakest."""

    type: Literal[
        "infantry", "rifle", "mountain", "security", "luftwaffe", "cavalry",
        "motorized", "mechanized", "tank", "panzer", "ss-panzer",
    ]  # fmt: skip
    size: Literal["brigade", "division", "corps"]
    mechanized: bool
    steps: tuple[Strength, ...]
    group: str  # the army it starts with; of no effect in play (2.2.2a)

    @model_validator(mode="after")
    def _strengths_fit_its_kind(self) -> Unit:
        if not 1 <= len(self.steps) <= 2:  # 2.2.3a
            raise ValueError(f"steps should hold one or two strengths, found {len(self.steps)}")
        for step in self.steps:
            if (step.combat is None) != self.mechanized:
                wanted = "attack and defense" if self.mechanized else "combat"
                raise ValueError(f"mechanized = {str(self.mechanized).lower()}, so each step has {wanted} (2.2.2b)")
        return self

    @property
    def attack(self) -> tuple[int, ...]:
        """Attack strength of each step."""
        return tuple(s.attack if s.attack is not None else s.combat or 0 for s in self.steps)

    @property
    def defense(self) -> tuple[int, ...]:
        """Defence strength of each step."""
        return tuple(s.defense if s.defense is not None else s.combat or 0 for s in self.steps)


class Hq(Counter):
    """A headquarters; its type is colour only (2.3.2)."""

    type: Literal["hq", "armor-hq"]
    size: Literal["army"]
    command_range: Positive


class UnitsFile(Table):
    unit: tuple[Unit, ...]
    hq: tuple[Hq, ...]


# --- tables.toml ----------------------------------------------------------------------------------


class CombatResult(Table):
    """How to read a cell of the Combat Results Table (9.4.1)."""

    attacker_steps: Count
    defender_steps: Count
    retreat: Annotated[int, Field(ge=0, le=2)]


class CombatResultsTable(Table):
    die: Literal["d6"]
    columns: tuple[str, ...]
    ratios: tuple[float, ...]
    below_first: Literal["impossible"]
    above_last: str
    zero_defense: str
    rows: dict[int, tuple[str, ...]]  # die roll -> one result code per column
    results: dict[str, CombatResult]


class CombatFactors(Table):
    river_attack_factor: Factor
    out_of_supply_attack_factor: Factor
    isolated_attack_factor: Factor
    isolated_defense_factor: Factor
    round: Literal["down"]


class MoveCost(Table):
    """Movement points to enter a hex."""

    mechanized: Count
    other: Count


class Terrain(Table):
    """A line of the Terrain Effects Chart; town and city count in addition to the ground they stand on."""

    move: MoveCost = MoveCost(mechanized=0, other=0)
    shift: Count = 0
    prohibited: bool = False


class MinorRiver(Table):
    move: Count
    attack_factor: Factor


class MajorRiver(Table):
    move: str
    attack_factor: Factor
    supply: str
    command: str
    zoc_to_zoc: str


class Impassable(Table):
    prohibited: Literal[True]


class Hexsides(Table):
    minor_river: MinorRiver
    major_river: MajorRiver
    impassable: Impassable


class Road(Table):
    strategic_move: Annotated[float, Field(gt=0)]


class Rail(Table):
    strategic_move: Literal[False]


class ZocCost(Table):
    enter: Count
    leave: Count


class Stacking(Table):
    combat_units: Positive
    hqs: Positive


class TurnTrack(Table):
    turns: Positive
    dates: tuple[str, ...]
    dates_ja: tuple[str, ...] = ()
    """The same in Japanese; without them the others serve both."""
    axis_chits: tuple[Positive, ...]
    soviet_chits: tuple[Positive, ...]
    manstein_chits_arrive: tuple[Positive, ...]
    stalingrad_pocket_closed_through: Positive


class VictoryPoints(Table):
    city_points: Count
    german_mechanized: Count
    german_other: Count
    soviet_mechanized: Count
    sudden_death_lead: Positive
    other_units: Count
    unplaceable_reinforcements_score: bool


class TablesFile(Table):
    format: Literal["tables/1"]
    id: Literal["avl"]
    crt: CombatResultsTable
    combat: CombatFactors
    terrain: dict[str, Terrain]
    hexside: Hexsides
    road: Road
    rail: Rail
    zoc: ZocCost
    stacking: Stacking
    turn_track: TurnTrack
    victory: VictoryPoints


# --- scenarios/*.toml -----------------------------------------------------------------------------


class Score(Table):
    axis: Count
    soviet: Count


class Setup(Table):
    victory_city_control: Side
    victory_points: Score


class SpecialChit(Table):
    chit: str
    arrives: Positive


class AxisChits(Table):
    start: tuple[str, ...]
    with_hq: tuple[str, ...]
    special: tuple[SpecialChit, ...]
    per_turn: tuple[Positive, ...]


class SovietChits(Table):
    always: tuple[str, ...]
    choose: Positive
    from_: Annotated[tuple[str, ...], Field(alias="from")]
    historical_choice: tuple[str, ...]
    per_turn: Positive


class Chits(Table):
    axis: AxisChits
    soviet: SovietChits


class Pocket(Table):
    area: str
    closed_through_turn: Positive


class Special(Table):
    turn_1_soviet_combat_segment: bool
    stalingrad_pocket: Pocket


class Box(Table):
    """A holding box beside the map (11.2)."""

    side: Side
    hq: str
    arrives: Positive
    entry: str


class ScenarioVictory(Table):
    sudden_death_lead: Positive
    end: str
    tie: Literal["draw"]
    city_control: str
    unsupplied_at_end_count_as_eliminated: bool


class HqRules(Table):
    cannot_relocate: str
    removal_test_skips: tuple[str, ...]


class ChitRules(Table):
    fewer_chits_than_required: str
    manstein_rejected_with_empty_cup: str


class Options(Table):
    """The optional rules of chapter 15, and one of ours, and whether they are on."""

    soviet_help_german_mech_5vp: bool
    soviet_help_administrative_movement: bool
    soviet_help_1pza_turn_5: bool
    axis_help_manstein_early: bool
    axis_help_soviet_preplanned_chits: bool
    axis_help_first_chit_choice: bool
    even_figures: bool = False


class Scenario(Table):
    id: str
    name: str
    name_ja: str
    map: str
    turns: Positive
    first_turn: Positive
    sides: tuple[Side, ...]
    start_date: str
    setup: Setup
    chits: Chits
    special: Special
    boxes: dict[str, Box]
    reinforcements: dict[int, tuple[str, ...]]  # turn -> ids
    victory: ScenarioVictory
    hq: HqRules
    chit_rules: ChitRules
    options: Options


# --- a folder -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AvlFiles:
    """Everything in a data folder, read and typed."""

    map_document: Mapping[str, Any]
    map: HexMap
    units: tuple[Unit, ...]
    hqs: tuple[Hq, ...]
    tables: TablesFile
    scenarios: Mapping[str, Scenario]

    @property
    def counters(self) -> tuple[Unit | Hq, ...]:
        return (*self.units, *self.hqs)


def load(folder: Path = DATA, overlay: Path | None = None) -> AvlFiles:
    """Read a data folder; a file that `overlay` has is taken from there instead."""
    folders = laid_over(overlay, folder)
    map_path = find("map.toml", *folders)
    document = read_toml(map_path)
    hexes = hex_map(document, map_path.name)
    counters = read(find("units.toml", *folders), UnitsFile)
    scenarios = [read(path, Scenario) for path in find_all("scenarios/*.toml", *folders)]
    return AvlFiles(
        map_document=MappingProxyType(document),
        map=hexes,
        units=counters.unit,
        hqs=counters.hq,
        tables=read(find("tables.toml", *folders), TablesFile),
        scenarios=MappingProxyType({scenario.id: scenario for scenario in scenarios}),
    )
