"""Where combat units stand well in A Victory Lost; HQs are told of in `hqs.py`.

The outlook comes from `value.py` and has the weights. Nothing here changes a position.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappush, heappushpop, nlargest
from typing import Final

from grognard.core.memory import once
from grognard.games.avl.counters import MINORS
from grognard.games.avl.state import LAST_PLACE, AvlState
from grognard.games.avl.tables import AvlTables
from grognard.games.avl.tracing import supply_ground
from grognard.hex.grid import bits, mask
from grognard.players.avl.hqs import values_for_hq
from grognard.players.avl.peril import Peril
from grognard.players.avl.value import Outlook, stack_defence, supplied_area, worth
from grognard.players.waves import joined

CLOSE_BY: Final = 3
"""Hexes from a unit within which a way round it is looked for before supply is traced over the whole map."""


class Place:
    """A combat unit looking for a hex: what does not change from hex to hex."""

    def __init__(self, state: AvlState, view: Outlook, unit: int) -> None:
        self.state, self.view, self.unit = state, view, unit
        counters = state.game.counters
        self.defence = counters.defence[unit][state.steps[unit]]
        self.weights = view.weights
        self.worth = worth(state, view.weights, unit)
        self.risks, self.shifts = view.foe.risks, state.game.ground.shifts
        self.appeal = view.mobile_appeal if counters.mechanized >> unit & 1 else view.appeal
        self.stays = -1
        if counters.nation[unit] in MINORS:
            self.appeal = view.minor_appeal
            self.stays = state.hex_of[unit] if view.weights.minors_stay else -1
        self.peril: Peril | None = None
        self.suburbs: dict[int, int] = {}
        if view.weights.slot_strength:
            self.peril = Peril(state, view, unit)
            self.suburbs = _suburbs(state.game, mask(view.danger) & ~view.given_up)
        self.cities = state.game.ground.city_board

    def best(self, board: int, most: int) -> list[tuple[float, int]]:
        """The best hexes of a board for the unit, as many as are asked for: what its standing there is worth, its being
        there the only change, and the hex with a minus, so that the first of equals comes first."""
        state, far, pull = self.state, self.appeal.distance, self.appeal.pull
        shelter = self.weights.shelter * most_shelter(state.game)
        apart = self.cities | self.appeal.boards.foe_hqs
        if self.weights.comrades:
            apart |= state.combat[self.view.side] | mask(self.suburbs)
        home = 1 << self.stays & board & ~apart if self.stays >= 0 else 0
        found = nlargest(most, [(self.value(hex), -hex) for hex in bits(apart & board)])
        found.reverse()  # the least of them first: it has to be beaten
        board &= ~(apart | home)
        for points, wave in far.waves:
            near = wave & board
            if not near:
                continue
            if len(found) == most and found[0][0] > -pull * points + shelter:
                break  # nor can any that follows
            board ^= near
            hexes = bits(near)
            far.update(dict.fromkeys(hexes, points))
            self._let_in(hexes, found, most)
            if not board:
                break
        self._let_in(bits(home), found, most)
        return sorted(found, reverse=True)

    def _let_in(self, hexes: list[int], found: list[tuple[float, int]], most: int) -> None:
        """Take hexes among the best that were found, where there is hope that they are of them."""
        hopes, value = self.appeal.hopes, self.value
        for hex in hexes:
            if len(found) < most:
                heappush(found, (value(hex), -hex))
            elif found[0][0] <= hopes[hex]:
                heappushpop(found, (value(hex), -hex))

    def value(self, hex: int) -> float:
        appeal = self.appeal
        if self.cities >> hex & 1:
            return appeal.with_city(hex, self._city_value(hex)) + self._danger(hex)
        if hex == self.stays:
            return appeal[hex] + self._danger(hex) + self.weights.minors_stay
        if self.peril is not None and hex in self.suburbs:
            return appeal[hex] + self._danger(hex) + self._covers(self.peril, hex)
        return appeal[hex] + self._danger(hex)

    def _danger(self, hex: int) -> float:
        """What standing where enemies may attack costs the unit, less what shelter there is."""
        others = stack_defence(self.state, hex, 1 << self.unit) if hex in self.state.at else 0
        if self.peril is not None:
            return self._endangered(self.peril, hex, others)
        danger = self.risks[hex, self.defence + others]
        if not danger:
            return 0.0
        weights = self.weights
        return weights.shelter * self.shifts[hex] - weights.caution * danger * self.worth

    def _endangered(self, peril: Peril, hex: int, defence: int) -> float:
        """What the danger in a hex costs the unit, less what its being there takes from the danger to the others."""
        state, weights = self.state, self.weights
        steps = state.steps[self.unit]
        if not defence:
            return -weights.caution * self.worth * peril.loss(hex, self.defence, 1, steps)
        units = bits(state.at[hex] & state.game.counters.combat & ~(1 << self.unit))
        others = sum(state.steps[unit] for unit in units)
        together = peril.loss(hex, self.defence + defence, len(units) + 1, steps + others)
        helped = peril.loss(hex, defence, len(units), others) - together
        price = sum(worth(state, weights, unit) for unit in units)
        return weights.caution * (weights.comrades * helped * price - together * self.worth)

    def _city_value(self, city: int) -> float:
        """Taking an enemy city; holding an own one, the first unit most."""
        view, state, weights = self.view, self.state, self.weights
        if city not in view.danger:
            return weights.city
        if view.given_up >> city & 1:
            return 0.0
        if self.peril is not None:
            return self._held(self.peril, city)
        others = (state.at.get(city, 0) & state.game.counters.combat & ~(1 << self.unit)).bit_count()
        sturdy = min(self.defence / weights.sturdy, 1.0)
        return weights.garrison * view.danger[city] * sturdy / (1 + weights.crowded_out * others)

    def _held(self, peril: Peril, city: int) -> float:
        """What the unit adds to the chance that an own city is held against what comes, or may come soon."""
        view, weights = self.view, self.weights
        danger = max(view.danger[city], weights.watch)
        held = stack_defence(self.state, city, 1 << self.unit)
        strength = self._siege(peril, city, 0)
        lost = peril.attacked(city, held, strength)[1] if held else 1.0
        still = peril.attacked(city, held + self.defence, strength)[1]
        free = 0.0 if view.boards.leash >> city & 1 else weights.leash  # a garrison needs no orders
        return weights.garrison * danger * (lost - still) + free

    def _covers(self, peril: Peril, hex: int) -> float:
        """What the unit adds to an own city's chance to be held by standing beside it, where no enemy then can."""
        view, weights = self.view, self.weights
        city = self.suburbs[hex]
        held = stack_defence(self.state, city, 1 << self.unit)
        if not held or peril.own >> hex & 1:
            return 0.0
        lost = peril.attacked(city, held, self._siege(peril, city, 0))[1]
        still = peril.attacked(city, held, self._siege(peril, city, 1 << hex))[1]
        return weights.cover * max(view.danger[city], weights.watch) * (lost - still)

    def _siege(self, peril: Peril, city: int, covered: int) -> int:
        """The strength that comes against a city, or may come soon, from the hexes beside it that are open."""
        beside = self.state.game.ground.beside[city]
        share = (beside & ~peril.own & ~covered).bit_count() / 6
        expected = int(self.weights.siege * self.view.danger[city] * share)
        return max(peril.brought(city, covered)[0], expected)


