"""Outcomes from here: of games that are over alone, from what a seat knew, counted as they come."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import grognard
from grognard.cli import app
from grognard.core.play import Play
from grognard.core.state import Result
from grognard.core.words import Message
from grognard.lab.outcomes import Course, summary
from grognard.lab.outcomes import course as course_of
from grognard.lab.runs.read import open_run
from grognard.lab.simulate import Outcome, Pairing
from grognard.players import bot
from grognard.table import outcomes, pace, what_if
from grognard.table.workers import Overdue, Workers
from tests.table.guests import Guest, Inn


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games, played here: how processes die and come back test_bots tells."""

    async def run(self: Workers, ask: Callable[..., Any], *about: Any) -> Any:
        return await asyncio.to_thread(ask, *(None if isinstance(one, float) else one for one in about))

    monkeypatch.setattr(Workers, "run", run)
    monkeypatch.setattr(outcomes, "GAMES", 6)


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    """A whole game of Velikiye Luki."""
    play: Play = grognard.game("vl").new(seed=3)
    recruit, rng = bot("recruit"), Random(4)
    while play.result is None:
        number = play.state.deciders[0]
        play.apply(number, recruit.choose(play.game.imagine(play.state, number, rng), number, rng))
    plain: dict[str, Any] = play.journal().plain()
    return plain


@pytest.fixture
def where(home: Guest, played: dict[str, Any]) -> str:
    table = home.post("/api/files", {"file": played, "seats": {"soviet": "you", "german": "you"}}).json()["id"]
    return f"/api/tables/{table}"


def late(home: Guest, where: str) -> int:
    """A step of the last turn."""
    return int(home.get(f"{where}/replay?seat=soviet").json()["turns"][-1]["step"])


def until_done(home: Guest, address: str) -> dict[str, Any]:
    end = time.monotonic() + 60
    while (found := home.get(address).json())["state"] in ("waiting", "playing") and time.monotonic() < end:
        time.sleep(0.05)
    told: dict[str, Any] = found
    return told


def test_a_moment_is_played_on_and_counted(home: Guest, where: str) -> None:
    step = late(home, where)
    address = f"{where}/outcomes?seat=soviet&step={step}&whose=soviet"
    before = home.get(address).json()
    assert (before["state"], before["wanted"], before["bot"], before["along"]) == ("none", 6, "regular", [])
    asked = home.post(f"{where}/outcomes?seat=soviet", {"step": step, "whose": "soviet"})
    assert asked.status_code == 202
    told = until_done(home, address)
    figures = told["figures"]
    assert told["state"] == "done" and told["done"] == 6
    assert figures["side"] == "soviet"
    assert sum(one["games"] for one in figures["won"].values()) + figures["drawn"]["games"] == 6
    assert sum(bar["games"] for bar in figures["spread"]) == 6
    again = home.post(f"{where}/outcomes?seat=soviet", {"step": step, "whose": "soviet"}).json()
    assert again["state"] == "done" and again["figures"] == figures, "nothing is played twice"
    assert home.get(address).json()["seconds"] == 0
    assert home.get(f"{where}/outcomes?seat=soviet&step=0").json()["seconds"] > 0, "by now the house knows its pace"


def test_the_same_games_can_be_had_as_a_run(home: Guest, where: str, tmp_path: Path) -> None:
    step = late(home, where)
    home.post(f"{where}/outcomes?seat=soviet", {"step": step, "whose": "soviet"})
    told = until_done(home, f"{where}/outcomes?seat=soviet&step={step}&whose=soviet")
    (tmp_path / "game.json").write_text(json.dumps(home.get(f"{where}/file").json()))
    command, *words = told["run"].split()
    assert command == "grognard"
    words = [str(tmp_path / word) if word in ("game.json", "run") else word for word in words]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    rows = open_run(tmp_path / "run").games.to_pylist()
    won = Counter(side for row in rows for side in row["winners"])
    assert len(rows) == 6
    assert won == {side: one["games"] for side, one in told["figures"]["won"].items() if one["games"]}


