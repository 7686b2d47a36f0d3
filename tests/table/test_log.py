"""The whole log over HTTP, a page at a time: what a viewer's own views told him, in the same words, and no more."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from grognard.core.view import LOG_LINES
from grognard.table.tables import LOG_PAGE
from tests.table.guests import Guest, Inn, Line, play_on
from tests.table.test_fog import THEIRS, bold, seated


def lines(guest: Guest, table: str, query: str) -> dict[str, Any]:
    found = guest.get(f"/api/tables/{table}/log?{query}")
    assert found.status_code == 200, found.text
    told: dict[str, Any] = found.json()
    return told


def whole(guest: Guest, table: str, query: str) -> list[Any]:
    """All of it, page by page."""
    told: list[Any] = []
    for _ in range(50):
        page = lines(guest, table, f"{query}&from={len(told)}")
        told += page["log"]
        if len(told) >= page["length"]:
            return told
    raise AssertionError("the log does not end")


def test_the_log_is_the_views_own_lines_and_those_before_them(home: Guest) -> None:
    table = home.open(game="lb")["id"]
    with home.sit(table, "german") as one, home.sit(table, "russian") as two:
        sides = {"german": Line(one), "russian": Line(two)}
        play_on(sides, Random(1), 120)
        for line in sides.values():
            line.settle()
        for seat, line in sides.items():
            length = line.view["log_length"]
            assert length > LOG_LINES
            told = whole(home, table, f"seat={seat}")
            assert len(told) == length
            assert told[-LOG_LINES:] == line.view["log"]
            some = lines(home, table, f"seat={seat}&from=3&to=7")
            assert (some["from"], some["length"], some["log"]) == (3, length, told[3:7])


def test_a_page_has_its_bounds(home: Guest) -> None:
    table = home.open()["id"]
    assert len(lines(home, table, "seat=axis&to=1000000")["log"]) <= LOG_PAGE
    assert lines(home, table, "seat=axis&from=900000")["log"] == []
    assert lines(home, table, "seat=axis&from=5&to=2")["log"] == []
    for query in ("from=-1", "to=-1", "from=1000001", "from=x"):
        assert home.get(f"/api/tables/{table}/log?seat=axis&{query}").status_code == 422
    assert home.get("/api/tables/nowhere/log").status_code == 404


def test_no_page_tells_what_the_seat_may_not_know(inn: Inn) -> None:
    heard: set[str] = set()
    for _ in range(5):  # dice are nobody's to choose: in one game of fifty Red or Blue moves nothing in so few answers
        heard |= keys_that_red_reads(inn)
        if {"event.moved", "event.block_moves"} <= heard:
            return
    raise AssertionError(f"Red is told of his own blocks and that others move: {heard}")


def keys_that_red_reads(inn: Inn) -> set[str]:
    """Of a game that is played for a while, in whose log nobody reads of the other side's blocks."""
    table, red, blue = seated(inn, "quick-start")
    watch = red.post(f"/api/tables/{table}/watch").json()["token"]
    rng = Random(4)
    with red.sit(table, "red") as one, blue.sit(table, "blue") as two:
        sides = [Line(one), Line(two)]
        for _ in range(250):
            for line in sides:
                line.settle()
            moving = [line for line in sides if line.view["ask"]]
            if not moving:
                break
            assert bold(rng.choice(moving), rng)["type"] == "done"
    mine = whole(red, table, "seat=red")
    assert not THEIRS["red"].search(json.dumps(mine))
    onlooker = whole(inn.guest(), table, f"watch={watch}")
    assert not any(pattern.search(json.dumps(onlooker)) for pattern in THEIRS.values())
    assert all(message["key"] != "event.moved" for message in onlooker)
    return {message["key"] for message in mine}


def test_nobody_reads_the_log_of_another_s_seat(inn: Inn) -> None:
    table, red, blue = seated(inn, "quick-start")
    assert red.get(f"/api/tables/{table}/log?seat=blue").status_code == 403
    assert blue.get(f"/api/tables/{table}/log?seat=red").status_code == 403
    assert inn.guest().get(f"/api/tables/{table}/log").status_code == 403
    assert inn.guest().get(f"/api/tables/{table}/log?watch=wrong").status_code == 403
    assert blue.get(f"/api/tables/{table}/log?seat=blue").status_code == 200
