"""Chapter 8: who moves, what a hex costs, rivers, ZOC, roads; and the reach of a move against a plain search."""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from grognard.core.ask import random_answer
from grognard.core.play import Play
from grognard.games.avl import GAME, verbs
from grognard.games.avl.movement import MoveUnit
from grognard.games.avl.routes import UNKNOWN, arrival, fords, route_to, walk
from grognard.games.avl.schema import DATA
from grognard.games.avl.stacking import crowded
from grognard.hex.grid import any_side, bits
from grognard.testing import rule
from tests.games.avl._help import (
    answer,
    avl,
    happened,
    march,
    number,
    offered,
    position,
    refused,
    score,
    state_of,
    where,
)


def cost(play: Play, player: str, hex: str) -> str:
    """What the table says the way to a hex costs."""
    return str(play.preview(player, "move", hex)["cost"])


def read(points: str) -> float:
    """Movement points as a preview writes them where there is little room: 2½."""
    return float(points.replace("½", ".5"))


def points_left(play: Play, player: str) -> int:
    """The movement points that the unit in motion has left by ordinary ground."""
    ask = play.ask(player)
    assert ask is not None and ask.message.key in ("prompt.move_unit", "prompt.move_unit_road")
    return int(ask.message.args["points"])


IDLE = {"su-19": "6701", "de-39": "0101"}
"""One unit of each side that has not moved yet and keeps the Movement Segment open."""


# ---- who moves (8.0, 8.1.1)


@rule("avl", "8.0")
def test_an_hq_that_is_not_activated_stays_though_its_stack_moves() -> None:
    play = position(active="soviet", place={"hq-1gda": "5605", "su-7tk": "5605"}, activated=["su-7tk"])
    refused(play, "soviet", "unit", "hq-1gda", rule="7.3.2a")
    march(play, "soviet", "su-7tk", "5604")
    assert (where(play, "su-7tk"), where(play, "hq-1gda")) == ("5604", "5605")


@rule("avl", "8.0")
def test_the_active_player_moves_his_activated_hq_and_units_and_nobody_else() -> None:
    play = position(
        active="soviet",
        place={"hq-1gda": "5605", "su-7tk": "5605", "su-107": "5606", "de-17pz": "5609"},
        activated=["hq-1gda", "su-7tk"],
    )
    assert offered(play, "soviet", "unit") == {"hq-1gda", "su-7tk"}
    refused(play, "soviet", "unit", "su-107", rule="7.0")
    refused(play, "soviet", "unit", "de-17pz", rule="8.0")
    assert play.ask("axis") is None
    march(play, "soviet", "hq-1gda", "5604")
    assert where(play, "hq-1gda") == "5604"


@rule("avl", "8.1.1")
def test_the_next_unit_ends_the_move_of_the_one_before() -> None:
    play = position(active="soviet", place={"su-7tk": "5605", "su-1tk": "5605", **IDLE})
    march(play, "soviet", "su-7tk", "5604")
    assert points_left(play, "soviet") == 7
    refused(play, "soviet", "end_movement", rule="8.1.1")
    march(play, "soviet", "su-1tk", "5606")
    refused(play, "soviet", "unit", "su-7tk", rule="8.1.1")
    answer(play, "soviet", "stop")
    refused(play, "soviet", "unit", "su-7tk", rule="8.1.1")
    refused(play, "soviet", "unit", "su-1tk", rule="8.1.1")
    assert (where(play, "su-7tk"), where(play, "su-1tk")) == ("5604", "5606")


@rule("avl", "8.1.1")
def test_a_unit_only_looked_at_may_still_move_later() -> None:
    play = position(active="soviet", place={"su-7tk": "5605", "su-1tk": "5605"})
    answer(play, "soviet", ("unit", "su-7tk"), ("unit", "su-1tk"), ("move", "5606"))
    answer(play, "soviet", ("unit", "su-7tk"), ("move", "5604"))
    assert (where(play, "su-7tk"), where(play, "su-1tk")) == ("5604", "5606")


@rule("avl", "8.1.1")
def test_each_unit_of_a_stack_is_charged_for_itself() -> None:
    """Ruling: moving a stack is only a convenience; the rifles come 5 hexes far, the tanks beside them 8."""
    play = position(active="soviet", place={"su-7tk": "5608", "su-107": "5608"})
    march(play, "soviet", "su-107", "5603")
    refused(play, "soviet", "unit", "su-107", rule="8.1.1")  # its five points are spent
    march(play, "soviet", "su-7tk", "5603")
    assert points_left(play, "soviet") == 3


# ---- points and prices (8.1.2)


TWO_CHITS = {"cup": ["6A", "1GdA"]}
TWO_HQS = {"hq-6a": "5603", "hq-1gda": "5602"}


@rule("avl", "8.1.2a")
@pytest.mark.parametrize(("unit", "points"), [("5604", 5), ("5604 isolated", 2), ("5604 out of supply", 5)])
def test_a_unit_activated_twice_has_its_full_allowance_each_time_and_keeps_nothing(unit: str, points: int) -> None:
    play = position(step="draw", chits=TWO_CHITS, dice=[1, 1], place={"su-107": unit, **TWO_HQS})
    answer(play, "soviet", ("unit", "su-107"))
    assert points_left(play, "soviet") == points
    answer(play, "soviet", ("move", "5605"))
    assert points_left(play, "soviet") == points - 1
    answer(play, "soviet", "stop", "end_movement", ("unit", "su-107"))
    assert points_left(play, "soviet") == points
    far = {5: ("5610", "5611"), 2: ("5607", "5608")}[points]  # clear all the way from 5605 to the south
    assert play.legal("soviet", "move", far[0])
    refused(play, "soviet", "move", far[1], rule="8.1.2b")


