"""The engine's turn: work on answers and views goes one after another, and after a few milliseconds others are let in.

Fifty tables whose answers are stored at the same moment would otherwise all be worked on in one go, and meanwhile the
server would hear nobody. Who comes while there is time left is served at once; only who has to wait costs anything, and
who has waited longest is served first: an answer behind another one of its table does not wait the whole time again.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time

SLICE = 0.005
"""Seconds of work after which the event loop gets a look around."""
ENOUGH = 0.015
"""Seconds of work that wait: more than acts are gathered for, so that the engine does not stand idle after them."""
OF_LATE = 32
"""Looks around over which the usual time of a piece of work is taken."""


class Turn:
    """`await turn.come()` before work that does not wait for anything."""

    def __init__(self) -> None:
        self._until: float | None = None
        """When the time is up that began after the last look around; None where nobody has worked since."""
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()
        self._came = 0
        """How many have worked since the last look around."""
        self._usual = SLICE
        """How long a piece of work has taken of late, with what comes of it."""

    async def come(self, since: float | None = None) -> None:
        """Wait until it is one's turn; `since` is when one began to wait, elsewhere before, by the same clock."""
        now = time.perf_counter()
        if self._until is None:
            self._begin(now)
        elif self._waiting or now > self._until:
            mine = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (now if since is None else since, next(self._numbers), mine))
            await mine
        self._came += 1

    def enough(self) -> bool:
        """Whether so many wait that there is work for a while."""
        return len(self._waiting) * self._usual > ENOUGH

    def _begin(self, now: float) -> None:
        self._until = now + SLICE
        asyncio.get_running_loop().call_soon(self._looked)

    def _looked(self) -> None:
        """The event loop has been round: of those who wait, as many are let in as there is time for."""
        now = time.perf_counter()
        if self._came and self._until is not None:
            self._usual += ((now - self._until + SLICE) / self._came - self._usual) / OF_LATE
        self._until, self._came = None, 0
        room = max(1, int(SLICE / self._usual))
        while self._waiting and room:
            _, _, first = heapq.heappop(self._waiting)
            if first.done():  # who is sent away meanwhile does not come
                continue
            if self._until is None:
                self._begin(now)
            first.set_result(None)
            room -= 1
