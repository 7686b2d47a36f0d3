"""Counters as SVG: in the colours of their game, NATO-style symbols, strengths, and the marks on their shoulders.

`core.svg` calls it with pieces as a view shows them. A piece without a symbol is one whose face the viewer may not see:
it gets a blank back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from grognard.core.colours import Colours, Printed
from grognard.core.draw.figures import alarm_of, amount, quality, strength_of, values_of
from grognard.core.draw.names import NARROW
from grognard.core.draw.sheet import Sheet, line, tag
from grognard.core.draw.symbols import GLYPHS, SOLIDS, WORDS, Piece, is_fort, is_headquarters, symbol_word

STONE = Printed("#525A4D", "#F6F1E3", "#F6F1E3", "#F6F1E3")
"""A fort is stone, whoever holds it."""
BOXES = {"red": "#F2B9A6", "blue": "#BFD8EC", "yellow": "#F6E49B", "grey": "#CFD4CA"}
"""A tinted box tells which HQ a unit belongs to, where a game says so; its lines are dark."""

SIZES = {
    "army": "xxxx", "corps": "xxx", "division": "xx", "brigade": "x", "regiment": "iii", "battalion": "ii",
    "company": "i",
}  # fmt: skip
NO_SIZE = ("hq", "headquarters", "marker", "supply")
"""Words that say what a counter is, not how large its unit is."""

WALLS = "M22 64V34H32V42H39V28H46V42H54V28H61V42H68V34H78V64ZM46 64V57A4 4 0 0 1 54 57V64Z"
AMBER, DARK, CREAM = "#F6BE2E", "#1B140A", "#FBF6E8"


class Stack(NamedTuple):
    """The pieces in one hex, the top one last."""

    hex: int
    pieces: list[Piece]


def stacks(sheet: Sheet, pieces: Iterable[Piece], on_top: Iterable[str] = ()) -> list[Stack]:
    """The pieces on the sheet by hex, upper hexes first; wanted pieces, then the strongest, lie on top."""
    first = set(on_top)
    found: dict[int, list[Piece]] = defaultdict(list)
    for piece in pieces:
        if piece.get("on_map") and sheet.inside >> (hex := sheet.grid.index(piece["where"])) & 1:
            found[hex].append(piece)
    for pile in found.values():
        pile.sort(key=lambda piece: (piece["id"] in first, not is_headquarters(piece), _weight(piece)))
    return [Stack(hex, found[hex]) for hex in sorted(found, key=lambda hex: sheet.centre(hex)[1])]


def _weight(piece: Piece) -> float:
    return sum(map(amount, values_of(piece)))


def place_of(sheet: Sheet, stack: Stack, level: int) -> tuple[float, float, float]:
    """Upper left and side of a counter in a stack; `level` counts from the top."""
    side = 1.22 * sheet.radius
    x, y = sheet.centre(stack.hex)
    drawn = min(len(stack.pieces), 3)
    lean = 0.115 * side * (min(level, 2) - (drawn - 1) / 2)
    return x - side / 2 + lean, y - side / 2 - lean, side


def coat_of(piece: Piece, colours: Colours) -> Printed:
    """What a piece is printed in; a tinted box has dark lines even where the coat's own has light ones."""
    if is_fort(piece):
        return STONE
    coat = colours.coat_of(piece)
    return Printed(coat.colour, coat.ink, BOXES[piece["box"]]) if piece.get("box") in BOXES else coat


def draw_definitions(pieces: Iterable[Piece], colours: Colours, uid: str) -> str:
    """The grounds and symbols that these pieces need, each once."""
    pieces = list(pieces)
    worn = sorted({coat_of(piece, colours).colour for piece in pieces})
    grounds = [tag("g", *_ground(colour), id=f"{uid}{_ground_name(colour)}") for colour in worn]
    words = sorted({symbol_word(piece) for piece in pieces if piece.get("symbol") and not is_fort(piece)})
    return tag("defs", *grounds, *(tag("g", *_symbol(word), id=f"{uid}s-{word}") for word in words))


def _ground_name(colour: str) -> str:
    return f"n-{colour[1:]}"


