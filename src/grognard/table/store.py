"""Where tables are kept: an append-only journal of acts per table, with seats, snapshots and chat beside it.

An act is acknowledged only after its commit. Commits of many tables are gathered into one transaction, so a busy house
does not wait for the disk once per answer. SQLite by default, or PostgreSQL: `database` knows the difference.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sqlite3
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Engine,
    Insert,
    Select,
    Text,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    true,
    tuple_,
    type_coerce,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker
from sqlalchemy.types import NullType

from grognard.table.database import FILE, LOCK, database, failing, gone, keep_private, opened, pen
from grognard.table.rows import (
    ActRow,
    Card,
    ChatRow,
    LessonRow,
    LinkRow,
    NewAct,
    NewHeader,
    Row,
    SeatRow,
    SnapshotRow,
    StudyRow,
    TableRow,
    Unreadable,
    Written,
    account_of,
    snapshot_row,
)

__all__ = [
    "FILE", "LOCK", "ActRow", "Card", "ChatRow", "InDoubt", "LessonRow", "LinkRow", "NewAct", "NewHeader", "Row",
    "SeatRow", "SnapshotRow", "Store", "TableRow", "Unreadable", "Written", "failing", "keep_private", "snapshot_row",
]  # fmt: skip

from grognard.table import reading
from grognard.table.held import Held
from grognard.table.metrics import COMMIT_SECONDS
from grognard.table.notices import ALONE, CHANNEL, Notices, PostgresNotices, acts_notices
from grognard.table.pen import AT_ONCE, commit_acts, insert_acts, update_summaries
from grognard.table.reading import Reading

SNAPSHOTS_KEPT = 5
OFFERS_EACH = 5
"""Tables of one host on the list of open seats: nobody fills it alone."""
OFFER_LIFE = 30 * 86_400.0
"""Seconds that an open seat stays on the list."""
LESSON_LIFE = 86_400.0
"""Seconds that a lesson waits for its learner."""
ACTS_AT_ONCE = 500
"""Acts of a saved game that are written in one go."""
SUMMARY_DELAY = 2.0
"""Seconds a summary may wait for a commit to go with."""
GATHERING = 0.01
"""Seconds between commits, at least, while acts of several tables come at once: a commit costs what ten acts cost."""
GATHERINGS = 3
"""So many times as long where the engine has enough to do meanwhile: nobody has his answer sooner for a commit more."""

log = logging.getLogger(__name__)

Rows = Sequence[Written]
Waiting = tuple[Rows, asyncio.Future[None] | None]
"""Rows, and who waits for them."""


class InDoubt(SQLAlchemyError):
    """The connection was lost with the word that a commit was done: what was written may be there or not."""

    def __init__(self) -> None:
        super().__init__("the connection to the database was lost while it was written")


class Store:
    """All tables of one house."""

    def __init__(self, url: URL) -> None:
        self.engine: AsyncEngine = opened(url)
        self._pen = pen(url)
        """Writes to SQLite, in a thread of its own: a commit is one errand there instead of seven."""
        self.origin = token_urlsafe(6)
        """Marks the notices of this process."""
        self._hand = ThreadPoolExecutor(1, "pen")
        self._session = async_sessionmaker(self.engine, expire_on_commit=False)
        self._desk = Held(self.engine)
        """Where acts are written at a server."""
        self._reading = Reading(self.engine) if self._pen is None else None
        """Where others write too: what they have written."""
        self._queue: asyncio.Queue[Waiting] = asyncio.Queue()
        self._summaries: dict[str, Callable[[], dict[str, Any]]] = {}
        self._soon: asyncio.TimerHandle | None = None
        self._due = False
        """Whether the summaries have waited long enough."""
        self._writer: asyncio.Task[None] | None = None
        self.busy: Callable[[], bool] = lambda: False
        """Whether the engine has work for as long as acts are gathered."""

    @classmethod
    def at(cls, where: Path | URL) -> Store:
        """In a data folder, or at an address."""
        return cls(where) if isinstance(where, URL) else cls.in_folder(where)

    @classmethod
    def in_folder(cls, folder: Path) -> Store:
        keep_private(folder)
        return cls(database(folder))

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
        if self._reading is not None:
            await self._reading.close()
        await self._desk.close()
        await self.engine.dispose()

    @property
    def engines(self) -> list[Engine]:
        """All that open the database."""
        return [self.engine.sync_engine, *([] if self._pen is None else [self._pen])]

    def notices(self) -> Notices:
        """To the other processes that share this database."""
        shared = self.engine.dialect.name == "postgresql"
        return PostgresNotices(self.engine.url, self.origin) if shared else ALONE

    async def shape(self) -> str:
        """Which migration the database has come to; whatever is wrong with the database shows."""
        if self._pen is not None and not await asyncio.to_thread(Path(self.engine.url.database or "").is_file):
            raise FileNotFoundError("the database's file was taken away")  # what is open of it would still answer
        async with self.engine.connect() as connection:
            return str(await connection.scalar(text("SELECT version_num FROM alembic_version")))

    # ---- writing acts: gathered commits

    async def append(self, rows: Rows) -> None:
        """Store rows; returns when they are on the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((rows, done))
        await done

    def later(self, rows: Rows) -> None:
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
        busy_until = 0.0
        while True:
            batch = [await self._queue.get()]
            await asyncio.sleep(max(0.0, busy_until - time.monotonic()))
            await self._gather()
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            busy_until = time.monotonic() + GATHERING if len(batch) > 1 else 0.0
            summaries = self._take_summaries()
            try:
                told = {table_id: summary() for table_id, summary in summaries.items()}
                await self._commit([row for rows, _ in batch for row in rows], told)
            except Exception as error:
                self._summaries = summaries | self._summaries
                await self._rescue(batch, error)
            else:
                for _, done in batch:
                    _succeed(done)

    async def _gather(self) -> None:
        for _ in range(GATHERINGS - 1):
            if not self.busy():
                return
            await asyncio.sleep(GATHERING)

    def _take_summaries(self) -> dict[str, Callable[[], dict[str, Any]]]:
        if not self._due:
            return {}
        self._due = False
        summaries, self._summaries = self._summaries, {}
        return summaries

    async def _rescue(self, batch: Sequence[Waiting], error: Exception) -> None:
        """One bad row must not sink the others. Whom another process was before is told so, and the rest is written
        together; whatever else it is, each act alone."""
        late = await self._too_late(batch) if isinstance(error, IntegrityError) else []
        rest = [one for one in batch if not any(one is other for other in late)]
        if late and rest:
            for _, done in late:
                if done is not None:
                    _fail(done, error)
            batch = rest
            try:
                await self._commit([row for rows, _ in rest for row in rows], {})
            except Exception as again:
                error = again
            else:
                for _, done in rest:
                    _succeed(done)
                return
        await self._commit_each(batch, isinstance(error, InDoubt))

    async def _too_late(self, batch: Sequence[Waiting]) -> list[Waiting]:
        """Those of whose acts the number is taken."""
        acts = [[(row.table_id, row.number) for row in rows if isinstance(row, NewAct)] for rows, _ in batch]
        here = tuple_(ActRow.table_id, ActRow.number)
        chosen = select(ActRow.table_id, ActRow.number).where(here.in_([one for some in acts for one in some]))
        try:
            async with self._session() as session:
                taken = {(table, number) for table, number in await session.execute(chosen)}
        except Exception:  # nobody would write any more
            return []
        return [one for one, some in zip(batch, acts, strict=True) if not taken.isdisjoint(some)]

    async def _commit_each(self, batch: Sequence[Waiting], doubtful: bool) -> None:
        """Write each alone; a database that is gone for one of them is not asked again for all the others."""
        lost: Exception | None = None
        for rows, done in batch:
            try:
                if lost is not None:
                    raise lost
                await self._commit_once(rows, doubtful)
            except Exception as error:
                lost = error if gone(error) or isinstance(error, InDoubt) else None
                if done is None:
                    log.error("a safety copy could not be stored: %s", failing(error))
                else:
                    _fail(done, error)
            else:
                _succeed(done)

    async def _commit_once(self, rows: Rows, doubtful: bool) -> None:
        """Write rows that may be there already, where a commit is in doubt: then they are not written twice."""
        if doubtful:
            return await self._settle(rows)
        try:
            await self._commit(rows, {})
        except InDoubt:
            await self._settle(rows)

    async def _settle(self, rows: Rows) -> None:
        """Find out whether rows are there whose commit is in doubt, and write them if not. Who cannot be asked has not
        said that they are not."""
        try:
            if not await self._kept(rows):
                await self._commit_or_find(rows)
        except IntegrityError:  # others' are there in their place
            raise
        except Exception as error:
            raise InDoubt from error

    async def _commit_or_find(self, rows: Rows) -> None:
        try:
            await self._commit(rows, {})
        except IntegrityError:  # the database had to settle first what was in doubt
            if not await self._kept(rows):
                raise

    async def _kept(self, rows: Rows) -> bool:
        """Whether these very rows are stored; they went into one transaction, so one of them tells of all."""
        for row in rows:
            if isinstance(row, ActRow | NewAct):
                here = (ActRow.table_id == row.table_id, ActRow.number == row.number, ActRow.at == row.at)
                same = select(ActRow.number).where(*here, ActRow.player == row.player, ActRow.kind == row.kind)
            elif isinstance(row, ChatRow):
                here = (ChatRow.table_id == row.table_id, ChatRow.who == row.who, ChatRow.at == row.at)
                same = select(ChatRow.id).where(*here).limit(1)
            else:
                continue
            async with self._session() as session:
                return await session.scalar(same) is not None
        return False

    async def _commit(self, rows: Rows, summaries: Mapping[str, dict[str, Any]]) -> None:
        """Write rows in one transaction."""
        began = time.perf_counter()
        if self._pen is None:
            await self._commit_at_server(rows, summaries)
        else:
            await asyncio.get_running_loop().run_in_executor(self._hand, self._commit_at_once, rows, summaries)
        COMMIT_SECONDS.observe(time.perf_counter() - began)

    async def _commit_at_server(self, rows: Rows, summaries: Mapping[str, dict[str, Any]]) -> None:
        async with self._desk.use() as connection:
            await connection.run_sync(_write, rows, summaries, self.origin)
            try:
                await connection.commit()
            except DBAPIError as error:
                if gone(error):
                    raise InDoubt from error
                raise

    def _commit_at_once(self, rows: Rows, summaries: Mapping[str, dict[str, Any]]) -> None:
        assert self._pen is not None
        acts = [_stored(row) for row in rows if isinstance(row, NewAct)]
        if 0 < len(acts) == len(rows) <= AT_ONCE and not summaries:
            with contextlib.suppress(sqlite3.Error):  # what is wrong is found again below, and told in plain words
                return commit_acts(self._pen, acts)
        with self._pen.begin() as connection:
            _write(connection, [row for row in rows if not isinstance(row, NewAct)], {})
            insert_acts(connection, acts)
            update_summaries(connection, [_told(table_id, summary) for table_id, summary in summaries.items()])
        return None

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
        if "\0" in table_id:  # it comes from a visitor, and PostgreSQL has no such text
            return None
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
        return await self._as_cards(chosen)

    async def offered(self, most: int, hosts: Collection[str] = ()) -> list[Card]:
        """Tables with seats that whoever comes may take, the newest offer first; nobody waits for ever. Of those that
        are for whom their host follows, those of `hosts` alone: others take no place on the list."""
        since = func.max(SeatRow.offered)
        nth = func.row_number().over(partition_by=TableRow.owner_hash, order_by=since.desc()).label("nth")
        put_up = select(SeatRow.table_id, since.label("since"), nth).join(TableRow, TableRow.id == SeatRow.table_id)
        put_up = put_up.where(SeatRow.kind == "open", TableRow.over.is_(False))
        put_up = put_up.where(SeatRow.offered > time.time() - OFFER_LIFE)
        put_up = put_up.where(or_(SeatRow.followed.is_(False), TableRow.owner_hash.in_(hosts)))
        lately = put_up.group_by(SeatRow.table_id, TableRow.owner_hash).subquery()
        chosen = select(TableRow).join(lately, TableRow.id == lately.c.table_id).where(lately.c.nth <= OFFERS_EACH)
        return await self._as_cards(chosen.order_by(lately.c.since.desc(), TableRow.id).limit(most))

    async def _as_cards(self, chosen: Select[TableRow]) -> list[Card]:
        async with self._session() as session:
            rows = list(await session.scalars(chosen))
            ids = [row.id for row in rows]
            seats: dict[str, dict[str, SeatRow]] = {table_id: {} for table_id in ids}
            for seat in await session.scalars(select(SeatRow).where(SeatRow.table_id.in_(ids))):
                seats[seat.table_id][seat.player] = seat
        acts = await self.last_acts(ids)
        return [Card(row, seats[row.id], acts.get(row.id, 0)) for row in rows]

    async def change_table(self, table_id: str, **values: Any) -> None:
        async with self._session() as session, session.begin():
            await session.execute(update(TableRow).where(TableRow.id == table_id).values(**values))

    async def set_rematch(self, table_id: str, rematch: str, before: str | None) -> bool:
        """Whether this is the one: the database decides who was first."""
        chosen = update(TableRow).where(TableRow.id == table_id, TableRow.rematch.is_not_distinct_from(before))
        async with self._session() as session, session.begin():
            done = await session.execute(chosen.values(rematch=rematch))
            return bool(done.rowcount == 1)  # type: ignore[attr-defined]  # a cursor result has it

    async def remove_table(self, table_id: str, after: int | None = None) -> bool:
        """Where `after` is the number of an act, only if it is the last, and nobody adds another meanwhile; whether
        the table is gone."""
        async with self._session() as session, session.begin():
            if after is not None:
                # whoever writes an act meanwhile waits, and finds no table: where a reader locks nothing, by a change
                # that changes nothing
                await session.execute(select(TableRow.id).where(TableRow.id == table_id).with_for_update())
                held = update(TableRow).where(TableRow.id == table_id).values(rated=TableRow.rated)
                await session.execute(held, execution_options={"synchronize_session": False})
                newer = select(ActRow.number).where(ActRow.table_id == table_id, ActRow.number > after)
                if await session.scalar(newer.limit(1)) is not None:
                    return False
            for row in (ActRow, SnapshotRow, ChatRow, SeatRow):
                await session.execute(delete(row).where(row.table_id == table_id))
            await session.execute(delete(TableRow).where(TableRow.id == table_id))
        return True

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
            if seat is None or await _opposite_himself(session, seat.table_id, key_hash, only_rated=True):
                return None
            taken = await session.execute(
                update(SeatRow)
                .where(SeatRow.table_id == seat.table_id, SeatRow.player == seat.player)
                .where(SeatRow.invite_hash == invite_hash)
                .values(**_sitting(key_hash, name))
            )
            return seat if taken.rowcount == 1 else None  # type: ignore[attr-defined]  # a cursor result has it

    async def accept(self, table_id: str, player: str, key_hash: str, name: str) -> bool:
        """Take a seat that is open to everybody; likewise, two cannot both have it."""
        open_seat = update(SeatRow).where(SeatRow.table_id == table_id, SeatRow.player == player)
        open_seat = open_seat.where(SeatRow.kind == "open", SeatRow.offered.is_not(None))
        async with self._session() as session, session.begin():
            if await _opposite_himself(session, table_id, key_hash):
                return False
            seat = await session.get(SeatRow, (table_id, player))
            held = {"at": time.time(), "steps_in": None if seat is None else seat.steps_in}
            taken = await session.execute(open_seat.values(**_sitting(key_hash, name) | {"taken": held}))
            return bool(taken.rowcount == 1)  # type: ignore[attr-defined]  # a cursor result has it

    async def give_back(self, table_id: str, player: str, key_hash: str, returned: Sequence[str]) -> bool:
        """Let a seat be open again that somebody has just accepted, as it was before; whether it was still his and
        nothing had happened since."""
        async with self._session() as session, session.begin():
            seat = await session.get(SeatRow, (table_id, player))
            if seat is None or seat.key_hash != key_hash or not isinstance(seat.taken, dict):
                return False
            since = ActRow.table_id == table_id, ActRow.at >= seat.taken["at"], ActRow.kind != "seal"
            if await session.scalar(select(ActRow.number).where(*since).limit(1)) is not None:
                return False
            mine = update(SeatRow).where(SeatRow.table_id == table_id, SeatRow.player == player)
            free: dict[str, Any] = dict.fromkeys(("key_hash", "account", "taken", "shown")) | {
                "kind": "open",
                "name": "",
            }
            free |= {"steps_in": seat.taken["steps_in"], "returned": [*returned, key_hash]}
            done = await session.execute(mine.where(SeatRow.key_hash == key_hash).values(**free))
            return bool(done.rowcount == 1)  # type: ignore[attr-defined]  # a cursor result has it

    async def offer(
        self,
        table_id: str,
        player: str,
        since: float | None,
        level: Mapping[str, int] | None = None,
        followed: bool = False,
    ) -> bool:
        """Put a free seat up for whoever comes, whoever of this level or whom its owner follows, or take it down;
        whether it was free."""
        free = update(SeatRow).where(SeatRow.table_id == table_id, SeatRow.player == player, SeatRow.kind == "open")
        async with self._session() as session, session.begin():
            up = None if since is None else func.coalesce(SeatRow.offered, since)  # who asks again is no newer for it
            terms = free.values(offered=up, level=level, followed=followed)
            return bool((await session.execute(terms)).rowcount == 1)  # type: ignore[attr-defined]

    async def ask(self, table_id: str, player: str, asks: Mapping[str, str]) -> bool:
        """Ask to take a free seat over from its bot; whether nobody else does."""
        free = update(SeatRow).where(SeatRow.table_id == table_id, SeatRow.player == player, SeatRow.kind == "open")
        free = free.where(SeatRow.offered.is_not(None), SeatRow.asks.is_(None))
        async with self._session() as session, session.begin():
            return bool((await session.execute(free.values(asks=dict(asks)))).rowcount == 1)  # type: ignore[attr-defined]

    async def to_step_in(self) -> list[SeatRow]:
        """Open seats at which a bot is to play if nobody comes."""
        waiting = (SeatRow.kind == "open", SeatRow.steps_in.is_not(None), TableRow.over.is_(False))
        chosen = select(SeatRow).join(TableRow, TableRow.id == SeatRow.table_id).where(*waiting)
        async with self._session() as session:
            return list(await session.scalars(chosen))

    async def invited(self, invite_hash: str) -> SeatRow | None:
        """The seat an invitation is for; it is not used up by that."""
        async with self._session() as session:
            return await session.scalar(select(SeatRow).where(SeatRow.invite_hash == invite_hash))

    async def owns_anything(self, visitor_hash: str) -> bool:
        """Whether somebody with this key opened a table, sits at one, asks to or gave a seat back, takes a lesson or
        made a study."""
        async with self._session() as session:
            owned = select(TableRow.id).where(TableRow.owner_hash == visitor_hash).limit(1)
            seated = select(SeatRow.table_id).where(SeatRow.key_hash == visitor_hash).limit(1)
            learning = select(LessonRow.id).where(LessonRow.owner_hash == visitor_hash).limit(1)
            asking = _asking(visitor_hash).limit(1)
            gave_back = _gave_back(visitor_hash).limit(1)
            studying = select(StudyRow.id).where(StudyRow.owner_hash == visitor_hash).limit(1)
            chosen = (owned, seated, asking, gave_back, learning, studying)
            return any([await session.scalar(one) is not None for one in chosen])

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

    # ---- lessons under way, where several processes serve

    async def add_lesson(self, lesson: LessonRow, most: int) -> None:
        """Keep a lesson; a learner has so many, and those that nobody went on with for a day are forgotten."""
        his = select(LessonRow.id).where(LessonRow.owner_hash == lesson.owner_hash)
        oldest = his.order_by(LessonRow.changed.desc()).offset(most - 1)
        async with self._session() as session, session.begin():
            await session.execute(delete(LessonRow).where(LessonRow.changed < lesson.changed - LESSON_LIFE))
            await session.execute(delete(LessonRow).where(LessonRow.id.in_(oldest.scalar_subquery())))
            session.add(lesson)

    async def asked_by(self, visitor_hash: str) -> list[str]:
        """The tables at which somebody asks to take a seat over."""
        async with self._session() as session:
            return list(await session.scalars(_asking(visitor_hash)))

    async def lessons_of(self, visitor_hash: str) -> list[str]:
        async with self._session() as session:
            return list(await session.scalars(select(LessonRow.id).where(LessonRow.owner_hash == visitor_hash)))

    async def lesson(self, lesson_id: str) -> LessonRow | None:
        async with self._session() as session:
            return await session.get(LessonRow, lesson_id)

    async def change_lesson(self, lesson_id: str, record: dict[str, Any]) -> None:
        async with self._session() as session, session.begin():
            chosen = update(LessonRow).where(LessonRow.id == lesson_id)
            await session.execute(chosen.values(record=record, changed=time.time()))

    # ---- acts, snapshots, chat

    async def acts(self, table_id: str, after: int = 0) -> list[ActRow]:
        found: list[ActRow] = []
        while True:  # others are let in between
            async with self._session() as session:
                chosen = select(ActRow).where(ActRow.table_id == table_id, ActRow.number > after)
                some = list(await session.scalars(chosen.order_by(ActRow.number).limit(ACTS_AT_ONCE)))
            found += some
            if len(some) < ACTS_AT_ONCE:
                return found
            after = some[-1].number

    async def fresh(self, table_id: str, after: int) -> Sequence[ActRow | NewAct]:
        """What others may have stored since, as soon as it can be read together with what is asked of other tables."""
        if self._reading is None:
            return await self.acts(table_id, after)
        some = await self._reading.acts(table_id, after)
        return some if len(some) < reading.AT_ONCE else [*some, *await self.acts(table_id, some[-1].number)]

    async def last_acts(self, tables: Sequence[str]) -> dict[str, int]:
        """Of each of these tables the number of its last act."""
        chosen = select(ActRow.table_id, func.max(ActRow.number)).where(ActRow.table_id.in_(tables))
        async with self._session() as session:
            return {row[0]: row[1] for row in await session.execute(chosen.group_by(ActRow.table_id))}

    async def last_to_act(self, tables: Sequence[str]) -> dict[str, str]:
        """Of each of these tables who acted last."""
        numbered = select(ActRow.table_id, func.max(ActRow.number).label("number")).where(ActRow.table_id.in_(tables))
        last = numbered.group_by(ActRow.table_id).subquery()
        both = (ActRow.table_id == last.c.table_id) & (ActRow.number == last.c.number)
        async with self._session() as session:
            return {
                row[0]: row[1] for row in await session.execute(select(ActRow.table_id, ActRow.player).join(last, both))
            }

    async def acts_as_stored(self, table_id: str) -> list[dict[str, Any]]:
        """The acts of a table that cannot be opened, unread."""
        columns = [column for column in ActRow.__table__.columns if column.name != "table_id"]
        chosen = select(*(type_coerce(column, NullType()).label(column.name) for column in columns))
        async with self._session() as session:
            found = await session.execute(chosen.where(ActRow.table_id == table_id).order_by(ActRow.number))
            return [dict(row) for row in found.mappings()]

    async def set_aside(self, table_id: str, after: int, last: int) -> None:
        """Keep the acts after this one, as far as the last one that was looked at, but out of the game."""
        async with self._session() as session, session.begin():
            unfit = update(ActRow).where(ActRow.table_id == table_id, ActRow.number > after, ActRow.number <= last)
            await session.execute(unfit.values(aside=True))

    async def snapshots(self, table_id: str) -> list[SnapshotRow]:
        """Newest first."""
        async with self._session() as session:
            chosen = select(SnapshotRow).where(SnapshotRow.table_id == table_id)
            return list(await session.scalars(chosen.order_by(SnapshotRow.number.desc())))

    async def chat(self, table_id: str, most: int = 200, council: str | None = None) -> list[ChatRow]:
        """What was said to everybody, and in this side's council."""
        heard = ChatRow.council.is_(None) | (ChatRow.council == council)
        async with self._session() as session:
            chosen = select(ChatRow).where(ChatRow.table_id == table_id, heard).order_by(ChatRow.id.desc()).limit(most)
            return list(reversed(list(await session.scalars(chosen))))

    async def said_by(self, table_id: str, players: Sequence[str]) -> list[ChatRow]:
        """All that these players said at a table, wherever."""
        theirs = (ChatRow.table_id == table_id, ChatRow.who.in_(players))
        async with self._session() as session:
            return list(await session.scalars(select(ChatRow).where(*theirs).order_by(ChatRow.id)))

    async def said(self, table_id: str, council: str, at: float) -> list[ChatRow]:
        """What was said in a council at this moment."""
        then = (ChatRow.table_id == table_id, ChatRow.council == council, ChatRow.at == at)
        async with self._session() as session:
            return list(await session.scalars(select(ChatRow).where(*then)))


