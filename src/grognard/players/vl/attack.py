"""Attacks in Velikiye Luki: which ones a side's units can make between them, and what each promises.

The plan is greedy: the most promising attack takes the units and the supports it wants, then the next one. Results are
weighed by the exact chances over both quality dice and the Combat Results Table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from grognard.games.vl.battle import Battle
from grognard.games.vl.combat import CORPS_LIMIT
from grognard.games.vl.modifiers import best_quality
from grognard.games.vl.odds import attack_of, basic_column, column_before_dice, limited
from grognard.games.vl.results import STEADY, Duty, duties
from grognard.games.vl.stacking import counted, fits
from grognard.games.vl.state import VlState
from grognard.games.vl.support import in_range, serves
from grognard.games.vl.tables import VlTables
from grognard.hex.grid import bits, mask
from grognard.players.vl.value import (
    Outlook,
    loss_costs,
    ring_prize,
    stack_defence,
    step_cost,
    town_prize,
)

WORTH_ATTACKING: Final = 0.2
"""The least an attack must promise, in Victory Points."""
SUPPORT: Final = (0.15, 0.02)
"""What a column of support must bring in the Soviet and in the German combat phase, after which it is lost."""
GROUND: Final = 0.12
"""A hex of ground given up by a stack that retreats."""
CUT_OFF: Final = 0.3
"""Attacking from where no supply line leads."""
LONE_HQ: Final = 0.5
"""An HQ or launcher that is attacked alone."""
WEAR: Final = 0.7
"""The part of a prize that wearing down all its defenders is worth."""
LEAST_COLUMN: Final = 2
"""Below even odds no attack is looked at."""
MOST_SUPPORT: Final = 3
"""Columns of support a plan reckons with."""

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
    chances: tuple[dict[int, float], dict[int, float]] = ({}, {})
    share = 1 / (len(own) * len(theirs) * len(game.crt.rows))
    for a in own:
        for d in theirs:
            for result in game.crt.results(min(max(column + a - d, 0), game.crt.last)):
                for found, duty in zip(chances, duties(result), strict=True):
                    found[numbers[duty]] = found.get(numbers[duty], 0.0) + share
    return tuple(chances[0].items()), tuple(chances[1].items())


class Stake:
    """What a force loses by each result: its steps, the ground it holds, and whether it may stand."""

    def __init__(self, game: VlTables, costs: list[float], ground: float, stands: bool, way_out: float | None) -> None:
        self.costs = costs
        self.ground = ground
        self.stands = stands
        self.way_out = way_out
        """What a hex of retreat costs in steps, or None where there is no way."""
        self.paid = [self._work_out(duty) for duty in halves(game).duties]
        """By half of a result: the cheapest way to fill its duty."""

    def _work_out(self, duty: Duty) -> float:
        count = duty.requirements
        if not duty.retreat:
            return min(self._mixed(count, hexes) for hexes in range(count + 1)) if count else 0.0
        ways = []
        if self.way_out is not None:
            ways = [self._mixed(1 + count, 1 + hexes) for hexes in range(count + 1)]
        if self.stands:
            ways += [self._mixed(1 + count, hexes) for hexes in range(count + 1)]
        return min(ways, default=sum(self.costs) + self.ground)

    def _mixed(self, count: int, hexes: int) -> float:
        """So many requirements, this many of them filled with hexes."""
        steps = count - hexes
        cost = sum(self.costs[:steps])
        if steps >= len(self.costs):
            return cost + self.ground
        if hexes:
            if self.way_out is None:
                return sum(self.costs) + self.ground
            cost += self.ground + hexes * (GROUND + self.way_out)
        return cost


def defender_stake(state: VlState, view: Outlook, hex: int, prize: float) -> Stake:
    """What the enemy in a hex has to lose; `view` is the attacker's."""
    game = state.game
    enemy = 1 - view.side
    units = state.at[hex] & game.counters.combat & game.counters.of_side[enemy]
    costs = loss_costs(state, units)
    wear = WEAR * prize / len(costs)
    costs = [cost + wear for cost in costs]
    out = game.ground.grid.around[hex] & game.ground.land & ~state.occupied[view.side]
    free = out & (~view.own_zoc | state.occupied[enemy])
    way_out = 0.0 if free else costs[0] if out else None
    steady = bool(game.ground.settlements >> hex & 1) or best_quality(state, units) <= STEADY
    return Stake(game, costs, prize, steady, way_out)


