"""Positions as plain JSON, and back: for games that began from a set-up position, and for safety copies.

Lists, tuples, bytearrays, int-keyed dictionaries and steps all survive the journey; nothing here knows their meaning.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from grognard.core.state import Result, State
from grognard.core.step import RECORDS, Record
from grognard.core.words import Message

STOP = "stop"
"""Marks the snapshot of a position that stops at its first step, even where nobody is asked there."""
WAITS = "waits"
"""Marks the snapshot of a position in which segments wait for their players."""


def to_plain(value: Any) -> Any:
    """A value of a position as JSON can hold it.

    >>> to_plain((1, bytearray(b"ab")))
    {'tuple': [1, {'bytes': '6162'}]}
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, bytearray):
        return {"bytes": value.hex()}
    if isinstance(value, Result):
        return {"result": [list(value.winners), value.level, dict(value.points), list(value.reason)]}
    if isinstance(value, Record):
        facts = {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}  # type: ignore[arg-type]  # every record is a dataclass
        return {"record": f"{type(value).__module__}.{type(value).__name__}", "with": facts}
    if isinstance(value, list):
        return [to_plain(one) for one in value]
    if type(value) is tuple:  # a named one would come back without its name
        return {"tuple": [to_plain(one) for one in value]}
    if isinstance(value, dict):
        return {"map": [[to_plain(key), to_plain(one)] for key, one in sorted(value.items())]}
    raise TypeError(f"a position holds a {type(value).__name__}, which has no plain form")


def from_plain(value: Any) -> Any:
    """The inverse of `to_plain`."""
    if isinstance(value, list):
        return [from_plain(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "bytes" in value:
        return bytearray.fromhex(value["bytes"])
    if "tuple" in value:
        return tuple(from_plain(one) for one in value["tuple"])
    if "map" in value:
        return {from_plain(key): from_plain(one) for key, one in value["map"]}
    if "result" in value:
        winners, level, points, (key, rule, args) = value["result"]
        return Result(tuple(winners), level, points, Message(key, rule, args))
    return _class_of(value["record"])(**{name: from_plain(one) for name, one in value["with"].items()})


def _class_of(name: str) -> type[Record]:
    """The class of a stored record, also when it has moved to another file of its package since."""
    if name not in RECORDS:
        module, _, own = name.rpartition(".")
        package = module.rpartition(".")[0]
        moved = [one for one in RECORDS if package and one.startswith(f"{package}.") and one.endswith(f".{own}")]
        name = moved[0] if len(moved) == 1 else name
    return RECORDS[name]


def snapshot(state: State) -> dict[str, Any]:
    """Everything that makes this position, but not the dice themselves."""
    plain = {name: to_plain(getattr(state, name)) for name in state.FIELDS}
    if state.lanes is not None:
        plain["lanes"] = {str(player): list(lane.answers) for player, lane in state.lanes.items()}
    if state.waits:
        plain[WAITS] = True
    return plain


def restore(state: State, plain: dict[str, Any]) -> None:
    """Make a fresh state the position that was stored; a field that is younger than the snapshot stays fresh."""
    for name in state.FIELDS:
        if name in plain or name not in state.YOUNGER:
            setattr(state, name, from_plain(plain[name]))
    state.waits = plain.get(WAITS, False)
    state.rebuild()
    if plain.get(STOP):
        state.stop()
    else:
        state.settle()
    for player, answers in plain.get("lanes", {}).items():
        for code in answers:
            state.apply(int(player), code)


def canonical(state: State) -> bytes:
    """One string of bytes per position: equal positions give equal bytes."""
    return json.dumps(snapshot(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
