"""A position as a picture: one SVG of the map, the pieces and the decision, made from a view and from nothing else.

`Play.svg`, notebooks and `grognard render` call `picture`; what a view leaves out cannot appear. The picture has no
scripts and needs nothing from outside; `to_png` makes pixels of it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from grognard.core.colours import Colours
from grognard.core.draw.counters import Stack, draw_counters, draw_definitions, place_of, stacks
from grognard.core.draw.land import draw_land, hexes_path
from grognard.core.draw.names import NARROW, draw_names, draw_numbers, serif
from grognard.core.draw.sheet import Sheet, line, pair, polygon, polyline, tag
from grognard.core.draw.ways import draw_ways
from grognard.core.png import NoFont, to_png
from grognard.core.words import in_language
from grognard.hex.grid import bits

if TYPE_CHECKING:
    from grognard.core.game import Game
    from grognard.hex.map import HexMap

__all__ = ["NoFont", "picture", "to_png"]

View = Mapping[str, Any]

PAPER, FRAME, INK, INK2 = "#F8F3E7", "#C9BA9C", "#2A241B", "#665A47"
ACCENT, GOLD, TARGET = "#1F5673", "#E5A100", "#C8401A"
REACH, REACH_EDGE = "#6AB6E8", "#24729A"
MARGIN, STRIP = 14, 42
TEXTS = {
    "en": {
        "turn": "Turn {turn}", "turn_of": "Turn {turn} of {last}", "decides": "{side} to decide", "over": "Game over",
        "won": "{side} won",
    },
    "ja": {
        "turn": "第{turn}ターン", "turn_of": "第{turn}ターン（全{last}）", "decides": "{side}の決定",
        "over": "ゲーム終了", "won": "{side}の勝利",
    },
}  # fmt: skip


def picture(
    game: Game, view: View, *, region: tuple[str, str] | None = None, radius: float = 22, language: str = "en"
) -> str:
    """The map and the pieces of a view as SVG; `region` names the upper left and the lower right hex of a part.

    >>> picture(game, play.view("axis"), region=("2810", "4530"))  # doctest: +SKIP
    '<svg xmlns=...'
    """
    sheet, land = _land(game.map, radius, region)
    uid = _uid(view, region, radius, language)
    width, height = round(sheet.width + 2 * MARGIN), round(sheet.height + 2 * MARGIN + STRIP)
    place = {"x": MARGIN, "y": MARGIN + STRIP, "width": sheet.width, "height": sheet.height}
    return tag(
        "svg",
        tag("title", escape(_name(game, language))),
        tag("rect", width=width, height=height, fill=PAPER),
        *_strip(game, view, width, language),
        tag("svg", land, *_position(view, sheet, game.colours, uid, language), overflow="hidden", **place),
        tag("rect", fill="none", stroke=FRAME, **place),
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
    )


def _uid(*facts: object) -> str:
    """A prefix for ids, so that several pictures can stand on one page."""
    return f"g{zlib.crc32(repr(facts).encode()):08x}-"


@lru_cache(maxsize=4)
def _land(land: HexMap, radius: float, region: tuple[str, str] | None) -> tuple[Sheet, str]:
    """What no position changes, kept for the next picture of the same map."""
    sheet = Sheet(land, radius, region)
    return sheet, "".join([*draw_land(sheet, _uid(land.id, radius, region)), *draw_ways(sheet)])


def _position(view: View, sheet: Sheet, colours: Colours, uid: str, language: str) -> Iterator[str]:
    pieces, focus = view["pieces"], _focus(view)
    chosen = {*focus.get("chosen", ()), focus.get("unit")}
    offered = set(_targets(view, "unit"))
    piled = stacks(sheet, pieces, on_top=offered | chosen)
    yield from _reach(sheet, view, piled)
    yield from _veil(sheet)
    yield draw_numbers(sheet)
    yield from draw_names(sheet, uid, [stack.hex for stack in piled], language)
    yield from _struck(sheet, view, uid)
    yield draw_definitions(pieces, colours, uid)
    yield draw_counters(sheet, piled, colours, uid)
    yield from _flags(sheet, view, colours)
    yield from _rings(sheet, piled, offered, chosen)


def _veil(sheet: Sheet) -> Iterator[str]:
    """Half hexes beyond the chosen part: their pieces are not drawn, so they fade."""
    beyond = bits(sheet.shown & ~sheet.inside)
    if beyond:
        yield tag("path", d=hexes_path(sheet, beyond), fill=PAPER, fill_opacity=0.6)


# ---- what the viewer may do


def _focus(view: View) -> Mapping[str, Any]:
    return (view.get("ask") or {}).get("focus") or {}


def _targets(view: View, kind: str) -> list[str]:
    """The legal targets of a kind in the viewer's own ask."""
    ask = view.get("ask") or {"answers": {}}
    return [target for verb, names in ask["answers"].items() if ask["kinds"][verb] == kind for target in names]


