"""A report's header says when its run was played, for how long and on how many cores."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from grognard.lab.report import report
from grognard.lab.report.when import when, when_words
from grognard.lab.runs.read import open_run
from tests.lab.running import plan, run
from tests.lab.writer import arm_of, plan_of, play, write

NOON = datetime(2026, 11, 17, 12).timestamp()
DAY = 24 * 60 * 60


def begun(at: float, engine: str = "local, 2 jobs", **facts: Any) -> dict[str, Any]:
    return {"at": at, "engine": engine, "missing": 9, **facts}


def ended(at: float, seconds: float, engine: str = "local, 2 jobs") -> dict[str, Any]:
    return {"at": at, "engine": engine, "played": 9, "seconds": seconds}


@pytest.mark.parametrize(
    ("log", "en", "ja"),
    [
        ([begun(NOON), ended(NOON + 11160, 11160)], "17 Nov 2026, 3 h 06 min on 2 cores",
         "2026年11月17日、2コアで3時間06分"),
        ([begun(NOON, cores=1), ended(NOON + 59, 59.2)], "17 Nov 2026, 59 s on 1 core", "2026年11月17日、1コアで59秒"),
        ([begun(NOON), ended(NOON + 90, 90), begun(NOON + DAY), ended(NOON + DAY + 90, 90)],
         "17 Nov 2026 – 18 Nov 2026, 3 min on 2 cores", "2026年11月17日〜2026年11月18日、2コアで3分"),
        ([begun(NOON), begun(NOON + 600), ended(NOON + 700, 100)], "17 Nov 2026, more than 1 min on 2 cores",
         "2026年11月17日、2コアで1分以上"),
        ([begun(NOON, "dask://host:8786"), ended(NOON + 60, 60, "dask://host:8786")], "17 Nov 2026, 1 min",
         "2026年11月17日、1分"),
        ([begun(NOON)], "17 Nov 2026", "2026年11月17日"),
    ],
)  # fmt: skip
def test_a_log_in_a_line(log: list[dict[str, Any]], en: str, ja: str) -> None:
    told = when(log)
    assert told is not None and when_words(told) == {"en": en, "ja": ja}


def test_a_run_s_report_says_when_it_was_played(tmp_path: Path) -> None:
    run(tmp_path / "run", plan(2))
    (arm,) = report([open_run(tmp_path / "run")]).arms
    assert arm["when"]["cores"] == 1 and arm["when"]["whole"] and arm["when"]["seconds"] > 0
    header = report([open_run(tmp_path / "run")]).page().partition("<header")[2].partition("</header>")[0]
    today = datetime.fromtimestamp(arm["when"]["first"])
    assert re.search(rf"\b{today.day} [A-Z][a-z]{{2}} {today.year}", header)
    assert f"{today.year}年{today.month}月{today.day}日" in header


def test_a_run_without_a_log_has_no_date(tmp_path: Path) -> None:
    wanted = plan_of("vl", 1, [arm_of("vl", "random")])
    told = report([write(tmp_path / "run", wanted, play(wanted))])
    assert told.arms[0]["when"] is None and "on 1 core" not in told.page()
