"""The printed map as SVG: paper, terrain, water, rivers on their hexsides, roads, railways, places and names.

`svg.picture` calls it. It draws only what a `HexMap` says, by the words the map uses; a word that it does not know gets a
neutral look, so that any map can be drawn.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from grognard.core.draw_lines import (
    Point,
    Sheet,
    chains,
    chance,
    curve,
    middle,
    number,
    pair,
    polygon,
    polyline,
    rounded,
    walk,
)
from grognard.hex.grid import Bitboard, bits
from grognard.hex.map import Route

LAND, MOTTLE, HALO, INK = "#F2EAD6", "#E6D8B8", "#F6EFDD", "#2B241A"
WATER, SHORE, WATERLINE = "#CBDAD9", "#4F7F93", "#5E93A8"
MINOR, MAJOR, MAJOR_EDGE = "#3F7696", "#9CC3D2", "#2F6583"
BARRIER = "#B8442E"
ROAD, ROAD_EDGE = "#F6E3C4", "#8A4B2A"
SLOPE = "#8A6636"


class Ground(NamedTuple):
    """How a kind of terrain looks."""

    fill: str
    texture: str = ""


_HILLS, _WOODS = Ground("#E3D2AC", "slope"), Ground("#D3D9B4", "trees")
_BOG, _SEA = Ground("#D5DED2", "reeds"), Ground(WATER, "waves")
_STREETS = Ground("#E2D3BF", "streets")
GROUNDS = {
    "rough": _HILLS, "broken": _HILLS, "hill": _HILLS, "hills": _HILLS, "heights": Ground("#E6D3A8", "slope"),
    "mountain": Ground("#D9C29B", "peaks"), "mountains": Ground("#D9C29B", "peaks"), "alpine": Ground("#D9C29B", "peaks"),
    "forest": _WOODS, "woods": _WOODS, "wooded": _WOODS, "swamp": _BOG, "marsh": _BOG,
    "desert": Ground("#F0DCAE", "sand"), "water": _SEA, "sea": _SEA, "lake": _SEA, "ocean": _SEA,
    "shoal": Ground("#BFD6CF", "sand"), "city": _STREETS, "town": _STREETS, "urban": _STREETS, "village": _STREETS,
}  # fmt: skip
OPEN = ("clear", "open", "plain", "steppe")
NEUTRAL = Ground("#E9E0C8")


def draw_land(sheet: Sheet, uid: str) -> Iterator[str]:
    """Everything under the grid and the grid itself."""
    yield from _paper(sheet, uid)
    for kind, board in sheet.map.terrain.items():
        area = board & sheet.shown
        if area and kind not in OPEN:
            yield from _area(sheet, uid, kind, area)
    yield _grid(sheet)


def draw_lines(sheet: Sheet) -> Iterator[str]:
    """Hexsides, roads, railways and bridges."""
    for kind in sorted(sheet.map.hexsides, key=_width_rank):
        yield from _hexsides(sheet, kind)
    tracks = {kind: [route for route in sheet.map.routes if route.kind == kind] for kind in sheet.map.paths}
    for kind in sorted(tracks, key=lambda kind: kind.startswith("rail")):
        yield from _paths(sheet, kind, tracks[kind])
    yield from _bridges(sheet)


# ---- paper and areas


def _paper(sheet: Sheet, uid: str) -> Iterator[str]:
    yield (
        f'<defs><radialGradient id="{uid}mottle"><stop stop-color="{MOTTLE}" stop-opacity=".8"/>'
        f'<stop offset="1" stop-color="{MOTTLE}" stop-opacity="0"/></radialGradient></defs>'
        f'<rect width="{number(sheet.width)}" height="{number(sheet.height)}" fill="{LAND}"/>'
    )
    cell = 7.5 * sheet.radius
    blots = []
    for column in range(int(sheet.width / cell) + 2):
        for row in range(int(sheet.height / cell) + 2):
            x, y = (column - 0.5 + chance(column, row, 1)) * cell, (row - 0.5 + chance(column, row, 2)) * cell
            wide, high = (0.5 + 0.6 * chance(column, row, 3)) * cell, (0.3 + 0.4 * chance(column, row, 4)) * cell
            blots.append(f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{wide:.0f}" ry="{high:.0f}"/>')
    yield f'<g fill="url(#{uid}mottle)">{"".join(blots)}</g>'


def _area(sheet: Sheet, uid: str, kind: str, area: Bitboard) -> Iterator[str]:
    ground = GROUNDS.get(kind, NEUTRAL)
    rings, edge = sheet.borders(area)
    loose = [[sheet.loose(corner, 0.09) for corner in ring] for ring in rings]
    # Smoothing draws an area back from the edge of the map: wedges from the centre out to the edge fill the gap.
    wedges = [polygon([sheet.centre(hex), *map(sheet.point, sheet.side(hex, d))]) for hex, d in edge]
    shape = "".join(curve(ring, closed=True) for ring in loose) + "".join(wedges)
    name = f"{uid}{kind}"
    yield f'<path id="{name}" d="{shape}" fill="{ground.fill}"/>'
    if not ground.texture:
        return
    yield f'<clipPath id="{name}-in"><use href="#{name}"/></clipPath><g clip-path="url(#{name}-in)">'
    if ground.texture == "waves":
        yield from _waves(sheet, area)
    else:
        yield from _texture(sheet, uid, kind, ground.texture, name)
    if ground.texture in ("slope", "peaks"):
        yield _hachures(sheet, loose, 0.42 if ground.texture == "slope" else 0.7)
    yield "</g>"
    if ground.texture == "waves":
        shore = _stroke(SHORE, 1.3 * sheet.scale)
        yield f'<path d="{_shores(sheet, area)}" {shore}/>'


def _shores(sheet: Sheet, area: Bitboard) -> str:
    """The lines between an area and the rest of the map: not along the map's edge."""
    grid, shown = sheet.grid, sheet.shown
    edges = [
        sheet.side(hex, d)
        for hex in bits(area)
        for d, other in enumerate(grid.neighbours[hex])
        if other >= 0 and shown >> other & 1 and not area >> other & 1
    ]
    lines = []
    for line in chains(edges):
        points = [sheet.loose(corner, 0.09) for corner in line]
        lines.append(curve(points[:-1], closed=True) if line[0] == line[-1] else curve(points))
    return "".join(lines)