@rule("avl", "8.1.2b")
def test_a_unit_with_one_point_left_cannot_enter_rough_ground() -> None:
    # 5817, 5718, 5618 and 5717 are clear with no river between them; 5719 is rough
    play = position(active="soviet", place={"su-107": "5818"})
    march(play, "soviet", "su-107", "5817", "5718", "5618", "5718")
    assert points_left(play, "soviet") == 1
    assert play.legal("soviet", "move", "5717")
    refused(play, "soviet", "move", "5719", rule="8.1.2b")


@rule("avl", "8.1.2b")
def test_rough_ground_costs_two() -> None:
    play = position(active="soviet", place={"su-107": "5718"})
    answer(play, "soviet", ("unit", "su-107"))
    assert (cost(play, "soviet", "5717"), cost(play, "soviet", "5719")) == ("1", "2")


@rule("avl", "8.1.2b")
def test_there_is_no_minimum_move_of_one_hex() -> None:
    """Ruling: an isolated division with 2 points cannot enter a clear hex in enemy ZOC for 3."""
    play = position(active="axis", place={"de-168": "5606 isolated", "su-107": "5604"})
    answer(play, "axis", ("unit", "de-168"))
    refused(play, "axis", "move", "5605", rule="8.2.1a")
    assert play.legal("axis", "move", "5608")


@rule("avl", "8.1.2b")
def test_the_last_half_point_of_a_road_march_buys_no_clear_hex() -> None:
    # the road from 4804 runs 4805 4806 4807 4808 4809 4710 4711 4712 4713 4714
    play = position(active="soviet", place={"su-107": "4804"})
    march(play, "soviet", "su-107", "4713")  # 9 road hexes for 4.5 of 5 points
    refused(play, "soviet", "move", "4812", rule="8.1.2b")
    assert offered(play, "soviet", "move") == {"4712", "4714"}  # the road, either way


# ---- rivers (8.1.3)


@rule("avl", "8.1.3a")
def test_a_minor_river_costs_one_more_unless_there_is_a_bridge() -> None:
    # the Oskol runs between 2107 and 2207; between 2014 and 2114 it has a railway bridge
    play = position(active="soviet", place={"su-107": "2107"})
    answer(play, "soviet", ("unit", "su-107"))
    assert play.preview("soviet", "move", "2207")["path"] == ["2107", "2207"]
    assert cost(play, "soviet", "2207") == "2"
    play = position(active="soviet", place={"su-107": "2014"})
    answer(play, "soviet", ("unit", "su-107"))
    assert cost(play, "soviet", "2114") == "1"


@rule("avl", "8.1.3b")
def test_a_unit_that_has_moved_cannot_cross_an_unbridged_major_river() -> None:
    # the Don between 4915, 5014 on the north bank and 5015 on the south bank, far from any bridge
    play = position(active="soviet", place={"su-107": "5014"})
    answer(play, "soviet", ("unit", "su-107"))
    assert play.legal("soviet", "move", "5015")
    play = position(active="soviet", place={"su-107": "5013"})
    march(play, "soviet", "su-107", "5014")
    refused(play, "soviet", "move", "5015", rule="8.1.3b")


@rule("avl", "8.1.3b")
def test_moving_along_the_bank_first_forbids_the_crossing_too() -> None:
    play = position(active="soviet", place={"su-107": "4915"})
    answer(play, "soviet", ("unit", "su-107"))
    assert play.legal("soviet", "move", "5015")
    answer(play, "soviet", ("move", "5014"))
    refused(play, "soviet", "move", "5015", rule="8.1.3b")


@rule("avl", "8.1.3b")
def test_a_crossing_is_the_whole_move() -> None:
    play = position(active="soviet", place={"su-107": "5014", "su-141": "5014"})
    march(play, "soviet", "su-107", "5015")
    assert where(play, "su-107") == "5015"
    refused(play, "soviet", "move", "5016", rule="8.1.1")  # nobody is in motion any more
    refused(play, "soviet", "unit", "su-107", rule="8.1.1")
    answer(play, "soviet", ("unit", "su-141"))
    refused(play, "soviet", "move", "5016", rule="8.1.2b")  # two hexes away, but the far bank is the end


def overlay(folder: Path, changes: dict[str, Callable[[str], str]]) -> Path:
    for name, change in changes.items():
        text = (DATA / name).read_text(encoding="utf-8")
        changed = change(text)
        assert changed != text
        (folder / name).write_text(changed, encoding="utf-8")
    return folder


def roughen(column: int, row: int) -> Callable[[str], str]:
    def change(text: str) -> str:
        head, lines, tail = re.split(r'(?<=grid = """\n)([.r~\n]+)(?=""")', text, maxsplit=1)
        rows = lines.split("\n")
        rows[row - 1] = f"{rows[row - 1][: column - 1]}r{rows[row - 1][column:]}"
        return head + "\n".join(rows) + tail

    return change


@rule("avl", "8.1.3c")
def test_a_unit_with_one_point_crosses_into_rough_ground_in_enemy_zoc(tmp_path: Path) -> None:
    """No major river of our map has rough banks: here 4213 is made rough and the 403 slow."""
    slow = overlay(
        tmp_path,
        {
            "map.toml": roughen(42, 13),
            "units.toml": lambda text: re.sub(r'(id = "de-403"\n(?:.+\n)*?move = )4', r"\g<1>3", text),
        },
    )
    play = avl().with_data(slow).position(active="axis", place={"de-403": "4113 isolated", "su-107": "4313"})
    answer(play, "axis", ("unit", "de-403"))
    assert points_left(play, "axis") == 1
    told = play.preview("axis", "move", "4213")
    expected = {
        "path": ["4113", "4213"],
        "cost": "0",
        "points": 1,
        "costs": ["0"],
        "left": "0",
        "overruns": [],
        "avoids": [],
    }
    assert {key: told[key] for key in expected} == expected
    answer(play, "axis", ("move", "4213"))
    assert where(play, "de-403") == "4213"


