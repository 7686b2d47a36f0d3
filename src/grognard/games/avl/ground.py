"""The map as the rules see it: what may be crossed for what, what a hex costs and gives, where supply comes from.

Built once from the map and the Terrain Effects Chart. All hexside sets are per direction, all hex sets are bitboards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from grognard.games.avl.schema import AvlFiles
from grognard.hex.grid import Grid, Sides, bits
from grognard.hex.map import HexMap, any_side, either_side, sides_without
from grognard.hex.trace import entries

Factor = tuple[int, int]
"""A multiplier as numerator and denominator."""


@dataclass(frozen=True)
class Ground:
    """Everything about the map that a rule asks for."""

    map: HexMap
    grid: Grid
    land: int
    """Hexes that may be used at all: everything but Water (8.1.5)."""
    entry: tuple[tuple[str, int, int], ...]
    """(terrain, movement points, hexes) of the ground itself (8.1.2b)."""
    shifts: dict[int, int]
    """Ratio shifts down by hex, all terrain in it added (9.3.3a)."""
    terrain_words: dict[int, tuple[str, ...]]
    open: Sides
    """Hexsides between land hexes that are not impassable: combat and ZOC reach over these (6.0.1a, 9.1.6)."""
    walled: int
    """Hexes with at least one hexside to land that is impassable: only there does ZOC need the slow way."""
    beside: tuple[int, ...]
    """By hex: its neighbours over open hexsides."""
    over_river: tuple[int, ...]
    """By hex: its neighbours over a river, bridged or not (9.3.1b)."""
    over_major: tuple[int, ...]
    """By hex: its neighbours over a major river, bridged or not (8.2.2)."""
    over_unbridged: tuple[int, ...]
    """By hex: its neighbours over an unbridged major river (8.1.3b)."""
    dry_beside: tuple[int, ...]
    """By hex: its neighbours over `dry` hexsides."""
    road_beside: tuple[int, ...]
    """By hex: its neighbours along a road."""
    rivers: Sides
    """Every river hexside, bridged or not (9.3.1b)."""
    minor_unbridged: Sides
    major: Sides
    major_bridged: Sides
    major_unbridged: Sides
    dry: Sides
    """Open hexsides that are no unbridged major river: movement, supply and command pass (8.1.3, 10.1.2c, 7.3.4b)."""
    supplied_through: Sides
    """By direction: the hexes a supply line may enter so; barriers only, who stands there comes later (10.1.2c)."""
    roads: Sides
    road_hexes: int
    rails: Sides
    rail_hexes: int
    sources: tuple[int, int]
    source_list: tuple[tuple[int, ...], tuple[int, ...]]
    source_distance: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
    """By side and hex: straight distances to each of the side's sources (9.5.2b, 12.7b)."""
    pocket: int
    cities: tuple[int, ...]
    """The Victory Cities' hexes; bit i of a position's `cities` is the i-th of them."""
    city_board: int
    city_number: dict[int, int]
    minor_river_cost: int
    zoc_enter: int
    zoc_leave: int
    attack_factors: tuple[tuple[Factor, ...], tuple[Factor, ...]]
    """[across a river][supply status] (9.3.1b-d)."""
    defence_factors: tuple[Factor, ...]
    """[supply status] (9.3.1c)."""

    @classmethod
    def of(cls, files: AvlFiles) -> Ground:
        map_ = files.map
        grid = map_.grid
        tables = files.tables
        prohibited = {name for name, row in tables.terrain.items() if row.prohibited}
        water = sum((map_.terrain.get(name, 0) for name in prohibited), 0)
        land = map_.playable & ~water
        between_land = _between(grid, land)
        open_ = sides_without(between_land, map_.hexsides["impassable"])
        major_unbridged = map_.unbridged("major_river")
        sources = (map_.areas["axis_supply"], map_.areas["soviet_supply"])
        source_list = (tuple(bits(sources[0])), tuple(bits(sources[1])))
        cities = tuple(place.hex for place in map_.places if place.extra.get("victory_city"))
        shifts, words = _terrain_effects(files, land)
        rivers = either_side(map_.hexsides["minor_river"], map_.hexsides["major_river"])
        dry = sides_without(open_, major_unbridged)
        return cls(
            map=map_,
            grid=grid,
            land=land,
            entry=tuple(
                (name, row.move.other, map_.terrain[name])
                for name, row in tables.terrain.items()
                if name in map_.terrain and not row.prohibited
            ),
            shifts=shifts,
            terrain_words=words,
            open=open_,
            walled=any_side(sides_without(between_land, open_)),
            beside=_beside(grid, open_),
            over_river=_beside(grid, rivers),
            over_major=_beside(grid, map_.hexsides["major_river"]),
            over_unbridged=_beside(grid, major_unbridged),
            dry_beside=_beside(grid, dry),
            road_beside=_beside(grid, map_.paths["road"]),
            rivers=rivers,
            minor_unbridged=map_.unbridged("minor_river"),
            major=map_.hexsides["major_river"],
            major_bridged=map_.bridged("major_river"),
            major_unbridged=major_unbridged,
            dry=dry,
            supplied_through=entries(grid, dry),
            roads=map_.paths["road"],
            road_hexes=map_.path_hexes["road"],
            rails=map_.paths["rail"],
            rail_hexes=map_.path_hexes["rail"],
            sources=sources,
            source_list=source_list,
            source_distance=(_distances(grid, source_list[0]), _distances(grid, source_list[1])),
            pocket=map_.areas["stalingrad_pocket"],
            cities=cities,
            city_board=sum(1 << hex for hex in cities),
            city_number={hex: number for number, hex in enumerate(cities)},
            minor_river_cost=tables.hexside.minor_river.move,
            zoc_enter=tables.zoc.enter,
            zoc_leave=tables.zoc.leave,
            attack_factors=_attack_factors(files),
            defence_factors=tuple(_factor(one) for one in (1, 1, tables.combat.isolated_defense_factor)),
        )

    @cached_property
    def zoc(self) -> Callable[[int], int]:
        """The ZOC of combat units standing in these hexes, remembered, for many ask before one of them moves."""
        return lru_cache(maxsize=256)(self._zoc)

    def _zoc(self, combat_hexes: int) -> int:
        """6.0.1a not into Water, not over impassable hexsides."""
        walled = combat_hexes & self.walled
        if not walled:
            return self.grid.grow(combat_hexes) & self.land
        return self.grid.grow(combat_hexes ^ walled) & self.land | self.grid.step(walled, self.open)

    def crosses(self, sides: Sides, a: int, b: int) -> bool:
        """Whether the hexside between two adjacent hexes is one of these."""
        return bool(sides[self.grid.direction(a, b)] >> a & 1)


