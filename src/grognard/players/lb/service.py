"""Guns, supply units, Headquarters and engineers in Lost Battles: where they serve their side best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import ceil
from typing import Final

from grognard.games.lb.engineers import passable, sites
from grognard.games.lb.state import FIRST_MOVEMENT, LbState
from grognard.games.lb.supply import open_to_lines
from grognard.hex.grid import bits
from grognard.players.lb.goal import FAR, TAKE, march, march_waves
from grognard.players.lb.line import distances
from grognard.players.lb.value import Outlook, danger, risk, stack_defence

NEAREST: Final = 40
"""Hexes near where an HQ should be that are looked at."""


def beside(state: LbState, hex: int) -> int:
    return state.game.ground.grid.around[hex] | 1 << hex


def nearest_foe(state: LbState, view: Outlook, hex: int, most: int) -> int:
    """Hexes to the nearest enemy, `most` + 1 if there is none within."""
    return min(max(distances(state.game, view.foes)[hex], 1), most + 1) if view.foes else most + 1


def escorts(state: LbState, view: Outlook, unit: int) -> int:
    """The hexes with a fighting unit of ours, other than this one, in them or beside them."""
    counters = state.game.counters
    fit = counters.zoc & counters.ground & ~counters.hqs & ~(1 << unit)
    board = 0
    for hex in bits(state.occupied[view.side]):
        if state.at[hex] & fit:
            board |= 1 << hex
    return board | state.game.ground.grid.grow(board)


def nearest(waves: Sequence[int], board: int, here: int, most: int) -> list[int]:
    """So many hexes of a board: this one, and those that come first in these waves, the first of equals."""
    found = [here] if board >> here & 1 else []
    rest = board & ~(1 << here)
    for wave in (*waves, rest):
        if some := wave & rest:
            found += bits(some)
            rest ^= some
            if len(found) >= most:
                return found[:most]
    return found


# ---- guns


def has_to_leave(state: LbState, view: Outlook, unit: int) -> bool:
    """Whether a unit must be on its way to the exit by now."""
    if view.goals.leavers != -1 or not view.goals.leave:
        return False
    counters = state.game.counters
    motor, ways = counters.motor >> unit & 1, passable(state, view.side)
    field = march(state.game, view.weights, motor, ((0, view.goals.leave),), 0, 0, ways)
    needed = ceil(field[state.hex_of[unit]] / (2 * counters.move[unit])) + 1
    deadline = max(one.goal.by_turn or 0 for one in state.plan.conditions if one.side == view.side)
    left = 2 * (deadline - state.turn) + (2 if state.phase == FIRST_MOVEMENT else 1)
    return needed <= left and needed > left - view.weights.slack


def gun_moves(state: LbState, view: Outlook, gun: int) -> bool:
    """Whether a gun in position should be limbered and brought elsewhere."""
    if has_to_leave(state, view, gun):
        return True
    counters = state.game.counters
    hex = state.hex_of[gun]
    reach = counters.range[gun]
    if state.game.disc(hex, reach) & view.foes:
        return False
    if view.goals.leavers == -1 and view.goals.leave:
        return True
    if counters.move[gun] <= 3:
        return nearest_foe(state, view, hex, reach + 6) > reach + 5
    return nearest_foe(state, view, hex, reach + 2) > reach + 1


class Battery:
    """Where a gun stands best."""

    def __init__(self, state: LbState, view: Outlook, gun: int) -> None:
        self.state, self.view, self.gun = state, view, gun
        motor = state.game.counters.motor >> gun & 1
        self.field, self.waves = view.fields[motor], view.fields.waves(motor)
        self.reach = state.game.counters.range[gun]
        self.leaves = has_to_leave(state, view, gun)
        self.escorted = escorts(state, view, gun)

    def value(self, hex: int) -> float:
        state, view, weights = self.state, self.view, self.view.weights
        value = -weights.pull * self.field[hex]
        if self.leaves:
            return value + weights.last_march * (view.goals.leave >> hex & 1)
        distance, escorted = nearest_foe(state, view, hex, self.reach), self.escorted >> hex & 1
        if distance <= self.reach:
            value += weights.in_range
            value += weights.pull * self.field[hex]  # near enough: no need to go on
        if distance == 1:
            value -= weights.too_close
        elif distance == 2 and not escorted:
            value -= weights.close
        if escorted:
            value += weights.escort
        if not view.supplied >> hex & 1:
            value -= weights.gun_unsupplied
        defence = stack_defence(state, view.side, hex, 1 << self.gun) + 1
        return value - view.caution * risk(state, view, hex, defence) * view.price[self.gun] * weights.gun_caution


# ---- supply units


class Depot:
    """Where a supply unit serves the guns beside it that have fewest others."""

    def __init__(self, state: LbState, view: Outlook, unit: int) -> None:
        self.state, self.view, self.unit = state, view, unit
        self.field, self.waves = gun_fields(state, view)
        self.escorted = escorts(state, view, unit)
        self._serves: dict[int, float] = {}
        """By gun: what it is worth to stand beside it."""

    def value(self, hex: int) -> float:
        state, view, weights = self.state, self.view, self.view.weights
        value = -weights.pull * self.field[hex]
        for gun in bits(state.units_in(beside(state, hex) & state.occupied[view.side]) & state.game.counters.guns):
            if gun not in self._serves:
                self._serves[gun] = self._worth_serving(gun)
            value += self._serves[gun]
        if self.escorted >> hex & 1:
            value += weights.escort / 2
        if nearest_foe(state, view, hex, 2) <= 2:
            value -= weights.supply_near_foe
        at_risk = risk(state, view, hex, stack_defence(state, view.side, hex, 1 << self.unit) + 1)
        return value - weights.supply_at_risk * at_risk

    def _worth_serving(self, gun: int) -> float:
        state, counters = self.state, self.state.game.counters
        there = state.units_in(beside(state, state.hex_of[gun]) & state.occupied[self.view.side])
        others = (there & counters.supply & ~(1 << self.unit)).bit_count()
        rivals = (there & counters.guns).bit_count()
        return self.view.weights.serves * min(counters.combat[gun], 20) / (1 + others / max(rivals, 1)) ** 2


def gun_fields(state: LbState, view: Outlook) -> tuple[list[int], list[int]]:
    """Marches to our guns, those with least supply first: by hex, and in waves."""
    counters = state.game.counters
    seeds: dict[int, int] = {}
    for hex in bits(state.occupied[view.side]):
        guns = state.at[hex] & counters.guns
        if guns:
            stores = state.units_in(beside(state, hex) & state.occupied[view.side]) & counters.supply
            delay = min(8 * stores.bit_count(), 40)
            seeds[delay] = seeds.get(delay, 0) | 1 << hex
    if not seeds:
        return view.fields[1], view.fields.waves(1)
    way = (state.game, view.weights, 1, tuple(sorted(seeds.items())), view.foes, view.zoc, passable(state, view.side))
    return march(*way), march_waves(*way)


# ---- Headquarters


def fighters(state: LbState, side: int) -> list[tuple[int, int]]:
    """(hex, strength) of all hexes with units that need supply."""
    counters = state.game.counters
    found = []
    for hex in bits(state.occupied[side]):
        units = state.at[hex] & ~counters.hqs & ~counters.supply
        strength = sum([min(counters.combat[unit], 10) for unit in bits(units)])
        if strength:
            found.append((hex, strength))
    return found


def digits(mine: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same strengths as boards by binary digit, so that the strength in a board is a few counts."""
    found: dict[int, int] = {}
    for hex, strength in mine:
        for digit in bits(strength):
            found[1 << digit] = found.get(1 << digit, 0) | 1 << hex
    return list(found.items())


