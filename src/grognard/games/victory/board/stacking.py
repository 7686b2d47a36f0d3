"""Chapters 5.2, 5.5 and 4.2: how many blocks may be in a hex, at an airbase and aboard a carrier.

Limits are each player's own, unless allies share them (5.2a). Ground units at sea count as ships (5.91c), airborne in
the air as air units (5.52e), factories not at all (9.1d).
"""

from __future__ import annotations

from typing import Final

from grognard.core.memory import once
from grognard.games.victory.board.control import contested, controlled
from grognard.games.victory.board.markers import airfield_of
from grognard.games.victory.kinds import GROUND, NAVAL
from grognard.games.victory.state import NONE, VictoryState
from grognard.hex.grid import bits


def aloft(state: VictoryState, units: int) -> int:
    """Airborne, rockets and bombs on their way: air units for stacking and hits (6.6b, stretch.6)."""
    found = 0
    for unit in bits(units & (state.game.blocks.airborne | state.game.blocks.one_shot)):
        if state.flown[unit]:
            found |= 1 << unit
    return found


def ground_in(state: VictoryState, army: int, hex: int) -> int:
    """An army's ground units ashore that count for stacking."""
    blocks = state.game.blocks
    units = state.at.get(hex, 0) & blocks.of_army[army] & blocks.ground & ~blocks.factories & ~state.afloat
    return units & ~aloft(state, units) if units & (blocks.airborne | blocks.one_shot) else units


def naval_in(state: VictoryState, army: int, hex: int) -> int:
    """An army's ships and ground units at sea."""
    blocks = state.game.blocks
    return state.at.get(hex, 0) & blocks.of_army[army] & (blocks.naval | state.afloat)


def air_in(state: VictoryState, army: int, hex: int) -> int:
    """An army's air units over or in a hex, those aboard carriers included, and what flies with them."""
    blocks = state.game.blocks
    units = state.at.get(hex, 0) & blocks.of_army[army]
    found = units & blocks.air
    flying = units & (blocks.airborne | blocks.one_shot)
    return found | aloft(state, flying) if flying else found


def based(state: VictoryState, side: int, hex: int) -> int:
    """A side's air units at the base in a hex: not those aboard carriers, nor those over it on their way."""
    found = 0
    for unit in bits(state.of_side(side, hex) & state.game.blocks.air):
        if state.aboard[unit] == NONE and not state.flown[unit]:
            found |= 1 << unit
    return found


def ashore(state: VictoryState) -> int:
    """All ground units that count for stacking where they stand."""
    blocks = state.game.blocks
    units = blocks.ground & ~blocks.factories & ~state.afloat
    return units & ~aloft(state, units & ~state.pool)


def at_bases(state: VictoryState, side: int, but: int = 0) -> list[int]:
    """By air unit of a side at a base, but for some: its hex."""
    hex_of, aboard, flown = state.hex_of, state.aboard, state.flown
    flyers = state.game.blocks.air & state.game.side_units[side] & ~state.pool & ~state.hand & ~but
    return [hex_of[unit] for unit in bits(flyers) if aboard[unit] == NONE and not flown[unit]]


def sharers(state: VictoryState, army: int, hex: int) -> tuple[int, ...]:
    """5.2a the armies that share a stacking limit there: an army alone, or by an option with its allies.

    In a battle the limits are for each player separately in any case.
    """
    fought_over = hex in state.battles or (state.fight is not None and state.fight.hex == hex)
    if fought_over or not state.options["allies_share_stacking"]:
        return (army,)
    return state.game.side_armies[state.game.side_of[army]]


def ground_stack(state: VictoryState, army: int, hex: int) -> int:
    """The ground units that fill an army's stack in a hex."""
    if not state.options["allies_share_stacking"]:
        return ground_in(state, army, hex)
    return sum(ground_in(state, one, hex) for one in sharers(state, army, hex))


def naval_stack(state: VictoryState, army: int, hex: int) -> int:
    if not state.options["allies_share_stacking"]:
        return naval_in(state, army, hex)
    return sum(naval_in(state, one, hex) for one in sharers(state, army, hex))


def ground_room(state: VictoryState, army: int, hex: int) -> int:
    """5.2a how many more ground units may stand there."""
    return state.game.ground.stack[hex] - ground_stack(state, army, hex).bit_count()


def naval_room(state: VictoryState, army: int, hex: int) -> int:
    return state.game.ground.naval_stack[hex] - naval_stack(state, army, hex).bit_count()


def full_ground(state: VictoryState, army: int, but: int = 0, within: int = -1) -> int:
    """Hexes where an army's ground stack is full, not counting these units; of these hexes."""
    return _full(state, army, ashore(state) & ~but, state.game.ground.stack, within)


def full_naval(state: VictoryState, army: int, but: int = 0, within: int = -1) -> int:
    """Hexes where an army's naval stack is full, not counting these units; of these hexes."""
    ships = (state.game.blocks.naval | state.afloat) & ~but
    return _full(state, army, ships, state.game.ground.naval_stack, within)


def _full(state: VictoryState, army: int, units: int, stack: tuple[int, ...], within: int) -> int:
    """The hexes with as many of these units as may be there, of an army or of allies who share its limits."""
    at, of_army = state.at, state.game.blocks.of_army
    found = 0
    if not state.options["allies_share_stacking"]:
        units &= of_army[army]
        for hex in bits(state.occ[army] & within):
            if (at[hex] & units).bit_count() >= stack[hex]:
                found |= 1 << hex
        return found
    for hex in bits(state.occupied(state.game.side_of[army]) & within):
        crowd = at[hex] & units & sum(of_army[one] for one in sharers(state, army, hex))
        if crowd.bit_count() >= stack[hex]:
            found |= 1 << hex
    return found


