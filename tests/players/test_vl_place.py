"""Places in Velikiye Luki: what is not looked at, because it cannot be better, would have changed nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from grognard.games.vl import GAME
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.going import allowance, reach
from grognard.games.vl.movement import movers
from grognard.games.vl.state import VlState
from grognard.hex.grid import bits
from grognard.hex.trace import reach_from
from grognard.players.vl.place import CloserLook, Follower, Place, marches
from grognard.players.vl.value import FAR, Outlook, look, march_field, supplied_area
from grognard.players.vl.weights import SHEET
from tests.players._keeps import play_out


@pytest.fixture(scope="module")
def movements() -> list[tuple[VlState, Outlook, int, int]]:
    """Positions as both sides see them, with a unit and where it may go."""
    return list(_movements(Random(3)))


def _movements(rng: Random) -> Iterator[tuple[VlState, Outlook, int, int]]:
    weights = SHEET.by_side()
    for state, _ in play_out(GAME, ("recruit", "recruit"), seed=4, every=23)[1]:
        for side in (SOVIET, GERMAN):
            view = look(state, side, weights[side])
            units = bits(movers(state, side) & state.present)
            for unit in rng.sample(units, min(len(units), 6)):
                yield state, view, unit, reach(state, unit, allowance(state, unit)).board


def test_a_march_is_as_long_in_whatever_order_hexes_are_asked_for() -> None:
    rng, ground = Random(3), GAME.ground
    for _ in range(20):
        seeds = 0, *[1 << rng.choice(bits(ground.land)) for _ in range(4)]
        zoc = ground.grid.disc(rng.choice(ground.grid.hexes), 3) & ground.land
        barred = ground.grid.disc(rng.choice(ground.grid.hexes), 2) & ground.land
        boards = reach_from(ground.grid, GAME.going(0, ground.land & ~barred, zoc, 0, 0), seeds, FAR - 1)
        far = {hex: points for points, board in enumerate(boards) for hex in bits(board)}
        field = march_field(GAME, 0, seeds, zoc, barred)
        for hex in rng.sample(ground.grid.hexes, len(ground.grid.hexes)):
            assert field[hex] == far.get(hex, FAR)


def test_waves_are_the_same_for_who_looks_between_them() -> None:
    field = march_field(GAME, 0, (1 << bits(GAME.ground.land)[0],), 0, 0)
    found = []
    for points, board in field.waves:
        found.append((points, board))
        assert all(field[hex] for hex in bits(GAME.ground.land)[1:])
    assert found == list(field.waves)
    assert [points for points, _ in found] == sorted({points for points, _ in found})


def test_the_best_hexes_for_a_unit_are_those_of_all_its_hexes(
    movements: list[tuple[VlState, Outlook, int, int]],
) -> None:
    spared = 0
    for state, view, unit, board in movements:
        if GAME.counters.combat >> unit & 1:
            place, most = Place(state, view, unit), view.weights.candidates
            everywhere = sorted([(Place(state, view, unit).value(hex), -hex) for hex in bits(board)], reverse=True)
            assert place.ranked(board) == everywhere[:most]
            spared += board.bit_count() > most
    assert spared


def test_the_best_hex_for_an_hq_or_launcher_is_that_of_all_its_hexes(
    movements: list[tuple[VlState, Outlook, int, int]],
) -> None:
    followers = 0
    for state, view, unit, board in movements:
        if not GAME.counters.combat >> unit & 1:
            values = {hex: Follower(state, view, unit).value(hex) for hex in bits(board)}
            assert Follower(state, view, unit).best(board) == max(values, key=lambda hex: (values[hex], -hex))
            followers += 1
    assert followers


def test_ways_that_lead_round_a_unit_are_those_traced_anew(
    movements: list[tuple[VlState, Outlook, int, int]],
) -> None:
    led_round = 0
    for state, view, unit, board in movements:
        if not GAME.counters.combat >> unit & 1:
            continue
        closer, germans = CloserLook(state, view, unit), state.combat[GERMAN]
        for hex in bits(board)[::7]:
            ends = marches(GAME, germans, closer.combat | 1 << hex)[0]
            assert closer._march_ends(hex) == ends
            bars = closer._zoc(hex) & ~closer.beyond
            left = supplied_area(GAME, closer.enemy, closer.open & ~bars)
            cut = closer.supplied & view.foe.hexes & ~left
            assert bool(closer.cut_off(hex)) == bool(cut)
            led_round += bool(closer.supplied & bars) and not cut
    assert led_round
