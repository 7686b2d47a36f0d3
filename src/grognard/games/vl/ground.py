"""The map as the rules see it: what a hex and a hexside cost and give, the city, the edges, where supply comes from.

Built once from the map and the Terrain Effects Table. All costs are in half movement points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from grognard.games.vl.schema import TablesFile, VlFiles
from grognard.hex.grid import Grid, Sides, bits, both_sides, either_side
from grognard.hex.map import HexMap
from grognard.hex.trace import distances

INFANTRY: Final = 0
MECHANISED: Final = 1
SKI: Final = 2
"""Classes of movers (16.1)."""

HALVES: Final = 2
"""Half points to a movement point."""


@dataclass(frozen=True)
class Ground:
    """Everything about the map that a rule asks for."""

    map: HexMap
    grid: Grid
    land: int
    """Every hex of the map; none is closed to anybody (16.1)."""
    entry: tuple[tuple[tuple[str, int, int], ...], ...]
    """By class of mover: (terrain, half points, hexes)."""
    crossing: tuple[tuple[tuple[str, int, Sides], ...], ...]
    """By class of mover: (river, half points, hexsides without a bridge) (3.2f)."""
    path_cost: tuple[int, ...]
    paths: Sides
    """Roads and railways together (3.2)."""
    path_hexes: int
    gates: int
    """13.2a edge hexes where a road or railway runs off the map."""
    rivers: tuple[tuple[str, int, Sides], ...]
    """(word, columns, hexsides), the dearest for the attacker first (16.2)."""
    river_between: dict[tuple[int, int], int]
    """By hex and hex beside it: the number of the river between them, the dearest if there are several."""
    heights: int
    lakes: int
    ground_columns: dict[int, tuple[str, int]]
    """By hex: the ground and its columns; heights count only against a lower attacker, lakes by themselves (16.2)."""
    place_columns: dict[int, tuple[str, int]]
    """By hex of a village or city: its kind and columns (16.2)."""
    lake_columns: int
    settlements: int
    """Cities and villages (6.2.6, 6.4j)."""
    city: int
    """1.6 the two hexes of Velikiye Luki."""
    parts: dict[str, int]
    """By part ("west", "east"): its hex."""
    sources: tuple[int, int]
    """8.2 by side: the hexes its supply comes from."""
    passable: Sides
    """Every hexside between two hexes of the map."""
    edge_distance: tuple[list[int], list[int]]
    """6.5.1b by side and hex: how far it is to the side's own edge."""
    edges: tuple[int, int, int, int]
    """The hexes along the north, east, south and west edge."""
    edge: int
    west_edge: int
    prizes: tuple[tuple[int, int], ...]
    """13.3.1a (hex, victory points)."""
    around_twice: list[int]
    """By hex: itself and its neighbours."""

    @classmethod
    def of(cls, files: VlFiles) -> Ground:
        map_, tables = files.map, files.tables
        grid = map_.grid
        paths = either_side(map_.paths["road"], map_.paths["rail"])
        land = map_.playable
        west, east = map_.areas["west_edge"], map_.areas["east_edge"]
        edges = _edges(grid, land)
        rivers = _rivers(tables, map_)
        passable = both_sides(grid.every_side, both_sides((land,) * 6, grid.towards(land)))
        return cls(
            map=map_,
            grid=grid,
            land=land,
            entry=tuple(_entry(tables, map_, mover) for mover in (INFANTRY, MECHANISED, SKI)),
            crossing=tuple(
                tuple(
                    (name, HALVES * (row.mechanised if mover == MECHANISED else row.infantry), map_.unbridged(name))
                    for name, row in tables.hexside.items()
                )
                for mover in (INFANTRY, MECHANISED, SKI)
            ),
            path_cost=tuple(
                round(HALVES * (tables.path.mechanised if mover == MECHANISED else tables.path.infantry))
                for mover in (INFANTRY, MECHANISED, SKI)
            ),
            paths=paths,
            path_hexes=map_.path_hexes["road"] | map_.path_hexes["rail"],
            gates=sum(1 << hex for hex in {end for route in map_.routes for end in (route.hexes[0], route.hexes[-1])})
            & (edges[0] | edges[1] | edges[2] | edges[3]),
            rivers=rivers,
            river_between=_river_between(grid, rivers),
            heights=map_.terrain.get("heights", 0),
            lakes=map_.terrain.get("lake", 0),
            ground_columns={
                hex: (name, 0 if name == "lake" else tables.terrain[name].combat)
                for hex in bits(land)
                for name in (map_.terrain_at[hex],)
            },
            place_columns={place.hex: (place.kind, tables.place[place.kind]) for place in map_.places},
            lake_columns=tables.terrain["lake"].combat,
            settlements=sum(1 << place.hex for place in map_.places),
            city=map_.areas["velikiye_luki"],
            parts={place.extra["festung"]: place.hex for place in map_.places if "festung" in place.extra},
            sources=(map_.areas["soviet_supply"], map_.areas["german_supply"]),
            passable=passable,
            edge_distance=(distances(grid, east), distances(grid, west)),
            edges=edges,
            edge=edges[0] | edges[1] | edges[2] | edges[3],
            west_edge=west,
            prizes=tuple(
                (place.hex, place.extra["victory_points"]) for place in map_.places if "victory_points" in place.extra
            ),
            around_twice=[around | 1 << hex if around else 0 for hex, around in enumerate(grid.around)],
        )

    def place_and_ground(self, hex: int, columns: int) -> tuple[int, int]:
        """6.2.1c the columns of a hex's place and of its ground that count: a city adds, a village does not."""
        kind, in_place = self.place_columns.get(hex, ("", 0))
        if kind != "village":
            return in_place, columns
        return (in_place, 0) if in_place >= columns else (0, columns)


