"""Chapters 7 and 8: supply, attrition and production."""

from __future__ import annotations

import pytest

from grognard.games.victory.logistics.supply import network
from grognard.testing import rule
from tests.games.victory._help import (
    after_supply,
    at_sea,
    go,
    happened,
    offered,
    pos,
    refused,
    state_of,
    steps,
    where,
)

NOBODY = {"blue-infantry-9": "0913"}


# ---- supply


@rule("victory", "7.0", "7.1a", "7.2")
def test_units_on_and_next_to_a_line_are_supplied_and_others_lose_a_step() -> None:
    place = {
        "red-infantry-1": "1204 at 3",
        "red-infantry-2": "1203 at 3",
        "red-infantry-3": "1503 at 3",
        "red-infantry-4": "1503 at 1",
    }
    play = after_supply(place)
    assert steps(play, "red-infantry-1", "red-infantry-2", "red-infantry-3") == [3, 3, 2]
    assert where(play, "red-infantry-4") == "pool"


@rule("victory", "7.0")
def test_an_air_unit_at_a_town_off_every_line_loses_a_step() -> None:
    play = after_supply({"red-fighter-1": "0715 at 3", "red-fighter-2": "0403 at 3"})
    assert steps(play, "red-fighter-1", "red-fighter-2") == [2, 3]


@rule("victory", "7.0", "3.1.alpine", "3.1.river.c")
def test_adjacent_does_not_count_over_alpine_hexsides_or_below_the_first_bridge() -> None:
    ground = state_of(pos({})).game.ground
    index = ground.grid.index
    assert not ground.crosses(ground.supply_sides, index("0602"), index("0703"))
    assert not ground.crosses(ground.supply_sides, index("1306"), index("1405"))
    assert ground.crosses(ground.supply_sides, index("1305"), index("1405")), "a bridge"


@rule("victory", "7.1a")
def test_unsupplied_units_move_and_fight_normally() -> None:
    play = pos({"red-infantry-1": "0514", "blue-infantry-1": "0613"}, active="red")
    play.answer("red", "unit", "red-infantry-1")
    assert "0613" in offered(play, "red", "move")


@rule("victory", "7.1b", "6.6d")
def test_unsupplied_airborne_die_beside_infantry_that_loses_a_step() -> None:
    play = after_supply({"red-airborne-1": "0614 at 3", "red-infantry-1": "0614 at 3"})
    assert where(play, "red-airborne-1") == "pool" and steps(play, "red-infantry-1") == [2]


@rule("victory", "7.1c")
def test_unsupplied_paratroops_cut_no_line_but_a_cruiser_always_does() -> None:
    place = {"blue-airborne-1": "0904 at 3", "red-infantry-1": "1004 at 3"}
    play = after_supply(place)
    assert where(play, "blue-airborne-1") == "pool" and steps(play, "red-infantry-1") == [3]
    place = {"blue-cruiser-1": "0605", "red-infantry-1": "0106 at 3"}
    lines = state_of(pos(place)).game
    assert lines.ground.coastal >> lines.ground.grid.index("0605") & 1


@rule("victory", "7.1c")
def test_two_units_on_each_others_only_road_are_both_supplied() -> None:
    place = {"red-infantry-1": "0911 at 3", "blue-infantry-1": "0910 at 3"}
    play = after_supply(place)
    assert steps(play, "red-infantry-1", "blue-infantry-1") == [3, 3]


@rule("victory", "7.2", "9.5b")
def test_enemy_hexes_and_ruined_bridges_cut_and_alpine_roads_pass() -> None:
    play = pos({"red-infantry-1": "1506 at 3", "blue-infantry-1": "1304", "blue-infantry-2": "1405"})
    state = state_of(play)
    index = state.game.ground.grid.index
    assert not network(state, 0, -1).lines >> index("1506") & 1
    state = state_of(pos({}))
    assert network(state, 1, -1).lines >> index("0715") & 1 and network(state, 1, -1).lines >> index("0714") & 1
    state = state_of(pos({}, ruined=["1305-1405"], options={"destruction": True}))
    assert not network(state, 0, -1).lines >> index("1506") & 1


@rule("victory", "7.3a")
def test_a_line_to_a_town_only_supplies_nobody() -> None:
    play = after_supply({"red-infantry-1": "0916 at 3", "red-infantry-2": "0915 at 3"})
    assert steps(play, "red-infantry-1", "red-infantry-2") == [2, 2]
    play = after_supply({"blue-infantry-1": "0902 at 3"})
    assert steps(play, "blue-infantry-1") == [2], "a captured city alone is no base"
    held = state_of(pos({"red-infantry-1": "0913", "red-infantry-2": "0912"}))
    left = state_of(pos({"red-infantry-2": "0912"}))
    city = held.game.ground.grid.index("0913")
    assert network(held, 0, -1).cities >> city & 1 and not network(left, 0, -1).cities >> city & 1


