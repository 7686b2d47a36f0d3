"""Rounds: what is looked after again and again, by one process of the house at a time.

Whoever has the duty looks; the others look whether he still has it. A database that is away, or whatever else goes
wrong with one look, ends no round: the next look is at everything again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

if TYPE_CHECKING:
    from grognard.table.house import House

log = logging.getLogger(__name__)


class Rounds:
    """Looks every so many seconds, and at once when somebody says that there is something to see."""

    def __init__(self, house: House, duty: str, every: float, look: Callable[[], Awaitable[object]]) -> None:
        self._house = house
        self._duty = duty
        self._every = every
        self._look = look
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._go())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def nudge(self) -> None:
        """Something has happened."""
        self._news.set()

    async def once(self) -> None:
        """Look now, unless another process does."""
        async with self._house.company.notices.duty(self._duty) as mine:
            if mine:
                await self._look()

    async def _go(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), self._every)
            self._news.clear()
            try:
                await self.once()
            except SQLAlchemyError as error:
                log.warning("%s wait for the database: %s", self._duty, type(error).__name__)
                await asyncio.sleep(self._every)
            except Exception:
                log.exception("%s: a look went wrong", self._duty)
                await asyncio.sleep(self._every)
