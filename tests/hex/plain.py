"""Slow, plain twins of the bitboard code (offset coordinates, sets, heaps), and random things to try."""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterable
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from grognard.hex import Bitboard, Going, Grid, Sides

unhurried = settings(deadline=None)  # a busy machine is no fault of the code

# By direction: what a step adds to column and row, from a line that is not pushed and from one that is.
FLAT = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)
POINTY = (
    ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
    ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)),
)


def neighbour(grid: Grid, hex: int, d: int) -> int:
    """The neighbour by textbook offset coordinates, -1 off the map."""
    column, row = grid.column_row(hex)
    line = column if grid.orientation == "flat" else row
    pushed = line % 2 == (0 if grid.shifted == "even" else 1)
    across, down = (FLAT if grid.orientation == "flat" else POINTY)[pushed][d]
    column, row = column + across, row + down
    if 1 <= column <= grid.cols and 1 <= row <= grid.rows:
        return grid.index(f"{column:02}{row:02}")
    return -1


def neighbours(grid: Grid, hex: int, sides: Sides | None = None) -> list[int]:
    """The neighbours over these hexsides of a hex, in order of direction."""
    found = [neighbour(grid, hex, d) for d in range(6) if sides is None or sides[d] >> hex & 1]
    return [n for n in found if n >= 0]


def board_of(hexes: Iterable[int]) -> Bitboard:
    return sum(1 << hex for hex in set(hexes))


def hexes_of(board: Bitboard) -> set[int]:
    return {hex for hex in range(board.bit_length()) if board >> hex & 1}


def steps_from(grid: Grid, start: int, sides: Sides | None = None) -> dict[int, int]:
    """Breadth first: steps to every hex that can be reached."""
    found, queue = {start: 0}, [start]
    for hex in queue:
        for n in neighbours(grid, hex, sides):
            if n not in found:
                found[n] = found[hex] + 1
                queue.append(n)
    return found


def flood(grid: Grid, sources: set[int], allowed: set[int], open: Sides | None) -> set[int]:
    seen = sources & allowed
    todo = list(seen)
    while todo:
        for n in neighbours(grid, todo.pop(), open):
            if n in allowed and n not in seen:
                seen.add(n)
                todo.append(n)
    return seen


def within(grid: Grid, start: int, radius: int, open: Sides, last: Sides) -> set[int]:
    """Try every trace: a last hexside ends it."""
    seen, todo = {start}, {start}
    for _ in range(radius):
        seen |= {n for hex in todo for n in neighbours(grid, hex, last)}
        todo |= {n for hex in todo for n in neighbours(grid, hex, open)}
        seen |= todo
    return seen


def price(grid: Grid, going: Going, a: int, d: int) -> int | None:
    """The price of a step as the docstring of Going words it."""
    b = neighbour(grid, a, d)
    if b < 0 or not going.open[d] >> a & 1 or not going.free >> b & 1:
        return None
    for sides, zone in going.barred_within:
        if sides[d] >> a & 1 and zone >> a & 1 and zone >> b & 1:
            return None
    leaving = sum(cost for _, cost, board in going.leaving if board >> a & 1)
    entry = {name: cost for name, cost, board in going.entry if board >> b & 1}
    roads = [cost for _, cost, sides in going.roads if sides[d] >> a & 1]
    if roads:
        return min(roads) + sum(cost for name, cost in entry.items() if name in going.road_keeps) + leaving
    return sum(entry.values()) + sum(cost for _, cost, sides in going.crossing if sides[d] >> a & 1) + leaving


def reach(grid: Grid, going: Going, start: int, budget: int, stop: set[int]) -> dict[int, int]:
    """Dijkstra with a heap: the cheapest cost of every hex within the budget."""
    return reach_from(grid, going, {start: 0}, budget, stop, set())


def reach_from(
    grid: Grid, going: Going, seeds: dict[int, int], budget: int, stop: set[int], closed: set[int]
) -> dict[int, int]:
    """The same from several hexes, each for its own cost; a closed hex is a seed's or nobody's."""
    found: dict[int, int] = {}
    heap = [(cost, hex) for hex, cost in seeds.items() if cost <= budget]
    heapq.heapify(heap)
    while heap:
        cost, hex = heapq.heappop(heap)
        if hex in found:
            continue
        found[hex] = cost
        if hex in stop and cost:
            continue
        for d in range(6):
            step = price(grid, going, hex, d)
            if step is not None and cost + step <= budget and (n := neighbour(grid, hex, d)) not in closed:
                heapq.heappush(heap, (cost + step, n))
    return found


