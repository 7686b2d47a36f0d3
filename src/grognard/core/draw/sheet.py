"""Geometry of a drawn map: where hexes, corners and hexsides lie on the sheet, and smooth lines through them.

The other files of this folder draw on a `Sheet`. Nothing here knows colours, terrain or pieces, and every wobble comes
from a hash of its place, so that the same map is always drawn alike.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import TypeAlias

from grognard.hex.grid import Bitboard, Sides, bits
from grognard.hex.map import HexMap

Point: TypeAlias = tuple[float, float]
Corner: TypeAlias = tuple[int, int]
"""A corner of the hex lattice in whole half-steps, so that hexes that share a corner agree on it."""

ROOT3 = math.sqrt(3)


def number(value: float) -> str:
    """A coordinate as short as it may be: one decimal, none where it is zero."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element with numbers shortened, texts escaped and hyphens for underscores; what is None is left out.

    >>> tag("rect", x=1.2500001, stroke_width=2, rx=None)
    '<rect x="1.25" stroke-width="2"/>'
    """
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else escape(str(value))
            parts.append(f'{key.replace("_", "-")}="{text}"')
    opened = " ".join(parts)
    return f"<{opened}>{''.join(inside)}</{name}>" if inside else f"<{opened}/>"


def line(d: str, colour: str, width: float, cap: str = "round", **attributes: object) -> str:
    """A path that is stroked and not filled."""
    return tag(
        "path", d=d, fill="none", stroke=colour, stroke_width=float(width), stroke_linejoin="round", stroke_linecap=cap,
        **attributes,
    )  # fmt: skip


def chance(*seeds: int) -> float:
    """A number in [0, 1) that is always the same for the same seeds."""
    mixed = 0x9E3779B9
    for seed in (*seeds, 0x2545F491):
        mixed = (mixed ^ (seed & 0xFFFFFFFF)) * 0x85EBCA6B & 0xFFFFFFFF
        mixed = (mixed ^ mixed >> 15) * 0xC2B2AE35 & 0xFFFFFFFF
    return (mixed ^ mixed >> 16) / 2**32


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def polygon(points: Sequence[Point]) -> str:
    return f"M{'L'.join(map(pair, points))}Z"


def polyline(points: Sequence[Point]) -> str:
    return f"M{'L'.join(map(pair, points))}"


def curve(points: Sequence[Point], closed: bool = False) -> str:
    """A smooth line guided by the points: through the middle between each two, and through open ends."""
    if len(points) < 3:
        return polyline(points)
    middles = [middle(a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    if closed:
        bends = [f"Q{pair(points[i])} {pair(middles[i])}" for i in range(len(points))]
        return f"M{pair(middles[-1])}{''.join(bends)}Z"
    bends = [f"Q{pair(points[i])} {pair(middles[i])}" for i in range(1, len(points) - 1)]
    return f"M{pair(points[0])}L{pair(middles[0])}{''.join(bends)}L{pair(points[-1])}"


def rounded(points: Sequence[Point], times: int = 2) -> list[Point]:
    """A closed ring with its corners cut, for what has to walk along `curve`."""
    ring = list(points)
    for _ in range(times):
        cut: list[Point] = []
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        ring = cut
    return ring


def walk(points: Sequence[Point], pace: float) -> Iterable[tuple[Point, Point]]:
    """Equal paces along a line: each place with the unit direction there."""
    left = pace / 2
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        if not length:
            continue
        way = (bx - ax) / length, (by - ay) / length
        while left <= length:
            yield (ax + way[0] * left, ay + way[1] * left), way
            left += pace
        left -= length


def chains(edges: Iterable[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """Hexsides joined into long lines that end where three meet or none goes on; a ring repeats its first corner."""
    beside: dict[Corner, list[Corner]] = defaultdict(list)
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    used: set[tuple[Corner, Corner]] = set()
    lines = []
    ends = [corner for corner, others in beside.items() if len(others) != 2]
    for start in [*ends, *beside]:
        for first in beside[start]:
            if (start, first) in used:
                continue
            line = [start, first]
            used |= {(start, first), (first, start)}
            while len(beside[line[-1]]) == 2 and line[-1] != start:
                before, here = line[-2:]
                following = beside[here][0] if beside[here][1] == before else beside[here][1]
                line.append(following)
                used |= {(here, following), (following, here)}
            lines.append(line)
    return lines


class Sheet:
    """The part of a map that is drawn, in pixels with the origin at its upper left."""

    def __init__(self, land: HexMap, radius: float, region: tuple[str, str] | None = None) -> None:
        self.map, self.grid, self.radius = land, land.grid, radius
        self.scale = max(0.55, min(1.6, radius / 34))
        self.inside = land.playable if region is None else self._within(*region)
        self.shown: Bitboard = (self.inside | self.grid.grow(self.inside)) & land.playable
        self.flat = self.grid.orientation == "flat"
        self._centres = {hex: self.grid.centre(hex) for hex in bits(self.shown)}
        self._corners = {hex: self._lattice(centre) for hex, centre in self._centres.items()}
        self._origin = (0.0, 0.0)
        points = [self.point(corner) for hex in bits(self.inside) for corner in self._corners[hex]]
        self._origin = min(x for x, _ in points), min(y for _, y in points)
        self.width = max(x for x, _ in points) - self._origin[0]
        self.height = max(y for _, y in points) - self._origin[1]

    def _within(self, upper_left: str, lower_right: str) -> Bitboard:
        """The playable hexes of a rectangle of columns and rows; ValueError where it holds none."""
        left, top = self.grid.column_row(self.grid.index(upper_left))
        right, bottom = self.grid.column_row(self.grid.index(lower_right))
        names = [f"{column:02}{row:02}" for column in range(left, right + 1) for row in range(top, bottom + 1)]
        inside = sum(1 << self.grid.index(name) for name in names) & self.map.playable
        if not inside:
            raise ValueError(f"no hexes from {upper_left} to {lower_right}: name the upper left, then the lower right")
        return inside

    def _lattice(self, centre: Point) -> list[Corner]:
        along, across = (0.5, ROOT3 / 2) if self.flat else (ROOT3 / 2, 0.5)
        x, y = round(centre[0] / along), round(centre[1] / across)
        around = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)]
        if not self.flat:
            around = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
        return [(x + dx, y + dy) for dx, dy in around]

    def centre(self, hex: int) -> Point:
        x, y = self._centres[hex]
        return x * self.radius - self._origin[0], y * self.radius - self._origin[1]

    def corners(self, hex: int) -> list[Corner]:
        """Clockwise; the hexside in direction `d` runs from corner `d` to corner `d + 1`."""
        return self._corners[hex]

    def side(self, hex: int, d: int) -> tuple[Corner, Corner]:
        corners = self._corners[hex]
        return corners[d], corners[(d + 1) % 6]

    def point(self, corner: Corner) -> Point:
        along, across = (0.5, ROOT3 / 2) if self.flat else (ROOT3 / 2, 0.5)
        x, y = corner[0] * along, corner[1] * across
        return x * self.radius - self._origin[0], y * self.radius - self._origin[1]

    def loose(self, corner: Corner, amount: float, salt: int = 0) -> Point:
        """A corner moved a little, up to `amount` of a radius each way, always alike."""
        x, y = self.point(corner)
        reach = 2 * amount * self.radius
        return x + (chance(*corner, salt) - 0.5) * reach, y + (chance(*corner, salt, 1) - 0.5) * reach

    def outline(self, hex: int, size: float = 1.0) -> list[Point]:
        """A hex as a polygon, drawn smaller where `size` is below 1."""
        cx, cy = self.centre(hex)
        return [(cx + (x - cx) * size, cy + (y - cy) * size) for x, y in map(self.point, self._corners[hex])]

    def runs(self, hexes: Iterable[int]) -> list[list[int]]:
        """The stretches of a chain of hexes that lie on the sheet, of two hexes or more."""
        runs: list[list[int]] = [[]]
        for hex in hexes:
            if self.shown >> hex & 1:
                runs[-1].append(hex)
            elif runs[-1]:
                runs.append([])
        return [run for run in runs if len(run) > 1]

    def each_side(self, sides: Sides) -> list[tuple[int, int]]:
        """Every shown hexside of a set once, as a hex and a direction."""
        found = []
        for d in range(6):
            for hex in bits(sides[d] & self.shown):
                if d < 3 or not self.shown >> self.grid.neighbours[hex][d] & 1:
                    found.append((hex, d))
        return found

    def borders(self, board: Bitboard) -> tuple[list[list[Corner]], list[tuple[int, int]]]:
        """The rings around an area, clockwise with holes the other way, and its hexsides on the edge of the map."""
        following: dict[Corner, Corner] = {}
        edge = []
        for hex in bits(board):
            for d, other in enumerate(self.grid.neighbours[hex]):
                if other >= 0 and board >> other & 1:
                    continue
                a, b = self.side(hex, d)
                following[a] = b
                if other < 0 or not self.shown >> other & 1:
                    edge.append((hex, d))
        rings = []
        while following:
            start, here = following.popitem()
            ring = [start]
            while here != start:
                ring.append(here)
                here = following.pop(here)
            rings.append(ring)
        return rings, edge
