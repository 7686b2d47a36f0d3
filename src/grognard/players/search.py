"""Looking ahead: at the beginning of a window other tempers of a doctrine are tried against its own.

A temper is the doctrine with some of its weights changed; each is played on, with the same dice and hidden things for
all, to the horizon that the game names, and valued there. What does worse is dropped early; the doctrine's own temper
is kept unless another gains more than the error of what it gains.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Any

from grognard.core.state import State
from grognard.players.doctrine import REGULAR, Doctrine, doctrine
from grognard.players.foresight import Foresight, Model, expected
from grognard.players.rollout import Rollout
from grognard.players.weights import Sheet

TEMPERS = 7
"""Others than the doctrine's own that are tried for a window."""
WILD = 0.6
"""How far the weights of a temper may be off, as the deviation of a logarithm."""
CHANGED = 0.3
"""The share of its weights that a temper changes."""
FAIR = 2
"""Courses that all tempers are tried on before the worse half is dropped; so it is again after twice as many."""
SURE = 1.0
"""Errors by which another temper has to be better."""


@dataclass(frozen=True)
class Budget:
    """How long may be thought about one window: so many rollouts, always the same ones, or so many seconds."""

    rollouts: int | None = None
    seconds: float = 0.0

    def spent(self, rollouts: int, seconds: float) -> bool:
        return seconds >= self.seconds if self.rollouts is None else rollouts >= self.rollouts


class Thought:
    """A search for the best temper in one position; it may be stopped after any rollout."""

    def __init__(self, state: State, player: int, seed: int) -> None:
        self.state, self.player, self.seed = state, player, seed
        book: Any = doctrine(state.game.id, REGULAR)
        self.book: Doctrine[Any] = book
        self.foresight: Foresight[Any] = book.foresight
        self.side = self.foresight.sides(state)[player]
        self.model: Model = self.foresight.models[self.foresight.family(state)][self.side]
        self.tempers: list[Mapping[str, float]] = [{}, *tempers(book.sheet, self.side, Random(seed))]
        self.doctrines = [book if not temper else book.changed(self.side, temper) for temper in self.tempers]
        self.found: list[list[float]] = [[] for _ in self.tempers]
        """By temper: what its rollouts were worth, the same dice at the same place."""
        self.alive = list(range(len(self.tempers)))
        self.rollouts = 0

    def think(self, budget: Budget) -> Mapping[str, float]:
        """The best temper that can be found with this budget."""
        began = time.perf_counter()
        opened: dict[tuple[int, ...], int] = {}
        courses = 0
        while len(self.alive) > 1:
            for number in list(self.alive):
                if budget.spent(self.rollouts, time.perf_counter() - began):
                    return self.best()
                answers = tuple(self._try(number, courses))
                if courses == 0 and opened.setdefault(answers, number) != number:
                    self.alive.remove(number)  # the same moves: nothing to be found out
            courses += 1
            if courses >= FAIR and courses & (courses - 1) == 0:
                self._drop()
        return self.best()

    def _try(self, number: int, course: int) -> Sequence[int]:
        rollout = Rollout(
            self.foresight, self.state, self.player, self.book, self.doctrines[number], hash((self.seed, course))
        )
        self.found[number].append(self._worth(rollout.play()))
        self.rollouts += 1
        return rollout.answers

    def _worth(self, state: State) -> float:
        promise = expected(self.foresight, state, self.side)
        assert promise is not None
        return self.model.worth(promise)

    def _drop(self) -> None:
        """The worse half of the others."""
        others = sorted(self.alive[1:], key=lambda number: -fmean(self.found[number]))
        self.alive = [0, *others[: max(1, (len(others) + 1) // 2)]]

    def best(self) -> Mapping[str, float]:
        """The temper that gains most over the doctrine's own, if that is more than its error."""
        found = [(self._gain(number), number) for number in self.alive[1:]]
        gain, number = max(found, default=(0.0, 0))
        return self.tempers[number] if gain > 0 else {}

    def _gain(self, number: int) -> float:
        apart = [one - own for one, own in zip(self.found[number], self.found[0], strict=False)]
        if len(apart) < 2:
            return 0.0
        return fmean(apart) - SURE * stdev(apart) / math.sqrt(len(apart))


def tempers(sheet: Sheet[Any], side: str, rng: Random) -> list[Mapping[str, float]]:
    """Changes to a doctrine's weights that make it another one, each weight within its bounds."""
    found: list[Mapping[str, float]] = []
    for _ in range(TEMPERS):
        changes: dict[str, float] = {}
        for name, about in sheet.weights.items():
            value, change, keep = sheet.values[side][name], math.exp(rng.gauss(0, WILD)), rng.random() > CHANGED
            if keep or not value:
                continue
            wanted = min(max(value * change, about.least), about.most)
            changes[name] = float(round(wanted)) if sheet.types[name] is int else wanted
        found.append(changes)
    return found
