"""Going on with a run: whatever games are missing are played, and written as they end."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from contextlib import closing
from time import perf_counter
from typing import NamedTuple

from grognard.core.game import SetupError
from grognard.lab.beginning import Start
from grognard.lab.facts import played
from grognard.lab.runs.again import differences
from grognard.lab.runs.engines import Engine, Lost
from grognard.lab.runs.folder import Folder, Writer
from grognard.lab.runs.read import Run
from grognard.lab.simulate import play_out
from grognard.players.veteran import by_the_clock


class Gone(NamedTuple):
    """What came of it this time."""

    played: int
    lost: list[Lost]


def go_on(folder: Folder, engine: Engine, start: Start | None = None, told: Callable[[], None] | None = None) -> Gone:
    """Play every game of the plan that is not in the folder yet; `told` hears of each.

    However it ends, what has been played by then is written. SetupError where a game that is there would end otherwise
    today: one run is not played by two bots, nor by two books of rules.
    """
    plan, overlay = folder.plan, folder.overlay
    there = folder.there()
    missing = [number for number in range(plan.total) if number not in there]
    if not missing:
        return Gone(0, [])
    _compare(folder, there, start)
    folder.lengthen()
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


def _compare(folder: Folder, there: Collection[int], start: Start | None) -> None:
    """Play the first game that is there once more, but for those of bots that think by the clock."""
    pairings = (folder.plan.pairing(number, start, folder.overlay) for number in sorted(there))
    first = next((one for one in pairings if not any(map(by_the_clock, one.seats.values()))), None)
    if first is None:
        return
    row = Run(folder.path, folder.plan).row(first.number)
    for name, was, now in differences(row, play_out(first)):
        raise SetupError(
            f"{folder.path} cannot be gone on with: bots or rules have changed, for its game {first.number} ends with "
            f"{name} {was}, and now with {now}: name another folder with --out"
        )
