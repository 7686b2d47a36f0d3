"""Playing on from a position, for those who look ahead: doctrines answer for everybody, up to some moment."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.core.dice import FastDice
from grognard.core.state import State
from grognard.players.doctrine import Doctrine
from grognard.players.foresight import Foresight, Window
from grognard.players.haste import Interrupted, Stopped, never
from grognard.players.kept import answer_by
from grognard.players.officer import offered_or_any

LONGEST = 4000
"""Answers after which a doctrine that circles is left alone."""


class Rollout:
    """One course that a game may take. `plan` answers for the planner while his window lasts, `book` for all else."""

    def __init__(
        self,
        foresight: Foresight[Any],
        state: State,
        player: int,
        book: Doctrine[Any],
        plan: Doctrine[Any],
        seed: int,
        horizon: Window | None = None,
    ) -> None:
        self.foresight, self.player, self.book, self.plan = foresight, player, book, plan
        self.rng = Random(seed)
        self.state: State = foresight.imagine(state, player, self.rng)
        self.state.dice = FastDice(self.rng.getrandbits(64))
        self.window: Window = foresight.window(state)
        self.horizon: Window = horizon or foresight.horizon(state)
        self.answers: list[int] = []
        """Those of the plan before the first die."""
        self._kept: dict[int, Any] = {}
        """By player: what he goes by (`kept`)."""

    def play(self, stopped: Stopped = never) -> State:
        """The position in which it ends: at the horizon, or when the game is over; Interrupted once it is `stopped`."""
        state, foresight = self.state, self.foresight
        rolls = state.rolls
        for _ in range(LONGEST):
            if stopped():
                raise Interrupted
            if state.over:
                break
            window = foresight.window(state)
            if window >= self.horizon:
                break
            player = state.deciders[0]
            planned = player == self.player and window == self.window
            answer = self._answer(player, self.plan if planned else self.book)
            if planned and state.rolls == rolls:
                self.answers.append(answer)
            state.apply(player, answer)
        return state

    def _answer(self, player: int, doctrine: Doctrine[Any]) -> int:
        state = self.state
        going_on = state.going_on(player)
        if going_on is not None:
            return going_on
        seen = state.game.imagine(state, player, self.rng) if self.foresight.opponents_guess else state
        answer, self._kept[player] = answer_by(doctrine, seen, player, self._kept.get(player))
        return offered_or_any(state, player, answer, self.rng)
