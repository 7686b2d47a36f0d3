"""Looking on: whom a member follows, and who lets everybody look on at his games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("seats", sa.Column("shown", sa.Boolean, nullable=True))
    op.add_column("accounts", sa.Column("shows", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "follows",
        sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("what", sa.Text, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("follows")
    op.drop_column("accounts", "shows")
    op.drop_column("seats", "shown")
