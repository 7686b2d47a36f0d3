"""What things are worth to Recruit in Lost Battles: units, danger, and a hex for a unit to stand in.

All numbers are points of victory, roughly: a unit is worth what it scores and what it can still do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Final

from grognard.core.memory import remember
from grognard.games.lb.engineers import passable
from grognard.games.lb.state import LbState
from grognard.games.lb.supply import supplied_hexes
from grognard.games.lb.tables import LbTables
from grognard.hex.grid import bits
from grognard.players.lb.goal import BLOCK, CUT, FAR, GUARD, LEAVE, OPEN, REACH, TAKE, Goals, goals, march
from grognard.players.lb.line import asked, links_of

PULL: Final = 0.2
"""The price of a half movement point between a unit and what it is after."""
BOLD: Final = 0.2
"""How much of the risk to a unit counts for a side that has to do something to win."""
SPARING: Final = 0.2
"""What is added to that when the enemy wins by our losses."""
CAREFUL: Final = 0.7
"""The same for one that only has to keep what it has."""
WEAKER: Final = 1.0
"""The same for one that is outnumbered and needs its force only at the end."""
OUTNUMBERED: Final = 0.7
"""The part of the enemy's Combat Strength below which a side is."""
AT_LAST: Final = 0.2
"""What is left of a unit's worth to its owner in the last Player-Turn of the game."""
UNSUPPLIED: Final = 2.5
"""What standing out of supply costs, and besides:"""
UNSUPPLIED_SHARE: Final = 0.25
"""this share of the unit's worth."""
HOMEWARD: Final = 0.3
"""What each half movement point between such a hex and the nearest in supply costs, up to"""
HOME_FAR: Final = 40
"""so many."""
OFF_AND_AWAY: Final = 0.1
"""The part of both that counts for units that leave the map."""
IN_ZOC: Final = 0.4
"""What standing in an enemy ZOC costs: it is dear to leave."""
SHELTER: Final = 0.5
"""What each addition to an attacker's die is worth where enemies are near."""
HOLD: Final = 9.0
"""Standing in a hex that has to be held, the first unit; each further one a third of the one before."""
RING: Final = (0.3, 0.12)
"""What hexes around a place weigh that has to be kept out of enemy ZOC, by their distance from it."""
PRESSING: Final = 40
"""Half movement points that enemies seem farther to motorized units while a place has to be taken in time."""
SPOIL: Final = 10.0
"""Bringing a ZOC to a place that he holds only out of ZOC."""
SPOIL_DELAY: Final = 6
"""Half movement points that such a hex seems farther than one that is to be taken."""
UNCHALLENGED: Final = 0.15
"""The part of both that is left against an enemy who does nothing."""
QUIET_LOSSES: Final = 3
"""Points a turn that an enemy who does something would have cost us."""
QUIET_TURNS: Final = 2
"""Player-Turns of his after which that shows."""
PRESENCE: Final = 1.0
"""What a unit with a ZOC is worth for being in the way."""
LINK_HOLD: Final = 0.25
"""What a hex on which a line of ours hangs weighs among those to hold."""
LINK_GUARD: Final = 5
"""Hexes from enemies at which such a hex is in danger."""
LINK_NEARER: Final = 14
"""Half movement points that a hex seems nearer on which a line of his hangs."""
WORTH_A_WALK: Final = 3.5
"""What an enemy stack is worth that all go after alike; to one of less it is farther, by"""
SMALL_GAME: Final = 6.0
"""so many half movement points for each point that it lacks."""
HQ_WORTH: Final = 4.0
"""What an HQ is worth over its points: its side's supply hangs on it, and besides"""
HQ_SHARE: Final = 14.0
"""its share of this, the fewer HQs its side has the more."""
MOBILITY: Final = 0.35
"""What each movement point of an enemy is worth while his goal is to come somewhere."""
SPENT_GUN: Final = 0.35
"""The share of a gun's Fire Strength that counts while its points win nobody the game."""

