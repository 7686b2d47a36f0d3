"""Pairs those who seek a game: one process at a time, and whatever happens to it nobody is paired twice or by half."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from grognard.club.seeking import Seeker, meetings, met
from grognard.table.rating.ratings import Ratings
from grognard.table.rows import SeekRow
from grognard.table.seeking.book import Seeks, Taken
from grognard.table.seeking.laying import laid, sides_of

if TYPE_CHECKING:
    from grognard.table.house import House

LOOK = 2.0
"""Seconds between looks: ranges widen, and who waits may have come to another process."""
DUTY = "seeks"

log = logging.getLogger(__name__)


class Matchmaker:
    """Of one house."""

    def __init__(self, house: House, ratings: Ratings) -> None:
        self._house = house
        self._ratings = ratings
        self.seeks = Seeks(house.store.engine)
        self._news = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._runner = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner

    def nudge(self) -> None:
        """Somebody has come."""
        self._news.set()

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), LOOK)
            self._news.clear()
            try:
                async with self._house.company.notices.duty(DUTY) as mine:
                    if mine:
                        await self.look()
            except SQLAlchemyError as error:
                log.warning("those who seek a game wait for the database: %s", type(error).__name__)
                await asyncio.sleep(LOOK)
            except Exception:  # whatever is wrong with one game, the next look is at all of them again
                log.exception("nobody could be paired")
                await asyncio.sleep(LOOK)

    async def look(self) -> int:
        """Pair whoever can be paired now; how many tables came of it."""
        await self.seeks.sweep()
        rows = await self.seeks.waiting()
        if len(rows) < 2:
            return 0
        sides = {game: sides_of(game) for game in {row.game for row in rows}}
        found = meetings([await self.seeker(row) for row in rows], sides, time.time())
        names = await self._ratings.results.names([one.who for pair in found for one in pair])
        made = 0
        for one, other in found:
            first, second = (one, other) if secrets.randbelow(2) else (other, one)
            meeting = met(first, second, sides[one.game])
            assert meeting is not None
            with contextlib.suppress(Taken):
                await self.seeks.pair(*await laid(meeting, names))
                made += 1
        return made

    async def seeker(self, row: SeekRow) -> Seeker:
        number = (await self._ratings.skill(row.game, row.account_id)).number
        clock = tuple(sorted((row.clock or {}).items()))
        return Seeker(row.account_id, row.game, number, row.since, clock, row.rated, row.scenario, row.side)
