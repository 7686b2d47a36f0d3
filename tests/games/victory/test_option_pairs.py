"""Two optional rules that touch one clause: what holds when both are in play.

Which these are is worked out in `_pairs`; more outcomes are in `_pairs_board` and `_pairs_cities`. That any other two
go together at all is the business of tests/fuzz.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.testing import rule
from tests.games.victory import _pairs_board, _pairs_cities
from tests.games.victory._help import (
    act,
    asked,
    go,
    happened,
    may,
    offered,
    pos,
    refused,
    state_of,
    steps,
    where,
)
from tests.games.victory._pairs import (
    APART,
    NOBODY,
    PAIRS,
    SWITCHES,
    TOUCHES,
    battle,
    in_the_code,
    marked,
    on,
    on_one_clause,
    pair,
    purse,
)

assert _pairs_board and _pairs_cities  # more outcomes, which register themselves


# ---- combat (6)


@pair("mandatory_first_round", "pursuit_round")
def no_retreat_in_the_first_round_and_nothing_else_in_the_fourth() -> None:
    place = {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404"}
    play = battle(place, "0504", [], on("mandatory_first_round", "pursuit_round"))
    assert not offered(play, "blue", "retreat")
    act(play, "pass")
    assert not offered(play, "red", "retreat")
    act(play, "pass", "pass", "pass", "pass", "pass")
    assert state_of(play).fight is not None and play.view(None)["battle"]["round"] == 4
    assert asked(play)[0] == "blue" and play.legal("blue", "fire_ground"), "the defender fires once more"
    act(play, "fire_ground")
    assert offered(play, "red", "retreat") == {"0404"} and not play.legal("red", "pass")


@pair("mandatory_first_round", "half_hit_forgotten")
def a_half_hit_of_the_first_round_goes_with_the_retreat_of_the_second() -> None:
    marsh = next(
        name for name in GAME.ground.grid.list_names(GAME.ground.double & GAME.ground.land)
        if GAME.ground.grid.around[GAME.ground.grid.index(name)] & GAME.ground.land
    )  # fmt: skip
    beside = GAME.ground.grid.list_names(GAME.ground.grid.around[GAME.ground.grid.index(marsh)] & GAME.ground.land)[0]
    place = {"blue-infantry-1": f"{marsh} at 3", "red-armor-1": f"{marsh} from {beside} at 1"}
    for forgotten, left in ((True, 3), (False, 2)):
        play = battle(place, marsh, [1], on("mandatory_first_round", half_hit_forgotten=forgotten))
        act(play, "fire_ground")
        refused(play, "blue", "retreat", beside, rule="6.opt.1")
        act(play, "pass", "pass")
        targets = sorted(map(str, offered(play, "blue", "retreat")))
        act(play, ("retreat", targets[0]))
        assert steps(play, "blue-infantry-1") == [left]


@pair("half_hit_forgotten", "storms")
def a_retreat_into_the_storm_costs_its_step_whatever_becomes_of_the_half_hit() -> None:
    grid, ground = GAME.ground.grid, GAME.ground
    for name in grid.list_names(ground.double & ground.land):
        near = grid.list_names(grid.around[grid.index(name)] & ground.land)
        place = {"blue-infantry-1": f"{name} at 4", "red-armor-1": f"{name} from {near[0]} at 1"}
        plain = battle(place, name, [1], {})
        act(plain, "fire_ground")
        targets = sorted(map(str, offered(plain, "blue", "retreat")))
        if targets:
            break
    for forgotten, left in ((True, 3), (False, 2)):
        options = on("storms", half_hit_forgotten=forgotten)
        play = battle(place, name, [1], options, storm=targets[0])
        act(play, "fire_ground", ("retreat", targets[0]))
        assert steps(play, "blue-infantry-1") == [left]


def won(options: dict[str, Any], **words: Any) -> Play:
    """Red takes 0504 from a last step in round 1."""
    place = {"blue-infantry-1": "0504 at 1", "red-armor-1": "0504 from 0404"}
    play = battle(place, "0504", [1, 1, 1, 1], options, **words)
    act(play, "fire_ground")
    return play


@pair("regroup", "storms")
def nobody_regroups_into_the_storm() -> None:
    play = won(on("regroup", "storms"), storm="0704")
    act(play, ("regroup", "red-armor-1"))
    assert "0404" in offered(play, "red", "regroup_to") and "0604" not in offered(play, "red", "regroup_to")
    refused(play, "red", "regroup_to", "0604", rule="6.opt.2")


@pair("regroup", "pursuit_round")
def the_defender_who_stands_through_the_pursuit_regroups() -> None:
    place = {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404"}
    play = battle(place, "0504", [], on("regroup", "pursuit_round"))
    for _ in range(3):
        act(play, "pass", "pass")
    act(play, "fire_ground", ("retreat", "0404"))
    assert play.deciders == ("blue",) and offered(play, "blue", "regroup") == {"blue-infantry-1"}


@pair("mandatory_first_round", "regroup")
def a_victory_in_the_first_round_is_followed_by_a_regroup_all_the_same() -> None:
    play = won(on("regroup", "mandatory_first_round"))
    assert offered(play, "red", "regroup") == {"red-armor-1"}


# ---- the air (5.5)


@pair("air_range", "land_on_captured_airbase")
def a_saved_leg_does_not_open_a_base_captured_this_turn() -> None:
    place = {"blue-infantry-1": "0707 at 1", "red-armor-1": "0707 from 0708", "red-fighter-1": "0707 flown 1"}
    for allowed in (True, False):
        options = on("air_range", land_on_captured_airbase=allowed)
        play = battle({**place, "red-infantry-1": "0902"}, "0707", [1, 1, 1, 1], options)
        state_of(play).held[0] &= ~(1 << GAME.ground.grid.index("0707"))
        act(play, "pass", "fire_ground")
        assert ("0707" in offered(play, "red", "land_at")) == allowed
        assert "0306" in offered(play, "red", "land_at"), "four hexes away: five are left of six"


@pair("airfields", "land_on_captured_airbase")
def a_captured_airfield_waits_a_turn_though_captured_towns_do_not() -> None:
    place = {"blue-infantry-1": "0504 at 1", "red-armor-1": "0504 from 0404", "red-fighter-1": "0504 flown 1"}
    for allowed in (True, False):
        options = on("airfields", land_on_captured_airbase=allowed)
        play = battle(
            {**place, "red-infantry-1": "0306"}, "0504", [1, 1, 1, 1], options,
            airfields={"0504": ("minor", "blue")},
        )  # fmt: skip
        act(play, "pass", "fire_ground")
        assert "0504" not in offered(play, "red", "land_at") and "0306" in offered(play, "red", "land_at")


@pair("airfields", "storms")
def aircraft_on_an_airfield_in_the_storm_stay_there() -> None:
    play = pos(
        {"red-fighter-1": "0504", **NOBODY}, options=on("airfields", "storms"), airfields={"0504": ("major", "red")},
        storm="0504", active="red",
    )  # fmt: skip
    refused(play, "red", "unit", "red-fighter-1", rule="9.4a")


@pair("airfields", "mulberries")
def of_an_airfield_and_a_mulberry_in_one_hex_the_airfield_is_hit_first() -> None:
    place = {"blue-infantry-1": "0605 at 1", "red-armor-1": "0605 from 0604 at 4"}
    play = battle(
        place, "0605", [1, 1, 1, 1], on("airfields", "mulberries"), airfields={"0605": ("major", "blue")},
        mulberries={"0605": "blue"},
    )  # fmt: skip
    act(play, "fire_ground")
    while play.legal(play.deciders[0], "hit_marker"):
        act(play, "hit_marker")
    assert [row["major"] for row in marked(play, "airfield")] == [False] and not marked(play, "mulberry")


@pair("mulberries", "destruction")
def an_engineer_does_each_of_its_works_for_a_step() -> None:
    options = on("airfields", "mulberries", "destruction")
    play = pos({"red-engineer-1": "0605 at 2", "red-infantry-1": "0604", **NOBODY}, options=options, step="production")
    play.answer("red", "build_mulberry", "red-engineer-1")
    play.answer("red", "build_airfield", "red-engineer-1")
    play.answer("red", "done")
    play.answer("blue", "done")
    assert where(play, "red-engineer-1") == "pool" and marked(play, "airfield") and marked(play, "mulberry")


@pair("destruction", "storms")
def blocks_in_the_storm_fire_at_bridges_for_that_is_no_move() -> None:
    place = {"red-infantry-1": "1305", **NOBODY}
    play = pos(place, options=on("destruction", "storms"), storm="1305", step="combat")
    assert offered(play, "red", "wreck") == {"red-infantry-1"}


# ---- production (8, 9.1)


@pair("factories", "building_cadres")
def a_new_factory_is_no_cadre_but_what_it_builds_is() -> None:
    place = {"red-ground-factory-1": "0707 at 2", "red-air-factory-1": "0909 at 1", **NOBODY}
    play = pos(place, options=on("factories", "building_cadres"), step="production")
    for _ in range(2):
        play.answer("red", "pay_at", "1303")
        play.answer("red", "place_factory", "air-factory")
        paying = play.view("red")["ask"]["focus"]["commands"]
        assert set(paying) == offered(play, "red", "pay_at"), "each city that could pay says what it has left"
        assert "left to spend" in str(paying["0707"]["text"])
        play.answer("red", "pay_at", "0707")
    assert purse(play, "0707") == {"hex": "0707", "air": 0, "naval": 0, "ground": 0}
    play = pos(place, options=on("factories", "building_cadres"), step="production")
    play.answer("red", "build_at", "0707")
    play.answer("red", "build", "infantry")
    refused(play, "red", "add_step", "red-infantry-1", rule="8.opt.1")


BLOCKADED = {"red-infantry-1": "0707", "blue-cruiser-1": "0707", "red-ground-factory-1": "0707 at 3"}


@pair("factories", "blockade_stops_production")
def a_blockaded_factory_neither_produces_nor_is_exchanged_when_the_blockade_is_strict() -> None:
    for strict in (False, True):
        options = on("factories", blockade_stops_production=strict)
        play = pos({**BLOCKADED, **NOBODY}, options=options, blockades={"0707": "blue"}, step="production")
        assert (purse(play, "0707") is None) == strict
        assert ("red-ground-factory-1" in offered(play, "red", "exchange")) != strict
        if strict:
            refused(play, "red", "exchange", "red-ground-factory-1", rule="6.8b")


@pair("resources", "blockade_stops_production")
def a_resource_in_a_strictly_blockaded_city_is_not_converted() -> None:
    for strict in (False, True):
        options = on("resources", blockade_stops_production=strict)
        place = {"red-infantry-1": "0707", "blue-cruiser-1": "0707", "red-resource-1": "0707 at 2", **NOBODY}
        play = pos(place, options=options, blockades={"0707": "blue"}, step="production")
        assert ("red-resource-1" in offered(play, "red", "convert")) != strict


CUT_OFF = {
    "red-infantry-1": "0902", "blue-infantry-1": "0903", "blue-infantry-2": "0901", "blue-infantry-3": "1003",
    "blue-infantry-4": "1004", "blue-infantry-5": "1005", "blue-infantry-6": "1105",
}  # fmt: skip


@pair("factories", "cut_off_cities_idle")
def the_factories_of_a_cut_off_city_work_unless_it_is_idle() -> None:
    for idle in (False, True):
        place = {**CUT_OFF, "red-ground-factory-1": "0902 at 0", "red-air-factory-1": "0707 at 3"}
        play = pos(place, options=on("factories", cut_off_cities_idle=idle), step="production")
        assert ("0902" in offered(play, "red", "pay_at")) != idle, "9.1e paid from another city"
        assert ("red-ground-factory-1" in offered(play, "red", "exchange")) != idle


@pair("resources", "cut_off_cities_idle")
def a_resource_in_a_cut_off_city_is_converted_unless_it_is_idle() -> None:
    for idle in (False, True):
        place = {**CUT_OFF, "red-resource-1": "0902 at 2"}
        play = pos(place, options=on("resources", cut_off_cities_idle=idle), step="production")
        assert ("red-resource-1" in offered(play, "red", "convert")) != idle


@pair("factories", "resources")
def a_city_without_a_factory_makes_nothing_of_a_resource() -> None:
    place = {"red-resource-1": "0707 at 2", **NOBODY}
    play = pos(place, options=on("factories", "resources"), step="production")
    play.answer("red", "convert", "red-resource-1")
    assert purse(play, "0707") == {"hex": "0707", "air": 0, "naval": 0, "ground": 0}


@pair("factories", "neutral_cities")
def a_neutral_city_has_no_factory_and_gets_none() -> None:
    options = on("factories", "neutral_cities", maps="north,east,west")
    game = state_of(pos({}, options=options)).game
    neutral = sorted(game.ground.grid.list_names(game.ground.cities & ~game.owned))
    place = {f"red-infantry-{n}": hex for n, hex in enumerate(neutral, 1)}
    play = pos(place, options=options, step="production")
    held = [hex for hex in neutral if purse(play, hex) is not None]
    assert held
    for hex in held:
        assert purse(play, hex) == {"hex": hex, "air": 0, "naval": 0, "ground": 0}
        refused(play, "red", "pay_at", hex, rule="8.4a")


@pair("factories", "storms")
def a_factory_in_the_storm_produces() -> None:
    place = {"red-air-factory-1": "0707 at 3", **NOBODY}
    play = pos(place, options=on("factories", "storms"), storm="0707", step="production")
    assert purse(play, "0707") == {"hex": "0707", "air": 3, "naval": 0, "ground": 0}


@pair("resources", "storms")
def a_resource_is_mined_in_the_storm_and_does_not_leave_it() -> None:
    game = state_of(pos({}, options=on("resources"))).game
    hex = min(game.ground.grid.list_names(game.ground.resource))
    own = {"red-resource-1": f"{hex} at 1", "red-infantry-1": hex}
    play = pos({**own, **NOBODY}, options=on("resources", "storms"), storm=hex, step="production")
    assert happened(play, "event.mined") and state_of(play).steps[game.blocks.numbers["red-resource-1"]] == 2
    play = pos({**own, **NOBODY}, options=on("resources", "storms"), storm=hex, active="red")
    refused(play, "red", "unit", "red-resource-1", rule="9.4a")


@pair("factories", "bomb_in_cities")
def with_factories_the_bomb_needs_one_whatever_cities_may_do_without() -> None:
    options = on("factories", "stretch_units", "bomb_in_cities")
    for value, built in ((2, False), (3, True)):
        place = {"red-air-factory-1": f"0707 at {value}", "red-ground-factory-1": "0707 at 0", **NOBODY}
        play = pos(place, options=options, step="production")
        play.answer("red", "build_at", "0707")
        assert ("atom-bomb" in offered(play, "red", "build")) == built


@pair("stretch_units", "bomb_in_cities")
def without_factories_the_bomb_is_built_only_by_the_option() -> None:
    for allowed in (False, True):
        play = pos(NOBODY, options=on("stretch_units", bomb_in_cities=allowed), step="production")
        play.answer("red", "build_at", "0707")
        assert ("atom-bomb" in offered(play, "red", "build")) == allowed


@pair("stretch_units", "storms")
def a_rocket_does_not_fly_through_the_storm() -> None:
    place = {"blue-infantry-1": "0504", "red-rocket-1": "0403", "red-infantry-1": "0902"}
    for storm, reached in (("1405", True), ("0604", False)):
        play = pos(place, options=on("stretch_units", "storms"), storm=storm, active="red")
        assert ("0504" in may(play, "red-rocket-1", "launch_at")) == reached


@pair("factories", "historical_sets")
def every_set_has_the_same_factories() -> None:
    state = state_of(GAME.new("quick-start", on("factories", "historical_sets"), seed=1))
    for army in (0, 1):
        names = {state.game.kinds.names[kind] for kind in state.game.army_kinds[army]}
        assert {"air-factory", "naval-factory", "ground-factory"} <= names and not names & {"infantry", "fighter"}


@pair("alternate_deployment", "factories")
def factories_are_placed_before_three_blocks_at_a_time_and_are_none_of_them() -> None:
    play = GAME.new("quick-start", on("factories", "alternate_deployment"), seed=1)
    play.answer("red", "muster")
    for player in ("red", "blue"):
        while kinds := sorted(map(str, offered(play, player, "place_factory"))):
            play.answer(player, "place_factory", kinds[0])
    assert play.deciders == ("red",)
    play.answer("red", "deploy_rest")
    ashore = [piece for piece in play.view("red")["pieces"] if piece["on_map"] and "factory" not in piece["kind"]]
    assert len([piece for piece in ashore if piece["side"] == "red"]) == 3 and play.deciders == ("blue",)


@pair("time_limit", "proportional_time_limit")
def without_a_limit_there_is_no_share_to_compare() -> None:
    options = {"time_limit": False, "proportional_time_limit": True}
    assert pos({}, scenario="two-front-war", step="victory", turn=10, options=options).result is None


@pair("submarine_control", "factories")
def a_submarine_in_a_port_with_a_factory_controls_nothing_shown_or_not() -> None:
    place = {"red-naval-factory-1": "0707 at 3", "blue-submarine-1": "0606", "red-infantry-1": "0902"}
    for shown in (True, False):
        play = pos(place, options=on("factories", submarine_control=shown), active="blue", dice=[6] * 40)
        go(play, "blue-submarine-1", "0707")
        assert state_of(play).battles
        while state_of(play).phase < 4 and state_of(play).turn == 1:
            (player,) = play.deciders
            ask = play.ask(player)
            assert ask is not None
            wish = ("end_move", "battle", "pass", "retreat", "withdraw", "end_battles", "done")
            verb = next(one for one in wish if one in ask.answers)
            play.answer(player, verb, ask.answers[verb][0])
        assert play.view(None)["score"]["red"] == 10


@pair("maps_by_rules", "random_map")
def _maps_are_picked_or_drawn() -> None:
    with pytest.raises(SetupError):
        GAME.new("quick-start", on("maps_by_rules", "random_map"))


@pair("airfields", "destruction")
def an_engineer_at_a_ruined_bridge_repairs_it_and_builds_with_its_next_step() -> None:
    place = {"red-engineer-1": "1305 at 2", "red-infantry-1": "1405", **NOBODY}
    play = pos(place, options=on("airfields", "destruction"), ruined=["1305-1405"], step="production")
    play.answer("red", "repair", "red-engineer-1")
    play.answer("red", "repair_bridge", "1305-1405")
    play.answer("red", "build_airfield", "red-engineer-1")
    play.answer("red", "done")
    play.answer("blue", "done")
    assert where(play, "red-engineer-1") == "pool" and not state_of(play).ruined
    assert [row["hex"] for row in marked(play, "airfield")] == ["1305"]


@pair("air_range", "destruction")
def with_shared_legs_a_bomber_flies_twice_as_far_out_to_a_bridge() -> None:
    ground = GAME.ground
    bridge = {hex for pair_ in ground.bridges for hex in pair_}
    near, far = (
        {hex for hex in offered_sorties(shared) if ground.grid.index(hex) in bridge} for shared in (False, True)
    )
    assert near < far


def offered_sorties(shared: bool) -> set[str]:
    options = on("destruction", air_range=shared)
    play = pos({"red-dive-bomber-1": "0902", **NOBODY}, options=options, active="red")
    return {str(hex) for hex in may(play, "red-dive-bomber-1", "sortie")}


@pair("blockade_stops_production", "cut_off_cities_idle")
def a_blockaded_city_on_a_road_is_stopped_by_the_strict_blockade_alone() -> None:
    place = {"red-infantry-1": "0707", "blue-cruiser-1": "0707", **NOBODY}
    for strict in (False, True):
        for idle in (False, True):
            options = on(blockade_stops_production=strict, cut_off_cities_idle=idle)
            play = pos(place, options=options, blockades={"0707": "blue"}, step="production")
            assert (purse(play, "0707") is None) == strict


@pair("factories", "stretch_units")
def factories_and_stretch_units_come_each_with_their_own_blocks() -> None:
    sets = {
        switches: {GAME.kinds.rows[kind].set for kind in state_of(pos({}, options=on(*switches))).game.blocks.kind}
        for switches in ((), ("factories",), ("stretch_units",), ("factories", "stretch_units"))
    }
    assert sets["factories", "stretch_units"] == sets[("factories",)] | sets[("stretch_units",)]
    assert sets[("factories",)] - sets[()] and sets[("stretch_units",)] - sets[()]


@rule(
    "victory", "6.opt.1", "6.opt.2", "6.opt.3", "6.47c", "5.53b", "5.51c", "6.8b", "8.opt.1", "8.opt.2", "9.1a", "9.4a",
    "9.5a", "9.6a", "9.7a", "4.3.RE.a", "stretch.1", "10.6",
)  # fmt: skip
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_options_on_one_clause(one: str, other: str) -> None:
    PAIRS[one, other]()


def test_every_switch_says_which_clauses_it_touches() -> None:
    """A new option wants a row in `TOUCHES`, its own clause in it."""
    assert {*TOUCHES} == {*SWITCHES}
    clauses = {clause.id for clause in GAME.rules.clauses}
    for name, touched in TOUCHES.items():
        assert SWITCHES[name] in touched and {*touched} <= clauses, name


def test_every_pair_on_one_clause_has_its_outcome_or_its_reason() -> None:
    rows = [frozenset(row) for row in (*PAIRS, *APART)]
    assert len({*rows}) == len(rows) and all(len(row) == 2 and row <= {*SWITCHES} for row in rows)
    wanted = on_one_clause() | in_the_code()
    missing = {tuple(sorted(two)): shared for two, shared in wanted.items() if two not in rows}
    assert not missing
    for two in APART:
        assert frozenset(two) in wanted, f"{two} share no clause: no reason is needed"
    assert {name for row in rows for name in row} == {*SWITCHES}, "each meets some other"


def test_the_derivation_finds_pairs_from_either_source() -> None:
    assert on_one_clause()[frozenset(("storms", "mulberries"))] == {"9.4d"}
    assert "8.2a" in in_the_code()[frozenset(("building_cadres", "factories"))]
    assert "read together" in in_the_code()[frozenset(("cut_off_cities_idle", "blockade_stops_production"))]
