"""What things are worth to Recruit in Lost Battles: units, places, and the danger that they are in.

All numbers are points of victory, roughly: a unit is worth what it scores and what it can still do. The weights come
with the question (`weights.toml`): a memory of what depends on them has them in its key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple

from grognard.core.memory import remember
from grognard.games.lb.engineers import passable
from grognard.games.lb.state import LbState
from grognard.games.lb.supply import supplied_hexes
from grognard.games.lb.tables import LbTables
from grognard.hex.grid import bits, mask
from grognard.players.lb import ring
from grognard.players.lb.goal import BLOCK, CUT, FAR, GUARD, LEAVE, OPEN, REACH, TAKE, Goals, goals, march, march_waves
from grognard.players.lb.line import asked, links_of
from grognard.players.lb.threat import Threats, losses, strikers
from grognard.players.lb.weights import LbWeights


@dataclass(frozen=True)
class Outlook:
    """How one side sees the position."""

    side: int
    weights: LbWeights
    seen: Sight
    """What of it follows from the enemy alone."""
    goals: Goals
    supplied: int
    """Hexes where a unit of ours would be in supply."""
    zoc: int
    """Enemy ZOC."""
    foes: int
    fields: Fields
    """[foot, motor]: half points to what is worth going to."""
    way_home: Callable[[], list[int]]
    hold: dict[int, float]
    """Hexes to hold, and what each weighs."""
    threats: dict[int, float]
    """By hex: enemy strength that can come against it, filled in as hexes are looked at."""
    blows: Threats
    """The same by his Movement Allowances."""
    foe: Foe
    garrison: dict[int, int]
    """By hex to hold: the Combat Strength that stands there."""
    price: tuple[float, ...]
    """By unit: what its loss means."""
    caution: float
    """How much of the risk to a unit counts."""
    deeds: bool
    """Whether we have to do something to win."""
    quiet: bool
    """Whether the enemy does nothing."""
    links: int
    """Enemy hexes on which a line hangs that he has to have."""
    spoil: dict[int, float]
    """Hexes from which a ZOC of ours spoils his hold on a place where none does yet."""
    rings: tuple[ring.Ring, ...]
    """Places to be cut off before the game ends."""
    raids: bool
    """Whether it is time to go there, in supply or not."""
    lifelines: tuple[tuple[int, float], ...]
    """(place, weight): ours, if they are in supply when the game ends."""

    @cached_property
    def noted(self) -> int:
        """The hexes of which more good can be said than how far on they are."""
        if self.lifelines:
            return -1
        board = mask(self.hold) | mask(self.spoil)
        for _, near, _ in self.rings:
            board |= near
        return board

    @cached_property
    def home(self) -> list[int]:
        """By hex: half points to the nearest hex in supply, as far as they are counted."""
        return self.way_home()


class Fields:
    """Marches by foot and motor, each worked out when it is first asked for."""

    __slots__ = ("_known", "_waves", "_way")

    def __init__(self, way: Callable[[int], tuple[Any, ...]]) -> None:
        self._way = way
        """What to ask `march` for."""
        self._known: list[list[int] | None] = [None, None]
        self._waves: list[list[int] | None] = [None, None]

    def __getitem__(self, motor: int) -> list[int]:
        found = self._known[motor]
        if found is None:
            found = self._known[motor] = march(*self._way(motor))
        return found

    def waves(self, motor: int) -> list[int]:
        """By half points: the hexes that are so far."""
        found = self._waves[motor]
        if found is None:
            found = self._waves[motor] = march_waves(*self._way(motor))
        return found


@dataclass(frozen=True)
class Foe:
    """The other side's stacks, as far as they can hurt us."""

    hexes: int
    strength: dict[int, int]
    """By hex: what the stack there attacks with."""
    motor: int
    """The stacks among them that are motorized."""
    guns: tuple[tuple[int, int, int], ...]
    """(hexes in range, Fire Strength, gun) of guns in firing position."""


# ---- units


@lru_cache(maxsize=64)
def prices(
    game: LbTables, weights: LbWeights, goals: Goals, side: int, guns_one: bool, hqs: tuple[int, int], last: bool
) -> tuple[float, ...]:
    """By unit: what its loss means, of ours and of the enemy's; `hqs` is how many HQs each side has."""
    return tuple(_price(game, weights, goals, unit, side, guns_one, hqs, last) for unit in range(len(game.counters)))