REACH_FOOT: Final = 3
"""Hexes within which an enemy on foot is a threat."""
REACH_MOTOR: Final = 6
"""The same for a motorized one."""
MANY: Final = 0.55
"""The share of all enemies in reach that will come against one hex."""
SAFE_ODDS: Final = 1.5
"""Odds at which a hex need not fear much."""
SURE_LOSS: Final = 6.0
"""So much more of them would mean certain loss."""
MOST_RISK: Final = 0.6
"""The risk that is never exceeded: the enemy has other things to do as well."""
DANGER_FROM: Final = 14
"""Hexes at which enemies begin to threaten a place."""
STURDY: Final = 5
"""The Combat Strength that makes a full garrison."""
CANDIDATES: Final = 40
"""Hexes looked at closely before a unit moves."""


@dataclass(frozen=True)
class Outlook:
    """How one side sees the position."""

    side: int
    goals: Goals
    supplied: int
    """Hexes where a unit of ours would be in supply."""
    zoc: int
    """Enemy ZOC."""
    foes: int
    fields: tuple[list[int], list[int]]
    """[foot, motor]: half points to what is worth going to."""
    way_home: Callable[[], list[int]]
    hold: dict[int, float]
    """Hexes to hold, and what each weighs."""
    threats: dict[int, float]
    """By hex: enemy strength that can come against it, filled in as hexes are looked at."""
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

    @cached_property
    def home(self) -> list[int]:
        """By hex: half points to the nearest hex in supply, as far as they are counted."""
        return self.way_home()


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
    game: LbTables, goals: Goals, side: int, guns_one: bool, hqs: tuple[int, int], last: bool
) -> tuple[float, ...]:
    """By unit: what its loss means, of ours and of the enemy's; `hqs` is how many HQs each side has."""
    return tuple(_price(game, goals, unit, side, guns_one, hqs, last) for unit in range(len(game.counters)))


def _price(
    game: LbTables, goals: Goals, unit: int, side: int, guns_one: bool, hqs: tuple[int, int], last: bool
) -> float:
    counters = game.counters
    own = counters.side[unit] == side
    factor = goals.spare if own else goals.hunt
    bit = 1 << unit
    points = counters.points[unit]
    if counters.guns & bit:
        return points * SPENT_GUN + (1 if guns_one else points) * factor  # victory.points
    value = points * (1.0 + factor)
    if own and last:
        return value - points * (1.0 - AT_LAST)
    if counters.zoc & bit:
        value += PRESENCE
    if counters.hqs & bit:
        value += HQ_WORTH + HQ_SHARE / max(hqs[counters.side[unit]], 1)
    if not own and goals.board(BLOCK):
        value += MOBILITY * counters.move[unit]
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


@dataclass(frozen=True)
class Sight:
    """What of a side's outlook follows from the enemy and the record alone: it stands while we move."""

    goals: Goals
    foe: Foe
    zoc: int
    links: int
    price: tuple[float, ...]
    stacks: Seeds
    threats: dict[int, float]


_SIGHTS: dict[tuple[object, ...], Sight] = {}


def sight(state: LbState, side: int) -> Sight:
    """The enemy as this side sees him, worked out once while he stays as he is."""
    counters, enemy = state.game.counters, 1 - side
    at = state.at
    hqs = (state.standing[0] | state.standing[1] | state.waiting) & counters.hqs
    count = ((hqs & counters.of_side[0]).bit_count(), (hqs & counters.of_side[1]).bit_count())
    key = (
        state.game, state.plan.scenario.id, tuple(state.options.values()), side, state.turn, count,
        tuple([at[hex] for hex in bits(state.occupied[enemy])]), state.occupied[enemy],
        state.limbered & counters.of_side[enemy], known_choices(state, side), state.watched,
        tuple(state.exited.items()), tuple(state.destroyed), state.samples, state.breaks,
    )  # fmt: skip
    return remember(_SIGHTS, key, lambda: _sight(state, side, count))


def known_choices(state: LbState, side: int) -> tuple[int, ...]:
    """By choice of the plan: the option taken, or -1 where this side does not know it."""
    return tuple([
        option if one.side == side or state.revealed >> number & 1 else -1
        for number, (one, option) in enumerate(zip(state.plan.choices, state.chosen, strict=True))
    ])  # fmt: skip


