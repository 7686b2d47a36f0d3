"""What a player of Victory makes of a position: goals, ways to them, threatened cities, supply, and who must stay.

Everything here rests on what the player sees: own blocks, how many enemy blocks stand where, and those face up.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as field_
from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.games.victory.board.control import controlled
from grognard.games.victory.board.passage import ways
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import VictoryState
from grognard.games.victory.victory import level, points
from grognard.hex.grid import bits
from grognard.hex.trace import flood
from grognard.players.victory.guard import guards_needed, is_answered
from grognard.players.victory.weights import VictoryWeights

if TYPE_CHECKING:
    from grognard.games.victory.tables import VictoryTables

FAR: Final = 99.0
LAND, MARINE, SHIP = range(3)
"""Ways of getting about that have a field of distances each; aircraft fly straight."""

Key = tuple[object, ...]


@dataclass(frozen=True)
class Outlook:
    """One side's view of a position."""

    side: int
    weights: VictoryWeights
    enemies: int
    """Hexes with blocks of others."""
    count: dict[int, int]
    """By hex: how many."""
    friendly: int
    """The settlements that we control."""
    supplied: int
    """Hexes on our lines of supply or next to them."""
    goals: dict[int, float]
    """By city of others: what it is worth to go there."""
    need: dict[int, int]
    """By own city: blocks that it should keep."""
    urgent: bool
    """Time is short and we are not ahead."""
    winning: int
    """PP that are missing to win at once."""
    leads_by: int
    """PP that we have more than the best of the others."""
    time_gone: float
    """The share of the game that is over, this turn included; 0 where it has no end."""
    answered: bool
    """Others move after us this turn."""
    last: bool
    """It is the last turn."""
    fields: dict[tuple[int, int], list[float]] = field_(default_factory=dict)
    """By way of moving and goal: how far every hex is from it; filled in as blocks ask for it."""
    nearest: dict[tuple[int, int], float] = field_(default_factory=dict)
    """By way of moving and hex: how far the nearest goal is; filled in likewise."""
    goal_of: dict[tuple[int, int], Goal | None] = field_(default_factory=dict)
    """By way of moving and hex: what a block there makes for; filled in likewise."""
    refits: dict[int, list[float]] = field_(default_factory=dict)
    """By city of ours: what standing in each hex is worth to worn blocks that make for it; filled in likewise."""
    threats: list[float] = field_(default_factory=list)
    """By hex: how many enemy blocks can come there; filled in likewise."""


class Goal(NamedTuple):
    """What a block makes for: by hex, what standing there is worth to it."""

    hex: int
    worth: list[float]


def ours(state: VictoryState, side: int) -> int:
    """The settlements that a side controls: open ground is its own wherever a block of it stands (5.4a), and changes
    hands with every move."""
    return controlled(state, side, known_to=side) & state.game.ground.settlements


def look(state: VictoryState, side: int, weights: VictoryWeights) -> Outlook:
    """The position as a side with these weights sees it."""
    game = state.game
    ground = game.ground
    enemies = state.occupied_by_others(side)
    own = game.side_units[side] | game.blocks.factories
    count = {hex: (state.at[hex] & ~own).bit_count() for hex in bits(enemies)}
    friendly = ours(state, side)
    score = [points(state, one, known_to=side) for one in range(len(game.sides))]
    best = max(value for one, value in enumerate(score) if one != side)
    turns = game.turns(state.options)
    left = turns - state.turn if turns else FAR
    goals = {}
    for hex in bits(ground.cities & ~friendly):
        own_home = game.side_homes[side] >> hex & 1
        point = weights.home_goal if own_home else weights.foreign_goal
        goals[hex] = point * game.city_values[hex] - weights.held_goal * count.get(hex, 0)
        if hex == weights.aim:
            goals[hex] += weights.effort
    need = {hex: guards_needed(state, side, hex, count, weights) for hex in bits(ground.cities & friendly)}
    return Outlook(
        side=side,
        weights=weights,
        enemies=enemies,
        count=count,
        friendly=friendly,
        supplied=supplied_to(state, side, friendly, enemies),
        goals=goals,
        need=need,
        urgent=left <= weights.time_is_short and score[side] <= best,
        winning=level(state, side) - score[side],
        leads_by=score[side] - best,
        time_gone=state.turn / turns if turns else 0.0,
        answered=is_answered(state, side),
        last=left == 0,
    )


def supplied_to(state: VictoryState, side: int, friendly: int, enemies: int) -> int:
    """7.0-7.4 as far as one can see: lines to two friendly cities or more, by road and between ports."""
    game = state.game
    ground, grid = game.ground, game.ground.grid
    shut = enemies | game.owned & ~game.side_homes[side] & ~friendly
    roads = ground.map.path_hexes.get("road", 0) & ~shut
    sea = ground.water & ~shut
    ports = ground.ports & friendly & ~shut
    for hex in state.blockades:
        ports &= ~(1 << hex)
    cities = left = ground.cities & friendly & ~shut
    road_sides = ways(state).roads
    lines = 0
    while left:
        land = start = left & -left
        while True:
            wider = flood(grid, land, roads | land, road_sides) | land
            if wider & ports:
                waters = flood(grid, grid.step(wider & ports, ground.sail) & sea, sea, ground.sail)
                wider |= grid.step(waters, ground.sail) & ports
            if wider == land:
                break
            land = wider
        if land & cities & ~start:
            lines |= land
        left &= ~land
    return lines | grid.step(lines, ground.supply_sides) & ground.land


