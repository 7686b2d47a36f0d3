"""Where units of Lost Battles could attack from, before and after moving, and where they would show guns a target."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.lb.combat.announce import free_attackers
from grognard.games.lb.combat.strengths import attacking_strength
from grognard.games.lb.engineers import passable
from grognard.games.lb.movement.entry import road_duty
from grognard.games.lb.movement.reach import allowance, may_rush, minimum_move, reach_of
from grognard.games.lb.state import LbState
from grognard.games.lb.supply import supplied_hexes
from grognard.games.lb.tables import LbTables
from grognard.hex.grid import Sides, bits
from grognard.hex.trace import reach, total
from grognard.players.lb import line as front
from grognard.players.lb.attack import Attacker, Posts, back_cost, march_given_up
from grognard.players.lb.fire import fire_value, mark
from grognard.players.lb.goal import TAKE
from grognard.players.lb.service import beside
from grognard.players.lb.value import Outlook, danger


@lru_cache(maxsize=2048)
def rough_reach(
    game: LbTables, hex: int, left: int, motor: int, one_hex: bool, foes: int, zoc: int, ways: Sides
) -> tuple[int, int]:
    """Where a unit could go, friends and roads left out: deployed, and only undeployed (move.Ka)."""
    ground = game.ground
    grid = ground.grid
    free = ground.land & ~foes
    nothing = grid.no_sides
    deployed = total(reach(grid, game.going(motor, zoc, True, free, ways, nothing), hex, left)) if left else 1 << hex
    if one_hex:
        deployed |= grid.step(1 << hex, ways) & free
    rush = total(reach(grid, game.going(motor, zoc, False, free, ways, nothing), hex, left)) if left else 0
    return deployed, rush & ~deployed


def moved_near(state: LbState, view: Outlook) -> int:
    """Units that have moved and could attack if they had not: a plan of attacks depends on nobody else's move."""
    counters = state.game.counters
    found = 0
    for unit in bits(state.moved & state.standing[view.side] & counters.ground & ~counters.hqs):
        if within_reach(state, view, unit):
            found |= 1 << unit
    return found


def within_reach(state: LbState, view: Outlook, unit: int) -> bool:
    """Whether a unit could get to an enemy at all."""
    return bool(state.game.disc(state.hex_of[unit], 2 + state.game.counters.move[unit]) & view.foes)


def posts_to_move_to(state: LbState, view: Outlook) -> Posts:
    """Who can attack from where after moving."""
    counters, game = state.game.counters, state.game
    side = view.side
    edge = game.ground.grid.grow(view.foes) & game.ground.land
    safe = game.ground.grid.grow(game.ground.land & ~view.foes & ~view.zoc)
    ways = passable(state, side)
    posts: Posts = {}
    units = state.units_in(state.occupied[side]) & counters.ground & ~counters.hqs & ~state.dug_in
    line = front.asked(state, side)
    if line:
        units &= ~front.reserve(state, side, view.weights)
    for unit in bits(units):
        hex = state.hex_of[unit]
        deployed, rush = 1 << hex, 0
        if state.moved >> unit & 1 and not edge >> hex & 1:
            continue
        if not state.moved >> unit & 1 and unit not in state.bridges and not guards(state, view, unit):
            if not within_reach(state, view, unit):
                continue
            if not (line and front.binds(state, side, view.weights, unit)):
                deployed, rush = _reach(state, unit, view, ways)
        _add_posts(state, view, unit, deployed & edge, False, safe, posts)
        _add_posts(state, view, unit, rush & edge & ~(1 << hex), True, safe, posts)
    return posts


def _reach(state: LbState, unit: int, view: Outlook, ways: Sides) -> tuple[int, int]:
    counters = state.game.counters
    left = allowance(state, unit)
    if road_duty(state, unit) is not None:
        found = reach_of(state, unit, left, False, False)
        return found.board() | 1 << state.hex_of[unit], found.rush
    deployed, rush = rough_reach(
        state.game, state.hex_of[unit], left, counters.motor >> unit & 1, minimum_move(state, unit), view.foes,
        view.zoc, ways,
    )  # fmt: skip
    return deployed | 1 << state.hex_of[unit], rush if may_rush(state, unit) else 0