def _sight(state: LbState, side: int, hqs: tuple[int, int]) -> Sight:
    ours = goals(state, side)
    foe = size_up(state, 1 - side)
    links = links_of(state, 1 - side, 0, foe.hexes)
    final = state.turn == state.plan.turns
    price = prices(state.game, ours, side, bool(state.options["artillery_points_one"]), hqs, final)
    return Sight(ours, foe, state.zoc(1 - side), links, price, _stacks(state, ours, foe, price, links), {})


def look(state: LbState, side: int) -> Outlook:
    """The position as this side sees it."""
    game = state.game
    seen = sight(state, side)
    ours, foe, zoc = seen.goals, seen.foe, seen.zoc
    hold, garrison = _holds(state, side, ours)
    last = state.turn == state.plan.turns and side != state.plan.first
    spoil = _spoils(state, side, ours)
    ways = passable(state, side)
    pressing = PRESSING if ours.urgent & ~state.occupied[side] else 0
    places = _places(state, side, ours, foe, hold, garrison, spoil)
    foot, motor = (
        march(game, column, _seeds(places, seen.stacks, delay), foe.hexes, zoc, ways)
        for column, delay in ((0, PRESSING * asked(state, side)), (1, pressing))
    )
    # who enters an enemy ZOC opens its hex to the line behind it (supply.B.II)
    supplied = supplied_hexes(state, side)
    supplied |= game.ground.grid.step(supplied, ways) & zoc & ~foe.hexes
    home = partial(march, game, 1, ((0, supplied),), foe.hexes, zoc, ways, HOME_FAR)
    quiet = unchallenged(state, side)
    deeds = ours.hunt > 0.1 or ours.board(LEAVE, REACH) or ours.board(TAKE) & ~state.occupied[side]
    return Outlook(
        side, ours, supplied, zoc, foe.hexes, (foot, motor), home, hold, seen.threats, foe, garrison, seen.price,
        _caution(state, side, ours, bool(deeds)) * (0.0 if last else UNCHALLENGED if quiet else 1.0),
        bool(deeds), quiet, seen.links, spoil,
    )  # fmt: skip


def _caution(state: LbState, side: int, ours: Goals, deeds: bool) -> float:
    if not deeds:
        return CAREFUL
    return WEAKER if outnumbered(state, side) else BOLD + SPARING * ours.spare


def outnumbered(state: LbState, side: int) -> bool:
    """Whether a side has to keep its force together: only the end counts, and the enemy is much stronger."""
    if any(one.goal.kind != "occupy_at_end" for one in state.plan.conditions):
        return False
    counters = state.game.counters
    fighting = counters.ground & ~counters.hqs & (state.standing[0] | state.standing[1] | state.waiting)
    ours, his = (
        sum(counters.combat[unit] for unit in bits(fighting & counters.of_side[one])) for one in (side, 1 - side)
    )
    return ours < OUTNUMBERED * his


def unchallenged(state: LbState, side: int) -> bool:
    """Whether the enemy has hardly hurt us so far: then he need not be feared so much."""
    turns = state.turn - 1 + (side != state.plan.first)
    return turns >= QUIET_TURNS and state.destroyed[side] <= QUIET_LOSSES * turns


def danger(state: LbState, side: int, hex: int) -> float:
    """0 for a hex far from all enemies, 1 for one beside them; where none are on the map yet, from where they come."""
    board = state.occupied[1 - side]
    return dangers(state.game, board)[hex] if board else 0.3


@lru_cache(maxsize=64)
def dangers(game: LbTables, board: int) -> list[float]:
    """By hex: how near it is to these hexes, 0 to 1."""
    found = [0.0] * game.ground.grid.size
    seen = 0
    for steps in range(DANGER_FROM):
        for hex in bits(board & ~seen):
            found[hex] = 1.0 - max(steps - 1, 0) / DANGER_FROM
        seen, board = board, board | game.ground.grid.grow(board)
    return found


