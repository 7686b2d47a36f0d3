"""Road travel (Movement, Case I): where a unit may march at the road rate, for the other units on the road.

It is asked anew for every hex: a crowded one costs its other terrain (move.Ic, tec.a), and where the space is clear
again the rate holds again, so units follow each other down one road (move.Ie).
"""

from __future__ import annotations

from grognard.games.lb.state import LbState


def road_ok(state: LbState, unit: int) -> int:
    """The road hexes that this unit may enter at the road rate now: move.Id never into an enemy ZOC."""
    return clear_road(state, unit) & ~state.zoc(1 - state.game.counters.side[unit])


def clear_road(state: LbState, unit: int) -> int:
    """The road hexes with room for this unit's column.

    move.Ib its Road Movement Space, counted along the road, must hold no other unit, friend or enemy; stack.B nor may
    the hex itself.
    """
    counters, ground = state.game.counters, state.game.ground
    here = state.hex_of[unit]
    others = state.occupied[0] | state.occupied[1]
    if state.on_map(unit) and state.at[here] == 1 << unit:
        others ^= 1 << here
    crowded = state.game.along_road(others & ground.road_hexes, counters.rms[unit])
    return ground.road_hexes & ~crowded
