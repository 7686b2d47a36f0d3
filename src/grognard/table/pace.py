"""How fast a house plays on: seconds that an answer takes, by game and scenario.

Inquiries tell it as they go. Before the first of a scenario a short trial does, so that who asks can be told at once
what he asks for.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

from grognard.core.play import Play
from grognard.core.state import State
from grognard.lab.facts.witness import Witness
from grognard.lab.simulate import Pairing, play_out
from grognard.table.workers import NoWorkers, Overdue, Workers, within

TRIED = 1.5
"""Seconds of a game that a trial plays."""
SECONDS = 60.0
"""That a trial may take with all that comes before the first answer."""

log = logging.getLogger(__name__)

Kind = tuple[str, str]
"""Game and scenario."""


class Pace:
    """What is known of it, and the trials under way; each kind of game is tried once."""

    def __init__(self, workers: Workers, count: int) -> None:
        self._workers, self._count = workers, count
        self._told: dict[Kind, float] = {}
        self._trials: dict[Kind, asyncio.Task[None]] = {}

    def of(self, play: Play) -> float | None:
        """Seconds that an answer takes here with all processes at work, as far as that is known."""
        return self._told.get(_kind(play))

    def hear(self, play: Play, seconds: float) -> None:
        """An inquiry tells how it goes."""
        self._told[_kind(play)] = seconds

    def begin_trial(self, play: Play, pairing: Pairing) -> None:
        """Try how fast it goes, unless that is known or was tried before."""
        kind = _kind(play)
        if kind not in self._told and kind not in self._trials:
            self._trials[kind] = asyncio.create_task(self._try(kind, pairing))

    def trying(self, play: Play) -> bool:
        trial = self._trials.get(_kind(play))
        return trial is not None and not trial.done()

    async def _try(self, kind: Kind, pairing: Pairing) -> None:
        try:
            found = await self._workers.run(tried, pairing, SECONDS)
        except (NoWorkers, Overdue):
            return
        except Exception:
            log.exception("%s: a trial cannot be played", kind[0])
            return
        if found is not None:
            self._told.setdefault(kind, found / self._count)

    async def close(self) -> None:
        trials = list(self._trials.values())
        for trial in trials:
            trial.cancel()
        await asyncio.gather(*trials, return_exceptions=True)


class _Enough(Exception):
    """The trial has gone on for long enough."""


def tried(pairing: Pairing, seconds: float | None = None) -> float | None:
    """In a worker: the seconds of an answer, from the first few of a game; None where there are none."""
    witness, times = Witness(pairing), list[float]()

    def watch(state: State) -> None:
        witness(state)
        times.append(time.perf_counter())
        if times[-1] - times[0] > TRIED:
            raise _Enough

    with suppress(_Enough):
        within(seconds, lambda: play_out(pairing, watch))
    times.append(time.perf_counter())
    answers = len(times) - 1
    return (times[-1] - times[0]) / answers if answers else None


def _kind(play: Play) -> Kind:
    return play.game.id, play.scenario.id
