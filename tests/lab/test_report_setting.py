"""Reports say what was played: data files, moments and whose knowledge; and how to play more of it."""

from __future__ import annotations

import re
import shlex
import shutil
from html import unescape
from pathlib import Path

import pytest

import grognard
from grognard.lab.report import report
from grognard.lab.report.longer import games_to_ask, longer, needs
from grognard.lab.report.titles import kicker
from grognard.lab.report.verdict import compared
from grognard.lab.runs.read import Run, open_run
from tests.cli.conftest import call_grognard
from tests.lab.running import SEATS
from tests.lab.test_report import played as counted
from tests.lab.test_whatif import played
from tests.lab.writer import arm_of, plan_of, play, write


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """One game each: as printed, with data files of one's own, and from a moment; in folders with a space."""
    folder = tmp_path_factory.mktemp("some runs")
    for name in ("even", "odd"):
        (folder / name).mkdir()
        text = (grognard.game("vl").folder / "data" / "tables.toml").read_text(encoding="utf-8")
        (folder / name / "tables.toml").write_text(f"{text}# {name}\n", encoding="utf-8")
    played("vl", 60).save(folder / "game.json")
    moment: list[str | Path] = ["--from", folder / "game.json", "--at", "40"]
    words: dict[str, list[str | Path]] = {
        "printed": ["vl"],
        "even run": ["vl", "--data", folder / "even"],
        "odd run": ["vl", "--data", folder / "odd"],
        "truth": moment,
        "seen": [*moment, "--as", "soviet"],
    }
    for name, own in words.items():
        result = call_grognard("sim", *own, *SEATS, "--games", "1", "--out", folder / name)
        assert result.exit_code == 0, result.output
    return {name: open_run(folder / name) for name in words}


