"""Chapter 12: HQs that are overrun, relocated, or wait to come back.

Whoever drives an HQ from its hex calls `relocate`; its owner answers at once (12.7a). Removal for want of troops is in
the Reinforcement Segment (11.3).
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.avl import verbs
from grognard.games.avl.counters import SIDES
from grognard.games.avl.stacking import crowded, enter, why_crowded
from grognard.games.avl.state import AWAITING, LIFTED, SUPPLIED, AvlState
from grognard.games.avl.tracing import in_supply
from grognard.hex.grid import bits


def overrun(state: AvlState, hq: int, hex: int, by: int) -> None:
    """12.1a a lone HQ whose hex an enemy combat unit enters is relocated at once."""
    state.tell("event.overrun", "12.1a", unit=by, unit_hq=hq, hex=hex)
    relocate(state, hq, hex)


def relocate(state: AvlState, hq: int, origin: int) -> None:
    """12.7a lift an HQ and ask its owner where it goes; 12.7d with no hex it returns as a reinforcement next turn."""
    state.supply[hq] = SUPPLIED
    state.put(hq, LIFTED)
    hexes = relocation_hexes(state, hq, origin)
    if hexes:
        state.push(RelocateHq(state.game.counters.side[hq], hq, origin, hexes))
    else:
        await_return(state, hq)


def await_return(state: AvlState, hq: int) -> None:
    """12.7d off the map, chit kept, due in the Reinforcement Segment of the following turn."""
    state.put(hq, AWAITING)
    state.due[hq] = state.turn + 1
    state.tell("event.hq_awaits", "12.7d", unit=hq, turn=state.turn + 1)


def relocation_hexes(state: AvlState, hq: int, origin: int) -> int:
    """12.7b the nearest hexes at least four away, closer to a source, free of enemy ZOC, in supply and with room."""
    side = state.game.counters.side[hq]
    grid = state.game.ground.grid
    fit = (
        in_supply(state, side) & closer_to_a_source(state, side, origin) & ~state.enemy_zoc(side) & ~crowded(state, hq)
    )
    inside = grid.disc(origin, state.game.relocation_distance - 1)
    fit &= ~inside
    while fit:
        wider = inside | grid.grow(inside)
        found = fit & wider
        if found:
            return found
        inside = wider
    return 0


def closer_to_a_source(state: AvlState, side: int, origin: int) -> int:
    """The hexes nearer than the origin to at least one friendly source, in straight count."""
    ground = state.game.ground
    closer = 0
    distances = ground.source_distance[side][origin]
    for source, distance in zip(ground.source_list[side], distances, strict=True):
        if distance:
            closer |= state.game.disc(source, distance - 1)
    return closer


@dataclass(frozen=True, slots=True)
class RelocateHq(Step[AvlState]):
    """The owner places a relocated HQ in one of the nearest fit hexes (12.7b)."""

    player: int
    unit: int
    origin: int
    hexes: int
    obvious = True
    words = "relocate"

    def offer(self, state: AvlState) -> Offer:
        return {verbs.RELOCATE_TO: self.hexes}

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        enter(state, self.unit, target)
        state.tell("event.hq_relocated", "12.7b", unit=self.unit, hex_from=self.origin, hex=target)

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.relocate_hq", "12.7b", unit=self.unit, hex=self.origin)

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb != verbs.RELOCATE_TO:
            return []
        return [why_not_relocated(state, self, target)]


def why_not_relocated(state: AvlState, step: RelocateHq, hex: int) -> Message:
    """Which requirement of 12.7 a hex fails."""
    side = state.game.counters.side[step.unit]
    grid = state.game.ground.grid
    distance = grid.distance(step.origin, hex)
    nearest = min(grid.distance(step.origin, fit) for fit in bits(step.hexes))
    if state.closed() >> hex & 1:
        return state.message("why.pocket", "13.0a", unit=step.unit, hex=hex, turn=state.game.pocket_closed_through)
    if distance < state.game.relocation_distance:
        key = "why.relocation_too_near"
    elif not closer_to_a_source(state, side, step.origin) >> hex & 1:
        key = "why.relocation_not_closer"
    elif state.enemy_zoc(side) >> hex & 1:
        key = "why.relocation_in_zoc"
    elif not in_supply(state, side) >> hex & 1:
        key = "why.relocation_unsupplied"
    elif crowded(state, step.unit) >> hex & 1:
        return why_crowded(state, step.unit, hex)
    else:
        key = "why.relocation_not_nearest"
    return state.message(key, "12.7b", unit=step.unit, hex=hex, distance=distance, nearest=nearest)


@dataclass(frozen=True, slots=True)
class RelocateUnsupplied(Step[AvlState]):
    """10.3, 12.5: after all supply checks each HQ found without supply is relocated, in its owner's order."""

    player: int
    hqs: int
    obvious = True
    automatic = False
    words = "relocate_unsupplied"
    in_phase = "supply"

    def offer(self, state: AvlState) -> Offer:
        return {verbs.RELOCATE: self.hqs} if self.hqs else {verbs.DONE: verbs.YES}

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.DONE:
            return
        rest = self.hqs & ~(1 << target)
        if rest:
            state.push(RelocateUnsupplied(self.player, rest))
        hex = state.hex_of[target]
        state.tell("event.hq_unsupplied", "10.3", unit=target, hex=hex)
        relocate(state, target, hex)

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.relocate_which", "10.3", side=SIDES[self.player], units=bits(self.hqs))
