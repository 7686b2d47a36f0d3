"""What things are worth in A Victory Lost, in Victory Points: the weights, a side's outlook, where units stand well.

`doctrine.py` asks it for every question, `attack.py` for attacks. It never reads a chit, rolls a die or changes a
position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from grognard.games.avl.counters import AXIS
from grognard.games.avl.state import AvlState
from grognard.games.avl.tables import AvlTables
from grognard.games.avl.tracing import supply_ground
from grognard.games.avl.victory import elimination_points
from grognard.hex.grid import bits
from grognard.hex.trace import Going, fill, reach

# ---- the weights, in Victory Points unless said otherwise


@dataclass(frozen=True)
class Temper:
    """What differs between an attacker's and a defender's nature."""

    pull: float
    """A half movement point nearer to an objective."""
    caution: float
    """How much of a unit's worth counts when it may be attacked."""
    garrison: float
    """The first unit in an own city that enemies threaten."""
    leash: float
    """Ending a move out of reach of every friendly HQ."""


TEMPERS: Final = (
    Temper(pull=0.1, caution=1.0, garrison=4.0, leash=0.3),  # Axis
    Temper(pull=0.05, caution=0.1, garrison=2.0, leash=0.5),  # Soviet
)

CITY: Final = 10.0
"""A Victory City changes hands: five points gained and five lost to the other side."""
STRENGTH: Final = 0.2
"""A combat strength point on the map."""
DRIVEN_BACK: Final = 0.35
"""Forcing a stack to retreat."""
USED: Final = 0.02
"""An attack point that is then not free for another attack."""
EXPOSED: Final = 0.5
"""The part of what an attacker's post costs him, in danger and in way, that counts: he may be elsewhere soon."""
WORTH_ATTACKING: Final = 0.1
"""The least an attack must promise."""
OUT_OF_SUPPLY: Final = 1.5
"""Ending a move where no supply line leads."""
ENCIRCLED: Final = 1.0
"""Ending a move with no hex to go to that is free of enemy ZOC."""
OUT_OF_SUPPLY_AT_THE_END: Final = 4.5
"""The same on the last turn, when such units count as eliminated (14.0.1d)."""
OVERRUN: Final = 1.0
"""Driving off an HQ."""
IN_ZOC: Final = 0.15
"""Standing beside enemies without attacking them."""
SHELTER: Final = 0.1
"""A column shift of terrain under a unit that enemies are near."""
CUT_OFF: Final = 0.3
"""An enemy stack that loses its supply line."""

LEADS: Final = 0.3
"""An HQ with a stack in its Command Range."""
LEADS_ALONE: Final = 0.3
"""The same again where no other HQ reaches that stack."""
HQ_PULL: Final = 0.01
"""An HQ a half movement point nearer to an objective."""
HQ_UNSUPPLIED: Final = 10.0
HQ_IN_ZOC: Final = 5.0
HQ_WITHIN_TWO: Final = 2.0
"""An HQ alone in a hex with enemies two hexes away."""
HQ_NEAR: Final = 0.4
"""The same with enemies a march away."""

FAR_MOBILE: Final = 0.6
"""Share of its attack strength that counts when a mechanized unit far from enemies is activated."""
FAR_SLOW: Final = 0.3
"""The same for other units."""
STURDY: Final = 3
"""The defence strength that makes a full garrison."""
CROWDED_OUT: Final = 2
"""How much less a further unit in a city counts for each that is there already."""
FULL_GARRISON: Final = 2 * STURDY
"""The defence strength in a city beyond which no more is gathered."""
HQ_WITH_STACK: Final = OVERRUN / 2
"""Driving back a stack that an HQ stands with."""
CANDIDATES: Final = 6
"""Hexes looked at closely, for what they would cut off, before a unit moves."""
NEAR: Final = 4
"""Hexes within which an enemy stack counts as a threat."""
NEAR_MOBILE: Final = 6
"""The same for a mechanized one."""
LEASH: Final = 8
"""Hexes from an HQ that it can make up by moving itself."""
THREAT_TO_CITY: Final = 24
"""Hexes at which enemies begin to threaten a city."""
THREATENED: Final = 0.5
"""The danger, from 0 to 1, at which a city's last unit stays."""
FAR: Final = 400
"""Half movement points: farther than anything on the map."""
DELAY_DEFENDED: Final = 3
"""Half movement points that a defence strength point in a city to be taken makes it seem farther."""
DELAY_SAFE: Final = 20
"""The same for a city to be held that no enemy threatens."""
DELAY_GARRISONED: Final = 4
"""The same for a defence strength point in a city to be held."""
SHIFT_HELPS: Final = 0.5
"""The part of its strength that a column shift adds to a defence, when risks are weighed."""
SAFE_ODDS: Final = 2
"""Odds of all that can be brought against one hex at which it need not fear much."""
SURE_LOSS: Final = 10
"""So much more of them would mean certain loss."""
MOST_RISK: Final = 0.6
"""The risk that is never exceeded: the enemy has other things to do as well."""
MAJOR_RIVER_DELAY: Final = 10
"""Half movement points that an unbridged major river costs a march."""


