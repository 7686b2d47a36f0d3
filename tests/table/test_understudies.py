"""A bot steps in at an open seat when nobody comes, and hands over to who comes late once the host agrees."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.table import thinking, understudies
from grognard.table.rating.finished import finished
from grognard.table.thinking import think
from tests.table.cups import member, until
from tests.table.databases import meddle
from tests.table.guests import Guest, Inn, Line, promise, reveal
from tests.table.members import Browser, club

STEPS_IN = {"level": "random", "minutes": 10}


@pytest.fixture
def inn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inn]:
    async def here(self: object, question: tuple[object, ...]) -> tuple[int, object]:
        await asyncio.sleep(0)
        return think(question)

    monkeypatch.setattr(thinking.Thinkers, "_think", here)
    monkeypatch.setattr(understudies, "LOOK", 3600.0)  # nobody looks but when a test says so
    with club(tmp_path) as inn:
        yield inn


def offered(host: Guest, **more: Any) -> str:
    return str(host.open(seats={"soviet": "offer"}, steps_in=STEPS_IN, name="Erich", **more)["id"])


def look(inn: Inn, minutes: float = 0.0) -> None:
    if minutes:
        room = inn.house.open_rooms()[0]
        at = room.seats["soviet"].steps_in["at"] - minutes * 60  # type: ignore[index]
        text = f'{{"level": "random", "at": {at}}}'
        meddle(inn.house.where, "UPDATE seats SET steps_in = :it WHERE steps_in IS NOT NULL", it=text)
    inn.run(inn.house.understudies.look)


def ask(who: Guest, table: str, what: str, body: Any, player: str = "soviet") -> int:
    return int(who.post(f"/api/offers/{table}/{player}/{what}", body).status_code)


def held(inn: Inn) -> tuple[Guest, str]:
    """A table at which a bot has stepped in; it has to move first."""
    host = member(inn, "Erich")
    table = offered(host)
    look(inn, minutes=11)
    assert promise(table, host, "axis").status_code == 204
    assert reveal(table, host, "axis").json() == {"mixed": True}
    return host, table


def test_a_bot_plays_where_nobody_has_come_in_time(inn: Inn) -> None:
    host = member(inn, "Erich")
    table = offered(host)
    (told,) = Browser(inn).get("/api/offers").json()
    assert told["steps_in"]["level"] == "random" and told["held"] is None
    look(inn)
    look(inn, minutes=9)
    room = inn.house.open_rooms()[0]
    assert room.stand_ins == {}, "it is not time yet"
    look(inn, minutes=10.1)
    assert room.stand_ins["soviet"].bot == "random" and room.seats["soviet"].kind == "open"
    assert room.owing == {"axis": "hash"}, "the dice wait for the host alone"
    assert promise(table, host, "axis").status_code == 204
    assert reveal(table, host, "axis").json() == {"mixed": True}
    with host.sit(table, "axis") as session:
        Line(session)
        until(lambda: room.play.given)
    look(inn)
    assert list(room.stood_in) == ["soviet"]
    assert finished_is_friendly(inn, room)


def finished_is_friendly(inn: Inn, room: Any) -> bool:
    """Even if somebody had marked the table as rated behind the house's back."""
    from grognard.club.ratings.friendly import Friendly, why_friendly

    room.row.rated, room.resigned = True, "axis"
    game = finished(room, 0.0)
    room.row.rated, room.resigned = False, None
    return game.stand_ins == ("soviet",) and why_friendly(game) is Friendly.STAND_IN


def test_who_comes_in_time_sits_down_and_no_bot_steps_in(inn: Inn) -> None:
    host, guest = member(inn, "Erich"), member(inn, "Anna")
    table = offered(host)
    assert ask(guest, table, "accept", {}) == 200
    meddle(inn.house.where, 'UPDATE seats SET steps_in = \'{"level": "random", "at": 1}\'')
    look(inn)
    assert inn.house.open_rooms()[0].stand_ins == {}


