"""Orders of a Movement Segment in A Victory Lost: given once, kept while they hold, and no longer."""

from __future__ import annotations

import pickle
from functools import cache
from random import Random
from typing import Any

import pytest

from grognard.core.ask import TARGET_MASK, code, offered
from grognard.games.avl import GAME, verbs
from grognard.games.avl.movement import MoveUnit, MoveUnits
from grognard.games.avl.state import AvlState
from grognard.hex.grid import mask
from grognard.players import bot
from grognard.players.avl.doctrine import DOCTRINE, AvlDoctrine
from grognard.players.avl.orders import Orders
from grognard.players.officer import Officer

Asked = list[tuple[AvlState, Orders, int]]
"""Positions of Movement Segments, the orders that the bot went by there, and its answer."""


@cache
def asked_on_the_march() -> Asked:
    bots = [bot("recruit") for _ in range(2)]
    state, rng, found = GAME.fast_state(5), Random(5), []
    while state.turn < 3:
        player = state.deciders[0]
        answer = bots[player].choose(GAME.imagine(state, player, rng), player, rng)
        if isinstance(state.stack[-1], MoveUnits | MoveUnit):
            found.append((state.clone(), bots[player].memory, answer))
        state.apply(player, answer)
    return found


def given_anew(monkeypatch: pytest.MonkeyPatch) -> list[AvlState]:
    """Positions in which orders are given from now on."""
    found, give = [], AvlDoctrine.give_orders

    def noted(book: AvlDoctrine, state: AvlState, side: int) -> Orders:
        found.append(state)
        return give(book, state, side)

    monkeypatch.setattr(AvlDoctrine, "give_orders", noted)
    return found


def test_a_few_plans_do_for_a_segment_of_many_answers() -> None:
    asked = asked_on_the_march()
    plans = {id(orders) for _, orders, _ in asked}
    segments = {orders.ground for _, orders, _ in asked}
    assert len(asked) > 20 * len(segments)
    assert len(plans) < 3 * len(segments), "at the beginning, with the attackers at their posts, with the others gone"


def test_orders_are_done_when_the_attackers_are_at_their_posts() -> None:
    done = 0
    for state, orders, _ in asked_on_the_march():
        if isinstance(state.stack[-1], MoveUnits) and orders.going:
            arrived = state.clone()
            for unit, post in orders.posts:
                arrived.put(unit, post)
                arrived.moved |= 1 << unit
            assert orders.hold(state, state.active, state.moved)
            assert not orders.hold(arrived, state.active, arrived.moved)
            done += 1
    assert done > 10


def test_orders_are_done_when_the_column_has_gone() -> None:
    done = 0
    for state, orders, _ in asked_on_the_march():
        if not orders.going and orders.column and orders.hold(state, state.active, state.moved):
            assert not orders.hold(state, state.active, state.moved | mask(orders.column))
            assert orders._replace(column=()).hold(state, state.active, state.moved), "HQs go by the last orders"
            done += 1
    assert done > 10


def test_a_bot_that_remembers_nothing_plans_and_answers_in_the_middle_of_a_segment() -> None:
    for state, _, _ in asked_on_the_march()[::7]:
        fresh = Officer("recruit")
        answer = fresh.choose(state, state.active, Random(1))
        assert offered(state.offer, *divmod(answer, TARGET_MASK + 1))
        assert answer == DOCTRINE.choose(state, state.active)
        step = state.stack[-1]
        assert isinstance(fresh.memory, Orders) or (isinstance(step, MoveUnit) and step.started)


def test_orders_of_another_moment_are_not_gone_by() -> None:
    asked = asked_on_the_march()
    first = asked[0][1]
    for state, orders, _ in asked[::7]:
        if orders.ground != first.ground:
            assert not first.hold(state, state.active, state.moved)
            assert DOCTRINE.go_by(state, state.active, first)[0] == DOCTRINE.choose(state, state.active)


def test_orders_end_when_an_attacker_has_gone_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is when a bot errs, or a person has played for it: what was taken back and played anew is seen, too."""
    planned = given_anew(monkeypatch)
    astray = 0
    for state, orders, answer in asked_on_the_march():
        step = state.stack[-1]
        if not isinstance(step, MoveUnit) or step.started or orders.post_of(step.unit) != answer & TARGET_MASK:
            continue
        trial = state.clone()
        if not offered(trial.offer, verbs.STOP, 0):
            continue
        trial.apply(state.active, code(verbs.STOP))
        if not isinstance(trial.stack[-1], MoveUnits) or trial.activated != state.activated:
            continue
        assert not orders.hold(trial, state.active, trial.moved)
        planned.clear()
        kept: Any = DOCTRINE.go_by(trial, state.active, orders)[1]
        assert planned
        assert kept.hold(trial, state.active, trial.moved)
        astray += 1
    assert astray > 5


def test_orders_end_when_the_moves_before_them_are_taken_back() -> None:
    """The last orders of a segment are for HQs alone: who went by them from its beginning would leave all others."""
    segments: dict[Any, list[tuple[AvlState, Orders]]] = {}
    for state, orders, _ in asked_on_the_march():
        segments.setdefault(orders.ground, []).append((state, orders))
    back = 0
    for asked in segments.values():
        (begins, first), (_, last) = asked[0], asked[-1]
        if first.column and not last.column:
            answer, orders = DOCTRINE.go_by(begins, begins.active, last)
            assert answer == DOCTRINE.choose(begins, begins.active)
            assert orders == first
            back += 1
    assert back > 3


def test_orders_can_be_sent_to_another_process() -> None:
    for _, orders, _ in asked_on_the_march()[::50]:
        assert pickle.loads(pickle.dumps(orders)) == orders


def test_the_same_game_is_played_the_same_again() -> None:
    """Though the doctrine has seen other games in between."""
    again = asked_on_the_march.__wrapped__()
    assert [answer for *_, answer in again] == [answer for *_, answer in asked_on_the_march()]
