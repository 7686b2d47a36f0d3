"""Outcomes from here at a house: games of bots from a moment of a game that is over, one inquiry after the other.

Each plays in processes of its own and goes on only while somebody looks at it; what was found is kept for a while.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from grognard.core.journal import Journal
from grognard.core.play import Play
from grognard.lab.outcomes import FEWEST, Course, course, share_of, summary
from grognard.lab.runs.again import told_again
from grognard.lab.simulate import Pairing
from grognard.lab.whatif import moment, pairing_from
from grognard.players.doctrine import REGULAR
from grognard.table.pace import Pace
from grognard.table.workers import Overdue, Workers, within

GAMES = 500
SECONDS = 60.0
"""That one game may take."""
LOOKED = 30.0
"""Seconds after which nobody looks any more."""
WAITING = 8
"""Inquiries that may be open at a time."""
KEPT = 16
"""Inquiries that are kept, the oldest forgotten first."""

log = logging.getLogger(__name__)

Asked = tuple[str, int, str | None]
"""Table, answers before the moment, and whose knowledge is played on from."""


class Busy(Exception):
    """Too many wait already."""


class NotYours(Exception):
    """Somebody else asked for it."""


@dataclass
class Inquiry:
    """One moment that is asked about."""

    play: Play
    """The game as it stood."""
    asking: str | None
    who: str | None
    """The key of whoever asked, where he has one."""
    courses: list[Course] = field(default_factory=list)
    given_up: set[int] = field(default_factory=set)
    """Games that took too long."""
    state: str = "waiting"
    began: float | None = None
    """When it last began to play, while it plays."""
    earlier: float = 0.0
    """Seconds that it played before."""
    looked: float = field(default_factory=time.monotonic)

    @property
    def over(self) -> bool:
        return self.state in ("done", "stopped", "failed")

    @property
    def enough(self) -> bool:
        """Whether figures are told of it."""
        return len(self.courses) >= FEWEST or (self.over and bool(self.courses))

    @property
    def spent(self) -> float:
        return self.earlier + (0.0 if self.began is None else time.monotonic() - self.began)

    @property
    def stale(self) -> bool:
        return time.monotonic() - self.looked > LOOKED

    def missing(self) -> Iterator[int]:
        """Numbers of games that are still to be played."""
        known = {one.outcome.number for one in self.courses} | self.given_up
        return iter([number for number in range(GAMES) if number not in known])

    def pairing(self, number: int) -> Pairing:
        seats = dict.fromkeys(self.play.roster.ids, REGULAR)
        return pairing_from(self.play, moment(self.play, self.asking), seats, number)


class Outcomes:
    """All inquiries of a house: each visitor has one at a time, and they play one after the other."""

    def __init__(self, *, public: bool = False) -> None:
        self._count = 1 if public else max(1, (os.cpu_count() or 1) // 2)
        self._workers = Workers(self._count)
        self._turn, self._opening = asyncio.Lock(), asyncio.Lock()
        self._asked: dict[Asked, Inquiry] = {}
        self._tasks: dict[Asked, asyncio.Task[None]] = {}
        self._pace = Pace(self._workers, self._count)

    def of(self, asked: Asked) -> Inquiry | None:
        found = self._asked.get(asked)
        if found is not None:
            found.looked = time.monotonic()
        return found

    def ask(self, asked: Asked, play: Play, who: str | None) -> Inquiry:
        """Play on from this moment, unless it is done already; whatever else this visitor asked for stops."""
        found = self.of(asked)
        if found is not None and found.state in ("waiting", "playing", "done"):
            return found
        for other in self._asked.values():
            if other is not found and not other.over and (other.who == who or other.stale):
                other.state = "stopped"
        if sum(not one.over for one in self._asked.values()) >= WAITING:
            raise Busy
        if found is None:
            found = self._asked[asked] = Inquiry(play, asked[2], who)
        found.state, found.who = "waiting" if found.began is None else "playing", who
        if asked not in self._tasks:
            self._tasks[asked] = asyncio.create_task(self._play(asked, found))
        self._forget()
        return found

    def stop(self, asked: Asked, who: str | None) -> None:
        """What there is stays."""
        found = self._asked.get(asked)
        if found is None or found.over:
            return
        if found.who != who:
            raise NotYours
        found.state = "stopped"

    def clear_away(self, table: str) -> None:
        """Nothing of a table that is gone is kept."""
        for asked in [one for one in self._asked if one[0] == table]:
            self._asked.pop(asked).state = "stopped"

    def ahead(self, asked: Asked) -> int:
        """How many are before this one."""
        open_ones = [one for one, found in self._asked.items() if not found.over]
        return open_ones.index(asked) if asked in open_ones else 0

    def expected(self, play: Play, answers: int) -> float | None:
        """Seconds that an inquiry takes here with so many answers to come, as far as that is known."""
        pace = self._pace.of(play)
        return None if pace is None else pace * answers * GAMES

    def estimates(self, asked: Asked, play: Play) -> bool:
        """Whether it is being tried how long games take from here; what nobody has tried yet is tried now."""
        if play.result is None:
            self._pace.begin_trial(play, Inquiry(play, asked[2], None).pairing(0))
        return self._pace.trying(play)

    def measured(self, asked: Asked) -> Iterator[tuple[int, Inquiry]]:
        """Moments of the same game, known by the same seat, that there are figures of: answers before each."""
        for (table, answers, asking), found in sorted(self._asked.items(), key=lambda one: one[0][1]):
            if (table, asking) == (asked[0], asked[2]) and found.enough:
                yield answers, found

    async def opened(self, asked: Asked, number: int) -> Journal:
        """One of its games again, as something to look at; KeyError where it was not played. One at a time."""
        found = self._asked[asked]
        if number not in {one.outcome.number for one in found.courses}:
            raise KeyError(number)
        async with self._opening:
            return Journal.from_plain(await self._workers.run(written, found.pairing(number), SECONDS))

    async def _play(self, asked: Asked, found: Inquiry) -> None:
        try:
            async with self._turn:
                if found.state == "waiting" and not found.stale:
                    found.state, found.began = "playing", time.monotonic()
                    await self._play_all(found)
                if not found.over:
                    found.state = "done" if next(found.missing(), None) is None else "stopped"
        except Exception:
            log.exception("table %s: outcomes cannot be played", asked[0])
            found.state = "failed"
        finally:
            found.earlier, found.began = found.spent, None
            found.courses.sort(key=lambda one: one.outcome.number)
            if self._tasks.get(asked) is asyncio.current_task():
                del self._tasks[asked]

    async def _play_all(self, found: Inquiry) -> None:
        numbers = found.missing()

        async def one_after_the_other() -> None:
            for number in numbers:
                if found.over or found.stale:
                    return
                await self._play_one(found, number)

        async with asyncio.TaskGroup() as together:
            for _ in range(self._count):
                together.create_task(one_after_the_other())

    async def _play_one(self, found: Inquiry, number: int) -> None:
        try:
            found.courses.append(await self._workers.run(played, found.pairing(number), SECONDS))
        except Overdue:
            log.warning("%s: game %d of an inquiry takes too long", found.play.game.id, number)
            found.given_up.add(number)
            return
        answers = sum(one.outcome.answers for one in found.courses)
        self._pace.hear(found.play, found.spent / max(1, answers))

    def _forget(self) -> None:
        for asked in [one for one, found in self._asked.items() if found.over][: max(0, len(self._asked) - KEPT)]:
            del self._asked[asked]

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._pace.close()
        self._workers.close()


def written(pairing: Pairing, seconds: float | None = None) -> dict[str, Any]:
    """In a worker: one game as a file."""
    return within(seconds, lambda: told_again(pairing)[1].journal().plain())


def played(pairing: Pairing, seconds: float | None = None) -> Course:
    """In a worker: one game."""
    return within(seconds, lambda: course(pairing))


def as_run(asked: Asked, play: Play) -> str:
    """What plays the same games as a run, from the file of the game."""
    seats = " ".join(f"--seat {player}={REGULAR}" for player in play.roster.ids)
    knowing = "" if asked[2] is None else f" --as {asked[2]}"
    return f"grognard sim --from game.json --at {asked[1]}{knowing} --games {GAMES} {seats} --out run"


def told(house: Outcomes, asked: Asked, play: Play, side: str, real: Play, steps: Sequence[int] = ()) -> dict[str, Any]:
    """An inquiry as a page shows it; `real` is the game as it ended, `steps` where in a replay each answer lies."""
    found, expected = house.of(asked), house.expected(play, len(real.given) - asked[1])
    along = [
        {"step": steps[answers], **share_of(one.courses, side)}
        for answers, one in house.measured(asked)
        if answers < len(steps)
    ]
    common = {"wanted": GAMES, "bot": REGULAR, "along": along, "side": side, "run": as_run(asked, play)}
    if found is None:
        trying = expected is None and house.estimates(asked, play)
        return {"state": "none", "seconds": expected, "estimating": trying, **common}
    done, spent = len(found.courses), found.spent
    rate = done / spent if spent > 0 and done else None
    assert real.result is not None
    sides = list(play.roster.sides)
    figures = summary(play.game, found.courses, side, sides, real.result) if found.enough else None
    return {
        "state": found.state, "done": done, "given_up": len(found.given_up), "rate": rate,
        "ahead": house.ahead(asked), "seconds": expected if rate is None else (GAMES - done) / rate,
        "figures": figures, **common,
    }  # fmt: skip
