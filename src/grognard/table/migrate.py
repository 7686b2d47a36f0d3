"""Brings a database to the newest shape with alembic, before the house opens.

All that is missing is done in one transaction, on both databases: however it ends half-way, nothing has happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError

from grognard.table.database import FILE, database, failing, folder_of, is_sqlite, keep_private, opened

MIGRATIONS = Path(__file__).parent / "migrations"
TURNSTILE = 0x67726F67
"""The advisory lock that lets one server after another into a migration."""


class Unusable(Exception):
    """A database that cannot be used as it is."""


def upgrade(where: Path | URL) -> None:
    """Create or migrate the database of a folder or at an address; Unusable, in one clear line, where that cannot be.

    It blocks; where a loop runs, call it in a thread.
    """
    url = database(where) if isinstance(where, Path) else where
    named = f"{FILE}" if is_sqlite(url) else "the database"
    try:
        if is_sqlite(url):
            keep_private(folder_of(url))
            _look_for_damage(folder_of(url) / FILE)
            _in_file(url, _upgrade)
        else:
            asyncio.run(_at_server(url, _upgrade))
    except CommandError as error:
        told = f"{named} was written by a newer grognard, whose shape {newest()} does not know: {error}"
        raise Unusable(told) from None
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise Unusable(f"{named}: {failing(error)}" if is_sqlite(url) else failing(error)) from None


@cache
def newest() -> str:
    """The shape that this program knows."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def _upgrade(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    # one that is full or may only be read is found now, not by the first player
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _in_file(url: URL, work: Callable[[Connection], None]) -> None:
    engine = _transacting(create_engine(url.set(drivername="sqlite")))
    try:
        with engine.begin() as connection:
            work(connection)
    finally:
        engine.dispose()


def _transacting(engine: Engine) -> Engine:
    """Let SQLite take back changes of shape as well: Python begins no transaction for them by itself."""

    @event.listens_for(engine, "connect")
    def by_hand(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


async def _at_server(url: URL, work: Callable[[Connection], None]) -> None:
    engine = opened(url, to_answer=None)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:turnstile)"), {"turnstile": TURNSTILE})
            await connection.run_sync(work)
    finally:
        await engine.dispose()


def _look_for_damage(file: Path) -> None:
    """Damage that is found when nobody plays can be mended from a copy; later it would break games in progress."""
    with contextlib.closing(sqlite3.connect(file)) as found:
        told = found.execute("PRAGMA quick_check(1)").fetchone()[0]
    if told != "ok":
        raise Unusable(f"{FILE} is damaged ({told.splitlines()[-1]}): go back to a copy, or try sqlite3 with .recover")
