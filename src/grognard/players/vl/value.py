"""What things are worth in Velikiye Luki, in Victory Points: the weights, a side's outlook, units, dangers, prizes.

`doctrine.py`, `place.py` and `attack.py` ask it. It never rolls a die or changes a position.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from operator import or_
from typing import Final

from grognard.core.memory import remember
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.going import mover
from grognard.games.vl.odds import attack_of, defence_of
from grognard.games.vl.state import VlState
from grognard.games.vl.supply import supply_ground
from grognard.games.vl.tables import VlTables
from grognard.games.vl.zoc import beside_city, encircled, holds_ring, zoc
from grognard.hex.grid import bits, mask
from grognard.hex.trace import fill, reach_from

# ---- the weights, in Victory Points unless said otherwise


@dataclass(frozen=True)
class Temper:
    """What differs between the natures of the two sides."""

    pull: float
    """A half movement point nearer to an objective."""
    caution: float
    """How much of a unit's worth counts when it may be attacked."""
    garrison: float
    """Standing in a place, for each point of it."""
    blood: float
    """How much of an own step counts when it is lost in an attack."""
    used: float
    """An attack point that is then not free for anything else."""


TEMPERS: Final = (
    Temper(pull=0.08, caution=0.15, garrison=1.0, blood=0.7, used=0.005),  # Soviet
    Temper(pull=0.05, caution=0.35, garrison=1.2, blood=0.9, used=0.01),  # German
)

STRENGTH: Final = 0.12
"""A combat strength point on the map."""
LAST_STEP: Final = 0.15
"""The last step of a unit, beyond its strength: its ZOC goes with it."""
TOWN: Final = 1.0
"""A victory point's worth of a place that changes hands."""
RING_HEX: Final = 0.1
"""Soviet: being the first to stand in a hex beside the city, so that nobody can step into it."""
RING_HEX_NEAR: Final = 0.1
"""The same again where Germans are near."""
OPEN: Final = 0.8
"""Soviet: an empty hex beside the city that a German unit can march to."""
ATTACKABLE: Final = 0.3
"""Soviet: a held one that German units can march up to."""
AT_RISK: Final = 2.0
"""The same, by the chance that its defenders are driven out."""
CUT_OFF: Final = 0.12
"""An enemy stack that loses its supply line."""
CUT_OFF_BESIDE: Final = 0.5
"""The same again for one beside the city."""
CANDIDATES: Final = 14
"""Hexes looked at closely before a unit moves."""
GAP: Final = 0.8
"""Soviet: covering a hex beside the city that nobody else covers."""
NEEDED: Final = 1.0
"""Soviet: a division, or armour, of the two and the one that the roll demands (7.2)."""
BONUS: Final = 0.6
"""Soviet: a unit whose line of the roll's bonuses nobody fills yet (7.4)."""
LESSER_BONUS: Final = BONUS / 2
"""Soviet: the same for an armoured regiment, which fills half a line."""
PART: Final = 0.25
"""Soviet: an infantry regiment or brigade toward such a division."""
RELIEF: Final = 1.6
"""German: being the only unit beside the city, which keeps the ring open."""
MORE_RELIEF: Final = 0.4
"""The same when another one is there already."""
RING_FREED: Final = 0.6
"""Driving the last enemy from a hex beside the city that decides over the ring, for each turn that is left."""
FORESEEN: Final = 4
"""The turns ahead that count."""
RING_LOOSENED: Final = 0.5
"""Driving an enemy from beside the city where that does not decide over the ring."""
OUT_OF_SUPPLY: Final = 0.9
"""Ending a move where no supply line leads."""
ENCIRCLED: Final = 0.5
"""Ending a move with no hex to go to that is free of enemy ZOC."""
IN_ZOC: Final = 0.05
"""Standing beside enemies."""
SHELTER: Final = 0.06
"""A column of terrain under a unit that enemies are near."""
TEAM: Final = 0.2
"""Armour that joins infantry without any, or the other way round (6.2.3)."""
SPREAD: Final = 0.1
"""A hex of front of one's own: a unit that is alone where it stands."""

LEADS: Final = 0.12
"""An HQ with a stack near enemies in its range."""
EXPOSED_HQ: Final = 1.5
"""An HQ or launcher alone in a hex with enemies within two."""
HQ_IN_ZOC: Final = 1.0
"""An HQ or launcher beside enemies, whatever company it has."""
NEAR_HQ: Final = 0.4
"""The same with enemies a march away."""
COMPANY: Final = 0.3
"""An HQ or launcher together with combat units."""
ROCKETS_AT_CITY: Final = 1.5
"""The Katyusha within range of the city (7.4a)."""
ROCKETS_AT_FOE: Final = 0.2
"""A launcher with enemies in range."""
ROCKET_TARGETS: Final = 3
"""The stacks in a launcher's range that count: it fires once a turn."""
FOLLOWS: Final = 0.5
"""The part of a combat unit's pull that an HQ or launcher feels."""