def _price(
    game: LbTables,
    weights: LbWeights,
    goals: Goals,
    unit: int,
    side: int,
    guns_one: bool,
    hqs: tuple[int, int],
    last: bool,
) -> float:
    counters = game.counters
    own = counters.side[unit] == side
    factor = goals.spare if own else goals.hunt
    bit = 1 << unit
    points = counters.points[unit]
    worth = weights.ours if own else weights.theirs
    if last and goals.starve and not own and not counters.hqs & bit:
        return worth * (points * weights.at_last)  # he has to be cut off, not beaten
    if counters.guns & bit:
        return worth * (points * weights.spent_gun + (1 if guns_one else points) * factor)  # victory.points
    value = points * (1.0 + factor)
    if own and last:
        return worth * (value - points * (1.0 - weights.at_last))
    if counters.zoc & bit:
        value += weights.presence
    led = weights.hq_worth + weights.hq_share / max(hqs[counters.side[unit]], 1) if counters.hqs & bit else 0.0
    if own:
        return worth * (value + led)
    value = worth * value + led
    if goals.board(BLOCK):
        value += weights.mobility * counters.move[unit]
    return value


def size_up(state: LbState, side: int) -> Foe:
    """A side's units as its enemy sees them."""
    counters, game = state.game.counters, state.game
    strength: dict[int, int] = {}
    motor = 0
    guns = []
    for hex in bits(state.occupied[side]):
        units = state.at[hex]
        total = 0
        for unit in bits(units & counters.ground & ~counters.hqs):
            total += counters.combat[unit]
        if total:
            strength[hex] = total
            if units & counters.motor & counters.ground & ~counters.hqs:
                motor |= 1 << hex
        for gun in bits(units & counters.guns & ~state.limbered):
            guns.append((game.disc(hex, counters.range[gun]), counters.combat[gun], gun))
    return Foe(state.occupied[side], strength, motor, tuple(guns))


# ---- how a side sees the position


@dataclass(frozen=True, eq=False)
class Sight:
    """What of a side's outlook follows from the enemy and the record alone: it stands while we move."""

    goals: Goals
    foe: Foe
    zoc: int
    links: int
    price: tuple[float, ...]
    stacks: Seeds
    threats: dict[int, float]
    blows: Threats
    defences: dict[tuple[int, ...], Defence]
    """What his hexes have against an attack, filled in as they are looked at."""


class Defence(NamedTuple):
    """An enemy hex as it stands against a ground attack."""

    soft_combat: int
    """Combat Strength of those that are neither armor nor anti-tank."""
    hard_combat: int
    armor_defence: int
    """Defense Strength against armor."""
    soft_value: float
    hard_value: float
    addition: int
    support: int
    """Fire Strength of guns elsewhere that can help."""


_SIGHTS: dict[tuple[object, ...], Sight] = {}


def sight(state: LbState, side: int, weights: LbWeights) -> Sight:
    """The enemy as this side sees him, worked out once while he stays as he is."""
    counters, enemy = state.game.counters, 1 - side
    at = state.at
    hqs = (state.standing[0] | state.standing[1] | state.waiting) & counters.hqs
    count = ((hqs & counters.of_side[0]).bit_count(), (hqs & counters.of_side[1]).bit_count())
    key = (
        state.game, weights, state.plan.scenario.id, tuple(state.options.values()), side, state.turn, count,
        tuple([at[hex] for hex in bits(state.occupied[enemy])]), state.occupied[enemy],
        state.limbered & counters.of_side[enemy], known_choices(state, side), state.watched,
        tuple(state.exited.items()), tuple(state.destroyed), state.samples, state.breaks,
    )  # fmt: skip
    return remember(_SIGHTS, key, lambda: _sight(state, side, weights, count))


def known_choices(state: LbState, side: int) -> tuple[int, ...]:
    """By choice of the plan: the option taken, or -1 where this side does not know it."""
    return tuple([
        option if one.side == side or state.revealed >> number & 1 else -1
        for number, (one, option) in enumerate(zip(state.plan.choices, state.chosen, strict=True))
    ])  # fmt: skip


def _sight(state: LbState, side: int, weights: LbWeights, hqs: tuple[int, int]) -> Sight:
    ours = goals(state, side, weights)
    foe = size_up(state, 1 - side)
    links = links_of(state, 1 - side, 0, foe.hexes)
    final = state.turn == state.plan.turns
    price = prices(state.game, weights, ours, side, bool(state.options["artillery_points_one"]), hqs, final)
    stacks = _stacks(state, weights, ours, foe, price, links)
    guns = tuple([(board, fire) for board, fire, _ in foe.guns])
    blows = Threats(strikers(state, 1 - side) if weights.massed else (), guns)
    return Sight(ours, foe, state.zoc(1 - side), links, price, stacks, {}, blows, {})


