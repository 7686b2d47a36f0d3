"""Attacks in Velikiye Luki: which ones a side's units can make between them, and what each promises.

The plan is greedy: the most promising attack takes the units and the supports it wants, then the next one. Results are
weighed by the exact chances over both quality dice and the Combat Results Table.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import accumulate, repeat
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from grognard.games.vl.battle import Battle
from grognard.games.vl.combat import CORPS_LIMIT
from grognard.games.vl.counters import SOVIET
from grognard.games.vl.modifiers import best_quality
from grognard.games.vl.odds import column_before_dice, limited
from grognard.games.vl.results import STEADY, Duty, duties
from grognard.games.vl.stacking import crowded
from grognard.games.vl.staff import serves
from grognard.games.vl.state import VlState
from grognard.games.vl.tables import VlTables
from grognard.hex.grid import bits, mask
from grognard.players.vl.value import (
    Foe,
    Outlook,
    Strengths,
    disc,
    loss_costs,
    ring_prize,
    stack_defence,
    step_cost,
    town_prize,
)
from grognard.players.vl.weights import VlWeights

BEYOND: Final = 8
"""Columns off the table that quality dice can make up for: farther ones are all the same."""

HARDLY: Final = 1 / 12
"""An attack that clears the hex more seldom is made in vain, but for what it wears down."""

Chances = tuple[tuple[int, float], ...]


class Half(NamedTuple):
    """The halves of all results there are, numbered, so that they can be looked up in lists."""

    duties: tuple[Duty, ...]
    numbers: dict[Duty, int]


@lru_cache(maxsize=4)
def halves(game: VlTables) -> Half:
    every = {duty for row in game.crt.rows for result in row for duty in duties(result)}
    found = sorted(every, key=lambda duty: (duty.retreat, duty.requirements))
    return Half(tuple(found), {duty: number for number, duty in enumerate(found)})


@lru_cache(maxsize=4096)
def outcomes(game: VlTables, column: int, attacker: int, defender: int) -> tuple[Chances, Chances]:
    """The chance of each attacker's and each defender's half of the result, from the column before the dice."""
    own, theirs = game.quality[attacker], game.quality[defender]
    numbers = halves(game).numbers
    columns = Counter(min(max(column + a - d, 0), game.crt.last) for a in own for d in theirs)
    counts: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for final, times in columns.items():
        for result in game.crt.results(final):
            for found, duty in zip(counts, duties(result), strict=True):
                found[numbers[duty]] = found.get(numbers[duty], 0) + times
    cases = len(own) * len(theirs) * len(game.crt.rows)
    chances = tuple(accumulate(repeat(1 / cases, cases), initial=0.0))
    return (
        tuple((half, chances[count]) for half, count in counts[0].items()),
        tuple((half, chances[count]) for half, count in counts[1].items()),
    )


class Stake:
    """What a force loses by each result: its steps, the ground it holds, and whether it may stand."""

    def __init__(
        self, game: VlTables, costs: tuple[float, ...], ground: float, stands: bool, way_out: float | None
    ) -> None:
        self.costs = tuple(accumulate(costs, initial=0.0))
        """By steps lost: what they cost together."""
        self.steps = len(costs)
        self.ground = ground
        self.stands = stands
        self.way_out = way_out
        """What a hex of retreat costs, in ground and steps, or None where there is no way."""
        ways = [self._work_out(duty) for duty in halves(game).duties]
        self.paid = [cost for cost, _ in ways]
        """By half of a result: the cheapest way to fill its duty."""
        self.leaves = [leaves for _, leaves in ways]
        """By half of a result: whether the hex is empty then."""

    def _work_out(self, duty: Duty) -> tuple[float, bool]:
        count = duty.requirements
        if not duty.retreat:
            return min([self._mixed(count, hexes) for hexes in range(count + 1)]) if count else (0.0, False)
        ways = []
        if self.way_out is not None:
            ways = [self._mixed(1 + count, 1 + hexes) for hexes in range(count + 1)]
        if self.stands:
            ways += [self._mixed(1 + count, hexes) for hexes in range(count + 1)]
        return min(ways, default=(self.costs[-1] + self.ground, True))

    def _mixed(self, count: int, hexes: int) -> tuple[float, bool]:
        """So many requirements, this many of them filled with hexes: what that costs, and whether the hex is left."""
        steps = count - hexes
        if steps >= self.steps or (hexes and self.way_out is None):
            return self.costs[-1] + self.ground, True
        cost = self.costs[steps]
        if hexes and self.way_out is not None:
            cost += self.ground + hexes * self.way_out
        return cost, bool(hexes)


stake = lru_cache(maxsize=4096)(Stake)
"""A stake that has been looked at before."""


def defender_stake(state: VlState, view: Outlook, hex: int, prize: float) -> Stake:
    """What the enemy in a hex has to lose; `view` is the attacker's."""
    game, weights = state.game, view.weights
    enemy = 1 - view.side
    units = state.at[hex] & game.counters.combat & game.counters.of_side[enemy]
    costs = loss_costs(state, weights, units)
    wear = weights.wear * prize / len(costs)
    costs = [cost + wear for cost in costs]
    out = game.ground.grid.around[hex] & game.ground.land & ~state.occupied[view.side]
    free = out & (~view.own_zoc | state.occupied[enemy])
    way_out = weights.ground if free else weights.ground + costs[0] if out else None
    steady = bool(game.ground.settlements >> hex & 1) or best_quality(state, units) <= STEADY
    return stake(game, tuple(costs), prize, steady, way_out)


