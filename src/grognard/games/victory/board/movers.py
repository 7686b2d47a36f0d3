"""Chapter 5: which blocks may still move, and which stand where they may not stay (2.0.2b, 5.1a, 5.2b)."""

from __future__ import annotations

from grognard.games.victory.board.control import camp, controlled
from grognard.games.victory.board.passage import storm_area
from grognard.games.victory.board.stacking import aircraft, base_capacity, based, ground_stack, naval_stack, sharers
from grognard.games.victory.state import ATTACK, VictoryState
from grognard.hex.grid import bits


def spare(state: VictoryState, hex: int, army: int) -> int:
    """5.1a how many more blocks of an army may leave a battle: as many defenders stay as there are attackers."""
    attacker = state.battles[hex]
    if camp(state, hex, attacker, army) == ATTACK:
        return 0
    blocks = state.game.blocks
    attackers = defenders = 0
    for unit in bits(state.at.get(hex, 0) & ~blocks.factories):
        if camp(state, hex, attacker, blocks.army[unit]) == ATTACK:
            attackers += 1
        elif not state.late >> unit & 1:
            defenders += 1
    return max(defenders - attackers, 0)


def crew(state: VictoryState, unit: int) -> int:
    """How many blocks leave with a block: a carrier takes its aircraft with it."""
    return 1 + (aircraft(state, unit).bit_count() if state.game.blocks.carriers >> unit & 1 else 0)


def recovered(state: VictoryState, unit: int) -> bool:
    """4.2.CV.c a carrier moves and then recovers: with aircraft that flew to it this turn it stays (2.0.2b)."""
    return bool(state.game.blocks.carriers >> unit & 1 and aircraft(state, unit) & state.moved)


def movers(state: VictoryState, army: int, units: int) -> int:
    """2.0.2b the blocks that have not moved and are free to."""
    blocks = state.game.blocks
    ready = units & blocks.of_army[army] & ~state.moved & ~blocks.fixed & ~state.pool & ~state.hand
    for hex in bits(storm_area(state)):
        ready &= ~state.at.get(hex, 0)
    carriers = ready & blocks.carriers
    for hex in state.battles:
        if not state.occ[army] >> hex & 1:
            continue
        free = spare(state, hex, army)
        if not free:
            ready &= ~state.at[hex]
            continue
        for unit in bits(carriers & state.at[hex]):
            if free < crew(state, unit):
                ready &= ~(1 << unit)
    for unit in bits(carriers & ready):
        if recovered(state, unit):
            ready ^= 1 << unit
    return ready


def overstacked(state: VictoryState, army: int, units: int) -> int:
    """5.2b the blocks of hexes where more of an arm are than may stay when the move ends."""
    game, at, hex_of = state.game, state.at, state.hex_of
    blocks, ground = game.blocks, game.ground
    side, own = game.side_of[army], blocks.of_army[army]
    by_land, by_sea, by_air = units & blocks.ground, units & blocks.naval, units & blocks.air
    afloat = blocks.naval | state.afloat
    friendly: int | None = None
    found = 0
    entered = {hex_of[unit] for unit in bits(state.moved & units & ~state.pool)}
    for hex in entered | _left_to(state, army):
        if hex in state.battles:
            continue
        here = at.get(hex, 0) & game.side_units[side]
        if by_land and (here & blocks.ground).bit_count() > ground.stack[hex]:
            ashore = ground_stack(state, army, hex)
            if ashore.bit_count() > ground.stack[hex]:
                found |= ashore & own
        if by_sea and (here & afloat).bit_count() > ground.naval_stack[hex]:
            ships = naval_stack(state, army, hex)
            if ships.bit_count() > ground.naval_stack[hex]:
                found |= ships & own & units
        if here & by_air and (planes := based(state, side, hex) & units):
            if friendly is None:
                friendly = controlled(state, side, known_to=side)
            if based(state, side, hex).bit_count() > base_capacity(state, side, hex, friendly):
                found |= planes
    return found


def _left_to(state: VictoryState, army: int) -> set[int]:
    """5.2a where allies share their limits, hexes that a battle has left too full: the last of them to move makes room.

    Nobody can leave a storm (9.4a).
    """
    if not state.options["allies_share_stacking"]:
        return set()
    later = state.order[state.order.index(army) + 1 :]
    return {
        hex for hex in bits(state.occ[army] & ~storm_area(state))
        if len(allies := sharers(state, army, hex)) > 1
        and not any(one in later and state.occ[one] >> hex & 1 for one in allies)
    }  # fmt: skip
