"""Tests the data files for sense: what the schema cannot see because it takes two places to see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from two_fords.schema import Files, Scenario


def check(files: Files) -> list[str]:
    """Every fault found, one line each: file, table and key, then what is wrong. Empty when all is well."""
    faults = [*_map_faults(files), *_unit_faults(files), *_table_faults(files)]
    for scenario in files.scenarios.values():
        faults += _scenario_faults(files, scenario)
    return faults or ([] if files.scenarios else ["scenarios: there is no scenario"])


def _map_faults(files: Files) -> Iterator[str]:
    for kind in files.map.terrain:
        if kind not in files.tables.terrain:
            yield f"map.toml: terrain.legend: {kind} is not in tables.toml, terrain"
    for kind in ("river", "ford"):
        if kind not in files.map.hexsides:
            yield f"map.toml: hexsides.{kind}: is missing"
    for place in files.map.places:
        if type(place.extra.get("points")) is not int:
            yield f'map.toml: places "{place.name}": points: should be a whole number'


def _unit_faults(files: Files) -> Iterator[str]:
    for name, times in Counter(unit.id for unit in files.units).items():
        if times > 1:
            yield f'units.toml: "{name}" is there {times} times'
    for unit in files.units:
        if any(low >= high for high, low in pairwise(unit.steps)):
            yield f'units.toml: unit "{unit.id}": steps: should fall from full strength to weakest'


def _table_faults(files: Files) -> Iterator[str]:
    crt = files.tables.crt
    if sorted(crt.rows) != list(range(1, 7)):
        yield "tables.toml: crt.rows: should have a row for each face of the die"
    for die, row in crt.rows.items():
        if len(row) != len(crt.columns):
            yield f"tables.toml: crt.rows.{die}: should have {len(crt.columns)} results, has {len(row)}"
    if len(crt.ratios) != len(crt.columns) or any(low >= high for low, high in pairwise(crt.ratios)):
        yield "tables.toml: crt.ratios: should rise from left to right, one for each column"


def _scenario_faults(files: Files, scenario: Scenario) -> Iterator[str]:
    where = f"scenarios/{scenario.id}.toml"
    known, places = {unit.id for unit in files.units}, {files.map.grid.name(place.hex) for place in files.map.places}
    for unit, hex in scenario.setup.items():
        if unit not in known:
            yield f'{where}: setup: units.toml has no "{unit}"'
        try:
            files.map.grid.index(hex)
        except ValueError as error:
            yield f"{where}: setup.{unit}: {error}"
    for hex, times in Counter(scenario.setup.values()).items():
        if times > 1:
            yield f"{where}: setup: {hex} holds {times} units (4.4)"
    for unit in sorted(known - set(scenario.setup)):
        yield f'{where}: setup: "{unit}" is not set up'
    for side, hexes in scenario.held.items():
        for hex in hexes:
            if hex not in places:
                yield f"{where}: held.{side}: {hex} is no place of map.toml"
