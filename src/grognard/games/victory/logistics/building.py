"""Chapter 8.2: what a city's points may build or add to, and where.

A city's points are kept in `pp`: by city, or by city and class where factories are in play.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.victory.board.control import contested
from grognard.games.victory.board.stacking import Room, airbases, aircraft, ground_room, naval_room
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.logistics.factories import own_factories
from grognard.games.victory.state import NONE, VictoryState
from grognard.hex.grid import bits, lowest

ANY = 3
"""The slot of points that build any class, when there are no factories."""


def key(hex: int, slot: int) -> int:
    """Where a city's points of a class (or ANY) are kept in `pp`."""
    return hex * 4 + slot


def purse(state: VictoryState, hex: int, class_: int) -> int:
    """Points that a city has left for a class."""
    pp = state.pp
    return pp.get(hex * 4 + ANY, 0) + pp.get(hex * 4 + class_, 0)


def spend(state: VictoryState, hex: int, class_: int, points: int) -> None:
    slot = key(hex, class_) if state.options["factories"] else key(hex, ANY)
    state.pp[slot] -= points
    state.spent |= 1 << slot


def coast_open(state: VictoryState, hex: int) -> bool:
    """8.2b ships, Marines and amphibs: coastal and not blockaded."""
    return bool(state.game.ground.ports >> hex & 1) and hex not in state.blockades


def may_add(state: VictoryState, unit: int, cities: int, supplied: int) -> bool:
    """8.2a a step for a unit in a supplied city; a new one grows wherever it could be built."""
    blocks = state.game.blocks
    hex = state.hex_of[unit]
    bit = 1 << unit
    row = state.game.kinds.rows[blocks.kind[unit]]
    where = cities if state.made & bit else supplied
    if not where >> hex & 1 or state.steps[unit] >= blocks.most[unit] or not row.buildable or blocks.factories & bit:
        return False
    if (row.coastal_build_only or blocks.naval & bit) and not coast_open(state, hex):
        return False
    if state.made & bit and state.options["building_cadres"]:
        return False  # 8.opt.1
    carrier = state.aboard[unit]
    if carrier != NONE and sum(state.steps[one] for one in bits(aircraft(state, carrier))) >= state.steps[carrier]:
        return False
    return purse(state, hex, blocks.class_of[unit]) >= row.cost


def has_room(state: VictoryState, army: int, kind: int, hex: int) -> bool:
    """5.2a, 5.51a whether one more block of a type may stand in a hex."""
    class_ = state.game.kinds.class_of[kind]
    if class_ == GROUND:
        return ground_room(state, army, hex) > 0
    if class_ == NAVAL:
        return naval_room(state, army, hex) > 0
    return bool(airbases(state, state.game.side_of[army]) >> hex & 1)


def enemies_in(state: VictoryState, army: int, hex: int) -> bool:
    """6.1a nothing is built beside an enemy: a submarine in an empty port leaves the city its points, but no room."""
    return bool(contested(state, state.game.side_of[army], by_land=True) >> hex & 1)


def free_block(state: VictoryState, army: int, kind: int) -> int | None:
    """A block of a type in the force pool."""
    free = state.game.blocks.of_kind.get((army, kind), 0) & state.pool
    return lowest(free) if free else None


def may_build(state: VictoryState, army: int, kind: int, hex: int, room: Sequence[bool] | None = None) -> bool:
    """8.2a-b, 8.4a a new block of a type in a city held from the start; `room` by class, where it is known already."""
    game = state.game
    row = game.kinds.rows[kind]
    class_ = game.kinds.class_of[kind]
    if not row.buildable or row.produces or purse(state, hex, class_) < row.cost:
        return False
    if free_block(state, army, kind) is None or not game.army_homes[army] >> hex & 1:
        return False
    if (row.coastal_build_only or class_ == NAVAL) and not coast_open(state, hex):
        return False
    if row.needs_air_factory and not _bomb_works(state, army, hex, row.needs_air_factory):
        return False
    return room[class_] if room is not None else has_room(state, army, kind, hex)


def _bomb_works(state: VictoryState, army: int, hex: int, wanted: int) -> bool:
    """stretch.1 in a 3-value air factory; by an option, without factories in a city of value 3 or 4."""
    if state.options["factories"]:
        return any(
            state.steps[unit] >= wanted and state.game.produces[state.game.blocks.kind[unit]] == AIR
            for unit in own_factories(state, state.game.side_of[army], hex)
        )
    return state.options["bomb_in_cities"] and state.game.ground.value[hex] >= state.game.tables.production.bomb_city


def buildable(state: VictoryState, army: int, hex: int) -> int:
    """The types that may be built in a city, as a set of type numbers."""
    if enemies_in(state, army, hex):
        return 0
    room = Room(state, army)
    by_class = room.air(hex), room.naval(hex), room.ground(hex)
    return sum(1 << kind for kind in state.game.army_kinds[army] if may_build(state, army, kind, hex, by_class))


def building_cities(state: VictoryState, army: int, cities: int, room: Room) -> int:
    """The cities where anything at all may be built."""
    game, pp = state.game, state.pp
    rich = sum(1 << hex for hex in bits(cities & game.army_homes[army]) if any(pp.get(hex * 4 + n) for n in range(4)))
    if not rich:
        return 0
    cost, class_of = game.kinds.cost, game.kinds.class_of
    kinds = [
        (kind, class_of[kind], cost[kind])
        for kind in game.army_kinds[army]
        if free_block(state, army, kind) is not None
    ]
    found = 0
    for hex in bits(rich & ~contested(state, game.side_of[army], by_land=True)):
        by_class = room.air(hex), room.naval(hex), room.ground(hex)
        points = [by_class[class_] and purse(state, hex, class_) for class_ in range(3)]
        if any(points[one] >= price and may_build(state, army, kind, hex, by_class) for kind, one, price in kinds):
            found |= 1 << hex
    return found
