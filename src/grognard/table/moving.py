"""Copies a house from one database to another and sees that every table there is the same, by replay.

All of it is one transaction over there: however it ends before its end, nothing has been copied. What cannot be opened
is copied as it stands and told; what the other database cannot hold is left behind and told.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
from sqlalchemy import (
    URL,
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    RowMapping,
    Table,
    Text,
    event,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from grognard.core.registry import game as find_game
from grognard.core.snapshot import canonical
from grognard.table.database import CALLED, failing, gone, is_sqlite, opened
from grognard.table.migrate import TURNSTILE
from grognard.table.room import Room
from grognard.table.rows import ActRow, Row, SeatRow, SnapshotRow, TableRow
from grognard.table.shut import Shut, check, why_not
from grognard.table.store import Store

AT_ONCE = 500
"""Rows that are read and written in one go."""
PLAINLY = orjson.OPT_NON_STR_KEYS | orjson.OPT_SORT_KEYS
PARTING = 3.0
"""Seconds that a server may take to notice that somebody has gone."""

Told = Callable[[str, int, int], None]
"""What is being done, how much of it is done, and of how much."""


class NotMoved(Exception):
    """Why nothing was copied, in one line."""


@dataclass(slots=True)
class Moved:
    """What has been copied."""

    tables: int = 0
    acts: int = 0
    shut: dict[str, str] = field(default_factory=dict)
    """Tables that cannot be opened, neither here nor there, and why: copied as they stand."""
    left: dict[str, str] = field(default_factory=dict)
    """What does not fit over there, by table, and why."""


def _plain() -> list[Table]:
    """All that is stored, unread: each table of the database after those it refers to."""
    return [Table(one.name, MetaData(), *map(_plain_column, one.columns)) for one in Row.metadata.sorted_tables]


def _plain_column(column: Column[Any]) -> Column[Any]:
    kind = column.type if isinstance(column.type, Boolean | Float | Integer) else Text()
    return Column(column.name, kind, primary_key=column.primary_key)


async def move(source: URL, target: URL, told: Told, *, serving: bool = False) -> Moved:
    """Copy everything; both are in the newest shape. `NotMoved` where the target is not empty or not the same.

    `serving`: the house may go on meanwhile; what is copied is how it stood at one moment.
    """
    moved = Moved()
    async with _connected(source) as here, _connected(target) as there:
        for connection in (there,) if serving else (here, there):
            await _nobody_serves(connection)
        if not is_sqlite(target):
            await there.execute(text("SELECT pg_advisory_xact_lock(:turnstile)"), {"turnstile": TURNSTILE})
        held = await _count(there)
        if any(held.values()):
            raise NotMoved(f"the target holds {held['tables']} tables already: name an empty one")
        await _copy(here, there, moved, told)
        await _compare(here, there, Store(target), moved, told)
        await there.commit()
    return moved


async def replayed(url: URL, told: Told | None) -> Moved:
    """What there is, and which tables cannot be opened: each is replayed, where `told` is to hear of it."""
    found = Moved()
    async with _connected(url) as here:
        counted = await _count(here)
        found.tables, found.acts = counted["tables"], counted["acts"]
        ids = list(await here.scalars(select(TableRow.id))) if told is not None else []
        for done, table_id in enumerate(ids, 1):
            standing = await _standing(here, Store(url), table_id)
            if isinstance(standing, Shut):
                found.shut[table_id] = str(standing)
            assert told is not None
            told("replaying", done, len(ids))
    return found


@asynccontextmanager
async def _connected(url: URL) -> AsyncIterator[AsyncConnection]:
    engine = opened(url, to_answer=None)
    if is_sqlite(url):
        event.listen(engine.sync_engine, "connect", _by_hand)
        event.listen(engine.sync_engine, "begin", _begin)
    try:
        async with engine.connect() as connection:
            if not is_sqlite(url):  # one look at everything, whatever happens meanwhile
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection
    finally:
        await engine.dispose()


def _by_hand(connection: Any, _record: Any) -> None:
    """Python begins no transaction before a savepoint by itself; a damaged letter is no reason to leave a house."""
    connection.isolation_level = None
    connection.driver_connection.text_factory = lambda letters: letters.decode(errors="replace")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


async def _nobody_serves(connection: AsyncConnection) -> None:
    """Who serves a folder holds it; at a server one can only look who is connected."""
    if connection.dialect.name == "sqlite":
        return
    mine = "datname = current_database() AND pid <> pg_backend_pid() AND application_name = :called"
    others = text(f"SELECT count(*) FROM pg_stat_activity WHERE {mine}")
    for _ in range(int(PARTING / 0.1)):
        if not await connection.scalar(others, {"called": CALLED}):
            return
        await asyncio.sleep(0.1)
    raise NotMoved("another grognard is connected to the database: close it first")


async def _count(connection: AsyncConnection) -> dict[str, int]:
    return {one.name: await connection.scalar(select(func.count()).select_from(one)) or 0 for one in _plain()}


# ---- copying


async def _copy(here: AsyncConnection, there: AsyncConnection, moved: Moved, told: Told) -> None:
    counted = await _count(here)
    total, done = sum(counted.values()), 0
    moved.tables, moved.acts = counted["tables"], counted["acts"]
    for table in _plain():
        found = await here.stream(select(table))
        async for rows in found.mappings().partitions(AT_ONCE):
            await _write(there, table, [_fitting(table, row, there) for row in rows], moved)
            done += len(rows)
            told("copying", done, total)
        if there.dialect.name == "postgresql" and _counts(table):  # it counts on from the last
            last = f"(SELECT coalesce(max(id), 0) + 1 FROM {table.name})"
            await there.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {last}, false)"))


def _counts(table: Table) -> bool:
    """Whether the database numbers its rows by itself."""
    return [one.name for one in table.primary_key] == ["id"] and isinstance(table.c.id.type, Integer)


def _fitting(table: Table, row: RowMapping, there: AsyncConnection) -> dict[str, Any]:
    """A row as the other database takes it: texts are texts, and PostgreSQL has no NUL in them."""
    fitting = dict(row)
    for column in table.columns:
        value = fitting[column.name]
        if isinstance(column.type, Text) and value is not None:
            value = value if isinstance(value, str) else json.dumps(value)
            without = value if there.dialect.name == "sqlite" else value.replace("\0", "\N{SYMBOL FOR NULL}")
            fitting[column.name] = without
    return fitting


async def _write(there: AsyncConnection, table: Table, rows: Sequence[Mapping[str, Any]], moved: Moved) -> None:
    try:
        async with there.begin_nested():
            await there.execute(insert(table), rows)
    except DBAPIError as error:
        if gone(error):
            raise
        if len(rows) > 1:  # one that does not fit must not keep the others back
            for row in rows:
                await _write(there, table, [row], moved)
        else:
            moved.left.setdefault(str(rows[0].get("table_id", rows[0].get("id"))), failing(error))


# ---- comparing


async def _compare(here: AsyncConnection, there: AsyncConnection, store: Store, moved: Moved, told: Told) -> None:
    for table in _plain():
        sums = [await _sum(connection, table, moved, there) for connection in (here, there)]
        if sums[0] != sums[1]:
            raise NotMoved(f"what was copied of {table.name} is not the same")
    ids = list(await there.scalars(select(TableRow.id)))
    for done, table_id in enumerate(ids, 1):
        ours, theirs = await _standing(here, store, table_id), await _standing(there, store, table_id)
        if isinstance(ours, Shut) and isinstance(theirs, Shut):
            moved.shut[table_id] = str(ours)
        elif isinstance(ours, Shut) or isinstance(theirs, Shut) or ours != theirs:
            raise NotMoved(f"table {table_id} is not the same when it is replayed there")
        told("replaying", done, len(ids))


async def _sum(connection: AsyncConnection, table: Table, moved: Moved, there: AsyncConnection) -> Counter[str]:
    """How many rows there are and what is in them, in whatever order; without those that were left behind."""
    found = await connection.stream(select(table))
    total = Counter(rows=0, content=0)
    async for row in found.mappings():
        if str(row.get("table_id", row.get("id"))) not in moved.left:
            written = json.dumps(_fitting(table, row, there), sort_keys=True).encode(errors="backslashreplace")
            total["rows"] += 1
            total["content"] += int.from_bytes(hashlib.sha256(written).digest())
    return total


async def _standing(connection: AsyncConnection, store: Store, table_id: str) -> bytes | Shut:
    """How a table stands when it is opened: its position, and what everybody sees of it; or why it cannot be."""
    async with AsyncSession(connection, join_transaction_mode="rollback_only") as session:
        row = await session.get_one(TableRow, table_id)
        try:
            check(row)
            seats = list(await session.scalars(select(SeatRow).where(SeatRow.table_id == table_id)))
            acts = select(ActRow).where(ActRow.table_id == table_id).order_by(ActRow.number)
            kept = select(SnapshotRow).where(SnapshotRow.table_id == table_id).order_by(SnapshotRow.number.desc())
            played, snapshots = list(await session.scalars(acts)), list(await session.scalars(kept))
            room = Room.restore(store, find_game(row.header["game"]), row, seats, played, snapshots)
        except Shut as shut:
            return shut
        except DBAPIError:
            raise
        except Exception as error:
            return why_not(error)
        viewers = (*room.play.roster.ids, None)
        seen = [[room.view(viewer), room.sequence(viewer)] for viewer in viewers]
        rest = [seen, room.acts, room.set_aside, room.outcome(), sorted(room.stand_ins), room.play.given]
        session.expunge_all()
        return hashlib.sha256(canonical(room.play.state) + orjson.dumps(rest, option=PLAINLY)).digest()
