"""The words a player can say in Lost Battles, numbered."""

from __future__ import annotations

from typing import Final

from grognard.core.ask import Kind, Verb

VERBS: Final = (
    # before the first turn
    Verb("choose", Kind.CHIT),
    Verb("place", Kind.UNIT),
    Verb("place_at", Kind.HEX),
    Verb("pick_up", Kind.UNIT),
    Verb("flip", Kind.UNIT, "artillery.B2"),
    Verb("dig_in", Kind.UNIT, "fort.A"),
    Verb("fort_at", Kind.HEX, "fort.B"),
    Verb("fort_away", Kind.HEX, "fort.B"),
    Verb("deploy_rest", Kind.NOTHING),
    Verb("done", Kind.NOTHING),
    # movement
    Verb("unit", Kind.UNIT, "move.C"),
    Verb("move", Kind.HEX, "move.A"),
    Verb("rush", Kind.HEX, "move.Ka"),
    Verb("enter", Kind.HEX),
    Verb("limber", Kind.NOTHING, "artillery.A1"),
    Verb("unlimber", Kind.NOTHING, "artillery.A3"),
    Verb("entrench", Kind.NOTHING, "fort.F"),
    Verb("reassemble", Kind.NOTHING, "fort.F"),
    Verb("bridge", Kind.HEXSIDE, "eng.A"),
    Verb("exit", Kind.NOTHING),
    Verb("stop", Kind.NOTHING),
    Verb("end_movement", Kind.NOTHING, "move.B"),
    # announcing
    Verb("attack", Kind.HEX, "combat.D"),
    Verb("attack_bound", Kind.NOTHING, "move.Ka"),
    Verb("also", Kind.HEX, "combat.D"),
    Verb("fire", Kind.HEX, "artillery.D1"),
    Verb("strike", Kind.UNIT, "air.general.b"),
    Verb("add", Kind.UNIT),
    Verb("add_all", Kind.NOTHING),
    Verb("add_unsupplied", Kind.UNIT, "artillery.C.III"),
    Verb("remove", Kind.UNIT),
    Verb("supply_from", Kind.UNIT, "artillery.F1"),
    Verb("points", Kind.NUMBER, "air.general.a"),
    Verb("announce", Kind.NOTHING),
    Verb("cancel", Kind.NOTHING),
    Verb("as_armor", Kind.UNIT, "armor.A"),
    Verb("as_infantry", Kind.UNIT, "armor.A"),
    Verb("end_announcing", Kind.NOTHING, "combat.B"),
    # resolving
    Verb("resolve", Kind.HEX, "combat.proc.d"),
    Verb("lose", Kind.UNIT, "combat.proc.d"),
    Verb("retreat_unit", Kind.UNIT, "combat.proc.d"),
    Verb("retreat", Kind.HEX),
    Verb("go_on", Kind.NOTHING),
)

(
    CHOOSE, PLACE, PLACE_AT, PICK_UP, FLIP, DIG_IN, FORT_AT, FORT_AWAY, DEPLOY_REST, DONE,
    UNIT, MOVE, RUSH, ENTER, LIMBER, UNLIMBER, ENTRENCH, REASSEMBLE, BRIDGE, EXIT, STOP, END_MOVEMENT,
    ATTACK, ATTACK_BOUND, ALSO, FIRE, STRIKE, ADD, ADD_ALL, ADD_UNSUPPLIED, REMOVE, SUPPLY_FROM, POINTS, ANNOUNCE,
    CANCEL,
    AS_ARMOR, AS_INFANTRY, END_ANNOUNCING, RESOLVE, LOSE, RETREAT_UNIT, RETREAT, GO_ON,
) = range(len(VERBS))  # fmt: skip

YES: Final = 1
"""The bitboard of a verb without a target."""