def attacker_stake(state: VlState, view: Outlook, units: int) -> Stake:
    """What the attackers have to lose: their first step is of the largest unit (6.4e)."""
    most = max(state.steps[unit] for unit in bits(units))
    first = min(step_cost(state, unit, most) for unit in bits(units) if state.steps[unit] == most)
    rest = loss_costs(state, units)
    rest.remove(first)
    costs = [view.temper.blood * cost for cost in (first, *rest)]
    return Stake(state.game, costs, 0.0, best_quality(state, units) <= STEADY, 0.0)


def promise(game: VlTables, column: int, qualities: tuple[int, int], attacker: Stake, defender: Stake) -> float:
    """What a combat is worth to the attacker."""
    own, theirs = outcomes(game, min(max(column, -8), game.crt.last + 8), *qualities)
    value = 0.0
    paid = defender.paid
    for half, chance in theirs:
        value += chance * paid[half]
    paid = attacker.paid
    for half, chance in own:
        value -= chance * paid[half]
    return value


def battle_value(state: VlState, view: Outlook, battle: Battle, extra: int) -> float:
    """A declared combat as it stands, with so many further columns, for the attacker; `view` is the attacker's."""
    prize = ring_prize(state, view, battle.hex) + town_prize(state, view, battle.hex)
    qualities = best_quality(state, battle.attackers), best_quality(state, battle.defenders)
    return promise(
        state.game,
        column_before_dice(state, battle) + extra,
        qualities,
        attacker_stake(state, view, battle.attackers),
        defender_stake(state, view, battle.hex, prize),
    )


class Attack(NamedTuple):
    """An attack on a hex, what it promises, and where each attacker stands for it."""

    value: float
    hex: int
    posts: tuple[tuple[int, int], ...]
    support: int
    """Columns of support it reckons with."""

    @property
    def units(self) -> int:
        return mask(unit for unit, _ in self.posts)


class Target:
    """An enemy stack under consideration."""

    def __init__(self, state: VlState, view: Outlook, hex: int) -> None:
        game = state.game
        counters, ground = game.counters, game.ground
        self.state, self.view, self.hex = state, view, hex
        units = state.at[hex] & counters.combat
        self.units = units
        self.prize = ring_prize(state, view, hex) + town_prize(state, view, hex)
        self.alone = not units
        self.defence = stack_defence(state, hex)
        if self.alone:
            return
        self.quality = best_quality(state, units)
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

    def terrain(self, posts: int) -> int:
        """6.2.1 the columns of ground, river and lake against an attack from these hexes."""
        ground = self.state.game.ground
        word, columns = ground.ground_columns[self.hex]
        if word == "heights" and not posts & ~ground.heights:
            columns = 0
        columns = sum(ground.place_and_ground(self.hex, columns))
        columns += max(river(self.state.game, post, self.hex) for post in bits(posts))
        if ground.lakes & (posts | 1 << self.hex):
            columns += ground.lake_columns
        return -columns

    def column(self, force: dict[int, int], units: int, strength: int) -> int:
        """The column before the dice for units that attack from these hexes."""
        state = self.state
        counters = state.game.counters
        found = basic_column(state, strength, self.defence) + self.columns + self.terrain(mask(force))
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
        for _, members in counters.integrity:
            if members & units == members and not members & counters.second_mechanised:
                found += 1
        if self.view.side == 0 and self.view.closed and any(self.view.ring >> post & 1 for post in force):
            found -= 1  # 7.6a
        return found


@lru_cache(maxsize=4096)
def river(game: VlTables, post: int, hex: int) -> int:
    """The columns that a river between two hexes costs."""
    ground = game.ground
    return next((cost for _, cost, sides in ground.rivers if ground.crosses(sides, post, hex)), 0)


def support_price(state: VlState) -> float:
    return SUPPORT[state.active]


class Supports(NamedTuple):
    """What a side can still put into combats."""

    artillery: int
    air: int
    rockets: int
    """Launchers not fired."""


