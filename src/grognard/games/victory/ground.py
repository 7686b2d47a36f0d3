"""The map as the rules see it (chapter 3): what may be crossed by whom, limits, stops, settlements, ports, roads.

Built once per layout. Hexside sets are per direction, hex sets are bitboards. What play changes (who is where, ruined
bridges, storms) is not here; `ways` takes the ruined bridges as an argument.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from grognard.games.victory.mapmaking.layout import sheet_hexes
from grognard.games.victory.schema import TablesFile
from grognard.hex.grid import Grid, Sides, bits, both_sides, either_side, sides_without
from grognard.hex.map import HexMap


class Ways(NamedTuple):
    """What ground units and supply may cross while some bridges are down."""

    dry: Sides
    """Crossed without a stop: all that is open but unbridged rivers."""
    wet: Sides
    """Unbridged rivers above their first bridge: a unit stops behind them (3.1.river.a)."""
    open: Sides
    roads: Sides
    """Road hexsides in use (3.3)."""
    two: Sides
    """Hexsides that two ground units may cross into a battle; over any other one (3.0d, 3.3b)."""


@dataclass(frozen=True)
class Ground:
    """Everything about the map that a rule asks for."""

    map: HexMap
    grid: Grid
    land: int
    water: int
    """Sea and lake hexes (3.1.sea)."""
    coastal: int
    """Land hexes with a water hexside (3.1.coastal)."""
    canal: int
    stop: int
    """Forest, marsh, mountain: ground units stop on entering (3.1)."""
    halting: int
    """`stop` and canal hexes (3.1.canal.b)."""
    double: int
    """Marsh and mountain: Double Defense (6.47a)."""
    mountain: int
    stack: tuple[int, ...]
    """By hex: how many ground units a player may have there (5.2a)."""
    naval_stack: tuple[int, ...]
    bridges: tuple[tuple[int, int], ...]
    """Bridged hexsides as pairs of hexes, lower number first."""
    river: Sides
    ways: Callable[[frozenset[int]], Ways]
    """What is open while the bridges with these numbers are ruined (9.5b)."""
    supply_sides: Sides
    """Hexsides that "adjacent to a supply line" reaches over: not alpine, not below the first bridge (7.0)."""
    sail: Sides
    """Hexsides that ships may cross in a normal move (5.6a)."""
    sail_canal: Sides
    """The same for Strategic Moves, canals included (3.1.canal.a)."""
    canal_sides: Sides
    sea_sides: Sides
    """Hexsides with water on one side at least: naval limit of a sea hexside (3.1.coastal)."""
    afloat_coast: int
    """Coastal hexes that ships may be in after a normal move: no canal hexes."""
    cities: int
    towns: int
    settlements: int
    ports: int
    value: dict[int, int]
    """By city hex: its production (1.2a)."""
    sheet_of: dict[int, int]
    """By settlement: the number of its map, from 0."""
    sheets: tuple[int, ...]
    resource: int
    centre: int
    sea_limit: int
    coastal_limit: int

    @classmethod
    def of(cls, map_: HexMap, tables: TablesFile, strict_coast: bool) -> Ground:
        grid = map_.grid
        land = 0
        for name in tables.terrain:
            land |= map_.terrain.get(name, 0)
        water = map_.terrain.get("sea", 0) | map_.terrain.get("lake", 0)
        shoal = map_.hexsides.get("shoal", grid.no_sides)
        canal = map_.path_hexes.get("canal", 0) & land
        # a shoal hexside still makes a coast; it only bars ships
        coastal = grid.step(water, grid.every_side) & land
        double = sum(map_.terrain.get(name, 0) for name, row in tables.terrain.items() if row.double_defense)
        stop = sum(map_.terrain.get(name, 0) for name, row in tables.terrain.items() if row.stop)
        sea_sides = _touching(grid, water, water | coastal)
        sail_all = sides_without(either_side(sea_sides, _coast_to_coast(grid, coastal, water)), shoal)
        canal_sides = map_.paths.get("canal", grid.no_sides)
        sail = sides_without(sail_all, _touching(grid, canal, grid.board))
        settled = [place for place in map_.places if place.kind in ("city", "town")]
        cities = {place.hex: int(place.extra["production"]) for place in settled if place.kind == "city"}
        settlements = sum(1 << place.hex for place in settled)
        sheets = sheet_hexes(map_)
        stack, naval = [0] * grid.size, [0] * grid.size
        for hex in bits(land):
            stack[hex] = tables.terrain[map_.terrain_at[hex]].stack
        for hex in bits(water | coastal | canal):
            sea = water >> hex & 1
            naval[hex] = tables.stacking.sea if sea else tables.stacking.coastal
        ways, bridges, supply_sides = _ways(map_, tables, land)
        return cls(
            map=map_,
            grid=grid,
            land=land,
            water=water,
            coastal=coastal,
            canal=canal,
            stop=stop,
            halting=stop | canal,
            double=double,
            mountain=map_.terrain.get("mountain", 0),
            stack=tuple(stack),
            naval_stack=tuple(naval),
            bridges=bridges,
            river=map_.hexsides.get("river", grid.no_sides),
            ways=ways,
            supply_sides=supply_sides,
            sail=sail,
            sail_canal=either_side(sail_all, canal_sides),
            canal_sides=canal_sides,
            sea_sides=sea_sides,
            afloat_coast=coastal & ~canal,
            cities=sum(1 << hex for hex in cities),
            towns=settlements & ~sum(1 << hex for hex in cities),
            settlements=settlements,
            ports=sum(1 << place.hex for place in settled if place.extra.get("port")),
            value=cities,
            sheet_of={
                place.hex: number for place in settled for number, hexes in enumerate(sheets) if hexes >> place.hex & 1
            },
            sheets=sheets,
            resource=map_.areas.get("resource", 0),
            centre=grid.index(f"{(grid.cols + 1) // 2:02}{(grid.rows + 1) // 2:02}"),
            sea_limit=tables.hexside.coastal if strict_coast else tables.hexside.sea,
            coastal_limit=tables.hexside.coastal,
        )

    def crosses(self, sides: Sides, a: int, b: int) -> bool:
        """Whether the hexside between two adjacent hexes is one of these."""
        return bool(sides[self.grid.direction(a, b)] >> a & 1)

    def naval_limit(self, a: int, b: int) -> int:
        """Ships that may cross from a to b into or out of a battle in one phase or round (3.1.sea, 3.1.coastal)."""
        if self.water >> a & 1 and self.water >> b & 1:
            return 2  # 3.1.sea; the strict option is about coasts
        return self.sea_limit if self.crosses(self.sea_sides, a, b) else self.coastal_limit

    def ground_limit(self, ruined: frozenset[int], a: int, b: int) -> int:
        """Ground units that may cross from a to b into or out of a battle (3.0d)."""
        return 2 if self.crosses(self.ways(ruined).two, a, b) else 1


def _touching(grid: Grid, one: int, other: int) -> Sides:
    """Hexsides between a hex of one board and a hex of the other, seen from both."""
    onto_one, onto_other = grid.towards(one), grid.towards(other)
    d0, d1, d2, d3, d4, d5 = (one & onto_other[d] | other & onto_one[d] for d in range(6))
    return both_sides(grid.every_side, (d0, d1, d2, d3, d4, d5))


def _coast_to_coast(grid: Grid, coastal: int, water: int) -> Sides:
    """3.1.coastal hexsides between two land hexes with water at one of their ends."""
    pairs = []
    for hex in bits(coastal):
        around = grid.neighbours[hex]
        for d, to in enumerate(around):
            if to > hex and coastal >> to & 1:
                ends = (around[(d + 1) % 6], around[(d - 1) % 6])
                if any(end >= 0 and water >> end & 1 for end in ends):
                    pairs.append((hex, to))
    return grid.sides(pairs)


def _ways(
    map_: HexMap, tables: TablesFile, land: int
) -> tuple[Callable[[frozenset[int]], Ways], tuple[tuple[int, int], ...], Sides]:
    grid = map_.grid
    none = grid.no_sides
    between = _touching(grid, land, land)
    roads = map_.paths.get("road", none)
    river, bridge = map_.hexsides.get("river", none), map_.hexsides.get("bridge", none)
    mouth, alpine = map_.hexsides.get("river_impassable", none), map_.hexsides.get("alpine", none)
    closed = either_side(sides_without(alpine, roads), sides_without(mouth, bridge))
    open_ = sides_without(between, closed)
    wide = _wide(map_, tables, land)
    pairs = tuple((hex, to) for d in range(6) for hex in bits(bridge[d]) if (to := grid.neighbour(hex, d)) > hex)

    @lru_cache(maxsize=64)
    def ways(ruined: frozenset[int]) -> Ways:
        down = grid.sides([pairs[number] for number in ruined])
        standing = sides_without(bridge, down)
        unbridged = sides_without(river, standing)
        usable = sides_without(roads, down)  # 9.5b the river there becomes an ordinary unbridged one
        two = either_side(sides_without(usable, river), sides_without(wide, river))  # 3.3b
        return Ways(
            dry=sides_without(open_, unbridged), wet=both_sides(open_, unbridged), open=open_, roads=usable, two=two
        )

    return ways, pairs, open_


def _wide(map_: HexMap, tables: TablesFile, land: int) -> Sides:
    """Hexsides whose terrain lets two ground units pass: listed on the map, or the more restrictive hex's (3.0a)."""
    grid = map_.grid
    wide_land = sum(map_.terrain.get(name, 0) for name, row in tables.terrain.items() if row.hexside > 1)
    sides = _touching(grid, wide_land, wide_land)
    for name, row in tables.terrain.items():
        if name in map_.hexsides:
            listed = map_.hexsides[name]
            sides = either_side(sides, listed) if row.hexside > 1 else sides_without(sides, listed)
    return sides
