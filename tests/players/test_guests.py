"""The door for bots of other packages, such as a trained network that is read from a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard
from grognard import players
from grognard.cli import app
from grognard.core.game import SetupError
from grognard.lab.simulate import simulate
from grognard.players import BOTS, GROUP, bot, bots_of


def known(monkeypatch: pytest.MonkeyPatch, **places: str) -> None:
    points = tuple(EntryPoint(name, place, GROUP) for name, place in places.items())
    monkeypatch.setattr(players, "entry_points", lambda group: points)
    players._guests.cache_clear()


@pytest.fixture(autouse=True)
def nobody_stays() -> Iterator[None]:
    yield
    players._guests.cache_clear()


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    file = tmp_path / "policy.json"
    file.write_text(json.dumps({"weight": -1.0}), encoding="utf-8")
    return file


def test_a_policy_from_a_file_plays_where_ours_do(monkeypatch: pytest.MonkeyPatch, policy: Path) -> None:
    known(monkeypatch, mine="tests.players._guest:Guest")
    game = grognard.game("victory")
    first, second = (one.id for one in game.scenario("example-hope").roster.players)
    seats = {first: f"mine:file={policy}", second: "random"}
    games = simulate("victory", seats, games=2, seed=3, scenario="example-hope")
    assert [one.seats[first] for one in games] == [f"mine:file={policy}"] * 2
    assert games == simulate("victory", seats, games=2, seed=3, scenario="example-hope")


def test_the_command_line_seats_it(monkeypatch: pytest.MonkeyPatch, policy: Path) -> None:
    known(monkeypatch, mine="tests.players._guest:Guest")
    seat = f"red=mine:file={policy}"
    found = CliRunner().invoke(app, ["sim", "victory", "--scenario", "example-hope", "--games", "1", "--seat", seat])
    assert found.exit_code == 0, found.output
    unknown = CliRunner().invoke(app, ["sim", "victory", "--games", "1", "--seat", "red=yours:file=x"])
    assert unknown.exit_code == 2
    assert "yours" in unknown.output


def test_what_is_wrong_with_it_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    known(monkeypatch, mine="tests.players._guest:Guest", hollow="builtins:str", gone="no.such.module:Bot")
    for name, part in (
        (f"mine:file={tmp_path / 'nothing.json'}", "nothing.json"),
        ("hollow", "no method choose"),
        ("gone", "no.such.module"),
    ):
        with pytest.raises(SetupError) as told:
            bot(name)
        assert part in str(told.value)
        assert "\n" not in str(told.value)


def test_nobody_takes_the_place_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch, regular="tests.players._guest:Guest")
    assert type(bot("regular")).__name__ == "Officer"
    assert set(bots_of("vl")) <= set(BOTS)
