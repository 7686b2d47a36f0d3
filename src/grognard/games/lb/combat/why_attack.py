"""Why an attack, a shot or a strike cannot be announced."""

from __future__ import annotations

from grognard.core.words import Message
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits, highest


def why_no_attack(state: LbState, hex: int) -> Message:
    """Which rule keeps a hex from being attacked on the ground."""
    if not state.occupied[1 - state.active] >> hex & 1:
        return state.message("why.nothing_to_attack", "combat.A", hex=hex)
    beside = state.units_in(state.game.ground.grid.around[hex] & state.occupied[state.active])
    if not beside:
        return state.message("why.no_attackers", "class.I", hex=hex)
    return why_not_attacker(state, highest(beside), 1 << hex, 0)


def why_not_attacker(state: LbState, unit: int, hexes: int, chosen: int) -> Message:
    """Why a unit cannot join a ground attack."""
    counters, grid = state.game.counters, state.game.ground.grid
    bit = 1 << unit
    if counters.side[unit] != state.active:
        return state.message("why.not_your_unit", "combat.general", unit=unit)
    if not state.on_map(unit):
        return state.message("why.not_on_map", "combat.A", unit=unit)
    if counters.guns & bit:
        return state.message("why.guns_fire_apart", "artillery.C.sep", unit=unit)
    if not counters.ground & bit:
        return state.message("why.cannot_attack", "artillery.F4", unit=unit)
    if state.dug_in & bit:
        return state.message("why.attack_from_fort", "fort.E", unit=unit)
    if any(attack.units & bit for attack in state.ground_attacks):
        return state.message("why.attacks_already", "combat.C1", unit=unit)
    for hex in bits(hexes):
        if not grid.around[hex] >> state.hex_of[unit] & 1:
            return state.message("why.not_adjacent", "class.I", unit=unit, hex=hex)
    return state.message("why.not_from_one_hex", "combat.D", unit=unit)


def why_no_fire(state: LbState, hex: int) -> Message:
    """Which rule keeps a hex from being fired at."""
    if not state.occupied[1 - state.active] >> hex & 1:
        return state.message("why.nothing_to_attack", "combat.A", hex=hex)
    guns = state.standing[state.active] & state.game.counters.guns
    if not guns:
        return state.message("why.no_guns", "seq.1b.I")
    nearest = min(
        bits(guns),
        key=lambda gun: state.game.ground.grid.distance(state.hex_of[gun], hex) - state.game.counters.range[gun],
    )
    return why_not_gun(state, nearest, hex, False, False)


def why_not_gun(state: LbState, gun: int, hex: int, with_supply: bool, chosen: bool) -> Message:
    """Why a gun cannot fire at a hex, with its own supply unit or without."""
    counters, grid = state.game.counters, state.game.ground.grid
    bit = 1 << gun
    if counters.side[gun] != state.active:
        return state.message("why.not_your_unit", "combat.general", unit=gun)
    if not counters.guns & bit:
        return state.message("why.no_gun", "seq.1b.I", unit=gun)
    if not state.on_map(gun):
        return state.message("why.not_on_map", "combat.A", unit=gun)
    if state.limbered & bit:
        return state.message("why.limbered", "artillery.A2", unit=gun)
    if state.dug_in & bit:
        return state.message("why.attack_from_fort", "fort.E", unit=gun)
    if chosen or any(fire.units & bit for fire in state.fires):
        return state.message("why.fires_already", "artillery.D3", unit=gun)
    distance = grid.distance(state.hex_of[gun], hex)
    if distance > counters.range[gun]:
        return state.message(
            "why.out_of_range", "artillery.C.gen", unit=gun, hex=hex, distance=distance, range=counters.range[gun]
        )
    if with_supply:
        rule = "artillery.F2" if state.fire_supply.get(gun, 0) else "artillery.F1"
        return state.message("why.no_supply_unit", rule, unit=gun)
    return state.message("why.unspotted_unsupplied", "artillery.C.III", unit=gun, hex=hex)
