"""Letters about one's games: who wants them how often, and what he has been told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "news",
        sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("stop", sa.Text, nullable=False, unique=True),
        sa.Column("sent", sa.Float, nullable=False),
        sa.Column("known", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("news")
