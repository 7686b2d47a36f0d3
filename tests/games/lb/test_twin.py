"""The bitboards against their plain twin: reach and supply in positions that random games come to."""

from __future__ import annotations

from random import Random

import pytest

from grognard.core.conformance import random_state_game
from grognard.games.lb import GAME
from grognard.games.lb.movement.entry import road_duty
from grognard.games.lb.movement.reach import reach_of
from grognard.games.lb.state import LbState
from grognard.games.lb.supply import supplied_hexes
from grognard.hex.grid import bits
from tests.games.lb import plain


def positions(scenario: str, seed: int, count: int) -> list[LbState]:
    """Some positions in the midst of a random game."""
    rng = Random(seed)
    found = []
    for state in random_state_game(GAME, seed, scenario, by_verb=False):
        if state.phase in (1, 3) and rng.random() < 0.02:
            found.append(state.clone())
            if len(found) == count:
                break
    return found


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_reach_equals_its_plain_twin(scenario: str) -> None:
    rng = Random(3)
    for state in positions(scenario, 5, 5):
        units = [unit for unit in bits(state.units_in(GAME.ground.land)) if road_duty(state, unit) is None]
        for unit in rng.sample(units, min(4, len(units))):
            state.supplied = -1
            budget = rng.choice((6, 12, 18, 24))
            where = reach_of(state, unit, budget, True, False)
            fast = {hex: cost for cost, board in enumerate(where.deployed) for hex in bits(board)}
            assert fast == plain.reach(state, unit, budget, True)
            where = reach_of(state, unit, budget, True, True)
            fast = {hex: cost for cost, board in enumerate(where.undeployed) for hex in bits(board)}
            assert fast == plain.reach(state, unit, budget, False)


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_supply_equals_its_plain_twin(scenario: str) -> None:
    for state in positions(scenario, 7, 2):
        for side in (0, 1):
            assert set(bits(supplied_hexes(state, side))) == plain.supplied(state, side)
