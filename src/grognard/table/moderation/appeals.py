"""What is said against a mute or a ban: one text for each of them, read and answered by those who keep order."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from grognard.table.moderation.book import PAGE
from grognard.table.rows import AccountRow, AppealRow, AuditRow, MuteRow

APPEAL = "appeal"
TO_APPEAL = 3600.0
"""Seconds in which who is kept out may write it after he has proved his name."""


def ban_measure(account: AccountRow) -> str:
    """Which ban it is: the next one is another."""
    return f"ban:{account.id}:{account.banned_at or 0:.3f}"


def mute_measure(mute: MuteRow) -> str:
    return f"mute:{mute.who}:{mute.at:.3f}"


def told_of(row: AppealRow) -> dict[str, Any]:
    """What its maker is told of it."""
    return {"words": row.words, "at": row.at, "answered": row.answered, "granted": row.granted, "answer": row.answer}


class Appeals:
    """All of them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    async def add(self, row: AppealRow) -> bool:
        """Whether nothing was said against that before."""
        try:
            async with self._session() as work, work.begin():
                work.add(row)
        except IntegrityError:
            return False
        return True

    async def against(self, measure: str) -> AppealRow | None:
        async with self._session() as work:
            return await work.scalar(select(AppealRow).where(AppealRow.measure == measure))

    async def numbered(self, number: int) -> AppealRow | None:
        async with self._session() as work:
            return await work.get(AppealRow, number)

    async def listed(self, closed: bool, skip: int = 0) -> list[AppealRow]:
        """Those that wait, the oldest first, or those that are answered, the newest first."""
        chosen = select(AppealRow).where(AppealRow.answered.is_not(None) if closed else AppealRow.answered.is_(None))
        order = (AppealRow.answered.desc(), AppealRow.id) if closed else (AppealRow.at, AppealRow.id)
        async with self._session() as work:
            return list(await work.scalars(chosen.order_by(*order).offset(skip).limit(PAGE)))

    async def of(self, account_id: str) -> list[AppealRow]:
        async with self._session() as work:
            chosen = select(AppealRow).where(AppealRow.account_id == account_id)
            return list(await work.scalars(chosen.order_by(AppealRow.at)))

    async def answer(self, number: int, granted: bool, why: str, decider: str, line: AuditRow) -> bool:
        """Answer one, with its line in the log; whether nobody was first."""
        waiting = update(AppealRow).where(AppealRow.id == number, AppealRow.answered.is_(None))
        how = {"answered": time.time(), "granted": granted, "answer": why, "decider": decider}
        async with self._session() as work, work.begin():
            if (await work.execute(waiting.values(**how))).rowcount != 1:  # type: ignore[attr-defined]
                return False
            work.add(line)
            return True