def _waves(sheet: Sheet, area: Bitboard) -> Iterator[str]:
    """Waterlines along the shore, fading out to sea."""
    d, z = _shores(sheet, area), sheet.scale
    for step in range(5, 0, -1):
        depth = (3 + 2.6 * step + 0.55 * step * step) * z
        yield f'<path d="{d}" {_stroke(WATERLINE, 2 * depth + 0.8 * z)} stroke-opacity="{0.62 - 0.1 * step:.2f}"/>'
        yield f'<path d="{d}" {_stroke(WATER, 2 * depth - 0.8 * z)}/>'


def _hachures(sheet: Sheet, rings: list[list[Point]], opacity: float) -> str:
    """Strokes down the slope, densest at the rim."""
    r, strokes = sheet.radius, []
    for row, (start, length, kept) in enumerate([(0.05, 0.24, 1.0), (0.3, 0.2, 0.62), (0.56, 0.17, 0.36), (0.84, 0.15, 0.2)]):
        for ring in rings:
            line = rounded(ring)
            for step, ((x, y), (dx, dy)) in enumerate(walk([*line, line[0]], 0.085 * r)):
                luck = chance(int(x), int(y), row, step)
                if luck > kept:
                    continue
                lean = (chance(int(x), step, 3) - 0.5) * 0.7
                nx, ny = -dy + dx * lean, dx + dy * lean
                reach = (start + 0.14 * chance(step, row, int(y))) * r
                long = length * (0.5 + 0.7 * chance(int(y), step, 5)) * r
                strokes.append(f"M{pair((x + nx * reach, y + ny * reach))}l{pair((nx * long, ny * long))}")
    return f'<path d="{"".join(strokes)}" {_stroke(SLOPE, 0.8 * sheet.scale)} stroke-opacity="{opacity}"/>'


