"""Notices by PostgreSQL's own means: they come whatever the address asks for, and one that breaks off is told again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from grognard.table.notices import PostgresNotices
from tests.table.databases import cluster

pytestmark = pytest.mark.postgresql


class Lost:
    """A line that broke a moment ago: whoever asks hears so at once, and nobody who listens has heard of it yet."""

    asked = 0

    def add_termination_listener(self, listener: Callable[..., None]) -> None: ...

    async def add_listener(self, channel: str, listener: Callable[..., None]) -> None: ...

    async def fetchval(self, *about: Any, timeout: float) -> None:
        import asyncpg

        self.asked += 1
        assert self.asked == 1, "it is asked again and again, and the process does nothing else"
        raise asyncpg.InterfaceError("connection is closed")

    def terminate(self) -> None: ...

    def is_closed(self) -> bool:
        return True


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("query", [{}, {"ssl": "prefer"}], ids=["plain", "ssl"])
def test_a_notice_and_a_duty_by_any_address(query: dict[str, str]) -> None:
    url = cluster().url().update_query_dict(query)

    async def work() -> None:
        one, two = PostgresNotices(url, "one"), PostgresNotices(url, "two")
        heard: list[Any] = []
        await one.start(lambda _: None)
        await two.start(heard.append)
        await until(lambda: one._line is not None and two._line is not None)
        one.tell("first")
        async with one.duty("bots") as mine, two.duty("bots") as theirs:
            assert mine and not theirs
        await until(lambda: len(heard) == 2)
        assert one._line is not None
        one._line.terminate()
        one.tell("second")
        await until(lambda: len(heard) == 3)
        one.tell("bye")
        await one.close()
        await until(lambda: len(heard) == 4)
        assert [notice["kind"] for notice in heard] == ["lost", "first", "second", "bye"]
        await two.close()

    asyncio.run(work())


def test_who_is_left_in_the_middle_of_a_notice_leaves_the_line_and_tells_it_on_the_next() -> None:
    async def work() -> None:
        notices = PostgresNotices(cluster().url(), "one")
        notices.tell("first")
        line: Any = Lost()
        await notices._stay(line, lambda _: None)
        assert line.asked == 1
        heard: list[Any] = []
        two = PostgresNotices(cluster().url(), "two")
        await two.start(heard.append)
        await until(lambda: two._line is not None)
        await notices.start(lambda _: None)
        await until(lambda: len(heard) == 2)
        assert [notice["kind"] for notice in heard] == ["lost", "first"]
        await notices.close()
        await two.close()

    asyncio.run(work())
