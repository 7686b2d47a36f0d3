"""Chapter 5: movement, pinning, stacking, control, air, response, strategic moves and transport."""

from __future__ import annotations

import pytest

from grognard.testing import rule
from tests.games.victory._help import (
    HOPE,
    act,
    after_supply,
    asked,
    at_sea,
    barred,
    end_moves,
    entry,
    go,
    happened,
    may,
    offered,
    pos,
    refused,
    state_of,
    steps,
    through_combat,
    where,
)

ROAD = {"red-infantry-1": "1105", "blue-infantry-1": "1204"}


@rule("victory", "5.0a", "6.0")
def test_no_die_is_rolled_before_all_have_moved() -> None:
    play = pos({**ROAD, "blue-fighter-1": "1303"}, active="red", dice=[6] * 40)
    go(play, "red-infantry-1", "1204")
    play.answer("red", "end_move")
    assert state_of(play).fight is None and state_of(play).rolls == 0
    go(play, "blue-fighter-1", "1204")
    play.answer("blue", "end_move")
    assert state_of(play).fight is not None


@rule("victory", "5.0b", "5.1a", "5.1b")
def test_excess_defenders_may_leave_and_as_many_stay_as_attackers() -> None:
    place = {f"blue-infantry-{n}": "0504" for n in (1, 2, 3, 4)} | {"red-infantry-1": "0404", "red-infantry-2": "0404"}
    play = pos(place, active="red")
    go(play, "red-infantry-1", "0504")
    go(play, "red-infantry-2", "0504")
    play.answer("red", "end_move")
    go(play, "blue-infantry-1", "0604")
    go(play, "blue-infantry-2", "0505")
    refused(play, "blue", "unit", "blue-infantry-3", rule="5.1a")


@rule("victory", "5.1a")
def test_more_attackers_than_defenders_pin_all_and_air_and_ships_pin_too() -> None:
    place = {"blue-infantry-1": "0504", "red-infantry-1": "0404", "red-infantry-2": "0404"}
    play = pos(place, active="red")
    go(play, "red-infantry-1", "0504")
    go(play, "red-infantry-2", "0504")
    play.answer("red", "end_move")
    refused(play, "blue", "unit", "blue-infantry-1", rule="5.1a")
    play = pos({"blue-infantry-1": "0504", "red-fighter-1": "0403"}, active="red")
    go(play, "red-fighter-1", "0504")
    play.answer("red", "end_move")
    refused(play, "blue", "unit", "blue-infantry-1", rule="5.1a")


@rule("victory", "5.1b", "5.1c", "5.9a")
def test_the_unpinned_move_normally_but_not_strategically_and_may_attack() -> None:
    place = {"blue-infantry-1": "1204", "blue-armor-1": "1204", "red-infantry-1": "1105", "red-infantry-2": "1304"}
    play = pos(place, active="red")
    go(play, "red-infantry-1", "1204")
    play.answer("red", "end_move")
    barred(play, "blue-armor-1", "strategic", "1303", "5.1b")
    assert {"1105", "1304"} <= may(play, "blue-armor-1"), "by any hexside, also to attack"
    go(play, "blue-armor-1", "1304")
    assert play.view(None)["battles"] == [{"hex": "1204", "attacker": "red"}, {"hex": "1304", "attacker": "blue"}]
    refused(play, "blue", "unit", "blue-infantry-1", rule="5.1a")


@rule("victory", "5.1b", "5.3a")
def test_hexside_limits_bind_who_leaves_a_battle() -> None:
    place = {
        "blue-artillery-1": "0504",
        "blue-artillery-2": "0504",
        "blue-infantry-1": "0504",
        "red-artillery-1": "0404",
    }
    play = pos(place, active="red")
    go(play, "red-artillery-1", "0504")
    play.answer("red", "end_move")
    go(play, "blue-artillery-1", "0503")  # a forest hexside
    barred(play, "blue-artillery-2", "move", "0503", "5.7")
    assert "0604" in may(play, "blue-artillery-2")


@rule("victory", "5.2a", "5.2b")
def test_passing_a_full_hex_is_allowed_stopping_there_is_not() -> None:
    place = {f"red-infantry-{n}": "0504 moved" for n in (1, 2, 3, 4)} | {"red-armor-1": "0404"}
    play = pos(place, active="red")
    assert "0604" in may(play, "red-armor-1")
    barred(play, "red-armor-1", "move", "0504", "5.2a")


