"""Any position from plain words: what tests, puzzles and scenario authors write.

    game.position(turn=2, step="combat", active="red", place={"b1": "0304 reduced", "r1": "0305"},
                  held={"blue": ["0502"]}, objective={"blue": "0504", "red": "0502"}, dice=[4])

Only the units that are named stand on the map. `step` is one of STEPS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Dice
from grognard.core.game import SetupError
from grognard.core.position import hex_of, hexes_of, keyed, known, one_of, step_of, turn_of, unit_of
from grognard.core.step import Step, Together
from two_fords.combat import Fight
from two_fords.movement import MoveUnits
from two_fords.objectives import ChooseObjective
from two_fords.state import BLUE, RED, SIDES, TwoFordsState
from two_fords.turn import BeginTurn, player_turn

if TYPE_CHECKING:
    from two_fords.game import TwoFords

WORDS = frozenset(("turn", "step", "active", "place", "held", "objective", "moved", "fought"))


def beginning() -> tuple[Step[Any], ...]:
    """2.1 both sides choose at once, then the first turn begins."""
    return Together(tuple((side, ChooseObjective(side)) for side in range(len(SIDES)))), BeginTurn()


def _rest(side: int) -> tuple[Step[Any], ...]:
    return (*(player_turn(RED) if side == BLUE else ()), BeginTurn())


STEPS: Mapping[str, Callable[[int], tuple[Step[Any], ...]]] = {
    "objective": lambda side: beginning(),
    "move": lambda side: (MoveUnits(side), Fight(side), *_rest(side)),
    "combat": lambda side: (Fight(side), *_rest(side)),
}


def build(game: TwoFords, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice) -> TwoFordsState:
    """The position that these words describe, at the first decision of its step."""
    known(words, WORDS)
    state = TwoFordsState(game, options, dice)
    step = step_of(words.get("step", "move"), STEPS)
    state.turn = 0 if step == "objective" else turn_of(words.get("turn", 1), game.turns)
    state.active = one_of(words.get("active", "blue"), SIDES, "side")
    for name, where in words.get("place", {}).items():
        _place(state, name, where)
    for side, hexes in keyed(words.get("held", {}), SIDES, "held").items():
        state.held[SIDES.index(side)] |= hexes_of(game, hexes)
    if step != "objective":
        chosen = keyed(words.get("objective", {}), SIDES, "objective")
        first = min(game.ground.points)
        state.objective = [hex_of(game, chosen[side]) if side in chosen else first for side in SIDES]
    for name in words.get("moved", ()):
        state.moved |= 1 << unit_of(game, name)
    for name in words.get("fought", ()):
        state.fought |= 1 << unit_of(game, name)
    state.push(*STEPS[step](state.active))
    return state


def _place(state: TwoFordsState, name: str, where: str) -> None:
    """`0304`, or `0304 reduced`."""
    unit, (hex, *rest) = unit_of(state.game, name), where.split()
    if rest not in ([], ["reduced"]):
        raise SetupError(f'{name}: "{" ".join(rest)}" is no state; say reduced, or nothing')
    if rest:
        state.steps[unit] = 1
    state.enter(unit, hex_of(state.game, hex))
