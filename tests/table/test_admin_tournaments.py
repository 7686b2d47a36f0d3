"""`grognard admin tournaments`: what there is, what happened in one, and taking it away without its games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import Result

from tests.cli.conftest import call_grognard
from tests.table.cups import act, look, make, member
from tests.table.databases import meddle, named
from tests.table.members import club


@pytest.fixture(autouse=True)
def audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROGNARD_AUDIT", str(tmp_path / "done.jsonl"))
    return tmp_path / "done.jsonl"


def admin(folder: Path, *words: str) -> Result:
    return call_grognard("admin", "tournaments", *words, *named(folder))


def test_a_keeper_lists_shows_and_removes_a_tournament_and_its_games_stay(tmp_path: Path, audit: Path) -> None:
    with club(tmp_path) as inn:
        erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
        tournament = make(erich)
        for one in (erich, georgi):
            assert act(one, tournament, "entry").status_code == 200
        assert act(erich, tournament, "pair").status_code == 200
        look(inn)
    (listed,) = json.loads(admin(tmp_path, "list", "--json").stdout)
    assert (listed["id"], listed["stage"], listed["players"], listed["round"]) == (tournament, "running", 2, 1)
    assert "Winter Swiss" in admin(tmp_path, "list").stdout
    shown = json.loads(admin(tmp_path, "show", tournament).stdout)
    assert shown["entrants"] == ["Erich", "Georgi"] and shown["log"][1].endswith("Erich entered, rated 1500.")
    assert admin(tmp_path, "show", "nowhere").exit_code == 2
    assert admin(tmp_path, "remove", tournament).exit_code == 2, "not without --yes"
    assert admin(tmp_path, "remove", tournament, "--yes").exit_code == 0
    assert json.loads(admin(tmp_path, "list", "--json").stdout) == []
    assert meddle(tmp_path, "SELECT tournament FROM tables") == [[None], [None]]
    assert json.loads(audit.read_text().splitlines()[-1])["deed"] == "remove tournament"
