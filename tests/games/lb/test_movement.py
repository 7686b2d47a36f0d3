"""Stacking and the Movement Phases: costs, roads, ZOC prices, undeployed moves, the minimum move."""

from __future__ import annotations

import pytest

from grognard.testing import rule
from tests.games.lb._help import (
    S4,
    announce,
    answer,
    cost,
    end_movement,
    halt,
    happened,
    idle_until,
    march,
    odds,
    offered,
    position,
    refused,
    resolve,
    state_of,
    take_up,
    where,
)

R, G = "russian", "german"
# the road Kropotkin - Golos: 0508 0608 0709 0809 0910 1010 1111 1210 1311; on it 0608 rough? no: all clear but 1010
ROAD_HQ = {"ge-mot-hq#1": "0610", "su-corps-hq#1": "2421"}


# ---- stacking


@rule("lb", "stack.general", "stack.C", "move.F")
def test_a_fourth_unit_may_not_enter_a_hex_whatever_the_types() -> None:
    place = {"su-supply#1": "2417", "su-supply#2": "2417", "su-rifle-rgt#1": "2418"}
    play = position(place)
    march(play, R, "su-rifle-rgt#1", "2417")  # the third
    halt(play, R)
    play = position({**place, "su-supply#3": "2417"})
    take_up(play, R, "su-rifle-rgt#1")
    refused(play, R, "move", "2417", rule="stack.A")
    play = position({"su-corps-hq#2": "2417", "su-supply#1": "2417", "su-at-bn#1": "2417", "su-rifle-rgt#1": "2418"})
    take_up(play, R, "su-rifle-rgt#1")
    refused(play, R, "move", "2417", rule="stack.A")


@rule("lb", "stack.A", "move.F")
def test_a_full_hex_cannot_even_be_passed() -> None:
    wall = {f"su-at-bn#{n}": "2325" for n in (1, 2, 3)} | {f"su-supply#{n}": "2525" for n in (1, 2, 3)}
    wall |= {f"su-gun-rgt#{n}": "2425" for n in (1, 2)} | {"su-rifle-rgt#2": "2425"}
    play = position({**wall, "su-rifle-rgt#1": "2426"})
    take_up(play, R, "su-rifle-rgt#1")
    refused(play, R, "move", "2425", rule="stack.A")
    assert "2424" not in offered(play, R, "move")


@rule("lb", "stack.A", "eng.general")
def test_a_retreat_avoids_full_hexes_enemy_zoc_and_unbridged_rivers() -> None:
    """A regiment on the river bank, thrown back: the river, a full hex and a hex in enemy ZOC are closed."""
    place = {
        "su-rifle-rgt#1": "1812", "ge-inf-bn#1": "1811", "ge-mot-hq#1": "1909", "su-corps-hq#1": "1916",
        "su-at-bn#1": "1813", "su-at-bn#2": "1813", "su-at-bn#3": "1813",
    }  # fmt: skip
    play = position(place, hqs=False, step="combat", dice=[4])  # 5 to 2: 2-1, die 4 is AB
    announce(play, R, "1811", "su-rifle-rgt#1")
    answer(play, R, "end_announcing")
    refused(play, R, "retreat", "1813", rule="stack.A")
    refused(play, R, "retreat", "1712", rule="eng.general")
    refused(play, R, "retreat", "1912", rule="stack.A")
    refused(play, R, "retreat", "1811", rule="stack.A")
    assert offered(play, R, "retreat") == {"1713", "1913"}


@rule("lb", "stack.A")
def test_a_unit_goes_back_into_enemy_zoc_only_to_a_friend() -> None:
    place = {"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2316", "ge-inf-bn#3": "2616"}
    play = position({**place, "su-at-bn#1": "2517"}, step="combat", dice=[4])  # 5 to 2: 2-1, die 4 is AB
    announce(play, R, "2416", "su-rifle-rgt#1")
    answer(play, R, "end_announcing")
    assert "2517" in offered(play, R, "retreat")  # in enemy ZOC, but a friend is there
    refused(play, R, "retreat", "2317", rule="stack.A")
    answer(play, R, ("retreat", "2517"))


