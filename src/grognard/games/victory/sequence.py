"""Chapter 2: the Game Turn, its initiative and its phases; chapter 9.4, the storm that moves with the initiative."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.step import Step
from grognard.games.victory.board.control import controlled
from grognard.games.victory.board.markers import tidy_blockades
from grognard.games.victory.board.passage import storm_area
from grognard.games.victory.combat.aftermath import face_up
from grognard.games.victory.combat.battles import CombatPhase
from grognard.games.victory.command.council import war_councils
from grognard.games.victory.logistics.production import ProductionPhase
from grognard.games.victory.logistics.supply import SupplyPhase
from grognard.games.victory.movement.movement import PlayerMove
from grognard.games.victory.state import INITIATIVE, VictoryState
from grognard.games.victory.victory import VictoryCheck


@dataclass(frozen=True, slots=True)
class BeginTurn(Step[VictoryState]):
    """2.0 a Game Turn: Initiative, Move, Combat, Supply and Victory Check, Production."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        game = state.game
        state.turn += 1
        state.phase = INITIATIVE
        state.moved = state.sm = state.late = 0
        state.joins, state.crossings = {}, {}
        state.shown = face_up(state)
        tidy_blockades(state)
        bases = game.ground.settlements
        for hex in state.airfields:
            bases |= 1 << hex
        state.held = [controlled(state, side) & bases for side in range(len(game.sides))]
        state.tell("event.turn", "2.0", turn=state.turn)
        state.push(
            *war_councils(state),
            Initiative(), CombatPhase(), SupplyPhase(), VictoryCheck(), ProductionPhase(), BeginTurn(),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Initiative(Step[VictoryState]):
    """2.0.1 highest 2d6 moves first, ties for highest roll again; the others follow clockwise (2.0.2a)."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        armies = list(range(len(state.game.armies)))
        rolling = armies
        while len(rolling) > 1:
            totals = {army: self._roll(state, army) for army in rolling}
            highest = max(totals.values())
            rolling = [army for army in rolling if totals[army] == highest]
        first = rolling[0]
        state.order = armies[first:] + armies[:first]
        state.tell("event.initiative", "2.0.1", army=state.game.armies[first].id)
        if state.options["storms"]:
            move_storm(state)
        state.push(*(PlayerMove(army) for army in state.order))

    def _roll(self, state: VictoryState, army: int) -> int:
        dice = [state.roll(6) for _ in range(state.game.tables.sequence.initiative_dice)]
        state.tell("event.initiative_roll", "2.0.1", army=state.game.armies[army].id, dice=dice, total=sum(dice))
        return sum(dice)


def move_storm(state: VictoryState) -> None:
    """9.4e a die for the direction, a die for the distance; off the map it is gone for good."""
    if not state.storm:
        return
    grid = state.game.ground.grid
    direction, distance = state.roll(6), state.roll(6)
    hex = state.storm
    for _ in range(distance):
        hex = grid.neighbour(hex, direction - 1)
        if hex < 0 or not state.game.map.playable >> hex & 1:
            state.storm = 0
            state.tell("event.storm_gone", "9.4e", dice=[direction, distance])
            return
    state.storm = hex
    state.tell("event.storm", "9.4e", hex=hex, dice=[direction, distance])
    if hex in state.mulberries:
        del state.mulberries[hex]
        state.tell("event.mulberry_destroyed", "9.4d", hex=hex)
    assert storm_area(state)