@rule("avl", "8.1.3c")
def test_a_unit_in_enemy_zoc_crosses_to_a_free_bank_without_the_price_of_leaving() -> None:
    # su-107 in 4013 has 4113 and 4012 in its ZOC, but not 4213
    play = position(active="axis", place={"de-403": "4113 isolated", "su-107": "4013"})
    answer(play, "axis", ("unit", "de-403"))
    assert points_left(play, "axis") == 2  # one less than leaving a ZOC over land costs
    assert cost(play, "axis", "4213") == "0"
    answer(play, "axis", ("move", "4213"))
    assert where(play, "de-403") == "4213"


@rule("avl", "8.1.3d")
def test_a_unit_crosses_a_bridged_major_river_in_mid_move_and_goes_on() -> None:
    # the bridge of Veshenskaya joins 4716 and 4715 over the Don
    play = position(active="axis", place={"de-17pz": "4616"})
    march(play, "axis", "de-17pz", "4716", "4715", "4714")
    assert points_left(play, "axis") == 9 - 3
    assert play.legal("axis", "move", "4612")


@rule("avl", "8.1.3d", "9.3.1b")
def test_an_attack_over_a_bridge_is_halved_all_the_same() -> None:
    play = position(step="combat", active="axis", place={"de-17pz": "4716", "su-107": "4715 reduced"})
    odds = play.preview("axis", "attack", "4715")
    assert (odds["attack"], odds["groups"][0]["factor"]) == (3, "1/2")


# ---- overruns and forbidden ground (8.1.4, 8.1.5)


@rule("avl", "8.1.4", "12.7a")
def test_a_mover_overruns_a_lone_hq_at_the_normal_cost_and_goes_on() -> None:
    play = position(active="soviet", place={"su-7tk": "5608", "hq-f-pico": "5605"})
    answer(play, "soviet", ("unit", "su-7tk"))
    assert play.preview("soviet", "move", "5605")["overruns"] == ["5605"]
    assert cost(play, "soviet", "5605") == "3"
    answer(play, "soviet", ("move", "5605"))
    assert (where(play, "su-7tk"), where(play, "hq-f-pico")) == ("5605", "lifted")
    assert play.deciders == ("axis",)
    answer(play, "axis", ("relocate_to", "5205"))
    assert where(play, "hq-f-pico") == "5205"
    assert points_left(play, "soviet") == 5
    assert play.legal("soviet", "move", "6105") and not play.legal("soviet", "move", "6205")


@rule("avl", "8.1.4")
def test_a_move_beyond_an_hq_overruns_it_on_the_way() -> None:
    # Soviet units leave only the column 5608 5607 5606 ... open: the corps passes through 5606 to reach 5604
    fence = {"de-168": "5408", "de-298": "5808", "de-62": "5405", "de-294": "5805"}
    play = position(active="soviet", place={"su-7tk": "5608", "hq-f-pico": "5606", **fence})
    answer(play, "soviet", ("unit", "su-7tk"))
    assert play.preview("soviet", "move", "5604")["path"] == ["5608", "5607", "5606", "5605", "5604"]
    answer(play, "soviet", ("move", "5604"))
    assert where(play, "su-7tk") == "5606"
    assert play.deciders == ("axis",)
    answer(play, "axis", ("relocate_to", min(str(hex) for hex in offered(play, "axis", "relocate_to"))))
    assert where(play, "su-7tk") == "5604"
    assert points_left(play, "soviet") == 4


@rule("avl", "8.1.4")
def test_an_hq_stacked_with_a_combat_unit_cannot_be_overrun() -> None:
    play = position(active="soviet", place={"su-7tk": "5607", "hq-f-pico": "5605", "de-7lw": "5605"})
    answer(play, "soviet", ("unit", "su-7tk"))
    refused(play, "soviet", "move", "5605", rule="5.0.2")


@rule("avl", "8.1.4", "12.1a")
def test_an_hq_does_not_overrun_an_hq() -> None:
    play = position(active="soviet", place={"hq-1gda": "5607", "hq-f-pico": "5605"})
    answer(play, "soviet", ("unit", "hq-1gda"))
    refused(play, "soviet", "move", "5605", rule="5.0.2")


@rule("avl", "8.1.5")
def test_no_move_leaves_the_map() -> None:
    play = position(active="soviet", place={"su-7tk": "5001"})
    before = state_of(play).clone()
    answer(play, "soviet", ("unit", "su-7tk"))
    reach = {str(hex) for hex in offered(play, "soviet", "move")}
    assert {"4901", "5101", "5002", "5009"} <= reach
    assert all(1 <= int(hex[:2]) <= 67 and 1 <= int(hex[2:]) <= 42 for hex in reach)
    for beyond in ("5000", "4900", "0043", "6801"):
        assert not play.legal("soviet", "move", beyond)
        with pytest.raises(ValueError, match=beyond):
            play.answer("soviet", "move", beyond)
    answer(play, "soviet", "stop")
    assert state_of(play).hex_of == before.hex_of


@rule("avl", "8.1.5")
def test_water_cannot_be_entered() -> None:
    play = position(active="axis", place={"de-168": "2036"})  # beside the Sea of Azov at Mariupol
    answer(play, "axis", ("unit", "de-168"))
    refused(play, "axis", "move", "2137", rule="8.1.5")
    refused(play, "axis", "move", "2037", rule="8.1.5")


@rule("avl", "8.1.5")
def test_an_impassable_hexside_cannot_be_crossed() -> None:
    # 5040-5041 runs through Lake Manych-Gudilo; the way round by 4941 costs 3
    play = position(active="axis", place={"de-168": "5040 isolated"})
    answer(play, "axis", ("unit", "de-168"))
    refused(play, "axis", "move", "5041", rule="8.1.5")
    play = position(active="axis", place={"de-168": "5040"})
    answer(play, "axis", ("unit", "de-168"))
    assert play.preview("axis", "move", "5041")["path"] == ["5040", "4941", "5041"]
    assert cost(play, "axis", "5041") == "3"


