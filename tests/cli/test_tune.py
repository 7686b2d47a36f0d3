"""`grognard tune`: figures that vary, what is told of them, and the folder that comes of it."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import pytest

import grognard
from grognard.lab.design.even import Setting
from grognard.lab.design.trial_games import TrialGames
from tests.cli.conftest import Call

MOVE = "units.toml:unit[side=german,type=infantry].move=5..7"
QUICK = ("--seat", "german=random", "--seat", "soviet=random", "--games", "16", "--trials", "2", "--proof", "10")


def test_a_search_ends_with_a_folder_that_the_game_takes(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "even"
    told = call("tune", "vl", "--vary", MOVE, *QUICK, "--side", "german", "--out", str(out)).stdout
    assert f"a: {MOVE}" in told
    assert "as it was: german" in told and "as found: german" in told
    kept = json.loads((out / "tuned.json").read_text())
    assert len(kept["trials"]) == 2 and all(trial["games"] == 16 for trial in kept["trials"])
    vl = grognard.game("vl")
    assert (kept["game"], kept["game_version"], kept["grognard"]) == ("vl", vl.version, version("grognard"))
    assert kept["scenario"] == vl.scenario(None).id and kept["seats"] == {"soviet": "random", "german": "random"}
    assert kept["options"] == dict(vl.settle_options(vl.scenario(None), {}))
    assert (kept["seed"], kept["side"], kept["aim"]) == (0, "german", 0.5)
    for one in (kept["proof"]["before"], kept["proof"]["after"]):
        assert one["games"] == 10 and one["low"] <= one["share"] == one["score"] / 10 <= one["high"]
    again = call("sim", "vl", "--data", str(out), "--games", "2", *QUICK[:4]).stdout
    assert "2 games" in again


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--vary", "units.toml:unit.move"), "say FILE.toml:PATH"),
        (("--vary", "units.toml:unit[id=nobody].move=1..2"), "nothing there is called that"),
        (("--vary", "nowhere.toml:a.b=1..2"), "nowhere.toml: not found"),
        (("--vary", MOVE, "--side", "martian"), 'no side "martian"'),
        (("--vary", "units.toml:unit[side=german].move=-9..-1"), "takes none of these settings"),
    ],
)
def test_what_cannot_be_tuned_is_one_line(call: Call, tmp_path: Path, words: tuple[str, ...], fault: str) -> None:
    said = call("tune", "vl", *words, *QUICK, "--out", str(tmp_path / "even"))
    assert said.exit_code == 2 and fault in said.stderr and said.stderr.strip().count("\n") == 0
    assert not (tmp_path / "even").exists()


def test_what_was_tried_is_kept_when_it_is_stopped(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scores, asked = TrialGames.scores, list[range]()

    def stopped(self: TrialGames, setting: Setting, deals: range) -> list[float]:
        asked.append(deals)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return scores(self, setting, deals)

    monkeypatch.setattr(TrialGames, "scores", stopped)
    said = call("tune", "vl", "--vary", MOVE, *QUICK, "--out", str(tmp_path / "even"))
    assert said.exit_code == 130 and "Stopped: what was tried is in" in said.stderr
    kept = json.loads((tmp_path / "even" / "tuned.json").read_text())
    assert len(kept["trials"]) == 1 and kept["proof"] is None


def test_no_folder_is_written_over(call: Call, tmp_path: Path) -> None:
    assert "it is there already" in call("tune", "vl", "--vary", MOVE, *QUICK, "--out", str(tmp_path)).stderr
