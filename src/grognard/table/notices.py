"""Notices between the processes of one house, and duties that one of them does at a time.

A notice says that something has changed, never what a player may only know from his seat; it may get lost, so nothing
depends on it but how soon the others look. A house of one process, over SQLite, has nobody to tell. Over PostgreSQL
notices go by LISTEN and NOTIFY on a connection of their own, and duties are advisory locks of that connection: whoever
dies gives them up with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL

from grognard.table.database import failing, settings

if TYPE_CHECKING:
    import asyncpg

CHANNEL = "grognard"
LONGEST = 7800
"""Bytes of a notice; PostgreSQL takes less than 8000."""
TABLES_AT_ONCE = 150
"""Tables of which one notice tells."""
PATIENCE = (0.2, 5.0)
"""Seconds before the first and at most before any further try to reach the database again."""
GOODBYE = 1.0
"""Seconds in which the last notices may still be told."""

Notice = Mapping[str, Any]
Hear = Callable[[Notice], None]

LOST: Notice = {"kind": "lost"}
"""What is heard whenever notices may have been missed."""

log = logging.getLogger(__name__)


class Notices:
    """Of a house with one process."""

    shared = False
    """Whether other processes may serve the same tables."""

    connected = True
    """Whether the others are heard at this moment."""

    async def start(self, hear: Hear) -> None:
        """`hear` is called with every notice of another process."""

    async def close(self) -> None: ...

    def tell(self, kind: str, **what: Any) -> None:
        """Tell the other processes, if they can be reached now."""

    @contextlib.asynccontextmanager
    async def duty(self, name: str) -> AsyncIterator[bool]:
        """Whether it is up to this process to do something now; it is nobody else's meanwhile."""
        yield True


ALONE = Notices()


class PostgresNotices(Notices):
    """Of a house whose processes share a PostgreSQL database."""

    shared = True

    def __init__(self, url: URL, origin: str) -> None:
        self._settings = settings(url)
        self._origin = origin
        self._line: asyncpg.Connection[Any] | None = None
        self._one_at_a_time = asyncio.Lock()
        self._listener: asyncio.Task[None] | None = None
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._unsaid: str | None = None
        """A notice that broke off: what it tells of may be that somebody may not look on any more."""
        self._duties: set[str] = set()
        """What this process has undertaken: the lock alone would let it begin twice."""

    @property
    def connected(self) -> bool:  # type: ignore[override]  # it changes
        return self._line is not None

    async def start(self, hear: Hear) -> None:
        self._listener = asyncio.create_task(self._listen(hear))

    async def close(self) -> None:
        if self._line is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._waiting.join(), GOODBYE)
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener

    def tell(self, kind: str, **what: Any) -> None:
        text = written(self._origin, kind, what)
        if len(text.encode()) <= LONGEST:
            self._waiting.put_nowait(text)
        else:
            log.error("a notice of %s is too long", kind)

    @contextlib.asynccontextmanager
    async def duty(self, name: str) -> AsyncIterator[bool]:
        line = self._line
        if name in self._duties or line is None:
            yield False
            return
        self._duties.add(name)
        try:
            mine = await self._ask(line, "select pg_try_advisory_lock(hashtextextended($1, 0))", name)
            try:
                yield bool(mine)
            finally:
                if mine:
                    await self._ask(line, "select pg_advisory_unlock(hashtextextended($1, 0))", name)
        finally:
            self._duties.discard(name)

    async def _ask(self, line: asyncpg.Connection[Any], statement: str, *about: str) -> Any:
        """What the database says; nothing where it cannot be reached."""
        import asyncpg

        try:
            async with self._one_at_a_time:
                return await line.fetchval(statement, *about, timeout=PATIENCE[1])
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
            line.terminate()
            return None

    async def _listen(self, hear: Hear) -> None:
        """Stay on the line, and come back to it."""
        import asyncpg

        wait = PATIENCE[0]
        while True:
            try:
                line = await asyncpg.connect(**self._settings, timeout=PATIENCE[1])
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                if wait == PATIENCE[0]:
                    log.warning("no line to the other processes: %s", failing(error))
                await asyncio.sleep(wait)
                wait = min(PATIENCE[1], wait * 2)
                continue
            wait = PATIENCE[0]
            try:
                await self._stay(line, hear)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                log.warning("the line to the other processes is broken")
            finally:
                self._line = None
                line.terminate()

    async def _stay(self, line: asyncpg.Connection[Any], hear: Hear) -> None:
        broken = asyncio.Event()
        line.add_termination_listener(lambda _: broken.set())
        await line.add_listener(CHANNEL, lambda _line, _process, _channel, text: self._heard(str(text), hear))
        self._line = line
        hear(LOST)
        gone = asyncio.create_task(broken.wait())
        try:
            while not broken.is_set():
                if self._unsaid is None:
                    said = asyncio.create_task(self._waiting.get())
                    await asyncio.wait({said, gone}, return_when=asyncio.FIRST_COMPLETED)
                    if not said.done():
                        said.cancel()
                        break
                    self._unsaid = said.result()
                await self._ask(line, "select pg_notify($1, $2)", CHANNEL, self._unsaid)
                if line.is_closed():  # nobody has told `broken` yet, and who asks such a line lets nobody else in
                    break
                self._unsaid = None
                self._waiting.task_done()
        finally:
            gone.cancel()

    def _heard(self, text: str, hear: Hear) -> None:
        with contextlib.suppress(ValueError):
            notice = json.loads(text)
            if isinstance(notice, dict) and notice.get("from") != self._origin:
                hear(notice)


def written(origin: str, kind: str, what: Mapping[str, Any]) -> str:
    return json.dumps({"from": origin, "kind": kind, **what}, ensure_ascii=False, separators=(",", ":"))


def acts_notices(origin: str, acts: Iterable[tuple[str, int]]) -> list[str]:
    """What is told of acts, of each table the last, in the transaction that writes them."""
    last: dict[str, int] = {}
    for table, number in acts:
        last[table] = max(number, last.get(table, 0))
    tables = list(last.items())
    parts = (tables[at : at + TABLES_AT_ONCE] for at in range(0, len(tables), TABLES_AT_ONCE))
    return [written(origin, "acts", {"tables": dict(part)}) for part in parts]
