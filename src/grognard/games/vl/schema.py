"""The data files of Velikiye Luki as typed tables, and `load`, which reads a folder of them.

No rule of the game is here: only which keys a file has, what may stand in them, and what they are called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field

from grognard.core.data import Table, find, find_all, hex_map, laid_over, read, read_toml
from grognard.hex.map import HexMap

DATA = Path(__file__).parent / "data"

Side = Literal["soviet", "german"]
Quality = Literal["A", "B", "C", "D"]
Colour = Literal["none", "all", "red", "blue", "yellow", "grey"]
Nation = Literal["german", "ss", "luftwaffe", "soviet", "guards"]
Weather = Literal["clear", "cloudy", "overcast"]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]


# --- units.toml -----------------------------------------------------------------------------------


class Counter(Table):
    """What every counter on the map has (1.3)."""

    id: str
    label: str
    name: str = ""
    """In full; where an owner's file tells none, the label stands for it."""
    name_ja: str = ""
    side: Side
    nation: Nation
    move: Positive


class Unit(Counter):
    """A combat unit: strength by step, quality, kind and size (1.3a)."""

    type: str
    size: Literal["XX", "X", "III", "KG", "II", "I"]
    steps: Annotated[tuple[Positive, ...], Field(min_length=1, max_length=3)]
    quality: Quality
    formation: str
    colour: Colour
    integrity: str | None = None
    infantry: bool = False
    armoured: bool = False
    armoured_bonus: bool = False
    anti_tank: bool = False
    ski: bool = False
    engineer: bool = False
    flamethrower: bool = False
    mechanised_brigade: bool = False
    festung_bonus: bool = False
    strength_source: str = ""
    number_reconstructed: bool = False


class Launcher(Counter):
    """A unit of multiple rocket launchers (1.5e)."""

    size: Literal["III"]
    range: Positive
    column_shift: Positive
    formation: str
    festung_bonus: bool = False


class Hq(Counter):
    """A headquarters (1.4)."""

    supports: Positive
    range: Positive
    colour: Colour


class Festung(Table):
    """One half of the garrison (1.6)."""

    id: str
    label: str
    name: str = ""
    """In full; where an owner's file tells none, the label stands for it."""
    name_ja: str = ""
    part: Literal["west", "east"]
    levels: Positive


class Cadres(Table):
    """What all cadre counters have in common (1.7)."""

    count: Positive
    size: Literal["III"]
    label: str
    move: Positive


class UnitsFile(Table):
    unit: tuple[Unit, ...]
    launcher: tuple[Launcher, ...]
    hq: tuple[Hq, ...]
    festung: tuple[Festung, ...]
    cadres: Cadres


# --- tables.toml ----------------------------------------------------------------------------------


class Movement(Table):
    leave_enemy_zoc: Count


class Terrain(Table):
    """A row of the Terrain Effects Table: movement points, and columns against the attacker."""

    infantry: Positive
    mechanised: Positive
    ski: Positive | None = None
    combat: Count


class Path_(Table):
    infantry: Annotated[float, Field(gt=0)]
    mechanised: Annotated[float, Field(gt=0)]


class River(Table):
    infantry: Count
    mechanised: Count
    combat: Count
    combat_bridged: Count


class CombatResultsTable(Table):
    columns: tuple[str, ...]
    ratios: tuple[float, ...]
    rows: dict[int, tuple[str, ...]]


class Support(Table):
    artillery: Count
    air: Count
    launchers: Count


class WeatherTable(Table):
    die: dict[int, Literal["clear", "cloudy", "overcast", "same"]]
    after_clear: int


class FestungTable(Table):
    one_level: Positive
    most: Count
    turns: tuple[Positive, ...]
    turns_modifier: int
    divisions: Positive
    regiments_to_a_division: Positive


class Level(Table):
    id: str
    winner: Side | None = None
    least: Count


class Victory(Table):
    level: Count
    brigade: Count
    levels: tuple[Level, ...]
    automatic: tuple[Level, ...]


class TablesFile(Table):
    format: Literal["tables/1"]
    id: Literal["velikiye-luki"]
    movement: Movement
    terrain: dict[str, Terrain]
    place: dict[str, Count]
    path: Path_
    hexside: dict[str, River]
    crt: CombatResultsTable
    quality: dict[Quality, tuple[int, ...]]
    support: Support
    weather: WeatherTable
    air: dict[Side, dict[Weather, Count]]
    artillery: dict[Side, tuple[Count, ...]]
    festung: FestungTable
    victory: Victory


# --- scenarios/*.toml -----------------------------------------------------------------------------


class Options(Table):
    """The readings players may agree on, and whether they are on."""

    two_2m_units_per_combat: bool
    ten_vp_is_soviet: bool
    only_1_r3_is_bold: bool
    festung_bonus_per_unit: bool
    festung_double_on_last: bool
    third_regiment_331: bool
    overstacked_retreat_at_once: bool
    german_beside_city_breaks_ring: bool


class Choice(Table):
    """Counters that their owner sets up where he likes inside an area, or anywhere (13.1)."""

    side: Side
    area: str | None = None
    suggested: dict[str, str]


class Reinforcements(Table):
    side: Side
    turn: Positive
    enters: str
    units: tuple[str, ...]
    option: str | None = None
    """The option they come with; without it they are left out of the game."""


class Scenario(Table):
    id: str
    name: str
    name_ja: str
    turns: Positive
    first_date: date
    days_per_turn: Positive
    first_weather: Weather
    options: Options
    setup: dict[str, tuple[str, ...]]
    choice: tuple[Choice, ...]
    reinforcements: tuple[Reinforcements, ...]
    returns: dict[Side, str]


# --- a folder -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class VlFiles:
    """Everything in a data folder, read and typed."""

    map: HexMap
    counters: UnitsFile
    tables: TablesFile
    scenarios: Mapping[str, Scenario]


def load(folder: Path = DATA, overlay: Path | None = None) -> VlFiles:
    """Read a data folder; a file that `overlay` has is taken from there instead."""
    folders = laid_over(overlay, folder)
    map_path = find("map.toml", *folders)
    hexes = hex_map(read_toml(map_path), map_path.name)
    scenarios = [read(path, Scenario) for path in find_all("scenarios/*.toml", *folders)]
    return VlFiles(
        map=hexes,
        counters=read(find("units.toml", *folders), UnitsFile),
        tables=read(find("tables.toml", *folders), TablesFile),
        scenarios=MappingProxyType({scenario.id: scenario for scenario in scenarios}),
    )
