"""Positions as plain JSON, and back: for games that began from a set-up position, and for safety copies.

Lists, tuples, bytearrays, int-keyed dictionaries and steps all survive the journey; nothing here knows their meaning.
"""

from __future__ import annotations

import json
from dataclasses import fields
from functools import lru_cache
from typing import Any

from grognard.core.state import Result, State
from grognard.core.step import RECORDS, Record
from grognard.core.words import Message

STOP = "stop"
"""Marks the snapshot of a position that stops at its first step, even where nobody is asked there."""
WAITS = "waits"
"""Marks the snapshot of a position in which segments wait for their players."""
PLAIN = frozenset((type(None), bool, int, str))
"""What is its own plain form."""


def to_plain(value: Any, home: str = "") -> Any:
    """A value of a position as JSON can hold it; `home` is the package of its game.

    >>> to_plain((1, bytearray(b"ab")))
    {'tuple': [1, {'bytes': '6162'}]}
    """
    if type(value) in PLAIN or isinstance(value, int | str):
        return value
    if isinstance(value, bytearray):
        return {"bytes": value.hex()}
    if isinstance(value, Result):
        return {"result": [list(value.winners), value.level, dict(value.points), list(value.reason)]}
    if isinstance(value, Record):
        facts = {one.name: to_plain(getattr(value, one.name), home) for one in fields(value)}  # type: ignore[arg-type]  # every record is a dataclass
        return {"record": stored_name(type(value), home), "with": facts}
    if isinstance(value, list):
        if PLAIN.issuperset(map(type, value)):  # long rows of numbers are most of a position
            return list(value)
        return [to_plain(one, home) for one in value]
    if type(value) is tuple:  # a named one would come back without its name
        return {"tuple": [to_plain(one, home) for one in value]}
    if isinstance(value, dict):
        return {"map": [[to_plain(key, home), to_plain(one, home)] for key, one in sorted(value.items())]}
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


def stored_name(cls: type[Record], home: str) -> str:
    """What a snapshot calls a record: its game's package, its file and its own name.

    The rooms between package and file are left out: a file can be put into one, and saved games keep their digests.
    """
    module = cls.__module__
    if home and module.startswith(f"{home}."):
        module = f"{home}.{module.rpartition('.')[2]}"
    return f"{module}.{cls.__name__}"


@lru_cache(maxsize=1024)  # names come from files of others
def _class_of(name: str) -> type[Record]:
    """The class of a stored record: in any room of its package, also when it has moved to another file of it since."""
    if name in RECORDS:
        return RECORDS[name]
    module, _, own = name.rpartition(".")
    package, _, file = module.rpartition(".")
    inside = [one for one in RECORDS if package and one.startswith(f"{package}.")]
    for end in (f".{file}.{own}", f".{own}"):
        found = [one for one in inside if one.endswith(end)]
        if len(found) == 1:
            return RECORDS[found[0]]
    raise KeyError(name)


def snapshot(state: State) -> dict[str, Any]:
    """Everything that makes this position, but not the dice themselves."""
    home = type(state).__module__.rpartition(".")[0]
    plain = {name: to_plain(getattr(state, name), home) for name in state.FIELDS}
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
