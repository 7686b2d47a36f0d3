"""Chapter 15 of A Victory Lost: the six play balance options, each by itself, on and off."""

from __future__ import annotations

import pytest

from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.games.avl.state import AWAY, CUP, INACTIVE
from grognard.testing import rule
from tests.games.avl._help import (
    answer,
    avl,
    chits_in,
    draws,
    end_movement,
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
    where,
)  # fmt: skip

FIVE_POINTS = "soviet_help_german_mech_5vp"
ADMINISTRATIVE = "soviet_help_administrative_movement"
LATE_1PZA = "soviet_help_1pza_turn_5"
EARLY_MANSTEIN = "axis_help_manstein_early"
PREPLANNED = "axis_help_soviet_preplanned_chits"
FIRST_CHIT = "axis_help_first_chit_choice"
OPTIONS = [FIVE_POINTS, ADMINISTRATIVE, LATE_1PZA, EARLY_MANSTEIN, PREPLANNED, FIRST_CHIT]

AXIS_POOL = ["4PzA", "Hollidt", "It8A", "H2A", "R3A"]
SOVIET_POOL = ["1GdA", "2GdA", "3GdA", "5TkA", "Popov"]
POOLS = {"inactive": [*AXIS_POOL, *SOVIET_POOL, "STAVKA"]}


# ---- 15.0


@rule("avl", "15.0")
def test_all_six_options_are_off_by_default_and_each_cites_its_clause() -> None:
    options = {option.id: option for option in avl().scenario().options}
    assert set(options) == {*OPTIONS, "even_figures"}, "the last is ours, and stands in no chapter"
    assert not any(option.default for option in options.values())
    clauses = ["15.0.1a", "15.0.1b", "15.0.1c", "15.0.2a", "15.0.2b", "15.0.2c"]
    assert [options[name].rule for name in OPTIONS] == clauses


@rule("avl", "15.0")
@pytest.mark.parametrize("name", OPTIONS)
def test_each_option_can_be_switched_by_itself(name: str) -> None:
    play = avl().new(seed=15, options={name: True})
    assert {option: play.state.options[option] for option in OPTIONS} == {one: one == name for one in OPTIONS}


@rule("avl", "15.0")
def test_all_six_options_go_together() -> None:
    play = avl().new(seed=15, options=dict.fromkeys(OPTIONS, True))
    for _ in range(400):
        if play.result is not None or play.view()["turn"] == 4:
            break
        idle(play)
    assert play.view()["turn"] == 4
    assert avl().invariants(play.state) == []


@rule("avl", "15.0")
def test_there_are_no_other_options() -> None:
    with pytest.raises(SetupError, match="has no option"):
        avl().new(options={"axis_help_more_panzers": True})


# ---- 15.0.1a


def wiped_out(unit: str, option: bool) -> Play:
    """A German unit, isolated in the open, has just been eliminated."""
    enemies = dict(zip(["su-4m", "su-5m", "su-2gm", "su-6m"], ["6138", "6139", "6037", "6039"], strict=True))
    words = {"options": {FIVE_POINTS: option}, "dice": [6]}
    play = position(step="combat", place=enemies | {unit: "6038 isolated"}, **words)
    answer(play, "soviet", ("attack", "6038"), "add_all", "resolve")
    assert where(play, unit) == "eliminated"
    return play


@rule("avl", "15.0.1a")
def test_a_german_mechanized_unit_is_worth_5_instead_of_3_and_nothing_else_changes() -> None:
    assert score(wiped_out("de-17pz", True)) == (25, 5)
    assert score(wiped_out("de-17pz", False)) == (25, 3)
    assert score(wiped_out("de-304", True)) == (25, 1)
    assert score(wiped_out("ro-5mot", True)) == (25, 0)


@rule("avl", "15.0.1a")
def test_panzers_marked_at_the_end_of_the_game_count_5_too() -> None:
    place = {"de-17pz": "6038 isolated", "de-304": "6039 out of supply", "su-7tk": "0513 isolated"}
    play = position(step="sudden_death", turn=9, place=place, options={FIVE_POINTS: True})
    assert play.result is not None
    assert play.result.points == {"axis": 26, "soviet": 6}


