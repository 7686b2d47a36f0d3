"""Which database a house keeps its tables in, how it is opened, and what is wrong with it, in plain words.

SQLite in a data folder, or a PostgreSQL server. An address may hold a password: it is never shown, logged or part of
an error.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

FILE = "tables.sqlite3"
AUDIT = "audit.jsonl"
"""What its keepers have done to a house."""
WAL_WAIT = 5.0
"""Seconds in which a file becomes free that others open or close."""
LOCK = "serving"
"""Held by the one who serves these tables."""
SQLITE = "sqlite+aiosqlite"
POSTGRESQL = "postgresql+asyncpg"
EXAMPLE = "postgresql+asyncpg://user@host/name"
VARIABLE = "GROGNARD_DATABASE"
"""The environment variable for an address: what stands in a command can be read by everybody on the machine."""
CALLED = "grognard"
"""Our name at a server of databases."""
TO_CONNECT = 10.0
TO_ANSWER = 30.0
"""Seconds after which a server of databases counts as gone."""

FAILURES = {
    "is full": "the disk is full",
    "No space left": "the disk is full",
    "disk I/O error": "the disk cannot be read or written",
    "malformed": "the database is damaged",
    "not a database": "the database is damaged",
    "readonly": "the database may not be written",
    "unable to open": "the database cannot be opened",
    "connection is closed": "the connection to the database was lost",
}
"""What SQLite says, or a driver, in plain words."""
STATES = {
    "08": "the connection to the database was lost",
    "25006": "the database may not be written",
    "28": "the database server refuses this user or password",
    "3D000": "there is no such database",
    "42501": "this user has no right to that in the database",
    "53100": "the disk is full",
    "53200": "the database server has no memory left",
    "53300": "the database server has too many connections already",
    "57P": "the database server stops or is just starting",
    "58030": "the disk cannot be read or written",
    "XX001": "the database is damaged",
    "XX002": "the database is damaged",
}
"""PostgreSQL's states, or how they begin, in plain words."""
UNREACHED = "the database server cannot be reached"
SILENT = "the database server does not answer"


class NoDatabase(ValueError):
    """What was named is no database that can be used: one clear line, without the address."""


def database(where: Path | str) -> URL:
    """The database in a data folder, or at the address of a server.

    >>> database("postgresql://ann:secret@db.example/games").drivername
    'postgresql+asyncpg'
    """
    if isinstance(where, Path):
        return URL.create(SQLITE, database=str(where / FILE))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise NoDatabase(f"not an address like {EXAMPLE}") from None
    if url.drivername not in ("postgresql", POSTGRESQL) or not url.database:
        raise NoDatabase(f"not an address like {EXAMPLE}")
    return url.set(drivername=POSTGRESQL)


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def folder_of(url: URL) -> Path:
    """The data folder of a SQLite database."""
    return Path(url.database or "").parent


def shown(url: URL) -> str:
    """A database's name for people, without anything that opens it.

    >>> shown(database("postgresql://ann:secret@db.example/games?ssl=require"))
    'postgresql://ann@db.example/games'
    """
    if is_sqlite(url):
        return str(folder_of(url))
    bare = URL.create("postgresql", url.username, None, url.host, url.port, url.database)
    return bare.render_as_string()


def opened(url: URL, to_answer: float | None = TO_ANSWER) -> AsyncEngine:
    """The way to a database; nothing is connected yet. A server that does not answer in time counts as gone.

    What was asked with is in no error: it may be a key or a seed, and errors are logged.
    """
    if is_sqlite(url):
        engine = create_async_engine(url, hide_parameters=True, connect_args={"factory": Durable})
        engine.sync_engine.dialect.do_terminate = _left_to_its_thread  # type: ignore[method-assign]
        return engine
    limits = {"timeout": TO_CONNECT, "command_timeout": to_answer}
    ours = {"async_creator_fn": _connected, "server_settings": {"application_name": CALLED}}
    try:
        engine = create_async_engine(url, hide_parameters=True, pool_pre_ping=True, connect_args={**limits, **ours})
    except ModuleNotFoundError:
        raise NoDatabase("PostgreSQL needs one more package: pip install 'grognard[postgresql]'") from None
    event.listen(engine.sync_engine, "handle_error", _lost)
    _ask_first(engine.sync_engine.dialect)
    return engine


