"""Rows of a run as other people's tools read them: what the guide's `Reading rows` shows, run as it stands there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

import duckdb
import pytest

from tests.lab.running import plan, rows, run

GUIDE = Path(__file__).parents[2] / "docs" / "lab.md"


def shown(language: str, tool: str) -> str:
    """The guide's code for a tool."""
    section = GUIDE.read_text(encoding="utf-8").partition("\n## Reading rows\n")[2].partition("\n## ")[0]
    found = [code for code in re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL) if tool in code]
    assert len(found) == 1
    return str(found[0])


def told_by(tool: str) -> Any:
    """What the guide's Python comes to: its last line's value, or the frame that it made."""
    *lines, last = shown("python", tool).strip().splitlines()
    names: dict[str, Any] = {}
    exec("\n".join(lines), names)
    try:
        return eval(last, names)
    except SyntaxError:
        exec(last, names)
        return names["games"]


@pytest.fixture(autouse=True)
def _run_in_two_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path / "run", plan(4))
    run(tmp_path / "run", plan(7))
    assert len(list((tmp_path / "run" / "games").glob("part-*.parquet"))) > 1
    monkeypatch.chdir(tmp_path)


def by_polars() -> None:
    found = told_by("polars").to_dicts()
    won = mean("soviet" in row["winners"] for row in rows(Path("run")))
    turns = mean(row["turn"] for row in rows(Path("run")))
    assert [(one["turn"], one["winners"]) for one in found] == [(pytest.approx(turns), pytest.approx(won))]


def by_pandas() -> None:
    found = told_by("pandas")
    assert found["soviet"].to_dict() == {row["number"]: row["points"]["soviet"] for row in rows(Path("run"))}


def by_duckdb() -> None:
    found = duckdb.execute(shown("sql", "DuckDB")).fetchall()
    levels: dict[str, list[int]] = {}
    for row in rows(Path("run")):
        levels.setdefault(row["level"], []).append(row["points"]["soviet"])
    assert {level: (games, points) for _, level, games, points in found} == {
        level: (len(points), pytest.approx(mean(points))) for level, points in levels.items()
    }


def by_us() -> None:
    assert told_by("open_run")[1] == 7


@pytest.mark.parametrize("read", [by_us, by_polars, by_pandas, by_duckdb])
def test_a_tool_reads_the_rows_as_the_guide_says(read: Callable[[], None]) -> None:
    read()
