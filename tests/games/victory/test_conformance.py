"""Random games of Victory, scenario by scenario; tests/conformance tries everything else."""

from __future__ import annotations

import pytest

from grognard.core import conformance
from grognard.games.victory import GAME

SCENARIOS = list(GAME.scenarios)


@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_and_stay_sound(seed: int) -> None:
    """The first seeds as tests/fuzz does not play them: by verb where it picks any answer alike, and the reverse."""
    assert conformance.fuzz(GAME, seed, "quick-start", by_verb=seed % 3 == 0, every=3) == []


@pytest.mark.parametrize("scenario", SCENARIOS[1:])  # the first is played above
def test_every_scenario_reaches_its_end(scenario: str) -> None:
    assert conformance.fuzz(GAME, 3, scenario, every=10) == []