_INSERTS: Mapping[type[Row], Insert] = {kind: insert(kind) for kind in (ActRow, SnapshotRow, ChatRow)}
_OF_TABLE = update(TableRow).where(TableRow.id == bindparam("of_table"))
_MINE = SnapshotRow.table_id == bindparam("of_table")
_NEWEST = select(SnapshotRow.number).where(_MINE).order_by(SnapshotRow.number.desc()).limit(SNAPSHOTS_KEPT)
_SAME_SNAPSHOT = delete(SnapshotRow).where(_MINE, SnapshotRow.number == bindparam("after"))
_OLDER_SNAPSHOTS = delete(SnapshotRow).where(_MINE, SnapshotRow.number.not_in(_NEWEST.scalar_subquery()))
"""All but the newest few: the older ones have done their duty."""
_SEAL = _OF_TABLE.values(header=bindparam("told"))
_SUMMARIZE = _OF_TABLE.values(summary=bindparam("told"), over=bindparam("ended"), changed=bindparam("then"))


def _of(visitor_hash: str | None) -> ColumnElement[bool]:
    """Which tables are a visitor's: he opened them or sits there. All of them without one."""
    if visitor_hash is None:
        return true()
    seated = select(SeatRow.table_id).where(SeatRow.key_hash == visitor_hash)
    return (TableRow.owner_hash == visitor_hash) | TableRow.id.in_(seated)