@lru_cache(maxsize=8)
def most_shelter(game: AvlTables) -> int:
    """The most that terrain shifts a column for whoever stands there."""
    return max(0, *game.ground.shifts.values())


@lru_cache(maxsize=32)
def _suburbs(game: AvlTables, cities: int) -> dict[int, int]:
    """By hex beside a city: that city."""
    return {hex: city for city in bits(cities) for hex in bits(game.ground.beside[city])}


def best_place(state: AvlState, view: Outlook, unit: int, board: int) -> int:
    """The hex of a board where a unit or an HQ stands best."""
    if state.game.counters.hqs >> unit & 1:
        return -max(values_for_hq(state, view, unit, board))[1]
    candidates = Place(state, view, unit).best(board, view.weights.candidates)
    if len(candidates) == 1:
        return -candidates[0][1]
    return -max(_closely(state, view, unit, candidates))[1]


def ranked_places(state: AvlState, view: Outlook, unit: int, board: int) -> list[tuple[float, int]]:
    """The hexes of a board that are looked at closely and their values, best first; `best_place` finds the first."""
    if state.game.counters.hqs >> unit & 1:
        found = values_for_hq(state, view, unit, board)
    else:
        found = _closely(state, view, unit, Place(state, view, unit).best(board, view.weights.candidates))
    return [(value, -hex) for value, hex in sorted(found, reverse=True)]


