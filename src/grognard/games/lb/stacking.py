"""Stacking: three units to a hex at all times, in movement too (stack.A)."""

from __future__ import annotations

from grognard.core.words import Message
from grognard.games.lb.state import LbState


def enterable(state: LbState, side: int) -> int:
    """The hexes a unit of this side may enter or pass: move.G no enemy unit, stack.A, move.F not three friends."""
    return state.game.ground.land & ~state.occupied[1 - side] & ~state.full[side]


def why_closed(state: LbState, unit: int, hex: int) -> Message | None:
    """Why a unit may neither enter nor pass a hex."""
    side = state.game.counters.side[unit]
    if state.occupied[1 - side] >> hex & 1:
        return state.message("why.enemy_there", "move.G", unit=unit, hex=hex)
    if state.full[side] >> hex & 1:
        return state.message("why.stack_full", "stack.A", unit=unit, hex=hex, limit=state.game.stack_limit)
    return None
