"""Why a move is refused: forbidden hexes, duties, or the price, with its terms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Final

from grognard.core.words import Message, points
from grognard.games.lb.engineers import may_leave
from grognard.games.lb.movement.entry import confined, entry_area, group_of, road_duty
from grognard.games.lb.movement.reach import allowance, entries, entry_costs, going, may_rush
from grognard.games.lb.movement.road import clear_road
from grognard.games.lb.movement.why_act import why_stuck
from grognard.games.lb.stacking import why_closed
from grognard.games.lb.state import DESTROYED, EXITED, FIRST_MOVEMENT, NOT_ARRIVED, NOT_IN_PLAY, USED, LbState
from grognard.hex.grid import Sides, both_sides
from grognard.hex.trace import Going, path, reach, step_costs, total

COST_RULES: Final = {"road": "move.Ia", "zoc": "zoc.A", "zoc_leave": "zoc.B"}
FAR: Final = 80
"""Half points: a way that costs more is called none."""


def why_not_mover(state: LbState, side: int, unit: int) -> Message:
    """Why a unit cannot start a move now."""
    counters = state.game.counters
    bit = 1 << unit
    if counters.side[unit] != side:
        return state.message("why.not_your_unit", "move.D", unit=unit)
    if state.hex_of[unit] in (NOT_IN_PLAY, DESTROYED, USED, EXITED):
        return state.message("why.not_on_map", "move.general", unit=unit)
    if unit in state.building:
        return state.message("why.building", "eng.A", unit=unit)
    if state.moved & bit:
        return state.message("why.already_moved", "move.C", unit=unit)
    if not may_leave(state, unit):
        return state.message("why.bridge_in_use", "eng.C", unit=unit)
    if state.hex_of[unit] == NOT_ARRIVED:
        group = group_of(state, unit)
        rule = group.rule if group else "move.general"
        if group is None or not entry_area(state, group):
            return state.message("why.not_due", rule, unit=unit)
        if any(entries(state, unit)):
            return state.message("why.equal_counter", rule, unit=unit)
        return state.message("why.no_entry_hex", rule, unit=unit)
    return state.message("why.on_the_move", "move.C", unit=unit)


def why_not_there(state: LbState, unit: int, left: int, hex: int) -> list[Message]:
    """Why a unit in motion cannot go to a hex: what bars it, or the price line by line."""
    bar = _bar(state, unit, hex)
    if bar is not None:
        return [bar]
    ground, here = state.game.ground, state.hex_of[unit]
    if ground.grid.around[here] >> hex & 1:
        return _no_step(state, unit, left, hex)
    return _too_far(state, unit, left, hex)


def _bar(state: LbState, unit: int, hex: int) -> Message | None:
    """What forbids a hex to a unit whatever it could pay."""
    ground, bit = state.game.ground, 1 << unit
    here = state.hex_of[unit]
    if hex == here:
        return state.message("why.already_there", "move.A", unit=unit, hex=hex)
    if closed := why_closed(state, unit, hex):
        return closed
    if stuck := why_stuck(state, unit):
        return stuck
    if state.undeployed & bit:
        return state.message("why.bound_to_attack", "move.Ka", unit=unit, hex=hex)
    duty = road_duty(state, unit)
    if duty is None:
        return None
    hexes, by_road = confined(state, unit, duty)
    beside = ground.grid.around[here] >> hex & 1
    if hexes >> hex & 1 and not (by_road and beside and not ground.crosses(ground.roads, here, hex)):
        return None
    group = group_of(state, unit)
    rule = group.rule if group else "move.Ia"
    if state.released & bit:
        rule = "scenario3.entry.B"
    return state.message("why.bound_to_road", rule, unit=unit, hex=hex)


def _no_step(state: LbState, unit: int, left: int, hex: int) -> list[Message]:
    """What the step to a neighbour would cost, or the river between."""
    ground, here = state.game.ground, state.hex_of[unit]
    price = going(state, unit, True)
    if ground.crosses(ground.river, here, hex) and not ground.crosses(price.open, here, hex):
        return [state.message("why.no_bridge", "eng.general", unit=unit, hex=hex)]
    costs = _costs(state, price, (here, hex))
    needed = points(sum(costs.values()))
    rule = _price_rule(state, unit, costs)
    first = state.message("why.step_too_dear", rule, unit=unit, hex=hex, left=points(left), needed=needed)
    return [first, *_breakdown(state, unit, left, costs)]


def _too_far(state: LbState, unit: int, left: int, hex: int) -> list[Message]:
    """What the cheapest way there would cost, or that there is none."""
    grid = state.game.ground.grid
    price = going(state, unit, True)
    boards = reach(grid, price, state.hex_of[unit], FAR)
    for cost, board in enumerate(boards):
        if board >> hex & 1:
            key, rule = _why_so_dear(state, unit, left, hex)
            first = state.message(key, rule, unit=unit, hex=hex, left=points(left), needed=points(cost))
            costs = _costs(state, price, path(grid, price, boards, hex))
            return [first, *_breakdown(state, unit, left, costs)]
    return [state.message("why.no_way", "move.A", unit=unit, hex=hex)]


def _why_so_dear(state: LbState, unit: int, left: int, hex: int) -> tuple[str, str]:
    """What makes a far hex too dear: no supply, a road that cannot be marched on, or nothing but the way."""
    ground = state.game.ground
    if not state.supplied >> unit & 1:
        return "why.too_far", "supply.D1"
    price = going(state, unit, True)
    roads = both_sides(ground.roads, price.open)

    def in_reach(marching: Sides) -> bool:
        free = replace(price, roads=(("road", ground.road_cost, marching),))
        return bool(total(reach(ground.grid, free, state.hex_of[unit], left)) >> hex & 1)

    if not in_reach(roads):
        return "why.too_far", "move.A"
    if in_reach(both_sides(roads, ground.grid.towards(clear_road(state, unit)))):
        return "why.road_in_zoc", "move.Id"
    return "why.road_crowded", "move.Ib"


def _costs(state: LbState, price: Going, hexes: Iterable[int]) -> dict[str, int]:
    """What a path costs by reason, in half points: terrain, road, entering and leaving ZOC."""
    found: dict[str, int] = {}
    for a, b in pairwise(hexes):
        for name, cost in step_costs(state.game.ground.grid, price, a, b) or ():
            found[name] = found.get(name, 0) + cost
    return {name: cost for name, cost in found.items() if cost}


def _breakdown(state: LbState, unit: int, left: int, costs: dict[str, int]) -> list[Message]:
    """A price line by line, the total, and what the unit has to pay it with."""
    lines = [
        state.message("why.cost_of", COST_RULES.get(name, f"tec.{name}"), word=name, needed=points(cost))
        for name, cost in costs.items()
    ]
    lines.append(state.message("why.cost_total", "move.H", needed=points(sum(costs.values()))))
    full = allowance(state, unit)
    halved = not state.supplied >> unit & 1
    key, rule = ("why.cost_allowance_halved", "supply.D1") if halved else ("why.cost_allowance", "def.move")
    lines.append(state.message(key, rule, points=points(full), spent=points(full - left)))
    return lines


def _price_rule(state: LbState, unit: int, names: Iterable[str]) -> str:
    names = set(names)
    if not state.supplied >> unit & 1:
        return "supply.D1"
    if "zoc" in names:
        return "zoc.C1" if "zoc_leave" in names else "zoc.A"
    return "zoc.B" if "zoc_leave" in names else "move.A"


def why_not_rush(state: LbState, unit: int, hex: int) -> Message:
    """Why a unit cannot move undeployed to a hex (move.K)."""
    ground, side = state.game.ground, state.game.counters.side[unit]
    if state.phase != FIRST_MOVEMENT:
        return state.message("why.rush_second_phase", "seq.1c", unit=unit)
    if closed := why_closed(state, unit, hex):
        return closed
    if state.on_map(unit) and (stuck := why_stuck(state, unit)):
        return stuck
    if not may_rush(state, unit):
        return state.message("why.cannot_attack_undeployed", "move.Kb", unit=unit)
    if not ground.grid.grow(state.occupied[1 - side]) >> hex & 1:
        return state.message("why.rush_nobody_there", "move.Ka", unit=unit, hex=hex)
    return state.message("why.rush_no_gain", "move.Ka", unit=unit, hex=hex)


def why_not_entered(state: LbState, unit: int, hex: int, rushing: bool) -> Message:
    """Why a waiting unit cannot enter by a hex, deployed or not."""
    group = group_of(state, unit)
    rule = group.rule if group else "move.general"
    if group is None or not entry_area(state, group) >> hex & 1:
        return state.message("why.not_entry_hex", rule, unit=unit, hex=hex)
    if closed := why_closed(state, unit, hex):
        return closed
    if rushing:
        return why_not_rush(state, unit, hex)
    if entries(state, unit)[0] >> hex & 1:
        return state.message("why.enter_first", rule, unit=unit, hex=hex)
    if group.march is not None:
        in_zoc = state.zoc(1 - state.game.counters.side[unit]) >> hex & 1
        return state.message("why.entry_road_crowded", "move.Id" if in_zoc else "move.Ib", unit=unit, hex=hex)
    needed = min(cost for cost, hexes in entry_costs(state, unit, True).items() if hexes >> hex & 1)
    left = points(allowance(state, unit))
    return state.message("why.too_far", "move.A", unit=unit, hex=hex, left=left, needed=points(needed))
