"""Brings the database of a data directory to the newest shape with alembic, before the house opens."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

from grognard.table.store import FILE, keep_private

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(folder: Path) -> None:
    """Create or migrate the database."""
    keep_private(folder)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("sqlalchemy.url", f"sqlite:///{folder / FILE}".replace("%", "%%"))
    command.upgrade(config, "head")
