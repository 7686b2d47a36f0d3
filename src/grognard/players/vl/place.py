"""Where counters stand well in Velikiye Luki: a combat unit, an HQ or a launcher looking for a hex.

The outlook comes from `value.py` and has the weights. Nothing here changes a position.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Final

from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.stacking import crowded
from grognard.games.vl.staff import serves
from grognard.games.vl.state import VlState
from grognard.games.vl.supply import supply_ground
from grognard.games.vl.tables import VlTables
from grognard.games.vl.zoc import beside_city, uncovered, zone
from grognard.hex.grid import bits, highest, mask
from grognard.players.vl.value import (
    Outlook,
    disc,
    distances,
    most_shelter,
    relief_by_presence,
    risk,
    stack_defence,
    supplied_area,
    threat,
    within,
    worth,
)
from grognard.players.waves import joined

CLOSE_BY: Final = 3
"""Hexes from a unit within which a way round it is looked for before supply is traced over the whole map."""

ASSAULT: Final = 32
"""The strength that Soviets find room for around a German stack beside the city."""
SURE_ASSAULT: Final = 4.0
"""So much more than even odds drive it out."""


class Place:
    """A combat unit looking for a hex: everything about the position without it."""

    def __init__(self, state: VlState, view: Outlook, unit: int) -> None:
        counters = state.game.counters
        ground = state.game.ground
        self.state, self.view, self.unit = state, view, unit
        self.weights = view.weights
        self.bit = 1 << unit
        self.distance = distances(state, view, unit)
        self.points = dict(ground.prizes)
        self.prized = mask(self.points) | (view.ring if view.side == SOVIET else view.corridor)
        self.worth = worth(state, view.weights, unit)
        self.defence = view.foe.defence[self.bit]
        side = view.side
        own = state.combat[side]
        here = state.hex_of[unit]
        if state.on_map(unit) and not state.at[here] & counters.combat & ~self.bit:
            own &= ~(1 << here)
        self.own = own
        """Hexes with other combat units of ours."""
        self.gaps = 0
        self.contact = 0.0
        self.relief = 0.0
        self.post = 0.0
        if view.ring and side == SOVIET:
            held = own | state.occupied[SOVIET] & ~(1 << here)
            self.gaps = view.ring & ~(held | ground.grid.grow(own))
            if relief_by_presence(state):
                self.gaps &= ~state.occupied[GERMAN]  # they are closed by driving him out
            self.contact = self._contact()
        elif view.ring:
            alone = relief_by_presence(state) and not own & view.ring
            self.relief = view.weights.relief if alone else view.weights.more_relief
            if relief_by_presence(state):
                self.post = view.weights.ring_post * min(state.game.turns - state.turn, view.weights.foreseen)
        self.armoured = bool(counters.armoured & self.bit)
        self.infantry = bool(counters.infantry & self.bit)
        near_gaps = self.gaps | ground.grid.grow(self.gaps) if self.gaps else 0
        self.lifted = self.prized | view.ring | near_gaps
        """Hexes with something to hold or to close."""
        self.plain = view.supplied & ~(own | self.lifted | view.zoc)
        """Hexes where it would stand alone, in supply and out of enemy ZOC, with nothing to hold or to close."""

    def _contact(self) -> float:
        """7.2, 7.4 what this unit adds to the force beside the city."""
        state = self.state
        counters = state.game.counters
        others = state.units_at(self.view.ring & self.own) & counters.combat & ~self.bit
        divisions = infantry = regiments = brigades = flames = engineers = 0
        mine = ""
        for unit in (*bits(others), self.unit):
            bit = 1 << unit
            kind = ""
            if state.is_cadre(unit):
                kind = "infantry"
            elif counters.divisions & bit:
                kind = "division"
            elif counters.brigades & bit:
                kind = "brigade"
            elif counters.pioneers & bit:
                kind = "flames" if counters.armoured & bit else "engineers"
            elif counters.armoured & bit and counters.size[unit] == "III":
                kind = "regiment"
            elif counters.infantry & bit and counters.size[unit] in ("III", "X"):
                kind = "infantry"
            if bit == self.bit:
                mine = kind
                break
            divisions += kind == "division"
            infantry += kind == "infantry"
            regiments += kind == "regiment"
            brigades += kind == "brigade"
            flames += kind == "flames"
            engineers += kind == "engineers"
        weights = self.weights
        equivalents = divisions + infantry // 3
        armour = regiments + brigades + flames
        if mine == "division":
            return weights.needed if equivalents < 2 else weights.bonus if equivalents < 3 else 0.0
        if mine == "infantry":
            return weights.part if equivalents < 3 else 0.0
        if mine in ("brigade", "regiment", "flames") and not armour:
            return weights.needed
        if mine == "brigade":
            return weights.bonus if brigades == 0 or (brigades == 1 and not regiments) else 0.0
        if mine == "regiment":
            return weights.lesser_bonus if not regiments else 0.0
        if mine == "flames":
            return weights.bonus if not flames else 0.0
        return weights.bonus if mine == "engineers" and not engineers else 0.0

    def ranked(self, board: int) -> list[tuple[float, int]]:
        """The hexes of a board that are looked at closely and their values, best first; each hex as a negative number,
        so that of equals the lowest comes first.

        They are taken from the objectives on, and only as long as one of them may still come before enough others.
        """
        game, view, weights = self.state.game, self.view, self.weights
        plain, pull, spread, far, shelters = self.plain, -weights.pull, weights.spread, self.distance, view.shelters
        threats, defence, shift_helps, safe = view.foe.threats, self.defence, weights.shift_helps, weights.safe_odds
        company, shelter, enough = max(spread, weights.team), weights.shelter * most_shelter(game), weights.candidates
        lifted = board & self.lifted
        found = [(self.value(hex), -hex) for hex in bits(lifted)]
        board ^= lifted
        for points, wave in far.waves:
            near = wave & board
            if not near:
                continue
            board ^= near
            nearness = pull * points
            if len(found) >= enough:
                found.sort(reverse=True)
                del found[enough:]
                if found[-1][0] > nearness + company + shelter:
                    break
            while near:
                hex = near.bit_length() - 1
                near ^= 1 << hex
                if plain >> hex & 1:  # most of them are: what `value` makes of them, in line
                    strength = threats.get(hex)
                    if strength is None:
                        strength = threat(game, view, hex)
                    value = nearness + spread
                    if strength and defence:
                        odds = strength / (defence * (1 + shift_helps * shelters[hex]))
                        if odds > safe:
                            danger = min((odds - safe) / weights.sure_loss, weights.most_risk)
                            value = self._endangered(hex, value, danger)
                    found.append((value, -hex))
                else:
                    far[hex] = points
                    found.append((self.value(hex), -hex))
            if not board:
                break
        found.sort(reverse=True)
        return found[:enough]

    def value(self, hex: int) -> float:
        """The value of the unit's standing in a hex, its being there the only change."""
        state, view, weights = self.state, self.view, self.weights
        bit = 1 << hex
        value = -weights.pull * self.distance[hex]
        others = 0
        if self.own & bit:
            others = stack_defence(state, view.foe, hex, self.bit)
            value += self._team(state.at[hex] & state.game.counters.combat & ~self.bit)
        else:
            value += weights.spread
        danger = risk(state, view, hex, others + self.defence)
        if self.prized & bit:
            prize = self._prize(hex)
            value += prize * (1 - danger)
            if others:
                value -= prize * (1 - risk(state, view, hex, others))
        if view.ring & bit:
            value += self.contact + self.relief  # the ring is broken at once, whatever comes of the unit afterwards
            if self.post:
                value += self._post(hex, others)
        if self.gaps:
            value += weights.gap * (self.gaps & state.game.ground.around_twice[hex]).bit_count()
        if not view.supplied & bit:
            value -= weights.out_of_supply
        if view.zoc & bit:
            value -= weights.in_zoc
            exits = state.game.ground.grid.around[hex] & state.game.ground.land & ~view.foe.hexes
            if not exits & ~view.zoc:
                value -= weights.encircled
        return self._endangered(hex, value, danger) if danger else value

    def _endangered(self, hex: int, value: float, danger: float) -> float:
        weights = self.weights
        return value + (weights.shelter * self.view.shelters[hex] - weights.caution * danger * self.worth)

    def _prize(self, hex: int) -> float:
        """What holding a hex is worth to its side: a place, or a part of the ring."""
        view, weights = self.view, self.weights
        prize = 0.0
        if view.ring >> hex & 1 and view.side == SOVIET:
            near = disc(self.state.game, hex, weights.near_mobile) & view.foe.hexes
            prize = weights.ring_hex + weights.ring_hex_near if near else weights.ring_hex
        elif view.corridor >> hex & 1:
            prize += weights.corridor
        points = self.points.get(hex, 0)
        if points:
            urgent = view.danger.get(hex, 1.0) if view.side == GERMAN else 1.0
            prize += weights.garrison * points * urgent
        return prize

    def _post(self, hex: int, others: int) -> float:
        """What the unit adds to the chance that Germans are still beside the city after the next Soviet attacks."""
        state, view = self.state, self.view
        chance = _overrun(others) - _overrun(others + self.defence)
        for other in bits(view.ring & self.own & ~(1 << hex)):
            chance *= _overrun(stack_defence(state, view.foe, other, self.bit))
        return chance * self.post

    def _team(self, others: int) -> float:
        counters = self.state.game.counters
        if self.armoured and not self.infantry and others & counters.infantry and not others & counters.armoured:
            return self.weights.team
        if self.infantry and not self.armoured and others & counters.armoured and not others & counters.infantry:
            return self.weights.team
        return 0.0