def look(state: LbState, side: int, weights: LbWeights) -> Outlook:
    """The position as a side with these weights sees it."""
    game = state.game
    seen = sight(state, side, weights)
    ours, foe, zoc = seen.goals, seen.foe, seen.zoc
    hold, garrison = _holds(state, side, weights, ours)
    last = state.turn == state.plan.turns and side != state.plan.first
    spoil = _spoils(state, side, ours)
    ways = passable(state, side)
    pressing = weights.pressing if ours.urgent & ~state.occupied[side] else 0
    near_end, last_word = (ring.last_word(state, side, turns) for turns in (weights.starve_from, 1))
    rings = ring.around(state, side, ours.starve) if ours.starve and near_end else ()
    places = _places(state, side, weights, ours, foe, hold, garrison, spoil)
    for hex, weight in ring.seeds(rings).items():
        _sow(places, weights.delay_lesser * (1 - weight), 1 << hex)
    delays = weights.pressing * asked(state, side), pressing

    def way(motor: int) -> tuple[Any, ...]:
        return game, weights, motor, _seeds(places, seen.stacks, delays[motor]), foe.hexes, zoc, ways

    # who enters an enemy ZOC opens its hex to the line behind it (supply.B.II)
    supplied = supplied_hexes(state, side)
    supplied |= game.ground.grid.step(supplied, ways) & zoc & ~foe.hexes
    home = partial(march, game, weights, 1, ((0, supplied),), foe.hexes, zoc, ways, weights.home_far)
    quiet = unchallenged(state, side, weights)
    still = 0.0 if last else weights.unchallenged if quiet else 1.0
    deeds = ours.hunt > 0.1 or ours.board(LEAVE, REACH) or ours.board(TAKE) & ~state.occupied[side]
    return Outlook(
        side, weights, seen, ours, supplied, zoc, foe.hexes, Fields(way), home, hold, seen.threats, seen.blows, foe,
        garrison,
        seen.price, _caution(state, side, weights, ours, bool(deeds)) * still,
        bool(deeds), quiet, seen.links, spoil, rings if last_word else (), bool(rings),
        ring.lifelines(state, side, ours.supplied) if last_word and weights.starve else (),
    )  # fmt: skip


def _caution(state: LbState, side: int, weights: LbWeights, ours: Goals, deeds: bool) -> float:
    if not deeds:
        return weights.careful
    return weights.weaker if outnumbered(state, side, weights) else weights.bold + weights.sparing * ours.spare


def outnumbered(state: LbState, side: int, weights: LbWeights) -> bool:
    """Whether a side has to keep its force together: only the end counts, and the enemy is much stronger."""
    if any(one.goal.kind != "occupy_at_end" for one in state.plan.conditions):
        return False
    counters = state.game.counters
    fighting = counters.ground & ~counters.hqs & (state.standing[0] | state.standing[1] | state.waiting)
    ours, his = (
        sum(counters.combat[unit] for unit in bits(fighting & counters.of_side[one])) for one in (side, 1 - side)
    )
    return ours < weights.outnumbered * his


def unchallenged(state: LbState, side: int, weights: LbWeights) -> bool:
    """Whether the enemy has hardly hurt us so far: then he need not be feared so much."""
    turns = state.turn - 1 + (side != state.plan.first)
    return turns >= weights.quiet_turns and state.destroyed[side] <= weights.quiet_losses * turns


def danger(state: LbState, weights: LbWeights, side: int, hex: int) -> float:
    """0 for a hex far from all enemies, 1 for one beside them; where none are on the map yet, from where they come."""
    board = state.occupied[1 - side]
    return dangers(state.game, board, weights.danger_from)[hex] if board else weights.danger_unseen


@lru_cache(maxsize=64)
def dangers(game: LbTables, board: int, within: int) -> list[float]:
    """By hex: how near it is to these hexes, 0 to 1."""
    found = [0.0] * game.ground.grid.size
    seen = 0
    for steps in range(within):
        for hex in bits(board & ~seen):
            found[hex] = 1.0 - max(steps - 1, 0) / within
        seen, board = board, board | game.ground.grid.grow(board)
    return found


