"""How a torn line is made whole: by one unit, or by several one after the other, of which each may leave a gap that the
next one closes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from grognard.games.lb.movement.movement import movers
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits, mask
from grognard.players.lb.gap import gap, open_hexes, places
from grognard.players.lb.weights import LbWeights

BRANCHES: Final = 5
"""Moves after which others are tried; one more of them makes each further move that many times as slow."""

Places = dict[int, int]
"""By unit: the hexes that it can go to."""


class Move(NamedTuple):
    unit: int
    hex: int


def mend(state: LbState, side: int, weights: LbWeights, first: int) -> Move | None:
    """What one of these units does for the line; None if nobody can do anything.

    Where it takes no more than so many moves, the line is whole after them; else a sturdy but slow unit closes most of
    the gap.
    """
    zoc = state.game.counters.zoc
    ready = first & zoc
    if weights.shifts:
        everybody = ready | movers(state, side) & zoc
        can = {unit: places(state, unit) for unit in bits(everybody)}
        near = _near(state, can)
        for count in range(1, weights.shifts + 1):
            found = _moves(state, side, weights, can, near, ready, count)
            if found:
                return found[0]
    return _most(state, side, weights, {unit: places(state, unit) for unit in bits(ready)})


def _near(state: LbState, can: Places) -> int:
    """Where these units can stand, or have a ZOC."""
    board = 0
    for one in can.values():
        board |= one
    return board | state.game.ground.grid.grow(board) & ~state.game.ground.no_zoc


def _most(state: LbState, side: int, weights: LbWeights, can: Places) -> Move | None:
    """What closes most of the gap, and leaves none as large behind."""
    near = _near(state, can)
    open_ = gap(state, side, weights, near)
    for move in _closing(state, weights, open_, can, can):
        if not state.on_map(move.unit):
            return move
        trial = state.clone()
        trial.put(*move)
        if len(gap(trial, side, weights, near)) < len(open_):
            return move
    return None


def _moves(state: LbState, side: int, weights: LbWeights, can: Places, near: int, first: int, count: int) -> list[Move]:
    """So many moves, the first by one of some units, after which the line is whole; empty if none were found."""
    tried: list[tuple[int, Move, LbState]] = []
    for move in _closing(state, weights, gap(state, side, weights, near), can, bits(first)):
        after = state.clone()
        after.put(*move)
        left = open_hexes(after, side, near)
        if not left:
            return [move]
        tried.append((left, move, after))
    if count == 1:
        return []
    tried.sort(key=lambda one: one[0])
    for _, move, after in tried[:BRANCHES]:
        others = {unit: where for unit, where in can.items() if unit != move.unit}
        rest = _moves(after, side, weights, others, near, mask(others), count - 1)
        if rest:
            return [move, *rest]
    return []


def _closing(state: LbState, weights: LbWeights, open_: list[int], can: Places, units: Iterable[int]) -> Iterator[Move]:
    """Moves of some units that close part of a gap: who closes most of it first, then the sturdiest and the slowest."""
    ground, counters = state.game.ground, state.game.counters
    line = mask(open_)
    beside = line | ground.grid.grow(line)
    reached = ~ground.no_zoc
    found: list[tuple[int, int, int, int, int]] = []
    for unit in units:
        for hex in bits(can[unit] & beside):
            closes = (ground.grid.around[hex] & line & reached | 1 << hex & line).bit_count()
            if closes:
                sturdy = min(counters.combat[unit], weights.sturdy_link)
                found.append((closes, sturdy, -counters.move[unit], -unit, hex))
    found.sort(reverse=True)
    return (Move(-unit, hex) for _, _, _, unit, hex in found[: weights.tries])