def _reach(sheet: Sheet, view: View, piled: list[Stack]) -> Iterator[str]:
    """Hexes that may be named: tint, contour and dot; where enemies stand a dotted red hex."""
    own = next((player["side"] for player in view["players"] if player["id"] == view["viewer"]), None)
    held = {stack.hex for stack in piled if any(piece.get("side") != own for piece in stack.pieces)}
    hexes = {hex for hex in map(sheet.grid.index, _targets(view, "hex")) if sheet.inside >> hex & 1}
    free, hostile = sorted(hexes - held), sorted(hexes & held)
    parts = []
    if free:
        rings, _ = sheet.borders(sum(1 << hex for hex in free))
        contour = "".join(polygon([sheet.point(corner) for corner in ring]) for ring in rings)
        edge = {"stroke": REACH_EDGE, "stroke_width": 1.6, "stroke_linejoin": "round"}
        parts.append(tag("path", d=contour, fill=REACH, fill_opacity=0.27, **edge))
        parts.append(line("".join(f"M{pair(sheet.centre(hex))}h.1" for hex in free), ACCENT, 0.16 * sheet.radius))
    if hostile:
        outlines = hexes_path(sheet, hostile, 0.92)
        parts.append(tag("path", d=outlines, fill=TARGET, fill_opacity=0.1))
        parts.append(line(outlines, TARGET, 0.09 * sheet.radius, stroke_dasharray=f"0.1 {0.18 * sheet.radius:.1f}"))
    if parts:
        yield tag("g", *parts, data_targets=" ".join(map(sheet.grid.name, free + hostile)))


def _rings(sheet: Sheet, piled: list[Stack], offered: set[str], chosen: set[str]) -> Iterator[str]:
    """Pieces that may be named: a dashed ring. The pieces in question: gold brackets."""
    for stack in piled:
        for level, piece in enumerate(reversed(stack.pieces)):
            x, y, side = place_of(sheet, stack, level)
            if piece["id"] in chosen:
                d = _brackets(x, y, side)
                outline, gold = line(d, INK, 0.14 * side, "square"), line(d, GOLD, 0.09 * side, "square")
                yield tag("g", outline, gold, data_focus=piece["id"])
            elif piece["id"] in offered:
                left, top, right, bottom = x - 2.5, y - 2.5, x + side + 2.5, y + side + 2.5
                ring = polygon([(left, top), (right, top), (right, bottom), (left, bottom)])
                dashes = f"{0.13 * side:.1f} {0.07 * side:.1f}"
                blue = line(ring, ACCENT, 0.065 * side, "butt", stroke_dasharray=dashes)
                yield tag("g", line(ring, "#FFF", 0.065 * side), blue, data_target=piece["id"])


def _brackets(x: float, y: float, side: float) -> str:
    """The four corners of a frame."""
    leg, left, top, right, bottom = 0.3 * side, x - 3, y - 3, x + side + 3, y + side + 3
    corners = [(left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1)]
    return "".join(polyline([(cx, cy + sy * leg), (cx, cy), (cx + sx * leg, cy)]) for cx, cy, sx, sy in corners)


# ---- markers


def _struck(sheet: Sheet, view: View, uid: str) -> Iterator[str]:
    """Hexes attacked already or to be attacked, and the hex in question: red with a hatch."""
    names = [marker["hex"] for marker in view.get("markers", ()) if marker["kind"] == "attacked"]
    names += [hex for attack in view.get("attacks", ()) for hex in attack["hexes"]]
    if "hex" in _focus(view):
        names.append(_focus(view)["hex"])
    hexes = [hex for hex in map(sheet.grid.index, dict.fromkeys(names)) if sheet.inside >> hex & 1]
    if hexes:
        stripe = tag("rect", width=1.6, height=5, fill=TARGET)
        turned = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(-45)"}
        yield tag("pattern", stripe, id=f"{uid}hatch", width=5, height=5, **turned)
        hatch = {"fill": f"url(#{uid}hatch)", "fill_opacity": 0.6, "stroke": TARGET, "stroke_width": 2}
        yield tag("path", d=hexes_path(sheet, hexes, 0.94), **hatch)


