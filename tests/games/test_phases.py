"""The phase in the head line: every view of every game tells it, in words, from the first decision to the last."""

from __future__ import annotations

from random import Random

import pytest

from grognard import game
from grognard.core.ask import random_answer

EXPECTED = {
    "avl": {"chit selection phase", "Soviet movement segment", "Axis movement segment", "Soviet combat segment",
            "Axis combat segment", "reinforcement segment"},
    "vl": {"set-up", "Soviet movement phase", "Soviet combat phase", "German movement phase", "German combat phase"},
    "lb": {"set-up", "German First Movement Phase", "German Combat Phase", "Russian Second Movement Phase"},
    "victory": {"set-up", "Red moves", "Blue moves", "supply phase", "production phase"},
}  # fmt: skip


@pytest.mark.parametrize("name", EXPECTED)
def test_the_phase_is_told_from_the_first_decision_on(name: str) -> None:
    play = game(name).new(seed=7)
    rng = Random(7)
    told: dict[str, str] = {}
    for number in range(2500):
        if play.result is not None:
            break
        for viewer in (None, *play.roster.ids) if number % 7 == 0 else (None,):
            view = play.view(viewer)
            (phase,) = (track for track in view["tracks"] if track["id"] == "phase")
            assert phase["label"]["en"] and "None" not in str(phase["label"]), phase
            told[phase["label"]["en"]] = phase["label"]["ja"]
        decider = play.state.deciders[0]
        play.apply(decider, random_answer(play.state.ask(decider), rng))
    assert told.keys() >= EXPECTED[name], EXPECTED[name] - told.keys()
    assert not any(ja.isascii() for ja in told.values())


def test_a_game_that_is_over_has_no_phase() -> None:
    play = game("lb").new(seed=5)
    rng = Random(5)
    while play.result is None:
        decider = play.state.deciders[0]
        play.apply(decider, random_answer(play.state.ask(decider), rng))
    assert all(track["id"] != "phase" for track in play.view(None)["tracks"])