def _ground(colour: str) -> Iterator[str]:
    """Two flat shadows, the counter, a bevel and a keyline."""
    yield tag("rect", x=5, y=8, width=98, height=98, rx=8, fill="#1C1206", fill_opacity=0.2)
    yield tag("rect", x=2.5, y=4.5, width=98, height=98, rx=8, fill="#1C1206", fill_opacity=0.4)
    yield tag("rect", width=100, height=100, rx=7, fill=colour)
    yield line("M3 96V8Q3 3 8 3H96", "#FFF", 3.2, stroke_opacity=0.5)
    yield line("M4 97H92Q97 97 97 92V4", "#000", 3.2, stroke_opacity=0.3)
    keyline = {"fill": "none", "stroke": DARK, "stroke_opacity": 0.75, "stroke_width": 1.6}
    yield tag("rect", x=0.8, y=0.8, width=98.4, height=98.4, rx=6.4, **keyline)


def _symbol(word: str) -> Iterator[str]:
    """A symbol without its box, in the colour of the one who uses it."""
    if GLYPHS.get(word):
        yield line(GLYPHS[word], "currentColor", 3.6, "butt")
    if word in SOLIDS:
        yield tag("path", d=SOLIDS[word], fill="currentColor")
    if word == "armor-hq":
        yield line("M20 6H40A14 14 0 0 1 40 34H20A14 14 0 0 1 20 6Z", "currentColor", 2.6)
    if word in WORDS or word not in GLYPHS:
        text, size, y = WORDS.get(word, (word[:3].upper(), 17, 26.0))
        yield _text(text, 30, y, size, 700, "middle", fill="currentColor")


def _text(text: str, x: float, y: float, size: float, weight: int, anchor: str = "start", **look: object) -> str:
    return tag("text", escape(text), x=x, y=y, font_size=size, font_weight=weight, text_anchor=anchor, **look)


def draw_counters(sheet: Sheet, piled: Iterable[Stack], colours: Colours, uid: str) -> str:
    """Every stack, its lowest counter first."""
    drawn = [part for stack in piled for part in _stack(sheet, stack, colours, uid)]
    return tag("g", *drawn, font_family=NARROW, font_stretch="condensed")


def _stack(sheet: Sheet, stack: Stack, colours: Colours, uid: str) -> Iterator[str]:
    """Three counters at most; those below are named for those who listen, and counted."""
    count = len(stack.pieces)
    for height, piece in enumerate(stack.pieces, start=1):
        level = count - height
        face = _face(piece, colours, uid, 1.22 * sheet.radius) if level < 3 else ()
        title = tag("title", escape(_title(piece)))
        yield tag("g", title, *face, data_id=piece["id"], transform=_at(sheet, stack, level))
    if count > 3:
        disc = tag("circle", cx=100, r=15, fill=CREAM, stroke=DARK, stroke_width=2)
        yield tag("g", disc, _text(str(count), 100, 8, 22, 700, "middle"), transform=_at(sheet, stack, 2))


def _at(sheet: Sheet, stack: Stack, level: int) -> str:
    x, y, side = place_of(sheet, stack, level)
    return f"translate({x:.1f} {y:.1f}) scale({side / 100:.4f})"


def _title(piece: Piece) -> str:
    words = [piece.get("label"), strength_of(piece), piece.get("where"), *piece.get("flags", ())]
    return " · ".join(str(word).replace("_", " ") for word in words if word)


def _face(piece: Piece, colours: Colours, uid: str, side: float) -> Iterator[str]:
    coat, far = coat_of(piece, colours), side < 24
    yield tag("use", href=f"#{uid}{_ground_name(coat.colour)}")
    if is_fort(piece):
        yield from _fort(piece, far)
        yield from _marks(piece, far)
        return
    if not piece.get("symbol"):
        yield line("M50 33L66 50L50 67L34 50Z", coat.box, 3, stroke_opacity=0.75)
        return
    if is_headquarters(piece):
        yield tag("path", d="M0 72H100V93Q100 100 93 100H7Q0 100 0 93Z", fill_opacity=0.2)
    box = tag("rect", width=60, height=40, fill=coat.box, stroke="#16130F", stroke_width=3)
    place = "translate(12 24) scale(1.27)" if far else "translate(23 25) scale(.9)"
    yield tag("g", box, tag("use", href=f"#{uid}s-{symbol_word(piece)}"), transform=place, color=coat.lines)
    if not far:
        yield tag("g", *_print(piece), fill=coat.ink)
    yield from _marks(piece, far)


