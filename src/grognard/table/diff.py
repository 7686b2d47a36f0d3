"""A view as it travels: whole the first time, then only what has changed.

Pieces travel by id and the log by its new lines; everything else is sent again when it differs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.core.view import LOG_LINES

View = dict[str, Any]


Pieces = list[dict[str, Any]]


def by_id(pieces: Pieces) -> View:
    """Pieces as clients keep them."""
    return {piece["id"]: piece for piece in pieces}


def packed(view: View) -> View:
    """A view with its pieces keyed by id, as clients keep it."""
    return {**view, "pieces": by_id(view["pieces"])}


def pieces_difference(known: Pieces, pieces: Pieces) -> View:
    """What turns pieces by id into others; mostly the same pieces come in the same order, and few of them differ."""
    if len(known) != len(pieces):
        return _rearranged(by_id(known), by_id(pieces))
    # a game may hand out the same piece again
    fresh = [(old, new) for old, new in zip(known, pieces, strict=True) if old is not new and old != new]
    if any(old["id"] != new["id"] for old, new in fresh):
        return _rearranged(by_id(known), by_id(pieces))
    return {"pieces": {new["id"]: new for _, new in fresh}} if fresh else {}


def _rearranged(known: View, pieces: View) -> View:
    change: View = {}
    fresh = {key: piece for key, piece in pieces.items() if known.get(key) != piece}
    if fresh:
        change["pieces"] = fresh
    left = [key for key in known if key not in pieces]
    if left:
        change["pieces_gone"] = left
    return change


def difference(old: View, new: View, of_pieces: Callable[[Pieces, Pieces], View] = pieces_difference) -> View:
    """What turns one view, packed, into another.

    >>> empty = {"pieces": [], "log": [], "log_length": 0}
    >>> difference({"turn": 1, **empty}, {"turn": 2, **empty})
    {'set': {'turn': 2}}
    """
    change: View = {}
    keys = {
        key: value
        for key, value in new.items()
        if key not in ("pieces", "log") and (key not in old or (old[key] is not value and old[key] != value))
    }
    gone = [key for key in old if key not in new]
    if keys:
        change["set"] = keys
    if gone:
        change["unset"] = gone
    if old["pieces"] is not new["pieces"]:
        change |= of_pieces(old["pieces"], new["pieces"])
    return change | _log(old, new)


def _log(old: View, new: View) -> View:
    """New lines at the end where the log has only grown; the whole of it otherwise (an undo took lines back)."""
    if old["log"] is new["log"] or old["log"] == new["log"]:
        return {}
    grown = new["log_length"] - old["log_length"]
    if grown > 0 and [*old["log"], *new["log"][-grown:]][-LOG_LINES:] == new["log"]:
        return {"log_add": new["log"][-grown:]}
    return {"log": new["log"]}
