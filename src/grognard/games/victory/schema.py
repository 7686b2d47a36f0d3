"""The data files of Victory as typed tables, and `load`, which reads a folder of them.

Which keys a file has and what may stand in them; what the figures mean in play is said in the chapter files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from grognard.core.data import DataError, Table, find, find_all, laid_over, read, read_toml

DATA = Path(__file__).parent / "data"

Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Class = Literal["air", "naval", "ground"]
Post = Literal["general", "admiral", "air-marshal", "politician"]
Set = Literal["base", "stretch", "german", "usa", "soviet", "logistics"]
Forces = Literal["random", "points", "either", "none"]


# --- units.toml -------------------------------------------------------------------------------------------------------


class Firepower(Table):
    """6.41 what a unit fires with at each target group."""

    air: Count
    naval: Count
    ground: Count


class Strength(Table):
    strength: Count


class UnitKind(Table):
    """A type of block."""

    id: str
    label: str
    name: str
    name_ja: str
    side: str
    nation: str
    set: Set
    mix: Positive
    class_: Annotated[Class, Field(alias="class")]
    type: str
    size: str
    turn: str
    move: Count
    firepower: Firepower
    max_steps: Positive
    steps: tuple[Strength, ...]
    cost: Positive
    not_printed: tuple[str, ...] = ()
    why: str = ""
    # what only some types can do
    carrier_use: Literal["launch-and-land", "launch-only", "none"] = "none"
    carrier_units: Count = 0
    passes_enemy: bool = False
    controls_coastal_land: bool = True
    paradrop: Count = 0
    unsupplied_eliminated: bool = False
    strategic: Literal["air", "own"] = "own"
    city_defense_ground: Count = 0
    mountain_ground: Count = 0
    amphibious: Count = 0
    beachhead: bool = False
    coastal_only: bool = False
    coastal_build_only: bool = False
    flak_at_sea: bool = False
    engineer: bool = False
    sm_only: bool = False
    retreats: bool = True
    buildable: bool = True
    mined_per_turn: Count = 0
    random_pool: bool = True
    range: Count = 0
    one_shot: bool = False
    special: str = ""
    needs_air_factory: Count = 0
    no_terrain_stop: bool = False
    responds: bool = True
    produces: Class | None = None
    moves: bool = True
    captured_when_alone: bool = False

    @model_validator(mode="after")
    def _has_a_step_for_each_strength(self) -> UnitKind:
        wanted = list(range(self.max_steps, -1 if self.produces else 0, -1))
        if [step.strength for step in self.steps] != wanted:
            raise ValueError(f"steps should be {wanted}")
        return self


class Marker(Table):
    """A marker of the logistics set; how it works is in chapter 9."""

    id: str
    name: str
    name_ja: str
    sides: tuple[str, ...] = ()
    engineer_steps: Count = 0
    terrain: str = ""
    counts_for_stacking: bool = False
    target: str = ""
    hits_to_reduce: Count = 0
    hits_to_destroy: Count = 0
    hits_to_place: Count = 0
    port_capacity: Count = 0
    capture: str = ""
    supply_source: bool = False
    storm: str = ""
    repair: str = ""
    area: Count = 0


class UnitsFile(Table):
    format: Literal["units/1"]
    unit: tuple[UnitKind, ...]
    marker: tuple[Marker, ...]


# --- tables.toml ------------------------------------------------------------------------------------------------------


class Terrain(Table):
    stack: Positive
    hexside: Positive
    stop: bool = False
    double_defense: bool = False


class Sequence(Table):
    initiative_dice: Positive


class Restrictive(Table):
    order: tuple[str, ...]


class Hexside(Table):
    river: Positive
    road: Positive
    sea: Positive
    coastal: Positive


class Stacking(Table):
    sea: Positive
    coastal: Positive
    canal: Positive
    air: Positive
    airbase: Positive
    minor_airfield: Positive
    major_airfield: Positive
    players_per_battle: Positive


class Movement(Table):
    strategic: Positive
    port: Positive
    mulberry: Positive
    beachhead: Positive


class Combat(Table):
    rounds: Positive
    response_round: Positive
    turns: tuple[str, ...]
    friendly_fire: Positive
    dud: Positive


class Supply(Table):
    attrition: Positive


class Production(Table):
    cities_per_map: Positive
    points_per_map: Positive
    bomb_city: Positive


class Advanced(Table):
    factory_most: Positive
    factory_step: Positive
    storm_retreat: Positive
    destruction_hits: Positive
    airfield_hits: Positive
    mulberry_hits: Positive
    airfield_strength: Positive


class Victory(Table):
    levels: dict[int, Positive]


class Geomorph(Table):
    cols: Positive
    rows: Positive


class OptionRow(Table):
    id: str
    rule: str
    default: bool | int | str
    least: int = 0
    most: int = 999_999


class Mix(Table):
    """An army that is suggested: how points go to the classes, and the types that it has more of."""

    air: float
    naval: float
    ground: float
    favours: tuple[str, ...] = ()
    weight: float = 1.0

    def share(self, class_: str) -> float:
        return {"air": self.air, "naval": self.naval, "ground": self.ground}.get(class_, 0.0)


class TablesFile(Table):
    format: Literal["tables/1"]
    sequence: Sequence
    terrain: dict[str, Terrain]
    restrictive: Restrictive
    hexside: Hexside
    stacking: Stacking
    movement: Movement
    combat: Combat
    supply: Supply
    production: Production
    advanced: Advanced
    victory: Victory
    geomorph: Geomorph
    forces: dict[str, Mix]
    option: tuple[OptionRow, ...]

    @model_validator(mode="after")
    def _ranks_every_terrain(self) -> TablesFile:
        if set(self.restrictive.order) != set(self.terrain):
            raise ValueError("restrictive.order should name every terrain once")
        return self


# --- scenarios/*.toml -------------------------------------------------------------------------------------------------


class ArmyRow(Table):
    """One player's forces, or the forces that a team of commanders shares (10.5)."""

    id: str
    side: str
    maps: tuple[Positive, ...]  # which of the maps, in reading order from 1
    units: Count = 0  # for each map of his (10.0b)
    points: Count = 0
    each_map: bool = False  # 10.4 each map's force deploys on that map
    minimum: Count = 2  # 1.4b units in each city
    city_bonus: Count = 0  # 10.3b
    homes: tuple[str, ...] | None = None  # settlements by name, where he has no map of his own


