"""Chapter 8: the Movement Segment, unit by unit, with rivers, ZOC, roads and overruns.

A move is priced in movement points along ordinary ground and, in parallel, in half points along a road: a unit that
has kept to the road all the way may count the cheaper one (8.3). A destination is reached by the path that is
previewed; the unit may go on from there until it is done, so every path can be had.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.avl import verbs
from grognard.games.avl.counters import SOVIET
from grognard.games.avl.headquarters import await_return, overrun
from grognard.games.avl.stacking import crowded, enter, enterable, why_crowded
from grognard.games.avl.state import IN_BOX, ISOLATED, AvlState
from grognard.games.avl.victory import eliminate
from grognard.hex.grid import Grid, bits
from grognard.hex.trace import Going, path, reach, step_costs, total

NO_ROAD = -1
"""A move that has left the road, or never was on it (8.3.1b)."""


def allowance(state: AvlState, unit: int) -> int:
    """8.1.2a movement points for a segment; 10.2.3 halved, rounded down, when isolated."""
    points = state.game.counters.move[unit]
    return points // 2 if state.supply[unit] == ISOLATED else points


def going(state: AvlState, unit: int, zoc: int) -> Going:
    """What ordinary movement costs this unit now."""
    return state.game.going(zoc, enterable(state, unit))


@dataclass(frozen=True, slots=True)
class Reach:
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
class MoveUnits(Step[AvlState]):
    """The Movement Segment: pick the next unit, or end it (8.0, 8.1.1)."""

    player: int
    obvious = True
    words = "move"

    def offer(self, state: AvlState) -> Offer:
        ready = movers(state)
        offer: Offer = {verbs.UNIT: ready} if ready else {}
        if not boxed(state, ready):  # 11.2.2a the segment cannot end while a unit in a box can still enter
            offer[verbs.END_MOVEMENT] = verbs.YES
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        if verb == verbs.UNIT:
            state.push(start_of_move(state, self.player, target))
            return
        for unit in bits(boxed(state, state.activated & ~state.moved)):
            _lost_in_box(state, unit)
        state.moved = 0
        state.pop()

    def prompt(self, state: AvlState) -> Message:
        left = (state.activated & ~state.moved).bit_count()
        return state.message("prompt.move_units", "8.0", count=left)

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.UNIT:
            return why_not_mover(state, target)
        if verb == verbs.END_MOVEMENT:
            return [state.message("why.box_must_enter", "11.2.2a")]
        if verb == verbs.MOVE:
            return [state.message("why.pick_unit_first", "8.1.1")]
        return []


def why_not_mover(state: AvlState, unit: int) -> list[Message]:
    """Why a unit cannot start a move now."""
    bit = 1 << unit
    if state.game.counters.side[unit] != state.active:
        return [state.message("why.not_your_unit", "8.0", unit=unit)]
    if state.moved & bit:
        return [state.message("why.already_moved", "8.1.1", unit=unit)]
    if state.activated & bit:
        if state.hex_of[unit] == IN_BOX and not can_enter(state, unit):
            return [state.message("why.box_closed", "11.2.2a", unit=unit)]
        return [state.message("why.on_the_move", "8.1.1", unit=unit)]
    rule = "7.3.2a" if state.game.counters.hqs & bit else "7.0"
    return [state.message("why.not_activated", rule, unit=unit)]


@dataclass(frozen=True, slots=True)
class MoveUnit(Step[AvlState]):
    """One unit's move: how far it has come, by both ways of counting."""

    player: int
    unit: int
    spent: int
    """Movement points by ordinary ground."""
    road: int
    """Half points by road, or NO_ROAD once the move has left it."""
    quiet: bool
    """No enemy ZOC was started in or entered (8.3.1c, 15.0.1b)."""
    started: bool
    obvious = True
    words = "move_unit"

    # ---- what can be reached

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
        ground = state.game.ground
        grid = ground.grid
        price = state.game.going(zoc, free)
        left = allowance(state, self.unit) - self.spent
        ordinary = reach(grid, price, here, left) if left > 0 else []
        quiet: list[int] = []
        extra = self.extra(state)
        if extra and left + extra > 0:
            quiet = reach(grid, state.game.going(0, free & ~zoc), here, left + extra)
        return Reach(ordinary, quiet, self._by_road(state, zoc, free), self._ford(state, zoc, free))

    def _by_road(self, state: AvlState, zoc: int, free: int) -> list[int]:
        """8.3 strategic movement: half a point a hex along the road, never in an enemy ZOC."""
        ground = state.game.ground
        here = 1 << state.hex_of[self.unit]
        if self.road == NO_ROAD or not self.quiet or not here & ground.road_hexes:
            return []
        left = 2 * (allowance(state, self.unit) + self.extra(state)) - self.road
        return _along(state, here, free & ~zoc, left)

    def _ford(self, state: AvlState, zoc: int, free: int) -> int:
        """8.1.3b an unbridged major river is crossed as the whole move; 8.2.2 not from ZOC to ZOC."""
        if self.started:
            return 0
        ground = state.game.ground
        here = 1 << state.hex_of[self.unit]
        across = ground.grid.step(here, ground.major_unbridged) & free
        return across & ~zoc if here & zoc else across

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
        by_road = [0, roads, *_along(state, roads, free & ~zoc, 2 * (points + extra) - 1)[1:]] if roads else []
        return Reach(ordinary, quiet, by_road, 0)

    # ---- the ask

    def offer(self, state: AvlState) -> Offer:
        here = state.hex_of[self.unit]
        where = self.reach(state)
        state.memo = (self, where)
        targets = where.board() & ~crowded(state, self.unit)
        if here != IN_BOX:
            targets &= ~(1 << here)
        if self.started and not targets:
            return {verbs.STOP: verbs.YES}
        offer: Offer = {verbs.MOVE: targets} if targets else {}
        if here != IN_BOX:
            offer[verbs.STOP] = verbs.YES
        others = movers(state) & ~(1 << self.unit)
        if others:
            offer[verbs.UNIT] = others  # 8.1.1 taking up another unit ends this one's move, if it has moved
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        if verb == verbs.MOVE:
            self._march(state, target)
            return
        if verb == verbs.STOP or self.started:
            state.moved |= 1 << self.unit
        state.pop()
        if verb == verbs.UNIT:
            state.push(start_of_move(state, self.player, target))

    def _march(self, state: AvlState, target: int) -> None:
        route = self.route(state, target)
        here = state.hex_of[self.unit]
        zoc = state.enemy_zoc(state.game.counters.side[self.unit])
        ground = state.game.ground
        ford = here != IN_BOX and len(route.hexes) == 2 and ground.crosses(ground.major_unbridged, here, target)
        state.tell(
            "event.moved", "8.1.2b", unit=self.unit, hex=target, points=_points(route.cost),
            hexes=["box" if hex == IN_BOX else hex for hex in route.hexes],
        )  # fmt: skip
        after: tuple[Step[AvlState], ...] = ()
        if ford:
            state.moved |= 1 << self.unit  # 8.1.3b it stops after crossing
        else:
            after = (self._after(state, route.hexes, zoc),)
        state.replace(March(self.unit, route.hexes[1:]), *after)

    def _after(self, state: AvlState, hexes: tuple[int, ...], zoc: int) -> MoveUnit:
        """This move with a path added to both ways of counting."""
        ground = state.game.ground
        price = state.game.going(zoc, enterable(state, self.unit))
        spent, road, quiet = self.spent, self.road, self.quiet
        for a, b in pairwise(hexes):
            if a == IN_BOX:
                spent += _entry_cost(price, b)
                on_road = bool(ground.road_hexes >> b & 1)
            else:
                costs = step_costs(ground.grid, price, a, b)
                assert costs is not None
                spent += sum(points for _, points in costs)
                on_road = ground.crosses(ground.roads, a, b)
            quiet = quiet and not zoc >> b & 1
            road = road + 1 if road != NO_ROAD and on_road and quiet else NO_ROAD
        return MoveUnit(self.player, self.unit, spent, road, quiet, True)

    # ---- the path

    def route(self, state: AvlState, target: int) -> Route:
        """The path to a destination that makes the whole move cheapest; the road where it equals ordinary ground.

        Its cost is what it adds to the move so far: a path off the road after a road march makes that march ordinary
        too (8.3.1b). To a neighbour it is the step itself wherever that can be paid, and no HQ is overrun on the way
        that could be left alone (8.1.4): so every path can be had, hex by hex.
        """
        where = state.memo[1] if state.memo and state.memo[0] is self else self.reach(state)
        single = self._single_step(state, where, target)
        if single is not None:
            return single
        route = self._cheapest(state, where, target, 0)
        assert route is not None
        hqs = state.hqs[1 - state.game.counters.side[self.unit]] & ~(1 << target)
        if any(hqs >> hex & 1 for hex in route.hexes):
            return self._cheapest(state, self.reach(state, hqs), target, hqs) or route
        return route

    def so_far(self) -> int:
        """Half points of the move until here, by the way of counting that still holds."""
        return 2 * self.spent if self.road == NO_ROAD else self.road

    def _cheapest(self, state: AvlState, where: Reach, target: int, avoided: int) -> Route | None:
        """The cheapest path by road, by ordinary ground, or clear of all ZOC."""
        found = []
        for half, board in enumerate(where.road):
            if board >> target & 1:
                found.append((self.road + half, 0))
                break
        for kind, boards in ((1, where.ordinary), (2, where.quiet)):
            for points, board in enumerate(boards):
                if board >> target & 1:
                    found.append((2 * (self.spent + points), kind))
                    break
        if not found:
            return None
        total_cost, kind = min(found)
        return Route(self._hexes(state, where, target, kind, avoided), total_cost - self.so_far())

    def _single_step(self, state: AvlState, where: Reach, target: int) -> Route | None:
        """The step to a neighbour; None where it is none or cannot be paid."""
        here = state.hex_of[self.unit]
        grid = state.game.ground.grid
        if here == IN_BOX or not grid.around[here] >> target & 1:
            return None
        if where.ford >> target & 1:
            return Route((here, target), 0)  # 8.1.3c
        if len(where.road) > 1 and where.road[1] >> target & 1:
            return Route((here, target), 1)
        zoc = state.enemy_zoc(state.game.counters.side[self.unit])
        costs = step_costs(grid, going(state, self.unit, zoc), here, target)
        if costs is None:
            return None
        spent = self.spent + sum(points for _, points in costs)
        extra = 0 if zoc >> target & 1 else self.extra(state)
        if spent > allowance(state, self.unit) + extra:
            return None
        return Route((here, target), 2 * spent - self.so_far())

    def _hexes(self, state: AvlState, where: Reach, target: int, kind: int, avoided: int) -> tuple[int, ...]:
        zoc = state.enemy_zoc(state.game.counters.side[self.unit])
        grid = state.game.ground.grid
        free = enterable(state, self.unit) & ~avoided
        here = state.hex_of[self.unit]
        if kind == 0:
            hexes = _road_path(state, where.road, target)
            return (IN_BOX, *hexes) if here == IN_BOX else hexes
        boards = where.ordinary if kind == 1 else where.quiet
        price = state.game.going(zoc, free) if kind == 1 else state.game.going(0, free & ~zoc)
        if here != IN_BOX:
            return tuple(path(grid, price, boards, target))
        entry = state.game.box_entry[state.game.counters.side[self.unit]] & price.free
        return (IN_BOX, *_path_from_edge(state, price, boards, entry, target))

    # ---- words

    def prompt(self, state: AvlState) -> Message:
        points = allowance(state, self.unit) + self.extra(state)
        road = 0 if self.road == NO_ROAD else 2 * points - self.road
        left = max(points - self.spent, 0)
        return state.message("prompt.move_unit", "8.1.2a", unit=self.unit, points=left, road=_points(road))

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"unit": state.game.counters.rows[self.unit].id}

    def preview(self, state: AvlState, verb: int, target: int) -> Mapping[str, Any]:
        if verb != verbs.MOVE:
            return {}
        route = self.route(state, target)
        grid = state.game.ground.grid
        counters = state.game.counters
        enemy = 1 - counters.side[self.unit]
        overruns = [hex for hex in route.hexes if hex != IN_BOX and state.hqs[enemy] >> hex & 1]
        return {
            "path": ["box" if hex == IN_BOX else grid.name(hex) for hex in route.hexes],
            "cost": _points(route.cost),
            "points": allowance(state, self.unit) + self.extra(state),
            "overruns": [grid.name(hex) for hex in overruns],
        }

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.UNIT:
            return why_not_mover(state, target)
        if verb == verbs.STOP:
            return [state.message("why.box_must_enter", "11.2.2a")]
        if verb == verbs.MOVE:
            return why_not_there(state, self, target)
        if verb == verbs.END_MOVEMENT:
            return [state.message("why.finish_unit_first", "8.1.1", unit=self.unit)]
        return []


