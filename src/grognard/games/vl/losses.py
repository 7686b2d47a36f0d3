"""Chapters 1.3c, 1.7.1 and 6.4: losing steps, being eliminated, and who takes the first loss."""

from __future__ import annotations

from typing import Final

from grognard.games.vl.counters import CADRE_STEPS, SIDES
from grognard.games.vl.entry import comes_back
from grognard.games.vl.state import AWAY, ELIMINATED, POOL, VlState
from grognard.games.vl.verbs import LOSE
from grognard.hex.grid import bits

CAUSES: Final = {
    "1.5g": "cause_alone",
    "4.3b": "cause_zoc",
    "5.1b": "cause_overstacked",
    "6.4b": "cause_result",
    "6.4c": "cause_demanded",
    "6.4i": "cause_stands",
    "6.4j": "cause_stands",
    "6.5.1e": "cause_no_retreat",
    "6.5.1f": "cause_festung",
}
"""Why steps are lost, by the clause that takes them: a result that costs none does not explain a loss."""


def lose_step(state: VlState, unit: int, rule: str) -> None:
    """1.3c flip, 1.7.1 turn a division into its cadre, or eliminate."""
    if state.steps[unit] == 1:
        eliminate(state, unit, rule)
        return
    becomes_cadre = state.game.counters.divisions >> unit & 1 and state.steps[unit] == CADRE_STEPS + 1
    key = "event.becomes_cadre" if becomes_cadre else "event.step_lost"
    state.tell(key, rule, unit=unit, word_cause=CAUSES[rule], lost=1, **state.told_at(unit))
    state.steps[unit] -= 1


def eliminate(state: VlState, unit: int, rule: str) -> None:
    """Take a counter out of the game; a cadre of the pool can be used again (1.7.4)."""
    pooled = state.game.counters.cadres >> unit & 1
    state.tell(
        "event.eliminated", rule, unit=unit, word_cause=CAUSES[rule], side=SIDES[state.game.counters.side[unit]],
        lost=state.steps[unit], gone=1, **state.told_at(unit),
    )  # fmt: skip
    state.supply[unit] = 0
    if pooled:
        state.put(unit, POOL)
        return
    state.steps[unit] = 0
    state.put(unit, ELIMINATED)


def last_steps(state: VlState) -> dict[str, list[str]]:
    """For a question that takes a step: who is eliminated by it, having no other."""
    rows = state.game.counters.rows
    return {"last": [rows[unit].id for unit in bits(state.offer.get(LOSE, 0)) if state.steps[unit] == 1]}


def attacked_alone(state: VlState, unit: int) -> None:
    """1.4e an HQ left alone goes and comes back next turn; 1.5g a launcher is destroyed."""
    if state.game.counters.launchers >> unit & 1:
        eliminate(state, unit, "1.5g")
        return
    if comes_back(state):
        state.tell("event.hq_removed", "1.4e", unit=unit, turn=state.turn + 1)
    else:
        state.tell("event.hq_gone", "1.4e", unit=unit)
    state.supply[unit] = 0
    state.supports[unit] = 0  # it gives none while it is away; fresh again when the turn begins
    state.put(unit, AWAY)
    state.due[unit] = state.turn + 1


def first_loss(state: VlState, units: int, own: int, theirs: int) -> tuple[int, str]:
    """Who may take a side's first step loss, and by which clause; `own` and `theirs` are all units in the combat."""
    counters = state.game.counters
    fighters = counters.tank_fighters
    if own & fighters and theirs & fighters:
        # 6.4g against armour or anti-tank the first loss is armour's; 6.4h an asterisk spares, but need not
        if units & fighters & ~counters.asterisk:
            return units & fighters, "6.4g"
        if units & fighters:
            return units, "6.4h"
    most = max(state.steps[unit] for unit in bits(units))
    return sum(1 << unit for unit in bits(units) if state.steps[unit] == most), "6.4e"
