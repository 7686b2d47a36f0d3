"""What things are worth in A Victory Lost, in Victory Points: a side's outlook, prices of units, dangers.

The weights come with the question (`weights.toml`): a memory of what depends on them has them, or those of them that
matter, in its key. `doctrine.py` asks it for every question, `attack.py` for attacks. It never reads a chit, rolls a
die or changes a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from grognard.core.memory import remember
from grognard.games.avl.counters import AXIS
from grognard.games.avl.state import AvlState
from grognard.games.avl.tables import AvlTables
from grognard.games.avl.tracing import supply_ground
from grognard.games.avl.victory import elimination_points
from grognard.hex.grid import bits, mask
from grognard.hex.trace import Going, fill, reach
from grognard.players.avl.weights import AvlWeights
from grognard.players.waves import EVERYWHERE, Waves

FAR: Final = 400
"""Half movement points: farther than anything on the map."""
MENDED_WITHIN: Final = 8
"""Waves over the map that are tried before supply is traced anew."""


# ---- the map, looked at once


@lru_cache(maxsize=16)
def march_boards(game: AvlTables, major_river_delay: int) -> tuple[tuple[int, ...], ...]:
    """By Victory City and half movement points: from where a march there costs as much, by road where there is one."""
    ground = game.ground
    going = Going(
        entry=tuple((name, 2 * points, board) for name, points, board in ground.entry),
        crossing=(
            ("minor_river", 2 * ground.minor_river_cost, ground.minor_unbridged),
            ("major_river", major_river_delay, ground.major_unbridged),
        ),
        open=ground.open,
        free=ground.land,
        roads=(("road", 1, ground.roads),),
    )
    return tuple(tuple(reach(ground.grid, going, city, FAR - 1)) for city in ground.cities)


@lru_cache(maxsize=16)
def march_fields(game: AvlTables, major_river_delay: int) -> tuple[tuple[int, ...], ...]:
    """The same by Victory City and hex; FAR where none leads."""
    fields = []
    for boards in march_boards(game, major_river_delay):
        field = [FAR] * game.ground.grid.size
        for cost, board in enumerate(boards):
            for hex in bits(board):
                field[hex] = cost
        fields.append(tuple(field))
    return tuple(fields)


# ---- how a side sees the position


Delays = tuple[int | None, ...]
"""By Victory City: half movement points that it seems farther than it is; None for one to leave alone."""


class Objective(NamedTuple):
    """A city to march to."""

    field: tuple[int, ...]
    """By hex: half movement points of the march."""
    boards: tuple[int, ...]
    """The hexes by them."""
    delay: int
    """What makes it less urgent."""


def _merged(objectives: Sequence[Objective]) -> Iterator[tuple[int, int]]:
    """(half movement points, hexes) by the objective best reached from there, the nearest first."""
    reached, beyond = 0, FAR + min(one.delay for one in objectives)
    for points in range(beyond):
        wave = 0
        for _, boards, delay in objectives:
            if 0 <= points - delay < FAR:
                wave |= boards[points - delay]
        wave &= ~reached
        if wave:
            reached |= wave
            yield points, wave
    yield beyond, EVERYWHERE


class Distances(dict[int, int]):
    """By hex: half movement points to the objective best reached from there, worked out when first asked for."""

    def __init__(self, objectives: tuple[Objective, ...]) -> None:
        super().__init__()
        self.objectives = objectives
        self.waves: Final = Waves(_merged(objectives))
        """The same by distance, the nearest hexes first; in the last wave lies all that is in none before."""

    def __missing__(self, hex: int) -> int:
        found = self[hex] = min([field[hex] + delay for field, _, delay in self.objectives])
        return found


class Threats(dict[int, int]):
    """By hex: the strength that enemies can bring against it, roughly: those near it, mobile ones from farther."""

    def __init__(self, game: AvlTables, weights: AvlWeights, hexes: int, mobile: int, attack: dict[int, int]) -> None:
        super().__init__()
        self.game, self.hexes, self.mobile, self.attack = game, hexes, mobile, attack
        self.near, self.near_mobile = weights.near, weights.near_mobile

    def __missing__(self, hex: int) -> int:
        disc = self.game.disc
        near = disc(hex, self.near) & self.hexes | disc(hex, self.near_mobile) & self.mobile
        found = self[hex] = sum([self.attack[enemy] for enemy in bits(near)])
        return found


class Risks(dict[tuple[int, int], float]):
    """By hex and defence strength: the chance that what stands there is driven out or destroyed, roughly."""

    def __init__(self, threats: Threats, weights: AvlWeights) -> None:
        super().__init__()
        self.threats, self.weights, self.shifts = threats, weights, threats.game.ground.shifts

    def __missing__(self, key: tuple[int, int]) -> float:
        found = self[key] = self._risk(*key)
        return found

    def _risk(self, hex: int, defence: int) -> float:
        strength, weights = self.threats[hex], self.weights
        if not strength or not defence:
            return 0.0
        odds = strength / (defence * (1 + weights.shift_helps * self.shifts[hex]))
        return min(max(odds - weights.safe_odds, 0.0) / weights.sure_loss, weights.most_risk)


@dataclass(frozen=True, eq=False)
class Foe:
    """The other side's units, as far as they can hurt us. While none of them and no step or supply marker on the map
    changes, `size_up` tells the same one, to one who weighs the same: what is worked out for it may be kept by it."""

    weights: AvlWeights
    """Those of the side that looks at them."""
    hexes: int
    threats: Threats
    risks: Risks


class Appeal(dict[int, float]):
    """By hex: what standing there is worth to any combat unit, but for cities and for the danger to that unit."""

    def __init__(self, game: AvlTables, weights: AvlWeights, distance: Distances, boards: Boards, pull: float) -> None:
        super().__init__()
        self.weights, self.distance, self.boards, self.pull = weights, distance, boards, pull
        self.around = game.ground.grid.around
        self.exits = game.ground.land & ~boards.foes
        self.hopes = Hopes(self, game.ground.shifts)

    def mended(self, game: AvlTables, boards: Boards) -> Appeal:
        """The same on other boards, what is known already kept but for the hexes where they differ; only where supply
        leads, whom an HQ can come to command and where enemy HQs stand may be other."""
        old, other = self.boards, Appeal(game, self.weights, self.distance, boards, self.pull)
        other.update(self)
        other.hopes.update(self.hopes)
        changed = old.supplied ^ boards.supplied | old.leash ^ boards.leash | old.foe_hqs ^ boards.foe_hqs
        for hex in bits(changed):
            if other.pop(hex, None) is not None:
                other.hopes.pop(hex, None)
        return other

    def __missing__(self, hex: int) -> float:
        found = self[hex] = self.with_city(hex, 0.0)
        return found

    def with_city(self, hex: int, city: float) -> float:
        """The same for a hex with a city that is worth so much to the unit."""
        weights, boards = self.weights, self.boards
        bit = 1 << hex
        value = -self.pull * self.distance[hex] + city
        if not boards.supplied & bit:
            value -= weights.out_of_supply_at_the_end if boards.last_turn else weights.out_of_supply
        if not boards.leash & bit:
            value -= weights.leash
        if boards.foe_hqs & bit:
            value += weights.overrun
        exits = self.around[hex] & self.exits
        if boards.zoc & exits and not exits & ~boards.zoc:
            value -= weights.encircled
        if boards.zoc & bit:
            value -= weights.in_zoc
        return value


class Hopes(dict[int, float]):
    """By hex: the most that standing there can be worth, if no danger spoils it."""

    def __init__(self, appeal: Appeal, shifts: dict[int, int]) -> None:
        super().__init__()
        self.appeal, self.shifts, self.shelter = appeal, shifts, appeal.weights.shelter

    def __missing__(self, hex: int) -> float:
        found = self[hex] = self.appeal[hex] + self.shelter * max(self.shifts[hex], 0)
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
    weights: AvlWeights
    foe: Foe
    boards: Boards
    delays: Delays
    distance: Distances
    appeal: Appeal
    minor_appeal: Appeal
    """The same for the minor allies."""
    mobile_appeal: Appeal
    """The same for mechanized units, which strike back in time at cities that were given up."""
    danger: dict[int, float]
    """By own city: 0 safe to 1 enemies at the gates."""
    given_up: int
    """Cities too far from supply to be fought for."""

    @property
    def zoc(self) -> int:
        return self.boards.zoc

    @property
    def supplied(self) -> int:
        return self.boards.supplied


def look(state: AvlState, side: int, weights: AvlWeights) -> Outlook:
    """The position as a side with these weights sees it. Each part is remembered by what it depends on alone."""
    game = state.game
    ground = game.ground
    enemies = state.combat[1 - side]
    supply = supplied_area(game, side, supply_ground(state, side, enemies))
    boards = Boards(
        supplied=(supply | ground.grid.step(supply, ground.dry)) & ~state.closed(),
        leash=_leash(game, state.hqs[side], weights.leash_length),
        zoc=state.enemy_zoc(side),
        foes=enemies,
        foe_hqs=state.hqs[1 - side],
        last_turn=state.turn >= game.turns,
    )
    danger = _dangers(game, side, state.cities, enemies, weights.threat_to_city)
    given_up = _far_cities(game, side, weights.hold_within)
    delays = _delays(state, weights, side, danger, given_up)
    strike, strike_pull = delays, weights.pull
    if given_up and state.turn >= weights.counterstroke:
        strike, strike_pull = _delays(state, weights, side, danger, 0), weights.pull * weights.strike
    return Outlook(
        side=side,
        weights=weights,
        foe=size_up(state, 1 - side, weights),
        boards=boards,
        delays=delays,
        distance=_distances(game, delays, weights.major_river_delay),
        appeal=_appeal(game, weights, delays, boards, weights.pull),
        mobile_appeal=_appeal(game, weights, strike, boards, strike_pull),
        minor_appeal=_appeal(game, weights, delays, boards, weights.pull * weights.minors_march),
        danger=danger,
        given_up=given_up,
    )


@lru_cache(maxsize=256)
def supplied_area(game: AvlTables, side: int, passable: int) -> int:
    """The hexes from which a side can trace a supply line over these: mended from what was found last where that is
    quick, for one unit's move opens and closes few hexes."""
    latest = _latest_lines(game, side)
    found = _mended_lines(game, side, passable, *latest[0]) if latest else None
    if found is None:
        ground = game.ground
        found = fill(ground.grid, ground.sources[side], passable, ground.supplied_through)
    latest[:] = [(passable, found)]
    return found