def _overrun(defence: int) -> float:
    """The chance that a stack beside the city is driven out by all that finds room around it."""
    return min(max(ASSAULT / defence - 1, 0.0) / SURE_ASSAULT, 1.0) if defence else 1.0


def room(state: VlState, unit: int, board: int) -> int:
    """Those of the hexes where a counter would not be one too many."""
    counters = state.game.counters
    if counters.hqs >> unit & 1:
        return board
    side = counters.side[unit]
    bit = 1 << unit
    full = 0
    for hex in bits(board & state.occupied[side]):
        if crowded(state, side, state.at[hex] | bit):
            full |= 1 << hex
    return board & ~full


def best_place(state: VlState, view: Outlook, unit: int, board: int) -> int:
    """The hex of a board where a counter stands best; full hexes only if there is no other."""
    board = room(state, unit, board) or board
    if not state.game.counters.combat >> unit & 1:
        return Follower(state, view, unit).best(board)
    if board.bit_count() == 1:
        return highest(board)
    closer = CloserLook(state, view, unit)
    best = (-inf, 0)
    for value, hex in Place(state, view, unit).ranked(board):
        cut = closer.cut_off(-hex)
        if (value + cut, hex) > best:  # else open ways would only make it worse
            best = max(best, (value + (cut - closer.open_ways(-hex)), hex))
    return -best[1]


