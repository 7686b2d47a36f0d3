"""Chapters 1.4 and 10.1 to 10.4: the forces at the start, drawn by chance, and what can be deployed at all.

`Quarters` counts the room in an army's settlements and what its cities still need, so that nothing is drawn, bought or
placed after which the deployment could not be finished.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from grognard.core.ask import Offer
from grognard.core.step import Step, Together
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.command import arms, producer
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.stacking import based, ground_in, naval_in
from grognard.games.victory.state import IN_HAND, POOL, VictoryState
from grognard.hex.grid import bits


class Quarters(NamedTuple):
    """Room for blocks, what cities need, and what is left to place."""

    air: int
    naval: int
    ground: int
    coastal: int
    """Of the ground room, that on coasts: for Marines."""
    need: int
    """1.4b blocks that cities still need."""
    inland: int
    """Of these, in cities without a port: not by ships."""
    landlocked: int
    """Of these, in cities without a coast: not by Marines either."""
    # in hand
    hand: int
    hand_air: int
    hand_naval: int
    hand_ground: int
    hand_marines: int

    def fits(self) -> bool:
        return (
            self.hand_air <= self.air
            and self.hand_naval <= self.naval
            and self.hand_ground <= self.ground
            and self.hand_marines <= self.coastal
            and self.need <= self.hand
            and self.inland <= self.hand - self.hand_naval
            and self.landlocked <= self.hand - self.hand_naval - self.hand_marines
        )

    def without(self, needs: bool) -> Quarters:
        return self if needs else self._replace(need=0, inland=0, landlocked=0)


def settlements_of(state: VictoryState, army: int, sheet: int) -> int:
    """Where an army deploys: its own settlements, those of one map where each map has its own force (10.4)."""
    homes = state.game.army_homes[army]
    if sheet:
        ground = state.game.ground
        homes = sum(1 << hex for hex in bits(homes) if ground.sheet_of[hex] == sheet - 1)
    return homes


def quarters(state: VictoryState, army: int, sheet: int = 0) -> Quarters:
    game = state.game
    ground, blocks = game.ground, game.blocks
    side = game.side_of[army]
    air = naval = ashore = coastal = need = inland = landlocked = 0
    minimum = game.armies[army].row.minimum
    for hex in bits(settlements_of(state, army, sheet)):
        room = ground.stack[hex] - ground_in(state, army, hex).bit_count()
        ashore += room
        air += game.tables.stacking.airbase - based(state, side, hex).bit_count()
        port = ground.ports >> hex & 1
        if port:
            naval += ground.naval_stack[hex] - naval_in(state, army, hex).bit_count()
        if ground.coastal >> hex & 1:
            coastal += room
        if ground.cities >> hex & 1:
            short = max(minimum - (state.of(army, hex) & ~blocks.factories).bit_count(), 0)
            need += short
            inland += 0 if port else short
            landlocked += 0 if ground.coastal >> hex & 1 else short
    hand = [unit for unit in bits(blocks.of_army[army]) if state.hex_of[unit] == IN_HAND and state.allot[unit] == sheet]
    marines = sum(1 for unit in hand if game.kinds.rows[blocks.kind[unit]].coastal_only)
    by_class = [blocks.class_of[unit] for unit in hand]
    return Quarters(
        air, naval, ashore, coastal, need, inland, landlocked,
        len(hand), by_class.count(AIR), by_class.count(NAVAL), by_class.count(GROUND), marines,
    )  # fmt: skip


def sheets_of(state: VictoryState, army: int) -> tuple[int, ...]:
    """The maps that have a force of their own, numbered from 1, or 0 for all of an army's maps together."""
    row = state.game.armies[army].row
    return tuple(number + 1 for number in state.game.army_sheets[army]) if row.each_map else (0,)


def draw(state: VictoryState, army: int, sheet: int, count: int, roll: Any) -> None:
    """10.1 blocks drawn without replacement, less resources; one that cannot be placed is drawn again."""
    blocks, kinds = state.game.blocks, state.game.kinds
    pool = [
        unit for unit in bits(blocks.of_army[army])
        if state.hex_of[unit] == POOL and kinds.rows[blocks.kind[unit]].random_pool
    ]  # fmt: skip
    drawn = 0
    while drawn < count and pool:
        unit = pool.pop(roll(len(pool)) - 1)
        state.put(unit, IN_HAND)
        state.steps[unit] = blocks.most[unit]
        state.allot[unit] = sheet
        room = quarters(state, army, sheet)
        too_many_ships = room.hand_naval > count - room.inland
        if not room.without(needs=False).fits() or too_many_ships:
            state.put(unit, POOL)
            state.steps[unit] = 0
            state.allot[unit] = 0
        else:
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
    from grognard.games.victory.deployment import AlternateDeployment, Deploy
    from grognard.games.victory.factories import PlaceFactories
    from grognard.games.victory.forces import BuildForces

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


def shown_quarters(room: Quarters) -> Mapping[str, int]:
    """What a force builder shows: room by class, and what cities need."""
    return {"air": room.air, "naval": room.naval, "ground": room.ground, "need": room.need}
