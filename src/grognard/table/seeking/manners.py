"""Who does not come to a live game that the house has paired him for.

Before both have added to its dice no clock runs, so whoever came would wait for ever. After a few minutes he may leave
without loss: the table is cleared away, nothing of it counts, and that the other did not come is written down. Who
does it again and again cannot seek for a while. To come is to add to the dice: who only keeps a page open has not.
"""

from __future__ import annotations

import math

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from grognard.table.room import NotNow, Room
from grognard.table.rows import NoShowRow, TableRow

LATE = 180.0
"""Seconds in which somebody may still come: after the pairing, and after the last who added to the dice."""
MOST = 3
"""How often somebody may stay away"""
WITHIN = 86_400.0
"""in so many seconds"""
REST = 3600.0
"""before he cannot seek, for so many seconds after the last."""


class Manners:
    """What the database keeps of those who did not come."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    async def stayed_away(self, account: str, table: str, at: float) -> None:
        """Once for each table, whoever says it how often."""
        try:
            async with self._session() as work, work.begin():
                work.add(NoShowRow(account_id=account, table_id=table, at=at))
        except IntegrityError:
            return

    async def rests_for(self, account: str, now: float) -> int:
        """Seconds for which somebody cannot seek; 0 where he can."""
        chosen = select(func.count(), func.max(NoShowRow.at)).where(
            NoShowRow.account_id == account, NoShowRow.at > now - WITHIN
        )
        async with self._session() as work:
            count, last = (await work.execute(chosen)).one()
        return max(0, math.ceil(last + REST - now)) if count >= MOST else 0


def paired_live(row: TableRow) -> bool:
    """Whether a table is of two whom the house has paired for a live game."""
    return row.owner_hash is None and row.tournament is None and "minutes" in (row.clock or {})


def leaves_from(room: Room) -> float | None:
    """From when on who came to a paired live game may leave it; None at any other table."""
    return room.sealed_at + LATE if paired_live(room.row) else None


def absent(room: Room, yours: list[str], now: float) -> str:
    """The player for whom nobody has come; NotNow where one must not leave yet, or not so."""
    since = leaves_from(room)
    if since is None or room.result is not None:
        raise NotNow("this is no live game that the house has paired")
    missing = [player for player in room.owing if player not in yours]
    if not missing or set(yours) & room.owing.keys():
        raise NotNow("your opponent has come: give up, if you will not play")
    if now < since:
        raise NotNow(f"your opponent may still come: wait another {math.ceil(since - now)} seconds")
    return missing[0]