def test_how_long_it_takes_is_tried_before_the_first_and_once(
    home: Guest, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, real = [], pace.tried

    def counted(pairing: Pairing, seconds: float | None = None) -> float | None:
        tries.append(pairing)
        return real(pairing, seconds)

    monkeypatch.setattr(pace, "tried", counted)
    length = home.get(f"{where}/replay?seat=soviet").json()["length"]
    assert not home.get(f"{where}/outcomes?seat=soviet&step={length}").json()["estimating"], "it is over there"
    early, middle = (f"{where}/outcomes?seat=soviet&step={step}&whose=soviet" for step in (0, length // 2))
    first = home.get(early).json()
    assert first["estimating"] and first["seconds"] is None
    end = time.monotonic() + 60
    while (found := home.get(early).json())["estimating"] and time.monotonic() < end:
        time.sleep(0.05)
    assert found["state"] == "none" and 0 < home.get(middle).json()["seconds"] < found["seconds"]
    assert len(tries) == 1


def test_a_trial_that_fails_leaves_the_time_unsaid(home: Guest, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(pairing: Pairing, seconds: float | None = None) -> float | None:
        raise Overdue

    monkeypatch.setattr(pace, "tried", fails)
    address, end = f"{where}/outcomes?seat=soviet&step=0&whose=soviet", time.monotonic() + 60
    while (found := home.get(address).json())["estimating"] and time.monotonic() < end:
        time.sleep(0.05)
    assert found["seconds"] is None and not found["estimating"]


def test_what_was_measured_along_a_game_is_told_with_each_moment(home: Guest, where: str) -> None:
    step = late(home, where)
    for at in (step, step - 3):
        home.post(f"{where}/outcomes?seat=soviet", {"step": at, "whose": "soviet"})
        told = until_done(home, f"{where}/outcomes?seat=soviet&step={at}&whose=soviet")
    assert [one["step"] for one in told["along"]] == [step - 3, step]
    assert told["along"][0]["share"] == told["figures"]["won"]["soviet"]["share"]
    other = home.get(f"{where}/outcomes?seat=soviet&step={step}&whose=all").json()
    assert other["along"] == [], "what was known otherwise is no part of it"


def test_points_of_turns_that_were_over_are_told(home: Guest, where: str) -> None:
    told = home.get(f"{where}/outcomes?seat=soviet&step={late(home, where)}&whose=all").json()
    report = home.get(f"{where}/report?seat=soviet").json()["turns"]
    assert told["past"] == [{"turn": one["turn"], "score": one["score"]} for one in report[:-1]]
    assert home.get(f"{where}/outcomes?seat=soviet&step=0&whose=all").json()["past"] == []


def test_places_that_changed_hands_are_told_where_they_did(home: Guest, where: str) -> None:
    taken = home.get(f"{where}/replay?seat=soviet").json()["taken"]
    assert taken and {one["side"] for one in taken} <= {"soviet", "german"}
    for one in taken:
        begin, end = (
            home.get(f"{where}/replay/{one['step'] - back}?seat=soviet").json()["log_length"] for back in (1, 0)
        )
        new = home.get(f"{where}/log?seat=soviet&from={begin}&to={end}").json()["log"]
        told = [
            line
            for line in new
            if line["key"] in ("event.taken", "event.fallen_back") and one["words"]["ja"] in line["text"]["ja"]
        ]
        assert told and told[0]["points"] == one["points"]


def test_a_table_says_whether_outcomes_are_told(home: Guest, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"{where}/outcomes/offered?seat=soviet"
    assert home.get(address).json() == {"outcomes": True, "no_bot": False}
    running = home.open(game="vl", seats={"soviet": "you", "german": "recruit"})["id"]
    monkeypatch.setattr(what_if, "bots_of", lambda game: ["random"])
    assert home.get(address).json() == {"outcomes": False, "no_bot": True}
    replay = home.get(f"{where}/replay?seat=soviet").json()
    assert (replay["outcomes"], replay["no_bot"]) == (False, True)
    assert "no bot" in home.get(f"{where}/outcomes?seat=soviet").json()["detail"]
    told = home.get(f"/api/tables/{running}/outcomes/offered?seat=soviet").json()
    assert told == {"outcomes": False, "no_bot": False}, "nothing of the kind while it runs"


def test_one_of_them_is_opened(home: Guest, where: str) -> None:
    step = late(home, where)
    home.post(f"{where}/outcomes?seat=soviet", {"step": step, "whose": "all"})
    told = until_done(home, f"{where}/outcomes?seat=soviet&step={step}&whose=all")
    number = told["figures"]["open"]["typical"]
    opened = home.post(f"{where}/outcomes/open?seat=soviet", {"step": step, "whose": "all", "number": number})
    assert opened.status_code == 201
    table = opened.json()
    assert table["result"] and table["seats"]["soviet"]["bot"] == "regular"
    then = home.get(f"{where}/replay/{step}?seat=soviet").json()["pieces"]
    assert home.get(f"/api/tables/{table['id']}/replay/0").json()["pieces"] == then
    missing = {"step": step, "whose": "all", "number": 77}
    assert home.post(f"{where}/outcomes/open?seat=soviet", missing).status_code == 404


def test_who_stops_keeps_what_there_is_and_who_looks_away_stops(
    home: Guest, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = late(home, where)
    monkeypatch.setattr(outcomes, "GAMES", 1000)
    home.post(f"{where}/outcomes?seat=soviet", {"step": step, "whose": "all"})
    address = f"{where}/outcomes?seat=soviet&step={step}&whose=all"
    while home.get(address).json()["done"] < 2:
        time.sleep(0.05)
    assert home.ask("DELETE", address, None).status_code == 204
    told = until_done(home, address)
    assert told["state"] == "stopped" and 2 <= told["done"] < 1000 and told["figures"]
    monkeypatch.setattr(outcomes, "LOOKED", 0.0)
    home.post(f"{where}/outcomes?seat=soviet", {"step": 0, "whose": "all"})
    assert until_done(home, f"{where}/outcomes?seat=soviet&step=0&whose=all")["state"] == "stopped"


def test_a_game_that_takes_too_long_is_left_out_and_no_other_counted_twice(
    home: Guest, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    step, real = late(home, where), course_of

    def slow(pairing: Pairing) -> Course:
        if pairing.number == 2:
            raise Overdue
        return real(pairing)

    monkeypatch.setattr(outcomes, "course", slow)
    home.post(f"{where}/outcomes?seat=soviet", {"step": step, "whose": "all"})
    told = until_done(home, f"{where}/outcomes?seat=soviet&step={step}&whose=all")
    assert (told["state"], told["done"], told["given_up"]) == ("done", 5, 1)


def test_who_asks_again_after_stopping_goes_on_and_has_one_inquiry_at_a_time(
    home: Guest, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = late(home, where)
    monkeypatch.setattr(outcomes, "GAMES", 40)
    address = f"{where}/outcomes?seat=soviet&step={step}&whose=all"
    for _ in range(5):
        home.post(f"{where}/outcomes?seat=soviet", {"step": step, "whose": "all"})
        home.ask("DELETE", address, None)
    house = home.inn.house
    assert len(house.outcomes._tasks) <= 1
    home.post(f"{where}/outcomes?seat=soviet", {"step": step, "whose": "all"})
    told = until_done(home, address)
    assert told["state"] == "done" and told["done"] == 40
    (found,) = house.outcomes._asked.values()
    assert [one.outcome.number for one in found.courses] == list(range(40))
    monkeypatch.setattr(outcomes, "GAMES", 1000)
    home.post(f"{where}/outcomes?seat=soviet", {"step": step - 1, "whose": "all"})
    home.post(f"{where}/outcomes?seat=soviet", {"step": step - 2, "whose": "all"})
    assert home.get(f"{where}/outcomes?seat=soviet&step={step - 1}&whose=all").json()["state"] == "stopped"
    assert home.ask("DELETE", f"{where}/outcomes?seat=soviet&step={step - 2}&whose=all", None).status_code == 204


def test_nothing_is_kept_of_a_table_that_is_gone(home: Guest, where: str) -> None:
    step = late(home, where)
    home.post(f"{where}/outcomes?seat=soviet", {"step": step, "whose": "all"})
    until_done(home, f"{where}/outcomes?seat=soviet&step={step}&whose=all")
    assert home.inn.house.outcomes._asked
    assert home.ask("DELETE", where, None).status_code == 204
    assert not home.inn.house.outcomes._asked


def test_others_look_on_but_do_not_stop_it(inn: Inn, played: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "GAMES", 1000)
    owner, watcher = inn.guest(), inn.guest()
    table = owner.post("/api/files", {"file": played, "seats": {"soviet": "you", "german": "you"}}).json()["id"]
    watch = owner.post(f"/api/tables/{table}/watch").json()["token"]
    owner.post(f"/api/tables/{table}/outcomes?seat=soviet", {"step": 0, "whose": "all"})
    address = f"/api/tables/{table}/outcomes?step=0&whose=all"
    assert watcher.get(f"{address}&watch={watch}").json()["state"] in ("waiting", "playing")
    assert watcher.ask("DELETE", f"{address}&watch={watch}", None).status_code == 403
    assert owner.ask("DELETE", f"{address}&seat=soviet", None).status_code == 204


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"step": 0, "whose": "martian"}, 422),
        ({"step": 99_999, "whose": "all"}, 404),
        ({"step": 0}, 422),
        ({"step": -1, "whose": "all"}, 422),
    ],
)
def test_bad_questions(home: Guest, where: str, body: dict[str, Any], status: int) -> None:
    assert home.post(f"{where}/outcomes?seat=soviet", body).status_code == status


def test_nothing_is_told_of_the_end_of_a_game_nor_of_one_in_progress(home: Guest, where: str) -> None:
    length = home.get(f"{where}/replay?seat=soviet").json()["length"]
    assert home.post(f"{where}/outcomes?seat=soviet", {"step": length, "whose": "all"}).status_code == 422
    running = home.open(game="vl", seats={"soviet": "you", "german": "recruit"})["id"]
    assert home.post(f"/api/tables/{running}/outcomes?seat=soviet", {"step": 0, "whose": "all"}).status_code == 409


def test_nothing_is_told_while_the_second_game_of_a_pair_runs(home: Guest, where: str) -> None:
    assert home.get(f"{where}/outcomes?seat=soviet").status_code == 200
    assert home.post(f"{where}/rematch").status_code in (200, 201)
    assert home.get(f"{where}/outcomes?seat=soviet").status_code == 409
    second = home.get(where).json()["rematch"]
    assert home.ask("DELETE", f"/api/tables/{second}", None).status_code == 204
    assert home.get(f"{where}/outcomes?seat=soviet").status_code == 200, "it was cleared away"
    assert home.post(f"{where}/rematch").status_code in (200, 201)


def test_only_so_many_wait(home: Guest, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "WAITING", 0)
    assert home.post(f"{where}/outcomes?seat=soviet", {"step": 0, "whose": "all"}).status_code == 503


# ---- what is made of many games


def course(number: int, points: dict[str, int], winners: tuple[str, ...], held: str | None = None) -> Course:
    outcome = Outcome(number, 1, {}, winners, "", points, 3, 10)
    return Course(outcome, {2: {"axis": 10}, 3: points} if number else {2: points}, {2114: held})


def test_figures_of_many_games() -> None:
    game = grognard.game("avl")
    courses = [
        course(0, {"axis": 20, "soviet": 0}, ("axis",), "axis"),
        course(1, {"axis": 10, "soviet": 14}, ("soviet",), "soviet"),
        course(2, {"axis": 10, "soviet": 10}, ()),
        course(3, {"axis": 10, "soviet": 30}, ("soviet",), "soviet"),
    ]
    real = Result(("soviet",), "", {"axis": 11, "soviet": 16}, Message("result.points", "", {}))
    told = summary(game, courses, "soviet", ["axis", "soviet"], real)
    assert told["won"]["soviet"]["share"] == 0.5 and told["drawn"]["games"] == 1
    assert told["won"]["soviet"]["low"] == pytest.approx(0.15, abs=0.01)
    assert told["real"] == 5
    assert [(bar["from"], bar["games"]) for bar in told["spread"] if bar["games"]] == [
        (-20, 1),
        (0, 1),
        (4, 1),
        (20, 1),
    ]
    last = {(one["turn"], one["side"]): one["points"] for one in told["turns"]}
    assert last[3, "axis"] == [10, 10, 10, 10, 20], "a game that was over in turn 2 keeps its points"
    assert told["places"][0]["held"] == {"axis": 0.25, "soviet": 0.5}
    assert told["open"] == {"typical": 1, "best": 3, "worst": 0}
