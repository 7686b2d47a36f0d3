"""What a house hears of its other processes, and what it makes of their silence."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from grognard.table import handing
from grognard.table.company import SILENCE, Company
from grognard.table.house import House
from grognard.table.notices import Notices
from grognard.table.room import NotNow, Room


class Told(Notices):
    """Notices that go nowhere."""

    shared = True

    def __init__(self) -> None:
        self.told: list[tuple[str, dict[str, Any]]] = []

    def tell(self, kind: str, **what: Any) -> None:
        self.told.append((kind, what))


def with_company(folder: Path, work: Callable[[House, Room, Told], Awaitable[None]]) -> None:
    async def run() -> None:
        house = House(folder)
        await house.start()
        room, _ = await house.open_table("avl", None, {}, {}, None)
        notices = Told()
        house.company = Company(house, notices)
        await work(house, room, notices)
        await house.close()

    asyncio.run(run())


def test_who_was_silent_for_long_is_asked_who_is_with_him_when_he_is_heard_of_again(tmp_path: Path) -> None:
    async def work(house: House, room: Room, notices: Told) -> None:
        company, here = house.company, {"kind": "here", "from": "b", "table": room.row.id, "players": ["axis"]}
        company._hear(here)
        assert house.online(room) == {"axis"}
        company._heard["b"] = time.monotonic() - 2 * SILENCE
        company._leave_the_silent()
        assert house.online(room) == set()
        notices.told.clear()
        company._hear({"kind": "beat", "from": "b"})
        assert notices.told == [("who", {})]
        company._hear({"kind": "beat", "from": "b"})
        assert notices.told == [("who", {})], "once"

    with_company(tmp_path, work)


def test_a_change_that_could_not_be_read_is_read_at_the_next_look(tmp_path: Path) -> None:
    async def work(house: House, room: Room, notices: Told) -> None:
        company, found, tries = house.company, house.store.table, [OperationalError("", None, OSError())]

        async def table(table_id: str) -> Any:
            if tries:
                raise tries.pop()
            return await found(table_id)

        await house.store.change_table(room.row.id, title="the long night")
        house.store.table = table  # type: ignore[method-assign]
        company._hear({"kind": "changed", "from": "b", "table": room.row.id})
        await company._following[room.row.id]
        assert room.row.title is None and not company._following
        company._follow_those_behind()
        await company._following[room.row.id]
        assert room.row.title == "the long night" and not company._behind

    with_company(tmp_path, work)


def test_a_table_of_which_acts_were_set_aside_elsewhere_is_opened_again(tmp_path: Path) -> None:
    async def work(house: House, room: Room, notices: Told) -> None:
        house.company._hear({"kind": "anew", "from": "b", "table": room.row.id})
        assert room.broken and await house.room(room.row.id) is not room

    with_company(tmp_path, work)


def test_nobody_is_taken_for_away_before_the_others_were_asked(tmp_path: Path) -> None:
    async def work(house: House, room: Room, notices: Told) -> None:
        room.opened = time.time()
        room.awaited = {"soviet": 0.0}
        with pytest.raises(NotNow, match="just looking"):
            await handing.ask(house, room, "soviet", "axis", ("axis",))
        room.opened -= 60
        notices.connected = False
        with pytest.raises(NotNow, match="just looking"):
            await handing.ask(house, room, "soviet", "axis", ("axis",))
        notices.connected = True
        await handing.ask(house, room, "soviet", "axis", ("axis",))
        assert set(room.stand_ins) == {"soviet"}

    with_company(tmp_path, work)


def test_who_closes_looks_up_nothing_that_is_told_meanwhile(tmp_path: Path) -> None:
    """Its database is let go next: whoever still asked it would be left behind with it open."""

    async def work(house: House, room: Room, notices: Told) -> None:
        company, change = house.company, {"kind": "changed", "from": "b", "table": room.row.id}
        await company.start()
        company._hear(change)
        assert company._following, "while it is open"

        async def late() -> None:
            company._hear(change)

        notices.close = late  # type: ignore[method-assign]
        await company.close()
        assert not company._following

    with_company(tmp_path, work)