def around(waves: list[int], middle: int) -> list[int]:
    """The same hexes by how far they are before or behind a wave."""
    before, behind = waves[middle::-1], waves[middle:]
    return [one | other for one, other in zip_longest(before, behind, fillvalue=0)]


class Post:
    """Where an HQ, with the others, supplies most strength, out of enemies' reach."""

    def __init__(self, state: LbState, view: Outlook, hq: int, board: int, mine: list[tuple[int, int]]) -> None:
        counters, game, side = state.game.counters, state.game, view.side
        self.state, self.view, self.hq, self.digits = state, view, hq, digits(mine)
        motor, here = counters.motor >> hq & 1, state.hex_of[hq]
        self.field = field = view.fields[motor]
        ahead = sorted(field[hex] for hex, _ in mine)
        self.middle = middle = ahead[len(ahead) // 4] + view.weights.hq_behind
        self.hexes = nearest(around(view.fields.waves(motor), middle), board, here, NEAREST)
        self.held = held = view.goals.board(TAKE) & state.occupied[side]
        if view.weights.strung:
            near = board & (held | game.ground.grid.grow(held))
            self.hexes += [hex for hex in bits(near) if hex not in self.hexes]
        self.allowed = open_to_lines(state, side)
        self.ways = passable(state, side)
        self.linked = game.lines(self.allowed, state.plan.sources[side], self.ways)
        self.others = 0
        for other in bits(counters.hqs & counters.of_side[side] & ~(1 << hq)):
            if state.on_map(other):
                self.others |= 1 << state.hex_of[other]
        led = self.others & self.linked
        self.covered = game.command(led, self.allowed, self.ways) if led else 0
        self.lines = _strung(state, view, held, self.others) if view.weights.strung else []
        self.escorted = escorts(state, view, hq)
        grow = game.ground.grid.grow
        self.close = view.foes | grow(view.foes | grow(view.foes))

    def most(self, hex: int) -> float:
        """What a hex would be worth if the enemy barred no line within its reach and nobody came there."""
        led = self.state.game.undisturbed(hex, self.ways) & self.linked if self.linked >> hex & 1 else 0
        return self._value(hex, self.covered | led)

    def at_risk(self, hex: int) -> float:
        """What the enemy may cost it there."""
        state, view = self.state, self.view
        defence = stack_defence(state, view.side, hex, 1 << self.hq) + 1
        return max(view.caution, view.weights.hq_caution) * risk(state, view, hex, defence) * view.price[self.hq]

    def value(self, hex: int) -> float:
        linked = 1 << hex & self.linked
        led = self.state.game.command(linked, self.allowed, self.ways) if linked else 0
        return self._value(hex, self.covered | led) - self.at_risk(hex)

    def _value(self, hex: int, covered: int) -> float:
        view, weights = self.view, self.view.weights
        led = 0
        for strength, board in self.digits:
            led += strength * (board & covered).bit_count()
        score = weights.led * led - weights.hq_pull * max(self.field[hex] - self.middle, 0)
        score -= weights.loses_place * (self.held & ~covered).bit_count()
        if self.lines:
            distance = self.state.game.ground.grid.distance
            for weight, place, other in self.lines:
                score -= weights.strung * weight * min(distance(hex, place), other)
        if not self.linked >> hex & 1:
            score -= weights.unlinked
        if self.close >> hex & 1:
            score -= weights.hq_near_foe / nearest_foe(self.state, view, hex, 2)
        if self.escorted >> hex & 1:
            score += weights.escort
        return score


def best_hq_place(state: LbState, view: Outlook, hq: int, board: int) -> int:
    mine = fighters(state, view.side)
    if not mine:  # first on the road: far enough on to leave the others room
        here, field = state.hex_of[hq], view.fields[state.game.counters.motor >> hq & 1]
        distance, leads_by = state.game.ground.grid.distance, view.weights.leads_by
        return max(bits(board), key=lambda hex: (min(distance(here, hex), leads_by), -field[hex], -hex))
    return ranked_hq_places(Post(state, view, hq, board, mine), 1)[0][1]


def ranked_hq_places(post: Post, most: int) -> list[tuple[float, int]]:
    """The best hexes for an HQ with their values; supply is traced only from those that may be among them."""
    best: list[tuple[float, int]] = []
    for at_most, hex in sorted([(post.most(hex), hex) for hex in post.hexes], reverse=True):
        if len(best) >= most:
            if at_most < best[-1][0]:
                break
            if at_most - post.at_risk(hex) < best[-1][0]:
                continue
        best = sorted([*best, (post.value(hex), -hex)], reverse=True)[:most]
    return [(value, -hex) for value, hex in best]


def _strung(state: LbState, view: Outlook, held: int, others: int) -> list[tuple[float, int, int]]:
    """(weight, place, its way to the nearest of other HQs) of the places that we win by holding."""
    distance = state.game.ground.grid.distance
    return [
        (aim.weight, place, min([distance(place, other) for other in bits(others)], default=FAR))
        for aim in view.goals.aims
        if aim.kind == TAKE
        for place in bits(aim.board & held)
    ]


# ---- engineers


def bridge_site(state: LbState, view: Outlook, engineer: int) -> int | None:
    """The river hexside beside an engineer over which our march leads, if there is one."""
    here = state.hex_of[engineer]
    weights = view.weights
    if danger(state, weights, view.side, here) >= 1.0:
        return None
    ground = state.game.ground
    best: tuple[int, int] | None = None
    for number in bits(sites(state, engineer)):
        a, b = ground.rivers[number]
        over = b if a == here else a
        saves = min(view.fields[column][here] - view.fields[column][over] for column in (0, 1))
        if saves >= weights.river_delay and view.fields[1][here] < FAR and (best is None or saves > best[0]):
            best = (saves, number)
    return None if best is None else best[1]


def keeps_bridge(state: LbState, view: Outlook, engineer: int) -> bool:
    """Whether an engineer's bridge still has someone to carry over."""
    if engineer not in state.bridges:
        return False
    here = state.hex_of[engineer]
    near = state.game.disc(here, 6) & state.occupied[view.side] & ~(1 << here)
    return any(view.fields[1][hex] >= view.fields[1][here] - 2 for hex in bits(near))
