"""Notices by push, lines and studies that moderators have taken away, reports about studies, and appeals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "pushes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("session_id", sa.Text, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
        sa.Column("looked", sa.Float, nullable=False),
        sa.Column("known", sa.Text, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("again", sa.Float, nullable=False),
    )
    op.create_table(
        "appeals",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("measure", sa.Text, nullable=False, unique=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("answered", sa.Float, index=True),
        sa.Column("granted", sa.Boolean),
        sa.Column("answer", sa.Text),
        sa.Column("decider", sa.Text),
    )
    op.add_column("accounts", sa.Column("banned_at", sa.Float, nullable=True))
    op.add_column("chat", sa.Column("removed", sa.Float, nullable=True))
    op.add_column("studies", sa.Column("removed", sa.Text, nullable=True))
    op.add_column("reports", sa.Column("study_id", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "study_id")
    op.drop_column("studies", "removed")
    op.drop_column("chat", "removed")
    op.drop_column("accounts", "banned_at")
    op.drop_table("appeals")
    op.drop_table("pushes")
