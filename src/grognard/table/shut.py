"""Tables that are kept but cannot be opened: why, how a list shows them, and what of them can be had all the same.

A game may not be installed any more, an option may be gone, a record may be damaged. Such a table stays where it is and
harms no other; it opens again when the cause is gone and the house is started anew.
"""

from __future__ import annotations

import json
from typing import Any

from grognard.core.dice import commitment
from grognard.core.game import SetupError
from grognard.core.registry import game, game_ids
from grognard.table.games import offered
from grognard.table.room import seating
from grognard.table.seats import Visitor
from grognard.table.store import Card, TableRow, Unreadable

FORMAT = "grognard-table/1"
"""A table as it is stored, which is not yet a game's file."""
DAMAGED = "its record is damaged"


class Shut(Exception):
    """A table that cannot be opened; `kind` is "game", "setup" or "damaged", the text one line."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(" ".join(why.split())[:400])
        self.kind = kind


def check(row: TableRow) -> None:
    """Shut, where a look at a table's header is enough to see that it cannot be opened."""
    header = row.header
    read = not any(isinstance(one, Unreadable) for one in (row.start, row.forced, row.clock))
    timed = all(isinstance(one, int | float) for one in (row.created, row.changed))
    if not (read and timed and isinstance(header, dict) and isinstance(header.get("game"), str)):
        raise Shut("damaged", DAMAGED)
    wanted = header["game"]
    if wanted not in game_ids():
        raise Shut("game", f'the game "{wanted}" is not installed here')
    if offered(wanted) is None:
        raise Shut("game", f'the game "{wanted}" cannot be played here')
    try:
        found = game(wanted)
        found.settle_options(found.scenario(header["scenario"]), header["options"])
    except SetupError as error:
        raise Shut("setup", str(error)) from None
    except Exception:
        raise Shut("damaged", DAMAGED) from None


def why_not(error: Exception) -> Shut:
    """What went wrong when a table was opened, as a reason not to."""
    if isinstance(error, SetupError):
        return Shut("setup", str(error))
    return Shut("damaged", f"{DAMAGED} ({type(error).__name__}: {error})")


def shut_card(found: Card, shut: Shut, who: Visitor) -> dict[str, Any]:
    """A table that cannot be opened as a list shows it, with the reason."""
    row = found.row
    header = row.header if isinstance(row.header, dict) else {}
    return {
        "id": row.id, "game": str(header.get("game", "")), "scenario": str(header.get("scenario", "")), "options": {},
        "turn": 0, "score": {}, "result": None, "waiting": [], "seats": seating(found.seats, host=who.owns(found)),
        "yours": who.players(found), "owner": who.owns(found), "watched": False, "clock": None,
        "created": _number(row.created), "changed": _number(row.changed), "rematch": None, "set_aside": 0,
        "stood_in": [], "position": False, "shut": {"kind": shut.kind, "why": str(shut)},
    }  # fmt: skip


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def exported(row: TableRow, stored: list[dict[str, Any]], why: str, yours: list[str] | None) -> dict[str, Any]:
    """All that is stored of a table; where others' secrets have to be kept, only the acts of `yours`."""
    header: Any = row.header
    if yours is not None and isinstance(header, dict):
        header = {**header, "commitment": commitment(str(header.get("seed", "")))}
        header.pop("seed", None)
    acts = stored if yours is None else [act for act in stored if act["player"] in yours]
    open_to_all = {"start": row.start, "forced": row.forced} if yours is None else {}
    return {
        "format": FORMAT, "why": why, "table": row.id, "header": header, **open_to_all, "clock": row.clock,
        "acts": [{**act, "target": _read(act["target"])} for act in acts], "whole": yours is None,
    }  # fmt: skip


def _read(text: Any) -> Any:
    """A stored target, or as it stands where it cannot be read."""
    try:
        return json.loads(text)
    except (ValueError, TypeError):
        return str(text) if text is not None else None
