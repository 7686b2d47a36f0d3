"""Chapter 11: reinforcements by rail, the two boxes, and HQs without troops.

`arriving` begins a Reinforcement Segment in which only the named units are due. Seven Axis chits in the pool (POOL) are
more than any turn takes, so that the game pauses at the chit selection of the next turn.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.play import Play
from grognard.games.avl.state import AWAY, CUP, INACTIVE, PLAYED
from grognard.testing import rule
from tests.games.avl._help import (
    activated,
    answer,
    attack,
    avl,
    chits_in,
    happened,
    march,
    no_arrivals,
    offered,
    position,
    refused,
    score,
    shut_in,
    state_of,
    steps_of,
    where,
)

POOL = ["4PzA", "Hollidt", "It8A", "H2A", "R3A", "F-Pico", "Kempf"]

AXIS_DENIED = {"su-1": "0107", "su-159": "0215", "su-197": "0125", "su-278": "0132", "su-203": "0141"}
"""Soviet divisions that have every Axis source in their ZOC."""
SOVIET_DENIED = {"de-168": "3202", "de-298": "5002", "de-62": "6710"}
"""German divisions that have the three Soviet sources on railways, 3201, 5001 and 6709, in their ZOC."""


def arriving(*units: str, turn: int, place: dict[str, str] | None = None, **words: Any) -> Play:
    """The Reinforcement Segment of a turn in which these units alone arrive."""
    words.setdefault("chits", {"inactive": POOL})
    return position(turn=turn, step="reinforcements", place={**no_arrivals(*units), **(place or {})}, **words)


# ---- placement (11.1.1)


@rule("avl", "11.1.1a", "11.1.1c")
def test_the_axis_places_everything_first_and_its_zoc_then_binds_the_soviet_player() -> None:
    # 3303 and 3304 lie on the Soviet railway Voronezh - Liski, which the Axis railways reach as well
    for axis_hex, closed in (("3304", True), ("0115", False)):
        play = arriving("de-7pz", "de-26", "su-305", turn=2)
        assert play.deciders == ("axis",) and play.ask("soviet") is None
        answer(play, "axis", ("place", "de-7pz"), ("place_at", axis_hex))
        assert play.deciders == ("axis",) and where(play, "su-305") == "not arrived"
        answer(play, "axis", ("place_at", "0115"))
        assert play.deciders == ("soviet",)
        if closed:
            refused(play, "soviet", "place_at", "3303", rule="11.1.1c")
            refused(play, "soviet", "place_at", "3304", rule="11.1.1b")
        else:
            answer(play, "soviet", ("place_at", "3303"))
            assert where(play, "su-305") == "3303"


@rule("avl", "11.1.1a")
def test_no_soviet_arrival_of_the_segment_can_keep_the_axis_from_a_hex() -> None:
    """With a Soviet division in 3303 the hex 3304 would be closed to 7Pz, but that division comes after it."""
    play = arriving("de-7pz", "su-305", turn=2)
    assert play.legal("axis", "place_at", "3304")
    standing = arriving("de-7pz", turn=2, place={"su-305": "3303"})
    refused(standing, "axis", "place_at", "3304", rule="11.1.1c")


@rule("avl", "11.1.1b")
def test_reinforcements_come_on_railroad_hexes_only() -> None:
    play = arriving("de-26", turn=2)
    refused(play, "axis", "place_at", "0205", rule="11.1.1b")  # clear ground
    refused(play, "axis", "place_at", "0125", rule="11.1.1b")  # a road, but no railroad
    answer(play, "axis", ("place_at", "0206"))
    assert where(play, "de-26") == "0206"


@rule("avl", "11.1.1b")
def test_a_lone_enemy_hq_on_the_railroad_blocks_it_from_there_on() -> None:
    # the branch to Berdyansk: 1233 1234 1235 1236 1337 1338 1438 1439
    play = arriving("de-26", turn=2, place={"hq-6a": "1235"})
    assert play.legal("axis", "place_at", "1234")
    refused(play, "axis", "place_at", "1235", rule="11.1.1b")
    refused(play, "axis", "place_at", "1236", rule="11.1.1b")
    refused(play, "axis", "place_at", "1439", rule="11.1.1b")
    assert arriving("de-26", turn=2).legal("axis", "place_at", "1439")


@rule("avl", "11.1.1b")
def test_an_enemy_unit_on_the_railroad_blocks_it_and_its_zoc_too() -> None:
    play = arriving("de-26", turn=2, place={"su-107": "1235"})
    refused(play, "axis", "place_at", "1235", rule="11.1.1b")
    refused(play, "axis", "place_at", "1234", rule="11.1.1c")
    refused(play, "axis", "place_at", "1337", rule="11.1.1b")
    assert play.legal("axis", "place_at", "1233")


@rule("avl", "11.1.1b")
def test_two_railroad_hexes_without_track_between_them_are_not_continuous() -> None:
    # 3303 and 3403 are neighbours, but the track from 3303 runs by 3304; HQs in 3304 and 3504 cut 3403 off
    blocked = {"hq-hollidt": "3304", "hq-r3a": "3504"}
    play = arriving("su-305", turn=2, place=blocked)
    assert play.legal("soviet", "place_at", "3303")
    refused(play, "soviet", "place_at", "3403", rule="11.1.1b")
    assert arriving("su-305", turn=2, place={"hq-r3a": "3504"}).legal("soviet", "place_at", "3403")


@rule("avl", "11.1.1b")
def test_the_source_itself_must_be_free_of_enemies_and_their_zoc() -> None:
    # without 5001 and 6709 all Soviet track hangs on 3201
    others = {key: hex for key, hex in SOVIET_DENIED.items() if hex != "3202"}
    play = arriving("su-305", turn=2, place=others)
    assert play.legal("soviet", "place_at", "3201") and play.legal("soviet", "place_at", "3303")
    for obstacle in ({"hq-hollidt": "3201"}, {"de-168": "3101"}):
        play = arriving("su-305", turn=2, place={**others, **obstacle})
        assert where(play, "su-305") == "eliminated"


@rule("avl", "11.1.1c")
def test_a_friendly_unit_opens_neither_the_hex_nor_the_route_beyond() -> None:
    # su-107 in 1135 has 1234 and 1235 in its ZOC; German divisions hold both
    held = {"su-107": "1135", "de-168": "1234", "de-298": "1235"}
    play = arriving("de-26", turn=2, place=held)
    refused(play, "axis", "place_at", "1235", rule="11.1.1c")
    refused(play, "axis", "place_at", "1236", rule="11.1.1b")
    assert play.legal("axis", "place_at", "1233")


@rule("avl", "11.1.1d")
def test_a_unit_may_come_behind_enemy_lines_far_from_any_hq() -> None:
    # Soviet divisions stand west of 3815 and the 1GdA HQ far away; the railway to 4602 is free
    soviets = {"su-107": "3608", "su-141": "3810", "su-270": "4012", "hq-1gda": "4011"}
    play = arriving("de-26", turn=2, place=soviets)
    answer(play, "axis", ("place_at", "4103"))
    assert where(play, "de-26") == "4103"


@rule("avl", "11.1.1e", "14.0.2a")
def test_a_reinforcement_takes_a_victory_city_before_the_sudden_death_check() -> None:
    play = arriving("su-305", turn=2, vp={"axis": 25, "soviet": 45})
    answer(play, "soviet", ("place_at", "1211"))  # Kharkov
    assert score(play) == (20, 50)
    assert play.result is not None and (play.result.winner, play.result.level) == ("soviet", "sudden_death")


@rule("avl", "11.1.1e")
def test_an_hq_placed_alone_takes_a_victory_city_too() -> None:
    play = arriving("hq-popov", "su-3tk", turn=3)
    answer(play, "soviet", ("place", "hq-popov"), ("place_at", "1211"))
    assert score(play) == (20, 5)


# ---- chits (11.1.2)


@rule("avl", "11.1.2")
def test_the_chit_of_a_new_axis_hq_can_be_selected_on_the_next_turn() -> None:
    chits = {"inactive": [chit for chit in POOL if chit != "F-Pico"]}
    play = arriving("hq-f-pico", "de-304", turn=1, chits=chits)
    assert "F-Pico" in chits_in(play, AWAY)
    answer(play, "axis", ("place", "hq-f-pico"), ("place_at", "0115"), ("place_at", "0115"))
    assert state_of(play).turn == 2
    assert "F-Pico" in offered(play, "axis", "select_chit")


@rule("avl", "11.1.2")
def test_the_soviet_player_receives_no_chit_with_an_hq() -> None:
    play = arriving("hq-3tka", "su-305", turn=2)
    answer(play, "soviet", ("place", "hq-3tka"), ("place_at", "5001"), ("place_at", "5001"))
    assert where(play, "hq-3tka") == "5001"
    assert "3TkA" in chits_in(play, AWAY)


@rule("avl", "11.1.2")
@pytest.mark.parametrize(
    ("turn", "received"), [(1, set()), (2, set()), (3, {"Manstein-1"}), (4, set()), (5, {"Manstein-2"}), (6, set())]
)
def test_manstein_chits_come_at_the_end_of_turns_3_and_5(turn: int, received: set[str]) -> None:
    play = position(turn=turn, step="reinforcements", place=no_arrivals(), chits={"inactive": POOL})
    assert state_of(play).turn == turn + 1
    chosen = {str(chit) for chit in offered(play, "axis", "select_chit")}
    assert {chit for chit in chosen if "Manstein" in chit} == received


# ---- what cannot be placed (11.1.3)


@rule("avl", "11.1.3", "14.0.1c")
def test_axis_reinforcements_without_a_free_rail_hex_are_eliminated_and_score() -> None:
    play = arriving("de-7pz", "de-387", "de-26", turn=2, place=AXIS_DENIED)
    assert [where(play, unit) for unit in ("de-7pz", "de-387", "de-26")] == ["eliminated"] * 3
    assert steps_of(play, "de-7pz") == 0
    assert score(play) == (25, 3 + 1 + 1)


@rule("avl", "11.1.3", "14.0.1c")
def test_soviet_mechanized_reinforcements_so_lost_score_for_the_axis() -> None:
    play = arriving("su-12tk", "su-15tk", "su-7c", "su-305", turn=2, place=SOVIET_DENIED)
    assert [where(play, unit) for unit in ("su-12tk", "su-15tk", "su-7c", "su-305")] == ["eliminated"] * 4
    assert score(play) == (25 + 2, 0)


@rule("avl", "11.1.3")
def test_an_axis_hq_so_lost_takes_its_chit_along_and_scores_nothing() -> None:
    chits = {"inactive": [chit for chit in POOL if chit != "F-Pico"]}
    play = arriving("hq-f-pico", turn=1, place=AXIS_DENIED, chits=chits)
    assert where(play, "hq-f-pico") == "removed"
    assert "F-Pico" in chits_in(play, AWAY)
    assert score(play) == (25, 0)


@rule("avl", "11.1.3")
def test_a_placement_that_is_possible_is_compulsory() -> None:
    play = arriving("de-7pz", "de-26", turn=2)
    ask = play.ask("axis")
    assert ask is not None and set(ask.answers) == {"place"}
    answer(play, "axis", ("place", "de-7pz"))
    ask = play.ask("axis")
    assert ask is not None and set(ask.answers) == {"place", "place_at"}
    refused(play, "axis", "done", rule="11.1.1b")


@rule("avl", "11.1.3", "5.0.4")
def test_units_that_fit_are_placed_and_only_the_rest_is_lost() -> None:
    # all track but the source 0106 is closed to the Axis: two divisions fit into 0106, the third does not
    closed = {key: hex for key, hex in AXIS_DENIED.items() if hex != "0107"} | {"hq-6a": "0206"}
    play = arriving("de-7pz", "de-387", "de-26", turn=2, place=closed)
    answer(play, "axis", ("place", "de-7pz"))
    assert offered(play, "axis", "place_at") == {"0106"}
    answer(play, "axis", ("place_at", "0106"), ("place", "de-387"), ("place_at", "0106"))
    assert [where(play, unit) for unit in ("de-7pz", "de-387", "de-26")] == ["0106", "0106", "eliminated"]
    assert score(play) == (25, 1)


# ---- the boxes (11.2)


ARMY_28 = ["hq-28a", "su-34g", "su-248", "su-271", "su-152b"]
ARMY_1PZ = ["hq-1pza", "de-3pz", "de-wik", "de-16mot", "de-111", "de-444"]
IN_BOX_28 = dict.fromkeys(ARMY_28, "box")
IN_BOX_1PZ = dict.fromkeys(ARMY_1PZ, "box")


@rule("avl", "11.2.1")
@pytest.mark.parametrize(("army", "turn"), [(ARMY_28, 1), (ARMY_1PZ, 4)])
def test_the_two_armies_arrive_in_their_boxes_whatever_their_number(army: list[str], turn: int) -> None:
    play = arriving(*army, turn=turn)
    assert [where(play, unit) for unit in army] == ["box"] * len(army)
    assert state_of(play).turn == turn + 1  # nothing was to be placed on a railroad
    if turn > 1:
        play = arriving(*army, turn=turn - 1)
        assert [where(play, unit) for unit in army] == ["not arrived"] * len(army)


@rule("avl", "11.2.1", "11.1.2")
def test_the_chit_of_1pza_comes_with_it_and_that_of_28a_does_not() -> None:
    play = arriving(*ARMY_1PZ, turn=4)
    assert "1PzA" in offered(play, "axis", "select_chit")
    play = arriving(*ARMY_28, turn=1)
    assert "28A" in chits_in(play, AWAY)


@rule("avl", "11.2.1", "7.2.2b")
def test_28a_cannot_act_before_turn_2() -> None:
    play = position(turn=1, step="draw", chits={"cup": ["STAVKA"]}, place={"hq-51a": "5605", "su-107": "5605"})
    assert activated(play) == {"hq-51a", "su-107"}
    play = position(turn=1, step="draw", chits={"cup": ["28A"], "inactive": POOL}, place=no_arrivals(*ARMY_28))
    assert happened(play, "event.chit_without_effect") == [{"chit": "28A"}]


@rule("avl", "11.2.1", "7.2.2c")
def test_1pza_cannot_act_before_turn_5() -> None:
    chits = {"cup": ["Manstein-1"]}
    play = position(turn=4, step="draw", chits=chits, place={"hq-4pza": "5605", "de-168": "5605"})
    answer(play, "axis", "play_manstein")
    assert offered(play, "axis", "activate") == {"hq-4pza"}
    refused(play, "axis", "activate", "hq-1pza", rule="7.2.2c")
    assert "1PzA" in chits_in(play, AWAY)


@rule("avl", "11.2.2a", "7.2.2b")
def test_stavka_triggers_the_entry_of_28a_and_the_segment_cannot_end_before() -> None:
    place = {**IN_BOX_28, "su-107": "5605", "hq-51a": "5605"}
    play = position(turn=2, step="draw", chits={"cup": ["STAVKA"]}, place=place)
    assert activated(play) == {*ARMY_28, "su-107", "hq-51a"}
    refused(play, "soviet", "end_movement", rule="11.2.2a")
    for unit, hex in zip(ARMY_28, ("5942", "5842", "6042", "6142", "6042"), strict=True):
        refused(play, "soviet", "end_movement", rule="11.2.2a")
        march(play, "soviet", unit, hex)
        answer(play, "soviet", "stop")
    answer(play, "soviet", "end_movement")
    assert [where(play, unit) for unit in ARMY_28] == ["5942", "5842", "6042", "6142", "6042"]


@rule("avl", "11.2.2a")
def test_a_unit_taken_up_in_its_box_cannot_stop_there() -> None:
    play = position(turn=2, hq=["hq-28a"], active="soviet", place=IN_BOX_28)
    answer(play, "soviet", ("unit", "su-34g"))
    refused(play, "soviet", "stop", rule="11.2.2a")
    answer(play, "soviet", ("unit", "su-248"), ("move", "5942"), "stop")
    refused(play, "soviet", "end_movement", rule="11.2.2a")


@rule("avl", "11.2.2a", "7.2.2c")
def test_manstein_may_trigger_the_entry_of_1pza() -> None:
    play = position(turn=5, step="draw", chits={"cup": ["Manstein-1"]}, place=IN_BOX_1PZ)
    answer(play, "axis", "play_manstein", ("activate", "hq-1pza"))
    assert activated(play) == set(ARMY_1PZ)
    refused(play, "axis", "end_movement", rule="11.2.2a")


ENTRY_1PZ = [f"{column}42" for column in range(32, 45)]


@rule("avl", "11.2.2a", "12.7d")
def test_units_without_any_entry_hex_are_eliminated_and_their_hq_waits() -> None:
    soviets = [row.id for row in avl().counters.rows if row.side == "soviet" and row.type == "rifle" and row.setup]
    wall = dict(zip(soviets, ENTRY_1PZ, strict=False))
    place = {**no_arrivals(*ARMY_1PZ), **wall, **IN_BOX_1PZ}
    play = position(turn=5, step="draw", chits={"cup": ["1PzA"], "inactive": POOL}, place=place)
    # nobody can enter: the segment is over before it has begun
    assert [where(play, unit) for unit in ARMY_1PZ] == ["awaiting return", *["eliminated"] * 5]
    assert score(play) == (25, 3 + 3 + 3 + 1 + 1)
    assert state_of(play).due[avl().counters.numbers["hq-1pza"]] == 6


@rule("avl", "11.2.2a")
def test_one_free_entry_hex_is_enough_and_then_entry_is_forced() -> None:
    soviets = [row.id for row in avl().counters.rows if row.side == "soviet" and row.type == "rifle" and row.setup]
    wall = {unit: hex for unit, hex in zip(soviets, ENTRY_1PZ, strict=False) if hex != "3842"}
    place = {**wall, "hq-1pza": "box", "de-444": "box", "de-111": "box"}
    play = position(turn=5, active="axis", hq=["hq-1pza"], place=place)
    refused(play, "axis", "end_movement", rule="11.2.2a")
    answer(play, "axis", ("unit", "de-444"))
    assert offered(play, "axis", "move") == {"3842"}  # 1 + 2 of 4 points; on from there every hex costs 1 + 2 + 2


@rule("avl", "11.2.2b")
def test_entry_costs_the_hex_and_two_more_in_enemy_zoc() -> None:
    # de-298 in 5841 has 5742, 5842 and 5942 of the edge in its ZOC
    play = position(turn=2, active="soviet", hq=["hq-28a"], place={**IN_BOX_28, "de-298": "5841"})
    answer(play, "soviet", ("unit", "su-34g"))
    told = play.preview("soviet", "move", "6142")
    expected = {
        "path": ["box", "6142"], "cost": "1", "points": 5, "costs": ["1"], "left": "4", "overruns": [],
        "avoids": [],
    }  # fmt: skip
    assert {key: told[key] for key in expected} == expected
    assert play.preview("soviet", "move", "5842")["cost"] == "3"
    answer(play, "soviet", ("move", "6142"))
    assert play.preview("soviet", "move", "6138")["cost"] == "4"
    refused(play, "soviet", "move", "6137", rule="8.1.2b")


@rule("avl", "11.2.2b")
def test_units_of_a_box_may_use_different_hexes_and_then_attack() -> None:
    play = position(turn=2, active="soviet", hq=["hq-28a"], place={**IN_BOX_28, "ro-7": "5841"})
    march(play, "soviet", "hq-28a", "6142")
    march(play, "soviet", "su-34g", "5842")
    march(play, "soviet", "su-248", "5842")
    march(play, "soviet", "su-271", "5742")
    answer(play, "soviet", ("move", "6442"), "stop")  # su-152b, the last
    assert [where(play, unit) for unit in ARMY_28] == ["6142", "5842", "5842", "5742", "6442"]
    answer(play, "soviet", ("attack", "5841"))
    assert offered(play, "soviet", "add") == {"su-34g", "su-248", "su-271"}


@rule("avl", "11.2.2b", "5.0.4")
def test_stacking_binds_a_unit_from_the_box_only_where_it_ends() -> None:
    # 5942 is full with two divisions; a third may not end there, but it marches through it along the road to 5841
    place = {**IN_BOX_28, "su-107": "5942", "su-141": "5942"}
    play = position(turn=2, active="soviet", hq=["hq-28a"], place=place)
    answer(play, "soviet", ("unit", "su-34g"))
    refused(play, "soviet", "move", "5942", rule="5.0.1")
    seen = play.preview("soviet", "move", "5841")
    assert (seen["path"], seen["cost"]) == (["box", "5942", "5841"], "1")


@rule("avl", "11.2.2c", "8.3.1a")
def test_a_box_unit_marches_in_along_a_road_at_half_a_point_a_hex() -> None:
    # 5942 5841 5741 5641 5541 5440 5340 5239 5140 5039: the road from Elista
    play = position(turn=2, active="soviet", hq=["hq-28a"], place=IN_BOX_28)
    answer(play, "soviet", ("unit", "su-34g"))
    assert play.preview("soviet", "move", "5942")["cost"] == "½"
    assert play.preview("soviet", "move", "5039")["cost"] == "5"
    refused(play, "soviet", "move", "4939", rule="11.2.2b")
    answer(play, "soviet", ("move", "5942"))
    assert play.preview("soviet", "move", "5841")["cost"] == "½"
    assert play.legal("soviet", "move", "5039")


@rule("avl", "11.2.2c", "8.3.1c")
def test_a_first_road_hex_in_enemy_zoc_means_ordinary_costs() -> None:
    # de-168 in 6041 has both road hexes of the edge, 5942 and 6042, in its ZOC
    play = position(turn=2, active="soviet", hq=["hq-28a"], place={**IN_BOX_28, "de-168": "6041"})
    answer(play, "soviet", ("unit", "su-34g"))
    assert play.preview("soviet", "move", "5942")["cost"] == "3"
    # 5841 is free of ZOC, but the way to it begins off the road
    seen = play.preview("soviet", "move", "5841")
    assert seen["path"][1] in ("5742", "5842") and seen["cost"] == "2"


@rule("avl", "11.2.2c", "8.3.1b")
def test_a_first_hex_off_the_road_means_ordinary_costs_throughout() -> None:
    play = position(turn=2, active="soviet", hq=["hq-28a"], place=IN_BOX_28)
    march(play, "soviet", "su-34g", "5842")
    assert play.preview("soviet", "move", "5841")["cost"] == "1"
    answer(play, "soviet", ("move", "5841"))
    assert play.preview("soviet", "move", "5741")["cost"] == "1"
    refused(play, "soviet", "move", "5340", rule="8.1.2b")  # the fourth road hex from here, with 3 points left


@rule("avl", "11.2.2d", "9.5.8")
def test_a_retreat_toward_the_box_is_off_the_map() -> None:
    # 444 on the edge in 3842: Soviet divisions in all three hexes around it
    play = position(
        step="combat",
        active="soviet",
        place={"de-444": "3842", "su-4m": "3841", "su-107": "3742", "su-141": "3942"},
        dice=[1],
        turn=6,
    )
    attack(play, "soviet", "3842", "su-4m")  # 5-1: DR on a 1
    assert shut_in(play) == [("de-444", "3842")]
    assert where(play, "de-444") == "eliminated"


@rule("avl", "11.2.2d")
def test_no_unit_moves_back_into_its_box() -> None:
    play = position(turn=5, active="axis", place={"de-3pz": "3842", "hq-1pza": "3842", "de-wik": "box"})
    answer(play, "axis", ("unit", "de-3pz"))
    assert not play.legal("axis", "move", "box")
    assert all(len(str(hex)) == 4 and str(hex).isdigit() for hex in offered(play, "axis", "move"))
    with pytest.raises(ValueError, match="box"):
        play.answer("axis", "move", "box")


@rule("avl", "11.2.2d", "9.6.3")
def test_no_advance_after_combat_leads_back_into_the_box() -> None:
    # 3Pz takes 3842 on the edge from 3841: its second hex may be 3742, 3942 or back to 3841, and nothing beyond
    play = position(turn=6, step="combat", active="axis", place={"de-3pz": "3841", "su-4c": "3842"}, dice=[6])
    attack(play, "axis", "3842", "de-3pz")
    answer(play, "axis", ("advance", "de-3pz"))
    assert where(play, "de-3pz") == "3842"
    assert offered(play, "axis", "advance_to") == {"3742", "3841", "3942"}
    assert not play.legal("axis", "advance_to", "box")


@rule("avl", "11.2.3")
def test_an_hq_in_its_box_activates_the_units_there_and_none_on_the_map() -> None:
    place = {**IN_BOX_28, "su-107": "5942", "su-141": "6142"}
    assert activated(position(turn=2, active="soviet", hq=["hq-28a"], place=place)) == set(ARMY_28)
    # not even a unit of its own army that stands on the map
    place["su-248"] = "5942"
    assert activated(position(turn=2, active="soviet", hq=["hq-28a"], place=place)) == set(ARMY_28) - {"su-248"}


@rule("avl", "11.2.3")
def test_no_hq_on_the_map_activates_units_in_a_box() -> None:
    place = {**IN_BOX_28, "hq-51a": "5942", "su-107": "5842"}
    assert activated(position(turn=2, active="soviet", hq=["hq-51a"], place=place)) == {"hq-51a", "su-107"}
    place["hq-28a"] = "5742"
    assert activated(position(turn=2, active="soviet", hq=["hq-28a"], place=place)) == {"hq-28a", "su-107"}


# ---- HQs without troops (11.3)


def after_removal(place: dict[str, str], **chits: list[str]) -> Play:
    """The moment after HQs without troops were removed: the chit selection of turn 3."""
    pools = {"inactive": [*POOL, *chits.pop("inactive", [])], **chits}
    play = position(turn=2, step="hq_removal", place={**no_arrivals(), **place}, chits=pools)
    assert state_of(play).turn == 3 and "axis" in play.deciders
    return play


@rule("avl", "11.3a", "12.6")
def test_an_hq_without_a_friendly_combat_unit_in_range_is_removed() -> None:
    # the 4PzA HQ has a range of 6, the 6A HQ one of 4
    play = after_removal({"hq-4pza": "5602", "de-168": "5608", "hq-6a": "5606", "su-107": "5601"})
    assert where(play, "hq-4pza") == "5602"
    assert where(play, "hq-6a") == "removed"
    play = after_removal({"hq-4pza": "5601", "de-168": "5608", "hq-6a": "5606", "su-107": "5602"})
    assert where(play, "hq-4pza") == "removed"
    assert where(play, "hq-6a") == "5606"


@rule("avl", "11.3a", "7.3.4b")
def test_the_test_uses_the_limits_of_command_range() -> None:
    # over the unbridged Don from 5014 the range ends on the far bank: 5015 counts, 5016 two hexes away does not
    assert where(after_removal({"hq-6a": "5014", "su-107": "5015"}), "hq-6a") == "5014"
    assert where(after_removal({"hq-6a": "5014", "su-107": "5016"}), "hq-6a") == "removed"


@rule("avl", "11.3a")
def test_an_hq_in_its_box_counts_the_units_there() -> None:
    play = after_removal({**IN_BOX_28, "hq-51a": "5942"})
    assert where(play, "hq-28a") == "box"
    assert where(play, "hq-51a") == "removed"  # beside the box, but its units are none of its own


@rule("avl", "11.3a", "12.7d")
def test_an_hq_that_awaits_its_return_is_not_tested_and_keeps_its_chit() -> None:
    place = {**no_arrivals(), "hq-hollidt": "5605"}
    # out of supply with every Axis source closed: it leaves the map in the Supply Phase of turn 2
    play = position(turn=2, step="supply", place={**place, **AXIS_DENIED}, chits={"inactive": POOL})
    assert where(play, "hq-hollidt") == "awaiting return"
    assert state_of(play).turn == 3
    assert "Hollidt" in offered(play, "axis", "select_chit")


@rule("avl", "11.3a", "12.6", "12.7c")
def test_an_hq_relocated_this_turn_is_tested_too() -> None:
    # three Soviets have all hexes around 5605 in their ZOC; the F-Pico HQ (range 4) goes to 5205, 4 hexes from 4803
    ring = {"su-107": "5704", "su-141": "5707", "su-270": "5405"}
    for friend, end in (("4703", "removed"), ("4803", "5205")):
        place = {**no_arrivals(), **ring, "hq-f-pico": "5605", "de-298": friend}
        play = position(turn=2, step="supply", place=place, chits={"inactive": POOL})
        answer(play, "axis", ("relocate_to", "5205"))
        assert state_of(play).turn == 3
        assert where(play, "hq-f-pico") == end


@rule("avl", "11.3b")
def test_minor_hqs_count_their_own_nation_and_germans_and_german_hqs_all() -> None:
    assert where(after_removal({"hq-r3a": "5605", "it-cos": "5606"}), "hq-r3a") == "removed"
    assert where(after_removal({"hq-r3a": "5605", "hu-9": "5606"}), "hq-r3a") == "removed"
    assert where(after_removal({"hq-r3a": "5605", "ro-7": "5606"}), "hq-r3a") == "5605"
    assert where(after_removal({"hq-r3a": "5605", "de-168": "5606"}), "hq-r3a") == "5605"
    assert where(after_removal({"hq-it8a": "5605", "ro-7": "5606"}), "hq-it8a") == "removed"
    assert where(after_removal({"hq-h2a": "5605", "it-cos": "5606"}), "hq-h2a") == "removed"
    assert where(after_removal({"hq-4pza": "5605", "ro-7": "5606"}), "hq-4pza") == "5605"


@rule("avl", "11.3a")
def test_enemy_units_in_range_do_not_save_an_hq() -> None:
    assert where(after_removal({"hq-4pza": "5605", "su-107": "5607"}), "hq-4pza") == "removed"


@rule("avl", "11.3c")
def test_the_chit_of_a_removed_hq_leaves_the_pool_and_stavka_stays() -> None:
    soviet = ["STAVKA", "6A", "1GdA", "3GdA", "5TkA", "5ShA"]
    play = after_removal({"hq-6a": "5605", "hq-1gda": "4205", "su-107": "4205"}, inactive=soviet)
    assert where(play, "hq-6a") == "removed"
    assert "6A" in chits_in(play, AWAY)
    assert {"STAVKA", "1GdA"} <= chits_in(play, INACTIVE)
    assert "6A" not in offered(play, "soviet", "select_chit") and "1GdA" in offered(play, "soviet", "select_chit")


@rule("avl", "11.3c")
def test_a_chit_already_played_is_taken_from_the_played_pool() -> None:
    soviet = ["STAVKA", "1GdA", "3GdA", "5TkA", "5ShA"]
    play = after_removal({"hq-6a": "5605"}, inactive=soviet, played=["6A"])
    assert where(play, "hq-6a") == "removed"
    assert "6A" in chits_in(play, AWAY)
    assert "6A" not in offered(play, "soviet", "select_chit")
    kept = after_removal({"hq-6a": "5605", "su-107": "5605"}, inactive=soviet, played=["6A"])
    assert "6A" in offered(kept, "soviet", "select_chit")
    assert chits_in(kept, PLAYED) == set() and chits_in(kept, CUP) == set()
