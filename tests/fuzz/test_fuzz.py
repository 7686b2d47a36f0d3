"""Random games of every scenario: none crashes, dead-ends, goes on for ever, or leaves an unsound position.

GROGNARD_FUZZ_GAMES says how many per scenario; `make fuzz` plays a thousand.
"""

from __future__ import annotations

import os

import pytest

import grognard
from grognard.core import conformance

GAMES = int(os.environ.get("GROGNARD_FUZZ_GAMES", "30"))
SLICES = 10
SCENARIOS = [(game, scenario) for game in grognard.game_ids() for scenario in grognard.game(game).scenarios]


@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_random_games_end_and_stay_sound(game: str, scenario: str, part: int) -> None:
    found = grognard.game(game)
    for seed in range(part, GAMES, SLICES):
        assert conformance.fuzz(found, seed, scenario, by_verb=seed % 3 != 0, every=5) == []