NEAR: Final = 3
"""Hexes within which an enemy stack counts as a threat."""
NEAR_MOBILE: Final = 6
"""The same for a mechanised one."""
THREAT_TO_TOWN: Final = 9
"""Hexes at which enemies begin to threaten a place."""
THREATENED: Final = 0.4
"""The danger, from 0 to 1, at which a place's last unit stays."""
SHIFT_HELPS: Final = 0.4
"""The part of its strength that a column adds to a defence, when risks are weighed."""
SAFE_ODDS: Final = 1.5
"""Odds of all that can be brought against a hex at which it need not fear much."""
SURE_LOSS: Final = 7
"""So much more of them would mean certain loss."""
MOST_RISK: Final = 0.7
FAR: Final = 120
"""Half movement points: farther than anything on the map."""
DELAY_TOWN: Final = 4
"""Half movement points that a place seems farther than the city."""
DELAY_DEFENCE: Final = 2
"""The same for a defence strength point in a place to be taken."""
DELAY_POINT: Final = 3
"""The same, nearer, for each further victory point."""
DELAY_SAFE: Final = 12
"""The same for a place to be held that no enemy threatens."""
DELAY_GARRISONED: Final = 3
"""The same for a defence strength point in a place to be held."""
DELAY_FOE: Final = 16
"""The same for an enemy stack, so that nobody stands about idle."""
DELAY_RING: Final = 2
"""The same for a hex beside the city, which Soviet units screen from the west rather than fill."""


class Field(dict[int, int]):
    """By hex: half movement points of a march to the objective best reached from there, looked up when asked for."""

    def __init__(self, boards: list[int]) -> None:
        super().__init__()
        self.within = list(accumulate(boards, or_))
        """By half movement points: all hexes from which so many are enough."""

    def __missing__(self, hex: int) -> int:
        found = self[hex] = bisect_left(self.within, 1, key=lambda board: board >> hex & 1)
        return found


# ---- the map, looked at once


@lru_cache(maxsize=2048)
def disc(game: VlTables, hex: int, radius: int) -> int:
    return game.ground.grid.disc(hex, radius)


@lru_cache(maxsize=128)
def march_field(game: VlTables, kind: int, seeds: tuple[int, ...], zoc: int) -> Field:
    """By hex: half movement points to the nearest objective, enemy ZOC avoided; board k of `seeds` waits k of them."""
    ground = game.ground
    going = game.going(kind, ground.land, zoc, 0, 0)
    return Field(reach_from(ground.grid, going, list(seeds), FAR - 1))


@lru_cache(maxsize=8)
def _shelters(game: VlTables) -> tuple[int, ...]:
    """By hex: the columns of its ground or settlement."""
    ground = game.ground
    found = [0] * ground.grid.size
    for hex, (_, columns) in ground.ground_columns.items():
        found[hex] = sum(ground.place_and_ground(hex, columns))
    return tuple(found)


# ---- how a side sees the position


class Together(dict[int, int]):
    """By set of units: their strength, added up when first asked for."""

    def __init__(self, of_unit: Callable[[int], int]) -> None:
        super().__init__()
        self.of_unit = of_unit

    def __missing__(self, units: int) -> int:
        found = self[units] = sum([self.of_unit(unit) for unit in bits(units)])
        return found


class Strengths:
    """What all units are worth in combat while no step, supply marker or cadre changes."""

    def __init__(self, state: VlState) -> None:
        kept = state.clone()
        self.attack = Together(partial(attack_of, kept))
        self.defence = Together(partial(defence_of, kept))


_STRENGTHS: dict[tuple[object, ...], Strengths] = {}


def strengths(state: VlState) -> Strengths:
    key = state.game, bytes(state.steps), bytes(state.supply), bytes(state.cadre_of)
    return remember(_STRENGTHS, key, lambda: Strengths(state))


@dataclass(frozen=True, eq=False)
class Foe:
    """The other side's stacks: where they are, which of them are fast, what they attack with. What is worked out for it
    may be kept by it."""

    hexes: int
    mobile: int
    stacks: dict[int, int]
    """By hex: the combat units there."""
    strengths: Strengths
    threats: dict[int, int] = field(default_factory=dict)
    """By hex: the strength that can be brought against it, filled in as hexes are looked at."""
    risks: dict[tuple[int, int], float] = field(default_factory=dict)
    """By hex and defence there: see `risk`, filled in likewise."""

    @property
    def defence(self) -> Together:
        """By set of units of either side."""
        return self.strengths.defence


