"""Where the other side's units can come in one activation of A Victory Lost, as one wave over the map.

Regular asks before it leaves an HQ alone somewhere, and before it calls a hex safe. Roughly: all enemies at once, all
foot as fast as rifles, and no unit in the way of another.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.games.avl.state import AvlState
from grognard.games.avl.tables import AvlTables
from grognard.hex.grid import bits
from grognard.hex.trace import reach_from, total

MOBILE: Final = 8
"""Movement points of mechanized enemies, and of foot."""
FOOT: Final = 5


def foe_reach(state: AvlState, side: int) -> int:
    """The hexes that enemies of this side can enter in one activation, past its units and through their ZOC."""
    return _reach(state.game, state.combat[side], *_movers(state, side), state.closed())


def attack_reach(state: AvlState, side: int, own: int) -> int:
    """The hexes from which enemies could attack a newcomer beside them in one activation, while this side's other
    combat units stand in these."""
    return _attack_reach(state.game, own, *_movers(state, side), state.closed())


def _movers(state: AvlState, side: int) -> tuple[int, int]:
    """The hexes with mechanized enemies, and the others with enemies."""
    counters = state.game.counters
    mobile = foot = 0
    for hex in bits(state.combat[1 - side]):
        if state.at[hex] & counters.mechanized:
            mobile |= 1 << hex
        else:
            foot |= 1 << hex
    return mobile, foot


@lru_cache(maxsize=64)
def _attack_reach(game: AvlTables, own: int, mobile: int, foot: int, closed: int) -> int:
    ground = game.ground
    zoc = ground.zoc(own)
    seeds = [mobile, *[0] * (MOBILE - FOOT - 1), foot]
    boards = reach_from(ground.grid, game.going(zoc, ground.land & ~own & ~closed), seeds, MOBILE)
    # the newcomer's own ZOC costs those who come beside him extra, where there is none yet
    return total(boards[: MOBILE - ground.zoc_enter + 1]) | total(boards) & zoc | mobile | foot


@lru_cache(maxsize=64)
def _reach(game: AvlTables, own: int, mobile: int, foot: int, closed: int) -> int:
    ground = game.ground
    zoc = ground.zoc(own)
    free = ground.land & ~own & ~closed
    seeds = [mobile, *[0] * (MOBILE - FOOT - 1), foot]
    reached = total(reach_from(ground.grid, game.going(zoc, free), seeds, MOBILE))
    quiet = free & ~zoc
    for wave, points in ((mobile, MOBILE), (foot, FOOT)):
        wave &= quiet & ground.road_hexes
        for _ in range(2 * points):  # half a point a hex by road, away from ZOC
            reached |= wave
            wave = ground.grid.step(wave, ground.roads) & quiet & ~reached | wave
    return reached
