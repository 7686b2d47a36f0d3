"""What a move leads to, told while it is considered: enemy ZOC, lost supply, the end of the road, and other odds.

Everything is worked out by the rules' own functions on a copy of the position in which the unit stands at its goal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.core.ahead import Consequence, changes, consequences
from grognard.games.avl.combat import attackers, chances, fresh, levels, odds
from grognard.games.avl.motion import NO_ROAD, Motion, allowance
from grognard.games.avl.routes import Route, fords, walk
from grognard.games.avl.state import IN_BOX, AvlState
from grognard.games.avl.tracing import in_supply
from grognard.hex.grid import bits


def ahead(state: AvlState, move: Motion, route: Route) -> dict[str, Any]:
    """The consequences of a path, and the odds that it changes."""
    after = state.clone()
    after.put(move.unit, route.hexes[-1])
    found: dict[str, Any] = {"consequences": consequences(state.game, _consequences(state, after, move, route))}
    if fresh(state) >> move.unit & 1:
        found |= {"chances": _changed_odds(state, after, move.unit)}
    return found


def _consequences(state: AvlState, after: AvlState, move: Motion, route: Route) -> Iterator[Consequence]:
    unit, hex = move.unit, route.hexes[-1]
    counters, ground = state.game.counters, state.game.ground
    side = counters.side[unit]
    if not in_supply(after, side) >> hex & 1:
        if counters.hqs >> unit & 1:
            yield Consequence("supply", state.message("ahead.hq_supply", "10.3"))
        else:
            key = "ahead.isolated" if state.supply[unit] else "ahead.supply"
            yield Consequence("supply", state.message(key, "10.1.3a"))
    if state.enemy_zoc(side) >> hex & 1:
        units = 0
        for beside in bits(ground.grid.step(1 << hex, ground.open) & state.combat[1 - side]):
            units |= state.at[beside] & counters.combat
        yield Consequence("zoc", state.message("ahead.zoc", "8.2.1a", units=bits(units), points=ground.zoc_leave))
    left = state.hex_of[unit]
    if left in ground.city_number and not after.at.get(left):
        yield Consequence("garrison", state.message("ahead.garrison", "14.0.1a", hex=left), bad=False)
    if fords(state, route):
        yield Consequence("stop", state.message("ahead.ford", "8.1.3b"))
        return
    *_, (spent, road, quiet) = walk(state, move, route.hexes, state.enemy_zoc(side))
    if road != NO_ROAD and road == move.so_far() + route.cost and spent >= allowance(state, unit):
        rest = Motion(unit, spent, road, quiet, True).reach(after).board() & ~(1 << hex)
        key = "ahead.road_only" if rest else "ahead.road_end"
        yield Consequence("road_end", state.message(key, "8.3.1b"), bad=False)


def _changed_odds(state: AvlState, after: AvlState, unit: int) -> dict[str, Any]:
    """The best odds on enemies beside the unit now and then, where they are not the same."""
    ground = state.game.ground
    places = 1 << after.hex_of[unit]
    if state.hex_of[unit] != IN_BOX:
        places |= 1 << state.hex_of[unit]
    enemies = ground.zoc(places) & state.combat[1 - state.active] & ~state.attacked
    before, then = (chances(one, levels(one, enemies)) for one in (state, after))
    found = changes(before, then)
    for name, shown in found.items():
        hex = ground.grid.index(name)
        best = odds(after, attackers(after, hex), hex)
        shown |= {"next": best["next"]} if "next" in best else {}
    return found
