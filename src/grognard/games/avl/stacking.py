"""Chapter 5: which units may share a hex, and what happens when one enters a hex.

Limits bind where a unit ends its move, retreat or advance and where a reinforcement is placed (5.0.4); `room` is asked
there and nowhere else.
"""

from __future__ import annotations

from grognard.core.words import Message
from grognard.games.avl.counters import MINORS
from grognard.games.avl.state import AvlState
from grognard.games.avl.victory import take_city
from grognard.hex.grid import highest


def crowded(state: AvlState, unit: int) -> int:
    """The hexes where this unit may not end: full ones and those of a nation it does not stack with."""
    here = state.hex_of[unit]
    # its own place in the hex it stands in is its own: only others count there
    return taken(state, unit) & ~(1 << here) | (1 << here if _crowded_here(state, unit, here) else 0)


def taken(state: AvlState, unit: int) -> int:
    """The hexes without room for another unit of this one's nation, combat unit or HQ as it is."""
    counters = state.game.counters
    side, nation = counters.side[unit], counters.nation[unit]
    # 5.0.1 two combat units and one HQ
    found = state.full[side] if counters.combat >> unit & 1 else state.hqs[side]
    if nation in MINORS:
        for other in MINORS:
            if other != nation:
                found |= state.nations[other]  # 5.0.3 minor nations stack with their own and with Germans
    return found


def _crowded_here(state: AvlState, unit: int, hex: int) -> bool:
    others = state.at.get(hex, 0) & ~(1 << unit)
    return bool(others) and not may_stack(state, unit, others)


def may_stack(state: AvlState, unit: int, others: int) -> bool:
    """Whether a unit may stand with these others."""
    counters = state.game.counters
    if counters.combat >> unit & 1:
        if (others & counters.combat).bit_count() >= state.game.stack_limit:
            return False
    elif others & counters.hqs:
        return False
    nation = counters.nation[unit]
    return nation not in MINORS or not any(others & counters.of_nation[other] for other in MINORS if other != nation)


def why_crowded(state: AvlState, unit: int, hex: int) -> Message:
    """The stacking rule that keeps a unit from ending in a hex."""
    counters = state.game.counters
    others = state.at.get(hex, 0) & ~(1 << unit)
    nation = counters.nation[unit]
    if nation in MINORS and any(others & counters.of_nation[other] for other in MINORS if other != nation):
        return state.message("why.nations_do_not_stack", "5.0.3", unit=unit, hex=hex)
    if counters.combat >> unit & 1:
        return state.message("why.stack_full", "5.0.1", unit=unit, hex=hex, limit=state.game.stack_limit)
    return state.message("why.hq_in_hex", "5.0.1", unit=unit, hex=hex)


def enterable(state: AvlState, unit: int) -> int:
    """The hexes this unit may pass or enter: land, not closed, no enemy but a lone HQ that it can overrun."""
    counters = state.game.counters
    enemy = 1 - counters.side[unit]
    barred = state.combat[enemy] | state.closed()
    if counters.hqs >> unit & 1:
        barred |= state.hqs[enemy]  # 5.0.2 only combat units overrun
    return state.game.ground.land & ~barred


def why_closed(state: AvlState, unit: int, hex: int) -> Message | None:
    """What closes a hex of land to this unit, however it comes: the pocket, or enemies that it cannot overrun."""
    enemy = 1 - state.game.counters.side[unit]
    if state.closed() >> hex & 1:
        return state.message("why.pocket", "13.0a", unit=unit, hex=hex, turn=state.game.pocket_closed_through)
    if state.combat[enemy] >> hex & 1:
        return state.message("why.enemy_there", "5.0.2", unit=unit, hex=hex)
    if state.game.counters.hqs >> unit & 1 and state.hqs[enemy] >> hex & 1:
        return state.message("why.hq_cannot_overrun", "5.0.2", unit=unit, hex=hex)
    return None


def enter(state: AvlState, unit: int, hex: int) -> int:
    """Put a unit into a hex: it takes a Victory City at once (14.0.1a). Returns the HQ it overran, or -1 (12.1a)."""
    counters = state.game.counters
    side = counters.side[unit]
    state.put(unit, hex)
    if state.game.ground.city_board >> hex & 1:
        take_city(state, side, hex)
    if state.hqs[1 - side] >> hex & 1:
        hq = state.at[hex] & counters.hqs & counters.of_side[1 - side]
        return highest(hq)
    return -1
