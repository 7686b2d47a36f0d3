"""Chapter 8: by which path a unit in motion reaches a hex, and what every hex of it costs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from grognard.games.avl.motion import HALVES, NO_ROAD, Motion, Reach, allowance, entry_cost, going
from grognard.games.avl.stacking import enterable
from grognard.games.avl.state import IN_BOX, AvlState
from grognard.hex.grid import bits, lowest
from grognard.hex.trace import Going, path, reach, step_price, straight_cost

BY_ROAD, ORDINARY, QUIET = range(3)
"""Ways of counting a path (`Reach`); of two that cost the same the first is taken."""
UNKNOWN: Final = -1


class Route(NamedTuple):
    """A path with what it costs in half movement points."""

    hexes: tuple[int, ...]
    cost: int
    avoided: tuple[int, ...] = ()
    """Hexes of lone enemy HQs that the first of the cheapest ways would have overrun (8.1.4)."""
    spent: int = UNKNOWN
    """Movement points of the whole move at its end by ordinary ground, where they are known already."""


def route_to(state: AvlState, move: Motion, target: int) -> Route:
    """The path to a destination that makes the whole move cheapest; the road where it equals ordinary ground.

    Its cost is what it adds to the move so far: a path off the road after a road march makes that march ordinary
    too (8.3.1b). To a neighbour it is the step itself wherever that can be paid, and no HQ is overrun on the way
    that could be left alone (8.1.4): so every path can be had, hex by hex.
    """
    where = state.memo[1] if state.memo and state.memo[0] is move else move.reach(state)
    single = _single_step(state, move, where, target)
    if single is not None:
        return single
    route = _cheapest(state, move, where, target, 0)
    assert route is not None
    hqs = state.hqs[1 - state.game.counters.side[move.unit]] & ~(1 << target)
    met = tuple(hex for hex in route.hexes if hqs >> hex & 1)
    if met:
        past = _cheapest(state, move, move.reach(state, hqs), target, hqs)
        return route if past is None else past._replace(avoided=met)
    return route


def saved_by_round(state: AvlState, move: Motion, route: Route) -> int:
    """Half points that a way round saves against the straight one over ordinary ground; 0 where there is none."""
    grid = state.game.ground.grid
    start, end = route.hexes[0], route.hexes[-1]
    if start == IN_BOX or len(route.hexes) - 1 == grid.distance(start, end):
        return 0
    zoc = state.enemy_zoc(state.game.counters.side[move.unit])
    straight = straight_cost(grid, going(state, move.unit, zoc), start, end)
    return 0 if straight is None else max(HALVES * (move.spent + straight) - move.so_far() - route.cost, 0)


def fords(state: AvlState, route: Route) -> bool:
    """8.1.3b whether this is the crossing of an unbridged major river, which is a whole move."""
    if len(route.hexes) != 2 or route.hexes[0] == IN_BOX:
        return False
    start, end = route.hexes
    return bool(state.game.ground.over_unbridged[start] >> end & 1)


def walk(state: AvlState, move: Motion, hexes: tuple[int, ...], zoc: int) -> Iterator[tuple[int, int, bool]]:
    """Both ways of counting and whether the move is still quiet, after each hex of a path but the first."""
    ground = state.game.ground
    price = state.game.going(zoc, enterable(state, move.unit))
    spent, road, quiet = move.spent, move.road, move.quiet
    for a, b in pairwise(hexes):
        if a == IN_BOX:
            spent += entry_cost(price, b)
            on_road = bool(ground.road_hexes >> b & 1)
        else:
            cost = step_price(ground.grid, price, a, b)
            assert cost is not None
            spent += cost
            on_road = bool(ground.road_beside[a] >> b & 1)
        quiet = quiet and not zoc >> b & 1
        road = road + 1 if road != NO_ROAD and on_road and quiet else NO_ROAD
        yield spent, road, quiet


def arrival(state: AvlState, move: Motion, route: Route, zoc: int) -> tuple[int, int, bool]:
    """The last of `walk`: what a path that was found by ordinary ground has cost need not be counted again."""
    if route.spent == UNKNOWN or route.hexes[0] == IN_BOX:
        *_, end = walk(state, move, route.hexes, zoc)
        return end
    road, quiet, beside = move.road, move.quiet, state.game.ground.road_beside
    for a, b in pairwise(route.hexes):
        quiet = quiet and not zoc >> b & 1
        road = road + 1 if road != NO_ROAD and quiet and beside[a] >> b & 1 else NO_ROAD
    return route.spent, road, quiet


# ---- which path


def _cheapest(state: AvlState, move: Motion, where: Reach, target: int, avoided: int) -> Route | None:
    """The cheapest path by road, by ordinary ground, or clear of all ZOC."""
    found = []
    for half, board in enumerate(where.road):
        if board >> target & 1:
            found.append((move.road + half, BY_ROAD))
            break
    for kind, boards in ((ORDINARY, where.ordinary), (QUIET, where.quiet)):
        for cost, board in enumerate(boards):
            if board >> target & 1:
                found.append((HALVES * (move.spent + cost), kind))
                break
    if not found:
        return None
    total_cost, kind = min(found)
    hexes = _hexes(state, move, where, target, kind, avoided)
    return Route(hexes, total_cost - move.so_far(), spent=UNKNOWN if kind == BY_ROAD else total_cost // HALVES)


def _single_step(state: AvlState, move: Motion, where: Reach, target: int) -> Route | None:
    """The step to a neighbour; None where it is none or cannot be paid."""
    here = state.hex_of[move.unit]
    grid = state.game.ground.grid
    if here == IN_BOX or not grid.around[here] >> target & 1:
        return None
    if where.ford >> target & 1:
        return Route((here, target), 0)  # 8.1.3c
    if len(where.road) > 1 and where.road[1] >> target & 1:
        return Route((here, target), 1)
    zoc = state.enemy_zoc(state.game.counters.side[move.unit])
    cost = step_price(grid, going(state, move.unit, zoc), here, target)
    if cost is None:
        return None
    spent = move.spent + cost
    extra = 0 if zoc >> target & 1 else move.extra(state)
    if spent > allowance(state, move.unit) + extra:
        return None
    return Route((here, target), HALVES * spent - move.so_far(), spent=spent)


def _hexes(state: AvlState, move: Motion, where: Reach, target: int, kind: int, avoided: int) -> tuple[int, ...]:
    zoc = state.enemy_zoc(state.game.counters.side[move.unit])
    free = enterable(state, move.unit) & ~avoided
    here = state.hex_of[move.unit]
    if kind == BY_ROAD:
        hexes = _road_path(state, where.road, target)
        return (IN_BOX, *hexes) if here == IN_BOX else hexes
    boards = where.ordinary if kind == ORDINARY else where.quiet
    price = state.game.going(zoc, free) if kind == ORDINARY else state.game.going(0, free & ~zoc)
    if here != IN_BOX:
        return tuple(path(state.game.ground.grid, price, boards, target))
    entry = state.game.box_entry[state.game.counters.side[move.unit]] & price.free
    return (IN_BOX, *_path_from_edge(state, price, boards, entry, target))


def _road_path(state: AvlState, boards: list[int], target: int) -> tuple[int, ...]:
    """Back along the road from a hex to where the boards begin."""
    ground = state.game.ground
    cost = next(half for half, board in enumerate(boards) if board >> target & 1)
    hexes = [target]
    while cost > 0 and boards[cost - 1]:
        cost -= 1
        before = ground.road_beside[hexes[-1]] & boards[cost]
        hexes.append(lowest(before))
    return tuple(reversed(hexes))


def _path_from_edge(state: AvlState, price: Going, boards: list[int], entry: int, target: int) -> tuple[int, ...]:
    """The path from the entry hex that serves a destination best, lowest hex first."""
    grid = state.game.ground.grid
    cost = next(spent for spent, board in enumerate(boards) if board >> target & 1)
    for hex in bits(entry):
        left = cost - entry_cost(price, hex)
        if left < 0:
            continue
        there = reach(grid, price, hex, left)
        if there[left] >> target & 1:
            return tuple(path(grid, price, there, target))
    raise AssertionError("a reach holds only hexes that an entry hex leads to")
