"""Regular at A Victory Lost: what it has learnt beyond Recruit, decision by decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Target
from grognard.core.play import Play
from grognard.games.avl import GAME
from grognard.games.avl.movement import MoveUnit, MoveUnits
from grognard.games.avl.state import AvlState
from grognard.players import bot

KHARKOV, STALINO, ZAPOROZHYE = "1211", "2129", "0429"


def next_answer(play: Play[AvlState], level: str = "regular") -> tuple[str, Target]:
    """What a level answers now, in names."""
    state = play.state
    player = state.deciders[0]
    answer = bot(level).choose(GAME.imagine(state, player, Random(0)), player, Random(0))
    verb = GAME.verbs[answer >> TARGET_BITS]
    play.apply(player, answer)
    return verb.name, GAME.target_name(verb.kind, answer & TARGET_MASK)


def after_moving(level: str = "regular", **words: Any) -> dict[str, str]:
    """Where the units stand when a level has moved them, by name."""
    play = GAME.position(step="move", **words)
    for _ in range(100):
        if not isinstance(play.state.stack[-1], MoveUnits | MoveUnit):
            break
        next_answer(play, level)
    grid = GAME.ground.grid
    return {unit: grid.name(play.state.hex_of[GAME.counters.numbers[unit]]) for unit in words["place"]}


def way(a: str, b: str) -> int:
    grid = GAME.ground.grid
    return grid.distance(grid.index(a), grid.index(b))


def test_minor_allies_stand_on_the_don_where_recruit_marches_them_home() -> None:
    place = {"hu-20": "3104", "hq-h2a": "3004", "su-107": "3303", "hq-40a": "3601"}
    assert after_moving(active="axis", place=place)["hu-20"] == "3104"
    assert after_moving("recruit", active="axis", place=place)["hu-20"] != "3104"


def test_a_city_too_far_from_supply_is_given_up() -> None:
    place = {"de-304": "2328", "hq-f-pico": "1928", "su-17tk": "2927", "su-24tk": "2927", "hq-6a": "3227"}
    assert after_moving("recruit", active="axis", place=place)["de-304"] == STALINO
    assert way(after_moving(active="axis", place=place)["de-304"], ZAPOROZHYE) < way(STALINO, ZAPOROZHYE)


def test_a_division_goes_to_its_neighbour_where_tanks_can_come() -> None:
    tanks = {"su-17tk": "2011", "su-18tk": "2011", "su-24tk": "2012", "su-25tk": "2012", "hq-6a": "2511"}
    place = {"de-62": "1408", "de-294": "1410", "hq-hollidt": "1109", **tanks}
    found = after_moving(active="axis", activated=["de-62"], place=place)
    assert found["de-62"] == found["de-294"]


@pytest.mark.parametrize(("turn", "strikes"), [(6, False), (7, True)])
def test_panzers_march_on_what_was_given_up_late_in_the_game(turn: int, strikes: bool) -> None:
    garrison = {"de-304": KHARKOV, "de-306": KHARKOV}
    place = {"de-gd": "1312", "hq-kempf": "1212", "su-107": STALINO, "hq-6a": "2728", **garrison}
    found = after_moving(active="axis", turn=turn, cities={"Stalino": "soviet"}, place=place)
    assert (way(found["de-gd"], STALINO) < 10) is strikes


def test_an_hq_follows_two_panzer_divisions_rather_than_three_romanian_ones() -> None:
    romanians = {"ro-2": "5630", "ro-18": "5632", "ro-4": "5634"}
    far_off = {"su-107": "6402", "hq-6a": "6401"}
    place = {"de-6pz": "4031", "de-17pz": "4031", "hq-4pza": "4832", **romanians, **far_off}
    found = after_moving(active="axis", activated=["hq-4pza"], place=place)
    assert way(found["hq-4pza"], "4031") <= 6
    assert way(after_moving("recruit", active="axis", activated=["hq-4pza"], place=place)["hq-4pza"], "5632") <= 6


@pytest.mark.parametrize(("turn", "answer"), [(8, "play_manstein"), (9, "reject_manstein")])
def test_on_the_last_turn_manstein_waits_for_the_soviets(turn: int, answer: str) -> None:
    place = {"de-gd": "1312", "hq-kempf": "1212", "su-107": STALINO, "hq-1gda": "2728"}
    play = GAME.position(step="draw", turn=turn, chits={"cup": ["1GdA", "Manstein-1"]}, place=place, dice=[2])
    assert next_answer(play)[0] == answer


def test_manstein_waits_no_longer_when_the_cup_is_empty() -> None:
    place = {"de-gd": "1312", "hq-kempf": "1212", "su-107": STALINO, "hq-1gda": "2728"}
    play = GAME.position(step="draw", turn=9, chits={"cup": ["Manstein-1"]}, place=place, dice=[1])
    assert next_answer(play)[0] == "play_manstein"
