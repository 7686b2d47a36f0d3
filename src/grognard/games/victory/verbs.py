"""The words a player can say in Victory, numbered."""

from __future__ import annotations

from typing import Final

from grognard.core.ask import Kind, Verb

VERBS: Final = (
    # set-up (1.4, 10.2)
    Verb("muster", Kind.NOTHING),
    Verb("buy", Kind.CHIT, "10.2"),
    Verb("raise", Kind.UNIT, "10.2"),
    Verb("lower", Kind.UNIT, "10.2"),
    Verb("deploy", Kind.UNIT, "1.4a"),
    Verb("deploy_at", Kind.HEX, "1.4a"),
    Verb("take_back", Kind.NOTHING),
    Verb("deploy_rest", Kind.NOTHING),
    Verb("place_factory", Kind.CHIT, "9.1e"),
    Verb("done", Kind.NOTHING),
    # movement (5)
    Verb("unit", Kind.UNIT, "2.0.2b"),
    Verb("move", Kind.HEX, "5.0a"),
    Verb("strategic", Kind.HEX, "5.9a"),
    Verb("sea_move", Kind.HEX, "5.91a"),
    Verb("paradrop", Kind.HEX, "6.6a"),
    Verb("board", Kind.UNIT, "4.2.CV.a"),
    Verb("launch_at", Kind.HEX, "stretch.6"),
    Verb("join_attack", Kind.NOTHING, "2.0.3b"),
    Verb("join_defence", Kind.NOTHING, "2.0.3b"),
    Verb("stop", Kind.NOTHING),
    Verb("end_move", Kind.NOTHING),
    # combat (6)
    Verb("battle", Kind.HEX, "6.1a"),
    Verb("activate", Kind.HEX, "6.8e"),
    Verb("end_battles", Kind.NOTHING),
    Verb("scramble", Kind.UNIT, "5.52b"),
    Verb("turn", Kind.UNIT, "6.31a"),
    Verb("fire_air", Kind.NOTHING, "6.42b"),
    Verb("fire_naval", Kind.NOTHING, "6.42b"),
    Verb("fire_ground", Kind.NOTHING, "6.42b"),
    Verb("pass", Kind.NOTHING),
    Verb("retreat", Kind.HEX, "6.5a"),
    Verb("retreat_aboard", Kind.UNIT, "6.54"),
    Verb("drop", Kind.NOTHING, "6.6b"),
    Verb("land", Kind.NOTHING, "6.7b"),
    Verb("bomb", Kind.NOTHING, "stretch.1"),
    Verb("hit", Kind.UNIT),
    Verb("hit_marker", Kind.NOTHING),
    Verb("withdraw", Kind.UNIT, "6.5e"),
    Verb("give_up", Kind.NOTHING),
    Verb("blockade", Kind.NOTHING, "6.8a"),
    Verb("land_at", Kind.HEX, "5.51b"),
    Verb("land_aboard", Kind.UNIT, "4.2.CV.a"),
    Verb("shed", Kind.UNIT, "4.2.CV.b"),
    Verb("regroup", Kind.UNIT, "6.opt.2"),
    Verb("regroup_to", Kind.HEX, "6.opt.2"),
    Verb("wreck", Kind.UNIT, "9.5a"),
    Verb("wreck_bridge", Kind.HEXSIDE, "9.5a"),
    Verb("wreck_canal", Kind.HEX, "9.5a"),
    # supply and production (7, 8, 9)
    Verb("beachhead", Kind.UNIT, "6.71a"),
    Verb("add_step", Kind.UNIT, "8.2a"),
    Verb("build_at", Kind.HEX, "8.2a"),
    Verb("build", Kind.CHIT, "8.2a"),
    Verb("merge", Kind.UNIT, "8.21a"),
    Verb("into", Kind.UNIT, "8.21a"),
    Verb("divide", Kind.UNIT, "8.21c"),
    Verb("disband", Kind.UNIT, "8.22"),
    Verb("convert", Kind.UNIT, "4.3.RE.b"),
    Verb("exchange", Kind.UNIT, "9.1c"),
    Verb("exchange_for", Kind.CHIT, "9.1c"),
    Verb("pay_at", Kind.HEX),
    Verb("build_airfield", Kind.UNIT, "9.6a"),
    Verb("build_mulberry", Kind.UNIT, "9.7a"),
    Verb("repair", Kind.UNIT, "9.5c"),
    Verb("repair_bridge", Kind.HEXSIDE, "9.5c"),
    Verb("repair_canal", Kind.NOTHING, "9.5c"),
    Verb("cancel", Kind.NOTHING),
    # commanders (10.5)
    Verb("transfer", Kind.NUMBER, "10.5a"),
    Verb("propose", Kind.NUMBER, "10.5a"),
    Verb("coup", Kind.NOTHING, "10.5b"),
    Verb("aye", Kind.NOTHING),
    Verb("nay", Kind.NOTHING),
    # guests in a battle (2.0.3b), commanders who let another go first (10.5a)
    Verb("hit_guest", Kind.NOTHING, "2.0.3b"),
    Verb("later", Kind.NOTHING, "10.5a"),
    # the choice of maps (1.1)
    Verb("pick_map", Kind.CHIT, "1.1.side"),
    Verb("turn_map", Kind.CHIT, "1.1"),
    Verb("shift_map", Kind.CHIT, "1.1"),
    Verb("reshape", Kind.NOTHING, "1.1"),
    Verb("settle_maps", Kind.NOTHING, "1.1.side"),
    # whose points pay for a factory step (9.1e)
    Verb("pay_with", Kind.CHIT, "9.1e"),
    # the first die of all
    Verb("roll", Kind.NOTHING),
    # by sea where the land way is open too (6.7a), out to a bridge or canal (9.5a)
    Verb("invade", Kind.HEX, "6.7a"),
    Verb("sortie", Kind.HEX, "9.5a"),
    Verb("go_on", Kind.NOTHING),
    # the force builder (10.2)
    Verb("buy_full", Kind.CHIT, "10.2"),
    Verb("give_back", Kind.UNIT, "10.2"),
    Verb("suggest_balanced", Kind.NOTHING, "10.2"),
    Verb("suggest_armour", Kind.NOTHING, "10.2"),
    Verb("suggest_air", Kind.NOTHING, "10.2"),
    Verb("suggest_fleet", Kind.NOTHING, "10.2"),
)

