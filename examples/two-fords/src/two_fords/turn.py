"""Chapter 3: the sequence of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grognard.core.step import Step
from two_fords.combat import Fight
from two_fords.movement import MoveUnits
from two_fords.state import BLUE, RED, TwoFordsState
from two_fords.victory import EndOfGame


def player_turn(side: int) -> tuple[Step[Any], ...]:
    """3.2 a side moves, then fights."""
    return BeginPhases(side), MoveUnits(side), Fight(side)


@dataclass(frozen=True, slots=True)
class BeginTurn(Step[TwoFordsState]):
    """3.1 the next turn, or after the last the end."""

    automatic = True

    def run(self, state: TwoFordsState) -> None:
        if state.turn == state.game.turns:
            state.push(EndOfGame())
            return
        state.turn += 1
        state.tell("event.turn", "3.1", turn=state.turn)
        state.push(*player_turn(BLUE), *player_turn(RED), BeginTurn())


@dataclass(frozen=True, slots=True)
class BeginPhases(Step[TwoFordsState]):
    """Nobody of the side has moved or fought yet."""

    side: int
    automatic = True

    def run(self, state: TwoFordsState) -> None:
        state.active = self.side
        state.moved = state.fought = state.attacked = 0
