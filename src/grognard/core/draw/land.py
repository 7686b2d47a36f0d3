"""The ground of a map: paper, terrain areas with their textures, water with its shores, and the grid.

`core.svg` calls it. Terrain looks as its word says; a word that is not known here gets a neutral tint, so that any map
can be drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grognard.core.draw.sheet import (
    Point,
    Sheet,
    chains,
    chance,
    curve,
    line,
    pair,
    polygon,
    polyline,
    rounded,
    tag,
    walk,
)
from grognard.hex.grid import Bitboard, bits

LAND, STAIN, GRID = "#F2EAD6", "#E4D6B4", "#584224"
WATER, SHORE, WATERLINE = "#CBDAD9", "#4F7F93", "#5E93A8"
SLOPE = "#8A6636"
STAINS = 6


class Ground(NamedTuple):
    """How a kind of terrain looks."""

    fill: str
    texture: str = ""


_HILLS, _PEAKS, _WOODS = Ground("#E3D2AC", "slope"), Ground("#D9C29B", "peaks"), Ground("#D3D9B4", "trees")
_BOG, _SEA, _STREETS = Ground("#D5DED2", "reeds"), Ground(WATER, "waves"), Ground("#E2D3BF", "streets")
GROUNDS = {
    "rough": _HILLS, "broken": _HILLS, "hill": _HILLS, "hills": _HILLS, "heights": Ground("#E6D3A8", "slope"),
    "mountain": _PEAKS, "mountains": _PEAKS, "alpine": _PEAKS, "forest": _WOODS, "woods": _WOODS, "wooded": _WOODS,
    "swamp": _BOG, "marsh": _BOG, "desert": Ground("#F0DCAE", "sand"), "shoal": Ground("#BFD6CF", "sand"),
    "water": _SEA, "sea": _SEA, "lake": _SEA, "ocean": _SEA,
    "city": _STREETS, "town": _STREETS, "urban": _STREETS, "village": _STREETS,
}  # fmt: skip
OPEN = ("clear", "open", "plain", "steppe")
NEUTRAL = Ground("#E9E0C8")


def is_water(kind: str) -> bool:
    return GROUNDS.get(kind, NEUTRAL).texture == "waves"


def draw_plain(sheet: Sheet) -> Iterator[str]:
    """Land and water as flat areas, without textures and grid: for a small picture that something is laid over."""
    yield tag("rect", width=sheet.width, height=sheet.height, fill=LAND)
    for kind, board in sheet.map.terrain.items():
        area = board & sheet.shown
        if area and kind not in OPEN:
            yield tag("path", d=_shape(sheet, area)[0], fill=GROUNDS.get(kind, NEUTRAL).fill)
            if is_water(kind):
                yield line(_shore(sheet, area), SHORE, 1.3 * sheet.scale)


def draw_land(sheet: Sheet, uid: str) -> Iterator[str]:
    """Everything under the ways, and the grid."""
    yield from _paper(sheet, uid)
    for number, (kind, board) in enumerate(sheet.map.terrain.items()):
        area = board & sheet.shown
        if area and kind not in OPEN:
            yield from _area(sheet, f"{uid}t{number}", GROUNDS.get(kind, NEUTRAL), area)
    yield _grid(sheet)


def hexes_path(sheet: Sheet, hexes: Iterable[int], size: float = 1.0) -> str:
    """Hexes as one path."""
    return "".join(polygon(sheet.outline(hex, size)) for hex in hexes)


# ---- paper


def _paper(sheet: Sheet, uid: str) -> Iterator[str]:
    """Land with faint flat stains, each in three steps: soft to the eye, and small as a PNG."""
    yield tag("defs", *(tag("g", _stain(shape), id=f"{uid}stain{shape}") for shape in range(STAINS)))
    yield tag("rect", width=sheet.width, height=sheet.height, fill=LAND)
    cell = 6.5 * sheet.radius
    laid = []
    for column in range(int(sheet.width / cell) + 2):
        for row in range(int(sheet.height / cell) + 2):
            x, y = (column - 0.5 + chance(column, row, 1)) * cell, (row - 0.5 + chance(column, row, 2)) * cell
            wide, high = 0.4 + 0.6 * chance(column, row, 3), 0.25 + 0.35 * chance(column, row, 4)
            shape = int(chance(column, row, 5) * STAINS)
            move = f"matrix({wide * cell / 100:.2f} 0 0 {high * cell / 100:.2f} {x:.0f} {y:.0f})"
            laid.append(tag("use", href=f"#{uid}stain{shape}", transform=move))
    yield tag("g", *laid, fill=STAIN, fill_opacity=0.11)


def _stain(shape: int) -> str:
    """A blot of radius 100 and two smaller ones in it."""
    far = [100 * (0.75 + 0.5 * chance(shape, bend)) for bend in range(9)]
    ring = [(math.cos(0.7 * bend) * out, math.sin(0.7 * bend) * out) for bend, out in enumerate(far)]
    blots = [[(x * size, y * size) for x, y in ring] for size in (1, 0.78, 0.54)]
    return "".join(tag("path", d=curve(blot, closed=True)) for blot in blots)


def _grid(sheet: Sheet) -> str:
    width = 0.45 if sheet.radius <= 24 else 0.7 if sheet.radius <= 50 else 0.9
    lines = []
    for hex in bits(sheet.shown):
        points = [sheet.point(corner) for corner in sheet.corners(hex)]
        lines.append(polyline(points[1:5]))
        for d in (4, 5, 0):
            other = sheet.grid.neighbours[hex][d]
            if other < 0 or not sheet.shown >> other & 1:
                lines.append(polyline([points[d], points[(d + 1) % 6]]))
    return line("".join(lines), GRID, width, stroke_opacity=0.3)


# ---- areas


def _shape(sheet: Sheet, area: Bitboard) -> tuple[str, list[list[Point]]]:
    """The outline of an area as a path, and its rings."""
    rings, edge = sheet.borders(area)
    loose = [[sheet.loose(corner, 0.09) for corner in ring] for ring in rings]
    # Smoothing draws an area back from the edge of the map: wedges from the centre out to the edge fill the gap.
    wedges = [polygon([sheet.centre(hex), *map(sheet.point, sheet.side(hex, d))]) for hex, d in edge]
    return "".join([*(curve(ring, closed=True) for ring in loose), *wedges]), loose


def _area(sheet: Sheet, name: str, ground: Ground, area: Bitboard) -> Iterator[str]:
    shape, loose = _shape(sheet, area)
    yield tag("defs", tag("path", id=name, d=shape), tag("clipPath", tag("use", href=f"#{name}"), id=f"{name}-in"))
    yield tag("use", href=f"#{name}", fill=ground.fill)
    inside: list[str] = []
    if ground.texture == "waves":
        shore = _shore(sheet, area)
        inside += _waves(shore, sheet.scale)
    elif ground.texture:
        inside += _texture(sheet, name, ground.texture)
    if ground.texture in ("slope", "peaks"):
        inside.append(_hachures(sheet, loose, 0.42 if ground.texture == "slope" else 0.7))
    if inside:
        yield tag("g", *inside, clip_path=f"url(#{name}-in)")
    if ground.texture == "waves":
        yield line(shore, SHORE, 1.3 * sheet.scale)


def _shore(sheet: Sheet, area: Bitboard) -> str:
    """The lines between an area and the rest of the map: not along the map's edge."""
    edges = [
        sheet.side(hex, d)
        for hex in bits(area)
        for d, other in enumerate(sheet.grid.neighbours[hex])
        if other >= 0 and sheet.shown >> other & 1 and not area >> other & 1
    ]
    lines = []
    for chain in chains(edges):
        points = [sheet.loose(corner, 0.09) for corner in chain]
        lines.append(curve(points[:-1], closed=True) if chain[0] == chain[-1] else curve(points))
    return "".join(lines)


