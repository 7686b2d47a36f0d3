"""What runs over the ground of a map: rivers and other hexsides, roads, railways, bridges.

`core.svg` calls it. Rivers keep to their hexsides and paths cross each hexside in its middle, so that the drawing never
says more or less than the map.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from grognard.core.draw.sheet import Corner, Point, Sheet, chains, chance, curve, line, middle, pair, polyline
from grognard.hex.map import Route

HALO, INK = "#F6EFDD", "#2B241A"
MINOR, MAJOR, MAJOR_EDGE = "#3F7696", "#9CC3D2", "#2F6583"
BARRIER = "#B8442E"
ROAD, ROAD_EDGE = "#F6E3C4", "#8A4B2A"


def draw_ways(sheet: Sheet) -> Iterator[str]:
    """Hexsides, then roads, then railways, then bridges."""
    for kind in sorted(sheet.map.hexsides, key=lambda kind: (not is_river(kind), _is_major(kind))):
        yield from _hexsides(sheet, kind)
    for kind in sorted(sheet.map.paths, key=_is_rail):
        yield from _paths(sheet, kind)
    yield from _bridges(sheet)


# ---- hexsides


def is_river(kind: str) -> bool:
    return any(word in kind for word in ("river", "stream", "canal")) and "bridge" not in kind


def _is_major(kind: str) -> bool:
    return is_river(kind) and any(word in kind for word in ("major", "great", "impassable"))


def _hexsides(sheet: Sheet, kind: str) -> Iterator[str]:
    lines = chains(sheet.side(hex, d) for hex, d in sheet.each_side(sheet.map.hexsides[kind]))
    if not lines or "bridge" in kind:
        return
    z = sheet.scale
    if not is_river(kind):
        d = "".join(polyline([sheet.point(corner) for corner in chain]) for chain in lines)
        colour = BARRIER if "impassable" in kind else INK
        yield line(d, colour, 5 * z, "butt", stroke_dasharray=f"{1.4 * z:.2f} {3 * z:.2f}")
        yield line(d, colour, 0.9 * z)
        return
    d = "".join(curve(_meander(sheet, chain)) for chain in lines)
    if _is_major(kind):
        yield line(d, HALO, 9 * z, stroke_opacity=0.55)
        yield line(d, MAJOR_EDGE, 6.4 * z)
        yield line(d, MAJOR, 4 * z)
        yield line(d, MAJOR_EDGE, 0.7 * z, stroke_opacity=0.5)
    else:
        yield line(d, HALO, 4.6 * z, stroke_opacity=0.55)
        yield line(d, MINOR, 2.2 * z)


def _meander(sheet: Sheet, chain: list[Corner]) -> list[Point]:
    """A river's corners and a bend between each two; a corner lies alike for every river that meets there."""
    points = [sheet.loose(chain[0], 0.06, 11)]
    for a, b in pairwise(chain):
        (ax, ay), (bx, by) = sheet.loose(a, 0.06, 11), sheet.loose(b, 0.06, 11)
        bend = (chance(a[0] + b[0], a[1] + b[1], 12) - 0.5) * 0.22
        points += [((ax + bx) / 2 - (by - ay) * bend, (ay + by) / 2 + (bx - ax) * bend), (bx, by)]
    return points


# ---- roads and railways


def _is_rail(kind: str) -> bool:
    return kind.startswith("rail")


def _paths(sheet: Sheet, kind: str) -> Iterator[str]:
    routes = [route for route in sheet.map.routes if route.kind == kind]
    nodes = _nodes(sheet, routes)
    aside = {} if _is_rail(kind) else _beside_rails(sheet)
    d = "".join(_way(sheet, run, nodes, aside) for route in routes for run in sheet.runs(route.hexes))
    if not d:
        return
    z = sheet.scale
    yield line(d, HALO, 5 * z, stroke_opacity=0.55)
    if _is_rail(kind):
        yield line(d, INK, 1.5 * z)
        yield line(d, INK, 6 * z, "butt", stroke_dasharray=f"{1.1 * z:.2f} {6.4 * z:.2f}")
    elif kind in ("road", "highway"):
        yield line(d, ROAD_EDGE, 3.3 * z)
        yield line(d, ROAD, 1.7 * z)
    else:
        yield line(d, ROAD_EDGE, 1.5 * z, stroke_dasharray=f"{4 * z:.2f} {3 * z:.2f}")


