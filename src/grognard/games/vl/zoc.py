"""Chapter 4 and the ring of chapter 7: who has a Zone of Control where, and whether the city is encircled."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.state import VlState
from grognard.hex.grid import Grid, bits, mask


def exerting(state: VlState, side: int) -> int:
    """4.1 the hexes from which a side exerts ZOC: its combat units, and the Festungs while there is no ring (4.2.2)."""
    hexes = state.combat[side]
    if side == GERMAN and state.festungs and not encircled(state):
        hexes |= state.festungs
    return hexes


def zoc(state: VlState, side: int) -> int:
    """4.1 the Zone of Control of a side."""
    return zone(state, exerting(state, side))


def zone(state: VlState, hexes: int) -> int:
    """4.1 the Zone of Control of units in these hexes: there and all around; rivers do not matter."""
    ground = state.game.ground
    return (ground.grid.grow(hexes) | hexes) & ground.land


def same_zoc(state: VlState, hex: int, of: int) -> int:
    """4.2.1c the hexes in the ZOC of units that also hold this hex in theirs; `of` limits the hexes they stand in."""
    return zone(state, state.game.ground.around_twice[hex] & of)


def firm_hexes(state: VlState, side: int) -> int:
    """4.4a the hexes of a side's units that ski troops cannot slip past: all but those of foot infantry alone."""
    counters = state.game.counters
    firm = counters.combat & ~counters.foot
    found = state.festungs if side == GERMAN and not encircled(state) else 0
    for hex in bits(state.combat[side]):
        if state.at[hex] & firm:
            found |= 1 << hex
    return found


# ---- the ring (7.1, 7.2)


def beside_city(state: VlState) -> int:
    """The hexes around what still stands of the Festungs; 7.5d a fallen part is out of it."""
    return _beside(state.game.ground.grid, state.festungs)


@lru_cache(maxsize=32)
def _beside(grid: Grid, hexes: int) -> int:
    return grid.grow(hexes) & ~hexes


def encircled(state: VlState) -> bool:
    """7.1a every hex beside the city holds a Soviet unit or lies in Soviet ZOC, whoever stands in it (4.2.1d)."""
    return bool(state.festungs) and not open_hexes(state)


def open_hexes(state: VlState) -> int:
    """7.1a the hexes beside the city that keep the ring open."""
    return uncovered(state) | _breached(state)


def uncovered(state: VlState) -> int:
    """The hexes beside the city that Soviets neither hold nor cover."""
    return _gaps(state, state.occupied[SOVIET], state.combat[SOVIET])


def _breached(state: VlState) -> int:
    """The hexes where Germans break the ring by standing there, if players want it so."""
    return beside_city(state) & state.occupied[GERMAN] if state.options["german_beside_city_breaks_ring"] else 0


def _gaps(state: VlState, held: int, soviet: int) -> int:
    """The hexes beside the city that Soviets in these hexes, and combat units in those, neither hold nor cover."""
    return beside_city(state) & ~(held | soviet | state.game.ground.grid.grow(soviet))


def ring_in_doubt(state: VlState, units: int, reached: int) -> bool:
    """Whether the ring would be open without these Soviet combat units and closed with them where they can get to."""
    if not state.festungs or _breached(state):
        return False
    rest = state.game.counters.of_side[SOVIET] & ~units
    held = mask(hex for hex in bits(state.occupied[SOVIET]) if state.at[hex] & rest)
    soviet = mask(hex for hex in bits(held) if state.at[hex] & rest & state.game.counters.combat)
    return bool(_gaps(state, held, soviet)) and not _gaps(state, held, soviet | reached)


def holds_ring(state: VlState, hex: int) -> bool:
    """Whether the ring has a gap without the Soviets of this hex."""
    away = ~(1 << hex)
    return bool(_gaps(state, state.occupied[SOVIET] & away, state.combat[SOVIET] & away))


def keeps_ring(state: VlState, unit: int) -> bool:
    """4.2.2 whether a ring that is closed now would be open without this Soviet unit: it breaks as the unit leaves."""
    hex = state.hex_of[unit]
    if not state.on_map(unit) or not state.game.ground.around_twice[hex] & beside_city(state) or not encircled(state):
        return False
    rest = state.at[hex] & ~(1 << unit)
    held = state.occupied[SOVIET] if rest else state.occupied[SOVIET] & ~(1 << hex)
    soviet = state.combat[SOVIET] if rest & state.game.counters.combat else state.combat[SOVIET] & ~(1 << hex)
    return bool(_gaps(state, held, soviet))


def in_the_ring(state: VlState) -> int:
    """7.2a, 7.6a the Soviet combat units that take part in the encirclement while the ring holds.

    They are beside a hex of the city, be it a fallen one.
    """
    if not encircled(state):
        return 0
    counters = state.game.counters
    contact = state.game.ground.grid.grow(state.game.ground.city)
    return state.units_at(contact & state.combat[SOVIET]) & counters.combat & counters.of_side[SOVIET]