def settings(url: URL) -> dict[str, Any]:
    """How a line of one's own to PostgreSQL is opened: as the others, whatever an address asks for.

    >>> settings(database("postgresql://ann@db.example/games?ssl=require"))["ssl"]
    'require'
    """
    _, found = url.get_dialect()().create_connect_args(url)
    return {name: value for name, value in found.items() if not name.startswith("prepared_statement")}


def pen(url: URL) -> Engine | None:
    """What writes to SQLite in a thread of its own; a server needs none."""
    if not is_sqlite(url):
        return None
    return create_engine(url.set(drivername="sqlite"), hide_parameters=True, connect_args={"factory": Durable})


async def _connected(*arguments: Any, **settings: Any) -> Any:
    """A connection to PostgreSQL; whatever prevents it is an error of the database."""
    import asyncpg

    try:
        return await asyncpg.connect(*arguments, **settings)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise OperationalError("connect", None, error) from None


def _lost(context: ExceptionContext) -> Exception | None:
    """A broken line, or a server that is silent: that connection is not used again."""
    error = context.original_exception
    if not isinstance(error, OSError):
        return None
    context.is_disconnect = True
    return OperationalError(None, None, error, connection_invalidated=True)


def _ask_first(dialect: Dialect) -> None:
    """Before it is used again a connection is asked whether it still answers. One that is broken or silent does not:
    it is left for another, where asyncpg's own error would be taken for none of the database's."""
    ping = dialect.do_ping

    def answers(dbapi_connection: DBAPIConnection) -> bool:
        try:
            return ping(dbapi_connection)
        except OSError:
            return False

    dialect.do_ping = answers  # type: ignore[method-assign]


def _left_to_its_thread(dbapi_connection: Any) -> None:
    """How a connection ends whose user was sent away: its thread closes it when it has done what it was doing.

    SQLAlchemy would have it closed and stopped at once; if it is stopped first, who closes it waits for ever, and the
    event loop with him when it ends.
    """
    dbapi_connection.driver_connection.stop()


class Durable(sqlite3.Connection):
    """WAL, and every commit on the disk before it returns: an acknowledged answer survives `kill -9` and power loss.

    All of it is set in one piece, in the thread that opens the file. Piece by piece somebody who is sent away meanwhile
    would leave a statement half-way, and the file locked for everybody.
    """

    def __init__(self, *where: Any, **how: Any) -> None:
        super().__init__(*where, **how)
        try:
            self.execute("PRAGMA busy_timeout=5000")
            self._into_wal()
            self.execute("PRAGMA synchronous=FULL")
            self.execute("PRAGMA foreign_keys=ON")
        except BaseException:
            self.close()
            raise

    def _into_wal(self) -> None:
        """While another connection opens or leaves the file SQLite refuses this at once, without waiting as it was
        told."""
        until = time.monotonic() + WAL_WAIT
        while True:
            try:
                self.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
                time.sleep(0.02)


def keep_private(folder: Path) -> None:
    """Make the folder and its database where there are none, for their owner's eyes only: they hold seeds and secrets.

    A folder that holds anything of somebody else's is left as it is; the database in it is private all the same.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    mine = [one for one in folder.iterdir() if one.name.startswith(FILE) or one.name in (LOCK, AUDIT)]
    if len(mine) == len(list(folder.iterdir())):
        folder.chmod(0o700)
    (folder / FILE).touch(0o600)
    for one in (folder / FILE, *mine):
        one.chmod(0o600)


def gone(error: BaseException) -> bool:
    """Whether an error is the connection's, not that of what was asked."""
    if not isinstance(error, DBAPIError):
        return False
    return error.connection_invalidated or isinstance(error.orig, OSError) or _state(error.orig)[:2] in ("08", "57")


def failing(error: BaseException) -> str:
    """What is wrong with the database, in a few words."""
    cause = getattr(error, "orig", None) or error
    state = _state(cause)
    for sign in (state, state[:3], state[:2]):
        if sign in STATES:
            return STATES[sign]
    if isinstance(error, SQLAlchemyError) and isinstance(cause, OSError):
        return SILENT if isinstance(cause, TimeoutError) else UNREACHED
    text = str(cause).rpartition("'>: ")[2]  # SQLAlchemy puts asyncpg's class before its words
    return next((plainly for sign, plainly in FAILURES.items() if sign in text), (text.splitlines() or [""])[0][:200])


def _state(error: BaseException | None) -> str:
    """What PostgreSQL calls an error."""
    return str(getattr(error, "sqlstate", None) or "")
