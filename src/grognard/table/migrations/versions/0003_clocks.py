"""Snapshots keep the clocks with the position."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("snapshots") as table:
        table.add_column(sa.Column("clock", sa.JSON))


def downgrade() -> None:
    with op.batch_alter_table("snapshots") as table:
        table.drop_column("clock")
