"""Chapter 13.1: the set-up, with the counters that their owners place where they like."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.vl import verbs
from grognard.games.vl.counters import SIDES, SOVIET
from grognard.games.vl.stacking import would_fit
from grognard.games.vl.state import VlState
from grognard.hex.grid import bits


def clause(side: int) -> str:
    """The clause a side's choices come from."""
    return "13.1c" if side == SOVIET else "13.1a"


def may_stand(state: VlState, unit: int) -> int:
    """13.1 the hexes where a counter may be set up: its area less enemy hexes, within the stacking limits."""
    side = state.game.counters.side[unit]
    area = state.game.free_area[unit] & ~state.occupied[1 - side]
    shared = area & state.occupied[side]
    crowded = sum(1 << hex for hex in bits(shared) if not would_fit(state, unit, hex))
    return area & ~crowded & ~(1 << state.hex_of[unit])


@dataclass(frozen=True, slots=True)
class Deploy(Step[VlState]):
    """13.1a, 13.1c: place them one by one; a placed one can be taken up again until all is done."""

    player: int
    words = "deploy"
    in_phase = "setup"
    acting = True
    obvious = True

    def units(self, state: VlState) -> int:
        return state.game.free_units[self.player]

    def unplaced(self, state: VlState) -> int:
        return sum(1 << unit for unit in bits(self.units(state)) if not state.on_map(unit))

    def offer(self, state: VlState) -> Offer:
        offer: Offer = {verbs.PLACE: self.units(state)}
        if self.unplaced(state):
            offer[verbs.PLACE_REST] = verbs.YES
        else:
            offer[verbs.DONE] = verbs.YES
        return offer

    def take(self, state: VlState, verb: int, target: int) -> None:
        if verb == verbs.PLACE:
            state.push(DeployUnit(self.player, target))
        elif verb == verbs.PLACE_REST:
            for unit in bits(self.unplaced(state)):
                place_by_itself(state, unit)
        else:
            state.pop()

    def primary(self, state: VlState) -> int | None:
        return verbs.PLACE_REST if self.unplaced(state) else verbs.DONE

    def prompt(self, state: VlState) -> Message:
        count = self.unplaced(state).bit_count()
        return state.message("prompt.deploy", clause(self.player), side=SIDES[self.player], count=count)

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.PLACE:
            return [why_not_placed(state, target)]
        if verb == verbs.DONE:
            return [state.message("why.place_all", clause(self.player))]
        return []


def why_not_placed(state: VlState, unit: int) -> Message:
    """Why a counter is not this player's to set up now: its clause prints a hex, or it comes later."""
    if state.game.arrives[unit]:
        return state.message("why.fixed_setup", "13.2a", unit=unit)
    return state.message("why.fixed_setup", "13.1b" if state.game.counters.side[unit] == SOVIET else "13.1a", unit=unit)


def place_by_itself(state: VlState, unit: int) -> None:
    """The suggested hex, or the first that is allowed."""
    hexes = may_stand(state, unit)
    wanted = state.game.suggested[unit]
    hex = wanted if hexes >> wanted & 1 else bits(hexes)[0]
    state.put(unit, hex)
    state.tell("event.deployed", clause(state.game.counters.side[unit]), unit=unit, hex=hex)


@dataclass(frozen=True, slots=True)
class DeployUnit(Step[VlState]):
    """Where one counter is set up."""

    player: int
    unit: int
    words = "deploy_unit"
    in_phase = "setup"
    acting = True

    def offer(self, state: VlState) -> Offer:
        others = state.game.free_units[self.player] & ~(1 << self.unit)
        offer: Offer = {verbs.PLACE_AT: may_stand(state, self.unit)}
        if others:
            offer[verbs.PLACE] = others
        offer[verbs.CANCEL] = verbs.YES
        return offer

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.PLACE_AT:
            state.put(self.unit, target)
            state.tell("event.deployed", clause(self.player), unit=self.unit, hex=target)
        elif verb == verbs.PLACE:
            state.push(DeployUnit(self.player, target))

    def prompt(self, state: VlState) -> Message:
        alone = state.game.free_units[self.player] == 1 << self.unit
        key = "prompt.deploy_unit_one" if alone else "prompt.deploy_unit"
        return state.message(key, clause(self.player), unit=self.unit)

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.PLACE:
            return [why_not_placed(state, target)]
        if verb != verbs.PLACE_AT:
            return []
        if not state.game.free_area[self.unit] >> target & 1:
            return [state.message("why.outside_setup_area", clause(self.player), unit=self.unit, hex=target)]
        if state.occupied[1 - self.player] >> target & 1:
            return [state.message("why.enemy_hex", clause(self.player), hex=target)]
        if target == state.hex_of[self.unit]:
            return [state.message("why.already_there", clause(self.player), unit=self.unit, hex=target)]
        return [state.message("why.stack_full", "5.1d" if self.player == SOVIET else "5.2", unit=self.unit, hex=target)]
