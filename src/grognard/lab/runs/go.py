"""Going on with a run: whatever games are missing are played, and written as they end."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from time import perf_counter
from typing import NamedTuple

from grognard.lab.beginning import Start
from grognard.lab.facts import played
from grognard.lab.runs.engines import Engine, Lost
from grognard.lab.runs.folder import Folder, Writer


class Gone(NamedTuple):
    """What came of it this time."""

    played: int
    lost: list[Lost]


def go_on(folder: Folder, engine: Engine, start: Start | None = None, told: Callable[[], None] | None = None) -> Gone:
    """Play every game of the plan that is not in the folder yet; `told` hears of each.

    However it ends, what has been played by then is written.
    """
    plan, overlay = folder.plan, folder.overlay
    there = folder.there()
    missing = [number for number in range(plan.total) if number not in there]
    if not missing:
        return Gone(0, [])
    to_play = (plan.pairing(number, start, overlay) for number in missing)
    began, count, lost = perf_counter(), 0, list[Lost]()
    folder.log(engine=engine.name, missing=len(missing), cores=os.cpu_count())
    try:
        with Writer(folder) as writer, closing(engine.play(to_play, played)) as ends:
            for one in ends:
                if isinstance(one, Lost):
                    lost.append(one)
                    folder.log(lost=one.number, why=one.why)
                else:
                    writer.add(one.got)
                    count += 1
                if told is not None:
                    told()
    finally:
        folder.log(engine=engine.name, played=count, seconds=round(perf_counter() - began, 3))
    return Gone(count, lost)
