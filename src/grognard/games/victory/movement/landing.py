"""Chapters 5.51 and 5.53: where an air unit may come down after a battle, and what closes a base to it."""

from __future__ import annotations

from typing import Any

from grognard.core.ahead import closed
from grognard.core.words import Message
from grognard.games.victory.board.control import controlled
from grognard.games.victory.board.passage import flight, flight_into_storm, storm_area
from grognard.games.victory.board.stacking import airbases, bases_of, carrier_room, carriers_of, full_ground
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits


def landing_range(state: VictoryState, unit: int) -> int:
    """5.53a the landing move; 5.53b with shared legs, what the flight out has left."""
    row = state.game.kinds.rows[state.game.blocks.kind[unit]]
    reach = row.move or row.paradrop or row.range
    if row.paradrop:
        return row.paradrop
    if state.options["air_range"]:
        return max(2 * reach - state.flown[unit], 0)
    return reach


def landing_hexes(state: VictoryState, unit: int) -> int:
    """5.53a where an air unit may come down when its battle is won: within the landing move, in no other battle."""
    near = flight(state, state.hex_of[unit], landing_range(state, unit))
    for battle in state.battles:
        near &= ~(1 << battle)
    return near


def air_retreats(state: VictoryState, unit: int) -> int:
    """6.54, 6.5c where it may retreat to: no battle and no blockade either, but a storm at a price (9.4b)."""
    here = state.hex_of[unit]
    near = flight_into_storm(state, here, landing_range(state, unit)) & ~(1 << here)
    for hex in (*state.battles, *state.blockades):
        near &= ~(1 << hex)
    return near


def bases_in_reach(state: VictoryState, unit: int, near: int) -> int:
    """6.54 the friendly airbases with room among these hexes."""
    army = state.game.blocks.army[unit]
    side = state.game.side_of[army]
    bases = airbases(state, side, 1 << unit) & near
    if state.game.blocks.airborne >> unit & 1:
        bases &= ~full_ground(state, army, 1 << unit)
    if not state.options["land_on_captured_airbase"]:
        bases &= state.held[side]  # 5.51c
    return bases


def carriers_in_reach(state: VictoryState, unit: int, near: int) -> int:
    """5.51e the carriers in these hexes with room for at least one of its steps.

    4.2.CV.c one that made a Strategic Move takes back only the aircraft that it had aboard when it was attacked.
    """
    game = state.game
    if game.kinds.rows[game.blocks.kind[unit]].carrier_use != "launch-and-land":
        return 0
    found = 0
    for carrier in bits(carriers_of(state, game.blocks.army[unit])):
        if not near >> state.hex_of[carrier] & 1:
            continue
        if state.sm >> carrier & 1 and state.moved >> unit & 1:
            continue
        units, steps = carrier_room(state, carrier, 1 << unit)
        if units > 0 and steps > 0:
            found |= 1 << carrier
    return found


# ---- no place to land


def why_no_landing(state: VictoryState, unit: int, hex: int, near: int, rule: str) -> Message:
    """Why an air unit cannot come down in a hex, when these are within its reach by this rule."""
    game = state.game
    side = game.side_of[game.blocks.army[unit]]
    if hex in state.battles or hex in state.blockades:
        return state.message("why.battle_there", "6.5c", hex=hex)
    if storm_area(state) >> hex & 1 and not near >> hex & 1:
        return state.message("why.storm", "9.4a", hex=hex)
    if not near >> hex & 1:
        return state.message("why.out_of_range", rule, unit=unit, hex=hex, left=landing_range(state, unit))
    if not bases_of(state, side, controlled(state, side, known_to=side)) >> hex & 1:
        return state.message("why.no_base", rule, hex=hex)
    if not state.options["land_on_captured_airbase"] and not state.held[side] >> hex & 1:
        return state.message("why.captured_base", "5.51c", hex=hex)
    return state.message("why.base_full", rule, hex=hex)


def closed_bases(state: VictoryState, unit: int, near: int, rule: str) -> list[dict[str, Any]]:
    """Every base of the side with what closes it to an air unit that must land."""
    game = state.game
    side = game.side_of[game.blocks.army[unit]]
    bases = bases_of(state, side, controlled(state, side, known_to=side)) | airbases(state, side)
    return closed(game, (why_no_landing(state, unit, hex, near, rule) for hex in bits(bases)))
