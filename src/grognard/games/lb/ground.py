"""The map as the rules see it: what a hex costs and gives, where rivers run and roads lead, which hexes a ZOC enters.

Built once from the map and the Terrain Effects Chart. Costs are in half movement points, because of the road
(tec.road).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from grognard.games.lb.schema import LbFiles
from grognard.hex.grid import Grid, Sides, bits
from grognard.hex.map import HexMap, either_side, sides_without

Entry = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Ground:
    """Everything about the map that a rule asks for."""

    map: HexMap
    grid: Grid
    land: int
    entry: tuple[Entry, Entry]
    """[foot, motor]: (terrain, half points, hexes): tec.clear, tec.town, tec.rough, tec.forest, tec.swamp; tec.rail has
    none."""
    die_addition: dict[int, int]
    """By hex: what its terrain adds to the die of an attack on it."""
    air_defence: dict[int, int]
    """By hex: strength against an air strike (air.A)."""
    rough_going: int
    """Hexes that halve armored units in them (tec.d)."""
    no_zoc: int
    """Forest and swamp, which no ZOC enters (zoc.E1)."""
    river: Sides
    rivers: tuple[tuple[int, int], ...]
    """Every river hexside as its two hexes; bridges are numbered by their place in this list."""
    river_number: dict[frozenset[int], int]
    dry: tuple[Sides, Sides]
    """Hexsides that anyone may cross: with the road bridges, and without them (eng.general, engineer_bridges_only)."""
    bridged_by_road: Sides
    roads: Sides
    road_hexes: int
    places: dict[str, int]
    """Every named place with all its hexes."""
    zoc_enter: int
    zoc_leave: int
    road_cost: int
    exit_cost: tuple[int, int]

    @classmethod
    def of(cls, files: LbFiles) -> Ground:
        map_ = files.map
        grid = map_.grid
        chart = files.tables.terrain
        here = {name: row for name, row in chart.items() if name in map_.terrain}
        river = map_.hexsides["river"]
        rivers = tuple(
            (hex, beside)
            for hex in sorted(bits(grid.board), key=grid.name)
            for d, beside in enumerate(grid.neighbours[hex])
            if beside >= 0 and river[d] >> hex & 1 and grid.name(hex) < grid.name(beside)
        )
        road_bridges = map_.bridged("river")
        between = sides_without(grid.every_side, river)
        places: dict[str, int] = {}
        for place in map_.places:
            places[place.name] = places.get(place.name, 0) | 1 << place.hex
        terrain_at = {hex: chart[map_.terrain_at[hex]] for hex in bits(map_.playable)}
        return cls(
            map=map_,
            grid=grid,
            land=map_.playable,
            entry=(
                tuple((name, 2 * row.move.foot, map_.terrain[name]) for name, row in here.items()),
                tuple((name, 2 * row.move.motor, map_.terrain[name]) for name, row in here.items()),
            ),
            die_addition={hex: row.die_addition for hex, row in terrain_at.items()},
            air_defence={hex: row.air_defense for hex, row in terrain_at.items()},
            rough_going=sum(map_.terrain[name] for name, row in here.items() if row.armor_halved),
            no_zoc=sum(map_.terrain[name] for name, row in here.items() if not row.zoc_enters),
            river=river,
            rivers=rivers,
            river_number={frozenset(pair): number for number, pair in enumerate(rivers)},
            dry=(either_side(between, road_bridges), between),
            bridged_by_road=road_bridges,
            roads=map_.paths["road"],
            road_hexes=map_.path_hexes["road"],
            places=places,
            zoc_enter=2 * files.tables.zoc.enter,
            zoc_leave=2 * files.tables.zoc.leave,
            road_cost=int(2 * Fraction(str(files.tables.road.move))),
            exit_cost=(
                2 * chart[files.tables.movement.exit_terrain].move.foot,
                2 * chart[files.tables.movement.exit_terrain].move.motor,
            ),
        )

    @cached_property
    def motor_costs(self) -> tuple[tuple[int, int], ...]:
        """(half points, hexes) of the motorized column, each price once."""
        found: dict[int, int] = {}
        for _, cost, board in self.entry[1]:
            found[cost] = found.get(cost, 0) | board
        return tuple(found.items())

    @cached_property
    def best_cover(self) -> int:
        """The most that any terrain adds to the die of an attack."""
        return max(self.die_addition.values())

    @cached_property
    def zoc(self) -> Callable[[int], int]:
        """The ZOC of units in these hexes: the six around each (zoc.general), but no forest or swamp (zoc.E1).

        zoc.E2 a unit that stands in forest or swamp has a ZOC like any other. It is asked for far more often than
        anybody moves.
        """
        grow, reached = self.grid.grow, self.grid.board & ~self.no_zoc
        return lru_cache(maxsize=512)(lambda hexes: grow(hexes) & reached)

    def crosses(self, sides: Sides, a: int, b: int) -> bool:
        """Whether the hexside between two adjacent hexes is one of these."""
        return bool(sides[self.grid.direction(a, b)] >> a & 1)

    def bridge_sides(self, number: int) -> Sides:
        """A river hexside as a set of its own."""
        return self.grid.sides([self.rivers[number]])

    def hexside_name(self, number: int) -> str:
        a, b = self.rivers[number]
        return f"{self.grid.name(a)}-{self.grid.name(b)}"
