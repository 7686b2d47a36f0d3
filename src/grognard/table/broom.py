"""Rubbish: when Python's collector may look at everything the house holds.

A full pass over fifty tables takes a tenth of a second, in which the house hears nobody, and by itself the collector
makes one whenever enough has been added. So all that has come is put out of its sight every few seconds; what is young
is still swept at once, and the whole house when nobody has said anything for a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import Callable

EVERY = 2.0
"""Seconds between looks."""
QUIET = 60.0
"""Seconds without a word after which nobody minds a long pass."""


class Broom:
    """Keeps the collector's work short while people play."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._dusty = False

    def start(self, quiet_for: Callable[[], float]) -> None:
        """Look every few seconds; `quiet_for` tells for how long nobody has said anything."""
        self._task = asyncio.create_task(self._look(quiet_for))

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        gc.unfreeze()

    async def _look(self, quiet_for: Callable[[], float]) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self.sweep(quiet_for())

    def sweep(self, quiet_for: float) -> bool:
        """Put everything out of the collector's sight, in no time; returns whether the whole house was swept first."""
        if quiet_for < QUIET:
            self._dusty = True
        thoroughly = quiet_for >= QUIET and self._dusty
        if thoroughly:
            self._dusty = False
            gc.unfreeze()
            gc.collect()
        gc.freeze()
        return thoroughly
