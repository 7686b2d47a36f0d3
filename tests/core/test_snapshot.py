"""Positions as plain JSON: every kind of value comes back as it was, and what cannot is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.ask import random_answer
from grognard.core.snapshot import canonical, from_plain, restore, snapshot, to_plain
from grognard.core.state import Result
from grognard.core.step import GameOver, Record, Together
from grognard.core.words import Message
from tests.core.toy import GAME, Bid, Turn


@dataclass(frozen=True, slots=True)
class Battle(Record):
    """A fact with others inside it."""

    hexes: tuple[int, ...]
    losses: dict[int, int]
    next: Battle | None = None


def there_and_back(value: Any) -> Any:
    return from_plain(json.loads(json.dumps(to_plain(value))))


RESULT = Result(("north",), "win", {"north": 3, "south": 1}, Message("result.won", "3.0", {"word": ["north"]}))


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -7,
        1 << 3000,
        "",
        "渡し場",
        [],
        [1, [2, [3]]],
        (),
        (1, (2, ())),
        bytearray(),
        bytearray(b"\x00\xff"),
        {},
        {3: 4, -1: [5]},
        {"b": (1,), "a": bytearray(b"x")},
        {(1, 2): 3},
        {"tuple": 1, "record": 2, "map": 3, "bytes": 4, "result": 5},
        Turn(2, built=True),
        Together(((0, Bid(0)), (3, Bid(3)))),
        GameOver(),
        Battle((1, 2), {7: 1}, Battle((), {})),
        RESULT,
        RESULT._replace(winners=(), level="draw"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_comes_back_as_it_was(value: Any) -> None:
    back = there_and_back(value)
    assert back == value and type(back) is type(value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.binary().map(bytearray),
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.integers(), inner)
        | st.builds(Battle, st.lists(st.integers()).map(tuple), st.dictionaries(st.integers(), st.integers()))
    ),
    max_leaves=12,
)


@given(value=VALUES)
def test_any_nesting_comes_back_with_every_type(value: Any) -> None:
    back = there_and_back(value)
    assert back == value and to_plain(back) == to_plain(value)


class Pair(NamedTuple):
    left: int
    right: int


@pytest.mark.parametrize(
    "value",
    [1.5, {1}, frozenset(), b"x", object(), Pair(1, 2), RESULT.reason, [{3: {4}}]],
    ids=lambda value: type(value).__name__,
)
def test_a_value_without_a_plain_form_is_refused(value: Any) -> None:
    """A named tuple too: it would come back as a bare one and fail much later."""
    with pytest.raises(TypeError, match="which has no plain form"):
        to_plain(value)


def test_an_unknown_record_is_refused() -> None:
    with pytest.raises(KeyError):
        from_plain({"record": "os.system", "with": {}})


def test_equal_positions_have_equal_bytes_whatever_the_order_of_their_dictionaries() -> None:
    first = GAME.position(turns=["red"], dug={"0101": "red", "0201": "blue"})
    second = GAME.position(turns=["red"], dug={"0201": "blue", "0101": "red"})
    assert first.state == second.state and canonical(first.state) == canonical(second.state)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), answers=st.integers(0, 80), scenario=st.sampled_from(list(GAME.scenarios)))
def test_a_position_restored_anywhere_in_a_game_plays_on_alike(seed: int, answers: int, scenario: str) -> None:
    rng = Random(seed)
    state = GAME.fast_state(seed, scenario)
    for _ in range(answers):
        if state.over:
            break
        player = rng.choice(state.deciders)
        state.apply(player, random_answer(state.ask(player), rng))
    fresh = GAME.initial(GAME.scenario(scenario), state.options, state.dice)
    restore(fresh, json.loads(json.dumps(snapshot(state))))
    assert fresh == state and fresh.deciders == state.deciders and fresh.result == state.result
    while not state.over:
        player = rng.choice(state.deciders)
        assert fresh.ask(player) == state.ask(player)
        answer = random_answer(state.ask(player), rng)
        state.apply(player, answer)
        fresh.apply(player, answer)
    assert canonical(fresh) == canonical(state) and fresh.result == state.result


def test_a_record_that_moved_to_another_file_of_its_package_is_still_found() -> None:
    plain = to_plain(Turn(2, built=True))
    assert plain["record"] == "tests.core.toy.Turn"
    assert from_plain({**plain, "record": "tests.core.where_it_was.Turn"}) == Turn(2, built=True)
    for elsewhere in ("tests.games.toy.Turn", "tests.core.toy.Tern", "Turn"):
        with pytest.raises(KeyError):
            from_plain({**plain, "record": elsewhere})


def test_the_room_a_record_stands_in_leaves_no_trace_in_a_snapshot() -> None:
    plain = to_plain((Turn(2), Battle((1,), {}, Battle((2,), {}))), "tests")
    first, second = plain["tuple"]
    assert first["record"] == "tests.toy.Turn"
    assert second["record"] == second["with"]["next"]["record"] == "tests.test_snapshot.Battle"
    assert from_plain(plain) == (Turn(2), Battle((1,), {}, Battle((2,), {})))
    assert to_plain(GameOver(), "tests")["record"] == "grognard.core.step.GameOver"
