"""The four Combat Segments in strict order (seq.1b.order), each resolved and applied before the next begins.

An announced attack is on a hex: who is gone is not attacked, who has fallen back into it is (seq.1b.void).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.lb import verbs
from grognard.games.lb.attacks import Attack
from grognard.games.lb.combat.allocation import adjacent_to_all
from grognard.games.lb.combat.announce import Announce
from grognard.games.lb.combat.defensive_fire import DefensiveFire
from grognard.games.lb.combat.fire import fire_chances
from grognard.games.lb.combat.ground_attack import armored_fight
from grognard.games.lb.combat.resolve import Roll, roll, use_up
from grognard.games.lb.combat.results import apply_result
from grognard.games.lb.combat.strengths import Fight, air_fight, best_chance, can_attack, fire_fight, ground_fight, odds
from grognard.games.lb.counters import SIDES
from grognard.games.lb.record import end_phase
from grognard.games.lb.state import COMBAT, LbState
from grognard.hex.grid import bits, lowest


@dataclass(frozen=True, slots=True)
class CombatPhase(Step[LbState]):
    """seq.1b announce everything, then Segments I to IV."""

    player: int
    automatic = True

    def run(self, state: LbState) -> None:
        state.phase = COMBAT
        state.tell("event.phase_combat", "seq.1b", side=SIDES[self.player])
        state.fire_supply = beside_supply(state)
        state.push(
            Announce(self.player),
            RangedSegment(self.player),
            ArmoredSegment(self.player),
            FinalSegment(self.player),
            AirSegment(self.player),
            EndCombat(),
        )


def beside_supply(state: LbState) -> dict[int, int]:
    """artillery.F1 for each unlimbered gun of either side the supply units beside it, or in its hex, right now."""
    counters, around = state.game.counters, state.game.ground.grid.around
    stores = [0, 0]
    for supply in bits(counters.supply & (state.standing[0] | state.standing[1])):
        stores[counters.side[supply]] |= 1 << state.hex_of[supply]
    found = {}
    for gun in bits(counters.guns & ~state.limbered & (state.standing[0] | state.standing[1])):
        here = state.hex_of[gun]
        if beside := (around[here] | 1 << here) & stores[counters.side[gun]]:
            found[gun] = state.units_in(beside) & counters.supply
    return found


# ---- I


@dataclass(frozen=True, slots=True)
class RangedSegment(Step[LbState]):
    """seq.1b.I the attacker resolves his artillery fire, hex by hex in his own order."""

    player: int
    obvious = True
    words = "ranged_segment"

    def offer(self, state: LbState) -> Offer:
        enemy = state.occupied[1 - self.player]
        live = 0
        for fire in state.fires:
            live |= 1 << fire.hex & enemy
        return {verbs.RESOLVE: live} if live else {verbs.DONE: verbs.YES}

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            for fire in state.fires:
                state.tell("event.void", "seq.1b.void", hexes=[fire.hex])  # nothing is fired, no supply is spent
            state.fires = ()
            state.pop()
        else:
            self.resolve(state, target)

    def resolve(self, state: LbState, hex: int, how: Roll = roll) -> None:
        fire = next(one for one in state.fires if one.hex == hex)
        state.fires = tuple(one for one in state.fires if one is not fire)
        fight = fire_fight(state, fire.hex, fire.guns)
        code = how(state, fight)
        use_up(state, fire.guns)
        apply_result(state, fight, code, "artillery.D4")

    def prompt(self, state: LbState) -> Message:
        return state.message("prompt.resolve_ranged", "seq.1b.I", count=len(state.fires))

    def focus(self, state: LbState) -> Mapping[str, Any]:
        return {"chances": to_come(state) | fire_chances(state, self.offer(state).get(verbs.RESOLVE, 0))}

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        if verb != verbs.RESOLVE:
            return {}
        fire = next(one for one in state.fires if one.hex == target)
        return odds(state, fire_fight(state, fire.hex, fire.guns))

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        return why_not_resolved(state, verb, target)


def why_not_resolved(state: LbState, verb: int, hex: int) -> list[Message]:
    if verb == verbs.RESOLVE:
        return [state.message("why.nothing_announced", "seq.1b", hex=hex)]
    if verb in (verbs.ATTACK, verbs.FIRE, verbs.STRIKE, verbs.ADD):
        return [state.message("why.announced_already", "seq.1b")]
    return []


# ---- II and III


def live_hexes(state: LbState, attack: Attack) -> int:
    """The hexes of an attack in which somebody still stands."""
    return attack.hexes & state.occupied[1 - state.active]


def first_of(hexes: int) -> int:
    """The hex by which an attack is named: the first of those in which somebody still stands."""
    return lowest(hexes)


def still_adjacent(state: LbState, attack: Attack, hexes: int) -> int:
    """seq.1b.IIIb the attackers that are adjacent when the combat is resolved."""
    return state.units_in(adjacent_to_all(state, hexes) & state.occupied[state.active]) & attack.units


def to_come(state: LbState) -> dict[str, Any]:
    """The odds of every Final Ground combat that is still to be fought, by its hexes, for the plates on the map."""
    found: dict[str, Any] = {}
    for attack in state.ground_attacks:
        hexes = live_hexes(state, attack)
        units = still_adjacent(state, attack, hexes) if hexes else 0
        fight = ground_fight(state, "final_ground", hexes, units, state.units_in(hexes)) if units else None
        if fight is not None and fight.attack > 0 and fight.defence > 0:
            found |= {name: best_chance(state, fight) for name in state.game.ground.grid.list_names(hexes)}
    return found


@dataclass(frozen=True, slots=True)
class ArmoredSegment(Step[LbState]):
    """seq.1b.IIc every Initial Armored combat before the first Final one."""

    player: int
    fought: int = 0
    """Hexes of attacks that have been through this segment."""
    obvious = True
    words = "armored_segment"

    def fights(self, state: LbState) -> dict[int, Fight]:
        found = {}
        for attack in state.ground_attacks:
            if self.fought & attack.hexes:
                continue
            hexes = live_hexes(state, attack)
            if hexes:
                fight = armored_fight(state, hexes, still_adjacent(state, attack, hexes))
                if fight is not None and fight.attack > 0:
                    found[first_of(hexes)] = fight
        return found

    def offer(self, state: LbState) -> Offer:
        live = 0
        for hex in self.fights(state):
            live |= 1 << hex
        return {verbs.RESOLVE: live} if live else {verbs.DONE: verbs.YES}

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            state.pop()
        else:
            self.resolve(state, target)

    def resolve(self, state: LbState, hex: int, how: Roll = roll) -> None:
        fight = self.fights(state)[hex]
        attack = next(one for one in state.ground_attacks if one.hexes >> hex & 1)
        state.replace(ArmoredSegment(self.player, self.fought | attack.hexes))
        apply_result(state, fight, how(state, fight), "seq.1b.IIa")

    def prompt(self, state: LbState) -> Message:
        return state.message("prompt.resolve_armored", "seq.1b.IIc", count=len(self.fights(state)))

    def focus(self, state: LbState) -> Mapping[str, Any]:
        name = state.game.ground.grid.name
        armour = {name(hex): best_chance(state, fight) for hex, fight in self.fights(state).items()}
        return {"chances": to_come(state) | armour}

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        return odds(state, self.fights(state)[target]) if verb == verbs.RESOLVE else {}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        return why_not_resolved(state, verb, target)


@dataclass(frozen=True, slots=True)
class FinalSegment(Step[LbState]):
    """seq.1b.IIIa all ground units against all who are left; the attacker picks the order."""

    player: int
    obvious = True
    words = "final_segment"

    def live(self, state: LbState) -> dict[int, tuple[int, int]]:
        """By the hex that names an attack: its hexes with defenders, and the attackers still adjacent."""
        found = {}
        for attack in state.ground_attacks:
            hexes = live_hexes(state, attack)
            units = still_adjacent(state, attack, hexes) if hexes else 0
            if units and can_attack(state, units):
                found[first_of(hexes)] = (hexes, units)
        return found

    def offer(self, state: LbState) -> Offer:
        board = 0
        for hex in self.live(state):
            board |= 1 << hex
        return {verbs.RESOLVE: board} if board else {verbs.DONE: verbs.YES}

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            for attack in state.ground_attacks:
                state.tell("event.void", "seq.1b.void", hexes=bits(attack.hexes))
            state.ground_attacks = ()
            state.pop()
        else:
            state.push(self.begin(state, target))

    def begin(self, state: LbState, hex: int) -> DefensiveFire:
        """An attack begins with what the defender's guns do about it."""
        hexes, units = self.live(state)[hex]
        state.ground_attacks = tuple(one for one in state.ground_attacks if not one.hexes >> hex & 1)
        return DefensiveFire(1 - self.player, hexes, units, ())

    def prompt(self, state: LbState) -> Message:
        return state.message("prompt.resolve_final", "seq.1b.IIIa", count=len(self.live(state)))

    def focus(self, state: LbState) -> Mapping[str, Any]:
        return {"chances": to_come(state)}

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        if verb != verbs.RESOLVE:
            return {}
        hexes, units = self.live(state)[target]
        return odds(state, ground_fight(state, "final_ground", hexes, units, state.units_in(hexes)))

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        return why_not_resolved(state, verb, target)


# ---- IV


@dataclass(frozen=True, slots=True)
class AirSegment(Step[LbState]):
    """seq.1b.IV air strikes come last; air.B each unit by itself; on a target that is gone the points are wasted."""

    player: int
    automatic = True

    def run(self, state: LbState) -> None:
        for strike in state.strikes:
            if state.hex_of[strike.unit] != strike.hex:
                state.tell("event.strike_wasted", "seq.1b.IV", unit=strike.unit, points=strike.points)
                continue
            fight = air_fight(state, strike.unit, strike.points)
            apply_result(state, fight, roll(state, fight), "air.D")
        state.strikes = ()


@dataclass(frozen=True, slots=True)
class EndCombat(Step[LbState]):
    """What was declared for this Combat Phase is over with it."""

    automatic = True

    def run(self, state: LbState) -> None:
        state.ground_attacks = ()
        state.fires = ()
        state.fire_supply = {}
        state.undeployed = state.armored = state.used = state.fired = state.barred = 0
        end_phase(state)
