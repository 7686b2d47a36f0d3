"""Bots sit down like people: they answer when it is up to them, in a process of their own, and know no more."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from grognard.players import officer, patience
from grognard.table import thinking
from grognard.table.house import House
from grognard.table.room import Room
from grognard.table.thinking import Thinkers, think
from tests.players.circling import Circling, think_for_ever
from tests.table.databases import kept_at
from tests.table.guests import Guest, Line


async def until(holds: object, seconds: float = 40.0) -> None:
    assert callable(holds)
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "the bots do not move"
        await asyncio.sleep(0.02)


def test_bots_play_each_other_and_go_on_after_their_worker_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "PACE", 0.0)

    async def work() -> None:
        house = House(kept_at(tmp_path))
        await house.start()
        room, _ = await house.open_table("avl", None, {}, {"axis": "recruit", "soviet": "random"}, None)
        await until(lambda: room.acts > 12)
        pool = house.thinkers._quick._pool
        assert pool is not None
        for worker in list(pool._processes):
            os.kill(worker, signal.SIGKILL)
        acts = room.acts
        await until(lambda: room.acts > acts + 12)
        assert room.game.invariants(room.play.state) == []
        await house.close()

    asyncio.run(work())


def test_bots_deploy_and_fight_on_the_map_of_their_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker lays out the same maps, and knows steps that it has never been in."""
    monkeypatch.setattr(thinking, "PACE", 0.0)

    async def work() -> None:
        house = House(kept_at(tmp_path))
        await house.start()
        wanted = {"maps": "random/random:180", "map_seed": 5}
        room, _ = await house.open_table("victory", "quick-start", wanted, {"red": "random", "blue": "random"}, None)
        await until(lambda: room.acts > 150)
        assert room.play.game.map.grid.rows > room.play.game.map.grid.cols
        assert room.game.invariants(room.play.state) == []
        await house.close()

    asyncio.run(work())


def test_a_bot_answers_a_person(home: Guest) -> None:
    table = home.open(seats={"soviet": "random"})["id"]
    with home.sit(table, "axis") as session:
        line = Line(session)
        for _ in range(200):
            if line.view["ask"]:
                break
            line.hear()
        assert line.view["ask"]
        assert line.answer_anything(Random(1))["type"] == "done"


def test_a_bot_may_be_told_to_err_but_not_what_things_are_worth(home: Guest) -> None:
    table = home.open(game="vl", seats={"soviet": "regular:errs=0.25"})
    assert table["seats"]["soviet"]["bot"] == "regular:errs=0.25"
    for told in ("regular:pull=9", "regular:errs=7", "regular:errs=x", "veteran:seconds=3000"):
        answer = home.post("/api/tables", {"game": "vl", "seats": {"soviet": told}})
        assert answer.status_code == 422, told


def test_a_bot_sits_down_only_where_it_plays_at_its_level(home: Guest) -> None:
    wanted = {"game": "victory", "scenario": "sleeping-giant", "seats": {"red": "veteran"}}
    answer = home.post("/api/tables", wanted)
    assert answer.status_code == 422 and "sleeping-giant" in answer.text
    assert home.post("/api/tables", {**wanted, "scenario": "quick-start"}).status_code == 201


def test_a_bot_that_gives_an_illegal_answer_does_not_hold_the_game_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nonsense(self: object, question: object) -> tuple[int, object]:
        return 0, None

    async def work() -> None:
        house = House(kept_at(tmp_path))
        monkeypatch.setattr(thinking.Thinkers, "_think", nonsense)
        monkeypatch.setattr(thinking, "PACE", 0.0)
        await house.start()
        room, _ = await house.open_table("avl", None, {}, {"axis": "random", "soviet": "random"}, None)
        await until(lambda: room.acts > 20)
        await house.close()

    asyncio.run(work())


