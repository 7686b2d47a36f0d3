"""Where tables are kept: an append-only journal of acts per table, with seats, snapshots and chat beside it.

An act is acknowledged only after its commit. Commits of many tables are gathered into one transaction, so a busy house
does not wait for the disk once per answer. SQLite by default; nothing here is SQLite's alone but the pragmas.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Insert,
    Integer,
    String,
    Text,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    true,
    type_coerce,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import NullType, TypeDecorator

FILE = "tables.sqlite3"
LOCK = "serving"
"""Held by the one who serves these tables."""
FAILURES = {
    "is full": "the disk is full",
    "No space left": "the disk is full",
    "disk I/O error": "the disk cannot be read or written",
    "malformed": "the database is damaged",
    "not a database": "the database is damaged",
    "readonly": "the database may not be written",
    "unable to open": "the database cannot be opened",
}
"""What SQLite says, in plain words."""
SNAPSHOTS_KEPT = 5
ACTS_AT_ONCE = 500
"""Acts of a saved game that are written in one go."""
SUMMARY_DELAY = 0.5
"""Seconds a summary may wait for a commit to go with."""

log = logging.getLogger(__name__)


class Row(DeclarativeBase):
    """Base of all stored rows."""


class Unreadable(str):
    """What stands in the database where JSON should be."""


class KeptJSON(TypeDecorator[Any]):
    """JSON that may be damaged: what cannot be read is told as such, so that one bad row does not hide the others."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> str | None:
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: Any, dialect: Any) -> Any:
        if value is None:
            return None
        try:
            return json.loads(value)
        except (ValueError, TypeError, RecursionError):
            return Unreadable(value)


class TableRow(Row):
    """A table: what fixes the game before its first answer, and how it stands."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    header: Mapped[dict[str, Any]] = mapped_column(KeptJSON)
    start: Mapped[dict[str, Any] | None] = mapped_column(KeptJSON, nullable=True)
    forced: Mapped[list[Any] | None] = mapped_column(KeptJSON, nullable=True)
    owner_hash: Mapped[str | None] = mapped_column(String(64), nullable=True)
    watch_hash: Mapped[str | None] = mapped_column(String(64), nullable=True)
    clock: Mapped[dict[str, Any] | None] = mapped_column(KeptJSON, nullable=True)
    rematch: Mapped[str | None] = mapped_column(String(32), nullable=True)
    title: Mapped[str | None] = mapped_column(String(64), nullable=True)
    """What its owner calls it."""
    summary: Mapped[dict[str, Any] | None] = mapped_column(KeptJSON, nullable=True)
    """How the game stood after `summary["acts"]` acts: what lists show without opening the table."""
    over: Mapped[bool] = mapped_column(default=False)
    created: Mapped[float] = mapped_column(Float)
    changed: Mapped[float] = mapped_column(Float)
    """When something happened that everybody may know; a secret choice leaves no mark."""


class SeatRow(Row):
    """A chair at a table: a person's, a bot's, or one that waits for whoever holds its invitation."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    player: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    bot: Mapped[str | None] = mapped_column(String(32), nullable=True)
    name: Mapped[str] = mapped_column(String(64), default="")
    key_hash: Mapped[str | None] = mapped_column(String(64), nullable=True)
    invite_hash: Mapped[str | None] = mapped_column(String(64), nullable=True)


class ActRow(Row):
    """One act of a table in the order it was taken: an answer, an undo, a redo, a take-back, a claim, a hand-over."""

    __tablename__ = "acts"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(12))
    player: Mapped[str] = mapped_column(String(32))
    verb: Mapped[str | None] = mapped_column(String(64), nullable=True)
    target: Mapped[Any] = mapped_column(JSON, nullable=True)
    at: Mapped[float] = mapped_column(Float)
    aside: Mapped[bool] = mapped_column(default=False)
    """Kept, but no longer part of the game: it did not fit after a correction of the rules."""


class NewAct(NamedTuple):
    """An act on its way into the database: a busy house writes hundreds a second, without the mapper's bookkeeping."""

    table_id: str
    number: int
    kind: str
    player: str
    verb: str | None
    target: Any
    at: float
    aside: bool = False


