"""Looking ahead: at the beginning of a window other tempers of a doctrine are tried against its own.

A temper is the doctrine with some of its weights changed; each is played on, with the same dice and hidden things for
all, to the horizon that the game names, and valued there. After each round the worse half is dropped, and the others
are tried as often again; the doctrine's own temper is kept unless another gains more than the error of what it gains.
Who has time for it breeds: after a round tempers that are mixed of the best ones join those that are left.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from statistics import fmean, stdev
from typing import Any

from grognard.core.state import State
from grognard.players.doctrine import REGULAR, Doctrine, doctrine
from grognard.players.foresight import Foresight, Model, expected
from grognard.players.haste import Stopped, never
from grognard.players.rollout import Rollout
from grognard.players.staff import Staff, Task, Tried
from grognard.players.tempers import Temper, mixed, shaken

TEMPERS = 16
"""Others than the doctrine's own that are tried for a window: those that a game knows itself, then shaken ones."""
FEWEST = 3
"""And so many at least, however little time there is."""
WIDTH = 0.4
"""How many of them for each rollout that there is time for: many that are tried once come to more than few that are
tried often, since most differ by more than chance does."""
SURE = 1.0
"""Errors by which another temper has to be better."""
PARENTS = 4
"""Tempers of which others are bred: each is mixed with each."""


@dataclass(frozen=True)
class Budget:
    """How long may be thought about one window: so many rollouts, always the same ones, or so many seconds."""

    rollouts: int | None = None
    seconds: float = 0.0
    processes: int = 1
    tempers: int = TEMPERS
    """At most, before any are bred."""
    broods: int = 0
    """Rounds after which tempers are bred."""

    def part(self, share: float) -> Budget:
        """A share of it."""
        rollouts = None if self.rollouts is None else max(1, int(self.rollouts * share))
        return replace(self, rollouts=rollouts, seconds=self.seconds * share)


class Thought:
    """A search for the best temper in one position."""

    def __init__(
        self,
        state: State,
        player: int,
        seed: int,
        others: int = TEMPERS,
        own: Temper | None = None,
        lately: Sequence[Temper] = (),
        stopped: Stopped = never,
    ) -> None:
        """Once it is `stopped` it is over as if time were up."""
        self.state, self.player, self.seed, self.stopped = state, player, seed, stopped
        book: Any = doctrine(state.game.id, REGULAR)
        self.book = book
        self.foresight: Foresight[Any] = book.foresight
        self.side = self.foresight.sides(state)[player]
        self.family = self.foresight.family(state)
        self.place = book.sheet.place(self.family, state.options)
        """Under which the doctrine tells what it goes by in this game."""
        self.model: Model = self.foresight.models[self.family][self.side]
        self.tempers: list[Temper] = []
        """What is gone by as long as nothing is better (the doctrine's own), what proved good `lately`, what the game
        knows, what chance and breeding add."""
        self.doctrines: list[Doctrine[Any]] = []
        self.found: list[dict[int, float]] = []
        """By temper and course: what its rollouts were worth; a course has the same dice for all tempers."""
        self.alive: list[int] = []
        self.rollouts = 0
        known = [*([{}] if own else []), *lately, *self.foresight.leanings(state, self.side, self.book.sheet)]
        chance = shaken(self.book.sheet, self.side, Random(seed), max(0, others - len(known)), self.place)
        self._join([own or {}, *known, *chance][: 1 + others])

    def _join(self, tempers: Iterable[Temper]) -> None:
        for temper in tempers:
            self.alive.append(len(self.tempers))
            self.tempers.append(temper)
            self.doctrines.append(self.book.changed(self.side, temper) if temper else self.book)
            self.found.append({})

    def think(self, budget: Budget) -> Temper:
        """The best temper that can be found with this budget, or until it is stopped."""
        start = time.perf_counter()
        until = start + budget.seconds if budget.rollouts is None else None
        opened = self._tried(budget, [(0, 0)], until, alone=True)
        if not opened:
            return self.tempers[0]
        self._narrow(budget, time.perf_counter() - start)
        courses, broods = 1, budget.broods
        while len(self.alive) > 1:
            tasks = [(one, course) for course in range(courses) for one in self.alive if course not in self.found[one]]
            opened |= self._tried(budget, tasks, until)
            if any(course not in self.found[one] for course in range(courses) for one in self.alive):
                break
            self._drop_duplicates(opened)
            self._drop()
            if broods:
                broods -= 1
                self._breed()
            courses *= 2
        return self.best()

    def _narrow(self, budget: Budget, spent: float) -> None:
        """No more tempers than there is time for, as it took so long to try one."""
        rollouts = budget.rollouts or budget.seconds * budget.processes / max(spent, 1e-6)
        self.alive = self.alive[: 1 + max(FEWEST, int(WIDTH * rollouts))]

    def _tried(
        self, budget: Budget, tasks: Sequence[Task], until: float | None, alone: bool = False
    ) -> dict[Task, tuple[int, ...]]:
        """Try these as far as the budget goes, and tell the answers with which each began."""
        if budget.rollouts is not None:
            tasks = tasks[: budget.rollouts - self.rollouts]
        opened = {}
        with Staff(self._try, 1 if alone else budget.processes) as staff:
            for (number, course), tried in staff.tried(tasks, until, self.stopped):
                self.found[number][course] = tried.worth
                opened[number, course] = tried.answers
                self.rollouts += 1
        return opened

    def _try(self, number: int, course: int) -> Tried:
        rollout = Rollout(
            self.foresight, self.state, self.player, self.book, self.doctrines[number], hash((self.seed, course))
        )
        worth = self._worth(rollout.play(self.stopped))
        return Tried(worth, tuple(rollout.answers))

    def _worth(self, state: State) -> float:
        promise = expected(self.foresight, state, self.side)
        assert promise is not None
        return self.model.worth(promise)

    def _drop_duplicates(self, opened: Mapping[Task, tuple[int, ...]]) -> None:
        """Tempers that make the same moves as one before them: nothing is to be found out."""
        first: dict[tuple[int, ...], int] = {}
        self.alive = [one for one in self.alive if first.setdefault(opened[one, 0], one) == one]

    def _drop(self) -> None:
        """The worse half of the others."""
        others = sorted(self.alive[1:], key=lambda number: -fmean(self.found[number].values()))
        self.alive = [0, *others[: max(1, (len(others) + 1) // 2)]]

    def _breed(self) -> None:
        """Mix the best with each other."""
        parents = [self.tempers[one] for one in self.alive[1 : 1 + PARENTS]]
        self._join(
            mixed(self.book.sheet, self.side, better, other, self.place) for better, other in combinations(parents, 2)
        )

    def best(self) -> Temper:
        """The temper that gains most over the doctrine's own, if that is more than its error."""
        found = [(self._gain(number), number) for number in self.alive[1:]]
        gain, number = max(found, default=(0.0, 0))
        return self.tempers[number if gain > 0 else 0]

    def _gain(self, number: int) -> float:
        own, other = self.found[0], self.found[number]
        apart = [other[course] - own[course] for course in sorted(own.keys() & other.keys())]
        if len(apart) < 2:
            return 0.0
        return fmean(apart) - SURE * stdev(apart) / math.sqrt(len(apart))
