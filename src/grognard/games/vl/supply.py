"""Chapter 8: lines of supply, and what becomes of units without one. Looked at in phase A only (8.1c)."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.vl.counters import GERMAN, SIDES, SOVIET
from grognard.games.vl.state import ISOLATED, SUPPLIED, UNSUPPLIED, VlState
from grognard.games.vl.zoc import zoc
from grognard.hex.grid import bits, mask
from grognard.hex.trace import flood


def in_supply(state: VlState, side: int) -> int:
    """The hexes from which a side can trace a line, counted back from its edge (8.2)."""
    ground = state.game.ground
    passable = supply_ground(state, side, state.occupied[1 - side], zoc(state, 1 - side))
    return flood(ground.grid, ground.sources[side], passable)


def supply_ground(state: VlState, side: int, enemies: int, enemy_zoc: int) -> int:
    """The hexes that a line of this side may pass, while enemies stand in these and have this ZOC."""
    # 8.1b no enemy hex; enemy ZOC only where a friendly unit stands, on the edge too (8.2b). 8.1a rivers do not matter.
    return state.game.ground.land & ~enemies & (~enemy_zoc | state.occupied[side])


def unsupplied(state: VlState) -> int:
    """8.3b the counters that are unsupplied now."""
    return _unsupplied(bytes(state.supply)) if UNSUPPLIED in state.supply else 0


@lru_cache(maxsize=64)  # looked at in phase A only, asked for all the turn
def _unsupplied(supply: bytes) -> int:
    return mask(unit for unit, status in enumerate(supply) if status == UNSUPPLIED)


def check_supply(state: VlState) -> None:
    """8.3 both sides at once: no line means isolated, no line again unsupplied, a line removes either marker."""
    counters = state.game.counters
    for side in (SOVIET, GERMAN):
        mine = counters.of_side[side] & ~counters.festungs & state.present
        cut_off = state.units_at(state.occupied[side] & ~in_supply(state, side)) & mine
        for unit in bits(cut_off):
            _mark(state, unit, UNSUPPLIED if state.supply[unit] else ISOLATED)
        if any(state.supply):
            for unit in bits(mine & ~cut_off):
                if state.supply[unit]:
                    _mark(state, unit, SUPPLIED)


def _mark(state: VlState, unit: int, status: int) -> None:
    if state.supply[unit] == status:
        return
    state.supply[unit] = status
    key = ("event.supplied", "event.isolated", "event.unsupplied")[status]
    rule = "8.3b" if status == UNSUPPLIED else "8.3a"
    state.tell(key, rule, unit=unit, side=SIDES[state.game.counters.side[unit]])
