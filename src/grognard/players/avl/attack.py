"""Attacks in A Victory Lost: which ones the activated units can make between them, and what each promises.

The plan is greedy: the most promising attack takes the units it wants, then the next one. Results are weighed by the
exact column of the Combat Results Table, retreats by whether the defender has a hex to go to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import inf
from typing import NamedTuple

from grognard.core.odds import BELOW
from grognard.games.avl.combat import defence_strength
from grognard.games.avl.ground import Factor
from grognard.games.avl.state import LAST_PLACE, AvlState
from grognard.games.avl.tables import AvlTables
from grognard.hex.grid import bits, mask
from grognard.players.avl.value import (
    CITY,
    DRIVEN_BACK,
    EXPOSED,
    OVERRUN,
    USED,
    WORTH_ATTACKING,
    Outlook,
    loss_costs,
    prices,
    risk,
    stack_defence,
    worth,
)


class Attack(NamedTuple):
    """An attack on a hex, what it promises, and where each attacker stands for it."""

    value: float
    hex: int
    posts: tuple[tuple[int, int], ...]

    @property
    def units(self) -> int:
        return sum(1 << unit for unit, _ in self.posts)


class Target:
    """An enemy stack under consideration."""

    def __init__(self, state: AvlState, view: Outlook, hex: int) -> None:
        game = state.game
        ground = game.ground
        self.state, self.view, self.hex = state, view, hex
        units = bits(state.at[hex] & game.counters.combat)
        self.count = len(units)
        self.costs = tuple(loss_costs(state, units))
        self.defence = defence_strength(state, hex)
        self.shift = ground.shifts[hex]
        self.prize = DRIVEN_BACK
        if ground.city_board >> hex & 1 and hex not in view.danger:
            self.prize += CITY
        if state.at[hex] & game.counters.hqs:
            self.prize += OVERRUN / 2
        self.exits = ground.grid.step(1 << hex, ground.dry) & ~state.combat[view.side] & ~state.closed()

    def level(self, attack: int) -> int:
        """The level on the CRT that this much attack strength gives."""
        table = self.state.game.crt
        if not attack:
            return BELOW
        if not self.defence:
            return table.last
        return max(table.level(attack, self.defence) - self.shift, BELOW)

    def value(self, level: int, zoc: int, cheapest: float) -> float:
        """What an attack at this level promises if our ZOC covers these hexes and a step costs us no less than that."""
        game = self.state.game
        column = game.crt.column(level)
        # steps that a retreat costs: none, one for every unit that has to enter our ZOC, or all
        extra = len(self.costs) if not self.exits else 0 if self.exits & ~zoc else self.count
        gain = _gain(game, column, self.costs, extra, self.prize)
        return gain - cheapest * _attacker_losses(game, column)


@lru_cache(maxsize=1024)
def _gain(game: AvlTables, column: int, costs: tuple[float, ...], extra: int, prize: float) -> float:
    """The defender's expected loss: steps at these costs, so many of them extra in a retreat, and the ground."""
    gain = 0.0
    results = game.crt.results(column)
    for name in results:
        result = game.results[name]
        lost = result.defender_steps
        if result.retreat:
            lost += extra
            gain += prize
        gain += sum(costs[:lost])
    return gain / len(results)


@lru_cache(maxsize=32)
def _attacker_losses(game: AvlTables, column: int) -> float:
    results = game.crt.results(column)
    return sum(game.results[name].attacker_steps for name in results) / len(results)


def post_cost(state: AvlState, view: Outlook, unit: int, post: int) -> float:
    """What a unit gives up by attacking from a hex: the way it does not go, and the danger there."""
    defence = state.game.counters.defence[unit][state.steps[unit]] + stack_defence(state, post, 1 << unit)
    cost = view.temper.caution * risk(state, view.foe, post, defence) * worth(state, unit)
    here = state.hex_of[unit]
    if here > LAST_PLACE:
        cost += view.temper.pull * max(view.distance[post] - view.distance[here], 0)
    return cost


