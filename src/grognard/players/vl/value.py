"""What things are worth in Velikiye Luki, in Victory Points: a side's outlook, units, dangers, prizes.

The weights come with the question (`weights.toml`): a memory of what depends on them has them in its key.
`doctrine.py`, `place.py` and `attack.py` ask it. It never rolls a die or changes a position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial, reduce
from itertools import chain, pairwise
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
from grognard.hex.trace import flood, waves_from
from grognard.players.vl.weights import VlWeights
from grognard.players.waves import EVERYWHERE, Waves

UNMANNED: Final = 4.0
"""Defence strength points that an empty hex counts for where one to be held is looked for."""
FAR: Final = 120
"""Half movement points: farther than anything on the map."""


class Field(dict[int, int]):
    """By hex: half movement points of a march to the objective best reached from there; FAR where none leads.

    Its waves are led on only as far as somebody looks: a unit looks at few hexes of the map.
    """

    def __init__(self, waves: Iterator[tuple[int, int]]) -> None:
        super().__init__()
        self.waves: Final = Waves(chain(waves, ((FAR, EVERYWHERE),)))
        """In the last one lies all that is in none before."""

    def __missing__(self, hex: int) -> int:
        found = self[hex] = next(points for points, board in self.waves if board >> hex & 1)
        return found


# ---- the map, looked at once


@lru_cache(maxsize=2048)
def disc(game: VlTables, hex: int, radius: int) -> int:
    return game.ground.grid.disc(hex, radius)


@lru_cache(maxsize=128)
def march_field(game: VlTables, kind: int, seeds: tuple[int, ...], zoc: int, barred: int) -> Field:
    """By hex: half movement points to the nearest objective, enemy ZOC avoided, none of the barred hexes entered; board
    k of `seeds` waits k of them."""
    ground = game.ground
    going = game.going(kind, ground.land & ~barred, zoc, 0, 0)
    return Field(waves_from(ground.grid, going, seeds, FAR - 1))


@lru_cache(maxsize=8)
def _shelters(game: VlTables) -> tuple[int, ...]:
    """By hex: the columns of its ground or settlement."""
    ground = game.ground
    found = [0] * ground.grid.size
    for hex, (_, columns) in ground.ground_columns.items():
        found[hex] = sum(ground.place_and_ground(hex, columns))
    return tuple(found)


@lru_cache(maxsize=8)
def most_shelter(game: VlTables) -> int:
    """The columns of the best ground there is."""
    return max(_shelters(game))


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
    may be kept by it: another one is told to whoever weighs otherwise."""

    hexes: int
    mobile: int
    stacks: dict[int, int]
    """By hex: the combat units there."""
    strengths: Strengths
    threats: dict[int, int] = field(default_factory=dict)
    """By hex: the strength that can be brought against it, filled in as hexes are looked at."""
    risks: dict[tuple[int, int], float] = field(default_factory=dict)
    """By hex and defence there: see `risk`, filled in likewise."""
    around: dict[int, int] = field(default_factory=dict)
    """By distance: see `within`, filled in likewise."""

    @property
    def defence(self) -> Together:
        """By set of units of either side."""
        return self.strengths.defence


@dataclass(frozen=True, eq=False)
class Outlook:
    """What one side knows about the position before it weighs a move."""

    side: int
    weights: VlWeights
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
    barred: int = 0
    """Hexes that no march may lead through."""
    corridor: int = 0
    """German: the hexes that Soviets must be kept out of for the ring to be open at its weakest spot."""
    fields: dict[int, Field] = field(init=False, default_factory=dict)
    """By class of mover, as they are asked for: see `distances`."""