@rule("lb", "stack.A")
def test_a_unit_with_no_hex_to_go_back_to_is_destroyed() -> None:
    ring = {"ge-inf-bn#1": "2416", "ge-inf-bn#2": "2317", "ge-inf-bn#3": "2517", "ge-inf-bn#4": "2419"}
    play = position({"su-rifle-rgt#1": "2417", **ring}, step="combat", dice=[4])
    announce(play, R, "2416", "su-rifle-rgt#1")
    resolve(play, R)
    assert where(play, "su-rifle-rgt#1") == "destroyed"
    (shut_in,) = happened(play, "event.no_retreat")
    reasons = {one["text"]["en"].split(": ")[1]: one["hexes"] for one in shut_in["closed"]}
    assert set(reasons) == {"an enemy unit is there", "it is in enemy ZOC and no friendly unit is there"}
    assert reasons["an enemy unit is there"] == ["2317", "2416", "2517"]
    assert reasons["it is in enemy ZOC and no friendly unit is there"] == ["2318", "2418", "2518"]


@rule("lb", "stack.B", "move.Ie")
def test_a_friends_road_hex_is_entered_at_terrain_cost() -> None:
    play = position({**ROAD_HQ, "ge-recon-bn#1": "0709", "ge-at-co#1": "0809"}, active=G)
    take_up(play, G, "ge-at-co#1")
    assert cost(play, G, "0910") == "½"
    assert cost(play, G, "0709") == "2"


@rule("lb", "stack.B")
def test_units_that_start_stacked_leave_singly_and_gain_the_rate_once_clear() -> None:
    play = position({**ROAD_HQ, "ge-stug-bn#1": "0508", "ge-mot-inf-bn#1": "0508"}, active=G)
    take_up(play, G, "ge-stug-bn#1")
    assert cost(play, G, "0608") == "2"  # the friend behind is within its space of 1
    answer(play, G, ("move", "0608"))
    assert cost(play, G, "0709") == "½"


# ---- movement in general


@rule("lb", "move.general", "move.B")
def test_nobody_has_to_move() -> None:
    play = position({"su-rifle-rgt#1": "2418", "ge-inf-bn#1": "2410"})
    answer(play, R, "end_movement")
    assert where(play, "su-rifle-rgt#1") == "2418"


@rule("lb", "move.A", "tec.clear")
@pytest.mark.parametrize(
    ("unit", "hex", "points"),
    [
        ("su-rifle-rgt#1", "2417", "1"),
        ("ge-heavy-art#1", "2417", "1"),
        ("su-tank-bde#1", "2417", "2"),
        ("su-su-rgt#1", "2417", "2"),
    ],
)
def test_clear_costs_1_up_to_allowance_7_and_2_from_8(unit: str, hex: str, points: str) -> None:
    side = R if unit.startswith("su") else G
    play = position({unit: "2418 limbered" if "art" in unit else "2418"}, active=side)
    take_up(play, side, unit)
    assert cost(play, side, hex) == points


@rule("lb", "move.A")
def test_the_column_goes_by_the_printed_allowance_even_when_halved() -> None:
    play = position({"su-tank-bde#1": "2418"}, hqs=False)
    take_up(play, R, "su-tank-bde#1")
    assert cost(play, R, "2417") == "2"


@rule("lb", "move.C")
def test_points_are_neither_saved_nor_lent() -> None:
    play = position({"su-rifle-rgt#1": "2424", "su-rifle-rgt#2": "2524"})
    march(play, R, "su-rifle-rgt#1", "2423")
    halt(play, R)
    refused(play, R, "unit", "su-rifle-rgt#1", rule="move.C")
    end_movement(play, R)
    idle_until(play, 1, R, "second_movement")
    take_up(play, R, "su-rifle-rgt#1")
    ask = play.ask(R)
    assert ask is not None and ask.message.args["points"] == "3"


@rule("lb", "move.D")
def test_the_enemy_does_not_move() -> None:
    play = position({"su-rifle-rgt#1": "2418", "ge-inf-bn#1": "2410"})
    refused(play, R, "unit", "ge-inf-bn#1", rule="move.D")
    assert play.ask(G) is None


