"""Whom or what a reason in Lost Battles is about: who can strike back, which hex counts, where the line has a gap."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.lb.state import LbState
from grognard.hex.grid import bits
from grognard.players.lb.threat import struck
from grognard.players.lb.value import Outlook
from grognard.players.opinion import ATTACK, Named, Opinion


def named(state: LbState, view: Outlook, opinion: Opinion, reason: str, speaks_for: bool) -> Named | None:
    """What is known of a reason."""
    target = opinion.target
    if target is None or opinion.left:
        return None
    if opinion.note == ATTACK or opinion.chance is not None:
        return _of_attack(state, view, target, reason) if speaks_for else None
    if opinion.stand is None:
        return None
    unit, hex = opinion.stand
    match reason:
        case "line" if opinion.ways or not state.on_map(unit):
            return Named(hex=hex)
        case "ours" | "close" | "supply_at_risk" if not speaks_for:
            return Named(strikers(state, view, hex))
        case "ours" if state.on_map(unit):
            there = strikers(state, view, hex)
            return Named(tuple(one for one in strikers(state, view, state.hex_of[unit]) if one not in there))
        case "in_zoc" | "too_close" if not speaks_for:
            beside = bits(state.game.ground.grid.around[hex] & view.foes)
            return Named(tuple(one for foe in beside for one in bits(state.at[foe] & state.game.counters.ground)))
        case "hold":
            place = hex if speaks_for else state.hex_of[unit]
            return Named(hex=place) if place in view.hold and state.on_map(unit) else None
    return None


def _of_attack(state: LbState, view: Outlook, target: int, reason: str) -> Named | None:
    units = state.at.get(target, 0) & state.units_in(view.foes)
    if reason == ATTACK or (reason == "held" and target in view.hold):
        return Named(hex=target)
    if reason == "theirs":
        return Named(tuple(bits(units)))
    return Named(tuple(bits(units & state.game.counters.hqs))) if reason == "hq_worth" else None


def strikers(state: LbState, view: Outlook, hex: int) -> tuple[int, ...]:
    """The enemies that are reckoned to come against a hex, the nearest first, of as near ones the strongest."""
    counters, distance = state.game.counters, state.game.ground.grid.distance
    comes = _by_allowance(state, hex) if view.weights.massed else _by_distance(state, view, hex)
    units = [unit for one in bits(view.foes) for unit in bits(state.at[one] & counters.ground & ~counters.hqs)]
    near = {unit: distance(hex, state.hex_of[unit]) for unit in units if comes(unit)}
    return tuple(sorted(near, key=lambda unit: (near[unit], -counters.combat[unit], unit)))


def _by_distance(state: LbState, view: Outlook, hex: int) -> Callable[[int], bool]:
    disc, weights = state.game.disc, view.weights
    near = disc(hex, weights.reach_foot) & view.foe.hexes | disc(hex, weights.reach_motor) & view.foe.motor
    return lambda unit: bool(near >> state.hex_of[unit] & 1)


def _by_allowance(state: LbState, hex: int) -> Callable[[int], bool]:
    counters = state.game.counters

    def comes(unit: int) -> bool:
        pace = counters.move[unit], counters.motor >> unit & 1, bool(counters.minimum >> unit & 1)
        return bool(struck(state.game, state.hex_of[unit], *pace)[0] >> hex & 1)

    return comes