def attacker_stake(state: VlState, view: Outlook, units: int) -> Stake:
    """What the attackers have to lose."""
    known, key = _STAKES.setdefault(view.foe.strengths, {}), (view.weights, units)
    if key not in known:
        known[key] = _attacker_stake(state, view.weights, units)
    return known[key]


_STAKES: WeakKeyDictionary[Strengths, dict[tuple[VlWeights, int], Stake]] = WeakKeyDictionary()


def _attacker_stake(state: VlState, weights: VlWeights, units: int) -> Stake:
    """Their first step is of the largest unit (6.4e)."""
    most = max(state.steps[unit] for unit in bits(units))
    first = min(step_cost(state, weights, unit) for unit in bits(units) if state.steps[unit] == most)
    rest = loss_costs(state, weights, units)
    rest.remove(first)
    blood = weights.blood
    costs = (blood * first, *[blood * cost for cost in rest])
    return stake(state.game, costs, 0.0, best_quality(state, units) <= STEADY, weights.ground)


def promise(game: VlTables, column: int, qualities: tuple[int, int], attacker: Stake, defender: Stake) -> float:
    """What a combat is worth to the attacker."""
    return less_losses(game, column, qualities, attacker, gain(game, column, qualities, defender))


def gain(game: VlTables, column: int, qualities: tuple[int, int], defender: Stake) -> float:
    """What the defender loses in a combat."""
    value = 0.0
    paid = defender.paid
    for half, chance in _outcomes(game, column, qualities)[1]:
        value += chance * paid[half]
    return value


def clearing(game: VlTables, column: int, qualities: tuple[int, int], defender: Stake) -> float:
    """How often a combat empties the hex, if the defender pays what costs him least."""
    return sum(chance for half, chance in _outcomes(game, column, qualities)[1] if defender.leaves[half])


def less_losses(game: VlTables, column: int, qualities: tuple[int, int], attacker: Stake, value: float) -> float:
    """A gain less what the attacker loses for it."""
    paid = attacker.paid
    for half, chance in _outcomes(game, column, qualities)[0]:
        value -= chance * paid[half]
    return value


def _outcomes(game: VlTables, column: int, qualities: tuple[int, int]) -> tuple[Chances, Chances]:
    return outcomes(game, min(max(column, -BEYOND), game.crt.last + BEYOND), *qualities)


def of_a_column(state: VlState, view: Outlook, battle: Battle, more: int) -> float:
    """What so many further columns change for the attacker in a declared combat; `view` is the attacker's."""
    prize = ring_prize(state, view, battle.hex) + town_prize(state, view, battle.hex)
    qualities = best_quality(state, battle.attackers), best_quality(state, battle.defenders)
    ours, theirs = attacker_stake(state, view, battle.attackers), defender_stake(state, view, battle.hex, prize)
    column = column_before_dice(state, battle)
    now = promise(state.game, column, qualities, ours, theirs)
    return promise(state.game, column + more, qualities, ours, theirs) - now