@rule("avl", "8.1.5", "13.0a")
def test_a_pocket_hex_cannot_be_entered_before_turn_5() -> None:
    for turn, free in ((4, False), (5, True)):
        play = position(turn=turn, active="soviet", place={"su-7tk": "6024"})  # 6124 is the pocket's western corner
        answer(play, "soviet", ("unit", "su-7tk"))
        if free:
            assert play.legal("soviet", "move", "6124")
        else:
            refused(play, "soviet", "move", "6124", rule="13.0a")


# ---- ZOC (8.2)


@rule("avl", "8.2.1a")
@pytest.mark.parametrize("friend", [{}, {"de-168": "5604"}])
def test_entering_and_leaving_enemy_zoc_cost_two_each_friends_or_not(friend: dict[str, str]) -> None:
    # su-107 in 5705 has 5604 and 5605 in its ZOC; 5506 and 5606 are free
    play = position(active="axis", place={"de-17pz": "5605", "su-107": "5705", **friend})
    answer(play, "axis", ("unit", "de-17pz"))
    assert cost(play, "axis", "5604") == "5"
    assert cost(play, "axis", "5606") == "3"
    play = position(active="axis", place={"de-17pz": "5505", "su-107": "5705", **friend})
    answer(play, "axis", ("unit", "de-17pz"))
    assert cost(play, "axis", "5604") == "3"


@rule("avl", "8.2.1a")
def test_a_unit_short_of_the_surcharge_stays_out() -> None:
    play = position(active="axis", place={"de-168": "5609", "su-107": "5604"})
    march(play, "axis", "de-168", "5606")
    assert points_left(play, "axis") == 2
    refused(play, "axis", "move", "5605", rule="8.2.1a")


@rule("avl", "8.2.1a")
def test_an_hq_pays_for_zoc_like_any_unit_and_makes_none() -> None:
    play = position(active="axis", place={"hq-4pza": "5606", "su-107": "5604", "hq-1gda": "5508"})
    answer(play, "axis", ("unit", "hq-4pza"))
    assert cost(play, "axis", "5605") == "3"
    assert cost(play, "axis", "5607") == "1"  # beside the lone HQ in 5508


@rule("avl", "8.2.1b")
def test_zoc_does_not_stop_a_move() -> None:
    play = position(active="axis", place={"de-17pz": "5606", "su-107": "5705", **IDLE})
    march(play, "axis", "de-17pz", "5605")
    assert points_left(play, "axis") == 9 - 3
    assert cost(play, "axis", "5604") == "5"
    answer(play, "axis", ("move", "5604"))
    assert where(play, "de-17pz") == "5604"
    refused(play, "axis", "unit", "de-17pz", rule="8.1.1")  # 1 point is left, leaving once more would cost 3


@rule("avl", "8.2.1b")
def test_a_unit_may_pass_through_zoc_and_out_again() -> None:
    play = position(active="axis", place={"de-17pz": "5606", "su-107": "5705"})
    march(play, "axis", "de-17pz", "5605", "5505")
    assert points_left(play, "axis") == 9 - 3 - 3


@rule("avl", "8.2.2")
def test_a_bridge_between_two_zoc_hexes_cannot_be_crossed() -> None:
    # the bridge 4716-4715; su-107 in 4615 beside both ends
    for friends in ({}, {"de-168": "4715"}, {"de-168": "4715", "de-298": "4716"}):
        play = position(active="axis", place={"de-17pz": "4716", "su-107": "4615", **friends})
        answer(play, "axis", ("unit", "de-17pz"))
        refused(play, "axis", "move", "4715", rule="8.2.2")


@rule("avl", "8.2.2")
@pytest.mark.parametrize("enemy", ["4814", "4616"])  # 4814 is beside the far end 4715, 4616 beside the near end 4716
def test_a_bridge_with_one_end_in_zoc_is_crossed_at_the_surcharge(enemy: str) -> None:
    play = position(active="axis", place={"de-17pz": "4716", "su-107": enemy})
    answer(play, "axis", ("unit", "de-17pz"))
    assert cost(play, "axis", "4715") == "3"


@rule("avl", "8.2.2")
def test_an_unbridged_river_is_crossed_into_zoc_from_a_free_bank_only() -> None:
    # the Don between 4113 and 4213; su-107 in 4313 covers 4213 alone, with su-141 in 4012 4113 as well
    play = position(active="axis", place={"de-168": "4113", "su-107": "4313"})
    answer(play, "axis", ("unit", "de-168"))
    assert play.legal("axis", "move", "4213")
    for friend in ({}, {"de-298": "4213"}):
        play = position(active="axis", place={"de-168": "4113", "su-107": "4313", "su-141": "4012", **friend})
        answer(play, "axis", ("unit", "de-168"))
        refused(play, "axis", "move", "4213", rule="8.2.2")


@rule("avl", "8.2.2")
def test_what_counts_is_the_hex_the_unit_crosses_from_not_where_its_move_began() -> None:
    # 4816 is free, both ends of the bridge are in the ZOC of 4615
    play = position(active="axis", place={"de-17pz": "4816", "su-107": "4615"})
    march(play, "axis", "de-17pz", "4716")
    assert points_left(play, "axis") == 6  # enough for 1 + 2 + 2
    refused(play, "axis", "move", "4715", rule="8.2.2")


# ---- what a move is told to cost before it is made