class BlockRow(Table):
    unit: str
    steps: Positive
    hex: str


class ScenarioRow(Table):
    id: str
    name: str
    name_ja: str
    rule: str
    turns: Positive
    maps: str
    forces: Forces
    army: tuple[ArmyRow, ...]
    levels: dict[str, Positive] | None = None  # by side, where 10.0a's do not hold
    posts: tuple[Post, ...] = ()
    example: bool = False
    block: tuple[BlockRow, ...] = ()


# --- loading ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class VictoryFiles:
    """Everything in a data folder, an owner's own files laid over ours."""

    kinds: tuple[UnitKind, ...]
    markers: tuple[Marker, ...]
    tables: TablesFile
    maps: Mapping[str, dict[str, Any]]
    """hexmap/1 documents by their short name: north, east, south, west."""
    scenarios: Mapping[str, ScenarioRow]


def load(overlay: Path | None = None) -> VictoryFiles:
    folders = laid_over(overlay, DATA)
    units = read(find("units.toml", *folders), UnitsFile)
    tables = read(find("tables.toml", *folders), TablesFile)
    scenarios = [read(path, ScenarioRow) for path in find_all("scenarios/*.toml", *folders)]
    maps = {path.stem: read_toml(path) for path in find_all("maps/*.toml", *folders)}
    if not scenarios or not maps:
        raise DataError("scenarios/ and maps/ should hold at least one file each")
    return VictoryFiles(units.unit, units.marker, tables, maps, {row.id: row for row in scenarios})
