"""Reports: the verdict at its bounds, figures counted another way, and a page that is whole in every game."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from grognard.cli.report import _table
from grognard.core.game import SetupError
from grognard.lab.facts import Rows
from grognard.lab.report import Report, report
from grognard.lab.report.course import course
from grognard.lab.report.heat import LETTERS
from grognard.lab.report.longer import longer
from grognard.lab.report.sections import odds
from grognard.lab.report.tables import Sheet, sheets
from grognard.lab.report.verdict import compared, judged
from grognard.lab.report.words import say
from grognard.lab.runs.read import Run
from tests.cli.conftest import call_grognard
from tests.lab.writer import arm_of, plan_of, play, several, write

GAMES = ("avl", "vl", "lb", "victory")
SIDES = [
    {"id": "axis", "names": {"en": "Axis", "ja": "枢軸"}},
    {"id": "soviet", "names": {"en": "Soviet", "ja": "ソ連"}},
]
PLAYED: dict[str, Rows] = {}
TIMES = 60
"""So often are the two games of a sample counted, to make more than a hundred."""


def sample(folder: Path, game_id: str, arms: int = 1) -> Run:
    """Two games of a bot, told sixty times: enough for shares, played once."""
    plan = plan_of(game_id, 2, [arm_of(game_id)])
    rows = PLAYED.setdefault(game_id, play(plan))
    large = plan_of(game_id, 2 * TIMES // arms, [arm_of(game_id)] * arms)
    return write(folder, large, several(rows, 2, TIMES))


@pytest.fixture(scope="module", params=GAMES)
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Report:
    return report([sample(tmp_path_factory.mktemp(request.param) / "run", request.param)])


# ---- the course of a run in few lines


@pytest.mark.parametrize("game_id", GAMES)
def test_the_course_of_a_run_counts_what_its_games_came_to(game_id: str, tmp_path: Path) -> None:
    run = sample(tmp_path / "run", game_id)
    told, rows = course(run), run.games.to_pylist()
    assert told["games"] == len(rows) == 2 * TIMES
    assert told["won"] == {side: sum(side in row["winners"] for row in rows) for side in told["won"]}
    assert sum(told["last_turn"].values()) == sum(one["games"] for one in told["endings"]) == len(rows)
    assert told["first"] == {key: run.row(0)[key] for key in ("number", "points", "turn", "answers")}
    for holders in told["places"].values():
        by_turn = [sum(shares) for shares in zip(*holders.values(), strict=True)]
        assert all(share < 1.002 for share in by_turn)
        assert len({tuple(shares) for shares in zip(*holders.values(), strict=True)}) > 1, "it changes hands"
    assert len(json.dumps(told)) < 12_000, "it is kept beside the code"


# ---- the verdict


def played(won: int, games: int, drawn: int = 0) -> dict[str, Any]:
    wins = {"axis": games - won - drawn, "soviet": won, "draw": drawn}
    return {
        "games": games,
        "sides": SIDES,
        "deals": None,
        "wins": {side: {"games": count} for side, count in wins.items()},
    }


@pytest.mark.parametrize(
    ("won", "games", "drawn", "key"),
    [
        (0, 0, 0, "none"), (50, 99, 0, "few"), (50, 100, 0, "even"), (572, 1000, 0, "within"),
        (530, 1000, 0, "even"), (650, 1000, 0, "never"), (640, 1000, 0, "unsure"), (621, 1000, 0, "unsure"),
        (620, 1000, 0, "within"), (670, 1000, 0, "unsure"), (681, 1000, 0, "heavy"), (119, 120, 0, "heavy"),
        (300, 1000, 0, "heavy"), (0, 200, 200, "draws"), (10, 110, 100, "undecided"), (99, 199, 100, "undecided"),
        (100, 200, 100, "heavy"), (600, 2000, 1000, "within"),
    ],
)  # fmt: skip
def test_the_verdict_comes_from_the_interval(won: int, games: int, drawn: int, key: str) -> None:
    assert judged(played(won, games, drawn))[0] == key


def test_the_verdict_names_the_side_and_the_games_that_would_tell() -> None:
    assert judged(played(572, 1000))[1]["en"] == "leans to the Soviet side, within bounds"
    assert judged(played(300, 1000))[1]["en"] == "leans heavily to the Axis side"
    assert judged(played(300, 1000))[1]["ja"] == "は枢軸側に大きく偏っている"
    unsure = judged(played(62, 100))[1]["en"]
    more = re.search(r"about ([\d,]+) more games", unsure)
    assert more and 700 < int(more[1].replace(",", "")) < 1200, unsure


def test_where_many_games_are_drawn_the_verdict_says_that_it_leaves_them_aside() -> None:
    assert judged(played(600, 2000, 1000))[1]["en"].endswith("within bounds (draws, 50 %, left aside)")
    assert "aside" not in judged(played(550, 1000, 50))[1]["en"]


def test_odds_stand_in_the_order_of_their_strength(told: Report) -> None:
    for kind in told.arms[0]["odds"]:
        names = [row["odds"] for row in kind["columns"]]
        if all(re.fullmatch(r"[\d.]+[-/][\d.]+", name) for name in names):
            parts = [re.split("[-/]", name) for name in names]
            assert parts == sorted(parts, key=lambda part: float(part[0]) / float(part[1]))


def test_below_a_hundred_games_there_are_counts_and_no_intervals() -> None:
    few = compared([played(40, 99), played(60, 99)])
    assert few["few"] and all("difference" not in row for row in few["arms"])


def test_arms_are_compared_with_the_first_as_the_drawing_has_it() -> None:
    """57.2 and 52.9 in a thousand games each: not told apart, and 1,100 more of each would be needed."""
    both = compared([played(572, 1000), played(529, 1000)], 0.05, 0.8)
    gap = both["arms"][1]["difference"]
    assert [round(100 * gap[name], 1) for name in ("value", "low", "high")] == [-4.3, -8.6, 0.1]
    assert 1050 < both["arms"][1]["more"] < 1150
    assert both["named"]["games_needed"] == 1552 and both["named"]["more"] == 552


def test_arms_of_the_same_deals_are_compared_deal_by_deal() -> None:
    """A side wins 60 and 50 of the same 100 deals, and no deal that it won before it loses now."""
    deals = [{str(deal): "soviet" if deal < won else "axis" for deal in range(100)} for won in (50, 60)]
    first, second = ({**played(won, 100), "deals": one} for won, one in zip((50, 60), deals, strict=True))
    row = compared([first, second])["arms"][1]
    assert row["paired"] == {"both": 40, "first": 0, "other": 10, "neither": 50}, "of the Axis, who leads"
    assert row["difference"]["high"] < 0 and row["games_needed"] < 100
    apart = compared([first, {**second, "deals": {**deals[1], "100": "axis"}}])["arms"][1]
    assert apart["paired"] is None and apart["difference"]["high"] > 0 and apart["games_needed"] > 100


def test_a_sample_never_says_that_no_number_of_games_would_do(tmp_path: Path) -> None:
    one, other = sample(tmp_path / "one", "vl"), sample(tmp_path / "other", "vl")
    page = report([one, other]).page()
    assert say("compare.never")["en"] in page and "No number of games" not in page


# ---- figures


def test_every_figure_is_about_all_games(told: Report) -> None:
    arm = told.arms[0]
    assert arm["games"] == 2 * TIMES
    assert sum(one["games"] for one in arm["wins"].values()) == arm["games"]
    assert sum(one["games"] for one in arm["endings"]) == arm["games"]
    assert sum(one["games"] for one in arm["length"]["by_turn"]) == arm["games"]
    for kind in arm["odds"]:
        assert abs(sum(row["share"] for row in kind["columns"]) - 1) < 1e-9
        assert all(row["better"] + row["nothing"] + row["worse"] == row["counted"] for row in kind["columns"])


def test_losses_are_the_mean_of_what_was_written_down(told: Report) -> None:
    rows, shown = PLAYED[told.game.id]["losses"], told.arms[0]["losses"]
    for side in told.arms[0]["sides"]:
        told_of, written = ([row["steps"] for row in found if row["side"] == side["id"]] for found in (shown, rows))
        assert sum(told_of) == pytest.approx(sum(written) / 2)


def unpacked(text: str) -> list[float]:
    return [
        LETTERS.index(one) / 51 for one, count in re.findall(r"([A-Za-z])(\d*)", text) for _ in range(int(count or 1))
    ]


def test_heat_at_the_end_is_where_the_sides_stood(told: Report) -> None:
    arm, grid = told.arms[0], told.game.map.grid
    heat = arm["heat"]
    names = [grid.name(hex) for hex in grid.hexes if told.game.map.playable >> hex & 1]
    last = {row["number"]: row["turn"] for row in PLAYED[told.game.id]["games"]}
    turn = min(last.values())
    still = [number for number, end in last.items() if end >= turn]
    for side in arm["sides"]:
        shares = dict(zip(names, unpacked(heat["presence"][side["id"]][turn]), strict=True))
        maps = [row for row in PLAYED[told.game.id]["maps"] if row["side"] == side["id"] and row["turn"] == turn]
        stood = {f"{hex:04}" for row in maps if row["number"] in still for hex in row["present"]}
        assert {name for name, share in shares.items() if share} == stood
    for row in zip(*(unpacked(heat["control"][side["id"]][turn]) for side in arm["sides"]), strict=True):
        assert sum(row) <= 1.05, "a hex is one side's at most"


def test_a_place_s_shares_are_of_all_games(told: Report) -> None:
    for place in told.arms[0]["places"]:
        for row in place["by_turn"]:
            assert 0 <= sum(row[side["id"]] for side in told.arms[0]["sides"]) <= 1.0001


def test_no_sentence_names_what_is_not_told_in_either_language(told: Report) -> None:
    for sheet in sheets(told.arms[0]):
        for text in (sheet.title, *sheet.columns):
            assert all(text[language] and "{" not in text[language] for language in ("en", "ja"))


def swapped(folder: Path, games: int = 4) -> Run:
    """A recruit and a bot that plays at random change seats after every game."""
    arm = replace(arm_of("vl"), seats={"soviet": "recruit", "german": "random"})
    plan = replace(plan_of("vl", games, [arm]), swap=True)
    return write(folder, plan, play(plan))


def test_where_bots_change_seats_every_seating_is_told_by_itself(tmp_path: Path) -> None:
    run = swapped(tmp_path / "run", 5)
    told = report([run])
    assert [arm["seats"] for arm in told.arms] == [
        {"soviet": "recruit", "german": "random"}, {"soviet": "random", "german": "recruit"},
    ]  # fmt: skip
    assert [arm["name"] for arm in told.arms] == [
        "soviet=recruit, german=random", "soviet=random, german=recruit",
    ]  # fmt: skip
    rows = run.games.to_pylist(maps_as_pydicts="strict")
    for arm, games in zip(told.arms, (3, 2), strict=True):
        own = [row for row in rows if row["seats"] == arm["seats"]]
        assert arm["games"] == arm["of_games"] == len(own) == games
        assert {dot["game"] for dot in arm["luck"]["dots"]} == {row["number"] for row in own}
        assert arm["wins"]["soviet"]["games"] == sum(row["winners"] == ["soviet"] for row in own)
    assert [arm["verdict"]["key"] for arm in told.plain()["arms"]] == ["few", "few"]
    assert [(name["en"], said["en"][-30:]) for name, said in told.by_seating] == [
        ("recruit : random", told.verdict_of(told.arms[0])["en"][-30:]),
        ("random : recruit", told.verdict_of(told.arms[1])["en"][-30:]),
    ]
    assert "--games 500 --seat german=random --swap --seed 7" in longer(told.game, told.arms, 500)
    assert "recruit : random: " in call_grognard("report", run.path).stdout


def test_bots_of_one_name_have_one_seating(tmp_path: Path) -> None:
    plan = replace(plan_of("vl", 2, [arm_of("vl", "random")]), swap=True)
    (arm,) = report([write(tmp_path / "run", plan, play(plan))]).arms
    assert arm["games"] == 2 and arm["name"] == plan.arms[0].name


# ---- the page

CHARTS = ("map", "win", "vp", "loss", "odds", "luck", "card compare", "length", "decisions")
OWN = {"avl": ("chit",), "vl": ("support",), "lb": ("chit", "support", "places"), "victory": ("support", "production")}


def test_the_page_is_whole_and_small_and_needs_nothing_else(told: Report) -> None:
    page = told.page()
    assert len(page.encode()) < 500_000 - 70_000, "fonts take some too"
    for part in (*CHARTS, *OWN[told.game.id]):
        inside = page.partition(f'<section class="{part}">')[2].partition("</section>")[0]
        assert "<svg" in inside or "<table" in inside, part
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)|src=|@import|<link", page)
    assert page.count("<h1>") == 1 and told.verdict["en"].split()[-1] in page
    for language in ("en", "ja"):
        assert say("win.title")[language] in page and say("luck.title")[language] in page
    assert "NaN" not in page and "None" not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)


def test_every_dot_is_a_game_that_can_be_opened(told: Report) -> None:
    page = told.page()
    dots = {int(one) for one in re.findall(r'data-g="(\d+)"', page)}
    assert dots == set(range(2 * TIMES))
    assert f"grognard replay {told.arms[0]['run']} --game" in page


def test_a_thousand_games_make_no_larger_page(tmp_path: Path) -> None:
    rows = PLAYED.setdefault("vl", play(plan_of("vl", 2, [arm_of("vl")])))
    run = write(tmp_path / "run", plan_of("vl", 3000, [arm_of("vl")]), several(rows, 2, 1500))
    page = report([run]).page()
    assert len(re.findall(r'data-g="', page)) <= 600 and "3,000" in page and len(page.encode()) < 400_000


def test_a_text_of_the_run_never_becomes_markup(tmp_path: Path) -> None:
    run = sample(tmp_path / "<script>alert(1)<script>", "vl")
    assert "<script>alert(1)" not in report([run]).page()


def test_odds_that_a_chart_has_no_room_for_are_named(tmp_path: Path) -> None:
    columns = [
        {
            "odds": f"{place}-1",
            "fights": 100 - place,
            "share": 0.05,
            "counted": 1,
            "better": 1,
            "worse": 0,
            "nothing": 0,
        }
        for place in range(1, 17)
    ]
    kind = {"kind": "attack", "names": {"en": "attack", "ja": "攻撃"}, "fights": 1464, "columns": columns}
    page = odds({"games": 200, "odds": [kind]})
    assert ">14-1<" in page and ">15-1<" not in page
    assert "Columns left out, those tried least: 2 (169 of 1,464 fights)." in page and "1,464戦闘のうち169" in page
    assert "left out" not in odds({"games": 200, "odds": [{**kind, "columns": columns[:14]}]})


# ---- the command


def test_the_command_for_more_games_names_all_that_was_played(tmp_path: Path) -> None:
    arms = [arm_of("vl", "random"), arm_of("vl", "random", {"ten_vp_is_soviet": True})]
    rows = PLAYED.setdefault("vl", play(plan_of("vl", 2, [arm_of("vl")])))
    told = report([write(tmp_path / "run", plan_of("vl", 1, arms), rows)])
    assert longer(told.game, told.arms, 500) == (
        "grognard sim vl --games 500 --option ten_vp_is_soviet=off --option ten_vp_is_soviet=on "
        f"--seat soviet=random --seat german=random --seed 7 --out {tmp_path / 'run'}"
    )


def test_report_writes_the_page_and_tells_the_figures(tmp_path: Path) -> None:
    run = sample(tmp_path / "run", "vl")
    result = call_grognard("report", run.path)
    assert result.exit_code == 0, result.output
    assert (run.path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    for title in ("Who wins", "How it ends", "Points by turn", "Losses by kind", "Odds attempted", "Luck and result"):
        assert title in result.stdout
    german = call_grognard("report", run.path, "--lang", "ja", "--out", tmp_path / "own.html")
    assert "勝敗" in german.stdout and 'lang="ja"' in (tmp_path / "own.html").read_text(encoding="utf-8")


def test_report_for_programs(tmp_path: Path) -> None:
    run = sample(tmp_path / "run", "vl", arms=2)
    result = call_grognard("report", run.path, "--json", "--difference", "10", "--power", "0.9")
    found = json.loads(result.stdout)
    assert len(found["arms"]) == 2 and found["arms"][0]["games"] == TIMES
    assert found["compared"]["named"]["difference"] == 0.1 and found["compared"]["named"]["power"] == 0.9
    assert found["verdict"]["key"] == "few" and not (run.path / "report.html").exists()


def test_runs_are_compared_arm_by_arm(tmp_path: Path) -> None:
    one, other = sample(tmp_path / "one", "vl"), sample(tmp_path / "other", "vl")
    result = call_grognard("report", one.path, other.path)
    assert result.exit_code == 0 and "Share won by" in result.stdout
    page = (one.path / "report.html").read_text(encoding="utf-8")
    assert ">2 · other<" in page and say("compare.not_apart")["en"] in page


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [40, 80])
def test_figures_are_whole_at_any_width_and_names_fold(width: int, language: str) -> None:
    name = {"en": "ten victory points are a Soviet victory, " * 3, "ja": "ソ連の勝利は十点" * 8}
    figures = ["1,093/12,000", "57.2 %", "54.1–60.2 %", "−14.3 (−18.6 … +10.1)", "1,093,000"]
    heads = [say(f"table.{one}") for one in ("what", "games", "share", "interval", "difference", "more")]
    file = StringIO()
    console = Console(file=file, width=width)
    console.print(_table(Sheet(say("compare.title"), heads, [[name, *figures]]), language, width), crop=False)
    shown = file.getvalue()
    assert all(figure in shown for figure in figures) and "…" not in shown.replace(" … ", "")
    folded = "".join(line[: 20 if language == "en" else 10] for line in shown.splitlines())
    assert name[language][:4] in folded and len(shown.splitlines()) > 6


def test_runs_of_different_games_are_not_compared(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="not of avl and vl"):
        report([sample(tmp_path / "one", "vl"), sample(tmp_path / "other", "avl")])