def _between(grid: Grid, land: int) -> Sides:
    n, ne, se, s, sw, nw = (
        sum(1 << hex for hex in bits(land) if (to := grid.neighbour(hex, d)) >= 0 and land >> to & 1) for d in range(6)
    )
    return n, ne, se, s, sw, nw


def _beside(grid: Grid, sides: Sides) -> tuple[int, ...]:
    return tuple(grid.step(1 << hex, sides) for hex in range(grid.size))


def _distances(grid: Grid, sources: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    by_hex: list[tuple[int, ...]] = [()] * grid.size
    for hex in grid.hexes:
        by_hex[hex] = tuple(grid.distance(hex, source) for source in sources)
    return tuple(by_hex)


def _terrain_effects(files: AvlFiles, land: int) -> tuple[dict[int, int], dict[int, tuple[str, ...]]]:
    """Shifts of ground and place added up (9.3.3a), and what to call it."""
    shifts: dict[int, int] = {}
    words: dict[int, tuple[str, ...]] = {}
    for hex in bits(land):
        features = [files.map.terrain_at[hex]]
        place = files.map.place_at.get(hex)
        if place is not None:
            features.append(place.kind)
        shifts[hex] = sum(files.tables.terrain[feature].shift for feature in features)
        words[hex] = tuple(features)
    return shifts, words


def _factor(value: float) -> Factor:
    exact = Fraction(str(value))
    return exact.numerator, exact.denominator


def _attack_factors(files: AvlFiles) -> tuple[tuple[Factor, ...], tuple[Factor, ...]]:
    combat = files.tables.combat
    supply = (1.0, combat.out_of_supply_attack_factor, combat.isolated_attack_factor)
    dry = tuple(_factor(one) for one in supply)
    wet = tuple(_factor(one * combat.river_attack_factor) for one in supply)  # 9.3.1d terrain and supply multiply
    return dry, wet
