"""Chapters 3.2, 5.92 and 9.7: the ports of a side, which of them work, and how many blocks they still take."""

from __future__ import annotations

from grognard.games.victory.board.control import controlled
from grognard.games.victory.board.markers import mulberry_of
from grognard.games.victory.board.passage import storm_area
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits


def harbours(state: VictoryState, side: int, friendly: int) -> int:
    """3.2c a side's ports, and its mulberries, which are ports (9.7a) unless a storm is near (9.4d)."""
    ports = state.game.ground.ports & friendly
    if state.mulberries:
        storm = storm_area(state)
        for hex in state.mulberries:
            if mulberry_of(state, side, hex) and not storm >> hex & 1:
                ports |= 1 << hex
    return ports


def working_ports(state: VictoryState, side: int, friendly: int | None = None) -> int:
    """3.2c friendly ports, mulberries and beachheads where Sea Movement may begin and end: not blockaded.

    `friendly` are the hexes that the side controls, where that is known already.
    """
    if friendly is None:
        friendly = controlled(state, side, known_to=side)
    ports = harbours(state, side, friendly)
    for unit in bits(state.beach & state.game.side_units[side]):
        ports |= 1 << state.hex_of[unit] & friendly
    for hex in (*state.blockades, *state.battles):
        ports &= ~(1 << hex)
    return ports


def port_capacity(state: VictoryState, side: int, hex: int) -> int:
    """5.92 ground units in or out per player turn."""
    movement = state.game.tables.movement
    if state.game.ground.ports >> hex & 1:
        return movement.port
    return movement.mulberry if mulberry_of(state, side, hex) else movement.beachhead


def open_ports(state: VictoryState, side: int, friendly: int | None = None) -> int:
    """Ports with capacity left this player turn."""
    ports = working_ports(state, side, friendly)
    for hex, used in state.port_use.items():
        if ports >> hex & 1 and used >= port_capacity(state, side, hex):
            ports &= ~(1 << hex)
    return ports