@lru_cache(maxsize=16)
def _latest_lines(game: AvlTables, side: int) -> list[tuple[int, int]]:
    """The hexes that could last be passed, and those of them in supply."""
    return []


def _mended_lines(game: AvlTables, side: int, passable: int, before: int, supplied: int) -> int | None:
    """Supply over these hexes, known what it was over others; None where many would have to be looked at."""
    ground = game.ground
    step, dry = ground.grid.step, ground.dry
    lost = supplied & ~passable
    if lost & ground.sources[side] or ground.sources[side] & passable & ~before:
        return None
    supplied ^= lost
    if lost and not joined(game, step(lost, dry) & supplied, supplied, MENDED_WITHIN):
        return None
    for _ in range(MENDED_WITHIN):
        more = step(supplied, dry) & passable & ~supplied
        if not more:
            return supplied
        supplied |= more
    return None


def joined(game: AvlTables, ends: int, lines: int, waves: int) -> bool:
    """Whether hexes are joined to one another over these lines, as far as so many waves show."""
    step, dry = game.ground.grid.step, game.ground.dry
    wave, reached = ends & -ends, 0
    for _ in range(waves):
        reached |= wave
        if not ends & ~reached:
            return True
        wave = step(wave, dry) & lines & ~reached
        if not wave:
            return False
    return False


