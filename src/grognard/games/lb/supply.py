"""Supply and Command Control: lines from units to Headquarters, and from Headquarters to the Source of Supply.

For movement supply is fixed when a Movement Phase begins (supply.proc.a); for combat it is asked at the instant of each
combat (supply.proc.b). Nothing is ever lost for want of it (supply.C).
"""

from __future__ import annotations

from grognard.games.lb.engineers import passable
from grognard.games.lb.ground import Ground
from grognard.games.lb.state import LbState
from grognard.hex.grid import Sides, bits, both_sides
from grognard.hex.trace import entries, fill


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
    for hq in bits(counters.hqs & counters.of_side[side]):  # supply.general any friendly HQ serves any unit
        if state.on_map(hq):
            hqs |= 1 << state.hex_of[hq]
    hqs &= linked  # supply.E an HQ without its source supplies nobody
    return state.game.command(hqs, allowed, ways) if hqs else hqs & ground.land


def in_supply(state: LbState, unit: int) -> bool:
    """Whether a unit on the map is in supply at this instant."""
    return bool(supplied_hexes(state, state.game.counters.side[unit]) >> state.hex_of[unit] & 1)


def supplied_units(state: LbState, side: int) -> int:
    """The units of a side in supply at this instant."""
    units = state.units_in(supplied_hexes(state, side) & state.occupied[side])
    return state.of(side, units)


def trace_to_source(ground: Ground, allowed: int, sources: int, ways: Sides) -> int:
    """The hexes with an unblocked line to the sources; supply.B.III rivers only by bridges."""
    return fill(ground.grid, sources, allowed, entries(ground.grid, ways))


def trace_to_hq(ground: Ground, hqs: int, allowed: int, ways: Sides, most: int) -> int:
    """The hexes within so many half points of an HQ.

    supply.A counts from the unit towards the HQ, the HQ's hex included, in the motorized column, and along a road at
    the road rate. So it is traced backwards: a hex hands on to those beside it what entering *it* costs.
    """
    grid = ground.grid
    roads, road_cost = both_sides(ground.roads, ways), ground.road_cost
    arriving = [0] * (most + 1)
    handing_on = [0] * (most + 1)
    arriving[0] = hqs
    left = allowed | hqs
    for now in range(most + 1):
        new = (arriving[now] | grid.step(handing_on[now], ways)) & left
        if not new:
            continue
        left ^= new
        for _, cost, board in ground.entry[1]:
            if now + cost <= most:
                handing_on[now + cost] |= new & board
        if now + road_cost <= most:
            arriving[now + road_cost] |= grid.step(new & ground.road_hexes, roads)
    return (allowed | hqs) ^ left
