"""A side's council: what its players say among themselves, and who never hears of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from grognard.core.seats import Roster
from grognard.table.council import council
from tests.table.guests import Inn, Line
from tests.table.members import Browser, club
from tests.table.test_moderation import log, made
from tests.table.test_rating import member

JSON = dict[str, Any]
SECRET = "we strike at Kazan tonight"


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with club(tmp_path) as inn:
        yield inn


class Front:
    """Red against two allies, with somebody who looks on."""

    def __init__(self, inn: Inn) -> None:
        self.red, self.north, self.south = (member(inn, name) for name in ("red_one", "north_one", "south_one"))
        seats = {"blue-north": "invite", "blue-south": "invite"}
        opened = self.red.open(game="victory", scenario="two-front-war-3", seats=seats)
        self.table = str(opened["id"])
        for who, seat in ((self.north, "blue-north"), (self.south, "blue-south")):
            assert who.post("/api/join", {"token": opened["invites"][seat], "name": ""}).status_code == 200
        self.watch = self.red.post(f"/api/tables/{self.table}/watch").json()["token"]
        self.onlooker = Browser(inn)

    def lines(self, stack: ExitStack) -> dict[str, Line]:
        def line(who: Browser, seat: str | None = None, watch: str = "") -> Line:
            return Line(stack.enter_context(who.sit(self.table, seat, watch)))

        return {
            "red": line(self.red, "red"),
            "north": line(self.north, "blue-north"),
            "south": line(self.south, "blue-south"),
            "north looking on": line(self.north),
            "onlooker": line(self.onlooker, None, self.watch),
        }


def talk(line: Line) -> list[JSON]:
    line.settle()
    return [message for message in map(json.loads, line.frames) if message["type"] == "chat"]


def test_a_council_is_of_those_who_win_together() -> None:
    roster = Roster.of({"red": "red", "north": "blue", "south": "blue"})
    assert [council(roster, one) for one in ("red", "north", "south", None)] == [None, "blue", "blue", None]


def test_the_council_hears_it_and_nobody_else_neither_now_nor_on_coming_back(inn: Inn) -> None:
    front = Front(inn)
    for _ in range(2):  # the second time all of them come anew
        with ExitStack() as stack:
            lines = front.lines(stack)
            if not talk(lines["south"]):
                assert lines["north"].send(type="chat", text=SECRET, council=True)["type"] == "done"
                assert lines["north"].send(type="chat", text="good luck to all")["type"] == "done"
            for name, line in lines.items():
                said = [(one["who"], one["text"], one.get("council")) for one in talk(line)]
                closed = [("blue-north", SECRET, "blue")] if name in ("north", "south") else []
                assert said == [*closed, ("blue-north", "good luck to all", None)], name
                assert name in ("north", "south") or "Kazan" not in str(line.frames)
    for who, seat in ((front.red, "red"), (front.red, None), (front.onlooker, None)):
        for path in ("", "/replay", "/replay/0", "/report", "/file", "/film?after=0"):
            joint = "&" if "?" in path else "?"
            where = f"/api/tables/{front.table}{path}{joint}" + (f"seat={seat}" if seat else f"watch={front.watch}")
            assert "Kazan" not in who.get(where).text, where


def test_who_plays_his_side_alone_or_looks_on_has_no_council(inn: Inn) -> None:
    front = Front(inn)
    with ExitStack() as stack:
        lines = front.lines(stack)
        assert "council" in lines["red"].send(type="chat", text="hello", council=True)["why"]
        for name in ("onlooker", "north looking on"):
            assert lines[name].send(type="chat", text="hello", council=True)["type"] == "error"
        odds: tuple[Any, ...] = ("blue", 1, None, [], "red")
        for odd in odds:
            assert lines["south"].send(type="chat", text="hello", council=odd)["type"] == "error", odd
        assert all(talk(line) == [] for line in lines.values())


def test_a_council_outlasts_the_game_behind_its_door(inn: Inn) -> None:
    front = Front(inn)
    with ExitStack() as stack:
        lines = front.lines(stack)
        lines["north"].send(type="chat", text=SECRET, council=True)
        assert lines["red"].send(type="resign")["type"] == "done"
    with ExitStack() as stack:
        lines = front.lines(stack)
        assert [name for name, line in lines.items() if talk(line)] == ["north", "south"]


def test_who_is_muted_is_mute_in_the_council(inn: Inn) -> None:
    front, guard = Front(inn), made(inn, "old_guard", "moderator")
    wanted = {"name": "north_one", "deed": "mute", "days": 1, "reason": "insults"}
    assert guard.post("/api/house/people", wanted).status_code == 204
    with ExitStack() as stack:
        lines = front.lines(stack)
        assert lines["north"].send(type="chat", text=SECRET, council=True)["muted"]["why"] == "insults"
        assert talk(lines["south"]) == [] and lines["south"].send(type="chat", text="?", council=True)["type"] == "done"


def test_a_moderator_reads_of_a_council_what_one_of_it_reported_and_that_is_written_down(inn: Inn) -> None:
    front, guard = Front(inn), made(inn, "old_guard", "moderator")
    with ExitStack() as stack:
        lines = front.lines(stack)
        lines["north"].send(type="chat", text=SECRET, council=True)
        lines["north"].send(type="chat", text="well met")
        closed, open_ = talk(lines["south"])
    about = {"kind": "chat", "table": front.table, "player": "blue-north"}
    refused = front.red.post("/api/reports", about | {"at": closed["at"]})
    assert refused.json()["code"] == "no_line", "who cannot hear it is told that nothing was said"
    assert front.red.post("/api/reports", about | {"at": open_["at"]}).status_code == 201
    (first,) = guard.get("/api/house/reports").json()
    said = guard.get(f"/api/house/reports/{first['id']}/chat").json()
    assert [one["text"] for one in said] == ["well met"], "of the council nothing, for a line of the table"
    assert front.south.post("/api/reports", about | {"at": closed["at"]}).status_code == 201
    second = guard.get("/api/house/reports").json()[1]
    assert "Kazan" not in guard.get(f"/api/house/reports/{second['id']}").text
    said = guard.get(f"/api/house/reports/{second['id']}/chat").json()
    assert [(one["text"], one["marked"]) for one in said] == [(SECRET, True)], "and nothing of the table"
    assert log(guard) == [("old_guard", "read", "north_one")] * 2
    newest, oldest = guard.get("/api/house/log").json()
    assert newest["facts"]["council"] == "blue" and "council" not in oldest["facts"]


def test_one_takes_along_what_one_said_and_nothing_that_others_did(inn: Inn) -> None:
    front = Front(inn)
    with ExitStack() as stack:
        lines = front.lines(stack)
        lines["north"].send(type="chat", text=SECRET, council=True)
        lines["south"].send(type="chat", text="agreed", council=True)
    assert "Kazan" not in front.red.get("/api/account/export").text + front.south.get("/api/account/export").text
    (table,) = front.north.get("/api/account/export").json()["tables"]
    assert [(one["text"], one["council"]) for one in table["said"]] == [(SECRET, "blue")]
