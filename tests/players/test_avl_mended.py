"""What Recruit and Regular mend from move to move in A Victory Lost is what they would have made anew."""

from __future__ import annotations

from random import Random

from grognard.core.ask import random_answer
from grognard.games.avl import GAME
from grognard.games.avl.counters import AXIS, SOVIET
from grognard.hex.grid import bits
from grognard.hex.trace import fill
from grognard.players.avl.value import Appeal, look, supplied_area
from grognard.players.avl.weights import SHEET


def test_supply_is_led_on_as_it_is_traced() -> None:
    rng, ground = Random(3), GAME.ground
    passable = ground.land
    for _ in range(200):
        passable ^= GAME.disc(rng.choice(ground.grid.hexes), rng.randrange(4)) & ground.land
        for side in (AXIS, SOVIET):
            traced = fill(ground.grid, ground.sources[side], passable, ground.supplied_through)
            assert supplied_area(GAME, side, passable) == traced


def test_hex_values_are_mended_as_they_are_made() -> None:
    state, rng, weights = GAME.fast_state(3), Random(3), SHEET.by_side()
    ground, looked = GAME.ground, 0
    while state.result is None and looked < 60:
        player = state.deciders[0]
        before = tuple(state.hex_of)
        state.apply(player, random_answer(state.ask(player), rng))
        if tuple(state.hex_of) == before:
            continue
        looked += 1
        for side in (AXIS, SOVIET):
            found = look(state, side, weights[side]).appeal
            anew = Appeal(GAME, weights[side], found.distance, found.boards, found.pull)
            near = bits(ground.zoc(ground.zoc(state.combat[side] | state.hqs[side])))
            assert [found[hex] for hex in near] == [anew[hex] for hex in near]
            assert [found.hopes[hex] for hex in near] == [anew.hopes[hex] for hex in near]
    assert looked == 60
