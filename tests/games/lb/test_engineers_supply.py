"""Engineers and Rivers; Supply and Command Control."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.games.lb import GAME
from grognard.games.lb.tracing import trace_to_hq
from grognard.hex.grid import mask
from grognard.testing import rule
from tests.games.lb._help import (
    S2,
    announce,
    answer,
    combats,
    cost,
    end_movement,
    halt,
    happened,
    hexes,
    idle_until,
    march,
    names,
    number,
    odds,
    offered,
    position,
    refused,
    resolve,
    state_of,
    supplied,
    take_up,
    where,
)

R, G = "russian", "german"
BANK = {"ge-mot-hq#1": "1512", "ge-engineer-bn#1": "1712"}
"""A German engineer on the west bank, at the river hexside 1712-1812."""
BRIDGE = {"ge-engineer-bn#1": "1712-1812"}


# ---- engineers


@rule("lb", "eng.general")
def test_rivers_are_crossed_only_by_bridges() -> None:
    play = position({**BANK, "ge-inf-bn#1": "1712"}, hqs=False, active=G)
    take_up(play, G, "ge-inf-bn#1")
    refused(play, G, "move", "1812", rule="eng.general")


@rule("lb", "eng.general")
def test_a_road_over_the_river_is_a_bridge_unless_the_option_says_otherwise() -> None:
    place = {"ge-mot-hq#1": "1610", "ge-recon-bn#1": "1711"}
    play = position(place, hqs=False, active=G)
    take_up(play, G, "ge-recon-bn#1")
    assert cost(play, G, "1810") == "½"
    play = position(place, hqs=False, active=G, options={"engineer_bridges_only": True})
    take_up(play, G, "ge-recon-bn#1")
    refused(play, G, "move", "1810", rule="eng.general")


@rule("lb", "eng.A", "eng.B1", "seq.1c")
def test_an_engineer_that_stays_put_in_the_first_phase_has_a_bridge_for_the_second() -> None:
    play = position({**BANK, "ge-inf-bn#1": "1712"}, hqs=False, active=G)
    answer(play, G, ("unit", "ge-engineer-bn#1"), ("bridge", "1712-1812"))
    refused(play, G, "unit", "ge-engineer-bn#1", rule="eng.A")
    take_up(play, G, "ge-inf-bn#1")
    refused(play, G, "move", "1812", rule="eng.general")  # not in the same phase
    halt(play, G)
    end_movement(play, G)
    idle_until(play, 1, G, "second_movement")
    assert happened(play, "event.bridge_ready")
    take_up(play, G, "ge-inf-bn#1")
    assert cost(play, G, "1812") == "1"  # no additional penalty


@rule("lb", "eng.A")
def test_one_engineer_bridges_one_hexside_and_only_if_it_has_not_moved() -> None:
    play = position({**BANK}, hqs=False, active=G)
    take_up(play, G, "ge-engineer-bn#1")
    assert offered(play, G, "bridge") == {"1712-1811", "1712-1812", "1712-1713"}
    answer(play, G, ("bridge", "1712-1811"))
    refused(play, G, "unit", "ge-engineer-bn#1", rule="eng.A")
    play = position({**BANK}, hqs=False, active=G, bridges=BRIDGE)
    take_up(play, G, "ge-engineer-bn#1")
    refused(play, G, "bridge", "1712-1811", rule="eng.A")
    play = position({**BANK, "ge-engineer-bn#1": "1711"}, hqs=False, active=G)
    march(play, G, "ge-engineer-bn#1", "1712")
    refused(play, G, "bridge", "1712-1812", rule="eng.A")


@rule("lb", "eng.B1")
def test_only_friends_cross_the_bridge() -> None:
    """The engineer keeps its bridge from the east bank: a German in 1712 crosses to it, a Russian does not."""
    place = {"ge-engineer-bn#1": "1812", "ge-mot-hq#1": "1512"}
    play = position({**place, "ge-inf-bn#1": "1712"}, hqs=False, active=G, bridges=BRIDGE)
    take_up(play, G, "ge-inf-bn#1")
    assert "1812" in offered(play, G, "move")
    from grognard.games.lb.engineers import passable

    state, ground = state_of(play), GAME.ground
    a, b = ground.grid.index("1712"), ground.grid.index("1812")
    assert ground.crosses(passable(state, 0), a, b) and not ground.crosses(passable(state, 1), a, b)


@rule("lb", "eng.B2", "stack.C")
def test_an_engineer_on_its_bridge_does_not_count_for_stacking() -> None:
    place = {**BANK, "ge-inf-bn#1": "1712", "ge-inf-bn#2": "1712", "ge-inf-bn#3": "1711"}
    play = position(place, hqs=False, active=G, bridges=BRIDGE)
    march(play, G, "ge-inf-bn#3", "1712")
    assert where(play, "ge-inf-bn#3") == "1712"
    play = position(place, hqs=False, active=G)
    take_up(play, G, "ge-inf-bn#3")
    refused(play, G, "move", "1712", rule="stack.A")


@rule("lb", "eng.B2")
@pytest.mark.parametrize("face", [1, 2])
def test_an_engineer_destroyed_or_thrown_back_leaves_no_bridge(face: int) -> None:
    place = {**BANK, "su-tank-bde#1": "1711", "su-corps-hq#1": "1610"}
    play = position(place, hqs=False, step="combat", bridges=BRIDGE, dice=[face])  # 7 to 3: 2-1, 1 DX, 2 DB
    announce(play, R, "1712", "su-tank-bde#1")
    resolve(play, R)
    assert not state_of(play).bridges


@rule("lb", "eng.C")
def test_after_a_crossing_the_engineer_may_not_move_in_that_phase() -> None:
    place = {**BANK, "ge-recon-bn#1": "1712"}
    play = position(place, hqs=False, active=G, bridges=BRIDGE)
    march(play, G, "ge-recon-bn#1", "1812")
    halt(play, G)
    refused(play, G, "unit", "ge-engineer-bn#1", rule="eng.C")
    end_movement(play, G)
    idle_until(play, 1, G, "second_movement")
    assert "ge-engineer-bn#1" in offered(play, G, "unit")  # a new phase


@rule("lb", "eng.C")
def test_when_the_engineer_has_moved_nobody_crosses() -> None:
    play = position({**BANK, "ge-inf-bn#1": "1712"}, hqs=False, active=G, bridges=BRIDGE)
    march(play, G, "ge-engineer-bn#1", "1612")
    halt(play, G)
    take_up(play, G, "ge-inf-bn#1")
    refused(play, G, "move", "1812", rule="eng.general")


@rule("lb", "eng.C")
def test_an_engineer_does_not_cross_its_own_bridge() -> None:
    play = position({**BANK, "ge-inf-bn#1": "1712"}, hqs=False, active=G, bridges=BRIDGE)
    take_up(play, G, "ge-engineer-bn#1")
    refused(play, G, "move", "1812", rule="eng.general")
    take_up(play, G, "ge-inf-bn#1")
    assert "1812" in offered(play, G, "move")


@rule("lb", "eng.C", "supply.B.III")
def test_without_the_engineer_units_on_the_far_bank_have_no_supply_at_once() -> None:
    """The far bank is held by Russians but for one hex: the line runs over the engineer's bridge alone."""
    place = {
        **BANK, "ge-inf-bn#1": "1812", "su-rifle-rgt#1": "1810", "su-rifle-rgt#2": "1913", "su-rifle-rgt#3": "1714",
        "ge-mot-hq#1": "1510",
    }  # fmt: skip
    play = position(place, hqs=False, active=G, bridges=BRIDGE)
    assert supplied(play, "ge-inf-bn#1")
    play = position(place, hqs=False, active=G)
    assert not supplied(play, "ge-inf-bn#1")