def _asking(visitor_hash: str) -> Select[str]:
    """At which tables somebody asks for an open seat: only where one is offered can he."""
    chosen = select(SeatRow.table_id).where(SeatRow.offered.is_not(None), SeatRow.asks.is_not(None))
    return chosen.where(type_coerce(SeatRow.asks, Text).contains(visitor_hash))


def _gave_back(visitor_hash: str) -> Select[str]:
    """At which tables somebody gave a seat back: he is known there, so that he cannot sit opposite it."""
    chosen = select(SeatRow.table_id).where(SeatRow.returned.is_not(None))
    return chosen.where(type_coerce(SeatRow.returned, Text).contains(visitor_hash))


def _write(connection: Connection, rows: Rows, summaries: Mapping[str, dict[str, Any]], origin: str = "") -> None:
    """Write rows with one statement for each kind: a busy house is often here. Where other processes may follow, they
    hear of the acts when these are on the disk."""
    snapshots = [row for row in rows if isinstance(row, SnapshotRow)]
    if snapshots:  # one that could not be read any more is replaced
        these = [{"of_table": row.table_id, "after": row.number} for row in snapshots]
        connection.execute(_SAME_SNAPSHOT, these)
    for kind in (ActRow, SnapshotRow, ChatRow):
        values = [_values(row) for row in rows if isinstance(row, kind)]
        if kind is ActRow:
            values += [row._asdict() for row in rows if isinstance(row, NewAct)]
        if kind is ActRow:  # everybody in the same order: nobody waits in a ring
            values.sort(key=lambda act: (act["table_id"], act["number"]))
        if values:
            connection.execute(_INSERTS[kind], values)
    sealed = sorted((row for row in rows if isinstance(row, NewHeader)), key=lambda row: row.table_id)
    headers = [{"of_table": row.table_id, "told": row.header} for row in sealed]
    if headers:
        connection.execute(_SEAL, headers)
    if summaries:
        told = [
            {"of_table": table_id, "told": summary, "ended": summary["result"] is not None, "then": summary["changed"]}
            for table_id, summary in sorted(summaries.items())  # everybody in the same order: nobody waits in a ring
        ]
        connection.execute(_SUMMARIZE, told)
    if snapshots:
        connection.execute(_OLDER_SNAPSHOTS, [{"of_table": table} for table in {row.table_id for row in snapshots}])
    if origin and connection.dialect.name == "postgresql":
        acts = [(row.table_id, row.number) for row in rows if isinstance(row, NewAct)]
        for notice in acts_notices(origin, acts):
            connection.execute(select(func.pg_notify(CHANNEL, notice)))


