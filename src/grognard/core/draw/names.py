"""What is written on the map: places with their names, rivers and seas along their course, hex numbers.

`core.svg` calls it with the hexes that hold pieces, so that a name moves to the side where it can be read.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import NamedTuple

from grognard.core.draw.land import is_water
from grognard.core.draw.sheet import Point, Sheet, chance, curve, middle, pair, tag, walk
from grognard.core.draw.ways import HALO, INK
from grognard.hex.grid import bits
from grognard.hex.map import Label, Place

# resvg knows no generic families: a text is lost unless one of the named ones is there.
SERIF = (
    "Old Standard TT, Playfair Display, Georgia, Noto Serif, DejaVu Serif, Liberation Serif, Times New Roman, "
    "DejaVu Sans, Barlow Condensed, serif"
)
MINCHO = (
    "Noto Serif CJK JP, Noto Serif JP, Hiragino Mincho ProN, Yu Mincho, IPAexMincho, Noto Sans CJK JP, Noto Sans JP, "
    "Hiragino Sans, Yu Gothic, IPAexGothic"
)
NARROW = (
    "Barlow Condensed, Roboto Condensed, Arial Narrow, Liberation Sans Narrow, DejaVu Sans, Noto Sans, "
    "Liberation Sans, Arial, Helvetica, Segoe UI, Ubuntu, sans-serif"
)
CITY, WATER_INK, PLACE_INK = "#B8442E", "#2F6583", "#241D13"
NUMBERS_FROM, NAMES_FROM = 20, 16
"""The radius from which hex numbers, and names besides those of cities and seas, can be read."""


class Box(NamedTuple):
    """A rectangle that something fills already."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


