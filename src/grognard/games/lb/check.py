"""Tests a set of data files for sense: what the schema cannot see because it takes two places to see it.

`grognard check` prints what `check` finds; in a folder of one's own, with a fifth scenario perhaps, it should find
nothing before play. It changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from grognard.games.lb.counters import ARTILLERY_OF_ANY_TYPE
from grognard.games.lb.frontline import Cover, solve
from grognard.games.lb.ground import Ground
from grognard.games.lb.schema import Choice, Goal, LbFiles, OptionRow, Reinforcements, Scenario, Setup, TablesFile, When


def check(files: LbFiles) -> list[str]:
    """Every fault found, one line each: file, table and key, then what is wrong. Empty when all is well."""
    faults = [*_map_faults(files), *_table_faults(files.tables), *_unit_faults(files)]
    if faults:  # what follows looks names and figures up
        return faults
    for scenario in files.scenarios.values():
        faults += _name_faults(files, scenario)
    if faults:
        return faults
    ground = Ground.of(files)
    for scenario in files.scenarios.values():
        faults += _count_faults(files, scenario)
        faults += _room_faults(files, ground, scenario)
        faults += _line_faults(files, ground, scenario)
    return faults


# --- map, tables, units -------------------------------------------------------------------------------


def _map_faults(files: LbFiles) -> Iterator[str]:
    map_ = files.map
    for kind in map_.terrain:
        if kind not in files.tables.terrain:
            yield f"map.toml: terrain.legend: {kind} is not in tables.toml, terrain"
    if "river" not in map_.hexsides:
        yield "map.toml: hexsides.river: is missing"
    if "road" not in map_.paths:
        yield 'map.toml: paths: there is no path of kind "road"'
    if not files.scenarios:
        yield "scenarios: there is no scenario"


def _table_faults(tables: TablesFile) -> Iterator[str]:
    crt = tables.crt
    if tuple(crt.rows) != crt.odds:
        yield "tables.toml: crt.rows: should have one row for each of crt.odds, in that order"
    for name, row in crt.rows.items():
        if len(row) != len(crt.die_columns):
            yield f"tables.toml: crt.rows.{name}: should have {len(crt.die_columns)} results"
    if crt.die_columns != tuple(range(1, len(crt.die_columns) + 1)):
        yield "tables.toml: crt.die_columns: should count from 1"
    for row in crt.rows.values():
        for code in row:
            if code not in crt.results:
                yield f"tables.toml: crt.results.{code}: is missing"
    if tables.movement.exit_terrain not in tables.terrain:
        yield f"tables.toml: movement.exit_terrain: there is no terrain {tables.movement.exit_terrain}"


def _unit_faults(files: LbFiles) -> Iterator[str]:
    seen: set[str] = set()
    for row in files.units:
        where = f'units.toml: unit "{row.id}"'
        if row.id in seen:
            yield f"{where}: stands there twice"
        seen.add(row.id)
        minimum = (
            row.move < files.tables.movement.motorized
            and row.type not in ARTILLERY_OF_ANY_TYPE
            and row.type != "supply"
        )
        if row.minimum_move != minimum:
            yield f"{where}: minimum_move: should be {str(minimum).lower()} (move.M)"
        if (row.armor is True) != (row.type in ("tank", "assault_gun", "reconnaissance")):
            yield f"{where}: armor: does not go with its type (armor.A)"
    for name, formation in files.tables.formations.items():
        for kind in formation.units:
            if kind not in seen:
                yield f'tables.toml: formations.{name}: there is no unit "{kind}"'


# --- scenarios ----------------------------------------------------------------------------------------


def _file(scenario: Scenario) -> str:
    return f"scenarios/{scenario.id}.toml"


def _options(files: LbFiles, scenario: Scenario) -> dict[str, OptionRow]:
    return {row.id: row for row in (*scenario.option, *files.tables.option)}


def _name_faults(files: LbFiles, scenario: Scenario) -> Iterator[str]:
    """Names that a scenario uses and another table defines."""
    where = _file(scenario)
    areas = files.map.areas
    kinds = {row.id: row for row in files.units}
    for side, names in scenario.supply_sources.items():
        for name in names:
            if name not in areas:
                yield f"{where}: supply_sources.{side}: map.toml has no area {name}"
    for side, line in scenario.front_lines.items():
        if line.area not in areas:
            yield f"{where}: front_lines.{side}: map.toml has no area {line.area}"
    rows: list[Setup | Reinforcements] = [*scenario.setup, *scenario.reinforcements]
    for number, row in enumerate(rows, 1):
        place = f"{where}: {'setup' if isinstance(row, Setup) else 'reinforcements'} {number}"
        yield from _row_faults(files, scenario, row, place)
        for kind in row.units:
            if kind not in kinds:
                yield f'{place}: units: there is no unit "{kind}"'
            elif kinds[kind].side != row.side:
                yield f"{place}: units: {kind} is not {row.side}"
    for one in scenario.lines:
        for name in (one.from_, one.to):
            if name not in areas:
                yield f"{where}: lines: map.toml has no area {name}"
        for option in (one.waited_for, one.every_phase):
            if option is not None and option not in _options(files, scenario):
                yield f"{where}: lines: there is no option {option}"
    choices = {choice.id: choice for choice in scenario.choices}
    for number, goal in enumerate(scenario.victory, 1):
        yield from _goal_faults(files, goal, choices, f"{where}: victory {number}")
        if goal.missed_is_cut is not None and goal.missed_is_cut not in _options(files, scenario):
            yield f"{where}: victory {number}: there is no option {goal.missed_is_cut}"
    for air in scenario.air_points:
        if air.turn > scenario.turns:
            yield f"{where}: air_points: turn {air.turn} is after the last, {scenario.turns}"


def _row_faults(files: LbFiles, scenario: Scenario, row: Setup | Reinforcements, place: str) -> Iterator[str]:
    areas, places = files.map.areas, {one.name for one in files.map.places}
    options = _options(files, scenario)
    if row.area is not None and row.area not in areas:
        yield f"{place}: area: map.toml has no area {row.area}"
    if row.when is not None:
        yield from _when_faults(row.when, options, place)
    if isinstance(row, Setup):
        if row.place is not None and row.place not in places:
            yield f"{place}: place: map.toml has no place {row.place}"
        if row.count_option is not None and not isinstance(
            getattr(options.get(row.count_option), "default", None), int
        ):
            yield f"{place}: count_option: there is no option {row.count_option} with a number"
        return
    choice = next((one for one in scenario.choices if one.id == row.choice), None)
    if row.choice is not None:
        if choice is None or choice.side != row.side:
            yield f"{place}: choice: {row.side} has no choice {row.choice}"
        elif set(row.by_choice) != set(choice.options):
            yield f"{place}: by_choice: should name {', '.join(choice.options)}"
    for arrival in row.by_choice.values():
        if arrival.area not in areas:
            yield f"{place}: by_choice: map.toml has no area {arrival.area}"
    for name in row.trigger.places if row.trigger else ():
        if name not in places:
            yield f"{place}: trigger: map.toml has no place {name}"
    for name in row.die.values():
        if name not in areas:
            yield f"{place}: die: map.toml has no area {name}"
    march = row.road_march
    for area in (march.along, march.free_in) if march else ():
        if area is not None and area not in areas:
            yield f"{place}: road_march: map.toml has no area {area}"
    if march is not None and march.free_at is not None and march.free_at not in places:
        yield f"{place}: road_march: map.toml has no place {march.free_at}"


def _when_faults(when: When, options: dict[str, OptionRow], place: str) -> Iterator[str]:
    option = options.get(when.option)
    if option is None:
        yield f"{place}: when: there is no option {when.option}"
    elif when.is_ not in (option.default, *option.other):
        yield f"{place}: when: {when.option} is never {when.is_}"


def _goal_faults(files: LbFiles, goal: Goal, choices: Mapping[str, Choice], place: str) -> Iterator[str]:
    names = {one.name for one in files.map.places}
    if goal.area is not None and goal.area not in files.map.areas:
        yield f"{place}: area: map.toml has no area {goal.area}"
    for mark in goal.marks:
        for name in (*mark.places, *mark.one_of):
            if name not in names:
                yield f"{place}: map.toml has no place {name}"
    if goal.choice is not None:
        choice = choices.get(goal.choice)
        if choice is None or goal.is_ not in choice.options:
            yield f"{place}: choice: there is no choice {goal.choice} with an option {goal.is_}"


def _count_faults(files: LbFiles, scenario: Scenario) -> Iterator[str]:
    """No scenario asks for more counters than there are, whatever its options."""
    have = {row.id: row.count for row in files.units}
    options = _options(files, scenario)
    for settled in _settlements(scenario, options):
        asked: Counter[str] = Counter()
        rows: list[Setup | Reinforcements] = [*scenario.setup, *scenario.reinforcements]
        for row in rows:
            if row.when is None or settled.get(row.when.option) == row.when.is_:
                times = 1
                if isinstance(row, Setup) and row.count_option is not None:
                    times = int(settled[row.count_option])
                for kind, count in row.units.items():
                    asked[kind] += count * times
        for kind, count in asked.items():
            if count > have[kind]:
                yield f"{_file(scenario)}: {count} of {kind} are used, and units.toml has {have[kind]}"


def _settlements(scenario: Scenario, options: dict[str, OptionRow]) -> Iterator[dict[str, bool | int | str]]:
    """All defaults, and each other value of each of the scenario's own options by itself."""
    defaults = {name: row.default for name, row in options.items()}
    yield defaults
    for row in scenario.option:
        for other in row.other:
            yield defaults | {row.id: other}