@rule("lb", "move.E")
def test_there_is_no_combat_in_a_movement_phase() -> None:
    play = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"})
    refused(play, R, "attack", "2416", rule="move.E")
    refused(play, R, "fire", "2416", rule="move.E")


@rule("lb", "move.G", "zoc.F")
@pytest.mark.parametrize("enemy", ["ge-supply#1", "ge-inf-hq#1", "ge-inf-bn#1"])
def test_any_enemy_unit_closes_its_hex(enemy: str) -> None:
    play = position({"su-tank-bde#1": "2418", enemy: "2416"})
    take_up(play, R, "su-tank-bde#1")
    refused(play, R, "move", "2416", rule="move.G")


@rule("lb", "move.G")
def test_a_lone_supply_unit_must_be_attacked() -> None:
    play = position({"su-rifle-rgt#1": "2417", "ge-supply#1": "2416"}, step="combat", dice=[1])
    announce(play, R, "2416", "su-rifle-rgt#1")
    resolve(play, R)
    assert where(play, "ge-supply#1") == "destroyed"


@rule("lb", "move.H")
def test_a_move_over_several_terrains_costs_their_sum() -> None:
    # 2319 rough? 2420 rough 3; from 2419 rough ... a tank from 2418: 2419 is rough (3), 2420 rough (3), 2421 clear (2)
    play = position({"su-tank-bde#1": "2418"})
    march(play, R, "su-tank-bde#1", "2419", "2420", "2421")
    paid = [float(one["points"]) for one in happened(play, "event.moved")]
    assert paid == [3, 3, 2] and where(play, "su-tank-bde#1") == "2421"


# ---- roads


@rule("lb", "move.Ia", "tec.road")
def test_allowance_10_marches_twenty_road_hexes() -> None:
    play = position({**ROAD_HQ, "ge-mot-inf-bn#1": "0109"}, active=G)
    take_up(play, G, "ge-mot-inf-bn#1")
    assert cost(play, G, "2110") == "10"  # twenty road hexes from 0109 along the axis


@rule("lb", "move.H", "move.Ic")
def test_a_preview_counts_along_the_path() -> None:
    play = position({**ROAD_HQ, "ge-stug-bn#1": "0508", "ge-supply#1": "1010"}, active=G)
    take_up(play, G, "ge-stug-bn#1")
    shown = play.preview(G, "move", "0910")
    assert shown["path"] == ["0508", "0608", "0709", "0809", "0910"]
    assert (shown["costs"], shown["cost"], shown["left"]) == (["½", "1", "1½", "3½"], "3½", "5½")


@rule("lb", "move.H", "move.J", "zoc.A")
def test_a_preview_says_what_a_way_round_saves() -> None:
    """Straight on through 2418 and 2417, both in the ZOC of 2518: 1 + 3, out and in again 2 + 1 + 3, out 2 + 1."""
    play = position({"su-cavalry-rgt#1": "2419", "ge-inf-bn#1": "2518"})
    take_up(play, R, "su-cavalry-rgt#1")
    shown = play.preview(R, "move", "2416")
    assert shown["path"] == ["2419", "2319", "2318", "2317", "2416"]
    assert (shown["cost"], shown["round"]) == ("4", {"saved": "9"})
    assert "round" not in play.preview(R, "move", "2319")
    quiet = position({"su-cavalry-rgt#1": "2419"})
    take_up(quiet, R, "su-cavalry-rgt#1")
    shown = quiet.preview(R, "move", "2416")
    assert (shown["path"], shown["cost"]) == (["2419", "2418", "2417", "2416"], "3") and "round" not in shown


@rule("lb", "move.Ia")
def test_the_road_rate_ignores_the_forest_around() -> None:
    play = position({"ge-mot-inf-bn#1": "1112", "ge-mot-inf-bn#2": "1212", "ge-mot-hq#1": "1311"}, hqs=False, active=G)
    take_up(play, G, "ge-mot-inf-bn#2")
    assert cost(play, G, "1113") == "½"  # a forest hex on the road Golos - Makhno
    halt(play, G)
    take_up(play, G, "ge-mot-inf-bn#1")
    assert cost(play, G, "1113") == "5"  # not along the road