def _holds(state: LbState, side: int, ours: Goals) -> tuple[dict[int, float], dict[int, int]]:
    """The hexes to hold with their weights, and what stands in each."""
    hold: dict[int, float] = {}
    garrison: dict[int, int] = {}
    combat = state.game.counters.combat
    fighting = state.game.counters.ground & ~state.game.counters.hqs & state.game.counters.of_side[side]
    for aim in ours.aims:
        if aim.kind in (TAKE, GUARD):
            for hex in bits(aim.board):
                hold[hex] = max(hold.get(hex, 0.0), aim.weight)
                garrison[hex] = sum(combat[unit] for unit in bits(state.at.get(hex, 0) & fighting))
        elif aim.kind in (CUT, OPEN):
            for hex in bits(aim.board):
                hold[hex] = max(hold.get(hex, 0.0), 0.35 * aim.weight)
                garrison[hex] = sum(combat[unit] for unit in bits(state.at.get(hex, 0) & fighting))
    board = wider = ours.clear & state.occupied[side]
    for weight in RING if board else ():
        wider |= state.game.ground.grid.grow(wider)
        for hex in bits(wider & ~board & state.game.ground.land & ~state.occupied[1 - side]):
            if hex not in hold:
                hold[hex] = weight
                garrison[hex] = sum(combat[unit] for unit in bits(state.at.get(hex, 0) & fighting))
        board = wider
    if state.plan.lines:
        near = foes = state.occupied[1 - side]
        for _ in range(LINK_GUARD):
            near |= state.game.ground.grid.grow(near)
        for hex in bits(links_of(state, side, foes, state.occupied[side] & near)):
            hold.setdefault(hex, LINK_HOLD)
            garrison[hex] = sum(combat[unit] for unit in bits(state.at.get(hex, 0) & fighting))
    return hold, garrison


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
    number = max(0, min(int(delay), FAR - 1))
    seeds[number] = seeds.get(number, 0) | board


def _seeds(places: Seeds, stacks: Seeds, pressing: int) -> tuple[tuple[int, int], ...]:
    """Places and enemies to go to together, the enemies so much later."""
    found = dict(places)
    for delay, board in stacks.items():
        _sow(found, delay + pressing, board)
    return tuple(sorted(found.items()))


def _going(ours: Goals) -> int:
    """How much later everything else is to a side that has to get away."""
    return 60 if ours.leavers == -1 else 20 if ours.board(LEAVE, REACH) else 0


def _places(
    state: LbState,
    side: int,
    ours: Goals,
    foe: Foe,
    hold: dict[int, float],
    garrison: dict[int, int],
    spoil: dict[int, float],
) -> Seeds:
    """What is to be reached, taken and held."""
    counters = state.game.counters
    seeds: Seeds = {}
    going = _going(ours)
    for aim in ours.aims:
        if aim.kind in (LEAVE, REACH):
            _sow(seeds, 20 * (1 - aim.weight), aim.board)
    taken = ours.board(TAKE)
    for hex, weight in hold.items():
        if foe.hexes >> hex & 1:
            held = sum(counters.combat[unit] for unit in bits(state.at[hex]))
            _sow(seeds, 24 * (1 - weight) + min(held, 12) + going, 1 << hex)
        elif garrison[hex]:
            near = danger(state, side, hex)
            _sow(seeds, 24 * (1 - weight) + 36 * (1 - near) + 3 * min(garrison[hex], 12) + going, 1 << hex)
        else:
            near = 1.0 if taken >> hex & 1 else danger(state, side, hex)
            _sow(seeds, 24 * (1 - weight) + 24 * (1 - near) + going, 1 << hex)
    for hex, weight in spoil.items():
        _sow(seeds, 24 * (1 - weight) + SPOIL_DELAY + going, 1 << hex)
    if (not seeds or ours.hunt) and not foe.hexes:  # he is not there yet: go where he will be
        front = sum(1 << hex for hex in state.plan.front_path[1 - side])
        _sow(seeds, 20, front or state.plan.sources[1 - side] or state.game.ground.land)
    return seeds


