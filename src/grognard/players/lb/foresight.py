"""Looking ahead in Lost Battles: a plan for each Player-Turn, seen through to the next one, near the end to the end.

What is read is the same for all scenarios, and what it means is fitted for each: what both sides have lost and have
left, and who is at or near the places and edges that any of the scenario's conditions names. Choices made in secret
are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from grognard.games.lb.counters import GERMAN, RUSSIAN, SIDES
from grognard.games.lb.plan import Condition, Plan
from grognard.games.lb.state import BEFORE, NOT_ARRIVED, TO_PLACE, LbState
from grognard.games.lb.supply import supplied_hexes
from grognard.games.lb.victory import came_on, exit_points, level
from grognard.hex.grid import bits
from grognard.players.foresight import Plain, Window
from grognard.players.lb.line import distances

PLACES: Final = 4
"""At most so many towns are looked at, those that come first in the conditions."""
EDGES: Final = 2
"""And so many areas to be reached or left by."""
PACE: Final = 2.0
"""Hexes a turn of whoever has to come somewhere against resistance."""
CLOSE: Final = 6.0
"""Turns before and after a deadline that are told apart."""
TO_THE_END: Final = 3
"""The last turns of a game, which are seen through to its end."""


class Stakes(NamedTuple):
    """What a scenario is about, whatever was chosen."""

    places: tuple[int, ...]
    edges: tuple[Condition, ...]
    """Of the side that has to get there."""


class LbForesight(Plain):
    """A doctrine looks at no choice that its player does not know: everybody answers from the position looked at."""

    features: tuple[str, ...] = (
        "german_lost", "russian_lost", "german_strength", "russian_strength", "german_unsupplied", "russian_unsupplied",
        "german_shells", "russian_shells", "german_levels", "russian_levels",
        *(f"place_{number}" for number in range(1, PLACES + 1)), *(f"near_{number}" for number in range(1, PLACES + 1)),
        *(f"edge_{number}" for number in range(1, EDGES + 1)), *(f"way_{number}" for number in range(1, EDGES + 1)),
    )  # fmt: skip
    opponents_guess = False

    def __init__(self) -> None:
        super().__init__(Path(__file__).parent, self.features)

    def family(self, state: LbState) -> str:
        return state.plan.scenario.id

    def sides(self, state: LbState) -> Sequence[str]:
        return SIDES

    def window(self, state: LbState) -> Window:
        if _before_the_first_turn(state):
            return Window(0, 0)
        return Window(state.turn, int(state.active != state.plan.first))

    def planner(self, state: LbState) -> int | None:
        return None if _before_the_first_turn(state) else state.active

    def stage(self, state: LbState) -> int | None:
        """In each phase."""
        return state.phase

    def horizon(self, state: LbState) -> Window:
        window = self.window(state)
        if state.plan.turns - window.turn < TO_THE_END:
            return Window(state.plan.turns + 1, 0)
        return Window(window.turn + 1, window.part)

    def elapsed(self, state: LbState) -> float:
        window = self.window(state)
        return max(window.turn - 1 + window.part / 2, 0.0) / state.plan.turns

    def read(self, state: LbState, side: str) -> tuple[float, ...]:
        stakes = _stakes(state)
        supplied = [supplied_hexes(state, one) for one in (GERMAN, RUSSIAN)]
        levels = [0, 0]
        for one in state.plan.conditions:
            levels[one.side] += level(state, one)
        fighters = [_fighters(state, one) for one in (GERMAN, RUSSIAN)]
        return (
            *state.destroyed, *(_strength(state, one) for one in (GERMAN, RUSSIAN)),
            *(_cut_off(state, one, supplied[one]) for one in (GERMAN, RUSSIAN)),
            *(_shells(state, one) for one in (GERMAN, RUSSIAN)), *levels,
            *_filled([_held(state, place, supplied) for place in stakes.places], PLACES),
            *_filled([_pull(state, place, fighters) for place in stakes.places], PLACES),
            *_filled([_reached(state, edge) for edge in stakes.edges], EDGES),
            *_filled([_pull(state, edge.area, fighters) for edge in stakes.edges], EDGES),
        )  # fmt: skip


def _before_the_first_turn(state: LbState) -> bool:
    return state.phase == BEFORE and not state.samples


def _filled(found: list[float], length: int) -> list[float]:
    return found + [0.0] * (length - len(found))


# ---- what it is about

_STAKES: Final[dict[tuple[object, ...], Stakes]] = {}


def _stakes(state: LbState) -> Stakes:
    key = (state.game, state.plan.scenario.id, tuple(state.options.values()))
    if key not in _STAKES:
        _STAKES[key] = _of_plan(state.plan)
    return _STAKES[key]


def _of_plan(plan: Plan) -> Stakes:
    places: dict[int, None] = {}
    edges: dict[int, Condition] = {}
    for one in plan.conditions:
        if one.goal.kind in ("hold", "hold_to_end", "occupy_at_end"):
            for _, facts, one_of in one.marks:
                places.update(dict.fromkeys(plan.facts[fact].hexes for fact in (*facts, *one_of)))
        elif one.goal.kind in ("exit", "enter_by", "leave_by"):
            edges.setdefault(one.area, one)
    return Stakes(tuple(places)[:PLACES], tuple(edges.values())[:EDGES])


# ---- what is left


def _fighters(state: LbState, side: int) -> list[tuple[int, int]]:
    """(hex, strength) of the units on the map that take and hold ground."""
    counters = state.game.counters
    units = state.standing[side] & counters.ground & ~counters.hqs
    return [(state.hex_of[unit], counters.combat[unit]) for unit in bits(units)]


def _in_play(state: LbState, units: int) -> list[int]:
    """Those of these units that are on the map or have yet to come."""
    return [unit for unit in bits(units) if state.on_map(unit) or state.hex_of[unit] in (TO_PLACE, NOT_ARRIVED)]


def _strength(state: LbState, side: int) -> int:
    counters = state.game.counters
    return sum(counters.combat[unit] for unit in _in_play(state, counters.of_side[side] & counters.ground))


def _shells(state: LbState, side: int) -> int:
    """How often guns can still be served, if there are any."""
    counters = state.game.counters
    own = counters.of_side[side]
    return len(_in_play(state, own & counters.supply)) if _in_play(state, own & counters.guns) else 0


def _cut_off(state: LbState, side: int, supplied: int) -> int:
    """Strength that stands out of supply."""
    counters = state.game.counters
    units = state.units_in(state.occupied[side] & ~supplied) & counters.ground
    return sum(counters.combat[unit] for unit in bits(units))


# ---- places and edges, as the Germans like them


def _held(state: LbState, place: int, supplied: Sequence[int]) -> float:
    """The share of a place that Germans hold in supply, less the Russians'."""
    german, russian = (
        (place & state.occupied[one] & supplied[one]).bit_count() for one in (GERMAN, RUSSIAN)
    )  # fmt: skip
    return (german - russian) / place.bit_count()


def _pull(state: LbState, board: int, fighters: Sequence[list[tuple[int, int]]]) -> float:
    """German strength near some hexes less Russian, that close to them more."""
    far = distances(state.game, board)
    german, russian = (sum(strength / (1 + far[hex]) for hex, strength in one) for one in fighters)
    return german - russian


def _reached(state: LbState, one: Condition) -> float:
    """How far the side that has to leave by an area, or come to it, is from what is asked: in levels, roughly."""
    if one.goal.kind == "exit":
        short = (one.marks[0][0].points or 0) - exit_points(state, one)
        step = (one.marks[-1][0].points or 0) - (one.marks[0][0].points or 0)
        late = short / (step / 2 or 1.0)
    else:
        late = (came_on(state, one) or state.turn + _nearest(state, one) / PACE) - (one.marks[0][0].turn or 0) - 0.5
    late = max(-CLOSE, min(CLOSE, late))
    return late if one.side == RUSSIAN else -late


def _nearest(state: LbState, one: Condition) -> int:
    far = distances(state.game, one.area)
    return min((far[hex] for hex in bits(state.occupied[one.side])), default=max(far))


FORESIGHT: Final = LbForesight()