class Attack:
    """An attack on a hex, what it promises, and where each attacker stands for it."""

    __slots__ = ("hex", "posts", "support", "units", "value")

    def __init__(self, value: float, hex: int, posts: tuple[tuple[int, int], ...], support: int) -> None:
        self.value = value
        self.hex = hex
        self.posts = posts
        self.support = support
        """Columns of support it reckons with."""
        self.units = mask(unit for unit, _ in posts)


class Target:
    """An enemy stack under consideration."""

    def __init__(self, state: VlState, view: Outlook, hex: int, prize: float) -> None:
        game = state.game
        counters, ground = game.counters, game.ground
        self.game, self.hex, self.prize = game, hex, prize
        units = state.at[hex] & counters.combat
        self.alone = not units
        self.defence = stack_defence(state, view.foe, hex)
        if self.alone:
            return
        self.quality = best_quality(state, units)
        self.gains: dict[tuple[int, int], float] = {}
        self.stake = defender_stake(state, view, hex, self.prize)
        self.settled = bool(ground.settlements >> hex & 1)
        self.armour = units & counters.armoured
        self.columns = 0  # the defender's own, whoever attacks
        if units & counters.infantry and self.armour:
            self.columns -= 1
        if self.settled and units & counters.pioneers:
            self.columns -= 1
        around = ground.grid.around[hex] & ground.land
        if not around & ~(view.own_zoc | state.occupied[view.side]):
            self.columns += 1  # 6.2.8a surrounded already
        self.guns = bool(units & counters.anti_tank and units & counters.infantry)
        self.starred = bool(units & counters.asterisk)
        own = counters.of_side[view.side] & ~counters.second_mechanised
        self.formations = [members for _, members in counters.integrity if members & own == members]
        self.ring = view.ring if view.side == SOVIET and view.closed else 0
        """7.6a the posts that cost a column."""

    def gain(self, column: int, qualities: tuple[int, int]) -> float:
        """What an attack in this column promises to cost the enemy."""
        key = column, qualities[0]
        found = self.gains.get(key)
        if found is None:
            found = self.gains[key] = gain(self.game, column, qualities, self.stake)
        return found

    def terrain(self, posts: int) -> int:
        """6.2.1 the columns of ground, river and lake against an attack from these hexes."""
        return -_terrain(self.game, self.hex, posts)

    def best_column(self, posts: int, units: int, strength: int) -> int:
        """A column that no attack by some of these units, from some of these hexes, exceeds."""
        counters = self.game.counters
        found = ratio(self.game, strength, self.defence) + self.columns
        found += max([self.terrain(1 << post) for post in bits(posts)])
        armour = units & counters.armoured
        if armour and units & counters.infantry:
            found += 1
        if armour & counters.asterisk and self.armour and not self.armour & counters.asterisk:
            found += 1
        if self.settled and units & counters.pioneers:
            found += 1
        return found + sum([members & units == members for members in self.formations])

    def column(self, force: dict[int, int], posts: int, units: int, strength: int) -> int:
        """The column before the dice for units that attack from these hexes."""
        counters = self.game.counters
        found = ratio(self.game, strength, self.defence) + self.columns + self.terrain(posts)
        armour = units & counters.armoured
        if armour:
            if any(stack & counters.infantry and stack & counters.armoured for stack in force.values()):
                found += 1
            if self.guns:
                found -= 1
            if self.starred and not armour & counters.asterisk:
                found -= 1
            if armour & counters.asterisk and self.armour and not self.armour & counters.asterisk:
                found += 1
        if self.settled and units & counters.pioneers:
            found += 1
        for members in self.formations:
            if members & units == members:
                found += 1
        return found - 1 if posts & self.ring else found


@lru_cache(maxsize=4096)
def _terrain(game: VlTables, hex: int, posts: int) -> int:
    """6.2.1 what ground, river and lake are worth to the defender against an attack from these hexes."""
    ground = game.ground
    word, columns = ground.ground_columns[hex]
    if word == "heights" and not posts & ~ground.heights:
        columns = 0
    columns = sum(ground.place_and_ground(hex, columns))
    columns += max(river(game, post, hex) for post in bits(posts))
    return columns + ground.lake_columns if ground.lakes & (posts | 1 << hex) else columns


