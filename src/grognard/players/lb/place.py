"""Where a unit of Lost Battles goes: the hexes that are looked at for its kind, and what each is worth to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from grognard.games.lb.state import FIRST_MOVEMENT, LbState
from grognard.hex.grid import bits
from grognard.players.lb import service
from grognard.players.lb.posts import spotting
from grognard.players.lb.value import Outlook, candidates, standing

NEAREST: Final = 24
"""Hexes nearest to where a gun or a supply unit wants to go that are looked at."""
RANKED: Final = 6
"""Hexes for an HQ that are told apart."""


def best_place(state: LbState, view: Outlook, unit: int, board: int) -> int:
    """The hex of a board that is best for a unit of any kind."""
    if state.game.counters.hqs >> unit & 1:
        return service.best_hq_place(state, view, unit, board)
    hexes, value = _scale(state, view, unit, board)
    return max(hexes, key=lambda hex: (value(hex), -hex))


def ranked_places(state: LbState, view: Outlook, unit: int, board: int) -> list[tuple[float, int]]:
    """The hexes that are looked at and their values, best first; `best_place` finds the first."""
    if state.game.counters.hqs >> unit & 1:
        mine = service.fighters(state, view.side)
        return service.ranked_hq_places(service.Post(state, view, unit, board, mine), RANKED) if mine else []
    hexes, value = _scale(state, view, unit, board)
    return [(worth, -hex) for worth, hex in sorted([(value(hex), -hex) for hex in hexes], reverse=True)]


def _scale(state: LbState, view: Outlook, unit: int, board: int) -> tuple[Sequence[int], Callable[[int], float]]:
    """The hexes of a board that are looked at for a unit other than an HQ, and what they are measured by."""
    counters = state.game.counters
    if counters.guns >> unit & 1:
        field = view.fields[counters.motor >> unit & 1]
        return _near(state, unit, board, field), lambda hex: service.gun_standing(state, view, unit, hex)
    if counters.supply >> unit & 1:
        field = service.gun_field(state, view)
        near = _near(state, unit, board, field)
        return near, lambda hex: service.supply_standing(state, view, unit, hex, field)
    spot = spotting(state, view, unit, board) if state.phase == FIRST_MOVEMENT else {}
    if spot:
        return bits(board), lambda hex: standing(state, view, unit, hex) + spot.get(hex, 0.0)
    return candidates(state, view, unit, board), lambda hex: standing(state, view, unit, hex)


def _near(state: LbState, unit: int, board: int, field: list[int]) -> list[int]:
    """The hexes nearest to where a unit wants to go, its own first."""
    here = state.hex_of[unit]
    return sorted(bits(board), key=lambda hex: (hex != here, field[hex], hex))[:NEAREST]
