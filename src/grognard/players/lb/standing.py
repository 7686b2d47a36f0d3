"""What a hex is worth to a fighting unit of Lost Battles, its standing there the only change.

Most of it is read off the ground and the outlook; danger takes longest to reckon, so `Stand.best` reckons it only for
hexes that may still be the best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from types import MappingProxyType

from grognard.games.lb.state import LbState
from grognard.hex.grid import bits
from grognard.players.lb import ring
from grognard.players.lb.value import Outlook, danger, hard_defence, peril, risk, stack_defence

NOTHING: Mapping[int, float] = MappingProxyType({})


class Stand:
    """One unit, and what hexes are worth to it; the position stays as it is meanwhile."""

    __slots__ = ("_away", "_cover", "_field", "_rough", "_state", "_strength", "_unit", "_view", "_zoc")

    def __init__(self, state: LbState, view: Outlook, unit: int) -> None:
        counters, bit = state.game.counters, 1 << unit
        self._state, self._view, self._unit = state, view, unit
        self._field = view.fields[counters.motor >> unit & 1]
        self._zoc = bool(counters.zoc & bit)
        self._rough = state.game.ground.rough_going if counters.armor & bit else 0
        self._strength = 1 if counters.guns & bit else counters.combat[unit]
        self._away = view.weights.off_and_away if view.goals.leave or view.raids else 1.0
        self._cover = state.game.ground.die_addition

    def value(self, hex: int) -> float:
        return self._endangered(hex, self._unthreatened(hex))

    def best(self, hexes: Sequence[int], beside: Mapping[int, float] = NOTHING) -> int:
        """The hex that is worth most, the first of equals; `beside` is what some are worth for another reason."""
        unthreatened = {hex: self._unthreatened(hex) for hex in hexes}
        ranked = sorted([(self._most(hex, safe) + beside.get(hex, 0.0), hex) for hex, safe in unthreatened.items()])
        best = (-inf, 0)
        for most, hex in reversed(ranked):
            if most < best[0]:
                break
            best = max(best, (self._endangered(hex, unthreatened[hex]) + beside.get(hex, 0.0), -hex))
        return -best[1]

    def _most(self, hex: int, unthreatened: float) -> float:
        """A hex is worth no more than this: only to friends can it be good that there is danger."""
        if self._state.at.get(hex, 0) & ~(1 << self._unit):
            return inf
        cover = self._cover.get(hex, 0)
        return unthreatened + self._view.weights.shelter * cover if cover > 0 else unthreatened

    def _unthreatened(self, hex: int) -> float:
        """What it is worth but for what the enemy may do."""
        state, view, unit = self._state, self._view, self._unit
        weights, bit = view.weights, 1 << hex
        value = -weights.pull * self._field[hex]
        if hex in view.hold:
            value += _hold_value(state, view, unit, hex)
        if self._zoc:
            if hex in view.spoil:
                value += weights.spoil * view.spoil[hex]
            if view.rings:
                value += weights.starve * ring.share(state, view.side, view.rings, unit, hex)
        if view.lifelines:
            value += weights.starve * ring.opens(state, view.side, view.lifelines, unit, hex)
        if not view.supplied & bit:
            far = weights.homeward * min(view.home[hex], weights.home_far)
            value -= (weights.unsupplied + weights.unsupplied_share * view.price[unit] + far) * self._away
        if view.zoc & bit:
            value -= weights.in_zoc
        if self._rough & bit:
            value -= weights.rough_for_armor
        return value

    def _endangered(self, hex: int, value: float) -> float:
        """The same with what the enemy may do."""
        state, view, unit = self._state, self._view, self._unit
        weights, counters = view.weights, state.game.counters
        there = stack_defence(state, view.side, hex, 1 << unit)
        hard = hard_defence(state, view.side, hex, 1 << unit) if weights.massed else 0
        own_hard = counters.defence[unit] if (counters.armor | counters.anti_tank) >> unit & 1 else 0
        chance = risk(state, view, hex, there + self._strength, hard + own_hard)
        if chance:
            value += weights.shelter * self._cover.get(hex, 0) - view.caution * chance * view.price[unit]
            if counters.ground >> unit & 1:
                value += view.caution * _relief(state, view, unit, hex, there, hard, chance)
        return value


def standing(state: LbState, view: Outlook, unit: int, hex: int) -> float:
    """The value of a unit's standing in a hex."""
    return Stand(state, view, unit).value(hex)


def _relief(state: LbState, view: Outlook, unit: int, hex: int, there: int, hard: int, chance: float) -> float:
    """What a unit saves those that it joins."""
    if not there:
        return 0.0
    units = state.at.get(hex, 0) & state.game.counters.of_side[view.side] & ~(1 << unit)
    less = risk(state, view, hex, there, hard) - chance
    return less * sum(view.price[other] for other in bits(units))


def _hold_value(state: LbState, view: Outlook, unit: int, hex: int) -> float:
    combat, weights = state.game.counters.combat, view.weights
    if weights.kept:
        return weights.hold * view.hold[hex] * _kept_by(state, view, unit, hex)
    others = view.garrison[hex] - (combat[unit] if state.hex_of[unit] == hex else 0)
    sturdy = min(combat[unit] / weights.sturdy, 1.0)
    near = max(weights.hold_far, danger(state, weights, view.side, hex))
    return weights.hold * view.hold[hex] * near * sturdy / (1 + others)


def _kept_by(state: LbState, view: Outlook, unit: int, hex: int) -> float:
    """How much likelier a place is still ours after the enemy's turn for a unit's being there."""
    counters, weights = state.game.counters, view.weights
    others = state.at.get(hex, 0) & counters.of_side[view.side] & ~(1 << unit)
    defence, hard = stack_defence(state, view.side, hex, 1 << unit), hard_defence(state, view.side, hex, 1 << unit)
    before = 1.0 - peril(state, view, hex, defence, hard) if others & counters.ground & ~counters.hqs else 0.0
    defence += counters.combat[unit]
    hard += counters.defence[unit] if (counters.armor | counters.anti_tank) >> unit & 1 else 0
    return weights.kept * max(1.0 - peril(state, view, hex, defence, hard) - before, 0.0)


def candidates(state: LbState, view: Outlook, unit: int, board: int) -> list[int]:
    """The hexes of a board that are looked at closely for a fighting unit."""
    hexes, most = bits(board), view.weights.candidates
    if len(hexes) > most:
        field = view.fields[state.game.counters.motor >> unit & 1]
        here = state.hex_of[unit]
        hexes.sort(key=lambda hex: (hex != here and hex not in view.hold, field[hex], hex))
        hexes = hexes[:most]
    return hexes


def stands_best(state: LbState, view: Outlook, unit: int, board: int) -> int:
    """The hex of a board where a unit stands best, as fighting units do."""
    return Stand(state, view, unit).best(candidates(state, view, unit, board))
