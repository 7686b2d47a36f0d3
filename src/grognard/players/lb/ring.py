"""Cutting a place off before the game ends, in Lost Battles, and not being cut off: it has to be held in supply.

A line cannot pass a ZOC where no friend stands (supply.B.II), so he is cut off when every hex beside him and beside
the friends around him lies in a ZOC of ours or is held by us; and who stands in such a hex lets our own line through.
The side that moves last can do both unanswered.
"""

from __future__ import annotations

from grognard.games.lb.engineers import passable
from grognard.games.lb.state import LbState
from grognard.games.lb.supply import open_to_lines
from grognard.hex.grid import bits
from grognard.hex.trace import flood

Ring = tuple[int, int, float]
"""(ways out, posts from which some of them can be shut, weight) of a place."""


def last_word(state: LbState, side: int, turns: int) -> bool:
    """Whether so few turns are left, and this side is the one that moves last."""
    return side != state.plan.first and state.turn > state.plan.turns - turns


def ways_out(state: LbState, side: int, place: int) -> int:
    """The hexes by which a line could leave a place and the enemies around it, ZOC of this side left out of account."""
    ground, foes = state.game.ground, state.occupied[1 - side]
    held = flood(ground.grid, place & foes, foes)
    return ground.grid.grow(held) & ~held & ground.land


def shuts(state: LbState, side: int, ways: int, unit: int, hex: int) -> float:
    """The share of these ways that a unit shuts from a hex, beside what others shut."""
    game, counters = state.game, state.game.counters
    here = state.hex_of[unit]
    others = state.zoc_hexes[side]
    if state.on_map(unit) and not state.at[here] & ~(1 << unit) & counters.zoc:
        others &= ~(1 << here)
    open_ = ways & ~(game.ground.zoc(others) | others)
    if not open_:
        return 0.0
    shut = open_ & (game.ground.zoc(1 << hex) | 1 << hex)
    return shut.bit_count() / ways.bit_count()


def posts(state: LbState, side: int, ways: int) -> int:
    """The hexes from which some of these ways can be shut."""
    ground = state.game.ground
    return (ways | ground.grid.grow(ways)) & ground.land & ~state.occupied[1 - side]


def around(state: LbState, side: int, starve: tuple[tuple[int, float], ...]) -> tuple[Ring, ...]:
    """Those that weigh most of these places and can be cut off now."""
    sources = state.plan.sources[1 - side]
    most = max(weight for _, weight in starve)
    found = []
    for place, weight in starve:
        if weight < most:
            continue
        ways = ways_out(state, side, place)
        if ways and not flood(state.game.ground.grid, place, state.occupied[1 - side] | place) & sources:
            found.append((ways, posts(state, side, ways), weight))
    return tuple(found)


def share(state: LbState, side: int, rings: tuple[Ring, ...], unit: int, hex: int) -> float:
    """What a unit in a hex adds to the cutting off of places, by their weights."""
    value = 0.0
    for ways, near, weight in rings:
        if near >> hex & 1:
            value += weight * shuts(state, side, ways, unit, hex)
    return value


def seeds(rings: tuple[Ring, ...]) -> dict[int, float]:
    """The hexes to march to, and what each weighs."""
    found: dict[int, float] = {}
    for ways, _, weight in rings:
        for hex in bits(ways):
            found[hex] = max(found.get(hex, 0.0), weight)
    return found


# ---- our own lines


def lifelines(state: LbState, side: int, places: tuple[tuple[int, float], ...]) -> tuple[tuple[int, float], ...]:
    """(place, weight) of those that we hold: their lines have to be open when the game ends."""
    return tuple([(place, weight) for place, weight in places if place & state.occupied[side] == place])


def opens(state: LbState, side: int, lines: tuple[tuple[int, float], ...], unit: int, hex: int) -> float:
    """The weight of the places that are in supply for a unit's being in this hex."""
    allowed = open_to_lines(state, side)
    here = state.hex_of[unit]
    if state.at.get(here) == 1 << unit and state.zoc(1 - side) >> here & 1:
        allowed &= ~(1 << here)
    without = _supplied(state, side, allowed)
    hanging = [(place, weight) for place, weight in lines if place & ~without]
    if not hanging:
        return 0.0
    led = _supplied(state, side, allowed | 1 << hex)
    return sum([weight for place, weight in hanging if not place & ~led])


def _supplied(state: LbState, side: int, allowed: int) -> int:
    """supply.A the hexes in supply if lines may run over these."""
    counters, ways = state.game.counters, passable(state, side)
    hqs = 0
    for hq in bits(counters.hqs & state.standing[side]):
        hqs |= 1 << state.hex_of[hq]
    hqs &= state.game.lines(allowed, state.plan.sources[side], ways)
    return state.game.command(hqs, allowed, ways) if hqs else 0