@rule("victory", "7.3b", "6.6d")
def test_a_lone_city_supplies_nothing_not_even_itself() -> None:
    play = after_supply({"blue-airborne-1": "0902 at 3"})
    assert where(play, "blue-airborne-1") == "pool"
    play = after_supply(
        {"blue-infantry-1": "0902 at 3", "blue-infantry-2": "1005 at 3", "blue-infantry-3": "1003 at 3"}
    )
    assert steps(play, "blue-infantry-1", "blue-infantry-2") == [3, 3], "two cities linked with each other"


@rule("victory", "7.4a")
def test_sea_supply_joins_ports_and_combines_with_roads_until_a_submarine_cuts_it() -> None:
    cut = {"blue-infantry-1": "0205", "blue-infantry-2": "0405"}
    state = state_of(pos(cut))
    alex = state.game.ground.grid.index("0306")
    assert network(state, 0, -1).cities >> alex & 1, "by sea to Granton and on by road"
    state = state_of(pos({**cut, "blue-submarine-1": "0307"}))
    assert not network(state, 0, -1).cities >> alex & 1


@rule("victory", "7.4a", "6.8b")
def test_a_blockaded_port_is_cut_from_the_sea() -> None:
    place = {"red-infantry-1": "0306", "blue-cruiser-1": "0306", "blue-infantry-1": "0205", "blue-infantry-2": "0405"}
    state = state_of(pos(place, blockades={"0306": "blue"}))
    alex = state.game.ground.grid.index("0306")
    assert not network(state, 0, -1).cities >> alex & 1
    place.pop("blue-infantry-2")
    state = state_of(pos(place, blockades={"0306": "blue"}))
    assert network(state, 0, -1).cities >> alex & 1, "by road"


@rule("victory", "7.4b")
def test_a_beachhead_with_a_road_in_its_hex_serves_no_road() -> None:
    place = {"blue-marine-1": "0605 beachhead", "blue-infantry-1": "0403 at 3"}
    play = after_supply(place)
    assert steps(play, "blue-infantry-1") == [2]


@rule("victory", "7.5a")
def test_fleets_carrier_aircraft_and_transports_need_no_supply() -> None:
    place = {
        "red-carrier-1": "0407", "red-fighter-1": "0407 at 2 aboard red-carrier-1", "red-infantry-1": "0408 at 2",
    }  # fmt: skip
    play = after_supply(place)
    assert steps(play, "red-carrier-1", "red-fighter-1", "red-infantry-1") == [3, 2, 2]
    assert at_sea(play, "red-infantry-1")


@rule("victory", "7.5b")
def test_a_cruiser_cuts_a_coastal_road_unless_defended() -> None:
    index = state_of(pos({})).game.ground.grid.index
    cut = network(state_of(pos({"blue-cruiser-1": "0605"})), 0, -1)
    assert not cut.lines >> index("0605") & 1
    blockaded = pos({"blue-cruiser-1": "0605", "red-infantry-1": "0605"}, blockades={"0605": "blue"})
    held = network(state_of(blockaded), 0, -1)
    assert held.lines >> index("0605") & 1
    under = network(state_of(pos({"blue-submarine-1": "0605"})), 0, -1)
    assert under.lines >> index("0605") & 1


# ---- production

CUT_OFF = {
    "red-infantry-1": "0902 at 1", "blue-infantry-1": "0903", "blue-infantry-2": "0901", "blue-infantry-3": "1003",
    "blue-infantry-4": "1004", "blue-infantry-5": "1005", "blue-infantry-6": "1105",
}  # fmt: skip
"""A home city of Red's that no line joins to another."""


def cities(play: object, player: str = "red") -> dict[str, int]:
    return {row["hex"]: row["points"] for row in play.view(player)["ask"]["focus"]["cities"]}  # type: ignore[attr-defined]  # a Play


@rule("victory", "8.0")
def test_who_has_just_won_does_not_produce() -> None:
    place = {"red-infantry-1": "0913", "red-infantry-2": "0315"}
    play = pos(place, step="victory")
    assert play.result is not None and play.result.winner == "red"


@rule("victory", "8.1", "8.4b", "1.2b")
def test_each_controlled_supplied_city_gives_its_value() -> None:
    play = pos(NOBODY, step="production")
    assert cities(play) == {"0707": 3, "1005": 2, "1303": 2, "0306": 1, "0902": 1, "0909": 1}, (
        "home cities need no garrison"
    )
    play = pos({"blue-infantry-1": "0902", "blue-infantry-2": "1005", "blue-infantry-3": "1003"}, step="production")
    assert "0902" not in cities(play) and cities(play, "blue")["0902"] == 1