@lru_cache(maxsize=64)
def _leash(game: AvlTables, hqs: int, length: int) -> int:
    leash = hqs
    for _ in range(length):
        leash |= game.ground.grid.grow(leash)
    return leash


@lru_cache(maxsize=64)
def _appeal(game: AvlTables, weights: AvlWeights, delays: Delays, boards: Boards, pull: float) -> Appeal:
    latest = _latest_appeal(game, weights, delays, boards._replace(supplied=0, leash=0, foe_hqs=0), pull)
    if latest:
        latest[0] = latest[0].mended(game, boards)
    else:
        latest.append(Appeal(game, weights, _distances(game, delays, weights.major_river_delay), boards, pull))
    return latest[0]


@lru_cache(maxsize=64)
def _latest_appeal(game: AvlTables, weights: AvlWeights, delays: Delays, boards: Boards, pull: float) -> list[Appeal]:
    """What was last made with these, to be mended: in a Movement Segment little of it changes from unit to unit."""
    return []


def size_up(state: AvlState, side: int, weights: AvlWeights) -> Foe:
    """A side's units as its enemy sees them; in his own Movement Segment they stay where they are."""
    hexes = state.combat[side]
    at = state.at
    stacks = tuple([at[hex] for hex in bits(hexes)])
    return _foe(state.game, weights, hexes, stacks, bytes(state.steps), bytes(state.supply))


@lru_cache(maxsize=64)
def _foe(game: AvlTables, weights: AvlWeights, hexes: int, stacks: tuple[int, ...], steps: bytes, supply: bytes) -> Foe:
    counters = game.counters
    dry = game.ground.attack_factors[0]
    attack = {}
    mobile = 0
    for hex, stack in zip(bits(hexes), stacks, strict=True):
        if stack & counters.mechanized:
            mobile |= 1 << hex
        strength = 0
        for unit in bits(stack & counters.combat):
            times, by = dry[supply[unit]]
            strength += counters.attack[unit][steps[unit]] * times // by
        attack[hex] = strength
    threats = Threats(game, weights, hexes, mobile, attack)
    return Foe(weights, hexes, threats, Risks(threats, weights))


