"""Councils: what was said among one side's players alone; and who gave a seat back right after he had accepted it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("chat", sa.Column("council", sa.Text, nullable=True))
    op.add_column("seats", sa.Column("taken", sa.Text, nullable=True))
    op.add_column("seats", sa.Column("returned", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("seats", "returned")
    op.drop_column("seats", "taken")
    op.drop_column("chat", "council")
