"""Chapters 1.4 and 10.1: the forces at the start, drawn by chance, and the way from there to a deployed army."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step, Together
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.command.command import arms, producer
from grognard.games.victory.logistics.factories import PlaceFactories
from grognard.games.victory.set_up.deployment import AlternateDeployment, Deploy
from grognard.games.victory.set_up.forces import BuildForces
from grognard.games.victory.set_up.quarters import one_more, quarters, sheets_of
from grognard.games.victory.state import IN_HAND, POOL, VictoryState
from grognard.hex.grid import bits


def draw(state: VictoryState, army: int, sheet: int, count: int, roll: Any) -> None:
    """10.1 blocks drawn without replacement, less resources; one that cannot be placed is drawn again."""
    blocks, kinds = state.game.blocks, state.game.kinds
    pool = [
        unit for unit in bits(blocks.of_army[army])
        if state.hex_of[unit] == POOL and kinds.rows[blocks.kind[unit]].random_pool
    ]  # fmt: skip
    room = quarters(state, army, sheet)
    drawn = 0
    while drawn < count and pool:
        unit = pool.pop(roll(len(pool)) - 1)
        after = one_more(state, room, unit)
        too_many_ships = after.hand_naval > count - after.inland
        if after.without(needs=False).fits() and not too_many_ships:
            room = after
            state.put(unit, IN_HAND)
            state.steps[unit] = blocks.most[unit]
            state.allot[unit] = sheet
            drawn += 1


@dataclass(frozen=True, slots=True)
class Muster(Step[VictoryState]):
    """The beginning: nothing is rolled before somebody says so, so that every player's nonce is in the dice."""

    player: int
    words = "muster"

    def offer(self, state: VictoryState) -> Offer:
        return {verbs.MUSTER: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        game = state.game
        state.pop()
        if state.options["storms"]:
            state.storm = game.ground.centre  # 9.4e
        for army in game.armies:
            if game.draws(state.options):
                for sheet in sheets_of(state, army.number):
                    maps = 1 if sheet else len(game.army_sheets[army.number])
                    draw(state, army.number, sheet, army.row.units * maps, state.roll)
        state.tell("event.mustered", "10.1" if game.draws(state.options) else "10.2")
        state.barrier += 1
        state.push(*deployment(state))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.muster", "1.4a")

    def primary(self, state: VictoryState) -> int | None:
        return verbs.MUSTER


def deployment(state: VictoryState) -> list[Step[Any]]:
    """1.4a all at once and hidden, or three blocks at a time in turn (1.4.fog)."""
    found: list[Step[Any]] = []
    players = {army.number: producer(state, army.number) for army in state.game.armies}
    if state.options["factories"]:
        found.append(Together(tuple((player, PlaceFactories(player, army)) for army, player in players.items())))
    if not state.game.draws(state.options):
        found.append(Together(tuple((player, BuildForces(player, army, 0)) for army, player in players.items())))
    if state.options["alternate_deployment"]:
        return [*found, AlternateDeployment(0)]
    teams = [[(player, Deploy(player, army, arm=arm)) for player, arm in arms(state, army)] for army in players]
    return [*found, *(Together(lanes) for lanes in zip(*teams, strict=True))]  # 10.5a arm after arm, as they move