def _flags(sheet: Sheet, view: View, colours: Colours) -> Iterator[str]:
    """Who controls a place: a small flag over its hex. Markers of other kinds: a lozenge with a title."""
    r = sheet.radius
    for marker in view.get("markers", ()):
        kind, side = marker["kind"], str(marker.get("side", ""))
        if kind == "attacked" or "hex" not in marker or not sheet.inside >> sheet.grid.index(marker["hex"]) & 1:
            continue
        x, y = sheet.centre(sheet.grid.index(marker["hex"]))
        cloth = "M0 0H.5L.4 .16L.5 .32H0Z" if kind == "control" else "M.2 0L.4 .2L.2 .4L0 .2Z"
        yield tag(
            "g",
            tag("title", escape(f"{kind} {side}".strip())),
            tag("path", d="M0 -.03V.62", stroke_width=0.08),
            tag("path", d=cloth, fill=colours.side(side).printed.colour),
            data_marker=kind,
            transform=f"translate({x - 0.5 * r:.1f} {y - 0.95 * r:.1f}) scale({r:g})",
            stroke=INK,
            stroke_width=0.05,
        )


# ---- the strip above the map


def _name(game: Game, language: str) -> str:
    return game.names.get(language) or game.name


def _side(game: Game, side: str, language: str) -> str:
    word = game.words.word(side, language)
    return word.capitalize() if word == side else word


def _colour(game: Game, side: str) -> str:
    return game.colours.side(side).printed.colour


def _wide(text: str, size: float) -> float:
    """About how wide a text will be, whatever its font."""
    return sum(size if ord(letter) > 0x2E7F else size * 0.52 for letter in text)


def _strip(game: Game, view: View, width: float, language: str) -> Iterator[str]:
    """Name and turn on the left; score and whose decision it is on the right, as far as there is room."""
    base = MARGIN + STRIP / 2 + 1
    small = {"y": base, "font_family": f"{NARROW}, {serif(language)}", "font_stretch": "condensed", "font_size": 15}
    name = _name(game, language)
    large = {"font_family": serif(language), "font_size": 20, "font_style": None if language == "ja" else "italic"}
    yield tag("text", escape(name), x=MARGIN + 4, y=base, fill=INK, **large)
    left, right = MARGIN + 22 + _wide(name, 20), width - MARGIN - 4
    for text, colour, weight in reversed(_headlines(game, view, language)):
        end = right - 17 if colour else right
        if end - _wide(text, 15) < left:
            continue
        if colour:
            square = {"width": 11, "height": 11, "rx": 2, "stroke": INK, "stroke_width": 0.8}
            yield tag("rect", x=right - 11, y=base - 10.5, fill=colour, **square)
        yield tag("text", escape(text), x=end, fill=INK, font_weight=weight, text_anchor="end", **small)
        right = end - _wide(text, 15) - 16
    turn = _turn(view, language)
    if left + _wide(turn, 15) < right:
        yield tag("text", escape(turn), x=left, fill=INK2, **small)


def _turn(view: View, language: str) -> str:
    if "turn" not in view:
        return ""
    tracks: Mapping[str, Any] = {track["id"]: track for track in view.get("tracks", ())}
    track = tracks.get("turn", {})
    text = TEXTS[language]["turn_of" if "last" in track else "turn"].format(turn=view["turn"], last=track.get("last"))
    return f"{text} · {in_language(track['label'], language)}" if track.get("label") else text


def _headlines(game: Game, view: View, language: str) -> list[tuple[str, str, int]]:
    """The score by side, then whose decision it is or who won: text, colour and weight."""
    texts, score = TEXTS[language], view.get("score", {})
    lines = [(f"{_side(game, side, language)} {score[side]}", _colour(game, side), 400) for side in score]
    sides = {player["id"]: player["side"] for player in view["players"]}
    if view.get("result"):
        winners = ", ".join(_side(game, sides.get(winner, winner), language) for winner in view["result"]["winners"])
        lines.append((texts["won"].format(side=winners) if winners else texts["over"], "", 700))
    elif view["waiting"]:
        deciding = list(dict.fromkeys(sides[player] for player in view["waiting"]))
        names = ", ".join(_side(game, side, language) for side in deciding)
        colour = _colour(game, deciding[0]) if len(deciding) == 1 else ""
        lines.append((texts["decides"].format(side=names), colour, 700))
    return lines