@dataclass(frozen=True, eq=False)
class Outlook:
    """What one side knows about the position before it weighs a move."""

    side: int
    temper: Temper
    foe: Foe
    zoc: int
    """Enemy ZOC."""
    own_zoc: int
    supplied: int
    """Hexes where a unit of ours would be in supply."""
    ring: int
    """The hexes beside what stands of the city, while it still matters who stands there."""
    closed: bool
    """Whether the ring is closed now."""
    seeds: tuple[int, ...]
    """The objectives by their delay."""
    danger: dict[int, float]
    """By place of ours: 0 safe to 1 enemies at the gates."""
    shelters: tuple[int, ...]


def look(state: VlState, side: int) -> Outlook:
    """The position as this side sees it."""
    game = state.game
    ground = game.ground
    enemies, enemy_zoc = state.occupied[1 - side], zoc(state, 1 - side)
    supply = supplied_area(game, side, supply_ground(state, side, enemies, enemy_zoc))
    ring = beside_city(state) if ring_matters(state, side) else 0
    danger = {hex: _danger(state, side, hex) for hex, _ in ground.prizes if holder(state, hex) == side}
    foe = size_up(state, 1 - side)
    return Outlook(
        side=side,
        temper=TEMPERS[side],
        foe=foe,
        zoc=enemy_zoc,
        own_zoc=zoc(state, side),
        supplied=(supply | ground.grid.grow(supply)) & ground.land & ~enemies,
        ring=ring,
        closed=encircled(state),
        seeds=_seeds(_objectives(state, side, foe, ring, danger)),
        danger=danger,
        shelters=_shelters(game),
    )


@lru_cache(maxsize=256)
def supplied_area(game: VlTables, side: int, passable: int) -> int:
    """The hexes from which a side can trace a supply line over these."""
    ground = game.ground
    return fill(ground.grid, ground.sources[side], passable, ground.supplied_through)


def ring_matters(state: VlState, side: int) -> bool:
    """Whether a roll against the city can still come of it."""
    if not state.festungs:
        return False
    last = state.game.turns
    if side == GERMAN:
        return state.turn < last  # what he does in his turn counts from the next one on
    return state.turn < last or (0 < state.ring_turn < state.turn and not state.assaulted)


def holder(state: VlState, hex: int) -> int:
    """Whose a place is: the Soviet player's while a combat unit of his stands in it."""
    return SOVIET if state.combat[SOVIET] >> hex & 1 else GERMAN


def size_up(state: VlState, side: int) -> Foe:
    """A side's stacks as its enemy sees them: the same object while none of them moves and nobody loses anything."""
    at = state.at
    key = (
        state.game, side, tuple(state.options.values()), state.occupied[side],
        tuple([at[hex] for hex in bits(state.occupied[side])]),
        bytes(state.steps), bytes(state.supply), bytes(state.cadre_of),
    )  # fmt: skip
    return remember(_FOES, key, lambda: _sized_up(state, side))


_FOES: dict[tuple[object, ...], Foe] = {}


def _sized_up(state: VlState, side: int) -> Foe:
    counters = state.game.counters
    fast = counters.mechanised & counters.combat
    stacks = {hex: state.at[hex] & counters.combat for hex in bits(state.combat[side])}
    mobile = mask(hex for hex, stack in stacks.items() if stack & fast)
    return Foe(state.combat[side], mobile, stacks, strengths(state))


def _danger(state: VlState, side: int, town: int) -> float:
    """0 for a place far from all enemies, 1 for one beside them."""
    enemies = state.combat[1 - side]
    radii = range(THREAT_TO_TOWN + 1)
    nearest = next((radius for radius in radii if disc(state.game, town, radius) & enemies), THREAT_TO_TOWN + 1)
    return max(0.0, 1.0 - (nearest - 1) / THREAT_TO_TOWN)


def _objectives(state: VlState, side: int, foe: Foe, ring: int, danger: dict[int, float]) -> list[tuple[int, int]]:
    """(hex, delay): where a side wants its units, the less urgent the larger the delay."""
    ground = state.game.ground
    found = []
    own = state.combat[side]
    for hex in bits(ring):
        if side == GERMAN:
            found.append((hex, 0 if not own & ring else DELAY_TOWN))
        elif not own >> hex & 1:
            found.append((hex, DELAY_RING))
    for hex, points in ground.prizes:
        defence = stack_defence(state, foe, hex)
        if hex not in danger:
            delay = DELAY_TOWN + DELAY_DEFENCE * defence - DELAY_POINT * points
        elif side == GERMAN:
            delay = DELAY_TOWN + int(DELAY_SAFE * (1 - danger[hex])) + DELAY_GARRISONED * defence - DELAY_POINT * points
        else:
            continue
        found.append((hex, max(delay, 0)))
    if side == SOVIET and ring:
        home = ground.edge_distance[GERMAN]
        screen = ground.grid.grow(ring) & ground.land & ~ring & ~state.festungs & ~own
        found += [(hex, 0) for hex in bits(screen) if home[hex] <= home[ground.parts["west"]]]
    return found + [(hex, DELAY_FOE) for hex in bits(state.combat[1 - side])]


