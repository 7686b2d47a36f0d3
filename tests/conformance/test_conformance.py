"""Every registered game, third-party ones included, passes the engine's conformance suite."""

from __future__ import annotations

import pytest

import grognard
from grognard.core import conformance
from grognard.games.victory import GAME as VICTORY
from tests.fuzz._victory import random_position

FEW = 6
"""A game with more scenarios than this plays variants of one: each is tried once, the first as often as any game."""


def tried(seeds: int) -> list[tuple[str, str, int]]:
    """(game, scenario, seed) for every scenario of every game."""
    found = []
    for game in grognard.game_ids():
        scenarios = list(grognard.game(game).scenarios)
        for number, scenario in enumerate(scenarios):
            once = number and len(scenarios) > FEW
            found += [(game, scenario, seed) for seed in range(1 if once else seeds)]
    return found


@pytest.mark.parametrize(("game", "scenario", "seed"), tried(4))
def test_a_game_holds_everything_the_suite_tries(game: str, scenario: str, seed: int) -> None:
    assert conformance.thorough(grognard.game(game), seed, scenario) == []


@pytest.mark.parametrize(("game", "scenario"), [(game, scenario) for game, scenario, _ in tried(1)])
def test_a_whole_random_game_replays_to_the_same_end(game: str, scenario: str) -> None:
    assert conformance.thorough(grognard.game(game), 11, scenario, answers=conformance.MOST_ANSWERS, looks=60) == []


@pytest.mark.parametrize(("game", "scenario"), [(game, scenario) for game, scenario, _ in tried(1)])
def test_what_is_hidden_is_dealt_anew(game: str, scenario: str) -> None:
    assert conformance.hidden_is_dealt(grognard.game(game), 3, scenario) == []


@pytest.mark.parametrize("seed", range(12))
def test_a_made_up_position_of_victory_holds_everything_too(seed: int) -> None:
    """Submarines in ports, blockades, sorties: secrets, refusals and undo where random games seldom are."""
    play = VICTORY.position(**random_position(seed), seed=seed)
    assert conformance.thorough_from(play, seed) == []