def _print(piece: Piece) -> Iterator[str]:
    """Label, size mark, strengths, and the bars of a reduced unit."""
    yield _text(str(piece.get("label") or ""), 8, 20.5, _label_size(piece), 600)
    if _size_mark(piece):
        yield _text(_size_mark(piece), 92, 19, 17, 700, "end")
    letter = quality(piece)
    if letter is None:
        strength = strength_of(piece)
        yield _text(strength, 50, 93, 34 if len(strength) < 4 else 30 if len(strength) < 6 else 25, 700, "middle")
    else:
        strength, move = str(values_of(piece)[0]), str(values_of(piece)[2])
        yield _text(strength, 26, 93, 29 if len(strength) > 2 else 34, 700, "middle")
        yield _text(letter, 52.5, 93, 20, 700, "middle")
        yield _text(move, 77, 93, 34, 700, "middle")
    if piece.get("steps", 0) < piece.get("full_steps", 0):
        yield tag("path", d="M4 57h15v4h-15zM81 57h15v4h-15z" if letter else "M4 65h15v4h-15zM81 65h15v4h-15z")


def _size_mark(piece: Piece) -> str:
    size = str(piece.get("size") or "")
    return "" if is_headquarters(piece) or size.lower() in NO_SIZE else SIZES.get(size, size)


def _label_size(piece: Piece) -> float:
    """As large as it can be beside the size mark; a letter is less than half as wide as it is high."""
    letters, mark = len(str(piece.get("label") or "")), len(_size_mark(piece))
    room = 84 - (4 + 7.2 * mark if mark else 0)
    return round(max(9, min(22 if letters < 4 else 20 if letters < 6 else 17, room / (0.45 * max(letters, 1)))), 1)


def _fort(piece: Piece, far: bool) -> Iterator[str]:
    """Walls instead of a symbol's box, levels as pips instead of strengths."""
    large = {"transform": "translate(-21 -18) scale(1.42)"} if far else {}
    yield tag("path", d=WALLS, fill=STONE.ink, fill_rule="evenodd", **large)
    if far:
        return
    yield _text(str(piece.get("label") or ""), 50, 20, _label_size(piece), 600, "middle", fill=STONE.ink)
    values = values_of(piece)
    full = int(piece.get("full_steps", amount(values[0]) if values else 0))
    held, step = int(piece.get("steps", full)), 84 / max(full, 1)
    for number in range(full):
        look = {"fill": AMBER, "stroke": DARK} if number < held else {"fill": "none", "stroke": STONE.ink}
        place = {"x": round(9 + number * step, 1), "y": 74, "width": round(step - 2, 1), "height": 17, "rx": 2.5}
        yield tag("rect", **place, **look, stroke_width=2, stroke_opacity=1 if number < held else 0.6)


def _marks(piece: Piece, far: bool) -> Iterator[str]:
    """Left shoulder: what the unit did. Right shoulder: its supply. Neither covers the strengths."""
    flags = piece.get("flags", ())
    low, large = (82, 1.5) if far else (45, 1.0)
    left, right = (f"translate({x} {low}) scale({large})" for x in (8, 92))
    if "fought" in flags:
        square = tag("rect", x=-12, y=-12, width=24, height=24, rx=3, fill=DARK, stroke=CREAM, stroke_width=2)
        yield tag("g", square, line("M-5.5 -5.5L5.5 5.5M5.5 -5.5L-5.5 5.5", CREAM, 3.6), transform=left)
    elif "used" in flags:
        lozenge = {"fill": CREAM, "stroke": DARK, "stroke_width": 2.6, "stroke_linejoin": "round"}
        sign = tag("path", d="M0 -14.5L14.5 0L0 14.5L-14.5 0Z", **lozenge)
        yield tag("g", sign, line("M-6 0H6", DARK, 4, "butt"), transform=left)
    elif "moved" in flags:
        disc = tag("circle", r=13, fill=CREAM, stroke=DARK, stroke_width=2.6)
        yield tag("g", disc, line("M-7 0H6M1 -5L6 0L1 5", DARK, 3.2, "butt"), transform=left)
    if alarm := alarm_of(piece):
        fill, ink, bang = (DARK, AMBER, "!!") if alarm == 2 else (AMBER, DARK, "!")
        triangle = {"fill": fill, "stroke": ink, "stroke_width": 2.8, "stroke_linejoin": "round"}
        sign = tag("path", d="M0 -16L17 13H-17Z", **triangle)
        yield tag("g", sign, _text(bang, 0, 10, 21, 700, "middle", fill=ink), transform=right)
