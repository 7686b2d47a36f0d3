"""Chapters 3 and 4: what movement costs a counter at this moment, in half points, and where it has to stop."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from grognard.games.vl.counters import SOVIET
from grognard.games.vl.entry import entry_hexes
from grognard.games.vl.ground import HALVES, SKI
from grognard.games.vl.state import UNSUPPLIED, VlState
from grognard.games.vl.tables import VlTables
from grognard.games.vl.zoc import exerting, firm_hexes, keeps_ring, same_zoc, zone
from grognard.hex.grid import bits, highest
from grognard.hex.trace import Going, path, reach_from, step_costs, total


def allowance(state: VlState, unit: int) -> int:
    """1.3b half points for a phase; 8.3b halved when unsupplied."""
    points = state.game.counters.move[unit] * HALVES
    return points // 2 if state.supply[unit] == UNSUPPLIED else points


def mover(state: VlState, unit: int) -> int:
    """The class of a counter in the Terrain Effects Table (16.1)."""
    return state.game.movers[unit]


class Prices(NamedTuple):
    """What every step costs a counter now, by all that it depends on."""

    kind: int
    closed: int
    """3.1a, 1.4e, 1.6 enemy hexes: not even a lone HQ is walked over."""
    zoc: int
    """The hexes whose leaving costs extra (4.2.1b)."""
    bound: int
    """The hexes of one ZOC that it stands in: there is no direct way between them (4.2.1c)."""
    clogged: int
    """The hexes whose road is taken (3.2b)."""
    stop: int
    """The hexes where it has to stop (4.2.1a)."""

    def within(self, near: int) -> Prices:
        """The same as far as it concerns these hexes; the ZOC that is left costs only those who do not stop in it."""
        kind, closed, zoc, bound, clogged, stop = self
        return Prices(kind, closed & near, zoc & near if kind == SKI else 0, bound & near, clogged & near, stop & near)

    def going(self, game: VlTables) -> Going:
        return game.going(self.kind, game.ground.land & ~self.closed, self.zoc, self.bound, self.clogged)


class Reach(NamedTuple):
    """Where a counter can go: boards by half points, all of them together, and what they were made from."""

    prices: Prices
    seeds: tuple[int, ...]
    boards: list[int]
    board: int

    def cost(self, hex: int) -> int:
        return next(points for points, board in enumerate(self.boards) if board >> hex & 1)

    def path(self, game: VlTables, hex: int) -> list[int]:
        going = self.prices.going(game)
        return path(game.ground.grid, going, self.boards, hex, self.prices.stop, self.seeds)


def reach(state: VlState, unit: int, left: int, clogged: int | None = None) -> Reach:
    """Where a counter can go with the half points it has left, from its hex or from off the map (13.2a); with roads
    clogged as they are, or in these hexes alone (3.2b)."""
    game, now = state.game, prices(state, unit, clogged)
    seeds = (1 << state.hex_of[unit],) if state.on_map(unit) else _entry_prices(state, unit, now.clogged)
    ranges = _ranges(game, now.kind, seeds)
    near = now.within(ranges[left] if left < len(ranges) else game.ground.land)
    return Reach(now, seeds, *_marches(game, near, seeds, left))


@lru_cache(maxsize=2048)
def _ranges(game: VlTables, kind: int, seeds: tuple[int, ...]) -> tuple[int, ...]:
    """By half points, up to those of the fastest: where one could go with all roads free and nobody in the way. What
    lies beyond makes no difference."""
    ground, most = game.ground, HALVES * max(game.counters.move)
    boards = reach_from(ground.grid, game.going(kind, ground.land, 0, 0, 0), seeds, most)
    return tuple(accumulate(boards, or_))


@lru_cache(maxsize=2048)  # others move elsewhere, units are taken up and put down, and plans are made before moves
def _marches(game: VlTables, now: Prices, seeds: tuple[int, ...], left: int) -> tuple[list[int], int]:
    """By half points the hexes that are reached, and all of them."""
    # who has to stop in every hex of enemy ZOC leaves none but his own
    going = game.going(now.kind, game.ground.land, now.zoc, 0, 0)
    closed, begun = now.closed, seeds
    if now.bound:
        closed, begun = closed | seeds[0], _first_steps(game, now, highest(seeds[0]))
    boards = reach_from(game.ground.grid, going, begun, left, now.stop, closed, now.clogged)
    if now.bound:
        boards[0] = seeds[0]
    return boards, total(boards)


def _first_steps(game: VlTables, now: Prices, here: int) -> tuple[int, ...]:
    """4.2.1b, 4.2.1c by half points: the hexes beside one in enemy ZOC that can be entered.

    A counter has to stop in all others of that ZOC, so no later step is barred.
    """
    leaving, shut = game.leaving_zoc, now.closed | now.bound
    found: dict[int, int] = {}
    for hex, along, across in _steps(game, now.kind, here):
        if not hex & shut:
            points = leaving + (across if hex & now.clogged else along)
            found[points] = found.get(points, 0) | hex
    return tuple([found.get(points, 0) for points in range(max(found, default=-1) + 1)])


@lru_cache(maxsize=2048)
def _steps(game: VlTables, kind: int, here: int) -> tuple[tuple[int, int, int], ...]:
    """(hex beside as a board, half points by road where there is one, half points across country)."""
    ground, found = game.ground, []
    for hex in bits(ground.grid.around[here] & ground.land):
        ways = [step_costs(ground.grid, game.going(kind, ground.land, 0, 0, taken), here, hex) for taken in (0, -1)]
        along, across = (sum(cost for _, cost in way or ()) for way in ways)
        found.append((1 << hex, along, across))
    return tuple(found)


def prices(state: VlState, unit: int, clogged: int | None = None) -> Prices:
    """What every step costs this counter now, and the hexes where it has to stop (4.2.1a)."""
    game = state.game
    side = game.counters.side[unit]
    enemy = 1 - side
    kind = game.movers[unit]
    holding = exerting(state, enemy)
    enemy_zoc = stop = zone(state, holding)
    if kind == SKI:
        # 4.4a ski troops slip from ZOC to ZOC of foot infantry without stopping; against others the usual rules hold
        holding = firm_hexes(state, enemy)
        stop = zone(state, holding) & enemy_zoc
    here = state.hex_of[unit]
    bound = 0
    if state.on_map(unit) and stop >> here & 1:
        bound = same_zoc(state, here, holding) | 1 << here  # 4.2.1c
    if side == SOVIET and keeps_ring(state, unit):
        # 4.2.2 the ring opens as it leaves its hex: on its way the Festungs have their ZOC again
        stop |= game.ground.grid.grow(state.festungs)
    if clogged is None:
        clogged = obstructed(state, unit)
    return Prices(kind, state.occupied[enemy], enemy_zoc, bound, clogged, stop)


def obstructed(state: VlState, unit: int) -> int:
    """3.2b the hexes where another mechanised unit or launcher takes the road from this one, if it is mechanised."""
    counters = state.game.counters
    if not counters.mechanised >> unit & 1:
        return 0
    found = state.traffic[counters.side[unit]] & state.game.ground.path_hexes
    if state.on_map(unit):
        here = state.hex_of[unit]
        if not state.at[here] & counters.obstructing & ~(1 << unit):
            found &= ~(1 << here)
    return found


def _entry_prices(state: VlState, unit: int, clogged: int) -> tuple[int, ...]:
    """13.2a the entry hexes by what entering them costs: by road or railway where one runs in, else their terrain."""
    ground = state.game.ground
    kind = mover(state, unit)
    hexes = entry_hexes(state, unit)
    by_road = hexes & ground.gates & ~clogged
    seeds = {ground.path_cost[kind]: by_road}
    for _, points, board in ground.entry[kind]:
        if entered := hexes & board & ~by_road:
            seeds[points] = seeds.get(points, 0) | entered
    return tuple(seeds.get(points, 0) for points in range(max(seeds) + 1))
