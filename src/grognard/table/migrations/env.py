"""Alembic's entry: run the migrations over the database that `migrate.upgrade` names."""

from __future__ import annotations

from alembic import context
from sqlalchemy import create_engine

from grognard.table.store import Row

url = context.config.get_main_option("sqlalchemy.url")
assert url is not None
engine = create_engine(url)
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=Row.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
engine.dispose()
