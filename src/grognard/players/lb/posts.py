"""Where units of Lost Battles could attack from, before and after moving, and where they would show guns a target."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.games.lb.combat.announce import free_attackers
from grognard.games.lb.combat.strengths import attacking_strength
from grognard.games.lb.engineers import passable
from grognard.games.lb.ground import Ground
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
from grognard.players.lb.line import distances
from grognard.players.lb.value import Outlook, Sight, danger


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
    return within_reach(state, view, state.moved & state.standing[view.side] & counters.ground & ~counters.hqs)


def within_reach(state: LbState, view: Outlook, units: int) -> int:
    """Those of these units that could get to an enemy at all."""
    if not view.foes:
        return 0
    far, move, hex_of = distances(state.game, view.foes), state.game.counters.move, state.hex_of
    found = 0
    for unit in bits(units):
        if far[hex_of[unit]] <= 2 + move[unit]:
            found |= 1 << unit
    return found


def posts_to_move_to(state: LbState, view: Outlook) -> Posts:
    """Who can attack from where after moving."""
    counters, hex_of = state.game.counters, state.hex_of
    side, known = view.side, marches(state.game, view.seen)
    ways = passable(state, side)
    posts: Posts = {}
    units = state.standing[side] & counters.ground & ~counters.hqs & ~state.dug_in
    line = front.asked(state, side)
    if line:
        units &= ~front.reserve(state, side, view.weights)
    near = within_reach(state, view, units & ~state.moved)
    for unit in bits(units):
        hex = hex_of[unit]
        deployed, rush = 1 << hex, 0
        if state.moved >> unit & 1:
            if not known.edge >> hex & 1:
                continue
        elif unit not in state.bridges and not guards(state, view, unit):
            if not near >> unit & 1:
                continue
            if not (line and front.binds(state, side, view.weights, unit)):
                deployed, rush = known.reach(state, view, unit, ways)
        for one in known.posts(state, view, unit, deployed & known.edge, rush & known.edge & ~(1 << hex)):
            posts.setdefault(one.post, []).append(one)
    return posts


class Marches:
    """Units in posts beside the enemy, each as it would count there: known for as long as he stays as he is."""

    __slots__ = ("_fields", "_posts", "_reaches", "_ways", "edge", "safe")

    def __init__(self, ground: Ground, foes: int, zoc: int) -> None:
        self.edge = ground.grid.grow(foes) & ground.land
        self.safe = ground.grid.grow(ground.land & ~foes & ~zoc)
        """Where one can always fall back from."""
        self._reaches: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._ways: Sides = ground.grid.no_sides
        """The hexsides that could be crossed when they were worked out."""
        self._posts: dict[tuple[int, ...], tuple[Attacker, ...]] = {}
        self._fields: dict[int, list[int]] = {}
        """The marches that posts were weighed against, kept so that none is taken for another."""

    def reach(self, state: LbState, view: Outlook, unit: int, ways: Sides) -> tuple[int, int]:
        """Where a unit can go, deployed and only undeployed."""
        if ways != self._ways:
            self._reaches.clear()
            self._ways = ways
        hex = state.hex_of[unit]
        if road_duty(state, unit) is not None:
            found = reach_of(state, unit, allowance(state, unit), False, False)
            return found.board | 1 << hex, found.rush
        key = (unit, hex, state.supplied >> unit & 1)
        known = self._reaches.get(key)
        if known is None:
            motor, left = state.game.counters.motor >> unit & 1, allowance(state, unit)
            one_hex = minimum_move(state, unit)
            deployed, rush = rough_reach(state.game, hex, left, motor, one_hex, view.foes, view.zoc, ways)
            known = self._reaches[key] = deployed | 1 << hex, rush if may_rush(state, unit) else 0
        return known

    def posts(self, state: LbState, view: Outlook, unit: int, deployed: int, rush: int) -> tuple[Attacker, ...]:
        """A unit in every hex of these boards, those that it rushes to last."""
        board = deployed | rush
        if not board:
            return ()
        field = view.fields[state.game.counters.motor >> unit & 1]
        self._fields[id(field)] = field
        here, shut = state.hex_of[unit], board & ~self.safe
        if shut:
            mine = state.occupied[view.side]
            if state.at[here] == 1 << unit:
                mine &= ~(1 << here)  # its own hex does not cover its retreat
            shut &= ~state.game.ground.grid.grow(mine)
        bound = state.undeployed >> unit & 1
        key = (id(field), unit, here, deployed, rush, view.supplied & board, shut, bound)
        found = self._posts.get(key)
        if found is None:
            boards = ((deployed, False), (rush, True))
            found = self._posts[key] = tuple([
                one for board, rushes in boards for one in _in_posts(state, view, unit, board, rushes, shut)
            ])  # fmt: skip
        return found


@lru_cache(maxsize=4)
def marches(game: LbTables, seen: Sight) -> Marches:
    return Marches(game.ground, seen.foe.hexes, seen.zoc)


def _in_posts(state: LbState, view: Outlook, unit: int, board: int, rush: bool, shut: int) -> Iterator[Attacker]:
    """A unit in every post of a board, as it would count there; from those in `shut` there is no way back."""
    counters, rough = state.game.counters, state.game.ground.rough_going
    armor, heavy = (counters.armor | counters.optional_armor) >> unit & 1, counters.armor >> unit & 1
    here, price, motor = state.hex_of[unit], view.price[unit], counters.motor >> unit & 1
    bound = rush or state.undeployed >> unit & 1
    weights = view.weights
    for post in bits(board):
        hard_going = rough >> post & 1
        halved = (not view.supplied >> post & 1) + bound + (heavy & hard_going)
        combat = counters.combat[unit] >> halved
        if combat:
            attack = counters.attack[unit] >> halved if armor and not hard_going else 0
            back = price * (weights.no_way_back if shut >> post & 1 else weights.fall_back)
            aside = march_given_up(view, motor, here, post)
            yield Attacker(combat, here == post, unit, post, attack, rush, price, back, aside)


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
    unseen = _unseen(state, view, ground.grid.grow(board))
    found: dict[int, float] = {}
    for target, value in unseen.items():
        for hex in bits(ground.grid.around[target] & board):
            found[hex] = found.get(hex, 0.0) + view.weights.spotting * value
    return found


def _unseen(state: LbState, view: Outlook, some: int) -> dict[int, float]:
    """Those of some enemy hexes that our supplied guns could fire at if they were spotted: what that would bring."""
    counters, game = state.game.counters, state.game
    ground, side = game.ground, view.side
    hidden = some & view.foes & ~(state.zoc(side) | ground.no_zoc)
    if not hidden:
        return {}
    stores = 0
    for supply in bits(state.standing[side] & counters.supply):
        stores |= 1 << state.hex_of[supply]
    stores |= ground.grid.grow(stores)
    reach: dict[int, int] = {}
    for gun in bits(state.standing[side] & counters.guns & ~state.limbered):
        here = state.hex_of[gun]
        if stores >> here & 1:
            for hex in bits(game.disc(here, counters.range[gun]) & hidden):
                reach[hex] = reach.get(hex, 0) + counters.combat[gun]
    if not reach:
        return {}
    supplied = supplied_hexes(state, 1 - side)
    return {
        hex: fire_value(game, mark(state, view, hex, supplied, True), strength)[0] for hex, strength in reach.items()
    }
