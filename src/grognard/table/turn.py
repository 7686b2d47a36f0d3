"""The engine's turn: work on answers and views goes one after another, and after a few milliseconds others are let in.

Fifty tables whose answers are stored at the same moment would otherwise all be worked on in one go, and meanwhile the
server would hear nobody.
"""

from __future__ import annotations

import asyncio
import time

SLICE = 0.005
"""Seconds of work after which the event loop gets a look around."""


class Turn:
    """`async with turn:` around work that does not wait for anything."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._since = 0.0

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        if time.perf_counter() - self._since > SLICE:
            try:
                await asyncio.sleep(0)
            except BaseException:
                self._lock.release()
                raise
            self._since = time.perf_counter()

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
