"""What is thought of everybody: reckoned from the games that were written down, anew whenever there are more of them.

Nothing of it is stored, so nothing can disagree: every process reckons the same from the same games. A game is written
down by whichever process comes to it first, soon after it has ended, and after a crash when the house looks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from grognard.club.ratings.finished import Account, Bot, FinishedGame
from grognard.club.ratings.history import History
from grognard.club.ratings.skill import Skill
from grognard.table.rating.finished import finished, read
from grognard.table.rating.ledger import Results
from grognard.table.room import NotNow, NotStored
from grognard.table.shut import Shut

if TYPE_CHECKING:
    from grognard.table.house import House
    from grognard.table.room import Room

LOOK = 30.0
"""Seconds between looks for a game that nobody has written down."""
SETTLING = 3.0
"""Seconds after its last act in which a table is stored as over."""

BEGINNING = (0.0, "")

log = logging.getLogger(__name__)


class Ratings:
    """The rated games of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.results = Results(house.store.engine)
        self._history = History()
        self._counted = 0
        self._last = BEGINNING
        """The last game that was reckoned in: when it ended, and its table."""
        self._reckoning = asyncio.Lock()
        self._ended = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer

    def woken(self, room: Room) -> None:
        """Something has happened at a table."""
        if room.row.rated and room.result is not None:
            self._ended.set()

    async def _write(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), LOOK)
                await asyncio.sleep(SETTLING)
            self._ended.clear()
            with contextlib.suppress(SQLAlchemyError):
                await self.write_down()

    async def write_down(self) -> int:
        """Write down every rated game that has ended and is not; how many there were."""
        written = 0
        for table_id in await self.results.missing():
            room = await self._opened(table_id)
            if room is not None:
                written += await self.write_one(room)
        return written

    async def write_one(self, room: Room) -> bool:
        """Write down how a table has ended; whether nobody had."""
        return await self.results.add(finished(room, await self.results.ended_at(room.row.id)))

    async def _opened(self, table_id: str) -> Room | None:
        """A table that is over; None where it cannot be opened any more."""
        try:
            room = await self.house.room(table_id)
        except (KeyError, Shut, NotNow, NotStored) as error:
            log.warning("table %s: its result cannot be told: %s", table_id, error)
            return None
        return room if room.result is not None else None

    async def reckoned_again(self) -> tuple[list[str], str]:
        """Take every result anew from the journals; which were not as written down, and what all of it comes to.

        Of a table that was cleared away, or cannot be opened, there is no journal: what was written down of it stands.
        """
        kept = {game.table: game for game in await self.results.all()}
        other: list[FinishedGame] = []
        for table_id in await self.results.rated_and_over():
            room = await self._opened(table_id)
            if room is None:
                continue
            game = finished(room, await self.results.ended_at(table_id))
            if kept.get(table_id) != game:
                other.append(game)
        await self.results.replace(other)
        self._counted = -1
        return [game.table for game in other], (await self.history()).fingerprint()

    async def history(self) -> History:
        """Everything that all rated games have told."""
        async with self._reckoning:
            count = await self.results.count()
            if count != self._counted:
                fresh = await self.results.told(self._last)
                if count == self._counted + len(fresh):
                    await asyncio.to_thread(self._go_on, fresh)
                else:  # one that ended earlier was written down later
                    await asyncio.to_thread(self._begin_anew, await self.results.told())
            return self._history

    async def skill(self, game: str, account: str) -> Skill:
        """What is thought of somebody now; a newcomer's before his first rated game."""
        return (await self.history()).skill(game, Account(account))

    def _go_on(self, told: list[dict[str, Any]]) -> None:
        for game in map(read, told):
            self._history.take(game)
            self._last = game.ended_at, game.table
        self._counted += len(told)

    def _begin_anew(self, told: list[dict[str, Any]]) -> None:
        self._history, self._last, self._counted = History(), BEGINNING, 0
        self._go_on(told)

    async def ladder(self, game: str, most: int) -> list[tuple[Account | Bot, Skill]]:
        """Who is rated in a game, the highest first; of a level of bot its newest version."""
        history = await self.history()
        found = [
            (who, skill)
            for (of, who), skill in history.now.items()
            if of == game
            and (isinstance(who, Account) or (isinstance(who, Bot) and history.bots[of, who.level] is skill))
        ]
        return sorted(found, key=lambda one: (-one[1].mu, str(one[0])))[:most]
