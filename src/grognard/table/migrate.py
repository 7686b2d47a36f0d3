"""Brings the database of a data directory to the newest shape with alembic, before the house opens."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from grognard.table.store import FILE, failing, keep_private

MIGRATIONS = Path(__file__).parent / "migrations"


class Unusable(Exception):
    """A database that cannot be used as it is."""


def upgrade(folder: Path) -> None:
    """Create or migrate the database; Unusable, in one clear line, where that cannot be."""
    keep_private(folder)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("sqlalchemy.url", f"sqlite:///{folder / FILE}".replace("%", "%%"))
    try:
        _look_for_damage(folder / FILE)
        command.upgrade(config, "head")
    except CommandError as error:
        newest = ScriptDirectory.from_config(config).get_current_head()
        raise Unusable(f"{FILE} was written by a newer grognard, whose shape {newest} does not know: {error}") from None
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise Unusable(f"{FILE}: {failing(error)}") from None


def _look_for_damage(file: Path) -> None:
    """Damage that is found when nobody plays can be mended from a copy; later it would break games in progress."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        told = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    if told != "ok":
        raise Unusable(f"{FILE} is damaged ({told.splitlines()[-1]}): go back to a copy, or try sqlite3 with .recover")
