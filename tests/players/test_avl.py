"""Regular at A Victory Lost: what it has learnt beyond Recruit, decision by decision."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Target
from grognard.core.play import Play
from grognard.games.avl import GAME
from grognard.games.avl.counters import AXIS
from grognard.games.avl.movement import MoveUnit, MoveUnits
from grognard.games.avl.state import AvlState
from grognard.hex.grid import mask
from grognard.players import bot
from grognard.players.avl import DOCTRINE, REGULAR
from grognard.players.avl.doctrine import ANSWERS
from grognard.players.avl.hqs import command_value, values_for_hq
from grognard.players.avl.value import look
from grognard.players.opinion import Opinion, adviser, considered
from grognard.players.search import Thought
from grognard.school import hint

KHARKOV, STALINO, ZAPOROZHYE, ROSTOV = "1211", "2129", "0429", "3435"


def next_answer(play: Play[AvlState], level: str = "regular") -> tuple[str, Target]:
    """What a level answers now, in names."""
    state = play.state
    player = state.deciders[0]
    answer = bot(level).choose(GAME.imagine(state, player, Random(0)), player, Random(0))
    verb = GAME.verbs[answer >> TARGET_BITS]
    play.apply(player, answer)
    return verb.name, GAME.target_name(verb.kind, answer & TARGET_MASK)


def test_with_even_figures_nothing_is_given_up_and_less_is_feared() -> None:
    default, even = (GAME.fast_state(3, options={"even_figures": on}) for on in (False, True))
    assert REGULAR.weighs(default, AXIS).hold_within < REGULAR.weighs(even, AXIS).hold_within == 99
    given_up = [REGULAR.outlook(state, AXIS).given_up for state in (default, even)]
    assert given_up == [mask(GAME.map.grid.index(hex) for hex in (STALINO, ROSTOV)), 0]
    pulled = REGULAR.changed("axis", {"hold_within": 20})
    assert {pulled.weighs(state, AXIS).hold_within for state in (default, even)} == {20}, "who says so is heard"
    assert DOCTRINE.weighs(even, AXIS) is DOCTRINE.weighs(default, AXIS)
    assert Thought(even, AXIS, 1, 2).place == "even_figures", "who looks ahead shakes what he goes by"


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


def test_minor_allies_stand_together_on_the_don_where_recruit_marches_them_home() -> None:
    place = {"hu-20": "3104", "hu-7": "3104", "hq-h2a": "3004", "su-107": "3303", "hq-40a": "3601"}
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


@pytest.mark.parametrize("others", [{}, {"hq-kempf": "3129"}])
def test_an_hq_stands_better_the_nearer_it_is_to_panzers_whom_nobody_leads(others: dict[str, str]) -> None:
    place = {"de-6pz": "3031", "de-17pz": "3031", "hq-4pza": "5332", "su-107": "6402", "hq-6a": "6401", **others}
    state = GAME.position(step="move", active="axis", place=place).state
    view = look(state, AXIS, replace(REGULAR.weights[AXIS], hq_pull=0.0))
    hexes = mask(map(GAME.ground.grid.index, ("4532", "4132")))
    worths = {hex: value for value, hex in values_for_hq(state, view, GAME.counters.numbers["hq-4pza"], hexes)}
    far, near = (worths[-GAME.ground.grid.index(hex)] for hex in ("4532", "4132"))
    assert near > far if not others else near == far


@pytest.mark.parametrize("leads_twice", [False, True])
def test_a_chit_is_worth_more_where_its_hq_may_go_to_panzers_whom_nobody_leads(leads_twice: bool) -> None:
    led = {"hq-kempf": "3631"} if leads_twice else {"hq-kempf": "1111"}
    place = {
        "de-6pz": "4031",
        "de-17pz": "4031",
        "de-304": "5131",
        "hq-4pza": "5332",
        "su-107": "6402",
        "hq-6a": "6401",
    }
    state = GAME.position(step="move", active="axis", place={**place, **led}).state
    hq = GAME.counters.numbers["hq-4pza"]
    worths = []
    for weights in (REGULAR.weights[AXIS], replace(REGULAR.weights[AXIS], rejoins=0.0)):
        worths.append(command_value(state, look(state, AXIS, weights), hq))
    assert (worths[0] > worths[1]) is not leads_twice


def test_those_who_attack_stand_where_they_bar_the_ways_out() -> None:
    """Of two opposite hexes beside him every other one is seen."""
    place = {"su-17tk": "2010", "hq-6a": "3210", "de-6pz": "1709", "de-17pz": "1710", "hq-4pza": "1609"}
    ring = after_moving(active="axis", place=place)
    assert way(ring["de-6pz"], "2010") == way(ring["de-17pz"], "2010") == 1
    assert way(ring["de-6pz"], ring["de-17pz"]) == 2
    both = after_moving("regular:ring=0", active="axis", place=place)
    assert both["de-6pz"] == both["de-17pz"]


@pytest.mark.parametrize(("turn", "answer"), [(8, "play_manstein"), (9, "reject_manstein")])
def test_on_the_last_turn_manstein_waits_for_the_soviets(turn: int, answer: str) -> None:
    place = {"de-gd": "1312", "hq-kempf": "1212", "su-107": STALINO, "hq-1gda": "2728"}
    play = GAME.position(step="draw", turn=turn, chits={"cup": ["1GdA", "Manstein-1"]}, place=place, dice=[2])
    assert next_answer(play)[0] == answer


def test_manstein_waits_no_longer_when_the_cup_is_empty() -> None:
    place = {"de-gd": "1312", "hq-kempf": "1212", "su-107": STALINO, "hq-1gda": "2728"}
    play = GAME.position(step="draw", turn=9, chits={"cup": ["Manstein-1"]}, place=place, dice=[1])
    assert next_answer(play)[0] == "play_manstein"


# ---- what it tells


def told(play: Play[AvlState]) -> list[tuple[str, Opinion]]:
    """What it thinks of the question, each with the first answer in a few words."""
    book = adviser("avl")
    assert book is not None
    found = considered(book, play.state, play.state.deciders[0])
    return [(" ".join(map(str, play.names_of_answer(one.answers[0]))), one) for one in found]


def reasons(opinion: Opinion) -> dict[str, float]:
    return dict(opinion.reasons())


def test_troops_are_told_to_march_before_the_hq_that_follows_them() -> None:
    place = {"de-6pz": "4031", "hq-4pza": "4832", "su-107": "6402", "hq-6a": "6401"}
    play = GAME.position(step="move", active="axis", place=place)
    assert [words for words, _ in told(play)] == ["unit de-6pz", "end_movement None"]
    play.answer("axis", "unit", "de-6pz")
    play.answer("axis", "stop")
    assert [words for words, _ in told(play)] == ["unit hq-4pza", "end_movement None"]


def test_an_attack_is_told_by_what_it_may_win_and_what_it_takes() -> None:
    place = {"su-17tk": "2011", "su-18tk": "2011", "su-24tk": "2010", "hq-6a": "2511", "de-62": "1911 reduced"}
    play = GAME.position(step="combat", active="soviet", place=place)
    words, attack = told(play)[0]
    assert words == "attack 1911"
    assert reasons(attack)["driven_back"] > 0
    assert reasons(attack)["eliminated"] > 0, "a German division is worth a point"
    assert reasons(attack)["used"] < 0


def test_an_attack_that_promises_too_little_is_told_to_be_left() -> None:
    place = {"su-107": "2011", "su-195": "2011", "hq-6a": "2511", "de-62": "1911"}
    play = GAME.position(step="combat", active="soviet", place=place)
    assert [(words, one.note) for words, one in told(play)] == [("end_combat None", "no_attack")]
    play.answer("soviet", "attack", "1911")
    assert ("cancel None", "cancel") in [(words, one.note) for words, one in told(play)]


def test_of_two_that_may_lose_a_step_the_one_is_told_to_spare_what_the_other_costs() -> None:
    place = {"de-6pz": "4031", "ro-2": "4031", "hq-4pza": "4832", "su-17tk": "4131", "hq-6a": "4531"}
    attack = {"on": "4131", "by": ["de-6pz", "ro-2"]}
    play = GAME.position(step="result", active="axis", attack=attack, result="A1", place=place)
    spared, lost = told(play)
    assert (spared[0], lost[0]) == ("lose ro-2", "lose de-6pz")
    assert reasons(spared[1])["strength"] > 0 > reasons(lost[1])["strength"]


def test_an_hq_is_told_to_be_chosen_for_the_strength_that_it_sets_in_motion() -> None:
    place = {"de-gd": "1312", "hq-kempf": "1212", "hu-20": "3104", "hq-h2a": "3004", "su-107": "1612", "hq-40a": "3601"}
    play = GAME.position(step="draw", turn=5, chits={"cup": ["Manstein-1"]}, place=place, dice=[1])
    assert [(words, one.note) for words, one in told(play)] == [("play_manstein None", "manstein_now")]
    play.answer("axis", "play_manstein")
    best, other = told(play)
    assert (best[0], other[0]) == ("activate hq-kempf", "activate hq-h2a")
    assert reasons(best[1])["sets_out"] > 0 > reasons(other[1])["sets_out"]


def test_a_fight_that_is_tried_ends_before_the_next_chit_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the last attack of a segment the next chit is drawn by itself: what comes of it is another matter."""

    def marches(*_: object) -> int:
        raise AssertionError("a march is no part of the fight")

    tanks = {"su-17tk": "2011", "su-18tk": "2011", "su-24tk": "2010", "su-25tk": "2010", "su-4m": "1912"}
    place = {**tanks, "hq-6a": "2511", "de-62": "1911 reduced", "de-6pz": "1809", "hq-kempf": "1608"}
    play = GAME.position(step="combat", active="soviet", place=place, chits={"cup": ["Kempf"]})
    words, attack = told(play)[0]
    assert (words, attack.chance) == ("attack 1911", 1.0)
    monkeypatch.setitem(ANSWERS, MoveUnits, marches)
    assert hint.chance(play.state, play.state.deciders[0], replace(attack, chance=None), seed=1) == 1.0


def test_no_hq_is_told_to_lead_a_special_combat_where_nobody_can_attack() -> None:
    """What the chit drawn next would do is not looked at: nobody may know it."""
    place = {"su-107": "2011", "hq-6a": "2511", "de-6pz": "1911", "de-17pz": "1911", "hq-kempf": "1608"}
    play = GAME.position(step="special", active="soviet", turn=1, place=place, chits={"cup": ["Kempf"]})
    assert [(words, one.note) for words, one in told(play)] == [("decline None", "no_attack")]
