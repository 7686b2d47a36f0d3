"""Chapter 1.7: divisions, the regiments they detach and take back, and what is left of them as a cadre."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.vl import verbs
from grognard.games.vl.counters import DIVISION_STEPS
from grognard.games.vl.state import ABSORBED, POOL, VlState
from grognard.games.vl.tables import VlTables
from grognard.hex.grid import bits, mask

REDUCED = DIVISION_STEPS - 1


def _unmoved(state: VlState, side: int) -> int:
    """The divisions of a side on the map whose movement has not begun; each divides or joins once a phase."""
    counters = state.game.counters
    return counters.divisions & counters.of_side[side] & state.present & ~state.moved & ~state.regrouped


@lru_cache(maxsize=64)  # steps are lost far more seldom than units are picked
def _with_steps(game: VlTables, steps: bytes, left: int) -> int:
    """The divisions that have so many steps left."""
    return mask(unit for unit in bits(game.counters.divisions) if steps[unit] == left)


def detachable(state: VlState, side: int) -> int:
    """1.7.2a divisions at full strength that have not moved."""
    return _unmoved(state, side) & _with_steps(state.game, bytes(state.steps), DIVISION_STEPS)


def detach(state: VlState, division: int) -> None:
    """1.7.2a flip the division and put a cadre beside it, free of charge; 1.7.4 there is always another counter."""
    slot = next(unit for unit in bits(state.game.counters.cadres) if state.hex_of[unit] == POOL)
    state.steps[division] = REDUCED
    state.steps[slot] = 1
    state.cadre_of[slot] = division
    state.supply[slot] = state.supply[division]
    state.put(slot, state.hex_of[division])
    state.regrouped |= 1 << division
    state.tell("event.detached", "1.7.2a", unit=division, unit_cadre=slot, hex=state.hex_of[division])


def absorbable(state: VlState, side: int) -> int:
    """1.7.3 reduced divisions, not moved, with a cadre they may take back."""
    reduced = _unmoved(state, side) & _with_steps(state.game, bytes(state.steps), REDUCED)
    found = 0
    for unit in bits(reduced):
        if can_take_back(state, unit):
            found |= 1 << unit
    return found


def can_take_back(state: VlState, division: int) -> int:
    """1.7.3 the cadres in the division's hex of equal or better quality that have not moved, whosever they are."""
    counters = state.game.counters
    here = state.at[state.hex_of[division]] & (counters.cadres | counters.divisions) & ~(state.moved | 1 << division)
    found = 0
    for unit in bits(here):
        if state.is_cadre(unit) and state.quality(unit) <= state.quality(division):
            found |= 1 << unit
    return found


def take_back(state: VlState, division: int, cadre: int) -> None:
    """1.7.3 the division is whole again and the cadre goes."""
    state.steps[division] = DIVISION_STEPS
    state.regrouped |= 1 << division
    state.tell("event.taken_back", "1.7.3", unit=division, unit_cadre=cadre, hex=state.hex_of[division])
    leave(state, cadre)


def leave(state: VlState, unit: int) -> None:
    """Take a cadre off the map without loss: a counter of the pool goes back there."""
    state.supply[unit] = 0
    pooled = state.game.counters.cadres >> unit & 1
    state.put(unit, POOL if pooled else ABSORBED)


@dataclass(frozen=True, slots=True)
class TakeBack(Step[VlState]):
    """1.7.3: which cadre a division takes back."""

    player: int
    unit: int
    obvious = True
    words = "take_back"

    def offer(self, state: VlState) -> Offer:
        return {verbs.CADRE: can_take_back(state, self.unit)}

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.pop()
        take_back(state, self.unit, target)

    def prompt(self, state: VlState) -> Message:
        return state.message("prompt.take_back", "1.7.3", unit=self.unit)

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.CADRE:
            return [_why_not_cadre(state, self.unit, target)]
        return []


def why_not_detach(state: VlState, player: int, unit: int) -> Message:
    """Why a unit cannot detach a regiment."""
    counters = state.game.counters
    if counters.side[unit] != player or not counters.divisions >> unit & 1:
        return state.message("why.no_division", "1.7.2a", unit=unit)
    if not state.on_map(unit):
        return state.message("why.not_on_map", "1.7.2a", unit=unit)
    if state.steps[unit] != DIVISION_STEPS and not state.regrouped >> unit & 1:
        return state.message("why.not_full_strength", "1.7.2a", unit=unit)
    return state.message("why.before_its_move", "1.7.2a", unit=unit)


def why_not_absorb(state: VlState, player: int, unit: int) -> Message:
    """Why a unit cannot take a regiment back."""
    counters = state.game.counters
    if counters.side[unit] != player or not counters.divisions >> unit & 1:
        return state.message("why.no_division", "1.7.3", unit=unit)
    if not state.on_map(unit):
        return state.message("why.not_on_map", "1.7.3", unit=unit)
    if state.is_cadre(unit):
        return state.message("why.cadre_absorbs_nothing", "1.7.3", unit=unit)
    if state.moved >> unit & 1 or state.regrouped >> unit & 1:
        return state.message("why.before_its_move", "1.7.3", unit=unit)
    if state.steps[unit] == DIVISION_STEPS:
        return state.message("why.at_full_strength", "1.7.3", unit=unit)
    here = state.at[state.hex_of[unit]] & ~(1 << unit)
    for other in bits(here & (counters.cadres | counters.divisions)):
        if state.is_cadre(other):
            return _why_not_cadre(state, unit, other)
    return state.message("why.no_cadre_here", "1.7.3", unit=unit)


def _why_not_cadre(state: VlState, division: int, cadre: int) -> Message:
    if not state.on_map(cadre) or not state.is_cadre(cadre) or state.hex_of[cadre] != state.hex_of[division]:
        return state.message("why.no_cadre_here", "1.7.3", unit=division)
    if state.quality(cadre) > state.quality(division):
        return state.message("why.cadre_too_poor", "1.7.3", unit=division, unit_cadre=cadre)
    return state.message("why.before_its_move", "1.7.3", unit=cadre)
