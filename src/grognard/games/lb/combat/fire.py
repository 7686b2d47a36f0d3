"""Announcing artillery fire on one hex, gun by gun, with the supply units that it uses up (artillery.F2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from grognard.core.ahead import in_vain
from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step
from grognard.core.words import Message
from grognard.games.lb import verbs
from grognard.games.lb.attacks import Fire
from grognard.games.lb.combat.allocation import free_guns, free_supply, in_range
from grognard.games.lb.combat.gun_choice import NONE, Guns, chosen, stores_for, with_gun
from grognard.games.lb.combat.strengths import best_chance, fire_fight, odds, spotted
from grognard.games.lb.combat.why_attack import why_not_gun
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits


def fire_chances(state: LbState, hexes: int) -> dict[str, Any]:
    """The fire on each of these hexes: as announced, else of all guns that can still join, supplied if they can be."""
    found = {}
    for hex in bits(hexes):
        fire = next((one for one in state.fires if one.hex == hex), None)
        fight = fire_fight(state, hex, fire.guns if fire else _all_guns(state, hex))
        if fight.attack > 0 and fight.defence > 0:
            found[state.game.ground.grid.name(hex)] = best_chance(state, fight)
    return found


def _all_guns(state: LbState, hex: int) -> Guns:
    """artillery.F2 each supplied gun uses up its own supply unit; artillery.F3 without one only on a spotted hex."""
    guns: Guns = ()
    seen = spotted(state, state.active, hex)
    for gun in bits(free_guns(state)):
        if in_range(state, gun) >> hex & 1:
            stores = free_supply(state, gun, guns)
            if stores or seen:
                guns = with_gun(state, guns, verbs.ADD if stores else verbs.ADD_UNSUPPLIED, gun)
    return guns


@dataclass(frozen=True, slots=True)
class DeclareFire(Step[LbState]):
    """artillery.D1 any number of guns on one hex; each supplied gun names the supply unit that it uses up."""

    player: int
    hex: int
    guns: Guns
    asking: int = NONE
    """A gun whose supply unit is still to be named."""
    acting = True
    words = "declare_fire"

    def offer(self, state: LbState) -> Offer:
        if self.asking >= 0:
            return stores_for(state, self.asking, self.guns)
        offer: Offer = {}
        supplied, unsupplied = self._can_join(state)
        if supplied:
            offer[verbs.ADD] = supplied
        if unsupplied:
            offer[verbs.ADD_UNSUPPLIED] = unsupplied
        if self.guns:
            offer[verbs.REMOVE] = sum(1 << gun for gun, _ in self.guns)
            if fire_fight(state, self.hex, self.guns).attack > 0:
                offer[verbs.ANNOUNCE] = verbs.YES
        offer[verbs.CANCEL] = verbs.YES
        return offer

    def _can_join(self, state: LbState) -> tuple[int, int]:
        """artillery.C.gen guns in range: with a supply unit, and without one where the target is spotted.

        artillery.F3 so supplied and unsupplied fire combine only on a spotted hex.
        """
        supplied = unsupplied = 0
        seen = spotted(state, self.player, self.hex)
        mine = sum(1 << gun for gun, _ in self.guns)
        for gun in bits(free_guns(state) & ~mine):
            if in_range(state, gun) >> self.hex & 1:
                if free_supply(state, gun, self.guns):
                    supplied |= 1 << gun
                if seen:
                    unsupplied |= 1 << gun
        return supplied, unsupplied

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb == verbs.CANCEL and self.asking < 0:
            state.pop()
        elif verb == verbs.ANNOUNCE:
            state.pop()
            state.fires = (*state.fires, Fire(self.hex, self.guns))
        else:
            guns, asking = chosen(state, self.guns, self.asking, verb, target)
            state.replace(replace(self, guns=guns, asking=asking))

    def prompt(self, state: LbState) -> Message:
        if self.asking >= 0:
            return state.message("prompt.supply_from", "artillery.F2", unit=self.asking)
        fight = fire_fight(state, self.hex, self.guns)
        key = "prompt.fire" if spotted(state, self.player, self.hex) else "prompt.fire_unspotted"
        rule = "artillery.C.I" if spotted(state, self.player, self.hex) else "artillery.C.II"
        column = state.game.crt.columns[fight.level(state)] if fight.attack else "-"
        return state.message(
            key, rule, hex=self.hex, attack=fight.attack, defence=fight.defence, column=column, addition=fight.addition
        )

    def primary(self, state: LbState) -> int | None:
        if self.asking < 0 and self.guns and fire_fight(state, self.hex, self.guns).attack > 0:
            return verbs.ANNOUNCE
        return None

    def focus(self, state: LbState) -> Mapping[str, Any]:
        rows = state.game.counters.rows
        return {
            "hex": state.game.ground.grid.name(self.hex),
            "chosen": [rows[gun].id for gun, _ in self.guns],
            "odds": odds(state, fire_fight(state, self.hex, self.guns)),
        }

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        if verb in (verbs.ADD, verbs.ADD_UNSUPPLIED):
            return odds(state, fire_fight(state, self.hex, with_gun(state, self.guns, verb, target)))
        return odds(state, fire_fight(state, self.hex, self.guns)) if verb == verbs.ANNOUNCE else {}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb in (verbs.ADD, verbs.ADD_UNSUPPLIED):
            mine = sum(1 << gun for gun, _ in self.guns)
            return [why_not_gun(state, target, self.hex, verb == verbs.ADD, bool(mine >> target & 1))]
        if verb == verbs.SUPPLY_FROM:
            return [state.message("why.not_this_supply", "artillery.F2", unit=target)]
        if verb == verbs.REMOVE:
            return [state.message("why.not_in_attack", "artillery.D1", unit=target)]
        if verb in (verbs.ALSO, verbs.FIRE):
            return [state.message("why.one_hex_per_gun", "artillery.D3", hex=target)]
        if verb == verbs.ANNOUNCE:
            if not self.guns:
                return [state.message("why.no_guns_named", "artillery.D1")]
            return [state.message("why.attack_of_nothing", "artillery.C.II")]
        return []

    def forgoes(self, state: LbState, verb: int, target: int) -> Forgone | None:
        if verb != verbs.ANNOUNCE:
            return None
        spent = [unit for gun in self.guns for unit in gun if unit != NONE]  # artillery.F2 supply units are used up
        return in_vain(state, odds(state, fire_fight(state, self.hex, self.guns)), spent, "artillery.D1")
