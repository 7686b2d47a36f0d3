"""The charts of counters: what is printed on them, one counter by itself, and the order of battle by full names.

All of it is made from the pieces of a view: a counter that its viewer may not know is not in them, and so not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.core.words import LANGUAGES
from grognard.school.charts_file import ChartsFile, Explained
from grognard.school.texts import Teller
from grognard.school.words import known, say

Doc = dict[str, Any]
Piece = Mapping[str, Any]


def seen(view: Mapping[str, Any]) -> list[Piece]:
    """The counters whose faces the viewer may know."""
    return [piece for piece in view.get("pieces", ()) if not piece.get("hidden") and "symbol" in piece]


def named(teller: Teller, piece: Piece) -> dict[str, str]:
    """A counter's full name: the game's, or the one that the view tells, or its label."""
    told = teller.reference.names.get(piece["id"]) or piece.get("name")
    return dict(told) if isinstance(told, Mapping) else dict.fromkeys(LANGUAGES, str(told or piece["label"]))


def symbol(piece: Piece, teller: Teller) -> dict[str, str]:
    """The arm that a symbol stands for."""
    name = str(piece["symbol"])
    if known(f"symbol.{name}"):
        return say(f"symbol.{name}")
    return {language: teller.game.words.word(name, language) for language in LANGUAGES}


# ---- the key


def counters(teller: Teller, file: ChartsFile, view: Mapping[str, Any], unit: str | None) -> Iterator[Doc]:
    """The key to one counter where one is asked for, else to all of them."""
    pieces = seen(view)
    if unit is not None:
        yield from _one(teller, file, pieces, unit)
        return
    if file.figure:
        yield _sheet("figures", [_explained(teller, one) for one in file.figure])
    if file.mark:
        yield _sheet("marks", [_explained(teller, one) for one in file.mark])
    if file.marker:
        yield _sheet("markers", [_lying(teller, one) for one in file.marker])
    faces = list(pieces) or list(view.get("kinds", {}).values())
    arms = {str(piece["symbol"]): symbol(piece, teller) for piece in faces if known(f"symbol.{piece['symbol']}")}
    if arms:
        yield _sheet("arms", [_line(one, one, text) for one, text in sorted(arms.items())])
    sizes = sorted({str(piece["size"]) for piece in faces if piece.get("size")})
    if sizes:
        yield _sheet("sizes", [_line(one, one, say(f"size.{one}") if known(f"size.{one}") else one) for one in sizes])


def _sheet(id: str, rows: Sequence[Doc]) -> Doc:
    columns = [{"id": "means", "text": say("column.means")}]
    return {"id": id, "title": say(f"sheet.{id}"), "rule": "", "columns": columns, "rows": list(rows)}


def _line(id: str, text: Any, means: Any, rule: str = "") -> Doc:
    return {"id": id, "text": text, "cells": [{"text": means}], **({"rule": rule} if rule else {})}


def _explained(teller: Teller, one: Explained) -> Doc:
    return _line(one.id, teller.head(one.id), teller.both(one), one.rule)


def _lying(teller: Teller, one: Explained) -> Doc:
    """A marker, called by how it looks where every game has it."""
    key = f"marker.{one.id}"
    return _explained(teller, one) | ({"text": say(key)} if known(key) else {})


def _one(teller: Teller, file: ChartsFile, pieces: Sequence[Piece], unit: str) -> Iterator[Doc]:
    piece = next((one for one in pieces if one["id"] == unit), None)
    if piece is None:
        raise SetupError(f'there is no counter "{unit}" that you could see')
    borne = set(piece.get("flags", ()))
    rows = [_line("name", str(piece["label"]), named(teller, piece))]
    if command := teller.command(unit):
        rows[0]["command"] = command
    rows += [
        {**_explained(teller, one), "value": value}
        for one in file.figure
        if (value := _value(piece, one.id)) is not None
    ]
    if piece.get("size"):
        size = str(piece["size"])
        rows.append(_line("size", size, say(f"size.{size}") if known(f"size.{size}") else size))
    if known(f"symbol.{piece['symbol']}"):
        rows.append(_line("symbol", str(piece["symbol"]), symbol(piece, teller)))
    if piece.get("full_steps", 1) > 1 and "steps" not in {row["id"] for row in rows}:
        left, whole = piece.get("steps"), piece["full_steps"]
        rows.append(_line("steps", f"{left}/{whole}", say("state.full" if left == whole else "state.reduced")))
    rows += [{**_explained(teller, one), "borne": True} for one in file.mark if one.id in borne]
    shown = _sheet("unit", rows) | {"unit": unit}
    if sides := piece.get("values_by_steps"):
        shown["sides"] = ["-".join(map(str, values)) for values in reversed(sides[1:])]
    yield shown
    others = [_explained(teller, one) for one in file.mark if one.id not in borne]
    if others:
        yield _sheet("may_also", others)


def _value(piece: Piece, id: str) -> str | None:
    """A figure of a counter: one of its values, or a key of its own."""
    names = list(piece.get("value_names", ()))
    if id in names:
        return str(piece["values"][names.index(id)])
    value = piece.get(id)
    if isinstance(value, list):
        return "-".join(map(str, value))
    return None if value is None or isinstance(value, Mapping) else str(value)


# ---- the order of battle


def losses(play: Play, viewer: str | None) -> dict[str, int]:
    """By unit the turn in which this viewer saw it go, as his log tells."""
    turn, found = 1, {}
    for number in play.visible(None if viewer is None else play.roster.number(viewer)):
        message = play.events[number].message
        kind = play.game.stage.get(message.key)
        if kind == "turn":
            turn = int(message.args.get("turn", turn))
        elif kind == "loss" and "unit" in message.args:
            found[str(message.args["unit"])] = turn
    return found


def order(
    teller: Teller, file: ChartsFile, view: Mapping[str, Any], losses: Mapping[str, int] | None = None
) -> Iterator[Doc]:
    """Every counter that can be seen, by side and command."""
    groups: dict[tuple[str, str], list[Piece]] = {}
    titles: dict[tuple[str, str], dict[str, str]] = {}
    for piece in seen(view):
        title = teller.command(piece["id"]) or symbol(piece, teller)
        key = (str(piece["side"]), title["en"])
        titles[key] = title
        groups.setdefault(key, []).append(piece)
    for number, ((side, _), pieces) in enumerate(sorted(groups.items(), key=lambda group: group[0][0]), 1):
        yield {
            "id": f"{side}-{number}",
            "side": side,
            "title": titles[side, _],
            "rule": "",
            "columns": [{"id": one, "text": say(f"column.{one}")} for one in ("values", "where")],
            "rows": [_unit(teller, file, piece, losses or {}) for piece in sorted(pieces, key=_below_hq)],
        }


def _below_hq(piece: Piece) -> bool:
    """An HQ stands first in its command."""
    return "range" not in piece


def _unit(teller: Teller, file: ChartsFile, piece: Piece, losses: Mapping[str, int]) -> Doc:
    where = str(piece["where"])
    on_map = bool(piece.get("on_map"))
    place: Any = where if on_map else {one: teller.game.words.word(where, one) for one in LANGUAGES}
    shown: Doc = {
        "id": piece["id"],
        "unit": piece["id"],
        "label": piece["label"],
        "text": named(teller, piece),
        "cells": [{"text": "-".join(map(str, piece.get("values", ())))}, {"text": place}],
    }
    if on_map:
        shown["hex"] = where
    if where in file.lost:
        shown["lost"] = True
        if piece["id"] in losses:
            shown["lost_turn"] = losses[piece["id"]]
    if "arrives" in piece:
        shown["arrives"] = piece["arrives"]
    return shown