def why_not_there(state: AvlState, step: MoveUnit, hex: int) -> list[Message]:
    """Why a unit in motion cannot end in a hex: forbidden ground, enemies, stacking, or the price."""
    ground = state.game.ground
    unit = step.unit
    side = state.game.counters.side[unit]
    if hex == state.hex_of[unit]:
        return [state.message("why.already_there", "8.1.2b", unit=unit, hex=hex)]
    if not ground.land >> hex & 1:
        return [state.message("why.water", "8.1.5", unit=unit, hex=hex)]
    if state.closed() >> hex & 1:
        return [state.message("why.pocket", "13.0a", unit=unit, hex=hex, turn=state.game.pocket_closed_through)]
    if state.combat[1 - side] >> hex & 1:
        return [state.message("why.enemy_there", "5.0.2", unit=unit, hex=hex)]
    if not enterable(state, unit) >> hex & 1:
        return [state.message("why.hq_cannot_overrun", "5.0.2", unit=unit, hex=hex)]
    if step.reach(state).board() >> hex & 1:
        return [why_crowded(state, unit, hex)]
    return [_too_far(state, step, hex)]


def _too_far(state: AvlState, step: MoveUnit, hex: int) -> Message:
    """What the way there would cost, or that there is none."""
    ground = state.game.ground
    unit = step.unit
    zoc = state.enemy_zoc(state.game.counters.side[unit])
    left = allowance(state, unit) - step.spent
    extra = 0 if zoc >> hex & 1 else step.extra(state)
    here = state.hex_of[unit]
    if here == IN_BOX:
        return state.message("why.too_far_from_box", "11.2.2b", unit=unit, hex=hex)
    price = going(state, unit, zoc)
    if ground.grid.around[here] >> hex & 1:
        if ground.crosses(ground.map.hexsides["impassable"], here, hex):
            return state.message("why.impassable", "8.1.5", unit=unit, hex=hex)
        both = zoc >> here & 1 and zoc >> hex & 1
        if both and ground.crosses(ground.major, here, hex):
            return state.message("why.river_between_zocs", "8.2.2", unit=unit, hex=hex)
        if ground.crosses(ground.major_unbridged, here, hex):
            return state.message("why.ford_is_whole_move", "8.1.3b", unit=unit, hex=hex)
        costs = step_costs(ground.grid, price, here, hex)
        assert costs is not None
        rule = "8.2.1a" if any(name.startswith("zoc") for name, _ in costs) else "8.1.2b"
        return state.message(
            "why.step_too_dear", rule, unit=unit, hex=hex, left=max(left + extra, 0),
            needed=sum(points for _, points in costs),
            costs=[{"word": name, "points": points} for name, points in costs],
        )  # fmt: skip
    boards = reach(ground.grid, price, here, 60)
    for cost, board in enumerate(boards):
        if board >> hex & 1:
            if cost > left + extra:
                left += extra  # 15.0.1b the extra point would not do either; else only ways through ZOC lead there
            return state.message("why.too_far", "8.1.2b", unit=unit, hex=hex, left=max(left, 0), needed=cost)
    return state.message("why.no_way", "8.1.2b", unit=unit, hex=hex)


