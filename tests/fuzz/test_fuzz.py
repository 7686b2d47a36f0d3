"""Random games of every scenario: none crashes, dead-ends, goes on for ever, or leaves an unsound position.

GROGNARD_FUZZ_GAMES says how many per scenario; `make fuzz` plays a thousand. When nobody says, a game with many
scenarios plays all but the first less often.
"""

from __future__ import annotations

import os

import pytest

import grognard
from grognard.core import conformance

SAID = os.environ.get("GROGNARD_FUZZ_GAMES")
GAMES, FEW = int(SAID or 30), 3
MANY = 6
"""Scenarios of a game beyond which they count as variants of the first."""
SLICES = 10


def wanted(game: str) -> list[tuple[str, str, int]]:
    """(game, scenario, random games) for every scenario."""
    scenarios = list(grognard.game(game).scenarios)
    variants = not SAID and len(scenarios) > MANY
    return [(game, name, FEW if variants and number else GAMES) for number, name in enumerate(scenarios)]


def slices() -> list[tuple[str, str, range]]:
    """The seeds of every scenario in slices that processes can share."""
    rows = [row for game in grognard.game_ids() for row in wanted(game)]
    return [
        (game, name, range(part, count, SLICES)) for game, name, count in rows for part in range(min(count, SLICES))
    ]


@pytest.mark.parametrize(("game", "scenario", "seeds"), slices())
def test_random_games_end_and_stay_sound(game: str, scenario: str, seeds: range) -> None:
    found = grognard.game(game)
    for seed in seeds:
        assert conformance.fuzz(found, seed, scenario, by_verb=seed % 3 != 0, every=5) == []
