"""Where counters stand well in Velikiye Luki: a combat unit, an HQ or a launcher looking for a hex.

The weights and the outlook come from `value.py`. Nothing here changes a position; what would come of a move is tried
on a clone.
"""

from __future__ import annotations

from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.odds import defence_of
from grognard.games.vl.stacking import counted, fits
from grognard.games.vl.state import VlState
from grognard.games.vl.supply import in_supply
from grognard.games.vl.support import serves
from grognard.hex.grid import bits
from grognard.players.vl.value import (
    AT_RISK,
    ATTACKABLE,
    BONUS,
    CANDIDATES,
    COMPANY,
    CUT_OFF,
    CUT_OFF_BESIDE,
    ENCIRCLED,
    EXPOSED_HQ,
    GAP,
    HQ_IN_ZOC,
    IN_ZOC,
    LEADS,
    MORE_RELIEF,
    NEAR_HQ,
    NEAR_MOBILE,
    NEEDED,
    OPEN,
    OUT_OF_SUPPLY,
    PART,
    RELIEF,
    RING_HEX,
    RING_HEX_NEAR,
    ROCKETS_AT_CITY,
    ROCKETS_AT_FOE,
    SHELTER,
    SPREAD,
    TEAM,
    THREATENED,
    Outlook,
    disc,
    distances,
    relief_by_presence,
    risk,
    stack_defence,
    worth,
)


class Place:
    """A combat unit looking for a hex: everything about the position without it."""

    def __init__(self, state: VlState, view: Outlook, unit: int) -> None:
        counters = state.game.counters
        ground = state.game.ground
        self.state, self.view, self.unit = state, view, unit
        self.bit = 1 << unit
        self.distance = distances(state, view, unit)
        self.points = dict(ground.prizes)
        self.worth = worth(state, unit)
        self.defence = defence_of(state, unit)
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
        if view.ring and side == SOVIET:
            held = own | state.occupied[SOVIET] & ~(1 << here)
            self.gaps = view.ring & ~(held | ground.grid.grow(own))
            if relief_by_presence(state):
                self.gaps &= ~state.occupied[GERMAN]  # they are closed by driving him out
            self.contact = self._contact()
        elif view.ring:
            self.relief = RELIEF if relief_by_presence(state) and not own & view.ring else MORE_RELIEF
        self.armoured = bool(counters.armoured & self.bit)
        self.infantry = bool(counters.infantry & self.bit)

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
        equivalents = divisions + infantry // 3
        armour = regiments + brigades + flames
        if mine == "division":
            return NEEDED if equivalents < 2 else BONUS if equivalents < 3 else 0.0
        if mine == "infantry":
            return PART if equivalents < 3 else 0.0
        if mine in ("brigade", "regiment", "flames") and not armour:
            return NEEDED
        if mine == "brigade":
            return BONUS if brigades == 0 or (brigades == 1 and not regiments) else 0.0
        if mine == "regiment":
            return BONUS / 2 if not regiments else 0.0
        if mine == "flames":
            return BONUS if not flames else 0.0
        return BONUS if mine == "engineers" and not engineers else 0.0

    def value(self, hex: int) -> float:
        """The value of the unit's standing in a hex, its being there the only change."""
        state, view = self.state, self.view
        bit = 1 << hex
        value = -view.temper.pull * self.distance[hex]
        others = 0
        if self.own & bit:
            others = stack_defence(state, hex, self.bit)
            value += self._team(state.at[hex] & state.game.counters.combat & ~self.bit)
        else:
            value += SPREAD
        danger = risk(state, view, hex, others + self.defence)
        prize = self._prize(hex)
        if prize:
            value += prize * (1 - danger)
            if others:
                value -= prize * (1 - risk(state, view, hex, others))
        if view.ring & bit:
            value += self.contact + self.relief  # the ring is broken at once, whatever comes of the unit afterwards
        if self.gaps:
            value += GAP * (self.gaps & state.game.ground.around_twice[hex]).bit_count()
        if not view.supplied & bit:
            value -= OUT_OF_SUPPLY
        if view.zoc & bit:
            value -= IN_ZOC
            exits = state.game.ground.grid.around[hex] & state.game.ground.land & ~view.foe.hexes
            if not exits & ~view.zoc:
                value -= ENCIRCLED
        if danger:
            value += SHELTER * view.shelters[hex] - view.temper.caution * danger * self.worth
        return value

    def _prize(self, hex: int) -> float:
        """What holding a hex is worth to its side: a place, or a part of the ring."""
        view = self.view
        prize = 0.0
        if view.ring >> hex & 1 and view.side == SOVIET:
            near = disc(self.state.game, hex, NEAR_MOBILE) & view.foe.hexes
            prize = RING_HEX + RING_HEX_NEAR if near else RING_HEX
        points = self.points.get(hex, 0)
        if points:
            urgent = view.danger.get(hex, 1.0) if view.side == GERMAN else 1.0
            prize += view.temper.garrison * points * urgent
        return prize

    def _team(self, others: int) -> float:
        counters = self.state.game.counters
        if self.armoured and not self.infantry and others & counters.infantry and not others & counters.armoured:
            return TEAM
        if self.infantry and not self.armoured and others & counters.armoured and not others & counters.infantry:
            return TEAM
        return 0.0


