"""Reviews of games that are over: thought of in a process of its own, one at a time, and kept for a while.

Whoever asks first starts it; who asks meanwhile hears that it is on its way.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from time import monotonic
from typing import Any, Literal, NamedTuple

from grognard.core.journal import Journal, JournalError, replay
from grognard.core.registry import game as find_game
from grognard.school.review import review
from grognard.table.room import Room
from grognard.table.workers import NoWorkers, Overdue, Workers, within

SECONDS = 240.0
"""That one review may take."""
KEPT = 64
"""Reviews that are kept, the oldest forgotten first."""
WAITING = 8
"""Reviews that may wait for their turn."""

log = logging.getLogger(__name__)

Wanted = tuple[str, int, str]
"""Table, answers given, side."""


class Unable(NamedTuple):
    """Why a game has no review: `late`, it took too long; `replay`, its file does not lead to where it stands;
    `broken`, a fault of ours, which is in the log."""

    why: Literal["late", "replay", "broken"]
    about: str = ""
    """What the file said, where it was that."""


class Busy(Exception):
    """Too many reviews are waited for."""


class Reviews:
    """All reviews of a house."""

    def __init__(self) -> None:
        self._workers = Workers(1)
        self._turn = asyncio.Lock()
        self._found: dict[Wanted, Mapping[str, Any] | Unable] = {}
        self._sought: dict[Wanted, asyncio.Task[None]] = {}
        self._since: dict[Wanted, float] = {}
        """When somebody asked first."""

    def of(self, room: Room, side: str) -> Mapping[str, Any] | asyncio.Task[None] | Unable:
        """The review of a game, why there is none, or the task that makes it."""
        wanted = room.row.id, len(room.play.given), side
        if wanted in self._found:
            return self._found[wanted]
        if wanted not in self._sought:
            if len(self._sought) >= WAITING:
                raise Busy
            self._since[wanted] = monotonic()
            self._sought[wanted] = asyncio.create_task(self._seek(wanted, room.journal()))
        return self._sought[wanted]

    def waited(self, room: Room, side: str) -> int:
        """For how many seconds it has been thought of, its turn waited for included."""
        return int(monotonic() - self._since.get((room.row.id, len(room.play.given), side), monotonic()))

    async def _seek(self, wanted: Wanted, journal: Journal) -> None:
        found: Mapping[str, Any] | Unable = Unable("broken")
        try:
            async with self._turn:
                found = await self._workers.run(reviewed, journal.plain(), wanted[2], SECONDS)
        except (NoWorkers, Overdue):
            log.warning("table %s: its review takes too long", wanted[0])
            found = Unable("late")
        except JournalError as error:
            log.warning("table %s: cannot be played again for its review: %s", wanted[0], error)
            found = Unable("replay", str(error))
        except Exception:
            log.exception("table %s: cannot be reviewed", wanted[0])
        finally:
            self._sought.pop(wanted, None)
            self._since.pop(wanted, None)
        self._found[wanted] = found
        while len(self._found) > KEPT:
            del self._found[next(iter(self._found))]

    async def close(self) -> None:
        tasks = list(self._sought.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()


def reviewed(plain: dict[str, Any], side: str, seconds: float | None = None) -> dict[str, Any]:
    """In a worker: the review of a game from its file."""
    journal = Journal.from_plain(plain)
    return within(seconds, lambda: review(replay(journal, find_game(journal.header.game)), side))