def _closely(state: AvlState, view: Outlook, unit: int, candidates: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """The best hexes for a unit again, with what it would cut off there."""
    cordon = Cordon(state, view, unit)
    cut_off = view.weights.cut_off
    return [(value + cut_off * cordon.cuts_off(-hex), hex) for value, hex in candidates]


class Cordon:
    """Which supply lines a unit would cut by going somewhere."""

    def __init__(self, state: AvlState, view: Outlook, unit: int) -> None:
        self.state, self.foes, self.enemy = state, view.foe.hexes, 1 - view.side
        self.near = view.weights.near
        own = state.combat[view.side]
        here = state.hex_of[unit]
        if here > LAST_PLACE and not state.at[here] & state.game.counters.combat & ~(1 << unit):
            own ^= 1 << here
        self.others = own
        """Hexes with other combat units of ours."""

    @once
    def passable(self) -> int:
        """Where a supply line of the enemy may lead now; asked only where a unit comes near him."""
        return supply_ground(self.state, self.enemy, self.state.combat[1 - self.enemy])

    @once
    def without(self) -> int:
        """The same if the unit were not there."""
        return supply_ground(self.state, self.enemy, self.others)

    @once
    def supplied(self) -> int:
        return supplied_area(self.state.game, self.enemy, self.passable)

    @once
    def occupied(self) -> int:
        """Hexes with units of the enemy, which no ZOC of ours closes to him."""
        return self.state.combat[self.enemy] | self.state.hqs[self.enemy]

    def left(self, hex: int) -> int:
        """Where a supply line of the enemy may lead once the unit has gone to a hex."""
        zoc = self.state.game.ground.beside[hex]
        closed = 1 << hex | zoc ^ (zoc & self.occupied)
        return self.without ^ (self.without & closed)

    def cuts_off(self, hex: int) -> int:
        """How many enemy stacks have no supply line any more once the unit has gone to a hex."""
        game = self.state.game
        if not self.foes & game.disc(hex, self.near):
            return 0  # far from the enemy nothing is cut that matters soon
        supplied = self.supplied
        if not supplied & game.disc(hex, 1):
            return 0  # off his lines nothing at all
        left = self.left(hex)
        barred = supplied & self.passable & ~left
        if not barred:
            return 0
        close_by = game.disc(hex, CLOSE_BY) & supplied & left
        if not barred & game.ground.sources[self.enemy] and _leads_round(game, barred, close_by):
            return 0
        return (supplied & self.foes & ~supplied_area(game, self.enemy, left)).bit_count()


@lru_cache(maxsize=4096)
def _leads_round(game: AvlTables, barred: int, close_by: int) -> bool:
    """Whether all that led through barred hexes is joined by the supply lines close by, so that nothing is cut off."""
    step, dry = game.ground.grid.step, game.ground.dry
    ends = step(barred, dry) & close_by
    return joined(ends, lambda wave: step(wave, dry) & close_by)


def guards(state: AvlState, view: Outlook, unit: int) -> bool:
    """Whether a unit belongs to the garrison of a city of ours that enemies threaten: where few stand, all do."""
    hex = state.hex_of[unit]
    if view.danger.get(hex, 0.0) <= view.weights.threatened or view.given_up >> hex & 1:
        return False
    others = state.at[hex] & state.game.counters.combat & ~(1 << unit)
    return others.bit_count() < view.weights.garrison_units