def _stacks(state: LbState, ours: Goals, foe: Foe, price: tuple[float, ...], links: int) -> Seeds:
    """Enemies worth going to."""
    counters = state.game.counters
    seeds: Seeds = {}
    block = ours.board(BLOCK)
    threat = march(state.game, 1, ((0, block),), 0, 0, state.game.ground.dry[0]) if block else None
    for hex in bits(foe.hexes):
        units = state.at[hex]
        value = sum(price[unit] for unit in bits(units))
        defence = sum(1 if counters.guns >> unit & 1 else counters.combat[unit] for unit in bits(units))
        delay = 40 - 24 * ours.hunt - 14 * min(value / (3 * max(defence, 1)), 2.0)
        if threat is not None:
            delay -= max(0, 24 - threat[hex] // 3)
        delay += SMALL_GAME * max(0.0, WORTH_A_WALK - value) * ours.hunt
        if links >> hex & 1:
            delay -= LINK_NEARER
        _sow(seeds, max(0, delay) + _going(ours), 1 << hex)
    return seeds


# ---- danger to units


def threat_at(state: LbState, view: Outlook, hex: int) -> float:
    found = view.threats.get(hex)
    if found is None:
        foe, disc = view.foe, state.game.disc
        near = disc(hex, REACH_FOOT) & foe.hexes | disc(hex, REACH_MOTOR) & foe.motor
        strength = foe.strength
        found = MANY * sum(strength.get(enemy, 0) for enemy in bits(near))
        for board, fire, _ in foe.guns:
            if board >> hex & 1:
                found += MANY * fire
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


def risk(state: LbState, view: Outlook, hex: int, defence: int) -> float:
    """The chance that what stands in a hex is destroyed or driven out, roughly."""
    threat = view.threats.get(hex)
    if threat is None:
        threat = threat_at(state, view, hex)
    if not threat:
        return 0.0
    addition = state.game.ground.die_addition.get(hex, 0) + (2 if state.forts >> hex & 1 else 0)
    odds = threat / (max(defence, 1) * (1 + 0.5 * addition))
    return min(max(odds - SAFE_ODDS, 0.0) / SURE_LOSS, MOST_RISK)


# ---- what a hex is worth to a fighting unit


def standing(state: LbState, view: Outlook, unit: int, hex: int) -> float:
    """The value of a unit's standing in a hex, its being there the only change."""
    game = state.game
    counters, ground = game.counters, game.ground
    bit = 1 << hex
    value = -PULL * view.fields[counters.motor >> unit & 1][hex]
    own = view.price[unit]
    if hex in view.hold:
        value += _hold_value(state, view, unit, hex)
    if hex in view.spoil and counters.zoc >> unit & 1:
        value += SPOIL * view.spoil[hex]
    if not view.supplied & bit:
        far = HOMEWARD * min(view.home[hex], HOME_FAR)
        value -= (UNSUPPLIED + UNSUPPLIED_SHARE * own + far) * (OFF_AND_AWAY if view.goals.leave else 1.0)
    if view.zoc & bit:
        value -= IN_ZOC
    if ground.rough_going & bit and counters.armor >> unit & 1:
        value -= 1.0
    there = stack_defence(state, view.side, hex, 1 << unit)
    defence = there + (1 if counters.guns >> unit & 1 else counters.combat[unit])
    peril = risk(state, view, hex, defence)
    if peril:
        value += SHELTER * ground.die_addition.get(hex, 0) - view.caution * peril * own
        if counters.ground >> unit & 1:
            value += view.caution * _relief(state, view, unit, hex, there, peril)
    return value


def _relief(state: LbState, view: Outlook, unit: int, hex: int, there: int, peril: float) -> float:
    """What a unit saves those that it joins."""
    if not there:
        return 0.0
    units = state.at.get(hex, 0) & state.game.counters.of_side[view.side] & ~(1 << unit)
    less = risk(state, view, hex, there) - peril
    return less * sum(view.price[other] for other in bits(units))


def _hold_value(state: LbState, view: Outlook, unit: int, hex: int) -> float:
    combat = state.game.counters.combat
    others = view.garrison[hex] - (combat[unit] if state.hex_of[unit] == hex else 0)
    sturdy = min(combat[unit] / STURDY, 1.0)
    near = max(0.5, danger(state, view.side, hex))
    return HOLD * view.hold[hex] * near * sturdy / (1 + others)


def best_place(state: LbState, view: Outlook, unit: int, board: int) -> int:
    """The hex of a board where a fighting unit stands best."""
    hexes = bits(board)
    if len(hexes) > CANDIDATES:
        field = view.fields[state.game.counters.motor >> unit & 1]
        here = state.hex_of[unit]
        hexes.sort(key=lambda hex: (hex != here and hex not in view.hold, field[hex], hex))
        hexes = hexes[:CANDIDATES]
    return max(hexes, key=lambda hex: (standing(state, view, unit, hex), -hex))