@rule("lb", "move.Ib", "tec.a")
def test_a_friend_inside_the_road_space_takes_the_rate_away() -> None:
    play = position({**ROAD_HQ, "ge-engineer-bn#1": "0508", "ge-supply#1": "0809"}, active=G)
    take_up(play, G, "ge-engineer-bn#1")  # RMS 2, foot: the friend is three road hexes from 0508, two from 0608
    assert cost(play, G, "0608") == "1"
    play = position({**ROAD_HQ, "ge-engineer-bn#1": "0508", "ge-supply#1": "0910"}, active=G)
    take_up(play, G, "ge-engineer-bn#1")
    assert cost(play, G, "0608") == "½"  # three ahead: free


@rule("lb", "move.Ib")
def test_a_unit_beside_the_road_is_no_hindrance() -> None:
    play = position({**ROAD_HQ, "ge-engineer-bn#1": "0508", "ge-supply#1": "0708"}, active=G)
    take_up(play, G, "ge-engineer-bn#1")
    assert cost(play, G, "0709") == "1"


@rule("lb", "move.Ic")
def test_only_the_crowded_hex_is_charged_at_terrain_cost() -> None:
    # the friend stands in 1010; hexes within one road hex of it cost terrain, those beyond 1/2
    play = position({**ROAD_HQ, "ge-stug-bn#1": "0508", "ge-supply#1": "1010"}, active=G)
    march(play, G, "ge-stug-bn#1", "0608", "0709", "0809", "0910", "1010", "1111", "1210")
    paid = [one["points"] for one in happened(play, "event.moved")]
    assert paid == ["½", "½", "½", "2", "2", "2", "½"]  # 0910, 1010 and 1111 are clear; then the rate again


@rule("lb", "move.Id")
def test_rms_0_units_march_nose_to_tail() -> None:
    play = position({**ROAD_HQ, "ge-at-co#1": "0608", "ge-at-co#2": "0508"}, active=G)
    march(play, G, "ge-at-co#1", "0709")
    halt(play, G)
    take_up(play, G, "ge-at-co#2")
    assert cost(play, G, "0608") == "½"


@rule("lb", "move.Id")
@pytest.mark.parametrize("unit", ["ge-at-co#1", "ge-stug-bn#1"])
def test_the_road_rate_never_enters_an_enemy_zoc(unit: str) -> None:
    play = position({**ROAD_HQ, unit: "0608", "su-recon-bn#1": "0810"}, active=G)
    take_up(play, G, unit)
    assert cost(play, G, "0709") == "½"
    answer(play, G, ("move", "0709"))
    assert cost(play, G, "0809") == "5"  # clear 2 and 3 for the ZOC


@rule("lb", "move.Ie")
def test_the_second_column_keeps_its_distance_or_pays_and_regains_the_rate_when_the_road_is_clear() -> None:
    place = {**ROAD_HQ, "ge-stug-bn#1": "0709", "ge-stug-bn#2": "0408"}
    play = position(place, active=G)
    take_up(play, G, "ge-stug-bn#2")
    assert cost(play, G, "0508") == "½"  # two road hexes behind
    assert cost(play, G, "0608") == "2½"  # directly behind: terrain cost for that hex
    halt(play, G)
    play = position(place, active=G)
    march(play, G, "ge-stug-bn#1", "0708")
    halt(play, G)
    take_up(play, G, "ge-stug-bn#2")
    assert cost(play, G, "0608") == "1"


# ---- ZOC prices


@rule("lb", "move.J", "zoc.A", "zoc.B")
def test_entering_and_leaving_a_controlled_hex_costs_3_and_2_besides_terrain() -> None:
    play = position({"su-cavalry-rgt#1": "2418", "ge-inf-bn#1": "2416"}, scenario=S4, hqs=False)
    take_up(play, R, "su-cavalry-rgt#1")
    play = position({"su-cavalry-rgt#1": "2418", "ge-inf-bn#1": "2416"})
    take_up(play, R, "su-cavalry-rgt#1")
    assert cost(play, R, "2417") == "4"
    play = position({"su-cavalry-rgt#1": "2417", "ge-inf-bn#1": "2416"})
    take_up(play, R, "su-cavalry-rgt#1")
    assert cost(play, R, "2418") == "3"


# ---- undeployed attack


