"""How often somebody may try: counted by name, by address, and by both, in the memory of each process.

A name that nobody has is counted like one that somebody has: whoever is stopped learns nothing from it.
"""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from grognard.table.accounts.declined import Declined

BOTH = RateLimitItemPerMinute(6, 10, namespace="BOTH")
NAME = RateLimitItemPerMinute(40, 10, namespace="NAME")
"""From all addresses together: whoever shuts somebody out by guessing has to come from many places."""
ADDRESS = RateLimitItemPerMinute(40, 10, namespace="ADDRESS")
NEW = RateLimitItemPerHour(20, namespace="NEW")
"""Names that are made from one address: a club's evening, not a crowd."""
ASKED = RateLimitItemPerMinute(60, namespace="ASKED")
"""Challenges and looks at whether a name is free."""
REPORTS = RateLimitItemPerHour(6, namespace="REPORTS")
REPORTED_FROM = RateLimitItemPerHour(20, namespace="REPORTED_FROM")
"""Reports of one member, and from one address."""
LETTERS = RateLimitItemPerHour(5, namespace="LETTERS")


class Tries:
    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    async def enter(self, folded: str, address: str) -> None:
        """Count a try to come in; Declined where there were too many."""
        await self._hit(ADDRESS, address)
        await self._hit(BOTH, folded, address)
        await self._hit(NAME, folded)

    async def entered(self, folded: str, address: str) -> None:
        """Who came in has not tried in vain."""
        await self._limiter.clear(BOTH, folded, address)

    async def register(self, address: str) -> None:
        await self._hit(NEW, address)

    async def ask(self, address: str) -> None:
        await self._hit(ASKED, address)

    async def write(self, account: str, address: str) -> None:
        """Count a letter."""
        await self._hit(LETTERS, address)
        await self._hit(LETTERS, account)

    async def report(self, account: str, address: str) -> None:
        await self._hit(REPORTED_FROM, address)
        await self._hit(REPORTS, account)

    async def _hit(self, limit: RateLimitItem, *who: str) -> None:
        if await self._limiter.hit(limit, *who):
            return
        stats = await self._limiter.get_window_stats(limit, *who)
        wait = max(1, math.ceil(stats.reset_time - time.time()))
        raise Declined(429, "too_many", f"too many tries: the next is allowed in {wait} seconds", wait)
