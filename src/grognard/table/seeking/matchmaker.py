"""Pairs those who seek a game: one process at a time, and whatever happens to it nobody is paired twice or by half."""

from __future__ import annotations

import contextlib
import random
import secrets
import time
from typing import TYPE_CHECKING

from grognard.club.seeking import Seeker, meetings, met
from grognard.table.rating.ratings import Ratings
from grognard.table.rounds import Rounds
from grognard.table.rows import ANY, SeekRow
from grognard.table.seeking.book import Seeks, Taken
from grognard.table.seeking.laying import for_two, laid, sides_of

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
        seekers = [one for row in rows for one in await self.seekers(row)]
        sides = {game: sides_of(game) for game in {one.game for one in seekers}}
        found = meetings(seekers, sides, time.time())
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

    async def seekers(self, row: SeekRow) -> list[Seeker]:
        """Somebody as he may be paired: in the game that he seeks or, where he takes any, in each, in no order."""
        return [await self.seeker(row, game) for game in ([row.game] if row.game != ANY else shuffled(for_two()))]

    async def seeker(self, row: SeekRow, game: str) -> Seeker:
        number = (await self._ratings.skill(game, row.account_id)).number
        clock = tuple(sorted((row.clock or {}).items()))
        return Seeker(row.account_id, game, number, row.since, clock, row.rated, row.scenario, row.side)


def shuffled(games: list[str]) -> list[str]:
    """Whom every game would bring together equally well get one by lot."""
    random.SystemRandom().shuffle(games)
    return games
