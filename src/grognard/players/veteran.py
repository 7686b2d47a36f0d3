"""Who looks ahead: tries tempers of the doctrine when a window begins, and keeps to the best of them to its end.

*Veteran* does it alone in a few seconds, *grognard* with a staff, more tempers and as much time as he is granted: he
breeds others of the best ones, and remembers what was best in his last window.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any

from grognard.core.game import Scenario, SetupError
from grognard.core.state import State
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.foresight import Foresight, Window
from grognard.players.haste import Stopped, never
from grognard.players.kept import answer_by
from grognard.players.officer import offered_or_any
from grognard.players.search import TEMPERS, Budget, Thought
from grognard.players.spec import read_spec
from grognard.players.tempers import Temper

VETERAN = "veteran"
GROGNARD = "grognard"
SECONDS = {VETERAN: 3.0, GROGNARD: 20.0}
"""For a window, where nobody grants more."""
WIDE = 2 * TEMPERS + 1
"""Tempers that a grognard tries."""
BROODS = 2
"""Rounds after which he breeds more."""
FIRST, AGAIN, TIMES = 0.5, 0.1, 5
"""How much of his budget a plan takes where there are second thoughts, each of them, and how many there are at most."""
MOST = 3600
STAFF = 64
"""Processes, at most."""
KEPT = 16
"""Doctrines in a temper that a process keeps: one for each seat that a Veteran holds."""


@dataclass
class Plan:
    """What was decided for a window."""

    window: Window
    temper: Temper = field(default_factory=dict)
    stage: int | None = None
    """How far the window had come when it was thought over last."""
    again: int = 0
    """How often it was since it was made."""
    kept: Any = None
    """What the doctrine in this temper goes by (`kept`)."""


class Tempered:
    """Answers by the doctrine in the temper that it has chosen for this window."""

    name: str
    memory: Plan | None = None
    stopped: Stopped | None = None

    def temper(self, state: State, player: int, rng: Random) -> Temper:
        """What is chosen when a window begins: weights in place of the doctrine's own."""
        raise NotImplementedError

    def second_thought(self, state: State, player: int, rng: Random, temper: Temper) -> Temper:
        """What is chosen when the window has come to another stage; it was in this temper so far."""
        return temper

    def choose(self, state: State, player: int, rng: Random) -> int:
        going_on = state.going_on(player)
        if going_on is not None:
            return going_on
        book: Any = doctrine(state.game.id, REGULAR)
        foresight = _foresight(state)
        if foresight.planner(state) != player:
            return offered_or_any(state, player, book.choose(state, player), rng)
        window, stage = foresight.window(state), foresight.stage(state)
        if self.memory is None or self.memory.window != window:
            self.memory = Plan(window, self.temper(state, player, rng), stage)
        elif stage is not None and stage != self.memory.stage and self.memory.again < TIMES:
            better = self.second_thought(state, player, rng, self.memory.temper)
            kept = self.memory.kept if better == self.memory.temper else None
            self.memory = Plan(window, better, stage, self.memory.again + 1, kept)
        if self.memory.temper:
            side, temper = foresight.sides(state)[player], tuple(self.memory.temper.items())
            book = _in_temper(state.game.id, side, temper)
        answer, self.memory.kept = answer_by(book, state, player, self.memory.kept)
        return offered_or_any(state, player, answer, rng)


