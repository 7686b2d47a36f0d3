"""Games that are played through again: never where everybody waits, and of long ones one at a time."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from random import Random
from typing import Any

import pytest

from grognard.core.play import Play
from grognard.table import again
from grognard.table.again import SHORT_AT_ONCE, Again, breathe
from grognard.table.room import Room
from tests.table.guests import Guest, Inn, Line
from tests.table.test_loading import to_and_fro


class Count:
    """How many are at work, and how many were at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.now = self.most = self.all = 0

    def work(self, seconds: float = 0.05) -> None:
        with self._lock:
            self.now += 1
            self.all += 1
            self.most = max(self.most, self.now)
        time.sleep(seconds)
        with self._lock:
            self.now -= 1


def test_long_games_wait_for_each_other_and_short_ones_not_for_them() -> None:
    long, short, order = Count(), Count(), []

    async def play() -> None:
        house = Again()

        async def one(length: int, count: Count, seconds: float) -> None:
            await house.play(length, lambda: count.work(seconds))
            order.append(length)

        await asyncio.gather(
            *(one(again.LONG + 1, long, 0.3) for _ in range(3)), *(one(again.LONG, short, 0.01) for _ in range(12))
        )

    asyncio.run(play())
    assert (long.most, long.all) == (1, 3)
    assert 1 < short.most <= SHORT_AT_ONCE and short.all == 12
    assert order[-2:] == [again.LONG + 1] * 2, "no short one came after the last long ones"


def test_long_tables_that_are_asked_for_together_are_opened_one_by_one(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six files of ten thousand answers each, opened at once, held everybody up for a second and more."""
    monkeypatch.setattr(again, "LONG", 4)
    guest, count, restore = inn.guest(), Count(), Room.restore
    tables = [guest.post("/api/files", {"file": to_and_fro(9)}).json()["id"] for _ in range(3)]

    def counted(*given: Any) -> Room:
        count.work()
        return restore(*given)

    monkeypatch.setattr(Room, "restore", counted)
    inn.house.let_go(time.monotonic() + 1)

    async def all_of_them() -> list[Room]:
        return list(await asyncio.gather(*(inn.house.room(table) for table in tables)))

    assert [room.row.id for room in inn.run(all_of_them)] == tables
    assert (count.most, count.all) == (1, 3)


def test_a_take_back_is_played_again_where_nobody_waits_for_it(home: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is alone takes back what he likes, and a long game takes seconds to play again."""
    on_the_loop: list[bool] = []
    replayed = Play._replayed

    def noting(self: Play, *given: Any) -> Play:
        on_the_loop.append(False)
        with contextlib.suppress(RuntimeError):
            on_the_loop[-1] = asyncio.get_running_loop() is not None
        return replayed(self, *given)

    monkeypatch.setattr(Play, "_replayed", noting)
    opened = home.open(game="vl")
    with home.sit(opened["id"], opened["waiting"][0]) as session:
        line = Line(session)
        before = line.view["ask"]
        assert line.answer_anything(Random(1))["type"] == "done"
        assert line.send(type="takeback_ask", to=0)["type"] == "done"
        line.settle()
        assert line.view["ask"] == before
    assert on_the_loop == [False]


def test_who_plays_a_game_again_lets_others_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    monkeypatch.setattr("grognard.table.again.time.sleep", rests.append)
    until = time.perf_counter() + 10 * again.WORK
    while time.perf_counter() < until:
        breathe()
    assert 2 <= len(rests) <= 11 and set(rests) == {again.REST}