@rule("victory", "5.2c")
def test_each_player_has_his_own_limit_in_a_battle() -> None:
    place = {f"blue-infantry-{n}": "0504" for n in (1, 2, 3, 4)} | {"red-infantry-1": "0404", "red-infantry-2": "0404"}
    place |= {"red-infantry-3": "0505", "red-infantry-4": "0505", "red-infantry-5": "0604"}
    play = pos(place, active="red")
    for number in (1, 2, 3, 4):
        go(play, f"red-infantry-{number}", "0504")
    assert "0504" not in may(play, "red-infantry-5")
    barred(play, "red-infantry-5", "move", "0504", "5.2c")  # not a hexside: the hex is full
    assert state_of(play).at[state_of(play).game.ground.grid.index("0504")].bit_count() == 8


@rule("victory", "5.3a", "3.1.coastal")
def test_one_ship_and_two_ground_units_attack_over_a_coastal_hexside_and_a_marine_takes_the_ships_place() -> None:
    place = {
        "blue-infantry-1": "0705",
        "red-infantry-1": "0605",
        "red-infantry-2": "0605",
        "red-cruiser-1": "0605",
        "red-fighter-1": "0506",
        "red-fighter-2": "0506",
    }
    play = pos(place, active="red")
    go(play, "red-infantry-1", "0705")
    go(play, "red-infantry-2", "0705")
    go(play, "red-cruiser-1", "0705")
    go(play, "red-fighter-1", "0705")
    go(play, "red-fighter-2", "0705")
    assert all(where(play, unit) == "0705" for unit in place)
    place = {"blue-infantry-1": "0705", "red-cruiser-1": "0605", "red-marine-1": "0605 at sea"}
    play = pos(place, active="red")
    play.answer("red", "unit", "red-cruiser-1")
    play.answer("red", "move", "0705")
    state = state_of(play)
    assert state.crossings[state.game.ground.grid.index("0705")][-1][2] == 1


@rule("victory", "5.3a", "5.8a")
def test_responding_blocks_are_bound_by_hexsides_too() -> None:
    place = {
        "red-infantry-1": "0604",
        "blue-infantry-1": "0503",
        "blue-artillery-1": "0504",
        "blue-artillery-2": "0504",
    }
    play = pos(place, active="red")
    go(play, "red-infantry-1", "0503")
    play.answer("red", "end_move")
    go(play, "blue-artillery-1", "0503")
    barred(play, "blue-artillery-2", "move", "0503", "5.3a")


@rule("victory", "5.3b", "6.5b")
def test_retreats_obey_hexside_limits_round_by_round() -> None:
    place = {
        "blue-infantry-1": "0503",
        "blue-infantry-2": "0503",
        "blue-infantry-3": "0503",
        "red-infantry-1": "0503 from 0504",
    }
    play = pos(place, battles={"0503": "red"}, step="combat", dice=[6] * 80)
    act(play, ("retreat", "0603"))
    assert not play.legal("blue", "retreat", "0603"), "a forest hexside passes one a round"
    refused(play, "blue", "retreat", "0603", rule="6.5b")
    act(play, "pass", "pass", "pass")
    assert play.view(None)["battle"]["round"] == 2
    assert "0603" in offered(play, "blue", "retreat"), "the count starts afresh"


@rule("victory", "5.3b", "6.5b", "6.5e")
def test_who_must_leave_at_the_end_is_counted_with_who_left_in_the_last_round() -> None:
    place = {
        "blue-infantry-1": "0503",
        "red-armor-1": "0503 from 0603",
        "red-infantry-1": "0503 from 0504",
    }
    for round_left in (2, 3):
        play = pos(place, battles={"0503": "red"}, step="combat", dice=[6] * 80)
        while play.view(None)["battle"]["round"] < round_left:
            act(play, "pass")
        while asked(play)[1] != "red-armor-1":
            act(play, "pass")
        act(play, ("retreat", "0603"))
        while not play.view("red")["ask"] or play.view("red")["ask"]["step"] != "forced_retreat":
            act(play, "pass")
        if round_left == 3:
            assert offered(play, "red", "retreat") == {"0504"}
            refused(play, "red", "retreat", "0603", rule="6.5b")
        else:
            assert offered(play, "red", "retreat") == {"0504", "0603"}, "round 3 has a count of its own"


