"""The games of the studies that are being looked at, wound up: a few of them stay at hand."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from typing import Any

from grognard.core.journal import Journal, replay
from grognard.core.registry import game as find_game
from grognard.table.again import Again
from grognard.table.reel import Reel
from grognard.table.rows import StudyRow

AT_HAND = 8
"""Games that stay wound up."""


class Shelf:
    def __init__(self, again: Again) -> None:
        self._again = again
        self._reels: OrderedDict[str, Reel] = OrderedDict()
        self._winding: dict[str, asyncio.Task[Reel]] = {}
        """One who comes while it is wound up for another waits for that."""

    async def reel(self, study: StudyRow) -> Reel:
        """A study's game; ValueError where it cannot be played any more."""
        if study.id not in self._reels:
            winding = self._winding.get(study.id)
            if winding is None:
                winding = self._winding[study.id] = asyncio.create_task(self._wind(study))
            await asyncio.shield(winding)
        self._reels.move_to_end(study.id)
        return self._reels[study.id]

    def forget(self, study_id: str) -> None:
        self._reels.pop(study_id, None)

    async def _wind(self, study: StudyRow) -> Reel:
        try:
            reel = self._reels[study.id] = await self._again.play(
                study.answers, partial(wound, study.journal, study.answers)
            )
        finally:
            del self._winding[study.id]
        while len(self._reels) > AT_HAND:
            self._reels.popitem(last=False)
        return reel


def wound(journal: dict[str, Any], answers: int) -> Reel:
    """A game's first answers, to be looked at step by step."""
    read = Journal.from_plain(journal)
    play = replay(read, find_game(read.header.game), answers)
    reel = Reel(play.beginning())
    reel.follow(play.given, play.skips)
    return reel
