"""Chapter 13.2, with 1.4e and 6.5.1g: who may enter the map this turn, and through which hexes."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.vl.state import AWAY, VlState
from grognard.games.vl.tables import VlTables
from grognard.hex.grid import bits


def waiting(state: VlState, side: int) -> int:
    """The counters of a side that may enter this turn: reinforcements due (13.2a), and returners (1.4e, 6.5.1g)."""
    found = state.unarrived & state.game.due_by[side][state.turn]
    for unit, turn in state.due.items():
        if state.game.counters.side[unit] == side and turn <= state.turn:
            found |= 1 << unit
    return found


def comes_back(state: VlState) -> bool:
    """1.4e, 6.5.1g whether there is a next turn to come back in: not after the last, nor once the garrison fell."""
    return state.turn < state.game.turns and bool(state.festungs)


def able_to_enter(state: VlState, side: int) -> int:
    """Those of them that find a hex to enter at."""
    units = waiting(state, side)
    if not units:
        return 0
    game = state.game
    found = units & _free_to_enter(game, state.occupied[1 - side] & game.entry_area) & state.unarrived
    for unit in bits(units & ~found):
        if entry_hexes(state, unit):
            found |= 1 << unit
    return found


@lru_cache(maxsize=64)  # enemies seldom come there
def _free_to_enter(game: VlTables, held: int) -> int:
    """The reinforcements whose hexes of entry are not all held by enemies."""
    found = 0
    for area, group in game.entry_groups:
        if area & ~held:
            found |= group
    return found


def entry_hexes(state: VlState, unit: int) -> int:
    """Where a counter off the map may enter: its hexes free of enemies, else the nearest free ones of the same edge."""
    ground = state.game.ground
    side = state.game.counters.side[unit]
    enemies = state.occupied[1 - side]
    if state.hex_of[unit] == AWAY and unit in state.exit_hex:
        # 6.5.1g the hex it left from or one beside it; with all of them held it waits a turn
        return ground.around_twice[state.exit_hex[unit]] & ground.land & ~enemies
    named = state.game.returns[side] if state.hex_of[unit] == AWAY else state.game.enters[unit]  # 1.4e
    if named & ~enemies:
        return named & ~enemies
    return _nearest_on_edge(state, named, enemies)


def _nearest_on_edge(state: VlState, named: int, enemies: int) -> int:
    """13.2a with its entry hexes held a unit comes in at the nearest free hex of the same map edge."""
    ground = state.game.ground
    edge = 0
    for board in ground.edges:
        if board & named == named:  # a corner hex lies on two of them
            edge |= board
    edge = edge or ground.edge
    wave = named
    for _ in range(ground.grid.size):
        wave |= ground.grid.grow(wave) & ground.land
        found = wave & edge & ~enemies
        if found or wave == ground.land:
            return found
    return 0
