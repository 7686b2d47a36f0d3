"""Whose thoughts are wanted now or not at all: a bot may be told to move, and in vain nobody thinks on."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from grognard.players.search import Budget, Thought
from grognard.table import deeds, handing, thinking
from grognard.table.grants import Grants
from grognard.table.house import House
from grognard.table.room import Room
from grognard.table.thinking import Thinkers, think
from grognard.table.workers import Workers
from tests.table.databases import kept_at
from tests.table.guests import Guest, Inn, Line
from tests.table.test_bots import until

FOR_EVER = {"seconds": 3000.0, "processes": 1}
"""Granted to a Grognard: longer than any test waits."""


async def opened(house: House, soviet: str = "you") -> Room:
    """A table where the Germans, who are a bot, have deployed."""
    room, _ = await house.open_table("vl", None, {}, {"soviet": soviet, "german": "recruit"}, None)
    await until(lambda: room.play.deciders == ("soviet",))
    return room


async def looking_ahead(house: House, room: Room) -> int:
    """Until a bot thinks for the Soviets: the number of that question."""
    await until(lambda: [one for one in house.thinkers._thoughts.values() if one.player == "soviet"])
    return house.thinkers._thoughts[room.row.id].number


# ---- in a worker


def test_a_grognard_who_is_told_to_move_moves(tmp_path: Path) -> None:
    async def work() -> None:
        house = House(kept_at(tmp_path), granted=FOR_EVER)
        await house.start()
        room = await opened(house, "grognard")
        await looking_ahead(house, room)
        before = room.acts
        house.hurry(room)
        await until(lambda: room.acts > before)
        await house.close()

    asyncio.run(work())


def test_the_only_worker_is_free_once_a_seat_is_taken_back_and_hints_never_wait_for_it(tmp_path: Path) -> None:
    async def work() -> None:
        house = House(kept_at(tmp_path), granted=FOR_EVER)
        await house.start()
        room, other = await opened(house), await opened(house)
        await handing.hand_over(room, "soviet", "grognard")
        await looking_ahead(house, room)
        assert (await asyncio.wait_for(house.thinkers.hints(other, "soviet"), 40.0))[1]
        await handing.hand_back(room, "soviet")
        await handing.hand_over(other, "soviet", "veteran")
        before = other.acts
        await until(lambda: other.acts > before)
        await house.close()

    asyncio.run(work())


def test_quick_bots_never_wait_for_who_looks_ahead(tmp_path: Path) -> None:
    async def work() -> None:
        house = House(kept_at(tmp_path), granted=FOR_EVER)
        await house.start()
        room = await opened(house, "grognard")
        await looking_ahead(house, room)
        other = await opened(house)
        await handing.hand_over(other, "soviet", "recruit")
        before = other.acts
        await until(lambda: other.acts > before)
        await house.close()

    asyncio.run(work())


def test_nobody_s_tables_take_all_of_the_workers(tmp_path: Path) -> None:
    """Two workers, and three tables of one owner where somebody thinks for ever: another's bot finds one free."""

    async def work() -> None:
        house = House(kept_at(tmp_path), granted=FOR_EVER, workers=2)
        await house.start()
        for _ in range(3):
            room, _ = await house.open_table("vl", None, {}, {"soviet": "grognard", "german": "recruit"}, "first")
            await until(lambda room=room: room.play.deciders == ("soviet",))
        other, _ = await house.open_table("vl", None, {}, {"soviet": "veteran", "german": "recruit"}, "second")
        await until(lambda: other.play.deciders == ("soviet",))
        before = other.acts
        await until(lambda: other.acts > before)
        await house.close()

    asyncio.run(work())


# ---- at the house


async def hand_back(house: House, room: Room) -> None:
    await handing.hand_back(room, "soviet")


async def resign(house: House, room: Room) -> None:
    await room.take(lambda: deeds.resign(room, "soviet", ["soviet"]))


async def clear_away(house: House, room: Room) -> None:
    assert await house.clear_away(room)


@pytest.mark.parametrize("done", [hand_back, resign, clear_away])
def test_what_is_thought_in_vain_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: Callable[[House, Room], Awaitable[None]]
) -> None:
    async def for_ever(self: object, question: tuple[Any, ...]) -> tuple[int, Any]:
        if "grognard" in question[-3]:
            await asyncio.Event().wait()
        return think(question)

    rung: list[int] = []
    monkeypatch.setattr(Thinkers, "_think", for_ever)
    monkeypatch.setattr(Workers, "ring", lambda workers, number: rung.append(number))

    async def work() -> None:
        house = House(kept_at(tmp_path))
        await house.start()
        room = await opened(house)
        await handing.hand_over(room, "soviet", "grognard")
        number = await looking_ahead(house, room)
        await done(house, room)
        await until(lambda: not house.thinkers.at_work(room))
        assert rung == [number], "the worker hears of it"
        await house.close()

    asyncio.run(work())


