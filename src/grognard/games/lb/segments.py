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
from grognard.games.lb.allocation import adjacent_to_all, free_supply, in_range, one_per_hex
from grognard.games.lb.announce import Announce
from grognard.games.lb.attacks import Attack
from grognard.games.lb.ground_attack import armored_fight
from grognard.games.lb.results import apply_result
from grognard.games.lb.state import COMBAT, USED, LbState
from grognard.games.lb.strengths import SEGMENT_RULES, Fight, air_fight, fire_fight, ground_fight, odds
from grognard.hex.grid import bits


@dataclass(frozen=True, slots=True)
class CombatPhase(Step[LbState]):
    """seq.1b announce everything, then Segments I to IV."""

    player: int
    automatic = True

    def run(self, state: LbState) -> None:
        state.phase = COMBAT
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


def roll(state: LbState, fight: Fight) -> str:
    """One die, its additions and the result, told in full (combat.proc.d)."""
    face = state.roll(6)
    code = fight.result(state, face)
    state.tell(
        f"event.combat_{fight.segment}", SEGMENT_RULES[fight.segment],
        hexes=bits(fight.hexes), units=[unit for unit, _ in fight.attackers],
        units_defending=[unit for unit, _ in fight.defenders], attack=fight.attack, defence=fight.defence,
        column=state.game.crt.columns[fight.level(state)], die=face, addition=fight.addition, result=code,
    )  # fmt: skip
    return code


def use_up(state: LbState, guns: tuple[tuple[int, int], ...]) -> None:
    """artillery.F2 after the fire its supply units are removed; it is no destruction and scores nothing."""
    for _, supply in guns:
        if supply >= 0:
            state.used |= 1 << supply
            if state.on_map(supply):
                state.take_off(supply, USED)
                state.tell("event.supply_used", "artillery.F2", unit=supply)


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
            return
        fire = next(one for one in state.fires if one.hex == target)
        state.fires = tuple(one for one in state.fires if one is not fire)
        fight = fire_fight(state, fire.hex, fire.guns)
        code = roll(state, fight)
        use_up(state, fire.guns)
        apply_result(state, fight, code, "artillery.D4")

    def prompt(self, state: LbState) -> Message:
        return state.message("prompt.resolve_ranged", "seq.1b.I", count=len(state.fires))

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


def still_adjacent(state: LbState, attack: Attack, hexes: int) -> int:
    """seq.1b.IIIb the attackers that are adjacent when the combat is resolved."""
    return state.units_in(adjacent_to_all(state, hexes) & state.occupied[state.active]) & attack.units


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
                    found[attack.first] = fight
        return found

    def offer(self, state: LbState) -> Offer:
        live = 0
        for hex in self.fights(state):
            live |= 1 << hex
        return {verbs.RESOLVE: live} if live else {verbs.DONE: verbs.YES}

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            state.pop()
            return
        fight = self.fights(state)[target]
        attack = next(one for one in state.ground_attacks if one.first == target)
        state.replace(ArmoredSegment(self.player, self.fought | attack.hexes))
        apply_result(state, fight, roll(state, fight), "seq.1b.IIa")

    def prompt(self, state: LbState) -> Message:
        return state.message("prompt.resolve_armored", "seq.1b.IIc", count=len(self.fights(state)))

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
        """By the first hex of an attack: its hexes with defenders, and the attackers still adjacent."""
        found = {}
        for attack in state.ground_attacks:
            hexes = live_hexes(state, attack)
            units = still_adjacent(state, attack, hexes) if hexes else 0
            if units and ground_fight(state, "final_ground", hexes, units, 0).attack > 0:  # supply.D2
                found[attack.first] = (hexes, units)
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
            return
        hexes, units = self.live(state)[target]
        state.ground_attacks = tuple(one for one in state.ground_attacks if one.first != target)
        state.push(DefensiveFire(1 - self.player, hexes, units, ()))

    def prompt(self, state: LbState) -> Message:
        return state.message("prompt.resolve_final", "seq.1b.IIIa", count=len(self.live(state)))

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        if verb != verbs.RESOLVE:
            return {}
        hexes, units = self.live(state)[target]
        return odds(state, ground_fight(state, "final_ground", hexes, units, state.units_in(hexes)))

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        return why_not_resolved(state, verb, target)


