"""What things are worth in A Victory Lost, in Victory Points: the weights, a side's outlook, where units stand well.

`doctrine.py` asks it for every question, `attack.py` for attacks. It never reads a chit, rolls a die or changes a
position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from grognard.games.avl.counters import AXIS
from grognard.games.avl.state import IN_BOX, AvlState
from grognard.games.avl.tables import AvlTables
from grognard.games.avl.tracing import commanded, in_supply
from grognard.games.avl.victory import controller, elimination_points
from grognard.hex.grid import bits
from grognard.hex.trace import Going, reach

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


class Distances(dict[int, int]):
    """By hex: half movement points to the objective best reached from there, worked out when first asked for."""

    def __init__(self, objectives: tuple[tuple[tuple[int, ...], int], ...]) -> None:
        super().__init__()
        self.objectives = objectives
        """For each city: the march there from every hex, and a delay for what makes it less urgent."""

    def __missing__(self, hex: int) -> int:
        found = self[hex] = min(field[hex] + delay for field, delay in self.objectives)
        return found


@dataclass(frozen=True)
class Foe:
    """The other side's units, as far as they can hurt us."""

    hexes: int
    mobile: int
    """The stacks among them with mechanized units."""
    attack: dict[int, int]
    """By hex: what the stack there attacks with."""
    threats: dict[int, int]
    """By hex: the strength that can be brought against it, filled in as hexes are looked at."""


@dataclass(frozen=True)
class Outlook:
    """What one side knows about the position before it weighs a move."""

    side: int
    temper: Temper
    foe: Foe
    zoc: int
    """Enemy ZOC."""
    supplied: int
    """Hexes where a unit of ours would be in supply."""
    foe_supplied: int
    """The enemy stacks that have a supply line now."""
    leash: int
    """Hexes that an HQ of ours can come to command."""
    distance: Distances
    danger: dict[int, float]
    """By own city: 0 safe to 1 enemies at the gates."""


def look(state: AvlState, side: int) -> Outlook:
    """The position as this side sees it."""
    game = state.game
    ground = game.ground
    grid = ground.grid
    supply = in_supply(state, side)
    leash = state.hqs[side]
    for _ in range(LEASH):
        leash |= grid.grow(leash)
    danger = {city: _danger(state, side, city) for city in ground.cities if controller(state, city) == side}
    return Outlook(
        side=side,
        temper=TEMPERS[side],
        foe=size_up(state, 1 - side),
        zoc=state.enemy_zoc(side),
        supplied=(supply | grid.step(supply, ground.dry)) & ~state.closed(),
        foe_supplied=in_supply(state, 1 - side) & state.combat[1 - side],
        leash=leash,
        distance=_distances(game, _delays(state, side, danger)),
        danger=danger,
    )


def size_up(state: AvlState, side: int) -> Foe:
    """A side's units as its enemy sees them; in his own Movement Segment they stay where they are."""
    hexes = state.combat[side]
    stacks = tuple(state.at[hex] for hex in bits(hexes))
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
    return Foe(hexes, mobile, attack, {})


def stack_defence(state: AvlState, hex: int, without: int = 0) -> int:
    """The printed defence of a hex's units, those in the set `without` not counted."""
    counters = state.game.counters
    units = state.at.get(hex, 0) & counters.combat & ~without
    return sum(counters.defence[unit][state.steps[unit]] for unit in bits(units))


def _danger(state: AvlState, side: int, city: int) -> float:
    """0 for a city far from all enemies, 1 for one beside them."""
    grid = state.game.ground.grid
    nearest = min((grid.distance(city, hex) for hex in bits(state.combat[1 - side])), default=THREAT_TO_CITY)
    return max(0.0, 1.0 - (nearest - 1) / THREAT_TO_CITY)


def _delays(state: AvlState, side: int, danger: dict[int, float]) -> tuple[int | None, ...]:
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
            delays.append(int(DELAY_SAFE * (1 - danger[city])) + DELAY_GARRISONED * min(held, 2 * STURDY))
        else:
            delays.append(None)
    return tuple(delays)


@lru_cache(maxsize=64)
def _distances(game: AvlTables, delays: tuple[int | None, ...]) -> Distances:
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
    strength = foe.threats.get(hex)
    if strength is None:
        strength = foe.threats[hex] = threat(state, foe, hex)
    if not strength or not defence:
        return 0.0
    odds = strength / (defence * (1 + SHIFT_HELPS * state.game.ground.shifts[hex]))
    return min(max(odds - SAFE_ODDS, 0.0) / SURE_LOSS, MOST_RISK)


def threat(state: AvlState, foe: Foe, hex: int) -> int:
    """The attack strength that enemies can bring against a hex, roughly: those near it, mobile ones from farther."""
    disc = state.game.disc
    near = disc(hex, NEAR) & foe.hexes | disc(hex, NEAR_MOBILE) & foe.mobile
    return sum(foe.attack[enemy] for enemy in bits(near))


# ---- what a hex is worth to a unit


