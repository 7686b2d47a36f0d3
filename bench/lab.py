"""How well a run is spread: games per second on one job and two and under each engine, and what an engine itself takes.

`make bench` runs it. Starting an engine is told apart; what an engine takes is measured with games that are over before
they begin. How much of their time workers spend in games holds on a busy machine too; games per second do not: a kernel
that shares its cores by session gives two jobs of a session what it gave one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grognard
from grognard.lab.facts import played
from grognard.lab.runs.engines import Engine, Lost, engine_named
from grognard.lab.runs.plan import Plan, arms_of
from grognard.lab.simulate import Pairing

ENGINES: tuple[tuple[str | None, int], ...] = ((None, 1), (None, 2), ("dask://", 2), ("ray://", 2))
AIM = 1.8
"""Two jobs are to play so many times as many games as one."""
EMPTY = 1_000
"""Games that take no time."""


@dataclass(frozen=True)
class Pace:
    """How games came in."""

    first: float
    """Seconds to the first of them: workers have been started."""
    rate: float
    """Games a second after that."""
    busy: float
    """The share of their time that workers spent in games."""


def pace(engine: Engine, plan: Plan, task: Callable[[Pairing], tuple[Any, float]], jobs: int) -> Pace:
    began = time.perf_counter()
    ends, spent = [], []
    for one in engine.play(map(plan.pairing, range(plan.total)), task):
        if isinstance(one, Lost):
            raise SystemExit(f"game {one.number}: {one.why}")
        ends.append(time.perf_counter())
        spent.append(one.got[1])
    warm = min(4, len(ends) // 2)  # every worker has loaded the game
    span = ends[-1] - ends[warm]
    return Pace(ends[0] - began, (len(ends) - 1 - warm) / span, sum(spent[warm + 1 :]) / span / jobs)


def timed(pairing: Pairing) -> tuple[Any, float]:
    """The rows of a game, and how long its worker was at it."""
    began = time.perf_counter()
    rows = played(pairing)
    return rows, time.perf_counter() - began


def nothing(pairing: Pairing) -> tuple[None, float]:
    return None, 0.0


def plan(game_id: str, bot: str, games: int) -> Plan:
    game = grognard.game(game_id)
    scenario = game.scenario(None)
    seats = {scenario.id: {player: [bot] for player in scenario.roster.ids}}
    return Plan(game_id, game.version, 1, games, False, arms_of(game, [scenario.id], {}, seats))


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--game", default="vl")
    words.add_argument("--bot", default="recruit")
    words.add_argument("--games", type=int, default=120)
    asked = words.parse_args()
    wanted, empty = plan(asked.game, asked.bot, asked.games), plan(asked.game, asked.bot, EMPTY)
    print(f"\n{asked.game}, {asked.bot} in every seat, {asked.games} games\n")
    print("| engine | games/s | times one job | workers in games | the engine takes, a game | to the first game |")
    print("|---|---|---|---|---|---|")
    one = 0.0
    for on, jobs in ENGINES:
        engine = engine_named(on, jobs)
        real, bare = pace(engine, wanted, timed, jobs), pace(engine, empty, nothing, jobs)
        one = one or real.rate
        share = f"{real.rate / one:.2f}"
        aimed = f" (aim: {AIM}, {'yes' if real.rate / one >= AIM else 'no'})" if (on, jobs) == (None, 2) else ""
        print(
            f"| {engine.name} | {real.rate:.2f} | {share}{aimed} | {100 * real.busy:.0f} % | {1000 / bare.rate:.2f} ms "
            f"| {real.first:.1f} s |",
            flush=True,
        )


if __name__ == "__main__":
    main()
