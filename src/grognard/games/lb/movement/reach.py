"""Movement in numbers: what a step costs a unit, how far it comes, deployed or not, and by which path.

All costs are half movement points (tec.road); a way pays the terrain of every hex it enters (move.H) and what zones of
control add (move.J). `Reach` is worked out once for an offer and used again for its answer.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from grognard.games.lb.engineers import passable
from grognard.games.lb.movement.entry import confined, entry_area, group_of, road_duty
from grognard.games.lb.movement.road import road_ok
from grognard.games.lb.plan import Group
from grognard.games.lb.stacking import enterable
from grognard.games.lb.state import FIRST_MOVEMENT, LbState
from grognard.hex.grid import Sides, bits, both_sides, mask
from grognard.hex.trace import Going, path, reach_from, step_costs, straight_cost, total


def allowance(state: LbState, unit: int) -> int:
    """def.move half points for a phase; move.L, supply.D1 the allowance is halved, fractions lost, when out of
    supply."""
    points = state.game.counters.move[unit]
    return 2 * points if state.supplied >> unit & 1 else 2 * (points // 2)


def going(state: LbState, unit: int, deployed: bool) -> Going:
    """What movement costs this unit now; move.Ka undeployed it pays nothing to enter a ZOC."""
    counters = state.game.counters
    zoc = state.zoc(1 - counters.side[unit])
    return state.game.going(counters.motor >> unit & 1, zoc, deployed, *open_ground(state, unit))


def open_ground(state: LbState, unit: int) -> tuple[int, Sides, Sides]:
    """The hexes that this unit may enter, the hexsides that it may cross, and those where it marches by road."""
    hexes, ways, roads = ground_for(state, unit)
    marching = both_sides(roads, state.game.ground.grid.towards(road_ok(state, unit)))
    return hexes & enterable(state, state.game.counters.side[unit]), ways, marching


def ground_for(state: LbState, unit: int) -> tuple[int, Sides, Sides]:
    """The same, whoever stands in these hexes or on these roads."""
    ground = state.game.ground
    hexes, ways = ground.land, passable(state, state.game.counters.side[unit], unit)
    roads = both_sides(ground.roads, ways)
    duty = road_duty(state, unit)
    if duty is not None:
        along, by_road = confined(state, unit, duty)
        hexes &= along
        if by_road:
            ways = roads
    return hexes, ways, roads


class Reach(NamedTuple):
    """Where a unit in motion can go from here."""

    board: int
    """The hexes where it can end its move deployed, its own included."""
    deployed: list[int]
    """Boards by half points, all costs paid."""
    undeployed: list[int]
    """The same without the price of entering a ZOC; empty where that is no way to move (move.Ka, seq.1c)."""
    one_hex: int
    """Hexes that only the minimum move reaches (move.M)."""
    rush: int
    """Hexes where an undeployed move may end: an enemy to attack is beside them."""


def reach_of(state: LbState, unit: int, left: int, started: bool, undeployed: bool) -> Reach:
    """Where a unit on the map can go with so many half points left."""
    counters, grid, price = state.game.counters, state.game.ground.grid, state.game.going
    here = state.hex_of[unit]
    side, motor = counters.side[unit], counters.motor >> unit & 1
    zoc = state.zoc(1 - side)
    start = 1 << here
    minimum = not started and minimum_move(state, unit)
    land, ways, roads = ground_for(state, unit) if left > 0 or minimum else (0, grid.no_sides, grid.no_sides)
    # who stands where changes with every move, the price of the ground seldom
    closed = state.occupied[1 - side] | state.full[side]
    clogged = state.game.ground.road_hexes & ~road_ok(state, unit) if left > 0 else 0
    boards: list[int] = []
    if not undeployed:
        boards = [start]
        if left > 0:
            boards = reach_from(grid, price(motor, zoc, True, land, ways, roads), boards, left, 0, closed, clogged)
    far = total(boards)
    rushing: list[int] = []
    rush = 0
    if undeployed or (may_rush(state, unit) and zoc & grid.grow(far)):
        rushing = [start]
        if left > 0:
            rushing = reach_from(grid, price(motor, zoc, False, land, ways, roads), rushing, left, 0, closed, clogged)
        beside = grid.grow(state.occupied[1 - side]) & ~start
        seen = 0
        for points, board in enumerate(rushing):
            if points < len(boards):
                seen |= boards[points]
            rush |= board & ~seen
        rush &= beside
    one_hex = (
        grid.step(start, ways) & land & ~closed & ~far if minimum else 0
    )  # move.M not over a river, into no barred hex
    return Reach(far | one_hex, boards, rushing, one_hex, rush)


def minimum_move(state: LbState, unit: int) -> bool:
    """move.M a non-motorized unit that is no artillery of any type, if in supply."""
    return bool(state.game.counters.minimum >> unit & state.supplied >> unit & 1)


def may_rush(state: LbState, unit: int) -> bool:
    """move.Ka only when an attack can follow: First Movement Phase (seq.1c), and strength left after halving
    (move.Kb)."""
    counters = state.game.counters
    if state.phase != FIRST_MOVEMENT or not counters.ground >> unit & 1:
        return False
    strength = counters.combat[unit]
    if not state.supplied >> unit & 1:
        strength //= 2
    return strength >= 2


class Route(NamedTuple):
    """A path with its cost in half points."""

    hexes: tuple[int, ...]
    cost: int


def route(state: LbState, unit: int, where: Reach, target: int, left: int, deployed: bool, whole: bool = True) -> Route:
    """The cheapest path to a destination; to a neighbour it is the step itself wherever that can be paid.

    So every path can be had, hex by hex. Where it need not be `whole` nobody asks what lies between its ends.
    """
    grid = state.game.ground.grid
    here = state.hex_of[unit]
    boards = where.deployed if deployed else where.undeployed
    if grid.around[here] >> target & 1:
        if deployed and where.one_hex >> target & 1:
            return Route((here, target), left)  # move.M it is the whole move
        costs = step_costs(grid, going(state, unit, deployed), here, target)
        if costs is not None and (cost := sum(points for _, points in costs)) <= left:
            return Route((here, target), cost)
    cost = next(points for points, board in enumerate(boards) if board >> target & 1)
    return Route(tuple(path(grid, going(state, unit, deployed), boards, target)) if whole else (here, target), cost)


def costs_along(state: LbState, unit: int, way: Route, deployed: bool) -> list[int]:
    """Half points spent at every hex of a path after its start."""
    price = going(state, unit, deployed)
    spent, found = 0, []
    for a, b in pairwise(way.hexes):
        spent += sum(cost for _, cost in step_costs(state.game.ground.grid, price, a, b) or ())
        found.append(spent)
    return [*found[:-1], way.cost]  # the minimum move costs all there is and no more (move.M)


def saved_by_round(state: LbState, unit: int, way: Route, deployed: bool) -> int:
    """Half points that a way round saves against the straight one; 0 where there is none, or none that is straight."""
    grid = state.game.ground.grid
    start, end = way.hexes[0], way.hexes[-1]
    if len(way.hexes) - 1 == grid.distance(start, end):
        return 0
    straight = straight_cost(grid, going(state, unit, deployed), start, end)
    return max((straight or 0) - way.cost, 0)


# ---- entering the map


def entry_costs(state: LbState, unit: int, deployed: bool) -> dict[int, int]:
    """Half points -> the hexes by which a waiting unit may enter at that price, ZOC included (scenario1.reinf.B)."""
    counters, ground = state.game.counters, state.game.ground
    group = group_of(state, unit)
    if group is None:
        return {}
    side = counters.side[unit]
    edge = entry_area(state, group) & enterable(state, side)
    if group.march is not None:
        return {ground.road_cost: edge & road_ok(state, unit)}  # scenario3.entry.A by road march, with its space
    zoc = state.zoc(1 - side)
    costs: dict[int, int] = {}
    for _, cost, board in ground.entry[counters.motor >> unit & 1]:
        extra = ground.zoc_enter if deployed else 0
        for price, hexes in ((cost, edge & board & ~zoc), (cost + extra, edge & board & zoc)):
            if hexes:
                costs[price] = costs.get(price, 0) | hexes
    return costs


def entries(state: LbState, unit: int) -> tuple[int, int]:
    """Where a waiting unit can enter: at full price or as its minimum move, and undeployed (move.Ka)."""
    points = allowance(state, unit)
    full = 0
    everywhere = 0
    for cost, hexes in entry_costs(state, unit, True).items():
        everywhere |= hexes
        if cost <= points:
            full |= hexes
    if minimum_move(state, unit):
        full |= everywhere
    rush = 0
    if may_rush(state, unit):
        for cost, hexes in entry_costs(state, unit, False).items():
            if cost <= points:
                rush |= hexes
        side = state.game.counters.side[unit]
        rush &= state.zoc(1 - side) & state.game.ground.grid.grow(state.occupied[1 - side])
    return full, rush


def comers(state: LbState, side: int) -> int:
    """The waiting units that find a hex to enter by, one of each kind."""
    found = 0
    for group in state.plan.groups:
        units = group.units & state.waiting
        if units and group.side == side and (area := entry_area(state, group)):
            found |= _coming(state, group, units, area & enterable(state, side))
    return found


def _coming(state: LbState, group: Group, units: int, edge: int) -> int:
    """Those of a group that find a hex to enter by on this edge of the map."""
    if not edge:
        return 0
    kinds = state.game.one_of_each(units)
    clear = state.game.ground.entry[0][0][2]  # the first terrain of the chart: any allowance pays for it
    if group.march is None and edge & clear & ~state.zoc(1 - group.side):
        return kinds
    return mask(unit for unit in bits(kinds) if any(entries(state, unit)))


def entry_cost(state: LbState, unit: int, hex: int, deployed: bool) -> int:
    """What entering by this hex costs; the minimum move costs all there is."""
    cost = next(cost for cost, hexes in entry_costs(state, unit, deployed).items() if hexes >> hex & 1)
    return min(cost, allowance(state, unit))
