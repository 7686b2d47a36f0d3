"""The words a player can say in A Victory Lost, numbered."""

from __future__ import annotations

from typing import Final

from grognard.core.ask import Kind, Verb

VERBS: Final = (
    Verb("select_chit", Kind.CHIT),
    Verb("return_chit", Kind.CHIT),
    Verb("historical", Kind.NOTHING),
    Verb("done", Kind.NOTHING),
    Verb("activate", Kind.UNIT),
    Verb("decline", Kind.NOTHING),
    Verb("play_manstein", Kind.NOTHING),
    Verb("reject_manstein", Kind.NOTHING),
    Verb("draw_first", Kind.CHIT),
    Verb("unit", Kind.UNIT),
    Verb("move", Kind.HEX),
    Verb("stop", Kind.NOTHING),
    Verb("end_movement", Kind.NOTHING),
    Verb("attack", Kind.HEX),
    Verb("add", Kind.UNIT),
    Verb("add_all", Kind.NOTHING),
    Verb("remove", Kind.UNIT),
    Verb("resolve", Kind.NOTHING),
    Verb("cancel", Kind.NOTHING),
    Verb("end_combat", Kind.NOTHING),
    Verb("lose", Kind.UNIT),
    Verb("retreat_unit", Kind.UNIT),
    Verb("retreat", Kind.HEX),
    Verb("follow", Kind.UNIT),
    Verb("advance", Kind.UNIT),
    Verb("advance_to", Kind.HEX),
    Verb("end_advance", Kind.NOTHING),
    Verb("relocate", Kind.UNIT),
    Verb("relocate_to", Kind.HEX),
    Verb("place", Kind.UNIT),
    Verb("place_at", Kind.HEX),
)

(
    SELECT_CHIT, RETURN_CHIT, HISTORICAL, DONE, ACTIVATE, DECLINE, PLAY_MANSTEIN, REJECT_MANSTEIN, DRAW_FIRST,
    UNIT, MOVE, STOP, END_MOVEMENT, ATTACK, ADD, ADD_ALL, REMOVE, RESOLVE, CANCEL, END_COMBAT, LOSE,
    RETREAT_UNIT, RETREAT, FOLLOW, ADVANCE, ADVANCE_TO, END_ADVANCE, RELOCATE, RELOCATE_TO, PLACE, PLACE_AT,
) = range(len(VERBS))  # fmt: skip

YES: Final = 1
"""The bitboard of a verb without a target."""
