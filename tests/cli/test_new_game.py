"""`grognard new-game`: what it lays out plays at once, by the same commands as every other game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.laid_out import known, run

NAME = "hill-and-dale"
Environment = dict[str, str]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("new")


@pytest.fixture(scope="module")
def environment(home: Path) -> Environment:
    return known(home, NAME)


def test_everything_bears_the_new_name(home: Path, environment: Environment) -> None:
    files = [path for path in (home / NAME).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert (home / NAME / "src" / "hill_and_dale" / "game.py") in files
    assert (home / NAME / "src" / "hill_and_dale" / "locale" / "ja.toml") in files
    for old in ("two-fords", "two_fords", "TwoFords", "Two Fords"):
        assert not [path for path in files if old in path.read_text(encoding="utf-8") or old in str(path)]
    listed = run(environment, "grognard", "games", NAME)
    assert listed.returncode == 0 and "Hill And Dale" in listed.stdout and "crossing" in listed.stdout


def test_it_conforms(environment: Environment) -> None:
    done = run(environment, "grognard", "conform", NAME)
    assert (done.returncode, done.stdout) == (0, f"{NAME}: no fault found in 2 games\n"), done.stdout + done.stderr


def test_its_own_tests_pass_and_show_every_clause(home: Path, environment: Environment) -> None:
    done = run(environment, "pytest", "-p", "no:cacheprovider", cwd=home / NAME)
    assert done.returncode == 0, done.stdout + done.stderr
    shown = run(environment, "grognard", "rules", NAME, "--coverage", "--tests", str(home / NAME / "tests"))
    assert shown.returncode == 0, shown.stdout + shown.stderr


def test_bots_play_it_and_its_doctrine_beats_chance(environment: Environment) -> None:
    seats = ("--seat", "blue=recruit", "--seat", "red=random")
    done = run(environment, "grognard", "sim", NAME, "--games", "12", *seats, "--json")
    assert done.returncode == 0, done.stderr
    winners = [one["winners"] for one in json.loads(done.stdout)]
    assert len(winners) == 12 and winners.count(["blue"]) > winners.count(["red"])


def test_it_is_played_in_the_terminal(home: Path, environment: Environment) -> None:
    seats = ("--seat", "blue=recruit", "--seat", "red=recruit")
    done = run(environment, "grognard", "play", NAME, "--seed", "3", *seats, "--save", str(home / "game.json"))
    assert done.returncode == 0 and "Norham" in done.stdout, done.stdout + done.stderr
    assert run(environment, "grognard", "replay", str(home / "game.json"), "--verify").returncode == 0


@pytest.mark.parametrize(
    ("name", "why"),
    [("Hill", "is no id"), ("hill--dale", "is no id"), ("avl", "there is a game"), ("json", "would hide")],
)
def test_a_name_that_cannot_be_is_refused(call: Call, tmp_path: Path, name: str, why: str) -> None:
    result = call("new-game", name, "--into", tmp_path)
    assert result.exit_code == 2 and why in result.stderr
    assert not list(tmp_path.iterdir())


def test_nothing_that_is_there_is_written_over(call: Call, tmp_path: Path) -> None:
    assert call("new-game", "dale", "--into", tmp_path).exit_code == 0
    before = (tmp_path / "dale" / "README.md").read_text()
    again = call("new-game", "dale", "--into", tmp_path)
    assert again.exit_code == 2 and "is there already" in again.stderr
    assert (tmp_path / "dale" / "README.md").read_text() == before
