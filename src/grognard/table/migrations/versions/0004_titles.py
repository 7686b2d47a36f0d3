"""Tables have names of their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("tables") as table:
        table.add_column(sa.Column("title", sa.String(64)))


def downgrade() -> None:
    with op.batch_alter_table("tables") as table:
        table.drop_column("title")