def test_a_bot_that_circles_at_a_table_is_answered_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def here(self: object, question: tuple[object, ...]) -> tuple[int, object]:
        return think(question)

    monkeypatch.setattr(thinking.Thinkers, "_think", here)
    monkeypatch.setattr(thinking, "PACE", 0.0)
    monkeypatch.setattr(officer, "doctrine_of", lambda game, name: Circling())
    monkeypatch.setattr(patience, "MANY", 10)

    async def work() -> None:
        house = House(kept_at(tmp_path))
        await house.start()
        room, _ = await house.open_table("avl", None, {}, {"axis": "recruit", "soviet": "random"}, None)
        await until(lambda: room.play.state.rolls > 0)
        await house.close()

    asyncio.run(work())
    assert "axis circles: answered at random" in caplog.text


def test_a_bot_that_thinks_for_ever_is_answered_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "think", think_for_ever)
    monkeypatch.setattr(thinking, "THINKING", 0.05)
    monkeypatch.setattr(thinking, "PACE", 0.0)

    async def work() -> None:
        house = House(kept_at(tmp_path))
        await house.start()
        room, _ = await house.open_table("avl", None, {}, {"axis": "recruit", "soviet": "random"}, None)
        await until(lambda: room.acts > 5)
        await house.close()

    asyncio.run(work())
    assert "thinks for too long: answered at random" in caplog.text


def test_what_a_bot_is_told_holds_no_secret_and_no_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    async def listening(self: object, question: tuple[object, ...]) -> tuple[int, object]:
        asked.append(question)
        return await asyncio.to_thread(think, question)

    async def work() -> Room:
        house = House(kept_at(tmp_path))
        monkeypatch.setattr(thinking.Thinkers, "_think", listening)
        await house.start()
        room, _ = await house.open_table("avl", None, {}, {"axis": "random", "soviet": "you"}, None)
        chits = [name for name in room.game.chits.names if name in ("3Tk", "5Sh", "69A")]  # type: ignore[attr-defined]
        assert chits is not None
        await room.act("answer", "soviet", 0, "historical")
        await room.act("answer", "soviet", 1, "done")
        await until(lambda: len(asked) > 0)
        await house.close()
        return room

    room = asyncio.run(work())
    assert all(room.row.header["seed"] not in repr(question) for question in asked)
    assert all(question[4] == 0 for question in asked)


class Onlooker:
    """Stands for the line of somebody who waits for a bot."""

    owned = ()
    by_watch_link = False

    def __init__(self) -> None:
        self.sent_away: list[int] = []

    def post(self, message: Any) -> None:
        pass

    def drop(self, code: int, why: str) -> None:
        self.sent_away.append(code)


def test_who_waits_for_a_bot_whose_answer_could_not_be_kept_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else would tell him, and the bot would never move."""

    async def work() -> None:
        house, looks_on = House(kept_at(tmp_path)), Onlooker()
        await house.start()

        async def away(rows: Any) -> None:
            raise OperationalError("", None, OSError())

        with monkeypatch.context() as patch:
            patch.setattr(house.store, "append", away)
            room, _ = await house.open_table("avl", None, {}, {"soviet": "random"}, None)
            house.lines[room.row.id] = {looks_on}  # type: ignore[arg-type]
            await until(lambda: room.broken and not house.thinkers.at_work(room))
        assert looks_on.sent_away == [1012]
        again = await house.room(room.row.id)
        await until(lambda: again.acts > 0)
        await house.close()

    asyncio.run(work())


def test_a_table_that_is_opened_anew_while_its_bot_thinks_does_not_wait_for_that_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []

    async def slow_at_first(self: Thinkers, question: tuple[Any, ...]) -> tuple[int, Any]:
        begun.append(question)
        if len(begun) == 1:
            await asyncio.Event().wait()
        return think(question)

    monkeypatch.setattr(Thinkers, "_think", slow_at_first)

    async def work() -> None:
        house = House(kept_at(tmp_path))
        await house.start()
        room, _ = await house.open_table("avl", None, {}, {"soviet": "random"}, None)
        await until(lambda: bool(begun))
        room.broken = True
        again = await house.room(room.row.id)
        await until(lambda: again.acts > 0)
        assert not room.acts
        await house.close()

    asyncio.run(work())
