"""Engineers and Rivers: who may cross where, and the bridges that engineers build and keep.

A road over the river is a permanent bridge for both sides unless the option `engineer_bridges_only` is on
(eng.general).
"""

from __future__ import annotations

from itertools import pairwise

from grognard.games.lb.state import LbState
from grognard.hex.grid import Sides


def passable(state: LbState, side: int, mover: int = -1) -> Sides:
    """The hexsides that a side may cross: eng.B1 its own engineers' bridges, never the enemy's.

    eng.C no unit crosses a bridge in the phase its engineer moves, so a moving engineer does not count its own.
    """
    engineers_only = bool(state.options["engineer_bridges_only"])
    if not state.bridges:
        return state.game.ground.dry[engineers_only]
    own = state.game.counters.of_side[side]
    built = [number for engineer, number in state.bridges.items() if engineer != mover and own >> engineer & 1]
    return state.game.ways(engineers_only, tuple(sorted(built)))


def bridged(state: LbState, side: int, a: int, b: int) -> bool:
    """Whether a side can cross the hexside between two adjacent hexes."""
    return state.game.ground.crosses(passable(state, side), a, b)


def over_river(state: LbState, a: int, b: int) -> bool:
    return state.game.ground.crosses(state.game.ground.river, a, b)


def sites(state: LbState, engineer: int) -> int:
    """The river hexsides over which an engineer could build: beside it, not passable yet, nobody else at work on
    them."""
    ground = state.game.ground
    side = state.game.counters.side[engineer]
    here = state.hex_of[engineer]
    if not any(ground.river[d] >> here & 1 for d in range(6)):
        return 0
    ways = passable(state, side)
    taken = {number for other, number in state.building.items() if state.game.counters.side[other] == side}
    found = 0
    for d, beside in enumerate(ground.grid.neighbours[here]):
        if beside >= 0 and ground.river[d] >> here & 1 and not ways[d] >> here & 1:
            number = ground.river_number[frozenset((here, beside))]
            if number not in taken:
                found |= 1 << number
    return found


def may_leave(state: LbState, engineer: int) -> bool:
    """eng.C if any unit has crossed in the phase, the engineer may no longer move in it."""
    number = state.bridges.get(engineer)
    return number is None or not state.crossed >> number & 1


def finish_bridges(state: LbState) -> None:
    """eng.A an engineer that stayed put through the whole phase has built its bridge."""
    for engineer, number in sorted(state.building.items()):
        state.keep_bridge(engineer, number)
        state.tell("event.bridge_ready", "eng.B1", unit=engineer, hexside=number)
    state.building.clear()
    state.crossed = 0


def note_crossings(state: LbState, side: int, path: tuple[int, ...]) -> None:
    """Remember which engineers' bridges a path uses."""
    if not state.bridges:
        return
    numbers = state.game.ground.river_number
    kept = {number for unit, number in state.bridges.items() if state.game.counters.side[unit] == side}
    for a, b in pairwise(path):
        number = numbers.get(frozenset((a, b)))
        if number is not None and number in kept:
            state.crossed |= 1 << number