# ---- ways


@lru_cache(maxsize=32)
def _edges(
    game: VictoryTables, weights: VictoryWeights, ruined: frozenset[int]
) -> tuple[list[list[tuple[int, float]]], ...]:
    """By way of moving and hex: the hexes one may come from, and what the last hex of that way costs."""
    ground = game.ground
    grid = ground.grid
    way = ground.ways(ruined)
    waters = ground.water | ground.afloat_coast
    marches: list[list[tuple[int, float]]] = [[] for _ in range(grid.size)]
    wades: list[list[tuple[int, float]]] = [[] for _ in range(grid.size)]
    sails: list[list[tuple[int, float]]] = [[] for _ in range(grid.size)]
    for to in bits(ground.land | ground.water):
        for hex in grid.neighbours[to]:
            if hex < 0:
                continue
            d = grid.direction(hex, to)
            if way.open[d] >> hex & 1 and ground.land >> to & ground.land >> hex & 1:
                if way.roads[d] >> hex & 1:
                    cost = weights.on_road
                else:
                    cost = weights.off_road + weights.halting * (ground.halting >> to & 1)
                    cost += weights.wet * (way.wet[d] >> hex & 1)
                marches[to].append((hex, cost))
                if ground.coastal >> hex & ground.coastal >> to & 1:
                    wades[to].append((hex, cost))
            if ground.sail[d] >> hex & 1 and waters >> hex & waters >> to & 1:
                sails[to].append((hex, weights.sailing))
                wades[to].append((hex, weights.wading))
                if ground.water >> hex & ground.water >> to & 1:
                    marches[to].append((hex, weights.shipped))
    return marches, wades, sails


def field(state: VictoryState, weights: VictoryWeights, way: int, goal: int, ports: int, enemies: int) -> list[float]:
    """By hex: how far it is to a goal; ground units embark and land at these ports, enemies are in the way."""
    game = state.game
    ground = game.ground
    edges = _edges(game, weights, frozenset(state.ruined))[way]
    in_the_way, port_cost = weights.in_the_way, weights.port_cost
    far = [FAR] * ground.grid.size
    far[goal] = 0.0
    heap = [(0.0, goal)]
    harbours = ports if way == LAND else 0
    quays = harbours | ground.water & ground.grid.grow(harbours)
    while heap:
        distance, to = heappop(heap)
        if distance > far[to]:
            continue
        more = in_the_way if enemies >> to & 1 and to != goal else 0.0
        for hex, cost in edges[to]:
            new = distance + cost + more
            if new < far[hex]:
                far[hex] = new
                heappush(heap, (new, hex))
        if quays >> to & 1:
            other = ground.water if harbours >> to & 1 else harbours
            new = distance + port_cost + more
            for hex in bits(ground.grid.around[to] & other):
                if new < far[hex] and ground.crosses(ground.sail_canal, hex, to):
                    far[hex] = new
                    heappush(heap, (new, hex))
    return far


def still_holds(
    state: VictoryState,
    weights: VictoryWeights,
    way: int,
    goal: int,
    far: list[float],
    before: tuple[int, int],
    now: tuple[int, int],
) -> bool:
    """Whether a field stays as it is though (ports, enemies) have changed: no way led there, and none would now."""
    ground = state.game.ground
    edges = _edges(state.game, weights, frozenset(state.ruined))[way]
    in_the_way, port_cost = weights.in_the_way, weights.port_cost
    ports, enemies = now if way == LAND else (0, now[1])
    changed_ports = ports ^ before[0] if way == LAND else 0
    for hex in bits((enemies ^ before[1]) & ~(1 << goal)):
        start = far[hex]
        if start >= FAR:
            continue
        came = enemies >> hex & 1
        for other, cost in edges[hex]:
            if far[other] == start + cost if came else start + cost < far[other]:
                return False
        if (ports | changed_ports | ground.water) >> hex & 1 and way == LAND:
            for other in bits(ground.grid.around[hex] & (ground.water | ports | changed_ports)):
                if far[other] == start + port_cost if came else start + port_cost < far[other]:
                    return False
    for port in bits(changed_ports):
        for sea in bits(ground.grid.around[port] & ground.water):
            for one, other in ((port, sea), (sea, port)):
                new = far[one] + port_cost + (in_the_way if enemies >> one & 1 and one != goal else 0.0)
                if far[one] < FAR and (new < far[other] if ports >> port & 1 else new == far[other]):
                    return False
    return True


def way_of(state: VictoryState, unit: int) -> int:
    blocks = state.game.blocks
    if blocks.class_of[unit] == NAVAL:
        return SHIP
    return MARINE if state.game.kinds.rows[blocks.kind[unit]].coastal_only else LAND


# ---- what blocks are worth


def strike_power(state: VictoryState, weights: VictoryWeights, unit: int) -> float:
    """How much a block brings to an attack on land."""
    blocks = state.game.blocks
    air, naval, land = state.game.kinds.fire[blocks.kind[unit]]
    steps = state.steps[unit]
    class_ = blocks.class_of[unit]
    if class_ == GROUND:
        return steps * (land + weights.far_attack * (8 - blocks.turn[unit]))
    if class_ == AIR:
        return steps * (max(land - 1, 0) + weights.air_fights * air)
    return steps * (max(land - 1, 0) + weights.ships_fight * naval)


def cost_of(state: VictoryState, unit: int) -> int:
    return state.game.kinds.cost[state.game.blocks.kind[unit]]