class SnapshotRow(Row):
    """A position after so many acts: a game in progress survives a later correction of a rule."""

    __tablename__ = "snapshots"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    version: Mapped[str] = mapped_column(String(16))
    plain: Mapped[str] = mapped_column(Text)
    clock: Mapped[dict[str, Any] | None] = mapped_column(JSON, nullable=True)
    """What every player had left then, and who had lost on time; nothing at a table without clocks."""


class ChatRow(Row):
    """A line somebody said at a table."""

    __tablename__ = "chat"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), index=True)
    who: Mapped[str] = mapped_column(String(64))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)


class LinkRow(Row):
    """A one-time link that carries a key to another device; the key is sealed with the link's own secret."""

    __tablename__ = "links"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    sealed: Mapped[str] = mapped_column(String(128))
    until: Mapped[float] = mapped_column(Float)


@dataclass(frozen=True, slots=True)
class Card:
    """A table as a list shows it."""

    row: TableRow
    seats: dict[str, SeatRow]
    acts: int

    @property
    def fresh(self) -> bool:
        """Whether the summary tells of the last act: a crash may have lost it, never the act."""
        return isinstance(self.row.summary, dict) and self.row.summary.get("acts") == self.acts


class Store:
    """All tables of one data directory."""

    def __init__(self, url: str) -> None:
        self.engine: AsyncEngine = create_async_engine(url)
        self._pen: Engine | None = None
        """Writes to SQLite, in a thread of its own: a commit is one errand there instead of seven."""
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine.sync_engine, "connect", _durable)
            self._pen = create_engine(make_url(url).set(drivername="sqlite"))
            event.listen(self._pen, "connect", _durable)
        self._hand = ThreadPoolExecutor(1, "pen")
        self._session = async_sessionmaker(self.engine, expire_on_commit=False)
        self._queue: asyncio.Queue[tuple[Sequence[Row | NewAct], asyncio.Future[None] | None]] = asyncio.Queue()
        self._summaries: dict[str, Callable[[], dict[str, Any]]] = {}
        self._soon: asyncio.TimerHandle | None = None
        self._due = False
        """Whether the summaries have waited long enough."""
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    def in_folder(cls, folder: Path) -> Store:
        keep_private(folder)
        return cls(f"sqlite+aiosqlite:///{folder / FILE}")

    async def start(self) -> None:
        self._writer = asyncio.create_task(self._write_forever())

    async def close(self) -> None:
        """Write what is still waiting, then let go."""
        if self._soon is not None:
            self._soon.cancel()
        if self._writer is not None:
            self._due = True
            await self.append([])
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        self._hand.shutdown()
        await self.let_go()

    async def let_go(self) -> None:
        """Close what is open to the database; the next to need it opens it anew."""
        if self._pen is not None:
            self._pen.dispose()
        await self.engine.dispose()

    @property
    def engines(self) -> list[Engine]:
        """All that open the database."""
        return [self.engine.sync_engine, *([] if self._pen is None else [self._pen])]

    # ---- writing acts: gathered commits

    async def append(self, rows: Sequence[Row | NewAct]) -> None:
        """Store rows; returns when they are on the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((rows, done))
        await done

    def later(self, rows: Sequence[Row | NewAct]) -> None:
        """Store rows that nobody waits for: safety copies."""
        self._queue.put_nowait((rows, None))

    def summarize(self, table_id: str, summary: Callable[[], dict[str, Any]]) -> None:
        """Keep how a table stands: asked for and written soon, once for all that happens until then."""
        self._summaries[table_id] = summary
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(SUMMARY_DELAY, self._write_summaries)

    def forget(self, table_id: str) -> None:
        """Write no summary of a table that is cleared away."""
        self._summaries.pop(table_id, None)

    def _write_summaries(self) -> None:
        self._soon = None
        self._due = True
        self.later([])

    async def _write_forever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            summaries = self._take_summaries()
            try:
                told = {table_id: summary() for table_id, summary in summaries.items()}
                await self._commit([row for rows, _ in batch for row in rows], told)
            except Exception:
                # one bad row must not sink the others: each act alone
                self._summaries = summaries | self._summaries
                for rows, done in batch:
                    await self._commit_alone(rows, done)
            else:
                for _, done in batch:
                    _succeed(done)

    def _take_summaries(self) -> dict[str, Callable[[], dict[str, Any]]]:
        if not self._due:
            return {}
        self._due = False
        summaries, self._summaries = self._summaries, {}
        return summaries

    async def _commit_alone(self, rows: Sequence[Row | NewAct], done: asyncio.Future[None] | None) -> None:
        try:
            await self._commit(rows, {})
        except Exception as error:
            if done is None:
                log.error("a safety copy could not be stored: %s", failing(error))
            else:
                _fail(done, error)
        else:
            _succeed(done)

    async def _commit(self, rows: Sequence[Row | NewAct], summaries: Mapping[str, dict[str, Any]]) -> None:
        """Write rows in one transaction."""
        if self._pen is None:
            async with self.engine.begin() as connection:
                await connection.run_sync(_write, rows, summaries)
        else:
            await asyncio.get_running_loop().run_in_executor(self._hand, self._commit_at_once, rows, summaries)

    def _commit_at_once(self, rows: Sequence[Row | NewAct], summaries: Mapping[str, dict[str, Any]]) -> None:
        assert self._pen is not None
        with self._pen.begin() as connection:
            _write(connection, rows, summaries)

    # ---- tables

    async def add_table(self, table: TableRow, seats: Sequence[SeatRow], acts: Sequence[ActRow] = ()) -> None:
        async with self._session() as session, session.begin():
            session.add(table)
            await session.flush()
            session.add_all(seats)
            for first in range(0, len(acts), ACTS_AT_ONCE):  # others are let in between
                some = [_values(act) for act in acts[first : first + ACTS_AT_ONCE]]
                await session.execute(_INSERTS[ActRow], some)

    async def table(self, table_id: str) -> TableRow | None:
        async with self._session() as session:
            return await session.get(TableRow, table_id)

    async def count_tables(self, visitor_hash: str | None) -> int:
        async with self._session() as session:
            return await session.scalar(select(func.count(TableRow.id)).where(_of(visitor_hash))) or 0

    async def cards(self, visitor_hash: str | None, most: int = 200, skip: int = 0) -> list[Card]:
        """A page of tables, all of them or a visitor's own, with their seats, without opening any.

        Those that go on come before those that are over, the newest first.
        """
        chosen = select(TableRow).where(_of(visitor_hash)).limit(most).offset(skip)
        chosen = chosen.order_by(TableRow.over, TableRow.changed.desc(), TableRow.id)
        async with self._session() as session:
            rows = list(await session.scalars(chosen))
            ids = [row.id for row in rows]
            seats: dict[str, dict[str, SeatRow]] = {table_id: {} for table_id in ids}
            for seat in await session.scalars(select(SeatRow).where(SeatRow.table_id.in_(ids))):
                seats[seat.table_id][seat.player] = seat
            last = select(ActRow.table_id, func.max(ActRow.number)).where(ActRow.table_id.in_(ids))
            counted = await session.execute(last.group_by(ActRow.table_id))
            acts: dict[str, int] = {row[0]: row[1] for row in counted}
        return [Card(row, seats[row.id], acts.get(row.id, 0)) for row in rows]

    async def change_table(self, table_id: str, **values: Any) -> None:
        async with self._session() as session, session.begin():
            await session.execute(update(TableRow).where(TableRow.id == table_id).values(**values))

    async def remove_table(self, table_id: str) -> None:
        async with self._session() as session, session.begin():
            for row in (ActRow, SnapshotRow, ChatRow, SeatRow):
                await session.execute(delete(row).where(row.table_id == table_id))
            await session.execute(delete(TableRow).where(TableRow.id == table_id))

    # ---- seats

    async def seats(self, table_id: str) -> list[SeatRow]:
        async with self._session() as session:
            return list(await session.scalars(select(SeatRow).where(SeatRow.table_id == table_id)))

    async def change_seat(self, table_id: str, player: str, **values: Any) -> None:
        async with self._session() as session, session.begin():
            chosen = update(SeatRow).where(SeatRow.table_id == table_id, SeatRow.player == player)
            await session.execute(chosen.values(**values))

    async def claim(self, invite_hash: str, key_hash: str, name: str) -> SeatRow | None:
        """Take the seat an invitation is for: single use, decided by the database, so two claims cannot both win."""
        async with self._session() as session, session.begin():
            seat = await session.scalar(select(SeatRow).where(SeatRow.invite_hash == invite_hash))
            if seat is None:
                return None
            taken = await session.execute(
                update(SeatRow)
                .where(SeatRow.table_id == seat.table_id, SeatRow.player == seat.player)
                .where(SeatRow.invite_hash == invite_hash)
                .values(invite_hash=None, key_hash=key_hash, kind="human", name=name)
            )
            return seat if taken.rowcount == 1 else None  # type: ignore[attr-defined]  # a cursor result has it

    async def invited(self, invite_hash: str) -> SeatRow | None:
        """The seat an invitation is for; it is not used up by that."""
        async with self._session() as session:
            return await session.scalar(select(SeatRow).where(SeatRow.invite_hash == invite_hash))

    async def owns_anything(self, visitor_hash: str) -> bool:
        """Whether somebody with this key opened a table or sits at one."""
        async with self._session() as session:
            owned = select(TableRow.id).where(TableRow.owner_hash == visitor_hash).limit(1)
            seated = select(SeatRow.table_id).where(SeatRow.key_hash == visitor_hash).limit(1)
            return await session.scalar(owned) is not None or await session.scalar(seated) is not None

    # ---- links to another device

    async def add_link(self, link: LinkRow) -> None:
        async with self._session() as session, session.begin():
            await session.execute(delete(LinkRow).where(LinkRow.until < time.time()))
            session.add(link)

    async def link(self, token_hash: str) -> str | None:
        """What a link holds that can still be used; it is not used up by that."""
        async with self._session() as session:
            link = await session.get(LinkRow, token_hash)
            return link.sealed if link is not None and link.until >= time.time() else None

    async def take_link(self, token_hash: str) -> str | None:
        """What a link holds, once: the database decides who was first."""
        async with self._session() as session, session.begin():
            link = await session.get(LinkRow, token_hash)
            if link is None:
                return None
            gone = await session.execute(delete(LinkRow).where(LinkRow.token_hash == token_hash))
            first = gone.rowcount == 1  # type: ignore[attr-defined]  # a cursor result has it
            return link.sealed if first and link.until >= time.time() else None

    # ---- acts, snapshots, chat

    async def acts(self, table_id: str, after: int = 0) -> list[ActRow]:
        async with self._session() as session:
            chosen = select(ActRow).where(ActRow.table_id == table_id, ActRow.number > after)
            return list(await session.scalars(chosen.order_by(ActRow.number)))

    async def acts_as_stored(self, table_id: str) -> list[dict[str, Any]]:
        """The acts of a table that cannot be opened, unread."""
        columns = [column for column in ActRow.__table__.columns if column.name != "table_id"]
        chosen = select(*(type_coerce(column, NullType()).label(column.name) for column in columns))
        async with self._session() as session:
            found = await session.execute(chosen.where(ActRow.table_id == table_id).order_by(ActRow.number))
            return [dict(row) for row in found.mappings()]

    async def set_aside(self, table_id: str, after: int) -> None:
        """Keep the acts after this one, but out of the game."""
        async with self._session() as session, session.begin():
            later = update(ActRow).where(ActRow.table_id == table_id, ActRow.number > after)
            await session.execute(later.values(aside=True))

    async def snapshots(self, table_id: str) -> list[SnapshotRow]:
        """Newest first."""
        async with self._session() as session:
            chosen = select(SnapshotRow).where(SnapshotRow.table_id == table_id)
            return list(await session.scalars(chosen.order_by(SnapshotRow.number.desc())))

    async def chat(self, table_id: str, most: int = 200) -> list[ChatRow]:
        async with self._session() as session:
            chosen = select(ChatRow).where(ChatRow.table_id == table_id).order_by(ChatRow.id.desc()).limit(most)
            return list(reversed(list(await session.scalars(chosen))))


def snapshot_row(
    table_id: str, number: int, version: str, plain: Mapping[str, Any], clock: dict[str, Any] | None = None
) -> SnapshotRow:
    return SnapshotRow(table_id=table_id, number=number, version=version, plain=json.dumps(plain), clock=clock)


_INSERTS: Mapping[type[Row], Insert] = {kind: insert(kind) for kind in (ActRow, SnapshotRow, ChatRow)}
_OF_TABLE = update(TableRow).where(TableRow.id == bindparam("of_table"))
_MINE = SnapshotRow.table_id == bindparam("of_table")
_NEWEST = select(SnapshotRow.number).where(_MINE).order_by(SnapshotRow.number.desc()).limit(SNAPSHOTS_KEPT)
_SAME_SNAPSHOT = delete(SnapshotRow).where(_MINE, SnapshotRow.number == bindparam("after"))
_OLDER_SNAPSHOTS = delete(SnapshotRow).where(_MINE, SnapshotRow.number.not_in(_NEWEST.scalar_subquery()))
"""All but the newest few: the older ones have done their duty."""
_SUMMARIZE = _OF_TABLE.values(summary=bindparam("told"), over=bindparam("ended"), changed=bindparam("then"))


def _of(visitor_hash: str | None) -> ColumnElement[bool]:
    """Which tables are a visitor's: he opened them or sits there. All of them without one."""
    if visitor_hash is None:
        return true()
    seated = select(SeatRow.table_id).where(SeatRow.key_hash == visitor_hash)
    return (TableRow.owner_hash == visitor_hash) | TableRow.id.in_(seated)