# ---- the map, looked at once


@lru_cache(maxsize=4)
def march_fields(game: AvlTables) -> tuple[tuple[int, ...], ...]:
    """By Victory City and hex: half movement points of a march there, by road where there is one."""
    ground = game.ground
    going = Going(
        entry=tuple((name, 2 * points, board) for name, points, board in ground.entry),
        crossing=(
            ("minor_river", 2 * ground.minor_river_cost, ground.minor_unbridged),
            ("major_river", MAJOR_RIVER_DELAY, ground.major_unbridged),
        ),
        open=ground.open,
        free=ground.land,
        roads=(("road", 1, ground.roads),),
    )
    fields = []
    for city in ground.cities:
        field = [FAR] * ground.grid.size
        for cost, board in enumerate(reach(ground.grid, going, city, FAR - 1)):
            for hex in bits(board):
                field[hex] = cost
        fields.append(tuple(field))
    return tuple(fields)


# ---- how a side sees the position


Delays = tuple[int | None, ...]
"""By Victory City: half movement points that it seems farther than it is; None for one to leave alone."""


class Distances(dict[int, int]):
    """By hex: half movement points to the objective best reached from there, worked out when first asked for."""

    def __init__(self, objectives: tuple[tuple[tuple[int, ...], int], ...]) -> None:
        super().__init__()
        self.objectives = objectives
        """For each city: the march there from every hex, and a delay for what makes it less urgent."""

    def __missing__(self, hex: int) -> int:
        found = self[hex] = min([field[hex] + delay for field, delay in self.objectives])
        return found


class Threats(dict[int, int]):
    """By hex: the strength that enemies can bring against it, roughly: those near it, mobile ones from farther."""

    def __init__(self, game: AvlTables, hexes: int, mobile: int, attack: dict[int, int]) -> None:
        super().__init__()
        self.game, self.hexes, self.mobile, self.attack = game, hexes, mobile, attack

    def __missing__(self, hex: int) -> int:
        disc = self.game.disc
        near = disc(hex, NEAR) & self.hexes | disc(hex, NEAR_MOBILE) & self.mobile
        found = self[hex] = sum([self.attack[enemy] for enemy in bits(near)])
        return found


@dataclass(frozen=True, eq=False)
class Foe:
    """The other side's units, as far as they can hurt us. While none of them and no step or supply marker on the map
    changes, `size_up` tells the same one: what is worked out for it may be kept by it."""

    hexes: int
    threats: Threats


class Appeal(dict[int, float]):
    """By hex: what standing there is worth to any combat unit, but for cities and for the danger to that unit."""

    def __init__(self, game: AvlTables, temper: Temper, distance: Distances, boards: Boards) -> None:
        super().__init__()
        self.temper, self.distance, self.boards = temper, distance, boards
        self.around = game.ground.grid.around
        self.exits = game.ground.land & ~boards.foes
        self.hopes = Hopes(self, game.ground.shifts)

    def __missing__(self, hex: int) -> float:
        found = self[hex] = self.with_city(hex, 0.0)
        return found

    def with_city(self, hex: int, city: float) -> float:
        """The same for a hex with a city that is worth so much to the unit."""
        temper, boards = self.temper, self.boards
        bit = 1 << hex
        value = -temper.pull * self.distance[hex] + city
        if not boards.supplied & bit:
            value -= OUT_OF_SUPPLY_AT_THE_END if boards.last_turn else OUT_OF_SUPPLY
        if not boards.leash & bit:
            value -= temper.leash
        if boards.foe_hqs & bit:
            value += OVERRUN
        exits = self.around[hex] & self.exits
        if boards.zoc & exits and not exits & ~boards.zoc:
            value -= ENCIRCLED
        if boards.zoc & bit:
            value -= IN_ZOC
        return value


