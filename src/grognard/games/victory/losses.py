"""4.0.steps: steps lost and blocks eliminated, and what each player hears of it (fog.1)."""

from __future__ import annotations

from typing import Any

from grognard.games.victory.faces import named
from grognard.games.victory.state import NONE, POOL, VictoryState

CAUSES = {
    "4.2.CV.b": "cause_no_room",
    "5.2b": "cause_stacking",
    "5.51d": "cause_no_base",
    "5.51e": "cause_no_room",
    "5.52c": "cause_on_ground",
    "6.46a": "cause_fire",
    "6.47c": "cause_half_hit",
    "6.48a": "cause_friendly_fire",
    "6.5e": "cause_no_retreat",
    "6.51d": "cause_no_retreat",
    "6.6b": "cause_no_drop",
    "7.1a": "cause_unsupplied",
    "7.1b": "cause_unsupplied",
    "9.4b": "cause_storm",
    "stretch.1": "cause_bomb",
    "stretch.6": "cause_used",
}
"""What each clause that costs steps is called in a sentence."""


def lose_step(state: VictoryState, unit: int, rule: str = "6.46a") -> None:
    """4.0.steps one step less; at zero the block leaves the map and may be built again."""
    state.steps[unit] -= 1
    cause = CAUSES[rule]
    if state.steps[unit] or state.game.blocks.factories >> unit & 1:
        if state.shown >> unit & 1:
            state.tell("event.reduced", rule, word_cause=cause, lost=1, **state.told_at(unit), **named(state, unit))
        else:
            army = state.game.blocks.army[unit]
            told = {"unit": unit, "strength": int(state.steps[unit]), "army": named(state, unit)["army"]}
            state.tell_own("event.reduced_own", army, rule, word_cause=cause, lost=1, **state.told_at(unit), **told)
        return
    eliminate(state, unit, rule)


def eliminate(state: VictoryState, unit: int, rule: str, openly: str | None = None, cause: str | None = None) -> None:
    """A block leaves the map; `openly` is the clause told of a hidden one where its own would say too much.

    `cause` is the word for it where the clause has several.
    """
    lost = max(int(state.steps[unit]), 1)
    why: dict[str, Any] = {"word_cause": cause or CAUSES[rule]}
    if state.shown >> unit & 1:
        state.tell("event.eliminated", rule, hex=state.hex_of[unit], lost=lost, gone=1, **_who(state, unit), **why)
    else:  # fog.1 a hidden block that is lost is missed, not known
        army = state.game.blocks.army[unit]
        where = {"hex": state.hex_of[unit], "army": state.game.armies[army].id}
        known = {"word_cause": CAUSES[openly]} if openly else why
        state.tell_others("event.block_lost", army, openly or rule, lost=1, gone=1, **where, **known)
        state.tell_own("event.eliminated_own", army, rule, unit=unit, lost=lost, gone=1, **where, **why)
    state.steps[unit] = 0
    state.put(unit, POOL)
    if state.fight is not None:
        bit = ~(1 << unit)
        fight = state.fight
        half = tuple(NONE if one == unit else one for one in fight.half)
        state.refight(aloft=fight.aloft & bit, grounded=fight.grounded & bit, half=half, acted=fight.acted & bit)


def _who(state: VictoryState, unit: int) -> dict[str, Any]:
    told = named(state, unit)
    del told["strength"]
    return told