# -- random things to try ------------------------------------------------------------------------------------


def grids(largest: int = 12) -> st.SearchStrategy[Grid]:
    return st.builds(
        Grid,
        st.integers(1, largest),
        st.integers(1, largest),
        st.sampled_from(["flat", "pointy"]),
        st.sampled_from(["even", "odd"]),
    )


class Chance:
    """Random boards, hexsides and prices on one grid; hypothesis draws the seed."""

    def __init__(self, grid: Grid, seed: int) -> None:
        self.grid = grid
        self.random = random.Random(seed)

    def hex(self) -> int:
        return self.random.choice(self.grid.hexes)

    def board(self, share: float) -> Bitboard:
        return board_of(hex for hex in self.grid.hexes if self.random.random() < share)

    def sides(self, share: float, *, one_way: bool = False) -> Sides:
        """Some hexsides; with one_way they may be open in one direction only."""
        found = [0] * 6
        for hex in self.grid.hexes:
            for d in range(6 if one_way else 3):
                n = neighbour(self.grid, hex, d)
                if n >= 0 and self.random.random() < share:
                    found[d] |= 1 << hex
                    if not one_way:
                        found[d + 3] |= 1 << n
        return found[0], found[1], found[2], found[3], found[4], found[5]

    def going(self) -> Going:
        """Terrain, a zone, two rivers that may share a hexside, two roads, closed and barred hexsides."""
        rough, zone = self.board(0.3), self.board(0.25)
        cost, least = self.random.randint, self.random.choice([1, 1, 4])  # a road is often the cheaper one, or always
        return Going(
            entry=(
                ("clear", cost(least, least + 2), self.grid.board & ~rough),
                ("rough", cost(least, least + 4), rough),
                ("zone", cost(0, 3), zone),
            ),
            crossing=(
                ("brook", cost(0, 3), self.sides(0.2, one_way=True)),
                ("river", cost(0, 4), self.sides(0.2)),
            ),
            leaving=(("leave zone", cost(0, 3), zone), ("leave rough", cost(0, 2), rough)),
            open=self.sides(self.random.choice([0.5, 0.8, 1.0]), one_way=True),
            free=self.board(0.9),
            barred_within=((self.sides(0.5), zone),) if self.random.random() < 0.5 else (),
            roads=(("road", cost(1, 2), self.sides(0.15)), ("rail", cost(1, 2), self.sides(0.1))),
            road_keeps=frozenset(name for name in ("zone", "rough") if self.random.random() < 0.4),
        )


@st.composite
def chances(draw: st.DrawFn, largest: int = 9) -> Chance:
    return Chance(draw(grids(largest)), draw(st.integers(0, 2**32)))


def document(**changes: Any) -> dict[str, Any]:
    """A small sound map document, with some tables replaced."""
    doc: dict[str, Any] = {
        "format": "hexmap/1",
        "id": "vale",
        "name": "The vale",
        "name_ja": "谷",
        "scale_km": 2,
        "grid": {"cols": 4, "rows": 3, "orientation": "flat", "shifted": "even"},
        "terrain": {"legend": {".": "clear", "f": "forest", "x": "off"}, "grid": "..f.\n.ff.\n...x\n"},
        "hexsides": {"river": "0101-0102 0102-0201\n0103-0202", "cliff": "0301-0302"},
        "paths": [
            {"kind": "road", "name": "Vale road", "hexes": "0103 0202 0302"},
            {"kind": "rail", "hexes": "0101 0102"},
        ],
        "places": [
            {"hex": "0202", "name": "Ford", "name_ja": "浅瀬", "kind": "town", "points": 3},
            {"hex": "0303", "name": "Mill", "kind": "village"},
        ],
        "labels": [{"name": "Brook", "hexes": "0101 0201 0301"}],
        "areas": {"west": "0101 0102\n0103", "nowhere": ""},
        "weather": {"snow": ["0101", "0202"], "year": "1942"},
    }
    return {**doc, **changes}
