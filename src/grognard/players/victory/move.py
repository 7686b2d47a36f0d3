"""Where blocks of Victory stand well when they attack nobody: on the way to a goal, in supply, guarding, recovering."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.core.memory import REMEMBERED
from grognard.games.victory import verbs
from grognard.games.victory.board.stacking import airbases, based, full_ground, full_naval
from grognard.games.victory.board.travel import Journey
from grognard.games.victory.kinds import AIR, NAVAL
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits
from grognard.players.victory.field import FAR, Field
from grognard.players.victory.front import ill_placed
from grognard.players.victory.guard import missing
from grognard.players.victory.guess import BIG
from grognard.players.victory.value import Goal, Outlook

if TYPE_CHECKING:
    from grognard.games.victory.tables import VictoryTables


def land_worth(state: VictoryState, view: Outlook, far: list[float]) -> list[float]:
    """By hex, for ground units: near the goal, supplied and ashore."""
    way = view.weights.troops_way
    return [-way * distance - hardship for distance, hardship in zip(far, _hardships(state, view), strict=True)]


def _hardships(state: VictoryState, view: Outlook) -> list[float]:
    """By hex: what it costs ground units to be at sea or out of supply."""
    if not view.hardships:
        water, supplied = state.game.ground.water, view.supplied
        at_sea, hungry = view.weights.at_sea, view.weights.hungry
        view.hardships.extend(
            at_sea if water >> hex & 1 else 0.0 if supplied >> hex & 1 else hungry
            for hex in range(state.game.ground.grid.size)
        )
    return view.hardships


def troops_at(state: VictoryState, view: Outlook) -> int:
    """The settlements where our ground units stand."""
    own = state.game.side_units[view.side] & state.game.blocks.ground & ~state.game.blocks.factories
    found = 0
    for hex in bits(state.game.ground.settlements & view.friendly & state.occupied(view.side)):
        if state.at[hex] & own:
            found |= 1 << hex
    return found


def base_worth(state: VictoryState, view: Outlook, goal: int, move: int, held: int) -> list[float]:
    """By hex, for air units: bases from which they reach the goal, not alone before the enemy."""
    game, weights = state.game, view.weights
    grid = game.ground.grid
    worth = [-FAR] * grid.size
    for hex in bits(game.ground.settlements & view.friendly):
        distance = grid.distance(hex, goal)
        worth[hex] = -weights.out_of_range * max(distance - move, 0) - weights.base_way * distance
        if game.disc(hex, 3) & view.enemies and not held >> hex & 1:
            worth[hex] -= weights.base_exposed
        if not view.supplied >> hex & 1:
            worth[hex] -= weights.hungry
    return worth


def pick_goal(view: Outlook, here: int, at_best: Mapping[int, float], far: Callable[[int], Field]) -> int:
    """The goal a block makes for: worth much, and not far from it. 0 where it can get to none.

    How far a goal is, is only asked of those that could be the best one if nobody were in the way.
    """
    best = (-FAR, 0)
    weight_of_way, goals = view.weights.weight_of_way, view.goals
    hopes = [(goals[goal] - weight_of_way * way, goal) for goal, way in at_best.items() if way < FAR]
    for hope, goal in sorted(hopes, reverse=True):
        if hope < best[0]:
            break
        way = far(goal)[here]
        if way < FAR:
            best = max(best, (goals[goal] - weight_of_way * way, goal))
    return best[1]


def refit(state: VictoryState, view: Outlook, unit: int) -> Goal | None:
    """A city at home that has room for a worn block and points to raise it with, near and not before the enemy."""
    game, weights = state.game, view.weights
    ground, here = game.ground, state.hex_of[unit]
    distance = ground.grid.distance
    cities = ground.cities & game.side_homes[view.side] & view.friendly & view.supplied & ~view.enemies
    if game.blocks.beachheads >> unit & 1:
        cities &= ground.ports
    army = game.blocks.army[unit]
    open_ = cities & ~full_ground(state, army, 1 << unit)
    if not open_:
        return None
    city = max(bits(open_), key=lambda hex: (min(game.city_values[hex], 2) - weights.refit * distance(here, hex), -hex))
    found = view.refits.get(city)
    if found is None:
        ways = zip(_straight(game, city), _hardships(state, view), strict=True)
        found = view.refits[city] = [-weights.refit * way - hardship for way, hardship in ways]
    return Goal(city, found)


@lru_cache(maxsize=REMEMBERED)
def _straight(game: VictoryTables, city: int) -> list[int]:
    """By hex: how far it is to a city in a straight line."""
    grid = game.ground.grid
    return [grid.distance(hex, city) for hex in range(grid.size)]


def own_worth(state: VictoryState, view: Outlook, unit: int, goal: Goal, hex: int) -> float:
    """What standing in a hex is worth to a block, with what its cities lack and what it lacks itself."""
    game = state.game
    worth = goal.worth[hex]
    if not game.ground.cities >> hex & view.friendly >> hex & 1:
        return worth
    if game.blocks.ground >> unit & 1:
        lacks = missing(state, view, hex, 1 << unit)
        if lacks:
            need = view.weights.guard * game.ground.value[hex] * lacks
            if view.weights.garrison:
                return worth + (2 * need if game.ground.value[hex] >= BIG else need)
            worth += need
    if game.side_homes[view.side] >> hex & 1:
        if view.weights.clog:
            return worth + _as_a_home(state, view, unit, hex)
        if 2 * state.steps[unit] <= game.blocks.most[unit]:
            worth += view.weights.recover
    return worth


def _as_a_home(state: VictoryState, view: Outlook, unit: int, hex: int) -> float:
    """What it is worth to a block to be where it can be raised (8.2), less what it keeps from being built there."""
    game = state.game
    blocks = game.blocks
    inland = not game.ground.ports >> hex & 1
    if 2 * state.steps[unit] <= blocks.most[unit] and not (inland and blocks.beachheads >> unit & 1):
        return view.weights.recover
    if not blocks.ground >> unit & 1:
        return 0.0
    others = bits(state.of_side(view.side, hex) & blocks.ground & ~blocks.factories & ~(1 << unit))
    if len(others) < game.ground.stack[hex] - 1:
        return 0.0
    lacking = sum(blocks.most[one] - state.steps[one] for one in (*others, unit))
    return -view.weights.clog * max(game.city_values[hex] - lacking, 0)


def best_hex(state: VictoryState, view: Outlook, unit: int, goal: Goal, board: int) -> int:
    """The best hex of a board, or 0 where none betters the place of the block enough."""
    here = state.hex_of[unit]
    board &= ~(1 << here)
    if not board:
        return 0
    if view.weights.danger and state.game.blocks.ground >> unit & 1:
        return _safest(state, view, unit, goal, board)
    cities = board & state.game.ground.cities & view.friendly
    best, place = own_worth(state, view, unit, goal, here) + view.weights.gain, 0
    plain = bits(board & ~cities)
    if plain:
        found = max(plain, key=goal.worth.__getitem__)
        if goal.worth[found] > best:
            best, place = goal.worth[found], found
    for hex in bits(cities):
        worth = own_worth(state, view, unit, goal, hex)
        if worth > best:
            best, place = worth, hex
    return place


def ranked_hexes(state: VictoryState, view: Outlook, unit: int, goal: Goal, board: int) -> list[tuple[float, int]]:
    """Hexes by what it is worth to a block to stand there, the best first; `best_hex` finds it sooner."""
    found = []
    for hex in bits(board):
        value = own_worth(state, view, unit, goal, hex)
        if view.weights.danger and state.game.blocks.ground >> unit & 1:
            value -= ill_placed(state, view, unit, goal.hex, hex)
        found.append((value, -hex))
    return [(value, -hex) for value, hex in sorted(found, reverse=True)]


def _safest(state: VictoryState, view: Outlook, unit: int, goal: Goal, board: int) -> int:
    """The same where it counts who else can come."""
    here = state.hex_of[unit]
    cities = state.game.ground.cities & view.friendly
    best = own_worth(state, view, unit, goal, here) - ill_placed(state, view, unit, goal.hex, here) + view.weights.gain
    place, most = 0, view.weights.poised
    worth = goal.worth
    order = sorted(bits(board & ~cities), key=worth.__getitem__, reverse=True)
    for hex in bits(board & cities):
        value = own_worth(state, view, unit, goal, hex)
        if value + most > best:
            value -= ill_placed(state, view, unit, goal.hex, hex)
            if value > best:
                best, place = value, hex
    for hex in order:
        if worth[hex] + most <= best:
            break
        value = worth[hex] - ill_placed(state, view, unit, goal.hex, hex)
        if value > best:
            best, place = value, hex
    return place


def peaceful(state: VictoryState, view: Outlook, unit: int, way: Journey) -> dict[int, int]:
    """By verb: where a block may really go without attacking."""
    shut = view.enemies
    for hex in state.battles:
        shut |= 1 << hex
    free = room(state, view, unit) & ~shut
    found = {verbs.MOVE: way.move & free}
    if way.strategic is not None:
        found[verbs.STRATEGIC] = way.strategic.targets & free
    if way.sea_move is not None:
        found[verbs.SEA_MOVE] = way.sea_move.targets & free
    return {verb: board for verb, board in found.items() if board}


def room(state: VictoryState, view: Outlook, unit: int) -> int:
    """Hexes where a block may stay as things are, whoever else may still leave (5.2b)."""
    blocks, ground = state.game.blocks, state.game.ground
    army, bit = blocks.army[unit], 1 << unit
    class_ = blocks.class_of[unit]
    if class_ == AIR:
        return airbases(state, view.side, bit, view.friendly) & ~spoken_for(state, view, unit)
    afloat = ~full_naval(state, army, bit)
    if class_ == NAVAL:
        return afloat
    ashore = ~full_ground(state, army, bit)
    coast = ground.coastal & ~ground.settlements if blocks.beachheads & bit else 0
    return ground.water & afloat | ground.land & ~coast & ashore | coast & ashore & afloat


def spoken_for(state: VictoryState, view: Outlook, unit: int) -> int:
    """Bases that aircraft of ours over battles may need to land at (5.51d)."""
    game = state.game
    blocks = game.blocks
    out = [one for one in bits(blocks.air & game.side_units[view.side] & ~state.pool) if state.flown[one]]
    out = [one for one in out if one != unit]
    found = 0
    for base in bits(game.ground.settlements & view.friendly) if out else ():
        wanting = sum(game.disc(state.hex_of[one], blocks.move[one]) >> base & 1 for one in out)
        if wanting and game.tables.stacking.airbase - based(state, view.side, base).bit_count() <= wanting:
            found |= 1 << base
    return found


def nearest(here: int, at_best: Mapping[int, float], far: Callable[[int], Field]) -> float:
    """How near a block is to what it makes for: the head of a column moves first."""
    found = FAR
    for way, goal in sorted([(way, goal) for goal, way in at_best.items()]):
        if way >= found:
            break
        found = min(found, far(goal)[here])
    return found