@rule("victory", "6.5b", "6.5e")
def test_no_hexside_left_at_the_end_of_the_last_round_is_the_end_of_a_block() -> None:
    place = {"blue-infantry-1": "0503", "red-infantry-1": "0503 from 0603", "red-airborne-1": "0503"}
    fight = {"hex": "0503", "by": "red", "round": 3, "landed": ["red-airborne-1"]}
    play = pos(place, fight=fight, step="round", dice=[6] * 80)
    while asked(play)[1] != "red-infantry-1":
        act(play, "pass")
    act(play, ("retreat", "0603"))
    assert (
        asked(play) == ("red", "red-airborne-1")
        and offered(play, "red", "give_up")
        and not play.legal("red", "retreat", "0603")
    )
    act(play, "give_up")
    assert where(play, "red-airborne-1") == "pool"


@rule("victory", "5.3c")
def test_limits_are_ignored_outside_battle_and_by_airborne() -> None:
    place = {f"red-infantry-{n}": "0604" for n in (1, 2, 3, 4)}
    play = pos(place, active="red")
    for number in (1, 2, 3):
        go(play, f"red-infantry-{number}", "0503")
    assert state_of(play).crossings == {}
    place = {"blue-infantry-1": "0503", "red-airborne-1": "0403", "red-airborne-2": "0403"}
    play = pos(place, active="red")
    go(play, "red-airborne-1", ("paradrop", "0503"))
    go(play, "red-airborne-2", ("paradrop", "0503"))
    assert state_of(play).crossings == {}


@rule("victory", "5.4a", "5.9d")
def test_battle_hexes_are_nobodys() -> None:
    place = {**ROAD, "red-infantry-2": "1005"}
    play = pos(place, active="red")
    go(play, "red-infantry-1", "1204")
    barred(play, "red-infantry-2", "strategic", "1304", "5.9d")


@rule("victory", "5.4b", "5.4c", "5.4e", "6.55")
def test_a_ship_takes_an_empty_enemy_town_and_it_reverts_when_left() -> None:
    play = pos({"blue-cruiser-1": "0706", "blue-submarine-1": "0706"}, active="blue")
    go(play, "blue-cruiser-1", "0705")
    assert {"kind": "control", "hex": "0705", "side": "blue"} in play.view("red")["markers"]
    assert not state_of(play).battles
    play = pos({"blue-submarine-1": "0706"}, active="blue", options={"submarine_control": True})
    go(play, "blue-submarine-1", "0705")
    assert {"kind": "control", "hex": "0705", "side": "red"} in play.view("red")["markers"]
    play = pos({"blue-infantry-1": "0902"}, active="blue")
    go(play, "blue-infantry-1", "0903")
    assert {"kind": "control", "hex": "0902", "side": "red"} in play.view("red")["markers"], (
        "a home city needs no garrison"
    )


@rule("victory", "5.4d", "5.9b")
def test_control_changes_at_once() -> None:
    play = pos({"blue-infantry-1": "0904", "blue-fighter-1": "0913"}, active="blue")
    barred(play, "blue-fighter-1", "strategic", "0909", "5.4c")
    play = pos({"blue-infantry-1": "0910", "blue-heavy-bomber-1": "0913"}, active="blue")
    assert "0909" not in may(play, "blue-heavy-bomber-1", "strategic")
    go(play, "blue-infantry-1", "0909")
    assert "0909" in may(play, "blue-heavy-bomber-1", "strategic")


@rule("victory", "5.4d", "5.9c")
def test_an_enemy_ship_closes_the_sea_path_for_later_movers() -> None:
    place = {"blue-cruiser-1": "0407", "red-infantry-1": "0306", "red-cruiser-1": "0306"}
    play = pos(place, active="red")
    assert "0407" not in may(play, "red-infantry-1", "sea_move") and "0407" not in may(
        play, "red-cruiser-1", "strategic"
    )


@rule("victory", "5.4e", "5.4b")
def test_a_fighter_alone_keeps_a_captured_town() -> None:
    play = after_supply({"blue-fighter-1": "0403 at 4"})
    assert {"kind": "control", "hex": "0403", "side": "blue"} in play.view("red")["markers"]


# ---- air


