"""Hints, what may be expected, and reviews at a table: for its player alone, and not against people."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.journal import JournalError
from grognard.players import bot
from grognard.school import review as reviewing
from grognard.table import reviews
from grognard.table.workers import Overdue, Workers
from tests.table.guests import Guest, Inn, Line

SOLITAIRE = {"soviet": "you", "german": "recruit"}
FIRST = {"soviet": "random", "german": "you"}


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is gained by processes of their own here; how they die and come back test_bots tells."""

    async def run(self: Workers, ask: Callable[..., Any], *about: Any) -> Any:
        return await asyncio.to_thread(ask, *(None if isinstance(one, float) else one for one in about))

    monkeypatch.setattr(Workers, "run", run)


def to_movement(line: Line) -> None:
    """Set up as the book has it, and wait until it is time to move."""
    while "unit" not in (line.view["ask"] or {"answers": {}})["answers"]:
        if line.view["ask"] is None:
            line.hear()
            continue
        answers = line.view["ask"]["answers"]
        verb = next(one for one in ("place_rest", "done", *answers) if one in answers)
        line.send(type="answer", seq=line.seq, verb=verb, target=answers[verb][0] if answers[verb] else None)


def test_a_hint_names_answers_that_can_be_given_and_says_why(home: Guest) -> None:
    table = home.open(game="vl", seats=SOLITAIRE)["id"]
    with home.sit(table, "soviet") as session:
        line = Line(session)
        to_movement(line)
        told = line.send(type="hint")
        assert told["seq"] == line.seq and 1 <= len(told["hints"]) <= 3
        best = told["hints"][0]
        assert best["for"] and best["head"]["ja"]
        first = best["answers"][0]
        assert first["target"] in line.view["ask"]["answers"][first["verb"]]
        for answer in best["answers"]:
            assert line.send(type="answer", seq=line.seq, **answer)["type"] == "done"


def test_there_are_no_hints_against_people_nor_for_who_looks_on(inn: Inn) -> None:
    owner, guest = inn.guest(), inn.guest()
    opened = owner.open(game="vl", seats={"soviet": "you", "german": "invite"})
    guest.post("/api/join", {"token": opened["invites"]["german"]})
    for kind in ("hint", "warning", "expected"):
        with owner.sit(opened["id"], "soviet") as session:
            assert "against people" in Line(session).send(type=kind)["why"]
        with owner.sit(opened["id"]) as session:
            assert "look on" in Line(session).send(type=kind)["why"]


def test_a_hint_is_only_given_to_who_decides(home: Guest) -> None:
    table = home.open(game="vl", seats={"soviet": "you", "german": "you"})["id"]
    with home.sit(table, "soviet") as session:
        line = Line(session)
        assert line.view["ask"] is None
        assert "not your decision" in line.send(type="hint")["why"]
        assert "not your decision" in line.send(type="warning")["why"]


