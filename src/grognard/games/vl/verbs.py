"""The words a player can say in Velikiye Luki, numbered. A new one goes to the end: stored answers are numbers."""

from __future__ import annotations

from typing import Final

from grognard.core.ask import Kind, Verb

VERBS: Final = (
    Verb("place", Kind.UNIT),
    Verb("place_at", Kind.HEX),
    Verb("place_rest", Kind.NOTHING),
    Verb("done", Kind.NOTHING),
    Verb("unit", Kind.UNIT, "3.1a"),
    Verb("move", Kind.HEX, "3.1a"),
    Verb("stop", Kind.NOTHING),
    Verb("exit", Kind.NOTHING, "13.3.1c"),
    Verb("put_down", Kind.NOTHING),
    Verb("divide", Kind.NOTHING, "1.7.2a"),
    Verb("rejoin", Kind.NOTHING, "1.7.3"),
    Verb("detach", Kind.UNIT, "1.7.2a", aside=True),
    Verb("absorb", Kind.UNIT, "1.7.3", aside=True),
    Verb("cadre", Kind.UNIT, "1.7.3"),
    Verb("end_movement", Kind.NOTHING),
    Verb("remove_excess", Kind.UNIT, "5.1b"),
    Verb("attack", Kind.HEX, "6.1a"),
    Verb("add", Kind.UNIT, "6.1c"),
    Verb("add_all", Kind.NOTHING, "6.1c"),
    Verb("remove", Kind.UNIT),
    Verb("commit", Kind.NOTHING, "6.2a"),
    Verb("cancel", Kind.NOTHING),
    Verb("end_combat", Kind.NOTHING, "4.3a"),
    Verb("artillery", Kind.UNIT, "6.2.7a"),
    Verb("air", Kind.UNIT, "6.2.7b"),
    Verb("rockets", Kind.UNIT, "1.5e"),
    Verb("no_more_support", Kind.NOTHING, "6.2.7c"),
    Verb("lose", Kind.UNIT),
    Verb("fall_back", Kind.NOTHING),
    Verb("demand_step", Kind.NOTHING, "6.4c"),
    Verb("demand_retreat", Kind.NOTHING, "6.4c"),
    Verb("retreat", Kind.HEX, "6.5.1b"),
    Verb("split_off", Kind.UNIT, "6.5.1d"),
    Verb("advance", Kind.UNIT, "6.5.2b"),
    Verb("advance_to", Kind.HEX, "6.5.2b"),
    Verb("end_advance", Kind.NOTHING),
    Verb("assault", Kind.NOTHING, "7.1b"),
    Verb("roll", Kind.NOTHING, "7.5a"),
    Verb("add_rockets", Kind.NOTHING, "7.4a"),
    Verb("keep_rockets", Kind.NOTHING, "7.4a"),
    Verb("not_now", Kind.NOTHING),
    Verb("reduce", Kind.UNIT, "7.5b"),
    Verb("occupy", Kind.UNIT, "7.5d"),
    Verb("retreat_from", Kind.HEX, "6.4b"),
    Verb("go_on", Kind.NOTHING),
)

(
    PLACE, PLACE_AT, PLACE_REST, DONE, UNIT, MOVE, STOP, EXIT, PUT_DOWN, DIVIDE, REJOIN, DETACH, ABSORB, CADRE,
    END_MOVEMENT, REMOVE_EXCESS, ATTACK, ADD, ADD_ALL, REMOVE, COMMIT, CANCEL, END_COMBAT, ARTILLERY, AIR, ROCKETS,
    NO_MORE_SUPPORT, LOSE, FALL_BACK, DEMAND_STEP, DEMAND_RETREAT, RETREAT, SPLIT_OFF, ADVANCE,
    ADVANCE_TO, END_ADVANCE, ASSAULT, ROLL, ADD_ROCKETS, KEEP_ROCKETS, NOT_NOW, REDUCE, OCCUPY, RETREAT_FROM,
    GO_ON,
) = range(len(VERBS))  # fmt: skip

YES: Final = 1
"""The bitboard of a verb without a target."""