class Offered(NamedTuple):
    """A unit that can attack from a hex; the order is that in which they are called."""

    strength: float
    stays: bool
    shelter: int
    unit: int
    post: int
    factor: Factor


def offered(state: AvlState, target: int, posts: dict[int, int], used: int) -> list[Offered]:
    """Everyone who can attack a hex, from each hex he can do it from, the strongest first."""
    ground, counters = state.game.ground, state.game.counters
    found = []
    for post in bits(ground.grid.step(1 << target, ground.open)):
        units = posts.get(post, 0) & ~used
        if not units:
            continue
        factors = ground.attack_factors[ground.crosses(ground.rivers, post, target)]
        for unit in bits(units):
            factor = factors[state.supply[unit]]
            strength = counters.attack[unit][state.steps[unit]] * factor[0] / factor[1]
            found.append(Offered(strength, state.hex_of[unit] == post, ground.shifts[post], unit, post, factor))
    found.sort(reverse=True)
    return found


def muster(state: AvlState, view: Outlook, target: Target, posts: dict[int, int], used: int) -> Attack | None:
    """The best attack on one target by units that are not used yet: `posts` says who can attack from which hex."""
    game = state.game
    counters = game.counters
    costs = prices(state)
    called = 0
    newcomers: dict[int, int] = {}
    sums: dict[tuple[int, Factor], int] = {}
    force: list[tuple[int, int]] = []
    hexes = state.combat[view.side]
    spent, cheapest = 0.0, inf
    best: Attack | None = None
    level = BELOW
    for one in offered(state, target.hex, posts, used):
        unit, post = one.unit, one.post
        if called >> unit & 1:
            continue
        if not one.stays:
            there = (state.at.get(post, 0) & counters.combat).bit_count() + newcomers.get(post, 0)
            if there >= game.stack_limit:
                continue
            newcomers[post] = newcomers.get(post, 0) + 1
        called |= 1 << unit
        force.append((unit, post))
        hexes |= 1 << post
        attack = counters.attack[unit][state.steps[unit]]
        sums[post, one.factor] = sums.get((post, one.factor), 0) + attack
        spent += USED * attack + EXPOSED * post_cost(state, view, unit, post)
        cheapest = min(cheapest, costs[unit][state.steps[unit]])
        reached = target.level(sum(total * factor[0] // factor[1] for (_, factor), total in sums.items()))
        if reached == level:
            continue
        level = reached
        value = target.value(level, game.ground.zoc(hexes), cheapest) - spent
        if value > WORTH_ATTACKING and (best is None or value > best.value):
            best = Attack(value, target.hex, tuple(force))
        if level >= game.crt.last:
            break  # more would not help
    return best


def plan_attacks(state: AvlState, view: Outlook, posts_of: Callable[[int], int]) -> tuple[Attack, ...]:
    """Attacks for the activated units, the most promising first; no unit is in two of them.

    `posts_of` tells the hexes a unit may attack from.
    """
    game = state.game
    ground = game.ground
    beside = ground.zoc(view.foe.hexes & ~state.attacked)
    posts: dict[int, int] = {}
    for unit in bits(state.activated & ~state.fought & game.counters.combat):
        for hex in bits(posts_of(unit) & beside):
            posts[hex] = posts.get(hex, 0) | 1 << unit
    within_reach = ground.zoc(mask(posts)) & view.foe.hexes & ~state.attacked
    targets = [Target(state, view, hex) for hex in bits(within_reach)]
    queue = []
    for number, target in enumerate(targets):
        attack = muster(state, view, target, posts, 0)
        if attack is not None:
            queue.append((-attack.value, number, attack))
    heapify(queue)
    used = 0
    planned = []
    while queue:
        _, number, attack = heappop(queue)
        if attack.units & used:  # a better attack has taken some of them: muster those that are left
            again = muster(state, view, targets[number], posts, used)
            if again is not None:
                heappush(queue, (-again.value, number, again))
            continue
        used |= attack.units
        planned.append(attack)
    return tuple(planned)
