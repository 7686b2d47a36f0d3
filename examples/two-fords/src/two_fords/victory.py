"""Chapter 8: what places are worth, and who has won."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.state import Result
from grognard.core.step import Step
from grognard.hex.grid import bits
from two_fords.state import SIDES, TwoFordsState


def points(state: TwoFordsState, side: int) -> int:
    """8.1 what a side's places are worth, as everybody can see."""
    worth = state.game.ground.points
    return sum(worth[hex] for hex in bits(state.held[side]))


def bonus(state: TwoFordsState, side: int) -> int:
    """8.2 for the objective, if it is held."""
    return state.game.files.tables.victory.objective if state.held[side] >> state.objective[side] & 1 else 0


@dataclass(frozen=True, slots=True)
class EndOfGame(Step[TwoFordsState]):
    """8.2, 8.3 objectives are shown, and whoever has more points has won."""

    automatic = True

    def run(self, state: TwoFordsState) -> None:
        state.barrier += 1  # a reveal: nobody forgets it again
        for side, word in enumerate(SIDES):
            state.tell("event.shown", "8.2", side=word, hex=state.objective[side], points=bonus(state, side))
        blue, red = (points(state, side) + bonus(state, side) for side in range(2))
        winners = () if blue == red else (SIDES[red > blue],)
        level = f"{winners[0]}_wins" if winners else "draw"
        reason = state.message(f"result.{level}", "8.3", points=blue, points_other=red)
        state.finish(Result(winners, level, {"blue": blue, "red": red}, reason))
