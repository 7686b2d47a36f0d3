"""Chapter 11.2: the units in the two boxes beside the map, which enter it by moving."""

from __future__ import annotations

from grognard.games.avl.headquarters import await_return
from grognard.games.avl.motion import Motion, readiness
from grognard.games.avl.stacking import crowded, taken
from grognard.games.avl.state import IN_BOX, AvlState
from grognard.games.avl.victory import eliminate
from grognard.hex.grid import bits


def boxed(state: AvlState, units: int) -> int:
    """Those of the units that are still in their box."""
    inside = 0
    for unit in bits(units & state.game.boxed):
        if state.hex_of[unit] == IN_BOX:
            inside |= 1 << unit
    return inside


def movers(state: AvlState) -> int:
    """The units that may start a move: activated, not yet moved (8.1.1), and not stuck in a box."""
    ready = state.activated & ~state.moved
    if ready & state.game.boxed:
        for unit in bits(boxed(state, ready)):
            if not can_enter(state, unit):
                ready ^= 1 << unit
    return ready


def can_enter(state: AvlState, unit: int) -> bool:
    """Whether a unit in a box finds a hex to end its entry move in."""
    counters = state.game.counters
    side = counters.side[unit]
    # the common case first: an entry hex of the cheapest ground, free of enemies and their ZOC, with room
    enemy = 1 - side
    barred = state.combat[enemy] | state.hqs[enemy] | state.enemy_zoc(side) | state.closed() | taken(state, unit)
    cheap = state.game.cheap_entry[side]
    if cheap & barred != cheap:
        return True
    move = Motion(unit, 0, *readiness(state, unit), False)
    return bool(move.reach(state).board() & ~crowded(state, unit))


def lost_in_box(state: AvlState, unit: int) -> None:
    """11.2.2a a unit that finds no entry hex is eliminated; its HQ is treated as one that cannot relocate (12.7d)."""
    if state.game.counters.hqs >> unit & 1:
        await_return(state, unit)
    else:
        eliminate(state, unit, "11.2.2a")