@rule("victory", "8.2a")
def test_points_of_one_city_are_spent_there_only() -> None:
    play = pos({"red-infantry-1": "0902 at 1", "red-infantry-2": "0403 at 1"}, step="production")
    play.answer("red", "add_step", "red-infantry-1")
    refused(play, "red", "add_step", "red-infantry-1", rule="8.3")
    refused(play, "red", "add_step", "red-infantry-2", rule="8.2a")


@rule("victory", "8.2a", "7.3b")
def test_a_cut_off_city_raises_new_units_but_adds_no_steps_to_those_it_has() -> None:
    play = pos(CUT_OFF, step="production")
    refused(play, "red", "add_step", "red-infantry-1", rule="8.2a")
    play.answer("red", "build_at", "0902")
    play.answer("red", "build", "armor")
    play.answer("red", "done")
    play.answer("blue", "done")
    assert where(play, "red-armor-1") == "0902" and steps(play, "red-infantry-1", "red-armor-1") == [1, 1]


@rule("victory", "8.2a", "8.opt.1")
@pytest.mark.parametrize("cadres", [False, True])
def test_a_new_unit_of_a_cut_off_city_grows_while_it_is_being_built(cadres: bool) -> None:
    ring = {
        "red-infantry-1": "0707 at 1", "blue-cruiser-1": "0708", "blue-cruiser-2": "0806", "blue-submarine-1": "0606",
        "blue-submarine-2": "0607", "blue-submarine-3": "0706",
    }  # fmt: skip
    play = pos(ring, step="production", options={"building_cadres": cadres})
    refused(play, "red", "add_step", "red-infantry-1", rule="8.2a")
    play.answer("red", "build_at", "0707")
    play.answer("red", "build", "armor")
    if cadres:
        refused(play, "red", "add_step", "red-armor-1", rule="8.opt.1")
    else:
        play.answer("red", "add_step", "red-armor-1")
        play.answer("red", "done")
        play.answer("blue", "done")
        assert steps(play, "red-armor-1") == [2]


@rule("victory", "8.2a")
def test_a_cut_off_city_is_idle_where_the_option_says_so() -> None:
    play = pos(CUT_OFF, step="production", options={"cut_off_cities_idle": True})
    refused(play, "red", "add_step", "red-infantry-1", rule="8.2a")
    refused(play, "red", "build_at", "0902", rule="8.2a")
    assert "0902" not in cities(play) and "0902" in cities(pos(CUT_OFF, step="production"))


@rule("victory", "8.2a", "8.2d", "5.2a")
def test_a_full_city_wastes_its_points() -> None:
    place = {f"red-infantry-{n}": "0902" for n in (1, 2, 3, 4)} | {"red-fighter-1": "0902", "red-fighter-2": "0902"}
    play = pos(place, step="production")
    refused(play, "red", "build_at", "0902", rule="8.2d")
    assert not offered(play, "red", "add_step")


@rule("victory", "8.2b")
def test_ships_marines_and_amphibs_are_built_on_the_coast() -> None:
    play = pos(NOBODY, step="production")
    play.answer("red", "build_at", "1303")
    for kind in ("battleship", "marine", "amphib"):
        refused(play, "red", "build", kind, rule="8.2b")
    play.answer("red", "cancel")
    play.answer("red", "build_at", "0707")
    assert {"battleship", "marine", "amphib"} <= offered(play, "red", "build")


@rule("victory", "8.2c")
@pytest.mark.parametrize("spent", [(3,), (2, 1), (1, 1, 1)])
def test_three_points_go_three_ways(spent: tuple[int, ...]) -> None:
    place = {f"red-infantry-{n}": "0707 at 1" for n in (1, 2, 3)}
    play = pos(place, step="production")
    for number_, count in enumerate(spent, 1):
        for _ in range(count):
            play.answer("red", "add_step", f"red-infantry-{number_}")
    refused(play, "red", "add_step", "red-infantry-3", rule="8.3")


@rule("victory", "8.21a")
def test_steps_merge_between_units_of_exactly_the_same_type() -> None:
    place = {"red-infantry-1": "0504 at 3", "red-infantry-2": "0504 at 2", "red-amphib-1": "0504 at 1"}
    play = pos(place, step="production")
    play.answer("red", "merge", "red-infantry-2")
    refused(play, "red", "into", "red-amphib-1", rule="8.21a")
    play.answer("red", "into", "red-infantry-1")
    play.answer("red", "done")
    play.answer("blue", "done")
    assert steps(play, "red-infantry-1", "red-infantry-2") == [4, 1]


