"""What the database keeps of studies. Each has a copy of its game: what becomes of the table is no matter to it."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker
from sqlalchemy.orm import defer

from grognard.table.rows import StudyRow

MOST = 60
"""Studies of one owner."""


class Enough(Exception):
    """Somebody has as many studies as he may have."""


class Studies:
    """All studies of a house."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    async def add(self, row: StudyRow) -> None:
        """Keep a new one; `Enough` where its owner has too many."""
        mine = StudyRow.owner_hash == row.owner_hash
        async with self._session() as work, work.begin():
            if (await work.scalar(select(func.count()).select_from(StudyRow).where(mine)) or 0) >= MOST:
                raise Enough(f"nobody keeps more than {MOST} studies: remove one first")
            work.add(row)

    async def of(self, owner_hash: str | None) -> list[StudyRow]:
        """Somebody's own, newest first, without their games."""
        mine = select(StudyRow).where(StudyRow.owner_hash == owner_hash).options(defer(StudyRow.journal))
        async with self._session() as work:
            return list(await work.scalars(mine.order_by(StudyRow.changed.desc(), StudyRow.id)))

    async def find(self, study_id: str) -> StudyRow | None:
        async with self._session() as work:
            return await work.get(StudyRow, study_id)

    async def change(self, study_id: str, **values: Any) -> None:
        async with self._session() as work, work.begin():
            chosen = update(StudyRow).where(StudyRow.id == study_id)
            await work.execute(chosen.values(changed=time.time(), **values))

    async def remove(self, study_id: str) -> None:
        async with self._session() as work, work.begin():
            await work.execute(delete(StudyRow).where(StudyRow.id == study_id))
