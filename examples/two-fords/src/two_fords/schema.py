"""The data files as typed tables, and `load`, which reads a folder of them.

No rule of the game is here: only which keys a file has and what may stand in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field

from grognard.core.data import Table, find, find_all, hex_map, laid_over, read, read_toml
from grognard.hex.map import HexMap

DATA = Path(__file__).parent / "data"

Side = Literal["blue", "red"]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]


class Unit(Table):
    """A row of units.toml: a counter, its strength by step from full to weakest."""

    id: str
    label: str
    side: Side
    type: str
    size: str
    steps: Annotated[tuple[Positive, ...], Field(min_length=1, max_length=2)]
    move: Positive


class UnitsFile(Table):
    unit: tuple[Unit, ...]


class Terrain(Table):
    """What a hex costs to enter, and the columns it takes from an attack on it."""

    move: Positive
    shift: Count


class Ford(Table):
    """What crossing a ford costs more, and the columns it takes where every attacker is beyond one."""

    move: Count
    shift: Count


class CombatResultsTable(Table):
    columns: tuple[str, ...]
    ratios: tuple[float, ...]
    rows: dict[int, tuple[str, ...]]


class Victory(Table):
    objective: Positive


class TablesFile(Table):
    terrain: dict[str, Terrain]
    ford: Ford
    crt: CombatResultsTable
    victory: Victory


class Scenario(Table):
    id: str
    name: str
    name_ja: str
    turns: Positive
    setup: dict[str, str]
    """Unit -> hex."""
    held: dict[Side, tuple[str, ...]]
    """The places that each side holds at the beginning."""


@dataclass(frozen=True)
class Files:
    """Everything in a data folder, read and typed."""

    map: HexMap
    units: tuple[Unit, ...]
    tables: TablesFile
    scenarios: Mapping[str, Scenario]


def load(folder: Path = DATA, overlay: Path | None = None) -> Files:
    """Read a data folder; a file that `overlay` has is taken from there instead."""
    folders = laid_over(overlay, folder)
    map_path = find("map.toml", *folders)
    scenarios = [read(path, Scenario) for path in find_all("scenarios/*.toml", *folders)]
    return Files(
        map=hex_map(read_toml(map_path), map_path.name),
        units=read(find("units.toml", *folders), UnitsFile).unit,
        tables=read(find("tables.toml", *folders), TablesFile),
        scenarios=MappingProxyType({scenario.id: scenario for scenario in scenarios}),
    )