def _seeds(objectives: list[tuple[int, int]]) -> tuple[int, ...]:
    boards = [0] * (max((delay for _, delay in objectives), default=0) + 1)
    for hex, delay in objectives:
        boards[delay] |= 1 << hex
    return tuple(boards)


def distances(state: VlState, view: Outlook, unit: int) -> Field:
    return march_field(state.game, mover(state, unit), view.seeds, view.zoc)


# ---- what units are worth


def stack_defence(state: VlState, foe: Foe, hex: int, without: int = 0) -> int:
    """The defence of a hex's units, those in the set `without` not counted."""
    return foe.defence[state.at.get(hex, 0) & state.game.counters.combat & ~without]


@lru_cache(maxsize=8)
def _step_costs(game: VlTables) -> tuple[tuple[float, ...], ...]:
    """By combat unit and steps left: what it costs the owner when one is lost."""
    found = []
    for strength in game.counters.strength:
        costs = [STRENGTH * (after - before) for before, after in pairwise(strength)]
        found.append((0.0, *[cost + LAST_STEP if not number else cost for number, cost in enumerate(costs)]))
    return tuple(found)


def step_costs(state: VlState, unit: int) -> tuple[float, ...]:
    """What it costs the owner when a unit loses a step, by the steps it has left."""
    if not state.game.counters.combat >> unit & 1:
        return (1.0,) * (state.steps[unit] + 1)
    return _step_costs(state.game)[state.stem(unit)]


def step_cost(state: VlState, unit: int) -> float:
    """What it costs the owner when a unit loses its next step."""
    return step_costs(state, unit)[state.steps[unit]]


def loss_costs(state: VlState, units: int) -> list[float]:
    """The price of each further step lost by these units together, cheapest first."""
    found: list[float] = []
    for unit in bits(units):
        found += step_costs(state, unit)[1 : state.steps[unit] + 1]
    found.sort()
    return found


def worth(state: VlState, unit: int) -> float:
    """What losing a unit altogether would cost."""
    return sum(step_costs(state, unit)[1 : state.steps[unit] + 1])


# ---- danger


def risk(state: VlState, view: Outlook, hex: int, defence: int) -> float:
    """The chance that what stands in a hex with this defence is driven out or destroyed, roughly."""
    found = view.foe.risks.get((hex, defence))
    if found is None:
        found = view.foe.risks[hex, defence] = _risk(state.game, view, hex, defence)
    return found


def _risk(game: VlTables, view: Outlook, hex: int, defence: int) -> float:
    foe = view.foe
    strength = foe.threats.get(hex)
    if strength is None:
        near = disc(game, hex, NEAR) & foe.hexes | disc(game, hex, NEAR_MOBILE) & foe.mobile
        attack = foe.strengths.attack
        strength = foe.threats[hex] = sum([attack[foe.stacks[enemy]] for enemy in bits(near)])
    if not strength or not defence:
        return 0.0
    odds = strength / (defence * (1 + SHIFT_HELPS * view.shelters[hex]))
    return min(max(odds - SAFE_ODDS, 0.0) / SURE_LOSS, MOST_RISK)


# ---- the city


def ring_prize(state: VlState, view: Outlook, hex: int) -> float:
    """What driving the enemy out of a hex means for the ring."""
    ahead = RING_FREED * min(state.game.turns - state.turn, FORESEEN)
    if not relief_by_presence(state):
        opens = view.ring and view.side == GERMAN and view.closed and holds_ring(state, hex)
        return ahead if opens else RING_LOOSENED if view.ring >> hex & 1 else 0.0
    if not view.ring >> hex & 1:
        return 0.0
    if view.side == GERMAN:
        return ahead if view.closed else RING_LOOSENED
    return RING_LOOSENED if state.occupied[GERMAN] & view.ring & ~(1 << hex) else ahead


def relief_by_presence(state: VlState) -> bool:
    """Whether a German unit breaks the ring by standing beside the city (7.1a); else he has to drive Soviets away."""
    return bool(state.options["german_beside_city_breaks_ring"])


def town_prize(state: VlState, view: Outlook, hex: int) -> float:
    """What driving the enemy out of a place is worth."""
    if hex in view.danger:
        return 0.0
    return TOWN * next((points for town, points in state.game.ground.prizes if town == hex), 0)