def full_air(state: VictoryState, army: int, but: int = 0) -> int:
    """5.52a hexes where an army has as many air units as may fight in a battle."""
    blocks, most, at = state.game.blocks, state.game.tables.stacking.air, state.at
    mine = blocks.of_army[army] & ~state.pool & ~but
    units = mine & blocks.air | aloft(state, mine)
    found = 0
    for hex in bits(state.occ[army]):
        if (at[hex] & units).bit_count() >= most:
            found |= 1 << hex
    return found


# ---- airbases


def base_capacity(state: VictoryState, side: int, hex: int, friendly: int) -> int:
    """5.51a, 9.6b air units that the base in a hex can hold for a side; 0 where it has none."""
    stacking = state.game.tables.stacking
    if state.game.ground.settlements >> hex & 1:
        return stacking.airbase if friendly >> hex & 1 else 0
    size = airfield_of(state, side, hex)
    return (0, stacking.minor_airfield, stacking.major_airfield)[size]


def airbases(state: VictoryState, side: int, but: int = 0, friendly: int | None = None, within: int = -1) -> int:
    """The bases of a side that have room for one more air unit, not counting these units; of these hexes.

    6.1a not where an enemy is, though a submarine leaves the town its owner's: to come there is to attack.
    """
    if friendly is None:
        friendly = controlled(state, side, known_to=side)
    bases = bases_of(state, side, friendly) & within
    game, at, aboard = state.game, state.at, state.aboard
    aircraft = game.blocks.air & game.side_units[side] & ~but
    towns, most = game.ground.settlements, game.tables.stacking.airbase
    for hex in bits(bases & state.occupied(side)):
        here = at[hex] & aircraft
        if here:  # a town among them is friendly
            room = most if towns >> hex & 1 else base_capacity(state, side, hex, friendly)
            if here.bit_count() >= room and sum([aboard[unit] == NONE for unit in bits(here)]) >= room:
                bases ^= 1 << hex
    return bases


class Room:
    """Where one more block of an army has room, found once for all that asks for it while nothing changes."""

    def __init__(self, state: VictoryState, army: int, within: int = -1) -> None:
        self.state: Final = state
        self.army: Final = army
        self.within: Final = within
        """The hexes that are asked about."""

    @once
    def air(self) -> int:
        return airbases(self.state, self.state.game.side_of[self.army], within=self.within)

    @once
    def naval(self) -> int:
        ground = self.state.game.ground
        waters = (ground.water | ground.coastal | ground.canal) & self.within
        return waters & ~full_naval(self.state, self.army, within=self.within)

    @once
    def ground(self) -> int:
        return self.state.game.ground.land & self.within & ~full_ground(self.state, self.army, within=self.within)

    def of_class(self, class_: int) -> int:
        if class_ == GROUND:
            return self.ground
        return self.naval if class_ == NAVAL else self.air


def bases_of(state: VictoryState, side: int, friendly: int) -> int:
    """5.51a, 9.6b settlements and airfields, full or not, where a side's air units may come without a fight."""
    bases = state.game.ground.settlements & friendly
    for hex in state.airfields:
        if base_capacity(state, side, hex, friendly):
            bases |= 1 << hex
    return bases & ~contested(state, side, by_land=True)


def has_base(state: VictoryState, side: int, hex: int) -> bool:
    """Whether a friendly base is in a hex, full or not (6.6a)."""
    return base_capacity(state, side, hex, controlled(state, side, known_to=side)) > 0


# ---- carriers


def aircraft(state: VictoryState, carrier: int) -> int:
    """The air units aboard a carrier."""
    found = 0
    units = state.at.get(state.hex_of[carrier], 0) & state.game.blocks.air
    for unit in bits(units):
        if state.aboard[unit] == carrier:
            found |= 1 << unit
    return found


def steps_of(state: VictoryState, units: int) -> int:
    return sum(state.steps[unit] for unit in bits(units))


def carrier_room(state: VictoryState, carrier: int, but: int = 0) -> tuple[int, int]:
    """4.2.CV.a how many more air units, and steps, fit aboard."""
    carried = aircraft(state, carrier) & ~but
    row = state.game.kinds.rows[state.game.blocks.kind[carrier]]
    return row.carrier_units - carried.bit_count(), state.steps[carrier] - steps_of(state, carried)


def may_carry(state: VictoryState, carrier: int, unit: int) -> bool:
    """Whether an air unit fits aboard with all its steps."""
    units, steps = carrier_room(state, carrier, 1 << unit)
    return units > 0 and state.steps[unit] <= steps


def carriers_of(state: VictoryState, army: int) -> int:
    """The carriers on the map that are bases for an army: its own and those of allies whose blocks it sees (fog.1).

    Not in canal hexes, where they neither launch nor recover (4.2.CV.c).
    """
    found = 0
    canal, blocks = state.game.ground.canal, state.game.blocks
    for unit in bits(blocks.carriers & state.blocks_known_in(army) & ~state.pool):
        if state.on_map(unit) and not canal >> state.hex_of[unit] & 1:
            found |= 1 << unit
    return found


def class_now(state: VictoryState, unit: int) -> int:
    """The class a block has at the moment: a ground unit at sea is a naval unit (5.91c)."""
    class_ = state.game.blocks.class_of[unit]
    if class_ == GROUND and state.afloat >> unit & 1:
        return NAVAL
    return class_
