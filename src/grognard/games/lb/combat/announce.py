"""The beginning of a Combat Phase: every attack of all four segments is allocated before any is resolved (seq.1b).

The attacker builds ground attacks, artillery fire and air strikes one by one and may take each back until he ends the
announcement; then the defender declares his armored infantry, and nothing can be shifted any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step
from grognard.core.words import Message
from grognard.games.lb import verbs
from grognard.games.lb.combat.air import DeclareStrike
from grognard.games.lb.combat.allocation import (
    air_points,
    attack_with_bound,
    bound_to_attack,
    candidates,
    fire_targets,
    free_attackers,
    free_guns,
    free_supply,
    ground_targets,
    in_range,
    under_attack,
)
from grognard.games.lb.combat.fire import DeclareFire, fire_chances
from grognard.games.lb.combat.ground_attack import DeclareAttack, attack_odds, chances
from grognard.games.lb.combat.strengths import air_strength, armored, ground_fight
from grognard.games.lb.combat.why_attack import why_no_attack, why_no_fire
from grognard.games.lb.counters import SIDES
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits

__all__ = [
    "Announce", "DeclareArmor", "DeclareAttack", "DeclareFire", "DeclareStrike", "air_points", "end_announcing",
    "free_attackers", "free_guns", "free_supply", "in_range", "under_attack",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Announce(Step[LbState]):
    """seq.1b all attacks are allocated and announced; combat.B none is compulsory, but for undeployed units."""

    player: int
    obvious = True
    acting = True
    words = "announce"

    def offer(self, state: LbState) -> Offer:
        offer: Offer = {}
        if hexes := ground_targets(state) | under_attack(state):
            offer[verbs.ATTACK] = hexes
        fires = 0
        for fire in state.fires:
            fires |= 1 << fire.hex
        if hexes := fire_targets(state) | fires:
            offer[verbs.FIRE] = hexes
        if state.plan.air and (units := self._strikable(state)):
            offer[verbs.STRIKE] = units
        optional = state.of(self.player, state.game.counters.optional_armor)
        attacking = 0
        for attack in state.ground_attacks:
            attacking |= attack.units
        if units := attacking & optional & ~state.armored:
            offer[verbs.AS_ARMOR] = units
        if units := attacking & optional & state.armored:
            offer[verbs.AS_INFANTRY] = units
        if bound_to_attack(state):
            offer[verbs.ATTACK_BOUND] = verbs.YES
        else:
            offer[verbs.END_ANNOUNCING] = verbs.YES
        return offer

    def _strikable(self, state: LbState) -> int:
        enemy = state.standing[1 - self.player]
        if air_points(state) > 0:
            return enemy
        struck = 0
        for strike in state.strikes:
            struck |= 1 << strike.unit
        return struck

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb == verbs.ATTACK:
            old = next((one for one in state.ground_attacks if one.hexes >> target & 1), None)
            if old is None:
                state.push(DeclareAttack(self.player, 1 << target, 0))
            else:
                state.ground_attacks = tuple(one for one in state.ground_attacks if one is not old)
                state.push(DeclareAttack(self.player, old.hexes, old.units))
        elif verb == verbs.FIRE:
            aimed = next((one for one in state.fires if one.hex == target), None)
            if aimed is None:
                state.push(DeclareFire(self.player, target, ()))
            else:
                state.fires = tuple(one for one in state.fires if one is not aimed)
                state.push(DeclareFire(self.player, target, aimed.guns))
        elif verb == verbs.STRIKE:
            state.strikes = tuple(one for one in state.strikes if one.unit != target)
            state.push(DeclareStrike(self.player, target))
        elif verb in (verbs.AS_ARMOR, verbs.AS_INFANTRY):
            state.armored ^= 1 << target  # armor.A the attacker chooses when announcing
        elif verb == verbs.ATTACK_BOUND:
            attack_with_bound(state)
        else:
            state.pop()
            if not (state.ground_attacks or state.fires or state.strikes):
                tell_no_attack(state)
            end_announcing(state)

    def prompt(self, state: LbState) -> Message:
        attacks = len(state.ground_attacks) + len(state.fires) + len(state.strikes)
        bound = bound_to_attack(state)
        if state.plan.air.get((self.player, state.turn)):
            key = "prompt.announce_bound_air" if bound else "prompt.announce_air"
        else:
            key = "prompt.announce_bound" if bound else "prompt.announce"
        return state.message(key, "seq.1b", count=attacks, units=bits(bound), points=max(air_points(state), 0))

    def focus(self, state: LbState) -> Mapping[str, Any]:
        ground, fire = (state.offer.get(verb, 0) for verb in (verbs.ATTACK, verbs.FIRE))
        return {"chances": fire_chances(state, fire & ~ground) | chances(state, ground)}

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        if verb == verbs.ATTACK:
            old = next((one for one in state.ground_attacks if one.hexes >> target & 1), None)
            if old is not None:
                return attack_odds(state, old.hexes, old.units)
            return attack_odds(state, 1 << target, candidates(state, 1 << target, 0))
        if verb == verbs.STRIKE:
            return {"points": max(air_points(state), 0), "defence": air_strength(state, target)}
        return {}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb == verbs.ATTACK:
            return [why_no_attack(state, target)]
        if verb == verbs.FIRE:
            return [why_no_fire(state, target)]
        if verb == verbs.STRIKE:
            if not state.plan.air.get((self.player, state.turn)):
                return [state.message("why.no_air_points", "air.general.a", turn=state.turn)]
            if air_points(state) <= 0:
                return [state.message("why.air_points_spent", "air.general.a")]
            return [state.message("why.no_air_target", "air.general.b", unit=target)]
        if verb in (verbs.AS_ARMOR, verbs.AS_INFANTRY):
            return [state.message("why.no_armor_choice", "armor.A", unit=target)]
        if verb == verbs.END_ANNOUNCING:
            return [state.message("why.must_attack", "move.Ka", units=bits(bound_to_attack(state)))]
        if verb == verbs.ATTACK_BOUND:
            return [state.message("why.nobody_bound", "move.Ka")]
        if verb in (verbs.UNIT, verbs.MOVE, verbs.RUSH):
            return [state.message("why.movement_over", "seq.1b")]
        return []

    def forgoes(self, state: LbState, verb: int, target: int) -> Forgone | None:
        hexes = bits(ground_targets(state) & ~under_attack(state))
        if verb != verbs.END_ANNOUNCING or not hexes:
            return None
        best = sorted(((_best_level(state, hex), hex) for hex in hexes), reverse=True)
        columns = state.game.crt.columns
        items = tuple({"hex": hex, "odds": columns[level]} for level, hex in best if level >= 0)
        return Forgone(state.message("forgo.attacks", "combat.B", count=len(items)), items) if items else None


def _best_level(state: LbState, hex: int) -> int:
    """The column of a ground attack with everybody who can join; below all where it would count for nothing."""
    units = candidates(state, 1 << hex, 0)
    fight = ground_fight(state, "final_ground", 1 << hex, units, state.units_in(1 << hex))
    return fight.level(state) if fight.attack > 0 and fight.defence > 0 else -1


def tell_no_attack(state: LbState) -> None:
    """Nothing is announced: because nothing can be (combat.A), or because nobody has to attack (combat.B)."""
    if state.events is None:
        return
    side = SIDES[state.active]
    if ground_targets(state) or fire_targets(state) or air_points(state) > 0:
        state.tell("event.attacks_nobody", "combat.B", side=side)
    else:
        state.tell("event.can_attack_nobody", "combat.A", side=side)


def end_announcing(state: LbState) -> None:
    """Everything is announced: note against whom, and let the defender declare his armored infantry (armor.A)."""
    counters = state.game.counters
    defender = 1 - state.active
    hexes = 0
    for attack in state.ground_attacks:
        hexes |= attack.hexes
        state.tell("event.attack_announced", "seq.1b", hexes=bits(attack.hexes), units=bits(attack.units))
    for fire in state.fires:
        hexes |= 1 << fire.hex
        state.tell("event.fire_announced", "seq.1b", hex=fire.hex, units=[gun for gun, _ in fire.guns])
    state.barred = state.units_in(hexes)  # artillery.C.IV2
    for strike in state.strikes:
        state.barred |= 1 << strike.unit
        state.tell("event.strike_announced", "air.general.a", unit=strike.unit, points=strike.points)
    attacking = 0
    for attack in state.ground_attacks:
        attacking |= attack.units
    state.armored &= attacking  # a declaration for an attack that was taken back goes with it
    for unit in bits(state.armored):
        state.tell("event.as_armor", "armor.A", unit=unit)
    # being armor matters only where armor attacks: against anything else it would only be halved (tec.d)
    if any(attack.units & armored(state) for attack in state.ground_attacks):
        state.push(DeclareArmor(defender, state.of(defender, state.units_in(hexes)) & counters.optional_armor))


@dataclass(frozen=True, slots=True)
class DeclareArmor(Step[LbState]):
    """armor.A right after the announcement the defender says which of his armored infantry counts as armor."""

    player: int
    units: int
    obvious = True
    words = "declare_armor"

    def offer(self, state: LbState) -> Offer:
        offer: Offer = {}
        if units := self.units & ~state.armored:
            offer[verbs.AS_ARMOR] = units
        if units := self.units & state.armored:
            offer[verbs.AS_INFANTRY] = units
        offer[verbs.DONE] = verbs.YES
        return offer

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            for unit in bits(self.units & state.armored):
                state.tell("event.as_armor", "armor.A", unit=unit)
            state.pop()
        else:
            state.armored ^= 1 << target

    def prompt(self, state: LbState) -> Message:
        return state.message("prompt.declare_armor", "armor.A", units=bits(self.units))

    def primary(self, state: LbState) -> int | None:
        return verbs.DONE

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb in (verbs.AS_ARMOR, verbs.AS_INFANTRY):
            return [state.message("why.no_armor_choice", "armor.A", unit=target)]
        if verb in (verbs.ATTACK, verbs.FIRE, verbs.STRIKE):
            return [state.message("why.announced_already", "seq.1b")]
        return []