def _nodes(sheet: Sheet, routes: list[Route]) -> set[int]:
    """Hexes where a path must pass through the centre: places, ends and junctions."""
    beside: dict[int, set[int]] = defaultdict(set)
    for route in routes:
        for a, b in pairwise(route.hexes):
            beside[a].add(b)
            beside[b].add(a)
    return {hex for hex, others in beside.items() if len(others) != 2 or hex in sheet.map.place_at}


def _beside_rails(sheet: Sheet) -> dict[tuple[int, int], Point]:
    """How far a road keeps to the right of a railway that runs from hex to hex with it."""
    aside: dict[tuple[int, int], Point] = {}
    for route in sheet.map.routes:
        for run in sheet.runs(route.hexes) if _is_rail(route.kind) else ():
            for a, b in pairwise(run):
                (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
                far = 5.2 * sheet.scale / math.dist((ax, ay), (bx, by))
                aside[a, b] = aside[b, a] = -(by - ay) * far, (bx - ax) * far
    return aside


def _way(sheet: Sheet, run: list[int], nodes: set[int], aside: dict[tuple[int, int], Point]) -> str:
    """A line through the middle of each hexside that it crosses, bent at the centres between."""
    shifts = [aside.get(step, (0.0, 0.0)) for step in pairwise(run)]
    gates = [
        _moved(middle(sheet.centre(a), sheet.centre(b)), shift)
        for (a, b), shift in zip(pairwise(run), shifts, strict=True)
    ]
    parts = [f"M{pair(sheet.centre(run[0]))}L{pair(gates[0])}"]
    for hex, before, after, shift in zip(run[1:-1], gates, gates[1:], map(middle, shifts, shifts[1:]), strict=False):
        centre = sheet.centre(hex)
        if hex in nodes:
            parts.append(f"Q{pair(_toward(before, centre))} {pair(centre)}")
            parts.append(f"Q{pair(_toward(after, centre))} {pair(after)}")
        else:
            wobble = (chance(hex, 21) - 0.5) * 0.3 * sheet.radius, (chance(hex, 22) - 0.5) * 0.3 * sheet.radius
            parts.append(f"Q{pair(_moved(_moved(centre, shift), wobble))} {pair(after)}")
    parts.append(f"L{pair(sheet.centre(run[-1]))}")
    return "".join(parts)


def _moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _toward(a: Point, b: Point) -> Point:
    return a[0] + (b[0] - a[0]) * 0.6, a[1] + (b[1] - a[1]) * 0.6


# ---- bridges


def _bridges(sheet: Sheet) -> Iterator[str]:
    """A bracket on either side of the path where it crosses a river."""
    if sheet.radius < 18:
        return
    brackets: list[str] = []
    for kind in filter(is_river, sheet.map.hexsides):
        for hex, d in sheet.each_side(sheet.map.bridged(kind)):
            crossing = sum(path[d] >> hex & 1 for path in sheet.map.paths.values())
            brackets += _brackets(sheet, hex, d, 8.5 if crossing > 1 else 4.6, 6.5 if _is_major(kind) else 5)
    if brackets:
        yield line("".join(brackets), INK, 1.2 * sheet.scale)


def _brackets(sheet: Sheet, hex: int, d: int, wide: float, long: float) -> Iterator[str]:
    a, b = (sheet.point(corner) for corner in sheet.side(hex, d))
    size = sheet.scale / math.dist(a, b)
    ux, uy = (b[0] - a[0]) * size, (b[1] - a[1]) * size
    mx, my = middle(a, b)
    half = [(wide + 2.8, -long), (wide, -long * 0.6), (wide, long * 0.6), (wide + 2.8, long)]
    for side in (-1, 1):
        yield polyline([(mx + ux * side * s - uy * t, my + uy * side * s + ux * t) for s, t in half])
