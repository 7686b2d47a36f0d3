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
    Verb("put_down", Kind.NOTHING),
    Verb("divide", Kind.NOTHING, "1.7.2a"),
    Verb("rejoin", Kind.NOTHING, "1.7.3"),
    Verb("detach", Kind.UNIT, "1.7.2a", aside=True),
    Verb("absorb", Kind.UNIT, "1.7.3", aside=True),
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
    Verb("artillery", Kind.UNIT, "6.2.7a"),
    Verb("air", Kind.UNIT, "6.2.7b"),
    Verb("rockets", Kind.UNIT, "1.5e"),
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
    Verb("roll", Kind.NOTHING),
    Verb("add_rockets", Kind.NOTHING),
    Verb("keep_rockets", Kind.NOTHING),
    Verb("not_now", Kind.NOTHING),
    Verb("reduce", Kind.UNIT),
    Verb("occupy", Kind.UNIT),
)

(
    PLACE, PLACE_AT, PLACE_REST, DONE, UNIT, MOVE, STOP, EXIT, PUT_DOWN, DIVIDE, REJOIN, DETACH, ABSORB, CADRE,
    END_MOVEMENT, REMOVE_EXCESS, ATTACK, ADD, ADD_ALL, REMOVE, COMMIT, CANCEL, END_COMBAT, ARTILLERY, AIR, ROCKETS,
    NO_MORE_SUPPORT, LOSE, FALL_BACK, DEMAND_STEP, DEMAND_RETREAT, RETREAT, SPLIT_OFF, ADVANCE, ADVANCE_TO, END_ADVANCE,
    ASSAULT, ROLL, ADD_ROCKETS, KEEP_ROCKETS, NOT_NOW, REDUCE, OCCUPY,
) = range(len(VERBS))  # fmt: skip

YES: Final = 1
"""The bitboard of a verb without a target."""
