"""Chapter 9.6: advance after combat into the vacated hex, for mechanized units one hex beyond; HQs with their stack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.avl import verbs
from grognard.games.avl.battle import Battle
from grognard.games.avl.headquarters import overrun
from grognard.games.avl.stacking import crowded, enter, enterable, why_closed, why_crowded
from grognard.games.avl.state import AvlState
from grognard.hex.grid import bits


@dataclass(frozen=True, slots=True)
class BeginAdvance(Step[AvlState]):
    """9.6.1: only an attacked hex that is empty now is advanced into, and only by those who took part."""

    battle: Battle
    automatic = True

    def run(self, state: AvlState) -> None:
        left = sum(1 << unit for unit in bits(self.battle.attackers) if state.steps[unit])
        if left and not state.combat[self.battle.defender] >> self.battle.hex & 1:
            state.push(AdvanceUnits(self.battle.attacker, self.battle, left, 0))


def forded(state: AvlState, battle: Battle, unit: int) -> bool:
    """9.6.5 whether this unit's first hex of advance lies over an unbridged major river."""
    origin = next(hex for one, hex in battle.origins if one == unit)
    return bool(state.game.ground.over_unbridged[origin] >> battle.hex & 1)


def second_hexes(state: AvlState, battle: Battle, unit: int) -> int:
    """9.6.3 the hexes a mechanized unit may go on to: any neighbour but over barriers, into enemies or a full hex."""
    ground = state.game.ground
    if not state.game.counters.mechanized >> unit & 1 or forded(state, battle, unit):
        return 0
    beyond = ground.dry_beside[battle.hex]  # 9.6.2 ZOC ignored; 9.6.5 no unbridged major river
    return beyond & enterable(state, unit) & ~crowded(state, unit)


def can_advance(state: AvlState, battle: Battle, unit: int) -> bool:
    """Whether a unit finds a hex to end its advance in (5.0.4)."""
    if not crowded(state, unit) >> battle.hex & 1:
        return True
    return bool(second_hexes(state, battle, unit))


def hq_hexes(state: AvlState, battle: Battle, hq: int, stack: int, advanced: int) -> int:
    """12.4 where an HQ may advance to: the end hex of a unit of its stack that has advanced."""
    if advanced >> hq & 1:
        return 0
    board = 0
    for unit in bits(stack & advanced):
        board |= 1 << state.hex_of[unit]
    return board & ~crowded(state, hq)


@dataclass(frozen=True, slots=True)
class AdvanceUnits(Step[AvlState]):
    """9.6.2: any, all or none of the attackers advance, one after the other, at once after the combat."""

    player: int
    battle: Battle
    left: int
    advanced: int
    obvious = True
    words = "advance"

    def offer(self, state: AvlState) -> Offer:
        board = sum(1 << unit for unit in bits(self.left) if can_advance(state, self.battle, unit))
        for hq, stack in self.battle.hq_of(state, self.player):
            if hq_hexes(state, self.battle, hq, stack, self.advanced):
                board |= 1 << hq
        offer: Offer = {verbs.ADVANCE: board} if board else {}
        offer[verbs.END_ADVANCE] = verbs.YES
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.END_ADVANCE:
            return
        bit = 1 << target
        state.push(AdvanceUnits(self.player, self.battle, self.left & ~bit, self.advanced | bit))
        if state.game.counters.hqs & bit:
            stack = next(stack for hq, stack in self.battle.stacks if hq == target)
            hexes = hq_hexes(state, self.battle, target, stack, self.advanced)
            state.push(AdvanceHq(self.player, target, hexes))
            return
        origin = state.hex_of[target]
        enter(state, target, self.battle.hex)
        state.tell("event.advances", "9.6.1", unit=target, hex_from=origin, hex=self.battle.hex)
        if state.game.counters.mechanized & bit:
            state.push(AdvanceFurther(self.player, self.battle, target))

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.advance", "9.6.1", hex=self.battle.hex)

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(self.battle.hex)}

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb != verbs.ADVANCE:
            return []
        if state.game.counters.hqs >> target & 1:
            return [state.message("why.hq_advances_with_stack", "12.4", unit=target)]
        if self.left >> target & 1:
            return [why_crowded(state, target, self.battle.hex)]
        return [state.message("why.did_not_attack", "9.6.1", unit=target)]


@dataclass(frozen=True, slots=True)
class AdvanceFurther(Step[AvlState]):
    """9.6.1: a mechanized unit may go on one hex beyond the vacated one."""

    player: int
    battle: Battle
    unit: int
    obvious = True
    words = "advance_further"

    def offer(self, state: AvlState) -> Offer:
        beyond = second_hexes(state, self.battle, self.unit)
        offer: Offer = {verbs.ADVANCE_TO: beyond} if beyond else {}
        if not crowded(state, self.unit) >> self.battle.hex & 1:
            offer[verbs.STOP] = verbs.YES
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.STOP:
            return
        hq = enter(state, self.unit, target)
        state.tell("event.advances", "9.6.3", unit=self.unit, hex_from=self.battle.hex, hex=target)
        if hq >= 0:
            overrun(state, hq, target, self.unit)  # 9.6.4

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.advance_further", "9.6.3", unit=self.unit)

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"unit": state.game.counters.rows[self.unit].id}

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.STOP:
            return [why_crowded(state, self.unit, self.battle.hex)]
        if verb != verbs.ADVANCE_TO:
            return []
        ground = state.game.ground
        unit = self.unit
        if not ground.grid.around[self.battle.hex] >> target & 1:
            return [state.message("why.advance_not_adjacent", "9.6.3", unit=unit, hex=target)]
        if forded(state, self.battle, unit):
            return [state.message("why.advance_stopped_at_river", "9.6.5", unit=unit, hex=target)]
        if closed := why_closed(state, unit, target):
            return [closed]
        if ground.crosses(ground.major_unbridged, self.battle.hex, target):
            return [state.message("why.advance_river", "9.6.5", unit=unit, hex=target)]
        if not ground.grid.step(1 << self.battle.hex, ground.dry) & ground.land & 1 << target:
            return [state.message("why.advance_barred", "9.6.3", unit=unit, hex=target)]
        return [why_crowded(state, unit, target)]


@dataclass(frozen=True, slots=True)
class AdvanceHq(Step[AvlState]):
    """12.4: an HQ ends its advance with a unit of its stack."""

    player: int
    unit: int
    hexes: int
    obvious = True
    words = "advance_hq"

    def offer(self, state: AvlState) -> Offer:
        return {verbs.ADVANCE_TO: self.hexes}

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        origin = state.hex_of[self.unit]
        enter(state, self.unit, target)
        state.tell("event.advances", "12.4", unit=self.unit, hex_from=origin, hex=target)

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.advance_hq", "12.4", unit=self.unit)

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"unit": state.game.counters.rows[self.unit].id}

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.ADVANCE_TO:
            return [state.message("why.hq_advances_with_stack", "12.4", unit=self.unit)]
        return []
