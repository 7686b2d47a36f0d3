"""Where chapters meet: carriers in pinned hexes, beachheads that retreat, transports in battle, allies under fire."""

from __future__ import annotations

from typing import Any

from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.testing import rule
from tests.games.victory._help import (
    act,
    at_sea,
    barred,
    end_moves,
    go,
    hexes,
    may,
    number,
    offered,
    pos,
    refused,
    state_of,
    steps,
    through_combat,
    where,
)


def battle(place: dict[str, str], dice: list[int], hex: str, attacker: str = "red", **words: Any) -> Play:
    return pos(place, battles={hex: attacker}, step="combat", dice=[*dice, *[6] * 60], **words)


# ---- pinning, hexsides, stacking


@rule("victory", "5.1a", "4.2.CV.c")
def test_a_carrier_does_not_leave_a_battle_with_aircraft_that_are_pinned() -> None:
    """Three defenders, two attackers: one block may leave, but the carrier would take two with it."""
    place = {
        "blue-carrier-1": "1107",
        "blue-fighter-1": "1107 at 2 aboard blue-carrier-1",
        "blue-fighter-2": "1107 at 2 aboard blue-carrier-1",
        "red-cruiser-1": "1106",
        "red-cruiser-2": "1106",
    }
    play = pos(place, active="red", unchecked=True)
    go(play, "red-cruiser-1", "1107")
    go(play, "red-cruiser-2", "1107")
    play.answer("red", "end_move")
    assert offered(play, "blue", "unit") == {"blue-fighter-1", "blue-fighter-2"}
    refused(play, "blue", "unit", "blue-carrier-1", rule="5.1a")
    place |= {f"blue-submarine-{number}": "1107" for number in (1, 2)}
    play = pos(place, active="red", unchecked=True)
    go(play, "red-cruiser-1", "1107")
    go(play, "red-cruiser-2", "1107")
    play.answer("red", "end_move")
    assert play.legal("blue", "unit", "blue-carrier-1"), "five defenders: three may leave"


@rule("victory", "5.1b", "5.3a")
def test_blocks_that_left_a_battle_do_not_use_up_the_hexside_for_those_that_enter() -> None:
    place = {f"blue-infantry-{number}": "0504" for number in (1, 2, 3)} | {
        "blue-armor-1": "0604", "blue-armor-2": "0604", "red-infantry-1": "0404",
    }  # fmt: skip
    play = pos(place, active="red")
    go(play, "red-infantry-1", "0504")
    play.answer("red", "end_move")
    go(play, "blue-infantry-1", "0604")
    go(play, "blue-infantry-2", "0604")
    go(play, "blue-armor-1", "0504")
    assert where(play, "blue-armor-1") == "0504"


@rule("victory", "5.2b")
def test_stacking_counts_when_the_move_ends_not_block_by_block() -> None:
    place = {f"red-infantry-{number}": "0404" for number in (1, 2, 3, 4)} | {"red-armor-1": "0405"}
    play = pos(place, active="red")
    go(play, "red-armor-1", "0404")
    assert where(play, "red-armor-1") == "0404"
    refused(play, "red", "end_move", rule="5.2b")
    go(play, "red-infantry-1", "0504")
    assert play.legal("red", "end_move")


@rule("victory", "5.2b")
def test_a_full_hex_whose_blocks_have_moved_or_are_held_takes_nobody() -> None:
    place = {f"red-infantry-{number}": "0404 moved" for number in (1, 2, 3, 4)} | {"red-armor-1": "0405"}
    play = pos(place, active="red")
    barred(play, "red-armor-1", "move", "0404", "5.2a")


@rule("victory", "5.2b", "5.6b")
def test_ships_may_pass_each_other_in_a_harbour() -> None:
    place = {"red-cruiser-1": "0707", "red-cruiser-2": "0707", "red-battleship-1": "0706"}
    play = pos(place, active="red")
    go(play, "red-battleship-1", "0707")
    refused(play, "red", "end_move", rule="5.2b")
    go(play, "red-cruiser-1", "0706")
    assert play.legal("red", "end_move")