def _entry(tables: TablesFile, map_: HexMap, mover: int) -> tuple[tuple[str, int, int], ...]:
    rows = []
    for name, board in map_.terrain.items():
        if name not in tables.terrain:
            continue
        row = tables.terrain[name]
        points = row.mechanised if mover == MECHANISED else row.infantry
        if mover == SKI and row.ski is not None:
            points = row.ski
        rows.append((name, HALVES * points, board & map_.playable))
    return tuple(rows)


def _rivers(tables: TablesFile, map_: HexMap) -> tuple[tuple[str, int, Sides], ...]:
    """16.2 every kind of river hexside with its columns; a bridge lightens a major river only."""
    rows = []
    for name, row in tables.hexside.items():
        rows.append((name, row.combat, map_.unbridged(name)))
        rows.append((f"{name}_bridged", row.combat_bridged, map_.bridged(name)))
    return tuple(sorted(rows, key=lambda row: -row[1]))


def _river_between(grid: Grid, rivers: tuple[tuple[str, int, Sides], ...]) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for number, (_, _, sides) in enumerate(rivers):
        for d, board in enumerate(sides):
            for hex in bits(board):
                found.setdefault((hex, grid.neighbour(hex, d)), number)
    return found


def _edges(grid: Grid, land: int) -> tuple[int, int, int, int]:
    """The hexes along each edge of the printed map, its cut-away corners followed."""
    north = east = south = west = 0
    columns: dict[int, list[int]] = {}
    for hex in bits(land):
        columns.setdefault(grid.column_row(hex)[0], []).append(hex)
    for column, hexes in columns.items():
        hexes.sort(key=lambda hex: grid.column_row(hex)[1])
        north |= 1 << hexes[0]
        south |= 1 << hexes[-1]
        if column == min(columns):
            west = sum(1 << hex for hex in hexes)
        if column == max(columns):
            east = sum(1 << hex for hex in hexes)
    north |= _beside_a_gap(grid, land) & ~south & ~east & ~west
    return north, east, south, west


def _beside_a_gap(grid: Grid, land: int) -> int:
    """Hexes that touch one cut away from the map."""
    return grid.grow(grid.board & ~land) & land