@rule("victory", "5.5", "5.53a")
def test_air_units_ignore_terrain_and_enemies_in_flight() -> None:
    place = {"red-fighter-1": "0403", "blue-fighter-1": "0503", "blue-infantry-1": "0703"}
    play = pos(place, active="red", unchecked=True)
    assert "0703" in may(play, "red-fighter-1")
    go(play, "red-fighter-1", "0703")
    assert play.view(None)["battles"] == [{"hex": "0703", "attacker": "red"}]


@rule("victory", "5.53a", "5.9b")
def test_rebasing_is_one_leg_and_strategic_flight_goes_base_to_base() -> None:
    play = pos({"red-fighter-1": "0306"}, active="red")
    assert {"0506", "0403"} <= may(play, "red-fighter-1") and "0705" not in may(play, "red-fighter-1")
    assert "0705" in may(play, "red-fighter-1", "strategic")
    barred(play, "red-fighter-1", "strategic", "0605", "5.9b")


@rule("victory", "5.51b", "5.53a", "5.51d")
def test_air_units_land_right_after_their_battle_at_any_base_in_reach() -> None:
    place = {"red-fighter-1": "0704 flown 3", "blue-infantry-1": "0704"}
    play = pos(place, battles={"0704": "red"}, step="combat", dice=[6] * 60)
    through_combat(play, answer="pass")
    assert where(play, "red-fighter-1") == "0403", "the first that was offered"
    place = {"red-fighter-1": "0707 flown 3", "blue-infantry-1": "0707"}
    play = pos(place, battles={"0707": "red"}, step="combat", dice=[6] * 60)
    act(play, *["pass"] * 6)
    refused(play, "red", "retreat", "0403", rule="6.54")


@rule("victory", "5.51c")
def test_landing_at_a_base_captured_this_turn_is_an_option() -> None:
    place = {"red-fighter-1": "0817 flown 3", "red-infantry-1": "0817 from 0718", "blue-infantry-1": "0817 at 1"}
    play = pos(place, battles={"0817": "red"}, step="combat", dice=[6, 1, 1, 1, 1, *[6] * 40])
    act(play, "pass", "fire_ground", "fire_ground")
    assert where(play, "blue-infantry-1") == "pool"
    assert "0817" in offered(play, "red", "land_at")
    play = pos(
        place,
        battles={"0817": "red"},
        step="combat",
        options={"land_on_captured_airbase": False},
        dice=[6, 1, 1, 1, 1, *[6] * 40],
    )
    act(play, "pass", "fire_ground", "fire_ground")
    assert "0817" not in offered(play, "red", "land_at")
    refused(play, "red", "land_at", "0817", rule="5.51c")


@rule("victory", "5.51c", "6.5d")
def test_aircraft_whose_base_is_lost_in_a_later_battle_must_leave_or_die() -> None:
    place = {"red-fighter-1": "0817", "red-infantry-1": "0817 at 1", "blue-infantry-1": "0817 from 0718"}
    play = pos(place, battles={"0817": "blue"}, step="combat", dice=[1, 1, 1, 1, *[6] * 40])
    act(play, "pass", "pass")  # fighter, infantry
    act(play, "fire_ground")
    assert asked(play) == ("red", "red-fighter-1")
    act(play, "give_up") if offered(play, "red", "give_up") else act(
        play, ("retreat", sorted(offered(play, "red", "retreat"), key=str)[0])
    )
    assert where(play, "red-fighter-1") != "0817"


@rule("victory", "5.51d")
def test_with_the_only_base_in_range_full_the_excess_dies() -> None:
    place = {
        "red-fighter-1": "1603 flown 3",
        "red-fighter-2": "1506",
        "red-fighter-3": "1506",
        "blue-infantry-1": "1603",
    }
    play = pos(place, battles={"1603": "red"}, step="combat", dice=[6] * 60)
    through_combat(play)
    assert where(play, "red-fighter-1") == "pool" or where(play, "red-fighter-1") == "1303"


@rule("victory", "5.51e")
def test_excess_steps_are_lost_on_a_small_carrier() -> None:
    play = pos(
        {"red-fighter-1": "1108 flown 3 at 3", "red-carrier-1": "1208 at 2", "blue-cruiser-1": "1108"},
        battles={"1108": "red"},
        step="combat",
        dice=[6] * 60,
    )
    for _ in range(12):
        if offered(play, "red", "retreat_aboard") and not offered(play, "red", "pass"):
            break
        act(play, "pass")
    assert offered(play, "red", "retreat"), "it may choose another base in reach instead"
    act(play, ("retreat_aboard", "red-carrier-1"))
    assert steps(play, "red-fighter-1") == [2] and where(play, "red-fighter-1") == "1208"


