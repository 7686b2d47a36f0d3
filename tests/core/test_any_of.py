"""Several players asked at once in the open: whoever is first has his question, and those inside closed doors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from grognard.core.ask import TARGET_BITS, NotOffered, Offer
from grognard.core.snapshot import restore, snapshot
from grognard.core.step import AnyOf, Step
from tests.core.toy import BID, DONE, GAME, OpenBids, ToyState

RED, BLUE, GREEN = range(3)


@dataclass(frozen=True, slots=True)
class Speak(Step[ToyState]):
    """A player gives a coin, if he has one, and those who are left are asked again."""

    player: int
    left: tuple[int, ...]
    doors: bool = False

    def offer(self, state: ToyState) -> Offer:
        return {BID: 2, DONE: 1} if state.coins[self.player] else {DONE: 1}

    def take(self, state: ToyState, verb: int, target: int) -> None:
        state.bids[self.player] += target
        left = tuple(one for one in self.left if one != self.player)
        state.pop()
        if left:
            state.push(asked(left, self.doors))

    def circle(self, state: ToyState) -> tuple[int, ...]:
        return (RED, BLUE) if self.doors else ()


def asked(players: tuple[int, ...], doors: bool = False) -> Step[Any]:
    return AnyOf(tuple((player, Speak(player, players, doors)) for player in players))


def beginning(*players: int, doors: bool = False) -> ToyState:
    state = GAME.position().state.clone()
    state.lanes, state.stack = None, [OpenBids(), asked(players, doors)]
    state.settle()
    return state


def test_all_are_asked_and_answer_in_any_order() -> None:
    state = beginning(RED, BLUE, GREEN)
    left = []
    for player, answer in ((GREEN, BID << TARGET_BITS | 1), (RED, DONE << TARGET_BITS), (BLUE, BID << TARGET_BITS | 1)):
        left.append(state.deciders)
        state.apply(player, answer)
    assert left == [(RED, BLUE, GREEN), (RED, BLUE), (BLUE,)]
    assert list(state.bids) == [0, 1, 1] and not isinstance(state.stack[-1], AnyOf)


def test_each_has_his_own_question_and_nobody_answers_anothers() -> None:
    state = beginning(RED, BLUE)
    state.coins[BLUE] = 0
    assert state.ask(RED) == {BID: 2, DONE: 1} and state.ask(BLUE) == {DONE: 1} and state.ask(GREEN) == {}
    assert state.seen_by(BLUE).stack[-1] == Speak(BLUE, (RED, BLUE))
    assert state.seen_by(GREEN) is state
    for player, verb in ((BLUE, BID), (GREEN, DONE)):
        with pytest.raises(NotOffered):
            state.apply(player, verb << TARGET_BITS | (verb == BID))
    assert list(state.bids) == [0, 0, 0] and state.deciders == (RED, BLUE)


def test_outside_closed_doors_nobody_sees_who_is_asked() -> None:
    play = GAME.position()
    play.state = beginning(RED, BLUE, doors=True)
    assert play.waiting_for(GREEN) == play.waiting_for(None) == play.waiting_for(RED) == ("red", "blue")
    play.state.apply(RED, DONE << TARGET_BITS)
    assert play.waiting_for(GREEN) == play.waiting_for(None) == ("red", "blue")
    assert play.waiting_for(BLUE) == play.waiting_for(RED) == ("blue",)


def test_it_is_saved_as_it_stands() -> None:
    saved, found = snapshot(beginning(RED, GREEN)), beginning(BLUE)
    restore(found, saved)
    assert found.deciders == (RED, GREEN) and found.ask(GREEN) == {BID: 2, DONE: 1}