def look(state: VlState, side: int, weights: VlWeights, before: Outlook | None = None) -> Outlook:
    """The position as a side with these weights sees it; what is as it was before need not be worked out again."""
    game = state.game
    ground = game.ground
    enemies, enemy_zoc = state.occupied[1 - side], zoc(state, 1 - side)
    supply = supplied_area(game, side, supply_ground(state, side, enemies, enemy_zoc))
    ring = beside_city(state) if ring_matters(state, side) else 0
    foe = size_up(state, 1 - side, weights)
    held = places_held(state, side)
    if before is not None and before.foe is foe and mask(before.danger) == held:
        danger = before.danger
    else:
        danger = {hex: _danger(state, side, hex, weights.threat_to_town) for hex in bits(held)}
    corridor = 0
    if ring and side == GERMAN and weights.corridor and not relief_by_presence(state):
        corridor = weakest_spot(state, foe, ring)
    seeds = _objectives(state, weights, side, foe, corridor or ring, danger)
    found = Outlook(
        side=side,
        weights=weights,
        foe=foe,
        zoc=enemy_zoc,
        own_zoc=zoc(state, side),
        supplied=(supply | ground.grid.grow(supply)) & ground.land & ~enemies,
        ring=ring,
        closed=encircled(state),
        seeds=seeds,
        danger=danger,
        shelters=_shelters(game),
        corridor=corridor,
    )
    if before is not None and before.foe is foe and (before.seeds, before.zoc) == (seeds, enemy_zoc):
        found.fields.update(before.fields)
    return found


@lru_cache(maxsize=256)
def supplied_area(game: VlTables, side: int, passable: int) -> int:
    """The hexes from which a side can trace a supply line over these."""
    ground = game.ground
    return flood(ground.grid, ground.sources[side], passable)


def ring_matters(state: VlState, side: int) -> bool:
    """Whether a roll against the city can still come of it."""
    if not state.festungs:
        return False
    last = state.game.turns
    if side == GERMAN:
        return state.turn < last  # what he does in his turn counts from the next one on
    return state.turn < last or (0 < state.ring_turn < state.turn and not state.assaulted)


def places_held(state: VlState, side: int) -> int:
    """The places that are a side's: the Soviet player's while a combat unit of his stands there."""
    places, soviet = _places(state.game), state.combat[SOVIET]
    return places & soviet if side == SOVIET else places & ~soviet


@lru_cache(maxsize=8)
def _places(game: VlTables) -> int:
    return mask(hex for hex, _ in game.ground.prizes)


