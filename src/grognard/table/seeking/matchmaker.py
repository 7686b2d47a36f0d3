"""Pairs those who seek a game: one process at a time, and whatever happens to it nobody is paired twice or by half."""

from __future__ import annotations

import contextlib
import secrets
import time
from typing import TYPE_CHECKING

from grognard.club.seeking import Seeker, meetings, met
from grognard.table.rating.ratings import Ratings
from grognard.table.rounds import Rounds
from grognard.table.rows import SeekRow
from grognard.table.seeking.book import Seeks, Taken
from grognard.table.seeking.laying import laid, sides_of

if TYPE_CHECKING:
    from grognard.table.house import House

LOOK = 2.0
"""Seconds between looks: ranges widen, and who waits may have come to another process."""
DUTY = "seeks"


class Matchmaker:
    """Of one house."""

    def __init__(self, house: House, ratings: Ratings) -> None:
        self._house = house
        self._ratings = ratings
        self.seeks = Seeks(house.store.engine)
        self.rounds = Rounds(house, DUTY, LOOK, self.look)

    def nudge(self) -> None:
        """Somebody has come."""
        self.rounds.nudge()

    async def look(self) -> int:
        """Pair whoever can be paired now; how many tables came of it."""
        await self.seeks.sweep()
        rows = await self.seeks.waiting()
        if len(rows) < 2:
            return 0
        sides = {game: sides_of(game) for game in {row.game for row in rows}}
        found = meetings([await self.seeker(row) for row in rows], sides, time.time())
        names = await self._ratings.results.names([one.who for pair in found for one in pair])
        made = 0
        for one, other in found:
            first, second = (one, other) if secrets.randbelow(2) else (other, one)
            meeting = met(first, second, sides[one.game])
            assert meeting is not None
            with contextlib.suppress(Taken):
                await self.seeks.pair(*await laid(meeting, names))
                made += 1
        return made

    async def seeker(self, row: SeekRow) -> Seeker:
        number = (await self._ratings.skill(row.game, row.account_id)).number
        clock = tuple(sorted((row.clock or {}).items()))
        return Seeker(row.account_id, row.game, number, row.since, clock, row.rated, row.scenario, row.side)
