"""Chapter 9 and the stretch-goal units: factories, storms, destruction, airfields, mulberries, bombs and rockets."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.core.ask import Kind, random_answer
from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.games.victory.state import VictoryState
from grognard.testing import rule
from tests.games.victory._help import (
    act,
    after_supply,
    asked,
    barred,
    end_moves,
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

FACTORIES = {"factories": True}
NOBODY = {"blue-infantry-9": "0913"}


def purse(play: Play, hex: str, player: str = "red") -> dict[str, Any]:
    return next(row for row in play.view(player)["ask"]["focus"]["cities"] if row["hex"] == hex)


def battle(place: dict[str, str], dice: list[int], hex: str, attacker: str = "red", **words: object) -> Play:
    return pos(place, battles={hex: attacker}, step="combat", dice=[*dice, *[6] * 100], **words)


# ---- factories


@rule("victory", "9.1a", "9.1e")
def test_factories_at_the_start_match_city_values_and_naval_ones_stand_on_the_coast() -> None:
    play = GAME.new("quick-start", FACTORIES, seed=1)
    play.answer("red", "muster")
    first = play.view("red")["ask"]["focus"]["hex"]
    kinds = offered(play, "red", "place_factory")
    assert {"air-factory", "ground-factory"} <= kinds
    seen = set()
    while offered(play, "red", "place_factory"):
        hex = play.view("red")["ask"]["focus"]["hex"]
        seen.add(hex)
        if hex in ("1303", "0902"):
            refused(play, "red", "place_factory", "naval-factory", rule="9.1a")
        play.answer(
            "red",
            "place_factory",
            "ground-factory" if play.legal("red", "place_factory", "ground-factory") else "air-factory",
        )
    assert first in seen and len(seen) == 6
    lane = state_of(play).lanes
    assert lane is not None


@rule("victory", "9.1a")
def test_two_and_one_fill_a_three_point_city_and_two_and_two_do_not_fit() -> None:
    place = {"red-naval-factory-1": "0707 at 2", "red-air-factory-1": "0707 at 1", **NOBODY}
    play = pos(place, options=FACTORIES, step="production")
    assert purse(play, "0707") == {"hex": "0707", "air": 1, "naval": 2, "ground": 0}
    assert "0707" not in offered(play, "red", "pay_at"), "a city of 3 holds no fourth point"


@rule("victory", "9.1b")
def test_a_factory_builds_only_its_own_class() -> None:
    place = {"red-air-factory-1": "0707 at 3", **NOBODY}
    play = pos(place, options=FACTORIES, step="production")
    play.answer("red", "build_at", "0707")
    refused(play, "red", "build", "infantry", rule="9.1b")
    assert "fighter" in offered(play, "red", "build")


@rule("victory", "9.1c")
def test_an_idle_factory_is_exchanged_for_an_empty_one_of_another_kind() -> None:
    place = {"red-naval-factory-1": "0306 at 1", "red-infantry-1": "0306 at 1", **NOBODY}
    play = pos(place, options=FACTORIES, step="production")
    copy = play.clone()
    copy.answer("red", "build_at", "0306")
    copy.answer("red", "build", "submarine")
    refused(copy, "red", "exchange", "red-naval-factory-1", rule="9.1c")
    play.answer("red", "exchange", "red-naval-factory-1")
    play.answer("red", "exchange_for", "air-factory")
    play.answer("red", "done")
    play.answer("blue", "done")
    assert where(play, "red-air-factory-1") == "0306" and steps(play, "red-air-factory-1") == [0]


@rule("victory", "9.1d", "6.46a")
def test_factories_fight_in_f_take_hits_and_keep_their_zero_step() -> None:
    place = {"red-air-factory-1": "0707 at 1", "red-infantry-1": "0707 at 1", "blue-armor-1": "0707 from 0708"}
    play = battle(place, [1, 6, 6, 6], "0707", "blue", options=FACTORIES)
    act(play, "fire_ground", ("hit", "red-air-factory-1"))
    assert where(play, "red-air-factory-1") == "0707" and steps(play, "red-air-factory-1") == [0]
    place = {"red-air-factory-1": "0707 at 3", "red-infantry-1": "0707", "blue-infantry-1": "0707 from 0708"}
    play = battle(place, [], "0707", "blue", options=FACTORIES)
    act(play, "pass", "pass")
    assert asked(play)[1] == "red-air-factory-1", "F is last"
    assert play.view("red")["ask"]["focus"]["fire"] == {"ground": {"firepower": 1, "dice": 3}}


@rule("victory", "9.1d")
def test_factories_alone_with_enemy_ground_are_captured_at_their_strength() -> None:
    place = {"red-air-factory-1": "0909 at 1", "blue-infantry-1": "0910"}
    play = pos(place, options=FACTORIES, active="blue")
    go(play, "blue-infantry-1", "0909")
    assert where(play, "blue-air-factory-1") == "0909" and steps(play, "blue-air-factory-1") == [1]
    assert where(play, "red-air-factory-1") == "pool" and not state_of(play).battles


@rule("victory", "9.1e", "9.1f")
def test_a_factory_step_costs_one_point_from_the_same_or_another_city() -> None:
    place = {
        "red-air-factory-1": "0707 at 2",
        "red-ground-factory-1": "0909 at 1",
        "red-fighter-1": "0707 at 1",
        **NOBODY,
    }
    play = pos(place, options=FACTORIES, step="production")
    copy = play.clone()
    copy.answer("red", "pay_at", "0707")
    copy.answer("red", "place_factory", "air-factory")
    copy.answer("red", "pay_at", "0909")
    assert purse(copy, "0707")["air"] == 2, "another city paid"
    play.answer("red", "pay_at", "0707")
    play.answer("red", "place_factory", "air-factory")
    play.answer("red", "pay_at", "0707")
    play.answer("red", "add_step", "red-fighter-1")
    refused(play, "red", "add_step", "red-fighter-1", rule="8.3")


@rule("victory", "9.1g", "4.3.RE.b")
def test_resources_in_factories_become_points_of_their_kinds() -> None:
    place = {
        "red-naval-factory-1": "0707 at 2",
        "red-air-factory-1": "0707 at 1",
        "red-resource-1": "0707 at 2",
        **NOBODY,
    }
    play = pos(place, options={"factories": True, "resources": True}, step="production")
    play.answer("red", "convert", "red-resource-1")
    assert purse(play, "0707") == {"hex": "0707", "air": 3, "naval": 6, "ground": 0}


# ---- storms


STORMS = {"storms": True}


@rule("victory", "9.4a")
def test_units_in_the_storm_are_held_and_nobody_enters_or_flies_through() -> None:
    place = {
        "red-infantry-1": "0504",
        "red-fighter-1": "0403",
        "red-infantry-2": "0304",
        "red-fighter-2": "0705",
        "blue-infantry-1": "0404",
    }
    play = pos(place, storm="0504", options=STORMS, active="red")
    refused(play, "red", "unit", "red-infantry-1", rule="9.4a")
    refused(play, "red", "unit", "red-fighter-1", rule="9.4a")
    barred(play, "red-infantry-2", "move", "0404", "9.4a")
    assert "0404" not in may(play, "red-fighter-2")


@rule("victory", "9.4a")
def test_a_battle_begun_before_is_fought_in_the_storm() -> None:
    play = battle(
        {"red-infantry-1": "0504 from 0404", "blue-infantry-1": "0504"}, [], "0504", storm="0504", options=STORMS
    )
    assert state_of(play).fight is not None


@rule("victory", "9.4b")
def test_a_retreat_into_the_storm_costs_a_step() -> None:
    place = {"blue-infantry-1": "0504 at 1", "blue-armor-1": "0504 at 2", "red-infantry-1": "0504 from 0404"}
    play = battle(place, [], "0504", storm="0705", options=STORMS)
    act(play, ("retreat", "0604"))
    assert happened(play, "event.reduced")[-1]["strength"] == 1
    play = battle(
        {"blue-infantry-1": "0504 at 1", "red-infantry-1": "0504 from 0404"}, [], "0504", storm="0705", options=STORMS
    )
    act(play, ("retreat", "0604"))
    assert where(play, "blue-infantry-1") == "pool"


@rule("victory", "9.4c")
def test_a_city_in_the_storm_builds() -> None:
    play = pos({"red-infantry-1": "0902 at 1", **NOBODY}, storm="0902", options=STORMS, step="production")
    assert play.legal("red", "add_step", "red-infantry-1")


@rule("victory", "9.4d")
def test_the_storm_destroys_a_mulberry_or_closes_it_for_a_turn() -> None:
    options = {"storms": True, "mulberries": True}
    place = {"red-engineer-1": "0605", "red-infantry-1": "0606", **NOBODY}
    play = pos(
        place, storm="0608", mulberries={"0605": "red"}, options=options, step="initiative", dice=[6, 6, 1, 1, 1, 3]
    )
    assert not state_of(play).mulberries, "it landed on 0605"
    play = pos(
        {**place, "red-infantry-1": "0307"}, storm="0604", mulberries={"0605": "red"}, options=options, active="red"
    )
    assert "0605" not in may(play, "red-infantry-1", "sea_move")
    play = pos({**place, "red-infantry-1": "0307"}, mulberries={"0605": "red"}, options=options, active="red")
    assert "0605" in may(play, "red-infantry-1", "sea_move")


@rule("victory", "9.4e")
def test_the_storm_starts_in_the_centre_and_leaves_the_map_for_good() -> None:
    play = GAME.new("quick-start", STORMS, seed=1)
    play.answer("red", "muster")
    assert state_of(play).storm == state_of(play).game.ground.centre
    place = {**NOBODY, "red-infantry-1": "0902"}
    play = pos(place, storm="0911", options=STORMS, step="initiative", dice=[6, 6, 1, 1, 3, 2])
    assert state_of(play).storm == state_of(play).game.ground.grid.index("1112"), "3 is south-east, 2 hexes"
    play = pos(place, storm="0902", options=STORMS, step="initiative", dice=[6, 6, 1, 1, 1, 6])
    assert state_of(play).storm == 0 and happened(play, "event.storm_gone")


# ---- destruction


DESTRUCTION = {"destruction": True}


def other_bridge(play: Play[VictoryState], than: str) -> str:
    """Any other bridge of the map."""
    game = state_of(play).game
    names = [str(game.target_name(Kind.HEXSIDE, number)) for number in range(len(game.ground.bridges))]
    return next(name for name in names if name != than)


@rule("victory", "9.5a", "9.5b")
def test_two_hits_of_several_units_destroy_a_bridge() -> None:
    place = {"red-infantry-1": "1305 at 1", "red-infantry-2": "1405 at 1", "red-infantry-3": "1204", **NOBODY}
    play = pos(place, options=DESTRUCTION, step="combat", dice=[1, 2])
    refused(play, "red", "wreck", "red-infantry-3", rule="9.5a")
    play.answer("red", "wreck", "red-infantry-1")
    assert offered(play, "red", "wreck_bridge") == {"1305-1405"}, "roads cannot be hit"
    far = other_bridge(play, "1305-1405")
    assert [reason.message.key for reason in play.why("red", "wreck_bridge", far)] == ["why.wreck_far"]
    assert [reason.message.key for reason in play.why("red", "wreck_canal", "1305")] == ["why.no_canal"]
    play.answer("red", "wreck_bridge", "1305-1405")
    assert state_of(play).ruined == ()
    play.answer("red", "wreck", "red-infantry-2")
    play.answer("red", "wreck_bridge", "1305-1405")
    assert state_of(play).ruined == (
        state_of(play).game.ground.bridges.index(
            tuple(
                sorted((state_of(play).game.ground.grid.index("1305"), state_of(play).game.ground.grid.index("1405")))
            )
        ),
    )
    assert {"kind": "ruined_bridge"}.items() <= play.view(None)["markers"][-1].items()


@rule("victory", "9.5a", "9.5b")
def test_air_units_and_ships_fire_from_next_to_a_canal_and_ships_do_not_pass_a_ruined_one() -> None:
    options = {"destruction": True, "maps": "south/east"}
    place = {"red-fighter-1": "0605 at 4", "red-cruiser-1": "0405", "blue-infantry-9": "0913"}
    play = pos(place, options=options, step="combat", dice=[1, 1, 6, 6], unchecked=True)
    play.answer("red", "wreck", "red-fighter-1")
    play.answer("red", "wreck_canal", "0706")
    assert play.view(None)["markers"][-1] == {"kind": "ruined_canal", "hex": "0706"}
    play = pos(place, options=options, ruined_canals=["0706"], active="red", unchecked=True)
    assert "0906" not in may(play, "red-cruiser-1", "strategic")


@rule("victory", "9.5a", "5.9a")
def test_who_moved_strategically_does_not_fire_at_a_bridge() -> None:
    place = {"red-infantry-1": "1204", "red-infantry-2": "1305", **NOBODY}
    play = pos(place, options=DESTRUCTION, active="red")
    go(play, "red-infantry-1", ("strategic", "1405"))
    end_moves(play)
    assert offered(play, "red", "wreck") == {"red-infantry-2"}
    refused(play, "red", "wreck", "red-infantry-1", rule="9.5a")


@rule("victory", "9.5a", "6.1a")
def test_bridges_are_fired_at_before_any_battle_and_only_once_a_block_acts() -> None:
    place = {
        "red-infantry-1": "1305", "red-infantry-2": "0404", "blue-infantry-1": "1405",
        "blue-infantry-2": "1305 from 1405", **NOBODY,
    }  # fmt: skip
    play = pos(place, options=DESTRUCTION, battles={"1305": "blue"}, active="red", step="combat")
    assert play.deciders == ("red",) and not offered(play, "red", "wreck"), "its hex is a battle"
    play.answer("red", "done")
    assert offered(play, "blue", "wreck") == {"blue-infantry-1"}, "before the battle, not after it"


@rule("victory", "9.5a", "fog.1", "stretch.6")
def test_who_fired_at_a_bridge_stands_up_again_and_a_rocket_is_used_up() -> None:
    place = {"red-infantry-1": "1305", "red-rocket-1": "1305 at 1", **NOBODY}
    play = pos(place, options={**DESTRUCTION, "stretch_units": True}, step="combat", dice=[6] * 80)
    for unit in ("red-infantry-1", "red-rocket-1"):
        play.answer("red", "wreck", unit)
        play.answer("red", "wreck_bridge", "1305-1405")
    assert where(play, "red-rocket-1") == "pool"
    assert [piece["id"] for piece in play.view("blue")["pieces"] if piece["side"] == "red"] == ["seen:1305:1"]
    play.answer("red", "done")
    assert [piece["id"] for piece in play.view("blue")["pieces"] if piece["side"] == "red"] == ["hidden:1305:1"]


@rule("victory", "9.5a", "9.1d", "4.2.CV.c")
def test_factories_and_aircraft_that_cannot_take_off_do_not_fire_at_bridges_and_canals() -> None:
    options = {"destruction": True, "maps": "south/east"}
    place = {
        "red-carrier-1": "0706", "red-fighter-1": "0706 at 1 aboard red-carrier-1", "red-fighter-2": "0605",
        "blue-infantry-9": "0913",
    }  # fmt: skip
    play = pos(place, options=options, step="combat", unchecked=True)
    assert offered(play, "red", "wreck") == {"red-fighter-2"}
    options = {"destruction": True, "factories": True}
    factories = {"red-ground-factory-1": "1405", "red-infantry-1": "1405", **NOBODY}
    play = pos(factories, options=options, step="combat", unchecked=True)  # no city has a bridge beside it
    assert offered(play, "red", "wreck") == {"red-infantry-1"}


@rule("victory", "9.5b")
def test_a_river_with_a_ruined_bridge_is_an_ordinary_unbridged_one() -> None:
    place = {"red-infantry-1": "1405", **NOBODY}
    play = pos(place, options=DESTRUCTION, ruined=["1305-1405"], active="red")
    assert "1305" in may(play, "red-infantry-1") and "1204" not in may(play, "red-infantry-1")
    assert "1305" not in may(play, "red-infantry-1", "strategic")


@rule("victory", "9.5c")
def test_an_engineer_repairs_with_a_step_where_both_ends_are_friendly() -> None:
    place = {"red-engineer-1": "1305 at 1", "red-infantry-1": "1405", **NOBODY}
    play = pos(place, options=DESTRUCTION, ruined=["1305-1405"], step="production")
    play.answer("red", "repair", "red-engineer-1")
    far = other_bridge(play, "1305-1405")
    assert [reason.message.key for reason in play.why("red", "repair_bridge", far)] == ["why.nothing_to_repair"]
    play.answer("red", "repair_bridge", "1305-1405")
    play.answer("red", "done")
    play.answer("blue", "done")
    assert state_of(play).ruined == () and where(play, "red-engineer-1") == "pool"
    place = {"red-engineer-1": "1305", "blue-infantry-1": "1405", **NOBODY}
    play = pos(place, options=DESTRUCTION, ruined=["1305-1405"], step="production")
    refused(play, "red", "repair", "red-engineer-1", rule="9.5c")


# ---- airfields and mulberries


AIRFIELDS = {"airfields": True}


@rule("victory", "9.6a", "9.6b")
def test_an_engineer_builds_a_minor_airfield_and_later_a_major_one_not_in_settlements() -> None:
    place = {"red-engineer-1": "0504 at 3", "red-engineer-2": "0707", **NOBODY}
    play = pos(place, options=AIRFIELDS, step="production")
    refused(play, "red", "build_airfield", "red-engineer-2", rule="9.6b")
    play.answer("red", "build_airfield", "red-engineer-1")
    refused(play, "red", "build_airfield", "red-engineer-1", rule="9.6a")
    play = pos(place, options=AIRFIELDS, airfields={"0504": ("minor", "red")}, step="production")
    play.answer("red", "build_airfield", "red-engineer-1")
    play.answer("red", "done")
    play.answer("blue", "done")
    assert {"kind": "airfield", "major": True}.items() <= next(
        row for row in play.view(None)["markers"] if row["kind"] == "airfield"
    ).items()


@rule("victory", "9.6b")
def test_a_minor_airfield_holds_one_air_unit_and_a_major_one_two() -> None:
    place = {"red-infantry-1": "0504", "red-fighter-1": "0403", "red-fighter-2": "0403", "red-fighter-3": "0306"}
    play = pos(place, options=AIRFIELDS, airfields={"0504": ("minor", "red")}, active="red")
    go(play, "red-fighter-1", "0504")
    barred(play, "red-fighter-2", "move", "0504", "5.51a")
    play = pos(place, options=AIRFIELDS, airfields={"0504": ("major", "red")}, active="red")
    go(play, "red-fighter-1", "0504")
    go(play, "red-fighter-2", "0504")
    barred(play, "red-fighter-3", "move", "0504", "5.51a")


@rule("victory", "9.6c")
def test_two_hits_in_one_battle_reduce_a_major_airfield() -> None:
    place = {"red-infantry-1": "0504 at 1", "blue-armor-1": "0504 from 0604"}
    play = battle(place, [1, 1, 6, 6], "0504", "blue", options=AIRFIELDS, airfields={"0504": ("major", "red")})
    act(play, "fire_ground")
    assert state_of(play).airfields[state_of(play).game.ground.grid.index("0504")][0] == 1
    play = battle(place, [1, 6, 6, 6], "0504", "blue", options=AIRFIELDS, airfields={"0504": ("major", "red")})
    act(play, "fire_ground")
    assert state_of(play).airfields[state_of(play).game.ground.grid.index("0504")][0] == 2, "one hit: no effect later"


@rule("victory", "9.6d")
def test_a_captured_airfield_is_used_from_the_next_turn() -> None:
    place = {"blue-infantry-1": "0604", "blue-fighter-1": "0707", "blue-infantry-2": "0707"}
    play = pos(place, options=AIRFIELDS, airfields={"0504": ("major", "red")}, active="blue")
    go(play, "blue-infantry-1", "0504")
    assert state_of(play).airfields[state_of(play).game.ground.grid.index("0504")] == (2, 1, 2)
    assert "0504" not in may(play, "blue-fighter-1")


@rule("victory", "9.6d", "6.71e")
def test_a_marine_that_comes_ashore_as_a_beachhead_takes_the_airfield() -> None:
    place = {"blue-marine-1": "0605 at sea", "red-infantry-1": "0404", **NOBODY}
    fields = {"0605": ("minor", "red")}
    for declares, side in ((False, "red"), (True, "blue")):
        play = pos(place, options=AIRFIELDS, airfields=fields, step="supply")
        if declares:
            play.answer("blue", "beachhead", "blue-marine-1")
        play.answer("blue", "done")
        (marker,) = (row for row in play.view(None)["markers"] if row["kind"] == "airfield")
        assert (marker["hex"], marker["side"]) == ("0605", side)
        assert marker["from_turn"] == (2 if declares else 0), "usable from the next turn"


@rule("victory", "9.6e")
def test_units_on_an_airfield_off_the_road_suffer_attrition() -> None:
    place = {"red-fighter-1": "1503 at 3", "red-infantry-1": "1503 at 3"}
    play = after_supply(place, options=AIRFIELDS, airfields={"1503": ("major", "red")})
    assert steps(play, "red-fighter-1", "red-infantry-1") == [2, 2]


MULBERRIES = {"mulberries": True}


@rule("victory", "9.7a")
def test_a_mulberry_is_a_port_of_capacity_2_on_the_coast() -> None:
    place = {"red-engineer-1": "0605 at 2", "red-engineer-2": "0504", **NOBODY}
    play = pos(place, options=MULBERRIES, step="production")
    refused(play, "red", "build_mulberry", "red-engineer-2", rule="9.7a")
    play.answer("red", "build_mulberry", "red-engineer-1")
    place = {f"red-infantry-{n}": "0606" for n in (1, 2, 3)} | {"red-engineer-1": "0605"}
    play = pos(place, options=MULBERRIES, mulberries={"0605": "red"}, active="red")
    go(play, "red-infantry-1", ("sea_move", "0605"))
    go(play, "red-infantry-2", ("sea_move", "0605"))
    barred(play, "red-infantry-3", "sea_move", "0605", "5.92a")


@rule("victory", "9.7b")
def test_supply_goes_from_a_mulberry_on_by_road() -> None:
    place = {"blue-engineer-1": "0804", "blue-infantry-1": "1003 at 3"}
    assert steps(after_supply(place, options=MULBERRIES, mulberries={"0804": "blue"}), "blue-infantry-1") == [3]
    assert steps(after_supply(place, options=MULBERRIES), "blue-infantry-1") == [2]


@rule("victory", "9.7c")
def test_two_hits_in_one_battle_destroy_a_mulberry() -> None:
    place = {"red-infantry-1": "0605 at 1", "blue-armor-1": "0605 from 0604"}
    play = battle(place, [1, 1, 6, 6], "0605", "blue", options=MULBERRIES, mulberries={"0605": "red"})
    act(play, "fire_ground")
    assert not state_of(play).mulberries
    play = battle(place, [1, 6, 6, 6], "0605", "blue", options=MULBERRIES, mulberries={"0605": "red"})
    act(play, "fire_ground")
    assert state_of(play).mulberries


@rule("victory", "9.7c")
def test_a_lone_ship_captures_a_mulberry_for_the_next_turn() -> None:
    place = {"blue-cruiser-1": "0606", "blue-infantry-1": "0507"}
    play = pos(place, options=MULBERRIES, mulberries={"0605": "red"}, active="blue")
    go(play, "blue-cruiser-1", "0605")
    assert state_of(play).mulberries[state_of(play).game.ground.grid.index("0605")] == (1, 2)
    assert "0605" not in may(play, "blue-infantry-1", "sea_move")


# ---- stretch-goal units


STRETCH = {"stretch_units": True}


@rule("victory", "stretch.1")
def test_the_atom_bomb_hits_every_block_or_is_a_dud() -> None:
    place = {
        "blue-infantry-1": "0504 at 1",
        "blue-armor-1": "0504",
        "red-infantry-1": "0504 from 0404",
        "red-atom-bomb-1": "0504 flown 5",
    }
    play = battle(place, [5], "0504", options=STRETCH)
    act(play, "bomb")
    assert where(play, "blue-infantry-1") == "pool" and steps(play, "blue-armor-1", "red-infantry-1") == [3, 3]
    assert where(play, "red-atom-bomb-1") == "pool"
    play = battle(place, [6], "0504", options=STRETCH)
    act(play, "bomb")
    assert steps(play, "blue-infantry-1", "blue-armor-1", "red-infantry-1") == [1, 4, 4]
    assert where(play, "red-atom-bomb-1") == "pool"


@rule("victory", "stretch.1", "6.31a")
def test_fighters_come_before_the_bomb_and_bombers_after() -> None:
    place = {
        "blue-infantry-1": "0707",
        "blue-fighter-1": "0707",
        "blue-dive-bomber-1": "0707",
        "red-atom-bomb-1": "0707 flown 5",
    }
    play = battle(place, [], "0707", options=STRETCH)
    order = [asked(play)[1]]
    act(play, "pass")
    order.append(asked(play)[1])
    act(play, "pass")
    order.append(asked(play)[1])
    assert order == ["blue-fighter-1", "red-atom-bomb-1", "blue-dive-bomber-1"]


@rule("victory", "stretch.1")
def test_the_bomb_is_built_in_a_3_value_air_factory_or_by_an_option_in_big_cities() -> None:
    play = pos(NOBODY, options=STRETCH, step="production")
    play.answer("red", "build_at", "0707")
    refused(play, "red", "build", "atom-bomb", rule="stretch.1")
    place = {"red-air-factory-1": "0707 at 3", **NOBODY}
    play = pos(place, options={"stretch_units": True, "factories": True}, step="production")
    play.answer("red", "build_at", "0707")
    play.answer("red", "build", "atom-bomb")
    play = pos(NOBODY, options={**STRETCH, "bomb_in_cities": True}, step="production")
    play.answer("red", "build_at", "1005")
    refused(play, "red", "build", "atom-bomb", rule="8.3")
    play.answer("red", "cancel")
    play.answer("red", "build_at", "0707")
    assert "atom-bomb" in offered(play, "red", "build")
    place = {"red-air-factory-1": "0707 at 2", "red-naval-factory-1": "0707 at 1", **NOBODY}
    play = pos(place, options={"stretch_units": True, "factories": True}, step="production")
    play.answer("red", "build_at", "0707")
    assert "atom-bomb" not in offered(play, "red", "build")


@rule("victory", "stretch.2")
def test_cavalry_is_not_stopped_by_forest_marsh_or_mountain() -> None:
    play = pos({"red-cavalry-1": "0604", "red-armor-1": "0604"}, options=STRETCH, active="red")
    for unit, onward in (("red-cavalry-1", True), ("red-armor-1", False)):
        copy = play.clone()
        copy.answer("red", "unit", unit)
        copy.answer("red", "move", "0503")
        assert copy.legal("red", "move", "0402") == onward


@rule("victory", "stretch.3", "6.7b")
def test_commandos_invade_from_two_hexes_away_and_fire_g3() -> None:
    play = pos({"blue-commando-1": "0507", "red-infantry-1": "0707"}, options=STRETCH, active="blue")
    assert "0707" in may(play, "blue-commando-1")
    place = {"red-infantry-1": "0707", "blue-commando-1": "0707 from 0706 at sea"}
    play = battle(place, [], "0707", "blue", options=STRETCH)
    act(play, "pass", "land", "pass")
    assert play.view("blue")["ask"]["focus"]["fire"] == {"ground": {"firepower": 3, "dice": 3}}
    play = pos({"blue-commando-1": "0605"}, options=STRETCH, step="supply")
    assert not offered(play, "blue", "beachhead"), "no beachhead"


@rule("victory", "stretch.4")
def test_an_attacking_jet_fires_before_a_defending_fighter() -> None:
    place = {"blue-fighter-1": "0707", "blue-infantry-1": "0707", "red-jet-fighter-1": "0707 flown 3"}
    assert asked(battle(place, [], "0707", options=STRETCH))[1] == "red-jet-fighter-1"


@rule("victory", "stretch.6", "6.48a", "6.46b")
def test_rockets_fire_first_are_used_up_and_risk_friendly_fire() -> None:
    place = {
        "blue-infantry-1": "0504 at 2",
        "blue-fighter-1": "0504 flown 1",
        "red-infantry-1": "0504 from 0404",
        "red-rocket-1": "0504 flown 3",
    }
    play = battle(place, [1, 1, 6, 6], "0504", options=STRETCH)
    assert asked(play)[1] == "red-rocket-1"
    act(play, "fire_ground")
    assert steps(play, "blue-infantry-1") == [1], "the last ground step is safe"
    assert steps(play, "red-infantry-1") == [2] and where(play, "red-rocket-1") == "pool"


@rule("victory", "stretch.6", "fog.1")
def test_a_rocket_alone_does_not_reveal_the_defenders() -> None:
    place = {"blue-infantry-1": "0504", "red-rocket-1": "0403"}
    play = pos(place, options=STRETCH, active="red", dice=[1, 6, 6, 6])
    go(play, "red-rocket-1", ("launch_at", "0504"))
    end_moves(play)
    assert happened(play, "event.rocket")[0]["hits"] == 1
    assert [piece["id"] for piece in play.view("red")["pieces"]] == ["hidden:0504:1"]
    log = "\n".join(play.log("en", "red"))
    assert "Infantry" not in log
    asked_of = play.view("blue")
    assert asked_of["ask"]["answers"]["hit"] == ["blue-infantry-1"] and asked_of["battle"] is None


@rule("victory", "stretch.6")
def test_a_rocket_does_not_respond() -> None:
    place = {"red-infantry-1": "0404", "blue-infantry-1": "0504", "blue-rocket-1": "0604"}
    play = pos(place, options=STRETCH, active="red")
    go(play, "red-infantry-1", "0504")
    play.answer("red", "end_move")
    barred(play, "blue-rocket-1", "launch_at", "0504", "stretch.6")


def test_random_games_with_everything_on_reach_their_end() -> None:
    names = ("factories", "resources", "storms", "destruction", "airfields", "mulberries", "stretch_units", "regroup")
    options = dict.fromkeys((*names, "pursuit_round"), True)
    for seed in range(2):
        state = GAME.fast_state(seed, "quick-start", options)
        rng = Random(seed)
        for _ in range(30_000):
            if state.over:
                break
            player = rng.choice(state.deciders)
            state.apply(player, random_answer(state.ask(player), rng))
        assert state.over and not GAME.invariants(state)
