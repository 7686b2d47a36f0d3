"""Zones of Control, and the Terrain Effects Chart with its notes."""

from __future__ import annotations

import pytest

from grognard.games.lb import GAME
from grognard.testing import rule
from tests.games.lb._help import (
    S4,
    announce,
    answer,
    combats,
    cost,
    halt,
    odds,
    offered,
    position,
    refused,
    resolve,
    supplied,
    take_up,
    where,
    zoc,
)

R, G = "russian", "german"
RIVER = {"su-corps-hq#1": "1916", "ge-mot-hq#1": "1510"}
"""Headquarters on either side of the river at 1712-1812 (west bank German, east bank Russian)."""


@rule("lb", "zoc.general")
def test_the_six_hexes_around_a_unit_are_its_zoc_and_it_neither_stops_nor_forces_to_attack() -> None:
    play = position({"ge-inf-bn#1": "2416", "su-recon-bn#1": "2418"})
    assert zoc(play, G) == {"2415", "2417", "2516", "2517", "2316", "2317"}
    take_up(play, R, "su-recon-bn#1")
    answer(play, R, ("move", "2417"))
    assert "2418" in offered(play, R, "move")  # no stop on entering
    halt(play, R)
    answer(play, R, "end_movement")
    assert play.legal(R, "end_announcing")  # no duty to attack


@rule("lb", "zoc.A")
def test_without_the_3_points_there_is_no_entry() -> None:
    # a tank of 9 has come 2424, 2423, 2422 ... with four points left clear + ZOC is refused, with five it is allowed
    play = position({"su-tank-bde#1": "2419", "ge-inf-bn#1": "2415", "su-corps-hq#1": "2422"})
    take_up(play, R, "su-tank-bde#1")
    answer(play, R, ("move", "2418"), ("move", "2417"))  # 2 + 2, five left
    assert cost(play, R, "2416") == "5"
    play = position({"su-su-rgt#1": "2419", "ge-inf-bn#1": "2415", "su-corps-hq#1": "2422"})
    take_up(play, R, "su-su-rgt#1")  # allowance 8
    answer(play, R, ("move", "2418"), ("move", "2417"))
    refused(play, R, "move", "2416", rule="zoc.A")
    assert cost(play, R, "2416", "rush") == "2"


@rule("lb", "zoc.B", "move.J")
def test_leaving_a_controlled_hex_costs_terrain_plus_2() -> None:
    play = position({"su-tank-bde#1": "2417", "ge-inf-bn#1": "2416"})
    take_up(play, R, "su-tank-bde#1")
    assert cost(play, R, "2418") == "4"


@rule("lb", "zoc.C1")
@pytest.mark.parametrize("second", [None, "2517"])
def test_from_zoc_to_zoc_costs_terrain_plus_5_for_one_enemy_or_two(second: str | None) -> None:
    place = {"su-tank-bde#1": "2417", "ge-inf-bn#1": "2416"} | ({"ge-inf-bn#2": second} if second else {})
    play = position(place)
    take_up(play, R, "su-tank-bde#1")
    assert cost(play, R, "2317") == "7"
    assert cost(play, R, "2518" if second else "2517") == "7"


@rule("lb", "zoc.C2", "tec.b")
def test_the_printed_example_in_rough_terrain() -> None:
    """A German armored unit: 6 into a controlled rough hex, 8 from one controlled hex to another."""
    # 2420 is rough
    play = position(
        {"ge-recon-bn#1": "2419", "su-rifle-rgt#1": "2421", "su-corps-hq#1": "2425", "ge-mot-hq#1": "2316"}, active=G
    )
    take_up(play, G, "ge-recon-bn#1")
    assert cost(play, G, "2420") == "6"
    play = position(
        {"ge-recon-bn#1": "2320", "su-rifle-rgt#1": "2321", "ge-mot-hq#1": "2317", "su-corps-hq#1": "2325"}, active=G
    )
    take_up(play, G, "ge-recon-bn#1")
    assert GAME.map.terrain_at[GAME.ground.grid.index("2420")] == "rough"
    assert cost(play, G, "2420") == "8"


