"""Chapter 13.3: Soviet victory points and the levels of victory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grognard.core.state import Result
from grognard.core.step import Step
from grognard.games.vl.counters import GERMAN, SIDES, SOVIET
from grognard.games.vl.schema import Level
from grognard.games.vl.state import SUPPLIED, VlState
from grognard.hex.grid import bits


def towns(state: VlState) -> int:
    """13.3.1a places with a Soviet combat unit in them at this moment."""
    return sum(worth for hex, worth in state.game.ground.prizes if state.combat[SOVIET] >> hex & 1)


def holders(state: VlState) -> dict[int, str | None]:
    """13.3.1a by place worth points: the Soviet side while a combat unit of its stands there, else the German."""
    return {hex: SIDES[SOVIET if state.combat[SOVIET] >> hex & 1 else GERMAN] for hex, _ in state.game.ground.prizes}


def levels_destroyed(state: VlState) -> int:
    """13.3.1b levels of the garrison lost."""
    counters = state.game.counters
    return sum(counters.steps[unit] - state.steps[unit] for unit in bits(counters.festungs))


def victory_points(state: VlState) -> int:
    """13.3.1 what the Soviet player has now."""
    table = state.game.files.tables.victory
    return towns(state) + table.level * levels_destroyed(state) + table.brigade * state.scored.bit_count()


def exit_points(state: VlState, unit: int) -> int:
    """13.3.1c a brigade that leaves scores if another Soviet unit in supply stands in column 01."""
    counters = state.game.counters
    for hex in bits(state.game.ground.west_edge & state.occupied[SOVIET]):
        for other in bits(state.at[hex] & counters.of_side[SOVIET] & ~(1 << unit)):
            if state.supply[other] == SUPPLIED:
                return state.game.files.tables.victory.brigade
    return 0


def score_exit(state: VlState, unit: int) -> None:
    """A brigade leaves the map."""
    points = exit_points(state, unit)
    if points:
        state.scored |= 1 << unit
    state.tell("event.exits", "13.3.1c", unit=unit, points=points)


@dataclass(frozen=True, slots=True)
class EndOfTurn(Step[VlState]):
    """2.1.F automatic victory (13.3.2), or the count after the last turn (13.3.3)."""

    automatic = True

    def run(self, state: VlState) -> None:
        last = state.turn >= state.game.turns
        victory = state.game.files.tables.victory
        if last:
            _finish(state, victory.levels, "13.3.3")
        elif not state.festungs:
            _finish(state, victory.automatic, "13.3.2")


def level_of(state: VlState, levels: tuple[Level, ...], points: int) -> Level:
    """The highest level these points reach."""
    if levels is state.game.files.tables.victory.levels and state.options["ten_vp_is_soviet"]:
        # 13.3.3 option: ten points are read as in 13.3.2
        level = next(one for one in reversed(levels) if one.least <= points)
        return next(one for one in levels if one.id == "soviet_tactical") if level.winner is None else level
    return next(one for one in reversed(levels) if one.least <= points)


def _finish(state: VlState, levels: tuple[Level, ...], rule: str) -> None:
    points = victory_points(state)
    level = level_of(state, levels, points)
    winners = () if level.winner is None else (level.winner,)
    facts: dict[str, Any] = {"points": points, "turn": state.turn}
    reason = state.message(f"result.{level.id}", rule, **facts)
    state.tell(f"result.{level.id}", rule, **facts)
    state.finish(Result(winners, level.id, {"soviet": points}, reason))
