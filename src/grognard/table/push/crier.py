"""Who pushes notices: one process of a house at a time, whichever comes to it, as letters are carried.

What a browser knows is written down after its carrier has taken the notice. One that is gone is forgotten, one that
cannot be reached is tried again more and more seldom; nobody waits long for anybody else's.
"""

from __future__ import annotations

import asyncio
import logging
import time
from itertools import groupby
from typing import TYPE_CHECKING

from webpush import WebPushSubscription

from grognard.table.news.postman import tables_of
from grognard.table.news.waiting import items
from grognard.table.push import endpoint
from grognard.table.push.book import Pushes
from grognard.table.push.key import Key
from grognard.table.push.notice import sealed
from grognard.table.rounds import Rounds
from grognard.table.rows import AccountRow, PushRow

if TYPE_CHECKING:
    from grognard.table.house import House

LOOK = 30.0
"""Seconds between rounds."""
AWAY = 60.0
"""Seconds that a move waits before it is worth a notice: who sits at the table needs none."""
AT_ONCE = 8
"""Notices under way."""
GONE = frozenset((404, 410))
"""By which a carrier says that a browser wants no more."""

log = logging.getLogger(__name__)


class Crier:
    """Tells browsers what waits for their members."""

    def __init__(self, house: House, key: Key) -> None:
        self._house = house
        self._key = key
        self.pushes = Pushes(house.store.engine)
        self.rounds = Rounds(house, "pushes", LOOK, self._go_round)
        self._going = asyncio.Semaphore(AT_ONCE)

    @property
    def public(self) -> str:
        """The half of the house's key that browsers are told."""
        return self._key.public

    async def _go_round(self) -> None:
        now = time.time()
        await self.pushes.sweep()
        due = await self.pushes.due(now, AWAY)
        calendar = self._house.holidays
        away = {} if calendar is None else await calendar.book.now({account.id for account, _ in due}, now)
        async with asyncio.TaskGroup() as under_way:
            for _, his in groupby(due, lambda one: one[0].id):
                rows = list(his)
                account = rows[0][0]
                if account.id not in away:  # what is news then he is told when he is back
                    await self._tell(account, [row for _, row in rows], under_way)

    async def _tell(self, account: AccountRow, rows: list[PushRow], under_way: asyncio.TaskGroup) -> None:
        who, cards, last = await tables_of(self._house, account)
        now = time.time()
        for row in rows:
            found, knows = items(who, cards, last, row, now, AWAY)
            if found:
                under_way.create_task(self._push(row, sealed(found, row.language), knows, now))
            else:
                await self.pushes.looked(row.id, now)

    async def _push(self, row: PushRow, text: bytes, knows: dict[str, float], now: float) -> None:
        async with self._going:
            try:
                status = await self._posted(row, text)
            except endpoint.Barred as why:
                log.warning("a browser's notices lead nowhere, it is forgotten: %s", why)
                return await self.pushes.forget(row.id)
            except OSError as error:
                log.info("a notice could not be pushed: %s", type(error).__name__)
                return await self.pushes.missed(row)
        if status in GONE:
            return await self.pushes.forget(row.id)
        if 200 <= status < 300:
            return await self.pushes.told(row.id, knows, now)
        log.warning("a notice was refused with %s", status)
        return await self.pushes.missed(row)

    async def _posted(self, row: PushRow, text: bytes) -> int:
        kept = {"endpoint": row.endpoint, "keys": {"p256dh": row.p256dh, "auth": row.auth}}
        browser = WebPushSubscription.model_validate(kept)
        message = await asyncio.to_thread(self._key.seals.get, text, browser)
        return await endpoint.post(row.endpoint, message.encrypted, {**message.headers, "urgency": "normal"})