def _add_posts(state: LbState, view: Outlook, unit: int, board: int, rush: bool, safe: int, posts: Posts) -> None:
    """A unit in every post of a board, as it would count there; `safe` are those from which it can always fall back."""
    if not board:
        return
    counters, rough = state.game.counters, state.game.ground.rough_going
    armor, heavy = (counters.armor | counters.optional_armor) >> unit & 1, counters.armor >> unit & 1
    here, price, motor = state.hex_of[unit], view.price[unit], counters.motor >> unit & 1
    bound = rush or state.undeployed >> unit & 1
    fall_back = view.weights.fall_back
    for post in bits(board):
        hard_going = rough >> post & 1
        halved = (not view.supplied >> post & 1) + bound + (heavy & hard_going)
        combat = counters.combat[unit] >> halved
        if combat:
            attack = counters.attack[unit] >> halved if armor and not hard_going else 0
            back = price * fall_back if safe >> post & 1 else back_cost(state, view, unit, post)
            aside = march_given_up(view, motor, here, post)
            one = Attacker(combat, here == post, unit, post, attack, rush, price, back, aside)
            posts.setdefault(post, []).append(one)


def posts_held(state: LbState, view: Outlook) -> Posts:
    """Who can attack from where he is."""
    counters, ground = state.game.counters, state.game.ground
    supplied = supplied_hexes(state, view.side)
    posts: Posts = {}
    for unit in bits(free_attackers(state)):
        hex = state.hex_of[unit]
        if not ground.grid.around[hex] & view.foes:
            continue
        if counters.hqs >> unit & 1 and not state.undeployed >> unit & 1:
            continue
        armor = (counters.armor | counters.optional_armor) >> unit & 1 and not ground.rough_going >> hex & 1
        combat = attacking_strength(state, unit, "final_ground", supplied)
        attack = attacking_strength(state, unit, "initial_armored", supplied) if armor else 0
        bound = bool(state.undeployed >> unit & 1)
        price = view.price[unit] * (view.weights.bound_anyway if bound else 1.0)
        back = back_cost(state, view, unit, hex)
        posts.setdefault(hex, []).append(Attacker(combat, True, unit, hex, attack, False, price, back, 0.0))
    return posts


def guards(state: LbState, view: Outlook, unit: int) -> bool:
    """Whether a unit is the only one in a hex that we win by holding, or in a threatened one that he would win by."""
    hex = state.hex_of[unit]
    weights = view.weights
    if view.hold.get(hex, 0.0) < weights.guards_what:
        return False
    if not view.goals.board(TAKE) >> hex & 1 and danger(state, weights, view.side, hex) < weights.guards_from:
        return False
    counters = state.game.counters
    return not state.at[hex] & counters.ground & ~counters.hqs & ~(1 << unit)


def spotting(state: LbState, view: Outlook, unit: int, board: int) -> dict[int, float]:
    """Hexes from which a unit would show our guns a target that nobody shows them yet."""
    counters, ground = state.game.counters, state.game.ground
    if not counters.zoc >> unit & 1:
        return {}
    unseen = _unseen(state, view)
    found: dict[int, float] = {}
    for target, value in unseen.items():
        for hex in bits(ground.grid.around[target] & board):
            found[hex] = found.get(hex, 0.0) + view.weights.spotting * value
    return found


def _unseen(state: LbState, view: Outlook) -> dict[int, float]:
    """Enemy hexes that our supplied guns could fire at if they were spotted: what that would bring."""
    counters, game = state.game.counters, state.game
    side = view.side
    guns = state.units_in(state.occupied[side]) & counters.guns & ~state.limbered
    zoc = state.zoc(side) | game.ground.no_zoc
    reach: dict[int, int] = {}
    for gun in bits(guns):
        near = beside(state, state.hex_of[gun]) & state.occupied[side]
        if state.units_in(near) & counters.supply:
            for hex in bits(game.disc(state.hex_of[gun], counters.range[gun]) & view.foes & ~zoc):
                reach[hex] = reach.get(hex, 0) + counters.combat[gun]
    if not reach:
        return {}
    supplied = supplied_hexes(state, 1 - side)
    return {
        hex: fire_value(game, mark(state, view, hex, supplied, True), strength)[0] for hex, strength in reach.items()
    }
