"""Holidays of members, during which clocks that count days stand still."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "holidays",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("starts", sa.Float, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("holidays")
