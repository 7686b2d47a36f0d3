"""What the database keeps of holidays. What is past is never changed: clocks are reckoned from it again and again."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from grognard.table.clock import Span
from grognard.table.holidays.days import span
from grognard.table.rows import AccountRow, HolidayRow


class Book:
    """The holidays of everybody in a house."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    async def of(self, account: str) -> list[HolidayRow]:
        async with self._session() as work:
            chosen = select(HolidayRow).where(HolidayRow.account_id == account)
            return list(await work.scalars(chosen.order_by(HolidayRow.starts)))

    async def spans(self, accounts: Collection[str], since: float = 0.0) -> dict[str, list[Span]]:
        """Those of several people that end after a moment."""
        if not accounts:
            return {}
        chosen = select(HolidayRow).where(HolidayRow.account_id.in_(sorted(accounts)), HolidayRow.ends > since)
        found: dict[str, list[Span]] = {}
        async with self._session() as work:
            for row in await work.scalars(chosen.order_by(HolidayRow.starts)):
                found.setdefault(row.account_id, []).append((row.starts, row.ends))
        return found

    async def now(self, accounts: Collection[str], now: float) -> dict[str, float]:
        """Which of these are on holiday, and until when."""
        spans = await self.spans(accounts, now)
        return {one: end for one, all_his in spans.items() for start, end in all_his if start <= now < end}

    async def take(self, account: str, first: date, last: date, allowance: int, now: float) -> Span:
        """NoHoliday where it cannot be had; of two who ask at once for one member the second sees what the first
        has."""
        async with self._session() as work, work.begin():
            mine = update(AccountRow).where(AccountRow.id == account)
            await work.execute(mine.values(id=account))  # nobody else reckons with his days until this is done
            rows = await work.scalars(select(HolidayRow).where(HolidayRow.account_id == account))
            found = span(first, last, [(row.starts, row.ends) for row in rows], allowance, now)
            work.add(HolidayRow(account_id=account, starts=found[0], ends=found[1], asked=now))
        return found

    async def end(self, account: str, number: int, now: float) -> bool:
        """End one that goes on, from now; one that has not begun never was. Whether there was any."""
        mine = (HolidayRow.id == number, HolidayRow.account_id == account)
        async with self._session() as work, work.begin():
            dropped = await work.execute(delete(HolidayRow).where(*mine, HolidayRow.starts > now))
            ended = await work.execute(update(HolidayRow).where(*mine, HolidayRow.ends > now).values(ends=now))
            return bool(dropped.rowcount or ended.rowcount)  # type: ignore[attr-defined]  # both have one
