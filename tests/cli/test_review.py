"""`grognard review` on a game that was played, and hints at the terminal table."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.players import bot
from grognard.school import review
from tests.cli.conftest import Call


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which Random threw everything away."""
    play, rng = grognard.game("vl").new(seed=3), Random(3)
    while play.result is None:
        player = play.state.deciders[0]
        play.apply(player, bot("random").choose(play.state, player, rng))
    path = tmp_path_factory.mktemp("record") / "game.json"
    path.write_text(json.dumps(play.journal().plain()), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("FAIR", 1), ("CLOSE", 2), ("SUSPECTS", 2), ("DICE", 2)):
        monkeypatch.setattr(review, name, value)


def test_a_review_tells_the_margin_in_parts_and_what_was_better(call: Call, record: Path) -> None:
    told = call("review", record, "--side", "german")
    assert told.exit_code == 0, told.output
    assert "Review for German" in told.output and "the margin" in told.output
    assert "played:" in told.output


def test_a_review_is_data_too_and_in_japanese(call: Call, record: Path) -> None:
    found = json.loads(call("review", record, "--json").output)
    assert found["side"] == "soviet" and len(found["turns"]) == 11
    assert "振り返り" in call("review", record, "--lang", "ja").output


def test_what_cannot_be_reviewed_is_told_in_one_line(call: Call, record: Path) -> None:
    assert call("review", record, "--side", "nobody").exit_code == 2


def test_a_hint_at_the_terminal_says_what_and_why(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # who leaves has the game saved where he stands
    told = call("play", "vl", "--seat", "soviet=human", "--seed", "4", typed="hint\nquit\n")
    assert "Your chance to win" in told.output
