"""Orders that a bot of Victory keeps for an army's move: given seldom, followed while they hold, never out of date."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, code, offered
from grognard.games.victory import GAME, verbs
from grognard.games.victory.movement.movement import MoveUnit, MoveUnits
from grognard.games.victory.state import VictoryState
from grognard.players.victory.doctrine import VictoryDoctrine
from grognard.players.victory.orders import Orders
from grognard.players.victory.regular import REGULAR_SHEET
from grognard.players.victory.weights import SHEET

Asked = tuple[VictoryState, int, Any]
"""A position, who is asked there, and the orders that he has."""


class Counting(VictoryDoctrine):
    """Counts how often it plans."""

    given = 0

    def give_orders(self, state: VictoryState, army: int) -> Orders:
        self.given += 1
        return super().give_orders(state, army)


@pytest.fixture(scope="module", params=(SHEET, REGULAR_SHEET), ids=("recruit", "regular"))
def played(request: pytest.FixtureRequest) -> tuple[Counting, list[Asked]]:
    """The questions of the Move Phases of a few turns, and a doctrine that has answered all of them."""
    book, rng, plans = Counting(request.param), Random(5), dict[int, Any]()
    found: list[Asked] = []
    state = GAME.fast_state(23, options={"turns": 3})
    while state.result is None:
        assert isinstance(state, VictoryState)
        player = state.deciders[0]
        seen = GAME.imagine(state, player, rng)
        if isinstance(seen.seen_by(player).stack[-1], MoveUnits | MoveUnit):
            found.append((seen.clone(), player, plans.get(player)))
        answer, plans[player] = book.go_by(seen, player, plans.get(player))
        assert answer is not None
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
        state.apply(player, answer)
    return book, found


def test_orders_are_given_a_few_times_in_an_armys_move(played: tuple[Counting, list[Asked]]) -> None:
    book, found = played
    blocks = sum(isinstance(state.stack[-1], MoveUnits) for state, _, _ in found)
    assert 0 < book.given < blocks / 2


def test_without_orders_it_answers_what_it_would_choose(played: tuple[Counting, list[Asked]]) -> None:
    book, found = played
    for state, player, _ in found[::3]:
        assert type(book)(book.sheet).go_by(state, player, None)[0] == book.choose(state, player)


def test_orders_of_another_turn_or_army_are_not_followed(played: tuple[Counting, list[Asked]]) -> None:
    book, found = played
    compared = 0
    for state, player, _ in found[::5]:
        for other, _, orders in found[::7]:
            if isinstance(orders, Orders) and (other.turn, orders.army) != (state.turn, state.mover):
                compared += 1
                assert book.go_by(state, player, orders)[0] == book.choose(state, player)
    assert compared


def test_orders_hold_for_the_same_answers_in_another_process(played: tuple[Counting, list[Asked]]) -> None:
    book, found = played
    sent = 0
    for state, player, orders in found[::4]:
        sent += orders is not None
        there = type(book)(book.sheet)
        assert there.go_by(state, player, pickle.loads(pickle.dumps(orders)))[0] == book.go_by(state, player, orders)[0]
    assert sent


def test_a_move_that_is_taken_back_is_ordered_again(played: tuple[Counting, list[Asked]]) -> None:
    """The orders that somebody had after his move, in the position before it: he has a legal answer."""
    book, found = played
    for (state, player, _), (_, other, later) in zip(found, found[2:], strict=False):
        if player == other:
            answer = book.go_by(state, player, later)[0]
            assert answer is not None
            assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)


def test_no_move_ends_while_anybody_has_something_to_do(played: tuple[Counting, list[Asked]]) -> None:
    """Orders that are carried out are not enough: what they have made possible is looked for."""
    book, found = played
    ended = 0
    for state, player, orders in found:
        if book.go_by(state, player, orders)[0] == code(verbs.END_MOVE):
            ended += 1
            assert type(book)(book.sheet).choose(state, player) == code(verbs.END_MOVE)
    assert ended >= 4
