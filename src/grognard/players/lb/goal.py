"""What a scenario of Lost Battles asks of each side, read from its conditions: hexes to take, guard, reach or leave by.

Nothing here knows a scenario by name. A secret choice that nothing has shown is guessed by what can still be had and by
where its owner's units are.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil
from typing import Final

from grognard.games.lb.plan import COMING, Condition, Plan
from grognard.games.lb.state import LbState
from grognard.games.lb.tables import LbTables
from grognard.games.lb.victory import achieved_on, came_on, exit_points, held_since
from grognard.hex.grid import Sides, bits, both_sides, sides_without
from grognard.hex.trace import Going, by_hex, reach_from
from grognard.players.lb.weights import LbWeights

TAKE: Final = "take"
"""We win by holding these hexes."""
GUARD: Final = "guard"
"""He wins by holding them."""
REACH: Final = "reach"
"""One of our units has to come there."""
LEAVE: Final = "leave"
"""Our units have to leave the map there."""
BLOCK: Final = "block"
"""None of his units may come there, or leave there."""
OPEN: Final = "open"
"""A line has to run from there to our source."""
CUT: Final = "cut"
"""No line may run from there to his source."""

FAR: Final = 240
"""Half movement points: farther than anything on the map."""


@dataclass(frozen=True)
class Aim:
    """Hexes that matter, why, and how much (1: a marginal victory that is certain to count)."""

    kind: str
    board: int
    weight: float


@dataclass(frozen=True)
class Goals:
    """What counts for one side now."""

    aims: tuple[Aim, ...]
    hunt: float
    """How much a destroyed enemy point brings us: 0 to 1."""
    spare: float
    """How much a point that we lose brings him."""
    leave: int
    """Hexes by which our units should leave the map now."""
    leavers: int
    """How many of them it takes: 1, or -1 for as many as can."""
    urgent: int
    """Hexes that we have to take by a certain turn."""
    clear: int
    """Hexes that we hold only while they are out of enemy ZOC."""
    spoil: tuple[tuple[int, float], ...]
    """(the hexes of a place, weight): he holds it only while it is out of our ZOC."""
    starve: tuple[tuple[int, float], ...] = ()
    """(the hexes of a place, weight): he stands there and has to be in supply when the game ends."""
    supplied: tuple[tuple[int, float], ...] = ()
    """The same of those that we have to hold so."""

    @cached_property
    def _boards(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for aim in self.aims:
            found[aim.kind] = found.get(aim.kind, 0) | aim.board
        return found

    def board(self, *kinds: str) -> int:
        found = 0
        for kind in kinds:
            found |= self._boards.get(kind, 0)
        return found


def chance(state: LbState, side: int, weights: LbWeights, one: Condition) -> float:
    """How likely a condition counts, as far as this side knows."""
    if one.choice < 0:
        return 1.0
    choice = state.plan.choices[one.choice]
    if choice.side == side or state.revealed >> one.choice & 1:
        return float(state.chosen[one.choice] == one.option)
    likely = _guess(state, one.choice, weights)
    return likely[one.option] / (sum(likely) or 1.0)


def _guess(state: LbState, number: int, weights: LbWeights) -> list[float]:
    """By option of a choice that we do not know: how likely it was taken, by who is near what it asks for."""
    choice = state.plan.choices[number]
    counters = state.game.counters
    found = []
    for option in range(len(choice.row.options)):
        board, alive = 0, True
        for one in state.plan.conditions:
            if (one.side, one.choice, one.option) == (choice.side, number, option):
                alive = not _lost(state, one)
                board |= one.area
                for place, _ in _places(state.plan, one, weights):
                    board |= place
        for _ in range(weights.near_place):
            board |= state.game.ground.grid.grow(board)
        near = state.units_in(board & state.occupied[choice.side]) & counters.ground
        found.append((1.0 + sum(counters.combat[unit] for unit in bits(near)) / weights.gives_away) if alive else 0.0)
    return found


def _lost(state: LbState, one: Condition) -> bool:
    """Whether a goal can no longer be reached."""
    first = one.marks[0][0]
    if one.goal.kind == "exit":
        return state.turn > (one.goal.by_turn or state.plan.turns) and not achieved_on(state, one)
    if one.goal.kind == "hold_to_end":
        return state.turn > (first.turn or 0) and not 0 < held_since(state, one.marks[0][1]) <= (first.turn or 0)
    return False


def goals(state: LbState, side: int, weights: LbWeights) -> Goals:
    """What counts for this side in this position."""
    aims: dict[tuple[str, int], float] = {}
    hunt = spare = 0.0
    leave, leavers = 0, 0
    urgent, clear, spoil = 0, 0, []
    starve: list[tuple[int, float]] = []
    supplied: list[tuple[int, float]] = []
    for one in state.plan.conditions:
        weight = chance(state, side, weights, one)
        if not weight or _lost(state, one):
            continue
        own = one.side == side
        kind = one.goal.kind
        if kind == "destroy":
            if own:
                hunt = min(1.0, hunt + weight)
            else:
                spare = min(1.0, spare + weight * _within_reach(state, one))
        elif kind in ("hold", "hold_to_end", "occupy_at_end"):
            for board, part in _places(state.plan, one, weights):
                _add(aims, TAKE if own else GUARD, board, weight * part)
                if kind == "occupy_at_end":
                    if own:
                        supplied.append((board, weight * part))
                    elif weights.starve and board & state.occupied[one.side]:
                        starve.append((board, weight * part))
                    continue
                if own:
                    clear |= board
                    urgent |= board if kind == "hold_to_end" else 0
                elif board & state.occupied[1 - side]:
                    late = kind == "hold_to_end" and state.turn >= (one.marks[0][0].turn or 0)
                    spoil.append((board, weight * part * (1.0 if late else weights.not_yet)))
        elif kind == "exit":
            if not own:
                _add(aims, BLOCK, one.area, weight)
                continue
            if exit_points(state, one) < _wanted(state, one) and state.turn <= (one.goal.by_turn or state.plan.turns):
                _add(aims, LEAVE, one.area, weight)
                leave, leavers = leave | one.area, -1
            _add(aims, OPEN, one.area, weight)
        elif kind == "cut" and own and _achieved(state, one):
            _add(aims, CUT, one.area, weight)
        elif kind in COMING and not came_on(state, one):
            if own != (kind in ("enter_by", "leave_by")):
                _add(aims, BLOCK, one.area, weight)
            elif kind in ("enter_by", "keep_out") or _somebody_left(state, one):
                _add(aims, REACH, one.area, weight)
            else:
                _add(aims, LEAVE, one.area, weight)
                leave, leavers = leave | one.area, leavers or 1
    found = tuple(Aim(kind, board, weight) for (kind, board), weight in aims.items())
    return Goals(
        found, hunt, spare, leave, leavers, urgent, clear, tuple(spoil), tuple(starve), tuple(supplied)
    )  # fmt: skip


def _within_reach(state: LbState, one: Condition) -> float:
    """How near destruction, at the pace that it has gone or might go, comes to the next level: 0 to 1."""
    lost = state.destroyed[1 - one.side]
    wanted = next((mark.points for mark, _, _ in one.marks if (mark.points or 0) > lost), None)
    if wanted is None:
        return 0.0
    pace = max(lost / state.turn, (one.marks[0][0].points or 0) / state.plan.turns)
    return min(1.0, (lost + pace * (state.plan.turns + 1 - state.turn)) / wanted)


def _add(aims: dict[tuple[str, int], float], kind: str, board: int, weight: float) -> None:
    aims[kind, board] = max(aims.get((kind, board), 0.0), weight)


def _places(plan: Plan, one: Condition, weights: LbWeights) -> list[tuple[int, float]]:
    """The hexes of each place of a goal with what they weigh."""
    found: dict[int, float] = {}
    levels = weights.marginal, weights.tactical, weights.decisive
    for number, (_, facts, one_of) in enumerate(one.marks):
        for fact in (*facts, *one_of):
            board = plan.facts[fact].hexes
            found[board] = max(found.get(board, 0.0), levels[number])
    return list(found.items())


def _wanted(state: LbState, one: Condition) -> int:
    """The points that the highest level asks for."""
    return max(mark.points or 0 for mark, _, _ in one.marks)


def _achieved(state: LbState, one: Condition) -> bool:
    return any(
        other.goal.kind == "exit" and other.area == one.area and other.side != one.side and achieved_on(state, other)
        for other in state.plan.conditions
    )


def _somebody_left(state: LbState, one: Condition) -> bool:
    owner = one.side if one.goal.kind == "leave_by" else 1 - one.side
    side = state.game.counters.side
    return any(side[unit] == owner and one.area >> hex & 1 for unit, (_, hex) in state.exited.items())


# ---- marches


@lru_cache(maxsize=256)
def march(game: LbTables, *way: Hashable) -> list[int]:
    """By hex: half points of a march that `march_waves` is asked for; where it would be more than `most`, it is FAR."""
    return by_hex(march_waves(game, *way), FAR, game.ground.grid.size)


@lru_cache(maxsize=256)
def march_waves(
    game: LbTables,
    weights: LbWeights,
    motor: int,
    seeds: tuple[tuple[int, int], ...],
    foes: int,
    zoc: int,
    ways: Sides,
    most: int = FAR - 1,
) -> list[int]:
    """By half points of a march to the nearest of these (delay, hexes), around enemies where that is shorter: the hexes
    from which it takes so many, up to `most`."""
    ground = game.ground
    going = Going(
        entry=(*ground.entry[motor], ("foes", weights.foe_delay, foes), ("zoc", weights.zoc_delay, zoc)),
        crossing=(("river", weights.river_delay, sides_without(ground.river, ways)),),
        open=ground.grid.every_side,
        free=ground.land,
        roads=(("road", weights.road_pace, both_sides(ground.roads, ways)),),
        road_keeps=frozenset(("foes", "zoc")),
    )
    boards = [0] * (1 + max((delay for delay, _ in seeds), default=0))
    for delay, hexes in seeds:
        boards[delay] |= hexes
    return reach_from(ground.grid, going, boards, most)


# ---- secret choices, made before anything stands on the map


def best_option(state: LbState, side: int, weights: LbWeights, number: int) -> int:
    """The option of a choice that promises most, as far as starting areas and marches tell."""
    judged = promises(state, side, weights, number)
    return max(range(len(judged)), key=lambda option: (judged[option], -option))


def promises(state: LbState, side: int, weights: LbWeights, number: int) -> list[float]:
    """By option of a choice: what it promises."""
    options = state.plan.choices[number].row.options
    return [_promise(state, side, weights, number, option) for option in range(len(options))]


def _promise(state: LbState, side: int, weights: LbWeights, number: int, option: int) -> float:
    best = 0.0
    for one in state.plan.conditions:
        if one.side == side and one.choice == number and one.option == option:
            best = max(best, promise_of(state, weights, one))
    return best + _early(state, weights, number, option)


def _early(state: LbState, weights: LbWeights, number: int, option: int) -> float:
    """Reinforcements that a choice brings: the sooner, the nearer to the fighting and the better led, the better."""
    counters = state.game.counters
    groups = [group for group in state.plan.groups if group.choice == number]
    led = min((group.by_choice[option][0] for group in groups if group.units & counters.hqs), default=0)
    value = 0.0
    for group in groups:
        turn, area = group.by_choice[option]
        strength = sum(counters.combat[unit] for unit in bits(group.units))
        front = state.plan.front_path[group.side]
        field = march(state.game, weights, 1, ((0, area),), 0, 0, state.game.ground.dry[0])
        way = min((field[hex] for hex in front), default=0)
        alone = turn < led and not area & state.plan.sources[group.side]
        value += strength * max(0.0, 1.0 - (turn + way / 36) / state.plan.turns) / (3 if alone else 1)
        value += weights.covers * strength * _cover(state, weights, group.side, field)
    return value / 100 * (1 - weights.unled * led / state.plan.turns)


def _cover(state: LbState, weights: LbWeights, side: int, field: list[int]) -> float:
    """How near a march begins to the places that the enemy may want, one with another."""
    his = [one for one in state.plan.conditions if one.side != side]
    wanted = dict.fromkeys(place for one in his for place, _ in _places(state.plan, one, weights))
    return sum(1.0 / (1.0 + min(field[hex] for hex in bits(place)) / 4) for place in wanted)


def promise_of(state: LbState, weights: LbWeights, one: Condition) -> float:
    """How far a goal can be had: the level that marches alone allow, less what stands in the way."""
    kind = one.goal.kind
    value = 0.0
    for number, (mark, facts, _) in enumerate(one.marks, 1):
        if kind == "destroy":
            share = (mark.points or 0) / max(1, _points(state, 1 - one.side))
            value = max(value, number * max(0.0, 1.2 - 1.5 * share))
        elif kind == "exit":
            by = one.goal.by_turn or state.plan.turns
            marches = _marches(state, weights, one.side, one.area)
            points = sum(points for turns, points, _ in marches if turns <= by - weights.delayed)
            ease = min(1.0, points / max(1, mark.points or 0) / 1.15)
            against = _resistance(state, weights, one.side, one.area)
            value = max(value, weights.gate * number * ease**3 / (1.0 + against / 120))
        else:
            board = 0
            for fact in facts:
                board |= state.plan.facts[fact].hexes
            marches = _marches(state, weights, one.side, board)
            turns = min((turns for turns, _, fights in marches if fights), default=99)
            deadline = mark.turn or state.plan.turns - (mark.turns or 0)
            ease = max(0.0, min(1.0, (deadline - turns - weights.delayed) / 4))
            part = weights.among_enemies / len(facts) if kind == "hold" else 1.0
            value = max(value, part * number * ease / (1.0 + _resistance(state, weights, one.side, board) / 60))
    return value


def _points(state: LbState, side: int) -> int:
    """The points of a side's units, those that come later included."""
    counters, plan = state.game.counters, state.plan
    return sum(counters.points[unit] for unit in (*plan.setup_of, *plan.group_of) if counters.side[unit] == side)


