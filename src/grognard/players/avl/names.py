"""Whom or what a reason in A Victory Lost is about: who can strike back, which city, whose ZOC, who is cut off."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.avl.state import LAST_PLACE, AvlState
from grognard.hex.grid import bits, mask
from grognard.players.avl.place import Cordon
from grognard.players.avl.value import Outlook, supplied_area
from grognard.players.opinion import ATTACK, Named, Opinion, Posts


def named(
    state: AvlState, view: Outlook, opinion: Opinion, posts: Posts, reason: str, speaks_for: bool
) -> Named | None:
    """What is known of a reason; `posts` is who attacks from where, if it is about an attack."""
    if opinion.target is not None and (opinion.fight or opinion.note == ATTACK):
        return _of_attack(state, view, opinion.target, posts, reason, speaks_for)
    if opinion.stand is None:
        return None
    unit, hex = opinion.stand
    match reason:
        case "caution" if not speaks_for:
            return Named(strikers(state, view, [hex]))
        case "caution" if state.hex_of[unit] > LAST_PLACE:
            there = strikers(state, view, [hex])
            return Named(tuple(one for one in strikers(state, view, [state.hex_of[unit]]) if one not in there))
        case "in_zoc" | "hq_in_zoc" if not speaks_for:
            return Named(_beside(state, view, hex))
        case "hq_with_foes_close" | "hq_with_foes_near" if not speaks_for:
            return Named(strikers(state, view, [hex]))
        case "overrun" if speaks_for:
            return Named(tuple(bits(state.at.get(hex, 0) & state.game.counters.hqs)))
        case "cut_off" if speaks_for:
            return Named(_cut_off(state, view, unit, hex))
        case "city" | "garrison" | "cover":
            return _city(state, view, reason, hex if speaks_for else state.hex_of[unit])
    return None


def _of_attack(
    state: AvlState, view: Outlook, target: int, posts: Posts, reason: str, speaks_for: bool
) -> Named | None:
    """What is known of an attack on a hex."""
    if reason == ATTACK:
        return Named(hex=target)
    if reason == "driven_back" and speaks_for:
        return Named(tuple(bits(state.at[target] & state.game.counters.combat)))
    if reason == "caution" and not speaks_for:
        return Named(strikers(state, view, dict.fromkeys(post for _, post in posts), state.at[target]))
    return None


def strikers(state: AvlState, view: Outlook, hexes: Iterable[int], but: int = 0) -> tuple[int, ...]:
    """The enemies that are reckoned to come against these hexes, those in the set `but` not counted: the nearest first,
    of as near ones the strongest."""
    counters, threats, distance = state.game.counters, view.foe.threats, state.game.ground.grid.distance
    found: dict[int, int] = {}
    for hex in hexes:
        disc = state.game.disc
        near, mobile = disc(hex, threats.near) & threats.hexes, disc(hex, threats.near_mobile) & threats.mobile
        for one in bits(near | mobile):
            units = state.at[one] & counters.combat & ~but
            for unit in bits(units if near >> one & 1 else units & counters.mechanized):
                found[unit] = min(found.get(unit, distance(hex, one)), distance(hex, one))
    return tuple(sorted(found, key=lambda unit: (found[unit], -counters.attack[unit][state.steps[unit]], unit)))


def _beside(state: AvlState, view: Outlook, hex: int) -> tuple[int, ...]:
    """The enemies whose ZOC is in a hex."""
    ground, combat = state.game.ground, state.game.counters.combat
    hexes = [one for one in bits(ground.beside[hex] & view.foe.hexes) if ground.zoc(1 << one) >> hex & 1]
    return tuple(unit for one in hexes for unit in bits(state.at[one] & combat))


def _cut_off(state: AvlState, view: Outlook, unit: int, hex: int) -> tuple[int, ...]:
    """The enemies that have no supply line any more once the unit stands there."""
    cordon = Cordon(state, view, unit)
    lost = cordon.supplied & view.foe.hexes & ~supplied_area(state.game, 1 - view.side, cordon.left(hex))
    return tuple(enemy for one in bits(lost) for enemy in bits(state.at[one] & state.game.counters.combat))


def _city(state: AvlState, view: Outlook, reason: str, hex: int) -> Named | None:
    """The city in a hex, or beside it: one to take, or one of ours."""
    if hex <= LAST_PLACE:
        return None
    own, ground = mask(view.danger), state.game.ground
    if reason == "cover":
        city = next(bits(ground.beside[hex] & own).__iter__(), None)
        return None if city is None else Named(hex=city)
    there = ground.city_board & ~own if reason == "city" else own
    return Named(hex=hex) if there >> hex & 1 else None
