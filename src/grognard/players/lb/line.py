"""The continuous line that a scenario of Lost Battles may ask of a side: how it goes forward.

Those on foot make the line and keep abreast, each in its lane; the weakest motorized units wait behind it to mend it.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.games.lb.movement.line import broken_line
from grognard.games.lb.plan import Condition, LineOf
from grognard.games.lb.record import joined
from grognard.games.lb.state import LbState
from grognard.games.lb.tables import LbTables
from grognard.games.lb.victory import came_on
from grognard.hex.grid import bits, mask
from grognard.hex.trace import flood
from grognard.players.lb.weights import LbWeights


def asked(state: LbState, side: int) -> bool:
    return bool(lines(state, side))


def lines(state: LbState, side: int) -> list[LineOf]:
    """The lines that are asked of a side."""
    return [line for line in state.plan.lines if line.side == side]


def whole(state: LbState, side: int) -> bool:
    return broken_line(state, side) is None


def keeps(state: LbState, side: int, unit: int, hex: int, feet: bool = True) -> bool:
    """Whether the line holds when a unit goes to a hex (-1: when it leaves its own).

    Where those on foot hold it alone they should do so still (`feet`): the others have more to do.
    """
    counters = state.game.counters
    here = state.hex_of[unit]
    occupied, strong = state.occupied[side], state.zoc_hexes[side]
    if state.on_map(unit):
        rest = state.at[here] & ~(1 << unit)
        if not rest:
            occupied &= ~(1 << here)
        if not rest & (counters.zoc | counters.guns & ~state.limbered):
            strong &= ~(1 << here)
    if hex >= 0:
        occupied |= 1 << hex
        if counters.zoc >> unit & 1:
            strong |= 1 << hex
    foot = _on_foot(state, side)
    if feet and _whole(state, side, foot, foot):
        slow = foot
        if state.on_map(unit) and not state.at[here] & ~(1 << unit) & _feet(state, side):
            slow &= ~(1 << here)
        if hex >= 0 and _feet(state, side) >> unit & 1:
            slow |= 1 << hex
        return _whole(state, side, slow, slow)
    return _whole(state, side, occupied, strong)


def _feet(state: LbState, side: int) -> int:
    """The units that the line should be made of: those on foot, with a ZOC."""
    counters = state.game.counters
    return counters.ground & counters.zoc & ~counters.motor & counters.of_side[side]


def _on_foot(state: LbState, side: int) -> int:
    """The hexes with such units."""
    found = 0
    for unit in bits(state.standing[side] & _feet(state, side)):
        found |= 1 << state.hex_of[unit]
    return found


def _whole(state: LbState, side: int, occupied: int, strong: int) -> bool:
    foes = state.occupied[1 - side]
    return all(_holds(state.game, line.start, line.end, occupied, strong, foes) for line in lines(state, side))


def _holds(game: LbTables, start: int, end: int, occupied: int, strong: int, foes: int) -> bool:
    own = occupied | game.ground.zoc(strong) & ~foes
    return bool(game.connected(start & own, own) & end)


def binds(state: LbState, side: int, weights: LbWeights, unit: int) -> bool:
    """Whether a unit is needed where it stands: in the line, or in reserve behind it."""
    return bool(reserve(state, side, weights) >> unit & 1) or not keeps(state, side, unit, -1)


@lru_cache(maxsize=512)
def links(game: LbTables, start: int, end: int, occupied: int, strong: int, foes: int, some: int) -> int:
    """Those of some hexes without whose units a line does not hold; none when it does not hold anyway."""
    ground = game.ground
    own = occupied | ground.zoc(strong) & ~foes
    if not flood(ground.grid, start & own, own) & end:
        return 0
    chain = _chain(game, start & own, end, own)
    found = 0
    for hex in bits(some & (chain | ground.grid.grow(chain))):
        gone = 1 << hex
        rest = occupied & ~gone | ground.zoc(strong & ~gone) & ~foes
        if chain & ~rest and not flood(ground.grid, start & rest, rest) & end:
            found |= gone
    return found


def _chain(game: LbTables, start: int, end: int, own: int) -> int:
    """A shortest chain of these hexes from one end to the other, where there is one."""
    grow = game.ground.grid.grow
    waves, seen = [start], start
    while not waves[-1] & end:
        waves.append(grow(waves[-1]) & own & ~seen)
        seen |= waves[-1]
    hex = waves[-1] & end
    chain = hex = hex & -hex
    for wave in reversed(waves[:-1]):
        hex = grow(hex) & wave
        hex &= -hex
        chain |= hex
    return chain


@lru_cache(maxsize=16)
def distances(game: LbTables, board: int) -> list[int]:
    """By hex: its distance from these hexes."""
    found = [0] * game.ground.grid.size
    seen = board
    steps = 0
    while board:
        for hex in bits(board):
            found[hex] = steps
        steps += 1
        board = game.ground.grid.grow(seen) & ~seen
        seen |= board
    return found


def formation(state: LbState, side: int) -> tuple[list[int], list[int], list[int]]:
    """Who makes the line, from its one end to the other; by hex its distance from that end, and from where it goes."""
    start = lines(state, side)[0].start
    goals = _to_come_up(state, side)
    lane, ahead = distances(state.game, start), distances(state.game, goals[-1].area if goals else start)
    hex_of = state.hex_of
    row = sorted([(lane[hex_of[unit]], unit) for unit in bits(state.standing[side] & _feet(state, side))])
    return [unit for _, unit in row], lane, ahead


def step_up(state: LbState, side: int, weights: LbWeights, unit: int, board: int) -> int:
    """The hex of a board to which a unit of the line goes: forward, but not far before its neighbours, and in its lane.

    Spread evenly, the line holds although some of it is lost.
    """
    row, lane, ahead = formation(state, side)
    here = state.hex_of[unit]
    number = row.index(unit)
    longest = max(lane[hex] for line in lines(state, side) for hex in bits(line.end))
    wanted = (number + 0.5) * longest / len(row)
    beside = row[max(number - weights.neighbours, 0) : number + weights.neighbours + 1]
    places = sorted(ahead[state.hex_of[other]] for other in beside)
    last = places[len(places) // 2] + weights.lags
    limit = max(place for place in places if place <= last) - weights.abreast

    def value(hex: int) -> float:
        return -ahead[hex] - weights.sideways * max(abs(lane[hex] - wanted) - 1.0, 0.0)

    fit = [hex for hex in bits(board) if ahead[hex] >= limit and value(hex) > value(here)]
    fit.sort(key=lambda hex: (-value(hex), hex))
    return next((hex for hex in fit if keeps(state, side, unit, hex, ahead[here] < places[-1])), here)


def behind(state: LbState, side: int, weights: LbWeights, unit: int, board: int) -> int:
    """The hex of a board where a unit of the reserve waits: behind the line, each in another part of it."""
    row, lane, ahead = formation(state, side)
    if not row:
        return state.hex_of[unit]
    waiting = bits(reserve(state, side, weights) & state.standing[side])
    others = sorted(waiting, key=lambda one: (lane[state.hex_of[one]], one))
    middle = row[(2 * others.index(unit) + 1) * len(row) // (2 * len(others))]
    wanted, place = lane[state.hex_of[middle]], ahead[state.hex_of[middle]] + weights.behind
    return min(bits(board), key=lambda hex: (abs(lane[hex] - wanted) + abs(ahead[hex] - place), hex))


def company(state: LbState, side: int, hex: int) -> int:
    """How many on foot there are within a hex of a lane."""
    row, lane, _ = formation(state, side)
    return sum(abs(lane[state.hex_of[other]] - lane[hex]) <= 1 for other in row)


def contact(state: LbState, side: int, weights: LbWeights) -> int:
    """The hexes in which a unit does not lose touch with the line; anywhere while it pays to run ahead of it."""
    if any(not one.marks[0][1] for one in _pending(state, side)):
        return state.game.ground.land
    chain = joined(state, side)
    board = _on_foot(state, side)
    for _ in range(weights.touch):
        board |= state.game.ground.grid.grow(board)
    for one in _pending(state, side):
        board |= chain & one.area
    return board


def _pending(state: LbState, side: int) -> list[Condition]:
    """The goals for which units, or the line with them, have to come somewhere, and have not yet."""
    return [one for one in _to_come_up(state, side) if not came_on(state, one)]


def _to_come_up(state: LbState, side: int) -> list[Condition]:
    kinds = ("enter_by", "leave_by")
    return [one for one in state.plan.conditions if one.side == side and one.goal.kind in kinds]


def links_of(state: LbState, side: int, foes: int, some: int) -> int:
    """The links of every line that is asked of a side."""
    found = 0
    for line in lines(state, side):
        found |= links(state.game, line.start, line.end, state.occupied[side], state.zoc_hexes[side], foes, some)
    return found


def reserve(state: LbState, side: int, weights: LbWeights) -> int:
    """The motorized units kept back to mend the line: the weakest that are left."""
    left = (state.standing[side] | state.waiting) & state.game.counters.of_side[side]
    return _weakest(state.game, left, weights.reserve)


@lru_cache(maxsize=64)
def _weakest(game: LbTables, left: int, count: int) -> int:
    """So many of these units, of those that are motorized and can fight."""
    counters = game.counters
    fit = counters.motor & counters.zoc & counters.ground & ~counters.hqs & left
    return mask(sorted(bits(fit), key=lambda unit: (counters.combat[unit], unit))[:count])


def apart(state: LbState, side: int, weights: LbWeights, board: int) -> int:
    """The hex of a board that is farthest from all reserves; for the first one the middle."""
    grid = state.game.ground.grid
    others = [state.hex_of[unit] for unit in bits(reserve(state, side, weights)) if state.on_map(unit)]
    hexes = sorted(bits(board), key=grid.name)
    if not others:
        return hexes[len(hexes) // 2]
    # beyond the ends there is nothing to mend, so an end counts as half as far again
    ends = (hexes[0], hexes[-1])

    def far(hex: int) -> tuple[float, int]:
        nearest = min(grid.distance(hex, other) for other in others)
        return min(nearest, 2 * min(grid.distance(hex, end) for end in ends)), -hex

    return max(hexes, key=far)
