"""Supply and Command Control: lines from units to Headquarters, and from Headquarters to the Source of Supply.

For movement supply is fixed when a Movement Phase begins (supply.proc.a); for combat it is asked at the instant of each
combat (supply.proc.b). Nothing is ever lost for want of it (supply.C).
"""

from __future__ import annotations

from grognard.games.lb.engineers import passable
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits


def open_to_lines(state: LbState, side: int) -> int:
    """supply.B.I no enemy unit; supply.B.II no enemy ZOC, unless a friendly unit is in the hex (zoc.D)."""
    enemy = 1 - side
    free = state.game.ground.land & ~state.occupied[enemy]
    zoc = state.zoc(enemy)
    return free & ~zoc | free & state.occupied[side]


def lines_to_source(state: LbState, side: int) -> int:
    """supply.E the hexes with a line of any length to this side's Source of Supply."""
    return state.game.lines(open_to_lines(state, side), state.plan.sources[side], passable(state, side))


def supplied_hexes(state: LbState, side: int) -> int:
    """supply.A the hexes from which a unit of this side is in supply; supply.F however many there are."""
    ground, counters = state.game.ground, state.game.counters
    allowed = open_to_lines(state, side)
    ways = passable(state, side)
    linked = state.game.lines(allowed, state.plan.sources[side], ways)
    hqs = 0
    for hq in bits(counters.hqs & state.standing[side]):  # supply.general any friendly HQ serves any unit
        hqs |= 1 << state.hex_of[hq]
    hqs &= linked  # supply.E an HQ without its source supplies nobody
    return state.game.command(hqs, allowed, ways) if hqs else hqs & ground.land


def in_supply(state: LbState, unit: int) -> bool:
    """Whether a unit on the map is in supply at this instant."""
    return bool(supplied_hexes(state, state.game.counters.side[unit]) >> state.hex_of[unit] & 1)


def supplied_units(state: LbState, side: int) -> int:
    """The units of a side in supply at this instant."""
    return state.standing[side] & ~state.units_in(state.occupied[side] & ~supplied_hexes(state, side))
