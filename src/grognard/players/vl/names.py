"""Whom or what a reason in Velikiye Luki is about: who can strike back, which place, which hex beside the city."""

from __future__ import annotations

from grognard.core.ask import TARGET_BITS
from grognard.games.vl import verbs
from grognard.games.vl.state import VlState
from grognard.hex.grid import bits
from grognard.players.opinion import ATTACK, Named, Opinion
from grognard.players.vl.value import Outlook, disc


def named(state: VlState, view: Outlook, opinion: Opinion, reason: str, speaks_for: bool) -> Named | None:
    """What is known of a reason."""
    target, ground = opinion.target, state.game.ground
    if target is not None and (opinion.fight or opinion.note == ATTACK):
        if reason == ATTACK or (reason == "ring_loosened" and speaks_for):
            return Named(hex=target)
        return Named(hex=target) if reason == "town" and speaks_for and target in dict(ground.prizes) else None
    if opinion.stand is None or not _goes(opinion):
        return None
    unit, hex = opinion.stand
    here = state.hex_of[unit] if state.on_map(unit) else None
    match reason:
        case "strength" | "last_step" | "hq_with_foes_close" | "hq_with_foes_near" if not speaks_for:
            return Named(strikers(state, view, hex))
        case "strength" | "last_step" if here is not None:
            there = strikers(state, view, hex)
            return Named(tuple(one for one in strikers(state, view, here) if one not in there))
        case "in_zoc" | "hq_in_zoc" if not speaks_for:
            combat = state.game.counters.combat
            beside = bits((ground.grid.around[hex] | 1 << hex) & view.foe.hexes)
            return Named(tuple(one for foe in beside for one in bits(state.at[foe] & combat)))
        case "garrison":
            place = hex if speaks_for else here
            return Named(hex=place) if place in dict(ground.prizes) else None
        case "ring_hex" if speaks_for:
            return Named(hex=hex) if view.ring >> hex & 1 else None
        case "ring_hex" if here is not None and view.ring >> here & 1:
            alone = not state.at[here] & state.game.counters.combat & ~(1 << unit)
            return Named(hex=here) if alone else None
    return None


def _goes(opinion: Opinion) -> bool:
    """Whether it is about where a unit stands, and not about a step."""
    return opinion.answers[0] >> TARGET_BITS not in (verbs.LOSE, verbs.REMOVE_EXCESS)


def strikers(state: VlState, view: Outlook, hex: int) -> tuple[int, ...]:
    """The enemies that are reckoned to come against a hex, the nearest first, of as near ones the strongest."""
    foe, weights, game = view.foe, view.weights, state.game
    near = disc(game, hex, weights.near) & foe.hexes | disc(game, hex, weights.near_mobile) & foe.mobile
    units = [(game.ground.grid.distance(hex, one), unit) for one in bits(near) for unit in bits(foe.stacks[one])]
    return tuple(
        unit for _, unit in sorted(units, key=lambda one: (one[0], -foe.strengths.attack[1 << one[1]], one[1]))
    )