def size_up(state: VlState, side: int, weights: VlWeights) -> Foe:
    """A side's stacks as its enemy with these weights sees them: the same object while none of them moves and nobody
    loses anything."""
    at = state.at
    key = (
        state.game, weights, side, tuple(state.options.values()), state.occupied[side],
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


def within(game: VlTables, foe: Foe, far: int) -> int:
    """The hexes that have enemies no farther off than so many hexes."""
    found = foe.around.get(far)
    if found is None:
        found = foe.around[far] = reduce(or_, [disc(game, hex, far) for hex in bits(foe.hexes)], 0)
    return found


def _danger(state: VlState, side: int, town: int, within: int) -> float:
    """0 for a place far from all enemies, 1 for one beside them."""
    enemies = state.combat[1 - side]
    radii = range(within + 1)
    nearest = next((radius for radius in radii if disc(state.game, town, radius) & enemies), within + 1)
    return max(0.0, 1.0 - (nearest - 1) / within)


def _objectives(
    state: VlState, weights: VlWeights, side: int, foe: Foe, ring: int, danger: dict[int, float]
) -> tuple[int, ...]:
    """By delay: where a side wants its units, the less urgent the larger the delay."""
    ground = state.game.ground
    own = state.combat[side]
    found = {weights.delay_foe: state.combat[1 - side]}
    if side == GERMAN:
        delay = weights.delay_town if own & ring else 0
        found[delay] = found.get(delay, 0) | ring
    elif ring:
        around = ground.grid.grow(ring) & _before_the_city(state.game)
        for delay, board in ((weights.delay_ring, ring), (0, around & ~ring & ~state.festungs)):
            found[delay] = found.get(delay, 0) | board & ~own
    for hex, points in ground.prizes:
        defence = stack_defence(state, foe, hex)
        if hex not in danger:
            delay = weights.delay_defence * defence
        elif side == GERMAN:
            delay = int(weights.delay_safe * (1 - danger[hex])) + weights.delay_garrisoned * defence
        else:
            continue
        delay = max(weights.delay_town + delay - weights.delay_point * points, 0)
        found[delay] = found.get(delay, 0) | 1 << hex
    last = max([delay for delay, board in found.items() if board], default=0)
    return tuple([found.get(delay, 0) for delay in range(last + 1)])


@lru_cache(maxsize=8)
def _before_the_city(game: VlTables) -> int:
    """The land that lies no farther from the German edge than the city: relief comes that way."""
    home, city = game.ground.edge_distance[GERMAN], game.ground.parts["west"]
    return mask(hex for hex in bits(game.ground.land) if home[hex] <= home[city])


def distances(state: VlState, view: Outlook, unit: int) -> Field:
    """How far it is to the objectives of an outlook for a unit."""
    kind = mover(state, unit)
    if kind not in view.fields:
        view.fields[kind] = march_field(state.game, kind, view.seeds, view.zoc, view.barred)
    return view.fields[kind]


# ---- what units are worth


def stack_defence(state: VlState, foe: Foe, hex: int, without: int = 0) -> int:
    """The defence of a hex's units, those in the set `without` not counted."""
    return foe.defence[state.at.get(hex, 0) & state.game.counters.combat & ~without]


@lru_cache(maxsize=32)
def _step_costs(game: VlTables, weights: VlWeights) -> tuple[tuple[float, ...], ...]:
    """By combat unit and steps left: what it costs the owner when one is lost."""
    found = []
    for strength in game.counters.strength:
        costs = [weights.strength * (after - before) for before, after in pairwise(strength)]
        last = weights.last_step
        found.append((0.0, *[cost + last if not number else cost for number, cost in enumerate(costs)]))
    return tuple(found)


def step_costs(state: VlState, weights: VlWeights, unit: int) -> tuple[float, ...]:
    """What it costs the owner when a unit loses a step, by the steps it has left."""
    if not state.game.counters.combat >> unit & 1:
        return (weights.hq_step,) * (state.steps[unit] + 1)
    return _step_costs(state.game, weights)[state.stem(unit)]


def step_cost(state: VlState, weights: VlWeights, unit: int) -> float:
    """What it costs the owner when a unit loses its next step."""
    return step_costs(state, weights, unit)[state.steps[unit]]


def unit_cost(state: VlState, weights: VlWeights, unit: int) -> float:
    """What it costs the owner when a unit goes with all the steps it has left."""
    return sum(step_costs(state, weights, unit)[1 : state.steps[unit] + 1])


def loss_costs(state: VlState, weights: VlWeights, units: int) -> list[float]:
    """The price of each further step lost by these units together, cheapest first."""
    found: list[float] = []
    for unit in bits(units):
        found += step_costs(state, weights, unit)[1 : state.steps[unit] + 1]
    found.sort()
    return found


def worth(state: VlState, weights: VlWeights, unit: int) -> float:
    """What losing a unit altogether would cost."""
    return sum(step_costs(state, weights, unit)[1 : state.steps[unit] + 1])


# ---- danger


def risk(state: VlState, view: Outlook, hex: int, defence: int) -> float:
    """The chance that what stands in a hex with this defence is driven out or destroyed, roughly."""
    found = view.foe.risks.get((hex, defence))
    if found is None:
        found = view.foe.risks[hex, defence] = _risk(state.game, view, hex, defence)
    return found


def threat(game: VlTables, view: Outlook, hex: int) -> int:
    """The strength that the enemy can bring against a hex."""
    foe, weights = view.foe, view.weights
    found = foe.threats.get(hex)
    if found is None:
        near = disc(game, hex, weights.near) & foe.hexes | disc(game, hex, weights.near_mobile) & foe.mobile
        attack = foe.strengths.attack
        found = foe.threats[hex] = sum([attack[foe.stacks[enemy]] for enemy in bits(near)])
    return found


def _risk(game: VlTables, view: Outlook, hex: int, defence: int) -> float:
    weights = view.weights
    strength = threat(game, view, hex)
    if not strength or not defence:
        return 0.0
    odds = strength / (defence * (1 + weights.shift_helps * view.shelters[hex]))
    if odds <= weights.safe_odds:
        return 0.0
    return min((odds - weights.safe_odds) / weights.sure_loss, weights.most_risk)


# ---- the city


def ring_prize(state: VlState, view: Outlook, hex: int) -> float:
    """What driving the enemy out of a hex means for the ring."""
    weights = view.weights
    ahead = weights.ring_freed * min(state.game.turns - state.turn, weights.foreseen)
    if not relief_by_presence(state):
        opens = view.ring and view.side == GERMAN and view.closed and holds_ring(state, hex)
        if opens:
            return ahead
        prized = ahead * _prised(state, view, hex) if view.ring and weights.prise else 0.0
        return max(prized, weights.ring_loosened if view.ring >> hex & 1 else 0.0)
    if not view.ring >> hex & 1:
        return weights.break_in * ahead if _before_a_gap(state, view, hex) else 0.0
    if view.side == GERMAN:
        return ahead if view.closed else weights.ring_loosened
    return weights.ring_loosened if state.occupied[GERMAN] & view.ring & ~(1 << hex) else ahead


def covering(state: VlState, hex: int) -> int:
    """The hexes from which Soviets cover a hex beside the city."""
    ground = state.game.ground
    return (ground.grid.around[hex] | 1 << hex) & ground.land & ~ground.city


def weakest_spot(state: VlState, foe: Foe, ring: int) -> int:
    """The hexes around that hex beside the city where the ring is opened, or kept open, most easily."""
    home, soviet, empty = state.game.ground.edge_distance[GERMAN], state.combat[SOVIET], ~state.occupied[GERMAN]

    def hard(spot: int) -> tuple[float, int]:
        cover = covering(state, spot)
        defence = sum([stack_defence(state, foe, hex) for hex in bits(cover & soviet)])
        return defence + UNMANNED * (cover & empty & ~soviet).bit_count() + home[spot], spot

    return covering(state, min(bits(ring), key=hard))


def _prised(state: VlState, view: Outlook, hex: int) -> float:
    """How far driving Soviets out of a hex goes toward opening the ring: less for each other stack at the same spot."""
    if view.side == SOVIET or not view.closed or not state.combat[SOVIET] >> hex & 1:
        return 0.0
    spots = view.ring & state.game.ground.around_twice[hex]
    stacks = [(covering(state, spot) & state.combat[SOVIET]).bit_count() for spot in bits(spots)]
    return max([view.weights.prise ** (count - 1) for count in stacks], default=0.0)


def _before_a_gap(state: VlState, view: Outlook, hex: int) -> bool:
    """Whether Germans who drive the enemy out of a hex may go on to an empty one beside the encircled city."""
    if view.side == SOVIET or not view.closed:
        return False
    return bool(state.game.ground.grid.around[hex] & view.ring & ~state.occupied[SOVIET])


def relief_by_presence(state: VlState) -> bool:
    """Whether a German unit breaks the ring by standing beside the city (7.1a); else he has to drive Soviets away."""
    return bool(state.options["german_beside_city_breaks_ring"])


def town_prize(state: VlState, view: Outlook, hex: int) -> float:
    """What driving the enemy out of a place is worth."""
    if hex in view.danger:
        return 0.0
    return view.weights.town * next((points for town, points in state.game.ground.prizes if town == hex), 0)
