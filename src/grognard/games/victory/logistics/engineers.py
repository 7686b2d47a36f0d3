"""Chapters 9.5c, 9.6a and 9.7a: what Engineers build in the Production Phase, a step of theirs for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.board.control import controlled
from grognard.games.victory.board.markers import MAJOR, MINOR
from grognard.games.victory.command.command import comes_first
from grognard.games.victory.state import POOL, VictoryState
from grognard.hex.grid import bits


def engineers_of(state: VictoryState, army: int) -> list[int]:
    """An army's engineers ashore in friendly hexes."""
    blocks = state.game.blocks
    friendly = controlled(state, state.game.side_of[army])
    return [
        unit for unit in bits(blocks.engineers & blocks.of_army[army] & ~state.afloat)
        if state.on_map(unit) and friendly >> state.hex_of[unit] & 1
    ]  # fmt: skip


def may_build_airfield(state: VictoryState, unit: int) -> bool:
    """9.6a, 9.6b any land hex without a settlement; a major one only over a minor one that stood there before.

    One that was captured this turn did: it is only its aircraft that wait (9.6d).
    """
    hex = state.hex_of[unit]
    side = state.game.side_of[state.game.blocks.army[unit]]
    if state.game.ground.settlements >> hex & 1:
        return False
    if not comes_first(state, state.game.blocks.army[unit], state.game.blocks.engineers, hex):
        return False
    field = state.airfields.get(hex)
    return field is None or (field[0] == MINOR and field[1] == side and not state.raised >> hex & 1)


def may_build_mulberry(state: VictoryState, unit: int) -> bool:
    """9.7a a coastal hex without a settlement."""
    hex = state.hex_of[unit]
    ground = state.game.ground
    if not comes_first(state, state.game.blocks.army[unit], state.game.blocks.engineers, hex):
        return False
    return bool(ground.coastal >> hex & 1) and not ground.settlements >> hex & 1 and hex not in state.mulberries


def bridges_to_repair(state: VictoryState, unit: int) -> int:
    """9.5c bridges beside the engineer with both ends friendly: held by its own army, or home settlements."""
    army = state.game.blocks.army[unit]
    side = state.game.side_of[army]
    friendly = controlled(state, side) & (state.occ[army] | state.game.side_homes[side])
    engineers = state.game.blocks.engineers
    hex = state.hex_of[unit]
    found = 0
    for number in state.ruined:
        a, b = state.game.ground.bridges[number]
        if hex in (a, b) and friendly >> a & friendly >> b & 1 and comes_first(state, army, engineers, a, b):
            found |= 1 << number
    return found


def may_repair_canal(state: VictoryState, unit: int) -> bool:
    hex = state.hex_of[unit]
    first = comes_first(state, state.game.blocks.army[unit], state.game.blocks.engineers, hex)
    return first and bool(state.ruined_canals >> hex & 1)


def engineer_offer(state: VictoryState, army: int, offer: Offer) -> None:
    options = state.options
    if not (options["airfields"] or options["mulberries"] or options["destruction"]):
        return
    crews = engineers_of(state, army)

    def add(verb: int, units: list[int]) -> None:
        if units:
            offer[verb] = sum(1 << unit for unit in units)

    if options["airfields"]:
        add(verbs.BUILD_AIRFIELD, [unit for unit in crews if may_build_airfield(state, unit)])
    if options["mulberries"]:
        add(verbs.BUILD_MULBERRY, [unit for unit in crews if may_build_mulberry(state, unit)])
    if options["destruction"]:
        add(verbs.REPAIR, [u for u in crews if bridges_to_repair(state, u) or may_repair_canal(state, u)])


def take_engineer(state: VictoryState, player: int, army: int, verb: int, unit: int) -> None:
    side = state.game.side_of[army]
    hex = state.hex_of[unit]
    if verb == verbs.REPAIR:
        state.push(Repair(player, unit))
        return
    if verb == verbs.BUILD_AIRFIELD:
        size = MAJOR if hex in state.airfields else MINOR
        state.airfields[hex] = (size, side, state.turn + 1)
        state.raised |= 1 << hex
        state.tell(
            "event.airfield_built", "9.6a", side=state.game.sides[side], hex=hex, word=("minor", "major")[size - 1]
        )
    else:
        state.mulberries[hex] = (side, state.turn + 1)
        state.tell("event.mulberry_built", "9.7a", side=state.game.sides[side], hex=hex)
    use_step(state, unit)


def use_step(state: VictoryState, unit: int) -> None:
    """An engineer gives a step; the last one uses it up."""
    state.steps[unit] -= 1
    if not state.steps[unit]:
        state.put(unit, POOL)


@dataclass(frozen=True, slots=True)
class Repair(Step[VictoryState]):
    """9.5c which bridge, or the canal, an engineer repairs."""

    player: int
    unit: int
    words = "repair"

    def offer(self, state: VictoryState) -> Offer:
        offer: Offer = {}
        if bridges := bridges_to_repair(state, self.unit):
            offer[verbs.REPAIR_BRIDGE] = bridges
        if may_repair_canal(state, self.unit):
            offer[verbs.REPAIR_CANAL] = verbs.YES
        offer[verbs.CANCEL] = verbs.YES
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.CANCEL:
            return
        if verb == verbs.REPAIR_BRIDGE:
            state.ruined = tuple(number for number in state.ruined if number != target)
            state.tell("event.bridge_repaired", "9.5c", hexes=list(state.game.ground.bridges[target]))
        else:
            state.ruined_canals &= ~(1 << state.hex_of[self.unit])
            state.tell("event.canal_repaired", "9.5c", hex=state.hex_of[self.unit])
        use_step(state, self.unit)

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.repair", "9.5c", unit=self.unit)

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb in (verbs.REPAIR_BRIDGE, verbs.REPAIR_CANAL):
            return [state.message("why.nothing_to_repair", "9.5c", unit=self.unit)]
        return []

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"unit": state.game.blocks.rows[self.unit].id}
