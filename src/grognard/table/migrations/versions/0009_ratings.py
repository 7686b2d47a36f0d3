"""Rated games: which tables are, who sat down, and what is written down of one that has ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("account", sa.Text, nullable=True))
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("ended_at", sa.Float, nullable=False, index=True),
        sa.Column("finished", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("results")
    op.drop_column("seats", "account")
    op.drop_column("tables", "rated")
