"""Chapter 9.5: bridges and canals under fire in the Combat Phase, in place of a battle of the unit's own.

Air units fly out to them in the Move Phase (5.53) and land when all have fired.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.board.travel import may_launch
from grognard.games.victory.combat.aftermath import LandUnit, hide
from grognard.games.victory.command.command import blocks_of, commander
from grognard.games.victory.faces import named, reveal
from grognard.games.victory.kinds import GROUND
from grognard.games.victory.losses import eliminate
from grognard.games.victory.state import LAST_PLACE, NONE, VictoryState
from grognard.hex.grid import bits


@dataclass(frozen=True, slots=True)
class WreckBridges(Step[VictoryState]):
    """9.5a blocks in no battle may fire at bridges and canals; hits of one phase add up and do not carry over.

    It is an attack: not after a Strategic Move (5.9a), nor for factories, which only defend (9.1d).
    """

    player: int
    army: int
    arm: int
    hits: tuple[tuple[int, int], ...] = ()
    """(bridge number, or -1 - hex of a canal; hits so far)."""
    words = "wreck"

    def ready(self, state: VictoryState) -> int:
        found = 0
        blocks = state.game.blocks
        for unit in bits(blocks_of(state, self.army, self.arm) & ~state.fired):
            hex = state.hex_of[unit]
            if hex <= LAST_PLACE or hex in state.battles or (state.afloat | state.sm | blocks.factories) >> unit & 1:
                continue
            if state.aboard[unit] != NONE and not may_launch(state, state.aboard[unit]):
                continue
            armed = state.game.kinds.fire[blocks.kind[unit]][GROUND]
            if armed and (bridges_near(state, unit) or canals_near(state, unit)):
                found |= 1 << unit
        return found

    def offer(self, state: VictoryState) -> Offer:
        ready = self.ready(state)
        return {verbs.WRECK: ready, verbs.DONE: verbs.YES} if ready else {verbs.DONE: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            state.pop()
            hide(state, state.fired & blocks_of(state, self.army, self.arm))  # fog.1 they stand up again
            after = state.stack[-1]
            if isinstance(after, WreckBridges) and after.army == self.army:
                state.replace(replace(after, hits=self.hits))  # 10.5a the next arm's hits are added
        else:
            state.push(WreckTarget(commander(state, target), target))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.wreck", "9.5a")

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        return [state.message("why.cannot_wreck", "9.5a")] if verb == verbs.WRECK else []


@dataclass(frozen=True, slots=True)
class LandSorties(Step[VictoryState]):
    """5.53a air units that flew out to a bridge or canal and met no enemy land."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        for unit in bits(state.game.blocks.air & ~state.pool):
            if state.flown[unit] and state.hex_of[unit] not in state.battles:
                state.push(LandUnit(commander(state, unit), unit), LandSorties())
                return


def bridges_near(state: VictoryState, unit: int) -> int:
    """Bridge numbers that a block may fire at: ground units at either end, air and ships from next to it."""
    hex = state.hex_of[unit]
    ground = state.game.ground
    near = 1 << hex
    if not state.game.blocks.ground >> unit & 1:
        near |= ground.grid.around[hex]
    found = 0
    for number, (a, b) in enumerate(ground.bridges):
        if number not in state.ruined and (near >> a | near >> b) & 1:
            found |= 1 << number
    return found


def canals_near(state: VictoryState, unit: int) -> int:
    """Canal hexes in reach: the block's own, and for air and ships those next to it."""
    hex = state.hex_of[unit]
    ground = state.game.ground
    near = 1 << hex
    if not state.game.blocks.ground >> unit & 1:
        near |= ground.grid.around[hex]
    return ground.canal & near & ~state.ruined_canals


@dataclass(frozen=True, slots=True)
class WreckTarget(Step[VictoryState]):
    """Which bridge or canal."""

    player: int
    unit: int
    words = "wreck_target"

    def offer(self, state: VictoryState) -> Offer:
        offer: Offer = {}
        if bridges := bridges_near(state, self.unit):
            offer[verbs.WRECK_BRIDGE] = bridges
        if canals := canals_near(state, self.unit):
            offer[verbs.WRECK_CANAL] = canals
        offer[verbs.CANCEL] = verbs.YES
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        phase = state.stack[-1]
        assert isinstance(phase, WreckBridges)
        if verb == verbs.CANCEL:
            return
        key = target if verb == verbs.WRECK_BRIDGE else -1 - target
        reveal(state, 1 << self.unit)
        kind = state.game.blocks.kind[self.unit]
        power = state.game.kinds.fire[kind][2]
        rolls = [state.roll(6) for _ in range(state.steps[self.unit])]
        hits = sum(roll <= power for roll in rolls)
        tally = dict(phase.hits)
        tally[key] = tally.get(key, 0) + hits
        where = state.game.ground.bridges[target][0] if verb == verbs.WRECK_BRIDGE else target
        state.tell("event.wreck_fire", "9.5a", hex=where, dice=rolls, hits=tally[key], **named(state, self.unit))
        if tally[key] >= state.game.tables.advanced.destruction_hits:
            del tally[key]
            if verb == verbs.WRECK_BRIDGE:
                state.ruined = tuple(sorted({*state.ruined, target}))
                state.tell("event.bridge_destroyed", "9.5a", hexes=list(state.game.ground.bridges[target]))
            else:
                state.ruined_canals |= 1 << target
                state.tell("event.canal_destroyed", "9.5a", hex=target)
        state.fired |= 1 << self.unit
        if state.game.blocks.one_shot >> self.unit & 1:
            eliminate(state, self.unit, "stretch.6")
        state.replace(replace(phase, hits=tuple(sorted(tally.items()))))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.wreck_target", "9.5a", unit=self.unit)

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.WRECK_BRIDGE:
            there, ruined = list(state.game.ground.bridges[target]), target in state.ruined
        elif verb == verbs.WRECK_CANAL:
            there, ruined = [target], bool(state.ruined_canals >> target & 1)
            if not state.game.ground.canal >> target & 1:
                return [state.message("why.no_canal", "9.5a", hex=target)]
        else:
            return []
        key = "why.wrecked_already" if ruined else "why.wreck_far"
        return [state.message(key, "9.5a", unit=self.unit, hexes=there)]

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"unit": state.game.blocks.rows[self.unit].id}