def _texture(sheet: Sheet, uid: str, kind: str, texture: str, name: str) -> Iterator[str]:
    """A tile of small marks laid over an area."""
    pace = {"trees": 8.0, "reeds": 11.0, "sand": 7.0, "peaks": 17.0, "slope": 10.0, "streets": 7.0}[texture] * sheet.scale
    cells = max(4, round(8 * sheet.radius / pace))
    side = cells * pace
    spots = [
        ((column + 0.5 + (chance(column, row, 7) - 0.5) * 0.5) * pace, (row + 0.5 + (chance(column, row, 8) - 0.5) * 0.5) * pace)
        for row in range(cells)
        for column in range(cells)
    ]
    yield (
        f'<pattern id="{uid}{kind}-marks" width="{side:.1f}" height="{side:.1f}" patternUnits="userSpaceOnUse">'
        f'{_marks(texture, spots, sheet.scale)}</pattern><use href="#{name}" style="fill:url(#{uid}{kind}-marks)"/>'
    )


def _marks(texture: str, spots: list[Point], z: float) -> str:
    sized = [(x, y, chance(int(8 * x), int(8 * y))) for x, y in spots]
    if texture == "trees":
        crowns = "".join(f'<circle cx="{number(x)}" cy="{number(y)}" r="{(2 + 1.2 * luck) * z:.1f}"/>' for x, y, luck in sized)
        shade = "".join(
            f"M{pair((x + s, y))}A{s:.1f} {s:.1f} 0 0 1 {pair((x - s * 0.7, y + s * 0.7))}"
            for x, y, luck in sized
            for s in [(2 + 1.2 * luck) * z]
        )
        return f'<g fill="#C6CFA4">{crowns}</g><path d="{shade}" {_stroke("#7F8F5C", 0.8 * z)}/>'
    if texture == "reeds":
        dashes = "".join(f"M{pair((x - 4 * z, y))}h{(4 + 4 * luck) * z:.1f}" for x, y, luck in sized)
        stalks = "".join(
            f"M{pair((x, y - z))}v{-4 * z:.1f}m{-1.5 * z:.1f} {z:.1f}l{-z:.1f} {-2.4 * z:.1f}m{4 * z:.1f} 0l{-z:.1f} {2.4 * z:.1f}"
            for x, y, luck in sized
            if luck > 0.6
        )
        return f'<path d="{dashes}{stalks}" {_stroke("#6F979B", 0.8 * z)}/>'
    if texture == "peaks":
        s = 5.5 * z
        tops = "".join(
            f"M{pair((x - s, y + s * 0.7))}l{s:.1f} {-1.4 * s:.1f}l{s:.1f} {1.4 * s:.1f}"
            f"M{pair((x + 0.2 * s, y - 0.2 * s))}l{0.3 * s:.1f} {0.8 * s:.1f}"
            for x, y, luck in sized
            if luck > 0.25
        )
        return f'<path d="{tops}" {_stroke("#6B4E26", z)}/>'
    if texture == "slope":
        strokes = "".join(
            f"M{pair((x, y))}l{(luck - 0.5) * 3 * z:.1f} {2.6 * z:.1f}" for x, y, luck in sized if luck > 0.35
        )
        return f'<path d="{strokes}" {_stroke(SLOPE, 0.7 * z)} stroke-opacity=".4"/>'
    if texture == "streets":
        blocks = "".join(f"M{pair((x, y))}h{3 * z:.1f}v{2.2 * z:.1f}h{-3 * z:.1f}z" for x, y, luck in sized if luck > 0.3)
        return f'<path d="{blocks}" fill="#B79B84" fill-opacity=".7"/>'
    dots = "".join(f"M{pair((x, y))}h.1" for x, y, _ in sized)
    return f'<path d="{dots}" {_stroke(SLOPE, 1.2 * z)} stroke-opacity=".5"/>'


def _grid(sheet: Sheet) -> str:
    width = 0.45 if sheet.radius <= 24 else 0.7 if sheet.radius <= 50 else 0.9
    lines = []
    for hex in bits(sheet.shown):
        points = [sheet.point(corner) for corner in sheet.corners(hex)]
        lines.append(polyline([points[d] for d in (1, 2, 3, 4)]))
        for d, other in ((4, 4), (5, 5), (0, 0)):
            if sheet.grid.neighbours[hex][other] < 0 or not sheet.shown >> sheet.grid.neighbours[hex][other] & 1:
                lines.append(polyline([points[d], points[(d + 1) % 6]]))
    return f'<path d="{"".join(lines)}" {_stroke("#584224", width)} stroke-opacity=".3"/>'


