"""Chapter 13.2, with 1.4e and 6.5.1g: who may enter the map this turn, and through which hexes."""

from __future__ import annotations

from grognard.games.vl.state import AWAY, VlState
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
    found = 0
    enemies = state.occupied[1 - side]
    for area, group in state.game.entry_groups:
        if units & group and area & ~enemies:
            found |= units & group & state.unarrived
    for unit in bits(units & ~found):
        if entry_hexes(state, unit):
            found |= 1 << unit
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