def _write(connection: Connection, rows: Sequence[Row | NewAct], summaries: Mapping[str, dict[str, Any]]) -> None:
    """Write rows with one statement for each kind: a busy house is often here."""
    snapshots = [row for row in rows if isinstance(row, SnapshotRow)]
    if snapshots:  # one that could not be read any more is replaced
        these = [{"of_table": row.table_id, "after": row.number} for row in snapshots]
        connection.execute(_SAME_SNAPSHOT, these)
    for kind in (ActRow, SnapshotRow, ChatRow):
        values = [_values(row) for row in rows if isinstance(row, kind)]
        if kind is ActRow:
            values += [row._asdict() for row in rows if isinstance(row, NewAct)]
        if values:
            connection.execute(_INSERTS[kind], values)
    if summaries:
        told = [
            {"of_table": table_id, "told": summary, "ended": summary["result"] is not None, "then": summary["changed"]}
            for table_id, summary in summaries.items()
        ]
        connection.execute(_SUMMARIZE, told)
    if snapshots:
        connection.execute(_OLDER_SNAPSHOTS, [{"of_table": table} for table in {row.table_id for row in snapshots}])


def _values(row: Row) -> dict[str, Any]:
    """A row's columns; what the database numbers by itself is left to it."""
    names = [column.key for column in type(row).__table__.columns]
    return {name: value for name in names if (value := getattr(row, name)) is not None or name != "id"}


def _durable(connection: Any, _record: Any) -> None:
    """WAL, and every commit on the disk before it returns: an acknowledged answer survives `kill -9` and power loss."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def keep_private(folder: Path) -> None:
    """Make the folder and its database where there are none, for their owner's eyes only: they hold seeds and secrets.

    A folder that holds anything of somebody else's is left as it is; the database in it is private all the same.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    mine = [one for one in folder.iterdir() if one.name.startswith(FILE) or one.name == LOCK]
    if len(mine) == len(list(folder.iterdir())):
        folder.chmod(0o700)
    (folder / FILE).touch(0o600)
    for one in (folder / FILE, *mine):
        one.chmod(0o600)


def failing(error: BaseException) -> str:
    """What is wrong with the database, in a few words."""
    text = str(getattr(error, "orig", None) or error)
    return next((plainly for sign, plainly in FAILURES.items() if sign in text), text.splitlines()[0][:200])


def _succeed(done: asyncio.Future[None] | None) -> None:
    if done is not None and not done.done():
        done.set_result(None)


def _fail(done: asyncio.Future[None], error: BaseException) -> None:
    if not done.done():
        done.set_exception(error)