# ---- 15.0.1b


def can_reach(unit: str, place: dict[str, str], hex: str, *, option: bool = True, active: str = "soviet") -> bool:
    play = position(step="move", active=active, place=place, options={ADMINISTRATIVE: option})
    play.answer(active, "unit", unit)
    return play.legal(active, "move", hex)


# 107 has 5 MPs; the country round 5706 is clear without a river for four hexes, and to the north as far as 5701.


@rule("avl", "15.0.1b")
def test_a_soviet_unit_clear_of_enemy_zoc_has_one_point_more() -> None:
    grid = avl().ground.grid
    without, with_ = _reach("su-107", "5706", False), _reach("su-107", "5706", True)
    assert without < with_
    assert max(grid.distance(grid.index("5706"), grid.index(hex)) for hex in without) == 5
    assert max(grid.distance(grid.index("5706"), grid.index(hex)) for hex in with_) == 6


def _reach(unit: str, where_: str, option: bool, **more: str) -> set[str]:
    play = position(step="move", place={unit: where_, **more}, options={ADMINISTRATIVE: option})
    play.answer("soviet", "unit", unit)
    return set(map(str, offered(play, "soviet", "move")))


@rule("avl", "15.0.1b")
def test_a_road_move_gains_two_hexes() -> None:
    # the coast road from 1039 to Rostov: 8 MPs are 16 hexes, to 2635; with the option 18, to 2835 (Taganrog)
    place = {"su-7tk": "1039"}
    assert can_reach("su-7tk", place, "2635", option=False)
    assert not can_reach("su-7tk", place, "2736", option=False)
    assert can_reach("su-7tk", place, "2736")
    assert can_reach("su-7tk", place, "2835")
    assert not can_reach("su-7tk", place, "2935")


@rule("avl", "15.0.1b")
def test_axis_units_gain_nothing() -> None:
    play = position(step="move", active="axis", place={"de-304": "5706"}, options={ADMINISTRATIVE: True})
    play.answer("axis", "unit", "de-304")
    grid = avl().ground.grid
    assert max(grid.distance(grid.index("5706"), grid.index(str(hex))) for hex in offered(play, "axis", "move")) == 5


@rule("avl", "15.0.1b")
def test_a_unit_that_starts_in_enemy_zoc_gains_nothing() -> None:
    # 403 in 5707 has 107's hex in its ZOC: leaving costs 2 more, and there is no sixth point
    enemy = {"de-403": "5707"}
    assert _reach("su-107", "5706", True, **enemy) == _reach("su-107", "5706", False, **enemy)


@rule("avl", "15.0.1b")
def test_entering_enemy_zoc_must_be_payable_without_the_extra_point() -> None:
    # 403 in 5701 north of 107 in 5706: 5703 costs 3, 5702 is in ZOC and costs 1 + 2 more, 6 in all
    place = {"su-107": "5706", "de-403": "5701"}
    assert can_reach("su-107", place, "5703")
    assert not can_reach("su-107", place, "5702")
    # a hex nearer it is 5 in all and can be entered, with the option or without
    nearer = {"su-107": "5705", "de-403": "5701"}
    assert can_reach("su-107", nearer, "5702") and can_reach("su-107", nearer, "5702", option=False)


@rule("avl", "15.0.1b")
def test_a_move_made_in_pieces_gains_no_more_than_one_made_at_once() -> None:
    # 5 points to 5701 hex by hex, then the sixth to a free hex; a ZOC hex is out of reach with it
    play = position(step="move", place={"su-107": "5706"}, options={ADMINISTRATIVE: True})
    march(play, "soviet", "su-107", "5705", "5704", "5703", "5702", "5701")
    assert offered(play, "soviet", "move") == {"5601", "5702", "5801"}
    play.answer("soviet", "move", "5601")
    assert offered(play, "soviet", "move") == set()
    # with an enemy beside 5601 the sixth point cannot take it there
    near = position(step="move", place={"su-107": "5706", "de-403": "5502"}, options={ADMINISTRATIVE: True})
    march(near, "soviet", "su-107", "5705", "5704", "5703", "5702", "5701")
    refused(near, "soviet", "move", "5601", rule="8.2.1a")


