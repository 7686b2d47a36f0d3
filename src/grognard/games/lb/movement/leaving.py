"""Leaving the map, where a goal in force says so: by which hexes, at what price, and what it shows to the enemy."""

from __future__ import annotations

from grognard.core.words import Message, points
from grognard.games.lb.movement.entry import reveal
from grognard.games.lb.plan import Condition
from grognard.games.lb.state import EXITED, LbState


def ways_out(state: LbState, side: int, open_choices: bool = False) -> list[Condition]:
    """The goals in force for which a side's units leave the map, with `open_choices` also those not chosen between."""
    chosen = state.chosen
    return [
        one
        for one in state.plan.gates[side]
        if one.choice < 0 or chosen[one.choice] == one.option or (open_choices and chosen[one.choice] < 0)
    ]


def exit_area(state: LbState, side: int, open_choices: bool = False) -> int:
    """The hexes by which a side's units may leave the map: those of its own objective (scenario1.victory.B, C)."""
    board = 0
    for one in ways_out(state, side, open_choices):
        board |= one.area
    return board


def exit_price(state: LbState, unit: int) -> int:
    """Leaving the map is paid like a clear hex, and zoc.B like leaving any other."""
    ground, counters = state.game.ground, state.game.counters
    cost = ground.exit_cost[counters.motor >> unit & 1]
    in_zoc = state.zoc(1 - counters.side[unit]) >> state.hex_of[unit] & 1
    return cost + (ground.zoc_leave if in_zoc else 0)


def leave_map(state: LbState, unit: int) -> None:
    """scenario1.victory.B a unit that has left does not return."""
    side, hex = state.game.counters.side[unit], state.hex_of[unit]
    state.exited[unit] = (state.turn, hex)
    state.take_off(unit, EXITED)
    for one in ways_out(state, side):
        if one.area >> hex & 1:
            reveal(state, one.choice, one.goal.rule)
            state.tell("event.exited", one.goal.rule, unit=unit, hex=hex)


def why_not_out(state: LbState, unit: int, left: int) -> Message:
    """Why a unit on the map that could march cannot leave it from here."""
    ways = ways_out(state, state.game.counters.side[unit])
    if not ways:
        return state.message("why.nobody_leaves", "move.A", unit=unit)
    if not any(one.area >> state.hex_of[unit] & 1 for one in ways):
        return state.message("why.no_exit", ways[0].goal.rule, unit=unit)
    in_zoc = state.zoc(1 - state.game.counters.side[unit]) >> state.hex_of[unit] & 1
    needed = points(exit_price(state, unit))
    return state.message(
        "why.exit_too_dear", "zoc.B" if in_zoc else "move.A", unit=unit, left=points(left), needed=needed
    )
