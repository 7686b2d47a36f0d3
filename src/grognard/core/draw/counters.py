"""Counters as SVG: colours by nation, NATO-style symbols, strengths, and the marks on their shoulders.

`core.svg` calls it with pieces as a view shows them. A piece without a symbol is one whose face the viewer may not see:
it gets a blank back.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import NamedTuple

from grognard.core.draw.figures import alarm_of, amount, quality, strength_of, values_of
from grognard.core.draw.names import NARROW
from grognard.core.draw.sheet import Sheet, line, tag
from grognard.core.draw.symbols import GLYPHS, SOLIDS, WORDS, Piece, is_festung, is_headquarters, symbol_word


class Colours(NamedTuple):
    """A nation's counter: ground, print, and the box of the symbol with its lines."""

    base: str
    ink: str
    box: str
    lines: str = "#16130F"


NATIONS = {
    "german": Colours("#9BA393", "#191C17", "#DDE1D6"),
    "ss": Colours("#8A9184", "#10120D", "#26282A", "#F4F1E8"),
    "luftwaffe": Colours("#A3B9C6", "#141B20", "#E2EAEE"),
    "italian": Colours("#86A971", "#16200F", "#DDE8D0"),
    "romanian": Colours("#D3AE56", "#241A05", "#F4E6BE"),
    "hungarian": Colours("#A67F58", "#1D1206", "#E6D3BC"),
    "soviet": Colours("#AE4F38", "#FFF4E2", "#F0D3BE"),
    "guards": Colours("#86302A", "#FFEFCF", "#EFCDB4"),
    "red": Colours("#A8402F", "#FFF2DE", "#F3D6C2"),
    "blue": Colours("#3A6C96", "#F2F6F8", "#D3E1EA"),
    "green": Colours("#4F7747", "#F3F7EC", "#DAE6D2"),
    "gold": Colours("#B98A2C", "#201603", "#F3E3B8"),
}
SPARE = ("blue", "red", "green", "gold")
"""Nations and sides without colours of their own get these, in the order in which they appear."""
OTHER_NAMES = {"de": "german", "axis": "german", "su": "soviet", "russian": "soviet"}
FESTUNG = Colours("#525A4D", "#F6F1E3", "#F6F1E3", "#F6F1E3")
"""A fortress is stone, whoever holds it."""
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


def palette(pieces: Iterable[Piece]) -> dict[str, str]:
    """Which colours each nation, or side where no nation is told, wears."""
    worn: dict[str, str] = {}
    for piece in pieces:
        nation = _nation(piece)
        if nation not in worn:
            spare = [name for name in SPARE if name not in worn.values()] or list(SPARE)
            worn[nation] = nation if nation in NATIONS else spare[0]
    return worn


def _nation(piece: Piece) -> str:
    nation, word = str(piece.get("nation") or piece.get("side") or ""), str(piece.get("symbol") or "")
    if word.startswith("ss-"):
        return "ss"
    if word == "luftwaffe":
        return "luftwaffe"
    if nation == "soviet" and re.match(r"\d+G", str(piece.get("label") or "")):
        return "guards"
    side = str(piece.get("side") or "")
    named = (OTHER_NAMES.get(one, one) for one in (nation, side))
    return next((one for one in named if one in NATIONS), nation)


def side_colour(pieces: Iterable[Piece], side: str) -> str:
    """The ground of the nation that most of a side's pieces belong to."""
    pieces = list(pieces)
    worn = palette(pieces)
    nations = Counter(_nation(piece) for piece in pieces if piece.get("side") == side)
    return NATIONS[worn[nations.most_common(1)[0][0]]].base if nations else "#7A6D57"


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


def draw_definitions(pieces: Iterable[Piece], uid: str) -> str:
    """The grounds and symbols that these pieces need, each once."""
    pieces = list(pieces)
    grounds = [tag("g", *_ground(NATIONS[name]), id=f"{uid}n-{name}") for name in sorted(set(palette(pieces).values()))]
    words = sorted({symbol_word(piece) for piece in pieces if piece.get("symbol")})
    if "festung" in words:
        grounds.append(tag("g", *_ground(FESTUNG), id=f"{uid}n-festung"))
        words.remove("festung")
    return tag("defs", *grounds, *(tag("g", *_symbol(word), id=f"{uid}s-{word}") for word in words))


def _ground(colours: Colours) -> Iterator[str]:
    """Two flat shadows, the counter, a bevel and a keyline."""
    yield tag("rect", x=5, y=8, width=98, height=98, rx=8, fill="#1C1206", fill_opacity=0.2)
    yield tag("rect", x=2.5, y=4.5, width=98, height=98, rx=8, fill="#1C1206", fill_opacity=0.4)
    yield tag("rect", width=100, height=100, rx=7, fill=colours.base)
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


def draw_counters(sheet: Sheet, piled: Iterable[Stack], worn: Mapping[str, str], uid: str) -> str:
    """Every stack, its lowest counter first."""
    drawn = [part for stack in piled for part in _stack(sheet, stack, worn, uid)]
    return tag("g", *drawn, font_family=NARROW, font_stretch="condensed")


def _stack(sheet: Sheet, stack: Stack, worn: Mapping[str, str], uid: str) -> Iterator[str]:
    """Three counters at most; those below are named for those who listen, and counted."""
    count = len(stack.pieces)
    for height, piece in enumerate(stack.pieces, start=1):
        level = count - height
        face = _face(piece, worn, uid, 1.22 * sheet.radius) if level < 3 else ()
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


def _face(piece: Piece, worn: Mapping[str, str], uid: str, side: float) -> Iterator[str]:
    name, far = worn[_nation(piece)], side < 24
    if is_festung(piece):
        yield tag("use", href=f"#{uid}n-festung")
        yield from _festung(piece, far)
        yield from _marks(piece, far)
        return
    colours = NATIONS[name]
    if piece.get("box") in BOXES:
        colours = Colours(colours.base, colours.ink, BOXES[piece["box"]])
    yield tag("use", href=f"#{uid}n-{name}")
    if not piece.get("symbol"):
        yield line("M50 33L66 50L50 67L34 50Z", colours.box, 3, stroke_opacity=0.75)
        return
    if is_headquarters(piece):
        yield tag("path", d="M0 72H100V93Q100 100 93 100H7Q0 100 0 93Z", fill_opacity=0.2)
    box = tag("rect", width=60, height=40, fill=colours.box, stroke="#16130F", stroke_width=3)
    place = "translate(12 24) scale(1.27)" if far else "translate(23 25) scale(.9)"
    yield tag("g", box, tag("use", href=f"#{uid}s-{symbol_word(piece)}"), transform=place, color=colours.lines)
    if not far:
        yield tag("g", *_print(piece), fill=colours.ink)
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


def _festung(piece: Piece, far: bool) -> Iterator[str]:
    """Walls instead of a symbol's box, levels as pips instead of strengths."""
    large = {"transform": "translate(-21 -18) scale(1.42)"} if far else {}
    yield tag("path", d=WALLS, fill=FESTUNG.ink, fill_rule="evenodd", **large)
    if far:
        return
    yield _text(str(piece.get("label") or ""), 50, 20, _label_size(piece), 600, "middle", fill=FESTUNG.ink)
    values = values_of(piece)
    full = int(piece.get("full_steps", amount(values[0]) if values else 0))
    held, step = int(piece.get("steps", full)), 84 / max(full, 1)
    for number in range(full):
        look = {"fill": AMBER, "stroke": DARK} if number < held else {"fill": "none", "stroke": FESTUNG.ink}
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