def test_a_preview_tells_the_points_spent_at_every_hex_and_those_left() -> None:
    play = position(active="soviet", place={"su-107": "4804"})
    answer(play, "soviet", ("unit", "su-107"))
    seen = play.preview("soviet", "move", "4807")
    assert seen["path"] == ["4804", "4805", "4806", "4807"]
    assert (seen["costs"], seen["left"]) == (["½", "1", "1½"], "3½")
    answer(play, "soviet", ("move", "4806"))
    seen = play.preview("soviet", "move", "4906")
    assert (seen["costs"], seen["left"]) == (["3"], "2"), "off the road all three hexes count 1"


def test_a_preview_counts_what_enemy_zoc_costs_where_it_is_paid() -> None:
    play = position(active="soviet", place={"su-107": "4803", "de-168": "4907"})
    answer(play, "soviet", ("unit", "su-107"))
    seen = play.preview("soviet", "move", "4806")
    assert (seen["costs"], seen["left"]) == (["1", "2", "5"], "0")


def test_a_way_that_is_too_far_is_refused_with_its_price_line_by_line() -> None:
    play = position(active="soviet", place={"su-107": "4806", "de-168": "4907"})
    answer(play, "soviet", ("unit", "su-107"))
    told = [str(reason) for reason in play.why("soviet", "move", "4802")]
    assert told == [
        "107 cannot reach 4802: 5 MP left, the cheapest way needs 6 (8.1.2b)",
        "clear: 4 MP (8.1.2b)",
        "leaving enemy ZOC: 2 MP (8.2.1a)",
        "total: 6 MP (8.1.2b)",
        "allowance: 5 MP, spent so far: 0 (8.1.2a)",
    ]


def test_the_allowance_is_told_with_what_was_spent_of_it() -> None:
    play = position(active="soviet", place={"su-107": "5605"})
    march(play, "soviet", "su-107", "5604", "5603")
    told = [str(reason) for reason in play.why("soviet", "move", "5610")]
    assert told[-1] == "allowance: 5 MP, spent so far: 2 (8.1.2a)"
    assert told[0].startswith("107 cannot reach 5610: 3 MP left")


# ---- strategic movement (8.3)


@rule("avl", "8.3.1a")
def test_five_points_reach_ten_road_hexes() -> None:
    play = position(active="soviet", place={"su-107": "4804"})
    answer(play, "soviet", ("unit", "su-107"))
    assert cost(play, "soviet", "4805") == "½"
    assert cost(play, "soviet", "4714") == "5"
    refused(play, "soviet", "move", "4715", rule="8.1.2b")


@rule("avl", "8.3.1a")
def test_a_road_through_rough_ground_costs_half_a_point_too() -> None:
    play = position(active="soviet", place={"su-107": "2626"})  # 2727 2827 2928 3028 3129 3130: all rough
    answer(play, "soviet", ("unit", "su-107"))
    assert play.preview("soviet", "move", "3130")["path"] == ["2626", "2727", "2827", "2928", "3028", "3129", "3130"]
    assert cost(play, "soviet", "3130") == "3"


@rule("avl", "8.3.1a", "10.2.3")
def test_an_isolated_unit_with_allowance_five_goes_four_road_hexes() -> None:
    play = position(active="soviet", place={"su-107": "4804 isolated"})
    answer(play, "soviet", ("unit", "su-107"))
    assert cost(play, "soviet", "4808") == "2"
    refused(play, "soviet", "move", "4809", rule="8.1.2b")


@rule("avl", "8.3.1b")
def test_one_hex_off_the_road_makes_the_whole_move_ordinary() -> None:
    play = position(active="soviet", place={"su-107": "4804"})
    march(play, "soviet", "su-107", "4806")  # two road hexes for 1
    assert cost(play, "soviet", "4906") == "2"  # off the road all three hexes count 1
    answer(play, "soviet", ("move", "4906"))
    assert points_left(play, "soviet") == 2
    answer(play, "soviet", ("move", "4907"))  # back on a road, but no longer on a road march
    assert points_left(play, "soviet") == 1
    assert cost(play, "soviet", "5007") == "1"
    refused(play, "soviet", "move", "5108", rule="8.1.2b")


@rule("avl", "8.3.1b")
def test_a_unit_that_starts_off_the_road_gets_no_road_price() -> None:
    play = position(active="soviet", place={"su-107": "4904"})
    march(play, "soviet", "su-107", "4804")
    assert cost(play, "soviet", "4805") == "1"


@rule("avl", "8.3.1b")
def test_two_road_hexes_without_a_road_between_them_do_not_count() -> None:
    # 0911 and 0912 lie on the roads to Sumy and to Poltava, which meet only in 1112
    play = position(active="axis", place={"de-168": "0911"})
    answer(play, "axis", ("unit", "de-168"))
    assert play.preview("axis", "move", "0912")["path"] == ["0911", "0912"]
    assert cost(play, "axis", "0912") == "1"
    answer(play, "axis", ("move", "0912"))
    assert cost(play, "axis", "0812") == "1"


@rule("avl", "8.3.1c")
def test_a_unit_that_starts_in_enemy_zoc_gets_no_road_price() -> None:
    # de-168 in 4907 has the road hexes 4806 and 4807 in its ZOC
    play = position(active="soviet", place={"su-107": "4806", "de-168": "4907"})
    answer(play, "soviet", ("unit", "su-107"))
    assert cost(play, "soviet", "4805") == "3"
    assert cost(play, "soviet", "4804") == "4"


@rule("avl", "8.3.1c")
@pytest.mark.parametrize("friend", [{}, {"su-141": "4806"}])
def test_a_road_march_stops_short_of_enemy_zoc_friends_or_not(friend: dict[str, str]) -> None:
    play = position(active="soviet", place={"su-107": "4803", "de-168": "4907", **friend})
    answer(play, "soviet", ("unit", "su-107"))
    assert cost(play, "soviet", "4805") == "1"
    assert cost(play, "soviet", "4806") == "5"  # 4804 1, 4805 1, 4806 1 + 2: an ordinary move
    refused(play, "soviet", "move", "4808", rule="8.1.2b")


