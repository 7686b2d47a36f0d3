"""The engine's turn: work on answers and views goes one after another, and after a few milliseconds others are let in.

Fifty tables whose answers are stored at the same moment would otherwise all be worked on in one go, and meanwhile the
server would hear nobody. Who comes while there is time left is served at once; only who has to wait costs anything.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque

SLICE = 0.005
"""Seconds of work after which the event loop gets a look around."""


class Turn:
    """`async with turn:` around work that does not wait for anything."""

    def __init__(self) -> None:
        self._until: float | None = None
        """When the time is up that began after the last look around; None where nobody has worked since."""
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def __aenter__(self) -> None:
        if self._until is None:
            self._begin()
        elif self._waiting or time.perf_counter() > self._until:
            mine = asyncio.get_running_loop().create_future()
            self._waiting.append(mine)
            await mine

    async def __aexit__(self, *_: object) -> None:
        pass

    def _begin(self) -> None:
        loop = asyncio.get_running_loop()
        self._until = time.perf_counter() + SLICE
        loop.call_soon(self._looked)

    def _looked(self) -> None:
        """The event loop has been round: the first of those who wait is let in."""
        self._until = None
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():  # who is sent away meanwhile does not come
                self._begin()
                first.set_result(None)
                return
