"""Chapter 1.4: the room in an army's settlements and what its cities still need.

So nothing is drawn, bought or placed after which the deployment could not be finished.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from grognard.games.victory.board.stacking import ashore, at_bases
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import VictoryState
from grognard.games.victory.tables import VictoryTables
from grognard.hex.grid import bits, mask


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


class _Home(NamedTuple):
    """A settlement where an army deploys, as the map has it."""

    hex: int
    stack: int
    ships: int
    """As many as find room in its port."""
    port: bool
    coastal: bool
    city: bool


@lru_cache(maxsize=64)
def _homes(game: VictoryTables, army: int, sheet: int) -> tuple[_Home, ...]:
    ground = game.ground
    found = []
    for hex in bits(game.army_homes[army]):
        if not sheet or ground.sheet_of[hex] == sheet - 1:
            port = bool(ground.ports >> hex & 1)
            ships = ground.naval_stack[hex] if port else 0
            kind = bool(ground.coastal >> hex & 1), bool(ground.cities >> hex & 1)
            found.append(_Home(hex, ground.stack[hex], ships, port, *kind))
    return tuple(found)


def quarters(state: VictoryState, army: int, sheet: int = 0) -> Quarters:
    game, at = state.game, state.at
    blocks, side = game.blocks, game.side_of[army]
    own, stationed = blocks.of_army[army], blocks.holding[army]
    troops, fleet, based_at = ashore(state) & own, (blocks.naval | state.afloat) & own, at_bases(state, side)
    air = naval = land = coastal = need = inland = landlocked = 0
    minimum, base = game.armies[army].row.minimum, game.tables.stacking.airbase
    for home in _homes(game, army, sheet):
        hex, room, ships, flying, there = home.hex, home.stack, home.ships, base, 0
        if hex in at:
            here = at[hex]
            room -= (here & troops).bit_count()
            flying -= based_at.count(hex)
            there = (here & stationed).bit_count()
            if home.port:
                ships -= (here & fleet).bit_count()
        land += room
        air += flying
        naval += ships
        if home.coastal:
            coastal += room
        if home.city and there < minimum:
            need += minimum - there
            inland += 0 if home.port else minimum - there
            landlocked += 0 if home.coastal else minimum - there
    hand = own & state.hand
    if sheet or any(state.allot):
        hand = mask(unit for unit in bits(hand) if state.allot[unit] == sheet)
    return Quarters(
        air, naval, land, coastal, need, inland, landlocked,
        hand.bit_count(), (hand & blocks.air).bit_count(), (hand & blocks.naval).bit_count(),
        (hand & blocks.ground).bit_count(), (hand & blocks.coastal_only).bit_count(),
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
