"""Chapter 14: Victory Points, control of the Victory Cities, eliminations, sudden death and the final score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from grognard.core.state import Result
from grognard.core.step import Step
from grognard.games.avl.counters import AXIS, GERMAN, SIDES, SOVIET, SOVIETS
from grognard.games.avl.state import ELIMINATED, SUPPLIED, AvlState
from grognard.hex.grid import bits

MECHANIZED_HELPED: Final = 5
"""15.0.1a what a German mechanized unit is worth where the Soviets are helped."""


def controller(state: AvlState, hex: int) -> int:
    """The side that controls a Victory City."""
    return state.cities >> state.game.ground.city_number[hex] & 1


def take_city(state: AvlState, side: int, hex: int) -> None:
    """14.0.1a control passes the moment an enemy unit stands there: one side gains the points, the other loses them."""
    if controller(state, hex) == side:
        return
    points = state.game.points.city_points
    state.cities ^= 1 << state.game.ground.city_number[hex]
    state.vp[side] += points
    state.vp[1 - side] -= points
    axis, soviet = state.vp
    state.tell("event.city_taken", "14.0.1a", side=SIDES[side], hex=hex, points=points, axis=axis, soviet=soviet)


def elimination_points(state: AvlState, unit: int) -> int:
    """14.0.1c what the other side scores for this unit: minor nations, Soviet infantry and HQs are worth nothing."""
    counters = state.game.counters
    points = state.game.points
    if counters.hqs >> unit & 1:
        return 0
    mechanized = counters.mechanized >> unit & 1
    if counters.nation[unit] == GERMAN:
        if not mechanized:
            return points.german_other
        return MECHANIZED_HELPED if state.options["soviet_help_german_mech_5vp"] else points.german_mechanized
    if counters.nation[unit] == SOVIETS and mechanized:
        return points.soviet_mechanized
    return points.other_units


CAUSES: Final = {
    "9.4.1b": "cause_result",
    "9.5.3": "cause_zoc",
    "9.5.8": "cause_no_retreat",
    "11.1.3": "cause_no_place",
    "11.2.2a": "cause_box",
    "14.0.1d": "cause_unsupplied",
}
"""Why steps are lost, by the clause that takes them: a result that costs none does not explain a loss."""


def eliminate(state: AvlState, unit: int, rule: str) -> None:
    """Remove a combat unit from the map and score it."""
    enemy = 1 - state.game.counters.side[unit]
    points = elimination_points(state, unit)
    lost, where = state.steps[unit], state.told_at(unit)
    state.steps[unit] = 0
    state.supply[unit] = SUPPLIED
    state.put(unit, ELIMINATED)
    state.vp[enemy] += points
    state.tell(
        "event.eliminated", rule, unit=unit, word_cause=CAUSES[rule], side=SIDES[enemy], points=points,
        lost=lost, gone=1, **where,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SuddenDeath(Step[AvlState]):
    """4.3(2): a lead of 30 points wins at once; after the last turn the higher score wins (14.0.2)."""

    automatic = True

    def run(self, state: AvlState) -> None:
        lead = state.vp[AXIS] - state.vp[SOVIET]
        if abs(lead) >= state.game.points.sudden_death_lead:
            _finish(state, AXIS if lead > 0 else SOVIET, "sudden_death", "14.0.2a")
        elif state.turn >= state.game.turns:
            count_unsupplied(state)
            axis, soviet = state.vp
            if axis == soviet:
                _finish(state, None, "draw", "14.0.2b")
            else:
                _finish(state, AXIS if axis > soviet else SOVIET, "points", "14.0.2b")


def count_unsupplied(state: AvlState) -> None:
    """14.0.1d at the end units out of supply or isolated count as eliminated; not for a sudden death victory."""
    counters = state.game.counters
    for unit in bits(counters.combat):
        if state.on_map(unit) and state.supply[unit] != SUPPLIED:
            eliminate(state, unit, "14.0.1d")


def _finish(state: AvlState, winner: int | None, level: str, rule: str) -> None:
    axis, soviet = state.vp
    winners = () if winner is None else (SIDES[winner],)
    word = winners[0] if winners else "nobody"
    facts: dict[str, Any] = {"word": word, "axis": axis, "soviet": soviet, "turn": state.turn}
    reason = state.message(f"result.{level}", rule, **facts)
    state.tell(f"result.{level}", rule, **facts)
    state.finish(Result(winners, level, {"axis": axis, "soviet": soviet}, reason))
