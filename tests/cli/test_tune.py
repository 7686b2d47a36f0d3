"""`grognard tune`: figures that vary, what is told of them, and the folder that comes of it."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import pytest

import grognard
from grognard.core.held import held
from grognard.lab import simulate
from grognard.lab.simulate import Outcome, Pairing
from tests.cli.conftest import Call, call_grognard

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


class Stops:
    """Games that end as ever, until Ctrl-C comes before one of them; 0 is never."""

    def __init__(self, patched: pytest.MonkeyPatch, before: int = 0) -> None:
        self.before, self.played = before, 0
        self._play_out = simulate.play_out
        patched.setattr(simulate, "play_out", self)

    def __call__(self, pairing: Pairing) -> Outcome:
        self.played += 1
        if self.played == self.before:
            raise KeyboardInterrupt
        return self._play_out(pairing)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a search finds that nobody stops."""
    out = tmp_path_factory.mktemp("whole")
    assert call_grognard("tune", "vl", "--vary", MOVE, *QUICK, "--out", out).exit_code == 0
    return out


@pytest.mark.parametrize("before", [5, 20, 46], ids=["first setting", "second", "proof"])
def test_a_search_that_was_stopped_goes_on_and_finds_the_same(
    call: Call, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    words, stopped = ("tune", "vl", "--vary", MOVE, *QUICK), tmp_path / "stopped"
    games = Stops(monkeypatch, before)
    said = call(*words, "--out", stopped)
    assert said.exit_code == 130 and "the same command goes on" in said.stderr
    kept = json.loads((stopped / "tuned.json").read_text())
    tried = min(before // 16, 2)
    assert len(kept["trials"]) == tried and kept["proof"] is None
    assert (stopped / "units.toml").exists() == (tried > 0), "the best so far"
    games.before, games.played = 0, 0
    said = call(*words, "--out", stopped)
    assert said.exit_code == 0 and f"{before - 1} games are in {stopped} already" in said.stderr
    assert games.played == 2 * 16 + 2 * 10 - (before - 1), "no game is played twice"
    for name in ("tuned.json", "units.toml"):
        assert (stopped / name).read_text() == (whole / name).read_text()
    assert call(*words, "--out", stopped).exit_code == 0 and games.played == 2 * 16 + 2 * 10 - (before - 1)


def test_two_searches_do_not_write_into_one_folder(call: Call, tmp_path: Path) -> None:
    words = ("tune", "vl", "--vary", MOVE, *QUICK, "--out", tmp_path)
    with held(tmp_path / ".lock"):
        said = call(*words)
    assert said.exit_code == 2 and "another grognard writes there already" in said.stderr
    assert call(*words).exit_code == 0 and call(*words).exit_code == 0, "and one after the other they do"


def test_where_no_game_was_played_nothing_is_left(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Stops(monkeypatch, 1)
    said = call("tune", "vl", "--vary", MOVE, *QUICK, "--out", tmp_path / "even")
    assert said.exit_code == 130 and "Stopped: no setting was tried to its end." in said.stderr
    assert not (tmp_path / "even").exists()


@pytest.mark.parametrize(
    ("out", "fault"),
    [
        ("letter.txt/even", "cannot be written: Not a directory"),
        ("letter.txt", "is a file"),
        (".", "holds letter.txt and no search"),
        ("old/even", "lies in"),
    ],
)
def test_a_folder_that_will_not_do_is_refused_before_the_first_game(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, fault: str
) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    (tmp_path / "old").mkdir()
    games = Stops(monkeypatch)
    said = call("tune", "vl", "--vary", MOVE, *QUICK, "--data", tmp_path / "old", "--out", tmp_path / out)
    assert said.exit_code == 2 and fault in said.stderr and said.stderr.count("\n") == 1
    assert games.played == 0 and (tmp_path / "letter.txt").read_text() == "mine"
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["letter.txt", "old"]


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        (("--seed", "1"), "seed"),
        (("--seat", "german=recruit"), "seats"),
        (("--side", "german"), "side"),
        (("--vary", "units.toml:unit[side=german,nation=german].steps[0]+=0..1"), "figures"),
    ],
)
def test_another_search_gets_a_folder_of_its_own(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], fault: str
) -> None:
    words = ("tune", "vl", "--vary", MOVE, *QUICK, "--out", tmp_path / "even")
    games = Stops(monkeypatch, 2)
    call(*words)
    said = call(*words, *more)
    assert (
        said.exit_code == 2
        and f"holds another search, which differs in its {fault}:" in said.stderr
        and games.played == 2
    )


def test_a_search_over_what_another_found_keeps_its_own_account(
    call: Call, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "even"
    Stops(monkeypatch, 18)
    words = ("tune", "vl", "--vary", MOVE, *QUICK, "--data", whole, "--out", out)
    assert call(*words).exit_code == 130
    assert json.loads((out / "tuned.json").read_text())["data"] is not None
    assert "17 games are in" in call(*words).stderr
