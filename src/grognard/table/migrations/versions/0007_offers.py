"""Open seats: since when whoever comes may take a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("seats", sa.Column("offered", sa.Float, nullable=True))
    op.create_index("ix_seats_offered", "seats", ["offered"])


def downgrade() -> None:
    op.drop_index("ix_seats_offered", "seats")
    op.drop_column("seats", "offered")
