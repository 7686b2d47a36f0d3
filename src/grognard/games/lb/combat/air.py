"""Announcing an air strike: Air Combat Points on one unit, never on a stack (air.general.b)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.lb import verbs
from grognard.games.lb.attacks import Strike
from grognard.games.lb.combat.allocation import air_points
from grognard.games.lb.combat.strengths import air_fight, air_strength, odds
from grognard.games.lb.state import LbState


@dataclass(frozen=True, slots=True)
class DeclareStrike(Step[LbState]):
    """air.proc how many points go to one unit."""

    player: int
    unit: int
    words = "declare_strike"

    def offer(self, state: LbState) -> Offer:
        left = air_points(state)
        offer: Offer = {verbs.CANCEL: verbs.YES}
        if left > 0:
            offer[verbs.POINTS] = (1 << left + 1) - 2
        return offer

    def take(self, state: LbState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.POINTS:
            state.strikes = (*state.strikes, Strike(self.unit, state.hex_of[self.unit], target))

    def prompt(self, state: LbState) -> Message:
        return state.message(
            "prompt.strike",
            "air.proc",
            unit=self.unit,
            points=air_points(state),
            defence=air_strength(state, self.unit),
        )

    def focus(self, state: LbState) -> Mapping[str, Any]:
        name = state.game.ground.grid.name(state.hex_of[self.unit])
        return {"unit": state.game.counters.rows[self.unit].id, "hex": name}

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        return odds(state, air_fight(state, self.unit, target)) if verb == verbs.POINTS else {}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb == verbs.POINTS:
            return [state.message("why.not_so_many_points", "air.general.a", points=air_points(state))]
        return []
