"""Where the continuous line of a side is torn, and who could stand there."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from grognard.games.lb.movement.reach import allowance, entries, reach_of
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits
from grognard.hex.trace import flood
from grognard.players.lb.line import lines
from grognard.players.lb.weights import LbWeights

HOPELESS: Final = 99
"""As many open hexes as in a line that nobody here can close."""


def gap(state: LbState, side: int, weights: LbWeights, near: int) -> list[int]:
    """The open hexes of the line that is soonest closed, in order from one end to the other."""
    found: list[int] = []
    own = state.occupied[side] | state.zoc(side) & ~state.occupied[1 - side]
    for line in lines(state, side):
        if not state.game.connected(line.start & own, own) & line.end:
            found += _cheapest(state, weights, own, line.start, line.end, near, state.occupied[1 - side])
    return found


def _cheapest(state: LbState, weights: LbWeights, own: int, start: int, end: int, near: int, closed: int) -> list[int]:
    grid = state.game.ground.grid
    land = state.game.ground.land & ~closed

    def step(hex: int) -> int:
        return 0 if own >> hex & 1 else weights.near_step if near >> hex & 1 else weights.far_step

    best: dict[int, int] = {}
    came: dict[int, int] = {}
    queue: list[tuple[int, int, int]] = []
    for hex in bits(start & land):
        heappush(queue, (step(hex), hex, -1))
    while queue:
        cost, hex, before = heappop(queue)
        if hex in best:
            continue
        best[hex], came[hex] = cost, before
        if end >> hex & 1:
            path = []
            while hex >= 0:
                path.append(hex)
                hex = came[hex]
            return [one for one in reversed(path) if not own >> one & 1]
        for other in bits(grid.around[hex] & land):
            if other not in best:
                heappush(queue, (cost + step(other), other, hex))
    return []


def open_hexes(state: LbState, side: int, near: int) -> int:
    """How many hexes are open in the line that would take fewest of these to close."""
    foes = state.occupied[1 - side]
    own = state.occupied[side] | state.zoc(side) & ~foes
    return sum(_open(state, line.start, line.end, own, near & ~foes) for line in lines(state, side))


def _open(state: LbState, start: int, end: int, own: int, near: int) -> int:
    grid = state.game.ground.grid
    reached = flood(grid, start & own, own)
    for count in range(HOPELESS):
        if reached & end:
            return count
        step = (grid.grow(reached) | start) & near & ~reached
        if not step:
            return HOPELESS
        reached |= step
        reached |= flood(grid, grid.grow(step) & own, own & ~reached)
    return HOPELESS


def places(state: LbState, unit: int) -> int:
    """Where a unit can go, or enter."""
    if not state.on_map(unit):
        return entries(state, unit)[0]
    return reach_of(state, unit, allowance(state, unit), False, False).board
