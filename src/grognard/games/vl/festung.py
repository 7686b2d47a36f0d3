"""Chapter 7: the garrison of Velikiye Luki, the ring and the forces that may roll against it, and how it falls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.vl import verbs
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.schema import Unit
from grognard.games.vl.state import ELIMINATED, VlState
from grognard.games.vl.zoc import encircled, in_the_ring, open_hexes
from grognard.hex.grid import bits


class Force(NamedTuple):
    """7.2, 7.4 the units in contact with the city that count, by kind."""

    divisions: int
    infantry: int
    """Regiments, brigades and cadres."""
    regiments: int
    """Armour below a brigade, the flame-throwers apart."""
    brigades: int
    flamethrowers: int
    engineers: int

    @property
    def armour(self) -> int:
        return self.regiments | self.brigades | self.flamethrowers


def in_contact(state: VlState) -> Force:
    """7.2a the units of the ring: a division on either face, cadres as regiments, a mechanised brigade as armour."""
    counters = state.game.counters
    rows = counters.rows
    divisions = infantry = regiments = brigades = flames = engineers = 0
    for unit in bits(in_the_ring(state)):
        bit = 1 << unit
        row = rows[unit]
        if state.is_cadre(unit):
            infantry |= bit
        elif counters.divisions & bit:
            divisions |= bit
        elif counters.brigades & bit:
            brigades |= bit
        elif isinstance(row, Unit) and row.flamethrower:
            flames |= bit
        elif counters.armoured & bit and counters.size[unit] == "III":
            regiments |= bit
        elif isinstance(row, Unit) and row.engineer:
            engineers |= bit
        elif counters.infantry & bit and counters.size[unit] in ("III", "X"):
            infantry |= bit  # 7.2b independent brigades as well
    return Force(divisions, infantry, regiments, brigades, flames, engineers)


def equivalents(state: VlState, force: Force) -> int:
    """7.2a divisions, and three infantry regiments or brigades for one."""
    to_one = state.game.files.tables.festung.regiments_to_a_division
    return force.divisions.bit_count() + force.infantry.bit_count() // to_one


def enough(state: VlState, force: Force) -> bool:
    """7.2a two divisions or their equivalent, and armour."""
    return equivalents(state, force) >= state.game.files.tables.festung.divisions and bool(force.armour)


def can_assault(state: VlState, side: int) -> bool:
    """7.1b, 2.1.C the Soviet player's roll: a ring that stood a turn ago and stands now, forces enough, once a turn."""
    return (
        side == SOVIET
        and bool(state.festungs)
        and not state.assaulted
        and 0 < state.ring_turn < state.turn
        and encircled(state)
        and enough(state, in_contact(state))
    )


def why_no_assault(state: VlState, side: int) -> Message:
    """Which condition of the roll is not met."""
    if side != SOVIET:
        return state.message("why.soviet_roll", "2.1.E")
    if not state.festungs:
        return state.message("why.garrison_fallen", "7.5e")
    if state.assaulted:
        return state.message("why.one_roll", "2.1.C")
    if not encircled(state):
        return state.message("why.no_ring", "7.1a", hexes=bits(open_hexes(state)))
    if not 0 < state.ring_turn < state.turn:
        return state.message("why.ring_too_new", "7.1b")
    return state.message("why.ring_too_weak", "7.2a")


# ---- what falls


def reduce_level(state: VlState, unit: int, levels: int, ring: int) -> None:
    """7.0 a Festung loses levels; at zero it falls and is entered (7.5d)."""
    lost = min(levels, state.steps[unit])
    state.steps[unit] -= lost
    hex = state.hex_of[unit]
    if state.steps[unit]:
        state.tell("event.level_lost", "7.5b", unit=unit, hex=hex, count=state.steps[unit], lost=lost)
    else:  # one loss, told once
        state.put(unit, ELIMINATED)
        state.tell("event.festung_falls", "7.5d", unit=unit, hex=hex, lost=lost, gone=1)
        if not state.festungs:
            state.tell("event.garrison_falls", "7.5e")
        state.push(EnterFestung(SOVIET, hex, ring))


@dataclass(frozen=True, slots=True)
class ReduceFestung(Step[VlState]):
    """7.5b one level: the Soviet player says of which."""

    player: int
    obvious = True
    words = "reduce_festung"

    def offer(self, state: VlState) -> Offer:
        return {verbs.REDUCE: sum(1 << unit for unit in bits(state.game.counters.festungs) if state.steps[unit])}

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.pop()
        reduce_level(state, target, 1, in_the_ring(state))

    def prompt(self, state: VlState) -> Message:
        return state.message("prompt.reduce_festung", "7.5b")

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        return [state.message("why.no_standing_festung", "7.5b", unit=target)] if verb == verbs.REDUCE else []


@dataclass(frozen=True, slots=True)
class EnterFestung(Step[VlState]):
    """7.5d a unit of the ring must enter the fallen part, at once and free of charge."""

    player: int
    hex: int
    ring: int
    """The units of the ring when the part fell."""
    obvious = True
    words = "enter_festung"

    def candidates(self, state: VlState) -> int:
        """Those beside the hex; a hex with Germans in it cannot be entered."""
        if state.occupied[GERMAN] >> self.hex & 1:
            return 0
        around = state.game.ground.grid.around[self.hex]
        beside = sum(1 << unit for unit in bits(self.ring) if around >> state.hex_of[unit] & 1)
        return beside or self.ring

    def offer(self, state: VlState) -> Offer:
        units = self.candidates(state)
        return {verbs.OCCUPY: units} if units else {verbs.DONE: verbs.YES}

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.OCCUPY:
            state.tell("event.occupies", "7.5d", unit=target, hex_from=state.hex_of[target], hex=self.hex)
            state.put(target, self.hex)
            other = state.stack[-1]
            if isinstance(other, EnterFestung):  # both parts fell at once: each is entered by a unit of its own
                state.replace(replace(other, ring=other.ring & ~(1 << target)))

    def prompt(self, state: VlState) -> Message:
        return state.message("prompt.enter_festung", "7.5d", hex=self.hex)

    def focus(self, state: VlState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(self.hex)}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.OCCUPY and state.occupied[GERMAN] >> self.hex & 1:
            return [state.message("why.german_in_sector", "7.5d", hex=self.hex)]
        if verb == verbs.OCCUPY:
            return [state.message("why.not_in_ring", "7.5d", unit=target, hex=self.hex)]
        return []