# ---- hexsides


def _width_rank(kind: str) -> int:
    return 2 if _is_major(kind) else 1 if _is_river(kind) else 3


def _is_river(kind: str) -> bool:
    return any(word in kind for word in ("river", "stream", "canal")) and "bridge" not in kind


def _is_major(kind: str) -> bool:
    return _is_river(kind) and any(word in kind for word in ("major", "great", "impassable"))


def _hexsides(sheet: Sheet, kind: str) -> Iterator[str]:
    if "bridge" in kind:
        return
    lines = chains(sheet.side(hex, d) for hex, d in sheet.each_side(sheet.map.hexsides[kind]))
    if not lines:
        return
    z = sheet.scale
    if not _is_river(kind):
        d = "".join(polyline([sheet.point(corner) for corner in line]) for line in lines)
        colour = BARRIER if "impassable" in kind else INK
        yield f'<path d="{d}" {_stroke(colour, 5 * z)} stroke-dasharray="{1.4 * z:.2f} {3 * z:.2f}" stroke-linecap="butt"/>'
        yield f'<path d="{d}" {_stroke(colour, 0.9 * z)}/>'
        return
    d = "".join(curve(_meander(sheet, line)) for line in lines)
    yield f'<path d="{d}" {_stroke(HALO, (9 if _is_major(kind) else 4.6) * z)} stroke-opacity=".55"/>'
    if _is_major(kind):
        yield f'<path d="{d}" {_stroke(MAJOR_EDGE, 6.4 * z)}/><path d="{d}" {_stroke(MAJOR, 4 * z)}/>'
        yield f'<path d="{d}" {_stroke(MAJOR_EDGE, 0.7 * z)} stroke-opacity=".5"/>'
    else:
        yield f'<path d="{d}" {_stroke(MINOR, 2.2 * z)}/>'


def _meander(sheet: Sheet, line: list[tuple[int, int]]) -> list[Point]:
    """A river's corners and the bends between them; each corner stays where it is for every river that ends there."""
    points = [sheet.loose(line[0], 0.06, 11)]
    for a, b in pairwise(line):
        (ax, ay), (bx, by) = sheet.loose(a, 0.06, 11), sheet.loose(b, 0.06, 11)
        bend = (chance(a[0] + b[0], a[1] + b[1], 12) - 0.5) * 0.22
        points += [((ax + bx) / 2 - (by - ay) * bend, (ay + by) / 2 + (bx - ax) * bend), (bx, by)]
    return points


# ---- roads and railways


def _paths(sheet: Sheet, kind: str, routes: list[Route]) -> Iterator[str]:
    z, rail = sheet.scale, kind.startswith("rail")
    nodes = _nodes(sheet, routes)
    aside = {} if rail else _beside_rails(sheet)
    d = "".join(_way(sheet, run, nodes, aside) for route in routes for run in _runs(sheet, route))
    if not d:
        return
    yield f'<path d="{d}" {_stroke(HALO, 5 * z)} stroke-opacity=".55"/>'
    if rail:
        yield f'<path d="{d}" {_stroke(INK, 1.5 * z)}/>'
        ticks = f'stroke-dasharray="{1.1 * z:.2f} {6.4 * z:.2f}" stroke-linecap="butt"'
        yield f'<path d="{d}" {_stroke(INK, 6 * z)} {ticks}/>'
    elif kind in ("road", "highway"):
        yield f'<path d="{d}" {_stroke(ROAD_EDGE, 3.3 * z)}/><path d="{d}" {_stroke(ROAD, 1.7 * z)}/>'
    else:
        yield f'<path d="{d}" {_stroke(ROAD_EDGE, 1.5 * z)} stroke-dasharray="{4 * z:.1f} {3 * z:.1f}"/>'


def _runs(sheet: Sheet, route: Route) -> list[list[int]]:
    """The stretches of a route on the sheet."""
    runs: list[list[int]] = [[]]
    for hex in route.hexes:
        if sheet.shown >> hex & 1:
            runs[-1].append(hex)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) > 1]


