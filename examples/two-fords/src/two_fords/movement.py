"""Chapter 4: movement, unit by unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.hex.trace import Going, cost_at, path, reach, total
from two_fords import verbs
from two_fords.state import SIDES, TwoFordsState
from two_fords.zoc import zoc

FAR = 99
"""More movement points than any way on the map costs."""


def movers(state: TwoFordsState, side: int) -> int:
    """4.1 each unit moves once a phase."""
    return state.units_of(side) & ~state.moved


def going(state: TwoFordsState, side: int) -> Going:
    """4.2, 4.3, 4.4 what every step costs: one may pass friends, never enemies."""
    ground = state.game.ground
    return Going(
        entry=ground.entry,
        crossing=(ground.ford,),
        open=ground.passable,
        free=ground.land & ~state.occupied[1 - side],
    )


def reached(state: TwoFordsState, unit: int, points: int | None = None) -> list[int]:
    """By cost: the hexes that a unit can come to; 5.2 enemy ZOC stops it."""
    side, row = state.game.side_of[unit], state.game.units[unit]
    budget = row.move if points is None else points
    return reach(state.game.ground.grid, going(state, side), state.hex_of[unit], budget, zoc(state, 1 - side))


def destinations(state: TwoFordsState, unit: int) -> int:
    """4.4 no unit ends its move with another one."""
    return total(reached(state, unit)) & ~state.occupied[state.game.side_of[unit]]


@dataclass(frozen=True, slots=True)
class MoveUnits(Step[TwoFordsState]):
    """3.2 pick the next unit, or end the phase."""

    player: int
    words = "move"
    in_phase = "movement"
    acting = True

    def offer(self, state: TwoFordsState) -> Offer:
        ready = movers(state, self.player)
        return {verbs.UNIT: ready, verbs.END_MOVEMENT: verbs.YES} if ready else {verbs.END_MOVEMENT: verbs.YES}

    def take(self, state: TwoFordsState, verb: int, target: int) -> None:
        if verb == verbs.UNIT:
            state.push(MoveUnit(self.player, target))
        else:
            state.pop()

    def prompt(self, state: TwoFordsState) -> Message:
        count = movers(state, self.player).bit_count()
        return state.message("prompt.move", "3.2", side=SIDES[self.player], count=count)

    def why(self, state: TwoFordsState, verb: int, target: int) -> list[Message]:
        return why_not_mover(state, self.player, target) if verb == verbs.UNIT else []


def why_not_mover(state: TwoFordsState, side: int, unit: int) -> list[Message]:
    if state.game.side_of[unit] != side:
        return [state.message("why.not_your_unit", "4.1", unit=unit)]
    if not state.on_map(unit):
        return [state.message("why.eliminated", "6.4", unit=unit)]
    return [state.message("why.moved", "4.1", unit=unit)]


@dataclass(frozen=True, slots=True)
class MoveUnit(Step[TwoFordsState]):
    """4.1 one unit's move."""

    player: int
    unit: int
    words = "move_unit"
    acting = True

    def offer(self, state: TwoFordsState) -> Offer:
        offer = {
            verbs.MOVE: destinations(state, self.unit),
            verbs.UNIT: movers(state, self.player) & ~(1 << self.unit),
            verbs.PUT_DOWN: verbs.YES,
        }
        return {verb: targets for verb, targets in offer.items() if targets}

    def take(self, state: TwoFordsState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.UNIT:
            state.push(MoveUnit(self.player, target))
        elif verb == verbs.MOVE:
            state.tell("event.moved", "4.1", unit=self.unit, hex=target, hexes=self._way(state, target))
            state.enter(self.unit, target)
            state.moved |= 1 << self.unit

    def _way(self, state: TwoFordsState, target: int) -> list[int]:
        stop = zoc(state, 1 - self.player)
        return path(state.game.ground.grid, going(state, self.player), reached(state, self.unit), target, stop)

    def prompt(self, state: TwoFordsState) -> Message:
        return state.message("prompt.move_unit", "4.1", unit=self.unit, points=state.game.units[self.unit].move)

    def focus(self, state: TwoFordsState) -> Mapping[str, Any]:
        return {"unit": state.game.units[self.unit].id}

    def preview(self, state: TwoFordsState, verb: int, target: int) -> Mapping[str, Any]:
        if verb != verbs.MOVE:
            return {}
        where, row = reached(state, self.unit), state.game.units[self.unit]
        way, name = self._way(state, target), state.game.ground.grid.name
        spent = [cost_at(where, hex) or 0 for hex in way]
        return {
            "path": [name(hex) for hex in way],
            "costs": [str(cost) for cost in spent[1:]],
            "cost": str(spent[-1]),
            "points": str(row.move),
            "left": str(row.move - spent[-1]),
            "stops": bool(zoc(state, 1 - self.player) >> target & 1),
        }

    def why(self, state: TwoFordsState, verb: int, target: int) -> list[Message]:
        if verb == verbs.UNIT:
            return [] if target == self.unit else why_not_mover(state, self.player, target)
        return [self._why_not_there(state, target)] if verb == verbs.MOVE else []

    def _why_not_there(self, state: TwoFordsState, hex: int) -> Message:
        if state.occupied[1 - self.player] >> hex & 1:
            return state.message("why.enemy_hex", "4.4", hex=hex)
        if state.occupied[self.player] >> hex & 1:
            return state.message("why.full", "4.4", hex=hex)
        needed = cost_at(reached(state, self.unit, FAR), hex)
        left = state.game.units[self.unit].move
        if needed is None:
            return state.message("why.no_way", "5.2", unit=self.unit, hex=hex)
        return state.message("why.too_far", "4.1", unit=self.unit, hex=hex, left=left, needed=needed)
