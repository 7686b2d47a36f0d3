"""Notices by PostgreSQL's own means: they come whatever the address asks for, and one that breaks off is told again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from grognard.table.notices import PostgresNotices
from tests.table.databases import cluster

pytestmark = pytest.mark.postgresql


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
