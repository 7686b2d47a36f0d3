"""Someone to play with: the level of an open seat, the bot that steps in there, and who waits to be paired."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    for name in ("level", "steps_in", "asks"):
        op.add_column("seats", sa.Column(name, sa.Text, nullable=True))
    op.create_table(
        "seeks",
        sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text),
        sa.Column("side", sa.Text),
        sa.Column("clock", sa.Text),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("player", sa.Text),
        sa.Column("paired", sa.Float),
    )


def downgrade() -> None:
    op.drop_table("seeks")
    for name in ("asks", "steps_in", "level"):
        op.drop_column("seats", name)
