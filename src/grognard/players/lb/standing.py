"""What a hex is worth to a fighting unit of Lost Battles, its standing there the only change.

Most of it is read off the ground and the outlook; danger takes longest to reckon, so `Stand.best` reckons it only for
hexes that may still be the best.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import Final

from grognard.games.lb.state import LbState
from grognard.hex.grid import bits, mask
from grognard.players.lb import ring
from grognard.players.lb.value import Outlook, danger, garrison_of, hard_defence, peril, risk, stack_defence, threat_at

NOTHING: Final[Mapping[int, float]] = MappingProxyType({})
ROUNDED: Final = 1e-9
"""What the order of a sum may change."""


class Stand:
    """One unit, and what hexes are worth to it; the position stays as it is meanwhile."""

    __slots__ = ("_away", "_cover", "_field", "_motor", "_rough", "_state", "_strength", "_unit", "_view", "_zoc")

    def __init__(self, state: LbState, view: Outlook, unit: int) -> None:
        counters, bit = state.game.counters, 1 << unit
        self._state, self._view, self._unit = state, view, unit
        self._motor = counters.motor >> unit & 1
        self._field = view.fields[self._motor]
        self._zoc = bool(counters.zoc & bit)
        self._rough = state.game.ground.rough_going if counters.armor & bit else 0
        self._strength = 1 if counters.guns & bit else counters.combat[unit]
        self._away = view.weights.off_and_away if view.goals.leave or view.raids else 1.0
        self._cover = state.game.ground.die_addition

    def value(self, hex: int) -> float:
        return self._endangered(hex, self._unthreatened(hex))

    def best(self, board: int, beside: Mapping[int, float] = NOTHING) -> int:
        """The hex that is worth most, the first of equals; `beside` is what some are worth for another reason.

        Those of which more can be said than how far on they are come first; of the rest, those that are farther on,
        until no other can be worth more.
        """
        state, view = self._state, self._view
        pull, shelter = view.weights.pull, view.weights.shelter * state.game.ground.best_cover + ROUNDED
        joined = board & state.occupied[view.side]  # only to friends can it be good that there is danger
        noted = (board ^ joined) & (view.noted | mask(beside))
        best = (-inf, 0)
        for hex in bits(joined):
            best = max(best, (self._endangered(hex, self._unthreatened(hex)) + beside.get(hex, 0.0), -hex))
        for hex in bits(noted):
            safe, more = self._unthreatened(hex), beside.get(hex, 0.0)
            if safe + more + shelter >= best[0]:
                best = max(best, (self._endangered(hex, safe) + more, -hex))
        rest = board ^ joined ^ noted
        for far, wave in enumerate(view.fields.waves(self._motor)):
            if here := wave & rest:
                if shelter - pull * far < best[0]:
                    break
                for hex in bits(here):
                    safe = self._unthreatened(hex)
                    if safe + shelter >= best[0]:
                        best = max(best, (self._endangered(hex, safe), -hex))
        return -best[1]

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
        if not weights.massed and not (view.threats[hex] if hex in view.threats else threat_at(state, view, hex)):
            return value
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
    others = garrison_of(state, view.side, hex, 1 << unit)
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


def candidates(state: LbState, view: Outlook, unit: int, board: int) -> int:
    """The hexes of a board that are looked at closely for a fighting unit: its own, those to be held, the nearest."""
    most = view.weights.candidates
    if board.bit_count() <= most:
        return board
    motor = state.game.counters.motor >> unit & 1
    near = board & (mask(view.hold) | 1 << state.hex_of[unit])
    for wave in (*view.fields.waves(motor), board):
        some = wave & board & ~near
        if near.bit_count() + some.bit_count() >= most:
            return near | mask(bits(some)[: most - near.bit_count()])
        near |= some
    return near


def stands_best(state: LbState, view: Outlook, unit: int, board: int) -> int:
    """The hex of a board where a unit stands best, as fighting units do."""
    return Stand(state, view, unit).best(candidates(state, view, unit, board))
