"""Texts without a length, and JSON as text: PostgreSQL minds both, SQLite never did.

What SQLite has let in can so be copied as it stands, damage included. On SQLite there is nothing to do.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

TEXTS = {
    "tables": "id header start forced owner_hash watch_hash clock rematch title summary",
    "seats": "table_id player kind bot name key_hash invite_hash",
    "acts": "table_id kind player verb target",
    "snapshots": "table_id version clock",
    "chat": "table_id who",
    "links": "token_hash sealed",
}


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for table, columns in TEXTS.items():
            for column in columns.split():
                op.alter_column(table, column, type_=sa.Text())


def downgrade() -> None:
    """The shape before fits what is there."""
