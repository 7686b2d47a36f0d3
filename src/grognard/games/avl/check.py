"""Tests a set of data files for sense: what the schema cannot see because it takes two places to see it.

`grognard check` prints what `check` finds; in a folder of one's own it should find nothing before play. It
knows the rules only as far as the opening position must obey them, and changes nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

from grognard.games.avl.ground import Ground
from grognard.games.avl.schema import AvlFiles, Hq, Scenario, TablesFile, Unit
from grognard.hex.grid import Grid, Sides, bits
from grognard.hex.map import any_side, either_side
from grognard.hex.trace import flood, within

SIDES = ("axis", "soviet")
AREAS = ("axis_supply", "soviet_supply", "stalingrad_pocket", "victory_cities")
SPECIAL_CHITS = 3  # 2.4: two Manstein chits and STAVKA
SMALLEST_RIVER = 3  # hexsides; less is a slip of the pen


def check(files: AvlFiles) -> list[str]:
    """Every fault found, one line each: file, table and key, then what is wrong. Empty when all is well."""
    faults = [*_unknown_names(files), *_table_faults(files.tables)]
    if faults:  # what follows looks names and figures up
        return faults
    ground = Ground.of(files)
    faults += _river_faults(files, ground)
    faults += _path_faults(ground)
    faults += _place_faults(files, ground)
    faults += _label_faults(ground)
    faults += _area_faults(files, ground)
    faults += _counter_faults(files, ground)
    for scenario in files.scenarios.values():
        faults += _scenario_faults(files, scenario)
    return faults or _opening_faults(files, ground)


# --- names that one file uses and another defines -----------------------------------------------------


def _unknown_names(files: AvlFiles) -> Iterator[str]:
    map_, chart = files.map, files.tables.terrain
    for kind in map_.terrain:
        if kind not in chart:
            yield f"map.toml: terrain.legend: {kind} is not in tables.toml, terrain"
    for place in map_.places:
        if place.kind not in chart:
            yield f'map.toml: places "{place.name}": kind: {place.kind} is not in tables.toml, terrain'
    yield from _compare("map.toml: hexsides", map_.hexsides, type(files.tables.hexside).model_fields)
    yield from _compare("map.toml: paths: kind", map_.paths, ("road", "rail"))
    for area in AREAS:
        if area not in map_.areas:
            yield f"map.toml: areas.{area}: is missing"
    for counter in files.counters:
        where = _row(counter)
        if counter.enters is not None and counter.enters not in map_.areas:
            yield f"{where}: enters: map.toml has no area {counter.enters}"
        if counter.setup is not None and not _is_on_map(map_.grid, counter.setup):
            yield f"{where}: setup: {counter.setup} is not on the map"
    if not files.scenarios:
        yield "scenarios: there is no scenario"
    for scenario in files.scenarios.values():
        for name, box in scenario.boxes.items():
            if box.entry not in map_.areas:
                yield f"{_file(scenario)}: boxes.{name}: entry: map.toml has no area {box.entry}"


def _compare(where: str, found: Iterable[str], wanted: Iterable[str]) -> Iterator[str]:
    """A fault for every name that is missing or too much."""
    found, wanted = set(found), set(wanted)
    for name in sorted(wanted - found):
        yield f"{where}: {name} is missing"
    for name in sorted(found - wanted):
        yield f"{where}: {name} should not be there"


def _row(counter: Unit | Hq) -> str:
    return f'units.toml: {"unit" if isinstance(counter, Unit) else "hq"} "{counter.id}"'


def _file(scenario: Scenario) -> str:
    return f"scenarios/{scenario.id}.toml"


def _is_on_map(grid: Grid, name: str) -> bool:
    try:
        grid.index(name)
    except ValueError:
        return False
    return True


# --- tables.toml --------------------------------------------------------------------------------------


def _table_faults(tables: TablesFile) -> Iterator[str]:
    yield from _crt_faults(tables)
    track = tables.turn_track
    for key in ("dates", "dates_ja", "axis_chits", "soviet_chits"):
        if len(getattr(track, key)) != track.turns and not (key == "dates_ja" and not track.dates_ja):
            yield f"tables.toml: turn_track.{key}: should have {track.turns} entries, one for each turn"
    for turn in (*track.manstein_chits_arrive, track.stalingrad_pocket_closed_through):
        if turn > track.turns:
            yield f"tables.toml: turn_track: turn {turn} is after the last, {track.turns}"


def _crt_faults(tables: TablesFile) -> Iterator[str]:
    crt = tables.crt
    names = [f"{ratio:g}-1" for ratio in crt.ratios]
    if list(crt.columns) != [*names[:-1], names[-1] + "+"]:
        yield f"tables.toml: crt.columns: should name the ratios, {names[0]} to {names[-1]}+"
    if any(low >= high for low, high in pairwise(crt.ratios)):
        yield "tables.toml: crt.ratios: should rise from left to right"
    if crt.zero_defense not in crt.columns:
        yield f"tables.toml: crt.zero_defense: {crt.zero_defense} is no column"
    yield from _compare("tables.toml: crt.rows", map(str, crt.rows), map(str, range(1, 7)))
    incomplete = False
    for die, row in crt.rows.items():
        if len(row) != len(crt.columns):
            yield f"tables.toml: crt.rows.{die}: should have {len(crt.columns)} results, has {len(row)}"
            incomplete = True
        for code in sorted(set(row) - crt.results.keys()):
            yield f'tables.toml: crt.rows.{die}: "{code}" is not in crt.results'
            incomplete = True
    if not incomplete:
        yield from _crt_order_faults(tables)


def _crt_order_faults(tables: TablesFile) -> Iterator[str]:
    """A better die or a better ratio never makes it worse for the attacker."""
    crt = tables.crt
    worth = {
        code: (-result.attacker_steps, result.defender_steps, result.retreat) for code, result in crt.results.items()
    }
    for die, row in crt.rows.items():
        for column, (left, right) in zip(crt.columns, pairwise(row), strict=False):
            if worth[left] > worth[right]:
                yield f"tables.toml: crt.rows.{die}: {left} at {column} is better than {right} to its right"
    for (die, row), (_, below) in pairwise(sorted(crt.rows.items())):
        for column, upper, lower in zip(crt.columns, row, below, strict=True):
            if worth[upper] > worth[lower]:
                yield f"tables.toml: crt.rows.{die}: {upper} at {column} is better than {lower} below it"


# --- map.toml -----------------------------------------------------------------------------------------

Corner = tuple[float, float]


def _river_faults(files: AvlFiles, ground: Ground) -> Iterator[str]:
    yield from _listed_twice(files)
    grid, hexsides = ground.grid, ground.map.hexsides
    for kind in ("minor_river", "major_river"):
        for hex in bits(any_side(hexsides[kind]) & ~ground.land):
            yield f"map.toml: hexsides.{kind}: {grid.name(hex)} is water and has no bank"
    hexes_at = _hexes_at_corners(grid)
    rivers = _ends(grid, either_side(ground.rivers, hexsides["impassable"]))
    barriers = set(_ends(grid, hexsides["impassable"]))
    for river in _connected(rivers):
        if len(river) < SMALLEST_RIVER and not river <= barriers:
            yield f"map.toml: hexsides: {_side_name(grid, min(river))} belongs to no river"
    for corner, sides in _by_corner(_ends(grid, hexsides["major_river"])).items():
        around = hexes_at[corner]
        inland = len(around) == 3 and all(ground.land >> hex & 1 for hex in around)
        if len(sides) == 1 and inland:
            name = _side_name(grid, sides[0])
            yield f"map.toml: hexsides.major_river: {name} ends inland, not at the edge or the sea"


def _listed_twice(files: AvlFiles) -> Iterator[str]:
    seen: dict[str, str] = {}
    for kind, text in files.map_document["hexsides"].items():
        for pair in text.split():
            side = "-".join(sorted(pair.split("-")))
            if side in seen:
                yield f"map.toml: hexsides.{kind}: {pair} is listed already, as {seen[side]}"
            seen[side] = kind


def _ends(grid: Grid, sides: Sides) -> dict[tuple[int, int], tuple[Corner, Corner]]:
    """Each hexside, as its two hexes, with the corners it runs between."""
    found = {}
    for d in range(6):
        for hex in bits(sides[d]):
            other = grid.neighbour(hex, d)
            if hex < other:
                corners = [_corner(point) for point in grid.corners(hex)]
                found[hex, other] = (corners[d], corners[(d + 1) % 6])
    return found


def _corner(point: tuple[float, float]) -> Corner:
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0  # neighbours differ by a hair, and -0.0 is 0.0


def _hexes_at_corners(grid: Grid) -> dict[Corner, list[int]]:
    """The hexes that meet in each corner: three, or fewer on the edge of the map."""
    found: dict[Corner, list[int]] = defaultdict(list)
    for hex in grid.hexes:
        for point in grid.corners(hex):
            found[_corner(point)].append(hex)
    return found


def _by_corner(
    ends: dict[tuple[int, int], tuple[Corner, Corner]],
) -> dict[Corner, list[tuple[int, int]]]:
    found: dict[Corner, list[tuple[int, int]]] = defaultdict(list)
    for side, corners in ends.items():
        for corner in corners:
            found[corner].append(side)
    return found


def _connected(ends: dict[tuple[int, int], tuple[Corner, Corner]]) -> Iterator[set[tuple[int, int]]]:
    """The hexsides in groups that touch: whole rivers with their tributaries."""
    at = _by_corner(ends)
    left = set(ends)
    while left:
        river, front = set(), [left.pop()]
        while front:
            side = front.pop()
            river.add(side)
            for corner in ends[side]:
                touching = left.intersection(at[corner])
                left -= touching
                front += touching
        yield river


def _side_name(grid: Grid, side: tuple[int, int]) -> str:
    return f"{grid.name(side[0])}-{grid.name(side[1])}"


def _path_faults(ground: Ground) -> Iterator[str]:
    grid = ground.grid
    for route in ground.map.routes:
        where = f'map.toml: paths "{route.name}": hexes'
        for hex in route.hexes:
            if not ground.land >> hex & 1:
                yield f"{where}: {grid.name(hex)} is water"
        for a, b in pairwise(route.hexes):
            if ground.crosses(ground.map.hexsides["impassable"], a, b):
                yield f"{where}: {grid.name(a)}-{grid.name(b)} is impassable"
    sources = ground.sources[0] | ground.sources[1]
    left = ground.rail_hexes
    while left:  # 11.1.1: reinforcements come by rail from a source
        start = left & -left
        network = flood(grid, start, ground.rail_hexes, ground.rails)
        left &= ~network
        if not network & sources:
            yield f"map.toml: paths: the railway at {grid.name(bits(start)[0])} leads to no supply source"


def _place_faults(files: AvlFiles, ground: Ground) -> Iterator[str]:
    map_, points = ground.map, files.tables.victory.city_points
    for name, count in Counter(place.name for place in map_.places).items():
        if count > 1:
            yield f'map.toml: places "{name}": there are {count} of this name'
    for place in map_.places:
        where = f'map.toml: places "{place.name}"'
        if not ground.land >> place.hex & 1:
            yield f"{where}: hex: {map_.grid.name(place.hex)} is water"
        if place.extra.get("victory_city", False) != ("victory_points" in place.extra):
            yield f"{where}: victory_city and victory_points go together"
        elif place.extra.get("victory_points", points) != points:
            yield f"{where}: victory_points: should be {points}, as tables.toml, victory.city_points says"
    if ground.city_board != map_.areas["victory_cities"]:
        yield "map.toml: areas.victory_cities: should be the hexes of the places with victory_city"
    if len(ground.cities) != 5:  # 14.0.1
        yield f"map.toml: places: {len(ground.cities)} have victory_city, and five should"


def _label_faults(ground: Ground) -> Iterator[str]:
    """Names of waters stand along hexes that touch water."""
    grid = ground.grid
    water = grid.board & ~ground.land
    banks = any_side(either_side(ground.rivers, ground.map.hexsides["impassable"]))
    wet = water | grid.grow(water) | banks
    for label in ground.map.labels:
        where = f'map.toml: labels "{label.name}": hexes'
        for a, b in pairwise(label.hexes):
            if grid.distance(a, b) != 1:
                yield f"{where}: {grid.name(a)} and {grid.name(b)} are not adjacent"
        for hex in label.hexes:
            if not wet >> hex & 1:
                yield f"{where}: {grid.name(hex)} does not touch any water"


def _area_faults(files: AvlFiles, ground: Ground) -> Iterator[str]:
    grid, areas = ground.grid, ground.map.areas
    for name, board in areas.items():
        for hex in bits(board & ~ground.land):
            yield f"map.toml: areas.{name}: {grid.name(hex)} is water"
    for hex in bits(areas["axis_supply"] & areas["soviet_supply"]):  # 2.1.2
        yield f"map.toml: areas: {grid.name(hex)} is a source of both sides"
    inner = sum(1 << hex for hex in grid.hexes if grid.around[hex].bit_count() == 6)
    entries = {counter.enters for counter in files.counters if counter.enters is not None}
    for name in sorted(entries):
        for hex in bits(areas[name] & inner):
            yield f"map.toml: areas.{name}: {grid.name(hex)} is not on the edge of the map"


# --- units.toml ---------------------------------------------------------------------------------------


def _counter_faults(files: AvlFiles, ground: Ground) -> Iterator[str]:
    for name, count in Counter(counter.id for counter in files.counters).items():
        if count > 1:
            yield f'units.toml: "{name}": there are {count} counters with this id'
    turns = files.tables.turn_track.turns
    for counter in files.counters:
        where = _row(counter)
        if (counter.nation == "soviet") != (counter.side == "soviet"):  # 2.2.1
            yield f"{where}: nation: {counter.nation} does not fight for the side {counter.side}"
        if counter.arrives is not None and counter.arrives > turns:
            yield f"{where}: arrives: turn {counter.arrives} is after the last, {turns}"
        if counter.setup is not None:
            start = 1 << ground.grid.index(counter.setup)
            if not start & ground.land:
                yield f"{where}: setup: {counter.setup} is water"
            if start & ground.pocket:  # 13.0a
                yield f"{where}: setup: {counter.setup} lies in the closed pocket"
    hqs = {hq.label for hq in files.hqs} | {"reinforcement"}
    for unit in files.units:
        if unit.group not in hqs:
            yield f"{_row(unit)}: group: {unit.group} is no HQ"
        if any(weak > full for side in (unit.attack, unit.defense) for full, weak in pairwise(side)):
            yield f"{_row(unit)}: steps: the reduced side is stronger than the full one"


# --- scenarios ----------------------------------------------------------------------------------------


def _scenario_faults(files: AvlFiles, scenario: Scenario) -> Iterator[str]:
    file, tables = _file(scenario), files.tables
    track, cities = tables.turn_track, files.map.areas["victory_cities"].bit_count()
    agree = {
        "turns": (scenario.turns, track.turns),
        "chits.axis.per_turn": (scenario.chits.axis.per_turn, track.axis_chits),
        "chits.soviet.per_turn": ({scenario.chits.soviet.per_turn}, set(track.soviet_chits)),
        "victory.sudden_death_lead": (scenario.victory.sudden_death_lead, tables.victory.sudden_death_lead),
        "special.stalingrad_pocket.closed_through_turn": (
            scenario.special.stalingrad_pocket.closed_through_turn,
            track.stalingrad_pocket_closed_through,
        ),
        "special.stalingrad_pocket.area": (scenario.special.stalingrad_pocket.area, "stalingrad_pocket"),
        "chits.axis.special": (
            tuple(chit.arrives for chit in scenario.chits.axis.special),
            track.manstein_chits_arrive,
        ),
        f"setup.victory_points.{scenario.setup.victory_city_control}": (
            getattr(scenario.setup.victory_points, scenario.setup.victory_city_control),
            cities * tables.victory.city_points,
        ),
    }
    for key, (found, wanted) in agree.items():
        if found != wanted:
            yield f"{file}: {key}: {found} does not agree with {wanted} in the tables and the map"
    yield from _chit_faults(files, scenario)
    yield from _reinforcement_faults(files, scenario)
    yield from _box_faults(files, scenario)


def _chit_faults(files: AvlFiles, scenario: Scenario) -> Iterator[str]:
    file, axis, soviet = _file(scenario), scenario.chits.axis, scenario.chits.soviet
    at_start = [hq.label for hq in files.hqs if hq.side == "axis" and hq.setup is not None]
    later = [hq.label for hq in files.hqs if hq.side == "axis" and hq.arrives is not None]
    yield from _compare(f"{file}: chits.axis.start", axis.start, at_start)
    yield from _compare(f"{file}: chits.axis.with_hq", axis.with_hq, later)
    yield from _compare(
        f"{file}: chits.soviet.from", soviet.from_, (hq.label for hq in files.hqs if hq.side == "soviet")
    )
    if len(axis.special) + len(soviet.always) != SPECIAL_CHITS:  # 2.4
        yield f"{file}: chits: there are two Manstein chits and STAVKA beside those of the HQs"
    choice = soviet.historical_choice
    if len(set(choice)) != soviet.choose or not set(choice) <= set(soviet.from_):
        yield f"{file}: chits.soviet.historical_choice: should be {soviet.choose} of chits.soviet.from"
    owned = len(axis.start)
    for turn, needed in enumerate(axis.per_turn, start=1):  # 7.1.2b: he should never run short by design
        if owned < needed:
            yield f"{file}: chits.axis.per_turn: turn {turn} needs {needed} chits, {owned} have arrived"
        owned += sum(hq.side == "axis" and hq.arrives == turn for hq in files.hqs)
        owned += sum(chit.arrives == turn for chit in axis.special)


def _reinforcement_faults(files: AvlFiles, scenario: Scenario) -> Iterator[str]:
    listed = {counter: turn for turn, counters in scenario.reinforcements.items() for counter in counters}
    arriving = {counter.id: counter.arrives for counter in files.counters if counter.arrives is not None}
    where = f"{_file(scenario)}: reinforcements"
    yield from _compare(where, listed, arriving)
    for counter in sorted(listed.keys() & arriving.keys()):
        if listed[counter] != arriving[counter]:
            yield f"{where}.{listed[counter]}: {counter} arrives on turn {arriving[counter]} in units.toml"


def _box_faults(files: AvlFiles, scenario: Scenario) -> Iterator[str]:
    hqs = {hq.id: hq for hq in files.hqs}
    entries = {counter.enters for counter in files.counters if counter.enters is not None}
    yield from _compare(f"{_file(scenario)}: boxes: entry", (box.entry for box in scenario.boxes.values()), entries)
    for name, box in scenario.boxes.items():
        where = f"{_file(scenario)}: boxes.{name}"
        if box.hq not in hqs:
            yield f"{where}: hq: units.toml has no HQ {box.hq}"
        for counter in files.counters:
            if counter.enters == box.entry and (counter.arrives, counter.side) != (box.arrives, box.side):
                yield f"{where}: {counter.id} enters here, but with another side or turn (11.2.1)"


# --- the opening position -----------------------------------------------------------------------------


def _opening_faults(files: AvlFiles, ground: Ground) -> list[str]:
    stacks: dict[str, list[Unit | Hq]] = defaultdict(list)
    for counter in files.counters:
        if counter.setup is not None:
            stacks[counter.setup].append(counter)
    faults = [fault for hex, stack in sorted(stacks.items()) for fault in _stack_faults(files, hex, stack)]
    return faults or [*_supply_faults(files, ground), *_command_faults(files, ground)]


def _stack_faults(files: AvlFiles, hex: str, stack: list[Unit | Hq]) -> Iterator[str]:
    where = f"units.toml: setup {hex}"
    limits, units = files.tables.stacking, sum(isinstance(counter, Unit) for counter in stack)
    if units > limits.combat_units or len(stack) - units > limits.hqs:  # 5.0.1
        yield f"{where}: {units} combat units and {len(stack) - units} HQs are too many"
    if len({counter.side for counter in stack}) > 1:  # 5.0.2
        yield f"{where}: both sides stand there"
    allies = sorted({counter.nation for counter in stack} - {"german", "soviet"})
    if len(allies) > 1:  # 5.0.3
        yield f"{where}: {' and '.join(allies)} do not stack"


def _standing(counters: Iterable[Unit | Hq], side: str, grid: Grid) -> int:
    board = 0
    for counter in counters:
        if counter.side == side and counter.setup is not None:
            board |= 1 << grid.index(counter.setup)
    return board


def _supply_faults(files: AvlFiles, ground: Ground) -> Iterator[str]:
    """10.1.5: everything starts in supply, so it should be able to trace."""
    grid = ground.grid
    for side, enemy in (SIDES, SIDES[::-1]):
        friends = _standing(files.counters, side, grid)
        enemies = _standing(files.counters, enemy, grid)
        zoc = ground.zoc(_standing(files.units, enemy, grid))
        # 10.1.2b, c: not through enemies, their ZOC unless friends stand there, Water or the pocket
        allowed = ground.land & ~ground.pocket & ~enemies & ~(zoc & ~friends)
        sources = ground.sources[SIDES.index(side)]
        for hex in bits(sources & ~allowed):
            yield f"map.toml: areas.{side}_supply: {grid.name(hex)} is in enemy hands at the start"
        supplied = flood(grid, sources, allowed, ground.dry)
        for counter in files.counters:
            if counter.side != side or counter.setup is None:
                continue
            if not supplied >> grid.index(counter.setup) & 1:
                yield f"{_row(counter)}: setup: no supply line from {counter.setup} (10.1.2)"


def _command_faults(files: AvlFiles, ground: Ground) -> Iterator[str]:
    """7.3: every HQ on the map has somebody to command."""
    grid = ground.grid
    for hq in files.hqs:
        if hq.setup is None:
            continue
        # 7.3.4b: an unbridged major river is crossed as the last step of the trace
        in_range = within(grid, grid.index(hq.setup), hq.command_range, ground.dry, ground.major_unbridged)
        theirs = [unit for unit in files.units if _may_command(hq, unit)]
        if not _standing(theirs, hq.side, grid) & in_range:
            yield f"{_row(hq)}: setup: nobody it may command is within {hq.command_range} hexes of {hq.setup}"


def _may_command(hq: Hq, unit: Unit) -> bool:
    """7.3.5: allies command their own nation and Germans, Germans and Soviets their whole side."""
    return hq.side == unit.side and (hq.nation in ("german", "soviet") or unit.nation in ("german", hq.nation))
