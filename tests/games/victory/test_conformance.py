"""Random games of Victory, scenario by scenario; tests/conformance tries everything else."""

from __future__ import annotations

import pytest

from grognard.core import conformance
from grognard.games.victory import GAME

SCENARIOS = list(GAME.scenarios)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("by_verb", [True, False])
def test_random_games_end_and_stay_sound(seed: int, by_verb: bool) -> None:
    assert conformance.fuzz(GAME, seed, "quick-start", by_verb, every=3) == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_reaches_its_end(scenario: str) -> None:
    assert conformance.fuzz(GAME, 3, scenario, every=10) == []