@rule("victory", "5.52a", "5.52e")
def test_two_air_units_attack_the_third_and_airborne_with_them_are_refused() -> None:
    place = {
        "red-fighter-1": "0403",
        "red-fighter-2": "0403",
        "red-dive-bomber-1": "0306",
        "red-airborne-1": "0403",
        "blue-infantry-1": "0504",
    }
    play = pos(place, active="red")
    go(play, "red-fighter-1", "0504")
    go(play, "red-fighter-2", "0504")
    barred(play, "red-dive-bomber-1", "move", "0504", "5.52a")
    barred(play, "red-airborne-1", "paradrop", "0504", "5.52e")


@rule("victory", "5.52e")
def test_a_drop_into_a_full_ground_stack_is_refused() -> None:
    place = {"red-infantry-1": "0703", "red-infantry-2": "0703", "red-airborne-1": "0403"}
    play = pos(place, active="red")
    barred(play, "red-airborne-1", "paradrop", "0703", "5.52e")


@rule("victory", "5.52c")
def test_grounded_air_on_land_takes_ground_hits_and_dies_with_its_city() -> None:
    place = {
        "red-carrier-1": "0707", "red-fighter-1": "0707 at 1 aboard red-carrier-1",
        "red-fighter-2": "0707 at 1 aboard red-carrier-1", "red-heavy-bomber-1": "0707 at 4",
        "red-infantry-1": "0707 at 1", "blue-infantry-1": "0707 from 0708", "blue-artillery-1": "0707 from 0708",
    }  # fmt: skip
    play = pos(place, battles={"0707": "blue"}, step="combat", dice=[1, 6, 6, 6] + [6] * 80)
    act(play, ("scramble", "red-fighter-1"), ("scramble", "red-fighter-2"))
    act(play, "pass", "pass", "pass")
    assert asked(play) == ("blue", "blue-artillery-1")
    act(play, "fire_ground")
    assert steps(play, "red-heavy-bomber-1") == [3], "a grounded 4-step bomber is the strongest ground target"


@rule("victory", "5.52d")
def test_grounded_air_on_carriers_cannot_be_hit() -> None:
    place = {
        "red-carrier-1": "0407", "red-carrier-2": "0407", "red-fighter-1": "0407 at 1 aboard red-carrier-1",
        "red-fighter-2": "0407 at 1 aboard red-carrier-1", "red-fighter-3": "0407 at 1 aboard red-carrier-2",
        "blue-cruiser-1": "0407 from 0408 at 1",
    }  # fmt: skip
    play = pos(place, battles={"0407": "blue"}, step="combat", dice=[6] * 60)
    act(play, ("scramble", "red-fighter-1"), ("scramble", "red-fighter-2"))
    rows = {row["id"]: row for row in play.view("red")["battle"]["units"]}
    assert rows["red-fighter-3"]["grounded"] and steps(play, "red-fighter-3") == [1]


@rule("victory", "5.52d", "6.54")
def test_grounded_air_goes_with_its_carrier_or_flies_to_another_base() -> None:
    place = {
        "red-carrier-1": "0407", "red-carrier-2": "0407", "red-fighter-1": "0407 at 1 aboard red-carrier-1",
        "red-fighter-2": "0407 at 1 aboard red-carrier-1", "red-fighter-3": "0407 at 1 aboard red-carrier-2",
        "blue-cruiser-1": "0407 from 0408 at 1",
    }  # fmt: skip
    play = pos(place, battles={"0407": "blue"}, step="combat", dice=[6] * 60)
    act(play, ("scramble", "red-fighter-1"), ("scramble", "red-fighter-2"), "pass", "pass")
    act(play, "pass", ("retreat", "0507"))
    assert asked(play) == ("red", "red-fighter-3")
    assert {"0306", "0506"} <= offered(play, "red", "retreat")
    assert offered(play, "red", "retreat_aboard") == {"red-carrier-2"}
    ashore, aboard = play.clone(), play.clone()
    act(ashore, ("retreat", "0306"))
    assert [where(ashore, unit) for unit in ("red-carrier-2", "red-fighter-3")] == ["0507", "0306"]
    act(aboard, ("retreat_aboard", "red-carrier-2"))
    assert [where(aboard, unit) for unit in ("red-carrier-2", "red-fighter-3")] == ["0507", "0507"]