def stack_defence(state: AvlState, hex: int, without: int = 0) -> int:
    """The printed defence of a hex's units, those in the set `without` not counted."""
    counters = state.game.counters
    units = state.at.get(hex, 0) & counters.combat & ~without
    return sum([counters.defence[unit][state.steps[unit]] for unit in bits(units)]) if units else 0


@lru_cache(maxsize=64)
def _dangers(game: AvlTables, side: int, cities: int, enemies: int, within: int) -> dict[int, float]:
    """By city of a side: 0 for one far from all enemies, 1 for one beside them."""
    found = {}
    for number, city in enumerate(game.ground.cities):
        if cities >> number & 1 == side:
            radii = range(within + 1)
            nearest = next((radius for radius in radii if game.disc(city, radius) & enemies), within + 1)
            found[city] = max(0.0, 1.0 - (nearest - 1) / within)
    return found


@lru_cache(maxsize=16)
def _far_cities(game: AvlTables, side: int, within: int) -> int:
    """The cities that lie more than so many hexes from every supply source of a side."""
    ground = game.ground
    return mask(city for city in ground.cities if min(ground.source_distance[side][city]) > within)


def _delays(state: AvlState, weights: AvlWeights, side: int, danger: dict[int, float], given_up: int) -> Delays:
    """By city, how much less urgent it is than it is near: None for one to leave alone.

    Cities to take wait the longer the better they are held; cities to hold, the safer and the fuller they are. Only the
    Axis player gathers at his own cities: he loses the game there.
    """
    delays: list[int | None] = []
    for city in state.game.ground.cities:
        held = stack_defence(state, city)
        if given_up >> city & 1:
            delays.append(None)
        elif city not in danger:
            delays.append(weights.delay_defended * held)
        elif side == AXIS:
            gathered = weights.delay_garrisoned * min(held, weights.full_garrison)
            delays.append(int(weights.delay_safe * (1 - danger[city])) + gathered)
        else:
            delays.append(None)
    return tuple(delays)


@lru_cache(maxsize=64)
def _distances(game: AvlTables, delays: Delays, major_river_delay: int) -> Distances:
    fields, boards = march_fields(game, major_river_delay), march_boards(game, major_river_delay)
    marches = list(zip(fields, boards, delays, strict=True))
    chosen = [Objective(field, waves, delay) for field, waves, delay in marches if delay is not None]
    return Distances(tuple(chosen) or tuple(Objective(field, waves, 0) for field, waves, _ in marches))


# ---- what units are worth


ByUnit = tuple[tuple[float, ...], ...]
"""By unit and steps left."""


class Prices(NamedTuple):
    """What losses cost the owner, points and strength together."""

    step: ByUnit
    """When the unit loses one of its steps."""
    all: ByUnit
    """When it loses all of them."""


_PRICES: dict[tuple[AvlTables, bool, AvlWeights], Prices] = {}


def prices(state: AvlState, weights: AvlWeights) -> ByUnit:
    """By unit and steps left: what it costs the owner when the unit loses one, points and strength together."""
    return _price_list(state, weights).step


def _price_list(state: AvlState, weights: AvlWeights) -> Prices:
    key = state.game, bool(state.options["soviet_help_german_mech_5vp"]), weights
    found = _PRICES.get(key)
    return found if found is not None else remember(_PRICES, key, lambda: _prices(state, weights))


def _prices(state: AvlState, weights: AvlWeights) -> Prices:
    step = tuple(_prices_of(state, weights, unit) for unit in range(len(state.game.counters)))
    return Prices(step, tuple(tuple(sum(row[1 : left + 1]) for left in range(len(row))) for row in step))


def _prices_of(state: AvlState, weights: AvlWeights, unit: int) -> tuple[float, ...]:
    counters = state.game.counters
    strength = [a + d for a, d in zip(counters.attack[unit], counters.defence[unit], strict=True)]
    costs = [weights.strength * (after - before) / 2 for before, after in pairwise(strength)]
    return 0.0, costs[0] + weights.eliminated * elimination_points(state, unit), *costs[1:]


def loss_costs(state: AvlState, weights: AvlWeights, units: Iterable[int]) -> list[float]:
    """The price of each further step lost by these units together, cheapest first as their owner would choose."""
    table = prices(state, weights)
    return sorted(cost for unit in units for cost in table[unit][1 : state.steps[unit] + 1])


def worth(state: AvlState, weights: AvlWeights, unit: int) -> float:
    """What losing a unit altogether would cost."""
    return _price_list(state, weights).all[unit][state.steps[unit]]