@rule("victory", "8.21b", "8.22", "8.21c")
def test_a_freed_block_is_built_again_at_once() -> None:
    place = {f"red-infantry-{n}": "0504 at 1" for n in (1, 2)} | {f"red-infantry-{n}": "0404" for n in (3, 4, 5, 6)}
    place |= {f"red-infantry-{n}": "0604" for n in (7, 8, 9)}
    play = pos(place, step="production")
    play.answer("red", "build_at", "0707")
    refused(play, "red", "build", "infantry", rule="4.0.steps")
    play.answer("red", "cancel")
    refused(play, "red", "divide", "red-infantry-3", rule="8.21c")
    play.answer("red", "merge", "red-infantry-1")
    play.answer("red", "into", "red-infantry-2")
    play.answer("red", "build_at", "0707")
    assert "infantry" in offered(play, "red", "build")
    play.answer("red", "build", "infantry")
    play.answer("red", "disband", "red-infantry-3")
    play.answer("red", "build_at", "0707")
    assert "infantry" in offered(play, "red", "build")


@rule("victory", "8.21c")
def test_a_unit_is_divided_within_stacking() -> None:
    play = pos({"red-infantry-1": "0504 at 4"}, step="production")
    play.answer("red", "divide", "red-infantry-1")
    play.answer("red", "done")
    play.answer("blue", "done")
    assert sorted(steps(play, "red-infantry-1", "red-infantry-2")) == [1, 3] and where(play, "red-infantry-2") == "0504"


@rule("victory", "8.22")
def test_disbanding_gives_no_points() -> None:
    play = pos({"red-infantry-1": "0707 at 4"}, step="production")
    before = cities(play)
    play.answer("red", "disband", "red-infantry-1")
    assert cities(play) == before


@rule("victory", "8.22")
def test_others_do_not_hear_of_a_block_that_was_divided_off_and_disbanded_unseen() -> None:
    play = pos({"red-infantry-1": "0504 at 4"}, step="production")
    play.answer("red", "divide", "red-infantry-1")
    play.answer("red", "disband", "red-infantry-2")
    play.answer("red", "done")
    play.answer("blue", "done")
    assert any("disband" in line for line in play.log(player="red"))
    assert not any("disband" in line for line in (*play.log(player="blue"), *play.log()))


@rule("victory", "8.3", "8.2a")
def test_a_two_point_step_in_a_three_point_city_leaves_one() -> None:
    play = pos({"red-battleship-1": "0707 at 1", "red-infantry-1": "0707 at 1"}, step="production")
    play.answer("red", "add_step", "red-battleship-1")
    refused(play, "red", "add_step", "red-battleship-1", rule="8.3")
    play.answer("red", "add_step", "red-infantry-1")
    assert cities(play)["0707"] == 0


@rule("victory", "8.4a")
def test_captured_cities_add_steps_but_build_nothing_new() -> None:
    place = {"red-infantry-1": "0913 at 1", "red-infantry-2": "0912", "red-infantry-3": "0812"}
    play = pos(place, step="production")
    assert play.legal("red", "add_step", "red-infantry-1")
    refused(play, "red", "build_at", "0913", rule="8.4a")


@rule("victory", "8.4b", "5.4c")
def test_a_captured_city_left_empty_gives_nothing() -> None:
    play = pos({"red-infantry-1": "0812"}, step="production")
    assert "0913" not in cities(play)


@rule("victory", "8.opt.1")
def test_cadres_start_at_one_step() -> None:
    play = pos(NOBODY, step="production", options={"building_cadres": True})
    play.answer("red", "build_at", "0707")
    play.answer("red", "build", "infantry")
    refused(play, "red", "add_step", "red-infantry-1", rule="8.opt.1")


@rule("victory", "8.opt.2", "fog.1")
def test_submarines_on_coasts_are_shown_where_the_optional_rule_is_played() -> None:
    shown = {"submarine_control": True}
    play = pos({"red-submarine-1": "0707", "red-cruiser-1": "0707"}, active="red", options=shown)
    kinds = {piece.get("kind") for piece in play.view("blue")["pieces"]}
    assert kinds == {"submarine", None}
    attack = pos({"red-submarine-1": "0706", "blue-infantry-1": "0707"}, active="red", options=shown)
    go(attack, "red-submarine-1", "0707")
    assert [piece["kind"] for piece in attack.view("blue")["pieces"] if piece["side"] == "red"] == ["submarine"]


@rule("victory", "8.opt.2", "fog.1")
def test_a_submarine_on_a_coast_keeps_its_secret_by_default() -> None:
    play = pos({"red-submarine-1": "0706"}, active="red")
    go(play, "red-submarine-1", "0705")
    assert all(piece["id"].startswith("hidden:") for piece in play.view("blue")["pieces"])
    assert not happened(play, "event.revealed")
    play = pos({"blue-submarine-1": "0705"}, active="red")
    assert {"kind": "control", "hex": "0705", "side": "blue"} in play.view("red")["markers"], "it may be a surface ship"