class Hopes(dict[int, float]):
    """By hex: the most that standing there can be worth, if no danger spoils it."""

    def __init__(self, appeal: Appeal, shifts: dict[int, int]) -> None:
        super().__init__()
        self.appeal, self.shifts = appeal, shifts

    def __missing__(self, hex: int) -> float:
        found = self[hex] = self.appeal[hex] + SHELTER * max(self.shifts[hex], 0)
        return found


class Boards(NamedTuple):
    """The hexes that decide how a side's units stand."""

    supplied: int
    """Where a unit of ours would be in supply."""
    leash: int
    """Those that an HQ of ours can come to command."""
    zoc: int
    """Enemy ZOC."""
    foes: int
    foe_hqs: int
    last_turn: bool


@dataclass(frozen=True, eq=False)
class Outlook:
    """What one side knows about the position before it weighs a move."""

    side: int
    temper: Temper
    foe: Foe
    boards: Boards
    delays: Delays
    distance: Distances
    appeal: Appeal
    danger: dict[int, float]
    """By own city: 0 safe to 1 enemies at the gates."""

    @property
    def zoc(self) -> int:
        return self.boards.zoc

    @property
    def supplied(self) -> int:
        return self.boards.supplied


def look(state: AvlState, side: int) -> Outlook:
    """The position as this side sees it. Each part of it is remembered by what it depends on alone."""
    game = state.game
    ground = game.ground
    enemies = state.combat[1 - side]
    supply = supplied_area(game, side, supply_ground(state, side, enemies))
    boards = Boards(
        supplied=(supply | ground.grid.step(supply, ground.dry)) & ~state.closed(),
        leash=_leash(game, state.hqs[side]),
        zoc=state.enemy_zoc(side),
        foes=enemies,
        foe_hqs=state.hqs[1 - side],
        last_turn=state.turn >= game.turns,
    )
    danger = _dangers(game, side, state.cities, enemies)
    delays = _delays(state, side, danger)
    return Outlook(
        side=side,
        temper=TEMPERS[side],
        foe=size_up(state, 1 - side),
        boards=boards,
        delays=delays,
        distance=_distances(game, delays),
        appeal=_appeal(game, side, delays, boards),
        danger=danger,
    )


@lru_cache(maxsize=256)
def supplied_area(game: AvlTables, side: int, passable: int) -> int:
    """The hexes from which a side can trace a supply line over these."""
    ground = game.ground
    return fill(ground.grid, ground.sources[side], passable, ground.supplied_through)


@lru_cache(maxsize=64)
def _leash(game: AvlTables, hqs: int) -> int:
    leash = hqs
    for _ in range(LEASH):
        leash |= game.ground.grid.grow(leash)
    return leash


@lru_cache(maxsize=64)
def _appeal(game: AvlTables, side: int, delays: Delays, boards: Boards) -> Appeal:
    return Appeal(game, TEMPERS[side], _distances(game, delays), boards)


def size_up(state: AvlState, side: int) -> Foe:
    """A side's units as its enemy sees them; in his own Movement Segment they stay where they are."""
    hexes = state.combat[side]
    at = state.at
    stacks = tuple([at[hex] for hex in bits(hexes)])
    return _foe(state.game, hexes, stacks, bytes(state.steps), bytes(state.supply))