@lru_cache(maxsize=4096)
def ratio(game: VlTables, attack: int, defence: int) -> int:
    """6.3a the column of a ratio."""
    return min(max(game.crt.level(attack, defence), 0), game.crt.last)


def river(game: VlTables, post: int, hex: int) -> int:
    """The columns that a river between two hexes costs."""
    number = game.ground.river_between.get((post, hex))
    return 0 if number is None else game.ground.rivers[number][1]


def in_reach(state: VlState, unit: int) -> int:
    """1.4b, 1.5e the hexes in range of an HQ or launcher."""
    return disc(state.game, state.hex_of[unit], state.game.counters.reach[unit])


def support_price(state: VlState, weights: VlWeights) -> float:
    """What a column of support must bring to be given in this combat phase."""
    return weights.support_in_soviet_phase if state.active == SOVIET else weights.support_in_german_phase


class Supports(NamedTuple):
    """What a side can still put into combats."""

    artillery: int
    air: int


Ready = tuple[int, bool, bool, int, int]
"""A unit that can attack from a hex: its strength, whether it stays, whether it is in supply there, unit and post. The
order is that in which they are called."""


class Front:
    """The units that can attack, by the hex they can do it from; attacks on a hex are remembered by what they depend
    on: enemies, prizes, supports, and who can come. Most of it is the same after another unit has moved."""

    def __init__(self, state: VlState, view: Outlook, posts: dict[int, int]) -> None:
        self.state, self.view, self.posts = state, view, posts
        self.board = mask(posts)
        counters = state.game.counters
        own = state.present & counters.of_side[view.side]
        self.hqs = [(hq, in_reach(state, hq)) for hq in bits(own & counters.hqs) if state.supports[hq]]
        """Those with a support left, and the hexes they support a combat at."""
        self.rockets = [in_reach(state, unit) for unit in bits(own & counters.launchers & ~state.used)]
        """By launcher that has not fired: the hexes it can fire at."""
        self.limit = CORPS_LIMIT if state.options["two_2m_units_per_combat"] else len(state.game.counters)
        common = state.active, self.limit, view.ring if view.closed else 0
        self.remembered, self.targets = _MUSTERED.setdefault(view.foe, {}).setdefault(common, ({}, {}))

    def attack(self, hex: int, used: int, left: Supports) -> Attack | None:
        """The best attack on a hex by units that are not used yet."""
        state, view = self.state, self.view
        around = state.game.ground.grid.around[hex]
        everyone = posts = 0
        who: list[int] = []
        for post in bits(around & self.board):
            units = self.posts[post] & ~used
            if units:
                everyone |= units
                posts |= 1 << post
                who += post, units, state.at.get(post, 0), view.supplied >> post & 1
        if not everyone:
            return None
        prize = ring_prize(state, view, hex) + town_prize(state, view, hex)
        supports = self._supports(hex, everyone, left)
        ground = hex, prize, view.own_zoc & around, state.occupied[view.side] & around
        key = *ground, supports, *who
        if key not in self.remembered:
            target = self.targets.get(ground)
            if target is None:
                target = self.targets[ground] = Target(state, view, hex, prize)
            hopeless = not target.alone and self._hopeless(target, posts, everyone, supports)
            self.remembered[key] = None if hopeless else self._muster(target, used, supports)
        return self.remembered[key]

    def _hopeless(self, target: Target, posts: int, units: int, supports: int) -> bool:
        """Whether an attack of these units would not be worth it in the best column of all and without a loss: most
        that can be thought of are not, and need not be mustered."""
        state, weights = self.state, self.view.weights
        column = target.best_column(posts, units, self.view.foe.strengths.attack[units])
        if column + supports < weights.least_column:
            return True
        qualities, price = (best_quality(state, units), target.quality), support_price(state, weights)
        hopes = [target.gain(column + columns, qualities) - price * columns for columns in range(supports + 1)]
        return max(hopes) <= weights.worth_attacking

    def _supports(self, hex: int, units: int, left: Supports) -> int:
        """Columns of support that a combat at this hex can have."""
        state, given = self.state, 0
        for hq, area in self.hqs:
            if area >> hex & 1 and serves(state, hq, units):
                given += state.supports[hq]
        most = state.game.files.tables.support
        columns = min(given, min(left.artillery, most.artillery) + min(left.air, most.air))
        if any(area >> hex & 1 for area in self.rockets):
            columns += 1
        return min(columns, self.view.weights.most_support)

    def _ready(self, target: int, used: int) -> list[Ready]:
        """Everyone who can attack a hex, from each hex he can do it from, the strongest first."""
        state = self.state
        hex_of, attack = state.hex_of, self.view.foe.strengths.attack
        found = []
        for post in bits(state.game.ground.grid.around[target] & self.board):
            supplied = bool(self.view.supplied >> post & 1)
            for unit in bits(self.posts[post] & ~used):
                found.append((attack[1 << unit], hex_of[unit] == post, supplied, unit, post))
        found.sort(reverse=True)
        return found

    def _muster(self, target: Target, used: int, supports: int) -> Attack | None:
        state, view = self.state, self.view
        game, side, weights = state.game, view.side, view.weights
        counters = game.counters
        ready = self._ready(target.hex, used)
        if target.alone:
            return Attack(weights.lone_hq + target.prize, target.hex, (ready[-1][3:],), 0)
        called = corps = posts = 0
        force: dict[int, int] = {}
        newcomers: dict[int, int] = {}
        chosen: list[tuple[int, int]] = []
        strength, spent = 0, 0.0
        best: Attack | None = None
        least = weights.worth_attacking
        quality = len(game.quality)
        reached = None
        price = support_price(state, weights)
        for attack, stays, supplied, unit, post in ready:
            bit = 1 << unit
            if called & bit or (counters.second_mechanised & bit and corps >= self.limit):
                continue
            if not stays:
                there = state.at.get(post, 0) & ~called | newcomers.get(post, 0)
                if there and crowded(state, side, there | bit):
                    continue
                newcomers[post] = newcomers.get(post, 0) | bit
            called |= bit
            corps += counters.second_mechanised >> unit & 1
            force[post] = force.get(post, 0) | bit
            chosen.append((unit, post))
            quality = min(quality, state.quality(unit))
            strength += attack
            spent += weights.used * attack + (0.0 if supplied else weights.unsupplied_attacker)
            posts |= 1 << post
            column = target.column(force, posts, called, strength)
            if column == reached or column + supports < weights.least_column:
                continue
            reached = column
            qualities = quality, target.quality
            ours: Stake | None = None
            for columns in range(supports + 1):
                hoped = target.gain(column + columns, qualities)
                if hoped - spent - price * columns <= least:
                    continue  # whatever it costs the attackers
                ours = ours or attacker_stake(state, view, called)
                value = less_losses(game, column + columns, qualities, ours, hoped) - spent - price * columns
                if value > least and clearing(game, column + columns, qualities, target.stake) < HARDLY:
                    value = value - weights.in_vain
                if value > least:
                    best = Attack(value, target.hex, tuple(chosen), columns)
                    least = value
            if limited(state, column) == game.crt.last:
                break  # more would not help
        return best


