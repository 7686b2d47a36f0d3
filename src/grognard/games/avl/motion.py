"""Chapter 8: how far a unit in motion has come, and where it can go from there.

A move is priced in movement points along ordinary ground and, in parallel, in half points along a road: a unit that
has kept to the road all the way may count the cheaper one (8.3). Which path leads to a hex is told in `routes.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from grognard.games.avl.counters import SOVIET
from grognard.games.avl.stacking import enterable
from grognard.games.avl.state import IN_BOX, ISOLATED, AvlState
from grognard.hex.grid import Grid, bits
from grognard.hex.trace import Going, reach_from, total

HALVES: Final = 2
"""Half points to a movement point: a hex along the road costs one (8.3.1a)."""
NO_ROAD: Final = -1
"""A move that has left the road, or never was on it (8.3.1b)."""


def allowance(state: AvlState, unit: int) -> int:
    """8.1.2a movement points for a segment; 10.2.3 halved, rounded down, when isolated."""
    points = state.game.counters.move[unit]
    return points // 2 if state.supply[unit] == ISOLATED else points


def going(state: AvlState, unit: int, zoc: int) -> Going:
    """What ordinary movement costs this unit now."""
    return state.game.going(zoc, enterable(state, unit))


class Reach(NamedTuple):
    """Where a unit in motion can go from here: by ordinary ground, by road, or over a major river."""

    ordinary: list[int]
    """Boards by movement points from here (8.1.2b)."""
    quiet: list[int]
    """The same without ever touching an enemy ZOC, with the extra point of administrative movement (15.0.1b)."""
    road: list[int]
    """Boards by half points from here along the road (8.3.1a)."""
    ford: int
    """Hexes across an unbridged major river, as the whole move (8.1.3b)."""

    def board(self) -> int:
        return total(self.ordinary) | total(self.quiet) | total(self.road) | self.ford


@dataclass(frozen=True, slots=True)
class Motion:
    """One unit's move so far, by both ways of counting."""

    unit: int
    spent: int
    """Movement points by ordinary ground."""
    road: int
    """Half points by road, or NO_ROAD once the move has left it."""
    quiet: bool
    """No enemy ZOC was started in or entered (8.3.1c, 15.0.1b)."""
    started: bool

    def so_far(self) -> int:
        """Half points of the move until here, by the way of counting that still holds."""
        return HALVES * self.spent if self.road == NO_ROAD else self.road

    def left(self, state: AvlState, extra: int = 0) -> int:
        """Movement points left by ordinary ground."""
        return max(allowance(state, self.unit) + extra - self.spent, 0)

    def extra(self, state: AvlState) -> int:
        """15.0.1b option: a Soviet unit that stays clear of enemy ZOC has one point more."""
        if not state.options["soviet_help_administrative_movement"] or not self.quiet:
            return 0
        return 1 if state.game.counters.side[self.unit] == SOVIET else 0

    def reach(self, state: AvlState, avoided: int = 0) -> Reach:
        """Where the unit can go from here, without entering the hexes to be avoided."""
        zoc = state.enemy_zoc(state.game.counters.side[self.unit])
        free = enterable(state, self.unit) & ~avoided
        if state.hex_of[self.unit] == IN_BOX:
            return self._reach_from_box(state, zoc, free)
        here = state.hex_of[self.unit]
        reach = state.game.reach
        left = allowance(state, self.unit) - self.spent
        ordinary = reach(zoc, free, here, left) if left > 0 else []
        quiet: list[int] = []
        extra = self.extra(state)
        if extra and left + extra > 0:
            quiet = reach(0, free & ~zoc, here, left + extra)
        return Reach(ordinary, quiet, self._by_road(state, zoc, free), self._ford(state, zoc, free))

    def _by_road(self, state: AvlState, zoc: int, free: int) -> list[int]:
        """8.3 strategic movement: half a point a hex along the road, never in an enemy ZOC."""
        ground = state.game.ground
        here = 1 << state.hex_of[self.unit]
        if self.road == NO_ROAD or not self.quiet or not here & ground.road_hexes:
            return []
        left = HALVES * (allowance(state, self.unit) + self.extra(state)) - self.road
        return state.game.along_roads(here, free & ~zoc, left)

    def _ford(self, state: AvlState, zoc: int, free: int) -> int:
        """8.1.3b an unbridged major river is crossed as the whole move; 8.2.2 not from ZOC to ZOC."""
        if self.started:
            return 0
        here = state.hex_of[self.unit]
        across = state.game.ground.over_unbridged[here] & free
        return across & ~zoc if across and zoc >> here & 1 else across

    def _reach_from_box(self, state: AvlState, zoc: int, free: int) -> Reach:
        """11.2.2b a unit in a box enters any hex beside it at the normal cost; 11.2.2c along a road if it is one."""
        ground = state.game.ground
        entry = state.game.box_entry[state.game.counters.side[self.unit]] & free
        price = state.game.going(zoc, free)
        points = allowance(state, self.unit)
        extra = self.extra(state)
        ordinary = _reach_from_edge(ground.grid, price, entry, points)
        quiet: list[int] = []
        if extra:
            quiet = _reach_from_edge(ground.grid, state.game.going(0, free & ~zoc), entry & ~zoc, points + extra)
        roads = entry & ground.road_hexes & ~zoc
        along = state.game.along_roads(roads, free & ~zoc, HALVES * (points + extra) - 1) if roads else []
        by_road = [0, roads, *along[1:]] if roads else []
        return Reach(ordinary, quiet, by_road, 0)


def readiness(state: AvlState, unit: int) -> tuple[int, bool]:
    """A unit about to move, its `road` and `quiet`: on a road it may hope for strategic movement (8.3.1b, 8.3.1c)."""
    here = state.hex_of[unit]
    if here == IN_BOX:
        return 0, True
    in_zoc = state.enemy_zoc(state.game.counters.side[unit]) >> here & 1
    on_road = state.game.ground.road_hexes >> here & 1
    return 0 if on_road and not in_zoc else NO_ROAD, not in_zoc


def entry_cost(price: Going, hex: int) -> int:
    """What a unit pays for the first hex beside its box."""
    return sum(points for _, points, board in price.entry if board >> hex & 1)


def _reach_from_edge(grid: Grid, price: Going, entry: int, points: int) -> list[int]:
    """The reach from all entry hexes at once, each at its entry cost."""
    seeds = [0] * (points + 1)
    for hex in bits(entry):
        cost = entry_cost(price, hex)
        if cost <= points:
            seeds[cost] |= 1 << hex
    return reach_from(grid, price, seeds, points)