@rule("avl", "8.3.1c")
def test_a_road_march_that_would_enter_zoc_later_is_priced_as_ordinary_from_the_start() -> None:
    play = position(active="soviet", place={"su-7tk": "4803", "de-168": "4907"})
    march(play, "soviet", "su-7tk", "4805")
    assert points_left(play, "soviet") == 6
    answer(play, "soviet", ("move", "4806"))
    assert points_left(play, "soviet") == 3


@rule("avl", "8.3.1c", "8.1.4")
def test_a_road_march_overruns_a_lone_hq_for_half_a_point() -> None:
    play = position(active="soviet", place={"su-107": "4804", "hq-f-pico": "4807"})
    answer(play, "soviet", ("unit", "su-107"))
    seen = play.preview("soviet", "move", "4714")
    assert (seen["cost"], seen["overruns"]) == ("5", ["4807"])
    answer(play, "soviet", ("move", "4714"))
    assert (where(play, "su-107"), play.deciders) == ("4807", ("axis",))
    answer(play, "axis", ("relocate_to", min(str(hex) for hex in offered(play, "axis", "relocate_to"))))
    assert where(play, "su-107") == "4714"


@rule("avl", "8.3.1d")
def test_the_two_romanian_divisions_of_the_example() -> None:
    # R 5 in 4824 marches by 4823 4723 4722 4721; su-107 in 4719 has 4720 in its ZOC.
    # R 9 in 4827 stands in the ZOC of su-141 in 4928.
    play = position(active="axis", place={"ro-5": "4824", "ro-9": "4827", "su-107": "4719", "su-141": "4928"})
    answer(play, "axis", ("unit", "ro-5"))
    assert cost(play, "axis", "4721") == "2"
    refused(play, "axis", "move", "4720", rule="8.1.2b")
    answer(play, "axis", ("move", "4721"))
    refused(play, "axis", "move", "4720", rule="8.2.1a")
    answer(play, "axis", ("unit", "ro-9"))
    assert cost(play, "axis", "4826") == "3"
    refused(play, "axis", "move", "4824", rule="8.1.2b")


@rule("avl", "8.3.2", "8.1.3d")
def test_a_railway_bridges_a_river_but_speeds_nobody_up() -> None:
    # from 2014 the railway crosses the Oskol to 2114 and runs on to 2213; there is no road
    play = position(active="axis", place={"hu-9": "2014"})
    answer(play, "axis", ("unit", "hu-9"))
    assert cost(play, "axis", "2114") == "1"
    assert cost(play, "axis", "2213") == "2"
    # 2714 2715 2716 is railway only
    play = position(active="axis", place={"hu-9": "2714"})
    answer(play, "axis", ("unit", "hu-9"))
    assert cost(play, "axis", "2716") == "2"


# ---- every move against a plain search ---------------------------------------------------------------
#
# What follows knows the map as it is printed and the words of chapter 8 and no line of the game's own tracing: a path
# is priced as a whole, and Dijkstra's search finds the cheapest price of each end hex.


class Plain:
    """The printed map."""

    def __init__(self) -> None:
        printed = avl().map
        grid = printed.grid
        self.name = grid.name
        self.beside = {hex: bits(grid.around[hex]) for hex in grid.hexes}
        self.terrain = {hex: printed.terrain_at[hex] for hex in grid.hexes}
        self.pairs = {
            kind: {(a, b) for a in grid.hexes for d, b in enumerate(grid.neighbours[a]) if b >= 0 and sides[d] >> a & 1}
            for kind, sides in {**printed.hexsides, **printed.paths}.items()
        }
        self.roads = {a for a, _ in self.pairs["road"]}
        self.pocket = set(bits(printed.areas["stalingrad_pocket"]))
        self.box = {
            side: set(bits(printed.areas[area])) for side, area in ((0, "1pza_box_entry"), (1, "28a_box_entry"))
        }

    def bridged(self, step: tuple[int, int]) -> bool:
        return step in self.pairs["road"] or step in self.pairs["rail"]


PRINTED = Plain()

BOX = 1
"""Where a unit in its reinforcement box stands."""

Way = tuple[int, ...]