@rule("avl", "15.0.1b")
def test_the_point_of_an_isolated_unit_is_added_after_halving() -> None:
    # 5 halved is 2, and 1 is 3; had it been added first, 6 halved would be 3 too, so a corps of 8: 4 + 1, not 9/2 = 4
    rifle, corps = {"su-107": "5706 isolated"}, {"su-7tk": "5706 isolated"}
    assert can_reach("su-107", rifle, "5703") and not can_reach("su-107", rifle, "5702")
    assert not can_reach("su-107", rifle, "5703", option=False)
    assert can_reach("su-7tk", corps, "5701") and not can_reach("su-7tk", corps, "5701", option=False)
    assert can_reach("su-7tk", corps, "5702", option=False)


# ---- 15.0.1c

ARMY = ["hq-1pza", "de-3pz", "de-wik", "de-16mot", "de-111", "de-444"]


@rule("avl", "15.0.1c")
@pytest.mark.parametrize(("option", "turn"), [(False, 4), (True, 5)])
def test_the_1st_panzer_army_fills_its_box_at_the_end_of_turn_4_or_of_turn_5(option: bool, turn: int) -> None:
    words = {"step": "reinforcements", "options": {LATE_1PZA: option}, "place": no_arrivals(*ARMY), "chits": POOLS}
    filled = position(turn=turn, **words)
    assert {where(filled, unit) for unit in ARMY} == {"box"}
    assert "1PzA" in chits_in(filled, INACTIVE)
    other = position(turn=9 - turn, **words)
    assert {where(other, unit) for unit in ARMY} == {"not arrived"}
    assert "1PzA" in chits_in(other, AWAY)


@rule("avl", "15.0.1c")
def test_only_the_1st_panzer_army_is_late() -> None:
    words = {"options": {LATE_1PZA: True}, "place": no_arrivals("hq-kempf", "de-gd", "hq-28a"), "chits": POOLS}
    fourth = position(step="reinforcements", turn=4, **words)
    assert fourth.deciders == ("axis",)
    assert offered(fourth, "axis", "place") == {"hq-kempf", "de-gd"}
    first = position(step="reinforcements", turn=1, **words)
    assert where(first, "hq-28a") != "not arrived"


@rule("avl", "15.0.1c")
def test_a_late_army_can_be_selected_from_turn_6_on() -> None:
    words = {"options": {LATE_1PZA: True}, "place": no_arrivals(*ARMY), "chits": POOLS}
    fifth = position(step="sudden_death", turn=4, **words)
    assert fifth.view()["turn"] == 5 and not fifth.legal("axis", "select_chit", "1PzA")
    sixth = position(step="reinforcements", turn=5, **words)
    assert sixth.view()["turn"] == 6
    assert "1PzA" in offered(sixth, "axis", "select_chit")


# ---- 15.0.2a


@rule("avl", "15.0.2a")
@pytest.mark.parametrize(("turn", "chit"), [(3, "Manstein-1"), (5, "Manstein-2")])
def test_a_manstein_chit_can_be_selected_on_the_turn_it_arrives(turn: int, chit: str) -> None:
    words = {"step": "select_chits", "turn": turn, "chits": POOLS}
    early = position(**words, options={EARLY_MANSTEIN: True})
    assert chit in offered(early, "axis", "select_chit")
    early.answer("axis", "select_chit", chit)
    late = position(**words)
    assert not late.legal("axis", "select_chit", chit)
    before = position(**words | {"turn": turn - 1}, options={EARLY_MANSTEIN: True})
    assert not before.legal("axis", "select_chit", chit)


