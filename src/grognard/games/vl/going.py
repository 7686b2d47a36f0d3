"""Chapters 3 and 4: what movement costs a counter at this moment, in half points, and where it has to stop."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.vl.counters import SOVIET
from grognard.games.vl.entry import entry_hexes
from grognard.games.vl.ground import HALVES, INFANTRY, MECHANISED, SKI
from grognard.games.vl.state import UNSUPPLIED, VlState
from grognard.games.vl.zoc import exerting, firm_hexes, keeps_ring, same_zoc, zoc
from grognard.hex.grid import bits
from grognard.hex.trace import Going, path, reach_from


def allowance(state: VlState, unit: int) -> int:
    """1.3b half points for a phase; 8.3b halved when unsupplied."""
    points = state.game.counters.move[unit] * HALVES
    return points // 2 if state.supply[unit] == UNSUPPLIED else points


def mover(state: VlState, unit: int) -> int:
    """The class of a counter in the Terrain Effects Table (16.1)."""
    counters = state.game.counters
    if counters.mechanised >> unit & 1:
        return MECHANISED
    return SKI if counters.ski >> unit & 1 else INFANTRY


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a counter can go: boards by half points, and what they were made from."""

    going: Going
    stop: int
    seeds: list[int]
    boards: list[int]

    def board(self) -> int:
        found = 0
        for board in self.boards:
            found |= board
        return found

    def cost(self, hex: int) -> int:
        return next(points for points, board in enumerate(self.boards) if board >> hex & 1)

    def path(self, state: VlState, hex: int) -> list[int]:
        return path(state.game.ground.grid, self.going, self.boards, hex, self.stop, self.seeds)


def reach(state: VlState, unit: int, left: int, clogged: int | None = None) -> Reach:
    """Where a counter can go with the half points it has left, from its hex or from off the map (13.2a); with roads
    clogged as they are, or in these hexes alone (3.2b)."""
    if clogged is None:
        clogged = obstructed(state, unit)
    going, stop = prices(state, unit, clogged)
    grid = state.game.ground.grid
    seeds = [1 << state.hex_of[unit]] if state.on_map(unit) else _entry_prices(state, unit, clogged)
    return Reach(going, stop, seeds, reach_from(grid, going, seeds, left, stop))


def prices(state: VlState, unit: int, clogged: int | None = None) -> tuple[Going, int]:
    """What every step costs this counter now, and the hexes where it has to stop (4.2.1a)."""
    counters = state.game.counters
    side = counters.side[unit]
    enemy = 1 - side
    kind = mover(state, unit)
    free = state.game.ground.land & ~state.occupied[enemy]  # 3.1a, 1.4e, 1.6 not even a lone HQ is walked over
    enemy_zoc = zoc(state, enemy)
    holding = exerting(state, enemy)
    stop = enemy_zoc
    if kind == SKI:
        # 4.4a ski troops slip from ZOC to ZOC of foot infantry without stopping; against others the usual rules hold
        holding = firm_hexes(state, enemy)
        stop = (state.game.ground.grid.grow(holding) | holding) & enemy_zoc
    here = state.hex_of[unit]
    bound = 0
    if state.on_map(unit) and stop >> here & 1:
        bound = same_zoc(state, side, here, holding) | 1 << here  # 4.2.1c
    if side == SOVIET and keeps_ring(state, unit):
        # 4.2.2 the ring opens as it leaves its hex: on its way the Festungs have their ZOC again
        stop |= state.game.ground.grid.grow(state.festungs)
    if clogged is None:
        clogged = obstructed(state, unit)
    return state.game.going(kind, free, enemy_zoc, bound, clogged), stop


def obstructed(state: VlState, unit: int) -> int:
    """3.2b the hexes where another mechanised unit or launcher takes the road from this one, if it is mechanised."""
    if mover(state, unit) != MECHANISED:
        return 0
    counters = state.game.counters
    side = counters.side[unit]
    found = 0
    for hex in bits(state.occupied[side] & state.game.ground.path_hexes):
        if state.at[hex] & counters.obstructing & ~(1 << unit):
            found |= 1 << hex
    return found


def _entry_prices(state: VlState, unit: int, clogged: int) -> list[int]:
    """13.2a the entry hexes by what entering them costs: by road or railway where one runs in, else their terrain."""
    ground = state.game.ground
    kind = mover(state, unit)
    dearest = max(points for _, points, _ in ground.entry[kind])
    seeds = [0] * (dearest + 1)
    hexes = entry_hexes(state, unit)
    by_road = hexes & ground.gates & ~clogged
    seeds[ground.path_cost[kind]] |= by_road
    for _, points, board in ground.entry[kind]:
        seeds[points] |= hexes & board & ~by_road
    return seeds
