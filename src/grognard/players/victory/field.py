"""How far hexes are from a goal, by each way of getting about: found out from the goal on, and only as far as is asked.

Most blocks that look for a goal stand near it, so that few fields are ever needed whole.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from grognard.games.victory.kinds import NAVAL
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits
from grognard.players.victory.weights import VictoryWeights

if TYPE_CHECKING:
    from grognard.games.victory.tables import VictoryTables

FAR: Final = 99.0
LAND, MARINE, SHIP = range(3)
"""Ways of getting about that have a field of distances each; aircraft fly straight."""

Edges = list[list[tuple[int, float]]]
"""By hex: the hexes one may come from, and what the last hex of that way costs."""


def way_of(state: VictoryState, unit: int) -> int:
    blocks = state.game.blocks
    if blocks.class_of[unit] == NAVAL:
        return SHIP
    return MARINE if state.game.kinds.rows[blocks.kind[unit]].coastal_only else LAND


class Field:
    """How far it is to one goal; ground units embark and land at these ports, enemies are in the way."""

    __slots__ = ("_edges", "_enemies", "_far", "_heap", "_in_the_way", "_port_cost", "_quays")

    def __init__(
        self, state: VictoryState, weights: VictoryWeights, way: int, goal: int, ports: int, enemies: int
    ) -> None:
        self._edges: Final = _edges(state.game, weights, frozenset(state.ruined))[way]
        self._quays: Final = _quays(state.game, ports) if way == LAND else {}
        self._enemies: Final = frozenset(bits(enemies & ~(1 << goal)))
        self._in_the_way: Final = weights.in_the_way
        self._port_cost: Final = weights.port_cost
        self._far: Final = [FAR] * state.game.ground.grid.size
        self._far[goal] = 0.0
        self._heap: Final = [(0.0, goal)]
        """Hexes from where it goes on, by how far they are: nothing nearer than the first of them changes any more."""

    def __getitem__(self, hex: int) -> float:
        """How far one hex is."""
        self._grow(hex)
        return self._far[hex]

    def whole(self) -> list[float]:
        """By hex: how far it is."""
        self._grow(None)
        return self._far

    def _grow(self, wanted: int | None) -> None:
        """Go on until it is known how far a hex is, or all of them."""
        far, heap, edges, quays, enemies = self._far, self._heap, self._edges, self._quays, self._enemies
        while heap and (wanted is None or heap[0][0] < far[wanted]):
            distance, to = heappop(heap)
            if distance > far[to]:
                continue
            more = self._in_the_way if to in enemies else 0.0
            for hex, cost in edges[to]:
                new = distance + cost + more
                if new < far[hex]:
                    far[hex] = new
                    heappush(heap, (new, hex))
            if to in quays:
                new = distance + self._port_cost + more
                for hex in quays[to]:
                    if new < far[hex]:
                        far[hex] = new
                        heappush(heap, (new, hex))


@lru_cache(maxsize=32)
def _edges(game: VictoryTables, weights: VictoryWeights, ruined: frozenset[int]) -> tuple[Edges, Edges, Edges]:
    """By way of getting about."""
    ground = game.ground
    grid = ground.grid
    way = ground.ways(ruined)
    waters = ground.water | ground.afloat_coast
    marches: Edges = [[] for _ in range(grid.size)]
    wades: Edges = [[] for _ in range(grid.size)]
    sails: Edges = [[] for _ in range(grid.size)]
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


@lru_cache(maxsize=256)
def _quays(game: VictoryTables, ports: int) -> dict[int, list[int]]:
    """By port of these and hex of water before one: the hexes from where one embarks or lands there."""
    ground = game.ground
    found = {}
    for to in bits(ports | ground.water & ground.grid.grow(ports)):
        other = ground.water if ports >> to & 1 else ports
        beside = [hex for hex in bits(ground.grid.around[to] & other) if ground.crosses(ground.sail_canal, hex, to)]
        if beside:
            found[to] = beside
    return found
