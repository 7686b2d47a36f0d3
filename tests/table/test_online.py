"""Who is at the table: seats tell which people are connected, and nothing about who looks on."""

from __future__ import annotations

import json
from typing import Any

from tests.table.guests import Guest, Inn, Line


def online(seats: Any) -> dict[str, bool]:
    return {player: seat["online"] for player, seat in seats.items() if "online" in seat}


def first(line: Line) -> dict[str, bool]:
    return online(json.loads(line.frames[0])["seats"])


def heard(line: Line) -> list[dict[str, bool]]:
    """What a line was told of seats since it came."""
    line.settle()
    frames = [json.loads(frame) for frame in line.frames]
    return [online(frame["seats"]) for frame in frames if frame["type"] == "seats"]


def pair(inn: Inn) -> tuple[str, Guest, Guest]:
    owner, other = inn.guest(), inn.guest()
    opened = owner.open(seats={"soviet": "invite"})
    other.post("/api/join", {"token": opened["invites"]["soviet"]})
    return opened["id"], owner, other


def test_a_seat_is_online_while_its_owner_has_a_line_open(inn: Inn) -> None:
    table, owner, other = pair(inn)
    with owner.sit(table, "axis") as session:
        mine = Line(session)
        assert first(mine) == {"axis": True, "soviet": False}
        with other.sit(table, "soviet") as theirs:
            assert first(Line(theirs)) == {"axis": True, "soviet": True}
            assert heard(mine) == [{"axis": True, "soviet": True}]
            with other.sit(table, "soviet") as second:
                Line(second)
            assert len(heard(mine)) == 1, "a second window of the same person is no news"
        mine.hear()
        assert heard(mine)[-1] == {"axis": True, "soviet": False}


def test_spectators_come_and_go_unseen(inn: Inn) -> None:
    table, owner, _ = pair(inn)
    token = owner.post(f"/api/tables/{table}/watch").json()["token"]
    with owner.sit(table, "axis") as session:
        mine = Line(session)
        with inn.guest().sit(table, watch=token) as watching:
            assert first(Line(watching)) == {"axis": True, "soviet": False}
        assert heard(mine) == []


def test_a_bot_and_an_empty_seat_are_neither_here_nor_there(inn: Inn) -> None:
    owner = inn.guest()
    for kind in ("random", "invite"):
        table = owner.open(seats={"soviet": kind})["id"]
        with owner.sit(table, "axis") as session:
            assert first(Line(session)) == {"axis": True}


def test_at_home_whoever_is_there_is_there_for_every_person(home: Guest) -> None:
    table = home.open()["id"]
    with home.sit(table, "axis") as one:
        mine = Line(one)
        assert first(mine) == {"axis": True, "soviet": True}
        with home.sit(table, "soviet") as two:
            Line(two)
        assert heard(mine) == []
