"""What is thought of everybody: reckoned from the games that were written down, anew whenever there are more of them.

Nothing of it is stored, so nothing can disagree: every process reckons the same from the same games. A game is written
down by whichever process comes to it first, soon after it has ended, and after a crash when the house looks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from grognard.club.ratings.finished import Account, Bot, FinishedGame
from grognard.club.ratings.history import History, rate
from grognard.club.ratings.skill import Skill
from grognard.table.rating.finished import finished
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

log = logging.getLogger(__name__)


class Ratings:
    """The rated games of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.results = Results(house.store.engine)
        self._history = History()
        self._counted = 0
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
            try:
                room = await self.house.room(table_id)
                if room.result is not None:
                    written += await self.results.add(finished(room, await self.results.ended_at(table_id)))
            except (KeyError, Shut, NotNow, NotStored) as error:
                log.warning("table %s: its result cannot be written down: %s", table_id, error)
        return written

    async def reckoned_again(self) -> tuple[list[str], str]:
        """Take every result anew from the journals; which were not as written down, and what all of it comes to.

        Of a table that was cleared away there is no journal: what was written down of it stands.
        """
        kept = {game.table: game for game in await self.results.all()}
        other: list[FinishedGame] = []
        for table_id in await self.results.rated_and_over():
            game = finished(await self.house.room(table_id), await self.results.ended_at(table_id))
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
                games = await self.results.all()
                self._history = await asyncio.to_thread(rate, games)
                self._counted = len(games)
            return self._history

    async def shown(self, game: str, account: str) -> str | None:
        """An account's rating as it is shown; None before its first rated game."""
        history = await self.history()
        skill = history.now.get((game, Account(account)))
        return None if skill is None else str(skill)

    async def ladder(self, game: str, most: int) -> list[tuple[Account | Bot, Skill]]:
        """Who is rated in a game, the highest first."""
        history = await self.history()
        found = [
            (who, skill) for (of, who), skill in history.now.items() if of == game and isinstance(who, Account | Bot)
        ]
        return sorted(found, key=lambda one: (-one[1].mu, str(one[0])))[:most]