def columns_at(state: VlState, side: int, target: Target, units: int, left: Supports) -> int:
    """Columns of support that a combat at this hex can have."""
    counters = state.game.counters
    given = 0
    for hq in bits(counters.hqs & counters.of_side[side]):
        if state.supports[hq] and in_range(state, hq, target.hex) and serves(state, hq, units):
            given += state.supports[hq]
    most = state.game.files.tables.support
    columns = min(given, min(left.artillery, most.artillery) + min(left.air, most.air))
    if any(in_range(state, one, target.hex) for one in bits(left.rockets)):
        columns += 1
    return min(columns, MOST_SUPPORT)


def muster(
    state: VlState, view: Outlook, target: Target, posts: dict[int, int], used: int, left: Supports
) -> Attack | None:
    """The best attack on one target by units that are not used yet: `posts` says who can attack from which hex."""
    game = state.game
    counters = game.counters
    side = view.side
    ready = []
    everyone = 0
    for post in bits(game.ground.grid.around[target.hex] & mask(posts)):
        units = posts[post] & ~used
        everyone |= units
        cut_off = not view.supplied >> post & 1
        for unit in bits(units):
            ready.append((attack_of(state, unit), state.hex_of[unit] == post, not cut_off, unit, post))
    if not ready:
        return None
    ready.sort(reverse=True)
    if target.alone:
        return Attack(LONE_HQ + target.prize, target.hex, (ready[-1][3:],), 0)
    supports = columns_at(state, side, target, everyone, left)
    limit = CORPS_LIMIT if state.options["two_2m_units_per_combat"] else len(counters)
    called = corps = 0
    force: dict[int, int] = {}
    newcomers: dict[int, int] = {}
    chosen: list[tuple[int, int]] = []
    strength, spent = 0, 0.0
    best: Attack | None = None
    reached = None
    price = support_price(state)
    for attack, stays, supplied, unit, post in ready:
        bit = 1 << unit
        if called & bit or (counters.second_mechanised & bit and corps >= limit):
            continue
        if not stays:
            there = state.at.get(post, 0) & ~called | newcomers.get(post, 0)
            if there and not fits(side, counted(state, side, there | bit)):
                continue
            newcomers[post] = newcomers.get(post, 0) | bit
        called |= bit
        corps += counters.second_mechanised >> unit & 1
        force[post] = force.get(post, 0) | bit
        chosen.append((unit, post))
        strength += attack
        spent += view.temper.used * attack + (0.0 if supplied else CUT_OFF)
        column = target.column(force, called, strength)
        if column == reached or column + supports < LEAST_COLUMN:
            continue
        reached = column
        qualities = best_quality(state, called), target.quality
        stake = attacker_stake(state, view, called)
        for columns in range(supports + 1):
            value = promise(game, column + columns, qualities, stake, target.stake) - spent - price * columns
            if value > WORTH_ATTACKING and (best is None or value > best.value):
                best = Attack(value, target.hex, tuple(chosen), columns)
        if limited(state, column) == game.crt.last:
            break  # more would not help
    return best


def plan_attacks(state: VlState, view: Outlook, units: int, posts_of: Callable[[int], int]) -> tuple[Attack, ...]:
    """Attacks for these units, the most promising first; no unit is in two of them.

    `posts_of` tells the hexes a unit may attack from.
    """
    ground = state.game.ground
    side = view.side
    enemies = state.occupied[1 - side] & ~state.attacked & ~state.festungs
    beside = ground.grid.grow(enemies)
    posts: dict[int, int] = {}
    for unit in bits(units):
        for hex in bits(posts_of(unit) & beside):
            posts[hex] = posts.get(hex, 0) | 1 << unit
    targets = [Target(state, view, hex) for hex in bits(ground.grid.grow(mask(posts)) & enemies)]
    counters = state.game.counters
    left = Supports(state.artillery[side], state.air[side], counters.launchers & counters.of_side[side] & ~state.used)
    queue = []
    for number, target in enumerate(targets):
        attack = muster(state, view, target, posts, 0, left)
        if attack is not None:
            queue.append((-attack.value, number, attack))
    heapify(queue)
    used = 0
    planned: list[Attack] = []
    while queue:
        _, number, attack = heappop(queue)
        if attack.units & used:  # a better attack has taken some of them: muster those that are left
            again = muster(state, view, targets[number], posts, used, left)
            if again is not None:
                heappush(queue, (-again.value, number, again))
            continue
        used |= attack.units
        spent = min(attack.support, left.artillery)
        left = left._replace(artillery=left.artillery - spent)
        planned.append(attack)
    return tuple(planned)
