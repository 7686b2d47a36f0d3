"""Holidays at the tables: whose clock stands still, told to those who are there when it begins and when it ends.

A room holds the spans that were read last. They are read again before anything is decided by a clock that counts days,
so that a notice of another process that got lost decides nothing.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from grognard.table.holidays.book import Book
from grognard.table.room import Room
from grognard.table.rows import Card, Unreadable, account_of
from grognard.table.seats import Member
from grognard.table.shut import Shut

if TYPE_CHECKING:
    from grognard.table.house import House

ALLOWANCE = 30
"""Days of holiday in a year, where its keeper says nothing else."""
AT_ONCE = 200


class Calendar:
    """Of one house."""

    def __init__(self, house: House, allowance: int) -> None:
        self._house = house
        self.allowance = allowance
        self.book = Book(house.store.engine)

    async def read(self, room: Room) -> None:
        """Let a table's clocks know the holidays of those who sit there."""
        if room.clock is None or not room.clock.by_move:
            return
        whose = {player: account_of(seat.key_hash) for player, seat in room.seats.items()}
        spans = await self.book.spans({one for one in whose.values() if one}, room.row.created)
        room.clock.holidays = {player: spans[one] for player, one in whose.items() if one in spans}
        self.tell_changes(room)

    def tell_changes(self, room: Room) -> None:
        """Somebody's holiday may have begun or ended since it was told."""
        away = room.away()
        if away != room.away_told:
            room.away_told = away
            self._house.tell_seats(room)
            for line in list(self._house.lines.get(room.row.id, ())):
                line.post({"type": "clocks", "clocks": room.clocks(line.viewer)})

    async def changed(self, member: Member) -> None:
        """Somebody has taken a holiday, or ended one: his tables hear of it, wherever they are open."""
        for card in await self._his(member.hash):
            room = self._house.open_room(card.row.id)
            if room is not None:
                await self.read(room)
            self._house.company.changed(card.row.id)

    async def late_at(self, whose: str) -> str | None:
        """A table where somebody's time is up already, by the hash under which his seats are kept."""
        now = time.time()
        for card in await self._his(whose):
            if not card.fresh or _decides(card, whose):
                try:
                    room = await self._house.room(card.row.id)
                except (Shut, KeyError):
                    continue
                if any(room.clock and room.clock.seconds(one, now) <= 0 for one in _mine(room, whose)):
                    return card.row.id
        return None

    async def saves(self, key: str, member: Member) -> bool:
        """Whether a game that is lost on time under a key would be saved by holidays of the account it is brought to:
        nobody at that table has seen them."""
        return bool(await self.book.of(member.account)) and await self.late_at(key) is not None

    async def _his(self, whose: str) -> list[Card]:
        """His games that go on by days."""
        found: list[Card] = []
        while page := await self._house.store.cards(whose, AT_ONCE, len(found)):
            found += page
        return [one for one in found if not one.row.over and _by_days(one)]


def _by_days(card: Card) -> bool:
    return isinstance(card.row.clock, dict) and "days" in card.row.clock


def _mine(room: Room | Card, whose: str) -> list[str]:
    return [player for player, seat in room.seats.items() if seat.key_hash == whose]


def _decides(card: Card, whose: str) -> bool:
    summary = card.row.summary
    if summary is None or isinstance(summary, Unreadable):
        return True
    return not set(summary.get("deciding", ())).isdisjoint(_mine(card, whose))
