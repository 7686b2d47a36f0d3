"""Keeping order: reports, mutes, what members are told, names nobody may have, network marks, and the log of deeds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("banned_until", sa.Float, nullable=True))
    op.add_column("accounts", sa.Column("name_lost", sa.Text, nullable=True))
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("about", sa.Text, index=True),
        sa.Column("called", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("player", sa.Text),
        sa.Column("said", sa.Float),
        sa.Column("by", sa.Text, index=True),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("closed", sa.Float, index=True),
        sa.Column("decision", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("decider", sa.Text),
    )
    op.create_table(
        "mutes",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("who", sa.Text, nullable=False, unique=True),
        sa.Column("called", sa.Text, nullable=False),
        sa.Column("until", sa.Float),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "name_rules",
        sa.Column("folded", sa.Text, primary_key=True),
        sa.Column("word", sa.Text, nullable=False),
        sa.Column("whole", sa.Boolean, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "networks",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("about", sa.Text),
        sa.Column("facts", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("audit", "networks", "name_rules", "notes", "mutes", "reports"):
        op.drop_table(table)
    op.drop_column("accounts", "name_lost")
    op.drop_column("accounts", "banned_until")
