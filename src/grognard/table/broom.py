"""Rubbish: when Python's collector may look at everything the house holds.

A full pass over fifty tables takes a tenth of a second, in which the house hears nobody, and by itself the collector
makes one whenever enough has been added. So all that has come is put out of its sight every few moments, and the whole
house is swept when nobody has said anything for a while. Play leaves no rubbish behind, only connections that end do:
what is young is looked through at times, and every time once there was something in it. A house that is never quiet is
swept once it holds half as much again as after the last time.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import Callable

EVERY = 0.5
"""Seconds between looks."""
QUIET = 60.0
"""Seconds without a word after which nobody minds a long pass."""
YOUNG = 200_000
"""New things after which the collector looks at them by itself: more than come between two looks."""
LOOKS = 16
"""Looks of which one goes through what is young, as long as there is no rubbish in it."""
RUBBISH = 100
"""Things thrown away at once that are worth going through what is young the next time too."""
HEAP = 1_000_000
"""Things put out of sight since the last pass, below which nobody looks how many of them are still there."""


class Broom:
    """Keeps the collector's work short while people play."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._usual = gc.get_threshold()
        self._dusty = False
        self._looked = 0
        self._added = 0
        self._clean = 0
        """How many things there were after the last pass."""

    def start(self, quiet_for: Callable[[], float]) -> None:
        """Look every few seconds; `quiet_for` tells for how long nobody has said anything."""
        gc.set_threshold(YOUNG, *self._usual[1:])
        self._task = asyncio.create_task(self._look(quiet_for))

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            gc.set_threshold(*self._usual)
        gc.unfreeze()

    async def _look(self, quiet_for: Callable[[], float]) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self.sweep(quiet_for())

    def sweep(self, quiet_for: float) -> bool:
        """Put everything out of the collector's sight, in no time; returns whether the whole house was swept first."""
        if quiet_for < QUIET:
            self._dusty = True
        self._added += _come()
        self._through_the_young()
        thoroughly = (quiet_for >= QUIET and self._dusty) or self._heaped()
        if thoroughly:
            self._dusty = False
            gc.unfreeze()
            gc.collect()
        gc.freeze()
        if thoroughly:
            self._added, self._clean = 0, gc.get_freeze_count()
        return thoroughly

    def _through_the_young(self) -> None:
        """Most of it stays, and looking at it all takes longer than anything else that one table wants."""
        if self._looked == 0:
            self._looked = 0 if gc.collect(0) >= RUBBISH else LOOKS
        self._looked = max(0, self._looked - 1)

    def _heaped(self) -> bool:
        """Whether the house holds half as much again as it did; counting takes a while, so not at every look."""
        if self._added < max(HEAP, self._clean // 2):
            return False
        self._added = 0
        return gc.get_freeze_count() - self._clean > max(HEAP, self._clean // 2)


def _come() -> int:
    """How many things have come since the last look, less what went since: rather too many than too few.

    They are never listed (`gc.get_objects`): a tuple that another thread is just making would be in the list, and
    Python cannot finish one that somebody else holds.
    """
    young, looked_through, often = gc.get_count()
    every, times, _ = gc.get_threshold()
    return young + every * (looked_through + times * often)
