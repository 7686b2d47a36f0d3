"""Alembic's entry: run the migrations over the connection that `migrate.upgrade` holds, in its transaction."""

from __future__ import annotations

from alembic import context

from grognard.table.rows import Row

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Row.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