class Mover:
    """One unit about to move, or on its way along `came`."""

    def __init__(self, plain: Plain, play: Play, unit: int) -> None:
        state = state_of(play)
        counters = avl().counters
        self.plain = plain
        self.side = counters.side[unit]
        self.points = counters.move[unit] // (2 if state.supply[unit] == 2 else 1)
        self.extra = 1 if state.options["soviet_help_administrative_movement"] and self.side == 1 else 0
        fights = [counters.combat >> one & 1 for one in range(len(counters))]
        enemies = [one for one, hex in enumerate(state.hex_of) if counters.side[one] != self.side and hex > 5]
        self.zoc = {
            hex
            for one in enemies
            if fights[one]
            for hex in plain.beside[state.hex_of[one]]
            if plain.terrain[hex] != "water" and (state.hex_of[one], hex) not in plain.pairs["impassable"]
        }
        self.barred = {state.hex_of[one] for one in enemies if fights[one] or not fights[unit]}
        if state.turn <= 4:
            self.barred |= plain.pocket

    # the price of one step by ordinary ground in points, None where there is no such step
    def step(self, a: int, b: int) -> int | None:
        plain = self.plain
        if plain.terrain[b] == "water" or b in self.barred:
            return None
        ground = {"clear": 1, "rough": 2}[plain.terrain[b]]
        if a == BOX:
            return ground + (2 if b in self.zoc else 0) if b in plain.box[self.side] else None
        if (a, b) in plain.pairs["impassable"]:
            return None
        if (a, b) in plain.pairs["major_river"] and (not plain.bridged((a, b)) or {a, b} <= self.zoc):
            return None
        river = 1 if (a, b) in plain.pairs["minor_river"] and not plain.bridged((a, b)) else 0
        return ground + river + 2 * (a in self.zoc) + 2 * (b in self.zoc)

    def road(self, a: int, b: int) -> bool:
        plain = self.plain
        if b in self.barred or b in self.zoc:
            return False
        return b in plain.box[self.side] & plain.roads if a == BOX else (a, b) in plain.pairs["road"]

    def next_to(self, a: int) -> Iterator[int]:
        return iter(self.plain.box[self.side] if a == BOX else self.plain.beside[a])

    def quiet(self, way: Way) -> bool:
        return not self.zoc & set(way)

    def price(self, way: Way) -> float | None:
        """What a whole path costs, or None where it is no legal move."""
        plain = self.plain
        steps = list(pairwise(way))
        if len(steps) == 1 and steps[0] in plain.pairs["major_river"] and not plain.bridged(steps[0]):
            a, b = steps[0]
            return 0 if b not in self.barred and not {a, b} <= self.zoc else None
        bonus = self.extra if self.quiet(way) else 0
        found: list[float] = []
        if self.quiet(way) and (way[0] == BOX or way[0] in plain.roads) and all(self.road(a, b) for a, b in steps):
            found.append(len(steps) / 2)
        ordinary = [self.step(a, b) for a, b in steps]
        if None not in ordinary:
            found.append(sum(one for one in ordinary if one is not None))
        return min((one for one in found if one <= self.points + bonus), default=None)

    def ends(self, came: Way) -> dict[int, float]:
        """Every hex where a move that began with `came` may end, with the least it costs altogether."""
        here = came[-1]
        ends: dict[int, float] = {}

        def search(start: float, most: float, step: Callable[[int, int], float | None]) -> None:
            cheapest = {here: start}
            heap = [(start, here)]
            while heap:
                so_far, a = heapq.heappop(heap)
                if so_far > cheapest[a]:
                    continue
                for b in self.next_to(a):
                    more = step(a, b)
                    if more is None or so_far + more > most or so_far + more >= cheapest.get(b, 1e9):
                        continue
                    cheapest[b] = so_far + more
                    heapq.heappush(heap, (so_far + more, b))
            for hex, total in cheapest.items():
                ends[hex] = min(total, ends.get(hex, 1e9))

        steps = list(pairwise(came))
        spent = [self.step(a, b) for a, b in steps]
        ordinary = sum(one for one in spent if one is not None)
        search(ordinary, self.points, self.step)
        if self.quiet(came):
            search(ordinary, self.points + self.extra, lambda a, b: None if b in self.zoc else self.step(a, b))
            on_road = came[0] == BOX or came[0] in self.plain.roads
            if on_road and all(self.road(a, b) for a, b in steps):
                search(len(steps) / 2, self.points + self.extra, lambda a, b: 0.5 if self.road(a, b) else None)
        if len(came) == 1 and here != BOX:
            for b in self.plain.beside[here]:
                if b not in ends and self.price((here, b)) == 0:
                    ends[b] = 0
        ends.pop(here)
        return ends


def scatter(rng: Random) -> Play:
    """Units of both sides thrown together, some of them isolated, some HQs alone."""
    counters = avl().counters
    ground = avl().ground
    admin = rng.random() < 0.5
    turn = rng.choice([3, 6])
    # anywhere, or where the rules are thickest: at the bridges, along the great rivers, before the boxes
    centres = [ground.land, any_side(ground.major_bridged), any_side(ground.major), avl().box_entry[rng.randrange(2)]]
    near = ground.grid.disc(rng.choice(bits(rng.choice(centres))), rng.choice([3, 5, 9])) & ground.land
    if turn <= 4:
        near &= ~ground.pocket
    free = bits(near)
    rng.shuffle(free)
    place: dict[str, str] = {}
    roads = [hex for hex in free if ground.road_hexes >> hex & 1]
    active = rng.choice(["axis", "soviet"])
    side = ("axis", "soviet").index(active)
    for box in ("28A", "1PzA"):
        for row in counters.rows:
            if row.enters is not None and (getattr(row, "group", None) or row.label) == box and rng.random() < 0.4:
                place[row.id] = "box"
    units = [row for row in counters.rows if row.id not in place]
    rng.shuffle(units)
    for row in units[: rng.choice([6, 15, 30])]:
        hexes = roads if row.side == active and roads and rng.random() < 0.5 else free
        if not hexes:
            break
        hex = hexes[0]
        free.remove(hex)
        if hex in roads:
            roads.remove(hex)
        marked = rng.choice(["", "", " isolated"])  # HQs never are
        place[row.id] = ground.grid.name(hex) + ("" if row.type.endswith("hq") else marked)
    return position(
        turn=turn,
        active=("axis", "soviet")[side],
        place=place,
        options={"soviet_help_administrative_movement": admin},
    )


def in_motion(play: Play, unit: int) -> bool:
    """Whether this unit is asked for its next hex: one with nowhere to go is done at once, and another may follow."""
    step = state_of(play).stack[-1]
    return isinstance(step, MoveUnit) and step.unit == unit


def room_at_the_end(play: Play, mover: Mover, unit: int, came: Way) -> set[int]:
    return {hex for hex in mover.ends(came) if not crowded(state_of(play), unit) >> hex & 1}


def check_reach(play: Play, mover: Mover, unit: int, came: Way) -> list[int]:
    """Compare a unit's reach with the plain search; returns the hexes it may go to."""
    state = state_of(play)
    step = state.stack[-1]
    assert isinstance(step, MoveUnit)
    expected = mover.ends(came)
    reached = set(bits(step.reach(state).board())) - {came[-1]}
    names = avl().ground.grid.name
    assert {names(hex) for hex in reached} == {names(hex) for hex in expected}
    player = play.deciders[0]
    targets = [avl().ground.grid.index(str(name)) for name in offered(play, player, "move")]
    assert set(targets) <= set(expected)
    return sorted(targets)


