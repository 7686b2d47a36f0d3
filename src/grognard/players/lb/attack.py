"""Ground attacks in Lost Battles: what one promises by the exact odds of its segments, and which can be made at once.

An armored combat comes first where armor meets armor or anti-tank units, and each of its results leaves another Final
Ground combat behind it. The plan is greedy: the most promising attack takes the units it wants, then the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from grognard.games.lb.combat.strengths import defending_strength
from grognard.games.lb.engineers import over_river, passable
from grognard.games.lb.stacking import enterable
from grognard.games.lb.state import LbState
from grognard.games.lb.supply import supplied_hexes
from grognard.hex.grid import Sides, bits
from grognard.players.lb.goal import REACH
from grognard.players.lb.odds import chances, column
from grognard.players.lb.value import Defence, Outlook

MUSTERED: Final = 4096
"""Attacks on single hexes that are remembered."""


@dataclass(slots=True, eq=False)
class Attacker:
    """A unit in a post, as it would count there. One that is known already is the same object, not an equal one."""

    combat: int
    stays: bool
    unit: int
    post: int
    attack: int
    """Against armor; 0 for a unit that is no armor."""
    rush: bool
    price: float
    back: float
    """What falling back would cost it."""
    aside: float
    """What the march costs that it gives up for its post."""


def march_given_up(view: Outlook, motor: int, here: int, post: int) -> float:
    field, weights = view.fields[motor], view.weights
    return weights.out_of_the_way * weights.pull * max(field[post] - field[here], 0)


def back_cost(state: LbState, view: Outlook, unit: int, post: int) -> float:
    """What an AB means for a unit in a post: little, or its end."""
    ground = state.game.ground
    mine = state.occupied[view.side]
    if state.at.get(state.hex_of[unit], 0) == 1 << unit:
        mine &= ~(1 << state.hex_of[unit])  # its own hex does not cover its retreat
    free = ground.grid.around[post] & ground.land & ~view.foes
    weights = view.weights
    return view.price[unit] * (weights.fall_back if free & ~view.zoc or free & mine else weights.no_way_back)


class Force:
    """Attackers called up against a hex, one after the other."""

    __slots__ = (
        "across", "armor", "back", "barred", "combat", "posts", "price", "tank_back", "tank_combat", "tank_price",
        "units",
    )  # fmt: skip

    def __init__(self) -> None:
        self.units: list[Attacker] = []
        self.posts = self.combat = self.armor = self.tank_combat = 0
        self.price = self.back = self.tank_price = self.tank_back = 0.0
        self.across = self.barred = True
        """Whether all attack over a river, and none of them by a bridge."""

    def join(self, one: Attacker) -> None:
        self.units.append(one)
        self.posts |= 1 << one.post
        self.combat += one.combat
        self.price += one.price
        self.back += one.back
        if one.attack:
            self.armor += one.attack
            self.tank_combat += one.combat
            self.tank_price += one.price
            self.tank_back += one.back

    def cross(self, state: LbState, ways: Sides, post: int, hex: int) -> None:
        """The river that the last of them may attack over."""
        river = over_river(state, post, hex)
        self.barred = self.barred and river and not state.game.ground.crosses(ways, post, hex)
        self.across = river


class Surroundings(NamedTuple):
    """What there is around all enemy hexes alike."""

    supplied: int
    """Where he is in supply."""
    ways: Sides
    enterable: int
    """Where he can fall back to."""
    zoc: int
    """Ours."""

    @classmethod
    def of(cls, state: LbState, side: int) -> Surroundings:
        enemy = 1 - side
        return cls(supplied_hexes(state, enemy), passable(state, enemy), enterable(state, enemy), state.zoc(side))


class Target:
    """An enemy hex under consideration."""

    def __init__(self, state: LbState, view: Outlook, hex: int, around: Surroundings) -> None:
        game = state.game
        self.game, self.hex = game, hex
        self.weights = weights = view.weights
        against = _defence(state, view, hex, around.supplied)
        self.soft_combat, self.hard_combat, self.armor_defence = against[:3]
        self.soft_value, self.hard_value, self.addition, self.support = against[3:]
        self.prize = weights.held * view.hold.get(hex, 0.0) + (weights.cleared if view.deeds else 0.0)
        if view.goals.leave or view.goals.board(REACH):
            near = state.units_in(game.disc(hex, 3) & state.occupied[view.side])
            if any(view.fields[1][state.hex_of[unit]] > view.fields[1][hex] for unit in bits(near)):
                self.prize += weights.out_of_the_road
        if view.links >> hex & 1:
            self.prize += weights.link
        self.ways_out = game.ground.grid.step(1 << hex, around.ways) & around.enterable
        self.covered = self.ways_out & view.foes
        self.zoc = around.zoc & self.ways_out
        self.back = weights.driven_back
        self.helped = weights.seldom if view.quiet else weights.supported
        self.key = (
            weights, view.side, hex, against, self.prize, self.ways_out, self.covered, self.zoc, self.helped,
        )  # fmt: skip

    @property
    def defence(self) -> int:
        return self.soft_combat + self.hard_combat

    def value(self, force: Force) -> float:
        """What an attack by these promises: every result of both ground segments by its chance."""
        free = self.ways_out & ~force.posts
        if free:
            free = free & ~(self.zoc | self.game.ground.zoc(force.posts)) | free & self.covered
        self.back = self.weights.driven_back if free else 1.0
        plain = self._value(force, 0)
        if not self.support:
            return plain
        return plain + self.helped * (self._value(force, self.support) - plain)

    def _value(self, force: Force, support: int) -> float:
        barred = force.barred
        addition = self.addition + (self.game.files.tables.river.die_addition if force.across else 0)
        combat, worth, back, armor = force.combat, force.price, force.back, force.armor
        if not armor or not self.armor_defence:
            return self._final(combat, worth, back, True, addition, barred, support)
        tank_combat, tank_worth, tank_back = force.tank_combat, force.tank_price, force.tank_back
        level = column(self.game, armor, self.armor_defence)
        value = rest = 0.0
        for code, share in chances(self.game, level, addition, "initial_armored", barred).items():
            rest += share
            if code == "DX":
                after = self.hard_value + self._final(combat, worth, back, False, addition, barred, support)
            elif code == "DB":
                after = self.back * self.hard_value
                after += self._final(combat, worth, back, False, addition, barred, support)
            elif code == "EX":
                lost = min(1.0, self.armor_defence / armor)
                left, left_worth = combat - int(lost * tank_combat), worth - lost * tank_worth
                after = self.hard_value - lost * tank_worth
                after += self._final(left, left_worth, back, False, addition, barred, support)
            else:
                after = -(tank_worth if code == "AX" else tank_back)
                left, left_worth = combat - tank_combat, worth - tank_worth
                after += self._final(left, left_worth, back - tank_back, True, addition, barred, support)
            value += share * after
        return value + (1 - rest) * self._final(combat, worth, back, True, addition, barred, support)

    def _final(
        self, combat: int, worth: float, back: float, hard: bool, addition: int, barred: bool, support: int
    ) -> float:
        """What a Final Ground combat promises against those who are left."""
        defence = self.soft_combat + (self.hard_combat if hard else 0)
        gain = self.soft_value + (self.hard_value if hard else 0.0)
        if combat <= 0:
            return 0.0
        if not defence:
            return self.prize
        level = column(self.game, combat, defence + support)
        value = 0.0
        for code, share in chances(self.game, level, addition, "final_ground", barred).items():
            if code == "DX":
                value += share * (gain + self.prize)
            elif code == "DB":
                value += share * (self.back * gain + self.prize)
            elif code == "EX":
                value += share * (gain + self.prize - worth * min(1.0, self.weights.exchanged * defence / combat))
            elif code == "AX":
                value -= share * worth
            else:
                value -= share * back
        return value


def _defence(state: LbState, view: Outlook, hex: int, supplied: int) -> Defence:
    """What an enemy hex has against an attack, worked out once while he stays as he is."""
    units = state.at[hex]
    key = (hex, supplied >> hex & 1, units, units & state.dug_in, units & state.armored)
    found = view.seen.defences.get(key)
    if found is None:
        found = view.seen.defences[key] = _stands_against(state, view, hex, supplied)
    return found


def _stands_against(state: LbState, view: Outlook, hex: int, supplied: int) -> Defence:
    game, units = state.game, state.at[hex]
    hard = units & (game.counters.armor | game.counters.anti_tank)
    soft_combat = hard_combat = armor = 0
    soft_value = hard_value = 0.0
    for unit in bits(units):
        strength = defending_strength(state, unit, "final_ground", supplied)
        if hard >> unit & 1:
            hard_combat += strength
            armor += defending_strength(state, unit, "initial_armored", supplied)
            hard_value += view.price[unit]
        else:
            soft_combat += strength
            soft_value += view.price[unit]
    addition = game.ground.die_addition.get(hex, 0)
    if units & state.dug_in:
        addition += game.files.tables.fortification.die_addition
    support = 0
    for board, fire, gun in view.foe.guns:
        if board >> hex & 1 and not units >> gun & 1:
            support += fire if _stocked(state, gun) else 1
    return Defence(soft_combat, hard_combat, armor, soft_value, hard_value, addition, support)


def _stocked(state: LbState, gun: int) -> bool:
    """artillery.F1 whether a gun has a supply unit beside it."""
    hex = state.hex_of[gun]
    side = state.game.counters.side[gun]
    beside = (state.game.ground.grid.around[hex] | 1 << hex) & state.occupied[side]
    return bool(state.units_in(beside) & state.game.counters.supply)


class Planned(NamedTuple):
    """An attack on a hex, what it promises, and where each attacker stands for it: (unit, post, whether it rushes)."""

    value: float
    hex: int
    posts: tuple[tuple[int, int, bool], ...]

    @property
    def units(self) -> int:
        return sum(1 << unit for unit, _, _ in self.posts)


def post_of(attacks: Sequence[Planned], unit: int) -> int | None:
    """Where a unit attacks from, if it is in any of these attacks."""
    for attack in attacks:
        for one, post, _ in attack.posts:
            if one == unit:
                return post
    return None


Posts = dict[int, list[Attacker]]
"""Hex -> who can attack from it, and how he would count."""


def muster(state: LbState, view: Outlook, target: Target, posts: Posts, used: int) -> Planned | None:
    """The best attack on one target by units that are not used yet."""
    game = state.game
    around = bits(game.ground.grid.around[target.hex] & game.ground.land)
    offered = [one for post in around if post in posts for one in posts[post] if not used >> one.unit & 1]
    if sum([one.combat for one in offered]) * 2 < target.defence:
        return None
    stacks = tuple([state.at.get(post, 0) for post in around])
    by_road = state.options["engineer_bridges_only"]
    key = (game, target.key, tuple(offered), stacks, tuple(state.bridges.items()), by_road)
    found = _MUSTERED.get(key, NOBODY)
    if found is NOBODY:
        if len(_MUSTERED) >= MUSTERED:
            _MUSTERED.clear()
        found = _MUSTERED[key] = _best_force(state, view.side, target, offered)
    return found


NOBODY: Final = Planned(0.0, -1, ())
"""Nothing is known yet."""
_MUSTERED: dict[tuple[object, ...], Planned | None] = {}


def _best_force(state: LbState, side: int, target: Target, offered: list[Attacker]) -> Planned | None:
    """The best attack by the strongest of those who can make it."""
    game, weights = state.game, target.weights
    offered.sort(key=_most_first)
    ways = passable(state, side)
    called = 0
    newcomers: dict[int, int] = {}
    force = Force()
    spent = 0.0
    best: tuple[float, int] | None = None
    reached = None
    last, defence, armor_defence = game.crt.last, target.defence, target.armor_defence
    for one in offered:
        combat, unit, post = one.combat, one.unit, one.post
        if called >> unit & 1 or combat <= 0:
            continue
        if not one.stays:
            there = newcomers.get(post)
            if there is None:
                there = state.counting(state.at.get(post, 0) & ~called)
            if there >= game.stack_limit:
                continue
            newcomers[post] = there + 1
        called |= 1 << unit
        force.join(one)
        if force.across:
            force.cross(state, ways, post, target.hex)
        spent += weights.used * combat + weights.rushing * one.rush
        spent += one.aside
        level = column(game, force.combat, defence)
        armor = force.armor and column(game, force.armor, armor_defence)
        levels = (level, armor, force.across, force.barred)
        if levels == reached:
            continue
        reached = levels
        value = target.value(force) - spent
        if value > weights.worth_attacking and (best is None or value > best[0]):
            best = value, len(force.units)
        if level >= last and not target.support:
            break  # more would not help
    if best is None:
        return None
    return Planned(best[0], target.hex, tuple([(one.unit, one.post, one.rush) for one in force.units[: best[1]]]))


def _most_first(one: Attacker) -> tuple[int, bool, bool, int, int]:
    return -one.combat, not one.stays, one.rush, one.unit, one.post


def clearing_chance(state: LbState, view: Outlook, attack: Planned, posts: Posts) -> float:
    """How likely an attack leaves nobody in its hex: what it would promise if that alone were worth a point."""
    target = Target(state, view, attack.hex, Surroundings.of(state, view.side))
    target.soft_value = target.hard_value = 0.0
    target.prize = 1.0
    ways, force = passable(state, view.side), Force()
    for unit, post, _ in attack.posts:
        one = next(one for one in posts[post] if one.unit == unit)
        force.join(replace(one, price=0.0, back=0.0))
        if force.across:
            force.cross(state, ways, post, attack.hex)
    return target.value(force)


def plan_attacks(
    state: LbState, view: Outlook, posts: Posts, spare: int, spared: Mapping[int, float]
) -> tuple[Planned, ...]:
    """Attacks that can be made together, the most promising first; no unit is in two of them.

    Hexes in `spare` are left alone; `spared` is the chance that a hex fired at still holds its defenders.
    """
    ground = state.game.ground
    board = 0
    for hex in posts:
        board |= 1 << hex
    within_reach = ground.grid.grow(board) & view.foes & ~spare
    if not within_reach:
        return ()
    around = Surroundings.of(state, view.side)
    targets = {hex: Target(state, view, hex, around) for hex in bits(within_reach)}
    waiting: list[Planned] = []
    for hex, target in targets.items():
        found = muster(state, view, target, posts, 0)
        if found is not None:
            waiting.append(found._replace(value=found.value * spared.get(hex, 1.0)))
    used = 0
    planned = []
    while waiting:
        best = max(waiting, key=lambda one: (one.value, -one.hex))
        waiting.remove(best)
        if best.units & used:  # a better attack has taken some of them: muster those that are left
            again = muster(state, view, targets[best.hex], posts, used)
            if again is not None:
                waiting.append(again._replace(value=again.value * spared.get(best.hex, 1.0)))
            continue
        used |= best.units
        planned.append(best)
    return tuple(planned)
