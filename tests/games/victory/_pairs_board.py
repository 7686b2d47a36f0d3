"""Outcomes of pairs of options, registered by `pair`: maps and deployment, allies, the air, battles and retreats."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.games.victory.board.control import controlled
from tests.games.victory._help import act, asked, go, may, offered, pos, refused, state_of, through_combat, where
from tests.games.victory._pairs import NOBODY, battle, marked, on, pair
from tests.games.victory.test_allies import MARSH, after_a_battle_of_allies
from tests.games.victory.test_commanders import bought_a_carrier

BOTH = (False, True)
ALLIES = "two-front-war-3"
NORTH, SOUTH = "blue-north", "blue-south"


# ---- maps and deployment (1)


@pair("maps_by_rules", "neutral_cities")
def picked_maps_belong_to_somebody_and_an_odd_one_is_not_picked() -> None:
    with pytest.raises(SetupError, match="2 or 4 maps, not 3"):
        GAME.new("quick-start", on("maps_by_rules", "neutral_cities", maps="north,east,west"))
    play = GAME.new("quick-start", on("maps_by_rules", "neutral_cities"), seed=1)
    act(play, "roll", ("pick_map", "west"), ("pick_map", "south"), "settle_maps")
    game = state_of(play).game
    assert game.ground.cities & ~game.owned == 0


@pair("random_map", "neutral_cities")
def of_three_random_maps_the_middle_one_is_neutral() -> None:
    options = on("random_map", "neutral_cities", maps="north,east,west", map_seed=3)
    game = state_of(pos({}, options=options)).game
    neutral = game.ground.cities & ~game.owned
    assert {game.ground.sheet_of[game.ground.grid.index(hex)] for hex in game.ground.grid.list_names(neutral)} == {1}
    assert neutral.bit_count() == 6


@pair("alternate_deployment", "deploy_ashore")
def three_at_a_time_no_aircraft_go_aboard_either() -> None:
    for ashore in BOTH:
        assert boarded(bought_a_carrier(alternate_deployment=True, deploy_ashore=ashore)) != ashore


@pair("deploy_ashore", "factories")
def factories_are_placed_first_and_give_no_berth() -> None:
    for ashore in BOTH:
        play = bought_a_carrier(factories=True, deploy_ashore=ashore)
        assert marked_factories(play) and boarded(play) != ashore


def marked_factories(play: Play) -> list[str]:
    return [piece["id"] for piece in play.view("red")["pieces"] if piece["on_map"] and "factory" in piece["kind"]]


def boarded(play: Play) -> bool:
    """Whether a fighter may be deployed on a carrier that was deployed before."""
    play.answer("red", "deploy", "red-carrier-1")
    play.answer("red", "deploy_at", "0707")
    play.answer("red", "deploy", "red-fighter-1")
    return play.legal("red", "board", "red-carrier-1")


# ---- what is seen and held (fog.1, 5.4)


@pair("allies_hidden", "submarine_control")
def a_submarine_on_a_coast_is_turned_up_for_an_ally_too() -> None:
    for shown in BOTH:
        options = on("allies_hidden", submarine_control=shown)
        play = pos({"blue-north-submarine-1": "0606"}, scenario=ALLIES, active=NORTH, options=options)
        go(play, "blue-north-submarine-1", "0706")
        (piece,) = play.view(SOUTH)["pieces"]
        assert piece.get("kind") == ("submarine" if shown else None)


@pair("neutral_cities", "submarine_control")
def a_submarine_takes_no_neutral_port_shown_or_not() -> None:
    for shown, (ship, takes) in product(BOTH, (("cruiser", True), ("submarine", False))):
        options = on("neutral_cities", maps="north,east,west", submarine_control=shown)
        game = state_of(pos({}, options=options)).game
        port = min(game.ground.grid.list_names(game.ground.ports & ~game.owned))
        state = state_of(pos({f"red-{ship}-1": port}, options=options))
        assert bool(controlled(state, 0) >> game.ground.grid.index(port) & 1) == takes


# ---- stacks (5.2a)


@pair("allies_share_stacking", "regroup")
def nobody_regroups_into_a_hex_that_an_ally_has_filled() -> None:
    limit = state_of(pos({}, scenario=ALLIES)).game.ground
    room = limit.stack[limit.grid.index("0814")]
    full = {f"blue-south-infantry-{n}": "0814" for n in range(3, 3 + room)}
    for shared in BOTH:
        play = after_a_battle_of_allies(on("regroup", allies_share_stacking=shared), more=full)
        while play.deciders != (NORTH,):
            act(play, "done")
        act(play, ("regroup", "blue-north-infantry-1"))
        assert ("0814" in offered(play, NORTH, "regroup_to")) != shared


@pair("allies_share_stacking", "storms")
def allies_who_are_too_many_in_a_storm_wait_until_it_has_passed() -> None:
    place = {f"{army}-infantry-{n}": MARSH for army in (NORTH, SOUTH) for n in (1, 2)}
    for stormy in BOTH:
        options = on("allies_share_stacking", "storms")
        play = pos(place, scenario=ALLIES, active=NORTH, options=options, storm=MARSH if stormy else "0102")
        play.answer(NORTH, "end_move")
        assert play.deciders == (SOUTH,) and play.legal(SOUTH, "end_move") == stormy
        if not stormy:
            refused(play, SOUTH, "end_move", rule="5.2b")


@pair("allies_share_stacking", "factories")
def an_ally_s_factories_fill_no_room() -> None:
    factories = {"blue-north-ground-factory-1": "0706 at 1"}
    for troops in (3, 4):
        place = factories | {f"blue-north-infantry-{n}": "0706" for n in range(1, troops + 1)}
        options = on("factories", "allies_share_stacking")
        play = pos({**place, "blue-south-infantry-1": "0707"}, scenario=ALLIES, active=SOUTH, options=options)
        assert ("0706" in may(play, "blue-south-infantry-1")) == (troops < 4)


@pair("regroup", "factories")
def a_factory_does_not_regroup() -> None:
    place = {"red-infantry-1": "0707", "red-ground-factory-1": "0707 at 2", "blue-infantry-1": "0707 from 0807"}
    play = battle(place, "0707", [], on("regroup", "factories"), battles={"0707": "blue"}, active="blue")
    while not play.legal(play.deciders[0], "done"):
        player = play.deciders[0]
        retreat = sorted(map(str, offered(play, player, "retreat")))
        act(play, ("retreat", retreat[0]) if player == "blue" and retreat else "pass")
    assert play.deciders == ("red",) and offered(play, "red", "regroup") == {"red-infantry-1"}


# ---- bases (5.51a, 6.54)


@pair("allies_hidden", "airfields")
def an_airfield_s_one_place_is_taken_by_an_ally_whom_one_does_not_see() -> None:
    for hidden, taken in product(BOTH, BOTH):
        place = {"blue-south-fighter-1": "0706", "blue-north-infantry-1": "0707"}
        if taken:
            place["blue-north-fighter-1"] = "0707"
        play = pos(
            place, scenario=ALLIES, active=SOUTH, options=on("airfields", allies_hidden=hidden),
            airfields={"0707": ("minor", "blue")},
        )  # fmt: skip
        assert ("0707" in may(play, "blue-south-fighter-1")) != taken


@pair("allies_hidden", "land_on_captured_airbase")
def a_base_that_an_ally_captured_is_a_base_hidden_or_not() -> None:
    place = {
        "red-infantry-1": "0512 at 1", "blue-north-armor-1": "0512 from 0511", "blue-south-fighter-1": "0512 flown 1",
    }  # fmt: skip
    for hidden, allowed in product(BOTH, BOTH):
        options = {"allies_hidden": hidden, "land_on_captured_airbase": allowed}
        play = battle(place, "0512", [1] * 4, options, scenario=ALLIES, battles={"0512": NORTH}, active=NORTH)
        act(play, "pass", "fire_ground")
        assert ("0512" in offered(play, SOUTH, "land_at")) == allowed


FLOWN = {
    "blue-infantry-1": "0707 at 1", "red-armor-1": "0707 from 0708", "red-fighter-1": "0707 flown 1",
    "red-infantry-1": "0902",
}  # fmt: skip


def landing(options: dict[str, Any], captured: tuple[str, ...] = (), **words: Any) -> set[Any]:
    """Where a fighter that flew one hex out may land when Hope is won; some bases were captured this turn."""
    play = battle(FLOWN, "0707", [1] * 4, options, **words)
    for hex in captured:
        state_of(play).held[0] &= ~(1 << GAME.ground.grid.index(hex))
    act(play, "pass", "fire_ground")
    return offered(play, "red", "land_at")


@pair("air_range", "airfields")
def a_saved_leg_reaches_an_airfield_farther_away() -> None:
    ground = GAME.ground
    far = next(
        name for name in ground.grid.list_names(ground.land & ~ground.settlements)
        if ground.grid.distance(ground.grid.index(name), ground.grid.index("0707")) == 4
    )  # fmt: skip
    for shared in BOTH:
        options = on("airfields", air_range=shared)
        assert (far in landing(options, airfields={far: ("minor", "red")})) == shared


@pair("air_range", "storms")
def a_saved_leg_does_not_lead_into_the_storm() -> None:
    for shared, stormy in product(BOTH, BOTH):
        storm = "0305" if stormy else "1601"
        assert ("0306" in landing(on("storms", air_range=shared), storm=storm)) == (shared and not stormy)


@pair("land_on_captured_airbase", "storms")
def a_captured_base_in_the_storm_is_closed_all_the_same() -> None:
    for allowed, stormy in product(BOTH, BOTH):
        storm = "0704" if stormy else "0102"
        found = landing(on("storms", land_on_captured_airbase=allowed), captured=("0705",), storm=storm)
        assert ("0705" in found) == (allowed and not stormy)


# ---- retreats (6.5)


DUEL = {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404"}


@pair("mandatory_first_round", "storms")
def a_retreat_into_the_storm_waits_for_the_second_round_and_costs_its_step() -> None:
    plain = battle(DUEL, "0504", [], {})
    target = min(map(str, offered(plain, "blue", "retreat")))
    play = battle(DUEL, "0504", [], on("mandatory_first_round", "storms"), storm=target)
    refused(play, "blue", "retreat", target, rule="6.opt.1")
    act(play, "pass", "pass", ("retreat", target))
    assert losses(play, "9.4b") == 1 and where(play, "blue-infantry-1") == target


def losses(play: Play, clause: str) -> int:
    """The steps that were lost by a clause; supply may take more when the battle is over."""
    return sum(event.message.rule == clause and "lost" in event.message.args for event in play.events)


def to_the_fourth_round(play: Play) -> None:
    while play.view(None)["battle"]["round"] < 4:
        (player,) = play.deciders
        first = sorted(map(str, offered(play, player, "turn")))
        act(play, ("turn", first[0]) if first else "pass")


@pair("pursuit_round", "storms")
def the_attacker_who_is_pursued_into_the_storm_pays_for_it() -> None:
    play = battle(DUEL, "0504", [], on("pursuit_round", "storms"), storm="0304")
    to_the_fourth_round(play)
    act(play, "pass", ("retreat", "0404"))
    assert losses(play, "9.4b") == 1


@pair("pursuit_round", "half_hit_forgotten")
def whoever_stands_through_the_pursuit_recovers_his_half_hit() -> None:
    ground = GAME.ground
    marsh = "0417"
    assert ground.double >> ground.grid.index(marsh) & 1
    place = {"red-infantry-1": marsh, "blue-armor-1": f"{marsh} from 0416 at 1"}
    for forgotten in BOTH:
        options = on("pursuit_round", half_hit_forgotten=forgotten)
        play = battle(place, marsh, [1], options, battles={marsh: "blue"}, active="blue")
        act(play, "fire_ground")
        assert [row["half_hit"] for row in play.view(None)["battle"]["units"]] == [False, True]
        to_the_fourth_round(play)
        through_combat(play)
        assert losses(play, "6.47c") == 0 and where(play, "red-infantry-1") == marsh


@pair("allies_share_stacking", "pursuit_round")
def the_pursued_find_no_room_among_allies() -> None:
    stack = state_of(pos({}, scenario=ALLIES)).game.ground
    room = stack.stack[stack.grid.index("0914")]
    place = {"red-infantry-1": "0915", "blue-north-infantry-1": "0915 from 0914"}
    place |= {f"blue-south-infantry-{n}": "0914" for n in range(1, room + 1)}
    for shared in BOTH:
        options = on("pursuit_round", allies_share_stacking=shared)
        play = battle(place, "0915", [], options, scenario=ALLIES, battles={"0915": NORTH}, active=NORTH)
        to_the_fourth_round(play)
        act(play, "pass", "pass" if shared else ("retreat", "0914"))
        assert where(play, "blue-north-infantry-1") == ("pool" if shared else "0914")


FLEET = {"red-infantry-1": "0707", "blue-cruiser-1": "0707 from 0606", "blue-cruiser-2": "0707 from 0706"}


@pair("sea_to_coast_limit_1", "pursuit_round")
def of_two_pursued_ships_the_second_takes_another_hexside_where_one_may_pass() -> None:
    for narrow in BOTH:
        options = on("pursuit_round", sea_to_coast_limit_1=narrow)
        play = battle(FLEET, "0707", [], options, battles={"0707": "blue"}, active="blue")
        to_the_fourth_round(play)
        act(play, ("turn", "blue-cruiser-1"), ("retreat", "0606"))
        assert asked(play) == ("blue", "blue-cruiser-2")
        assert ("0606" in offered(play, "blue", "retreat")) != narrow


@pair("allies_share_stacking", "sea_to_coast_limit_1")
def a_ship_neither_crowds_its_hexside_nor_its_allies() -> None:
    place = {"red-infantry-1": "0420", "blue-south-cruiser-1": "0420 from 0320"}
    place |= {f"blue-north-{kind}-{n}": "0321" for kind in ("cruiser", "submarine") for n in (1, 2)}
    for shared, narrow in product(BOTH, BOTH):
        options = {"allies_share_stacking": shared, "sea_to_coast_limit_1": narrow}
        play = battle(place, "0420", [], options, scenario=ALLIES, battles={"0420": SOUTH}, active=SOUTH)
        found = offered(play, SOUTH, "retreat")
        assert "0320" in found and ("0321" in found) != shared


# ---- installations (9.4d)


@pair("storms", "mulberries")
def the_storm_wrecks_a_mulberry_and_shuts_one_beside_it() -> None:
    place = {"red-engineer-1": "0605", **NOBODY}
    options = on("storms", "mulberries")
    for at, dice in (("0608", [6, 6, 1, 1, 1, 3]), ("0608", [6, 6, 1, 1, 1, 1])):
        play = pos(
            place, storm=at, mulberries={"0605": "red"}, options=options, step="initiative", dice=[*dice, *[6] * 20]
        )
        assert bool(marked(play, "mulberry")) == (dice[-1] == 1)
    for storm in ("0604", "1601"):
        play = pos({"red-cruiser-1": "0308"}, options=options, mulberries={"0605": "red"}, storm=storm, active="red")
        assert ("0605" in may(play, "red-cruiser-1", "strategic")) == (storm == "1601")
