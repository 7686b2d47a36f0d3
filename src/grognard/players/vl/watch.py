"""The watch in the west: Germans that keep Soviet armour from leaving the map for its points (13.3.1c).

Who comes into a Zone of Control stops there, and his supply does too. So a unit every few hexes bars the edge
wherever brigades can soon be, and the cheapest that get there in time are posted. They are missed elsewhere: nobody
goes before the first brigade has left.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.going import allowance, mover
from grognard.games.vl.movement import EXIT_COST, movers
from grognard.games.vl.state import VlState
from grognard.games.vl.tables import VlTables
from grognard.games.vl.zoc import zone
from grognard.hex.grid import bits, mask
from grognard.players.vl.place import guards, room
from grognard.players.vl.value import Outlook, march_field, worth

AHEAD: Final = 2
"""Soviet movement phases within which a brigade must be able to leave for a hex of the edge to be watched."""
MARCH: Final = 3
"""The most movement phases that a unit marches to its post."""
DEAR: Final = 1.0
"""Hexes of the edge that a point of a unit's worth is set against."""

Watch = dict[int, int]
"""By unit: its post."""


def plan_watch(state: VlState, view: Outlook, reach: Callable[[int], int]) -> Watch:
    """Who goes where to watch, or stays there; `reach` tells where a unit can go."""
    weights = view.weights
    if not weights.pickets or not state.scored or state.turn >= state.game.turns:
        return {}
    counters, near = state.game.counters, _near_edge(state.game)
    gates = _gates(state)
    standing = mask(state.hex_of[unit] for unit in bits(state.moved & state.present & counters.combat))
    gates &= ~zone(state, standing & state.combat[GERMAN])
    ready = movers(state, GERMAN) & counters.combat
    boards = {}
    for unit in bits(ready) if gates else ():
        here = 1 << state.hex_of[unit] if state.on_map(unit) else 0
        stays = here and guards(state, view, unit)
        board = near & (here if stays else room(state, unit, reach(unit) & ~view.zoc) | here)
        if board:
            boards[unit] = board
    found: Watch = {}
    while gates and boards and len(found) < weights.pickets:
        best = max(_best(state, view, unit, board, gates) for unit, board in boards.items())
        if best[0] <= 0:
            break
        unit, hex = best[2], -best[3]
        found[unit] = hex
        gates &= ~zone(state, 1 << hex)
        del boards[unit]
    if gates and len(found) < weights.pickets:
        found |= _on_the_way(state, view, ready & ~mask(found), gates, weights.pickets - len(found), reach)
    return found


def _on_the_way(state: VlState, view: Outlook, ready: int, gates: int, most: int, reach: Callable[[int], int]) -> Watch:
    """Who sets out now for the hexes that nobody can bar at once, and how far he gets."""
    found: Watch = {}
    free = [unit for unit in bits(ready) if state.on_map(unit) and not guards(state, view, unit)]
    while gates and free and len(found) < most:
        gate = bits(gates)[0]
        gate = next((hex for hex in bits(state.game.ground.grid.around[gate] & gates)), gate)  # the middle of a gap
        gates &= ~zone(state, 1 << gate)
        ways = {
            mover(state, unit): march_field(state.game, mover(state, unit), (1 << gate,), view.zoc, 0) for unit in free
        }
        phases = {unit: -(-ways[mover(state, unit)][state.hex_of[unit]] // allowance(state, unit)) for unit in free}
        unit = min(free, key=lambda unit: (phases[unit] + DEAR * worth(state, view.weights, unit), unit))
        if phases[unit] > MARCH:
            continue
        way = ways[mover(state, unit)]
        board = room(state, unit, reach(unit) & ~view.zoc) | 1 << state.hex_of[unit]
        found[unit] = min(bits(board), key=lambda hex: (way[hex], hex))
        free.remove(unit)
    return found


def _best(state: VlState, view: Outlook, unit: int, board: int, gates: int) -> tuple[float, bool, int, int]:
    """A unit's best post: what it bars less what the unit is worth elsewhere."""
    around = state.game.ground.around_twice
    price = DEAR * worth(state, view.weights, unit)
    here = state.hex_of[unit]
    return max(((around[hex] & gates).bit_count() - price, hex == here, unit, -hex) for hex in bits(board))


def _gates(state: VlState) -> int:
    """The hexes of the edge from which a brigade could soon leave, were nobody in its way."""
    counters, ground = state.game.counters, state.game.ground
    brigades = counters.brigades & state.present & counters.of_side[SOVIET]
    if not brigades:
        return 0
    one = bits(brigades)[0]
    within = AHEAD * max(allowance(state, unit) for unit in bits(brigades)) - EXIT_COST
    field = march_field(state.game, mover(state, one), (mask(state.hex_of[unit] for unit in bits(brigades)),), 0, 0)
    return mask(hex for hex in bits(ground.west_edge & ~state.occupied[SOVIET]) if field[hex] <= within)


@lru_cache(maxsize=8)
def _near_edge(game: VlTables) -> int:
    ground = game.ground
    return (ground.west_edge | ground.grid.grow(ground.west_edge)) & ground.land