def _marches(state: LbState, weights: LbWeights, side: int, board: int) -> list[tuple[int, int, bool]]:
    """For every unit: turns of march from the middle of its starting area, its points, and whether it fights."""
    counters, plan = state.game.counters, state.plan
    found = []
    for setup in plan.setups:
        if setup.side != side or not setup.area:
            continue
        for unit in bits(setup.units):
            motor = counters.motor >> unit & 1
            field = march(state.game, weights, motor, ((0, board),), 0, 0, state.game.ground.dry[0])
            ways = sorted(field[hex] for hex in bits(setup.area))
            turns = ceil(ways[len(ways) // 2] / (4 * counters.move[unit]))
            fights = bool(counters.ground >> unit & 1 and not counters.hqs >> unit & 1)
            found.append((turns, counters.points[unit], fights))
    return found


def _resistance(state: LbState, weights: LbWeights, side: int, board: int) -> float:
    """The strength that the other side may have near some hexes, by its starting areas."""
    counters, plan = state.game.counters, state.plan
    near = board
    for _ in range(weights.near_place):
        near |= state.game.ground.grid.grow(near)
    value = 0.0
    for setup in plan.setups:
        if setup.side != side and setup.area:
            share = (setup.area & near).bit_count() / setup.area.bit_count()
            value += share * sum(counters.combat[unit] for unit in bits(setup.units & counters.ground))
    return value