# ---- supply


@rule("lb", "supply.general", "supply.D1")
def test_a_unit_without_a_line_to_an_hq_is_halved_in_all_it_does() -> None:
    place = {"su-tank-bde#1": "2417", "ge-stug-bn#1": "2416"}
    play = position(place, hqs=False, step="combat")
    answer(play, R, ("attack", "2416"), ("add", "su-tank-bde#1"))
    shown = odds(play, R)
    assert (shown["attack"], shown["initial"]["attack"]) == (3, 3)
    assert (shown["defence"], shown["initial"]["defence"]) == (2, 4)
    play = position({"su-tank-bde#1": "2417"}, hqs=False)
    take_up(play, R, "su-tank-bde#1")
    ask = play.ask(R)
    assert ask is not None and ask.message.args["points"] == "4" and ask.rule == "supply.D1"


@rule("lb", "supply.general")
def test_any_friendly_hq_serves_any_unit() -> None:
    play = position({"su-tank-bde#1": "2417", "su-rifle-hq#1": "2419"}, hqs=False)
    assert supplied(play, "su-tank-bde#1")


@rule("lb", "supply.proc.a")
def test_an_hq_that_moves_first_restores_no_supply_in_that_phase() -> None:
    play = position({"su-tank-bde#1": "2415", "su-corps-hq#1": "2425"}, hqs=False)
    march(play, R, "su-corps-hq#1", "2421")
    halt(play, R)
    take_up(play, R, "su-tank-bde#1")
    ask = play.ask(R)
    assert ask is not None and ask.message.args["points"] == "4"


