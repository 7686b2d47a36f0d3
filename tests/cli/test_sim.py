"""`grognard sim` and the lab under it: the same games for any number of processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import grognard
from grognard.core.game import SetupError
from grognard.lab import playout_rate
from grognard.lab.simulate import check_seats, pairings, simulate
from grognard.players import officer, patience
from tests.cli.conftest import Call
from tests.players.circling import Circling

RANDOM = {"axis": "random", "soviet": "random"}


def test_the_same_games_whatever_the_number_of_jobs(call: Call, tmp_path: Path) -> None:
    files = [tmp_path / f"{jobs}.json" for jobs in (1, 2)]
    for jobs, file in enumerate(files, 1):
        words = ["--games", "3", "--jobs", str(jobs), "--seed", "4", "--out", str(file)]
        result = call("sim", "avl", "--seat", "axis=random", "--seat", "soviet=random", *words)
        assert result.exit_code == 0, result.output
        assert "axis (random)" in result.output and "games/s" in result.output
    assert files[0].read_bytes() == files[1].read_bytes()
    outcomes = json.loads(files[0].read_text())
    assert [outcome["number"] for outcome in outcomes] == [0, 1, 2]
    assert len({outcome["seed"] for outcome in outcomes}) == 3


def test_swapped_seats_play_each_deal_from_both_sides() -> None:
    seats = {"axis": "random", "soviet": "recruit"}
    first, second, third, fourth = pairings(seats, 4, 0, swap=True)
    assert first[1] == second[1] != third[1] == fourth[1]
    assert first[2] == third[2] == seats
    assert second[2] == {"axis": "recruit", "soviet": "random"}


def test_a_listener_hears_of_every_game() -> None:
    heard: list[int] = []
    outcomes = simulate("avl", RANDOM, games=1, seed=9, told=lambda outcome: heard.append(outcome.number))
    assert heard == [0]
    assert outcomes[0].points.keys() == {"axis", "soviet"}
    assert outcomes[0].answers > 100


def test_a_seat_must_be_taken_by_a_bot_that_exists() -> None:
    with pytest.raises(SetupError, match="nobody sits for soviet"):
        simulate("avl", {"axis": "random"}, games=1)
    with pytest.raises(SetupError, match='no bot "god"'):
        simulate("avl", RANDOM | {"axis": "god"}, games=1)
    with pytest.raises(SetupError, match="no player"):
        simulate("avl", RANDOM | {"italy": "random"}, games=1)


def test_where_nobody_looks_ahead_yet_nobody_is_let_in_who_would(call: Call, tmp_path: Path) -> None:
    """A game may know Veteran in some of its scenarios alone; in others he would be Regular under another name."""
    giant = ("victory", "--scenario", "sleeping-giant")
    told = 'nobody looks ahead in "sleeping-giant" of "victory" yet'
    one, handicapped = ("--seat", "red=veteran"), ("--seat", "blue=grognard:errs=0.3")
    for words in (
        ("sim", *giant, *one, "--games", "1"),
        ("sim", *giant, *handicapped, "--games", "1", "--out", tmp_path / "run"),
        ("ladder", *giant, "--bot", "regular", "--bot", "veteran", "--games", "2"),
        ("play", *giant, *one),
    ):
        refused = call(*words)
        assert refused.exit_code == 2 and told in refused.output, refused.output
    victory = grognard.game("victory")
    seats = {"red": "veteran", "blue": "random"}
    with pytest.raises(SetupError, match="nobody looks ahead"):
        check_seats("victory", victory.scenario("sleeping-giant"), seats)
    assert check_seats("victory", victory.scenario("quick-start"), seats) == seats


def test_a_doctrine_that_circles_does_not_hold_a_game_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It takes a chit up and puts it down: after a while it is answered for, until a die is rolled."""
    monkeypatch.setattr(officer, "doctrine_of", lambda game, name: Circling())
    (outcome,) = simulate("avl", {"axis": "recruit", "soviet": "random"}, games=1, seed=9)
    assert outcome.answers > patience.MANY
    assert "avl: recruit circles at SelectChits(" in caplog.text


def test_random_play_has_a_rate() -> None:
    assert playout_rate("avl", 0.2) > 100
