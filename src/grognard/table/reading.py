"""What other processes have stored, read for all tables at once that are behind.

Hundreds of acts a second are followed one table at a time by as many small queries, and what surrounds a query costs
more than what it tells. While one reading goes on, whoever else is behind waits for the next, which is for all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.table.database import gone
from grognard.table.held import Held
from grognard.table.rows import ActRow, NewAct

AT_ONCE = 500
"""Acts of one table that a reading tells; more are the journal's own to read, piece by piece."""

_BEHIND = text(
    "SELECT act.* FROM unnest(CAST(:tables AS varchar[]), CAST(:after AS integer[])) AS behind(table_id, number)"
    " CROSS JOIN LATERAL (SELECT table_id, number, kind, player, verb, target, at, aside FROM acts"
    " WHERE acts.table_id = behind.table_id AND acts.number > behind.number ORDER BY acts.number LIMIT :most) AS act"
    " ORDER BY act.table_id, act.number"
).columns(*(getattr(ActRow, name) for name in NewAct._fields))

Waiting = tuple[int, asyncio.Future[list[NewAct]]]


class Reading:
    """Of one process over a PostgreSQL that others write to as well."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._held = Held(engine, isolation_level="AUTOCOMMIT")  # no transaction around one query
        self._behind: dict[str, list[Waiting]] = {}
        self._reader: asyncio.Task[None] | None = None

    async def acts(self, table: str, after: int) -> list[NewAct]:
        """The acts of a table after this one, AT_ONCE of them at most."""
        told: asyncio.Future[list[NewAct]] = asyncio.get_running_loop().create_future()
        self._behind.setdefault(table, []).append((after, told))
        if self._reader is None:
            self._reader = asyncio.create_task(self._read())
        return await told

    async def close(self) -> None:
        """Let go of the database; the next to ask opens it anew."""
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
            self._reader = None  # it may not even have begun
        behind, self._behind = self._behind, {}
        for told in _waiting(behind):
            told.cancel()
        await self._held.close()

    async def _read(self) -> None:
        try:
            while self._behind:
                behind, self._behind = self._behind, {}
                await self._tell(behind)
        finally:
            self._reader = None

    async def _tell(self, behind: Mapping[str, list[Waiting]]) -> None:
        try:
            found = await self._fresh({table: min(after for after, _ in some) for table, some in behind.items()})
        except asyncio.CancelledError:
            for told in _waiting(behind):
                told.cancel()
            raise
        except Exception as error:  # whatever it is: they hold their tables while they wait
            for told in _waiting(behind):
                told.set_exception(error)
            return
        for table, some in behind.items():
            for after, told in some:
                if not told.done():  # who asked may have gone away
                    told.set_result([act for act in found[table] if act.number > after])

    async def _fresh(self, behind: Mapping[str, int]) -> dict[str, list[NewAct]]:
        try:
            return await self._asked(behind)
        except DBAPIError as error:
            if not gone(error):
                raise
            return await self._asked(behind)  # the connection may have been lost long ago, and nobody has seen it

    async def _asked(self, behind: Mapping[str, int]) -> dict[str, list[NewAct]]:
        about: dict[str, Any] = {"tables": list(behind), "after": list(behind.values()), "most": AT_ONCE}
        found: dict[str, list[NewAct]] = {table: [] for table in behind}
        async with self._held.use() as connection:
            for row in await connection.execute(_BEHIND, about):
                found[row.table_id].append(NewAct(*row))
        return found


def _waiting(behind: Mapping[str, list[Waiting]]) -> list[asyncio.Future[list[NewAct]]]:
    """Who has not gone away meanwhile."""
    return [told for some in behind.values() for _, told in some if not told.done()]