(
    MUSTER, BUY, RAISE, LOWER, DEPLOY, DEPLOY_AT, TAKE_BACK, DEPLOY_REST, PLACE_FACTORY, DONE,
    UNIT, MOVE, STRATEGIC, SEA_MOVE, PARADROP, BOARD, LAUNCH_AT, JOIN_ATTACK, JOIN_DEFENCE, STOP, END_MOVE,
    BATTLE, ACTIVATE, END_BATTLES, SCRAMBLE, TURN, FIRE_AIR, FIRE_NAVAL, FIRE_GROUND, PASS, RETREAT, RETREAT_ABOARD,
    DROP, LAND, BOMB, HIT, HIT_MARKER, WITHDRAW, GIVE_UP, BLOCKADE, LAND_AT, LAND_ABOARD, SHED, REGROUP, REGROUP_TO,
    WRECK, WRECK_BRIDGE, WRECK_CANAL,
    BEACHHEAD, ADD_STEP, BUILD_AT, BUILD, MERGE, INTO, DIVIDE, DISBAND, CONVERT, EXCHANGE, EXCHANGE_FOR, PAY_AT,
    BUILD_AIRFIELD, BUILD_MULBERRY, REPAIR, REPAIR_BRIDGE, REPAIR_CANAL, CANCEL,
    TRANSFER, PROPOSE, COUP, AYE, NAY, HIT_GUEST, LATER, PICK_MAP, TURN_MAP, SHIFT_MAP, RESHAPE, SETTLE_MAPS, PAY_WITH,
    ROLL, INVADE, SORTIE, GO_ON, BUY_FULL, GIVE_BACK, SUGGEST_BALANCED, SUGGEST_ARMOUR, SUGGEST_AIR, SUGGEST_FLEET,
) = range(len(VERBS))  # fmt: skip

YES: Final = 1
"""The bitboard of a verb without a target."""