class Veteran(Tempered):
    """Chooses by looking ahead, where that was shown to gain.

    `veteran:seconds=10` thinks for so long about a window, `veteran:rollouts=40` always the same;
    `grognard:seconds=60,processes=8` has a staff of eight.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.budget = _budget(name)
        self.second_thoughts = self.budget.broods > 0

    def temper(self, state: State, player: int, rng: Random) -> Temper:
        if not _foresight(state).gains(state, player):
            return {}
        lately = [self.memory.temper] if self.budget.broods and self.memory and self.memory.temper else []
        staged = self.second_thoughts and _foresight(state).stage(state) is not None
        return self._thought(state, player, rng, self.budget.part(FIRST) if staged else self.budget, lately=lately)

    def second_thought(self, state: State, player: int, rng: Random, temper: Temper) -> Temper:
        if not (self.second_thoughts and _foresight(state).gains(state, player)):
            return temper
        return self._thought(state, player, rng, replace(self.budget.part(AGAIN), broods=0), temper)

    def _thought(
        self,
        state: State,
        player: int,
        rng: Random,
        budget: Budget,
        own: Temper | None = None,
        lately: Sequence[Temper] = (),
    ) -> Temper:
        stopped = self.stopped or never
        return Thought(state, player, rng.getrandbits(62), budget.tempers, own, lately, stopped).think(budget)


def _foresight(state: State) -> Foresight[Any]:
    book: Any = doctrine(state.game.id, REGULAR)
    found: Foresight[Any] = book.foresight
    return found


@lru_cache(maxsize=KEPT)
def _in_temper(game_id: str, side: str, temper: tuple[tuple[str, float], ...]) -> Any:
    """The doctrine in a temper: the same one for all answers of a window, with what it remembers."""
    book: Any = doctrine(game_id, REGULAR)
    return book.changed(side, dict(temper))


def looks_ahead(name: str) -> bool:
    """Whether a bot may take its time.

    >>> looks_ahead("grognard:seconds=60"), looks_ahead("veteran:rollouts=5"), looks_ahead("regular:pull=0.2")
    (True, True, False)
    """
    return name.partition(":")[0] in SECONDS


def by_the_clock(name: str) -> bool:
    """Whether a bot thinks for so many seconds, so that no two of its games need be the same.

    >>> by_the_clock("veteran"), by_the_clock("veteran:rollouts=40"), by_the_clock("regular")
    (True, False, False)
    """
    return looks_ahead(name) and "rollouts" not in read_spec(name).changes


def seconds_of(name: str) -> float | None:
    """For how many seconds a bot looks ahead when a window begins, if it does, and by the clock.

    >>> seconds_of("veteran"), seconds_of("grognard:seconds=60,processes=8"), seconds_of("regular")
    (3.0, 60.0, None)
    """
    if not by_the_clock(name):
        return None
    spec = read_spec(name)
    return spec.changes.get("seconds", SECONDS[spec.level])


def _budget(name: str) -> Budget:
    spec = read_spec(name)
    granted = dict(spec.changes)
    processes = granted.pop("processes", float(_cores())) if spec.level == GROGNARD else 1.0
    unknown = [one for one in granted if one not in ("rollouts", "seconds")]
    wrong = any(not 0 < one < MOST for one in granted.values()) or not 1 <= processes <= STAFF
    if unknown or len(granted) > 1 or wrong:
        more = ", and processes=2" if spec.level == GROGNARD else ""
        raise SetupError(f"{name}: say seconds=3 or rollouts=40{more}")
    rollouts = int(granted["rollouts"]) if "rollouts" in granted else None
    wide = (WIDE, BROODS) if spec.level == GROGNARD else (TEMPERS, 0)
    return Budget(rollouts, granted.get("seconds", SECONDS[spec.level]), int(processes), *wide)


def _cores() -> int:
    """What this process may use of the machine."""
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, STAFF)


def check_foresight(game_id: str, scenario: str | None = None) -> None:
    """SetupError where a game does not tell enough to look ahead, or nothing was won by it in this scenario."""
    found: Any = doctrine(game_id, REGULAR)
    foresight: Foresight[Any] | None = getattr(found, "foresight", None)
    if foresight is None or not foresight.models or not foresight.proven(scenario):
        where = f'"{game_id}"' if scenario is None else f'"{scenario}" of "{game_id}"'
        raise SetupError(f'nobody looks ahead in {where} yet: play against "{REGULAR}"')


def seldom(game_id: str, scenario: Scenario) -> Mapping[str, int]:
    """The sides for which nobody looks ahead all through a scenario: in how many of its last turns he does.

    Everywhere else who looks ahead plays as his doctrine does.
    """
    book: Any = doctrine(game_id, REGULAR)
    foresight: Foresight[Any] = book.foresight
    sides = dict.fromkeys(player.side for player in scenario.roster.players)
    found = {side: foresight.last_turns(scenario, side) for side in sides}
    return {side: turns for side, turns in found.items() if turns is not None}
