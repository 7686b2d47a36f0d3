"""Guns chosen one by one, each with the supply unit that it uses up: for an announced fire and for defensive fire."""

from __future__ import annotations

from grognard.core.ask import Offer
from grognard.games.lb import verbs
from grognard.games.lb.combat.allocation import free_supply, one_per_hex
from grognard.games.lb.state import LbState
from grognard.hex.grid import highest

Guns = tuple[tuple[int, int], ...]
"""(gun, its supply unit, or -1 for none)."""
NONE = -1


def stores_for(state: LbState, gun: int, guns: Guns) -> Offer:
    """artillery.F2 which supply unit this gun uses up, where there are several."""
    return {verbs.SUPPLY_FROM: one_per_hex(state, free_supply(state, gun, guns)), verbs.CANCEL: verbs.YES}


def chosen(state: LbState, guns: Guns, asking: int, verb: int, target: int) -> tuple[Guns, int]:
    """The guns after an answer, and the one whose supply unit is still to be named, or NONE."""
    if verb == verbs.ADD:
        stores = one_per_hex(state, free_supply(state, target, guns))
        if stores & (stores - 1):
            return guns, target
        return (*guns, (target, highest(stores))), NONE
    if verb == verbs.SUPPLY_FROM:
        return (*guns, (asking, target)), NONE
    if verb == verbs.ADD_UNSUPPLIED:
        return (*guns, (target, NONE)), NONE
    if verb == verbs.REMOVE:
        return tuple(one for one in guns if one[0] != target), NONE
    return guns, NONE  # no supply unit after all


def with_gun(state: LbState, guns: Guns, verb: int, gun: int) -> Guns:
    """The guns as they would be with this one too, for a preview: whichever supply unit it takes."""
    return (*guns, (gun, free_supply(state, gun, guns).bit_length() - 1 if verb == verbs.ADD else NONE))