def test_the_newcomer_takes_over_when_the_host_agrees(inn: Inn) -> None:
    host, table = held(inn)
    room = inn.house.open_rooms()[0]
    anna, boris = member(inn, "Anna"), member(inn, "Boris")
    assert ask(anna, table, "accept", {}) == 409, "not without the host"
    assert ask(host, table, "ask", {}) == 409
    with host.sit(table, "axis") as session:
        line = Line(session)
        assert ask(anna, table, "ask", {}) == 204
        assert ask(anna, table, "ask", {}) == 204, "asking again changes nothing"
        assert ask(boris, table, "ask", {}) == 409
        while True:
            heard = line.hear()
            if heard["type"] == "seats" and heard["seats"]["soviet"].get("asks"):
                break
        assert heard["seats"]["soviet"]["asks"] == "Anna" and "hash" not in str(heard["seats"])
    mine = {who: who.get("/api/offers").json()[0]["asked"] for who in (anna, boris)}
    assert list(mine.values()) == [True, False]
    for wrong in (anna, boris, Browser(inn)):
        assert ask(wrong, table, "answer", {"yes": True}) == 403
    assert ask(host, table, "answer", {"yes": False}) == 204
    assert room.stand_ins and room.seats["soviet"].kind == "open"
    assert ask(host, table, "answer", {"yes": True}) == 409, "nobody asks any more"
    assert ask(boris, table, "ask", {}) == 204
    assert ask(host, table, "answer", {"yes": True}) == 204
    assert room.stand_ins == {} and room.seats["soviet"].name == "Boris"
    assert room.stood_in == {"soviet"}, "and the game stays friendly"
    with boris.sit(table, "soviet") as session:
        assert Line(session).view["viewer"] == "soviet"
    assert Browser(inn).get("/api/offers").json() == []


def test_such_a_game_is_never_rated(inn: Inn) -> None:
    host = member(inn, "Erich")
    wanted = {"game": "avl", "seats": {"soviet": "offer"}, "clock": {"days": 3}, "rated": True, "steps_in": STEPS_IN}
    refused = host.post("/api/tables", wanted)
    assert refused.status_code == 422 and "friendly" in refused.json()["detail"]
    table = host.open(seats={"soviet": "offer"}, clock={"days": 3}, rated=True)["id"]
    text = '{"level": "random", "at": 1}'
    meddle(inn.house.where, "UPDATE seats SET steps_in = :it WHERE kind = 'open' AND table_id = :id", it=text, id=table)
    look(inn)
    assert inn.house.open_rooms()[0].stand_ins == {}, "whatever stands in the database"


@pytest.mark.parametrize(
    "wrong", [{"level": "napoleon"}, {"minutes": 0}, {"minutes": 100_000}, {"level": "random:errs=1"}], ids=str
)
def test_what_no_bot_can_do_is_refused(inn: Inn, wrong: dict[str, Any]) -> None:
    wanted = {"game": "avl", "seats": {"soviet": "offer"}, "steps_in": STEPS_IN | wrong}
    assert member(inn, "Erich").post("/api/tables", wanted).status_code == 422


def test_a_bot_steps_in_only_where_a_seat_is_offered(inn: Inn) -> None:
    wanted = {"game": "avl", "seats": {"soviet": "invite"}, "steps_in": STEPS_IN}
    assert member(inn, "Erich").post("/api/tables", wanted).status_code == 422


def test_it_is_the_same_after_the_table_is_opened_anew(inn: Inn) -> None:
    _, table = held(inn)
    inn.house.let_go(float("inf"))
    room = inn.run(inn.house.room, table)
    assert room.stand_ins["soviet"].bot == "random" and room.owing == {}


def test_who_asks_for_a_seat_keeps_his_key(inn: Inn) -> None:
    """A stranger's link to another device would take from him what the host is about to grant."""
    host, table = held(inn)
    stranger, asking = Browser(inn), Browser(inn)
    stranger.open()
    token = stranger.post("/api/me/link").json()["token"]
    assert ask(asking, table, "ask", {"name": "Anna"}) == 204
    cookies = dict(asking.jar)
    assert cookies and asking.get("/api/me").json()["known"]
    assert asking.post("/api/resume/look", {"token": token}).json()["held"] == 1
    assert asking.post("/api/resume", {"token": token}).status_code == 409
    assert ask(host, table, "answer", {"yes": True}) == 204
    assert asking.jar == cookies and asking.get(f"/api/tables/{table}").json()["yours"] == ["soviet"]


def test_none_is_asked_to_step_in_where_it_does_not_play(inn: Inn) -> None:
    """Victory has a Veteran in its first scenario, whether it is named or not, and none in others."""
    host, steps_in = member(inn, "Erich"), {"level": "veteran", "minutes": 10}
    wanted = {"game": "victory", "seats": {"red": "offer"}, "steps_in": steps_in, "name": "Erich"}
    assert host.post("/api/tables", {**wanted, "scenario": "sleeping-giant"}).status_code == 422
    assert host.post("/api/tables", {**wanted, "scenario": "quick-start"}).status_code == 201
    assert host.post("/api/tables", wanted).status_code == 201
