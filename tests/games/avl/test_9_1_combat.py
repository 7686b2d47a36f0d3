"""Chapter 9.0 to 9.4 of A Victory Lost: who attacks whom, the ratio, the die and the step losses.

Most fights stand on the steppe round 6038, clear and without a river for four hexes. Its neighbours are 6037 (N), 6138
(NE), 6139 (SE), 6039 (S), 5939 (SW) and 5938 (NW); Axis supply lies to the west.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.data import DataError
from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.games.avl.combat import attackers, can_attack, levels, ratio
from grognard.games.avl.schema import DATA
from grognard.hex.grid import bits
from grognard.testing import rule
from tests.games.avl._help import answer, attack, avl, happened, offered, position, refused, score, steps_of, where

ELSEWHERE = {"su-266": "5705", "de-213": "5704"}
"""A second front far off in the clear: it keeps the Combat Segment open when the fight under test is over."""


def odds(place: dict[str, str], hex: str, active: str = "soviet", **words: Any) -> Any:
    """All that the player is told of an attack on a hex with every unit that can join."""
    play = position(step="combat", active=active, place=place, **words)
    return play.preview(active, "attack", hex)


# ---- 9.0: attackers and defenders


@rule("avl", "9.0a")
def test_neither_an_empty_hex_nor_a_lone_hq_can_be_attacked() -> None:
    play = position(step="combat", place={"su-7tk": "6138", "hq-r3a": "6038", **ELSEWHERE})
    assert offered(play, "soviet", "attack") == {"5704"}
    refused(play, "soviet", "attack", "6038", rule="12.1b")
    refused(play, "soviet", "attack", "6238", rule="9.0a")


@rule("avl", "9.0a")
def test_a_hex_with_a_combat_unit_and_an_hq_can_be_attacked() -> None:
    play = position(step="combat", place={"su-7tk": "6138", "hq-r3a": "6038", "ro-7": "6038"})
    assert offered(play, "soviet", "attack") == {"6038"}


@rule("avl", "9.0a")
def test_an_enemy_two_hexes_away_cannot_be_attacked() -> None:
    play = position(step="combat", place={"su-7tk": "6238", "ro-7": "6038", "su-1tk": "6138", "ro-9": "6137"})
    refused(play, "soviet", "attack", "9999", rule="")
    play.answer("soviet", "attack", "6038")
    refused(play, "soviet", "add", "su-7tk", rule="9.0a")
    assert offered(play, "soviet", "add") == {"su-1tk"}


@rule("avl", "9.0a")
def test_a_hex_that_no_unit_of_the_attacker_touches_cannot_be_attacked() -> None:
    play = position(step="combat", place={"su-7tk": "6238", "ro-7": "6038", **ELSEWHERE})
    refused(play, "soviet", "attack", "6038", rule="9.0a")


@rule("avl", "9.0b")
@pytest.mark.parametrize(("active", "passive"), [("soviet", "axis"), ("axis", "soviet")])
def test_only_the_active_player_declares_attacks(active: str, passive: str) -> None:
    play = position(step="combat", active=active, place={"su-7tk": "6138", "de-17pz": "6038"}, dice=[4])
    mine, yours = ("su-7tk", "de-17pz") if active == "soviet" else ("de-17pz", "su-7tk")
    target = {"soviet": "6038", "axis": "6138"}[active]
    assert play.deciders == (active,)
    assert offered(play, active, "attack") == {target}
    refused(play, passive, "attack", target, rule="")
    play.answer(active, "attack", target)
    refused(play, active, "add", yours, rule="9.0b")
    assert offered(play, active, "add") == {mine}


@rule("avl", "9.0b")
def test_the_attacker_suffers_a_results_and_the_defender_retreats_whoever_is_on_the_offensive() -> None:
    place = {"de-17pz": "6038", "su-7tk": "6138"}
    # 6:2 is 3-1, where 3 is DR: the Soviet unit is the Defender though the campaign is his offensive
    play = position(step="combat", active="axis", place=place, dice=[3])
    attack(play, "axis", "6138", "de-17pz")
    assert play.deciders == ("soviet",) and offered(play, "soviet", "retreat") != set()
    # 4:4 is 1-1, where 1 is A1
    play = position(step="combat", active="soviet", place=place, dice=[1])
    attack(play, "soviet", "6038", "su-7tk")
    assert steps_of(play, "su-7tk") == 1 and steps_of(play, "de-17pz") == 2


# ---- 9.1: who may attack


@rule("avl", "9.1.1", "9.2")
def test_a_unit_that_attacked_and_advanced_beside_another_enemy_cannot_attack_again() -> None:
    # 1GM 5:1 on 403: 6 is 1DR2, which eliminates a unit of one step
    place = {"su-1gm": "6138", "de-403": "6038", "de-7lw": "5938", **ELSEWHERE}
    play = position(step="combat", place=place, dice=[6])
    attack(play, "soviet", "6038", "su-1gm")
    assert where(play, "de-403") == "eliminated"
    answer(play, "soviet", ("advance", "su-1gm"), "stop")
    assert where(play, "su-1gm") == "6038"  # beside 5938 now, which it was not before
    refused(play, "soviet", "attack", "5938", rule="9.1.1")


@rule("avl", "9.1.1", "9.2")
def test_a_unit_that_has_not_attacked_yet_may_attack_beside_one_that_has() -> None:
    # 24Tk in 5837 touches 5938 as well, and is fresh
    place = {"su-1gm": "6138", "de-403": "6038", "de-7lw": "5938", "su-24tk": "5837", **ELSEWHERE}
    play = position(step="combat", place=place, dice=[6])
    attack(play, "soviet", "6038", "su-1gm")
    answer(play, "soviet", ("advance", "su-1gm"), "stop")
    play.answer("soviet", "attack", "5938")
    assert offered(play, "soviet", "add") == {"su-24tk"}
    refused(play, "soviet", "add", "su-1gm", rule="9.1.1")


@rule("avl", "9.1.1")
def test_an_unactivated_neighbour_adds_no_strength() -> None:
    place = {"su-7tk": "6138", "su-1gm": "6139", "de-403": "6038", "de-7lw": "6239", **ELSEWHERE}
    play = position(step="combat", place=place, activated=["su-7tk", "su-266"])
    assert play.preview("soviet", "attack", "6038")["attack"] == 4
    refused(play, "soviet", "attack", "6239", rule="9.1.1")  # only 1GM stands beside 7Lw
    play.answer("soviet", "attack", "6038")
    assert offered(play, "soviet", "add") == {"su-7tk"}
    refused(play, "soviet", "add", "su-1gm", rule="9.1.1")


@rule("avl", "9.1.1", "9.1.4")
def test_units_and_hexes_fight_again_in_a_later_activation_of_the_same_turn() -> None:
    place = {"su-7tk": "6138", "de-17pz": "6038", "hq-51a": "6238"}
    # 4:4 is 1-1, where 5 is no effect; then STAVKA is the one chit in the cup
    play = position(step="combat", place=place, chits={"cup": ["STAVKA"]}, dice=[5, 1, 4])
    attack(play, "soviet", "6038", "su-7tk")
    assert happened(play, "event.chit_drawn") == [{"side": "soviet", "chit": "STAVKA"}]
    answer(play, "soviet", "end_movement")
    assert offered(play, "soviet", "attack") == {"6038"}
    attack(play, "soviet", "6038", "su-7tk")
    assert [one["die"] for one in happened(play, "event.combat")] == [5, 4]


@rule("avl", "9.1.2")
def test_the_segment_may_end_with_no_attack() -> None:
    play = position(step="combat", place={"su-1gm": "6138", "de-403": "6038"}, chits={"cup": ["STAVKA"]})
    assert offered(play, "soviet", "attack") == {"6038"}
    assert play.legal("soviet", "end_combat")
    play.answer("soviet", "end_combat")
    assert happened(play, "event.combat") == []
    assert happened(play, "event.chit_drawn") != []
    assert where(play, "de-403") == "6038"


@rule("avl", "9.1.2", "9.1.3")
def test_a_unit_stacked_with_an_attacker_may_stay_out_and_attack_another_hex() -> None:
    place = {"su-7tk": "6138", "su-1gm": "6138", "de-403": "6038", "de-7lw": "6238"}
    # 5:1 and 4:1 with a 1 each: DR at 5-1, no effect at 4-1
    play = position(step="combat", place=place, dice=[1, 1])
    attack(play, "soviet", "6038", "su-1gm")
    play.answer("axis", "retreat", "5938")
    play.answer("soviet", "end_advance")
    assert offered(play, "soviet", "attack") == {"6238"}
    attack(play, "soviet", "6238", "su-7tk")
    first, second = happened(play, "event.combat")
    assert (first["units"], first["attack"]) == (["su-1gm"], 5)
    assert (second["units"], second["attack"]) == (["su-7tk"], 4)


@rule("avl", "9.1.3")
def test_a_unit_cannot_divide_its_strength_between_two_hexes() -> None:
    # 4 against 1 and 1: 4-1 on the first hex, nothing on the second
    place = {"su-7tk": "6138", "de-403": "6038", "de-7lw": "6238", **ELSEWHERE}
    play = position(step="combat", place=place, dice=[1])
    assert offered(play, "soviet", "attack") == {"6038", "6238", "5704"}
    attack(play, "soviet", "6038", "su-7tk")
    assert happened(play, "event.combat")[0]["attack"] == 4
    assert offered(play, "soviet", "attack") == {"5704"}
    refused(play, "soviet", "attack", "6238", rule="9.1.1")


@rule("avl", "9.1.4")
def test_fresh_units_cannot_attack_a_hex_a_second_time() -> None:
    place = {"su-7tk": "6138", "su-1gm": "6139", "de-17pz": "6038", **ELSEWHERE}
    play = position(step="combat", place=place, dice=[4])  # 4:4, no effect
    attack(play, "soviet", "6038", "su-7tk")
    assert where(play, "de-17pz") == "6038" and steps_of(play, "de-17pz") == 2
    refused(play, "soviet", "attack", "6038", rule="9.1.4")


@rule("avl", "9.1.4")
def test_units_of_several_hexes_combine_in_one_attack() -> None:
    place = {"su-7tk": "6138", "su-1gm": "6139", "su-14g": "6037", "de-17pz": "6038"}
    play = position(step="combat", place=place, dice=[4])
    answer(play, "soviet", ("attack", "6038"), "add_all", "resolve")
    (combat,) = happened(play, "event.combat")
    assert combat["attack"] == 4 + 5 + 3 and set(combat["units"]) == {"su-7tk", "su-1gm", "su-14g"}


@rule("avl", "9.1.4")
def test_stavka_gives_a_hex_one_attack_for_the_whole_segment() -> None:
    # two armies, each with a corps beside 17Pz
    place = {
        "hq-51a": "6239", "su-7tk": "6138",
        "hq-2gda": "6041", "su-1gm": "6039",
        "de-17pz": "6038", **ELSEWHERE, "hq-5sha": "5706",
    }  # fmt: skip
    play = position(step="draw", place=place, chits={"cup": ["STAVKA"]}, dice=[1, 4])
    answer(play, "soviet", "end_movement", ("attack", "6038"))
    assert offered(play, "soviet", "add") == {"su-7tk", "su-1gm"}
    answer(play, "soviet", ("add", "su-7tk"), "resolve")
    refused(play, "soviet", "attack", "6038", rule="9.1.4")
    assert offered(play, "soviet", "attack") == {"5704"}


@rule("avl", "9.1.4")
def test_a_unit_that_fell_back_into_a_hex_not_yet_attacked_can_be_attacked_there() -> None:
    # 24Tk in 5838 puts both western hexes into Soviet ZOC: 304 falls back into one of them and loses a step
    place = {"su-1gm": "6138", "su-7tk": "6139", "de-304": "6038", "su-24tk": "5838"}
    play = position(step="combat", place=place, dice=[3])  # 9:3 is 3-1, where 3 is DR
    attack(play, "soviet", "6038", "su-1gm", "su-7tk")
    play.answer("axis", "retreat", "5939")
    answer(play, "soviet", "end_advance")
    assert offered(play, "soviet", "attack") == {"5939"}
    assert play.preview("soviet", "attack", "5939")["defence"] == 2  # 9.3.1a its reduced side


@rule("avl", "9.1.4")
def test_a_unit_that_fell_back_into_a_hex_already_attacked_is_safe_there() -> None:
    # 24Tk attacks 403 in 5938 first, without effect; then 304 falls back to it
    place = {
        "su-24tk": "5837", "de-403": "5938",
        "su-1gm": "6138", "su-7tk": "6139", "de-304": "6038", "su-1tk": "5839", **ELSEWHERE, "su-18tk": "5937",
    }  # fmt: skip
    play = position(step="combat", place=place, dice=[1, 3])
    attack(play, "soviet", "5938", "su-24tk")  # 4:1 is 4-1, where 1 is no effect
    attack(play, "soviet", "6038", "su-1gm", "su-7tk")
    play.answer("axis", "retreat", "5938")
    answer(play, "soviet", "end_advance")
    assert where(play, "de-304") == "5938"
    refused(play, "soviet", "attack", "5938", rule="9.1.4")  # though 18Tk is fresh and beside it


@rule("avl", "9.1.5")
def test_the_attack_is_on_the_whole_stack_and_the_attacker_cannot_split_it() -> None:
    place = {"su-1gm": "6138", "su-7tk": "6138", "de-403": "6038", "de-304": "6038"}
    play = position(step="combat", place=place, dice=[4])
    assert play.preview("soviet", "attack", "6038")["defence"] == 1 + 3
    attack(play, "soviet", "6038", "su-1gm", "su-7tk")  # 9:4 is 2-1, where 4 is DR: both retreat
    (combat,) = happened(play, "event.combat")
    assert set(combat["units_defending"]) == {"de-403", "de-304"}
    assert offered(play, "axis", "retreat_unit") == {"de-403", "de-304"}


@rule("avl", "9.1.5")
def test_units_that_retreated_into_a_hex_earlier_add_their_full_defence() -> None:
    # 335 holds 5939; 304 falls back to it (5938 is held by an enemy); 24Tk then faces both
    place = {
        "su-1gm": "6138", "su-7tk": "6139", "de-304": "6038", "de-335": "5939", "su-14g": "5938",
        "su-24tk": "5839", "su-18tk": "5839",
    }  # fmt: skip
    play = position(step="combat", place=place, dice=[3])
    assert play.preview("soviet", "attack", "5939")["defence"] == 3
    attack(play, "soviet", "6038", "su-1gm", "su-7tk")
    play.answer("axis", "retreat", "5939")
    play.answer("soviet", "end_advance")
    assert where(play, "de-304") == "5939" and steps_of(play, "de-304") == 1  # 9.5.3
    assert play.preview("soviet", "attack", "5939")["defence"] == 3 + 2


@rule("avl", "9.1.6")
def test_no_attack_over_an_impassable_hexside() -> None:
    # the Manych Gudilo lies between 5342 and its neighbours 5341 and 5441; only 5242 has open ground to it
    place = {"su-1gm": "5341", "su-7tk": "5441", "su-4m": "5242", "de-403": "5342", **ELSEWHERE}
    play = position(step="combat", place=place)
    play.answer("soviet", "attack", "5342")
    assert offered(play, "soviet", "add") == {"su-4m"}
    refused(play, "soviet", "add", "su-1gm", rule="9.1.6")
    refused(play, "soviet", "add", "su-7tk", rule="9.1.6")
    without = position(step="combat", place={name: hex for name, hex in place.items() if name != "su-4m"})
    refused(without, "soviet", "attack", "5342", rule="9.1.6")


@rule("avl", "9.1.6", "9.3.1b")
def test_an_unbridged_major_river_can_be_attacked_over_at_half_strength() -> None:
    # the Don between 5015 and 5014, no bridge
    found = odds({"su-1gm": "5014", "de-403": "5015"}, "5015")
    assert (found["attack"], found["groups"][0]["factor"]) == (2, "1/2")


# ---- 9.2: one combat after the other


@rule("avl", "9.2")
def test_the_first_result_is_known_before_the_second_combat_is_declared() -> None:
    place = {"su-1gm": "6138", "su-7tk": "6139", "de-304": "6038", **ELSEWHERE}
    play = position(step="combat", place=place, dice=[3, 1])
    play.answer("soviet", "attack", "6038")
    refused(play, "soviet", "attack", "5704", rule="9.2")  # one declaration at a time
    answer(play, "soviet", "add_all", "resolve")
    assert play.deciders == ("axis",)  # the retreat comes first
    play.answer("axis", "retreat", "5938")
    assert where(play, "de-304") == "5938"
    answer(play, "soviet", "end_advance")
    assert offered(play, "soviet", "attack") == {"5704"}
    attack(play, "soviet", "5704", "su-266")
    assert [one["hex"] for one in happened(play, "event.combat")] == ["6038", "5704"]


@rule("avl", "9.2")
def test_combats_are_resolved_in_the_order_the_attacker_likes_and_a_declaration_can_be_taken_back() -> None:
    place = {"su-1gm": "6138", "de-304": "6038", **ELSEWHERE}
    play = position(step="combat", place=place, dice=[1])
    answer(play, "soviet", ("attack", "6038"), ("add", "su-1gm"), "cancel")
    assert offered(play, "soviet", "attack") == {"6038", "5704"}
    attack(play, "soviet", "5704", "su-266")
    assert offered(play, "soviet", "attack") == {"6038"}


@rule("avl", "9.2")
def test_a_combat_needs_at_least_one_named_attacker() -> None:
    play = position(step="combat", place={"su-1gm": "6138", "de-304": "6038"})
    play.answer("soviet", "attack", "6038")
    refused(play, "soviet", "resolve", rule="9.2")


# ---- 9.3.1: strengths


@rule("avl", "9.3.1a")
def test_hqs_add_nothing_to_either_side() -> None:
    place = {"su-1gm": "6138", "hq-51a": "6138", "de-304": "6038", "hq-hollidt": "6038"}
    found = odds(place, "6038")
    assert (found["attack"], found["defence"]) == (5, 3)
    play = position(step="combat", place=place)
    play.answer("soviet", "attack", "6038")
    refused(play, "soviet", "add", "hq-51a", rule="2.3.1")


@rule("avl", "9.3.1a")
def test_the_strength_of_the_side_that_is_up_counts() -> None:
    # mechanized units have two figures: 1GM attacks with 5 and 3, 17Pz defends with 4 and 2
    assert odds({"su-1gm": "6138", "de-17pz": "6038"}, "6038")["attack"] == 5
    assert odds({"su-1gm": "6138", "de-17pz": "6038"}, "6038")["defence"] == 4
    reduced = odds({"su-1gm": "6138 reduced", "de-17pz": "6038 reduced"}, "6038")
    assert (reduced["attack"], reduced["defence"]) == (3, 2)


@rule("avl", "9.3.1a")
def test_strengths_are_those_left_by_earlier_combats() -> None:
    # 5:3 is 1.5-1, where 1 is A1: 1GM flips, and attacks with 3 in the next activation of the turn
    place = {"su-1gm": "6138", "de-304": "6038", "hq-51a": "6238"}
    play = position(step="combat", place=place, chits={"cup": ["STAVKA"]}, dice=[1, 1])
    assert play.preview("soviet", "attack", "6038")["attack"] == 5
    attack(play, "soviet", "6038", "su-1gm")
    assert steps_of(play, "su-1gm") == 1
    play.answer("soviet", "end_movement")
    assert play.preview("soviet", "attack", "6038")["attack"] == 3


# 0509 is clear. A minor river runs along its north (0508, no bridge) and northwest (0408, bridged); 0510 is dry ground.


@rule("avl", "9.3.1b")
@pytest.mark.parametrize(
    ("origin", "strength"),
    [pytest.param("0510", 5, id="no river"), pytest.param("0508", 2, id="minor"), pytest.param("0408", 2, id="bridge")],
)
def test_a_minor_river_halves_the_attack_bridged_or_not(origin: str, strength: int) -> None:
    assert odds({"su-1gm": origin, "de-403": "0509"}, "0509")["attack"] == strength


# 5616 is clear. The Don: 5617 to the south is bridged, 5717 to the southeast is not; 5615 is on its own bank.


@rule("avl", "9.3.1b")
@pytest.mark.parametrize(
    ("origin", "strength"),
    [pytest.param("5615", 5, id="no river"), pytest.param("5717", 2, id="ford"), pytest.param("5617", 2, id="bridge")],
)
def test_a_major_river_halves_the_attack_bridged_or_not(origin: str, strength: int) -> None:
    assert odds({"su-1gm": origin, "de-403": "5616"}, "5616")["attack"] == strength


@rule("avl", "9.3.1b")
def test_in_a_mixed_attack_only_the_units_across_the_river_are_halved() -> None:
    # 5 whole from 5615, 4 halved over the bridge, 3 halved over the ford
    found = odds({"su-1gm": "5615", "su-7tk": "5617", "su-14g": "5717", "de-304": "5616"}, "5616")
    assert found["attack"] == 5 + 2 + 1
    assert {one["units"][0]: one["strength"] for one in found["groups"]} == {"su-1gm": 5, "su-7tk": 2, "su-14g": 1}


@rule("avl", "9.3.1c")
@pytest.mark.parametrize(
    ("state", "attacking", "defending"),
    [pytest.param("", 5, 4, id="in supply"), (" out of supply", 2, 4), (" isolated", 2, 2)],
)
def test_out_of_supply_halves_attack_and_isolated_halves_both(state: str, attacking: int, defending: int) -> None:
    assert odds({"su-1gm": f"6138{state}", "de-403": "6038"}, "6038")["attack"] == attacking
    assert odds({"su-1gm": "6138", "de-17pz": f"6038{state}"}, "6038")["defence"] == defending


@rule("avl", "9.3.1d")
@pytest.mark.parametrize("state", ["out of supply", "isolated"])
def test_river_and_supply_multiply_to_a_quarter(state: str) -> None:
    # 17Pz has 6: 6/4 is 1.5 and rounds down to 1
    assert odds({"de-17pz": f"0508 {state}", "su-4c": "0509"}, "0509", "axis")["attack"] == 1


@rule("avl", "9.3.1d")
def test_the_out_of_supply_27pz_over_a_minor_river_attacks_with_one() -> None:
    found = odds({"de-27pz": "0508 out of supply", "su-4c": "0509"}, "0509", "axis")
    assert (found["attack"], found["groups"][0]["factor"]) == (1, "1/4")


@rule("avl", "9.3.1d")
def test_an_unsupplied_stack_over_a_river_is_added_before_it_is_quartered() -> None:
    # 41G 3 and 7Tk 4: 7/4 is 1, where 3/4 and 4/4 would also be 1 but two stacks of 7 would not be 3
    place = {"su-41g": "0508 out of supply", "su-7tk": "0508 isolated", "de-403": "0509"}
    found = odds(place, "0509")
    assert found["attack"] == 1
    assert [one["strength"] for one in found["groups"]] == [1]  # one group: the factor is the same
    # 3 and 3: 6/4 is 1, though each alone would be 0
    assert odds({"su-41g": "0508 isolated", "su-44g": "0508 isolated", "de-403": "0509"}, "0509")["attack"] == 1
    # in two hexes they are never pooled: 3/4 and 4/4
    apart = {"su-41g": "0508 isolated", "su-7tk": "0408 isolated", "de-403": "0509"}
    assert odds(apart, "0509")["attack"] == 0 + 1


# ---- 9.3.2 and 9.3.3: ratio and shifts


@rule("avl", "9.3.2a", "9.3.2b")
@pytest.mark.parametrize(
    ("attacking", "defending", "ratio"),
    [(15, 5, "3-1"), (26, 9, "2-1"), (12, 7, "1.5-1"), (18, 13, "1-1"), (25, 2, "12-1")],
)
def test_the_printed_ratios(attacking: int, defending: int, ratio: str) -> None:
    assert avl().crt.ratio_name(avl().crt.level(attacking, defending)) == ratio


TANKS = ["su-1tk", "su-7tk", "su-13tk", "su-17tk", "su-18tk", "su-24tk", "su-25tk", "su-2tk"]  # 4 each
GUARDS = ["su-41g", "su-44g", "su-35g", "su-38g", "su-14g", "su-50g"]  # 3 each
RIFLES = ["su-107", "su-141", "su-270", "su-219"]  # 2 each
BESIDE = ["6138", "6139", "6037", "6039"]


def stacks(units: list[str], hexes: list[str]) -> dict[str, str]:
    """Units by twos in these hexes."""
    return {unit: hexes[number // 2] for number, unit in enumerate(units)}


@rule("avl", "9.3.2a", "9.3.2b")
@pytest.mark.parametrize(
    ("attackers", "defenders", "figures"),
    [
        pytest.param(GUARDS[:5], ["de-6pz"], (15, 5, "3-1"), id="15:5"),
        pytest.param([*TANKS[:5], *GUARDS[:2]], ["de-6pz", "de-17pz"], (26, 9, "2-1"), id="26:9"),
        pytest.param(TANKS[:3], ["de-17pz", "de-304"], (12, 7, "1.5-1"), id="12:7"),
        pytest.param([*TANKS[:4], *GUARDS[:3]], ["de-403", "de-7lw"], (25, 2, "12-1"), id="25:2"),
    ],
)
def test_the_printed_ratios_with_units_on_the_map(
    attackers: list[str], defenders: list[str], figures: tuple[int, int, str]
) -> None:
    found = odds(stacks(attackers, BESIDE) | dict.fromkeys(defenders, "6038"), "6038")
    assert (found["attack"], found["defence"], found["ratio"]) == figures


@rule("avl", "9.3.3a")
def test_above_ten_to_one_a_shift_is_one_whole_ratio() -> None:
    # Chuguev, 1413, is a Town: one shift; there is no river towards 1412 and 1313
    found = odds(stacks(TANKS[:3], ["1412", "1313"]) | {"de-403": "1413"}, "1413")
    assert (found["ratio"], found["shifts"], found["column"]) == ("12-1", 1, "10-1+")
    assert avl().crt.ratio_name(avl().crt.level(12, 1) - 1) == "11-1"


@rule("avl", "9.3.3a")
def test_ten_to_one_with_one_shift_is_nine_to_one() -> None:
    found = odds(stacks([*TANKS[:2], RIFLES[0]], ["1412", "1313"]) | {"de-403": "1413"}, "1413")
    assert (found["ratio"], found["shifts"], found["column"]) == ("10-1", 1, "9-1")


@rule("avl", "9.3.3a")
def test_rough_ground_shifts_once_and_clear_ground_not_at_all() -> None:
    # 3129 is rough all round; 6038 clear
    rough = odds({"su-7tk": "3128", "su-1tk": "3128", "de-403": "3129"}, "3129")
    assert (rough["ratio"], rough["shifts"], rough["column"]) == ("8-1", 1, "7-1")
    clear = odds({"su-7tk": "6138", "su-1tk": "6138", "de-403": "6038"}, "6038")
    assert (clear["ratio"], clear["shifts"], clear["column"]) == ("8-1", 0, "8-1")


@rule("avl", "9.3.3b")
def test_a_rough_hex_with_a_town_takes_three_to_one_down_to_one_and_a_half() -> None:
    # Gorlovka, 2327: 9 against 3
    found = odds(stacks(GUARDS[:3], ["2326", "2328"]) | {"de-304": "2327"}, "2327")
    assert (found["terrain"], found["ratio"], found["shifts"]) == (["rough", "town"], "3-1", 2)
    assert found["column"] == "1.5-1"


@rule("avl", "9.3.3b")
def test_23pz_and_lah_attack_4c_in_kharkov_on_the_last_column() -> None:
    # Kharkov, 1211: 13 against 1 and two shifts for the City, 11-1
    place = {"de-23pz": "1311", "de-lah": "1210", "su-4c": "1211"}
    play = position(step="combat", active="axis", place=place, dice=[6])
    found = play.preview("axis", "attack", "1211")
    assert (found["attack"], found["defence"], found["ratio"], found["shifts"]) == (13, 1, "13-1", 2)
    assert found["column"] == "10-1+"
    attack(play, "axis", "1211", "de-23pz", "de-lah")
    assert happened(play, "event.combat")[0]["result"] == "4DR2"


@rule("avl", "9.3.3b")
def test_one_shift_takes_twelve_to_one_to_eleven_to_one() -> None:
    crt = avl().crt
    assert crt.ratio_name(crt.level(12, 1) - 1) == "11-1"
    assert crt.ratio_name(crt.level(13, 1) - 2) == "11-1"
    assert crt.ratio_name(crt.level(3, 1) - 1) == "2-1" and crt.ratio_name(crt.level(3, 1) - 2) == "1.5-1"


# ---- 9.3.4: too weak and very strong


@rule("avl", "9.3.4a")
def test_an_attack_below_one_to_one_is_refused_and_the_units_stay_free() -> None:
    # 7Tk 4 cannot attack 6Pz (5), but may still attack 403
    place = {"su-7tk": "6138", "de-6pz": "6038", "de-403": "6238"}
    play = position(step="combat", place=place, dice=[3])
    refused(play, "soviet", "attack", "6038", rule="9.3.4a")
    attack(play, "soviet", "6238", "su-7tk")
    assert happened(play, "event.combat")[0]["hex"] == "6238"


@rule("avl", "9.3.4a")
def test_too_few_of_the_units_that_could_attack_are_refused() -> None:
    place = {"su-7tk": "6138", "su-1tk": "6139", "de-6pz": "6038"}
    play = position(step="combat", place=place)
    answer(play, "soviet", ("attack", "6038"), ("add", "su-7tk"))
    refused(play, "soviet", "resolve", rule="9.3.4a")  # 4:5
    answer(play, "soviet", ("add", "su-1tk"))
    assert play.legal("soviet", "resolve")  # 8:5


@rule("avl", "9.3.4a")
def test_nobody_may_choose_a_lower_column() -> None:
    play = position(step="combat", place={"su-1gm": "6138", "su-7tk": "6139", "de-403": "6038"})
    answer(play, "soviet", ("attack", "6038"), ("add", "su-1gm"))
    ask = play.ask("soviet")
    assert ask is not None
    assert set(ask.answers) == {"add", "add_all", "remove", "resolve", "cancel"}
    assert ask.answers["resolve"] == [None]


@rule("avl", "9.3.4b")
@pytest.mark.parametrize(
    ("attacking", "defending", "shifts", "ratio", "column"),
    [
        (15, 1, 4, "11-1", "10-1+"),
        (15, 1, 5, "10-1", "10-1+"),
        (15, 1, 6, "9-1", "9-1"),
        (10, 1, 0, "10-1", "10-1+"),
        (99, 10, 0, "9-1", "9-1"),
        (100, 10, 0, "10-1", "10-1+"),
        (109, 10, 0, "10-1", "10-1+"),
    ],
)
def test_ten_to_one_and_more_is_the_last_column(
    attacking: int, defending: int, shifts: int, ratio: str, column: str
) -> None:
    crt = avl().crt
    level = crt.level(attacking, defending) - shifts
    assert (crt.ratio_name(level), crt.column_name(level)) == (ratio, column)


@rule("avl", "9.3.4b")
def test_ten_points_against_one_roll_on_the_last_column_and_nineteen_against_two_do_not() -> None:
    ten = odds(stacks([*TANKS[:2], RIFLES[0]], BESIDE) | {"de-403": "6038"}, "6038")
    assert (ten["ratio"], ten["column"]) == ("10-1", "10-1+")
    nineteen = odds(stacks([*TANKS[:4], GUARDS[0]], BESIDE) | {"de-403": "6038", "de-7lw": "6038"}, "6038")
    assert (nineteen["attack"], nineteen["ratio"], nineteen["column"]) == (19, "9-1", "9-1")


@rule("avl", "9.3.4c")
def test_17pz_halved_over_a_minor_river_cannot_attack_four_points() -> None:
    # 6 halved is 3 against 2 and 2
    place = {"de-17pz": "0508", "su-107": "0509", "su-141": "0509", "de-213": "5704", "su-152b": "5705"}
    play = position(step="combat", active="axis", place=place)
    refused(play, "axis", "attack", "0509", rule="9.3.4a")
    dry = position(step="combat", active="axis", place=place | {"de-17pz": "0510"})
    assert dry.preview("axis", "attack", "0509")["ratio"] == "1.5-1"


@rule("avl", "9.3.4c")
def test_7tk_cannot_attack_335_in_chuguev() -> None:
    # Chuguev, 1413, from 1313 (no river): 4:3 is 1-1 and the Town takes it below
    place = {"su-7tk": "1313", "de-335": "1413", **ELSEWHERE}
    play = position(step="combat", place=place)
    refused(play, "soviet", "attack", "1413", rule="9.3.4a")
    open_ground = position(step="combat", place={"su-7tk": "6138", "de-335": "6038"})
    assert open_ground.preview("soviet", "attack", "6038")["column"] == "1-1"


# ---- 9.3.5: defence rounded to nothing


@rule("avl", "9.3.5a", "9.3.5b")
def test_the_isolated_8lw_in_rostov_is_attacked_on_the_last_column_without_the_city() -> None:
    # Rostov, 3435, from the north and west: 7Tk 4 and 91 2
    place = {"su-7tk": "3434", "su-91": "3335"}
    found = odds(place | {"de-8lw": "3435 isolated"}, "3435")
    assert (found["attack"], found["defence"], found["shifts"], found["column"]) == (6, 0, 0, "10-1+")
    merely_out = odds(place | {"de-8lw": "3435 out of supply"}, "3435")
    assert (merely_out["defence"], merely_out["ratio"], merely_out["shifts"]) == (1, "6-1", 2)
    assert merely_out["column"] == "4-1"


@rule("avl", "9.3.5a")
def test_the_die_is_rolled_on_the_last_column_against_nothing() -> None:
    place = {"su-7tk": "3434", "su-91": "3335", "de-8lw": "3435 isolated"}
    play = position(step="combat", place=place, dice=[1])
    attack(play, "soviet", "3435", "su-7tk", "su-91")
    combat = happened(play, "event.combat")[0]
    assert (combat["column"], combat["result"]) == ("10-1+", "1DR2")


@rule("avl", "9.3.5a")
def test_two_isolated_ones_stacked_defend_with_one() -> None:
    place = {"su-7tk": "3434", "su-91": "3335", "de-8lw": "3435 isolated", "de-7lw": "3435 isolated"}
    found = odds(place, "3435")
    assert (found["defence"], found["shifts"], found["column"]) == (1, 2, "4-1")


@rule("avl", "9.3.5a")
def test_an_attack_of_nothing_is_no_attack_even_against_nothing() -> None:
    # 152B has 1: halved out of supply it has none
    place = {"su-152b": "6138 out of supply", "de-8lw": "6038 isolated", **ELSEWHERE}
    play = position(step="combat", place=place)
    refused(play, "soviet", "attack", "6038", rule="9.3.5a")
    (reason,) = play.why("soviet", "attack", "6038")
    assert "shifts" not in reason.message.args, "no terrain is shifted against defence 0"
    supplied = position(step="combat", place=place | {"su-152b": "6138"})
    assert supplied.preview("soviet", "attack", "6038")["column"] == "10-1+"


@rule("avl", "9.3.6")
def test_a_combat_with_every_modifier_built_from_the_wording_of_9_3() -> None:
    # The picture of 9.3 is not in our text. Kalach, 5923, is a Town on the Don: 5823 lies over the bridge, 5924 and
    # 5922 on the same bank. 2Tk and 3Tk over the bridge are halved together, 23Tk out of supply alone, 57G is whole.
    place = {
        "su-2tk": "5823", "su-3tk": "5823", "su-23tk": "5924 out of supply", "su-57g": "5924",
        "de-304": "5923 isolated", "de-17pz": "5923",
    }  # fmt: skip
    found = odds(place, "5923", turn=6)
    assert found["attack"] == 8 // 2 + 4 // 2 + 3
    assert found["defence"] == 3 // 2 + 4
    assert (found["ratio"], found["shifts"], found["column"]) == ("1.5-1", 1, "1-1")


# ---- 9.4: the die and the losses


@rule("avl", "9.4.1a")
@pytest.mark.parametrize(
    ("face", "result"), [(1, "-"), (2, "-"), (3, "DR"), (4, "DR"), (5, "DR"), (6, "1DR")], ids="die {0}".format
)
def test_one_die_without_modifiers_is_read_under_the_final_column(face: int, result: str) -> None:
    # 9:3 is 3-1, whoever rolls and however many units take part
    place = {"su-1gm": "6138", "su-7tk": "6139", "de-304": "6038", **ELSEWHERE}
    play = position(step="combat", place=place, dice=[face])
    rolled = play.state.rolls
    attack(play, "soviet", "6038", "su-1gm", "su-7tk")
    assert play.state.rolls == rolled + 1
    (combat,) = happened(play, "event.combat")
    assert (combat["column"], combat["die"], combat["result"]) == ("3-1", face, result)


@rule("avl", "9.4.1a")
def test_the_account_of_a_combat_tells_what_made_its_column() -> None:
    # a bridge over a minor river halves 1GM: 5 counts 2, against 1 on clear ground
    play = position(step="combat", place={"su-1gm": "0408", "de-403": "0509"}, dice=[3])
    expected = play.preview("soviet", "attack", "0509")
    attack(play, "soviet", "0509", "su-1gm")
    account = happened(play, "event.combat")[0]["reckoned"]
    assert account["ratio"] == "2-1" and account["terrain"] == expected["terrain"]
    assert account["reduced"] == [{"units": ["su-1gm"], "factor": "1/2", "reasons": ["minor_river"]}]
    assert account["neighbours"] == expected["neighbours"]
    assert [one["column"] for one in account["neighbours"]] == ["1.5-1", "3-1"]


@rule("avl", "9.4.1a")
def test_a_combat_takes_a_face_from_one_to_six() -> None:
    for face in (0, 7):
        with pytest.raises(SetupError, match=f"{face} is no face of a die; a roll shows 1 to 6 here"):
            position(step="combat", place={"su-1gm": "6138", "de-304": "6038"}, dice=[face])


@rule("avl", "9.4.1a")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param('6 = ["DR", "DR", "DR", "1DR", "1DR", "1DR2", "1DR2"', '7 = ["-"', id="a row"),
        pytest.param('"2DR2", "3DR2", "4DR2"]', '"2DR2", "3DR2"]', id="a cell"),
        pytest.param('"4DR2" = {', '"5DR2" = {', id="the meaning of a cell"),
    ],
)
def test_no_game_starts_on_a_combat_results_table_with_a_hole(tmp_path: Path, old: str, new: str) -> None:
    text = (DATA / "tables.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / "tables.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError, match="crt"):
        grognard.game("avl", data=tmp_path).new(seed=1)


def fight(result_die: int, attackers: list[str], defenders: list[str], **more: str) -> Play:
    """A fight for 6038 by units in 6138 and 6139 against units in 6038."""
    place = stacks(attackers, ["6138", "6139", "6037"]) | dict.fromkeys(defenders, "6038") | more | ELSEWHERE
    play = position(step="combat", place=place, dice=[result_die])
    answer(play, "soviet", ("attack", "6038"))
    for unit in attackers:
        play.answer("soviet", "add", unit)
    play.answer("soviet", "resolve")
    return play


def result_of(play: Play) -> str:
    return str(happened(play, "event.combat")[0]["result"])


@rule("avl", "9.4.1b")
def test_a_dash_changes_nothing() -> None:
    play = fight(4, ["su-1tk", "su-7tk"], ["de-17pz", "de-23pz"])  # 8:8
    assert result_of(play) == "-"
    assert {where(play, unit) for unit in ("de-17pz", "de-23pz")} == {"6038"}
    assert all(steps_of(play, unit) == 2 for unit in ("su-1tk", "su-7tk", "de-17pz", "de-23pz"))
    assert offered(play, "soviet", "attack") == {"5704"}  # no advance is asked for


@rule("avl", "9.4.1b", "9.4.1c")
def test_a1_costs_the_attacker_one_step_and_leaves_the_defenders_untouched() -> None:
    play = fight(1, ["su-1tk", "su-7tk"], ["de-17pz", "de-23pz"])  # 8:8 is 1-1
    assert result_of(play) == "A1"
    assert offered(play, "soviet", "lose") == {"su-1tk", "su-7tk"}
    play.answer("soviet", "lose", "su-7tk")
    assert (steps_of(play, "su-1tk"), steps_of(play, "su-7tk")) == (2, 1)
    assert all(steps_of(play, unit) == 2 and where(play, unit) == "6038" for unit in ("de-17pz", "de-23pz"))


@rule("avl", "9.4.1b", "9.4.1c")
def test_dr_moves_every_defender_one_hex_without_loss() -> None:
    play = fight(6, ["su-1tk", "su-7tk"], ["de-17pz", "de-23pz"])
    assert result_of(play) == "DR"
    answer(play, "axis", ("retreat_unit", "de-17pz"), ("retreat", "5938"), ("retreat", "5938"))
    assert where(play, "de-17pz") == where(play, "de-23pz") == "5938"
    assert steps_of(play, "de-17pz") == steps_of(play, "de-23pz") == 2


@rule("avl", "9.4.1b", "9.4.1c")
def test_3dr2_takes_three_steps_first_and_then_moves_the_survivors_two_hexes() -> None:
    # 22 against two full units that are isolated, 5/2: 11-1, where 5 is 3DR2
    place = stacks([*TANKS[:4], *GUARDS[:2]], ["6138", "6139", "6037"]) | {
        "de-304": "6038 isolated", "ro-2": "6038 isolated", **ELSEWHERE,
    }  # fmt: skip
    play = position(step="combat", place=place, dice=[5])
    answer(play, "soviet", ("attack", "6038"), "add_all", "resolve")
    assert result_of(play) == "3DR2"
    assert where(play, "de-304") == where(play, "ro-2") == "6038"  # losses come before the retreat
    answer(play, "axis", ("lose", "ro-2"), ("lose", "de-304"))
    assert offered(play, "axis", "lose") == {"ro-2", "de-304"}
    play.answer("axis", "lose", "ro-2")
    assert where(play, "ro-2") == "eliminated" and steps_of(play, "de-304") == 1
    play.answer("axis", "retreat", "5839")  # by way of 5939, the only neighbour without Soviet ZOC
    assert where(play, "de-304") == "5839"


@rule("avl", "9.4.2a")
def test_losses_fall_only_on_units_of_this_combat() -> None:
    # 14G stands in the same hex as 1Tk but stays out of the attack
    place = {"su-1tk": "6138", "su-14g": "6138", "su-7tk": "6139", "de-17pz": "6038", "de-23pz": "6038"}
    play = position(step="combat", place=place, dice=[1])
    attack(play, "soviet", "6038", "su-1tk", "su-7tk")
    assert offered(play, "soviet", "lose") == {"su-1tk", "su-7tk"}
    refused(play, "soviet", "lose", "su-14g", rule="9.4.2a")
    refused(play, "soviet", "lose", "de-17pz", rule="9.4.2a")


@rule("avl", "9.4.2a")
def test_the_owner_and_not_the_opponent_chooses_his_losses() -> None:
    attacker = fight(1, ["su-1tk", "su-7tk"], ["de-17pz", "de-23pz"])
    assert attacker.deciders == ("soviet",)
    refused(attacker, "axis", "lose", "su-1tk", rule="")
    # 16:5 is 3-1, where 6 is 1DR: one step of the defenders
    defender = fight(6, TANKS[:4], ["de-304", "ro-2"])
    assert result_of(defender) == "1DR"
    assert defender.deciders == ("axis",)
    assert offered(defender, "axis", "lose") == {"de-304", "ro-2"}
    refused(defender, "soviet", "lose", "ro-2", rule="9.4.1b")  # a plain number costs the attacker nothing


@rule("avl", "9.4.2a")
def test_a_full_unit_flips_and_a_reduced_or_one_sided_one_dies() -> None:
    flipped = fight(6, TANKS[:2], ["ro-2"])  # 8:2 is 4-1, where 6 is 1DR
    assert (result_of(flipped), steps_of(flipped, "ro-2")) == ("1DR", 1)
    one_sided = fight(6, TANKS[:1], ["de-403"])
    assert (result_of(one_sided), where(one_sided, "de-403")) == ("1DR", "eliminated")
    place = {"su-1tk": "6138", "ro-2": "6038 reduced", **ELSEWHERE}
    reduced = position(step="combat", place=place, dice=[6])
    attack(reduced, "soviet", "6038", "su-1tk")
    assert (result_of(reduced), where(reduced, "ro-2")) == ("1DR", "eliminated")


@rule("avl", "9.4.2a")
def test_losses_beyond_the_steps_present_are_ignored() -> None:
    play = fight(6, TANKS[:3], ["de-403"])  # 12:1, 4DR2 on a unit of one step
    assert result_of(play) == "4DR2"
    assert where(play, "de-403") == "eliminated"
    assert score(play) == (25, 1)  # 14.0.1c it is scored once
    assert play.deciders == ("soviet",)


@rule("avl", "9.4.2b")
def test_two_steps_from_two_full_units_kill_one_or_flip_both() -> None:
    seen = set()
    for first, second in [("de-304", "de-304"), ("de-304", "ro-2"), ("ro-2", "de-304"), ("ro-2", "ro-2")]:
        # 22 against two full units that are isolated, 5/2: 11-1, where 2 is 2DR2
        place = stacks([*TANKS[:4], *GUARDS[:2]], ["6138", "6139", "6037"]) | {
            "de-304": "6038 isolated", "ro-2": "6038 isolated", **ELSEWHERE,
        }  # fmt: skip
        play = position(step="combat", place=place, dice=[2])
        answer(play, "soviet", ("attack", "6038"), "add_all", "resolve")
        assert result_of(play) == "2DR2"
        for unit in (first, second):
            assert offered(play, "axis", "lose") == {"de-304", "ro-2"}
            play.answer("axis", "lose", unit)
        assert offered(play, "axis", "lose") == set()
        seen.add((steps_of(play, "de-304"), steps_of(play, "ro-2")))
    assert seen == {(0, 2), (1, 1), (2, 0)}


# ---- strength grouping against a plain recomputation (1.3b, 9.3.1)


def plain_attack(place: dict[str, tuple[str, bool, str]], target: str) -> int:
    """1.3b as it reads: inside each hex, units of the same multiplier are added, multiplied and rounded down."""
    figures = {unit.id: [step.attack or step.combat or 0 for step in unit.steps] for unit in avl().files.units}
    river = {
        frozenset(pair)
        for kind in ("minor_river", "major_river")
        for text in [avl().files.map_document["hexsides"][kind]]
        for pair in (side.split("-") for side in text.split())
    }
    sums: dict[tuple[str, int], int] = defaultdict(int)
    for unit, (hex, reduced, supply) in place.items():
        halvings = int(frozenset((hex, target)) in river) + int(supply != "")
        sums[hex, halvings] += figures[unit][1 if reduced else 0]
    return sum(total // 2**halvings for (_, halvings), total in sums.items())


@rule("avl", "9.3.1a", "9.3.1b", "9.3.1c", "9.3.1d")
def test_attack_strengths_agree_with_a_plain_recomputation() -> None:
    random = Random(9)
    soviets = [unit for unit in avl().files.units if unit.side == "soviet" and unit.id not in ELSEWHERE]
    # a bend of the Don, the two rivers at 0509, a bridge, and open steppe
    spots = {
        "5616": ["5516", "5517", "5615", "5716", "5617", "5717"],
        "0509": ["0508", "0510", "0608", "0609", "0409", "0408"],
        "4113": ["4012", "4013", "4112", "4114", "4212", "4213"],
        "6038": ["6037", "6138", "6139", "6039", "5939", "5938"],
    }
    quartered = 0
    for _ in range(150):
        target, around = random.choice(list(spots.items()))
        places: dict[str, tuple[str, bool, str]] = {}
        for hex in random.sample(around, random.randint(1, 4)):
            for unit in random.sample(soviets, random.randint(1, 2)):
                if unit.id not in places:
                    reduced = len(unit.steps) > 1 and random.random() < 0.3
                    places[unit.id] = hex, reduced, random.choice(["", "", " out of supply", " isolated"])
        words = {unit: f"{hex}{' reduced' * reduced}{supply}" for unit, (hex, reduced, supply) in places.items()}
        expected = plain_attack(places, target)
        # one isolated defender of 1 has no defence: any attack of a point is possible and is shown
        play = position(step="combat", place=words | {"de-403": f"{target} isolated"} | ELSEWHERE)
        if expected == 0:
            assert not play.legal("soviet", "attack", target)
            continue
        found = play.preview("soviet", "attack", target)
        assert found["attack"] == expected, words
        quartered += any(group["factor"] == "1/4" for group in found["groups"])
    assert quartered > 20


@rule("avl", "9.1.5", "9.3.1c")
def test_defence_strengths_agree_with_a_plain_recomputation() -> None:
    random = Random(95)
    axis = [unit for unit in avl().files.units if unit.nation == "german"]
    for _ in range(60):
        whole = halved = 0
        words = {}
        for unit in random.sample(axis, 2):
            supply = random.choice(["", " out of supply", " isolated"])
            reduced = len(unit.steps) > 1 and random.random() < 0.4
            step = unit.steps[1 if reduced else 0]
            strength = step.defense or step.combat or 0
            words[unit.id] = f"6038{' reduced' * reduced}{supply}"
            if supply == " isolated":
                halved += strength
            else:
                whole += strength
        attackers = stacks(TANKS, ["6138", "6139", "6037", "6039"])
        assert odds(words | attackers, "6038")["defence"] == whole + halved // 2, words


@rule("9.1.1", "9.3.1a", "9.3.1d", "1.3b")
def test_all_odds_at_once_are_those_of_each_hex_alone() -> None:
    """The quick sums of a whole front, against the plain rule hex by hex, through the fights of random games."""
    compared = 0
    for seed in range(4):
        play, rng = avl().new(seed=seed), Random(seed)
        while play.result is None and compared < 3000 * (seed + 1):
            player = rng.choice(play.deciders)
            state = play.state.seen_by(play.roster.number(player))
            enemies = bits(state.combat[1 - state.active] & ~state.attacked) if state.activated else []
            plain = {hex: level for hex in enemies if (level := ratio(state, attackers(state, hex), hex)) >= 0}
            assert levels(state) == plain
            assert can_attack(state) == bool(plain)
            compared += len(plain)
            ask = play.ask(player)
            assert ask is not None
            verb = rng.choice(list(ask.answers))
            play.answer(player, verb, rng.choice(list(ask.answers[verb])))
    assert compared > 1000
