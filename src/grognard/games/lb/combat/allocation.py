"""What can still be allocated in a Combat Phase: which units, guns, supply units and air points are free, and for what.

The announcement and its steps ask here, and so does defensive fire. Nothing here changes a position but
`attack_with_bound`, which gives undeployed units their attack.
"""

from __future__ import annotations

from grognard.games.lb.attacks import Attack
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits, highest


def committed(state: LbState) -> int:
    """combat.C1 units that have their attack already."""
    units = 0
    for attack in state.ground_attacks:
        units |= attack.units
    for fire in state.fires:
        units |= fire.units
    return units


def free_attackers(state: LbState) -> int:
    """Class I units that may still be given an attack; fort.E not from inside a fortification."""
    units = state.standing[state.active]
    return units & state.game.counters.ground & ~state.dug_in & ~committed(state)


def free_guns(state: LbState) -> int:
    """Guns that may still fire: artillery.A2 unlimbered, fort.E not inside a fortification, artillery.D3 once."""
    counters = state.game.counters
    units = state.standing[state.active]
    return units & counters.guns & ~state.limbered & ~state.dug_in & ~committed(state)


def under_attack(state: LbState) -> int:
    """The hexes of all announced ground attacks."""
    board = 0
    for attack in state.ground_attacks:
        board |= attack.hexes
    return board


def adjacent_to_all(state: LbState, hexes: int) -> int:
    """The hexes from which a ground attack reaches every one of these (class.I, combat.D)."""
    board = -1
    for hex in bits(hexes):
        board &= state.game.ground.grid.around[hex]
    return board & state.game.ground.land


def ground_targets(state: LbState) -> int:
    """The enemy hexes that a ground attack can be announced against."""
    grow, enemy = state.game.ground.grid.grow, state.occupied[1 - state.active]
    free, own = free_attackers(state), 0
    for hex in bits(grow(enemy) & state.occupied[state.active]):
        if state.at[hex] & free:
            own |= 1 << hex
    return grow(own) & enemy


def candidates(state: LbState, hexes: int, chosen: int) -> int:
    """The units that can join an attack; combat.D on several hexes only from one."""
    where = adjacent_to_all(state, hexes) & state.occupied[state.active]
    if hexes & (hexes - 1) and chosen:
        where &= 1 << state.hex_of[highest(chosen)]
    return state.units_in(where) & free_attackers(state) & ~chosen


def in_range(state: LbState, gun: int) -> int:
    """class.II the hexes within Range Allowance, the target's own counted (def.range)."""
    return state.game.disc(state.hex_of[gun], state.game.counters.range[gun])


def free_supply(state: LbState, gun: int, guns: tuple[tuple[int, int], ...]) -> int:
    """artillery.F1 supply units that stood beside the gun when the phase began; artillery.F2 each serves one gun."""
    taken = taken_supply(state)
    for _, supply in guns:
        if supply >= 0:
            taken |= 1 << supply
    return state.fire_supply.get(gun, 0) & ~taken


def taken_supply(state: LbState) -> int:
    """The supply units that serve a gun already."""
    taken = state.used
    for fire in state.fires:
        for _, supply in fire.guns:
            if supply >= 0:
                taken |= 1 << supply
    return taken


def fire_targets(state: LbState) -> int:
    """The enemy hexes that some gun can be given as its target."""
    enemy = state.occupied[1 - state.active]
    if not enemy:
        return 0
    zoc, free, stores = state.zoc(state.active), ~taken_supply(state), state.fire_supply
    board = 0
    for gun in bits(free_guns(state)):
        there = in_range(state, gun) & enemy
        board |= there if stores.get(gun, 0) & free else there & zoc  # artillery.C.III
    return board


def air_points(state: LbState) -> int:
    """air.general.a what is left of this phase's Air Combat Points."""
    given = state.plan.air.get((state.active, state.turn), 0)
    return given - sum(strike.points for strike in state.strikes)


def bound_to_attack(state: LbState) -> int:
    """move.Ka undeployed units that have no attack yet."""
    units = 0
    for attack in state.ground_attacks:
        units |= attack.units
    return state.undeployed & ~units


def attack_with_bound(state: LbState) -> None:
    """move.Ka give every undeployed unit its attack: on a hex that is attacked already, or on the weakest beside it."""
    around, enemy = state.game.ground.grid.around, state.occupied[1 - state.active]
    for unit in bits(bound_to_attack(state)):
        beside = bits(around[state.hex_of[unit]] & enemy)
        attacked = under_attack(state)
        hex = min(beside, key=lambda one: (not attacked >> one & 1, weight(state, one), one))
        old = next((one for one in state.ground_attacks if one.hexes >> hex & 1), Attack(1 << hex, 0))
        rest = tuple(one for one in state.ground_attacks if one is not old)
        state.ground_attacks = (*rest, Attack(1 << hex, old.units | 1 << unit))  # combat.D several hexes on one


def weight(state: LbState, hex: int) -> int:
    """The printed Combat Strengths in a hex."""
    return sum(state.game.counters.combat[unit] for unit in bits(state.at[hex]))


def one_per_hex(state: LbState, units: int) -> int:
    """Of equal supply units in a hex one is a choice."""
    seen = found = 0
    for unit in bits(units):
        place = state.hex_of[unit]
        if not seen >> place & 1:
            seen |= 1 << place
            found |= 1 << unit
    return found
