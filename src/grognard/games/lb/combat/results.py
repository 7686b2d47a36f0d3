"""What the Combat Results Table does to units: destruction, retreats of one hex, and exchanges (combat.proc.d).

There is no advance after combat: a vacated hex is entered in the Second Movement Phase.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ahead import closed
from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.lb import verbs
from grognard.games.lb.combat.strengths import Fight
from grognard.games.lb.counters import SIDES
from grognard.games.lb.engineers import passable
from grognard.games.lb.record import note_coming
from grognard.games.lb.stacking import enterable, why_closed
from grognard.games.lb.state import DESTROYED, LbState
from grognard.hex.grid import bits


def worth(state: LbState, unit: int) -> int:
    """victory.points a unit's printed Combat Strength; a gun's Fire Strength, or 1 by option."""
    if state.options["artillery_points_one"] and state.game.counters.guns >> unit & 1:
        return 1
    return state.game.counters.points[unit]


def destroy(state: LbState, unit: int, rule: str, cause: str = "cause_result") -> None:
    """Remove a unit and score it for the enemy; `cause` is the word that says why."""
    side = state.game.counters.side[unit]
    value, where = worth(state, unit), state.told_at(unit)
    state.take_off(unit, DESTROYED)
    state.destroyed[side] += value
    state.tell(
        "event.destroyed", rule, unit=unit, word_cause=cause, side=SIDES[1 - side], points=value,
        lost=1, gone=1, **where,
    )  # fmt: skip


def apply_result(state: LbState, fight: Fight, code: str, rule: str) -> None:
    """Carry out a result on those who took part, and on nobody else (seq.1b.IIa, combat.F).

    A supply unit that defended and was used up in the same combat is no longer there (artillery.F2).
    """
    result = state.game.files.tables.crt.results.get(code)  # type: ignore[call-overload]  # "-" is no result
    if result is None:
        return
    attackers = [unit for unit, _ in fight.attackers if state.on_map(unit)]
    defenders = [unit for unit, _ in fight.defenders if state.on_map(unit)]
    steps: list[Step[LbState]] = []
    if result.defender == "back":
        steps.append(Retreat(1 - state.active, _mask(defenders)))
    if result.attacker == "back":
        steps.append(Retreat(state.active, _mask(attackers)))
    if result.attacker == "exchange":
        owed = sum(strength for unit, strength in fight.defenders if state.on_map(unit))
        steps.append(Exchange(state.active, fight.attackers, owed))
    state.push(*steps)
    if result.defender == "destroyed":
        for unit in defenders:
            destroy(state, unit, rule)
    if result.attacker == "destroyed":
        for unit in attackers:
            destroy(state, unit, rule)


def _mask(units: list[int]) -> int:
    return sum(1 << unit for unit in units)


# ---- retreats


def exits(state: LbState, unit: int) -> int:
    """stack.A where a unit may go back to: no enemy, not a fourth unit, no enemy ZOC without a friend in the hex,
    no unbridged river (eng.general), not off the map."""
    side = state.game.counters.side[unit]
    board = state.game.ground.grid.step(1 << state.hex_of[unit], passable(state, side, unit)) & enterable(state, side)
    return board & ~state.zoc(1 - side) | board & state.occupied[side]


@dataclass(frozen=True, slots=True)
class Retreat(Step[LbState]):
    """The units go back one hex each, in their owner's order; who cannot is destroyed (stack.A)."""

    player: int
    units: int
    obvious = True
    words = "retreat"

    def offer(self, state: LbState) -> Offer:
        able = 0
        for unit in bits(self.units):
            if exits(state, unit):
                able |= 1 << unit
        return {verbs.RETREAT_UNIT: able} if able else {verbs.DONE: verbs.YES}

    def take(self, state: LbState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.DONE:
            for unit in bits(self.units):
                shut = [] if state.events is None else closed(state.game, _why_shut_in(state, unit))
                state.tell("event.no_retreat", "stack.A", unit=unit, hex=state.hex_of[unit], closed=shut)
                destroy(state, unit, "stack.A", "cause_no_retreat")
            return
        if rest := self.units & ~(1 << target):
            state.push(Retreat(self.player, rest))
        state.push(RetreatTo(self.player, target, self.units))

    def prompt(self, state: LbState) -> Message:
        return state.message("prompt.retreat_which", "combat.proc.d", units=bits(self.units))

    def focus(self, state: LbState) -> Mapping[str, Any]:
        hexes = {state.hex_of[unit] for unit in bits(self.units)}
        return {"hex": state.game.ground.grid.name(hexes.pop())} if len(hexes) == 1 else {}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb == verbs.RETREAT_UNIT:
            if self.units >> target & 1:
                return [state.message("why.no_retreat_yet", "stack.A", unit=target)]
            return [state.message("why.not_retreating", "combat.proc.d", unit=target)]
        return []


@dataclass(frozen=True, slots=True)
class RetreatTo(Step[LbState]):
    """combat.proc.d one hex, the owner's choice."""

    player: int
    unit: int
    units: int
    obvious = True
    words = "retreat_to"

    def offer(self, state: LbState) -> Offer:
        return {verbs.RETREAT: exits(state, self.unit)}

    def take(self, state: LbState, verb: int, target: int) -> None:
        state.pop()
        fall_back(state, self.unit, target)

    def prompt(self, state: LbState) -> Message:
        waiting = [step for step in state.stack if isinstance(step, Retreat) and step.player == self.player]
        more = sum(step.units.bit_count() for step in waiting)
        return state.message("prompt.retreat", "stack.A", unit=self.unit, more=more)

    def focus(self, state: LbState) -> dict[str, str]:
        return {"unit": state.game.counters.rows[self.unit].id}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        return [why_not_back(state, self.unit, target)] if verb == verbs.RETREAT else []


def fall_back(state: LbState, unit: int, hex: int) -> None:
    """A gun that goes back is limbered, and whoever goes back leaves the fortification (crt.results)."""
    origin = state.hex_of[unit]
    state.dug_in &= ~(1 << unit)
    state.put(unit, hex)
    if state.game.counters.guns >> unit & 1:
        state.limber(unit, True)
    state.tell("event.retreats", "combat.proc.d", unit=unit, hex_from=origin, hex=hex)
    note_coming(state, unit, (hex,))


def why_not_back(state: LbState, unit: int, hex: int) -> Message:
    """Which bar keeps a unit from going back to a hex."""
    ground, side = state.game.ground, state.game.counters.side[unit]
    here = state.hex_of[unit]
    if not ground.grid.around[here] >> hex & 1:
        return state.message("why.retreat_one_hex", "combat.proc.d", unit=unit, hex=hex)
    if barred := why_closed(state, unit, hex):
        return barred._replace(rule="stack.A")
    if not ground.crosses(passable(state, side, unit), here, hex):
        return state.message("why.no_bridge", "eng.general", unit=unit, hex=hex)
    return state.message("why.retreat_zoc", "stack.A", unit=unit, hex=hex)


def _why_shut_in(state: LbState, unit: int) -> list[Message]:
    """Why a unit cannot go back to any hex beside it; at the edge of the map, that there is none."""
    grid, here = state.game.ground.grid, state.hex_of[unit]
    reasons = [why_not_back(state, unit, hex) for hex in bits(grid.around[here])]
    if min(grid.neighbours[here]) < 0:
        reasons.append(state.message("why.retreat_off_map", "stack.A", unit=unit))
    return reasons


# ---- exchange


@dataclass(frozen=True, slots=True)
class Exchange(Step[LbState]):
    """combat.proc.d the attacker removes units worth at least what the defender lost, at the strengths used."""

    player: int
    units: tuple[tuple[int, int], ...]
    owed: int
    obvious = True
    words = "exchange"

    def offer(self, state: LbState) -> Offer:
        if self.owed <= 0 or not self.units:
            return {verbs.DONE: verbs.YES}
        board = sum(1 << unit for unit, _ in self.units)
        if sum(strength for _, strength in self.units) <= self.owed:
            board &= -board  # all of them go: the order does not matter
        return {verbs.LOSE: board}

    def take(self, state: LbState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.DONE:
            return
        lost = next(strength for unit, strength in self.units if unit == target)
        rest = tuple(one for one in self.units if one[0] != target)
        state.push(Exchange(self.player, rest, self.owed - lost))
        destroy(state, target, "combat.proc.d", "cause_exchange")

    def prompt(self, state: LbState) -> Message:
        return state.message("prompt.exchange", "combat.proc.d", count=self.owed)

    def focus(self, state: LbState) -> dict[str, object]:
        rows = state.game.counters.rows
        return {"strengths": {rows[unit].id: strength for unit, strength in self.units}}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb == verbs.LOSE:
            if any(unit == target for unit, _ in self.units):
                return [state.message("why.all_are_lost", "combat.proc.d")]
            return [state.message("why.not_in_exchange", "combat.proc.d", unit=target)]
        return []
