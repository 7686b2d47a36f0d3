"""Lines that rules trace over the map: supply (10.1.2), rail (11.1.1) and command range (7.3.3, 7.3.4)."""

from __future__ import annotations

from grognard.games.avl.state import IN_BOX, AvlState
from grognard.hex.grid import bits
from grognard.hex.trace import fill


def in_supply(state: AvlState, side: int) -> int:
    """The hexes from which this side can trace a supply line (10.1.2), counted back from its sources."""
    ground = state.game.ground
    passable = supply_ground(state, side, state.combat[1 - side])
    return fill(ground.grid, ground.sources[side], passable, ground.supplied_through)


def supply_ground(state: AvlState, side: int, enemies: int) -> int:
    """The hexes that a supply line of this side may pass, while enemy combat units stand in these."""
    ground = state.game.ground
    own = state.combat[side] | state.hqs[side]
    # 10.1.2b no enemy-occupied hex; an enemy ZOC only where a friendly unit or HQ stands. 10.1.2c, 13.0a barriers.
    return ground.land & ~(enemies | state.hqs[1 - side] | state.closed()) & (~ground.zoc(enemies) | own)


def rail_hexes(state: AvlState, side: int) -> int:
    """11.1.1b the railroad hexes joined to a friendly source by track free of enemies and their ZOC."""
    ground = state.game.ground
    enemy = 1 - side
    # 11.1.1c friendly units do not cancel ZOC here, neither for the hex nor for the route
    barred = state.combat[enemy] | state.hqs[enemy] | state.enemy_zoc(side) | state.closed()
    return state.game.rail_net(side, ground.rail_hexes & ~barred)


def command_hexes(state: AvlState, hq: int) -> int:
    """An HQ's Command Range (7.3.4)."""
    return state.game.command_range(state.hex_of[hq], state.game.counters.command_range[hq])


def commanded(state: AvlState, hq: int) -> int:
    """The combat units an HQ can activate from where it is (7.3.2a, 7.3.5, 11.2.3)."""
    counters = state.game.counters
    eligible = counters.commanded_by[counters.nation[hq]]
    if state.hex_of[hq] == IN_BOX:
        units = eligible & state.game.boxed & counters.of_side[counters.side[hq]]
        return sum(1 << unit for unit in bits(units) if state.hex_of[unit] == IN_BOX)
    units = 0
    # 7.3.4c enemies and supply do not matter: only where our own combat units stand
    for hex in bits(command_hexes(state, hq) & state.combat[counters.side[hq]]):
        units |= state.at[hex]
    return units & eligible
