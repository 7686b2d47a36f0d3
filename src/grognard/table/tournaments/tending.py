"""Tables of tournaments at which a bot has to move and nobody looks on: some process opens them, so that it does.

Every process takes a few at a time, each by a duty of its own, so that they are spread over all of them; what one that
dies has tended the others take up.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from grognard.table.room import NotNow, NotStored
from grognard.table.shut import Shut
from grognard.table.tournaments.book import Book, Standing

if TYPE_CHECKING:
    from grognard.table.house import House

LOOK = 1.0
"""Seconds between looks for a table that nobody tends."""
AT_ONCE = 4
"""Tables that a process takes with one look: others look too."""
WATCHED = 0.5
"""Seconds between looks whether bots still have to move."""
STALE = 6.0

log = logging.getLogger(__name__)


class Tending:
    """Lets the bots of tournaments move."""

    def __init__(self, house: House, book: Book) -> None:
        self._house = house
        self._book = book
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._looker: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._looker = asyncio.create_task(self._look())

    async def close(self) -> None:
        tasks = [*self._tasks.values(), *([self._looker] if self._looker else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(SQLAlchemyError):
                await self._take_some()

    async def _take_some(self) -> None:
        free = [one for one in await self._book.unsettled() if one not in self._tasks]
        waiting = [table for table, one in (await self._book.standing(free)).items() if _waits_for_a_bot(one)]
        taken = 0
        for table in waiting:
            if taken == AT_ONCE:
                return
            mine: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            task = self._tasks[table] = asyncio.create_task(self._tend(table, mine))
            task.add_done_callback(partial(self._done, table))
            taken += await mine

    def _done(self, table: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(table, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("table %s: its bots wait for another look: %r", table, error)

    async def _tend(self, table: str, known: asyncio.Future[bool]) -> None:
        async with self._house.company.notices.duty(f"tend {table}") as mine:
            known.set_result(mine)
            if not mine:
                return
            with contextlib.suppress(KeyError, Shut, NotNow, NotStored):
                while (await self._house.room(table)).bots_to_move:
                    await asyncio.sleep(WATCHED)


def _waits_for_a_bot(table: Standing) -> bool:
    if not table.bots or table.row.over:
        return False
    if table.fresh:
        return not table.bots.isdisjoint(table.summary["deciding"])
    return not table.summary or time.time() - table.last > STALE