@rule("lb", "zoc.D", "supply.B.II")
def test_friends_do_not_lift_a_zoc_for_movement_but_do_for_supply() -> None:
    place = {"su-tank-bde#1": "2418", "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}
    play = position(place)
    take_up(play, R, "su-tank-bde#1")
    assert cost(play, R, "2417") == "5"
    # every hex around 2416 is German or in German ZOC; a friend in 2417 opens the line through it
    place = {
        "su-rifle-rgt#1": "2416",
        "ge-inf-bn#1": "2316",
        "ge-inf-bn#2": "2518",
        "ge-inf-bn#3": "2615",
        "su-corps-hq#1": "2320",
    }
    assert not supplied(position(place), "su-rifle-rgt#1")
    assert supplied(position({**place, "su-rifle-rgt#2": "2417"}), "su-rifle-rgt#1")


@rule("lb", "zoc.E1", "tec.forest", "tec.swamp")
def test_no_zoc_enters_forest_or_swamp() -> None:
    # 2116, 2216, 2117, 2217 are forest; an enemy in 2217 does not control 2216 or 2117
    play = position({"ge-inf-bn#1": "2217", "su-recon-bn#1": "2116", "su-corps-hq#1": "2118"}, hqs=False)
    assert not zoc(play, G) & {"2216", "2116", "2117"}
    take_up(play, R, "su-recon-bn#1")
    assert cost(play, R, "2117") == "5"  # forest to forest past the enemy: terrain only
    assert cost(play, R, "2016") == "2"  # leaving forest beside an enemy: no 2
    swamp = GAME.map.terrain["swamp"]
    play = position({"ge-inf-bn#1": "2006"})
    assert not GAME.ground.grid.parse(" ".join(sorted(zoc(play, G)))) & swamp


@rule("lb", "zoc.E1", "artillery.C.II")
def test_an_enemy_in_forest_is_in_no_zoc_so_fire_on_it_is_unspotted() -> None:
    play = position({"ge-inf-bn#1": "2217", "su-rifle-rgt#1": "2318", "su-mortar-10#1": "2319"}, step="combat")
    refused(play, R, "fire", "2217", rule="artillery.C.III")


@rule("lb", "zoc.E1")
def test_a_zoc_reaches_across_a_river() -> None:
    play = position({"ge-inf-bn#1": "1712", **RIVER}, hqs=False)
    assert "1812" in zoc(play, G)


@rule("lb", "zoc.E2")
def test_units_in_forest_have_a_zoc_into_other_terrain() -> None:
    play = position({"ge-inf-bn#1": "2217", "su-recon-bn#1": "2319", "su-corps-hq#1": "2321"})
    take_up(play, R, "su-recon-bn#1")
    assert cost(play, R, "2318") == "5"
    answer(play, R, ("move", "2318"))
    assert cost(play, R, "2319") == "4"


@rule("lb", "zoc.F", "artillery.A2", "artillery.F4")
@pytest.mark.parametrize("unit", ["ge-supply#1", "ge-inf-hq#1", "ge-art-light#1"])
def test_supply_hqs_and_limbered_guns_have_no_zoc(unit: str) -> None:
    play = position({unit: "2416 limbered" if "art" in unit else "2416", "su-recon-bn#1": "2418"})
    assert not zoc(play, G)
    take_up(play, R, "su-recon-bn#1")
    assert cost(play, R, "2417") == "2"


@rule("lb", "zoc.F")
def test_an_unlimbered_gun_has_a_zoc() -> None:
    assert "2417" in zoc(position({"ge-art-light#1": "2416"}), G)


@rule("lb", "zoc.G")
def test_three_enemies_cost_as_one() -> None:
    play = position({"su-tank-bde#1": "2418", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2316", "ge-inf-bn#3": "2516"})
    take_up(play, R, "su-tank-bde#1")
    assert cost(play, R, "2417") == "5"


# ---- the chart


def entry_cost(terrain: str, motor: bool) -> int:
    return next(points for name, points, _ in GAME.ground.entry[motor] if name == terrain) // 2


@rule("lb", "tec.clear", "tec.town", "tec.rough", "tec.forest", "tec.swamp")
@pytest.mark.parametrize(
    ("terrain", "foot", "motor", "addition"),
    [("clear", 1, 2, 0), ("town", 1, 1, 2), ("rough", 2, 3, 1), ("forest", 3, 5, 1), ("swamp", 3, 4, 1)],
)
def test_the_printed_chart(terrain: str, foot: int, motor: int, addition: int) -> None:
    assert (entry_cost(terrain, False), entry_cost(terrain, True)) == (foot, motor)
    hex = next(hex for hex in GAME.ground.grid.hexes if GAME.map.terrain_at[hex] == terrain)
    assert GAME.ground.die_addition[hex] == addition


@rule("lb", "tec.town", "tec.rough", "tec.forest", "tec.swamp", "tec.clear", "tec.road", "tec.rail")
@pytest.mark.parametrize(
    ("hex", "beside", "addition"),
    [
        ("2416", "2417", 0),  # clear
        ("2110", "2111", 2),  # Ogarev, a town on a road
        ("2420", "2421", 1),  # rough
        ("2217", "2218", 1),  # forest
        ("0822", "0821", 1),  # rough with a road
        ("0910", "0911", 0),  # clear with a road
        ("1507", "1508", 0),  # clear with the railway
    ],
)
def test_terrain_adds_to_the_die_of_an_attack_on_it(hex: str, beside: str, addition: int) -> None:
    play = position({"su-rifle-rgt#1": beside, "ge-inf-bn#1": hex}, hqs=False, step="combat")
    answer(play, R, ("attack", hex), ("add", "su-rifle-rgt#1"))
    assert odds(play, R)["die_addition"] == addition


@rule("lb", "tec.town")
def test_a_tank_pays_1_for_a_town() -> None:
    play = position({"ge-recon-bn#1": "2010", "ge-mot-hq#1": "1909"}, hqs=False, active=G)
    take_up(play, G, "ge-recon-bn#1")
    assert cost(play, G, "2110") == "1"  # 2010-2110 is no road


@rule("lb", "tec.rail")
def test_the_railway_changes_no_cost() -> None:
    play = position({"ge-recon-bn#1": "1408", "ge-mot-hq#1": "1408"}, hqs=False, active=G)
    take_up(play, G, "ge-recon-bn#1")
    assert cost(play, G, "1508") == "3"  # rough, with the railway through it


@rule("lb", "tec.river", "combat.A")
def test_the_river_adds_1_when_every_attacker_is_across_it() -> None:
    place = {**RIVER, "ge-inf-bn#1": "1712", "ge-inf-bn#2": "1813", "su-rifle-rgt#1": "1812"}
    play = position(place, hqs=False, step="combat", active=G)
    answer(play, G, ("attack", "1812"), ("add", "ge-inf-bn#1"))
    assert odds(play, G)["die_addition"] == 1
    answer(play, G, ("add", "ge-inf-bn#2"))
    assert odds(play, G)["die_addition"] == 0


@rule("lb", "tec.river", "tec.die")
def test_the_river_is_added_to_the_terrain_behind_it() -> None:
    # 1313-1315: look for a rough, forest or swamp hex behind the river
    ground = GAME.ground
    a, b = next(
        (a, b)
        for pair in ground.rivers
        for a, b in (pair, pair[::-1])
        if ground.die_addition[b] == 1 and not ground.die_addition[a]
    )
    here, there = ground.grid.name(a), ground.grid.name(b)
    play = position({"ge-inf-bn#1": here, "su-rifle-rgt#1": there}, hqs=False, step="combat", active=G)
    answer(play, G, ("attack", there), ("add", "ge-inf-bn#1"))
    assert odds(play, G)["die_addition"] == 2


@rule("lb", "tec.b")
def test_swamp_beside_an_enemy_costs_its_terrain_only() -> None:
    # 2105 is swamp, 2104 clear; the enemy stands in 2106
    play = position({"su-recon-bn#1": "2104", "ge-inf-bn#1": "2106", "su-corps-hq#1": "2103"}, hqs=False)
    assert GAME.map.terrain_at[GAME.ground.grid.index("2105")] == "swamp"
    take_up(play, R, "su-recon-bn#1")
    assert cost(play, R, "2105") == "4"


@rule("lb", "tec.c", "combat.A")
def test_ab_and_db_are_dropped_over_an_unbridged_river_and_dx_is_not() -> None:
    place = {**RIVER, "ge-inf-bn#1": "1712", "ge-inf-bn#2": "1712", "su-at-bn#1": "1812"}
    for face in (3, 1):  # 2 to 1: 2-1, 3 + 1 is AB, 1 + 1 is DB
        play = position({**place, "ge-inf-bn#2": "1610"}, hqs=False, step="combat", active=G, dice=[face])
        announce(play, G, "1812", "ge-inf-bn#1")
        resolve(play, G)
        assert combats(play, "final_ground")[0]["result"] == "-"
        assert (where(play, "ge-inf-bn#1"), where(play, "su-at-bn#1")) == ("1712", "1812")
    play = position({**place, "ge-mot-inf-bn#1": "1712"}, hqs=False, step="combat", active=G, dice=[1])  # 7 to 1, die 2
    announce(play, G, "1812", "ge-inf-bn#1", "ge-inf-bn#2", "ge-mot-inf-bn#1")
    resolve(play, G)
    assert where(play, "su-at-bn#1") == "destroyed"


@rule("lb", "tec.c", "eng.B1")
def test_over_a_bridge_db_is_applied() -> None:
    place = {**RIVER, "ge-inf-bn#1": "1712", "su-at-bn#1": "1812", "ge-engineer-bn#1": "1712"}
    play = position(place, hqs=False, step="combat", active=G, dice=[1], bridges={"ge-engineer-bn#1": "1712-1812"})
    announce(play, G, "1812", "ge-inf-bn#1")
    resolve(play, G)
    assert combats(play, "final_ground")[0]["result"] == "DB" and where(play, "su-at-bn#1") != "1812"


@rule("lb", "tec.c")
def test_one_attacker_over_a_bridge_is_enough_for_ab_and_db() -> None:
    """1711-1810 is a road bridge; 1710-1810 is open river."""
    place = {
        "ge-mot-hq#1": "1510",
        "su-corps-hq#1": "2009",
        "ge-inf-bn#1": "1711",
        "ge-inf-bn#2": "1710",
        "su-at-bn#1": "1810",
    }
    play = position(place, hqs=False, step="combat", active=G)
    answer(play, G, ("attack", "1810"), ("add", "ge-inf-bn#2"))
    assert any(line["rule"] == "tec.c" for line in odds(play, G)["lines"])
    answer(play, G, ("add", "ge-inf-bn#1"))
    assert not any(line["rule"] == "tec.c" for line in odds(play, G)["lines"])


@rule("lb", "tec.d")
def test_armor_is_halved_in_its_own_forest_and_not_when_it_attacks_into_one() -> None:
    # 2217 and 2216 forest, 2218 clear
    place = {"su-tank-bde#1": "2217", "ge-inf-bn#1": "2218", "su-corps-hq#1": "2316", "ge-mot-hq#1": "2221"}
    play = position(place, hqs=False, step="combat")
    answer(play, R, ("attack", "2218"), ("add", "su-tank-bde#1"))
    assert odds(play, R)["attack"] == 3
    play = position({"su-tank-bde#1": "2218", "ge-inf-bn#1": "2217"}, step="combat")
    answer(play, R, ("attack", "2217"), ("add", "su-tank-bde#1"))
    assert odds(play, R)["attack"] == 7


@rule("lb", "tec.d", "supply.D2")
def test_forest_halves_after_supply() -> None:
    play = position({"su-tank-bde#1": "2217", "ge-inf-bn#1": "2218"}, hqs=False, step="combat")
    answer(play, R, ("attack", "2218"), ("add", "su-tank-bde#1"))
    shown = odds(play, R)
    assert shown["attack"] == 1 and shown["groups"][0]["reasons"] == ["out_of_supply", "armor_in_rough_going"]


@rule("lb", "tec.d")
def test_armor_defends_at_half_in_forest() -> None:
    play = position({"su-tank-bde#1": "2217", "ge-inf-bn#1": "2218"}, hqs=False, step="combat", active=G)
    answer(play, G, ("attack", "2217"), ("add", "ge-inf-bn#1"))
    assert odds(play, G)["defence"] == 1  # 7, 3 out of supply, 1 in forest


@rule("lb", "tec.die")
@pytest.mark.parametrize(("forts", "flag", "addition"), [(["2110"], " in", 4), ([], "", 2)])
def test_additions_are_summed(forts: list[str], flag: str, addition: int) -> None:
    place = {"su-rifle-rgt#1": "2111", "ge-inf-bn#1": f"2110{flag}"}
    play = position(place, hqs=False, scenario=S4, step="combat", forts=forts)
    answer(play, R, ("attack", "2110"), ("add", "su-rifle-rgt#1"))
    assert odds(play, R)["die_addition"] == addition


@rule("lb", "tec.die", "artillery.C.II")
def test_unspotted_fire_at_a_town_adds_4() -> None:
    place = {"su-art-20#1": "2113", "su-supply#1": "2113", "ge-inf-bn#1": "2110", "su-corps-hq#1": "2115"}
    play = position(place, hqs=False, step="combat")
    answer(play, R, ("fire", "2110"), ("add", "su-art-20#1"))
    assert odds(play, R)["die_addition"] == 4


@rule("lb", "tec.die")
def test_sums_beyond_the_last_row_use_that_row_and_segment_ii_adds_terrain_too() -> None:
    place = {"su-tank-bde#1": "2111", "su-tank-bde#2": "2111", "ge-at-co#1": "2110 in", "su-corps-hq#1": "2113"}
    play = position(place, hqs=False, scenario=S4, step="combat", forts=["2110"], dice=[6])
    announce(play, R, "2110", "su-tank-bde#1", "su-tank-bde#2")
    answer(play, R, "end_announcing")
    fight = combats(play, "initial_armored")[0]
    assert (fight["addition"], fight["column"]) == (4, "4-1")
    assert fight["result"] == "AB"  # 6 + 4 reads as 8