class Crowd:
    """What names had better not cover, as weights on small squares of the sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self._pace = sheet.radius / 4
        self._weights: dict[tuple[int, int], float] = defaultdict(float)

    def add(self, box: Box, weight: float) -> None:
        for square in self._squares(box):
            self._weights[square] += weight

    def covered(self, box: Box) -> float:
        """How much a box would cover, by area and weight."""
        weights = self._weights
        return sum(weights[square] for square in self._squares(box) if square in weights) * self._pace**2

    def at(self, point: Point) -> float:
        return self._weights.get((int(point[0] // self._pace), int(point[1] // self._pace)), 0.0)

    def _squares(self, box: Box) -> list[tuple[int, int]]:
        left, top, right, bottom = [int(edge // self._pace) for edge in box]
        return [(column, row) for column in range(left, right + 1) for row in range(top, bottom + 1)]


class Style(NamedTuple):
    """How the places of a kind are drawn."""

    size: float
    blocks: int
    spread: float
    look: Mapping[str, object]
    letter: float
    """The usual width of a letter, in ems."""


STYLES = {
    "city": Style(19, 15, 0.46, {"font_weight": 700, "letter_spacing": ".12em"}, 0.86),
    "town": Style(14.5, 7, 0.24, {"font_weight": 700}, 0.6),
    "village": Style(12.5, 4, 0.16, {"font_style": "italic"}, 0.48),
}


def serif(language: str) -> str:
    return f"{MINCHO}, {SERIF}" if language == "ja" else SERIF


def draw_numbers(sheet: Sheet) -> str:
    """Hex numbers at the upper edge of each hex."""
    if sheet.radius < NUMBERS_FROM:
        return ""
    texts = []
    for hex in bits(sheet.inside):
        x, y = sheet.centre(hex)
        texts.append(f'<text x="{x:.1f}" y="{y - 0.66 * sheet.radius:.1f}">{sheet.grid.name(hex)}</text>')
    return tag(
        "g", *texts, font_family=NARROW, font_stretch="condensed", font_size=max(0.24 * min(sheet.radius, 50), 5),
        text_anchor="middle", fill="#6B5636", fill_opacity=0.62,
    )  # fmt: skip


def draw_names(sheet: Sheet, uid: str, occupied: Iterable[int], language: str) -> Iterator[str]:
    """Places and all names, the weightiest first: later names make way for earlier ones."""
    places = [place for place in sheet.map.places if sheet.inside >> place.hex & 1]
    places.sort(key=lambda place: -_style(place).size)
    yield from _buildings(sheet, places)
    taken = _crowd(sheet, places, occupied)
    names = [text for place in places for text in _name(sheet, place, taken, language)]
    waters: list[str] = []
    for number, label in enumerate(sheet.map.labels):
        waters += _along(sheet, f"{uid}w{number}", label, taken, language)
    print_: dict[str, object] = {
        "font_family": serif(language), "stroke": HALO, "stroke_width": 3.6 * _zoom(sheet), "stroke_linejoin": "round",
        "paint_order": "stroke",
    }  # fmt: skip
    slant = None if language == "ja" else "italic"
    yield tag("g", *waters, fill=WATER_INK, font_style=slant, text_anchor="middle", **print_)
    yield tag("g", *names, fill=PLACE_INK, **print_)
    yield from _worth(sheet, places)


def _zoom(sheet: Sheet) -> float:
    return max(0.7, min(1.22, sheet.radius / 34))


def _style(place: Place) -> Style:
    return STYLES.get(place.kind, STYLES["village"])


def _crowd(sheet: Sheet, places: list[Place], occupied: Iterable[int]) -> Crowd:
    """Counters and buildings, and with little weight the hexsides that carry something."""
    taken = Crowd(sheet)
    for hex in occupied:
        taken.add(_around(sheet.centre(hex), 0.62 * sheet.radius), 4)
    for place in places:
        taken.add(_around(sheet.centre(place.hex), _style(place).spread * sheet.radius), 0.7)
    for kinds, weight in ((sheet.map.hexsides, 0.5), (sheet.map.paths, 0.1)):
        for sides in kinds.values():
            for hex, d in sheet.each_side(sides):
                taken.add(_around(middle(*map(sheet.point, sheet.side(hex, d))), 0.3 * sheet.radius), weight)
    return taken


def _around(point: Point, r: float) -> Box:
    return Box(point[0] - r, point[1] - r, point[0] + r, point[1] + r)


def _buildings(sheet: Sheet, places: list[Place]) -> Iterator[str]:
    """Clustered blocks: red for cities, dark for the others."""
    for colour, cities in ((CITY, True), (INK, False)):
        blocks = [block for place in places if (place.kind == "city") is cities for block in _blocks(sheet, place)]
        if blocks:
            yield tag("path", d="".join(blocks), fill=colour, stroke=HALO, stroke_width=0.7 * sheet.scale)


def _blocks(sheet: Sheet, place: Place) -> Iterator[str]:
    style, (x, y) = _style(place), sheet.centre(place.hex)
    turn = (chance(place.hex, 2) - 0.5) * 1.2
    cos, sin = math.cos(turn), math.sin(turn)
    large = (1.25 if place.kind == "city" else 1.0) * sheet.scale
    for block in range(style.blocks):
        luck = [chance(block, place.hex, salt) for salt in range(4)]
        far = math.sqrt(luck[0]) * style.spread * sheet.radius
        wide, high = large * (2.7 + 3 * luck[2]), large * (2 + 2 * luck[3])
        ax, ay, bx, by = wide * cos, wide * sin, -high * sin, high * cos
        dx, dy = math.cos(6.28 * luck[1]) * far, math.sin(6.28 * luck[1]) * far * 0.8
        corner = x + dx - (ax + bx) / 2, y + dy - (ay + by) / 2
        yield f"M{pair(corner)}l{pair((ax, ay))} {pair((bx, by))} {pair((-ax, -ay))}z"


# ---- names of places


def _name(sheet: Sheet, place: Place, taken: Crowd, language: str) -> Iterator[str]:
    text = place.written(language)
    if not text or (sheet.radius < NAMES_FROM and place.kind != "city"):
        return
    style, ja = _style(place), text != place.written()
    text = text.upper() if place.kind == "city" and not ja else text
    size = style.size * _zoom(sheet) * (0.84 if ja else 1)
    wide = len(text) * size * (1.05 if ja else style.letter)
    x, y, anchor = _freest(sheet, place, wide, size, taken)
    look = {key: value for key, value in style.look.items() if not ja or key == "font_weight"}
    yield tag("text", escape(text), x=x, y=y, font_size=size, text_anchor=anchor, **look)


def _freest(sheet: Sheet, place: Place, wide: float, size: float, taken: Crowd) -> tuple[float, float, str]:
    """The side of a place where its name covers least of what stands there already; the first in doubt."""
    x, y = sheet.centre(place.hex)
    page = Box(2, 2, sheet.width - 2, sheet.height - 2)
    near = (_style(place).spread + 0.1) * sheet.radius
    best: tuple[float, float, float, str, Box] | None = None
    for rank, (dx, dy, anchor) in enumerate(_seats(near, sheet.radius, size * 0.75)):
        left = x + dx - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        box = Box(left, y + dy - 0.75 * size, left + wide, y + dy + 0.2 * size)
        outside = 0.9 * wide * size - box.overlap(page)
        cost = taken.covered(box) + 4 * max(0.0, outside) + rank * 0.03 * wide * size
        if best is None or cost < best[0]:
            best = cost, x + dx, y + dy, anchor, box
    assert best is not None
    taken.add(best[4], 3)
    return best[1:4]


def _seats(near: float, radius: float, high: float) -> list[tuple[float, float, str]]:
    """Where a name may stand: beside the buildings, or beside a counter that covers them."""
    aslant, far, level = near * 0.7, 0.78 * radius, high * 0.4
    return [
        (near, level, "start"), (0, near + high, "middle"), (-near, level, "end"), (0, -near, "middle"),
        (aslant, aslant + high, "start"), (aslant, -aslant, "start"), (-aslant, aslant + high, "end"),
        (-aslant, -aslant, "end"), (0, far + high, "middle"), (0, -far, "middle"), (far, level, "start"),
        (-far, level, "end"), (far * 0.9, far + high * 0.6, "start"), (-far * 0.9, far + high * 0.6, "end"),
        (far * 0.9, -far * 0.8, "start"), (-far * 0.9, -far * 0.8, "end"),
    ]  # fmt: skip


def _worth(sheet: Sheet, places: list[Place]) -> Iterator[str]:
    """What a place is worth, in a disc at its upper right."""
    r = 7.5 * _zoom(sheet)
    for place in places:
        worth = place.extra.get("victory_points") or place.extra.get("production")
        if not worth or sheet.radius < NUMBERS_FROM:
            continue
        x, y = sheet.centre(place.hex)
        x, y = x + 0.6 * sheet.radius, y - 0.5 * sheet.radius
        yield tag("circle", cx=x, cy=y, r=r, fill=CITY, stroke="#FFF8E8", stroke_width=1)
        yield tag(
            "text", escape(str(worth)), x=x, y=y + 0.46 * r, fill="#FFF8E8", text_anchor="middle", font_family=NARROW,
            font_weight=700, font_size=1.35 * r,
        )  # fmt: skip


# ---- names along a course


def _along(sheet: Sheet, uid: str, label: Label, taken: Crowd, language: str) -> Iterator[str]:
    """A name beside its river, again every so often on a long one, or spread over its sea."""
    hexes = max(sheet.runs(label.hexes), key=len, default=[])
    sea = sum(is_water(sheet.map.terrain_at[hex]) for hex in hexes) * 2 > len(hexes)
    if len(hexes) < 3 or (sheet.radius < NAMES_FROM and not sea):
        return
    ja = language == "ja" and bool(label.name_ja)
    text = label.name_ja if ja else label.name
    size = (22 if sea else 14) * _zoom(sheet) * (0.84 if ja else 1)
    bare = len(text) * size * (1.0 if ja else 0.46)
    course = [sheet.centre(hex) for hex in hexes]
    long = sum(math.dist(a, b) for a, b in pairwise(course))
    gap = min(size * (0.55 if sea else 0.3), max(0.06 * size, (0.8 * long - bare) / len(text)))
    asides = (0.0,) if sea else (0.0, 0.4, -0.4, 0.75, -0.75)
    parts = 1 if sea else max(1, round(len(hexes) / 26))
    for part in range(parts):
        stretch = course[part * len(course) // parts : (part + 1) * len(course) // parts]
        base = _baseline(sheet, stretch, bare + gap * len(text), asides, taken)
        if base is None:
            continue
        for point, _ in walk(base[1:-1], size):
            taken.add(_around(point, size / 2), 3)
        yield tag("defs", tag("path", id=f"{uid}-{part}", d=curve(base)))
        written = tag("textPath", escape(text), href=f"#{uid}-{part}", startOffset="50%")
        yield tag("text", written, font_size=size, letter_spacing=gap, dy=0.3 * size)


def _baseline(
    sheet: Sheet, course: list[Point], need: float, asides: tuple[float, ...], taken: Crowd
) -> list[Point] | None:
    """The stretch beside a smoothed course that is freest, read from left to right; none where no name can stand."""
    pace = sheet.radius * 0.4
    marks = [at for at, _ in walk(_calm(course), pace)]
    count = min(len(marks), max(3, math.ceil(need / pace)))
    if count < 3:
        return None
    best: tuple[float, list[Point]] | None = None
    for start in range(0, len(marks) - count + 1, 3):
        window = marks[start : start + count]
        if window[-1][0] < window[0][0]:
            window.reverse()
        for aside in asides:
            line = _lengthened(_offset(window, aside * sheet.radius), need)
            cost = _crowding(sheet, line, taken) + abs(2 * start + count - len(marks)) * 0.01 + abs(aside)
            if best is None or cost < best[0]:
                best = cost, line
    return None if best is None or best[0] > 3 * count else best[1]


def _calm(course: list[Point]) -> list[Point]:
    """The course without its zigzag."""
    for _ in range(3):
        between = [middle(middle(a, c), b) for a, b, c in zip(course, course[1:], course[2:], strict=False)]
        course = [course[0], *between, course[-1]]
    return course


def _offset(line: list[Point], far: float) -> list[Point]:
    (ax, ay), (bx, by) = line[0], line[-1]
    length = math.hypot(bx - ax, by - ay) or 1.0
    return [(x + (by - ay) / length * far, y - (bx - ax) / length * far) for x, y in line]


def _lengthened(line: list[Point], need: float) -> list[Point]:
    """Both ends drawn out straight: letters beyond the end of their line would not be shown."""
    (ax, ay), (bx, by) = line[0], line[-1]
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length * need / 2, (by - ay) / length * need / 2
    return [(ax - ux, ay - uy), *line, (bx + ux, by + uy)]


def _crowding(sheet: Sheet, line: list[Point], taken: Crowd) -> float:
    """How badly a name would stand here: covered, off the page, or bent."""
    r = sheet.radius * 0.3
    cost = 0.0
    for x, y in line[1:-1]:
        cost += taken.at((x, y - r)) + taken.at((x, y)) + taken.at((x, y + r))
        cost += 20 * (x < r or y < r or x > sheet.width - r or y > sheet.height - r)
    for (ax, ay), (bx, by), (cx, cy) in zip(line, line[1:], line[2:], strict=False):
        turn = abs(math.atan2(cy - by, cx - bx) - math.atan2(by - ay, bx - ax))
        cost += 1.5 * min(turn, 2 * math.pi - turn)
    return cost