def ranked_places(state: VlState, view: Outlook, unit: int, board: int) -> list[tuple[float, int]]:
    """The hexes of a board that are looked at closely and their values, best first; `best_place` finds the first."""
    board = room(state, unit, board) or board
    if not state.game.counters.combat >> unit & 1:
        follower = Follower(state, view, unit)
        found = [(follower.value(hex), -hex) for hex in bits(board)]
    else:
        closer, ranked = CloserLook(state, view, unit), Place(state, view, unit).ranked(board)
        found = [(value + (closer.cut_off(-hex) - closer.open_ways(-hex)), hex) for value, hex in ranked]
    return [(value, -hex) for value, hex in sorted(found, reverse=True)]


class CloserLook:
    """What only shows when a combat unit stands in a hex: enemies cut off, and ways to the city open or barred."""

    def __init__(self, state: VlState, view: Outlook, unit: int) -> None:
        self.state, self.view, self.unit = state, view, unit
        side, here, bit = view.side, state.hex_of[unit], 1 << unit
        self.enemy = 1 - side
        self.supplied = supplied_area(
            state.game, self.enemy, supply_ground(state, self.enemy, state.occupied[side], view.own_zoc)
        )
        self.combat, self.occupied = state.combat[side], state.occupied[side]
        """Hexes with other combat units and with other counters of ours."""
        if state.on_map(unit):
            others = state.at[here] & state.game.counters.of_side[side] & ~bit
            if not others & state.game.counters.combat:
                self.combat &= ~(1 << here)
            if not others:
                self.occupied &= ~(1 << here)
        self.exposed: dict[tuple[int, bool], float] = {}
        """By hex beside the city and whether the unit is there: see `open_ways`, filled in as it is asked for."""
        self.beyond = state.occupied[self.enemy]
        """8.1b where they stand our ZOC bars no line of theirs."""
        self.breach = beside_city(state) if side == GERMAN and relief_by_presence(state) else 0
        """4.2.2 the hexes beside the city where the unit would give the Festungs their ZOC."""
        exerting = self.combat
        if side == GERMAN and (uncovered(state) or self.breach & self.occupied):
            exerting |= state.festungs
            self.breach = 0
        self.open = supply_ground(state, self.enemy, self.occupied, zone(state, exerting))
        """What lines of the enemy may pass while the unit is nowhere."""

    def cut_off(self, hex: int) -> float:
        """The enemy stacks that have no supply line any more, above all beside the city."""
        view, weights, supplied = self.view, self.view.weights, self.supplied
        bars = self._zoc(hex) & ~self.beyond
        barred = supplied & bars
        if not barred or self._leads_round(hex, barred, supplied ^ barred):
            return 0.0
        cut = supplied & view.foe.hexes & ~supplied_area(self.state.game, self.enemy, self.open & ~bars)
        value = weights.cut_off * cut.bit_count()
        return value + weights.cut_off_beside * (cut & view.ring).bit_count() if view.ring else value

    def _zoc(self, hex: int) -> int:
        """4.1 what the unit adds to our ZOC in a hex."""
        added = self.state.game.ground.around_twice[hex]
        return added | zone(self.state, self.state.festungs) if self.breach >> hex & 1 else added

    def _leads_round(self, hex: int, barred: int, lines: int) -> bool:
        """Whether all that led through the barred hexes around a hex leads round them close by: nothing is cut off."""
        game = self.state.game
        near = disc(game, hex, CLOSE_BY)
        return (
            not barred & ~near
            and not barred & game.ground.sources[self.enemy]
            and lead_round(game, barred, lines & near)
        )

    def open_ways(self, hex: int) -> float:
        """How open the hexes beside the city lie to a German march past Soviet ZOC, and to attacks from where it ends:
        what they cost the Soviets with the unit in a hex."""
        state, view = self.state, self.view
        if not view.ring or view.side != SOVIET:
            return 0.0
        ring, own = view.ring, self.combat | 1 << hex
        ends = self._march_ends(hex) & ~own
        bare = ring & ends & ~state.combat[GERMAN] if relief_by_presence(state) else 0
        value = view.weights.open * bare.bit_count()
        for held in bits(ring & own & state.game.ground.grid.grow(ends)):
            value += self._exposed(held, held == hex)
        return value

    def _march_ends(self, hex: int) -> int:
        """Where German marches can end with the unit in a hex: traced anew only if it stands in the way of some."""
        game, germans = self.state.game, self.state.combat[GERMAN]
        ends, passed = marches(game, germans, self.combat)
        barred = passed & game.ground.around_twice[hex]
        if not barred:
            return ends
        passed ^= barred
        if not barred & germans and lead_round(game, barred, passed & disc(game, hex, CLOSE_BY)):
            reached = germans | passed
            return reached | game.ground.grid.grow(reached)
        return marches(game, germans, self.combat | 1 << hex)[0]

    def _exposed(self, held: int, with_unit: bool) -> float:
        """What an attack on a hex beside the city would cost, with the unit there or without it."""
        found = self.exposed.get((held, with_unit))
        if found is None:
            state, view, bit = self.state, self.view, 1 << self.unit
            defence = stack_defence(state, view.foe, held, bit)
            if with_unit:
                defence += view.foe.defence[bit]
            weights = view.weights
            found = weights.attackable + weights.ring_at_risk * risk(state, view, held, defence)
            self.exposed[held, with_unit] = found
        return found


