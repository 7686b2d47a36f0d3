"""What the database keeps of those who seek a game.

Two are paired, and their table is laid, in one transaction that takes both off those who wait: whoever else would pair
one of them at that moment finds him taken and does nothing, and a process that dies has paired nobody or both.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from sqlalchemy import delete, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from grognard.table.rows import SeatRow, SeekRow, TableRow

GONE = 75.0
"""Seconds after which nobody waits any more whose page is not heard of."""
TOLD = 3600.0
"""Seconds in which somebody may still be told that he was paired; his table is on his list in any case."""


class Taken(Exception):
    """One of the two does not wait any more."""


class Seeks:
    """Everybody of a house who seeks a game."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    async def of(self, account: str) -> SeekRow | None:
        async with self._session() as work:
            return await work.get(SeekRow, account)

    async def begin(self, row: SeekRow) -> bool:
        """Let somebody wait, for this and nothing else; not who was paired a moment ago and has not heard of it."""
        mine = SeekRow.account_id == row.account_id
        heard = or_(SeekRow.table_id.is_(None), SeekRow.paired < time.time() - GONE)
        try:
            async with self._session() as work, work.begin():
                await work.execute(delete(SeekRow).where(mine, heard))
                work.add(row)
        except IntegrityError:  # paired, or asked for in another tab at the same moment
            return False
        return True

    async def here(self, account: str) -> SeekRow | None:
        """His page is still there."""
        async with self._session() as work, work.begin():
            await work.execute(update(SeekRow).where(SeekRow.account_id == account).values(seen=time.time()))
        return await self.of(account)

    async def end(self, account: str) -> SeekRow | None:
        """Let him wait no more; what there was, for he may have been paired just before."""
        async with self._session() as work, work.begin():
            found = await work.get(SeekRow, account, with_for_update=True)
            if found is not None:
                await work.execute(delete(SeekRow).where(SeekRow.account_id == account))
            return found

    async def waiting(self) -> list[SeekRow]:
        """Those whose page is there."""
        fresh = (SeekRow.table_id.is_(None), SeekRow.seen >= time.time() - GONE)
        async with self._session() as work:
            return list(await work.scalars(select(SeekRow).where(*fresh).order_by(SeekRow.since, SeekRow.account_id)))

    async def sweep(self) -> None:
        """Forget those who have gone, and those who had time enough to hear that they were paired."""
        now = time.time()
        gone = (SeekRow.table_id.is_(None), SeekRow.seen < now - GONE)
        async with self._session() as work, work.begin():
            await work.execute(delete(SeekRow).where(*gone))
            await work.execute(delete(SeekRow).where(SeekRow.paired < now - TOLD))

    async def pair(self, table: TableRow, seats: Sequence[SeatRow]) -> None:
        """Seat those who wait at a new table, all or nobody; `Taken` where one does not wait any more."""
        fresh = time.time() - GONE
        async with self._session() as work, work.begin():
            for seat in sorted(seats, key=lambda one: one.account or ""):  # in one order: nobody waits for another
                chosen = update(SeekRow).where(SeekRow.account_id == seat.account, SeekRow.table_id.is_(None))
                chosen = chosen.where(SeekRow.seen >= fresh)
                values = {"table_id": table.id, "player": seat.player, "paired": table.created}
                values["game"] = table.header["game"]  # he may have taken any
                done = await work.execute(chosen.values(**values))
                if done.rowcount != 1:  # type: ignore[attr-defined]  # a cursor result has it
                    raise Taken
            work.add(table)
            await work.flush()
            work.add_all(seats)
