"""What other processes have stored is read for all tables at once that are behind."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import URL, event, text
from sqlalchemy.exc import SQLAlchemyError

from grognard.table import reading
from grognard.table.database import database, opened
from grognard.table.held import Held
from grognard.table.migrate import upgrade
from grognard.table.store import NewAct, Store, TableRow
from tests.table import databases
from tests.table.databases import Cluster

pytestmark = pytest.mark.postgresql

TABLES = ("alpha", "bravo", "charlie")


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    found = Cluster(databases.FAST)
    yield found
    found.remove()


@pytest.fixture
def where(server: Cluster) -> URL:
    url = database(server.url(server.create(f"reading_{time.monotonic_ns()}")).render_as_string(hide_password=False))
    upgrade(url)
    return url


def act(table: str, number: int) -> NewAct:
    return NewAct(table, number, "answer", "axis", "move", {"hex": [23, 10]}, 1.5 * number)


def over(where: URL, work: Any) -> None:
    """Two processes' stores over one database with three tables."""

    async def run() -> None:
        one, other = Store.at(where), Store.at(where)
        await asyncio.gather(one.start(), other.start())
        for table in TABLES:
            row = TableRow(id=table, header={"game": "avl"}, over=False, created=1.0, changed=1.0)
            await one.add_table(row, [])
        try:
            await work(one, other)
        finally:
            await asyncio.gather(one.close(), other.close())

    asyncio.run(run())


def asked(store: Store) -> list[str]:
    """What is asked of the database from now on about acts."""
    found: list[str] = []
    hear = lambda *about: found.append(about[2]) if "FROM acts" in about[2] else None  # noqa: E731
    event.listen(store.engine.sync_engine, "before_cursor_execute", hear)
    return found


def test_all_who_are_behind_are_told_by_one_question(where: URL) -> None:
    async def work(one: Store, other: Store) -> None:
        await one.append([act(table, number) for table in TABLES for number in range(1, 5)])
        questions = asked(other)
        found = await asyncio.gather(*(other.fresh(table, after) for after, table in enumerate(TABLES)))
        assert [[(row.table_id, row.number) for row in some] for some in found] == [
            [(table, number) for number in range(after + 1, 5)] for after, table in enumerate(TABLES)
        ]
        assert len(questions) == 1
        assert found[0][0] == act("alpha", 1), "as it was written, to the last field"
        assert await other.fresh("alpha", 4) == []

    over(where, work)


def test_two_who_ask_for_one_table_are_told_what_each_lacks(where: URL) -> None:
    async def work(one: Store, other: Store) -> None:
        await one.append([act("alpha", number) for number in range(1, 5)])
        first, second = await asyncio.gather(other.fresh("alpha", 1), other.fresh("alpha", 3))
        assert [row.number for row in first] == [2, 3, 4] and [row.number for row in second] == [4]

    over(where, work)


def test_a_long_absence_is_read_piece_by_piece(where: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "AT_ONCE", 3)

    async def work(one: Store, other: Store) -> None:
        await one.append([act("alpha", number) for number in range(1, 9)])
        assert [row.number for row in await other.fresh("alpha", 0)] == list(range(1, 9))

    over(where, work)


def test_a_lost_connection_is_changed_for_another_and_nobody_hears_of_it(where: URL, server: Cluster) -> None:
    async def work(one: Store, other: Store) -> None:
        await one.append([act("alpha", 1)])
        assert len(await other.fresh("alpha", 0)) == 1
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        both = await asyncio.gather(other.fresh("alpha", 0), other.fresh("bravo", 0))
        assert [len(one) for one in both] == [1, 0]
        await one.append([act("alpha", 2)])  # whoever writes needs no second try of his own
        assert len(await other.fresh("alpha", 0)) == 2

    over(where, work)


def test_who_goes_away_while_he_waits_leaves_the_others_theirs(where: URL) -> None:
    async def work(one: Store, other: Store) -> None:
        await one.append([act("alpha", 1), act("bravo", 1)])
        gone, stays = (asyncio.create_task(other.fresh(table, 0)) for table in ("alpha", "bravo"))
        await asyncio.sleep(0)
        gone.cancel()
        assert [row.number for row in await stays] == [1]

    over(where, work)


def test_whatever_goes_wrong_is_told_to_all_who_wait_and_not_for_ever(
    where: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(held: Held) -> Any:
        raise RuntimeError("nobody thought of this")

    async def work(one: Store, other: Store) -> None:
        await one.append([act("alpha", 1)])
        monkeypatch.setattr(Held, "use", broken)
        both = asyncio.gather(other.fresh("alpha", 0), other.fresh("bravo", 0), return_exceptions=True)
        assert [type(one) for one in await asyncio.wait_for(both, 5)] == [RuntimeError, RuntimeError]
        monkeypatch.undo()
        assert len(await asyncio.wait_for(other.fresh("alpha", 0), 5)) == 1

    over(where, work)


@pytest.mark.parametrize("begun", [0, 1, 2])
def test_who_waits_when_it_is_let_go_is_sent_away_and_the_next_reads_again(where: URL, begun: int) -> None:
    """Before the reading has begun, while it goes on, and with one who waits for the next."""

    async def work(one: Store, other: Store) -> None:
        await one.append([act("alpha", 1)])
        waiting = [asyncio.create_task(other.fresh("alpha", 0))]
        for _ in range(begun):
            await asyncio.sleep(0)
        waiting.append(asyncio.create_task(other.fresh("bravo", 0)))
        await asyncio.sleep(0)
        await other.let_go()
        done, late = await asyncio.wait(waiting, timeout=5)
        assert len(done) == 2 and not late
        assert len(await asyncio.wait_for(other.fresh("alpha", 0), 5)) == 1

    over(where, work)


def test_a_connection_that_has_fallen_silent_is_left_for_another(where: URL) -> None:
    async def run() -> None:
        engine = opened(where, to_answer=1.0)
        async with engine.connect() as connection:
            process = await connection.scalar(text("SELECT pg_backend_pid()"))
        os.kill(process, signal.SIGSTOP)
        try:
            async with engine.connect() as connection:  # no TimeoutError, which nobody takes for the database's
                assert await connection.scalar(text("SELECT pg_backend_pid()")) != process
        finally:
            os.kill(process, signal.SIGCONT)
            await engine.dispose()

    asyncio.run(run())


def test_that_the_server_is_away_is_told_to_all_who_wait(where: URL, server: Cluster) -> None:
    async def work(one: Store, other: Store) -> None:
        await one.append([act("alpha", 1)])
        assert len(await other.fresh("alpha", 0)) == 1
        await asyncio.to_thread(server.stop)
        both = await asyncio.gather(other.fresh("alpha", 0), other.fresh("bravo", 0), return_exceptions=True)
        await asyncio.to_thread(server.start)
        assert all(isinstance(one, SQLAlchemyError) for one in both)
        assert len(await other.fresh("alpha", 0)) == 1

    over(where, work)
