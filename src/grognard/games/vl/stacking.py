"""Chapter 5: how many counters may share a hex, judged when a phase ends (5.1a), by option a retreat too (5.1b).

HQs, Festungs and markers are free (5.1c). A launcher counts by its printed size (1.5g).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.vl import verbs
from grognard.games.vl.counters import CADRE_STEPS, DIVISION_STEPS, GERMAN, SIDES, SOVIET
from grognard.games.vl.losses import eliminate
from grognard.games.vl.state import VlState
from grognard.hex.grid import bits

Counts = tuple[int, int, int, int, int]
"""Soviet: full divisions, reduced divisions, cadres, other regiments and brigades, battalions. German: the last two are
regiments, Kampfgruppen and battalions together, and companies."""

FULL, REDUCED, CADRE, REGIMENT, BATTALION = range(5)


def kind(state: VlState, unit: int) -> int:
    """What a counter counts as; 5.1d a cadre is a regiment and a division counter a division on either face."""
    counters = state.game.counters
    if state.is_cadre(unit):
        return CADRE
    if counters.divisions >> unit & 1:
        return FULL if state.steps[unit] == counters.steps[unit] else REDUCED
    return BATTALION if counters.small >> unit & 1 else REGIMENT


def counted(state: VlState, side: int, units: int) -> Counts:
    """A stack by kinds."""
    counters = state.game.counters
    units &= counters.of_side[side] & counters.stacking  # 5.1c
    divisions = units & counters.divisions
    cadres = (units & counters.cadres).bit_count()
    battalions = (units & counters.small).bit_count()
    others = units.bit_count() - divisions.bit_count() - cadres - battalions
    full = reduced = 0
    while divisions:
        low = divisions & -divisions
        divisions ^= low
        steps = state.steps[low.bit_length() - 1]
        if steps == DIVISION_STEPS:
            full += 1
        elif steps == CADRE_STEPS:
            cadres += 1
        else:
            reduced += 1
    return full, reduced, cadres, others, battalions


def fits(side: int, counts: Counts) -> bool:
    """Whether a stack is within the limits."""
    full, reduced, cadres, others, battalions = counts
    if side == GERMAN:
        return others <= 3 and battalions <= 1  # 5.2 three regiments, KGs or battalions, and a company
    regiments = cadres + others
    if full + reduced > 1:
        return False
    if reduced and cadres:
        regiments -= 1  # 5.1d a reduced division with one cadre is the equivalent of a division
    if full + reduced:
        return regiments + battalions <= 1  # 5.1d a division, and one more
    return (regiments <= 3 and battalions <= 1) or (regiments <= 2 and battalions <= 2)  # 5.1d no division


@lru_cache(maxsize=4096)
def excess(side: int, counts: Counts) -> int:
    """5.1b the fewest counters that must go."""
    if fits(side, counts):
        return 0
    return 1 + min(excess(side, _without(counts, one)) for one, count in enumerate(counts) if count)


def _without(counts: Counts, one: int) -> Counts:
    fewer = list(counts)
    fewer[one] -= 1
    return fewer[0], fewer[1], fewer[2], fewer[3], fewer[4]


def overstacked(state: VlState, side: int, hex: int) -> int:
    """How many counters of a side are too many in a hex."""
    return excess(side, counted(state, side, state.at.get(hex, 0)))


def crowded(state: VlState, side: int, units: int) -> bool:
    """Whether a side's counters among these are too many for a hex."""
    counters = state.game.counters
    units &= counters.of_side[side]
    return counters.may_crowd(units) and not fits(side, counted(state, side, units))


def would_fit(state: VlState, unit: int, hex: int) -> bool:
    """Whether a counter can be added to a hex within the limits: for deployment and for warnings."""
    side = state.game.counters.side[unit]
    return not crowded(state, side, state.at.get(hex, 0) | 1 << unit)


def overstacked_hexes(state: VlState, side: int) -> list[int]:
    """The hexes where a side has too many counters now."""
    return [hex for hex in bits(state.shared[side]) if overstacked(state, side, hex)]


@dataclass(frozen=True, slots=True)
class CheckStacking(Step[VlState]):
    """5.1a: every stack of these sides is looked at; the owner of one too large removes the excess."""

    sides: tuple[int, ...] = (SOVIET, GERMAN)
    automatic = True

    def run(self, state: VlState) -> None:
        state.push(*(RemoveExcess(side, hex) for side in self.sides for hex in overstacked_hexes(state, side)))


@dataclass(frozen=True, slots=True)
class RemoveExcess(Step[VlState]):
    """5.1b: the owner picks what goes, exactly as many as are too many."""

    player: int
    hex: int
    words = "excess"
    in_phase = "stacking"

    def offer(self, state: VlState) -> Offer:
        return {verbs.REMOVE_EXCESS: self.removable(state)}

    def removable(self, state: VlState) -> int:
        """Those whose going brings the stack nearer to its limit."""
        side = self.player
        here = state.at[self.hex] & state.game.counters.of_side[side]
        counts = counted(state, side, here)
        wanted = excess(side, counts) - 1
        counting = state.game.counters.stacking
        return sum(
            1 << unit for unit in bits(here & counting) if excess(side, _without(counts, kind(state, unit))) == wanted
        )

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.tell("event.overstacked", "5.1b", unit=target, hex=self.hex)
        eliminate(state, target, "5.1b")
        if not overstacked(state, self.player, self.hex):
            state.pop()

    def prompt(self, state: VlState) -> Message:
        count = overstacked(state, self.player, self.hex)
        return state.message("prompt.excess", "5.1b", side=SIDES[self.player], hex=self.hex, count=count)

    def focus(self, state: VlState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(self.hex)}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb != verbs.REMOVE_EXCESS:
            return []
        if state.hex_of[target] != self.hex:
            return [state.message("why.not_in_hex", "5.1b", unit=target, hex=self.hex)]
        if not state.game.counters.stacking >> target & 1:
            return [state.message("why.stacks_free", "5.1c", unit=target)]
        return [state.message("why.not_the_excess", "5.1b", unit=target)]