@dataclass(frozen=True, slots=True)
class DefensiveFire(Step[LbState]):
    """artillery.C.IV1 just before the odds are set the defender commits guns; then the combat is resolved."""

    player: int
    hexes: int
    attackers: int
    guns: tuple[tuple[int, int], ...]
    asking: int = -1
    obvious = True
    words = "defensive_fire"

    def able(self, state: LbState) -> int:
        """artillery.C.IV2 not if attacked itself, artillery.C.IV3 once a phase, artillery.A2 unlimbered, in range of
        the
        defending hex; fort.E from inside a fortification too."""
        counters = state.game.counters
        units = state.standing[self.player] & counters.guns
        units &= ~state.limbered & ~state.fired & ~state.barred
        for gun, _ in self.guns:
            units &= ~(1 << gun)
        return sum(1 << gun for gun in bits(units) if in_range(state, gun) & self.hexes)

    def offer(self, state: LbState) -> Offer:
        if self.asking >= 0:
            stores = one_per_hex(state, free_supply(state, self.asking, self.guns))
            return {verbs.SUPPLY_FROM: stores, verbs.CANCEL: verbs.YES}
        offer: Offer = {}
        able = self.able(state)
        if supplied := sum(1 << gun for gun in bits(able) if free_supply(state, gun, self.guns)):
            offer[verbs.ADD] = supplied
        if able:
            offer[verbs.ADD_UNSUPPLIED] = able
        if self.guns:
            offer[verbs.REMOVE] = sum(1 << gun for gun, _ in self.guns)
        offer[verbs.DONE] = verbs.YES
        return offer

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            state.pop()
            self._resolve(state)
        elif verb == verbs.CANCEL:
            self._with(state, self.guns)
        elif verb == verbs.ADD:
            stores = one_per_hex(state, free_supply(state, target, self.guns))
            if stores & (stores - 1):
                state.replace(DefensiveFire(self.player, self.hexes, self.attackers, self.guns, target))
            else:
                self._with(state, (*self.guns, (target, stores.bit_length() - 1)))
        elif verb == verbs.SUPPLY_FROM:
            self._with(state, (*self.guns, (self.asking, target)))
        elif verb == verbs.ADD_UNSUPPLIED:
            self._with(state, (*self.guns, (target, -1)))
        else:
            self._with(state, tuple(one for one in self.guns if one[0] != target))

    def _with(self, state: LbState, guns: tuple[tuple[int, int], ...]) -> None:
        state.replace(DefensiveFire(self.player, self.hexes, self.attackers, guns))

    def _fight(self, state: LbState, guns: tuple[tuple[int, int], ...]) -> Fight:
        return ground_fight(state, "final_ground", self.hexes, self.attackers, state.units_in(self.hexes), guns)

    def _resolve(self, state: LbState) -> None:
        fight = self._fight(state, self.guns)
        for gun, _ in self.guns:
            state.fired |= 1 << gun
        if self.guns:
            state.tell(
                "event.defensive_fire", "artillery.C.IV1", units=[gun for gun, _ in self.guns], hexes=bits(self.hexes)
            )
        code = roll(state, fight)
        use_up(state, self.guns)  # artillery.C.IV3
        apply_result(state, fight, code, "seq.1b.IIIa")

    def prompt(self, state: LbState) -> Message:
        if self.asking >= 0:
            return state.message("prompt.supply_from", "artillery.F2", unit=self.asking)
        fight = self._fight(state, self.guns)
        column = state.game.crt.columns[fight.level(state)]
        return state.message(
            "prompt.defensive_fire", "artillery.C.IV1", hexes=bits(self.hexes), attack=fight.attack,
            defence=fight.defence,
            column=column, addition=fight.addition,
        )  # fmt: skip

    def primary(self, state: LbState) -> int | None:
        return verbs.DONE if self.asking < 0 else None

    def focus(self, state: LbState) -> Mapping[str, Any]:
        rows = state.game.counters.rows
        return {
            "hex": state.game.ground.grid.name((self.hexes & -self.hexes).bit_length() - 1),
            "chosen": [rows[gun].id for gun, _ in self.guns],
            "odds": odds(state, self._fight(state, self.guns)),
        }

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        if verb in (verbs.ADD, verbs.ADD_UNSUPPLIED):
            supply = free_supply(state, target, self.guns).bit_length() - 1 if verb == verbs.ADD else -1
            return odds(state, self._fight(state, (*self.guns, (target, supply))))
        return {}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb in (verbs.ADD, verbs.ADD_UNSUPPLIED):
            return [self._why_not(state, target)]
        if verb == verbs.SUPPLY_FROM:
            return [state.message("why.not_this_supply", "artillery.F2", unit=target)]
        return []

    def _why_not(self, state: LbState, gun: int) -> Message:
        """Why a gun gives no defensive fire here."""
        counters, bit = state.game.counters, 1 << gun
        say = state.message
        if counters.side[gun] != self.player:
            return say("why.not_your_unit", "artillery.C.IV1", unit=gun)
        if not counters.guns & bit:
            return say("why.no_gun", "artillery.C.IV1", unit=gun)
        if not state.on_map(gun):
            return say("why.not_on_map", "artillery.C.IV1", unit=gun)
        if state.limbered & bit:
            return say("why.limbered", "artillery.A2", unit=gun)
        if state.barred & bit:
            return say("why.gun_under_attack", "artillery.C.IV2", unit=gun)
        if state.fired & bit or any(gun == one for one, _ in self.guns):
            return say("why.fires_already", "artillery.C.IV3", unit=gun)
        if not in_range(state, gun) & self.hexes:
            hex = (self.hexes & -self.hexes).bit_length() - 1
            distance = state.game.ground.grid.distance(state.hex_of[gun], hex)
            return say(
                "why.out_of_range", "artillery.C.IV1", unit=gun, hex=hex, distance=distance, range=counters.range[gun]
            )
        rule = "artillery.F2" if state.fire_supply.get(gun, 0) else "artillery.F1"
        return say("why.no_supply_unit", rule, unit=gun)


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
