"""Artillery and air in Lost Battles: what guns fire at, how they help an attacked hex, where Air Combat Points go."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.games.lb.combat.announce import free_guns, free_supply, in_range
from grognard.games.lb.combat.strengths import Fight, air_strength, defending_strength, fire_fight, fire_strength
from grognard.games.lb.state import LbState
from grognard.games.lb.supply import supplied_hexes
from grognard.games.lb.tables import LbTables
from grognard.hex.grid import bits
from grognard.players.lb.odds import chances, column
from grognard.players.lb.value import Outlook
from grognard.players.lb.weights import LbWeights


class Shoot(NamedTuple):
    """Fire on a hex: which guns with a supply unit, which without, and what it promises."""

    value: float
    hex: int
    supplied: int
    unsupplied: int
    clears: float
    """The chance that nobody is left there."""


class Mark(NamedTuple):
    """An enemy hex as a target of fire."""

    hex: int
    defence: int
    worth: float
    prize: float
    addition: int
    spotted: bool
    back: float
    """The share of its worth that driving it back is counted with."""


def mark(state: LbState, view: Outlook, hex: int, supplied: int, spotted: bool) -> Mark:
    game = state.game
    units = bits(state.at[hex])
    defence = sum(defending_strength(state, unit, "ranged_artillery", supplied) for unit in units)
    addition = game.ground.die_addition.get(hex, 0)
    if state.at[hex] & state.dug_in:
        addition += game.files.tables.fortification.die_addition
    if not spotted:
        addition += game.files.tables.artillery.unspotted_die_addition
    worth = sum(view.price[unit] for unit in units)
    weights = view.weights
    prize = weights.held * view.hold.get(hex, 0.0)
    return Mark(hex, defence, worth, prize, addition, spotted, weights.driven_back)


def fire_value(game: LbTables, target: Mark, strength: int) -> tuple[float, float]:
    """What this much fire promises, and the chance that it clears the hex."""
    if strength <= 0:
        return 0.0, 0.0
    found = chances(game, column(game, strength, target.defence), target.addition, "ranged_artillery", False)
    gone, back = found.get("DX", 0.0), found.get("DB", 0.0)
    return gone * (target.worth + target.prize) + back * (target.back * target.worth + target.prize), gone + back


def best_fire(state: LbState, weights: LbWeights, target: Mark, guns: list[tuple[int, int, bool]]) -> Shoot | None:
    """The best fire of these (strength, gun, with supply) on one hex: the strongest first, as long as each helps."""
    best: Shoot | None = None
    total = with_supply = without = 0
    cost = 0.0
    for strength, gun, stocked in guns:
        total += strength
        if stocked:
            with_supply |= 1 << gun
            cost += weights.supply_cost
        else:
            without |= 1 << gun
        value, clears = fire_value(state.game, target, total)
        if value - cost > weights.worth_firing and (best is None or value - cost > best.value + weights.worth_one_more):
            best = Shoot(value - cost, target.hex, with_supply, without, clears)
    return best


def plan_fire(state: LbState, view: Outlook) -> tuple[Shoot, ...]:
    """Fire for all guns in position, the most promising target first."""
    side = view.side
    own, other = supplied_hexes(state, side), supplied_hexes(state, 1 - side)
    zoc = state.zoc(side)
    taken = 0
    for fire in state.fires:
        taken |= 1 << fire.hex
    ready = bits(free_guns(state))
    if not ready:
        return ()
    reach = {gun: in_range(state, gun) & view.foes & ~taken for gun in ready}
    stores = {gun: free_supply(state, gun, ()) for gun in ready}
    marks: dict[int, Mark] = {}
    for gun in ready:
        for hex in bits(reach[gun]):
            if hex not in marks:
                marks[hex] = mark(state, view, hex, other, bool(zoc >> hex & 1))
    planned: list[Shoot] = []
    used_guns = used_stores = 0
    while marks:
        best: Shoot | None = None
        for hex, target in marks.items():
            guns = _available(state, target, reach, stores, used_guns, used_stores, own)
            found = best_fire(state, view.weights, target, guns)
            if found is not None and (best is None or (found.value, -hex) > (best.value, -best.hex)):
                best = found
        if best is None:
            break
        planned.append(best)
        used_guns |= best.supplied | best.unsupplied
        del marks[best.hex]
        for gun in bits(best.supplied):
            free = stores[gun] & ~used_stores
            used_stores |= free & -free
    return tuple(planned)


def _available(
    state: LbState, target: Mark, reach: dict[int, int], stores: dict[int, int], guns: int, used: int, own: int
) -> list[tuple[int, int, bool]]:
    """The guns that can fire at a hex, the strongest first; each supply unit serves one."""
    found = []
    strong = sorted(reach, key=lambda gun: (-state.game.counters.combat[gun], gun))
    for gun in strong:
        if guns >> gun & 1 or not reach[gun] >> target.hex & 1:
            continue
        free = stores[gun] & ~used
        if free:
            used |= free & -free
            found.append((fire_strength(state, gun, True, target.spotted, own), gun, True))
        elif target.spotted:
            found.append((fire_strength(state, gun, False, True, own), gun, False))
    found.sort(key=lambda one: (-one[0], one[1]))
    return found


def spared(state: LbState) -> dict[int, float]:
    """For every hex that is fired at: the chance that its units are still there when the ground attacks come."""
    game = state.game
    found = {}
    for fire in state.fires:
        fight = fire_fight(state, fire.hex, fire.guns)
        level = column(game, fight.attack, fight.defence)
        found[fire.hex] = 1.0 - sum(chances(game, level, fight.addition, "ranged_artillery", False).values())
    return found


# ---- defensive fire


def attack_value(game: LbTables, fight: Fight, extra: int, view: Outlook) -> float:
    """What a Final Ground combat promises its attacker, with so much defensive fire more; `view` is the defender's."""
    price, weights = view.price, view.weights
    level = column(game, fight.attack, fight.defence + extra)
    gain = sum(price[unit] for unit, _ in fight.defenders)
    worth = sum(price[unit] for unit, _ in fight.attackers)
    value = 0.0
    for code, share in chances(game, level, fight.addition, "final_ground", fight.barred).items():
        if code in ("DX", "EX"):
            value += share * gain
        elif code == "DB":
            value += share * 2 * weights.driven_back * gain
        if code in ("AX", "EX"):
            value -= share * worth * (1.0 if code == "AX" else min(1.0, fight.defence / max(fight.attack, 1)))
    return value


