"""Briefings: texts with the figures of the tables, the ruler of points, the turn, and fronts worked out from a view."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.data import DataError
from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.core.words import LANGUAGES
from grognard.games.avl.game import GAME as AVL
from grognard.hex.grid import Grid
from grognard.players import bot
from grognard.school import brief, brief_file, charts
from grognard.school.check import faults
from grognard.school.fronts import fronts
from tests.school.test_charts import GAMES, otherwise, texts_in

EVERY_SIDE = [
    (name, scenario.id, side)
    for name in GAMES
    for scenario in grognard.game(name).scenarios.values()
    for side in scenario.roster.sides
]


def begun(name: str, scenario: str | None, side: str, options: dict[str, Any] | None = None) -> dict[str, Any]:
    game, chosen, view = charts.opening(grognard.game(name), scenario, options)
    return brief.document(game, chosen, view, side)


def of(play: Play, side: str) -> dict[str, Any]:
    player = next(one.id for one in play.roster.players if one.side == side)
    return brief.document(play.game, play.scenario, play.view(player), side)


@pytest.mark.parametrize("name", GAMES)
def test_the_briefings_of_every_game_have_no_fault(name: str) -> None:
    assert brief.faults(grognard.game(name)) == []


@pytest.mark.parametrize(("name", "scenario", "side"), EVERY_SIDE)
def test_every_side_of_every_scenario_is_told_all_that_it_needs(name: str, scenario: str, side: str) -> None:
    found = begun(name, scenario, side)
    assert len(found["first"]) == len(found["traps"]) == 3 and 1 <= len(found["turn"]) <= 6
    assert len(found["who"]["en"].split()) <= 60 and found["special"] and found["objectives"] is not None
    texts = list(texts_in(found))
    assert all(set(one) == set(LANGUAGES) and all(one.values()) for one in texts)
    assert not [text for one in texts for text in one.values() if "{" in text or "None" in text]
    ruled = [found["win"], *found["win"]["moves"], *found["turn"], *found["first"], *found["traps"], *found["special"]]
    assert all(one["rule"] in grognard.game(name).rules.ids for one in ruled)


# ---- figures cannot disagree


def test_figures_are_those_of_the_tables(tmp_path: Path) -> None:
    assert "At 25 to 0 the Axis starts 5 points short" in begun("avl", None, "soviet")["traps"][0]["text"]["en"]
    for name in ("tables.toml", "scenarios/campaign.toml"):
        text = (AVL.folder / "data" / name).read_text(encoding="utf-8")
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text.replace("sudden_death_lead = 30", "sudden_death_lead = 33"), encoding="utf-8")
    game, scenario, view = charts.opening(grognard.game("avl", tmp_path), None)
    found = brief.document(game, scenario, view, "soviet")
    assert "starts 8 points short" in found["traps"][0]["text"]["en"]
    assert (found["win"]["ruler"]["least"], found["win"]["ruler"]["most"]) == (-33, 33)


def test_a_ruler_goes_from_defeat_to_victory_and_shows_the_present_score() -> None:
    ruler = begun("avl", None, "soviet")["win"]["ruler"]
    assert (ruler["least"], ruler["start"], ruler["now"], ruler["most"]) == (-30, -25, -25, 30)
    assert begun("avl", None, "axis")["win"]["ruler"]["start"] == 25
    play = AVL.position(turn=3, step="move", active="soviet", vp={"axis": 27, "soviet": 6}, place={"su-24tk": "3821"})
    assert of(play, "soviet")["win"]["ruler"]["now"] == -21 and of(play, "axis")["win"]["ruler"]["now"] == 21
    assert ruler["standing"]["en"] == "Axis 25 : 0", "a lead is told by who has it"
    assert of(play, "axis")["win"]["ruler"]["standing"]["en"].startswith("Axis ")


def test_a_ruler_tells_who_wins_at_each_score() -> None:
    def won(ruler: dict[str, Any], score: int) -> bool | None:
        own: bool | None = [one["own"] for one in ruler["winners"] if one["at"] <= score][-1]
        return own

    soviet, german = (begun("vl", None, side)["win"]["ruler"] for side in ("soviet", "german"))
    assert [won(soviet, score) for score in (0, 8, 9, 10, 11, 16)] == [False, False, False, None, True, True]
    assert [won(german, score) for score in (8, 9, 10, 11)] == [True, True, None, False]
    ten = begun("vl", None, "soviet", {"ten_vp_is_soviet": True})["win"]["ruler"]
    assert won(ten, 10) is True


def test_where_less_is_better_the_ruler_says_so() -> None:
    soviet, german = (begun("vl", None, side)["win"]["ruler"] for side in ("soviet", "german"))
    assert not soviet["downwards"] and german["downwards"] and soviet["marks"] == german["marks"]
    assert [mark["at"] for mark in german["marks"]] == [0, 8, 10, 11, 13, 16]
    ten = begun("vl", None, "soviet", {"ten_vp_is_soviet": True})["win"]["ruler"]["marks"]
    assert [mark["at"] for mark in ten] == [0, 8, 10, 13, 16]


def test_two_sides_of_blocks_share_what_there_is() -> None:
    found = begun("victory", "two-front-war", "red")["win"]["ruler"]
    other = begun("victory", "two-front-war", "blue")["win"]["ruler"]
    assert found["least"] + other["most"] == other["least"] + found["most"] == found["start"] + other["start"]


def test_a_side_reads_its_own_figures() -> None:
    red, blue = (begun("victory", "two-front-war", side)["win"]["text"]["en"] for side in ("red", "blue"))
    assert "worth 20 points" in red and "worth 25 points" in blue


# ---- the turn and the map


def test_the_turn_marks_the_step_that_goes_on() -> None:
    play = grognard.game("vl").position(
        turn=3, step="combat", active="german", place={"klatt": "0512", "fd-357": "0612"}
    )
    here = [step for step in of(play, "german")["turn"] if step["here"]]
    assert [(step["phases"], step["side"]) for step in here] == [(["combat"], "german")]


def test_a_front_follows_the_hexsides_between_the_sides_in_order() -> None:
    grid = Grid(9, 5)
    pieces = [
        {"side": side, "where": f"{column:02}{row:02}", "on_map": True}
        for side, row in (("north", 2), ("south", 4))
        for column in range(1, 10)
    ]
    (front,) = fronts(grid, grid.board, pieces, "north")
    columns = [int(hex[:2]) for hex in front["own"]]
    assert not front["closed"] and columns in (sorted(columns), sorted(columns, reverse=True))
    assert {int(hex[:2]) for hex in front["own"]} == set(range(1, 10))
    (other,) = fronts(grid, grid.board, pieces, "south")
    assert {*other["own"]} == {*front["enemy"]} and {*other["enemy"]} == {*front["own"]}
    assert fronts(grid, grid.board, pieces[:9], "north") == []


def test_a_pocket_has_a_front_all_round() -> None:
    grid = Grid(9, 9)
    middle = grid.index("0505")
    ring = grid.list_names(grid.ring(middle, 2))
    pieces = [{"side": "red", "where": hex, "on_map": True} for hex in ring]
    pieces.append({"side": "blue", "where": "0505", "on_map": True})
    (front,) = fronts(grid, grid.board, pieces, "blue")
    assert front["closed"]


def test_the_front_of_the_campaign_runs_from_edge_to_edge() -> None:
    found = begun("avl", None, "soviet")
    longest = found["fronts"][0]["own"]
    assert len(longest) > 30 and min(longest) < "3500" and max(longest) > "6000"
    assert [one["points"] for one in found["objectives"]] == [5] * 5
    assert found["closed"][0]["hexes"][0] == "6122"


def test_armies_are_named_where_their_headquarters_are_to_be_seen() -> None:
    armies = {one["name"]["en"]: (one["hex"], one["side"]) for one in begun("avl", None, "soviet")["armies"]}
    assert armies["1st Guards Army"] == ("4011", "soviet") and armies["Italian 8th Army"] == ("3612", "axis")
    assert "28th Army" not in armies, "it waits in a box"
    assert "5th Tank Army" in armies
    named = [one["name"]["en"] for one in begun("vl", None, "soviet")["armies"]]
    assert named == ["Group Chevallerie", "5th Guards Rifle Corps"]
    assert begun("victory", "quick-start", "red")["armies"] == []


def test_before_anybody_stands_there_the_scenario_draws_its_lines() -> None:
    found = begun("lb", "1-russian-tank-offensive", "german")
    assert found["fronts"] == [] and found["lines"]["german"][0] == "1726" and found["lines"]["russian"][-1] == "3016"


# ---- secrets


@pytest.mark.parametrize("name", GAMES)
def test_what_a_player_may_not_know_is_not_in_his_briefing(name: str) -> None:
    play, one, rng = grognard.game(name).new(seed=9), bot("recruit", name), Random(9)
    for number in range(200):
        if play.result is not None:
            break
        if number % 40 == 0:
            for seat, player in enumerate(play.roster.players):
                other = otherwise(play, seat, rng)
                told = [
                    brief.document(one.game, one.scenario, one.view(player.id), player.side) for one in (play, other)
                ]
                assert told[0] == told[1]
        decider = play.state.deciders[0]
        play.apply(decider, one.choose(play.game.imagine(play.state, decider, rng), decider, rng))


# ---- faults that an author may make


def test_a_side_that_there_is_not_is_refused() -> None:
    with pytest.raises(SetupError, match="there is no side"):
        begun("avl", None, "nobody")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('hexes = ["3821"]', 'hexes = ["9999"]', 'there is no hex "9999"'),
        ('units = ["hq-1gda", "it-rav"]', 'units = ["hq-nobody"]', 'there is no unit "hq-nobody"'),
        ("starts {short_of_lead} points", "starts 5 points", "types the figure 5"),
        ("{short_of_lead} points short", "{shortage} points short", 'names "shortage"'),
        ('rule = "9.3.1b"', 'rule = "9.9.9"', 'there is no clause "9.9.9"'),
        ('rule = "9.3.1b"\n', "", "says no clause"),
        ('phases = ["supply"]', 'phases = ["siesta"]', 'no phase "siesta"'),
        ('who = "Paulus', 'who = "' + "word " * 60 + "Paulus", "at most 60 words"),
        ('text_ja = "両軍がチットをカップへ。', 'text_ja = "カップへ。{lead}', "different figures: lead"),
        ('area = "stalingrad_pocket"', 'area = "nowhere"', 'there is no area "nowhere"'),
    ],
)
def test_a_fault_in_a_briefing_is_named(tmp_path: Path, old: str, new: str, fault: str) -> None:
    text = (AVL.folder / "data" / "briefings" / "campaign.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "briefings").mkdir()
    (tmp_path / "briefings" / "campaign.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    assert fault in "\n".join(faults(AVL.with_data(tmp_path)))


def test_a_briefing_of_no_scenario_and_one_like_itself_are_named(tmp_path: Path) -> None:
    (tmp_path / "briefings").mkdir()
    for name, like in (("nowhere", ""), ("campaign", "campaign")):
        (tmp_path / "briefings" / f"{name}.toml").write_text(f'like = "{like}"\n', encoding="utf-8")
    game = AVL.with_data(tmp_path)
    assert any('there is no scenario "nowhere"' in fault for fault in brief.faults(game))
    with pytest.raises(DataError, match="like itself"):
        brief_file.briefing(game, "campaign", "axis")


@pytest.mark.parametrize("name", ["vl", "victory"])
def test_during_the_set_up_no_step_of_the_turn_goes_on(name: str) -> None:
    play: Play = grognard.game(name).new(seed=1)
    found = of(play, play.roster.sides[0])
    assert not any(step["here"] for step in found["turn"])