def _holds(state: LbState, side: int, weights: LbWeights, ours: Goals) -> tuple[dict[int, float], dict[int, int]]:
    """The hexes to hold with their weights, and what stands in each."""
    hold: dict[int, float] = {}
    garrison: dict[int, int] = {}
    for aim in ours.aims:
        if aim.kind in (TAKE, GUARD):
            for hex in bits(aim.board):
                hold[hex] = max(hold.get(hex, 0.0), aim.weight)
                garrison[hex] = garrison_of(state, side, hex)
        elif aim.kind in (CUT, OPEN):
            for hex in bits(aim.board):
                hold[hex] = max(hold.get(hex, 0.0), weights.line_hex * aim.weight)
                garrison[hex] = garrison_of(state, side, hex)
    board = wider = ours.clear & state.occupied[side]
    for weight in (weights.ring_beside, weights.ring_beyond) if board else ():
        wider |= state.game.ground.grid.grow(wider)
        for hex in bits(wider & ~board & state.game.ground.land & ~state.occupied[1 - side]):
            if hex not in hold:
                hold[hex] = weight
                garrison[hex] = garrison_of(state, side, hex)
        board = wider
    if state.plan.lines:
        near = foes = state.occupied[1 - side]
        for _ in range(weights.link_guard):
            near |= state.game.ground.grid.grow(near)
        for hex in bits(links_of(state, side, foes, state.occupied[side] & near)):
            hold.setdefault(hex, weights.link_hold)
            garrison[hex] = garrison_of(state, side, hex)
    return hold, garrison


def garrison_of(state: LbState, side: int, hex: int, without: int = 0) -> int:
    """The Combat Strength of a side that stands in a hex, those in the set `without` not counted."""
    counters = state.game.counters
    units = state.at.get(hex, 0) & counters.ground & ~counters.hqs & counters.of_side[side] & ~without
    return sum([counters.combat[unit] for unit in bits(units)]) if units else 0


def _spoils(state: LbState, side: int, ours: Goals) -> dict[int, float]:
    ground = state.game.ground
    found: dict[int, float] = {}
    for board, weight in ours.spoil:
        if not board & state.zoc(side):
            for hex in bits(ground.grid.grow(board) & ground.land & ~state.occupied[1 - side]):
                found[hex] = max(found.get(hex, 0.0), weight)
    return found


Seeds = dict[int, int]
"""Delay in half points -> hexes: where to go, the more urgent the shorter the delay."""


def _sow(seeds: Seeds, delay: float, board: int) -> None:
    """In whole points, as all marches are: so there are half as many waves to follow."""
    number = max(0, min(int(delay), FAR - 1)) & ~1
    seeds[number] = seeds.get(number, 0) | board


def _seeds(places: Seeds, stacks: Seeds, pressing: int) -> tuple[tuple[int, int], ...]:
    """Places and enemies to go to together, the enemies so much later."""
    found = dict(places)
    for delay, board in stacks.items():
        _sow(found, delay + pressing, board)
    return tuple(sorted(found.items()))


def _going(weights: LbWeights, ours: Goals) -> int:
    """How much later everything else is to a side that has to get away."""
    return weights.going_all if ours.leavers == -1 else weights.going_some if ours.board(LEAVE, REACH) else 0


def _places(
    state: LbState,
    side: int,
    weights: LbWeights,
    ours: Goals,
    foe: Foe,
    hold: dict[int, float],
    garrison: dict[int, int],
    spoil: dict[int, float],
) -> Seeds:
    """What is to be reached, taken and held."""
    counters = state.game.counters
    seeds: Seeds = {}
    going = _going(weights, ours)
    for aim in ours.aims:
        if aim.kind in (LEAVE, REACH):
            _sow(seeds, weights.delay_lesser_way * (1 - aim.weight), aim.board)
    taken = ours.board(TAKE)
    most, lesser = weights.delay_most_defended, weights.delay_lesser
    for hex, weight in hold.items():
        if foe.hexes >> hex & 1:
            held = sum(counters.combat[unit] for unit in bits(state.at[hex]))
            _sow(seeds, lesser * (1 - weight) + min(held, most) + going, 1 << hex)
        elif garrison[hex]:
            near = danger(state, weights, side, hex)
            full = weights.delay_garrisoned * min(garrison[hex], most)
            _sow(seeds, lesser * (1 - weight) + weights.delay_safe * (1 - near) + full + going, 1 << hex)
        else:
            near = 1.0 if taken >> hex & 1 else danger(state, weights, side, hex)
            _sow(seeds, lesser * (1 - weight) + weights.delay_safe_empty * (1 - near) + going, 1 << hex)
    for hex, weight in spoil.items():
        _sow(seeds, lesser * (1 - weight) + weights.spoil_delay + going, 1 << hex)
    if (not seeds or ours.hunt) and not foe.hexes:  # he is not there yet: go where he will be
        front = sum(1 << hex for hex in state.plan.front_path[1 - side])
        _sow(seeds, 20, front or state.plan.sources[1 - side] or state.game.ground.land)
    return seeds


