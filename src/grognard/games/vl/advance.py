"""Chapter 6.5.2: advance after combat into the vacated hex and along the path of the retreat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.vl import verbs
from grognard.games.vl.battle import Battle
from grognard.games.vl.results import left_of
from grognard.games.vl.stacking import overstacked
from grognard.games.vl.state import VlState
from grognard.games.vl.zoc import zoc
from grognard.hex.grid import bits

ZOC_STOP = 2
"""6.5.2d foot infantry stops in the second hex of enemy ZOC."""


def trails(state: VlState, battle: Battle) -> list[tuple[int, ...]]:
    """6.5.2a the paths of the retreat, each from the vacated hex to where its unit got to."""
    found = {state.trails.get(unit, (battle.hex,)) for unit in bits(battle.defenders)}
    return sorted(found) or [(battle.hex,)]


def advance_length(state: VlState, battle: Battle) -> int:
    """6.5.2h as many hexes as the defender retreated, and those he did not live to fill; at least the vacated one."""
    retreated = max(len(trail) - 1 for trail in trails(state, battle))
    return max(retreated + battle.unfilled, 1)


def next_hexes(state: VlState, battle: Battle, unit: int, way: tuple[int, ...], met: int) -> int:
    """Where an advancing unit may go next; `way` are the hexes it has entered, `met` those of them in enemy ZOC."""
    ground = state.game.ground
    counters = state.game.counters
    if len(way) >= advance_length(state, battle):
        return 0
    slow = counters.foot & ~counters.ski
    if slow >> unit & 1 and met >= ZOC_STOP:
        return 0  # 6.5.2d; 6.5.2e motorised, armoured, mechanised and ski units go on
    open_ = ground.grid.around[way[-1]] & ground.land & ~state.occupied[battle.defender]
    if counters.armoured >> unit & 1:
        return open_  # 6.5.2c after the first hex armour need not keep to the path
    board = 0
    for trail in trails(state, battle):
        if len(trail) > len(way):
            board |= 1 << trail[len(way)] if trail[: len(way)] == way else 0
        elif battle.unfilled and way[: len(trail)] == trail:
            return open_  # 6.5.2h the path ends where the last of them died: the hexes left are free
    return board & open_


@dataclass(frozen=True, slots=True)
class BeginAdvance(Step[VlState]):
    """6.5.2a, 6.5.2f, 6.5.2g: the attacker, if the hex is empty and he has not fallen back."""

    automatic = True

    def run(self, state: VlState) -> None:
        battle = state.battle
        assert battle is not None
        if battle.fell_back >> battle.attacker & 1 or state.occupied[battle.defender] >> battle.hex & 1:
            return
        left = left_of(state, battle, battle.attacker)
        if left:
            state.push(AdvanceUnits(battle.attacker, left))


@dataclass(frozen=True, slots=True)
class AdvanceUnits(Step[VlState]):
    """6.5.2b any, all or none of the units that took part advance, one after the other."""

    player: int
    left: int
    obvious = True
    words = "advance"

    def offer(self, state: VlState) -> Offer:
        offer: Offer = {verbs.ADVANCE: self.left} if self.left else {}
        offer[verbs.END_ADVANCE] = verbs.YES
        return offer

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.END_ADVANCE:
            return
        battle = state.battle
        assert battle is not None
        rest = self.left & ~(1 << target)
        state.push(AdvanceUnits(self.player, rest))
        enter(state, target, battle.hex)
        met = zoc(state, battle.defender) >> battle.hex & 1
        state.push(AdvanceUnit(self.player, target, (battle.hex,), met))

    def prompt(self, state: VlState) -> Message:
        battle = state.battle
        assert battle is not None
        count = advance_length(state, battle)
        return state.message("prompt.advance", "6.5.2b", hex=battle.hex, count=count)

    def focus(self, state: VlState) -> Mapping[str, Any]:
        battle = state.battle
        assert battle is not None
        return {"hex": state.game.ground.grid.name(battle.hex)}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb != verbs.ADVANCE:
            return []
        battle = state.battle
        assert battle is not None
        if battle.attackers >> target & 1 and state.on_map(target):
            return [state.message("why.has_advanced", "6.5.2b", unit=target)]
        if battle.attackers >> target & 1:
            return [state.message("why.not_on_map", "6.5.2b", unit=target)]
        return [state.message("why.did_not_attack", "6.5.2b", unit=target)]


@dataclass(frozen=True, slots=True)
class AdvanceUnit(Step[VlState]):
    """A unit in the vacated hex or beyond: on along the path, or enough."""

    player: int
    unit: int
    way: tuple[int, ...]
    met: int
    obvious = True
    words = "advance_unit"

    def targets(self, state: VlState) -> int:
        battle = state.battle
        assert battle is not None
        return next_hexes(state, battle, self.unit, self.way, self.met)

    def offer(self, state: VlState) -> Offer:
        targets = self.targets(state)
        offer: Offer = {verbs.ADVANCE_TO: targets} if targets else {}
        offer[verbs.STOP] = verbs.YES
        return offer

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.STOP:
            return
        enter(state, self.unit, target)
        in_zoc = zoc(state, 1 - self.player) >> target & 1
        state.push(AdvanceUnit(self.player, self.unit, (*self.way, target), self.met + in_zoc))

    def prompt(self, state: VlState) -> Message:
        battle = state.battle
        assert battle is not None
        left = advance_length(state, battle) - len(self.way)
        return state.message("prompt.advance_unit", "6.5.2b", unit=self.unit, count=left)

    def focus(self, state: VlState) -> Mapping[str, Any]:
        return {"unit": state.game.counters.rows[self.unit].id}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb != verbs.ADVANCE_TO:
            return []
        battle = state.battle
        assert battle is not None
        ground = state.game.ground
        counters = state.game.counters
        here = self.way[-1]
        if not ground.grid.around[here] >> target & 1 or not ground.land >> target & 1:
            return [state.message("why.advance_not_adjacent", "6.5.2b", unit=self.unit, hex=target)]
        if state.occupied[battle.defender] >> target & 1:
            return [state.message("why.enemy_hex", "6.5.2b", hex=target)]
        if len(self.way) >= advance_length(state, battle):
            return [state.message("why.advance_ended", "6.5.2b", unit=self.unit)]
        if counters.foot & ~counters.ski & 1 << self.unit and self.met >= ZOC_STOP:
            return [state.message("why.advance_second_zoc", "6.5.2d", unit=self.unit)]
        return [state.message("why.advance_off_path", "6.5.2c", unit=self.unit, hex=target)]


def enter(state: VlState, unit: int, hex: int) -> None:
    state.tell("event.advances", "6.5.2b", unit=unit, hex_from=state.hex_of[unit], hex=hex)
    state.put(unit, hex)
    if overstacked(state, state.game.counters.side[unit], hex):
        state.tell("event.too_many", "5.1a", hex=hex)  # judged when the phase ends
