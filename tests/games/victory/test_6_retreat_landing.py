"""Chapters 6.5 to 6.8: retreats, who has won, paradrops, invasions, beachheads and blockades."""

from __future__ import annotations

from grognard.core.play import Play
from grognard.testing import rule
from tests.games.victory._help import (
    act,
    after_supply,
    asked,
    at_sea,
    barred,
    end_moves,
    go,
    happened,
    may,
    next_dice,
    offered,
    pos,
    refused,
    state_of,
    steps,
    through_combat,
    where,
)


def battle(place: dict[str, str], dice: list[int], hex: str = "0504", attacker: str = "red", **words: object) -> Play:
    return pos(place, battles={hex: attacker}, step="combat", dice=[*dice, *[6] * 100], **words)


# ---- retreats


@rule("victory", "6.5a", "6.51c")
def test_a_unit_may_retreat_in_round_1_to_friendly_or_neutral_land() -> None:
    place = {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404", "red-infantry-2": "0505"}
    play = battle(place, [])
    assert {"0503", "0604"} <= offered(play, "blue", "retreat")
    refused(play, "blue", "retreat", "0505", rule="6.51c")
    refused(play, "blue", "retreat", "0707", rule="6.51c")
    act(play, ("retreat", "0604"))
    assert where(play, "blue-infantry-1") == "0604" and state_of(play).fight is None


@rule("victory", "6.5a", "3.1.river.b")
def test_units_that_forfeit_their_turn_do_not_retreat() -> None:
    play = battle({"blue-infantry-1": "1303", "red-infantry-1": "1303 from 1403"}, [], hex="1303")
    act(play, "pass")
    assert play.view(None)["battle"]["round"] == 2


@rule("victory", "6.5b", "6.51c")
def test_a_full_hex_takes_no_retreat() -> None:
    place = {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404"} | {
        f"blue-infantry-{n}": "0604" for n in (2, 3, 4, 5)
    }
    play = battle(place, [])
    refused(play, "blue", "retreat", "0604", rule="6.5b")


@rule("victory", "6.5c")
def test_no_retreat_into_a_blockade_but_into_a_hex_whose_battle_is_over() -> None:
    place = {
        "red-infantry-1": "0708",
        "blue-infantry-1": "0708 from 0608",
        "red-infantry-2": "0707",
        "blue-cruiser-1": "0707",
    }
    play = battle(place, [], hex="0708", attacker="blue", blockades={"0707": "blue"}, active="blue")
    play.answer("blue", "battle", "0708")
    refused(play, "red", "retreat", "0707", rule="6.5c")


@rule("victory", "6.5d", "6.55", "6.54")
def test_ships_and_air_leave_when_the_last_ground_defender_dies() -> None:
    place = {
        "red-infantry-1": "0707 at 1",
        "red-fighter-1": "0707",
        "red-cruiser-1": "0707",
        "blue-armor-1": "0707 from 0708",
    }
    play = battle(place, [1, 1, 6, 6], hex="0707", attacker="blue")
    act(play, "pass", "pass", "fire_ground")
    assert offered(play, "red", "withdraw") == {"red-fighter-1", "red-cruiser-1"}
    act(play, ("withdraw", "red-cruiser-1"))
    assert "0706" in offered(play, "red", "retreat")
    asked = play.view("red")["ask"]
    assert asked["focus"]["unit"] == "red-cruiser-1"
    assert asked["headline"]["en"].endswith("must retreat, 1 more after it")
    act(play, ("retreat", "0706"))
    assert "0705" in offered(play, "red", "retreat")
    act(play, ("retreat", "0705"))
    assert {"kind": "control", "hex": "0707", "side": "blue"} in play.view("red")["markers"]


@rule("victory", "6.5d")
def test_they_stay_while_the_attackers_ground_has_not_landed() -> None:
    place = {"red-fighter-1": "0707", "blue-marine-1": "0707 from 0706 at sea"}
    play = battle(place, [], hex="0707", attacker="blue")
    assert asked(play) == ("red", "red-fighter-1") and state_of(play).fight is not None


@rule("victory", "6.51a", "5.41")
def test_attackers_leave_by_the_hexsides_they_came_in() -> None:
    place = {"blue-infantry-1": "0504", "red-armor-1": "0504 from 0404"}
    play = battle(place, [])
    assert offered(play, "red", "retreat") == {"0404"}
    refused(play, "red", "retreat", "0604", rule="6.51a")


@rule("victory", "6.51a")
def test_a_dropped_airborne_without_a_friendly_hexside_is_lost() -> None:
    place = {"blue-infantry-1": "0704", "red-airborne-1": "0704 flown 4"}
    play = battle(place, [], hex="0704")
    act(play, "drop")
    through_combat(play)
    assert where(play, "red-airborne-1") == "pool"
    play = battle({**place, "red-infantry-1": "0704 from 0604"}, [], hex="0704")
    act(play, "drop", "pass", "pass")
    assert "0604" in offered(play, "red", "retreat"), "it uses the hexside of a friend"


@rule("victory", "6.51b", "5.41")
def test_defenders_do_not_leave_by_hexsides_the_attacker_used() -> None:
    place = {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404", "red-infantry-2": "0504 from 0604"}
    play = battle(place, [])
    assert not offered(play, "blue", "retreat") & {"0404", "0604"}
    refused(play, "blue", "retreat", "0604", rule="6.51b")
    place = {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0604", "blue-infantry-2": "0504 from 0604 late"}
    play = battle(place, [])
    assert "0604" in offered(play, "blue", "retreat"), "a friend crossed it later"


@rule("victory", "6.51b")
def test_with_all_six_hexsides_used_there_is_no_retreat() -> None:
    around = {1: "0503", 2: "0603", 3: "0604", 4: "0505", 5: "0404", 6: "0403"}
    place = {"blue-infantry-1": "0504"} | {f"red-infantry-{n}": f"0504 from {hex}" for n, hex in around.items()}
    assert not offered(battle(place, [], unchecked=True), "blue", "retreat")


@rule("victory", "6.51d")
def test_a_resource_block_without_friends_is_eliminated() -> None:
    place = {"red-resource-1": "0504 at 1", "red-infantry-1": "0504 at 1", "blue-armor-1": "0504 from 0604"}
    play = battle(place, [1, 6, 6, 6], attacker="blue", options={"resources": True})
    act(play, "fire_ground", ("hit", "red-infantry-1"))
    assert where(play, "red-resource-1") == "pool" and state_of(play).fight is None


@rule("victory", "6.52", "6.7c")
def test_marines_retreat_to_sea_unless_enemy_ships_are_there() -> None:
    place = {"blue-infantry-1": "0707", "red-marine-1": "0707 from 0706 at sea"}
    play = battle(place, [], hex="0707")
    act(play, "pass")
    assert "0706" in offered(play, "red", "retreat")
    play = battle({**place, "blue-submarine-1": "0707"}, [], hex="0707")
    act(play, "pass", "pass")
    refused(play, "red", "retreat", "0706", rule="6.52")


@rule("victory", "6.53", "6.5b")
def test_ships_retreat_to_any_adjacent_sea_or_coast_within_limits() -> None:
    place = {
        "red-cruiser-1": "0606",
        "red-cruiser-2": "0606",
        "red-battleship-1": "0606",
        "blue-cruiser-1": "0606 from 0706",
        "blue-infantry-1": "0605",
    }
    play = battle(place, [], hex="0606", attacker="blue")
    act(play, ("turn", "red-cruiser-1"))
    assert "0507" in offered(play, "red", "retreat")
    refused(play, "red", "retreat", "0605", rule="6.53")
    act(play, ("retreat", "0507"))


@rule("victory", "6.54")
def test_air_units_retreat_to_a_base_with_room_measured_from_the_battle() -> None:
    place = {
        "red-fighter-1": "0707",
        "red-infantry-1": "0707",
        "blue-infantry-1": "0707 from 0708",
        "red-fighter-2": "0705",
        "red-fighter-3": "0705",
    }
    play = battle(place, [], hex="0707", attacker="blue")
    refused(play, "red", "retreat", "0705", rule="6.54")
    assert "0506" in offered(play, "red", "retreat")


# ---- who has won


@rule("victory", "6.55", "6.8a")
def test_air_and_ships_alone_cannot_take_a_defended_town() -> None:
    place = {"red-infantry-1": "0705 at 1", "blue-cruiser-1": "0705 from 0706", "blue-fighter-1": "0705 flown 3"}
    play = battle(place, [], hex="0705", attacker="blue")
    while not offered(play, "blue", "blockade"):
        act(play, "pass")
    act(play, "blockade")
    through_combat(play)
    assert where(play, "red-infantry-1") == "0705" and where(play, "blue-cruiser-1") == "0705"
    assert {"kind": "blockade", "hex": "0705", "side": "blue"} in play.view(None)["markers"]


@rule("victory", "6.55")
def test_with_only_air_left_on_both_sides_the_defender_keeps_the_hex() -> None:
    place = {"red-fighter-1": "0403", "blue-fighter-1": "0403 flown 3"}
    play = battle(place, [], hex="0403", attacker="blue")
    through_combat(play)
    assert where(play, "red-fighter-1") == "0403" and where(play, "blue-fighter-1") != "0403"
    assert {"kind": "control", "hex": "0403", "side": "red"} in play.view(None)["markers"]


# ---- airborne


@rule("victory", "6.6a", "fog.1")
def test_a_drop_from_a_town_into_a_vacant_hex_is_revealed() -> None:
    play = pos({"red-airborne-1": "0403"}, active="red")
    go(play, "red-airborne-1", ("paradrop", "0604"))
    assert happened(play, "event.revealed") == [{"hex": "0604", "army": "red", "kind": "airborne", "strength": 3}]
    assert any(piece["id"] == "seen:0604:1" for piece in play.view("blue")["pieces"])
    assert not play.can_undo("red")


@rule("victory", "6.6b", "6.6c", "6.6e", "5.52e")
def test_airborne_are_air_targets_until_they_drop_in_d_and_fire_from_the_next_turn() -> None:
    place = {"blue-fighter-1": "0707", "blue-infantry-1": "0707", "red-airborne-1": "0707 flown 4"}
    play = battle(place, [1, 6, 6, 6, 1], hex="0707")
    act(play, "fire_air")
    assert steps(play, "red-airborne-1") == [2], "hit by fighters before D"
    assert asked(play)[1] == "red-airborne-1"
    refused(play, "red", "pass", rule="6.6b")
    refused(play, "red", "fire_ground", rule="6.6b")
    assert offered(play, "red", "retreat"), "it may abort"
    act(play, "drop")
    act(play, "fire_ground")
    assert steps(play, "red-airborne-1") == [1], "in E it is a ground unit"
    while play.view(None)["battle"]["round"] == 1 or asked(play)[1] != "red-airborne-1":
        act(play, "pass")
    assert play.legal("red", "fire_ground") and not offered(play, "red", "retreat")


@rule("victory", "6.6d", "7.1b")
def test_unsupplied_airborne_are_eliminated_whatever_their_strength() -> None:
    play = after_supply({"red-airborne-1": "0514 at 3", "red-infantry-1": "0514 at 3"})
    assert where(play, "red-airborne-1") == "pool" and steps(play, "red-infantry-1") == [2]


# ---- invasions


@rule("victory", "6.7a", "fog.1", "6.71e")
def test_an_invasion_of_a_vacant_coast_goes_two_hexes_and_is_revealed() -> None:
    play = pos({"blue-marine-1": "0606", "blue-marine-2": "0407"}, active="blue")
    assert "0605" in may(play, "blue-marine-1") and "0605" not in may(play, "blue-marine-2")
    go(play, "blue-marine-1", "0605")
    assert happened(play, "event.revealed")[0]["kind"] == "marine"
    assert at_sea(play, "blue-marine-1"), "face-down on an open coast it is at sea"


@rule("victory", "6.7b", "6.7c")
def test_invaders_land_when_enemy_ships_are_gone_and_fire_from_the_next_turn() -> None:
    place = {
        "red-infantry-1": "0707",
        "red-cruiser-1": "0707 at 1",
        "blue-battleship-1": "0707 from 0706",
        "blue-marine-1": "0707 from 0606 at sea",
    }
    play = battle(place, [6, 6, 6], hex="0707", attacker="blue")
    act(play, "pass", "fire_naval")
    act(play, "pass")
    refused(play, "blue", "land", rule="6.7b")
    act(play, "pass")
    next_dice(play, 1, 6, 6)
    act(play, "pass", "fire_naval")
    assert where(play, "red-cruiser-1") == "pool"
    act(play, "pass", "land")
    assert not at_sea(play, "blue-marine-1") and play.view(None)["battle"]["round"] == 3
    act(play, "pass", "pass")
    assert play.legal("blue", "fire_ground")


@rule("victory", "6.7b", "6.7c", "5.3c")
def test_naval_limits_hold_on_entry_and_stacking_before_landing() -> None:
    place = {"red-infantry-1": "0707", "blue-cruiser-1": "0706", "blue-cruiser-2": "0706", "blue-marine-1": "0706"}
    play = pos(place, active="blue")
    go(play, "blue-cruiser-1", "0707")
    go(play, "blue-cruiser-2", "0707")
    assert "0707" not in may(play, "blue-marine-1"), "a third naval block on the coast"


@rule("victory", "6.7c")
def test_invaders_can_be_sunk_and_retreat_if_not_landed_after_round_3() -> None:
    place = {"red-infantry-1": "0707", "red-dive-bomber-1": "0707", "blue-marine-1": "0707 from 0706 at sea at 1"}
    play = battle(place, [1], hex="0707", attacker="blue")
    act(play, "fire_naval")
    assert where(play, "blue-marine-1") == "pool"
    place = {"red-infantry-1": "0707", "blue-marine-1": "0707 from 0706 at sea"}
    play = battle(place, [], hex="0707", attacker="blue")
    through_combat(play)
    assert where(play, "blue-marine-1") in ("0706", "0606", "0806")


# ---- beachheads


@rule("victory", "6.71a")
def test_one_marine_or_amphib_to_a_coastal_hex_may_be_turned_up() -> None:
    play = pos({"blue-marine-1": "0605", "blue-amphib-1": "0605", "blue-infantry-1": "0604"}, step="supply")
    assert offered(play, "blue", "beachhead") == {"blue-marine-1", "blue-amphib-1"}
    play.answer("blue", "beachhead", "blue-marine-1")
    refused(play, "blue", "beachhead", "blue-amphib-1", rule="6.71a")
    play.answer("blue", "done")
    assert "beachhead" in str(play.view("red")["pieces"]) and not at_sea(play, "blue-marine-1")


@rule("victory", "5.2a", "6.71a")
def test_a_marine_off_a_coast_that_is_full_cannot_be_a_beachhead() -> None:
    full = {f"blue-infantry-{number}": "0605" for number in (1, 2, 3, 4)}
    play = pos({"blue-marine-1": "0605", **full}, step="supply")
    assert at_sea(play, "blue-marine-1") and offered(play, "blue", "beachhead") == set()
    refused(play, "blue", "beachhead", "blue-marine-1", rule="5.2a")
    del full["blue-infantry-4"]
    play = pos({"blue-marine-1": "0605", **full}, step="supply")
    play.answer("blue", "beachhead", "blue-marine-1")
    play.answer("blue", "done")
    assert not at_sea(play, "blue-marine-1") and play.invariants() == []


@rule("victory", "6.71b", "7.4b")
def test_a_beachhead_supplies_its_own_and_adjacent_hexes_and_no_roads() -> None:
    place = {
        "blue-marine-1": "0605 beachhead",
        "blue-infantry-1": "0604 at 3",
        "blue-infantry-2": "0603 at 3",
        "blue-infantry-3": "0704 at 3",
    }
    play = after_supply(place)
    assert steps(play, "blue-infantry-1") == [3], "adjacent"
    assert steps(play, "blue-infantry-2") == [2], "two hexes inland"


@rule("victory", "6.71c", "6.71d")
def test_a_beachhead_that_moves_is_none() -> None:
    place = {"blue-marine-1": "0605 beachhead", "blue-infantry-1": "0604 at 3"}
    play = pos(place, active="blue")
    go(play, "blue-marine-1", "0606")
    end_moves(play)
    while play.view(None)["phase"] == "supply":
        for player in play.deciders:
            play.answer(player, "done")
    assert state_of(play).beach == 0 and steps(play, "blue-infantry-1") == [2]


@rule("victory", "6.71e")
def test_ashore_or_at_sea_decides_the_target_group() -> None:
    place = {"red-marine-1": "0605", "blue-dive-bomber-1": "0605 flown 3"}
    play = battle(place, [1], hex="0605", attacker="blue")
    assert set(play.view("blue")["ask"]["focus"]["fire"]) == {"naval"}
    place["red-marine-1"] = "0605 beachhead"
    play = battle(place, [1], hex="0605", attacker="blue")
    assert set(play.view("blue")["ask"]["focus"]["fire"]) == {"ground"}
    assert not at_sea(pos({"red-marine-1": "0705"}), "red-marine-1"), "on a friendly port it is ashore"


# ---- blockades

BLOCKADE = {"red-infantry-1": "0707", "blue-cruiser-1": "0707", "red-infantry-2": "0306"}


def blockaded(place: dict[str, str], **words: object) -> Play:
    return pos(place, blockades={"0707": "blue"}, **words)


@rule("victory", "6.8a")
def test_enemy_air_in_the_port_forbids_a_blockade() -> None:
    place = {"red-infantry-1": "0707 at 1", "red-fighter-1": "0707", "blue-cruiser-1": "0707 from 0706"}
    play = battle(place, [], hex="0707", attacker="blue")
    through_combat(play, answer="blockade")
    assert not state_of(play).blockades


@rule("victory", "6.8a", "fog.1")
def test_blockading_ships_stay_face_up() -> None:
    play = blockaded(BLOCKADE, active="red")
    assert any(piece["id"] == "seen:0707:1" for piece in play.view("red")["pieces"])


@rule("victory", "6.8b", "5.91a", "7.4a")
def test_a_blockade_stops_sea_movement_and_sea_supply_but_not_the_road() -> None:
    play = blockaded(BLOCKADE, active="red")
    barred(play, "red-infantry-2", "sea_move", "0707", "6.8b")
    barred(play, "red-infantry-1", "sea_move", "0606", "6.8b")
    play = blockaded({**BLOCKADE, "red-infantry-1": "0707 at 3", "red-fighter-1": "0707 at 3"}, step="production")
    assert play.legal("red", "add_step", "red-infantry-1"), "a road leads to Ordal"
    play.answer("red", "build_at", "0707")
    assert {"infantry", "armor"} <= offered(play, "red", "build")
    assert not offered(play, "red", "build") & {"cruiser", "marine", "amphib"}
    refused(play, "red", "build", "cruiser", rule="8.2b")


@rule("victory", "6.8b", "8.1")
def test_without_a_road_the_blockaded_city_is_cut_off() -> None:
    place = {**BLOCKADE, "red-infantry-1": "0707 at 3", "blue-infantry-5": "0708"}
    play = blockaded(place, step="production")
    refused(play, "red", "add_step", "red-infantry-1", rule="8.2a")
    refused(play, "red", "build_at", "0707", rule="6.8b")
    play = blockaded(BLOCKADE, step="production", options={"blockade_stops_production": True})
    refused(play, "red", "build_at", "0707", rule="6.8b")


@rule("victory", "6.8c", "6.8e", "5.0b")
def test_any_party_may_activate_the_blockade_once_a_phase() -> None:
    place = {**BLOCKADE, "red-cruiser-1": "0707"}
    play = blockaded(place, step="combat", dice=[6] * 100)
    assert offered(play, "red", "activate") == {"0707"}
    copy = play.clone()
    copy.answer("red", "end_battles")
    assert offered(copy, "blue", "activate") == {"0707"}, "Player 1 declines, Player 2 may"
    play.answer("red", "activate", "0707")
    assert play.view(None)["battle"]["blockade"] and play.view(None)["battle"]["attacker"] == "red"
    through_combat(play)
    assert where(play, "red-infantry-1") == "0707", "the land side does not leave its own hex"
    if "0707" in [row["hex"] for row in play.view(None)["markers"] if row["kind"] == "blockade"]:
        assert not offered(play, "blue", "activate")
    play = blockaded(BLOCKADE, active="blue")
    go(play, "blue-cruiser-1", "0706")
    assert not state_of(play).blockades, "the blockade is lifted at once"


@rule("victory", "6.8c")
def test_a_second_activation_in_the_phase_is_refused() -> None:
    place = {
        **BLOCKADE, "red-infantry-3": "0504 from 0404", "blue-infantry-3": "0504", "red-infantry-4": "1204 from 1105",
        "blue-infantry-4": "1204",
    }  # fmt: skip
    play = pos(place, blockades={"0707": "blue"}, battles={"0504": "red", "1204": "red"}, step="combat", dice=[6] * 200)
    play.answer("red", "activate", "0707")
    while (fight := state_of(play).fight) is not None and fight.hex == state_of(play).game.ground.grid.index("0707"):
        player = play.deciders[0]
        verb = next(one for one in ("blockade", "pass", "give_up", "retreat", "withdraw") if offered(play, player, one))
        act(play, (verb, sorted(offered(play, player, verb), key=str)[0]))
    refused(play, "red", "activate", "0707", rule="6.8c")


@rule("victory", "6.8d")
def test_a_blockaded_home_city_counts_for_its_owner() -> None:
    play = blockaded(BLOCKADE, step="victory")
    assert play.view("red")["score"]["red"] == 10


@rule("victory", "6.5c")
def test_a_hex_whose_battle_is_over_and_friendly_takes_a_retreat() -> None:
    place = {
        "red-infantry-1": "0504", "blue-infantry-1": "0504 from 0505 at 1", "red-infantry-2": "0604",
        "blue-infantry-2": "0604 from 0704",
    }  # fmt: skip
    play = pos(place, battles={"0504": "blue", "0604": "blue"}, step="combat", active="blue", dice=[1, 1, *[6] * 80])
    play.answer("blue", "battle", "0504")
    act(play, "fire_ground")
    assert where(play, "blue-infantry-1") == "pool" and play.view(None)["battle"]["hex"] == "0604"
    assert "0504" in offered(play, "red", "retreat")


@rule("victory", "6.8a", "6.8c", "6.7a")
def test_an_invasion_of_a_blockaded_port_is_an_attack_and_ends_the_blockade_as_such() -> None:
    place = {**BLOCKADE, "blue-marine-1": "0706"}
    play = blockaded(place, active="blue")
    go(play, "blue-marine-1", "0707")
    assert play.view(None)["battles"] == [{"hex": "0707", "attacker": "blue"}]


@rule("victory", "6.8a", "6.8c")
def test_blockaders_that_attack_in_vain_with_enemy_air_present_must_leave() -> None:
    place = {**BLOCKADE, "red-fighter-1": "0707"}
    play = blockaded(place, step="combat", active="blue", dice=[6] * 100)
    play.answer("blue", "activate", "0707")
    through_combat(play)
    assert where(play, "blue-cruiser-1") != "0707" and not state_of(play).blockades


@rule("victory", "5.41", "6.51a")
def test_of_two_players_on_one_hexside_only_the_last_to_enter_may_retreat_by_it() -> None:
    place = {"blue-infantry-1": "1204", "red-armor-1": "1204 from 1105", "green-armor-1": "1204 from 1105 late"}
    play = pos(
        place,
        scenario="quick-start-3",
        options={"maps": "north/east/south"},
        battles={"1204": "red"},
        step="combat",
        dice=[6] * 99,
    )
    state_of(play).joins[state_of(play).game.ground.grid.index("1204") * 16 + 2] = 0
    assert asked(play) == ("red", "red-armor-1")
    refused(play, "red", "retreat", "1105", rule="6.51a")
    act(play, "pass", "pass", "pass")
    assert asked(play) == ("green", "green-armor-1") and play.legal("green", "retreat", "1105")


@rule("victory", "5.52c", "6.5d")
def test_grounded_aircraft_are_destroyed_when_their_city_falls() -> None:
    place = {
        "red-carrier-1": "0707", "red-fighter-1": "0707 at 1 aboard red-carrier-1",
        "red-fighter-2": "0707 at 1 aboard red-carrier-1", "red-heavy-bomber-1": "0707 at 1",
        "red-infantry-1": "0707 at 1", "blue-armor-1": "0707 from 0708",
    }  # fmt: skip
    play = battle(place, [1, 6, 6, 6], hex="0707", attacker="blue")
    act(play, ("scramble", "red-fighter-1"), ("scramble", "red-fighter-2"))
    act(play, "pass", "pass", "pass", "fire_ground")
    if offered(play, "red", "hit"):
        act(play, ("hit", "red-infantry-1"))
    assert where(play, "red-infantry-1") == "pool" and where(play, "red-heavy-bomber-1") == "pool"


@rule("victory", "6.71a", "6.8b", "5.92b")
def test_a_blockaded_beachhead_is_of_no_use() -> None:
    place = {"red-marine-1": "0605 beachhead", "red-infantry-1": "0507", "blue-cruiser-1": "0605"}
    play = pos(place, blockades={"0605": "blue"}, active="red")
    barred(play, "red-infantry-1", "sea_move", "0605", "6.8b")


@rule("victory", "6.47b")
def test_a_half_hit_is_kept_between_rounds() -> None:
    place = {"blue-infantry-1": "1103", "red-armor-1": "1103 from 1102"}
    play = battle(place, [1, 6, 6, 6], hex="1103")
    act(play, "fire_ground", "pass")
    fight = state_of(play).fight
    assert fight is not None and fight.round == 2 and fight.half[1] != -1
    next_dice(play, 1, 6, 6, 6)
    act(play, "fire_ground")
    assert steps(play, "blue-infantry-1") == [3]


@rule("victory", "5.91a", "5.9a")
def test_sea_movement_is_not_combined_with_a_move_by_land() -> None:
    play = pos({"red-infantry-1": "0405"}, active="red")
    play.answer("red", "unit", "red-infantry-1")
    play.answer("red", "move", "0306")
    refused(play, "red", "sea_move", "0307", rule="5.9a")


# ---- the pursuit round (6.opt.3) and blockades


PURSUIT = {"pursuit_round": True}


@rule("victory", "6.8c", "6.opt.3")
def test_pursuit_does_not_drive_the_land_side_of_a_blockade_out_of_its_city() -> None:
    place = {"red-infantry-1": "0707", "red-artillery-1": "0707", "blue-cruiser-1": "0707"}
    play = pos(place, blockades={"0707": "blue"}, step="combat", active="red", options=PURSUIT, dice=[6] * 40)
    act(play, ("activate", "0707"), *["pass"] * 9)
    assert play.view(None)["battle"]["round"] == 4
    act(play, "pass")
    assert asked(play) == ("red", "red-artillery-1")
    assert not play.legal("red", "fire_naval") and offered(play, "red", "retreat"), "it may still go"
    act(play, "pass", "pass")
    assert [where(play, unit) for unit in place] == ["0707"] * 3
    assert steps(play, "red-infantry-1", "red-artillery-1") == [4, 4] and state_of(play).blockades


@rule("victory", "6.8c", "6.opt.3", "6.54")
def test_but_its_air_units_must_leave() -> None:
    place = {"red-infantry-1": "0707", "red-fighter-1": "0707", "blue-cruiser-1": "0707"}
    play = pos(place, blockades={"0707": "blue"}, step="combat", active="red", options=PURSUIT, dice=[6] * 40)
    act(play, ("activate", "0707"), *["pass"] * 9)
    assert asked(play) == ("red", "red-fighter-1") and not play.legal("red", "pass")


@rule("victory", "6.8a", "6.opt.3")
def test_ships_may_blockade_instead_of_leaving_in_the_pursuit_round() -> None:
    place = {"red-infantry-1": "0707", "blue-cruiser-1": "0707 from 0706"}
    play = pos(place, battles={"0707": "blue"}, step="combat", active="blue", options=PURSUIT, dice=[6] * 40)
    act(play, *["pass"] * 6)
    assert asked(play) == ("blue", "blue-cruiser-1") and not play.legal("blue", "pass")
    act(play, "blockade", "pass")
    assert where(play, "blue-cruiser-1") == "0707" and state_of(play).blockades and state_of(play).fight is None
    guarded = pos(
        {**place, "red-fighter-1": "0707"}, battles={"0707": "blue"}, step="combat", active="blue", options=PURSUIT,
        dice=[6] * 40,
    )  # fmt: skip
    act(guarded, *["pass"] * 10)
    assert asked(guarded) == ("blue", "blue-cruiser-1") and not guarded.legal("blue", "blockade"), "enemy air is there"


# ---- by land or by sea (6.7)


@rule("victory", "6.7a", "6.7b")
def test_a_marine_beside_the_enemy_may_attack_by_land_or_invade() -> None:
    place = {"red-marine-1": "0807", "blue-infantry-1": "0707"}
    play = pos(place, active="red")
    assert "0707" in may(play, "red-marine-1") and may(play, "red-marine-1", "invade") == {"0707"}
    by_land, by_sea = play.clone(), play.clone()
    go(by_land, "red-marine-1", "0707")
    assert not at_sea(by_land, "red-marine-1")
    go(by_sea, "red-marine-1", ("invade", "0707"))
    assert at_sea(by_sea, "red-marine-1")
    barred(play, "red-marine-1", "invade", "0808", rule="6.7a")


@rule("victory", "6.8c", "5.8a")
def test_a_blockade_battle_waits_for_the_ships_that_are_due() -> None:
    """The carrier is sunk in round 1, its fighter still flies: the cruiser arrives in round 2 and goes on with it."""
    place = {
        "red-infantry-1": "0707", "red-cruiser-1": "0707 from 0706", "blue-cruiser-1": "0707 from 0606 late",
        "blue-carrier-1": "0707 at 1", "blue-fighter-1": "0707 at 1 aboard blue-carrier-1",
    }  # fmt: skip
    words = {"battles": {"0707": "red"}, "blockades": {"0707": "blue"}, "step": "combat", "active": "red"}
    play = pos(place, **words, dice=[1, 6, 6, 6])
    assert asked(play) == ("blue", "blue-fighter-1"), "there is a battle already: nobody activates the blockade"
    act(play, "pass", "pass", "fire_naval", "pass")
    assert where(play, "blue-carrier-1") == "pool" and play.view(None)["battle"]["round"] == 2
    assert {unit["kind"] for unit in play.view(None)["battle"]["units"]} >= {"cruiser", "fighter"}


# ---- what the table is told of a battle


@rule("victory", "6.55")
def test_the_tray_tells_retreated_and_destroyed_blocks_apart_and_who_wins_as_it_stands() -> None:
    place = {
        "blue-armor-1": "0504", "blue-infantry-1": "0504 at 1", "blue-infantry-2": "0504 at 1",
        "red-armor-1": "0504 from 0404",
    }  # fmt: skip
    play = battle(place, [1, 6, 6, 6])
    assert play.view(None)["battle"]["wins"] == {"camp": "defence", "rule": "6.55"}, "the holder, after the last round"
    assert not any("fate" in one for one in play.view(None)["battle"]["units"])
    act(play, ("retreat", "0604"), "fire_ground")
    for player in ("red", "blue", None):
        fates = [one.get("fate") for one in play.view(player)["battle"]["units"] if one["army"] == "blue"]
        assert sorted(fates, key=str) == [None, "destroyed", "retreated"]