@rule("victory", "2.0.2b", "4.2.CV.c")
def test_a_carrier_does_not_sail_on_with_aircraft_that_flew_to_it() -> None:
    """A block moves once: a carrier moves and then recovers, not the other way round."""
    place = {"red-carrier-1": "1107", "red-fighter-1": "1005 at 2"}
    play = pos(place, active="red")
    go(play, "red-fighter-1", ("board", "red-carrier-1"))
    refused(play, "red", "unit", "red-carrier-1", rule="4.2.CV.c")


# ---- retreats


@rule("victory", "6.51a", "5.41")
def test_an_attackers_own_ship_on_the_hexside_does_not_close_it_to_his_troops() -> None:
    place = {
        "blue-infantry-1": "0605",
        "red-infantry-1": "0605 from 0705",
        "red-cruiser-1": "0605 from 0705",
    }
    play = battle(place, [], "0605")
    act(play, "pass", "pass")
    assert offered(play, "red", "retreat") == {"0705"}


@rule("victory", "6.53", "5.91c")
def test_transports_retreat_like_ships_from_a_battle_at_sea() -> None:
    place = {"blue-infantry-1": "1107", "blue-marine-1": "1107", "red-cruiser-1": "1107 from 1108"}
    play = battle(place, [], "1107")
    act(play, "pass")
    act(play, ("turn", "blue-infantry-1"))
    assert "1006" in offered(play, "blue", "retreat") and "1106" not in offered(play, "blue", "retreat")


@rule("victory", "6.71c", "6.52")
def test_a_beachhead_that_retreats_is_none_any_more() -> None:
    place = {"blue-marine-1": "0605 beachhead", "red-infantry-1": "0605 from 0604"}
    play = battle(place, [], "0605")
    act(play, ("retreat", "0606"))
    state = state_of(play)
    assert not state.beach and not state.shown >> number(play, "blue-marine-1") & 1
    assert at_sea(play, "blue-marine-1")


@rule("victory", "6.7b", "5.2a", "6.71e")
def test_invaders_of_a_captured_port_stay_at_sea_where_the_stack_is_full() -> None:
    place = {f"red-infantry-{number}": "0512 from 0612" for number in (1, 2)} | {
        "red-infantry-3": "0512 from 0611", "red-infantry-4": "0512 from 0611", "red-marine-1": "0512 from 0411 at sea",
        "blue-infantry-1": "0512 at 1",
    }  # fmt: skip
    play = battle(place, [6, 1, 1, 1, 1], "0512")
    act(play, "pass", ("turn", "red-infantry-1"), "fire_ground")
    assert state_of(play).fight is None and where(play, "blue-infantry-1") == "pool"
    assert not GAME.invariants(state_of(play))
    assert at_sea(play, "red-marine-1")


# ---- fire


STRETCH = {"stretch_units": True}


@rule("victory", "stretch.6", "6.46a")
def test_the_owner_chooses_who_takes_a_rockets_hits_and_the_firer_learns_nothing() -> None:
    """The owner is asked for every hit, whether there is a choice or not."""
    place = {"blue-infantry-1": "0913", "blue-infantry-2": "0913", "blue-armor-1": "0913 at 2", "red-rocket-1": "0911"}
    play = pos(place, options=STRETCH, active="red", dice=[1, 1, 1, 6])
    go(play, "red-rocket-1", ("launch_at", "0913"))
    end_moves(play)
    assert offered(play, "blue", "hit") == {"blue-infantry-1", "blue-infantry-2"}
    act(play, ("hit", "blue-infantry-2"))
    assert offered(play, "blue", "hit") == {"blue-infantry-1"}
    act(play, ("hit", "blue-infantry-1"), ("hit", "blue-infantry-2"))
    assert steps(play, "blue-infantry-1", "blue-infantry-2", "blue-armor-1") == [3, 2, 2]
    assert state_of(play).fight is None and "Infantry" not in "\n".join(play.log("en", "red"))


@rule("victory", "stretch.6", "fog.1")
def test_a_rocket_on_blocks_that_can_lose_nothing_asks_all_the_same() -> None:
    place = {"blue-infantry-1": "0913 at 1", "red-rocket-1": "0911"}
    play = pos(place, options=STRETCH, active="red", dice=[1, 6, 6, 6])
    go(play, "red-rocket-1", ("launch_at", "0913"))
    end_moves(play)
    assert offered(play, "blue", "pass") == {None} and not offered(play, "blue", "hit")
    act(play, "pass")
    assert steps(play, "blue-infantry-1") == [1] and state_of(play).fight is None


