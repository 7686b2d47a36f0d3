"""The game holds what every game must, and its bot plays it to the end."""

from __future__ import annotations

from random import Random

from grognard.core.ask import offered
from grognard.core.conformance import conform
from grognard.school.check import faults
from two_fords import GAME
from two_fords.doctrine import DOCTRINE

MANY = 2000
"""More answers than any game takes."""


def test_the_suite_finds_no_fault() -> None:
    assert list(conform(GAME, games=2)) == []


def test_what_a_newcomer_is_told_has_no_fault() -> None:
    assert faults(GAME) == []


def test_the_doctrine_answers_every_question_within_the_offer_until_the_game_is_over() -> None:
    state, rng = GAME.fast_state(seed=7), Random(7)
    for _ in range(MANY):
        if state.over:
            break
        player = state.deciders[0]
        answer = DOCTRINE.choose(GAME.imagine(state, player, rng), player)
        assert answer is not None
        assert offered(state.ask(player), answer >> 16, answer & 0xFFFF)
        state.apply(player, answer)
    assert state.over