Mustered = tuple[dict[tuple[float, ...], Attack | None], dict[tuple[float, ...], Target]]
"""Attacks by all they depend on, and the enemy stacks by what is around them."""

_MUSTERED: WeakKeyDictionary[Foe, dict[object, Mustered]] = WeakKeyDictionary()


def plan_attacks(state: VlState, view: Outlook, posts: dict[int, int], enemies: int) -> tuple[Attack, ...]:
    """Attacks on these enemies, the most promising first; no unit is in two of them.

    `posts` tells by hex the units that may attack from there.
    """
    side = view.side
    front = Front(state, view, posts)
    left = Supports(state.artillery[side], state.air[side])
    queue = []
    for hex in bits(state.game.ground.grid.grow(front.board) & enemies):
        attack = front.attack(hex, 0, left)
        if attack is not None:
            queue.append((-attack.value, hex, attack))
    heapify(queue)
    used = 0
    planned: list[Attack] = []
    while queue:
        _, hex, attack = heappop(queue)
        if attack.units & used:  # a better attack has taken some of them: muster those that are left
            again = front.attack(hex, used, left)
            if again is not None:
                heappush(queue, (-again.value, hex, again))
            continue
        used |= attack.units
        spent = min(attack.support, left.artillery)
        left = left._replace(artillery=left.artillery - spent)
        planned.append(attack)
    return tuple(planned)
