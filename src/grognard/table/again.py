"""Games that are played through once more inside the house: when a table is opened, looked at again or taken back.

A game may be long, and a file can be made so that each of its answers takes as long as any. So this is never done on
the event loop; long ones wait for each other, but short ones not for them; and the thread that plays lets the others
in between, for it would keep the interpreter much longer than they do.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

LONG = 500
"""Answers from which on a game is a long one."""
LONG_AT_ONCE = 1
SHORT_AT_ONCE = 4
WORK, REST = 0.002, 0.0002
"""Seconds that a thread works before it rests, and rests."""


class Again:
    """Where all that a house plays through again comes by."""

    def __init__(self) -> None:
        self._long = asyncio.Semaphore(LONG_AT_ONCE)
        self._short = asyncio.Semaphore(SHORT_AT_ONCE)

    async def play(self, answers: int, work: Callable[[], T]) -> T:
        """Do this in a thread when it is its turn; `answers` is how long the game is."""
        async with self._long if answers > LONG else self._short:
            return await asyncio.to_thread(work)


class _Rested(threading.local):
    at = 0.0


_rested = _Rested()


def breathe() -> None:
    """Between two answers: let others have the interpreter, where this thread has had it for a while."""
    if time.perf_counter() - _rested.at > WORK:
        time.sleep(REST)
        _rested.at = time.perf_counter()
