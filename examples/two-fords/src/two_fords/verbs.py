"""The words a player can say, numbered. A new one goes to the end: stored answers are numbers."""

from __future__ import annotations

from typing import Final

from grognard.core.ask import Kind, Verb

VERBS: Final = (
    Verb("objective", Kind.HEX, "2.1"),
    Verb("unit", Kind.UNIT, "4.1"),
    Verb("move", Kind.HEX, "4.1"),
    Verb("put_down", Kind.NOTHING),
    Verb("end_movement", Kind.NOTHING),
    Verb("attack", Kind.HEX, "6.1"),
    Verb("add", Kind.UNIT, "6.1"),
    Verb("remove", Kind.UNIT, "6.1"),
    Verb("commit", Kind.NOTHING, "6.2"),
    Verb("cancel", Kind.NOTHING),
    Verb("end_combat", Kind.NOTHING),
    Verb("retreat", Kind.HEX, "7.1"),
    Verb("advance", Kind.UNIT, "7.3"),
    Verb("stay", Kind.NOTHING, "7.3"),
)

(
    OBJECTIVE, UNIT, MOVE, PUT_DOWN, END_MOVEMENT, ATTACK, ADD, REMOVE, COMMIT, CANCEL, END_COMBAT, RETREAT, ADVANCE,
    STAY,
) = range(len(VERBS))  # fmt: skip

YES: Final = 1
"""The bitboard of a verb without a target."""