def _stacks(state: LbState, weights: LbWeights, ours: Goals, foe: Foe, price: tuple[float, ...], links: int) -> Seeds:
    """Enemies worth going to."""
    counters = state.game.counters
    seeds: Seeds = {}
    block = ours.board(BLOCK)
    threat = march(state.game, weights, 1, ((0, block),), 0, 0, state.game.ground.dry[0]) if block else None
    for hex in bits(foe.hexes):
        units = state.at[hex]
        value = sum(price[unit] for unit in bits(units))
        defence = sum(1 if counters.guns >> unit & 1 else counters.combat[unit] for unit in bits(units))
        delay = weights.delay_foe - weights.delay_hunted * ours.hunt
        delay -= weights.delay_worthy * min(value / (3 * max(defence, 1)), 2.0)
        if threat is not None:
            delay -= max(0, weights.delay_on_its_way - threat[hex] // 3)
        delay += weights.small_game * max(0.0, weights.worth_a_walk - value) * ours.hunt
        if links >> hex & 1:
            delay -= weights.link_nearer
        _sow(seeds, max(0, delay) + _going(weights, ours), 1 << hex)
    return seeds


# ---- danger to units


def threat_at(state: LbState, view: Outlook, hex: int) -> float:
    found = view.threats.get(hex)
    if found is None:
        foe, weights, disc = view.foe, view.weights, state.game.disc
        near = disc(hex, weights.reach_foot) & foe.hexes | disc(hex, weights.reach_motor) & foe.motor
        strength = foe.strength
        found = weights.many * sum(strength.get(enemy, 0) for enemy in bits(near))
        for board, fire, _ in foe.guns:
            if board >> hex & 1:
                found += weights.many * fire
        view.threats[hex] = found
    return found


def stack_defence(state: LbState, side: int, hex: int, without: int = 0) -> int:
    """What a hex defends with, those in the set `without` not counted."""
    units = state.at.get(hex, 0) & ~without
    if not units:
        return 0
    counters = state.game.counters
    units &= counters.of_side[side]
    guns = (units & counters.guns).bit_count()
    return guns + sum([counters.combat[unit] for unit in bits(units & ~counters.guns)])


def hard_defence(state: LbState, side: int, hex: int, without: int = 0) -> int:
    """What a hex has against armor, those in the set `without` not counted."""
    counters = state.game.counters
    units = state.at.get(hex, 0) & ~without & counters.of_side[side] & (counters.armor | counters.anti_tank)
    return sum([counters.defence[unit] for unit in bits(units)])


def risk(state: LbState, view: Outlook, hex: int, defence: int, hard: int = 0) -> float:
    """The chance that what stands in a hex is destroyed or driven out, roughly; `hard` is what it has against armor."""
    if view.weights.massed:
        return peril(state, view, hex, defence, hard)
    threat = view.threats.get(hex)
    if threat is None:
        threat = threat_at(state, view, hex)
    if not threat:
        return 0.0
    addition = state.game.ground.die_addition.get(hex, 0) + (2 if state.forts >> hex & 1 else 0)
    weights = view.weights
    odds = threat / (max(defence, 1) * (1 + weights.addition_helps * addition))
    return min(max(odds - weights.safe_odds, 0.0) / weights.sure_loss, weights.most_risk)


def peril(state: LbState, view: Outlook, hex: int, defence: int, hard: int) -> float:
    """The same by the table, for all that can come and for half of it: he has other things to do as well."""
    blow = view.blows.at(hex)
    if not (blow.combat or blow.tanks or blow.fire):
        return 0.0
    game, weights = state.game, view.weights
    addition = game.ground.die_addition.get(hex, 0) + (2 if state.forts >> hex & 1 else 0)
    if game.ground.rough_going >> hex & 1:
        hard //= 2
    massed, back = weights.massed, weights.driven_off
    some, all_ = (losses(game, blow, part * massed, defence, hard, addition, back) for part in (0.5, 1.0))
    return (some + all_) / 2