def _stored(act: NewAct) -> tuple[Any, ...]:
    """An act as SQLite keeps it."""
    return (*act[:5], json.dumps(act.target), *act[6:])


def _told(table_id: str, summary: Mapping[str, Any]) -> tuple[Any, ...]:
    """How a table stands, as SQLite keeps it."""
    return table_id, json.dumps(summary), summary["result"] is not None, summary["changed"]


def _values(row: Row) -> dict[str, Any]:
    """A row's columns; what the database numbers by itself is left to it."""
    names = [column.key for column in type(row).__table__.columns]
    return {name: value for name in names if (value := getattr(row, name)) is not None or name != "id"}


def _succeed(done: asyncio.Future[None] | None) -> None:
    if done is not None and not done.done():
        done.set_result(None)


def _fail(done: asyncio.Future[None], error: BaseException) -> None:
    if not done.done():
        done.set_exception(error)


async def _opposite_himself(session: AsyncSession, table_id: str, key_hash: str, *, only_rated: bool = False) -> bool:
    """Whether somebody sits at this table already. Who asks for two seats at once has to wait for himself."""
    # a change that changes nothing: not every database lets a reader wait for another's writing
    table = update(TableRow).where(TableRow.id == table_id).values(rated=TableRow.rated)
    rated = await session.scalar(table.returning(TableRow.rated), execution_options={"synchronize_session": False})
    if only_rated and not rated:
        return False
    mine = select(SeatRow.player).where(SeatRow.table_id == table_id, SeatRow.key_hash == key_hash)
    return await session.scalar(mine.limit(1)) is not None


def _sitting(key_hash: str, name: str) -> dict[str, Any]:
    """What becomes of a seat that somebody takes; that it was open to everybody stays known."""
    account = account_of(key_hash)
    taken = {"invite_hash": None, "key_hash": key_hash, "kind": "human", "name": name, "account": account}
    return {**taken, "steps_in": None, "asks": None, "taken": None}