def _nodes(sheet: Sheet, routes: list[Route]) -> set[int]:
    """Hexes where a line must pass through the centre: places, ends and junctions."""
    beside: dict[int, set[int]] = defaultdict(set)
    for route in routes:
        for a, b in pairwise(route.hexes):
            beside[a].add(b)
            beside[b].add(a)
    return {hex for hex, others in beside.items() if len(others) != 2 or hex in sheet.map.place_at}


def _beside_rails(sheet: Sheet) -> dict[tuple[int, int], Point]:
    """Where a railway runs from hex to hex: how far a road over the same hexside keeps to its right."""
    aside: dict[tuple[int, int], Point] = {}
    for route in sheet.map.routes:
        if not route.kind.startswith("rail"):
            continue
        for run in _runs(sheet, route):
            for a, b in pairwise(run):
                (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
                far = 5.2 * sheet.scale / math.hypot(bx - ax, by - ay)
                aside[a, b] = aside[b, a] = -(by - ay) * far, (bx - ax) * far
    return aside


def _way(sheet: Sheet, run: list[int], nodes: set[int], aside: dict[tuple[int, int], Point]) -> str:
    """A line that crosses each hexside in its middle and bends at the centres between."""
    ends = {run[0], run[-1]}
    steps = list(pairwise(run))
    shift = [aside.get(step, (0.0, 0.0)) for step in steps]
    gates = [_moved(middle(sheet.centre(a), sheet.centre(b)), off) for (a, b), off in zip(steps, shift, strict=True)]
    parts = [f"M{pair(sheet.centre(run[0]))}L{pair(gates[0])}"]
    for i in range(1, len(run) - 1):
        hex = run[i]
        if hex in nodes or hex in ends:
            x, y = sheet.centre(hex)
            parts.append(f"Q{pair(_toward(gates[i - 1], (x, y)))} {pair((x, y))}Q{pair(_toward(gates[i], (x, y)))} {pair(gates[i])}")
        else:
            bend = _moved(sheet.centre(hex), middle(shift[i - 1], shift[i]))
            reach = 0.3 * sheet.radius
            wobble = (chance(hex, 21) - 0.5) * reach, (chance(hex, 22) - 0.5) * reach
            parts.append(f"Q{pair(_moved(bend, wobble))} {pair(gates[i])}")
    parts.append(f"L{pair(sheet.centre(run[-1]))}")
    return "".join(parts)


def _moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _toward(a: Point, b: Point) -> Point:
    return a[0] + (b[0] - a[0]) * 0.6, a[1] + (b[1] - a[1]) * 0.6


def _bridges(sheet: Sheet) -> Iterator[str]:
    """A bracket on either side of the path where it crosses a river."""
    if sheet.radius < 18:
        return
    brackets = []
    for kind in filter(_is_river, sheet.map.hexsides):
        for hex, d in sheet.each_side(sheet.map.bridged(kind)):
            crossing = [path for path in sheet.map.paths.values() if path[d] >> hex & 1]
            wide = (8.5 if len(crossing) > 1 else 4.6) * sheet.scale
            brackets.append(_bracket(sheet, hex, d, wide, (6.5 if _is_major(kind) else 5) * sheet.scale))
    if brackets:
        yield f'<path d="{"".join(brackets)}" {_stroke(INK, 1.2 * sheet.scale)}/>'


def _bracket(sheet: Sheet, hex: int, d: int, wide: float, long: float) -> str:
    a, b = (sheet.point(corner) for corner in sheet.side(hex, d))
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    mx, my = middle(a, b)
    drawn = []
    for side in (-1, 1):
        points = [(side * (wide + 1.8), -long), (side * wide, -long * 0.6), (side * wide, long * 0.6), (side * (wide + 1.8), long)]
        drawn.append(polyline([(mx + ux * s - uy * t, my + uy * s + ux * t) for s, t in points]))
    return "".join(drawn)


def _stroke(colour: str, width: float) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{width:.2f}" stroke-linejoin="round" stroke-linecap="round"'


def hexes_path(sheet: Sheet, hexes: Iterable[int], size: float = 1.0) -> str:
    """Hexes as one path."""
    return "".join(polygon(sheet.outline(hex, size)) for hex in hexes)
