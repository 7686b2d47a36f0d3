"""Victory through the engine's conformance suite, scenario by scenario; random games end and replay exactly."""

from __future__ import annotations

import pytest

from grognard.core import conformance
from grognard.games.victory import GAME

SCENARIOS = list(GAME.scenarios)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_holds_everything_the_suite_tries(scenario: str) -> None:
    assert conformance.thorough(GAME, 1, scenario, answers=160, looks=8) == []


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("by_verb", [True, False])
def test_random_games_end_and_stay_sound(seed: int, by_verb: bool) -> None:
    assert conformance.fuzz(GAME, seed, "quick-start", by_verb, every=3) == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_reaches_its_end(scenario: str) -> None:
    assert conformance.fuzz(GAME, 3, scenario, every=10) == []


def test_a_whole_game_replays_to_the_same_end() -> None:
    assert conformance.thorough(GAME, 11, "quick-start", answers=conformance.MOST_ANSWERS, looks=4) == []