@rule("victory", "stretch.6", "6.47a")
def test_double_defense_holds_against_rockets() -> None:
    place = {"blue-infantry-1": "0715", "red-rocket-1": "0712"}
    play = pos(place, options=STRETCH, active="red", dice=[1, 1, 1, 6])
    go(play, "red-rocket-1", ("launch_at", "0715"))
    end_moves(play)
    act(play, ("hit", "blue-infantry-1"), ("hit", "blue-infantry-1"), ("hit", "blue-infantry-1"))
    assert steps(play, "blue-infantry-1") == [3], "three hits: one step, and a half-hit that is recovered"


@rule("victory", "stretch.6")
def test_a_rocket_in_a_battle_neither_passes_nor_flies_home() -> None:
    place = {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404", "red-rocket-1": "0504 flown 1"}
    play = battle(place, [6, 6, 6, 6], "0504", options=STRETCH)
    ask = play.ask("red")
    assert ask is not None and set(ask.answers) == {"fire_ground"}


@rule("victory", "6.48a", "9.1d")
def test_friendly_fire_falls_on_factories_and_resources_too() -> None:
    """Both are ground units ashore (9.1d, 4.3)."""
    place = {
        "blue-ground-factory-1": "0913 at 3",
        "blue-dive-bomber-1": "0913",
        "blue-fighter-1": "0913",
        "red-infantry-1": "0913 from 0812",
        "blue-infantry-1": "0913 at 1",
    }
    play = pos(place, battles={"0913": "red"}, step="combat", options={"factories": True}, dice=[6, 6, 6, 6])
    act(play, "pass")
    assert play.preview("blue", "fire_ground")["friendly_fire"]
    act(play, "fire_ground")
    assert steps(play, "blue-ground-factory-1", "blue-infantry-1") == [0, 1], "three sixes, and one too many"


@rule("victory", "6.46a", "6.71c")
def test_a_beachhead_and_a_marine_beside_it_are_no_equal_counters() -> None:
    place = {
        "blue-marine-1": "0605 beachhead",
        "blue-marine-2": "0605 ashore",
        "red-armor-1": "0605 from 0604",
    }
    play = battle(place, [1, 6, 6, 6], "0605")
    act(play, "fire_ground")
    assert offered(play, "blue", "hit") == {"blue-marine-1", "blue-marine-2"}


# ---- allies and third players (2.0.3b)


@rule("victory", "2.0.3b", "6.46a")
def test_the_player_who_began_a_side_breaks_ties_between_its_armies() -> None:
    place = {
        "blue-north-infantry-1": "0902",
        "blue-south-infantry-1": "0902",
        "red-armor-1": "0902 from 0903",
    }
    play = battle(place, [1, 6, 6, 6], "0902", scenario="two-front-war-3")
    act(play, "fire_ground")
    assert list(play.deciders) == ["blue-north"], "it is his home"
    place = {
        "blue-south-infantry-1": "0902",
        "blue-north-infantry-1": "0902 late from 0802",
        "red-armor-1": "0902 from 0903",
    }
    play = battle(place, [6, 6, 6, 6, 6, 6, 6, 6, 1, 6, 6, 6], "0902", scenario="two-front-war-3")
    act(play, "fire_ground", "pass", "fire_ground")
    assert list(play.deciders) == ["blue-south"], "his blocks were there first"


# ---- regrouping, markers


@rule("victory", "6.opt.2", "4.3.RE.b")
def test_blocks_that_move_only_strategically_do_not_regroup() -> None:
    place = {"blue-infantry-1": "0913", "blue-resource-1": "0913", "red-infantry-1": "0913 from 0812"}
    play = battle(place, [], "0913", options={"regroup": True, "resources": True})
    act(play, "pass", ("retreat", "0812"))
    assert offered(play, "blue", "regroup") == {"blue-infantry-1"}


@rule("victory", "9.6b", "9.6d")
def test_an_airfield_serves_its_owner_until_an_enemy_takes_it() -> None:
    place = {"red-fighter-1": "0403"}
    play = pos(place, options={"airfields": True}, airfields={"0504": ["minor", "red"]}, active="red")
    assert "0504" in may(play, "red-fighter-1")


@rule("victory", "9.7a", "6.71e")
def test_a_mulberry_is_a_port_without_a_garrison_and_marines_are_ashore_there() -> None:
    place = {"red-infantry-1": "0707", "red-marine-1": "0705"}
    play = pos(place, options={"mulberries": True}, mulberries={"0804": "red"}, active="red")
    assert "0804" in may(play, "red-infantry-1", "sea_move")
    go(play, "red-marine-1", "0804")
    assert not at_sea(play, "red-marine-1")


@rule("victory", "9.1d", "8.4b")
def test_factories_of_the_enemy_make_nothing_for_a_ship_that_holds_the_port() -> None:
    place = {"blue-naval-factory-1": "1412 at 1", "red-cruiser-1": "1412"}
    play = pos(place, step="production", options={"factories": True})
    assert all(not row["naval"] for row in play.view("red")["ask"]["focus"]["cities"])


@rule("victory", "9.1a", "10.3b")
def test_the_giants_home_cities_hold_a_factory_step_more() -> None:
    play = GAME.new("sleeping-giant", {"factories": True}, seed=1)
    play.answer(play.deciders[0], "muster")
    total = 0
    while offered(play, "blue", "place_factory"):
        play.answer("blue", "place_factory", min(str(kind) for kind in offered(play, "blue", "place_factory")))
        total += 1
    assert total == 10 + 6


# ---- carriers that respond, blockades under attack, amphibs by land


@rule("victory", "5.8a", "4.2.CV.c")
def test_aircraft_respond_with_the_carrier_they_are_aboard_of() -> None:
    place = {
        "blue-cruiser-1": "1107",
        "blue-carrier-1": "1109",
        "blue-fighter-1": "1109 at 2 aboard blue-carrier-1",
        "red-cruiser-1": "1106",
    }
    play = pos(place, active="red")
    go(play, "red-cruiser-1", "1107")
    play.answer("red", "end_move")
    go(play, "blue-carrier-1", "1107")
    end_moves(play)
    assert {row["kind"] for row in play.view("red")["battle"]["units"]} == {"cruiser"}, "nobody else in round 1"
    assert len([piece for piece in play.view("red")["pieces"] if piece.get("hidden")]) == 2


@rule("victory", "5.52b", "5.8a")
def test_of_late_aircraft_only_as_many_fight_as_the_limit_leaves() -> None:
    place = {
        "blue-carrier-1": "1107",
        "blue-fighter-1": "1107 at 2 aboard blue-carrier-1",
        "blue-carrier-2": "1107 late from 1108",
        "blue-fighter-2": "1107 at 2 late aboard blue-carrier-2",
        "blue-fighter-3": "1107 at 2 late aboard blue-carrier-2",
        "red-cruiser-1": "1107 from 1106",
    }
    play = battle(place, [], "1107", unchecked=True)
    act(play, "pass", "pass", "pass")
    assert offered(play, "blue", "scramble") == {"blue-fighter-2", "blue-fighter-3"}
    act(play, ("scramble", "blue-fighter-3"))
    grounded = [row["id"] for row in play.view("blue")["battle"]["units"] if row.get("grounded")]
    assert grounded == ["blue-fighter-2"]


@rule("victory", "6.8c", "6.8d")
def test_ships_that_come_to_relieve_a_blockaded_port_do_not_drive_out_its_garrison() -> None:
    place = {"red-infantry-1": "0707", "red-cruiser-1": "0705", "blue-battleship-1": "0707"}
    play = pos(place, blockades={"0707": "blue"}, active="red", dice=[6] * 60)
    go(play, "red-cruiser-1", "0707")
    end_moves(play)
    through_combat(play)
    assert where(play, "red-infantry-1") == "0707" and where(play, "blue-battleship-1") == "0707"
    assert where(play, "red-cruiser-1") != "0707"
    assert hexes(play, sum(1 << hex for hex in state_of(play).blockades)) == {"0707"}


@rule("victory", "6.71e", "5.7")
def test_an_amphib_off_an_open_coast_that_attacks_by_land_fights_on_land() -> None:
    place = {"red-amphib-1": "0605", "blue-infantry-1": "0604"}
    play = pos(place, active="red", dice=[6] * 60)
    assert at_sea(play, "red-amphib-1")
    go(play, "red-amphib-1", "0604")
    end_moves(play)
    groups = {row["kind"]: row["group"] for row in play.view("red")["battle"]["units"]}
    assert groups == {"infantry": "ground", "amphib": "ground"}


@rule("victory", "6.6b", "6.55")
def test_airborne_still_in_the_air_when_the_battle_is_won_come_down() -> None:
    place = {
        "blue-fighter-1": "0707",
        "red-infantry-1": "0707 from 0708",
        "red-airborne-1": "0707 flown 3",
    }
    play = battle(place, [], "0707")
    act(play, "give_up")
    assert where(play, "red-airborne-1") == "0707" and not state_of(play).flown[number(play, "red-airborne-1")]


@rule("victory", "6.8d", "2.0.3b")
def test_a_third_player_who_attacks_a_blockade_in_vain_leaves_it_as_it_was() -> None:
    game = state_of(pos({}, scenario="quick-start-3")).game
    grid = game.ground.grid
    hex = min(grid.list_names(game.ground.ports & game.army_homes[1]))
    sea = min(grid.list_names(grid.around[grid.index(hex)] & game.ground.water))
    place = {"blue-infantry-1": hex, "red-cruiser-1": hex, "green-submarine-1": sea}
    play = pos(place, scenario="quick-start-3", blockades={hex: "red"}, active="green", dice=[6] * 90)
    go(play, "green-submarine-1", hex)
    end_moves(play)
    through_combat(play)
    assert where(play, "green-submarine-1") != hex
    assert where(play, "blue-infantry-1") == where(play, "red-cruiser-1") == hex
    assert not GAME.invariants(state_of(play)) and len(state_of(play).blockades) == 1


@rule("victory", "2.0.3b", "fog.1")
def test_between_hosts_and_guests_the_host_chooses_without_learning_who_they_are() -> None:
    place = {"blue-infantry-1": "0116", "red-infantry-1": "0115", "green-armor-1": "0117"}
    play = pos(place, scenario="quick-start-3", active="red", dice=[6] * 8 + [1, 6, 6, 6] + [6] * 60)
    go(play, "red-infantry-1", "0116")
    play.answer("red", "end_move")
    play.answer("blue", "end_move")
    play.answer("green", "unit", "green-armor-1")
    play.answer("green", "move", "0116")
    play.answer("green", "join_attack")
    end_moves(play)
    act(play, "fire_ground", "fire_ground")  # round 1, blue and red; then green's armor in D
    act(play, "pass", "fire_ground")
    assert list(play.deciders) == ["red"]
    assert offered(play, "red", "hit") == {"red-infantry-1"} and offered(play, "red", "hit_guest") == {None}
    act(play, "hit_guest")
    assert steps(play, "green-armor-1", "red-infantry-1") == [3, 4]


@rule("victory", "10.5a")
def test_commanders_move_in_the_order_they_like() -> None:
    place = {"red-infantry-1": "0404", "red-cruiser-1": "0607", "red-fighter-1": "0403"}
    play = pos(place, scenario="commanders", active="red")
    order: list[str] = []
    assert play.deciders == ("red-admiral",)
    play.answer("red-admiral", "later")
    play.answer("red-general", "later")
    play.answer("red-air-marshal", "end_move")
    while play.deciders[0].startswith("red"):
        order += play.deciders
        play.answer(play.deciders[0], "end_move")
    assert order == ["red-admiral", "red-general"]
    play = pos(place, scenario="commanders", active="red")
    waits = 0
    while play.legal(play.deciders[0], "later"):
        play.answer(play.deciders[0], "later")
        waits += 1
    assert waits == 6, "a team comes to an end of waiting"


@rule("victory", "6.71e")
def test_an_amphib_that_goes_inland_is_ashore_at_once() -> None:
    """In the middle of its move, too: it may still go on to another coast, by land."""
    play = pos({"red-amphib-1": "0605 at sea"}, active="red")
    act(play, ("unit", "red-amphib-1"), ("move", "0604"))
    assert offered(play, "red", "move") and not at_sea(play, "red-amphib-1")
    assert GAME.invariants(play.state) == []
