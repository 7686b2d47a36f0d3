"""Where counters stand well in A Victory Lost: a combat unit or an HQ looking for a hex, and what an HQ sets in motion.

The outlook comes from `value.py` and has the weights. Nothing here changes a position.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappush, heappushpop, nlargest
from math import inf
from typing import Final

from grognard.games.avl.state import IN_BOX, LAST_PLACE, AvlState
from grognard.games.avl.tables import AvlTables
from grognard.games.avl.tracing import commanded, supply_ground
from grognard.hex.grid import bits, mask
from grognard.players.avl.value import Outlook, risk, stack_defence, supplied_area, worth

CLOSE_BY: Final = 3
"""Hexes from a unit within which a way round it is looked for before supply is traced over the whole map."""


class Place:
    """A combat unit looking for a hex: what does not change from hex to hex."""

    def __init__(self, state: AvlState, view: Outlook, unit: int) -> None:
        self.state, self.view, self.unit = state, view, unit
        self.defence = state.game.counters.defence[unit][state.steps[unit]]
        self.weights = view.weights
        self.worth = worth(state, view.weights, unit)

    def best(self, board: int, most: int) -> list[tuple[float, int]]:
        """The best hexes of a board for the unit, as many as are asked for: what its standing there is worth, its being
        there the only change, and the hex with a minus, so that the first of equals comes first."""
        hopes = self.view.appeal.hopes
        cities = self.state.game.ground.city_board & board
        found = nlargest(most, [(self.value(hex), -hex) for hex in bits(cities)])
        found.reverse()  # the least of them first: it has to be beaten
        for hex in sorted(bits(board ^ cities), key=hopes.__getitem__, reverse=True):
            if len(found) < most:
                heappush(found, (self.value(hex), -hex))
            elif found[0][0] > hopes[hex]:
                break  # nor can any that follows
            else:
                heappushpop(found, (self.value(hex), -hex))
        return sorted(found, reverse=True)

    def value(self, hex: int) -> float:
        appeal = self.view.appeal
        if self.state.game.ground.city_board >> hex & 1:
            return appeal.with_city(hex, self._city_value(hex)) + self._danger(hex)
        return appeal[hex] + self._danger(hex)

    def _danger(self, hex: int) -> float:
        """What standing where enemies may attack costs the unit, less what shelter there is."""
        state = self.state
        defence = self.defence
        if hex in state.at:
            defence += stack_defence(state, hex, 1 << self.unit)
        danger = risk(state, self.view.foe, hex, defence)
        if not danger:
            return 0.0
        weights = self.weights
        return weights.shelter * state.game.ground.shifts[hex] - weights.caution * danger * self.worth

    def _city_value(self, city: int) -> float:
        """Taking an enemy city; holding an own one, the first unit most."""
        view, state, weights = self.view, self.state, self.weights
        if city not in view.danger:
            return weights.city
        others = (state.at.get(city, 0) & state.game.counters.combat & ~(1 << self.unit)).bit_count()
        sturdy = min(self.defence / weights.sturdy, 1.0)
        return weights.garrison * view.danger[city] * sturdy / (1 + weights.crowded_out * others)


def best_place(state: AvlState, view: Outlook, unit: int, board: int) -> int:
    """The hex of a board where a unit or an HQ stands best."""
    if state.game.counters.hqs >> unit & 1:
        return best_for_hq(state, view, unit, board)
    candidates = Place(state, view, unit).best(board, view.weights.candidates)
    if len(candidates) == 1:
        return -candidates[0][1]
    cordon = Cordon(state, view, unit)
    cut_off = view.weights.cut_off
    return -max((value + cut_off * cordon.cuts_off(-hex), hex) for value, hex in candidates)[1]


class Cordon:
    """Which supply lines a unit would cut by going somewhere."""

    def __init__(self, state: AvlState, view: Outlook, unit: int) -> None:
        self.state, self.foes, self.enemy = state, view.foe.hexes, 1 - view.side
        self.near = view.weights.near
        own = state.combat[view.side]
        self.passable = supply_ground(state, self.enemy, own)
        self.supplied = supplied_area(state.game, self.enemy, self.passable)
        here = state.hex_of[unit]
        if here > LAST_PLACE and not state.at[here] & state.game.counters.combat & ~(1 << unit):
            own ^= 1 << here
        self.others = own
        """Hexes with other combat units of ours."""

    def cuts_off(self, hex: int) -> int:
        """How many enemy stacks have no supply line any more once the unit has gone to a hex."""
        game, supplied = self.state.game, self.supplied
        if not self.foes & game.disc(hex, self.near) or not supplied & game.disc(hex, 1):
            return 0  # far from the enemy nothing is cut that matters soon, and off his lines nothing at all
        left = supply_ground(self.state, self.enemy, self.others | 1 << hex)
        barred = supplied & self.passable & ~left
        if not barred or self._leads_round(hex, barred, supplied & left):
            return 0
        return (supplied & self.foes & ~supplied_area(game, self.enemy, left)).bit_count()

    def _leads_round(self, hex: int, barred: int, lines: int) -> bool:
        """Whether all that led through the barred hexes around a hex is joined close by, so that nothing is cut off."""
        ground = self.state.game.ground
        if barred & ground.sources[self.enemy]:
            return False
        ends = ground.grid.step(barred, ground.dry) & lines
        close_by = self.state.game.disc(hex, CLOSE_BY) & lines
        wave = ends & -ends
        reached = 0
        while wave:
            reached |= wave
            if not ends & ~reached:
                return True
            wave = ground.grid.step(wave, ground.dry) & close_by & ~reached
        return not ends


# ---- HQs


def best_for_hq(state: AvlState, view: Outlook, hq: int, board: int) -> int:
    """An HQ stands well where it commands many units, above all those no other HQ does, out of enemies' reach."""
    game, weights = state.game, view.weights
    leads, leads_alone, pull = weights.leads, weights.leads_alone, weights.hq_pull
    within = game.counters.command_range[hq]
    own, alone = _led(state, view, hq)
    exposed = board & ~state.combat[view.side]
    close = exposed & _spread(game, view.foe.hexes, weights.hq_close)
    near = exposed & _spread(game, view.foe.hexes, weights.near)
    prizes = game.ground.city_board & ~mask(view.danger)
    supplied, zoc, distance, disc = view.supplied, view.zoc, view.distance, game.disc
    best = (-inf, 0)
    for hex in bits(board):
        bit = 1 << hex
        led = disc(hex, within) & own
        value = leads * led.bit_count() + leads_alone * (led & alone).bit_count() - pull * distance[hex]
        if not supplied & bit:
            value -= weights.hq_unsupplied
        if zoc & bit:
            value -= weights.hq_in_zoc
        if close & bit:
            value -= weights.hq_with_foes_close
        elif near & bit:
            value -= weights.hq_with_foes_near
        if prizes & bit:
            value += weights.city
        best = max(best, (value, -hex))
    return -best[1]


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


def command_value(state: AvlState, view: Outlook, hq: int) -> float:
    """What activating an HQ now is worth: the strength it sets in motion, most of it near enemies."""
    counters, weights = state.game.counters, view.weights
    value = 0.0
    for unit in bits(commanded(state, hq)):
        attack = counters.attack[unit][state.steps[unit]]
        hex = state.hex_of[unit]
        if hex == IN_BOX or state.game.disc(hex, weights.near_mobile) & view.foe.hexes:
            value += attack
        else:
            value += attack * (weights.far_mobile if counters.mechanized >> unit & 1 else weights.far_slow)
    return value


def guards(state: AvlState, view: Outlook, unit: int) -> bool:
    """Whether a unit is the only one in a city of ours that enemies threaten."""
    hex = state.hex_of[unit]
    if view.danger.get(hex, 0.0) <= view.weights.threatened:
        return False
    return not state.at[hex] & state.game.counters.combat & ~(1 << unit)