def test_who_waits_for_a_hint_is_heard_and_nobody_has_two_thought_of_at_a_time(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    done: list[int] = []

    async def for_ever(self: Workers, ask: Callable[..., Any], *about: Any) -> Any:
        begun.append(1)
        try:
            await asyncio.Event().wait()
        finally:
            done.append(1)

    monkeypatch.setattr(Workers, "run", for_ever)
    greedy, other = inn.guest(), inn.guest()
    tables = [one.open(game="vl", seats=FIRST)["id"] for one in (greedy, greedy, other)]
    with greedy.sit(tables[0], "german") as first, greedy.sit(tables[1], "german") as second:
        lines = [Line(first), Line(second)]
        for line in lines:
            line.session.send_text('{"type": "hint", "id": "mine"}')
            verb, (target, *_) = next(iter(line.view["ask"]["answers"].items()))
            assert line.answer(verb, target)["type"] == "done"
        assert (len(begun), done) == (1, [])
        lines[1].session.send_text('{"type": "hint", "id": "anew"}')
        told = lines[1].hear()
        assert (told["id"], told["why"]) == ("mine", "you have asked again")
        with other.sit(tables[2], "german") as session:
            line = Line(session)
            line.session.send_text('{"type": "hint", "id": "mine"}')
            line.settle()
            assert len(begun) == 2, "nobody waits for another's"
    end = time.monotonic() + 10
    while len(done) < len(begun) and time.monotonic() < end:
        time.sleep(0.01)
    assert len(done) == len(begun), "who has left needs none"


def test_a_coach_warns_of_what_loses_much_and_says_what_is_better(home: Guest) -> None:
    table = home.open(game="vl", seats=SOLITAIRE)["id"]
    with home.sit(table, "soviet") as session:
        line = Line(session)
        while line.view["ask"] is None:  # the Germans set up first
            line.hear()
        told = line.send(type="warning")
        assert told["type"] == "told" and told["warning"] is None, "nothing can be lost by a set-up"
        to_movement(line)
        told = line.send(type="warning")
        warning = told["warning"]
        assert told["seq"] == line.seq
        assert {"verb": "end_movement", "target": None} in warning["blunders"]
        better = warning["better"]
        assert better["answers"][0] not in warning["blunders"]
        assert better["gain"] >= 1 and better["says"]["for"]["ja"]
        for one in warning["blunders"]:
            assert one["target"] in (line.view["ask"]["answers"][one["verb"]] or [None])


def test_what_may_be_expected_is_told_for_ones_own_side(home: Guest) -> None:
    table = home.open(game="vl", seats=SOLITAIRE)["id"]
    with home.sit(table, "soviet") as session:
        found = Line(session).send(type="expected")["expected"]
    assert found["side"] == "soviet" and 0 < found["chance"] < 1


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The file of a game that ended."""
    monkeypatch.setattr(reviewing, "FAIR", 1)
    monkeypatch.setattr(reviewing, "CLOSE", 1)
    monkeypatch.setattr(reviewing, "DICE", 2)
    play, chance = grognard.game("vl").new(None, {}, "9"), bot("random")
    rng = Random(2)
    while play.result is None:
        player = play.state.deciders[0]
        play.apply(player, chance.choose(play.state, player, rng))
    return play.journal().plain()


def test_a_game_that_is_over_is_reviewed_while_one_waits(home: Guest, played: dict[str, Any]) -> None:
    table = home.post("/api/files", {"file": played, "seats": {"soviet": "you", "german": "you"}}).json()["id"]
    where = f"/api/tables/{table}/review?seat=soviet"
    thinking = home.get(where)
    assert thinking.status_code == 202
    assert 0 <= thinking.json()["seconds"] <= thinking.json()["most"], "how long it takes is told"
    end = time.monotonic() + 60
    while (found := home.get(where)).status_code == 202 and time.monotonic() < end:
        time.sleep(0.05)
    told = found.json()
    assert told["state"] == "done" and told["side"] == "soviet"
    parts = [told[name]["lead"] for name in ("start", "own", "theirs", "dice")]
    assert sum(parts) == pytest.approx(told["margin"]["lead"], abs=0.05)
    length = home.get(f"/api/tables/{table}/replay?seat=soviet").json()["length"]
    assert all(0 <= one["step"] <= length for one in (*told["course"], *told["decisions"]))
    assert home.get(f"{where}&side=nobody").status_code == 422
    assert home.get(f"{where}&side=german").status_code == 202


def test_a_game_in_progress_is_not_reviewed(home: Guest) -> None:
    table = home.open(game="vl", seats=SOLITAIRE)["id"]
    assert home.get(f"/api/tables/{table}/review?seat=soviet").status_code == 409


def test_only_so_many_reviews_wait(home: Guest, played: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "WAITING", 0)
    table = home.post("/api/files", {"file": played, "seats": {"soviet": "you", "german": "you"}}).json()["id"]
    assert home.get(f"/api/tables/{table}/review").status_code == 503


def test_a_game_that_is_over_is_played_on_from_any_step(home: Guest, played: dict[str, Any]) -> None:
    table = home.post("/api/files", {"file": played, "seats": {"soviet": "you", "german": "recruit"}}).json()["id"]
    where = f"/api/tables/{table}"
    opened = home.post(f"{where}/play_on", {"step": 30, "seat": "soviet"}).json()
    assert opened["seat"] == "soviet"
    seats = home.get(f"/api/tables/{opened['id']}").json()["seats"]
    assert seats["german"]["bot"] == "recruit" and seats["soviet"]["kind"] == "human"
    then = home.get(f"{where}/replay/30?seat=soviet").json()["pieces"]
    assert home.get(f"/api/tables/{opened['id']}/replay/0?seat=soviet").json()["pieces"] == then
    assert home.post(f"{where}/play_on", {"step": 30, "seat": "german"}).status_code == 403
    assert home.post(f"{where}/play_on", {"step": 99_999}).status_code == 404
    length = home.get(f"{where}/replay?seat=soviet").json()["length"]
    assert home.post(f"{where}/play_on", {"step": length}).status_code == 422


@pytest.mark.parametrize(
    ("error", "why"), [(Overdue(), "late"), (JournalError("answer 7 is refused"), "replay"), (KeyError("x"), "broken")]
)
def test_a_game_that_cannot_be_reviewed_is_told_why(
    home: Guest, played: dict[str, Any], monkeypatch: pytest.MonkeyPatch, error: Exception, why: str
) -> None:
    def fails(*_: Any) -> None:
        raise error

    monkeypatch.setattr(reviews, "reviewed", fails)
    table = home.post("/api/files", {"file": played, "seats": {"soviet": "you", "german": "you"}}).json()["id"]
    end = time.monotonic() + 60
    while (found := home.get(f"/api/tables/{table}/review?seat=soviet")).status_code == 202 and time.monotonic() < end:
        time.sleep(0.05)
    assert found.json()["state"] == "unable" and found.json()["why"] == why
    assert found.json()["about"] == ("answer 7 is refused" if why == "replay" else "")
