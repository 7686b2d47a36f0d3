"""Chapter 8: why a unit cannot start a move, or cannot go where it is sent, down to each movement point."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from grognard.core.words import Message
from grognard.games.avl.boxes import can_enter
from grognard.games.avl.motion import Motion, allowance, going
from grognard.games.avl.stacking import why_closed, why_crowded
from grognard.games.avl.state import IN_BOX, ISOLATED, AvlState
from grognard.hex.trace import Going, flood, path, reach, step_costs, total

FAR = 60
"""Movement points beyond which nobody asks for the way."""

COST_RULES = {"minor_river": "8.1.3a", "zoc": "8.2.1a", "zoc_leave": "8.2.1a"}
"""The clause of a surcharge; whatever else costs something is the hex itself (8.1.2b)."""


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


def why_not_there(state: AvlState, move: Motion, hex: int) -> list[Message]:
    """Why a unit in motion cannot end in a hex: forbidden ground, enemies, stacking, or the price."""
    ground = state.game.ground
    unit = move.unit
    if hex == state.hex_of[unit]:
        return [state.message("why.already_there", "8.1.2b", unit=unit, hex=hex)]
    if not ground.land >> hex & 1:
        return [state.message("why.water", "8.1.5", unit=unit, hex=hex)]
    if closed := why_closed(state, unit, hex):
        return [closed]
    if move.reach(state).board() >> hex & 1:
        return [why_crowded(state, unit, hex)]
    if state.hex_of[unit] == IN_BOX:
        return [state.message("why.too_far_from_box", "11.2.2b", unit=unit, hex=hex)]
    if ground.grid.around[state.hex_of[unit]] >> hex & 1:
        return _no_step(state, move, hex)
    return _too_far(state, move, hex)


def _no_step(state: AvlState, move: Motion, hex: int) -> list[Message]:
    """What bars the hexside to a neighbour, or what the step would cost."""
    ground = state.game.ground
    unit = move.unit
    here = state.hex_of[unit]
    zoc = state.enemy_zoc(state.game.counters.side[unit])
    if ground.crosses(ground.map.hexsides["impassable"], here, hex):
        return [state.message("why.impassable", "8.1.5", unit=unit, hex=hex)]
    both = zoc >> here & 1 and zoc >> hex & 1
    if both and ground.crosses(ground.major, here, hex):
        return [state.message("why.river_between_zocs", "8.2.2", unit=unit, hex=hex)]
    if ground.crosses(ground.major_unbridged, here, hex):
        return [state.message("why.ford_is_whole_move", "8.1.3b", unit=unit, hex=hex)]
    price = going(state, unit, zoc)
    costs = _costs(state, price, (here, hex))
    rule = "8.2.1a" if any(name.startswith("zoc") for name in costs) else "8.1.2b"
    extra = 0 if zoc >> hex & 1 else move.extra(state)
    left = move.left(state, extra)
    first = state.message("why.step_too_dear", rule, unit=unit, hex=hex, left=left, needed=sum(costs.values()))
    return [first, *_breakdown(state, move, costs, extra)]


def _too_far(state: AvlState, move: Motion, hex: int) -> list[Message]:
    """What the cheapest way there would cost, or that there is none."""
    grid = state.game.ground.grid
    unit = move.unit
    zoc = state.enemy_zoc(state.game.counters.side[unit])
    extra = 0 if zoc >> hex & 1 else move.extra(state)
    price = going(state, unit, zoc)
    boards = reach(grid, price, state.hex_of[unit], FAR)
    for cost, board in enumerate(boards):
        if board >> hex & 1:
            if cost <= move.left(state, extra):
                extra = 0  # 15.0.1b only ways through ZOC lead there; else the extra point would not do either
            left = move.left(state, extra)
            first = state.message("why.too_far", "8.1.2b", unit=unit, hex=hex, left=left, needed=cost)
            costs = _costs(state, price, path(grid, price, boards, hex))
            return [first, *_breakdown(state, move, costs, extra)]
    return [state.message("why.no_way", _barred_by(state, unit, hex), unit=unit, hex=hex)]


def _barred_by(state: AvlState, unit: int, hex: int) -> str:
    """The clause that closes every way: rivers between ZOCs, enemies and the pocket, major rivers, or the map."""
    ground, here = state.game.ground, state.hex_of[unit]
    if total(reach(ground.grid, going(state, unit, 0), here, FAR)) >> hex & 1:
        return "8.2.2"
    if total(reach(ground.grid, state.game.going(0, ground.land & ~state.closed()), here, FAR)) >> hex & 1:
        return "5.0.2"
    if total(reach(ground.grid, state.game.going(0, ground.land), here, FAR)) >> hex & 1:
        return "13.0a"
    return "8.1.3b" if flood(ground.grid, 1 << here, ground.land, ground.open) >> hex & 1 else "8.1.5"


def _costs(state: AvlState, price: Going, hexes: Iterable[int]) -> dict[str, int]:
    """What a path costs by reason: ground, rivers, enemy ZOC."""
    found: dict[str, int] = {}
    for a, b in pairwise(hexes):
        costs = step_costs(state.game.ground.grid, price, a, b)
        assert costs is not None
        for name, points in costs:
            found[name] = found.get(name, 0) + points
    return {name: points for name, points in found.items() if points}


def _breakdown(state: AvlState, move: Motion, costs: dict[str, int], extra: int) -> list[Message]:
    """A price line by line, the total, and what the unit has to pay it with."""
    lines = [
        state.message("why.cost_of", COST_RULES.get(name, "8.1.2b"), word=name, needed=points)
        for name, points in costs.items()
    ]
    lines.append(state.message("why.cost_total", "8.1.2b", needed=sum(costs.values())))
    isolated = state.supply[move.unit] == ISOLATED
    points = allowance(state, move.unit)
    if isolated:  # 10.2.3 halves what is printed; the extra point comes on top of it
        lines.append(state.message("why.cost_allowance_halved", "10.2.3", points=points, spent=move.spent))
        if extra:
            lines.append(state.message("why.cost_extra_point", "15.0.1b", points=extra))
    else:
        rule = "15.0.1b" if extra else "8.1.2a"
        lines.append(state.message("why.cost_allowance", rule, points=points + extra, spent=move.spent))
    if not extra and move.extra(state):
        lines.append(state.message("why.no_extra_point", "15.0.1b"))
    return lines
