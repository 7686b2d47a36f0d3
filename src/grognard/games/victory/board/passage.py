"""Chapters 5.3, 5.5 and 9.4: what lies between two hexes: hexsides, their limits, storms, and flight over all of it."""

from __future__ import annotations

from grognard.games.victory.board.reach import waves
from grognard.games.victory.ground import Ways
from grognard.games.victory.kinds import NAVAL
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import Sides

LEAVING = 8
"""Added to the class of a crossing that led out of a battle (5.1b)."""


def storm_area(state: VictoryState) -> int:
    """9.4a the storm's hex and the six around it."""
    return state.game.disc(state.storm, 1) if state.storm else 0


def ways(state: VictoryState) -> Ways:
    return state.game.ground.ways(frozenset(state.ruined))


# ---- limits


def crossed(state: VictoryState, hex: int, d: int, army: int, class_: int) -> int:
    """How many blocks of a class an army has brought over a hexside into a battle this phase (5.3a).

    With LEAVING added to the class: how many have left the battle there (5.1b).
    """
    return sum(1 for crossing in state.crossings.get(hex, ()) if crossing == (d, army, class_))


def hexside_limit(state: VictoryState, hex: int, beside: int, class_: int) -> int:
    ground = state.game.ground
    if class_ == NAVAL:
        return ground.naval_limit(hex, beside)
    return ground.ground_limit(frozenset(state.ruined), hex, beside)


def within_limits(state: VictoryState, army: int, class_: int, sides: Sides) -> Sides:
    """5.3a hexsides without those that this army may not cross any more into or out of a battle."""
    if not state.crossings:
        return sides
    neighbours = state.game.ground.grid.neighbours
    left = list(sides)
    for hex, crossings in state.crossings.items():
        for crossing in set(crossings):
            d, who, what = crossing
            if who != army or what & ~LEAVING != class_:
                continue
            beside = neighbours[hex][d]
            if crossings.count(crossing) >= hexside_limit(state, hex, beside, class_):
                if what & LEAVING:
                    left[d] &= ~(1 << hex)
                else:
                    left[(d + 3) % 6] &= ~(1 << beside)
    return left[0], left[1], left[2], left[3], left[4], left[5]


# ---- flight


def flight(state: VictoryState, hex: int, most: int) -> int:
    """5.5 the hexes within so many of a hex; 9.4a nobody flies through a storm."""
    if not state.storm:
        return state.game.disc(hex, most)
    grid = state.game.ground.grid
    spread = waves(grid, hex, most, grid.every_side, grid.board & ~storm_area(state))
    return spread.board() | 1 << hex


def flight_into_storm(state: VictoryState, hex: int, most: int) -> int:
    """9.4b the same for a retreat, which may end in a storm, but goes through none."""
    found = flight(state, hex, most)
    if state.storm:
        grid, storm = state.game.ground.grid, storm_area(state)
        outside = waves(grid, hex, most, grid.every_side, grid.board & ~storm).reached
        inside = 0
        for k in range(most):
            edge = outside[k] if k < len(outside) else 0
            inside |= grid.step(edge | inside, grid.every_side) & storm
        found |= inside
    return found


def flight_distance(state: VictoryState, hex: int, target: int, most: int) -> int:
    """Hexes flown from one hex to another, round a storm."""
    grid = state.game.ground.grid
    if not state.storm:
        return grid.distance(hex, target)
    spread = waves(grid, hex, most, grid.every_side, grid.board & ~storm_area(state))
    return next((k for k, wave in enumerate(spread.reached) if wave >> target & 1), most)
