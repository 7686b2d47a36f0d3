"""Where a unit of Lost Battles goes: the hexes that are looked at for its kind, and what each is worth to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from grognard.games.lb.state import FIRST_MOVEMENT, LbState
from grognard.hex.grid import bits
from grognard.players.lb import service
from grognard.players.lb.posts import spotting
from grognard.players.lb.standing import Stand, candidates, standing
from grognard.players.lb.value import Outlook

NEAREST: Final = 24
"""Hexes nearest to where a gun or a supply unit wants to go that are looked at."""
RANKED: Final = 6
"""Hexes for an HQ that are told apart."""


def best_place(state: LbState, view: Outlook, unit: int, board: int) -> int:
    """The hex of a board that is best for a unit of any kind."""
    if state.game.counters.hqs >> unit & 1:
        return service.best_hq_place(state, view, unit, board)
    if (state.game.counters.guns | state.game.counters.supply) >> unit & 1:
        hexes, value = _in_service(state, view, unit, board)
        return max(hexes, key=lambda hex: (value(hex), -hex))
    return Stand(state, view, unit).best(*_in_battle(state, view, unit, board))


def ranked_places(state: LbState, view: Outlook, unit: int, board: int) -> list[tuple[float, int]]:
    """The hexes that are looked at and their values, best first; `best_place` finds the first."""
    if state.game.counters.hqs >> unit & 1:
        mine = service.fighters(state, view.side)
        return service.ranked_hq_places(service.Post(state, view, unit, board, mine), RANKED) if mine else []
    if (state.game.counters.guns | state.game.counters.supply) >> unit & 1:
        hexes, value = _in_service(state, view, unit, board)
        values = {hex: value(hex) for hex in hexes}
    else:
        near, spot = _in_battle(state, view, unit, board)
        values = {hex: standing(state, view, unit, hex) + spot.get(hex, 0.0) for hex in bits(near)}
    return [(worth, -hex) for worth, hex in sorted([(worth, -hex) for hex, worth in values.items()], reverse=True)]


def _in_service(state: LbState, view: Outlook, unit: int, board: int) -> tuple[Sequence[int], Callable[[int], float]]:
    """The hexes of a board that are looked at for a gun or a supply unit, and what they are measured by: its own, and
    the nearest to where it wants to go."""
    is_gun = state.game.counters.guns >> unit & 1
    post = service.Battery(state, view, unit) if is_gun else service.Depot(state, view, unit)
    return service.nearest(post.waves, board, state.hex_of[unit], NEAREST), post.value


def _in_battle(state: LbState, view: Outlook, unit: int, board: int) -> tuple[int, Mapping[int, float]]:
    """The hexes of a board that are looked at for a fighting unit, and those that are worth more as it spots there."""
    spot = spotting(state, view, unit, board) if state.phase == FIRST_MOVEMENT else {}
    return board if spot else candidates(state, view, unit, board), spot
