"""Three processes pair those who seek, and one is killed meanwhile: nobody is paired twice, nobody is lost."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from grognard.table.migrate import upgrade
from tests.table.databases import OWNER, PASSWORD, Cluster, beside
from tests.table.test_processes import Process

pytestmark = pytest.mark.postgresql

PATIENCE = 120.0
KILLS = 2
FLAGS = ("--public", "--host", "127.0.0.1", "--accounts")
BLOCKED = "SELECT client_port FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE 'update seeks%'"


@pytest.fixture
def house() -> Iterator[tuple[Cluster, list[Process]]]:
    database = Cluster()
    with ExitStack() as until_closed:
        until_closed.callback(database.remove)
        upgrade(database.url(database.create("house")))
        address = database.url("house").render_as_string(hide_password=False)
        processes = [Process(address, *FLAGS) for _ in range(3)]
        for one in processes:
            until_closed.callback(one.kill)
        yield database, processes


async def seek(line: asyncpg.Connection[Any], *accounts: str) -> None:
    """These seek the same, and their pages stay there."""
    now = time.time()
    async with line.transaction():
        for account in accounts:
            await line.execute(
                "INSERT INTO accounts (id, name, folded, role, created) VALUES ($1, $1, $1, '', $2)", account, now
            )
            await line.execute(
                "INSERT INTO seeks (account_id, game, clock, rated, since, seen) VALUES ($1, 'lb', $2, true, $3, $4)",
                account, json.dumps({"days": 3}), now, now + 3600,
            )  # fmt: skip


async def paired(line: asyncpg.Connection[Any], *accounts: str) -> dict[str, str]:
    """Who is paired at which table, once all of them are."""
    until = time.monotonic() + PATIENCE
    while True:
        rows = await line.fetch("SELECT account_id, table_id FROM seeks WHERE account_id = ANY($1)", list(accounts))
        assert len(rows) == len(accounts), "a seek is lost"
        found = {row["account_id"]: row["table_id"] for row in rows}
        if all(found.values()):
            return found
        assert time.monotonic() < until, f"{found}: somebody waits for ever"
        await asyncio.sleep(0.1)


async def sound(line: asyncpg.Connection[Any]) -> None:
    """Everybody who is paired sits at that table and at no other, and no table has fewer than two."""
    seats = await line.fetch("SELECT table_id, account FROM seats")
    assert len({row["account"] for row in seats}) == len(seats), "somebody sits twice"
    told = {row["account_id"]: row["table_id"] for row in await line.fetch("SELECT * FROM seeks WHERE table_id <> ''")}
    assert {row["account"]: row["table_id"] for row in seats} == told
    for row in await line.fetch("SELECT id FROM tables"):
        assert sum(seat["table_id"] == row["id"] for seat in seats) == 2


def of_port(processes: list[Process], port: int) -> Process:
    """Whose connection to the database this is."""
    lines = (one.split() for one in Path("/proc/net/tcp").read_text().splitlines()[1:])
    socket = next(f"socket:[{one[9]}]" for one in lines if int(one[1].rpartition(":")[2], 16) == port)
    for process in processes:
        for held in Path(f"/proc/{process.process.pid}/fd").iterdir():
            if held.is_symlink() and os.readlink(held) == socket:
                return process
    raise AssertionError(f"nobody is connected from {port}")


async def in_the_middle(database: Cluster, processes: list[Process]) -> None:
    """One of two seekers is held fast, so that the transaction that pairs them has changed the other and waits; then
    its process is killed."""

    async def connected() -> asyncpg.Connection[Any]:
        settings: dict[str, Any] = {"user": OWNER, "password": PASSWORD, "database": "house"}
        return await asyncpg.connect(host="127.0.0.1", port=database.port, **settings)

    line, holding = await connected(), await connected()
    killed = 0
    for number in range(12):
        one, other = f"a{number:02}", f"b{number:02}"  # they are changed in this order
        await seek(line, one, other)
        transaction = holding.transaction()
        await transaction.start()
        free = await holding.fetchval("SELECT table_id IS NULL FROM seeks WHERE account_id = $1 FOR UPDATE", other)
        if free:  # else somebody was quicker
            port = await _waited_for(lambda: line.fetchval(BLOCKED))
            victim = await asyncio.to_thread(of_port, processes, port)
            victim.process.send_signal(signal.SIGKILL)
            await asyncio.to_thread(victim.process.wait)
            killed += 1
        await transaction.rollback()
        found = await paired(line, one, other)
        assert found[one] == found[other], "each is paired, with the other"
        await sound(line)
        if free:
            await asyncio.to_thread(victim.start)
        if killed == KILLS:
            break
    assert killed == KILLS
    await line.close()
    await holding.close()


async def _waited_for(asked: Callable[[], Any]) -> Any:
    until = time.monotonic() + PATIENCE
    while not (found := await asked()):
        assert time.monotonic() < until, "nobody begins to pair them"
        await asyncio.sleep(0.02)
    return found


def test_a_process_killed_while_it_pairs_has_paired_both_or_nobody(house: tuple[Cluster, list[Process]]) -> None:
    beside(in_the_middle(*house))
