"""A question before the first die, where a game would otherwise begin with one: until it is answered the players can
still add to what the dice follow from."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.state import VictoryState


@dataclass(frozen=True, slots=True)
class FirstRoll(Step[VictoryState]):
    """The first player rolls when everybody is ready."""

    player: int
    rule: str
    words = "first_roll"
    in_phase = "set-up"

    def offer(self, state: VictoryState) -> Offer:
        return {verbs.ROLL: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.first_roll", self.rule)
