"""Many people at one table: who looks on never keeps a player out, and a player's own windows do not either."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from starlette.websockets import WebSocketDisconnect

from grognard.table.tables import LINES_PER_PERSON, SPECTATORS
from tests.table.guests import Guest, Inn, Line


def left(line: Line) -> int:
    """The code with which a line is closed."""
    with pytest.raises(WebSocketDisconnect) as closed:
        for _ in range(100):
            line.hear()
    return closed.value.code


def test_a_crowd_of_spectators_locks_no_player_out(inn: Inn) -> None:
    owner, other = inn.guest(), inn.guest()
    opened = owner.open(seats={"soviet": "invite"})
    table = opened["id"]
    other.post("/api/join", {"token": opened["invites"]["soviet"]})
    watch = owner.post(f"/api/tables/{table}/watch").json()["token"]
    with ExitStack() as crowd:
        lines = [Line(crowd.enter_context(Guest(inn).sit(table, watch=watch))) for _ in range(SPECTATORS)]
        with Guest(inn).sit(table, watch=watch) as session, pytest.raises(WebSocketDisconnect) as closed:
            session.receive_text()
        assert closed.value.code == 4429
        soviet = Line(crowd.enter_context(other.sit(table, "soviet")))
        assert soviet.answer("historical")["type"] == "done"
        for guest, seat in ((owner, "axis"), (owner, None), (other, "soviet")):
            assert Line(crowd.enter_context(guest.sit(table, seat))).view["viewer"] == seat
        for line in lines:
            line.settle()


def test_a_persons_further_window_takes_the_place_of_his_oldest(inn: Inn) -> None:
    owner, other = inn.guest(), inn.guest()
    opened = owner.open(seats={"soviet": "invite"})
    table = opened["id"]
    other.post("/api/join", {"token": opened["invites"]["soviet"]})
    with ExitStack() as windows:
        theirs = Line(windows.enter_context(other.sit(table, "soviet")))
        mine = [Line(windows.enter_context(owner.sit(table, "axis"))) for _ in range(LINES_PER_PERSON)]
        for line in mine:
            line.settle()
        newest = Line(windows.enter_context(owner.sit(table, "axis")))
        assert left(mine[0]) == 4409
        assert newest.send(type="chat", text="here I am")["type"] == "done"
        for line in (*mine[1:], theirs):
            line.settle()
