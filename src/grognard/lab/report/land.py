"""The game's own map as a small picture under the heat of a report: flat land, waters and ways, whole coordinates."""

from __future__ import annotations

import re
from typing import Any

from grognard.core.draw.land import draw_plain
from grognard.core.draw.sheet import Sheet, tag
from grognard.core.draw.ways import draw_ways
from grognard.core.game import Game
from grognard.hex.grid import bits

WIDE = 1000
"""About how wide the picture is in its own units."""
PATH = re.compile(r'<path d="([^"]+)"([^>]*)/>')
FRACTION = re.compile(r"-?\d+\.\d+")
SPACES = re.compile(r" (?=-)| (?=[A-Z])|(?<=[A-Za-z]) ")


def sheet_of(game: Game) -> Sheet:
    rough = Sheet(game.map, 10)
    return Sheet(game.map, round(10 * WIDE / max(rough.width, rough.height), 1))


def land(sheet: Sheet) -> str:
    """The picture's inside."""
    return _shared([_whole(one) for one in (*draw_plain(sheet), *draw_ways(sheet))])


def geometry(sheet: Sheet) -> dict[str, Any]:
    """What a page needs to draw hexes over it: their names and centres in the map's order, and the radius."""
    hexes = bits(sheet.map.playable)
    return {
        "names": "".join(sheet.grid.name(hex) for hex in hexes),
        "flat": sheet.flat,
        "even": sheet.grid.shifted == "even",
        "radius": sheet.radius,
        "origin": [round(one, 1) for one in _origin(sheet, hexes)],
        "width": round(sheet.width),
        "height": round(sheet.height),
    }


def _origin(sheet: Sheet, hexes: list[int]) -> tuple[float, float]:
    """How far the centres are from where the grid's own measure has them."""
    x, y = sheet.centre(hexes[0])
    grid_x, grid_y = sheet.grid.centre(hexes[0])
    return x - grid_x * sheet.radius, y - grid_y * sheet.radius


def _whole(text: str) -> str:
    """A path in whole units: nobody sees less than that."""

    def shortened(match: re.Match[str]) -> str:
        d = FRACTION.sub(lambda one: str(round(float(one[0]))), match[1])
        return f'<path d="{SPACES.sub("", d)}"{match[2]}/>'

    return PATH.sub(shortened, text)


def _shared(parts: list[str]) -> str:
    """Lines that are drawn in several strokes have their course once."""
    text = "".join(parts)
    courses = [match[1] for match in PATH.finditer(text)]
    names = {d: f"way{number}" for number, d in enumerate(dict.fromkeys(courses)) if courses.count(d) > 1}
    defined = tag("defs", *(tag("path", d=d, id=name) for d, name in names.items()))

    def drawn(match: re.Match[str]) -> str:
        name = names.get(match[1])
        return match[0] if name is None else f'<use href="#{name}"{match[2]}/>'

    return defined + PATH.sub(drawn, text)
