"""The words a player can say in Velikiye Luki, numbered."""

from __future__ import annotations

from typing import Final

from grognard.core.ask import Kind, Verb

VERBS: Final = (
    Verb("place", Kind.UNIT),
    Verb("place_at", Kind.HEX),
    Verb("place_rest", Kind.NOTHING),
    Verb("done", Kind.NOTHING),
    Verb("unit", Kind.UNIT),
    Verb("move", Kind.HEX),
    Verb("stop", Kind.NOTHING),
    Verb("exit", Kind.NOTHING),
    Verb("detach", Kind.UNIT),
    Verb("absorb", Kind.UNIT),
    Verb("cadre", Kind.UNIT),
    Verb("end_movement", Kind.NOTHING),
    Verb("remove_excess", Kind.UNIT),
    Verb("attack", Kind.HEX),
    Verb("add", Kind.UNIT),
    Verb("add_all", Kind.NOTHING),
    Verb("remove", Kind.UNIT),
    Verb("commit", Kind.NOTHING),
    Verb("cancel", Kind.NOTHING),
    Verb("end_combat", Kind.NOTHING),
    Verb("artillery", Kind.UNIT),
    Verb("air", Kind.UNIT),
    Verb("rockets", Kind.UNIT),
    Verb("no_more_support", Kind.NOTHING),
    Verb("lose", Kind.UNIT),
    Verb("fall_back", Kind.NOTHING),
    Verb("demand_step", Kind.NOTHING),
    Verb("demand_retreat", Kind.NOTHING),
    Verb("retreat", Kind.HEX),
    Verb("split_off", Kind.UNIT),
    Verb("advance", Kind.UNIT),
    Verb("advance_to", Kind.HEX),
    Verb("end_advance", Kind.NOTHING),
    Verb("assault", Kind.NOTHING),
    Verb("assault_with_rockets", Kind.NOTHING),
    Verb("reduce", Kind.UNIT),
    Verb("occupy", Kind.UNIT),
)

(
    PLACE, PLACE_AT, PLACE_REST, DONE, UNIT, MOVE, STOP, EXIT, DETACH, ABSORB, CADRE, END_MOVEMENT, REMOVE_EXCESS,
    ATTACK, ADD, ADD_ALL, REMOVE, COMMIT, CANCEL, END_COMBAT, ARTILLERY, AIR, ROCKETS, NO_MORE_SUPPORT, LOSE, FALL_BACK,
    DEMAND_STEP, DEMAND_RETREAT, RETREAT, SPLIT_OFF, ADVANCE, ADVANCE_TO, END_ADVANCE, ASSAULT, ASSAULT_WITH_ROCKETS,
    REDUCE, OCCUPY,
) = range(len(VERBS))  # fmt: skip

YES: Final = 1
"""The bitboard of a verb without a target."""
