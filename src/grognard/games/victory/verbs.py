"""The words a player can say in Victory, numbered."""

from __future__ import annotations

from typing import Final

from grognard.core.ask import Kind, Verb

VERBS: Final = (
    # set-up (1.4, 10.2)
    Verb("muster", Kind.NOTHING),
    Verb("buy", Kind.CHIT),
    Verb("raise", Kind.UNIT),
    Verb("lower", Kind.UNIT),
    Verb("deploy", Kind.UNIT),
    Verb("deploy_at", Kind.HEX),
    Verb("take_back", Kind.NOTHING),
    Verb("deploy_rest", Kind.NOTHING),
    Verb("place_factory", Kind.CHIT),
    Verb("done", Kind.NOTHING),
    # movement (5)
    Verb("unit", Kind.UNIT),
    Verb("move", Kind.HEX),
    Verb("strategic", Kind.HEX),
    Verb("sea_move", Kind.HEX),
    Verb("paradrop", Kind.HEX),
    Verb("board", Kind.UNIT),
    Verb("launch_at", Kind.HEX),
    Verb("join_attack", Kind.NOTHING),
    Verb("join_defence", Kind.NOTHING),
    Verb("stop", Kind.NOTHING),
    Verb("end_move", Kind.NOTHING),
    # combat (6)
    Verb("battle", Kind.HEX),
    Verb("activate", Kind.HEX),
    Verb("end_battles", Kind.NOTHING),
    Verb("scramble", Kind.UNIT),
    Verb("turn", Kind.UNIT),
    Verb("fire_air", Kind.NOTHING),
    Verb("fire_naval", Kind.NOTHING),
    Verb("fire_ground", Kind.NOTHING),
    Verb("pass", Kind.NOTHING),
    Verb("retreat", Kind.HEX),
    Verb("retreat_aboard", Kind.UNIT),
    Verb("drop", Kind.NOTHING),
    Verb("land", Kind.NOTHING),
    Verb("bomb", Kind.NOTHING),
    Verb("hit", Kind.UNIT),
    Verb("hit_marker", Kind.NOTHING),
    Verb("withdraw", Kind.UNIT),
    Verb("give_up", Kind.NOTHING),
    Verb("blockade", Kind.NOTHING),
    Verb("land_at", Kind.HEX),
    Verb("land_aboard", Kind.UNIT),
    Verb("shed", Kind.UNIT),
    Verb("regroup", Kind.UNIT),
    Verb("regroup_to", Kind.HEX),
    Verb("wreck", Kind.UNIT),
    Verb("wreck_bridge", Kind.HEXSIDE),
    Verb("wreck_canal", Kind.HEX),
    # supply and production (7, 8, 9)
    Verb("beachhead", Kind.UNIT),
    Verb("add_step", Kind.UNIT),
    Verb("build_at", Kind.HEX),
    Verb("build", Kind.CHIT),
    Verb("merge", Kind.UNIT),
    Verb("into", Kind.UNIT),
    Verb("divide", Kind.UNIT),
    Verb("disband", Kind.UNIT),
    Verb("convert", Kind.UNIT),
    Verb("exchange", Kind.UNIT),
    Verb("exchange_for", Kind.CHIT),
    Verb("pay_at", Kind.HEX),
    Verb("build_airfield", Kind.UNIT),
    Verb("build_mulberry", Kind.UNIT),
    Verb("repair", Kind.UNIT),
    Verb("repair_bridge", Kind.HEXSIDE),
    Verb("repair_canal", Kind.NOTHING),
    Verb("cancel", Kind.NOTHING),
    # commanders (10.5)
    Verb("transfer", Kind.NUMBER),
    Verb("propose", Kind.NUMBER),
    Verb("coup", Kind.NOTHING),
    Verb("aye", Kind.NOTHING),
    Verb("nay", Kind.NOTHING),
    # guests in a battle (2.0.3b), commanders who let another go first (10.5a)
    Verb("hit_guest", Kind.NOTHING),
    Verb("later", Kind.NOTHING),
)

(
    MUSTER, BUY, RAISE, LOWER, DEPLOY, DEPLOY_AT, TAKE_BACK, DEPLOY_REST, PLACE_FACTORY, DONE,
    UNIT, MOVE, STRATEGIC, SEA_MOVE, PARADROP, BOARD, LAUNCH_AT, JOIN_ATTACK, JOIN_DEFENCE, STOP, END_MOVE,
    BATTLE, ACTIVATE, END_BATTLES, SCRAMBLE, TURN, FIRE_AIR, FIRE_NAVAL, FIRE_GROUND, PASS, RETREAT, RETREAT_ABOARD,
    DROP, LAND, BOMB, HIT, HIT_MARKER, WITHDRAW, GIVE_UP, BLOCKADE, LAND_AT, LAND_ABOARD, SHED, REGROUP, REGROUP_TO,
    WRECK, WRECK_BRIDGE, WRECK_CANAL,
    BEACHHEAD, ADD_STEP, BUILD_AT, BUILD, MERGE, INTO, DIVIDE, DISBAND, CONVERT, EXCHANGE, EXCHANGE_FOR, PAY_AT,
    BUILD_AIRFIELD, BUILD_MULBERRY, REPAIR, REPAIR_BRIDGE, REPAIR_CANAL, CANCEL,
    TRANSFER, PROPOSE, COUP, AYE, NAY, HIT_GUEST, LATER,
) = range(len(VERBS))  # fmt: skip

YES: Final = 1
"""The bitboard of a verb without a target."""