@lru_cache(maxsize=2048)  # while others move elsewhere, the same ways round the same hexes are looked for
def lead_round(game: VlTables, barred: int, lines: int) -> bool:
    """Whether all lines around some barred hexes are joined."""
    grow = game.ground.grid.grow
    return joined(grow(barred) & lines, lambda wave: grow(wave) & lines)


@lru_cache(maxsize=512)
def marches(game: VlTables, marching: int, barring: int) -> tuple[int, int]:
    """Where marches from some hexes can end past the ZOC of units in others, and the hexes they lead through."""
    grid = game.ground.grid
    free = game.ground.land & ~(barring | grid.grow(barring))
    reached = marching
    wave = marching & free
    while wave:
        reached |= wave
        wave = grid.grow(wave) & free & ~reached
    return reached | grid.grow(reached), reached & free


# ---- HQs and launchers


class Follower:
    """An HQ or a launcher looking for a hex: near the units it serves, out of the enemy's reach."""

    def __init__(self, state: VlState, view: Outlook, unit: int) -> None:
        game = state.game
        counters = game.counters
        self.state, self.view, self.unit = state, view, unit
        self.distance = distances(state, view, unit)
        self.reach = counters.reach[unit]
        self.rocket = bool(counters.launchers >> unit & 1)
        self.city = view.ring and game.festung_rockets >> unit & 1
        self.foes_close = within(game, view.foe, view.weights.hq_close)
        self.foes_near = within(game, view.foe, view.weights.near_mobile)
        self.served = 0
        if not self.rocket:
            for hex in bits(state.combat[view.side] & view.zoc):
                stack = state.at[hex] & counters.combat
                if serves(state, unit, stack):
                    self.served |= 1 << hex

    def best(self, board: int) -> int:
        """The hex of a board where it stands best, and the lowest of equals: they are taken from the objectives on, and
        only as long as one of them may still be better."""
        weights, far, found = self.view.weights, self.distance, (-inf, 0)
        if self.rocket:
            most = weights.rockets_at_city, weights.rockets_at_foe * weights.rocket_targets
        else:
            most = weights.leads * self.served.bit_count(), 0.0
        for points, wave in far.waves:
            near = wave & board
            if not near:
                continue
            if found[0] > -weights.pull * weights.follows * points + most[0] + most[1] + weights.company:
                break
            board ^= near
            for hex in bits(near):
                far[hex] = points
                found = max(found, (self.value(hex), -hex))
            if not board:
                break
        return -found[1]

    def value(self, hex: int) -> float:
        state, view, weights = self.state, self.view, self.view.weights
        bit = 1 << hex
        value = -weights.pull * weights.follows * self.distance[hex]
        around = disc(state.game, hex, self.reach)
        if self.rocket:
            if self.city and around & state.festungs:
                value += weights.rockets_at_city
            value += weights.rockets_at_foe * min((around & view.foe.hexes).bit_count(), weights.rocket_targets)
        else:
            value += weights.leads * (around & self.served).bit_count()
        if not view.supplied & bit:
            value -= weights.hq_unsupplied
        if state.combat[view.side] & bit:
            value += weights.company
            value -= weights.hq_at_risk * risk(state, view, hex, stack_defence(state, view.foe, hex))
            if view.zoc & bit:
                value -= weights.hq_in_zoc
        elif self.foes_close & bit:
            value -= weights.hq_with_foes_close
        elif self.foes_near & bit:
            value -= weights.hq_with_foes_near
        return value


def guards(state: VlState, view: Outlook, unit: int) -> bool:
    """Whether a unit had better stay: the last one in a threatened place, in a closed ring, or in the gap of one; of
    Germans that keep Soviets from a spot of the ring, the last one in a hex that keeps it open."""
    hex = state.hex_of[unit]
    alone = not state.at[hex] & state.game.counters.combat & ~(1 << unit)
    if view.corridor:
        if alone and not view.closed and view.corridor >> hex & 1:
            return True
    elif view.ring >> hex & 1:
        return view.closed or alone or bool(view.weights.ring_post and relief_by_presence(state))
    return alone and view.danger.get(hex, 0.0) > view.weights.threatened
