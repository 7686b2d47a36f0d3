"""What Recruit and Regular mend from move to move in A Victory Lost is what they would have made anew."""

from __future__ import annotations

from random import Random

from grognard.core.ask import random_answer
from grognard.games.avl import GAME
from grognard.games.avl.counters import AXIS, SOVIET
from grognard.games.avl.tracing import in_supply, supply_ground
from grognard.players.avl.value import Appeal, look, supplied_area
from grognard.players.avl.weights import SHEET


def test_supply_and_hex_values_are_mended_as_they_are_made() -> None:
    state, rng, weights = GAME.fast_state(3), Random(3), SHEET.by_side()
    looked, land = 0, GAME.ground.grid.hexes
    while state.result is None and looked < 120:
        player = state.deciders[0]
        before = tuple(state.hex_of)
        state.apply(player, random_answer(state.ask(player), rng))
        if tuple(state.hex_of) == before:
            continue
        looked += 1
        for side in (AXIS, SOVIET):
            enemies = state.combat[1 - side]
            assert supplied_area(GAME, side, supply_ground(state, side, enemies)) == in_supply(state, side)
            found = look(state, side, weights[side]).appeal
            anew = Appeal(GAME, weights[side], found.distance, found.boards, found.pull)
            asked = [hex for hex in rng.sample(land, 40) if GAME.ground.land >> hex & 1]
            assert [found[hex] for hex in asked] == [anew[hex] for hex in asked]
            assert [found.hopes[hex] for hex in asked] == [anew.hopes[hex] for hex in asked]
    assert looked == 120