# ---- air strikes


@lru_cache(maxsize=512)
def kill_chance(game: LbTables, points: int, defence: int) -> float:
    """air.D the chance that so many points destroy a unit."""
    if points <= 0:
        return 0.0
    return chances(game, column(game, points, defence), 0, "air_strike", False).get("DX", 0.0)


def plan_strikes(state: LbState, view: Outlook, points: int) -> tuple[tuple[int, int], ...]:
    """(unit, points): how to deal Air Combat Points out so that the most worth is destroyed."""
    struck = {strike.unit for strike in state.strikes}
    units = [unit for unit in bits(state.units_in(view.foes)) if unit not in struck]
    walls = {unit: air_strength(state, unit) for unit in units}
    units.sort(key=lambda unit: (-view.price[unit] / walls[unit], unit))
    best: list[tuple[float, tuple[tuple[int, int], ...]]] = [(0.0, ())] * (points + 1)
    for unit in units[: view.weights.strikes_at]:
        for left in range(points, 0, -1):
            for spent in range(1, left + 1):
                chance = kill_chance(state.game, spent, walls[unit])
                if chance:
                    value, deal = best[left - spent]
                    if value + chance * view.price[unit] > best[left][0] + 1e-9:
                        best[left] = (value + chance * view.price[unit], (*deal, (unit, spent)))
    return max(best)[1]
