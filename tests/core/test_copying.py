"""How positions are copied: what changes in place is copied, the rest shared, and nothing is forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.copying import copied
from grognard.core.dice import FastDice
from grognard.core.state import State
from tests.core.toy import GAME


class Counted(State):
    __slots__ = ("counts",)
    counts: list[int]


@copied
class Full(Counted):
    __slots__ = ("by_hex", "chosen", "names", "steps", "turn", "where")
    turn: int
    by_hex: dict[int, tuple[int, ...]]
    chosen: tuple[int, ...]
    names: set[str]
    steps: bytearray
    where: State | None


def full() -> Full:
    state = Full(GAME, {"coins": 4}, FastDice(1))
    state.counts, state.turn, state.by_hex, state.chosen = [1], 2, {3: (4,)}, (5,)
    state.names, state.steps, state.where = {"six"}, bytearray(b"7"), None
    return state


def test_what_changes_in_place_is_copied_and_the_rest_shared() -> None:
    state = full()
    copy = state.clone()
    assert type(copy) is Full
    for name in ("counts", "by_hex", "names", "steps", "stack"):
        assert getattr(copy, name) == getattr(state, name) and getattr(copy, name) is not getattr(state, name), name
    for name in ("turn", "chosen", "where", "game", "options", "dice", "rolls", "barrier", "offer", "lanes", "result"):
        assert getattr(copy, name) is getattr(state, name), name


def test_a_copy_tells_nobody() -> None:
    state = full()
    state.events = []
    assert state.clone().events is None


def test_a_heir_without_fields_is_copied_as_itself() -> None:
    class Heir(Full):
        __slots__ = ()

    heir = Heir(GAME, {}, FastDice(1))
    for name in ("counts", "turn", "by_hex", "chosen", "names", "steps", "where"):
        setattr(heir, name, getattr(full(), name))
    assert type(heir.clone()) is Heir


def test_annotations_that_are_no_text_are_read_too() -> None:
    kept: Any = type("Kept", (State,), {"__slots__": ("a", "b"), "__annotations__": {"a": list[int], "b": bytearray}})
    state = copied(kept)(GAME, {}, FastDice(1))
    state.a, state.b = [1], bytearray(b"2")
    copy = state.clone()
    assert (copy.a, copy.b) == (state.a, state.b) and copy.a is not state.a and copy.b is not state.b


def test_a_field_of_unknown_kind_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^Bare\.turn has no annotation: is it copied or shared\?$"):
        copied(type("Bare", (State,), {"__slots__": ("turn",)}))


@pytest.mark.parametrize(
    "deep", ["list[list[int]]", "tuple[list[int], ...]", "dict[int, set[int]]", "list[int] | None"]
)
def test_a_field_that_changes_deep_inside_is_refused(deep: str) -> None:
    kept = type("Deep", (State,), {"__slots__": ("held",), "__annotations__": {"held": deep}})
    with pytest.raises(TypeError, match=r"^Deep\.held: .* can change where a copy does not reach$"):
        copied(kept)