@rule("avl", "15.0.2a")
def test_an_early_manstein_chit_does_not_arrive_a_second_time() -> None:
    # played on turn 3, it must not lie in the inactive pool again before the next turn begins
    words = {"turn": 3, "place": no_arrivals("de-302"), "chits": {"played": ["Manstein-1"]}}
    early = position(step="reinforcements", options={EARLY_MANSTEIN: True}, **words)
    assert "Manstein-1" not in chits_in(early, INACTIVE)
    assert happened(early, "event.manstein_arrives") == []
    late = position(step="reinforcements", **words | {"chits": {}})
    assert "Manstein-1" in chits_in(late, INACTIVE)


# ---- 15.0.2b


@rule("avl", "15.0.2b")
def test_on_turn_1_the_soviet_player_selects_for_turns_1_and_2() -> None:
    play = position(step="select_chits", turn=1, chits=POOLS, options={PREPLANNED: True})
    select(play, "axis", "4PzA", "Hollidt", "It8A")
    select(play, "soviet", "1GdA", "2GdA", "3GdA")
    assert offered(play, "soviet", "select_chit") == set(SOVIET_POOL)  # chits of this turn may be planned again
    select(play, "soviet", "1GdA", "5TkA", "Popov")
    assert chits_in(play, CUP) == {"4PzA", "Hollidt", "It8A", "1GdA", "2GdA", "3GdA", "STAVKA"}
    assert set(play.view("soviet")["pools"]["soviet"]["planned"]) == {"1GdA", "5TkA", "Popov"}
    assert "planned" not in play.view("axis")["pools"]["soviet"]


@rule("avl", "15.0.2b")
def test_without_the_option_nothing_is_planned() -> None:
    play = position(step="select_chits", turn=1, chits=POOLS)
    select(play, "axis", "4PzA", "Hollidt", "It8A")
    select(play, "soviet", "1GdA", "2GdA", "3GdA")
    assert state_of(play).planned == 0
    assert offered(play, "soviet", "activate") == set() and play.legal("soviet", "decline")  # 4.1.2c comes next


@rule("avl", "15.0.2b")
def test_on_turn_2_the_plan_is_followed_and_cannot_be_changed() -> None:
    words = {"turn": 2, "chits": POOLS, "planned": ["1GdA", "5TkA", "Popov"], "options": {PREPLANNED: True}}
    play = position(step="select_chits", place={"hq-hollidt": "0911", "de-304": "0911"}, **words)
    # what the Soviet player is asked for is turn 3: this turn's chits are in the cup already
    select(play, "soviet", "1GdA", "2GdA", "3GdA")
    select(play, "axis", "4PzA", "H2A", "R3A")
    assert set(play.view("soviet")["pools"]["soviet"].get("planned", [])) == {"1GdA", "2GdA", "3GdA"}
    drawn = {one["chit"] for one in happened(play, "event.chit_drawn")}
    soviet = (drawn | chits_in(play, CUP)) & {*SOVIET_POOL, "STAVKA"}
    assert soviet == {"1GdA", "5TkA", "Popov", "STAVKA"}


@rule("avl", "15.0.2b")
def test_a_planned_chit_that_has_gone_with_its_hq_is_simply_missing() -> None:
    # 5TkA left the game with its chit (11.3)
    pool = {"inactive": [*AXIS_POOL, "1GdA", "2GdA", "3GdA", "Popov", "STAVKA"]}
    words = {"turn": 2, "chits": pool, "planned": ["1GdA", "5TkA", "Popov"], "options": {PREPLANNED: True}}
    play = position(step="select_chits", place={"hq-5tka": "removed", "hq-hollidt": "0911", "de-304": "0911"}, **words)
    select(play, "soviet", "1GdA", "2GdA", "3GdA")
    select(play, "axis", "4PzA", "H2A", "Hollidt")
    counts = [one["count"] for one in happened(play, "event.chits_selected") if one["side"] == "soviet"]
    assert counts == [3]  # 1GdA, Popov and STAVKA; no replacement