@rule("victory", "5.53b")
def test_with_flexible_range_a_fighter_flies_4_out_and_2_back() -> None:
    place = {"red-fighter-1": "0403", "blue-infantry-1": "0803"}
    assert "0803" not in may(pos(place, active="red"), "red-fighter-1")
    play = pos(place, active="red", options={"air_range": True}, dice=[6] * 40)
    go(play, "red-fighter-1", "0803")
    end_moves(play)
    assert "0902" in offered(play, "red", "retreat") and "0403" not in offered(play, "red", "retreat")


# ---- ships and ground


@rule("victory", "5.6a", "5.7", "5.6b")
def test_ships_and_ground_units_stop_on_meeting_the_enemy() -> None:
    play = pos(
        {"red-cruiser-1": "0506", "blue-cruiser-1": "0606", "red-armor-1": "1005", "blue-infantry-1": "1105"},
        active="red",
    )
    go(play, "red-cruiser-1", "0606")
    go(play, "red-armor-1", "1105")
    refused(play, "red", "unit", "red-cruiser-1", rule="2.0.2b")
    refused(play, "red", "unit", "red-armor-1", rule="2.0.2b")


# ---- response


@rule("victory", "5.8a", "6.1b", "fog.1")
def test_responders_are_hidden_in_round_1_cannot_be_hit_and_arrive_in_round_2() -> None:
    place = {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404", "blue-infantry-2": "0504 from 0604 late"}
    play = pos(place, battles={"0504": "red"}, step="combat", dice=[6] * 4 + [1] * 4 + [6] * 60)
    assert [piece["id"] for piece in play.view("red")["pieces"] if "hidden" in piece["id"]] == ["hidden:0504:1"]
    act(play, "fire_ground", "fire_ground")
    assert steps(play, "blue-infantry-2") == [4] and where(play, "blue-infantry-1") == "pool"
    assert play.view(None)["battle"]["round"] == 2
    assert [piece["id"] for piece in play.view("red")["pieces"] if "hidden" in piece["id"]] == []


@rule("victory", "5.8b", "6.49", "6.3b")
def test_responders_attack_who_now_holds_the_hex_and_leave_after_round_3() -> None:
    place = {"blue-infantry-1": "0504 at 1", "red-armor-1": "0504 from 0404", "blue-armor-2": "0504 from 0604 late"}
    play = pos(place, battles={"0504": "red"}, step="combat", dice=[1, 6, 6, 6] + [6] * 80)
    act(play, "fire_ground")
    battle = play.view(None)["battle"]
    assert (battle["round"], battle["holder"]) == (2, "attack")
    assert asked(play) == ("red", "red-armor-1"), "on equal letters the former attacker fires first now"
    through_combat(play)
    assert where(play, "red-armor-1") == "0504" and where(play, "blue-armor-2") == "0604"


@rule("victory", "5.8b")
def test_responders_hold_the_hex_when_all_attackers_are_gone() -> None:
    place = {
        "blue-infantry-1": "0504 at 1",
        "red-infantry-1": "0504 from 0404 at 1",
        "blue-infantry-2": "0504 from 0604 late",
    }
    play = pos(place, battles={"0504": "red"}, step="combat", dice=[1, *[6] * 40])
    act(play, "fire_ground")
    assert where(play, "red-infantry-1") == "pool" and state_of(play).fight is None
    assert where(play, "blue-infantry-2") == "0504"


# ---- strategic moves


@rule("victory", "5.9a")
def test_a_strategic_move_is_never_combined_with_a_normal_one() -> None:
    play = pos({"red-infantry-1": "1005"}, active="red")
    play.answer("red", "unit", "red-infantry-1")
    play.answer("red", "move", "1105")
    refused(play, "red", "strategic", "1204", rule="5.9a")


@rule("victory", "5.9c")
def test_ships_end_a_strategic_move_at_sea_or_in_a_friendly_port() -> None:
    play = pos({"red-cruiser-1": "0306"}, active="red")
    barred(play, "red-cruiser-1", "strategic", "0605", "5.9c")
    assert {"0705", "0707", "0506"} <= may(play, "red-cruiser-1", "strategic")
    play = pos(
        {"red-cruiser-1": "0306", "blue-cruiser-1": "0707", "red-infantry-1": "0707"},
        blockades={"0707": "blue"},
        active="red",
    )
    barred(play, "red-cruiser-1", "strategic", "0707", "5.9a")


@rule("victory", "5.91a", "5.91b")
def test_ground_units_go_by_sea_from_port_to_port_or_end_at_sea() -> None:
    play = pos({"red-infantry-1": "0306", "red-infantry-2": "0902"}, active="red")
    assert {"0705", "0707", "0506", "0606"} <= may(play, "red-infantry-1", "sea_move")
    barred(play, "red-infantry-1", "sea_move", "0605", "5.91b")
    barred(play, "red-infantry-2", "sea_move", "0606", "5.91a")
    go(play, "red-infantry-1", ("sea_move", "0606"))
    assert at_sea(play, "red-infantry-1")
    play = pos({"red-infantry-1": "0606"}, active="red")
    go(play, "red-infantry-1", ("sea_move", "0909"))
    assert where(play, "red-infantry-1") == "0909" and not at_sea(play, "red-infantry-1")


@rule("victory", "5.91c", "7.5a", "6.46b")
def test_ground_units_at_sea_are_ships_without_guns() -> None:
    place = {"red-infantry-1": "0407 at 1", "blue-cruiser-1": "0407 from 0408"}
    play = pos(place, battles={"0407": "blue"}, step="combat", dice=[1, *[6] * 40])
    act(play, "fire_naval")
    assert where(play, "red-infantry-1") == "pool", "it can be sunk"
    play = pos(
        {"red-infantry-1": "0407", "blue-cruiser-1": "0407 from 0408"},
        battles={"0407": "blue"},
        step="combat",
        dice=[6] * 40,
    )
    act(play, "pass")
    refused(play, "red", "fire_naval", rule="5.91c")
    assert steps(after_supply({"red-infantry-1": "0407 at 2"}), "red-infantry-1") == [2]


@rule("victory", "5.91d")
def test_marines_at_sea_keep_their_flak() -> None:
    place = {
        "red-marine-1": "0407",
        "red-infantry-1": "0407",
        "red-amphib-1": "0407",
        "blue-dive-bomber-1": "0407 flown 3",
    }
    play = pos(place, battles={"0407": "blue"}, step="combat", dice=[6] * 60)
    act(play, "fire_naval")
    units = {}
    while play.view(None)["battle"]["round"] == 1:
        player, unit = asked(play)
        if offered(play, player, "turn"):
            act(play, ("turn", sorted(offered(play, player, "turn"), key=str)[0]))
            player, unit = asked(play)
        units[unit] = bool(offered(play, player, "fire_air"))
        act(play, "pass")
    assert units == {"red-marine-1": True, "red-infantry-1": False, "red-amphib-1": False}


@rule("victory", "5.92a", "5.92c")
def test_two_ground_units_use_a_port_each_turn() -> None:
    place = {f"red-infantry-{n}": "0306" for n in (1, 2, 3)} | {"red-cruiser-1": "0306", "red-cruiser-2": "0306"}
    play = pos(place, active="red")
    go(play, "red-infantry-1", ("sea_move", "0705"))
    go(play, "red-infantry-2", ("sea_move", "0705"))
    barred(play, "red-infantry-3", "sea_move", "0606", "5.92a")
    place = {"red-infantry-1": "0306", "red-infantry-2": "0606", "red-infantry-3": "0606"}
    play = pos(place, active="red")
    go(play, "red-infantry-1", ("sea_move", "0705"))
    go(play, "red-infantry-2", ("sea_move", "0306"))
    barred(play, "red-infantry-3", "sea_move", "0306", "5.92a")


@rule("victory", "5.92b", "6.71d")
def test_a_beachhead_serves_one_unit_a_turn() -> None:
    place = {"red-marine-1": "0605 beachhead", "red-infantry-1": "0606", "red-infantry-2": "0606"}
    play = pos(place, active="red")
    go(play, "red-infantry-1", ("sea_move", "0605"))
    barred(play, "red-infantry-2", "sea_move", "0605", "5.92b")


@rule("victory", "5.92c")
def test_a_full_city_takes_nobody_from_the_sea() -> None:
    place = {f"red-infantry-{n}": "0306 moved" for n in (1, 2, 3, 4)} | {"red-infantry-5": "0407"}
    play = pos(place, active="red")
    barred(play, "red-infantry-5", "sea_move", "0306", "5.92c")


@rule("victory", "5.init", "8.4a")
def test_neutral_cities_are_taken_by_normal_moves_and_build_nothing_new() -> None:
    options = {"maps": "north/south/east", "neutral_cities": True}
    play = pos({}, options=options)
    game = state_of(play).game
    neutral = game.ground.settlements & ~game.owned
    names = {game.map.place_at[hex].name for hex in game.map.place_at if neutral >> hex & 1}
    assert "Qanat" in names
    cities = list(game.ground.grid.list_names(neutral & game.ground.cities))
    place = {"red-infantry-1": cities[0]}
    play = pos(place, options=options, step="production")
    refused(play, "red", "build_at", cities[0], rule="5.init")
    play = pos({"red-fighter-1": "0909"}, options=options, active="red")
    assert not may(play, "red-fighter-1", "strategic") & set(cities)


@rule("victory", "5.ex", "5.53a", "6.6a", "6.7a")
def test_the_movement_example() -> None:
    play = pos(HOPE, scenario="example-hope", active="red")
    for unit, verb in (
        ("red-fighter-1", "move"),
        ("red-airborne-1", "paradrop"),
        ("red-marine-1", "move"),
        ("red-battleship-1", "move"),
    ):
        assert "0707" in may(play, unit, verb), unit
        go(play, unit, (verb, "0707"))
    play.answer("red", "end_move")
    go(play, "blue-fighter-1", "0707")
    assert play.view(None)["battles"] == [{"hex": "0707", "attacker": "red"}]
    assert state_of(play).late.bit_count() == 1
    farther = {
        "red-fighter-1": ("1004", "move"),
        "red-airborne-1": ("0205", "paradrop"),
        "red-marine-1": ("0704", "move"),
        "red-battleship-1": ("0306", "move"),
    }
    for unit, (hex, verb) in farther.items():
        play = pos({**HOPE, unit: f"{hex} ashore"}, scenario="example-hope", active="red", unchecked=True)
        assert "0707" not in may(play, unit, verb) or unit == "red-battleship-1"


@pytest.mark.parametrize("unit", ["red-fighter-1", "red-battleship-1"])
def test_a_move_can_be_taken_back(unit: str) -> None:
    play = pos(HOPE, scenario="example-hope", active="red")
    go(play, unit, "0707")
    play.undo("red")
    play.undo("red")
    assert not state_of(play).battles and entry(play, unit, "0707") is not None
    assert not happened(play, "event.attack")


@rule("victory", "5.51b")
def test_air_units_land_before_the_next_battle_also_on_a_carrier_that_moved() -> None:
    place = {
        "red-carrier-1": "0606 moved", "red-fighter-1": "0704 flown 1 at 2", "blue-infantry-1": "0704",
        "red-infantry-1": "1204 from 1105", "blue-infantry-2": "1204",
    }  # fmt: skip
    play = pos(place, battles={"0704": "red", "1204": "red"}, step="combat", dice=[6] * 100)
    play.answer("red", "battle", "0704")
    while not offered(play, "red", "retreat_aboard") or offered(play, "red", "pass"):
        act(play, "pass")
    assert play.view(None)["battle"]["hex"] == "0704"
    act(play, ("retreat_aboard", "red-carrier-1"))
    assert where(play, "red-fighter-1") == "0606" and play.view(None)["battle"]["hex"] == "1204"


@rule("victory", "5.3a", "5.3c", "6.7b")
def test_an_invading_marine_counts_as_a_ship_at_the_hexside() -> None:
    place = {"blue-infantry-1": "0707", "red-marine-1": "0706", "red-marine-2": "0706", "red-amphib-1": "0706"}
    play = pos(place, active="red")
    go(play, "red-marine-1", "0707")
    state = state_of(play)
    assert [what for _, _, what in state.crossings[state.game.ground.grid.index("0707")]] == [1]
    go(play, "red-marine-2", "0707")
    assert "0707" not in may(play, "red-amphib-1"), "two naval blocks on a coast"
