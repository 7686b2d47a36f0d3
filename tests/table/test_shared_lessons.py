"""A lesson where several processes serve: whichever its learner comes to has it as he left it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from grognard.core.registry import game
from grognard.school.lesson import lessons
from grognard.school.session import Session
from grognard.table.classroom import Classroom
from grognard.table.company import Company
from grognard.table.house import LESSONS_EACH, House
from grognard.table.notices import Notices
from tests.table.databases import kept_at


class Shared(Notices):
    """Notices that go nowhere: storage alone tells."""

    shared = True


def with_both(folder: Path, work: Callable[[House, House], Awaitable[None]]) -> None:
    where = kept_at(folder)

    async def run() -> None:
        houses = House(where, public=True), House(where, public=True)
        for house in houses:
            await house.start()
            house.company = Company(house, Shared())
        try:
            await work(*houses)
        finally:
            for house in houses:
                await house.close()

    asyncio.run(run())


def begun(house: House) -> Classroom:
    found = game("vl")
    return Classroom(house.store, Session(found, lessons(found)[0]), "anna")


async def lead_on(room: Classroom, answers: int) -> None:
    """Answer as the lesson wants it, so many times, and read on between."""
    while answers:
        if room.passing:
            await room.do("go_on")
        elif (wanted := room.show()) is None:
            await room.do("read_on")
        else:
            player = room.session.asked
            assert player is not None
            await room.act("answer", player, room.sequence(player), wanted.verb, wanted.target)
            answers -= 1


def test_who_comes_to_another_process_goes_on_where_he_was(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        here = begun(one)
        await one.begin_lesson(here)
        await lead_on(here, 2)
        there = await two.room(here.row.id)
        assert isinstance(there, Classroom) and there.session.record() == here.session.record()
        assert there.row.owner_hash == "anna" and there.seats.keys() == here.seats.keys()
        assert await two.knows("anna") and not await two.knows("boris")
        await lead_on(there, 1)
        back = await one.room(here.row.id)
        assert isinstance(back, Classroom) and back is not here
        assert back.session.record() == there.session.record() != here.session.record()
        assert await one.room(here.row.id) is back, "nothing has happened elsewhere since"

    with_both(tmp_path, work)


def test_the_oldest_of_a_learners_lessons_gives_way_wherever_it_was_begun(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        first = begun(one)
        await one.begin_lesson(first)
        others = [begun(two) for _ in range(LESSONS_EACH)]
        for other in others[:-1]:
            await two.begin_lesson(other)
        assert await one.room(first.row.id) is first
        await two.begin_lesson(others[-1])
        with pytest.raises(KeyError):
            await one.room(first.row.id)
        assert [(await one.room(other.row.id)).row.id for other in others] == [other.row.id for other in others]

    with_both(tmp_path, work)


def test_where_one_process_serves_nothing_of_a_lesson_is_stored(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        one.company = Company(one, Notices())
        here = begun(one)
        await one.begin_lesson(here)
        await lead_on(here, 1)
        assert await one.room(here.row.id) is here
        with pytest.raises(KeyError):
            await two.room(here.row.id)

    with_both(tmp_path, work)
