"""Chapter 1.4: the room in an army's settlements and what its cities still need.

So nothing is drawn, bought or placed after which the deployment could not be finished.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grognard.games.victory.board.stacking import based, ground_in, naval_in
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import VictoryState
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
    hand = [unit for unit in bits(blocks.of_army[army] & state.hand) if state.allot[unit] == sheet]
    marines = sum(1 for unit in hand if game.kinds.rows[blocks.kind[unit]].coastal_only)
    by_class = [blocks.class_of[unit] for unit in hand]
    return Quarters(
        air, naval, ashore, coastal, need, inland, landlocked,
        len(hand), by_class.count(AIR), by_class.count(NAVAL), by_class.count(GROUND), marines,
    )  # fmt: skip


def one_more(state: VictoryState, room: Quarters, unit: int) -> Quarters:
    """The quarters with one more block in hand."""
    game = state.game
    class_ = game.blocks.class_of[unit]
    return room._replace(
        hand=room.hand + 1,
        hand_air=room.hand_air + (class_ == AIR),
        hand_naval=room.hand_naval + (class_ == NAVAL),
        hand_ground=room.hand_ground + (class_ == GROUND),
        hand_marines=room.hand_marines + bool(game.kinds.rows[game.blocks.kind[unit]].coastal_only),
    )


def sheets_of(state: VictoryState, army: int) -> tuple[int, ...]:
    """The maps that have a force of their own, numbered from 1, or 0 for all of an army's maps together."""
    row = state.game.armies[army].row
    return tuple(number + 1 for number in state.game.army_sheets[army]) if row.each_map else (0,)


def shown_quarters(room: Quarters) -> Mapping[str, int]:
    """What a force builder shows: room by class, and what cities need."""
    return {"air": room.air, "naval": room.naval, "ground": room.ground, "need": room.need}
