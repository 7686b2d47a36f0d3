"""A table as it stood a while ago: what everybody is shown of a game that goes on.

It is the journal played again as far as it is old enough, in a room of its own that nobody acts in, so that neither a
position nor its length, clock or turn tells anything newer. What is shown of it is the spectators' view alone.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING

from grognard.core.registry import game as find_game
from grognard.table.reel import Reel
from grognard.table.room import SEALS, Room
from grognard.table.shut import check

if TYPE_CHECKING:
    from grognard.table.house import House

KEPT = 48
"""Tables that are kept as they stood, the last asked for: more than a list shows, or each look would replay all."""


class Late:
    """One table, as much later as the house says."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.reel = Reel(room.play.beginning())
        self.lock = asyncio.Lock()


class Lateness:
    """All tables that are looked at with the house's delay."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._kept: dict[str, Late] = {}

    async def table(self, table_id: str) -> Late:
        """The table as it stood; KeyError where there is none, Shut where it cannot be opened."""
        late = self._kept.pop(table_id, None)
        if late is None:
            late = await self._begun(table_id)
        self._kept[table_id] = late
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        async with late.lock:
            await self._catch_up(late)
        return late

    async def _begun(self, table_id: str) -> Late:
        row = await self._house.store.table(table_id)
        if row is None:
            raise KeyError(table_id)
        check(row)
        seats, acts = await self._house.store.seats(table_id), await self._house.store.acts(table_id)
        until = time.time() - self._house.delay
        old = [act for act in acts if act.at <= until]
        last = old[-1].number if old else 0
        kept = [one for one in await self._house.store.snapshots(table_id) if one.number <= last]
        game = find_game(row.header["game"])
        restored = partial(Room.restore, self._house.store, game, row, seats, old, kept)
        return Late(await self._house.again.play(len(old), restored))

    async def _catch_up(self, late: Late) -> None:
        room, until = late.room, time.time() - self._house.delay
        fresh = await self._house.store.acts(room.row.id, room.acts)
        fresh = fresh[: next((n for n, act in enumerate(fresh) if act.at > until), len(fresh))]
        mixed = any(act.kind in SEALS for act in fresh)  # other dice: from the beginning
        if mixed or not await self._house.again.play(len(fresh), partial(room.goes_on, fresh)):
            begun = await self._begun(room.row.id)
            late.room, late.reel = begun.room, begun.reel
        for seat in await self._house.store.seats(room.row.id):
            late.room.seats[seat.player] = seat  # who sits there is no part of the game
        play = late.room.play
        follow = partial(late.reel.follow, play.given, play.skips)
        await self._house.again.play(len(play.given) - late.reel.wound, follow)
