"""The words a player can say in A Victory Lost, numbered."""

from __future__ import annotations

from typing import Final

from grognard.core.ask import Kind, Verb

VERBS: Final = (
    Verb("select_chit", Kind.CHIT),
    Verb("return_chit", Kind.CHIT),
    Verb("historical", Kind.NOTHING, "3.0e"),
    Verb("done", Kind.NOTHING),
    Verb("activate", Kind.UNIT),
    Verb("decline", Kind.NOTHING),
    Verb("play_manstein", Kind.NOTHING, "7.2.2c"),
    Verb("reject_manstein", Kind.NOTHING, "7.2.2d"),
    Verb("draw_first", Kind.CHIT, "15.0.2c"),
    Verb("unit", Kind.UNIT, "8.1.1"),
    Verb("move", Kind.HEX, "8.1.2b"),
    Verb("stop", Kind.NOTHING),
    Verb("end_movement", Kind.NOTHING),
    Verb("attack", Kind.HEX, "9.0a"),
    Verb("add", Kind.UNIT, "9.1.3"),
    Verb("add_all", Kind.NOTHING, "9.1.3"),
    Verb("remove", Kind.UNIT),
    Verb("resolve", Kind.NOTHING, "9.2"),
    Verb("cancel", Kind.NOTHING),
    Verb("end_combat", Kind.NOTHING, "9.1.2"),
    Verb("lose", Kind.UNIT, "9.4.2a"),
    Verb("retreat_unit", Kind.UNIT, "9.5.1b"),
    Verb("retreat", Kind.HEX, "9.5"),
    Verb("follow", Kind.UNIT, "12.3"),
    Verb("advance", Kind.UNIT, "9.6.1"),
    Verb("advance_to", Kind.HEX),
    Verb("end_advance", Kind.NOTHING, "9.6.2"),
    Verb("relocate", Kind.UNIT, "10.3"),
    Verb("relocate_to", Kind.HEX, "12.7b"),
    Verb("place", Kind.UNIT, "11.1.1a"),
    Verb("place_at", Kind.HEX, "11.1.1b"),
    Verb("put_down", Kind.NOTHING, "8.1.1"),
    Verb("go_on", Kind.NOTHING),
)

(
    SELECT_CHIT, RETURN_CHIT, HISTORICAL, DONE, ACTIVATE, DECLINE, PLAY_MANSTEIN, REJECT_MANSTEIN, DRAW_FIRST,
    UNIT, MOVE, STOP, END_MOVEMENT, ATTACK, ADD, ADD_ALL, REMOVE, RESOLVE, CANCEL, END_COMBAT, LOSE,
    RETREAT_UNIT, RETREAT, FOLLOW, ADVANCE, ADVANCE_TO, END_ADVANCE, RELOCATE, RELOCATE_TO, PLACE, PLACE_AT,
    PUT_DOWN,
    GO_ON,
) = range(len(VERBS))  # fmt: skip

YES: Final = 1
"""The bitboard of a verb without a target."""
