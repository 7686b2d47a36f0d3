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


class _City(NamedTuple):
    """A city where an army deploys."""

    hex: int
    port: bool
    coastal: bool


class _Homes(NamedTuple):
    """The settlements where an army deploys, as the map has them: which, and the room in all of them together."""

    hexes: int
    coastal: int
    ports: int
    cities: tuple[_City, ...]
    bases: int
    ships: int
    """As many as find room in the ports."""
    stack: int
    on_coasts: int


@lru_cache(maxsize=64)
def _homes(game: VictoryTables, army: int, sheet: int) -> _Homes:
    ground = game.ground
    hexes = [hex for hex in bits(game.army_homes[army]) if not sheet or ground.sheet_of[hex] == sheet - 1]
    board = mask(hexes)
    ports, coastal = board & ground.ports, board & ground.coastal
    return _Homes(
        board,
        coastal,
        ports,
        cities=tuple(_City(hex, *_seaside(game, hex)) for hex in bits(board & ground.cities)),
        bases=len(hexes) * game.tables.stacking.airbase,
        ships=sum(ground.naval_stack[hex] for hex in bits(ports)),
        stack=sum(ground.stack[hex] for hex in hexes),
        on_coasts=sum(ground.stack[hex] for hex in bits(coastal)),
    )


def _seaside(game: VictoryTables, hex: int) -> tuple[bool, bool]:
    """Whether a hex has a port, and a coast."""
    return bool(game.ground.ports >> hex & 1), bool(game.ground.coastal >> hex & 1)


def quarters(state: VictoryState, army: int, sheet: int = 0, taken_up: int = 0) -> Quarters:
    """An army's quarters; blocks that are taken up count as in hand, wherever they stand."""
    game, at = state.game, state.at
    blocks, homes = game.blocks, _homes(game, army, sheet)
    own, minimum = blocks.of_army[army], game.armies[army].row.minimum
    troops, fleet = ashore(state) & own, (blocks.naval | state.afloat) & own
    standing = in_ports = on_coasts = 0
    for hex in bits(state.occ[army] & homes.hexes):
        here, bit = at[hex] & ~taken_up, 1 << hex
        standing |= here
        if bit & homes.coastal:
            on_coasts |= here
        if bit & homes.ports:
            in_ports |= here
    need = inland = landlocked = 0
    stationed = blocks.holding[army] & standing
    for city in homes.cities:
        lacks = minimum - (at.get(city.hex, 0) & stationed).bit_count()
        if lacks > 0:
            need += lacks
            inland += 0 if city.port else lacks
            landlocked += 0 if city.coastal else lacks
    based = sum([homes.hexes >> hex & 1 for hex in at_bases(state, game.side_of[army], taken_up)])
    land, coastal = homes.stack - (standing & troops).bit_count(), homes.on_coasts - (on_coasts & troops).bit_count()
    air, naval = homes.bases - based, homes.ships - (in_ports & fleet).bit_count()
    hand = own & (state.hand | taken_up)
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
