"""HQs of A Victory Lost: where they stand well, and what it is worth to activate one.

An HQ stands well where it commands many units, above all those whom no other HQ does, out of enemies' reach, or on its
way to such units. Nothing here changes a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from grognard.games.avl.counters import MINORS
from grognard.games.avl.state import IN_BOX, AvlState
from grognard.games.avl.tables import AvlTables
from grognard.games.avl.tracing import commanded
from grognard.hex.grid import bits, mask
from grognard.players.avl.reach import foe_reach
from grognard.players.avl.value import Outlook

FADING: Final = 0.88
"""What is left of the worth of units to an HQ for each hex that they are beyond its Command Range."""


def values_for_hq(state: AvlState, view: Outlook, hq: int, board: int) -> list[tuple[float, int]]:
    """What each hex of a board is worth to an HQ, and the hex with a minus. It stands well where it commands many
    units, above all those no other HQ does, out of enemies' reach."""
    game, weights = state.game, view.weights
    leads, leads_alone, pull = weights.leads, weights.leads_alone, weights.hq_pull
    within = game.counters.command_range[hq]
    own, alone = _led(state, view, hq)
    exposed = board & ~state.combat[view.side]
    close = exposed & _spread(game, view.foe.hexes, weights.hq_close)
    near = exposed & _spread(game, view.foe.hexes, weights.near)
    prizes = game.ground.city_board & ~mask(view.danger)
    strengths = _strengths(state, view, own, alone) if weights.leads_strength else {}
    overrun = exposed & foe_reach(state, view.side) if weights.hq_overrun else 0
    unled = {hex: _strength(state, view, hex) for hex in bits(alone)} if weights.leads_afar else {}
    distance, disc = view.distance, game.disc
    unsupplied, in_zoc = set(bits(board & ~view.supplied)), set(bits(board & view.zoc))
    foes_close, foes_near, reached = set(bits(close)), set(bits(near)), set(bits(overrun))
    cities = set(bits(board & prizes))
    found = []
    for hex in bits(board):
        led = disc(hex, within) & own
        value = leads * led.bit_count() + leads_alone * (led & alone).bit_count() - pull * distance[hex]
        if strengths:
            value += sum([strengths[stack] for stack in bits(led)])
        if unled:
            value += weights.leads_afar * _afar(state, hq, hex, unled)
        if hex in unsupplied:
            value -= weights.hq_unsupplied
        if hex in in_zoc:
            value -= weights.hq_in_zoc
        if hex in foes_close:
            value -= weights.hq_with_foes_close
        elif hex in foes_near:
            value -= weights.hq_with_foes_near
        if hex in reached:
            value -= weights.hq_overrun
        if not led:
            value -= weights.hq_idle
        if hex in cities:
            value += weights.city
        found.append((value, -hex))
    return found


@lru_cache(maxsize=64)
def _spread(game: AvlTables, hexes: int, radius: int) -> int:
    """All hexes within so many of these."""
    for _ in range(radius):
        hexes |= game.ground.grid.grow(hexes)
    return hexes


def _led(state: AvlState, view: Outlook, hq: int) -> tuple[int, int]:
    """Hexes with units this HQ may command, and those of them that no other HQ reaches."""
    counters = state.game.counters
    mine = 0
    eligible = counters.commanded_by[counters.nation[hq]]
    for hex in bits(state.combat[view.side]):
        if state.at[hex] & eligible:
            mine |= 1 << hex
    others = 0
    for other in bits(counters.hqs & counters.of_side[view.side] & ~(1 << hq)):
        if state.on_map(other):
            others |= state.game.disc(state.hex_of[other], counters.command_range[other])
    return mine, mine & ~others


def _strength(state: AvlState, view: Outlook, hex: int) -> float:
    """The attack strength in a hex, as it counts for an HQ."""
    return sum([_attack(state, view, unit) for unit in bits(state.at[hex] & state.game.counters.combat)])


def _attack(state: AvlState, view: Outlook, unit: int) -> float:
    """A unit's attack strength, of a minor ally the share that counts."""
    counters = state.game.counters
    attack: float = counters.attack[unit][state.steps[unit]]
    return attack * view.weights.minors_set_out if counters.nation[unit] in MINORS else attack


def _strengths(state: AvlState, view: Outlook, own: int, alone: int) -> dict[int, float]:
    """By hex with units that an HQ may command: what leading their attack strength is worth to it."""
    weights = view.weights
    return {
        hex: weights.leads_strength * _strength(state, view, hex) * (1.0 if alone >> hex & 1 else weights.led_twice)
        for hex in bits(own)
    }


def _afar(state: AvlState, hq: int, hex: int, unled: Mapping[int, float], least: int = 0) -> float:
    """The strength that no other HQ leads, the less of it the farther it is beyond the Command Range from a hex; only
    what is so far beyond it at least."""
    distance, within = state.game.ground.grid.distance, state.game.counters.command_range[hq]
    found = 0.0
    for stack, strength in unled.items():
        beyond = distance(hex, stack) - within
        if beyond >= least:
            found += strength * FADING ** max(beyond, 0)
    return found


def command_value(state: AvlState, view: Outlook, hq: int, led: int = 0) -> float:
    """What activating an HQ now is worth: the strength it sets in motion, most of it near enemies; units that are led
    by another already count less."""
    counters, weights = state.game.counters, view.weights
    value = 0.0
    for unit in bits(commanded(state, hq)):
        attack = _attack(state, view, unit)
        if led >> unit & 1:
            attack *= weights.led_twice
        hex = state.hex_of[unit]
        if hex == IN_BOX or state.game.disc(hex, weights.near_mobile) & view.foe.hexes:
            value += attack * weights.sets_out
        else:
            value += attack * (weights.far_mobile if counters.mechanized >> unit & 1 else weights.far_slow)
    if weights.rejoins and state.on_map(hq):
        unled = {hex: _strength(state, view, hex) for hex in bits(_led(state, view, hq)[1])}
        value += weights.rejoins * _afar(state, hq, state.hex_of[hq], unled, least=1)
    return value