@lru_cache(maxsize=64)
def _foe(game: AvlTables, hexes: int, stacks: tuple[int, ...], steps: bytes, supply: bytes) -> Foe:
    counters = game.counters
    dry = game.ground.attack_factors[0]
    attack = {}
    mobile = 0
    for hex, stack in zip(bits(hexes), stacks, strict=True):
        if stack & counters.mechanized:
            mobile |= 1 << hex
        attack[hex] = sum(
            counters.attack[unit][steps[unit]] * dry[supply[unit]][0] // dry[supply[unit]][1]
            for unit in bits(stack & counters.combat)
        )
    return Foe(hexes, Threats(game, hexes, mobile, attack))


def stack_defence(state: AvlState, hex: int, without: int = 0) -> int:
    """The printed defence of a hex's units, those in the set `without` not counted."""
    counters = state.game.counters
    units = state.at.get(hex, 0) & counters.combat & ~without
    return sum([counters.defence[unit][state.steps[unit]] for unit in bits(units)]) if units else 0


@lru_cache(maxsize=64)
def _dangers(game: AvlTables, side: int, cities: int, enemies: int) -> dict[int, float]:
    """By city of a side: 0 for one far from all enemies, 1 for one beside them."""
    found = {}
    for number, city in enumerate(game.ground.cities):
        if cities >> number & 1 == side:
            radii = range(THREAT_TO_CITY + 1)
            nearest = next((radius for radius in radii if game.disc(city, radius) & enemies), THREAT_TO_CITY + 1)
            found[city] = max(0.0, 1.0 - (nearest - 1) / THREAT_TO_CITY)
    return found


def _delays(state: AvlState, side: int, danger: dict[int, float]) -> Delays:
    """By city, how much less urgent it is than it is near: None for one to leave alone.

    Cities to take wait the longer the better they are held; cities to hold, the safer and the fuller they are. Only the
    Axis player gathers at his own cities: he loses the game there.
    """
    delays: list[int | None] = []
    for city in state.game.ground.cities:
        held = stack_defence(state, city)
        if city not in danger:
            delays.append(DELAY_DEFENDED * held)
        elif side == AXIS:
            delays.append(int(DELAY_SAFE * (1 - danger[city])) + DELAY_GARRISONED * min(held, FULL_GARRISON))
        else:
            delays.append(None)
    return tuple(delays)


@lru_cache(maxsize=64)
def _distances(game: AvlTables, delays: Delays) -> Distances:
    fields = march_fields(game)
    chosen = [(field, delay) for field, delay in zip(fields, delays, strict=True) if delay is not None]
    return Distances(tuple(chosen) or tuple((field, 0) for field in fields))


# ---- what units are worth


Prices = tuple[tuple[float, ...], ...]
_PRICES: dict[tuple[AvlTables, bool], Prices] = {}


def prices(state: AvlState) -> Prices:
    """By unit and steps left: what it costs the owner when the unit loses one, points and strength together."""
    key = state.game, bool(state.options["soviet_help_german_mech_5vp"])
    if key not in _PRICES:
        _PRICES[key] = tuple(_prices_of(state, unit) for unit in range(len(state.game.counters)))
    return _PRICES[key]


def _prices_of(state: AvlState, unit: int) -> tuple[float, ...]:
    counters = state.game.counters
    strength = [a + d for a, d in zip(counters.attack[unit], counters.defence[unit], strict=True)]
    costs = [STRENGTH * (after - before) / 2 for before, after in pairwise(strength)]
    return 0.0, costs[0] + elimination_points(state, unit), *costs[1:]


def loss_costs(state: AvlState, units: Iterable[int]) -> list[float]:
    """The price of each further step lost by these units together, cheapest first as their owner would choose."""
    table = prices(state)
    return sorted(cost for unit in units for cost in table[unit][1 : state.steps[unit] + 1])


def worth(state: AvlState, unit: int) -> float:
    """What losing a unit altogether would cost."""
    return sum(prices(state)[unit][1 : state.steps[unit] + 1])


# ---- danger


def risk(state: AvlState, foe: Foe, hex: int, defence: int) -> float:
    """The chance that what stands in a hex with this defence strength is driven out or destroyed, roughly."""
    strength = foe.threats[hex]
    if not strength or not defence:
        return 0.0
    odds = strength / (defence * (1 + SHIFT_HELPS * state.game.ground.shifts[hex]))
    return min(max(odds - SAFE_ODDS, 0.0) / SURE_LOSS, MOST_RISK)
