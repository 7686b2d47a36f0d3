"""Chapter 10.0 and 10.6: who has won, counted in PP of cities as printed on the map."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.state import Result
from grognard.core.step import Step
from grognard.games.victory.board.control import controlled
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits


def points(state: VictoryState, side: int, known_to: int | None = None) -> int:
    """PP of the cities a side controls; 10.3b bonuses are production, not victory."""
    return points_in(state, controlled(state, side, known_to))


def points_in(state: VictoryState, hexes: int) -> int:
    """PP of the cities among these hexes."""
    value = state.game.ground.value
    return sum(value[hex] for hex in bits(hexes & state.game.ground.cities))


def level(state: VictoryState, side: int) -> int:
    """10.0a, 10.4 the PP that a side needs."""
    return state.game.levels[side]


@dataclass(frozen=True, slots=True)
class VictoryCheck(Step[VictoryState]):
    """2.0.4 after supply; 8.0 who has won does not produce."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        sides = range(len(state.game.sides))
        score = [points(state, side) for side in sides]
        reached = [side for side in sides if score[side] >= level(state, side)]
        if reached:
            _finish(state, score, reached, "level", score)
            return
        turns = state.game.turns(state.options)
        if turns and state.turn >= turns:
            counted: list[float] = list(score)
            if state.options["proportional_time_limit"]:  # 10.4 each side against its own level
                counted = [score[side] / level(state, side) for side in sides]
            _finish(state, score, list(sides), "time_limit", counted)


def _finish(
    state: VictoryState, score: list[int], among: list[int], why: str, counted: list[float] | list[int]
) -> None:
    """The most PP wins, equal is a draw (10.6)."""
    names = state.game.sides
    best = max(counted[side] for side in among)
    winners = [side for side in among if counted[side] == best]
    tally = {names[side]: score[side] for side in range(len(names))}
    shown = [{"word": name, "points": value} for name, value in tally.items()]
    if len(winners) > 1:
        message = state.message("result.draw", "10.6", turn=state.turn, score=shown)
        state.finish(Result((), "draw", tally, message))
        return
    winner = names[winners[0]]
    rule = "10.0a" if why == "level" else "10.6"
    message = state.message(f"result.{why}", rule, side=winner, turn=state.turn, score=shown)
    state.finish(Result((winner,), why, tally, message))
