"""Chapter 2: before the first turn each side chooses an objective, in secret and at the same time."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from two_fords import verbs
from two_fords.state import SIDES, TwoFordsState


@dataclass(frozen=True, slots=True)
class ChooseObjective(Step[TwoFordsState]):
    """2.1 any place of the map."""

    player: int
    words = "objective"
    in_phase = "objectives"

    def offer(self, state: TwoFordsState) -> Offer:
        return {verbs.OBJECTIVE: state.game.ground.places}

    def take(self, state: TwoFordsState, verb: int, target: int) -> None:
        state.objective[self.player] = target
        state.tell("event.objective", "2.2", to=1 << self.player, side=SIDES[self.player], hex=target)
        state.pop()

    def prompt(self, state: TwoFordsState) -> Message:
        return state.message("prompt.objective", "2.1", points=state.game.files.tables.victory.objective)

    def why(self, state: TwoFordsState, verb: int, target: int) -> list[Message]:
        if verb == verbs.OBJECTIVE:
            return [state.message("why.no_place", "2.1", hex=target)]
        return []
