"""Chapter 14 of A Victory Lost: Victory Cities, eliminations, sudden death and the final score.

The Victory Cities are Kharkov (1211), Rostov (3435), Stalino (2129), Dnepropetrovsk (0325) and Zaporozhye (0429). The
Axis holds all five unless a test says otherwise, so that the score starts at 25 to 0.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.core.play import Play
from grognard.core.state import Result
from grognard.games.avl.schema import DATA
from grognard.testing import rule
from tests.games.avl._help import (
    answer,
    attack,
    avl,
    draws,
    end_movement,
    happened,
    idle,
    march,
    no_arrivals,
    offered,
    position,
    score,
    steps_of,
    supply_of,
    where,
)

ELSEWHERE = {"su-266": "5705", "de-213": "5704"}
"""A second front far off in the clear: it keeps the Combat Segment open when the fight under test is over."""

FREE_KHARKOV = {"Kharkov": "soviet"}

WAITING = {"inactive": ["4PzA", "Hollidt", "It8A", "H2A", "R3A", "F-Pico", "Kempf"]}
"""More Axis chits than any turn takes: the next turn stops at their selection."""


def control(play: Play, hex: str) -> str:
    """Who holds a Victory City, as the board shows it."""
    markers = play.view()["markers"]
    return str(next(one["side"] for one in markers if one["kind"] == "control" and one["hex"] == hex))


def result_of(play: Play) -> Result:
    assert play.result is not None
    return play.result


# ---- 14.0.1: cities


@rule("avl", "14.0.1a")
def test_a_tank_that_passes_through_an_empty_enemy_city_takes_it() -> None:
    play = position(step="move", place={"su-7tk": "1311"})
    play.answer("soviet", "unit", "su-7tk")
    assert play.preview("soviet", "move", "1112")["path"] == ["1311", "1211", "1112"]  # the road runs through Kharkov
    play.answer("soviet", "move", "1112")
    assert where(play, "su-7tk") == "1112"
    assert (score(play), control(play, "1211")) == ((20, 5), "soviet")


@rule("avl", "14.0.1a")
def test_a_move_beside_a_city_leaves_it_alone() -> None:
    play = position(step="move", place={"su-7tk": "1110"})
    march(play, "soviet", "su-7tk", "1111")  # off the road, next to Kharkov
    assert (score(play), control(play, "1211")) == ((25, 0), "axis")


@rule("avl", "14.0.1a", "14.0.1b")
def test_rostov_swings_to_21_and_13_stays_soviet_when_the_captor_leaves_and_swings_back() -> None:
    place = {"su-7tk": "3434", "hq-hollidt": "3537", "de-17pz": "3536"}
    words = {"turn": 6, "vp": {"axis": 26, "soviet": 8}, "chits": {"cup": ["Hollidt"]}}
    play = position(step="move", place=place, dice=draws(["Hollidt"], "Hollidt"), **words)
    march(play, "soviet", "su-7tk", "3435")
    assert score(play) == (21, 13)  # at the instant of capture, in mid-move
    play.answer("soviet", "move", "3434")
    assert where(play, "su-7tk") == "3434"
    assert (score(play), control(play, "3435")) == ((21, 13), "soviet")
    end_movement(play, "soviet")
    march(play, "axis", "de-17pz", "3435")
    assert (score(play), control(play, "3435")) == ((26, 8), "axis")


@rule("avl", "14.0.1a")
def test_a_city_is_not_scored_twice_by_the_side_that_holds_it() -> None:
    play = position(step="move", place={"su-7tk": "1311", "su-1tk": "1210"}, cities=FREE_KHARKOV)
    assert score(play) == (20, 5)
    march(play, "soviet", "su-7tk", "1211")
    assert score(play) == (20, 5)


@rule("avl", "14.0.1a")
def test_an_hq_takes_a_city_too() -> None:
    play = position(step="move", place={"hq-51a": "1311"})
    march(play, "soviet", "hq-51a", "1211")
    assert (score(play), control(play, "1211")) == ((20, 5), "soviet")


@rule("avl", "14.0.1a")
def test_a_city_is_taken_by_relocation() -> None:
    # 7Tk overruns Hollidt in 1611, four hexes from Kharkov, which the Soviets hold and have left
    place = {"su-7tk": "1711", "hq-hollidt": "1611", "de-304": "0911"}
    play = position(step="move", turn=6, place=place, cities=FREE_KHARKOV)
    march(play, "soviet", "su-7tk", "1611")
    assert score(play) == (20, 5)
    play.answer("axis", "relocate_to", "1211")
    assert (score(play), control(play, "1211")) == ((25, 0), "axis")


@rule("avl", "14.0.1a")
def test_a_city_is_taken_by_placement() -> None:
    play = position(step="reinforcements", turn=8, place=no_arrivals("de-39"), cities=FREE_KHARKOV)
    play.answer("axis", "place_at", "1211")
    assert where(play, "de-39") == "1211"
    assert (score(play), control(play, "1211")) == ((25, 0), "axis")


@rule("avl", "14.0.1a")
def test_a_city_is_taken_in_retreat_but_not_by_a_unit_that_dies_on_entering() -> None:
    # 304 in 1311 is driven into Kharkov: the Soviets hold every other hex round it
    place = {
        "su-1gm": "1411", "su-5m": "1411", "su-14g": "1310", "su-41g": "1312", "su-44g": "1410", "su-35g": "1210",
        "de-304": "1311", **ELSEWHERE,
    }  # fmt: skip
    words = {"step": "combat", "cities": FREE_KHARKOV, "dice": [3], "activated": ["su-1gm", "su-5m", "su-266"]}
    lives = position(place=place, **words)
    attack(lives, "soviet", "1311", "su-1gm", "su-5m")
    assert (where(lives, "de-304"), steps_of(lives, "de-304")) == ("1211", 1)  # 1211 is in Soviet ZOC
    assert (score(lives), control(lives, "1211")) == ((25, 0), "axis")
    dies = position(place=place | {"de-304": "1311 reduced"}, **words | {"dice": [1]})
    attack(dies, "soviet", "1311", "su-1gm", "su-5m")  # 10:2 is 5-1, where 1 is DR
    assert where(dies, "de-304") == "eliminated"
    assert (score(dies), control(dies, "1211")) == ((20, 6), "soviet")


# ---- 14.0.1: eliminations


@rule("avl", "14.0.1c")
@pytest.mark.parametrize(
    ("unit", "axis", "soviet"),
    [
        pytest.param("de-17pz", 0, 3, id="German panzer"),
        pytest.param("de-16mot", 0, 3, id="German motorized"),
        pytest.param("de-lah", 0, 3, id="SS panzer"),
        pytest.param("de-304", 0, 1, id="German infantry"),
        pytest.param("de-403", 0, 1, id="German security"),
        pytest.param("de-8lw", 0, 1, id="Luftwaffe"),
        pytest.param("ro-5mot", 0, 0, id="Romanian motorized"),
        pytest.param("hu-1tk", 0, 0, id="Hungarian tank"),
        pytest.param("it-pada", 0, 0, id="Italian motorized"),
        pytest.param("ro-2", 0, 0, id="Romanian infantry"),
        pytest.param("su-7tk", 1, 0, id="Soviet tank corps"),
        pytest.param("su-1gm", 1, 0, id="Soviet mechanized corps"),
        pytest.param("su-14g", 0, 0, id="Soviet infantry"),
        pytest.param("su-8c", 0, 0, id="Soviet cavalry"),
    ],
)
def test_what_an_eliminated_unit_is_worth(unit: str, axis: int, soviet: int) -> None:
    # isolated and surrounded in the open, with a die of 6 under the last column
    enemies = ["su-4m", "su-5m", "su-2gm", "su-6m"] if unit[:2] != "su" else ["de-11pz", "de-6pz", "de-7pz", "de-dr"]
    active = "soviet" if unit[:2] != "su" else "axis"
    hexes = ["6138", "6139", "6037", "6039"]
    place = dict(zip(enemies, hexes, strict=True)) | {unit: "6038 isolated"} | ELSEWHERE
    play = position(step="combat", active=active, place=place, dice=[6])
    answer(play, active, ("attack", "6038"), "add_all", "resolve")
    assert where(play, unit) == "eliminated"
    assert score(play) == (25 + axis, soviet)


@rule("avl", "14.0.1c")
def test_a_unit_eliminated_for_want_of_a_retreat_scores() -> None:
    # 17Pz keeps both steps but has nowhere to go: 5342 is closed by the lake, the edge and the attackers in 5242
    place = {"su-1gm": "5242", "su-5m": "5242", "de-17pz": "5342", **ELSEWHERE}
    play = position(step="combat", place=place, dice=[4])  # 10:4 is 2-1, where 4 is DR
    attack(play, "soviet", "5342", "su-1gm", "su-5m")
    assert where(play, "de-17pz") == "eliminated"
    assert score(play) == (25, 3)


@rule("avl", "14.0.1c")
def test_a_step_lost_is_worth_nothing_as_long_as_the_unit_lives() -> None:
    place = {"su-1gm": "6138", "su-5m": "6138", "de-304": "6038", **ELSEWHERE}
    play = position(step="combat", place=place, dice=[6])  # 10:3 is 3-1, where 6 is 1DR
    attack(play, "soviet", "6038", "su-1gm", "su-5m")
    assert steps_of(play, "de-304") == 1
    assert score(play) == (25, 0)


@rule("avl", "14.0.1c")
def test_hqs_score_nothing() -> None:
    # neither has a unit in range: both leave the game (11.3)
    place = {"hq-hollidt": "2905", "hq-51a": "6238", "de-304": "0911", "su-14g": "5705"}
    play = position(step="hq_removal", place=place, chits=WAITING)
    assert where(play, "hq-hollidt") == where(play, "hq-51a") == "removed"
    assert score(play) == (25, 0)


# ---- 14.0.1d: at the end


@rule("avl", "14.0.1d", "14.0.2b")
@pytest.mark.parametrize("marker", ["out of supply", "isolated"])
def test_a_panzer_marked_on_turn_9_counts_as_eliminated(marker: str) -> None:
    play = position(step="sudden_death", turn=9, place={"de-17pz": f"6038 {marker}", "de-6pz": "0911"})
    assert result_of(play).points == {"axis": 25, "soviet": 3}
    assert where(play, "de-17pz") == "eliminated" and where(play, "de-6pz") == "0911"


@rule("avl", "14.0.1d")
def test_the_supply_phase_of_turn_9_marks_the_panzer_that_is_then_counted() -> None:
    # 17Pz sits in a Soviet ring; 6Pz in the west is in supply. The tank corps cut off at 0513 counts as well.
    ring = {"su-14g": "5938", "su-41g": "6039", "su-44g": "6138"}
    place = {"de-17pz": "6038", "de-6pz": "0206", "su-7tk": "0513", "de-304": "0514", "de-302": "0512", **ring}
    play = position(step="supply", turn=9, place=place)
    assert happened(play, "event.out_of_supply") != []
    assert {one["unit"] for one in happened(play, "event.eliminated")} == {"de-17pz", "su-7tk"}
    assert result_of(play).points == {"axis": 26, "soviet": 3}


@rule("avl", "14.0.1d")
def test_a_unit_cut_off_without_a_marker_is_not_counted() -> None:
    # surrounded after the Supply Phase: its status holds until the next one (10.1.4), and there is none
    ring = dict(zip(["su-14g", "su-41g", "su-44g"], ["5938", "6039", "6138"], strict=True))
    play = position(step="sudden_death", turn=9, place={"de-17pz": "6038", **ring})
    assert result_of(play).points == {"axis": 25, "soviet": 0}


@rule("avl", "14.0.1d")
def test_a_reinforcement_placed_after_the_turn_9_check_has_no_marker(tmp_path: Path) -> None:
    # the game has none on turn 9; an owner's own list brings 39 then
    units, campaign = ((DATA / name).read_text(encoding="utf-8") for name in ("units.toml", "scenarios/campaign.toml"))
    assert units.count("arrives = 8") == campaign.count('8 = ["de-39"]') == 1
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "units.toml").write_text(units.replace("arrives = 8", "arrives = 9"), encoding="utf-8")
    later = campaign.replace('8 = ["de-39"]', '9 = ["de-39"]')
    (tmp_path / "scenarios/campaign.toml").write_text(later, encoding="utf-8")
    game = avl().with_data(tmp_path)
    place = no_arrivals("de-39") | {"de-17pz": "6038", "su-14g": "5938", "su-41g": "6039", "su-44g": "6138"}
    play = game.position(step="supply", turn=9, place=place)
    assert supply_of(play, "de-17pz") == "out of supply"
    play.answer("axis", "place_at", "1211")
    assert supply_of(play, "de-39") == "in supply" and where(play, "de-39") == "1211"
    assert result_of(play).points == {"axis": 25, "soviet": 3}  # 17Pz alone


@rule("avl", "14.0.1d")
def test_markers_count_only_at_the_end_of_the_game() -> None:
    place = {"de-17pz": "6038 isolated", **no_arrivals()}
    play = position(step="sudden_death", turn=8, place=place, chits=WAITING)
    assert play.result is None and play.view()["turn"] == 9
    assert score(play) == (25, 0) and where(play, "de-17pz") == "6038"


# ---- 14.0.2


@rule("avl", "14.0.2a")
@pytest.mark.parametrize(
    ("axis", "soviet", "winner"),
    [(29, 0, None), (30, 0, "axis"), (31, 0, "axis"), (5, 34, None), (5, 35, "soviet"), (35, 6, None), (36, 6, "axis")],
)
@pytest.mark.parametrize("turn", [1, 5, 8])
def test_a_lead_of_30_wins_and_29_does_not(turn: int, axis: int, soviet: int, winner: str | None) -> None:
    words = {"vp": {"axis": axis, "soviet": soviet}, "chits": WAITING, "place": {"de-304": "0911"}}
    play = position(unchecked=True, step="sudden_death", turn=turn, **words)
    if winner is None:
        assert play.result is None
        assert play.view()["turn"] == turn + 1
    else:
        assert result_of(play).winner == winner
        assert (result_of(play).level, result_of(play).reason.rule) == ("sudden_death", "14.0.2a")
        assert play.deciders == ()


@rule("avl", "14.0.2a")
def test_a_lead_of_30_in_mid_turn_does_not_win_if_it_has_shrunk_by_the_segment() -> None:
    # 30 to 0 with Kharkov in Axis hands; 7Tk takes it before the turn is over
    words = {"vp": {"axis": 30, "soviet": 0}, "turn": 3, "chits": WAITING}
    play = position(step="move", place={"su-7tk": "1311", "de-304": "0911", **no_arrivals()}, **words)
    assert play.result is None  # nobody wins in a Movement Segment
    march(play, "soviet", "su-7tk", "1211")
    assert score(play) == (25, 5)
    end_movement(play, "soviet")
    assert play.result is None and play.view()["turn"] == 4


@rule("avl", "14.0.2a")
def test_a_lead_of_30_that_lasts_wins_in_the_segment_after_reinforcements() -> None:
    words = {"vp": {"axis": 30, "soviet": 0}, "turn": 8}
    play = position(step="reinforcements", place=no_arrivals("de-39"), **words)
    assert play.result is None and offered(play, "axis", "place_at") != set()
    idle(play)
    assert result_of(play).winner == "axis"


@rule("avl", "14.0.2b")
def test_on_turn_9_sudden_death_is_tested_before_marked_units_are_counted() -> None:
    # 40 to 10 is a lead of 30; the marked panzer would make it 27
    place = {"de-17pz": "6038 isolated"}
    sudden = position(step="sudden_death", turn=9, place=place, vp={"axis": 40, "soviet": 10})
    assert (result_of(sudden).winner, result_of(sudden).level) == ("axis", "sudden_death")
    assert result_of(sudden).points == {"axis": 40, "soviet": 10}
    # 39 to 10 is not: then the panzer counts
    points = position(step="sudden_death", turn=9, place=place, vp={"axis": 39, "soviet": 10})
    assert (result_of(points).winner, result_of(points).level) == ("axis", "points")
    assert result_of(points).points == {"axis": 39, "soviet": 13}


@rule("avl", "14.0.2b")
@pytest.mark.parametrize(
    ("axis", "soviet", "winner"), [(20, 19, "axis"), (20, 21, "soviet"), (20, 20, None)], ids=["axis", "soviet", "draw"]
)
def test_the_higher_score_after_turn_9_wins_and_equal_scores_draw(axis: int, soviet: int, winner: str | None) -> None:
    words = {"vp": {"axis": axis, "soviet": soviet}, "place": {"de-304": "0911"}, "chits": WAITING}
    play = position(unchecked=True, step="sudden_death", turn=9, **words)
    result = result_of(play)
    assert result.winner == winner
    assert (result.winners == ()) == (winner is None)
    assert (result.level, result.reason.rule) == ("points" if winner else "draw", "14.0.2b")
    earlier = position(unchecked=True, step="sudden_death", turn=8, **words)
    assert earlier.result is None


@rule("avl", "14.0.2b")
def test_marked_units_can_turn_the_final_score() -> None:
    # 22 to 20: the marked panzer makes it 22 to 23, the marked tank corps 23 to 23
    panzer = {"de-17pz": "6038 out of supply"}
    soviet = position(unchecked=True, step="sudden_death", turn=9, place=panzer, vp={"axis": 22, "soviet": 20})
    assert (result_of(soviet).winner, result_of(soviet).points) == ("soviet", {"axis": 22, "soviet": 23})
    both = panzer | {"su-7tk": "0513 isolated"}
    draw = position(unchecked=True, step="sudden_death", turn=9, place=both, vp={"axis": 22, "soviet": 20})
    assert (result_of(draw).winners, result_of(draw).points) == ((), {"axis": 23, "soviet": 23})
