"""What a player of Victory makes of a position: goals, threatened cities, supply, and who must stay.

Everything here rests on what the player sees: own blocks, how many enemy blocks stand where, and those face up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from grognard.games.victory.board.control import controlled
from grognard.games.victory.board.passage import ways
from grognard.games.victory.kinds import AIR, GROUND
from grognard.games.victory.state import VictoryState
from grognard.games.victory.victory import level, points
from grognard.hex.grid import bits
from grognard.hex.trace import flood
from grognard.players.victory.field import FAR, Field
from grognard.players.victory.guard import guards_needed, is_answered
from grognard.players.victory.weights import VictoryWeights

Key = tuple[object, ...]


@dataclass(frozen=True)
class Outlook:
    """One side's view of a position."""

    side: int
    weights: VictoryWeights
    enemies: int
    """Hexes with blocks of others."""
    count: dict[int, int]
    """By hex: how many."""
    friendly: int
    """The settlements that we control."""
    supplied: int
    """Hexes on our lines of supply or next to them."""
    goals: dict[int, float]
    """By city of others: what it is worth to go there."""
    need: dict[int, int]
    """By own city: blocks that it should keep."""
    urgent: bool
    """Time is short and we are not ahead."""
    winning: int
    """PP that are missing to win at once."""
    leads_by: int
    """PP that we have more than the best of the others."""
    time_gone: float
    """The share of the game that is over, this turn included; 0 where it has no end."""
    answered: bool
    """Others move after us this turn."""
    last: bool
    """It is the last turn."""
    fields: dict[tuple[int, int], Field] = field(default_factory=dict)
    """By way of moving and goal: how far hexes are from it; filled in as blocks ask for it."""
    at_best: dict[int, dict[int, list[float]]] = field(default_factory=dict)
    """By way of moving and goal: how far every hex would be from it if all were open; filled in likewise."""
    nearest: dict[tuple[int, int], float] = field(default_factory=dict)
    """By way of moving and hex: how far the nearest goal is; filled in likewise."""
    goal_of: dict[tuple[int, int], Goal | None] = field(default_factory=dict)
    """By way of moving and hex: what a block there makes for; filled in likewise."""
    refits: dict[int, list[float]] = field(default_factory=dict)
    """By city of ours: what standing in each hex is worth to worn blocks that make for it; filled in likewise."""
    hardships: list[float] = field(default_factory=list)
    """By hex: what it costs ground units to be at sea or out of supply; filled in likewise."""
    threats: list[float] = field(default_factory=list)
    """By hex: how many enemy blocks can come there; filled in likewise."""


class Goal(NamedTuple):
    """What a block makes for: by hex, what standing there is worth to it."""

    hex: int
    worth: list[float]


def ours(state: VictoryState, side: int) -> int:
    """The settlements that a side controls: open ground is its own wherever a block of it stands (5.4a), and changes
    hands with every move."""
    return controlled(state, side, known_to=side) & state.game.ground.settlements


def look(state: VictoryState, side: int, weights: VictoryWeights) -> Outlook:
    """The position as a side with these weights sees it."""
    game = state.game
    ground = game.ground
    enemies = state.occupied_by_others(side)
    own = game.side_units[side] | game.blocks.factories
    count = {hex: (state.at[hex] & ~own).bit_count() for hex in bits(enemies)}
    friendly = ours(state, side)
    score = [points(state, one, known_to=side) for one in range(len(game.sides))]
    best = max(value for one, value in enumerate(score) if one != side)
    turns = game.turns(state.options)
    left = turns - state.turn if turns else FAR
    goals = {}
    for hex in bits(ground.cities & ~friendly):
        own_home = game.side_homes[side] >> hex & 1
        point = weights.home_goal if own_home else weights.foreign_goal
        goals[hex] = point * game.city_values[hex] - weights.held_goal * count.get(hex, 0)
        if hex == weights.aim:
            goals[hex] += weights.effort
    need = {hex: guards_needed(state, side, hex, count, weights) for hex in bits(ground.cities & friendly)}
    return Outlook(
        side=side,
        weights=weights,
        enemies=enemies,
        count=count,
        friendly=friendly,
        supplied=supplied_to(state, side, friendly, enemies),
        goals=goals,
        need=need,
        urgent=left <= weights.time_is_short and score[side] <= best,
        winning=level(state, side) - score[side],
        leads_by=score[side] - best,
        time_gone=state.turn / turns if turns else 0.0,
        answered=is_answered(state, side),
        last=left == 0,
    )


def supplied_to(state: VictoryState, side: int, friendly: int, enemies: int) -> int:
    """7.0-7.4 as far as one can see: lines to two friendly cities or more, by road and between ports."""
    game = state.game
    ground, grid = game.ground, game.ground.grid
    shut = enemies | game.owned & ~game.side_homes[side] & ~friendly
    roads = ground.map.path_hexes.get("road", 0) & ~shut
    sea = ground.water & ~shut
    ports = ground.ports & friendly & ~shut
    for hex in state.blockades:
        ports &= ~(1 << hex)
    cities = left = ground.cities & friendly & ~shut
    road_sides = ways(state).roads
    lines = 0
    while left:
        land = start = left & -left
        while True:
            wider = flood(grid, land, roads | land, road_sides) | land
            if wider & ports:
                waters = flood(grid, grid.step(wider & ports, ground.sail) & sea, sea, ground.sail)
                wider |= grid.step(waters, ground.sail) & ports
            if wider == land:
                break
            land = wider
        if land & cities & ~start:
            lines |= land
        left &= ~land
    return lines | grid.step(lines, ground.supply_sides) & ground.land


# ---- what blocks are worth


def strike_power(state: VictoryState, weights: VictoryWeights, unit: int) -> float:
    """How much a block brings to an attack on land."""
    blocks = state.game.blocks
    air, naval, land = state.game.kinds.fire[blocks.kind[unit]]
    steps = state.steps[unit]
    class_ = blocks.class_of[unit]
    if class_ == GROUND:
        return steps * (land + weights.far_attack * (8 - blocks.turn[unit]))
    if class_ == AIR:
        return steps * (max(land - 1, 0) + weights.air_fights * air)
    return steps * (max(land - 1, 0) + weights.ships_fight * naval)


def cost_of(state: VictoryState, unit: int) -> int:
    return state.game.kinds.cost[state.game.blocks.kind[unit]]