@dataclass(frozen=True, slots=True)
class Route:
    """A path with what it costs in half movement points."""

    hexes: tuple[int, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class March(Step[AvlState]):
    """A unit on its way along a path; it stops for the relocation of each HQ that it overruns (8.1.4, 12.7a)."""

    unit: int
    path: tuple[int, ...]
    automatic = True

    def run(self, state: AvlState) -> None:
        enemy = 1 - state.game.counters.side[self.unit]
        notable = state.hqs[enemy] | state.game.ground.city_board
        for number, hex in enumerate(self.path, 1):
            # only the last hex, cities and HQs matter: the hexes between are passed without a trace
            if notable >> hex & 1 or number == len(self.path):
                hq = enter(state, self.unit, hex)
                if hq >= 0:
                    rest = self.path[number:]
                    if rest:
                        state.push(March(self.unit, rest))
                    overrun(state, hq, hex, self.unit)
                    return


def start_of_move(state: AvlState, player: int, unit: int) -> MoveUnit:
    """A unit about to move: on a road it may hope for strategic movement (8.3.1b, 8.3.1c)."""
    ground = state.game.ground
    here = state.hex_of[unit]
    if here == IN_BOX:
        return MoveUnit(player, unit, 0, 0, True, False)
    in_zoc = state.enemy_zoc(state.game.counters.side[unit]) >> here & 1
    on_road = ground.road_hexes >> here & 1
    return MoveUnit(player, unit, 0, 0 if on_road and not in_zoc else NO_ROAD, not in_zoc, False)


# ---- boxes (11.2)


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
    for unit in bits(boxed(state, ready)):
        if not can_enter(state, unit):
            ready ^= 1 << unit
    return ready


def can_enter(state: AvlState, unit: int) -> bool:
    """Whether a unit in a box finds a hex to end its entry move in."""
    side = state.game.counters.side[unit]
    # the common case first: an entry hex of the cheapest ground, free of ZOC, with room
    cheap = state.game.box_entry[side] & state.game.ground.entry[0][2] & ~state.enemy_zoc(side)
    if cheap & enterable(state, unit) & ~crowded(state, unit):
        return True
    step = start_of_move(state, state.active, unit)
    return bool(step.reach(state).board() & ~crowded(state, unit))


def _lost_in_box(state: AvlState, unit: int) -> None:
    """11.2.2a a unit that finds no entry hex is eliminated; its HQ is treated as one that cannot relocate (12.7d)."""
    if state.game.counters.hqs >> unit & 1:
        await_return(state, unit)
    else:
        eliminate(state, unit, "11.2.2a")


# ---- helpers of the tracing


def _points(half_points: int) -> str:
    """Half points as a player writes them.

    >>> _points(5), _points(4)
    ('2.5', '2')
    """
    whole, half = divmod(half_points, 2)
    return f"{whole}.5" if half else str(whole)


def _entry_cost(price: Going, hex: int) -> int:
    return sum(points for _, points, board in price.entry if board >> hex & 1)


def _along(state: AvlState, start: int, free: int, most: int) -> list[int]:
    """Boards by half points along the road from these hexes."""
    ground = state.game.ground
    wave = start
    rest = free & ~wave
    boards = [wave]
    for _ in range(most):
        wave = ground.grid.step(wave, ground.roads) & rest
        if not wave:
            break
        rest ^= wave
        boards.append(wave)
    return boards


def _road_path(state: AvlState, boards: list[int], target: int) -> tuple[int, ...]:
    """Back along the road from a hex to where the boards begin."""
    ground = state.game.ground
    cost = next(half for half, board in enumerate(boards) if board >> target & 1)
    hexes = [target]
    while cost > 0 and boards[cost - 1]:
        cost -= 1
        before = ground.grid.step(1 << hexes[-1], ground.roads) & boards[cost]
        hexes.append((before & -before).bit_length() - 1)
    return tuple(reversed(hexes))


def _reach_from_edge(grid: Grid, price: Going, entry: int, points: int) -> list[int]:
    """The reaches from every entry hex in one, entry cost included, each hex at its cheapest."""
    boards = [0] * (points + 1)
    for hex in bits(entry):
        cost = _entry_cost(price, hex)
        for more, board in enumerate(reach(grid, price, hex, points - cost) if cost <= points else []):
            boards[cost + more] |= board
    seen = 0
    for cost, board in enumerate(boards):
        boards[cost] = board & ~seen
        seen |= board
    return boards


def _path_from_edge(state: AvlState, price: Going, boards: list[int], entry: int, target: int) -> tuple[int, ...]:
    """The path from the entry hex that serves a destination best, lowest hex first."""
    grid = state.game.ground.grid
    cost = next(points for points, board in enumerate(boards) if board >> target & 1)
    for hex in bits(entry):
        left = cost - _entry_cost(price, hex)
        if left < 0:
            continue
        there = reach(grid, price, hex, left)
        if there[left] >> target & 1:
            return tuple(path(grid, price, there, target))
    raise AssertionError("a reach holds only hexes that an entry hex leads to")
