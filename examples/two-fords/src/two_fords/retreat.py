"""Chapter 7: retreat and advance after combat."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.hex.grid import bits
from two_fords import verbs
from two_fords.state import TwoFordsState
from two_fords.zoc import zoc


def exits(state: TwoFordsState, unit: int) -> int:
    """7.1 the free hexes around a unit, none of them in enemy ZOC."""
    side = state.game.side_of[unit]
    beside = state.game.ground.beside(state.hex_of[unit])
    return beside & ~(state.occupied[0] | state.occupied[1] | zoc(state, 1 - side))


def fall_back(state: TwoFordsState, unit: int) -> None:
    """7.1 its owner says where; 7.2 a unit without a way loses a step and stays."""
    if exits(state, unit):
        state.push(RetreatUnit(state.game.side_of[unit], unit))
    else:
        state.lose_step(unit, "7.2")


@dataclass(frozen=True, slots=True)
class RetreatUnit(Step[TwoFordsState]):
    """7.1 one hex, where the owner likes."""

    player: int
    unit: int
    words = "retreat"
    obvious = True

    def offer(self, state: TwoFordsState) -> Offer:
        return {verbs.RETREAT: exits(state, self.unit)}

    def take(self, state: TwoFordsState, verb: int, target: int) -> None:
        state.pop()
        state.tell("event.retreated", "7.1", unit=self.unit, hex_from=state.hex_of[self.unit], hex=target)
        state.enter(self.unit, target)

    def prompt(self, state: TwoFordsState) -> Message:
        return state.message("prompt.retreat", "7.1", unit=self.unit)

    def why(self, state: TwoFordsState, verb: int, target: int) -> list[Message]:
        return [state.message("why.no_retreat", "7.1", unit=self.unit, hex=target)] if verb == verbs.RETREAT else []


@dataclass(frozen=True, slots=True)
class Advance(Step[TwoFordsState]):
    """7.3 one of the attackers may take the hex that is free now."""

    player: int
    hex: int
    units: int
    words = "advance"
    obvious = True

    def able(self, state: TwoFordsState) -> int:
        if (state.occupied[0] | state.occupied[1]) >> self.hex & 1:
            return 0
        return sum(1 << unit for unit in bits(self.units) if state.on_map(unit))

    def offer(self, state: TwoFordsState) -> Offer:
        able = self.able(state)
        return {verbs.ADVANCE: able, verbs.STAY: verbs.YES} if able else {verbs.STAY: verbs.YES}

    def take(self, state: TwoFordsState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.ADVANCE:
            state.tell("event.advanced", "7.3", unit=target, hex_from=state.hex_of[target], hex=self.hex)
            state.enter(target, self.hex)

    def prompt(self, state: TwoFordsState) -> Message:
        return state.message("prompt.advance", "7.3", hex=self.hex)

    def why(self, state: TwoFordsState, verb: int, target: int) -> list[Message]:
        return [state.message("why.no_advance", "7.3", unit=target)] if verb == verbs.ADVANCE else []
