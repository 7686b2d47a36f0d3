"""Clauses 1.4e and 1.5g before they happen: HQs and launchers that stand alone where an enemy could attack them."""

from __future__ import annotations

from grognard.games.vl.going import allowance, reach
from grognard.games.vl.state import VlState
from grognard.hex.grid import bits, mask


def alone(state: VlState, side: int) -> int:
    """HQs and launchers without a combat unit in their hex."""
    counters = state.game.counters
    staffs = state.present & counters.of_side[side] & (counters.hqs | counters.launchers)
    return mask(unit for unit in bits(staffs) if not state.combat[side] >> state.hex_of[unit] & 1)


def exposed(state: VlState, side: int) -> int:
    """Those of them that an enemy could come beside in his next movement."""
    staffs = alone(state, side)
    if not staffs:
        return 0
    counters, threat = state.game.counters, 0
    for unit in bits(state.present & counters.of_side[1 - side] & counters.combat):
        threat |= reach(state, unit, allowance(state, unit)).board | 1 << state.hex_of[unit]
    near = state.game.ground.grid.grow(threat)
    return mask(unit for unit in bits(staffs) if near >> state.hex_of[unit] & 1)


def clause(state: VlState, units: int) -> str:
    """What befalls them: 1.4e an HQ is taken off for a turn, 1.5g a launcher is destroyed, which is worse."""
    return "1.5g" if units & state.game.counters.launchers else "1.4e"
