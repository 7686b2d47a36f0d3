"""`grognard conform`: one line per fault for whoever writes a game, and an exit code to build on."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.cli import conform
from tests.cli.conftest import Call
from tests.core.toy import ToyGame


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> ToyGame:
    """The toy as if it were installed."""
    game = ToyGame()
    monkeypatch.setattr(conform, "open_game", lambda game_id, data: game)
    return game


def test_a_sound_game_passes(call: Call, toy: ToyGame) -> None:
    result = call("conform", "toy", "--games", "1")
    assert (result.exit_code, result.stdout) == (0, "toy: no fault found in 3 games\n")


def test_a_fault_is_one_line_and_exit_code_1(call: Call, toy: ToyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "overlays", ("ring",))
    result = call("conform", "toy", "--games", "1")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "toy: locale/en.toml: there is no overlay.ring", "toy: locale/ja.toml: there is no overlay.ring",
    ]  # fmt: skip


def test_an_owner_s_own_files_are_held_to_it_too(call: Call, tmp_path: Path) -> None:
    (tmp_path / "panels.toml").write_text(
        '[[panel]]\nid = "x"\nwidget = "state"\ntitle = "X"\ntitle_ja = "X"\ntrack = "nowhere"\n'
        '[[panel.state]]\nvalue = 1\ntitle = "one"\ntitle_ja = "一"\n'
    )
    result = call("conform", "vl", "--games", "1", "--data", tmp_path)
    assert result.exit_code == 1
    first, *others = result.stdout.splitlines()
    assert first == 'vl: panels.toml: panel "x": track: no scenario has a track "nowhere"'
    assert others and all("points at panel" in line for line in others), "lessons miss the panels that are gone"