def _waves(shore: str, z: float) -> Iterator[str]:
    """Waterlines along the shore, fading out to sea."""
    for step in range(5, 0, -1):
        depth = (3 + 2.6 * step + 0.55 * step * step) * z
        yield line(shore, WATERLINE, 2 * depth + 0.8 * z, stroke_opacity=0.62 - 0.1 * step)
        yield line(shore, WATER, 2 * depth - 0.8 * z)


def _hachures(sheet: Sheet, rings: list[list[Point]], opacity: float) -> str:
    """Strokes down the slope in four rows, the densest at the rim."""
    r, strokes = sheet.radius, []
    rims = [rounded(ring) for ring in rings]
    rows = [(0.05, 0.24, 1.0), (0.3, 0.2, 0.62), (0.56, 0.17, 0.36), (0.84, 0.15, 0.2)]
    for row, (start, length, kept) in enumerate(rows):
        for rim in rims:
            for step, ((x, y), (dx, dy)) in enumerate(walk([*rim, rim[0]], 0.085 * r)):
                if chance(int(x), int(y), row, step) > kept:
                    continue
                lean = (chance(int(x), step, 3) - 0.5) * 0.7
                nx, ny = -dy + dx * lean, dx + dy * lean
                reach = (start + 0.14 * chance(step, row, int(y))) * r
                long = length * (0.5 + 0.7 * chance(int(y), step, 5)) * r
                strokes.append(f"M{pair((x + nx * reach, y + ny * reach))}l{pair((nx * long, ny * long))}")
    return line("".join(strokes), SLOPE, 0.8 * sheet.scale, stroke_opacity=opacity)


