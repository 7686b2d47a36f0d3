"""The continuous line that a scenario of Lost Battles may ask of a side: who holds it together, and how to mend it."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import Final

from grognard.games.lb.game import LbGame
from grognard.games.lb.movement import broken_line
from grognard.games.lb.reach import allowance, entries, reach_of
from grognard.games.lb.state import NOT_ARRIVED, LbState
from grognard.hex.grid import bits

NEAR_STEP: Final = 10
"""What an open hex of the line costs where our units are or come in."""
FAR_STEP: Final = 25
"""The same elsewhere."""
REAR: Final = 2
"""Hexes around our sources of supply that count as our rear."""
THICK: Final = 7
"""The Combat Strength that each link of it in our rear should have at least."""
RESERVE: Final = 3
"""Units kept back to mend the line."""
STURDY: Final = 5
"""The Combat Strength that a link of the line should have."""


def asked(state: LbState, side: int) -> bool:
    return any(of == side for of, _, _, _ in state.plan.lines)


def whole(state: LbState, side: int) -> bool:
    return broken_line(state, side) is None


def without(state: LbState, side: int, unit: int) -> bool:
    """Whether the line holds when a unit leaves its hex: by those in our rear alone, if it does so now.

    What has gone ahead may be beaten, and the reserve is there to mend; neither is counted on.
    """
    foes = state.occupied[1 - side]
    game = state.game
    kept = 0
    for other in bits(reserve(state, side)):
        if state.on_map(other) and state.at[state.hex_of[other]] == 1 << other:
            kept |= 1 << state.hex_of[other]
    here = state.hex_of[unit]
    alone = state.on_map(unit) and state.at[here] == 1 << unit
    gone = 1 << here if alone else 0
    weak = gone
    if state.on_map(unit) and not alone:
        counters = state.game.counters
        rest = state.at[here] & ~(1 << unit)
        weak = 0 if rest & (counters.zoc | counters.guns & ~state.limbered) else 1 << here
    for among in (rear(state, side) & ~kept, ~kept, -1):
        occupied, strong = state.occupied[side] & among, state.zoc_hexes[side] & among
        if all(
            _holds(game, start, end, occupied, strong, foes) for of, start, end, _ in state.plan.lines if of == side
        ):
            return all(
                _holds(game, start, end, occupied & ~gone, strong & ~weak, foes)
                for of, start, end, _ in state.plan.lines
                if of == side
            )
    return False


def _holds(game: LbGame, start: int, end: int, occupied: int, strong: int, foes: int) -> bool:
    own = occupied | game.ground.zoc(strong) & ~foes
    return bool(game.connected(start & own, own) & end)


def binds(state: LbState, side: int, unit: int) -> bool:
    """Whether a unit is needed where it stands: in the line, to make it thick enough, or in reserve behind it."""
    counters = state.game.counters
    if reserve(state, side) >> unit & 1:
        return True
    if not counters.motor >> unit & 1 and rear(state, side) >> state.hex_of[unit] & 1 and counters.zoc >> unit & 1:
        others = state.at[state.hex_of[unit]] & ~(1 << unit) & counters.zoc
        if sum(counters.combat[other] for other in bits(others)) < THICK:
            return True
    return not without(state, side, unit)


def rear(state: LbState, side: int) -> int:
    """The hexes near our sources of supply."""
    board = state.plan.sources[side]
    for _ in range(REAR):
        board |= state.game.ground.grid.grow(board)
    return board


def thin(state: LbState, side: int, board: int) -> int:
    """Those of the hexes where a link of the line in our rear could do with another unit."""
    counters = state.game.counters
    found = 0
    for hex in bits(board & state.zoc_hexes[side] & rear(state, side) & ~state.full[side]):
        if sum(counters.combat[unit] for unit in bits(state.at[hex] & counters.zoc)) < THICK:
            found |= 1 << hex
    return found


@lru_cache(maxsize=512)
def links(game: LbGame, start: int, end: int, occupied: int, strong: int, foes: int, some: int) -> int:
    """Those of some hexes without whose units a line does not hold; none when it does not hold anyway."""
    ground = game.ground
    found = 0
    for hex in [-1, *bits(some)]:
        gone = 1 << hex if hex >= 0 else 0
        own = occupied & ~gone | ground.zoc(strong & ~gone) & ~foes
        if not game.connected(start & own, own) & end:
            if hex < 0:
                return 0
            found |= gone
    return found


def links_of(state: LbState, side: int, foes: int, some: int) -> int:
    """The links of every line that is asked of a side."""
    found = 0
    for of, start, end, _ in state.plan.lines:
        if of == side:
            found |= links(state.game, start, end, state.occupied[side], state.zoc_hexes[side], foes, some)
    return found


def reserve(state: LbState, side: int) -> int:
    """The motorized units kept back to mend the line: the weakest that are left."""
    counters = state.game.counters
    fit = counters.motor & counters.zoc & counters.ground & ~counters.hqs & counters.of_side[side]
    units = [unit for unit in bits(fit) if state.on_map(unit) or state.hex_of[unit] == NOT_ARRIVED]
    units.sort(key=lambda unit: (counters.combat[unit], unit))
    return sum(1 << unit for unit in units[:RESERVE])


def apart(state: LbState, side: int, board: int) -> int:
    """The hex of a board that is farthest from all reserves; for the first one the middle."""
    grid = state.game.ground.grid
    others = [state.hex_of[unit] for unit in bits(reserve(state, side)) if state.on_map(unit)]
    hexes = sorted(bits(board), key=grid.name)
    if not others:
        return hexes[len(hexes) // 2]
    # beyond the ends there is nothing to mend, so an end counts as half as far again
    ends = (hexes[0], hexes[-1])

    def far(hex: int) -> tuple[float, int]:
        nearest = min(grid.distance(hex, other) for other in others)
        return min(nearest, 2 * min(grid.distance(hex, end) for end in ends)), -hex

    return max(hexes, key=far)


def gap(state: LbState, side: int, near: int) -> list[int]:
    """The open hexes of the line that is soonest closed, in order from one end to the other."""
    found: list[int] = []
    own = state.occupied[side] | state.zoc(side) & ~state.occupied[1 - side]
    for of, start, end, _ in state.plan.lines:
        if of == side and not state.game.connected(start & own, own) & end:
            found += _cheapest(state, own, start, end, near, state.occupied[1 - side])
    return found


def _cheapest(state: LbState, own: int, start: int, end: int, near: int, closed: int) -> list[int]:
    grid = state.game.ground.grid
    land = state.game.ground.land & ~closed

    def step(hex: int) -> int:
        return 0 if own >> hex & 1 else NEAR_STEP if near >> hex & 1 else FAR_STEP

    best: dict[int, int] = {}
    came: dict[int, int] = {}
    queue: list[tuple[int, int, int]] = []
    for hex in bits(start & land):
        heappush(queue, (step(hex), hex, -1))
    while queue:
        cost, hex, before = heappop(queue)
        if hex in best:
            continue
        best[hex], came[hex] = cost, before
        if end >> hex & 1:
            path = []
            while hex >= 0:
                path.append(hex)
                hex = came[hex]
            return [one for one in reversed(path) if not own >> one & 1]
        for other in bits(grid.around[hex] & land):
            if other not in best:
                heappush(queue, (cost + step(other), other, hex))
    return []


def near_board(state: LbState, side: int) -> int:
    """Hexes where our units stand or come in."""
    grid = state.game.ground.grid
    board = state.occupied[side]
    for group in state.plan.groups:
        if group.side == side:
            board |= group.area
    return board | grid.grow(board)


def mend(state: LbState, side: int, ready: int) -> tuple[int, int] | None:
    """(unit, hex) that closes most of the gap from its beginning on, by a sturdy but slow unit; None if nobody can."""
    open_ = gap(state, side, near_board(state, side))
    if not open_:
        return None
    board = sum(1 << hex for hex in open_)
    ground = state.game.ground
    reached = ~ground.no_zoc
    counters = state.game.counters
    best: tuple[int, int, int, int, int] | None = None
    for first in open_[:2]:
        around = (ground.grid.around[first] if reached >> first & 1 else 0) | 1 << first
        for unit in bits(ready & state.game.counters.zoc):
            for hex in bits(_places(state, unit) & around):
                closes = (ground.grid.around[hex] & board & reached | 1 << hex & board).bit_count()
                key = (closes, min(counters.combat[unit], STURDY), -counters.move[unit], -unit, hex)
                if best is None or key > best:
                    if state.on_map(unit) and not _spared(state, side, unit, hex, board):
                        continue
                    best = key
        if best is not None:
            return -best[3], best[4]
    return None


def _spared(state: LbState, side: int, unit: int, hex: int, board: int) -> bool:
    """Whether a unit leaves no larger gap behind than it closes."""
    trial = state.clone()
    trial.put(unit, hex)
    left = gap(trial, side, near_board(trial, side))
    return len(left) < board.bit_count()


def _places(state: LbState, unit: int) -> int:
    if not state.on_map(unit):
        return entries(state, unit)[0]
    return reach_of(state, unit, allowance(state, unit), False, False).board()
