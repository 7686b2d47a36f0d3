"""Games that the house has paired and to which nobody comes: they are closed, and nothing of them counts.

Who came alone may leave by himself (`manners`). Where nobody is left to do so the house does it, one process at a
time: after a while where nobody came, after a longer one where somebody came and went. Who never came has stayed away.
A game by days waits twice as long as one move may take, so that who came has as long to leave it himself.
"""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import async_sessionmaker

from grognard.table.clock import DAY
from grognard.table.room import NotStored
from grognard.table.rounds import Rounds
from grognard.table.rows import ActRow, TableRow
from grognard.table.seeking.manners import LATE, Manners, late_from, paired
from grognard.table.shut import Shut

if TYPE_CHECKING:
    from grognard.table.house import House
    from grognard.table.room import Room

LOOK = 60.0
"""Seconds between looks."""
NOBODY = 2 * LATE
"""Seconds after its pairing in which somebody may come to the table of a live game where nobody was,"""
GONE = 3600.0
"""and where somebody was and has left."""
DUTY = "no_shows"


class Absences:
    """Of one house."""

    def __init__(self, house: House, manners: Manners) -> None:
        self._house = house
        self._manners = manners
        self._session = async_sessionmaker(house.store.engine, expire_on_commit=False)
        self.rounds = Rounds(house, DUTY, LOOK, self.look)

    async def look(self) -> int:
        """Close every such table; how many there were."""
        closed = 0
        for row in await self._waiting(time.time()):
            with contextlib.suppress(KeyError, Shut, NotStored):
                closed += await self._swept(await self._house.room(row.id))
        return closed

    async def _waiting(self, now: float) -> list[TableRow]:
        """Tables of two who were paired, whose dice are not there yet."""
        begun = exists().where(ActRow.table_id == TableRow.id, ActRow.kind == "dice")
        nobody_s = (TableRow.owner_hash.is_(None), TableRow.tournament.is_(None), TableRow.over.is_(False))
        chosen = select(TableRow).where(*nobody_s, TableRow.created < now - NOBODY, ~begun)
        async with self._session() as work:
            return [row for row in await work.scalars(chosen) if paired(row) and row.created < now - _at_least(row)]

    async def _swept(self, room: Room) -> bool:
        await self._house.read_holidays(room)
        await room.follow()
        missing, now = list(room.owing), time.time()
        if room.result is not None or not missing or _may_come(room, now):
            return False
        if self._house.online(room) or not self._house.company.sees(room):
            return False
        away = [account for player in missing if (account := room.seats[player].account) is not None]
        if not await self._house.clear_away(room, room.acts):
            return False  # somebody has come just now
        for account in away:
            await self._manners.stayed_away(account, room.row.id, now)
        return True


def _at_least(row: TableRow) -> float:
    """Seconds that such a table stays, whatever happens there: nobody opens it every minute of so many days."""
    days = row.clock.get("days", 0) if isinstance(row.clock, dict) else 0
    return 2 * days * DAY or NOBODY


def _may_come(room: Room, now: float) -> bool:
    """Whether it is too early to close a table for which somebody still owes his part of the dice."""
    missing = list(room.owing)
    if room.clock is not None and room.clock.by_move:
        late = max(late_from(room, player, now) for player in missing)
        return late + room.clock.whole > now
    came = len(missing) < len(room.seats)
    return room.sealed_at + (GONE if came else NOBODY) > now
