"""Every registered game, third-party ones included, passes the engine's conformance suite."""

from __future__ import annotations

import pytest

import grognard
from grognard.core import conformance

SCENARIOS = [(game, scenario) for game in grognard.game_ids() for scenario in grognard.game(game).scenarios]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
@pytest.mark.parametrize("seed", range(4))
def test_a_game_holds_everything_the_suite_tries(game: str, scenario: str, seed: int) -> None:
    assert conformance.thorough(grognard.game(game), seed, scenario) == []


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_a_whole_random_game_replays_to_the_same_end(game: str, scenario: str) -> None:
    assert conformance.thorough(grognard.game(game), 11, scenario, answers=conformance.MOST_ANSWERS, looks=60) == []
