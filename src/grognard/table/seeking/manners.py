"""Who does not come to a game that the house has paired him for.

Before both have added to its dice no clock runs, so whoever came would wait for ever. After a few minutes, or the days
of one move where the game goes by days, he may leave without loss: the table is cleared away, nothing of it counts, and
that the other did not come is written down. Who does it again and again cannot seek for a while. To come is to add to
the dice: who only keeps a page open has not.
"""

from __future__ import annotations

import math

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from grognard.table.room import NotNow, Room
from grognard.table.rows import NoShowRow, TableRow

LATE = 180.0
"""Seconds in which somebody may still come to a live game: after the pairing, and after the last who added to the
dice."""
HOUR = 3600.0
MOST = 3
"""How often somebody may stay away"""
WITHIN = 86_400.0
"""in so many seconds"""
REST = HOUR
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


def paired(row: TableRow) -> bool:
    """Whether a table is of two whom the house has paired."""
    return row.owner_hash is None and row.tournament is None and row.clock is not None


def late_from(room: Room, player: str, now: float) -> float:
    """From when on a player who has not come to a game that the house has paired is late: by days, as if it had been
    his move, and his holidays count as they do there."""
    if room.clock is None or not room.clock.by_move:
        return room.sealed_at + LATE
    return room.clock.runs_out(player, room.sealed_at, now)


def absent(room: Room, yours: list[str], now: float) -> str:
    """The player for whom nobody has come; NotNow where one must not leave yet, or not so."""
    if not paired(room.row) or room.result is not None:
        raise NotNow("this is no game that the house has paired")
    missing = [player for player in room.owing if player not in yours]
    if not missing or set(yours) & room.owing.keys():
        raise NotNow("your opponent has come: give up, if you will not play")
    wait = math.ceil(late_from(room, missing[0], now) - now)
    if wait > 0:
        rest = f"{wait} seconds" if wait < HOUR else f"{math.ceil(wait / HOUR)} hours"
        raise NotNow(f"your opponent may still come: wait another {rest}")
    return missing[0]
