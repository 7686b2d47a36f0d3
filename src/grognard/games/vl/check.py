"""Tests a set of data files for sense: what the schema cannot see because it takes two places to see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from grognard.games.vl.counters import DIVISION_STEPS
from grognard.games.vl.schema import Options, Scenario, VlFiles

AREAS = ("velikiye_luki", "german_supply", "soviet_supply", "west_edge", "east_edge")
PARTS = ("west", "east")


def check(files: VlFiles) -> list[str]:
    """Every fault found, one line each: file, table and key, then what is wrong. Empty when all is well."""
    faults = [*_map_faults(files), *_counter_faults(files), *_table_faults(files)]
    for scenario in files.scenarios.values():
        faults += _scenario_faults(files, scenario)
    if not files.scenarios:
        faults.append("scenarios: there is no scenario")
    return faults


def _map_faults(files: VlFiles) -> Iterator[str]:
    map_, tables = files.map, files.tables
    for kind in map_.terrain:
        if kind != "off" and kind not in tables.terrain:
            yield f"map.toml: terrain.legend: {kind} is not in tables.toml, terrain"
    for place in map_.places:
        if place.kind not in tables.place:
            yield f'map.toml: places "{place.name}": kind: {place.kind} is not in tables.toml, place'
        if not map_.playable >> place.hex & 1:
            yield f'map.toml: places "{place.name}": its hex is off the map'
    for name in map_.hexsides:
        if name not in tables.hexside:
            yield f"map.toml: hexsides.{name}: is not in tables.toml, hexside"
    for area in AREAS:
        if area not in map_.areas:
            yield f"map.toml: areas.{area}: is missing"
    for name, board in map_.areas.items():
        if board & ~map_.playable:
            names = " ".join(map_.grid.list_names(board & ~map_.playable))
            yield f"map.toml: areas.{name}: {names} is off the map"
    parts = sorted(place.extra["festung"] for place in map_.places if "festung" in place.extra)
    if parts != sorted(PARTS):
        yield "map.toml: places: one place should have festung = west and one festung = east"


def _counter_faults(files: VlFiles) -> Iterator[str]:
    counters = files.counters
    ids = Counter(row.id for rows in (counters.unit, counters.launcher, counters.hq, counters.festung) for row in rows)
    for name, times in ids.items():
        if times > 1:
            yield f'units.toml: "{name}" is there {times} times'
    for unit in counters.unit:
        if any(low >= high for high, low in pairwise(unit.steps)):
            yield f'units.toml: unit "{unit.id}": steps: should fall from full strength to weakest'
        if (len(unit.steps) == DIVISION_STEPS) != (unit.size == "XX"):
            yield f'units.toml: unit "{unit.id}": steps: three steps are for divisions and only for them (1.7.1)'
        if unit.mechanised_brigade and not (unit.infantry and unit.armoured):
            yield f'units.toml: unit "{unit.id}": a mechanised brigade is infantry and armoured (1.5)'
    divisions = sum(len(unit.steps) == DIVISION_STEPS for unit in counters.unit)
    if counters.cadres.count < 2 * divisions - 1:
        yield f"units.toml: cadres.count: {divisions} divisions can have {2 * divisions - 1} cadres out at once (1.7.4)"
    for part in PARTS:
        if sum(row.part == part for row in counters.festung) != 1:
            yield f"units.toml: festung: there should be one with part = {part}"


def _table_faults(files: VlFiles) -> Iterator[str]:
    tables = files.tables
    crt = tables.crt
    if sorted(crt.rows) != list(range(1, 7)):
        yield "tables.toml: crt.rows: should have a row for each face of the die"
    for die, row in crt.rows.items():
        if len(row) != len(crt.columns):
            yield f"tables.toml: crt.rows.{die}: should have {len(crt.columns)} results, has {len(row)}"
    if len(crt.ratios) != len(crt.columns) or any(low >= high for low, high in pairwise(crt.ratios)):
        yield "tables.toml: crt.ratios: should rise from left to right, one for each column"
    for letter, shifts in tables.quality.items():
        if len(shifts) != 6:
            yield f"tables.toml: quality.{letter}: should have six shifts, has {len(shifts)}"
    if sorted(tables.weather.die) != list(range(1, 7)):
        yield "tables.toml: weather.die: should have a word for each face of the die"
    for key in ("levels", "automatic"):
        least = [level.least for level in getattr(tables.victory, key)]
        if not least or least[0] != 0 or least != sorted(set(least)):
            yield f"tables.toml: victory.{key}: should rise from least = 0"


def _scenario_faults(files: VlFiles, scenario: Scenario) -> Iterator[str]:
    where = f"scenarios/{scenario.id}.toml"
    counters = files.counters
    side = {row.id: row.side for row in (*counters.unit, *counters.launcher, *counters.hq)}
    side |= {row.id: "german" for row in counters.festung}
    placed: dict[str, str] = {}

    def note(unit: str, how: str) -> Iterator[str]:
        if unit not in side:
            yield f'{where}: {how}: units.toml has no "{unit}"'
        elif unit in placed:
            yield f'{where}: {how}: "{unit}" is in {placed[unit]} already'
        placed[unit] = how

    for hex, units in scenario.setup.items():
        try:
            if not files.map.playable >> files.map.grid.index(hex) & 1:
                yield f"{where}: setup.{hex}: is off the map"
        except ValueError as error:
            yield f"{where}: setup: {error}"
        for unit in units:
            yield from note(unit, f"setup.{hex}")
    for choice in scenario.choice:
        if choice.area is not None and choice.area not in files.map.areas:
            yield f"{where}: choice: map.toml has no area {choice.area}"
        for unit in choice.suggested:
            yield from note(unit, "choice")
            if side.get(unit, choice.side) != choice.side:
                yield f'{where}: choice: "{unit}" is not {choice.side}'
    for group in scenario.reinforcements:
        if group.enters not in files.map.areas:
            yield f"{where}: reinforcements: map.toml has no area {group.enters}"
        if group.option is not None and group.option not in Options.model_fields:
            yield f"{where}: reinforcements: there is no option {group.option}"
        if group.turn > scenario.turns:
            yield f"{where}: reinforcements: turn {group.turn} is after the last, {scenario.turns}"
        for unit in group.units:
            yield from note(unit, f"reinforcements of turn {group.turn}")
            if side.get(unit, group.side) != group.side:
                yield f'{where}: reinforcements: "{unit}" is not {group.side}'
    for unit in side:
        if unit not in placed:
            yield f'{where}: "{unit}" is neither set up nor a reinforcement'
    for name, area in scenario.returns.items():
        if area not in files.map.areas:
            yield f"{where}: returns.{name}: map.toml has no area {area}"