def test_a_veteran_thinks_once_in_a_window_whichever_worker_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What he remembers lies with the house: each answer here is given by a bot that has only what was sent to it."""
    windows: list[Any] = []
    answers: list[int] = []
    ponder = Thought.think

    def counted(self: Thought, budget: Budget) -> Mapping[str, float]:
        windows.append(self.foresight.window(self.state))
        return ponder(self, Budget(rollouts=2))

    async def by_another(self: object, question: tuple[Any, ...]) -> tuple[int, Any]:
        found = await asyncio.to_thread(think, pickle.loads(pickle.dumps(question)))
        answers.append(found[0])
        return pickle.loads(pickle.dumps(found))  # type: ignore[no-any-return]

    monkeypatch.setattr(Thought, "think", counted)
    monkeypatch.setattr(Thinkers, "_think", by_another)
    monkeypatch.setattr(thinking, "PACE", 0.0)

    async def work() -> None:
        house = House(kept_at(tmp_path))
        await house.start()
        await opened(house, "veteran")
        await until(lambda: len(windows) == 3)
        await house.close()

    asyncio.run(work())
    assert windows == sorted(set(windows)), "no window twice"
    assert len(answers) > 3 * len(windows)


# ---- who may say so


def test_a_player_may_tell_a_bot_to_move_but_not_in_a_game_against_people(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried: list[str] = []
    monkeypatch.setattr(Thinkers, "hurry", lambda thinkers, room: hurried.append(room.row.id))
    anna, boris, stranger = inn.guest(), inn.guest(), inn.guest()

    alone = anna.open(game="vl", seats={"german": "random"})["id"]
    with anna.sit(alone, "soviet") as session:
        assert Line(session).send(type="move_now")["type"] == "done"
    bots = anna.open(game="vl", seats={"german": "random", "soviet": "random"})["id"]
    with anna.sit(bots) as session:
        assert Line(session).send(type="move_now")["type"] == "done", "whose table it is"
    assert hurried == [alone, bots]

    watch = anna.post(f"/api/tables/{bots}/watch").json()["token"]
    with stranger.sit(bots, watch=watch) as session:
        assert Line(session).send(type="move_now")["why"] == "spectators look on"
    several = anna.open(game="vl", seats={"german": "invite"})
    boris.post("/api/join", {"token": several["invites"]["german"]})
    with anna.sit(several["id"], "soviet") as session:
        assert "against people" in Line(session).send(type="move_now")["why"]
    assert len(hurried) == 2


def test_the_bell_is_heard_by_who_is_at_the_question_alone() -> None:
    async def work() -> list[bool]:
        workers = Workers(1)
        before = [await workers.run(_heard, one) for one in (7, 8)]
        workers.ring(8)
        after = [await workers.run(_heard, one) for one in (7, 8)]
        workers.close()
        return [*before, *after]

    assert asyncio.run(work()) == [False, False, False, True]


def _heard(number: int) -> bool:
    from grognard.table.workers import rung

    return rung(number)


# ---- what is granted


def test_a_grognard_gets_what_the_house_grants_or_what_was_asked_for() -> None:
    grants = Grants.of({"seconds": 5.0, "processes": 2}, public=False)
    assert grants.to("grognard:errs=0.1") == "grognard:errs=0.1,seconds=5.0,processes=2"
    assert grants.to("grognard:seconds=50") == "grognard:seconds=50.0,processes=2"
    assert (grants.to("veteran"), grants.to("")) == ("veteran", "")
    less = Grants.of({"seconds": 5.0}, public=True)
    assert less.to("grognard:seconds=50") == "grognard:seconds=5.0", "a house may have become busier since"
    assert (less.seconds_of("grognard"), less.seconds_of("veteran"), less.seconds_of("random")) == (5.0, 3.0, None)


def test_who_opens_a_table_may_grant_a_grognard_as_much_as_the_house_allows(home: Guest, inn: Inn) -> None:
    wanted = {"game": "vl", "seats": {"soviet": "grognard:seconds=50,errs=0.25"}}
    table = home.post("/api/tables", wanted).json()
    assert table["seats"]["soviet"]["bot"] == "grognard:seconds=50,errs=0.25"
    with home.sit(table["id"], "german") as session:
        line = Line(session)
        assert '"thinks":50.0' in line.frames[0]
    assert home.get("/api/me").json()["grognard"] == {"seconds": 20.0, "most": 50.0}
    guest = inn.guest()
    assert guest.get("/api/me").json()["grognard"] == {"seconds": 20.0, "most": 20.0}
    for told, why in (
        ("grognard:seconds=21", "thinks for 1 to 20 seconds"),
        ("grognard:seconds=0", "thinks for 1 to 20 seconds"),
        ("grognard:seconds=nan", "thinks for 1 to 20 seconds"),
        ("regular:seconds=5", "only a grognard is granted time"),
        ("grognard:processes=64", "nobody called"),
        ("grognard:rollouts=9000", "nobody called"),
        ("grognard:seconds=9,seconds=5", "nobody called"),
        ("grognard: seconds=5", "nobody called"),
    ):
        answer = guest.post("/api/tables", {"game": "vl", "seats": {"soviet": told}})
        assert answer.status_code == 422 and why in answer.text, told


@pytest.mark.parametrize(("what", "body"), [("rematch", None), ("play_on", {"step": 0, "seat": "german"})])
def test_who_was_granted_more_than_the_house_grants_now_sits_down_again_with_less(
    inn: Inn, what: str, body: dict[str, Any] | None
) -> None:
    guest, inn.house.grants = inn.guest(), Grants.of({"seconds": 50.0}, public=True)
    table = guest.open(game="vl", seats={"soviet": "grognard:seconds=50"})["id"]
    with guest.sit(table, "german") as session:
        Line(session).send(type="resign")
    inn.house.grants = Grants.of({"seconds": 20.0}, public=True)
    answer = guest.post(f"/api/tables/{table}/{what}", body)
    assert answer.status_code == 201, answer.text
    seats = guest.get(f"/api/tables/{answer.json()['id']}").json()["seats"].values()
    assert [one["bot"] for one in seats if one["kind"] == "bot"] == ["grognard:seconds=20.0"]