SETTINGS = {
    "printed": ("as printed", "印刷どおり"),
    "even run": ("data “even”", "データ「even」"),
    "truth": ("from answer 40 of a saved game", "保存ゲームの第40回答から"),
    "seen": ("from answer 40 of a saved game, as Soviet knew it", "保存ゲームの第40回答から、ソ連軍の知る限りで"),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_a_report_says_what_is_not_as_printed(runs: dict[str, Run], name: str) -> None:
    told = report([runs[name]])
    for language, said in zip(("en", "ja"), SETTINGS[name], strict=True):
        assert f" · {said} · " in kicker(told.game, told.arms[0])[language]
        assert (said in told.verdict[language]) == (name != "printed"), "no scenario is judged by other data"
    page = told.page()
    assert ("as printed" in page, "印刷どおり" in page) == ((True, True) if name == "printed" else (False, False))
    title = page.partition("<title>")[2].partition("</title>")[0]
    assert (SETTINGS[name][0] in title) == (name != "printed")


def test_a_run_that_does_not_tell_the_name_of_its_data_has_their_fingerprint(
    runs: dict[str, Run], tmp_path: Path
) -> None:
    shutil.copytree(runs["odd run"].path, tmp_path / "run")
    (tmp_path / "run" / "log.jsonl").unlink()
    old = open_run(tmp_path / "run")
    assert old.plan.data is not None and report([old]).arms[0]["data"]["name"] == old.plan.data[:8]


def test_arms_are_told_apart_by_data_and_moment(runs: dict[str, Run]) -> None:
    titles = [one["en"] for one in report(list(runs.values())).titles]
    assert titles == ["as printed", "data “even”", "data “odd”", SETTINGS["truth"][0], SETTINGS["seen"][0]]


def test_arms_of_one_title_have_their_run_s_name(runs: dict[str, Run], tmp_path: Path) -> None:
    for name in ("a", "b"):
        shutil.copytree(runs["even run"].path, tmp_path / name / "run")
    shutil.copytree(runs["even run"].path, tmp_path / "c")
    same = [open_run(tmp_path / name) for name in ("a/run", "c")]
    titles = [one["ja"] for one in report([runs["printed"], *same]).titles]
    assert titles == ["印刷どおり", "データ「even」 · run", "データ「even」 · c"]
    alike = [open_run(tmp_path / name) for name in ("a/run", "b/run")]
    assert [one["en"] for one in report(alike).titles] == [str(one.path) for one in alike]


@pytest.mark.parametrize("name", ["printed", "even run", "seen"])
def test_the_command_on_the_page_makes_the_run_longer(runs: dict[str, Run], tmp_path: Path, name: str) -> None:
    path = tmp_path / "a run"
    shutil.copytree(runs[name].path, path)
    told = report([open_run(path)])
    assert len({arm["run"] for arm in told.arms}) == 1
    program, *words = shlex.split(longer(told.game, told.arms, 2))
    assert program == "grognard"
    result = call_grognard(*words)
    assert result.exit_code == 0, result.output
    assert "1 of 2 games are in" in result.stderr and open_run(path).numbers() == {0, 1}
    page = unescape(told.page())
    assert f"grognard replay {shlex.quote(str(path))} --game 0" in page
    assert longer(told.game, told.arms, games_to_ask(told.arms, [1600])).replace("1600", "") in re.sub(
        r"(?<=--games )\d+", "", page
    )


def test_an_option_s_text_is_quoted_and_a_seat_of_one_scenario_is_no_grid() -> None:
    told = {
        "run": "run", "moment": None, "data": None, "seed": 0, "swap": False, "game": {"id": "victory"}, "options": {},
    }  # fmt: skip
    few, many = (
        {**told, "scenario": {"id": id}, "planned": dict.fromkeys(players, "recruit")}
        for id, players in (("quick-start", ("red", "blue")), ("quick-start-3", ("red", "blue", "green")))
    )
    game = grognard.game("victory")
    assert longer(game, [few, many], 9) == (
        "grognard sim victory --games 9 --scenario quick-start --scenario quick-start-3 --out run"
    )
    spoken = {**few, "options": {"story": "one's own"}}
    assert shlex.split(longer(game, [spoken], 9))[5:7] == ["--option", "story=one's own"]


def test_the_games_to_ask_for_are_those_of_the_larger_need() -> None:
    """Two arms far apart need few games; the difference that the reader names needs more than there are."""
    arms = [{**counted(won, 1000), "seatings": 1, "wanted": 1000} for won in (300, 700)]
    small = compared(arms, 0.03)
    named = small["named"]["games_needed"]
    assert max(one or 0 for one in needs(small)) < 1000 < named and small["named"]["more"] == named - 1000
    assert games_to_ask(arms, [*needs(small), named]) == -(-named // 100) * 100
    close = compared([{**counted(won, 1000), "seatings": 2, "wanted": 2000} for won in (572, 529)], 0.2)
    assert games_to_ask([{"seatings": 2, "wanted": 2000}], [*needs(close), close["named"]["games_needed"]]) > 4000
    assert games_to_ask(arms, []) == 1000


def test_every_run_that_is_compared_has_its_command(tmp_path: Path) -> None:
    plan = plan_of("vl", 1, [arm_of("vl", "random")])
    rows = play(plan)
    page = report([write(tmp_path / name, plan, rows) for name in ("one", "other")], 0.03).page()
    commands = re.findall(r"<code data-least[^>]*>([^<]*)</code>", page)
    assert [one.split()[-1] for one in commands] == [str(tmp_path / name) for name in ("one", "other")]


def test_of_games_on_different_maps_nothing_is_told_by_hex(tmp_path: Path) -> None:
    words = ("sim", "victory", "--option", "maps_by_rules=on", "--games", "3", "--out", tmp_path / "run")
    seats = ("--seat", "red=random", "--seat", "blue=random")
    assert call_grognard(*words, *seats).exit_code == 0
    told = report([open_run(tmp_path / "run")])
    assert told.shown["places"] == [] and not told.shown["one_map"]
    page = told.page()
    assert "The map differs from game to game" in page and "ゲームごとに地図が異なる" in page
    plain = report([open_run(_played(tmp_path / "plain"))])
    assert plain.shown["one_map"] and plain.shown["places"] and "map differs" not in plain.page()


def _played(folder: Path) -> Path:
    seats = ("--seat", "red=random", "--seat", "blue=random")
    assert call_grognard("sim", "victory", "--games", "2", "--out", folder, *seats).exit_code == 0
    return folder
