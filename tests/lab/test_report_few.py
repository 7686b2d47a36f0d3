"""Below a hundred games a report tells counts: no share, no interval and no band, on the page and in the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from grognard.lab.report import Report, report
from grognard.lab.report.heat import SIGNS
from grognard.lab.report.tables import sheets
from grognard.lab.report.words import say
from tests.cli.conftest import call_grognard
from tests.lab.writer import arm_of, plan_of, play, several, write

GAMES = 3


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Report:
    plan = plan_of("vl", GAMES, [arm_of("vl", "random")])
    return report([write(tmp_path_factory.mktemp("few") / "run", plan, play(plan))])


def part(page: str, kind: str) -> str:
    return page.partition(f'<section class="{kind}">')[2].partition("</section>")[0]


def test_no_chart_tells_a_share(told: Report) -> None:
    page = told.page()
    for kind in ("map", "win", "vp", "odds", "luck", "card compare", "length", "places"):
        assert not re.search(r"\d\s*%", part(page, kind)), kind
    assert "share won" not in page and "勝率" not in page
    tables = page.partition("<details>")[2].partition("</details>")[0]
    assert not re.search(r"\d\s*%", tables.replace("95 %", "")), "but in the head of a column"
    for key in ("points.median", "map.counts", "length.counts"):
        assert all(said in page for said in say(key).values())
    for key in ("points.note", "map.note", "length.note"):
        assert all(f">{said}<" not in page for said in say(key).values())


def test_points_have_no_bands(told: Report) -> None:
    assert "fill-opacity" not in part(told.page(), "vp")
    sheet = next(one for one in sheets(told.arms[0]) if one.title == say("points.title"))
    assert [row[0] for row in sheet.rows] == [
        {one: f"{side['names'][one]} {say('points.median')[one]}" for one in ("en", "ja")}
        for side in told.arms[0]["sides"] if side["id"] in told.arms[0]["points"]
    ]  # fmt: skip


def test_odds_are_fights(told: Report) -> None:
    kind = told.arms[0]["odds"][0]
    most = max(kind["columns"], key=lambda row: row["fights"])
    assert f">{most['fights']}<" in part(told.page(), "odds")
    sheet = next(one for one in sheets(told.arms[0]) if one.title["en"].startswith("Odds attempted"))
    row = next(one for one in sheet.rows if one[0] == most["odds"])
    assert list(row[1:]) == [str(most["fights"]), "–", *(str(most[name]) for name in ("worse", "nothing", "better"))]


def test_the_map_counts_games_to_the_last(told: Report) -> None:
    """A place's counts are the map's own where the game says who holds it, and presence is of all games."""
    heat: dict[str, Any] = told.arms[0]["heat"]
    assert heat["steps"]["control"] == heat["steps"]["presence"] == GAMES
    for kind in ("control", "presence"):
        for texts in heat[kind].values():
            assert {SIGNS.index(one) for one in re.findall(r"\D", "".join(texts))} <= set(range(GAMES + 1))
    data = json.loads(told.page().partition('id="data">')[2].partition("</script>")[0])
    assert data["few"] and data["heat"]["steps"] == heat["steps"]


def test_from_a_hundred_games_on_shares_are_told(tmp_path: Path) -> None:
    one = plan_of("vl", 1, [arm_of("vl", "random")])
    run = write(tmp_path / "run", plan_of("vl", 100, [arm_of("vl", "random")]), several(play(one), 1, 100))
    page = report([run]).page()
    for kind in ("win", "odds", "length"):
        assert re.search(r"\d\s*%", part(page, kind)), kind
    assert "fill-opacity" in part(page, "vp")


def test_the_terminal_tells_counts_too(told: Report) -> None:
    shown = call_grognard("report", told.arms[0]["run"]).stdout
    figures = shown.partition("Who wins")[2]
    assert "Odds attempted" in figures and not re.search(r"\d\s*%", figures.replace("95 %", ""))
