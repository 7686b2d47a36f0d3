"""Defensive fire: guns of the defender that add to a hex in the Final Ground Combat Segment (artillery.C.IV1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.lb import verbs
from grognard.games.lb.combat.allocation import free_supply, in_range
from grognard.games.lb.combat.gun_choice import NONE, Guns, chosen, stores_for, with_gun
from grognard.games.lb.combat.resolve import Roll, roll, use_up
from grognard.games.lb.combat.results import apply_result
from grognard.games.lb.combat.strengths import Fight, ground_fight, odds
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits, lowest


@dataclass(frozen=True, slots=True)
class DefensiveFire(Step[LbState]):
    """artillery.C.IV1 just before the odds are set the defender commits guns; then the combat is resolved."""

    player: int
    hexes: int
    attackers: int
    guns: Guns
    asking: int = NONE
    obvious = True
    words = "defensive_fire"

    def able(self, state: LbState) -> int:
        """artillery.C.IV2 not if attacked itself, artillery.C.IV3 once a phase, artillery.A2 unlimbered, in range of
        the defending hex; fort.E from inside a fortification too."""
        counters = state.game.counters
        units = state.standing[self.player] & counters.guns
        units &= ~state.limbered & ~state.fired & ~state.barred
        for gun, _ in self.guns:
            units &= ~(1 << gun)
        return sum(1 << gun for gun in bits(units) if in_range(state, gun) & self.hexes)

    def offer(self, state: LbState) -> Offer:
        if self.asking >= 0:
            return stores_for(state, self.asking, self.guns)
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
            self.resolve(state)
        else:
            guns, asking = chosen(state, self.guns, self.asking, verb, target)
            state.replace(replace(self, guns=guns, asking=asking))

    def _fight(self, state: LbState, guns: Guns) -> Fight:
        return ground_fight(state, "final_ground", self.hexes, self.attackers, state.units_in(self.hexes), guns)

    def resolve(self, state: LbState, how: Roll = roll) -> None:
        fight = self._fight(state, self.guns)
        for gun, _ in self.guns:
            state.fired |= 1 << gun
        if self.guns:
            state.tell(
                "event.defensive_fire", "artillery.C.IV1", units=[gun for gun, _ in self.guns], hexes=bits(self.hexes)
            )
        code = how(state, fight)
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
        return verbs.DONE if self.guns and self.asking < 0 else Step.primary(self, state)

    def focus(self, state: LbState) -> Mapping[str, Any]:
        rows = state.game.counters.rows
        return {
            "hex": state.game.ground.grid.name(lowest(self.hexes)),
            "chosen": [rows[gun].id for gun, _ in self.guns],
            "odds": odds(state, self._fight(state, self.guns)),
        }

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        if verb in (verbs.ADD, verbs.ADD_UNSUPPLIED):
            return odds(state, self._fight(state, with_gun(state, self.guns, verb, target)))
        return {}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb in (verbs.ADD, verbs.ADD_UNSUPPLIED):
            return [self._why_not(state, target)]
        if verb == verbs.SUPPLY_FROM:
            return [state.message("why.not_this_supply", "artillery.F2", unit=target)]
        if verb == verbs.REMOVE:
            return [state.message("why.not_in_attack", "artillery.C.IV1", unit=target)]
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
            hex = lowest(self.hexes)
            distance = state.game.ground.grid.distance(state.hex_of[gun], hex)
            return say(
                "why.out_of_range", "artillery.C.IV1", unit=gun, hex=hex, distance=distance, range=counters.range[gun]
            )
        rule = "artillery.F2" if state.fire_supply.get(gun, 0) else "artillery.F1"
        return say("why.no_supply_unit", rule, unit=gun)
