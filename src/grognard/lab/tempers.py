"""Which tempers are worth a trial when a bot looks ahead: each is tried for one window on positions of many games.

A temper answers for a player while his window lasts; then everybody plays on by the doctrine up to the horizon, where
the position is valued. All tempers meet the same dice in a course. What one course finds best is asked of another, so
that nothing is taken for good by chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Any

from grognard.core.registry import game
from grognard.core.state import State
from grognard.lab.fit import foresight_of
from grognard.lab.simulate import Pairing, play_out, seed_of
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.foresight import Window, expected
from grognard.players.rollout import Rollout
from grognard.players.tempers import Temper, mixed, shaken

STRAYS = 0.25
"""How often the bots stray whose positions are looked at."""
WAYS = ((0.6, 0.3), (1.0, 0.15), (0.9, 0.3))
"""How wild tempers of chance are, and how much of the weights they change, in turn."""
BEST = 6
"""Tempers that the next round begins with."""


@dataclass(frozen=True)
class Study:
    """What is tried, and where: the same study finds the same."""

    game: str
    scenario: str | None
    side: str
    tempers: tuple[Temper, ...]
    seed: int = 0
    courses: int = 2


Worths = Sequence[Sequence[float]]
"""Of one position, by temper (the doctrine's own first) and course."""


def found(study: Study, positions: int, jobs: int = 1, told: Callable[[], None] | None = None) -> list[Worths]:
    """What tempers came to, on one position of each of so many games."""
    tasks = [(study, number) for number in range(positions)]
    worths = []
    with ProcessPoolExecutor(jobs) as pool:
        for one in pool.map(_tried, tasks) if jobs > 1 else map(_tried, tasks):
            worths += [one] if one else []
            if told is not None:
                told()
    return worths


def _tried(task: tuple[Study, int]) -> Worths | None:
    study, number = task
    foresight, book = foresight_of(study.game), _book(study.game)
    chosen = _position(study, number)
    if chosen is None:
        return None
    state, player = chosen
    model = foresight.models[foresight.family(state)][study.side]
    worths = []
    for temper in ({}, *study.tempers):
        plan = book.changed(study.side, temper) if temper else book
        ends = [
            Rollout(foresight, state, player, book, plan, hash((study.seed, number, course))).play()
            for course in range(study.courses)
        ]
        promises = [expected(foresight, end, study.side) for end in ends]
        worths.append([model.worth(one) for one in promises if one is not None])
    return worths


def _position(study: Study, number: int) -> tuple[State, int] | None:
    """Some window of a game in which this side makes a plan."""
    foresight = foresight_of(study.game)
    seen: dict[Window, tuple[State, int]] = {}

    def watch(state: State) -> None:
        window, player = foresight.window(state), foresight.planner(state)
        if player is not None and window not in seen and state.deciders == (player,):
            seen[window] = state.clone(), player

    seats = {one.id: f"{REGULAR}:strays={STRAYS}" for one in game(study.game).scenario(study.scenario).roster.players}
    play_out(Pairing(study.game, study.scenario, None, number, seed_of(study.seed, number), seats), watch)
    own = [(state, player) for state, player in seen.values() if foresight.sides(state)[player] == study.side]
    return Random(seed_of(study.seed, number)).choice(own) if own else None


def _book(game_id: str) -> Any:
    return doctrine(game_id, REGULAR)


# ---- what is tried


def by_chance(game_id: str, side: str, family: str, count: int, seed: int) -> tuple[Temper, ...]:
    """Tempers of chance, some wilder than others."""
    sheet, rng = _book(game_id).sheet, Random(seed)
    ways = [WAYS[number % len(WAYS)] for number in range(count)]
    return tuple(shaken(sheet, side, rng, 1, family, wild, changed)[0] for wild, changed in ways)


def bred(game_id: str, side: str, family: str, best: Sequence[Temper], seed: int) -> tuple[Temper, ...]:
    """The best tempers, what is mixed of two of them, and halves of them."""
    sheet, rng = _book(game_id).sheet, Random(seed)
    mixes = [
        mixed(sheet, side, one, other, family) for place, one in enumerate(best[: BEST - 2]) for other in best[:place]
    ]
    return (*best[:BEST], *mixes, *(half for one in best[: BEST // 2] for half in _halves(one, rng)))


def _halves(temper: Temper, rng: Random) -> Iterator[Temper]:
    names = list(temper)
    rng.shuffle(names)
    middle = len(names) // 2
    for half in (names[:middle], names[middle:]):
        yield {name: temper[name] for name in half}


# ---- what it came to


@dataclass(frozen=True)
class Gain:
    """What a temper gains over the doctrine's own, for a window."""

    mean: float
    within: float
    """By 95 %."""


def gains(worths: Sequence[Worths]) -> list[Gain]:
    """Of every temper but the doctrine's own, by number."""
    told = []
    for number in range(1, len(worths[0])):
        apart = [fmean(one[number]) - fmean(one[0]) for one in worths]
        told.append(Gain(fmean(apart), 1.96 * stdev(apart) / math.sqrt(len(apart)) if len(apart) > 1 else math.inf))
    return told


def choosing(worths: Sequence[Worths], among: Sequence[int]) -> float:
    """What is gained by taking, on each position, the temper among these that one course finds best: on the others."""
    told = []
    for one in worths:
        own, courses = one[0], range(len(one[0]))
        for course in courses:
            best = max((0, *among), key=lambda number: one[number][course] - own[course])
            told += [one[best][other] - own[other] for other in courses if other != course]
    return fmean(told)


def useful(worths: Sequence[Worths], count: int) -> list[int]:
    """So many tempers by number, each of which adds most to what those before it come to when one is chosen of them."""
    chosen: list[int] = []
    left = list(range(1, len(worths[0])))
    while left and len(chosen) < count:
        best = max(left, key=lambda number: choosing(worths, [*chosen, number]))
        chosen.append(best)
        left.remove(best)
    return chosen