# ---- textures

PACE = {"trees": 8, "reeds": 11, "sand": 7, "peaks": 17, "slope": 10, "streets": 7}


def _texture(sheet: Sheet, name: str, texture: str) -> Iterator[str]:
    """A tile of small marks laid over an area."""
    pace, z = PACE[texture], sheet.scale
    cells = max(4, round(8 * sheet.radius / (pace * z)))
    places = [(column, row) for row in range(cells) for column in range(cells)]
    spots = [
        ((c + 0.25 + 0.5 * chance(c, r, 7)) * pace, (r + 0.25 + 0.5 * chance(c, r, 8)) * pace, chance(c, r, 9))
        for c, r in places
    ]
    tile = tag("g", MARKS[texture](spots), transform=f"scale({z:.3f})")
    side = cells * pace * z
    yield tag("pattern", tile, id=f"{name}-marks", width=side, height=side, patternUnits="userSpaceOnUse")
    yield tag("use", href=f"#{name}", fill=f"url(#{name}-marks)")


Spots = list[tuple[float, float, float]]
"""Where a mark stands, and its luck: how large it is, or whether it is there at all."""


def _trees(spots: Spots) -> str:
    crowns, shades = [], []
    for x, y, luck in spots:
        size = 2 + 1.2 * luck
        crowns.append(tag("circle", cx=x, cy=y, r=size))
        shades.append(f"M{pair((x + size, y))}A{size:.1f} {size:.1f} 0 0 1 {pair((x - size * 0.7, y + size * 0.7))}")
    return tag("g", *crowns, fill="#C6CFA4") + line("".join(shades), "#7F8F5C", 0.8)


def _reeds(spots: Spots) -> str:
    dashes = "".join(f"M{pair((x - 4, y))}h{4 + 4 * luck:.1f}" for x, y, luck in spots)
    stalks = "".join(f"M{pair((x, y - 1))}v-4m-1.5 1l-1 -2.4m4 0l-1 2.4" for x, y, luck in spots if luck > 0.6)
    return line(dashes + stalks, "#6F979B", 0.8)


def _peaks(spots: Spots) -> str:
    peaks = [f"M{pair((x - 5.5, y + 4))}l5.5 -7.7l5.5 7.7m-4.4 -5l1.6 4.4" for x, y, luck in spots if luck > 0.25]
    return line("".join(peaks), "#6B4E26", 1)


def _slope(spots: Spots) -> str:
    strokes = [f"M{pair((x, y))}l{3 * luck - 1.5:.1f} 2.6" for x, y, luck in spots if luck > 0.35]
    return line("".join(strokes), SLOPE, 0.7, stroke_opacity=0.4)


def _streets(spots: Spots) -> str:
    blocks = [f"M{pair((x, y))}h3v2.2h-3z" for x, y, luck in spots if luck > 0.3]
    return tag("path", d="".join(blocks), fill="#B79B84", fill_opacity=0.7)


def _sand(spots: Spots) -> str:
    return line("".join(f"M{pair((x, y))}h.1" for x, y, _ in spots), SLOPE, 1.2, stroke_opacity=0.5)


MARKS = {
    "trees": _trees, "reeds": _reeds, "peaks": _peaks, "slope": _slope, "streets": _streets, "sand": _sand,
}  # fmt: skip