@rule("lb", "supply.proc.b", "combat.G")
def test_supply_for_combat_is_asked_at_each_combat() -> None:
    """The HQ is attacked first and destroyed: in the next combat the defenders that it supplied are halved."""
    place = {
        "su-tank-bde#1": "2314", "su-tank-bde#2": "2417", "su-corps-hq#1": "2421", "ge-mot-hq#1": "2414",
        "ge-mot-inf-bn#1": "2416", "su-corps-hq#2": "2215",
    }  # fmt: skip
    play = position(place, hqs=False, step="combat", dice=[1, 6])
    announce(play, R, "2414", "su-tank-bde#1")
    announce(play, R, "2416", "su-tank-bde#2")
    answer(play, R, "end_announcing", ("resolve", "2414"))
    resolve(play, R)
    fights = combats(play, "final_ground")
    assert where(play, "ge-mot-hq#1") == "destroyed"
    assert fights[1]["defence"] == 1  # three, now out of supply


@rule("lb", "supply.proc.b", "combat.G")
def test_an_attacker_whose_hq_was_thrown_back_attacks_at_half() -> None:
    """Five clear hexes lie between 2322 and the HQ in 2317; thrown back into the woods at 2217 it is too far."""
    place = {"su-corps-hq#1": "2317", "su-rifle-rgt#1": "2322", "ge-inf-bn#1": "2316", "ge-inf-bn#2": "2323"}
    play = position({**place, "ge-mot-hq#1": "2314"}, hqs=False, step="combat", dice=[4, 4])  # 3 to 2: 1-1, 4 is AB
    assert supplied(play, "su-rifle-rgt#1")
    announce(play, R, "2316", "su-corps-hq#1")
    announce(play, R, "2323", "su-rifle-rgt#1")
    answer(play, R, "end_announcing", ("resolve", "2316"), ("retreat", "2217"))
    assert combats(play, "final_ground")[1]["attack"] == 2


@rule("lb", "supply.proc.b")
def test_a_retreat_that_opens_the_line_gives_full_strength_in_the_next_combat() -> None:
    # the German in 2418 cuts 2416 off from 2421 by its ZOC; destroyed in the first combat, the second one is at full
    # strength
    place = {
        "su-rifle-rgt#1": "2416", "ge-inf-bn#1": "2415", "ge-inf-bn#2": "2418", "ge-inf-bn#3": "2316",
        "ge-inf-bn#4": "2615",
        "su-tank-bde#1": "2419", "su-tank-bde#2": "2419", "su-corps-hq#1": "2420",
    }  # fmt: skip
    play = position(place, hqs=False, step="combat", dice=[1, 6])
    assert not supplied(play, "su-rifle-rgt#1")
    announce(play, R, "2418", "su-tank-bde#1", "su-tank-bde#2")
    announce(play, R, "2415", "su-rifle-rgt#1")
    answer(play, R, "end_announcing", ("resolve", "2418"))
    assert supplied(play, "su-rifle-rgt#1")
    assert combats(play, "final_ground")[1]["attack"] == 5


