"""Attacks in A Victory Lost: which ones the activated units can make between them, and what each promises.

The plan is greedy: the most promising attack takes the units it wants, then the next one. Results are weighed by the
exact column of the Combat Results Table, retreats by whether the defender has a hex to go to.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import inf
from weakref import WeakKeyDictionary

from grognard.core.odds import BELOW
from grognard.games.avl.combat import attack_strength, defence_strength
from grognard.games.avl.ground import Factor
from grognard.games.avl.state import LAST_PLACE, AvlState
from grognard.games.avl.tables import AvlTables
from grognard.hex.grid import bits, mask
from grognard.players.avl.value import (
    Foe,
    Outlook,
    loss_costs,
    prices,
    stack_defence,
    worth,
)


class Attack:
    """An attack on a hex, what it promises, and where each attacker stands for it."""

    __slots__ = ("hex", "posts", "units", "value")

    def __init__(self, value: float, hex: int, posts: tuple[tuple[int, int], ...], units: int) -> None:
        self.value = value
        self.hex = hex
        self.posts = posts
        self.units = units


class Target:
    """An enemy stack under consideration."""

    def __init__(self, state: AvlState, view: Outlook, hex: int) -> None:
        game = state.game
        ground = game.ground
        self.state, self.view, self.hex = state, view, hex
        units = bits(state.at[hex] & game.counters.combat)
        self.count = len(units)
        weights = view.weights
        self.costs = tuple(loss_costs(state, weights, units))
        self.defence = defence_strength(state, hex)
        self.shift = ground.shifts[hex]
        self.prize = weights.driven_back
        if ground.city_board >> hex & 1 and hex not in view.danger:
            self.prize += weights.city
        if state.at[hex] & game.counters.hqs:
            self.prize += weights.hq_with_stack
        exits = ground.dry_beside[hex] & ~state.combat[view.side] & ~state.closed()
        itself = bool(weights.ring)  # Recruit leaves out that who stands in a way bars it
        self.exits = [ground.beside[exit] | itself << exit for exit in bits(exits)]
        """For each hex to retreat to: where units of ours bar it."""

    def level(self, attack: int) -> int:
        """The level on the CRT that this much attack strength gives."""
        table = self.state.game.crt
        if not attack:
            return BELOW
        if not self.defence:
            return table.last
        return max(table.level(attack, self.defence) - self.shift, BELOW)

    def value(self, level: int, hexes: int, cheapest: float) -> float:
        """What an attack at this level promises if ours stand in these hexes and a step costs us no less than that."""
        game = self.state.game
        column = game.crt.column(level)
        # steps that a retreat costs: all, or none, or one for every unit that has to enter our ZOC
        extra = self.count if self.exits else len(self.costs)
        for beside in self.exits:
            if not beside & hexes:
                extra = 0
                break
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
    weights = view.weights
    cost = weights.caution * view.foe.risks[post, defence] * worth(state, weights, unit)
    here = state.hex_of[unit]
    if here > LAST_PLACE:
        cost += weights.pull * max(view.distance[post] - view.distance[here], 0)
    return cost


Offered = tuple[float, bool, int, int, int, Factor]
"""A unit that can attack from a hex: its strength, whether it stays, the post's shelter, unit, post and factor. The
order is that in which they are called."""


class Front:
    """The units that can attack, by the hex they can do it from; attacks on a hex are remembered by what they depend
    on: enemies, who stands near it, and who can come. Most of it is the same after another unit has moved."""

    def __init__(self, state: AvlState, view: Outlook, posts: dict[int, int]) -> None:
        self.state, self.view, self.posts = state, view, posts
        self.board = mask(posts)
        self.targets: dict[int, Target] = {}
        common = state.closed(), state.cities, view.delays, state.options["soviet_help_german_mech_5vp"]
        self.remembered = _MUSTERED.setdefault(view.foe, {}).setdefault(common, {})

    def attack(self, hex: int, used: int) -> Attack | None:
        """The best attack on a hex by units that are not used yet."""
        key = self._key(hex, used)
        if key not in self.remembered:
            target = self.targets.get(hex)
            if target is None:
                target = self.targets[hex] = Target(self.state, self.view, hex)
            self.remembered[key] = self._muster(target, used)
        return self.remembered[key]

    def _key(self, hex: int, used: int) -> tuple[int, ...]:
        """Whom an attack on a hex depends on, beside the enemies: own units within two hexes, and those in reach."""
        state, posts = self.state, self.posts
        game = state.game
        at, hex_of = state.at, state.hex_of
        everyone = board = 0
        found = [hex, state.combat[self.view.side] & game.disc(hex, 2), 0]
        for post in bits(game.ground.beside[hex] & self.board):
            units = posts[post] & ~used
            if units:
                everyone |= units
                board |= 1 << post
                found += units, at.get(post, 0)
        found[2] = board
        found += [hex_of[unit] for unit in bits(everyone)]
        return tuple(found)

    def _offered(self, target: int, used: int) -> list[Offered]:
        """Everyone who can attack a hex, from each hex he can do it from, the strongest first."""
        state = self.state
        ground, counters = state.game.ground, state.game.counters
        attack, steps, supply, hex_of = counters.attack, state.steps, state.supply, state.hex_of
        found = []
        for post in bits(ground.beside[target] & self.board):
            factors = ground.attack_factors[ground.over_river[target] >> post & 1]
            shelter = ground.shifts[post]
            for unit in bits(self.posts[post] & ~used):
                factor = factors[supply[unit]]
                strength = attack[unit][steps[unit]] * factor[0] / factor[1]
                found.append((strength, hex_of[unit] == post, shelter, unit, post, factor))
        found.sort(reverse=True)
        return found

    def _muster(self, target: Target, used: int) -> Attack | None:
        """The strongest first; or, where that promises more, those first who bar the ways out."""
        offered = self._offered(target.hex, used)
        best = self._called(target, offered)
        ring = self._ring_first(target, offered) if self.view.weights.ring else None
        if ring is not None:
            other = self._called(target, ring)
            if other is not None and (best is None or other.value > best.value):
                return other
        return best

    def _ring_first(self, target: Target, offered: list[Offered]) -> list[Offered] | None:
        """In the order that bars the most ways out with the fewest units; None where that cannot be done."""
        hexes, units, ring = self.state.combat[self.view.side], 0, []
        ways = [way for way in target.exits if not way & hexes]
        if not ways:
            return None
        while ways:
            left = [one for one in offered if not units >> one[3] & 1]
            best = max(left, key=lambda one: sum([way >> one[4] & 1 for way in ways]), default=None)
            barred = [way for way in ways if best and way >> best[4] & 1]
            if best is None or not barred:
                return None
            units |= 1 << best[3]
            ring.append(best)
            ways = [way for way in ways if way not in barred]
        return ring + [one for one in offered if not units >> one[3] & 1]

    def _called(self, target: Target, offered: list[Offered]) -> Attack | None:
        """The attack that promises most with the first of these, however many."""
        state, view = self.state, self.view
        game = state.game
        counters = game.counters
        weights = view.weights
        costs = prices(state, weights)
        called = 0
        newcomers: dict[int, int] = {}
        sums: dict[tuple[int, Factor], int] = {}
        strength = 0
        force: list[tuple[int, int]] = []
        hexes = state.combat[view.side]
        spent, counted, cheapest = 0.0, 0, inf
        best: Attack | None = None
        least = weights.worth_attacking
        level = BELOW
        for _, stays, _, unit, post, factor in offered:
            if called >> unit & 1:
                continue
            if not stays:
                there = (state.at.get(post, 0) & counters.combat).bit_count() + newcomers.get(post, 0)
                if there >= game.stack_limit:
                    continue
                newcomers[post] = newcomers.get(post, 0) + 1
            called |= 1 << unit
            force.append((unit, post))
            hexes |= 1 << post
            attack = counters.attack[unit][state.steps[unit]]
            before, (by, of) = sums.get((post, factor), 0), factor
            sums[post, factor] = before + attack
            strength += (before + attack) * by // of - before * by // of
            cheapest = min(cheapest, costs[unit][state.steps[unit]])
            reached = target.level(strength)
            if reached == level:
                continue
            level = reached
            value = target.value(level, hexes, cheapest)
            if value - spent > least:  # else what further units spend makes it no better
                for one, where in force[counted:]:
                    attack = counters.attack[one][state.steps[one]]
                    spent += weights.used * attack + weights.exposed * post_cost(state, view, one, where)
                counted = len(force)
                if value - spent > least:
                    least = value - spent
                    best = Attack(least, target.hex, tuple(force), called)
            if level >= game.crt.last:
                break  # more would not help
        return best


def promised(state: AvlState, view: Outlook, hex: int, units: int) -> Attack | None:
    """What an attack by just these units promises as they stand; None where the table has no column for it."""
    target, weights = Target(state, view, hex), view.weights
    level = target.level(attack_strength(state, units, hex))
    if level == BELOW:
        return None
    costs, attack, steps = prices(state, weights), state.game.counters.attack, state.steps
    posts = tuple((unit, state.hex_of[unit]) for unit in bits(units))
    value = target.value(level, state.combat[view.side], min(costs[unit][steps[unit]] for unit, _ in posts))
    for unit, post in posts:
        value -= weights.used * attack[unit][steps[unit]] + weights.exposed * post_cost(state, view, unit, post)
    return Attack(value, hex, posts, units)


_MUSTERED: WeakKeyDictionary[Foe, dict[object, dict[tuple[int, ...], Attack | None]]] = WeakKeyDictionary()


def plan_attacks(state: AvlState, view: Outlook, posts: dict[int, int]) -> tuple[Attack, ...]:
    """Attacks for the activated units, the most promising first; no unit is in two of them.

    `posts` tells by hex the units that may attack from there.
    """
    front = Front(state, view, posts)
    queue = []
    for hex in bits(state.game.ground.zoc(front.board) & view.foe.hexes & ~state.attacked):
        attack = front.attack(hex, 0)
        if attack is not None:
            queue.append((-attack.value, hex, attack))
    heapify(queue)
    used = 0
    planned = []
    while queue:
        _, hex, attack = heappop(queue)
        if attack.units & used:  # a better attack has taken some of them: muster those that are left
            again = front.attack(hex, used)
            if again is not None:
                heappush(queue, (-again.value, hex, again))
            continue
        used |= attack.units
        planned.append(attack)
    return tuple(planned)
