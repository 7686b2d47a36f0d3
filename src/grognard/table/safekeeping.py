"""A safety copy of a house, made while it serves, and the house again from a copy.

A copy is one SQLite file, whichever database it comes from: a file of SQLite is copied as it stands, a house at a
server row by row as it was at one moment. It is brought back by the same move that carries a house from one database to
another (`moving`), which compares everything and replays every table before it counts.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import URL, text

from grognard.table.database import FILE, database, folder_of, is_sqlite, opened
from grognard.table.migrate import newest, upgrade
from grognard.table.moving import Moved, NotMoved, Told, move, replayed

HEADER = b"SQLite format 3\0"


class NotKept(Exception):
    """Why there is no copy, in one line."""


async def back_up(source: URL, file: Path, told: Told, *, replay: bool = True) -> Moved:
    """Copy a house into a new file, for its owner's eyes only; it may serve meanwhile. NotKept where that cannot be.

    `replay`: open every table of the copy as well, and tell of those that cannot be.
    """
    with _beside(file) as folder:
        if is_sqlite(source):
            _copy(folder_of(source) / FILE, folder / FILE)
        else:
            await _copy_from_server(source, folder, told)
        kept = folder / "kept"
        shutil.copyfile(folder / FILE, kept)
        upgrade(folder)  # the copy keeps the shape it had; what is looked through is brought to ours
        found = await replayed(database(folder), told if replay else None)
        _put(kept, file)
    return found


@contextlib.contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A private folder on the same disk, so that a copy is there whole or not at all."""
    if os.path.lexists(file):
        raise NotKept("there is such a file already: name a new one")
    try:
        folder = Path(tempfile.mkdtemp(prefix=".grognard-", dir=file.parent))
    except OSError as error:
        raise NotKept(error.strerror or str(error)) from None
    try:
        yield folder
    except sqlite3.Error as error:
        raise NotKept(str(error)) from None
    except OSError as error:
        raise NotKept(error.strerror or str(error)) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _put(kept: Path, file: Path) -> None:
    """Under its name, never over another that came meanwhile."""
    kept.chmod(0o600)
    with kept.open("rb+") as written:
        os.fsync(written.fileno())
    try:
        os.link(kept, file)
    except FileExistsError:
        raise NotKept("there is such a file already: name a new one") from None
    except OSError as error:  # a disk that knows no links
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.EXDEV):
            raise
        kept.rename(file)


def _copy(source: Path, target: Path) -> None:
    """All in one step: a look at one moment, for which nobody who writes has to wait."""
    target.touch(0o600)
    read_only = f"{source.absolute().as_uri()}?mode=ro"
    with (
        contextlib.closing(sqlite3.connect(read_only, uri=True)) as here,
        contextlib.closing(sqlite3.connect(target)) as there,
    ):
        here.backup(there)
        if there.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise NotKept("the database is damaged")
        there.execute("PRAGMA journal_mode=DELETE")  # all of it is in the one file


async def _copy_from_server(source: URL, folder: Path, told: Told) -> None:
    engine = opened(source, to_answer=None)
    try:
        async with engine.connect() as connection:
            shape = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    finally:
        await engine.dispose()
    if shape != newest():
        raise NotKept(
            f"the database has the shape {shape}, and this program knows {newest()}: use pg_dump, or serve it once"
        )
    upgrade(folder)
    await move(source, database(folder), told, serving=True)
    with contextlib.closing(sqlite3.connect(folder / FILE)) as made:
        made.execute("PRAGMA journal_mode=DELETE")


def look_at(file: Path) -> None:
    """NotKept where this is no copy."""
    try:
        with file.open("rb") as found:
            if found.read(len(HEADER)) != HEADER:
                raise NotKept("it is no safety copy of a house")
    except OSError as error:
        raise NotKept(error.strerror or str(error)) from None


async def restore(file: Path, target: URL, told: Told) -> Moved:
    """Bring a house back from a copy into an empty database in its newest shape; every table is replayed there."""
    look_at(file)
    with tempfile.TemporaryDirectory(prefix="grognard-") as name:
        folder = Path(name)
        shutil.copyfile(file, folder / FILE)  # the copy itself is left as it is
        upgrade(folder)
        return await move(database(folder), target, told)


__all__ = ["NotKept", "NotMoved", "back_up", "restore"]
