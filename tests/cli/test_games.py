"""`grognard games` and `grognard check`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import EntryPoint, entry_points, version
from pathlib import Path

import pytest

import grognard
from grognard.core import registry
from tests.cli.conftest import Call

DATA = grognard.game("avl").folder / "data"


def test_games_is_one_line_a_game(call: Call) -> None:
    result = call("games")
    assert result.exit_code == 0
    listed = [line for line in result.output.splitlines() if line.split()[0] in grognard.game_ids()]
    assert len(listed) == len(grognard.game_ids())
    assert any("A Victory Lost" in line and "1 scenario, 2 players" in line for line in listed)
    assert any("2-8 players" in line for line in listed)
    assert "シナリオ" in call("games", "--lang", "ja").output


def test_a_game_is_told_with_its_scenarios_and_true_defaults(call: Call) -> None:
    told = call("games", "avl").output
    for word in ("campaign", "Axis, Soviet", "axis_help_manstein_early  off", "15.0.2a", "Helps the Axis"):
        assert word in told
    blocks = call("games", "victory").output
    for word in ("map_seed  1 ", "turns  10 ", "maps  north/east", "sets  empty", "1 turn;"):
        assert word in blocks
    assert "枢軸" in call("games", "avl", "--lang", "ja").output


def test_programs_read_json(call: Call) -> None:
    everything = json.loads(call("games", "--json").stdout)
    assert [one["id"] for one in everything] == list(grognard.game_ids())
    (avl,) = (one for one in everything if one["id"] == "avl")
    assert json.loads(call("games", "avl", "--json").stdout) == avl
    assert [player["id"] for player in avl["scenarios"][0]["players"]] == ["axis", "soviet"]
    clauses = json.loads(call("rules", "avl", "9.5.2", "--json").stdout)
    assert clauses and all(one["id"].startswith("9.5.2") and one["text"]["ja"] for one in clauses)
    covered = json.loads(call("rules", "avl", "--coverage", "--json").stdout)
    assert all(row["tests"] for row in covered)
    assert json.loads(call("check", "--json").stdout) == {name: [] for name in grognard.game_ids()}
    (outcome,) = json.loads(
        call("sim", "vl", "--games", "1", "--seat", "soviet=random", "--seat", "german=random", "--json").stdout
    )
    assert outcome["seats"] == {"soviet": "random", "german": "random"} and outcome["answers"] > 0


def test_the_version_is_told(call: Call) -> None:
    assert call("--version").output.strip() == f"grognard {version('grognard')}"


def test_a_shell_can_complete_a_games_id() -> None:
    ask = {"_GROGNARD_COMPLETE": "complete_bash", "COMP_WORDS": "grognard rules a", "COMP_CWORD": "2"}
    command = [sys.executable, "-c", "from grognard.cli import main; main()"]
    told = subprocess.run(command, env=os.environ | ask, capture_output=True, text=True, check=False)
    assert told.stdout.split() == ["avl"]


def test_a_broken_package_stops_neither_games_nor_check(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever another's package does when it is loaded is told on its line; all others are there."""
    broken = EntryPoint("broken", "tests.cli.broken:GAME", registry.GROUP)
    points = (*entry_points(group=registry.GROUP), broken)
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    registry.game_ids.cache_clear()
    try:
        result = call("games")
        assert result.exit_code == 0 and "A Victory Lost" in result.output
        assert "ZeroDivisionError" in " ".join(result.output.split())
        checked = call("check")
        assert checked.exit_code == 1
        assert "avl: data: no fault found" in checked.output and "broken: " in checked.output
        assert json.loads(call("games", "--json").stdout)[1].keys() == {"id", "fault"}
    finally:
        monkeypatch.undo()
        registry.game_ids.cache_clear()


def test_our_own_data_have_no_fault(call: Call) -> None:
    result = call("check")
    assert result.exit_code == 0
    assert "avl" in result.output and "no fault" in result.output


def test_a_sound_folder_laid_over_ours_has_no_fault(call: Call, tmp_path: Path) -> None:
    shutil.copy(DATA / "units.toml", tmp_path)
    result = call("check", tmp_path)
    assert result.exit_code == 0 and "no fault" in result.output


@pytest.mark.parametrize("name", ["avl", "lb", "vl", "victory"])
def test_a_folder_of_ones_own_tells_its_game(call: Call, tmp_path: Path, name: str) -> None:
    shutil.copy(grognard.game(name).folder / "data" / "tables.toml", tmp_path)
    result = call("check", tmp_path)
    assert result.exit_code == 0 and result.output.startswith(f"{name}: ")


def test_a_folder_that_fits_two_games_is_asked_about(call: Call, tmp_path: Path) -> None:
    (tmp_path / "units.toml").write_text("", encoding="utf-8")
    result = call("check", tmp_path)
    assert result.exit_code == 2 and "say which with --game" in result.stderr


def test_a_fault_is_told_with_file_table_and_key(call: Call, tmp_path: Path) -> None:
    text = (DATA / "units.toml").read_text(encoding="utf-8")
    (tmp_path / "units.toml").write_text(text.replace("move = 4", 'move = "four"', 1), encoding="utf-8")
    result = call("check", tmp_path)
    assert result.exit_code == 1
    assert 'units.toml: unit "hu-9": move: should be a whole number, found "four"' in result.stdout


def test_a_fault_that_takes_two_files_to_see_is_found(call: Call, tmp_path: Path) -> None:
    text = (DATA / "units.toml").read_text(encoding="utf-8")
    (tmp_path / "units.toml").write_text(text.replace('setup = "2901"', 'setup = "9901"', 1), encoding="utf-8")
    result = call("check", tmp_path)
    assert result.exit_code == 1
    assert "units.toml" in result.stdout and "9901 is not on the map" in result.stdout
