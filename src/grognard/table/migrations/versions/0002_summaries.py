"""Summaries for lists, acts set aside, rematches, dice of set-up positions, links to another device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("tables") as table:
        table.add_column(sa.Column("forced", sa.JSON))
        table.add_column(sa.Column("rematch", sa.String(32)))
        table.add_column(sa.Column("summary", sa.JSON))
    with op.batch_alter_table("acts") as table:
        table.add_column(sa.Column("aside", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "links",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("sealed", sa.String(128), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("seats_by_key", "seats", ["key_hash"])
    op.create_index("tables_by_owner", "tables", ["owner_hash"])


def downgrade() -> None:
    op.drop_index("tables_by_owner", "tables")
    op.drop_index("seats_by_key", "seats")
    op.drop_table("links")
    with op.batch_alter_table("acts") as table:
        table.drop_column("aside")
    with op.batch_alter_table("tables") as table:
        for name in ("summary", "rematch", "forced"):
            table.drop_column(name)
