"""Who wants letters about his games, how often, and what he has been told already.

The place is the address under which he asked for them: the links of his letters lead there. The token that stops them
is good for nothing else, so it is kept as it is, for every letter to hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_urlsafe

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from grognard.table.rows import AccountRow, NewsRow

SOON, DAILY, OFF = "soon", "daily", "off"


class Wishes:
    """What the database keeps of them; nothing is held in memory."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session: async_sessionmaker[AsyncSession] = async_sessionmaker(engine, expire_on_commit=False)

    async def of(self, account_id: str) -> NewsRow | None:
        async with self._session() as work:
            return await work.get(NewsRow, account_id)

    async def set(self, account_id: str, how: str, place: str, now: float) -> None:
        """From now on; what happened before is no news. Two who ask at once mean the same account, and either will
        do."""
        if how == OFF:
            return await self._forget(NewsRow.account_id == account_id)
        changed = update(NewsRow).where(NewsRow.account_id == account_id).values(how=how, place=place)
        async with self._session() as work, work.begin():
            found = (await work.execute(changed)).rowcount  # type: ignore[attr-defined]  # of an update it has one
        if found:
            return None
        row = NewsRow(account_id=account_id, how=how, place=place, stop=token_urlsafe(24), sent=now, known={})
        try:
            async with self._session() as work, work.begin():
                work.add(row)
        except IntegrityError:
            return await self.set(account_id, how, place, now)
        return None

    async def stop(self, token: str) -> None:
        """By a letter's link, without signing in; a link that was used already has done it."""
        await self._forget(NewsRow.stop == token)

    async def _forget(self, which: ColumnElement[bool]) -> None:
        async with self._session() as work, work.begin():
            await work.execute(delete(NewsRow).where(which))

    async def due(self, before: Mapping[str, float]) -> list[tuple[AccountRow, NewsRow]]:
        """Who may be written to: an address that is proved, and by `how` no letter since then."""
        chosen = select(AccountRow, NewsRow).join(NewsRow, NewsRow.account_id == AccountRow.id)
        chosen = chosen.where(AccountRow.email_proved.is_not(None), AccountRow.banned.is_(None))
        async with self._session() as work:
            found = [(account, news) for account, news in await work.execute(chosen.order_by(NewsRow.sent))]
        return [one for one in found if one[1].sent <= before[one[1].how]]

    async def told(self, account_id: str, known: Mapping[str, float], sent: float | None) -> None:
        """What he knows now, and when he was written to, if he was."""
        values = {"known": dict(known)} | ({} if sent is None else {"sent": sent})
        async with self._session() as work, work.begin():
            await work.execute(update(NewsRow).where(NewsRow.account_id == account_id).values(**values))
