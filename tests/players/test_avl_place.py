"""Places in A Victory Lost: what is not looked at, because it cannot be better, would have changed nothing."""

from __future__ import annotations

from random import Random

import pytest

from grognard.games.avl import GAME
from grognard.games.avl.counters import AXIS, SOVIET
from grognard.hex.grid import bits
from grognard.players.avl.place import Place
from grognard.players.avl.regular import REGULAR_SHEET
from grognard.players.avl.value import Distances, look
from grognard.players.avl.weights import SHEET, AvlWeights
from grognard.players.weights import Sheet
from tests.players._keeps import play_out


def test_waves_tell_the_distances_of_all_hexes() -> None:
    state = GAME.fast_state(3)
    for side, weights in enumerate(SHEET.by_side()):
        objectives = look(state, side, weights).distance.objectives
        found, left = Distances(objectives), GAME.ground.land
        for points, wave in found.waves:
            assert all(found[hex] == points for hex in bits(wave & left))
            left &= ~wave
        assert not left


@pytest.mark.parametrize("sheet", [SHEET, REGULAR_SHEET])
def test_the_best_hexes_for_a_unit_are_those_of_all_its_hexes(sheet: Sheet[AvlWeights]) -> None:
    rng, weights, spared = Random(3), sheet.by_side(), 0
    for state, _ in play_out(GAME, ("recruit", "recruit"), seed=4, every=97)[1]:
        for side in (AXIS, SOVIET):
            view, most = look(state, side, weights[side]), weights[side].candidates
            for hex in rng.sample(bits(state.combat[side]), 4):
                unit = bits(state.at[hex] & GAME.counters.combat)[0]
                board = GAME.disc(hex, 4) & GAME.ground.land & ~state.closed() & ~view.boards.foes
                place = Place(state, view, unit)
                place.stays = -1  # whose bonus no hope tells of
                everywhere = sorted([(place.value(one), -one) for one in bits(board)], reverse=True)
                assert place.best(board, most) == everywhere[:most]
                spared += board.bit_count() > most
    assert spared
