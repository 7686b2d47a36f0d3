"""Which browsers of members are to be told, and what they know already; nothing is held in memory."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping

from sqlalchemy import delete, exists, literal, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from grognard.table.accounts.ledger import kept_out
from grognard.table.rows import AccountRow, PushRow, SeatRow, SessionRow, TableRow, holder

MOST = 10
"""Browsers of one account: the oldest gives way."""
GIVEN_UP = 8
"""Times that a browser could not be reached before it is forgotten;"""
WAIT = 60.0
"""seconds until the second try, and twice as many before each that follows, up to"""
LONGEST_WAIT = 86_400.0
SLACK = 300.0
"""Seconds by which a table's change may be written down later than it happened."""


def called(endpoint: str) -> str:
    """What a browser is called in the list of its owner."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


class Pushes:
    """All of them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    async def of(self, account_id: str) -> list[PushRow]:
        """Somebody's own whose browsers are signed in, the newest first."""
        chosen = select(PushRow).join(SessionRow, SessionRow.id == PushRow.session_id)
        async with self._session() as work:
            mine = chosen.where(PushRow.account_id == account_id)
            return list(await work.scalars(mine.order_by(PushRow.created.desc(), PushRow.id)))

    async def add(self, row: PushRow) -> None:
        """From now on; a browser that was somebody else's is this member's now."""
        mine = PushRow.account_id == row.account_id
        newest = select(PushRow.id).where(mine).order_by(PushRow.created.desc()).limit(MOST - 1)
        same = or_(PushRow.id == row.id, PushRow.session_id == row.session_id)
        try:
            async with self._session() as work, work.begin():
                await work.execute(delete(PushRow).where(same))
                await work.execute(delete(PushRow).where(mine, PushRow.id.not_in(newest)))
                work.add(row)
        except IntegrityError:  # asked for twice at once: either will do
            return

    async def remove(self, account_id: str, push_id: str) -> bool:
        """Whether it was there and his."""
        async with self._session() as work, work.begin():
            gone = await work.execute(delete(PushRow).where(PushRow.id == push_id, PushRow.account_id == account_id))
            return bool(gone.rowcount)  # type: ignore[attr-defined]  # of a delete it has one

    async def sweep(self) -> None:
        """Forget browsers that are signed out."""
        signed_in = select(SessionRow.id)
        async with self._session() as work, work.begin():
            await work.execute(delete(PushRow).where(PushRow.session_id.not_in(signed_in)))

    async def due(self, now: float, away: float) -> list[tuple[AccountRow, PushRow]]:
        """Who may have something to hear: at one of his tables something has changed since they were looked at, or
        there is something that he could not be told. `away` are the seconds for which a move is no news yet."""
        his = SeatRow.key_hash == literal(holder("")) + PushRow.account_id
        changed = exists().where(his, TableRow.id == SeatRow.table_id, TableRow.changed > PushRow.looked - away - SLACK)
        chosen = select(AccountRow, PushRow).join(PushRow, PushRow.account_id == AccountRow.id)
        chosen = chosen.where(PushRow.again <= now, or_(PushRow.failed > 0, changed))
        async with self._session() as work:
            found = await work.execute(chosen.order_by(PushRow.account_id, PushRow.id))
            return [(account, push) for account, push in found if kept_out(account) is None]

    async def looked(self, push_id: str, now: float) -> None:
        await self._change(push_id, looked=now, failed=0)

    async def told(self, push_id: str, known: Mapping[str, float], now: float) -> None:
        await self._change(push_id, known=dict(known), sent=now, looked=now, failed=0)

    async def missed(self, row: PushRow) -> None:
        """It could not be reached: try again later, and in the end no more."""
        if row.failed + 1 >= GIVEN_UP:
            return await self.forget(row.id)
        wait = min(WAIT * 2**row.failed, LONGEST_WAIT)
        return await self._change(row.id, failed=row.failed + 1, again=time.time() + wait)

    async def forget(self, push_id: str) -> None:
        async with self._session() as work, work.begin():
            await work.execute(delete(PushRow).where(PushRow.id == push_id))

    async def _change(self, push_id: str, **values: object) -> None:
        async with self._session() as work, work.begin():
            await work.execute(update(PushRow).where(PushRow.id == push_id).values(**values))
