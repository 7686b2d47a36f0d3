"""Chapter 3: terrain, hexsides, settlements and roads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.games.victory import VictoryGame
from grognard.games.victory.schema import load
from grognard.testing import rule
from tests.games.victory._help import (
    act,
    after_supply,
    asked,
    barred,
    end_moves,
    entry,
    go,
    may,
    offered,
    pos,
    refused,
    state_of,
    steps,
    through_combat,
    where,
)


@rule("victory", "3.0a", "3.0d")
def test_the_more_restrictive_terrain_rules_a_hexside() -> None:
    ground = state_of(pos({})).game.ground
    index = ground.grid.index
    none: frozenset[int] = frozenset()
    assert ground.ground_limit(none, index("1304"), index("1403")) == 1  # forest and clear: and a river
    assert ground.ground_limit(none, index("0504"), index("0403")) == 2  # clear and clear
    assert ground.ground_limit(none, index("0503"), index("0504")) == 1  # forest and clear
    assert ground.ground_limit(none, index("0603"), index("0503")) == 1  # listed forest


@rule("victory", "3.0b", "5.2a")
def test_a_coastal_forest_takes_three_ground_units_two_ships_and_two_air_units() -> None:
    ground = state_of(pos({})).game.ground
    hex = ground.grid.index("1306")
    assert ground.stack[ground.grid.index("1206")] == 3 and ground.stop >> ground.grid.index("1206") & 1
    assert ground.naval_stack[ground.grid.index("1206")] == 2
    assert ground.stack[hex] == 4


@rule("victory", "3.0c")
def test_a_half_hex_takes_four_ground_units() -> None:
    place = {f"red-infantry-{n}": "0106 moved" for n in (1, 2, 3)}
    place |= {"red-infantry-4": "0205", "red-infantry-5": "0205"}
    play = pos(place, active="red")
    go(play, "red-infantry-4", "0106")
    barred(play, "red-infantry-5", "move", "0106", "5.2a")


@rule("victory", "3.0d", "3.1.river.a", "tec.stack")
def test_a_clear_hex_behind_a_river_is_entered_by_one_over_the_river_and_two_over_each_clear_hexside() -> None:
    place = {"blue-infantry-1": "1303", "red-artillery-1": "1403", "red-artillery-2": "1403"}
    place |= {f"red-infantry-{n}": "1302" for n in (3, 4, 5)} | {"red-infantry-6": "1202", "red-infantry-7": "1202"}
    play = pos(place, active="red")
    go(play, "red-artillery-1", "1303")
    barred(play, "red-artillery-2", "move", "1303", "5.3a")
    go(play, "red-infantry-3", "1303")
    go(play, "red-infantry-4", "1303")
    assert entry(play, "red-infantry-5", "1303") not in (None, "1302"), "by another hexside only"
    go(play, "red-infantry-6", "1303")
    assert "1303" not in may(play, "red-infantry-7")  # four in all


@rule("victory", "3.1.clear", "tec.stack")
def test_clear_takes_four_and_two_over_a_hexside() -> None:
    place = {f"red-infantry-{n}": "0504 moved" for n in (1, 2, 3, 4)}
    place |= {"red-infantry-5": "0604", "blue-infantry-1": "0704", "red-artillery-1": "0604"}
    place |= {"red-armor-1": "0604", "red-armor-2": "0604"}
    play = pos(place, active="red")
    barred(play, "red-infantry-5", "move", "0504", "5.2a")
    go(play, "red-armor-1", "0704")
    go(play, "red-armor-2", "0704")
    assert entry(play, "red-infantry-5", "0704") != "0604"
    barred(play, "red-artillery-1", "move", "0704", "5.3a")


@rule("victory", "3.1.desert")
def test_desert_takes_three_enters_two_by_two_and_does_not_stop() -> None:
    place = {f"red-infantry-{n}": "0803 moved" for n in (1, 2, 3)} | {"red-armor-1": "0703", "red-infantry-4": "0703"}
    play = pos(place, options={"maps": "south/east"}, active="red")
    barred(play, "red-infantry-4", "move", "0803", "5.2a")
    assert {"0804", "0903"} <= may(play, "red-armor-1")  # through the desert of 0803
    place = {
        "blue-infantry-1": "0803", "red-infantry-1": "0802", "red-infantry-2": "0802", "red-infantry-3": "0903",
        "red-artillery-1": "0802",
    }  # fmt: skip
    play = pos(place, options={"maps": "south/east"}, active="red")
    go(play, "red-infantry-1", "0803")
    go(play, "red-infantry-2", "0803")
    barred(play, "red-artillery-1", "move", "0803", "5.3a")
    go(play, "red-infantry-3", "0803")


@rule("victory", "3.1.forest", "5.7", "3.3a")
def test_forest_stops_off_road_and_takes_three() -> None:
    place = {"red-armor-1": "0404"} | {f"red-infantry-{n}": "0304 moved" for n in (1, 2, 3)}
    play = pos(place, active="red")
    barred(play, "red-armor-1", "move", "0304", "5.2a")
    play = pos({"red-armor-1": "0604"}, active="red")
    play.answer("red", "unit", "red-armor-1")
    play.answer("red", "move", "0503")
    assert play.deciders == ("red",) and where(play, "red-armor-1") == "0503"
    assert not play.legal("red", "move", "0402")  # it has stopped
    assert not state_of(play).game.ground.double >> state_of(play).game.ground.grid.index("0503") & 1


@rule("victory", "3.1.marsh")
def test_marsh_stops_and_takes_two() -> None:
    place = {"red-mechanized-1": "1003", "red-infantry-1": "0904 moved", "red-infantry-2": "0904 moved"}
    play = pos(place, active="red")
    barred(play, "red-mechanized-1", "move", "0904", "5.2a")
    play = pos({"red-mechanized-1": "1003"}, active="red")
    # by road 1003 1004 0904 0803 it goes through; off the road the marsh would stop it
    assert "0803" in may(play, "red-mechanized-1")
    play = pos({"red-mechanized-1": "1103"}, active="red")
    play.answer("red", "unit", "red-mechanized-1")
    play.answer("red", "move", "1003")
    play.answer("red", "move", "0904")
    assert not play.legal("red", "move", "0803"), "off the road the marsh stops it"


@rule("victory", "3.1.mountain", "6.47a", "4.3.MT")
def test_mountain_stops_takes_two_and_doubles_the_defence() -> None:
    play = pos({"red-armor-1": "1002", "red-infantry-1": "1102"}, active="red")
    assert "1103" in may(play, "red-armor-1") and "1203" not in may(play, "red-infantry-1")
    play = pos({"blue-infantry-1": "1103", "red-mountain-1": "1103 from 1102"}, battles={"1103": "red"}, step="combat",
               dice=[6, 6, 6, 6, 1, 1, 6])  # fmt: skip
    act(play, "pass")  # blue infantry
    assert asked(play) == ("red", "red-mountain-1")
    assert play.view("red")["ask"]["focus"]["fire"]["ground"] == {"firepower": 3, "dice": 3}
    act(play, "fire_ground")  # dice 6 6 6: none
    assert steps(play, "blue-infantry-1") == [4]


@rule("victory", "3.1.alpine", "5.5")
def test_alpine_hexsides_are_closed_but_by_road_and_in_the_air() -> None:
    play = pos({"red-artillery-1": "0602", "red-fighter-1": "0403", "blue-infantry-9": "0702"}, active="red")
    assert "0702" in may(play, "red-fighter-1")
    play = pos({"red-artillery-1": "0602"}, active="red")
    barred(play, "red-artillery-1", "move", "0702", "3.1.alpine")
    ground = state_of(play).game.ground
    index = ground.grid.index
    assert not ground.crosses(ground.supply_sides, index("0602"), index("0702"))
    assert ground.ground_limit(frozenset(), index("0714"), index("0715")) == 2  # the pass is a road
    play = pos({"red-infantry-1": "0714", "red-infantry-2": "0714", "blue-infantry-1": "0715"}, active="red")
    go(play, "red-infantry-1", "0715")
    go(play, "red-infantry-2", "0715")
    assert where(play, "red-infantry-2") == "0715"


@rule("victory", "3.1.river.a", "4.3.EN", "stretch.2")
def test_rivers_stop_all_but_engineers_and_bridges_stop_nobody() -> None:
    place = {"red-infantry-1": "1403", "red-engineer-1": "1403", "red-infantry-2": "1405", "red-cavalry-1": "1403"}
    play = pos(place, options={"stretch_units": True}, active="red")
    assert "1303" in may(play, "red-infantry-1") and "1203" not in may(play, "red-infantry-1")
    assert "1202" in may(play, "red-engineer-1")
    assert "1204" in may(play, "red-infantry-2") or "1304" in may(play, "red-infantry-2")  # over the bridge and on
    assert "1203" not in may(play, "red-cavalry-1"), "rivers still stop cavalry"


@rule("victory", "3.1.river.a", "3.3b")
def test_one_block_attacks_over_a_bridge_and_forfeits_round_1() -> None:
    place = {"blue-infantry-1": "1305", "red-infantry-1": "1405", "red-infantry-2": "1405"}
    play = pos(place, active="red", dice=[6] * 40)
    go(play, "red-infantry-1", "1305")
    barred(play, "red-infantry-2", "move", "1305", "5.3a")
    end_moves(play)
    assert asked(play)[1] == "blue-infantry-1"
    act(play, "fire_ground")
    assert play.view(None)["battle"]["round"] == 2, "the attacker had no turn in round 1"


@rule("victory", "3.1.river.b", "4.3.EN", "6.5a")
def test_attackers_over_a_river_lose_their_first_turn_but_take_hits() -> None:
    place = {"blue-infantry-1": "1303", "red-infantry-1": "1303 from 1403", "red-engineer-1": "1303 from 1402"}
    play = pos(place, battles={"1303": "red"}, step="combat", dice=[1, 6, 6, 6, *[6] * 40])
    assert asked(play) == ("blue", "blue-infantry-1")
    act(play, "fire_ground")
    act(play, ("hit", "red-infantry-1"))
    assert asked(play) == ("red", "red-engineer-1")
    act(play, "pass")
    assert play.view(None)["battle"]["round"] == 2, "infantry may neither fire nor retreat in round 1"


@rule("victory", "3.1.river.b")
def test_responding_defenders_over_a_river_lose_nothing() -> None:
    place = {"blue-infantry-1": "1303", "red-infantry-1": "1303 from 1302", "blue-infantry-2": "1303 from 1403 late"}
    play = pos(place, battles={"1303": "red"}, step="combat", dice=[6] * 40)
    act(play, "pass", "pass")
    assert play.view(None)["battle"]["round"] == 2
    assert offered(play, "blue", "turn") == {"blue-infantry-1", "blue-infantry-2"}


@rule("victory", "3.1.river.c", "6.6a")
def test_below_the_first_bridge_a_river_is_impassable_but_airborne_drop_beyond() -> None:
    play = pos({"red-artillery-1": "1306"}, active="red")
    barred(play, "red-artillery-1", "move", "1405", "3.1.river.c")
    play = pos({"red-airborne-1": "1506"}, active="red")
    assert "1306" in may(play, "red-airborne-1", "paradrop")


@rule("victory", "3.1.river.d", "4.2.gen")
def test_ships_stay_on_the_sea() -> None:
    play = pos({"red-cruiser-1": "1307"}, active="red")
    for hex in ("1305", "1404", "1505"):
        assert hex not in may(play, "red-cruiser-1")
    barred(play, "red-cruiser-1", "move", "1404", "4.2.gen")


SOUTH = {"maps": "south/east"}


@rule("victory", "3.1.canal.a")
def test_ships_use_canals_by_strategic_move_only_and_two_may_lie_there() -> None:
    place = {f"red-cruiser-{n}": "0405" for n in (1, 2)} | {"red-battleship-1": "0405"}
    play = pos(place, options=SOUTH, active="red")
    barred(play, "red-cruiser-1", "move", "0605", "3.1.canal.a")
    assert {"0605", "0706", "0806"} <= may(play, "red-cruiser-1", "strategic")
    assert "0906" in may(play, "red-cruiser-1", "strategic")
    go(play, "red-cruiser-1", ("strategic", "0706"))
    go(play, "red-cruiser-2", ("strategic", "0706"))
    barred(play, "red-battleship-1", "strategic", "0706", "3.1.canal.a")


@rule("victory", "3.1.canal.b", "5.91a")
def test_ground_units_stop_on_a_canal_but_not_by_road_nor_at_sea() -> None:
    play = pos({"red-armor-1": "0607", "red-infantry-1": "0504", "red-infantry-2": "0506"}, options=SOUTH, active="red")
    play.answer("red", "unit", "red-armor-1")
    play.answer("red", "move", "0706")
    assert not play.legal("red", "move", "0806"), "off the road it stops on the canal"
    play = pos({"red-armor-1": "0504"}, options=SOUTH, active="red")
    assert "0706" in may(play, "red-armor-1"), "0604 0605 0706 by road through the canal"
    ground = state_of(play).game.ground
    assert ground.canal >> ground.grid.index("0605") & 1


@rule("victory", "3.1.sea", "5.6a", "5.91c")
def test_a_sea_hex_takes_four_naval_blocks_a_transported_infantry_being_one() -> None:
    place = {"red-cruiser-1": "0409", "red-cruiser-2": "0408 moved", "red-battleship-1": "0408 moved",
             "red-infantry-1": "0408", "red-submarine-1": "0408 moved"}  # fmt: skip
    play = pos(place, active="red")
    barred(play, "red-cruiser-1", "move", "0408", "3.1.sea")
    place = {"blue-cruiser-1": "0407", "red-cruiser-1": "0408", "red-cruiser-2": "0408", "red-battleship-1": "0408"}
    play = pos(place, active="red")
    go(play, "red-cruiser-1", "0407")
    go(play, "red-cruiser-2", "0407")
    assert entry(play, "red-battleship-1", "0407") != "0408"


@rule("victory", "3.1.coastal", "5.3a", "5.6b")
def test_two_ships_enter_a_coastal_battle_from_one_sea_hex_and_one_with_the_strict_option() -> None:
    place = {"blue-infantry-1": "0707", "red-cruiser-1": "0706", "red-cruiser-2": "0706"}
    play = pos(place, active="red")
    go(play, "red-cruiser-1", "0707")
    go(play, "red-cruiser-2", "0707")
    assert where(play, "red-cruiser-2") == "0707"
    play = pos(place, options={"sea_to_coast_limit_1": True}, active="red")
    go(play, "red-cruiser-1", "0707")
    play.answer("red", "unit", "red-cruiser-2")
    assert "0806" in offered(play, "red", "move")  # it must come by another hexside
    play.answer("red", "move", "0806")
    play.answer("red", "move", "0707")


@rule("victory", "3.1.coastal", "5.2a", "5.6b")
def test_a_clear_coast_takes_four_ground_two_air_and_two_ships() -> None:
    place = {f"red-infantry-{n}": "0707" for n in (1, 2, 3, 4)} | {"red-fighter-1": "0707", "red-fighter-2": "0707"}
    place |= {"red-cruiser-1": "0707 moved", "red-cruiser-2": "0706", "red-battleship-1": "0706"}
    play = pos(place, active="red")
    go(play, "red-cruiser-2", "0707")
    barred(play, "red-battleship-1", "move", "0707", "5.6b")
    ground = state_of(play).game.ground
    assert ground.naval_limit(ground.grid.index("0605"), ground.grid.index("0705")) == 1, "a coastal hexside"


@rule("victory", "3.1.shoal")
def test_shoals_bar_ships_in_hexes_and_over_hexsides_also_in_retreat() -> None:
    play = pos({"red-cruiser-1": "0607", "red-cruiser-2": "0408"}, active="red")
    assert entry(play, "red-cruiser-1", "0606") != "0607"
    barred(play, "red-cruiser-2", "move", "0508", "3.1.shoal")
    place = {"red-cruiser-1": "0607", "blue-cruiser-1": "0607 from 0507"}
    play = pos(place, battles={"0607": "blue"}, step="combat", dice=[6] * 20)
    assert "0606" not in offered(play, "red", "retreat") and "0706" not in offered(play, "red", "retreat")
    refused(play, "red", "retreat", "0606", rule="6.53")


@rule("victory", "3.2a", "4.3.IN.a")
def test_a_settlement_in_the_mountains_keeps_the_mountains_limits() -> None:
    place = {
        "blue-infantry-1": "0715 moved",
        "blue-infantry-2": "0715 moved",
        "blue-infantry-3": "0716",
        "red-infantry-1": "0715 from 0714",
    }
    play = pos(place, active="blue", unchecked=True)
    assert "0715" not in may(pos({k: v for k, v in place.items() if "red" not in k}, active="blue"), "blue-infantry-3")
    play = pos(place, battles={"0715": "red"}, step="combat", dice=[6] * 8 + [1, 1, 6, 6] + [6] * 60)
    assert play.view(None)["battle"]["hex"] == "0715"
    assert play.view("blue")["ask"]["focus"]["fire"]["ground"]["firepower"] == 2, "a town"
    ground = state_of(play).game.ground
    assert ground.double >> ground.grid.index("0715") & 1


@rule("victory", "3.2b", "5.51a")
def test_a_town_is_an_airbase_for_two_and_worth_no_pp() -> None:
    play = pos({"red-fighter-1": "0705 moved", "red-fighter-2": "0705 moved", "red-fighter-3": "0506"}, active="red")
    barred(play, "red-fighter-3", "move", "0705", "5.51a")
    game = state_of(play).game
    assert game.ground.grid.index("0705") not in game.ground.value


@rule("victory", "3.2c", "5.91a")
def test_ports_serve_sea_movement_while_friendly() -> None:
    play = pos({"red-infantry-1": "0306", "blue-infantry-1": "0707", "blue-infantry-2": "0902"}, active="red")
    barred(play, "red-infantry-1", "sea_move", "0707", "3.2c")
    assert {"0506", "0705"} <= may(play, "red-infantry-1", "sea_move")
    play = pos({"blue-infantry-1": "0902"}, active="blue")
    barred(play, "blue-infantry-1", "sea_move", "0705", "5.91a")


@rule("victory", "3.3a", "5.7")
def test_a_road_move_ignores_stops_and_one_hex_off_it_brings_them_back() -> None:
    play = pos({"red-armor-1": "1003"}, active="red")
    assert "0803" in may(play, "red-armor-1"), "1004 0904 (marsh) 0803 by road"
    play = pos({"red-armor-1": "1005"}, active="red")
    play.answer("red", "unit", "red-armor-1")
    play.answer("red", "move", "0904")  # by road
    assert play.legal("red", "move", "0803")
    play = pos({"red-armor-1": "1104"}, active="red")
    play.answer("red", "unit", "red-armor-1")
    play.answer("red", "move", "1004")
    play.answer("red", "move", "0904")
    assert not play.legal("red", "move", "0803"), "it came from off the road, so the marsh stops it"


@rule("victory", "3.3b")
def test_two_attack_by_a_road_hexside_into_mountains_and_one_by_any_other() -> None:
    place = {
        "blue-infantry-1": "0716",
        "red-infantry-1": "0717",
        "red-infantry-2": "0717",
        "red-infantry-3": "0616",
        "red-infantry-4": "0616",
    }
    ground = state_of(pos(place)).game.ground
    index = ground.grid.index
    assert ground.ground_limit(frozenset(), index("0717"), index("0716")) == 2
    assert ground.ground_limit(frozenset(), index("0816"), index("0716")) == 1
    assert ground.ground_limit(frozenset(), index("1305"), index("1405")) == 1, "a bridge"


@rule("victory", "3.3c", "5.9a", "5.9d")
def test_six_road_hexes_and_not_seven_nor_one_off_road_nor_into_the_enemy() -> None:
    play = pos({"red-infantry-1": "1005", "blue-infantry-1": "0904"}, active="red")
    assert "1506" in may(play, "red-infantry-1", "strategic")  # 1105 1204 1304 1305 1405 1506
    barred(play, "red-infantry-1", "strategic", "1605", "5.9d")
    barred(play, "red-infantry-1", "strategic", "1106", "5.9d")
    barred(play, "red-infantry-1", "strategic", "0904", "5.9a")
    play = pos({"red-infantry-1": "1005"}, active="red")
    barred(play, "red-infantry-1", "strategic", "1605", "5.9d")
    barred(play, "red-infantry-1", "strategic", "1005", "5.9d")


@rule("victory", "3.3d", "7.2")
def test_roads_carry_supply_and_clear_hexes_do_not() -> None:
    place = {"red-infantry-1": "1204 at 3", "red-infantry-3": "1402 at 3", "red-infantry-4": "1503 at 3"}
    play = after_supply(place)
    assert steps(play, "red-infantry-1") == [3], "on the road"
    assert steps(play, "red-infantry-4") == [2], "on clear hexes two away from any road"


@rule("victory", "tec.stack")
def test_six_could_cross_three_clear_hexsides_but_four_fit() -> None:
    place = {"blue-infantry-1": "0504"} | {f"red-infantry-{n}": "0404" for n in (1, 2)}
    place |= {"red-infantry-3": "0505", "red-infantry-4": "0505", "red-armor-1": "0604", "red-armor-2": "0604"}
    play = pos(place, active="red")
    for unit in ("red-infantry-1", "red-infantry-2", "red-infantry-3", "red-infantry-4"):
        go(play, unit, "0504")
    assert "0504" not in may(play, "red-armor-1")


@pytest.mark.parametrize("name", ["clear", "desert", "forest", "marsh", "mountain"])
def test_the_terrain_chart_is_as_printed(name: str) -> None:
    chart = {"clear": (4, 2), "desert": (3, 2), "forest": (3, 1), "marsh": (2, 1), "mountain": (2, 1)}
    row = load().tables.terrain[name]
    assert (row.stack, row.hexside) == chart[name]


def test_nothing_is_left_over_after_a_quiet_battle() -> None:
    play = pos(
        {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404"},
        battles={"0504": "red"},
        step="combat",
        dice=[6] * 60,
    )
    through_combat(play)
    assert state_of(play).fight is None and where(play, "red-infantry-1") == "0404"


@rule("victory", "3.2a", "4.3.IN.a", "6.47a")
def test_a_city_in_the_mountains() -> None:
    maps = dict(load().maps)
    places = [
        {**one, "kind": "city", "production": 1} if one["name"] == "Hochpass" else one for one in maps["east"]["places"]
    ]
    game = VictoryGame(files=replace(load(), maps={**maps, "east": {**maps["east"], "places": places}}))
    place = {"blue-infantry-1": "0715", "blue-infantry-2": "0715", "red-infantry-1": "0715 from 0716"}
    play = game.position(place=place, battles={"0715": "red"}, step="combat", dice=[1, 6, 6, 6, 6, 6, 6, 6, 1, 6, 6, 6])
    assert play.view("blue")["ask"]["focus"]["fire"]["ground"]["firepower"] == 3
    ground = state_of(play).game.ground
    hex = ground.grid.index("0715")
    assert ground.stack[hex] == 2 and ground.double >> hex & 1


@rule("victory", "3.1.marsh", "6.47a")
def test_in_marsh_two_hits_cost_one_step() -> None:
    place = {"blue-infantry-1": "0904", "red-armor-1": "0904 from 1004"}
    play = pos(place, battles={"0904": "red"}, step="combat", dice=[1, 2, 6, 6, *[6] * 40])
    act(play, "fire_ground")
    assert steps(play, "blue-infantry-1") == [3]