def _room_faults(files: LbFiles, ground: Ground, scenario: Scenario) -> Iterator[str]:
    """stack.general every group fits into its area."""
    limit = files.tables.stacking.units
    for number, row in enumerate(scenario.setup, 1):
        area = files.map.areas[row.area] if row.area else ground.places[row.place or ""]
        count = sum(row.units.values())
        if row.count_option is None and count > limit * area.bit_count():
            yield f"{_file(scenario)}: setup {number}: {count} units do not fit into {area.bit_count()} hexes"
        if row.forts > files.fort.count:
            have = files.fort.count
            yield f"{_file(scenario)}: setup {number}: forts: {row.forts} are used, and units.toml has {have}"
        if row.forts > area.bit_count():
            yield f"{_file(scenario)}: setup {number}: forts: {row.forts} are more than one to a hex (fort.B)"


def _line_faults(files: LbFiles, ground: Ground, scenario: Scenario) -> Iterator[str]:
    """scenario1.setup.A a front line is a chain of hexes that the side's infantry can cover."""
    infantry = {row.id for row in files.units if row.type == "infantry"}
    for side, line in scenario.front_lines.items():
        where = f"{_file(scenario)}: front_lines.{side}"
        path = tuple(ground.grid.index(name) for name in files.map.document["areas"][line.area].split())
        if any(not ground.grid.around[a] >> b & 1 for a, b in pairwise(path)):
            yield f"{where}: the hexes of {line.area} are not a chain of neighbours"
            continue
        cover = Cover.of_line(ground, path)
        reserve = []
        for row in scenario.setup:
            if row.side == side and row.when is None:
                area = files.map.areas[row.area] if row.area else ground.places[row.place or ""]
                count = sum(number for kind, number in row.units.items() if kind in infantry)
                reserve.append((area & sum(1 << hex for hex in cover.of), count))
        if solve(cover, cover.board, tuple(reserve)) is None:
            yield f"{where}: the infantry of this side cannot cover {line.area}"