@rule("avl", "15.0.2b")
def test_on_turn_9_there_is_nothing_left_to_plan() -> None:
    words = {"turn": 9, "chits": {"inactive": [*AXIS_POOL, *SOVIET_POOL, "STAVKA", "F-Pico", "Kempf"]}}
    planned = {"planned": ["1GdA", "5TkA", "Popov"], "options": {PREPLANNED: True}}
    play = position(step="select_chits", place={"hq-hollidt": "0911", "de-304": "0911"}, **words, **planned)
    assert play.deciders == ("axis",)


# ---- 15.0.2c

CUP_1 = ["4PzA", "Hollidt", "It8A", "1GdA", "2GdA", "3GdA", "STAVKA"]
FRONT = {
    "hq-hollidt": "0911", "de-304": "0911", "hq-4pza": "0924", "de-302": "0924", "hq-it8a": "0429", "it-jul": "0429",
    "hq-1gda": "5706", "su-14g": "5706", "hq-2gda": "6038", "su-107": "6038", "hq-3gda": "6237", "su-41g": "6237",
}  # fmt: skip


def turn_one(option: bool, dice: list[int], turn: int = 1) -> Play:
    """A turn with both selections made; on turn 1 the Soviet special Combat Segment is declined."""
    words = {"turn": turn, "place": FRONT, "chits": POOLS, "options": {FIRST_CHIT: option}}
    play = position(step="select_chits", dice=dice, **words)
    select(play, "axis", "4PzA", "Hollidt", "It8A")
    select(play, "soviet", "1GdA", "2GdA", "3GdA")
    if turn == 1:
        play.answer("soviet", "decline")
    return play


def drawn(play: Play) -> list[str]:
    return [one["chit"] for one in happened(play, "event.chit_drawn")]


@rule("avl", "15.0.2c")
def test_the_axis_player_may_name_the_first_chit_of_turn_1() -> None:
    # the die would draw STAVKA; Hollidt is named instead, and the die comes second
    left = [chit for chit in CUP_1 if chit != "Hollidt"]
    play = turn_one(True, draws(left, "STAVKA"))
    assert drawn(play) == []
    assert offered(play, "axis", "draw_first") == {"4PzA", "Hollidt", "It8A"}
    refused(play, "axis", "draw_first", "R3A", rule="15.0.2c")  # his, but not selected
    refused(play, "axis", "draw_first", "STAVKA", rule="15.0.2c")
    play.answer("axis", "draw_first", "Hollidt")
    assert drawn(play) == ["Hollidt"]
    assert play.deciders == ("axis",) and offered(play, "axis", "unit") == {"hq-hollidt", "de-304"}
    end_movement(play, "axis")
    assert drawn(play) == ["Hollidt", "STAVKA"]  # the rest are drawn as usual


@rule("avl", "15.0.2c")
def test_the_first_chit_is_named_after_the_special_combat_segment() -> None:
    play = position(step="select_chits", turn=1, place=FRONT, chits=POOLS, options={FIRST_CHIT: True})
    select(play, "axis", "4PzA", "Hollidt", "It8A")
    select(play, "soviet", "1GdA", "2GdA", "3GdA")
    assert play.deciders == ("soviet",) and play.legal("soviet", "decline")
    play.answer("soviet", "decline")
    assert play.deciders == ("axis",) and offered(play, "axis", "draw_first") != set()


@rule("avl", "15.0.2c")
def test_declined_the_first_draw_is_an_ordinary_one() -> None:
    play = turn_one(True, draws(CUP_1, "2GdA"))
    play.answer("axis", "decline")
    assert drawn(play) == ["2GdA"]


@rule("avl", "15.0.2c")
@pytest.mark.parametrize(("option", "turn"), [(True, 2), (False, 1)], ids=["turn 2", "without the option"])
def test_no_first_chit_is_named_on_later_turns_or_without_the_option(option: bool, turn: int) -> None:
    play = turn_one(option, draws(CUP_1, "2GdA"), turn)
    assert drawn(play) == ["2GdA"]
