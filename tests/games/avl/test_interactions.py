"""Where chapters meet: overruns in mid-march, split stacks, hexes that fill up, plans, take-backs, and reasons.

Each chapter has its own file; here a ruling needs at least two of them. Most of it happens around 5605, a clear plain
without rivers or roads: its neighbours are 5604 and 5606, 5505 and 5506 in the west, 5705 and 5706 in the east.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core.ask import random_answer
from grognard.games.avl.counters import SOVIET
from grognard.games.avl.state import AWAY, CUP, PLAYED
from grognard.testing import rule
from tests.games.avl._help import (
    answer,
    attack,
    avl,
    chits_in,
    happened,
    idle,
    march,
    no_arrivals,
    offered,
    position,
    refused,
    score,
    select,
    state_of,
    steps_of,
    where,
)

EAST = {"su-5m": "5705", "su-4m": "5705", "su-2gm": "5706", "su-6m": "5706"}
"""20 attack points east of 5605; 5505 and 5506 in the west are free."""
PLAN = {"axis_help_soviet_preplanned_chits": True}
ADMINISTRATIVE = {"soviet_help_administrative_movement": True}


# ---- moves and overruns (8, 12)


@rule("avl", "8.3.1c", "12.1a", "12.7a")
def test_an_hq_relocated_onto_the_road_ahead_is_overrun_again_on_the_same_march() -> None:
    place = {"su-7tk": "4005", "hq-f-pico": "4006"}
    play = position(active="soviet", turn=6, place=place)
    march(play, "soviet", "su-7tk", "4314")  # ten road hexes, 5 points; F-Pico stands on the first
    assert where(play, "su-7tk") == "4006"  # the march waits for the relocation
    answer(play, "axis", ("relocate_to", "4209"))  # on the road, four hexes ahead
    assert [one["hex"] for one in happened(play, "event.overrun")] == ["4006", "4209"]
    assert (where(play, "su-7tk"), play.deciders) == ("4209", ("axis",))
    answer(play, "axis", ("relocate_to", min(str(hex) for hex in offered(play, "axis", "relocate_to"))))
    assert where(play, "su-7tk") == "4314"
    (moved,) = happened(play, "event.moved")
    assert moved["points"] == "5"
    ask = play.ask("soviet")
    assert ask is not None and ask.message.args["road"] == "3"  # 8 points, 5 spent


@rule("avl", "8.1.4", "12.7a")
def test_a_march_that_waits_for_a_relocation_can_be_saved_and_taken_up_again(tmp_path: Path) -> None:
    play = position(active="soviet", turn=6, place={"su-7tk": "4005", "hq-f-pico": "4006"})
    march(play, "soviet", "su-7tk", "4314")
    file = tmp_path / "game.json"
    play.save(file)
    again = grognard.load(file)
    for one in (play, again):
        answer(one, "axis", ("relocate_to", "3803"))
        assert (where(one, "su-7tk"), where(one, "hq-f-pico")) == ("4314", "3803")
    assert state_of(again) == state_of(play)


@rule("avl", "12.7a", "8.1.4")
def test_an_overrun_is_taken_back_only_after_the_relocation_that_it_caused() -> None:
    play = position(active="soviet", turn=6, place={"su-7tk": "5606", "hq-f-pico": "5605"})
    start = state_of(play).clone()
    march(play, "soviet", "su-7tk", "5605")
    answer(play, "axis", ("relocate_to", "5205"))
    done = state_of(play).clone()
    assert not play.can_undo("soviet") and play.can_undo("axis")
    play.undo("axis")
    assert where(play, "hq-f-pico") == "lifted"
    play.undo("soviet")
    play.undo("soviet")
    assert state_of(play) == start and happened(play, "event.overrun") == []
    for player in ("soviet", "soviet", "axis"):
        play.redo(player)
    assert state_of(play) == done


@rule("avl", "8.1.4", "5.0.4")
def test_a_unit_may_pass_a_full_hex_and_leave_an_hq_beside_it_alone() -> None:
    """An HQ without troops leaves the game (11.3): to overrun it would save it. 8.1.4 says "can"."""
    place = {"su-7tk": "5605", "su-107": "5506", "su-141": "5506", "hq-f-pico": "5505"}
    play = position(active="soviet", turn=6, place=place)
    march(play, "soviet", "su-7tk", "5405")  # two points over the full 5506, and two over the HQ in 5505
    assert happened(play, "event.overrun") == []
    assert (where(play, "su-7tk"), where(play, "hq-f-pico")) == ("5405", "5505")


@rule("avl", "8.1.3b", "8.1.4", "14.0.1a")
def test_a_unit_beside_a_major_river_crosses_it_and_does_not_go_round_by_a_bridge_over_an_hq() -> None:
    """From 0223 over the Dnepr to 0224: one hex, not three by way of Dnepropetrovsk and the HQ that stands there."""
    play = position(active="soviet", turn=6, place={"su-7tk": "0223", "su-107": "5605", "hq-f-pico": "0325"})
    march(play, "soviet", "su-7tk", "0224")
    assert happened(play, "event.moved")[0]["hexes"] == ["0223", "0224"]
    assert (where(play, "su-7tk"), where(play, "hq-f-pico")) == ("0224", "0325")
    assert score(play) == (25, 0)
    refused(play, "soviet", "unit", "su-7tk", rule="8.1.1")


@rule("avl", "15.0.1b", "8.1.2b")
def test_a_refused_move_counts_the_extra_point_of_administrative_movement() -> None:
    play = position(active="soviet", turn=6, place={"su-107": "5605"}, options=ADMINISTRATIVE)
    answer(play, "soviet", ("unit", "su-107"))
    ask = play.ask("soviet")
    assert ask is not None and (ask.rule, ask.message.args["points"], ask.message.args["more"]) == ("15.0.1b", 5, 1)
    assert play.legal("soviet", "move", "5005")  # six hexes
    reason, *_, paid_from = play.why("soviet", "move", "4905")  # seven
    assert (reason.message.args["left"], reason.message.args["needed"]) == (6, 7)
    assert (paid_from.rule, paid_from.message.args["points"]) == ("15.0.1b", 6)
    assert play.preview("soviet", "move", "5005")["points"] == 6  # what the six points of the way are paid from


@rule("avl", "15.0.1b", "10.2.3")
def test_an_isolated_unit_has_half_its_allowance_and_the_extra_point_on_top() -> None:
    play = position(active="soviet", turn=6, place={"su-107": "5605 isolated"}, options=ADMINISTRATIVE)
    answer(play, "soviet", ("unit", "su-107"))
    ask = play.ask("soviet")
    assert ask is not None and (ask.message.args["points"], ask.message.args["more"]) == (2, 1)
    reason, *_, halved, more = play.why("soviet", "move", "5105")
    assert reason.message.args["left"] == 3
    assert (halved.rule, halved.message.key, halved.message.args["points"]) == (
        "10.2.3",
        "why.cost_allowance_halved",
        2,
    )
    assert (more.rule, more.message.args["points"]) == ("15.0.1b", 1)


@rule("avl", "15.0.1b", "8.2.1a")
def test_question_and_refusal_agree_on_the_points_left_before_an_enemy_zoc() -> None:
    # 107 has 5 points and one more only clear of ZOC; four hexes on, the next one is beside 304
    place = {"su-107": "5605", "de-304": "5005"}
    play = position(active="soviet", turn=6, place=place, options=ADMINISTRATIVE)
    answer(play, "soviet", ("unit", "su-107"), ("move", "5205"))
    ask = play.ask("soviet")
    assert ask is not None and (ask.message.args["points"], ask.message.args["more"]) == (1, 1)
    reason, *rest = play.why("soviet", "move", "5105")
    assert (reason.rule, reason.message.args["left"], reason.message.args["needed"]) == ("8.2.1a", 1, 3)
    assert [(one.message.key, one.rule) for one in rest][-1] == ("why.no_extra_point", "15.0.1b")


# ---- one bridge, three chapters (8.2.2, 9.5.6b, 9.6.2)


@rule("avl", "8.2.2", "9.5.6b", "9.6.2")
def test_a_bridge_between_two_zocs_stops_a_move_and_a_retreat_but_not_an_advance() -> None:
    # the Don between 4715 and 4716; an enemy division in 4816 has 4716 in its ZOC, one in 4614 has 4715
    for north in ({}, {"su-141": "4614"}):
        move = position(active="axis", turn=6, place={**north, "su-107": "4816", "de-17pz": "4716"})
        answer(move, "axis", ("unit", "de-17pz"))
        assert move.legal("axis", "move", "4715") == (not north)
        if north:
            refused(move, "axis", "move", "4715", rule="8.2.2")

    for german in ({}, {"de-62": "4614"}):
        panzers = {"de-11pz": "4717", "de-6pz": "4717"}
        retreat = position(
            step="combat", active="axis", turn=6, place={**german, **panzers, "su-14g": "4716"}, dice=[2]
        )
        attack(retreat, "axis", "4716", "de-11pz", "de-6pz")  # 14 to 3, 4-1: DR on a 2
        ahead = offered(retreat, "soviet", "retreat") or {where(retreat, "su-14g")}  # one way only is not asked
        assert ("4715" in ahead) == (not german)

    panzers = {"de-11pz": "4716", "de-6pz": "4716"}
    place = {**panzers, "su-107": "4816", "su-141": "4614", "su-4c": "4715"}
    over = position(step="combat", active="axis", turn=6, place=place, dice=[6])
    attack(over, "axis", "4715", "de-11pz", "de-6pz")  # 14 halved to 7 against 1: 4C dies on a 6
    assert where(over, "su-4c") == "eliminated"
    answer(over, "axis", ("advance", "de-11pz"))
    assert where(over, "de-11pz") == "4715" and offered(over, "axis", "advance_to")  # a bridge: it may go on


# ---- retreats (9.5) with stacks, nations, cities and HQs


@rule("avl", "9.5.2c", "9.5.5", "12.3", "5.0.3")
def test_a_stack_of_two_nations_and_an_hq_parts_before_a_third_nation() -> None:
    place = {**EAST, "de-168": "5605", "it-cos": "5605", "hq-it8a": "5605", "ro-9": "5505"}
    play = position(step="combat", active="soviet", turn=6, place=place, dice=[4])
    answer(play, "soviet", ("attack", "5605"), "add_all", "resolve")  # 20 to 5, 4-1: DR on a 4
    answer(play, "axis", ("retreat_unit", "it-cos"))
    assert where(play, "it-cos") == "5506"  # 5505 is as near to a source, but the Romanians are there
    answer(play, "axis", ("retreat", "5505"))
    assert where(play, "de-168") == "5505"
    answer(play, "axis", ("follow", "de-168"))  # the Italian HQ goes with the Germans and cannot stay
    assert where(play, "hq-it8a") == "5505" and offered(play, "axis", "retreat") >= {"5404", "5405"}
    answer(play, "axis", ("retreat", "5405"))
    assert (where(play, "hq-it8a"), where(play, "ro-9")) == ("5405", "5505")


@rule("avl", "9.5.2a", "9.5.2c", "9.5.4a")
def test_the_second_unit_goes_through_the_hex_that_the_first_has_filled_rather_than_into_zoc() -> None:
    # su-107 has 5505 in its ZOC; in 5506 is room for one
    place = {**EAST, "su-107": "5404", "de-168": "5605", "de-298": "5605", "de-62": "5506"}
    play = position(step="combat", active="soviet", turn=6, place=place, dice=[4])
    answer(play, "soviet", ("attack", "5605"), "add_all", "resolve")  # 20 to 6, 3-1: DR on a 4
    answer(play, "axis", ("retreat_unit", "de-168"))
    assert where(play, "de-168") == "5506"
    assert where(play, "de-298") == "5506"  # it passes: 9.5.4a sends it on at once
    ahead = offered(play, "axis", "retreat")
    assert ahead == {"5406", "5507"}
    answer(play, "axis", ("retreat", "5406"))
    assert (where(play, "de-298"), steps_of(play, "de-298")) == ("5406", 2)


@rule("avl", "9.5.8", "9.5.7", "12.7a")
def test_a_unit_that_finds_no_second_hex_overruns_the_hq_in_the_first_and_dies_there() -> None:
    """5342 lies between the lakes: it is entered and left by way of 5242 alone."""
    place = {"de-11pz": "5142", "de-22pz": "5142", "su-107": "5242 isolated", "hq-1gda": "5242", "hq-f-pico": "5342"}
    play = position(step="combat", active="axis", turn=6, place=place, dice=[1])
    attack(play, "axis", "5242", "de-11pz", "de-22pz")  # 11 to 1, 10-1+: 1DR2 on a 1
    assert happened(play, "event.overrun") == [{"unit": "su-107", "unit_hq": "hq-f-pico", "hex": "5342"}]
    assert (where(play, "su-107"), play.deciders) == ("5342", ("axis",))
    answer(play, "axis", ("relocate_to", min(str(hex) for hex in offered(play, "axis", "relocate_to"))))
    assert where(play, "su-107") == "eliminated"
    assert where(play, "hq-1gda") == "lifted"  # its whole stack died, in 5342 (12.2b)
    answer(play, "soviet", ("relocate_to", min(str(hex) for hex in offered(play, "soviet", "relocate_to"))))
    assert happened(play, "event.hq_relocated")[1]["hex_from"] == "5342"


@rule("avl", "14.0.1a", "9.5.3")
def test_a_city_taken_on_a_retreat_stays_taken_though_the_unit_dies_in_the_next_hex() -> None:
    # of the hexes around 1112 only Kharkov, 1211, is out of German ZOC, and beyond it no hex is
    germans = {"de-11pz": "1012", "de-22pz": "1012", "de-62": "1010", "de-294": "1310", "de-298": "1313"}
    play = position(step="combat", active="axis", turn=6, place={**germans, "su-107": "1112 isolated"}, dice=[1])
    attack(play, "axis", "1112", "de-11pz", "de-22pz")  # 11 to 1, 10-1+: 1DR2 on a 1
    assert "1211" in offered(play, "soviet", "retreat")
    answer(play, "soviet", ("retreat", "1211"))
    assert (where(play, "su-107"), score(play)) == ("1211", (20, 5))
    answer(play, "soviet", ("retreat", "1311"))
    assert where(play, "su-107") == "eliminated"
    assert score(play) == (20, 5)  # a Soviet division is worth nothing, Kharkov five


@rule("avl", "12.4", "9.5.7", "9.0b")
def test_an_hq_left_behind_by_an_advance_is_overrun_in_the_next_combat_of_the_segment() -> None:
    place = {
        **{"su-5m": "5706", "hq-1gda": "5706", "de-7lw": "5605"},
        **{"su-2gm": "5907", "su-6m": "5907", "su-107": "5607", "de-168": "5806"},
    }
    play = position(step="combat", active="soviet", turn=6, place=place, dice=[6, 4])
    attack(play, "soviet", "5605", "su-5m")  # 5-1: 1DR2 on a 6 kills 7Lw
    answer(play, "soviet", ("advance", "su-5m"), ("advance_to", "5505"), "end_advance")
    attack(play, "soviet", "5806", "su-2gm", "su-6m")  # 3-1: DR on a 4; only 5706 is nearer and out of ZOC
    assert happened(play, "event.overrun") == [{"unit": "de-168", "unit_hq": "hq-1gda", "hex": "5706"}]
    assert (where(play, "de-168"), play.deciders) == ("5706", ("soviet",))  # the Attacker places his own HQ
    answer(play, "soviet", ("relocate_to", min(str(hex) for hex in offered(play, "soviet", "relocate_to"))))
    assert offered(play, "soviet", "advance") == {"su-2gm", "su-6m"}


# ---- the reasons for a refusal


@rule("avl", "9.2", "9.1.6")
def test_a_unit_already_in_the_attack_is_not_said_to_stand_behind_an_impassable_hexside() -> None:
    play = position(step="combat", active="soviet", turn=6, place={**EAST, "de-168": "5605"})
    answer(play, "soviet", ("attack", "5605"), ("add", "su-5m"))
    assert not play.legal("soviet", "add", "su-5m")
    assert play.why("soviet", "add", "su-5m")[0].rule != "9.1.6"


@rule("avl", "9.5", "9.5.6a", "9.5.8")
def test_the_way_back_over_a_bridge_is_refused_because_a_retreat_does_not_go_back() -> None:
    # 107 retreats from Zaporozhye over the rail bridge to 0330: the second hex cannot be the first one again
    place = {"de-11pz": "0529", "de-22pz": "0529", "su-107": "0429 isolated"}
    play = position(step="combat", active="axis", turn=6, place=place, dice=[3])
    attack(play, "axis", "0429", "de-11pz", "de-22pz")  # 11 to 1 in a City, 9-1: 1DR2 on a 3
    if where(play, "su-107") == "0429":
        answer(play, "soviet", ("retreat", "0330"))
    assert where(play, "su-107") == "0330"
    refused(play, "soviet", "retreat", "0429", rule="9.5")  # as everywhere else, and not for want of a bridge


@rule("avl", "9.5.2c")
def test_a_first_hex_refused_for_the_full_hexes_behind_it_is_not_called_full_itself() -> None:
    full = {"de-62": "5404", "de-294": "5404", "de-298": "5405", "de-336": "5405", "de-302": "5506", "de-385": "5506"}
    place = {**full, "su-5m": "5705", "su-4m": "5705", "de-304": "5605 isolated"}
    play = position(step="combat", active="soviet", turn=6, place=place, dice=[1])
    attack(play, "soviet", "5605", "su-5m", "su-4m")  # 10 to 1: 1DR2 on a 1
    assert offered(play, "axis", "retreat") == {"5506", "5606"}  # 5505 is empty, but leads to full hexes only
    (reason,) = play.why("axis", "retreat", "5505")
    assert reason.rule == "9.5.2c"
    assert (reason.message.key, reason.message.args.get("hex")) != ("why.stack_full", "5505")


# ---- the end of a turn (11, 12.7d, 14)


@rule("avl", "12.7d", "11.1.3", "5.0.1")
@pytest.mark.parametrize(("placed", "lost"), [("hq-kempf", "hq-hollidt"), ("hq-hollidt", "hq-kempf")])
def test_of_two_hqs_due_on_one_rail_hex_the_owner_saves_one(placed: str, lost: str) -> None:
    # all Axis sources but 0142 are in Soviet ZOC, and so is the track beyond it
    blocked = {"su-1": "0107", "su-159": "0215", "su-197": "0125", "su-278": "0132", "su-203": "0240"}
    place = {**no_arrivals("hq-kempf"), **blocked, "hq-hollidt": "awaiting", "de-168": "0142"}
    chits = {"inactive": ["Hollidt", "4PzA", "It8A", "H2A", "R3A", "F-Pico"]}
    play = position(step="reinforcements", turn=4, place=place, chits=chits)
    assert offered(play, "axis", "place") == {"hq-kempf", "hq-hollidt"}
    answer(play, "axis", ("place", placed))
    assert offered(play, "axis", "place_at") == {"0142"}
    answer(play, "axis", ("place_at", "0142"))
    assert (where(play, placed), where(play, lost)) == ("0142", "removed")
    gone = chits_in(play, AWAY)
    assert ("Kempf" in gone, "Hollidt" in gone) == (lost == "hq-kempf", lost == "hq-hollidt")
    assert score(play) == (25, 0)


@rule("avl", "11.1.3", "14.0.2a", "15.0.1a")
@pytest.mark.parametrize(("option", "soviet", "over"), [(False, 32, True), (False, 31, False), (True, 28, True)])
def test_reinforcements_lost_in_the_segment_bring_the_lead_to_exactly_thirty(
    option: bool, soviet: int, over: bool
) -> None:
    denied = {"su-1": "0107", "su-159": "0215", "su-197": "0125", "su-278": "0132", "su-203": "0141"}
    due = ["de-lah", "de-dr", "de-335", "de-333"]  # 3 + 3 + 1 + 1, or 5 + 5 + 1 + 1
    play = position(
        unchecked=True,
        step="reinforcements", turn=5, place={**no_arrivals(*due), **denied}, vp={"axis": 10, "soviet": soviet},
        chits={"inactive": ["4PzA", "Hollidt", "It8A", "H2A", "R3A", "Kempf", "F-Pico"]},
        options={"soviet_help_german_mech_5vp": option},
    )  # fmt: skip
    assert all(where(play, unit) == "eliminated" for unit in due)
    assert (play.result is not None) == over
    if play.result is not None:
        assert (play.result.winner, play.result.level) == ("soviet", "sudden_death")
        assert play.result.points == {"axis": 10, "soviet": 40}


# ---- plans (15.0.2b)


@rule("avl", "15.0.2b", "11.3c", "7.1.2a")
def test_a_plan_loses_the_chit_of_a_removed_hq_and_the_next_plan_takes_the_two_that_are_left() -> None:
    troops = {"hq-1gda": "5505", "su-107": "5505", "hq-5tka": "5605", "hq-6a": "3001"}  # nobody is near 6A
    play = position(
        step="hq_removal", turn=3, place={**no_arrivals(), **troops}, planned=["1GdA", "6A", "5TkA"], options=PLAN,
        chits={"inactive": ["STAVKA", "1GdA", "6A", "5TkA"]}, dice=[3],
    )  # fmt: skip
    assert where(play, "hq-6a") == "removed"
    counts = [(one["side"], one["count"]) for one in happened(play, "event.chits_selected")]
    assert ("soviet", 3) in counts and ("axis", 0) in counts
    assert chits_in(play, CUP) | chits_in(play, PLAYED) == {"STAVKA", "1GdA", "5TkA"}
    chits = avl().chits
    assert state_of(play).planned == 1 << chits.numbers["1GdA"] | 1 << chits.numbers["5TkA"]


@rule("avl", "15.0.2b", "7.1.3")
def test_the_axis_player_cannot_tell_two_plans_apart() -> None:
    seen = []
    for plan in (("1GdA", "2GdA", "3GdA"), ("5TkA", "Popov", "3GdA")):
        play = avl().new(seed="plans", options=PLAN)
        answer(play, "soviet", "historical", "done")
        select(play, "soviet", "1GdA", "2GdA", "5TkA")
        select(play, "soviet", *plan)
        select(play, "axis", "4PzA", "Hollidt", "It8A")
        own = play.view("soviet")["pools"]["soviet"]["planned"]
        assert set(own) == set(plan)
        shown = [play.view("axis"), play.view(None), play.log(player="axis"), play.log()]
        idle(play)  # the special segment is declined; the cup of turn 1 is the same
        seen.append([*shown, play.view("axis"), play.log(player="axis")])
    assert seen[0] == seen[1]


@rule("avl", "15.0.2b", "7.1.2a", "7.1.3")
def test_a_bot_for_the_axis_imagines_a_plan_of_three_chits() -> None:
    """He does not know the plan, but he knows that there is one: STAVKA never comes alone while there are others."""
    chits = avl().chits
    pool = ["STAVKA", "1GdA", "2GdA", "3GdA", "5TkA", "6A"]
    troops = {"hq-1gda": "5505", "su-107": "5505", "hq-4pza": "5005", "de-168": "5005"}
    axis = ["4PzA", "Hollidt", "It8A", "H2A", "R3A"]
    play = position(
        step="select_chits", turn=2, place={**no_arrivals(), **troops}, planned=["1GdA", "2GdA", "6A"], options=PLAN,
        chits={"inactive": [*pool, *axis]},
    )  # fmt: skip
    rng = Random(7)
    for _ in range(5):
        state = play.imagine("axis", rng)
        while state.lanes is not None:
            player = state.deciders[0]
            state.apply(player, random_answer(state.ask(player), rng))
        mine = chits.of_side[SOVIET]
        used = state.holds(CUP, mine) | state.holds(PLAYED, mine)
        assert used.bit_count() == 4