@rule("lb", "move.Ka", "zoc.A", "zoc.C1")
def test_an_undeployed_unit_saves_the_3_points_and_not_the_2_for_leaving() -> None:
    play = position({"su-tank-bde#1": "2418", "ge-inf-bn#1": "2416"})
    take_up(play, R, "su-tank-bde#1")
    assert (cost(play, R, "2417"), cost(play, R, "2417", "rush")) == ("5", "2")
    answer(play, R, ("rush", "2417"))
    assert cost(play, R, "2517", "rush") == "4"  # terrain plus 2 from ZOC to ZOC
    play = position({"su-tank-bde#1": "2417", "ge-inf-bn#1": "2416"})
    take_up(play, R, "su-tank-bde#1")
    assert (cost(play, R, "2517"), cost(play, R, "2517", "rush")) == ("7", "4")


@rule("lb", "move.Ka")
def test_an_undeployed_unit_must_be_given_an_attack() -> None:
    play = position({"su-tank-bde#1": "2420", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2616", "su-rifle-rgt#1": "2617"})
    answer(play, R, ("unit", "su-tank-bde#1"), ("rush", "2417"))
    end_movement(play, R)
    refused(play, R, "end_announcing", rule="move.Ka")
    announce(play, R, "2616", "su-rifle-rgt#1")
    refused(play, R, "end_announcing", rule="move.Ka")
    announce(play, R, "2416", "su-tank-bde#1")
    answer(play, R, "end_announcing")


@rule("lb", "move.Ka")
def test_an_undeployed_unit_stays_beside_an_enemy() -> None:
    play = position({"su-tank-bde#1": "2418", "ge-inf-bn#1": "2416"})
    answer(play, R, ("unit", "su-tank-bde#1"), ("rush", "2417"))
    refused(play, R, "move", "2418", rule="move.Ka")
    refused(play, R, "rush", "2418", rule="move.Ka")


@rule("lb", "move.Ka")
def test_the_duty_is_fulfilled_when_the_target_vanishes_in_an_earlier_segment() -> None:
    place = {"su-tank-bde#1": "2418", "ge-inf-bn#1": "2416", "su-art-20#1": "2419", "su-supply#1": "2419"}
    play = position(place, dice=[1])
    answer(play, R, ("unit", "su-tank-bde#1"), ("rush", "2417"))
    end_movement(play, R)
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"), "announce", "attack_bound", "end_announcing")
    assert where(play, "ge-inf-bn#1") == "destroyed" and play.view()["phase"] == "second_movement"


@rule("lb", "move.Kb", "supply.D2")
def test_an_undeployed_unit_attacks_with_half_in_segments_ii_and_iii_and_a_quarter_out_of_supply() -> None:
    place = {"su-tank-bde#1": "2417 undeployed", "ge-stug-bn#1": "2416"}
    play = position(place, step="combat")
    answer(play, R, ("attack", "2416"), ("add", "su-tank-bde#1"))
    shown = odds(play, R)
    assert (shown["attack"], shown["initial"]["attack"]) == (3, 3)
    play = position({**place, "su-tank-bde#1": "2417 undeployed"}, hqs=False, step="combat")
    answer(play, R, ("attack", "2416"), ("add", "su-tank-bde#1"))
    assert odds(play, R)["attack"] == 1  # 7, halved for supply 3, halved again 1


@rule("lb", "move.Kb")
def test_its_defence_in_the_enemy_turn_is_full() -> None:
    play = position({"su-tank-bde#1": "2420", "ge-inf-bn#1": "2416"}, dice=[4])
    answer(play, R, ("unit", "su-tank-bde#1"), ("rush", "2417"))
    end_movement(play, R)
    answer(play, R, "attack_bound", "end_announcing")  # 3 to 2: 1-1, die 4 is AB
    resolve(play, R)
    assert state_of(play).undeployed == 0
    play = position({"su-tank-bde#1": "2417", "ge-inf-bn#1": "2416"}, step="combat", active=G)
    answer(play, G, ("attack", "2417"), ("add", "ge-inf-bn#1"))
    assert odds(play, G)["defence"] == 7


@rule("lb", "move.Ka")
def test_a_unit_that_could_not_attack_at_half_strength_cannot_move_undeployed() -> None:
    play = position({"su-at-bn#1": "2418", "su-supply#1": "2418", "ge-inf-bn#1": "2416"})
    for unit in ("su-at-bn#1", "su-supply#1"):
        take_up(play, R, unit)
        refused(play, R, "rush", "2417", rule="move.Kb")
        halt(play, R)


# ---- the minimum move


@rule("lb", "move.Kb", "supply.D1")
@pytest.mark.parametrize(("hqs", "free"), [(True, True), (False, False)])
def test_out_of_supply_half_of_half_must_still_be_an_attack(hqs: bool, free: bool) -> None:
    """3 is 1 at half strength, and 1 out of supply is nothing at half."""
    play = position({"su-recon-bn#1": "2418", "ge-inf-bn#1": "2416"}, hqs=hqs)
    take_up(play, R, "su-recon-bn#1")
    if free:
        assert "2417" in offered(play, R, "rush")
    else:
        refused(play, R, "rush", "2417", rule="move.Kb")


@rule("lb", "move.M", "zoc.A")
def test_the_minimum_move_is_the_whole_move() -> None:
    """2416 is controlled: as its only hex of the phase infantry may enter it, after another hex it may not."""
    place = {"su-rifle-rgt#1": "2418", "su-rifle-rgt#2": "2417", "ge-inf-bn#1": "2415"}
    play = position(place)
    take_up(play, R, "su-rifle-rgt#2")
    assert "2416" in offered(play, R, "move") and cost(play, R, "2416") == "3"
    march(play, R, "su-rifle-rgt#1", "2417")
    refused(play, R, "move", "2416", rule="zoc.A")


@rule("lb", "move.M", "combat.proc.d")
def test_infantry_in_supply_may_always_move_one_hex() -> None:
    place = {"su-rifle-rgt#1": "2418", "ge-inf-bn#1": "2416"}
    play = position(place)
    march(play, R, "su-rifle-rgt#1", "2417")  # 1 + 3 with three points
    assert where(play, "su-rifle-rgt#1") == "2417"
    refused(play, R, "unit", "su-rifle-rgt#1", rule="move.C")  # it was the whole move
    play = position({"su-static-rgt#1": "2515", "ge-inf-bn#1": "2512"})
    march(play, R, "su-static-rgt#1", "2514")
    play = position({"su-static-rgt#1": "2515", "ge-inf-bn#1": "2416"})
    march(play, R, "su-static-rgt#1", "2514")


@rule("lb", "move.M")
def test_allowance_2_enters_a_controlled_forest_hex_and_out_of_supply_it_may_not() -> None:
    place = {"su-static-rgt#1": "2514", "ge-inf-bn#1": "2612", "su-corps-hq#1": "2516"}
    play = position(place)
    take_up(play, R, "su-static-rgt#1")
    assert "2513" in offered(play, R, "move")  # forest, 3 points
    del place["su-corps-hq#1"]
    play = position(place, hqs=False)
    take_up(play, R, "su-static-rgt#1")
    refused(play, R, "move", "2513", rule="supply.D1")


@rule("lb", "move.M")
@pytest.mark.parametrize("unit", ["su-at-bn#1", "su-gun-rgt#1"])
def test_artillery_of_any_type_has_no_minimum_move(unit: str) -> None:
    play = position({unit: "2418", "ge-inf-bn#1": "2416"})
    take_up(play, R, unit)
    refused(play, R, "move", "2417", rule="zoc.A")


@rule("lb", "move.M")
def test_allowance_7_has_no_minimum_move() -> None:
    play = position({"ge-heavy-art#1": "2416 limbered", "su-rifle-rgt#1": "2418"}, hqs=False, active=G)
    take_up(play, G, "ge-heavy-art#1")
    refused(play, G, "move", "2417", rule="supply.D1")


@rule("lb", "move.M", "eng.general")
def test_the_minimum_move_never_crosses_an_unbridged_river() -> None:
    play = position({"ge-inf-bn#1": "1712", "ge-mot-hq#1": "1512"}, hqs=False, active=G)
    take_up(play, G, "ge-inf-bn#1")
    refused(play, G, "move", "1812", rule="eng.general")
