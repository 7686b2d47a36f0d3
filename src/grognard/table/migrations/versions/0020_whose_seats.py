"""Tables whose sides were drawn by lot, and open seats that are only for those whom their host follows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("tables", sa.Column("by_lot", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("followed", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("seats", "followed")
    op.drop_column("tables", "by_lot")
