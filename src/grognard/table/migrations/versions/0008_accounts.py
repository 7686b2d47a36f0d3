"""Names that people have in a house: what proves them, where they are signed in, and tickets that are good once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False, unique=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("email", sa.Text),
        sa.Column("email_proved", sa.Float),
        sa.Column("banned", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "credentials",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("house", sa.Text),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
    op.create_table(
        "tickets",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), index=True),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for table in ("tickets", "sessions", "credentials", "accounts"):
        op.drop_table(table)
