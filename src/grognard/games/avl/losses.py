"""Chapter 9.4.2: step losses, spread by their owner over the units in the combat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.avl import verbs
from grognard.games.avl.counters import SIDES
from grognard.games.avl.state import AvlState
from grognard.games.avl.victory import CAUSES, eliminate
from grognard.hex.grid import bits


@dataclass(frozen=True, slots=True)
class TakeLosses(Step[AvlState]):
    """9.4.2: the owner spreads step losses over his units in the combat; more losses than steps are ignored."""

    player: int
    units: int
    losses: int
    rule: str
    obvious = True
    words = "losses"

    def offer(self, state: AvlState) -> Offer:
        left = self._left(state)
        if not self.losses or not left:
            return {verbs.DONE: verbs.YES}
        if sum(state.steps[unit] for unit in bits(left)) <= self.losses:
            left &= -left  # all will die: the order does not matter
        return {verbs.LOSE: left}

    def _left(self, state: AvlState) -> int:
        return sum(1 << unit for unit in bits(self.units) if state.steps[unit])

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.DONE:
            return
        if self.losses > 1:
            state.push(TakeLosses(self.player, self.units, self.losses - 1, self.rule))
        lose_step(state, target, self.rule)

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.losses", "9.4.2a", side=SIDES[self.player], count=self.losses)

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        rows, hexes = state.game.counters.rows, {state.hex_of[unit] for unit in bits(self._left(state))}
        last = [rows[unit].id for unit in bits(state.offer.get(verbs.LOSE, 0)) if state.steps[unit] == 1]
        return {"last": last} | ({"hex": state.game.ground.grid.name(hexes.pop())} if len(hexes) == 1 else {})

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.LOSE and not self.losses:
            return [state.message("why.no_losses", "9.4.1b")]
        if verb == verbs.LOSE and self._left(state) >> target & 1:
            return [state.message("why.all_are_lost", "9.4.2a")]
        if verb == verbs.LOSE:
            return [state.message("why.not_involved", "9.4.2a", unit=target)]
        return []


def lose_step(state: AvlState, unit: int, rule: str) -> None:
    """9.4.2a flip a full two-sided unit, eliminate a reduced or one-sided one."""
    if state.steps[unit] > 1:
        state.steps[unit] -= 1
        state.tell("event.step_lost", rule, unit=unit, word_cause=CAUSES[rule], lost=1, **state.told_at(unit))
    else:
        eliminate(state, unit, rule)
