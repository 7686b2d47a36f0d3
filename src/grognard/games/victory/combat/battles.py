"""Chapters 6.1 and 6.8: the Combat Phase, army by army, battle by battle, with blockades activated in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.combat.bridges import LandSorties, WreckBridges
from grognard.games.victory.combat.combat import FightBattle
from grognard.games.victory.command.command import arms, general
from grognard.games.victory.state import COMBAT, NONE, VictoryState
from grognard.hex.grid import bits


@dataclass(frozen=True, slots=True)
class CombatPhase(Step[VictoryState]):
    """2.0.3a after all moves, battles in the order of the players who attack."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        state.phase = COMBAT
        if state.battles or state.blockades:
            state.tell("event.combat_phase", "2.0.3a")
        state.fought = state.fired = 0
        side_of = state.game.side_of
        for hex, army in state.battles.items():
            if hex in state.blockades and side_of[state.blockades[hex]] == side_of[army]:
                del state.blockades[hex]  # the blockaders began a battle for the hex
        steps: list[Step[VictoryState]] = []
        if state.options["destruction"]:  # 9.5a in place of a battle: before any block could have fought one
            steps += [WreckBridges(player, army, arm) for army in state.order for player, arm in arms(state, army)]
            steps.append(LandSorties())
        state.push(*steps, *(ChooseBattle(general(state, army), army) for army in state.order))


def relieves(state: VictoryState, hex: int, army: int) -> bool:
    """6.8c whether the land side of a blockade began a battle there: it fights for its own hex and does not leave."""
    game = state.game
    side = game.side_of[army]
    if hex not in state.blockades or side == game.side_of[state.blockades[hex]]:
        return False
    stood = state.of_side(side, hex) & ~game.blocks.factories & ~state.late
    return any(state.came[unit] == NONE and not state.flown[unit] for unit in bits(stood))


def attacks_of(state: VictoryState, army: int) -> int:
    """The battles that an army began and that are not fought yet."""
    return sum(1 << hex for hex, attacker in state.battles.items() if attacker == army)


def blockades_of(state: VictoryState, army: int) -> int:
    """6.8c blockades that an army's player may activate: he has blocks there, and nobody has fought or must fight."""
    found = 0
    for hex in state.blockades:
        if state.occ[army] >> hex & 1 and not state.fought >> hex & 1 and hex not in state.battles:
            found |= 1 << hex
    return found


@dataclass(frozen=True, slots=True)
class ChooseBattle(Step[VictoryState]):
    """6.1a the attacker orders his battles; 6.8e he may activate a blockade between them."""

    player: int
    army: int
    obvious = True
    words = "battles"

    def offer(self, state: VictoryState) -> Offer:
        offer: Offer = {}
        if attacks := attacks_of(state, self.army):
            offer[verbs.BATTLE] = attacks
        if blockades := blockades_of(state, self.army):
            offer[verbs.ACTIVATE] = blockades
        if not attacks:
            offer[verbs.END_BATTLES] = verbs.YES
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.BATTLE:
            state.push(FightBattle(target, self.army, blockade=relieves(state, target, self.army)))
        elif verb == verbs.ACTIVATE:
            state.push(FightBattle(target, self.army, blockade=True))
        else:
            state.pop()

    def prompt(self, state: VictoryState) -> Message:
        count = attacks_of(state, self.army).bit_count()
        return state.message("prompt.battles", "6.1a", count=count)

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.BATTLE:
            if target in state.battles:
                return [state.message("why.not_your_battle", "2.0.3a", hex=target)]
            return [state.message("why.no_battle", "6.1a", hex=target)]
        if verb == verbs.ACTIVATE:
            if target in state.blockades and state.fought >> target & 1:
                return [state.message("why.activated_already", "6.8c", hex=target)]
            if target in state.battles:
                return [state.message("why.battle_there", "6.8c", hex=target)]
            return [state.message("why.no_blockade", "6.8c", hex=target)]
        if verb == verbs.END_BATTLES:
            return [state.message("why.battles_left", "6.1a", hexes=bits(attacks_of(state, self.army)))]
        return []

    def forgoes(self, state: VictoryState, verb: int, target: int) -> Forgone | None:
        hexes = bits(state.offer.get(verbs.ACTIVATE, 0))
        if verb != verbs.END_BATTLES or not hexes:
            return None
        return Forgone(state.message("forgo.blockades", "6.8e", hexes=hexes), tuple({"hex": hex} for hex in hexes))

    def why_over(self, state: VictoryState) -> Message | None:
        return None if attacks_of(state, self.army) else state.message("prompt.idle_no_battle_left", "6.1a")

    def preview(self, state: VictoryState, verb: int, target: int) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(target)} if verb == verbs.BATTLE else {}
