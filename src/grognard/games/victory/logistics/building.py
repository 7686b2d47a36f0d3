"""Chapter 8.2: what a city's points may build or add to, and where.

A city's points are kept in `pp`: by city, or by city and class where factories are in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.games.victory.board.control import contested
from grognard.games.victory.board.stacking import Room, airbases, aircraft, ground_room, naval_room
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.logistics.factories import own_factories
from grognard.games.victory.logistics.prices import prices
from grognard.games.victory.state import NONE, VictoryState
from grognard.games.victory.tables import VictoryTables
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


def rich(state: VictoryState) -> int:
    """The cities with points left."""
    found = 0
    for slot, points in state.pp.items():
        if points:
            found |= 1 << slot // 4
    return found


def coast_open(state: VictoryState, hex: int) -> bool:
    """8.2b ships, Marines and amphibs: coastal and not blockaded."""
    return bool(state.game.ground.ports >> hex & 1) and hex not in state.blockades


def raised_by_points(state: VictoryState, army: int, cities: int, supplied: int) -> int:
    """8.2a blocks that may get a step: in supplied cities; a new one grows wherever it could be built."""
    game, steps = state.game, state.steps
    blocks, sold = game.blocks, prices(game)
    own = blocks.of_army[army] & sold.raised
    if state.options["building_cadres"]:
        own &= ~state.made  # 8.opt.1
    found, pp, price, class_of, most = 0, state.pp, sold.price, blocks.class_of, blocks.most
    for hex in bits(cities):
        here = state.at.get(hex, 0) & own
        if not supplied >> hex & 1:
            here &= state.made
        if not here:
            continue
        if here & sold.in_ports and not coast_open(state, hex):
            here &= ~sold.in_ports
        slot = hex * 4
        points = pp.get(slot + ANY, 0)
        for unit in bits(here):
            wants = steps[unit] < most[unit] and price[unit] <= points + pp.get(slot + class_of[unit], 0)
            if wants and _fits(state, unit):
                found |= 1 << unit
    return found


def _fits(state: VictoryState, unit: int) -> bool:
    """4.2.CV.a whether one more step of an air unit has room on the carrier that it is aboard of."""
    carrier = state.aboard[unit]
    return carrier == NONE or sum(state.steps[one] for one in bits(aircraft(state, carrier))) < state.steps[carrier]


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


def in_stock(state: VictoryState, army: int) -> tuple[int, int]:
    """The types of which an army has blocks in its force pool, and all blocks of these types, wherever they are."""
    return _in_stock(state.game, army, state.pool & state.game.blocks.of_army[army])


@lru_cache(maxsize=1024)  # most answers leave the pool as it is
def _in_stock(game: VictoryTables, army: int, pool: int) -> tuple[int, int]:
    kinds, units = 0, 0
    for kind, blocks in prices(game).stock[army]:
        if blocks & pool:
            kinds |= kind
            units |= blocks
    return kinds, units


def _may_build(state: VictoryState, army: int, hex: int, kinds: int, room: Room) -> Iterator[int]:
    """8.2a-b those of these types that may be built in a city, class by class: with points and room for them."""
    sold = prices(state.game)
    if kinds & sold.ports_only and not coast_open(state, hex):
        kinds &= ~sold.ports_only
    for class_ in (GROUND, NAVAL, AIR):
        within, points = sold.within[class_], purse(state, hex, class_)
        bought = kinds & within[points if points < len(within) else -1]
        if not bought or not room.of_class(class_) >> hex & 1:
            continue
        for kind in bits(bought & sold.bombs):
            if not _bomb_works(state, army, hex, state.game.kinds.rows[kind].needs_air_factory):
                bought ^= 1 << kind
        if bought:
            yield bought


def _bomb_works(state: VictoryState, army: int, hex: int, wanted: int) -> bool:
    """stretch.1 in a 3-value air factory; by an option, without factories in a city of value 3 or 4."""
    if state.options["factories"]:
        return any(
            state.steps[unit] >= wanted and state.game.produces[state.game.blocks.kind[unit]] == AIR
            for unit in own_factories(state, state.game.side_of[army], hex)
        )
    return state.options["bomb_in_cities"] and state.game.ground.value[hex] >= state.game.tables.production.bomb_city


def buildable(state: VictoryState, army: int, hex: int) -> int:
    """The types that may be built in a city held from the start (8.4a), as a set of type numbers."""
    if enemies_in(state, army, hex) or not state.game.army_homes[army] >> hex & 1:
        return 0
    return sum(_may_build(state, army, hex, in_stock(state, army)[0], Room(state, army, 1 << hex)))


def building_cities(state: VictoryState, army: int, cities: int, kinds: int, room: Room) -> int:
    """Of these cities those where anything at all may be built of these types."""
    game = state.game
    found, sold = 0, prices(game)
    cities &= game.army_homes[army] & ~contested(state, game.side_of[army], by_land=True)
    inland = kinds & ~sold.ports_only & ~sold.bombs
    pp, within, dearest = state.pp, sold.within, len(sold.within[GROUND]) - 1
    for hex in bits(cities):
        slot = hex * 4
        points = pp.get(slot + ANY, 0)
        for class_ in (GROUND, NAVAL, AIR):  # most can build something that needs neither a port nor a factory
            bought = within[class_][min(points + pp.get(slot + class_, 0), dearest)]
            if inland & bought and room.of_class(class_) >> hex & 1:
                found |= 1 << hex
                break
        else:
            if any(_may_build(state, army, hex, kinds, room)):
                found |= 1 << hex
    return found
