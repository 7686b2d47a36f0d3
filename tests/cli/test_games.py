"""`grognard games` and `grognard check`."""

from __future__ import annotations

import shutil
from pathlib import Path

import grognard
from tests.cli.conftest import Call

DATA = grognard.game("avl").folder / "data"


def test_games_lists_scenarios_players_and_options(call: Call) -> None:
    result = call("games")
    assert result.exit_code == 0
    for word in (
        "avl",
        "A Victory Lost",
        "campaign",
        "Axis, Soviet",
        "axis_help_manstein_early",
        "15.0.2a",
        "Helps the Axis",
    ):
        assert word in result.output
    assert "枢軸" in call("games", "--lang", "ja").output


def test_our_own_data_have_no_fault(call: Call) -> None:
    result = call("check")
    assert result.exit_code == 0
    assert "avl" in result.output and "no fault" in result.output


def test_a_sound_folder_laid_over_ours_has_no_fault(call: Call, tmp_path: Path) -> None:
    shutil.copy(DATA / "units.toml", tmp_path)
    result = call("check", tmp_path)
    assert result.exit_code == 0 and "no fault" in result.output


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