def standing(state: AvlState, view: Outlook, unit: int, hex: int) -> float:
    """The value of a unit's standing in a hex, its being there the only change."""
    game = state.game
    counters, ground = game.counters, game.ground
    bit = 1 << hex
    temper = view.temper
    value = -temper.pull * view.distance[hex]
    if ground.city_board & bit:
        value += _city_value(state, view, unit, hex)
    if not view.supplied & bit:
        value -= OUT_OF_SUPPLY if state.turn < game.turns else OUT_OF_SUPPLY_AT_THE_END
    if not view.leash & bit:
        value -= temper.leash
    if state.hqs[1 - view.side] & bit:
        value += OVERRUN
    exits = ground.grid.around[hex] & ground.land & ~view.foe.hexes
    if view.zoc & exits and not exits & ~view.zoc:
        value -= ENCIRCLED
    if view.zoc & bit:
        value -= IN_ZOC
    defence = stack_defence(state, hex, 1 << unit) + counters.defence[unit][state.steps[unit]]
    danger = risk(state, view.foe, hex, defence)
    if danger:
        value += SHELTER * ground.shifts[hex] - temper.caution * danger * worth(state, unit)
    return value


def _city_value(state: AvlState, view: Outlook, unit: int, city: int) -> float:
    """Taking an enemy city; holding an own one, the first unit most."""
    if city not in view.danger:
        return CITY
    counters = state.game.counters
    others = (state.at.get(city, 0) & counters.combat & ~(1 << unit)).bit_count()
    sturdy = min(counters.defence[unit][state.steps[unit]] / STURDY, 1.0)
    return view.temper.garrison * view.danger[city] * sturdy / (1 + 2 * others)


def best_place(state: AvlState, view: Outlook, unit: int, board: int) -> int:
    """The hex of a board where a unit or an HQ stands best."""
    if state.game.counters.hqs >> unit & 1:
        led = _led(state, view, unit)
        return max(bits(board), key=lambda hex: (hq_standing(state, view, unit, hex, led), -hex))
    ranked = sorted(((standing(state, view, unit, hex), -hex) for hex in bits(board)), reverse=True)
    best = max((value + CUT_OFF * cut_off(state, view, unit, -hex), hex) for value, hex in ranked[:CANDIDATES])
    return -best[1]


def cut_off(state: AvlState, view: Outlook, unit: int, hex: int) -> int:
    """How many enemy stacks have no supply line any more once a unit has gone to a hex."""
    if not view.foe.hexes & state.game.disc(hex, NEAR):
        return 0  # far from the enemy: nothing is cut there that matters soon
    trial = state.clone()
    trial.put(unit, hex)
    return (view.foe_supplied & ~in_supply(trial, 1 - view.side)).bit_count()


# ---- HQs


def hq_standing(state: AvlState, view: Outlook, hq: int, hex: int, led: tuple[int, int]) -> float:
    """An HQ stands well where it commands many units, above all those no other HQ does, out of enemies' reach."""
    game = state.game
    bit = 1 << hex
    own, alone = led
    disc = game.disc(hex, game.counters.command_range[hq])
    value = LEADS * (disc & own).bit_count() + LEADS_ALONE * (disc & alone).bit_count() - HQ_PULL * view.distance[hex]
    if not view.supplied & bit:
        value -= HQ_UNSUPPLIED
    if view.zoc & bit:
        value -= HQ_IN_ZOC
    if not state.combat[view.side] & bit:
        if game.disc(hex, 2) & view.foe.hexes:
            value -= HQ_WITHIN_TWO
        elif game.disc(hex, NEAR) & view.foe.hexes:
            value -= HQ_NEAR
    if game.ground.city_board & bit and hex not in view.danger:
        value += CITY
    return value


def _led(state: AvlState, view: Outlook, hq: int) -> tuple[int, int]:
    """Hexes with units this HQ may command, and those of them that no other HQ reaches."""
    counters = state.game.counters
    mine = 0
    eligible = counters.commanded_by[counters.nation[hq]]
    for hex in bits(state.combat[view.side]):
        if state.at[hex] & eligible:
            mine |= 1 << hex
    others = 0
    for other in bits(counters.hqs & counters.of_side[view.side] & ~(1 << hq)):
        if state.on_map(other):
            others |= state.game.disc(state.hex_of[other], counters.command_range[other])
    return mine, mine & ~others


def command_value(state: AvlState, view: Outlook, hq: int) -> float:
    """What activating an HQ now is worth: the strength it sets in motion, most of it near enemies."""
    counters = state.game.counters
    value = 0.0
    for unit in bits(commanded(state, hq)):
        attack = counters.attack[unit][state.steps[unit]]
        hex = state.hex_of[unit]
        if hex == IN_BOX or state.game.disc(hex, NEAR_MOBILE) & view.foe.hexes:
            value += attack
        else:
            value += attack * (FAR_MOBILE if counters.mechanized >> unit & 1 else FAR_SLOW)
    return value


def guards(state: AvlState, view: Outlook, unit: int) -> bool:
    """Whether a unit is the only one in a city of ours that enemies threaten."""
    hex = state.hex_of[unit]
    if view.danger.get(hex, 0.0) <= THREATENED:
        return False
    return not state.at[hex] & state.game.counters.combat & ~(1 << unit)
