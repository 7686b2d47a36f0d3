"""Lines along the ground, from bare boards: roads, lines to a source of supply, the reach of an HQ."""

from __future__ import annotations

from grognard.games.lb.ground import Ground
from grognard.hex.grid import Sides, both_sides
from grognard.hex.trace import entries, fill


def along_road(ground: Ground, hexes: int, space: int) -> int:
    """The road hexes within so many road hexes of these, themselves included (move.Ib)."""
    wave = hexes
    for _ in range(space):
        wave |= ground.grid.step(wave, ground.roads)
    return wave


def trace_to_source(ground: Ground, allowed: int, sources: int, ways: Sides) -> int:
    """The hexes with an unblocked line to the sources; supply.B.III rivers only by bridges."""
    return fill(ground.grid, sources, allowed, entries(ground.grid, ways))


def trace_to_hq(ground: Ground, hqs: int, allowed: int, ways: Sides, most: int) -> int:
    """The hexes within so many half points of an HQ.

    supply.A counts from the unit towards the HQ, the HQ's hex included, in the motorized column, and along a road at
    the road rate. So it is traced backwards: a hex hands on to those beside it what entering *it* costs.
    """
    step, road_hexes, road_cost = ground.grid.step, ground.road_hexes, ground.road_cost
    roads = both_sides(ground.roads, ways)
    arriving = [0] * (most + 1)
    handing_on = [0] * (most + 1)
    arriving[0] = hqs
    left = allowed | hqs
    for now in range(most + 1):
        new = arriving[now] & left
        if onward := handing_on[now]:
            new |= step(onward, ways) & left
        if not new:
            continue
        left ^= new
        for cost, board in ground.motor_costs:
            if now + cost <= most:
                handing_on[now + cost] |= new & board
        if now + road_cost <= most and (on_road := new & road_hexes):
            arriving[now + road_cost] |= step(on_road, roads)
    return (allowed | hqs) ^ left