@rule("lb", "supply.A")
def test_the_line_is_ten_motorized_points_long() -> None:
    """Five clear hexes, twenty road hexes, two forest hexes; the HQ's hex counts and the unit's own does not."""
    reach = GAME.command(hexes("2426"), GAME.ground.land, GAME.ground.dry[0])
    assert {"2421", "2426"} <= names(reach) and "2420" not in names(reach)
    reach = GAME.command(hexes("0109"), GAME.ground.land, GAME.ground.dry[0])
    assert {"2110"} <= names(reach)  # twenty road hexes away
    assert "2209" not in names(reach)
    # two forest hexes to enter are ten points, a third is too far
    grid, forest = GAME.ground.grid, GAME.map.terrain["forest"]
    woods = hexes("1704 1804 1904")
    assert woods & forest == woods
    reach = GAME.command(hexes("1704"), woods | hexes("2004"), GAME.ground.dry[0])
    assert {grid.distance(grid.index("1704"), grid.index(one)) for one in names(reach)} == {0, 1, 2}
    assert "2004" not in names(reach)


@rule("lb", "supply.A")
def test_the_direction_is_from_the_unit_to_the_hq() -> None:
    """Leaving a forest is free, entering one is dear: an HQ in the open serves a unit in the woods farther away."""
    ground = GAME.ground
    open_hq = GAME.command(hexes("2318"), ground.land, ground.dry[0])  # clear; 2217 and 2216 are forest
    wood_hq = GAME.command(hexes("2217"), ground.land, ground.dry[0])
    assert names(open_hq) & {"2217"} and "2313" in names(open_hq)
    assert "2312" not in names(wood_hq)


@given(st.sets(st.sampled_from(GAME.ground.grid.hexes), max_size=4), st.sets(st.sampled_from(GAME.ground.grid.hexes)))
def test_hqs_that_nobody_disturbs_need_not_be_traced(hqs: set[int], foes: set[int]) -> None:
    """An enemy bars lines within the reach of one HQ and leaves the others as they are."""
    ground = GAME.ground
    allowed, most = ground.land & ~mask(foes), 2 * GAME.files.tables.supply.motor_points
    for ways in ground.dry:
        traced = trace_to_hq(ground, mask(hqs), allowed, ways, most)
        assert GAME.command(mask(hqs), allowed, ways) == traced


@rule("lb", "supply.B.I")
def test_a_lone_enemy_supply_unit_blocks_a_line() -> None:
    state = state_of(position({"su-rifle-rgt#1": "2415", "ge-supply#1": "2418"}))
    from grognard.games.lb.supply import open_to_lines

    assert not open_to_lines(state, 1) & hexes("2418") and open_to_lines(state, 1) & hexes("2417")