def room(state: VlState, unit: int, board: int) -> int:
    """Those of the hexes where a counter would not be one too many."""
    counters = state.game.counters
    if counters.hqs >> unit & 1:
        return board
    side = counters.side[unit]
    bit = 1 << unit
    full = 0
    for hex in bits(board & state.occupied[side]):
        if not fits(side, counted(state, side, state.at[hex] | bit)):
            full |= 1 << hex
    return board & ~full


def best_place(state: VlState, view: Outlook, unit: int, board: int) -> int:
    """The hex of a board where a counter stands best; full hexes only if there is no other."""
    hexes = bits(room(state, unit, board) or board)
    if not state.game.counters.combat >> unit & 1:
        follower = Follower(state, view, unit)
        return max(hexes, key=lambda hex: (follower.value(hex), -hex))
    place = Place(state, view, unit)
    ranked = sorted(((place.value(hex), -hex) for hex in hexes), reverse=True)
    if len(ranked) == 1:
        return hexes[0]
    return -max((value + closer_look(state, view, unit, -hex), hex) for value, hex in ranked[:CANDIDATES])[1]


def closer_look(state: VlState, view: Outlook, unit: int, hex: int) -> float:
    """What only shows when the unit stands there: enemies cut off, and ways to the city open or barred."""
    trial = state.clone()
    trial.put(unit, hex)
    enemy = 1 - view.side
    cut = view.foe_supplied & ~in_supply(trial, enemy)
    value = CUT_OFF * cut.bit_count()
    if view.ring:
        value += CUT_OFF_BESIDE * (cut & view.ring).bit_count()
        if view.side == SOVIET:
            value -= open_ways(trial, view)
    return value


def open_ways(state: VlState, view: Outlook) -> float:
    """How open the hexes beside the city lie to a German march past Soviet ZOC, and to attacks from where it ends."""
    ring = view.ring
    ground = state.game.ground
    grid = ground.grid
    own, enemy = state.combat[SOVIET], state.combat[GERMAN]
    free = ground.land & ~(own | grid.grow(own))
    reached = enemy
    wave = enemy & free
    while wave:
        reached |= wave
        wave = grid.grow(wave) & free & ~reached
    ends = (reached | grid.grow(reached)) & ~own
    bare = ring & ends & ~enemy if relief_by_presence(state) else 0
    value = OPEN * bare.bit_count()
    for hex in bits(ring & own & grid.grow(ends)):
        value += ATTACKABLE + AT_RISK * risk(state, view, hex, stack_defence(state, hex))
    return value


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
        self.served = 0
        if not self.rocket:
            for hex in bits(state.combat[view.side] & view.zoc):
                stack = state.at[hex] & counters.combat
                if serves(state, unit, stack):
                    self.served |= 1 << hex

    def value(self, hex: int) -> float:
        state, view = self.state, self.view
        game = state.game
        bit = 1 << hex
        value = -view.temper.pull * 0.5 * self.distance[hex]
        around = disc(game, hex, self.reach)
        if self.rocket:
            if self.city and around & state.festungs:
                value += ROCKETS_AT_CITY
            value += ROCKETS_AT_FOE * min((around & view.foe.hexes).bit_count(), 3)
        else:
            value += LEADS * (around & self.served).bit_count()
        if not view.supplied & bit:
            value -= OUT_OF_SUPPLY
        if state.combat[view.side] & bit:
            value += COMPANY
            value -= AT_RISK * risk(state, view, hex, stack_defence(state, hex))
            if view.zoc & bit:
                value -= HQ_IN_ZOC
        elif disc(game, hex, 2) & view.foe.hexes:
            value -= EXPOSED_HQ
        elif disc(game, hex, NEAR_MOBILE) & view.foe.hexes:
            value -= NEAR_HQ
        return value


def guards(state: VlState, view: Outlook, unit: int) -> bool:
    """Whether a unit had better stay: the last one in a threatened place, in a closed ring, or in the gap of one."""
    hex = state.hex_of[unit]
    alone = not state.at[hex] & state.game.counters.combat & ~(1 << unit)
    if view.ring >> hex & 1:
        return view.closed or alone
    return alone and view.danger.get(hex, 0.0) > THREATENED
