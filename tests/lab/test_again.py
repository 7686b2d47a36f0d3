"""A game of a run again: its row is enough, and it becomes a game that is verified and looked at like any other."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core import journal as journals
from grognard.core.game import SetupError
from grognard.core.journal import Journal, verify
from grognard.lab.runs.again import again
from grognard.lab.runs.engines.local import Local
from grognard.lab.runs.folder import Folder
from grognard.lab.runs.go import go_on
from grognard.lab.runs.plan import Plan, arms_of
from grognard.lab.runs.read import Run, open_run
from grognard.table.loading import read
from tests.cli.conftest import Call, call_grognard
from tests.lab.running import plan, run

SECONDS = 120


@pytest.fixture
def call() -> Call:
    return call_grognard


@pytest.mark.parametrize("game_id", grognard.game_ids())
def test_a_row_is_played_again_answer_by_answer_and_die_by_die(game_id: str, tmp_path: Path) -> None:
    game = grognard.game(game_id)
    scenario = game.scenario(None)
    seats = {player: ["random"] for player in scenario.roster.ids}
    wanted = Plan(game_id, game.version, 5, 1, False, arms_of(game, [scenario.id], {}, {scenario.id: seats}))
    with Folder.opened(tmp_path, wanted) as folder:
        go_on(folder, Local(1))
    play = again(open_run(tmp_path), 0)
    row = open_run(tmp_path).row(0)
    assert play.result is not None
    assert (list(play.result.winners), dict(play.result.points)) == (row["winners"], row["points"])
    assert len(play.answers) == row["answers"]
    assert verify(play.journal(), game) == []


def test_a_house_takes_such_a_game(tmp_path: Path) -> None:
    run(tmp_path, plan(1))
    journal = again(open_run(tmp_path), 0).journal()
    taken, _ = read(json.dumps({"file": journal.plain()}).encode(), public=True)
    assert taken == journal


def test_a_row_that_does_not_come_out_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, plan(1))
    found = open_run(tmp_path)
    row = {**found.row(0), "answers": 7}
    monkeypatch.setattr(Run, "row", lambda self, number: row)
    with pytest.raises(SetupError, match=r"game 0 of .* does not come out as it was written: answers 7, now"):
        again(found, 0)


@pytest.mark.parametrize(
    "change", [{"seed": "x"}, {"nonces": ["axis:1"]}, {"promises": {"axis": ""}}, {"quick": 1}], ids=str
)
def test_quick_dice_come_from_a_number_alone(change: dict[str, Any]) -> None:
    header = {"game": "vl", "version": "1", "scenario": "campaign", "options": {}, "seed": "1", "quick": True}
    plain: dict[str, Any] = {"format": "grognard-game/1", "header": header | change, "digest": ""}
    plain |= {"answers": [], "pending": {}, "start": None, "forced": []}
    with pytest.raises(ValueError, match="quick cannot be"):
        Journal.from_plain(plain)


def test_nobody_mixes_a_nonce_into_quick_dice(tmp_path: Path) -> None:
    run(tmp_path, plan(1))
    journal = again(open_run(tmp_path), 0).journal()
    play = journals.replay(journal, grognard.game("vl"), 0)
    assert not play.add_nonce("soviet:12345678")
    assert play.header == journal.header


def test_the_command_line_tells_verifies_and_saves_a_game_of_a_run(call: Call, tmp_path: Path) -> None:
    out, file = tmp_path / "run", tmp_path / "game.json"
    run(out, plan(3))
    told = call("replay", out, "--game", "2", "--save", file)
    assert told.exit_code == 0, told.output
    assert "Velikiye Luki" in told.output and "11 / 11" in told.output
    assert call("replay", out, "--game", "2", "--verify").output.startswith("verified: Velikiye Luki")
    assert call("replay", file, "--verify").output == call("replay", out, "--game", "2", "--verify").output
    both = call("replay", out, "--game", "2", "--verify", "--save", tmp_path / "verified.json")
    assert both.output.startswith("verified: Velikiye Luki") and "11 / 11" in both.output
    assert (tmp_path / "verified.json").read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("{run}", "has 1 games: name one with --game"),
        ("{run} --game 1", "has no game 1; it has 1 of 1"),
        ("{run} --game -1", "--game"),
        ("{run} --game 0 --data docs", "leave --data out"),
        ("{run}/games --game 0", "no run.json"),
        ("{run}/run.json --game 0", "goes with the folder of a run"),
    ],
)
def test_a_game_that_is_not_there_gets_one_line(tmp_path: Path, call: Call, words: str, told: str) -> None:
    run(tmp_path, plan(1))
    result = call("replay", *words.format(run=tmp_path).split())
    (line,) = result.stderr.splitlines()
    assert result.exit_code == 2 and line.startswith("grognard: ") and told in line


def test_the_browser_shows_a_game_of_a_run(tmp_path: Path) -> None:
    run(tmp_path, plan(1))
    words = ["replay", str(tmp_path), "--game", "0", "--verify", "--browser"]
    house = subprocess.Popen(
        [sys.executable, "-m", "grognard", *words], stdout=subprocess.PIPE, text=True,
        env={"PYTHONUNBUFFERED": "1", "PYTHONPATH": ":".join(sys.path)},
    )  # fmt: skip
    try:
        assert house.stdout is not None
        line = next(one for one in house.stdout if one.startswith("The game is at"))
        page, _, address = line.split()[4].partition("#/replay/")
        table, seat = address.split("/")
        at = f"{page}api/tables/{table}/replay"
        length = _fetched(f"{at}?seat={seat}")["length"]
        last = _fetched(f"{at}/{length}?seat={seat}")
    finally:
        house.terminate()
        house.wait(SECONDS)
    assert last["turn"] == 11 and last["result"]["winners"] == open_run(tmp_path).row(0)["winners"]


def _fetched(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        return json.load(answer)


def test_a_journal_without_quick_dice_says_nothing_of_them() -> None:
    assert "quick" not in grognard.game("vl").new(seed=1).journal().plain()["header"]
