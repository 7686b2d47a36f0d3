"""Announcing a ground attack: from several hexes on one, or from one on several (combat.D), with its odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ahead import in_vain
from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step
from grognard.core.words import Message
from grognard.games.lb import verbs
from grognard.games.lb.attacks import Attack
from grognard.games.lb.combat.allocation import candidates, under_attack
from grognard.games.lb.combat.strengths import Fight, armored, best_chance, can_attack, ground_fight, odds
from grognard.games.lb.combat.why_attack import why_not_attacker
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits, lowest


def attack_odds(state: LbState, hexes: int, units: int) -> dict[str, Any]:
    """The Final Ground combat as it would stand now, and the Initial Armored one before it, if there is one."""
    found = odds(state, ground_fight(state, "final_ground", hexes, units, state.units_in(hexes)))
    first = armored_fight(state, hexes, units)
    if first is not None:
        found["initial"] = odds(state, first)
    return found


def chances(state: LbState, hexes: int) -> dict[str, Any]:
    """The Final Ground combat on each of these hexes: as announced, else with every unit that can still join."""
    found = {}
    for hex in bits(hexes):
        attack = next((one for one in state.ground_attacks if one.hexes >> hex & 1), None)
        attacked = attack.hexes if attack else 1 << hex
        units = attack.units if attack else candidates(state, attacked, 0)
        fight = ground_fight(state, "final_ground", attacked, units, state.units_in(attacked))
        if fight.attack > 0 and fight.defence > 0:
            found[state.game.ground.grid.name(hex)] = best_chance(state, fight)
    return found


def armored_fight(state: LbState, hexes: int, units: int) -> Fight | None:
    """seq.1b.IIa armor against the armor and anti-tank units of the hexes; seq.1b.IIb None where there is no such.

    A hex in which nobody defends in this segment has no part in it: neither its terrain nor its river counts.
    """
    defenders = state.units_in(hexes) & (armored(state) | state.game.counters.anti_tank)
    attackers = units & armored(state)
    if not attackers or not defenders:
        return None
    held = 0
    for unit in bits(defenders):
        held |= 1 << state.hex_of[unit]
    return ground_fight(state, "initial_armored", held, attackers, defenders)


@dataclass(frozen=True, slots=True)
class DeclareAttack(Step[LbState]):
    """combat.D name the units that attack a hex, or from one hex several; combat.F not every unit of a stack need."""

    player: int
    hexes: int
    chosen: int
    acting = True
    words = "declare"

    def offer(self, state: LbState) -> Offer:
        offer: Offer = {}
        waiting = candidates(state, self.hexes, self.chosen)
        if waiting:
            offer[verbs.ADD] = waiting
            offer[verbs.ADD_ALL] = verbs.YES
        if self.chosen:
            offer[verbs.REMOVE] = self.chosen
            if more := self._further(state):
                offer[verbs.ALSO] = more
            if self._counts(state):
                offer[verbs.ANNOUNCE] = verbs.YES
        offer[verbs.CANCEL] = verbs.YES
        return offer

    def _further(self, state: LbState) -> int:
        """combat.D further hexes, if all attackers stand in one hex that is beside them all."""
        hexes = {state.hex_of[unit] for unit in bits(self.chosen)}
        if len(hexes) != 1:
            return 0
        around = state.game.ground.grid.around[hexes.pop()]
        return around & state.occupied[1 - self.player] & ~self.hexes & ~under_attack(state)

    def _counts(self, state: LbState) -> bool:
        """supply.D2 an attack of 0 is none; an undeployed unit announces its attack whatever comes of it (move.Ka)."""
        return bool(self.chosen & state.undeployed) or can_attack(state, self.chosen)

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb == verbs.CANCEL:
            state.pop()
        elif verb == verbs.ANNOUNCE:
            state.pop()
            state.ground_attacks = (*state.ground_attacks, Attack(self.hexes, self.chosen))
        elif verb == verbs.ADD_ALL:
            chosen = self.chosen
            if self.hexes & (self.hexes - 1) and not chosen:
                waiting = candidates(state, self.hexes, 0)
                chosen = waiting & -waiting
            state.replace(DeclareAttack(self.player, self.hexes, chosen | candidates(state, self.hexes, chosen)))
        elif verb == verbs.ALSO:
            state.replace(DeclareAttack(self.player, self.hexes | 1 << target, self.chosen))
        else:
            state.replace(DeclareAttack(self.player, self.hexes, self.chosen ^ 1 << target))

    def _fight(self, state: LbState, units: int) -> Fight:
        return ground_fight(state, "final_ground", self.hexes, units, state.units_in(self.hexes))

    def prompt(self, state: LbState) -> Message:
        fight = self._fight(state, self.chosen)
        column = state.game.crt.columns[fight.level(state)] if fight.attack else "-"
        return state.message(
            "prompt.declare", "combat.D", hexes=bits(self.hexes), attack=fight.attack, defence=fight.defence,
            column=column, addition=fight.addition,
        )  # fmt: skip

    def primary(self, state: LbState) -> int | None:
        if self.chosen and self._counts(state):
            return verbs.ANNOUNCE
        return verbs.ADD_ALL if verbs.ADD_ALL in state.offer else None

    def focus(self, state: LbState) -> Mapping[str, Any]:
        grid, rows = state.game.ground.grid, state.game.counters.rows
        found = attack_odds(state, self.hexes, self.chosen)
        if "next" in found:
            found["next"]["units"] = [rows[unit].id for unit in self._lifting(state)]
        return {
            "hex": grid.name(lowest(self.hexes)),
            "chosen": [rows[unit].id for unit in bits(self.chosen)],
            "odds": found,
        }

    def _lifting(self, state: LbState) -> list[int]:
        """The units each of which by itself lifts the attack to another column."""
        level = self._fight(state, self.chosen).level(state)
        waiting = bits(candidates(state, self.hexes, self.chosen))
        return [unit for unit in waiting if self._fight(state, self.chosen | 1 << unit).level(state) > level]

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        if verb == verbs.ADD:
            return attack_odds(state, self.hexes, self.chosen | 1 << target)
        if verb == verbs.ALSO:
            return attack_odds(state, self.hexes | 1 << target, self.chosen)
        return attack_odds(state, self.hexes, self.chosen) if verb == verbs.ANNOUNCE else {}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb == verbs.ADD:
            if self.chosen >> target & 1:
                return [state.message("why.attacks_already", "combat.C1", unit=target)]
            return [why_not_attacker(state, target, self.hexes, self.chosen)]
        if verb == verbs.ALSO:
            if under_attack(state) >> target & 1:
                return [state.message("why.hex_attacked_already", "combat.C2", hex=target)]
            return [state.message("why.not_also", "combat.D", hex=target)]
        if verb == verbs.ANNOUNCE:
            if not self.chosen:
                return [state.message("why.no_attackers_named", "combat.B")]
            return [state.message("why.attack_of_nothing", "supply.D2")]
        if verb == verbs.REMOVE:
            return [state.message("why.not_in_attack", "combat.B", unit=target)]
        return []

    def forgoes(self, state: LbState, verb: int, target: int) -> Forgone | None:
        if verb != verbs.ANNOUNCE:
            return None
        return in_vain(state, odds(state, self._fight(state, self.chosen)), bits(self.chosen), "combat.proc.d")