@rule("lb", "supply.B.II")
def test_forest_is_free_of_zoc_and_a_units_own_hex_is_never_blocked() -> None:
    from grognard.games.lb.supply import open_to_lines

    state = state_of(position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2218"}))
    lines = open_to_lines(state, 1)
    assert lines & hexes("2417") and not lines & hexes("2517")
    assert lines & hexes("2217")  # forest beside the German in 2218


@rule("lb", "supply.C")
def test_ten_turns_without_supply_cost_nobody() -> None:
    play = position({"su-rifle-rgt#1": "1010", "ge-inf-bn#1": "2410"}, hqs=False)
    idle_until(play, 10, G, "second_movement")
    assert where(play, "su-rifle-rgt#1") == "1010" and not supplied(play, "su-rifle-rgt#1")


@rule("lb", "supply.D1")
@pytest.mark.parametrize(("unit", "points"), [("su-tank-bde#1", "4"), ("su-rifle-rgt#1", "1"), ("su-motor-bde#1", "5")])
def test_the_allowance_is_halved_and_fractions_are_lost(unit: str, points: str) -> None:
    play = position({unit: "2417"}, hqs=False)
    take_up(play, R, unit)
    ask = play.ask(R)
    assert ask is not None and ask.message.args["points"] == points


@rule("lb", "supply.D1", "artillery.C.III")
def test_fire_strength_is_halved_too_but_never_under_1() -> None:
    place = {
        "su-art-20#1": "2418",
        "su-supply#1": "2418",
        "su-mortar-10#1": "2518",
        "ge-inf-bn#1": "2416",
        "su-at-bn#1": "2417",
    }
    play = position(place, hqs=False, step="combat")
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"), ("add_unsupplied", "su-mortar-10#1"))
    assert odds(play, R)["attack"] == 10 + 1


@rule("lb", "supply.D2")
def test_each_unit_is_reduced_by_itself_and_defends_with_1_at_least() -> None:
    place = {
        "su-recon-bn#1": "2417",
        "su-recon-bn#2": "2417",
        "ge-at-co#1": "2416",
        "ge-art-light#1": "2416",
        "ge-supply#1": "2416",
    }
    play = position(place, hqs=False, step="combat")
    answer(play, R, ("attack", "2416"), "add_all")
    shown = odds(play, R)
    assert shown["attack"] == 1 + 1  # two units of 3
    assert shown["defence"] == 1 + 1 + 1


@rule("lb", "supply.D2")
def test_an_attack_of_0_is_none() -> None:
    play = position({"su-at-bn#1": "2417", "ge-inf-bn#1": "2416"}, hqs=False, step="combat")
    answer(play, R, ("attack", "2416"), ("add", "su-at-bn#1"))
    refused(play, R, "announce", rule="supply.D2")


@rule("lb", "supply.D2", "move.Kb", "tec.d")
def test_supply_first_then_forest_then_undeployed() -> None:
    # 15 // 2 = 7, 7 // 2 = 3, 3 // 2 = 1: the order and the fractions matter only in sum, all three count
    place = {"su-mech-bde#1": "2217 undeployed", "ge-inf-bn#1": "2218"}
    play = position(place, hqs=False, step="combat")
    announce(play, R, "2218", "su-mech-bde#1")
    answer(play, R, ("as_armor", "su-mech-bde#1"), ("attack", "2218"))
    shown = odds(play, R)
    assert shown["attack"] == 1  # 10, 5, 2, 1
    assert shown["groups"][0]["reasons"] == ["out_of_supply", "armor_in_rough_going", "undeployed"]


@rule("lb", "supply.E", "scenario1.supply")
def test_an_hq_cut_off_from_its_source_supplies_nobody() -> None:
    place = {"su-rifle-rgt#1": "2621", "su-corps-hq#1": "2421", "su-rifle-rgt#2": "2521"}
    play = position(place, hqs=False)
    assert supplied(play, "su-rifle-rgt#1")
    blocked = {f"ge-inf-bn#{n}": f"{2 * n:02}25" for n in range(1, 16)}
    play = position({**place, **blocked}, hqs=False)
    assert not supplied(play, "su-rifle-rgt#1")
    del blocked["ge-inf-bn#1"]
    play = position({**place, **blocked}, hqs=False)
    assert supplied(play, "su-rifle-rgt#1")  # a gap in the far west is enough: no matter how long or devious


@rule("lb", "supply.F")
def test_one_hq_supplies_any_number_of_units() -> None:
    units = [row.id for row in GAME.units if row.kind.side == R and row.kind.type != "headquarters"][:40]
    spots = sorted(names(GAME.command(hexes("2421"), GAME.ground.land, GAME.ground.dry[0])))[:14]
    place = {unit: spots[n // 3] for n, unit in enumerate(units)}
    play = position(place)
    assert len(units) == 40 and all(supplied(play, unit) for unit in units)


@rule("lb", "scenario2.supply")
def test_three_sides_serve_the_russians_of_scenario_2() -> None:
    play = position({"su-rifle-hq#1": "0505", "su-rifle-rgt#1": "0504"}, scenario=S2, hqs=False)
    assert supplied(play, "su-rifle-rgt#1")
    from grognard.games.lb.supply import lines_to_source

    state = state_of(play)
    for side in ("0110", "3010", "1526"):
        assert lines_to_source(state, 1) & hexes(side)
    # a hex of side A with a German ZOC serves nobody
    play = position({"su-rifle-hq#1": "0505", "ge-inf-bn#1": "0110"}, scenario=S2, hqs=False)
    assert not lines_to_source(state_of(play), 1) & hexes("0111")
    assert number("ge-inf-bn#1") >= 0