@rule("avl", "8.1.2b", "8.1.3a", "8.1.3b", "8.2.1a", "8.2.2", "8.3.1a", "8.3.1b", "8.3.1c", "11.2.2c", "15.0.1b")
@pytest.mark.parametrize("seed", range(60))
def test_a_reach_is_what_a_plain_search_of_the_rule_finds(seed: int) -> None:
    rng = Random(seed)
    play = scatter(rng)
    (player,) = play.deciders
    ready = sorted(str(unit) for unit in offered(play, player, "unit"))
    for name in ready[:6]:
        trial = play.clone()
        unit = number(name)
        trial.answer(player, "unit", name)
        mover = Mover(PRINTED, trial, unit)
        came: Way = (state_of(trial).hex_of[unit],)
        if not in_motion(trial, unit):
            assert not room_at_the_end(trial, mover, unit, came), "only a unit with nowhere to go is put down again"
            continue
        while True:
            targets = check_reach(trial, mover, unit, came)
            way_of = {}
            best = mover.ends(came)
            for target in rng.sample(targets, min(8, len(targets))):
                seen = trial.preview(player, "move", PRINTED.name(target))
                way = tuple(BOX if hex == "box" else avl().ground.grid.index(hex) for hex in seen["path"])
                assert (way[0], way[-1]) == (came[-1], target)
                whole = mover.price((*came, *way[1:]))
                assert whole is not None, "the previewed path is a legal one"
                hqs = state_of(trial).hqs[1 - mover.side]
                spared = hqs and not any(hqs >> hex & 1 for hex in way if hex != BOX)
                assert whole == best[target] or len(way) == 2 or spared, (
                    "no other is cheaper, but a step is always that step, and a dearer way may spare an HQ (8.1.4)"
                )
                so_far = mover.price(came) if len(came) > 1 else 0
                assert so_far is not None and read(seen["cost"]) == whole - so_far
                assert len(seen["costs"]) == len(way) - 1 and read(seen["costs"][-1]) == whole
                assert read(seen["left"]) >= 0
                assert seen["costs"] == sorted(seen["costs"], key=read)
                way_of[target] = way
            if not way_of or len(came) > 12:
                break
            target = rng.choice(sorted(way_of))
            trial.answer(player, "move", PRINTED.name(target))
            if trial.deciders != (player,) or happened(trial, "event.overrun"):
                break  # the relocated HQ changes what lies ahead
            came = (*came, *way_of[target][1:])
            if not in_motion(trial, unit):
                ford = len(came) == 2 and mover.price(came) == 0
                assert ford or not room_at_the_end(trial, mover, unit, came), "a move that can go on asks on"
                break


@rule("avl", "8.1.2b", "8.3.1b")
def test_a_step_to_a_neighbour_is_that_step_and_not_the_road_around() -> None:
    """1311 and 1210 are neighbours without a road between them; the road joins both through Kharkov (1211)."""
    play = position(step="move", active="soviet", place={"su-7tk": "1311"}, activated=["su-7tk"])
    play.answer("soviet", "unit", "su-7tk")
    assert play.preview("soviet", "move", "1210")["path"] == ["1311", "1210"]
    assert play.preview("soviet", "move", "1211")["cost"] == "½"
    play.answer("soviet", "move", "1210")
    assert score(play) == (25, 0)


# ---- what a preview says of its way


@rule("avl", "8.1.4")
def test_a_preview_names_the_hq_that_its_way_avoids() -> None:
    play = position(active="soviet", turn=6, place={"su-7tk": "5605", "hq-hollidt": "5404"})
    answer(play, "soviet", ("unit", "su-7tk"))
    past = play.preview("soviet", "move", "5305")
    assert (past["avoids"], past["overruns"], past["cost"]) == (["5404"], [], "3"), "5405 is as near as 5404"
    over = play.preview("soviet", "move", "5404")
    assert (over["avoids"], over["overruns"]) == ([], ["5404"])


@rule("avl", "8.1.2b", "8.2.1a")
def test_a_preview_says_what_a_way_round_saves() -> None:
    # 304 in 5405 has both hexes of every straight way to 5404 in its ZOC: 1 + 2, then out and in again, 1 + 2 + 2
    play = position(active="soviet", turn=6, place={"su-7tk": "5605", "de-304": "5405"})
    answer(play, "soviet", ("unit", "su-7tk"))
    shown = play.preview("soviet", "move", "5404")
    assert (shown["path"], shown["cost"], shown["round"]) == (["5605", "5604", "5504", "5404"], "5", {"saved": "3"})
    assert "round" not in play.preview("soviet", "move", "5604")
    quiet = position(active="soviet", turn=6, place={"su-7tk": "5605"})
    answer(quiet, "soviet", ("unit", "su-7tk"))
    assert not any("round" in quiet.preview("soviet", "move", hex) for hex in ("5404", "5304", "5205"))


def test_what_a_found_path_has_cost_is_what_a_walk_along_it_costs() -> None:
    state, rng, compared = GAME.fast_state(11), Random(11), 0
    while state.result is None and compared < 400:
        player = state.deciders[0]
        step = state.seen_by(player).stack[-1]
        if isinstance(step, MoveUnit):
            for target in bits(state.offer.get(verbs.MOVE, 0))[::9]:
                route, zoc = route_to(state, step, target), state.enemy_zoc(player)
                if not fords(state, route):
                    compared += route.spent != UNKNOWN
                    assert arrival(state, step, route, zoc) == list(walk(state, step, route.hexes, zoc))[-1]
        state.apply(player, random_answer(state.ask(player), rng))
    assert compared >= 400
