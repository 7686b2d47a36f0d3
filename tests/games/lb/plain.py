"""Movement and supply written plainly and slowly, hex by hex: the twin against which the bitboards are tested."""

from __future__ import annotations

import heapq
from itertools import pairwise

from grognard.games.lb import GAME
from grognard.games.lb.state import LbState

Costs = dict[str, int]
COSTS = {name: (2 * row.move.foot, 2 * row.move.motor) for name, row in GAME.files.tables.terrain.items()}
GRID = GAME.ground.grid


def neighbours(hex: int) -> list[int]:
    return [one for one in GRID.neighbours[hex] if one >= 0]


def pairs(kind: str) -> set[frozenset[int]]:
    """Road steps or river hexsides as pairs of hexes, read from the map's document."""
    found = set()
    if kind == "river":
        for pair in GAME.map.document["hexsides"]["river"].split():
            found.add(frozenset(GRID.index(one) for one in pair.split("-")))
        return found
    for route in GAME.map.document["paths"]:
        if route["kind"] == kind:
            names = route["hexes"].split()
            for a, b in pairwise(names):
                found.add(frozenset((GRID.index(a), GRID.index(b))))
    return found


ROADS, RIVERS = pairs("road"), pairs("river")


def units_at(state: LbState, side: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for unit, hex in enumerate(state.hex_of):
        if state.on_map(unit) and GAME.counters.side[unit] == side:
            found.setdefault(hex, []).append(unit)
    return found


def zoc_of(state: LbState, side: int) -> set[int]:
    """zoc.general, zoc.E1, zoc.F."""
    found = set()
    for hex, units in units_at(state, side).items():
        for unit in units:
            kind = GAME.units[unit].kind
            has = kind.zoc is True or (kind.zoc == "unlimbered" and not state.limbered >> unit & 1)
            if has:
                found |= {one for one in neighbours(hex) if GAME.map.terrain_at[one] not in ("forest", "swamp")}
    return found


def open_river(state: LbState, side: int, a: int, b: int, mover: int = -1) -> bool:
    """eng.general, eng.B1, eng.C."""
    pair = frozenset((a, b))
    if pair not in RIVERS:
        return True
    if pair in ROADS and not state.options["engineer_bridges_only"]:
        return True
    return any(
        frozenset(GAME.ground.rivers[number]) == pair and GAME.counters.side[unit] == side and unit != mover
        for unit, number in state.bridges.items()
    )


def road_crowd(state: LbState, unit: int) -> set[int]:
    """move.Ib the road hexes within the unit's space of another unit, along the road."""
    others = {
        hex for side in (0, 1) for hex, units in units_at(state, side).items() if any(one != unit for one in units)
    }
    roads = {hex for pair in ROADS for hex in pair}
    wave = others & roads
    for _ in range(GAME.counters.rms[unit]):
        wave = wave | {b for a in wave for b in neighbours(a) if frozenset((a, b)) in ROADS}
    return wave


def reach(state: LbState, unit: int, budget: int, deployed: bool) -> dict[int, int]:
    """Hex -> half points of the cheapest way (move.A, move.F, move.G, move.I, zoc.A to zoc.C)."""
    side = GAME.counters.side[unit]
    motor = GAME.units[unit].kind.move >= 8
    enemy, friends = units_at(state, 1 - side), units_at(state, side)
    zoc, crowd = zoc_of(state, 1 - side), road_crowd(state, unit)
    start = state.hex_of[unit]
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > best[here]:
            continue
        for there in neighbours(here):
            counting = [one for one in friends.get(there, []) if one not in state.bridges]
            if there in enemy or len(counting) >= 3 or not open_river(state, side, here, there, unit):
                continue
            if frozenset((here, there)) in ROADS and there not in crowd and there not in zoc:
                cost = 1
            else:
                cost = COSTS[GAME.map.terrain_at[there]][motor] + (6 if there in zoc and deployed else 0)
            cost += 4 if here in zoc else 0
            if spent + cost <= budget and spent + cost < best.get(there, 10**6):
                best[there] = spent + cost
                heapq.heappush(heap, (spent + cost, there))
    return best


def supplied(state: LbState, side: int) -> set[int]:
    """The hexes in supply (supply.A to supply.E), each asked for by itself from the unit towards the HQs."""
    enemy, friends = units_at(state, 1 - side), units_at(state, side)
    zoc = zoc_of(state, 1 - side)
    free = {hex for hex in GRID.hexes if hex not in enemy and (hex not in zoc or hex in friends)}
    sources = {hex for hex in free if state.plan.sources[side] >> hex & 1}
    linked, wave = set(sources), list(sources)
    while wave:
        here = wave.pop()
        for there in neighbours(here):
            if there in free and there not in linked and open_river(state, side, here, there):
                linked.add(there)
                wave.append(there)
    hqs = {
        hex for hex, units in friends.items() for unit in units
        if GAME.units[unit].kind.type == "headquarters" and hex in linked
    }  # fmt: skip
    return {hex for hex in free if _reaches(state, side, hex, hqs, free)}


def _reaches(state: LbState, side: int, start: int, hqs: set[int], free: set[int]) -> bool:
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if here in hqs:
            return True
        for there in neighbours(here):
            if there not in free or not open_river(state, side, here, there):
                continue
            cost = 1 if frozenset((here, there)) in ROADS else COSTS[GAME.map.terrain_at[there]][1]
            if spent + cost <= 20 and spent + cost < best.get(there, 10**6):
                best[there] = spent + cost
                heapq.heappush(heap, (spent + cost, there))
    return False
