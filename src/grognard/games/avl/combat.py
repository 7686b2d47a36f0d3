"""Chapter 9.1 to 9.4: the Combat Segment, attacks declared one by one, the ratio, the die and the losses.

Retreats and advances are chapters of their own (`retreat.py`, `advance.py`); this file pushes them after the die.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grognard.core.ahead import chance, in_vain, next_column, reckoned
from grognard.core.ask import Offer
from grognard.core.memory import remember
from grognard.core.odds import BELOW
from grognard.core.step import Forgone, Step
from grognard.core.words import Message
from grognard.games.avl import verbs
from grognard.games.avl.advance import BeginAdvance
from grognard.games.avl.battle import Battle
from grognard.games.avl.ground import Factor
from grognard.games.avl.headquarters import relocate
from grognard.games.avl.losses import TakeLosses
from grognard.games.avl.retreat import BeginRetreat
from grognard.games.avl.state import LAST_PLACE, OUT_OF_SUPPLY, AvlState
from grognard.games.avl.tables import AvlTables
from grognard.hex.grid import bits, mask

# ---- who attacks whom


def fresh(state: AvlState) -> int:
    """The units that may still take part in an attack this segment (9.1.1)."""
    return state.activated & ~state.fought & state.game.counters.combat


def levels(state: AvlState, among: int = -1) -> dict[int, int]:
    """The best odds on every hex that may be attacked, with all who can join (9.1.1): one with enemy combat units
    (9.0a), not attacked yet (9.1.4), at 1-1 or more (9.3.4a)."""
    found = ((hex, level_of(state, attack, hex)) for hex, attack in sorted(attack_totals(state, among).items()))
    return {hex: level for hex, level in found if level >= 0}


def can_attack(state: AvlState) -> bool:
    """Whether any hex may be attacked."""
    return any(level_of(state, attack, hex) >= 0 for hex, attack in attack_totals(state).items())


def attack_totals(state: AvlState, among: int = -1) -> dict[int, int]:
    """What all fresh units together bring against each hex beside them: their `attack_strength`, all hexes at once."""
    ground, attack = state.game.ground, state.game.counters.attack
    hex_of, steps, supply = state.hex_of, state.steps, state.supply
    enemies = state.combat[1 - state.active] & ~state.attacked & among
    stacks: dict[int, dict[int, int]] = {}
    for unit in bits(fresh(state)):
        where = hex_of[unit]
        if where > LAST_PLACE and ground.beside[where] & enemies:
            stack = stacks.setdefault(where, {})
            stack[supply[unit]] = stack.get(supply[unit], 0) + attack[unit][steps[unit]]
    totals: dict[int, int] = {}
    for where, stack in stacks.items():
        for hex in bits(ground.beside[where] & enemies):
            factors = ground.attack_factors[ground.over_river[where] >> hex & 1]
            groups: dict[Factor, int] = {}
            for status, total in stack.items():
                groups[factors[status]] = groups.get(factors[status], 0) + total
            for (times, by), total in groups.items():
                totals[hex] = totals.get(hex, 0) + total * times // by
    return totals


def attackers(state: AvlState, hex: int) -> int:
    """The fresh units that can join an attack on a hex; 9.1.6 not over an impassable hexside."""
    units = 0
    for beside in bits(state.game.ground.beside[hex] & state.combat[state.active]):
        units |= state.at[beside]
    return units & fresh(state)


# ---- strengths and the ratio


def attack_strength(state: AvlState, units: int, hex: int) -> int:
    """9.3.1a the sum of the attackers; 1.3b a hex's units that share a factor are added, then reduced and rounded."""
    ground, attack = state.game.ground, state.game.counters.attack
    hex_of, steps, supply = state.hex_of, state.steps, state.supply
    sums: dict[tuple[int, Factor], int] = {}
    for unit in bits(units):
        where = hex_of[unit]
        key = where, ground.attack_factors[ground.over_river[where] >> hex & 1][supply[unit]]
        sums[key] = sums.get(key, 0) + attack[unit][steps[unit]]
    return sum([total * times // by for (_, (times, by)), total in sums.items()])


def attack_groups(state: AvlState, units: int, hex: int) -> list[tuple[list[int], tuple[int, int], int]]:
    """The same, told one by one: the attackers by hex and factor as (units, factor, what they count)."""
    ground = state.game.ground
    attack = state.game.counters.attack
    steps, supply = state.steps, state.supply
    groups: dict[tuple[int, tuple[int, int]], list[int]] = {}
    for unit in bits(units):
        where = state.hex_of[unit]
        # 9.3.1b across any river, bridged or not; 9.3.1c, 9.3.1d out of supply or isolated, both multiplied
        river = ground.over_river[where] >> hex & 1
        factor = ground.attack_factors[river][supply[unit]]
        groups.setdefault((where, factor), []).append(unit)
    return [
        (members, factor, sum(attack[unit][steps[unit]] for unit in members) * factor[0] // factor[1])
        for (_, factor), members in groups.items()
    ]


def defence_strength(state: AvlState, hex: int) -> int:
    """9.1.5 all combat units of the hex together; 9.3.1c the isolated ones are added and halved together (1.3b)."""
    counters = state.game.counters
    sums: dict[tuple[int, int], int] = {}
    for unit in bits(state.at.get(hex, 0) & counters.combat):
        factor = state.game.ground.defence_factors[state.supply[unit]]
        sums[factor] = sums.get(factor, 0) + counters.defence[unit][state.steps[unit]]
    return sum(total * factor[0] // factor[1] for factor, total in sums.items())


def ratio(state: AvlState, units: int, hex: int) -> int:
    """The level on the CRT after terrain shifts, or BELOW where the attack is impossible."""
    return level_of(state, attack_strength(state, units, hex), hex)


def level_of(state: AvlState, attack: int, hex: int) -> int:
    """The same for so many points of attack."""
    if attack == 0:
        return BELOW  # 9.3.5a even against defence 0 an attack needs a point
    defence = defence_strength(state, hex)
    table = state.game.crt
    if defence == 0:
        return table.last  # 9.3.5a no terrain shifts then
    # 9.3.3a terrain shifts down, 9.3.4a below 1-1 there is no attack
    return max(table.level(attack, defence) - state.game.ground.shifts[hex], BELOW)


def odds(state: AvlState, units: int, hex: int) -> dict[str, Any]:
    """Every modifier of an attack and the exact distribution of its results, as a player may see it."""
    game = state.game
    attack, defence = attack_strength(state, units, hex), defence_strength(state, hex)
    level = ratio(state, units, hex)
    found: dict[str, Any] = {
        "hex": game.ground.grid.name(hex),
        "attack": attack,
        "defence": defence,
        "groups": [
            {
                "units": [game.counters.rows[unit].id for unit in members],
                "factor": f"{factor[0]}/{factor[1]}" if factor[1] > 1 else "1",
                "reasons": _reduced_by(state, members[0], hex),
                "strength": total,
            }
            for members, factor, total in attack_groups(state, units, hex)
        ],
        "terrain": list(game.ground.terrain_words[hex]),
        "shifts": game.ground.shifts[hex] if defence else 0,
        "ratio": game.crt.ratio_name(game.crt.level(attack, defence)) if defence and attack else None,
        "column": game.crt.column_name(level) if level >= 0 else None,
    }
    if level >= 0:
        results = game.crt.results(level)
        found["results"] = dict(Counter(results))
        found["by_die"] = list(results)
        found["severity"] = {code: severity(game, code) for row in game.crt.rows for code in row}
        found["neighbours"] = game.crt.beside(level)
    column = min(level, game.crt.last)
    shifts: int = found["shifts"]
    return found | next_column(game.crt, attack, defence, column, column + 1 + shifts)


def severity(game: AvlTables, code: str) -> str:
    """How hard a result hits the defender, for its shade: bad is bad for the attacker."""
    result = game.results[code]
    if result.defender_steps:
        return "hard"
    return "mild" if result.retreat else "bad" if result.attacker_steps else "none"


def chances(state: AvlState, best: Mapping[int, int]) -> dict[str, Any]:
    """Odds as plates on the map, by hex."""
    game, grid = state.game, state.game.ground.grid
    return {grid.name(hex): _plate(game, game.crt.column(level)) for hex, level in best.items()}


def plates(state: AvlState) -> dict[str, Any]:
    """The same of all attacks that could be made as things stand; remembered, for picking a unit up moves nothing."""
    key = (
        state.game, state.active, fresh(state), state.attacked,
        *state.hex_of, bytes(state.steps), bytes(state.supply),
    )  # fmt: skip
    return remember(_PLATES, key, lambda: chances(state, levels(state)))


_PLATES: dict[tuple[object, ...], dict[str, Any]] = {}


@lru_cache(maxsize=64)
def _plate(game: AvlTables, column: int) -> dict[str, Any]:
    return chance(game.crt.columns[column], game.crt.results(column), lambda code: severity(game, code))


def _reduced_by(state: AvlState, unit: int, hex: int) -> list[str]:
    """Catalogue words for what reduces a group of attackers: the group shares them all (9.3.1b-d)."""
    ground = state.game.ground
    where = state.hex_of[unit]
    reasons = []
    if ground.crosses(ground.rivers, where, hex):
        reasons.append("major_river" if ground.crosses(ground.major, where, hex) else "minor_river")
    if state.supply[unit]:
        reasons.append("out_of_supply" if state.supply[unit] == OUT_OF_SUPPLY else "isolated")
    return reasons


# ---- the segment


@dataclass(frozen=True, slots=True)
class CombatSegment(Step[AvlState]):
    """9.0: the active player attacks hex by hex, in his own order, as often as he likes (9.1.2, 9.2)."""

    player: int
    words = "combat"
    in_phase = "combat"
    acting = True
    obvious = True

    def offer(self, state: AvlState) -> Offer:
        best = self._best(state)
        state.memo = (self, state.fought, best)
        offer: Offer = {verbs.ATTACK: mask(best)} if best else {}
        offer[verbs.END_COMBAT] = verbs.YES
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        if verb == verbs.ATTACK:
            state.push(DeclareAttack(self.player, target, 0))
            return
        state.pop()
        state.activated = state.fought = state.attacked = 0

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.combat", "9.2", count=state.offer.get(verbs.ATTACK, 0).bit_count())

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.ATTACK:
            return [why_no_attack(state, target)]
        if verb in (verbs.UNIT, verbs.MOVE):
            return [state.message("why.movement_over", "4.1.2a")]
        return []

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"chances": chances(state, self._best(state))}

    def _best(self, state: AvlState) -> Mapping[int, int]:
        """The odds that an offer has found: until another attack is made they stay, declared or not."""
        memo = state.memo
        kept: Mapping[int, int] | None = memo[2] if memo and memo[0] is self and memo[1] == state.fought else None
        return levels(state) if kept is None else kept

    def why_over(self, state: AvlState) -> Message:
        return why_nobody_attacks(state)

    def preview(self, state: AvlState, verb: int, target: int) -> Mapping[str, Any]:
        return odds(state, attackers(state, target), target) if verb == verbs.ATTACK else {}

    def forgoes(self, state: AvlState, verb: int, target: int) -> Forgone | None:
        if verb != verbs.END_COMBAT or not state.offer.get(verbs.ATTACK, 0):
            return None
        best = sorted(((level, hex) for hex, level in self._best(state).items()), reverse=True)
        items = tuple({"hex": hex, "odds": state.game.crt.column_name(level)} for level, hex in best)
        return Forgone(state.message("forgo.attacks", "9.1.2", count=len(items)), items)


def why_nobody_attacks(state: AvlState) -> Message:
    """Why the segment is over: nobody beside the enemy, odds that are too low, or all who could have fought."""
    weak = [hex for hex in bits(state.combat[1 - state.active] & ~state.attacked) if attackers(state, hex)]
    if weak:
        return state.message("prompt.idle_too_weak", "9.3.4a", hexes=weak)
    if state.fought:
        return state.message("prompt.idle_fought", "9.1.1")
    return state.message("prompt.idle_no_enemy_beside", "9.0a")


def why_no_attack(state: AvlState, hex: int) -> Message:
    """Which rule keeps a hex from being attacked."""
    enemy = 1 - state.active
    if not state.combat[enemy] >> hex & 1:
        if state.hqs[enemy] >> hex & 1:
            return state.message("why.lone_hq", "12.1b", hex=hex)
        return state.message("why.nothing_to_attack", "9.0a", hex=hex)
    if state.attacked >> hex & 1:
        return state.message("why.attacked_already", "9.1.4", hex=hex)
    units = attackers(state, hex)
    if not units:
        ground = state.game.ground
        beside = 0
        for neighbour in bits(ground.grid.around[hex]):
            beside |= state.at.get(neighbour, 0)
        mine = beside & state.game.counters.of_side[state.active] & state.game.counters.combat
        if mine & state.fought:
            return state.message("why.fought_already", "9.1.1", units=bits(mine & state.fought))
        if mine & state.activated:
            return state.message("why.impassable_attack", "9.1.6", hex=hex)
        if mine:
            return state.message("why.attackers_not_activated", "9.1.1", units=bits(mine), hex=hex)
        return state.message("why.no_attackers", "9.0a", hex=hex)
    return too_weak(state, units, hex)


def too_weak(state: AvlState, units: int, hex: int) -> Message:
    """9.3.4a the ratio that is less than 1-1, with its terms; 9.3.5a against defence 0 only a missing point bars."""
    attack, defence = attack_strength(state, units, hex), defence_strength(state, hex)
    if not defence:
        return state.message("why.no_attack_point", "9.3.5a", hex=hex)
    shifts = state.game.ground.shifts[hex]
    return state.message("why.ratio_too_low", "9.3.4a", hex=hex, attack=attack, defence=defence, shifts=shifts)


@dataclass(frozen=True, slots=True)
class DeclareAttack(Step[AvlState]):
    """9.2(1): name the units that attack a hex, then roll."""

    player: int
    hex: int
    chosen: int
    words = "declare"
    acting = True

    def offer(self, state: AvlState) -> Offer:
        waiting = attackers(state, self.hex) & ~self.chosen
        offer: Offer = {}
        if waiting:
            offer[verbs.ADD] = waiting
            offer[verbs.ADD_ALL] = verbs.YES
        if self.chosen:
            offer[verbs.REMOVE] = self.chosen
            if ratio(state, self.chosen, self.hex) >= 0:
                offer[verbs.RESOLVE] = verbs.YES
        offer[verbs.CANCEL] = verbs.YES
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        if verb == verbs.CANCEL:
            state.pop()
        elif verb == verbs.RESOLVE:
            state.pop()
            resolve(state, self.chosen, self.hex)
        elif verb == verbs.ADD_ALL:
            state.replace(DeclareAttack(self.player, self.hex, attackers(state, self.hex)))
        else:
            state.replace(DeclareAttack(self.player, self.hex, self.chosen ^ 1 << target))

    def prompt(self, state: AvlState) -> Message:
        attack = attack_strength(state, self.chosen, self.hex)
        level = ratio(state, self.chosen, self.hex)
        defence = defence_strength(state, self.hex)
        shifts = state.game.ground.shifts[self.hex] if defence else 0
        if not self.chosen:
            return state.message("prompt.declare_nobody", "9.2", hex=self.hex, defence=defence, shifts=shifts)
        if level < 0:  # 9.3.4a
            return state.message(
                "prompt.declare_weak", "9.3.4a", hex=self.hex, attack=attack, defence=defence, shifts=shifts
            )
        column = state.game.crt.column_name(level)
        return state.message(
            "prompt.declare", "9.2", hex=self.hex, attack=attack, defence=defence, column=column, shifts=shifts
        )

    def primary(self, state: AvlState) -> int | None:
        return next((verb for verb in (verbs.RESOLVE, verbs.ADD_ALL) if verb in state.offer), None)

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        chosen = [state.game.counters.rows[unit].id for unit in bits(self.chosen)]
        hex = state.game.ground.grid.name(self.hex)
        found = odds(state, self.chosen, self.hex)
        if "next" in found:
            found["next"]["units"] = self._lifting(state)
        return {"hex": hex, "chosen": chosen, "odds": found}

    def _lifting(self, state: AvlState) -> list[str]:
        """The units each of which by itself lifts the attack to another column."""
        level = ratio(state, self.chosen, self.hex)
        waiting = bits(attackers(state, self.hex) & ~self.chosen)
        lifting = [unit for unit in waiting if ratio(state, self.chosen | 1 << unit, self.hex) > level]
        return [state.game.counters.rows[unit].id for unit in lifting]

    def preview(self, state: AvlState, verb: int, target: int) -> Mapping[str, Any]:
        if verb == verbs.ADD:
            return odds(state, self.chosen | 1 << target, self.hex)
        return odds(state, self.chosen, self.hex) if verb == verbs.RESOLVE else {}

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.RESOLVE:
            if not self.chosen:
                return [state.message("why.no_attackers_named", "9.2")]
            return [too_weak(state, self.chosen, self.hex)]
        if verb == verbs.ADD:
            if self.chosen >> target & 1:
                return [state.message("why.attacks_already", "9.2", unit=target, hex=self.hex)]
            return [why_not_attacker(state, target, self.hex)]
        if verb == verbs.REMOVE:
            return [state.message("why.not_in_attack", "9.2", unit=target)]
        return []

    def forgoes(self, state: AvlState, verb: int, target: int) -> Forgone | None:
        if verb != verbs.RESOLVE:
            return None
        return in_vain(state, odds(state, self.chosen, self.hex), bits(self.chosen), "9.4.1a")


def why_not_attacker(state: AvlState, unit: int, hex: int) -> Message:
    """Why a unit cannot join an attack."""
    counters = state.game.counters
    ground = state.game.ground
    bit = 1 << unit
    where = state.hex_of[unit]
    if counters.side[unit] != state.active:
        return state.message("why.not_your_unit", "9.0b", unit=unit)
    if counters.hqs & bit:
        return state.message("why.hq_does_not_fight", "2.3.1", unit=unit)
    if not state.activated & bit:
        return state.message("why.not_activated", "9.1.1", unit=unit)
    if state.fought & bit:
        return state.message("why.fought_already", "9.1.1", units=[unit])
    if not state.on_map(unit) or not ground.grid.around[hex] >> where & 1:
        return state.message("why.not_adjacent", "9.0a", unit=unit, hex=hex)
    return state.message("why.impassable_attack", "9.1.6", hex=hex)


# ---- the die


def resolve(state: AvlState, units: int, hex: int) -> None:
    """9.4.1a one die under the final column, no modifiers; then losses, retreat and advance in that order."""
    game = state.game
    counters = game.counters
    level = ratio(state, units, hex)
    face = state.roll(6)
    code = game.crt.result(level, face)
    state.fought |= units
    state.attacked |= 1 << hex
    if state.events is not None:
        state.tell(
            "event.combat", "9.4.1a", units=bits(units), hex=hex, units_defending=bits(state.at[hex] & counters.combat),
            attack=attack_strength(state, units, hex), defence=defence_strength(state, hex),
            column=game.crt.column_name(level), die=face, result=code, by_die=list(game.crt.results(level)),
            reckoned=reckoned(odds(state, units, hex)),
        )  # fmt: skip
    settle(state, units, hex, code)


def settle(state: AvlState, units: int, hex: int, code: str) -> None:
    """9.2 what a result asks for: losses, then retreat, then advance."""
    result = state.game.results[code]
    battle = Battle.between(state, units, hex)
    state.push(
        TakeLosses(battle.attacker, battle.attackers, result.attacker_steps, "9.4.1b"),
        TakeLosses(battle.defender, battle.defenders, result.defender_steps, "9.4.1b"),
        RelocateOrphans(battle),
        BeginRetreat(battle, result.retreat),
        BeginAdvance(battle),
    )


@dataclass(frozen=True, slots=True)
class RelocateOrphans(Step[AvlState]):
    """12.2b: an HQ all of whose stack died in this combat, attacker's or defender's, is relocated."""

    battle: Battle
    done: int = 0
    """HQs already relocated: each goes once, one after the other."""
    automatic = True

    def run(self, state: AvlState) -> None:
        for hq, stack in self.battle.stacks:
            if not self.done >> hq & 1 and not any(state.steps[unit] for unit in bits(stack)):
                state.push(RelocateOrphans(self.battle, self.done | 1 << hq))
                relocate(state, hq, state.hex_of[hq])
                return
