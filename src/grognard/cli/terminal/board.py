"""The map as text: a window of hexes around what matters, or the whole map with one character a hex.

A hex is two lines of six characters. Neighbouring columns (rows on a pointy map) are half a hex apart, so that every
slanted hexside has exactly one character of its own between the hexes, where a river, a road or a bridge is drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from grognard.cli.terminal.canvas import Canvas
from grognard.cli.terminal.hues import counter_style
from grognard.core.draw.figures import alarm_of, amount
from grognard.core.draw.symbols import is_headquarters
from grognard.core.game import Game
from grognard.hex.grid import Sides
from grognard.hex.map import OFF, Place

CELL = 6
STEP = CELL + 1  # a hex and the hexside beside it
RULER = 3
TALL = 2
MARGIN = 24  # beside the whole map, for names

HIGH, WET = "rgb(205,175,120)", "white on rgb(35,75,125)"
TERRAIN_STYLE = {"rough": HIGH, "heights": HIGH, "mountain": HIGH, "water": WET, "sea": WET, "lake": WET}
TERRAIN_FILL = {
    "rough": "  ^^  ", "heights": "  ^^  ", "mountain": "  ^^  ", "water": "~~~~~~", "sea": "~~~~~~", "lake": "~~~~~~",
    "woods": "  %%  ", "wooded": "  %%  ", "forest": "  %%  ", "swamp": "  ,,  ", "marsh": "  ,,  ", "shoal": "  ~~  ",
}  # fmt: skip
PLACE_STYLE = {"city": "bold white on rgb(95,85,110)", "town": "bold", "village": "dim"}
MINOR, MAJOR, IMPASSABLE, ROAD = "rgb(90,170,230)", "bold rgb(70,130,255)", "red", "rgb(190,150,70)"
LEGAL = "bold rgb(135,255,135)"
ABOUT = "bold rgb(20,20,20) on rgb(255,215,0)"
HINT = "bold rgb(20,20,20) on rgb(135,206,250)"
ALARM_MARK = ("", "!", "‼")
HIDDEN = "?"


class Board:
    """One position drawn from a view; `legal` are the hexes that are answers now, `about` is the one in question, and
    `hinted` are those of a hint with what is written there."""

    def __init__(
        self,
        game: Game,
        view: Mapping[str, Any],
        language: str,
        legal: Collection[str] = (),
        about: str | None = None,
        hinted: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.map = game.map
        self.grid = game.map.grid
        self.language = language
        self.legal = frozenset(legal)
        self.about = about
        self.hinted = hinted
        self.colours = game.colours
        self.stacks: dict[str, list[Mapping[str, Any]]] = {}
        for piece in view["pieces"]:
            if piece["on_map"]:
                self.stacks.setdefault(piece["where"], []).append(piece)
        for stack in self.stacks.values():
            stack.sort(key=_rank)
        self.control = {mark["hex"]: mark["side"] for mark in view["markers"] if mark["kind"] == "control"}
        self.rivers = [
            (MAJOR if "major" in kind else MINOR if "river" in kind else IMPASSABLE, sides)
            for kind, sides in self.map.hexsides.items()
            if "bridge" not in kind
        ]
        self.roads: Sides = self.map.paths.get("road", self.grid.no_sides)

    # ---- a window

    def window(self, centre: str, width: int, height: int) -> list[Text]:
        """The hexes around one, in this many characters and lines, rulers included."""
        columns = min(max((width - RULER) // STEP, 1), self.grid.cols)
        rows = min(max((height - 2) // TALL, 1), self.grid.rows)
        left = min(max(int(centre[:2]) - columns // 2, 1), self.grid.cols - columns + 1)
        top = min(max(int(centre[2:]) - rows // 2, 1), self.grid.rows - rows + 1)
        flat = self.grid.orientation == "flat"
        canvas = Canvas(RULER + columns * STEP + (0 if flat else STEP // 2), 1 + rows * TALL + (1 if flat else 0))
        inside = [(column, row) for column in range(left, left + columns) for row in range(top, top + rows)]
        for column, row in inside:
            x, y = self._corner(column - left, row - top, column if flat else row)
            self._draw_hex(canvas, x, y, self.grid.index(f"{column:02}{row:02}"))
        for column, row in inside:
            x, y = self._corner(column - left, row - top, column if flat else row)
            self._finish_name(canvas, x, y, self.grid.index(f"{column:02}{row:02}"))
        for column in range(left, left + columns):
            canvas.write(RULER + (column - left) * STEP, 0, f"  {column:02}", "dim", CELL)
        for row in range(top, top + rows):
            canvas.write(0, 1 + (row - top) * TALL, f"{row:02}", "dim")
        return canvas.lines()

    def _corner(self, across: int, down: int, line: int) -> tuple[int, int]:
        """Where the upper left character of a hex goes; every other line of hexes is pushed half a hex."""
        pushed = (line % 2 == 0) == (self.grid.shifted == "even")
        if self.grid.orientation == "flat":
            return RULER + across * STEP, 1 + down * TALL + pushed
        return RULER + across * STEP + (STEP // 2 if pushed else 0), 1 + down * TALL

    def _draw_hex(self, canvas: Canvas, x: int, y: int, hex: int) -> None:
        (upper, upper_style), (lower, lower_style) = self._face(hex)
        canvas.write(x, y, upper, upper_style, CELL)
        canvas.write(x, y + 1, lower, lower_style, CELL)
        if self.grid.orientation == "flat":  # N, NE, SE, S, SW, NW
            self._draw_slant(canvas, hex, 1, [(x + CELL, y)], "\\")
            self._draw_slant(canvas, hex, 2, [(x + CELL, y + 1)], "/")
            self._draw_foot(canvas, hex, 3, x, y + 1, CELL)
        else:  # NE, E, SE, SW, W, NW
            self._draw_slant(canvas, hex, 1, [(x + CELL, y), (x + CELL, y + 1)], "|")
            self._draw_foot(canvas, hex, 2, x + CELL // 2, y + 1, CELL // 2)
            self._draw_foot(canvas, hex, 3, x, y + 1, CELL // 2)

    def _river(self, hex: int, d: int) -> str | None:
        return next((style for style, sides in self.rivers if sides[d] >> hex & 1), None)

    def _draw_slant(self, canvas: Canvas, hex: int, d: int, places: list[tuple[int, int]], mark: str) -> None:
        """A hexside between two columns: a river or wall along it, a road or bridge across it."""
        style = self._river(hex, d)
        road = self.roads[d] >> hex & 1
        for x, y in places:
            if style is not None:
                canvas.write(x, y, "#" if style == IMPASSABLE else mark, style)
            if road:
                canvas.write(x, y, "-" if style is None else "+", ROAD)

    def _draw_foot(self, canvas: Canvas, hex: int, d: int, x: int, y: int, width: int) -> None:
        """The lower hexside of a hex, along its last line: what is written there stays, and is underlined."""
        style = self._river(hex, d)
        crossing = x + width // 2
        free = canvas.is_blank(crossing, y) and self.grid.name(hex) not in self.stacks
        if style is not None:
            canvas.underline(x, y, width, {MAJOR: "=", IMPASSABLE: "#"}.get(style, "_"), style)
        if self.roads[d] >> hex & 1 and free:
            canvas.write(crossing, y, "|" if style is None else "+", ROAD)

    def _finish_name(self, canvas: Canvas, x: int, y: int, hex: int) -> None:
        """The rest of a long place name, as far as there is room beside its hex."""
        place = self.map.place_at.get(hex)
        if place is not None and self.grid.name(hex) not in self.stacks:
            name = place.written(self.language)
            start = set_cell_size(name, CELL).rstrip()
            if name.startswith(start):
                canvas.write_on(x + cell_len(start), y, name[len(start) :], PLACE_STYLE.get(place.kind, "bold"))

    # ---- one hex

    def _face(self, hex: int) -> tuple[tuple[str, str], tuple[str, str]]:
        """The two lines of a hex with their styles."""
        name = self.grid.name(hex)
        number = self._number(name)
        stack = self.stacks.get(name)
        if stack:
            label, strength = self._stack_styles(stack)
            return (_stack_label(stack), label), number or (_strength(stack), strength)
        place = self.map.place_at.get(hex)
        if place is not None:
            owner = self.control.get(name)
            colour = PLACE_STYLE.get(place.kind, "bold")
            style = colour if owner is None else counter_style(self.colours, owner)
            return (place.written(self.language), style), number or (
                _worth(place),
                colour if place.kind == "city" else "",
            )
        terrain = self.map.terrain_at[hex]
        if terrain == OFF:
            return ("", ""), ("", "")
        style = TERRAIN_STYLE.get(terrain, "")
        if terrain in TERRAIN_FILL:
            return ("", style), number or (TERRAIN_FILL[terrain], style)
        on_road = any(sides >> hex & 1 for sides in self.roads)
        return number or ("   ·", ROAD if on_road else "dim"), ("", "")

    def _number(self, name: str) -> tuple[str, str] | None:
        """A hex's number, where something is to be said of it."""
        if name in self.hinted:
            return self.hinted[name], HINT
        return (f" {name} ", ABOUT) if name == self.about else (f" {name} ", LEGAL) if name in self.legal else None

    def _stack_styles(self, stack: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
        """The styles of a counter's two lines; brighter while one of its units may still act."""
        side = stack[0]["side"]
        ready = any("activated" in piece.get("flags", ()) and not _is_done(piece) for piece in stack)
        return counter_style(self.colours, side, ready), counter_style(self.colours, side, ready, lower=True)

    # ---- the whole map

    def overview(self) -> list[Text]:
        """One character a hex: units by side, cities, water, major rivers; the cities' names at the margin."""
        margin = RULER + self.grid.cols + 2
        canvas = Canvas(margin + MARGIN, 1 + self.grid.rows)
        for column in range(5, self.grid.cols + 1, 5):
            canvas.write(RULER + column - 2, 0, f"{column:02}", "dim")
        for hex in self.grid.hexes:
            column, row = self.grid.column_row(hex)
            canvas.write(RULER + column - 1, row, *self._dot(hex))
        for row in range(1, self.grid.rows + 1):
            canvas.write(0, row, f"{row:02}", "dim")
            cities = [place for place in self.map.places if place.kind == "city" and self._row(place) == row]
            names = [place.written(self.language) for place in cities]
            canvas.write(margin, row, ", ".join(filter(None, names)), "")
        return canvas.lines()

    def _row(self, place: Place) -> int:
        return self.grid.column_row(place.hex)[1]

    def _dot(self, hex: int) -> tuple[str, str]:
        name = self.grid.name(hex)
        stack = self.stacks.get(name)
        place = self.map.place_at.get(hex)
        city = place is not None and place.kind == "city"
        if stack:
            side = stack[0]["side"]
            letter = "*" if city else "H" if all(is_hq(piece) for piece in stack) else side[0].lower()
            return letter, counter_style(self.colours, side)
        if city:
            owner = self.control.get(name)
            return "*", counter_style(self.colours, owner) if owner else PLACE_STYLE["city"]
        if name in self.legal:
            return "o", LEGAL
        if any(sides[d] >> hex & 1 for style, sides in self.rivers if style == MAJOR for d in range(6)):
            return "=", MAJOR
        terrain = self.map.terrain_at[hex]
        mark = " " if terrain == OFF else TERRAIN_FILL.get(terrain, "  ·   ")[2]
        return mark, TERRAIN_STYLE.get(terrain, "dim")


def _worth(place: Place) -> str:
    points = place.extra.get("victory_points")
    return f"{points} VP" if points else ""


def _is_done(piece: Mapping[str, Any]) -> bool:
    flags = piece.get("flags", ())
    return "fought" in flags or ("moved" in flags and "fresh" not in flags)


def is_hq(piece: Mapping[str, Any]) -> bool:
    return is_headquarters(piece)


def _rank(piece: Mapping[str, Any]) -> tuple[bool, float]:
    """Fighting units before HQs, strong before weak."""
    return is_hq(piece), -amount((piece.get("values") or [0])[0])


def _stack_label(stack: Sequence[Mapping[str, Any]]) -> str:
    """The strongest unit's label, how many more there are, and a star for an HQ under it; a hidden one has no label."""
    units = [piece for piece in stack if not is_hq(piece)]
    if not units:
        return f"*{stack[0]['label']}"
    more = f"+{len(units) - 1}" if len(units) > 1 else ""
    star = "*" if len(units) < len(stack) else ""
    return f"{units[0].get('label', HIDDEN)}{more}{star}"


def _strength(stack: Sequence[Mapping[str, Any]]) -> str:
    """The strongest unit's printed values, with a mark when it lacks supply."""
    first = stack[0]
    if is_hq(first):
        return " HQ"
    if "values" not in first:
        return ""
    mark = ALARM_MARK[alarm_of(first)]
    values = "-".join(map(str, first["values"]))
    if len(values) + len(mark) > CELL:
        values = "-".join(map(str, first["values"][:-1]))
    return f"{values}{mark}"


def middle(grid_names: Iterable[str]) -> str | None:
    """The hex number in the middle of some hexes, by column and row."""
    names = [name for name in grid_names if len(name) == 4 and name.isdecimal()]
    if not names:
        return None
    column = sum(int(name[:2]) for name in names) // len(names)
    row = sum(int(name[2:]) for name in names) // len(names)
    return f"{column:02}{row:02}"
