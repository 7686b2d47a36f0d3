"""Counters as SVG: colours by nation, NATO-style symbols, strengths, and the marks on their shoulders.

`core.svg` calls it with pieces as a view shows them. A piece without a symbol is one whose face the viewer may not see:
it gets a blank back.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, NamedTuple

from grognard.core.draw.names import NARROW
from grognard.core.draw.sheet import Sheet, line, tag

Piece = Mapping[str, Any]


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
"""Nations without colours of their own get these, in the order in which they appear."""

SIZES = {
    "army": "xxxx", "corps": "xxx", "division": "xx", "brigade": "x", "regiment": "iii", "battalion": "ii",
    "company": "i",
}  # fmt: skip

# Drawn in a box of 60 x 40.
_CROSS, _TRACK = "M0 0L60 40M0 40L60 0", "M19 9H41A11 11 0 0 1 41 31H19A11 11 0 0 1 19 9Z"
_SLASH, _WINGS = "M0 40L60 0", "M19 37C19 30 29 30 30 36C31 30 41 30 41 37"
GLYPHS = {
    "infantry": _CROSS, "rifle": _CROSS, "shock": _CROSS, "marine": _CROSS, "security": _CROSS, "mountain": _CROSS,
    "luftwaffe": _CROSS + _WINGS, "paratroop": _CROSS + _WINGS, "airborne": _CROSS + _WINGS,
    "motorized": f"{_CROSS}M30 0V40", "mechanized": _CROSS + _TRACK, "tank": _TRACK, "panzer": _TRACK, "armor": _TRACK,
    "cavalry": _SLASH, "recon": _SLASH, "reconnaissance": _SLASH, "artillery": "", "supply": "M0 29H60",
    "engineer": "M14 31V12H46V31M30 12V31", "anti-tank": "M0 40L30 4L60 40", "assault-gun": f"{_TRACK}M30 5V20",
}  # fmt: skip
SOLIDS = {"mountain": "M21 40L30 25L39 40Z", "artillery": "M22 20A8 8 0 1 1 38 20A8 8 0 1 1 22 20Z"}
WORDS = {"security": ("SEC", 13, 12.5), "hq": ("HQ", 25, 29.0), "armor-hq": ("HQ", 20, 27.0)}
ALIASES = {"headquarters": "hq", "armored-infantry": "mechanized", "motorized-infantry": "motorized"}
SPELLINGS = (("_", "-"), ("mechanised", "mechanized"), ("motorised", "motorized"), ("armour", "armor"))
AMBER, DARK, CREAM = "#F6BE2E", "#1B140A", "#FBF6E8"


class Stack(NamedTuple):
    """The pieces in one hex, the top one last."""

    hex: int
    pieces: list[Piece]


def symbol_word(piece: Piece) -> str:
    """The symbol a piece shows; a word with a hyphen falls back on the part that is known."""
    word = str(piece.get("symbol") or "")
    for other, ours in SPELLINGS:
        word = word.replace(other, ours)
    word = ALIASES.get(word, word)
    known = GLYPHS.keys() | WORDS.keys()
    return word if word in known else next((part for part in word.split("-") if part in known), word)


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
    return nation


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
        pile.sort(key=lambda piece: (piece["id"] in first, not piece.get("range"), sum(piece.get("values") or [0])))
    return [Stack(hex, found[hex]) for hex in sorted(found, key=lambda hex: sheet.centre(hex)[1])]


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
    words = [piece.get("label"), _strength(piece), piece.get("where"), *piece.get("flags", ())]
    return " · ".join(str(word).replace("_", " ") for word in words if word)


def _strength(piece: Piece) -> str:
    return "–".join(str(value) for value in piece.get("values") or ())


def _face(piece: Piece, worn: Mapping[str, str], uid: str, side: float) -> Iterator[str]:
    name = worn[_nation(piece)]
    colours, far = NATIONS[name], side < 24
    yield tag("use", href=f"#{uid}n-{name}")
    if not piece.get("symbol"):
        yield line("M50 33L66 50L50 67L34 50Z", colours.box, 3, stroke_opacity=0.75)
        return
    if piece.get("range"):
        yield tag("path", d="M0 72H100V93Q100 100 93 100H7Q0 100 0 93Z", fill_opacity=0.2)
    box = tag("rect", width=60, height=40, fill=colours.box, stroke="#16130F", stroke_width=3)
    place = "translate(12 24) scale(1.27)" if far else "translate(23 25) scale(.9)"
    yield tag("g", box, tag("use", href=f"#{uid}s-{symbol_word(piece)}"), transform=place, color=colours.lines)
    if not far:
        yield tag("g", *_print(piece), fill=colours.ink)
    yield from _marks(piece, far)


def _print(piece: Piece) -> Iterator[str]:
    """Label, size mark, strengths, and the bars of a reduced unit."""
    label, strength = str(piece.get("label") or ""), _strength(piece)
    yield _text(label, 8, 20.5, 22 if len(label) < 4 else 20 if len(label) < 6 else 17, 600)
    size = str(piece.get("size") or "")
    if size and not piece.get("range"):
        yield _text(SIZES.get(size, size), 92, 19, 17, 700, "end")
    yield _text(strength, 50, 93, 34 if len(strength) < 4 else 30 if len(strength) < 6 else 25, 700, "middle")
    if piece.get("steps", 0) < piece.get("full_steps", 0):
        yield tag("path", d="M4 65h15v4h-15zM81 65h15v4h-15z")


def _marks(piece: Piece, far: bool) -> Iterator[str]:
    """Left shoulder: what the unit did. Right shoulder: its supply. Neither covers the strengths."""
    flags = piece.get("flags", ())
    low, large = (82, 1.5) if far else (45, 1.0)
    left, right = (f"translate({x} {low}) scale({large})" for x in (8, 92))
    if "fought" in flags:
        square = tag("rect", x=-12, y=-12, width=24, height=24, rx=3, fill=DARK, stroke=CREAM, stroke_width=2)
        yield tag("g", square, line("M-5.5 -5.5L5.5 5.5M5.5 -5.5L-5.5 5.5", CREAM, 3.6), transform=left)
    elif "moved" in flags:
        disc = tag("circle", r=13, fill=CREAM, stroke=DARK, stroke_width=2.6)
        yield tag("g", disc, line("M-7 0H6M1 -5L6 0L1 5", DARK, 3.2, "butt"), transform=left)
    if "isolated" in flags or "out_of_supply" in flags:
        fill, ink, bang = (DARK, AMBER, "!!") if "isolated" in flags else (AMBER, DARK, "!")
        triangle = {"fill": fill, "stroke": ink, "stroke_width": 2.8, "stroke_linejoin": "round"}
        sign = tag("path", d="M0 -16L17 13H-17Z", **triangle)
        yield tag("g", sign, _text(bang, 0, 10, 21, 700, "middle", fill=ink), transform=right)
