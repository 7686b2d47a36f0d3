"""What a player of Lost Battles may see, put together from nothing: counters, markers, tracks and score.

Everything on the map is open. Hidden are the other side's secret choices and what follows from them: when and where its
reinforcements come (victory.secret). Of a choice only its owner sees the option until it shows itself.
"""

from __future__ import annotations

from typing import Any

from grognard.games.lb.attacks import Attack
from grognard.games.lb.combat.ground_attack import armored_fight
from grognard.games.lb.combat.results import worth
from grognard.games.lb.combat.segments import ArmoredSegment
from grognard.games.lb.combat.strengths import SEGMENT_RULES, Segment, armored
from grognard.games.lb.counters import GERMAN, RUSSIAN, SIDES
from grognard.games.lb.movement.entry import arrival, group_of
from grognard.games.lb.shown.overlays import standing
from grognard.games.lb.state import (
    BEFORE,
    COMBAT,
    FIRST_MOVEMENT,
    LAST_PLACE,
    NOT_ARRIVED,
    NOT_IN_PLAY,
    PHASES,
    PLACES,
    SECOND_MOVEMENT,
    TO_PLACE,
    LbState,
)  # fmt: skip
from grognard.games.lb.supply import supplied_hexes
from grognard.games.lb.victory import came_on
from grognard.hex.grid import bits

SEGMENT_NUMBERS: dict[str, str] = {
    "ranged_artillery": "I", "initial_armored": "II", "final_ground": "III", "air_strike": "IV",
}  # fmt: skip


def view(state: LbState, player: int | None) -> dict[str, Any]:
    """The game's own part of a view."""
    return {
        "turn": state.turn,
        "active": SIDES[state.active],
        "phase": PHASES[state.phase],
        "pieces": pieces(state, player),
        "markers": markers(state),
        "attacks": attacks(state),
        "tracks": tracks(state, player),
        "pools": {},
        "score": standing(state)["score"],
    }


def pieces(state: LbState, player: int | None) -> list[dict[str, Any]]:
    """Every counter of the scenario: its face, where it is, and in what state."""
    name = state.game.ground.grid.name
    hard = armored(state)
    fed = (supplied_hexes(state, GERMAN), supplied_hexes(state, RUSSIAN))
    shown = []
    for unit, place in enumerate(state.hex_of):
        if place == NOT_IN_PLAY:
            continue
        on_map = state.on_map(unit)
        piece = {**state.game.faces[unit], "where": name(place) if on_map else PLACES[place], "on_map": on_map}
        if flags := _flags(state, unit, hard, fed[state.game.counters.side[unit]]) if on_map else []:
            piece["flags"] = flags
        if place == NOT_ARRIVED and (turn := _arrives(state, unit, player)):
            piece["arrives"] = turn
            piece["arrives_rule"] = state.plan.groups[state.plan.group_of[unit]].rule
        shown.append(piece)
    return shown


def _flags(state: LbState, unit: int, hard: int, fed: int) -> list[str]:
    bit = 1 << unit
    flags = _supply_flags(state, unit, fed)
    for word, units in (
        ("limbered", state.limbered),
        ("unlimbering", state.unlimbering),
        ("dug_in", state.dug_in),
        ("undeployed", state.undeployed),
        ("moved", state.moved),
    ):
        if units & bit:
            flags.append(word)
    if unit in state.bridges:
        flags.append("bridge")
    if unit in state.building:
        flags.append("building")
    if state.phase == COMBAT and state.game.counters.optional_armor & bit & hard:
        flags.append("as_armor")
    return flags


def _supply_flags(state: LbState, unit: int, fed: int) -> list[str]:
    """supply.proc.a in its owner's Movement Phase as it was when that began, supply.proc.b else as it is."""
    has_line = fed >> state.hex_of[unit] & 1
    side = state.game.counters.side[unit]
    moving = side == state.active and state.phase in (FIRST_MOVEMENT, SECOND_MOVEMENT) and not state.over
    if not (state.supplied >> unit & 1 if moving else has_line):
        return ["out_of_supply"]
    return [] if has_line else ["line_lost"]


def _arrives(state: LbState, unit: int, player: int | None) -> int:
    """The turn a unit comes, as far as this viewer may know; 0 when nobody can tell, or when it is too late."""
    group = group_of(state, unit)
    if group is None:
        return 0
    known = group.choice < 0 or group.side == player or state.revealed >> group.choice & 1
    turn = (arrival(state, group)[0] or group.turn) if known else 0
    return max(turn, state.turn) if turn and state.turn <= group.last_turn else 0


def markers(state: LbState) -> list[dict[str, Any]]:
    """Fortifications and bridges."""
    ground = state.game.ground
    rows = state.game.counters.rows
    name = ground.grid.name
    shown: list[dict[str, Any]] = [{"kind": "fort", "hex": name(hex)} for hex in bits(state.forts)]
    for kind, sides in (("bridge", state.bridges), ("building", state.building)):
        for engineer, number in sides.items():
            shown.append(
                {
                    "kind": kind,
                    "hex": name(state.hex_of[engineer]),
                    "hexside": ground.hexside_name(number),
                    "side": rows[engineer].kind.side,
                }
            )
    return shown


def attacks(state: LbState) -> list[dict[str, Any]]:
    """What is announced and not resolved yet, by the segments in which that will be (seq.1b)."""
    rows, name = state.game.counters.rows, state.game.ground.grid.name
    shown: list[dict[str, Any]] = [
        _announced("ranged_artillery", [name(fire.hex)], units=[rows[gun].id for gun, _ in fire.guns])
        for fire in state.fires
    ]
    for attack in state.ground_attacks:
        hexes, units = [name(hex) for hex in bits(attack.hexes)], [rows[unit].id for unit in bits(attack.units)]
        shown.append(_announced("final_ground", hexes, _meets_armor(state, attack), units=units))
    for strike in state.strikes:
        shown.append(
            _announced("air_strike", [name(strike.hex)], target=rows[strike.unit].id, points=strike.points, units=[])
        )
    return shown


def _announced(kind: Segment, hexes: list[str], armor: bool = False, **facts: Any) -> dict[str, Any]:
    numbers = [SEGMENT_NUMBERS[one] for one in (("initial_armored", kind) if armor else (kind,))]
    return {"kind": kind, "segments": numbers, "rule": SEGMENT_RULES[kind], "hexes": hexes, **facts}


def _meets_armor(state: LbState, attack: Attack) -> bool:
    """seq.1b.IIa whether an Initial Armored combat is still to come for an attack."""
    coming = any(isinstance(step, ArmoredSegment) and not step.fought & attack.hexes for step in state.stack)
    return coming and armored_fight(state, attack.hexes, attack.units) is not None


def tracks(state: LbState, player: int | None) -> list[dict[str, Any]]:
    """The turn, losses, units off the map, stores, air points, first entries, and choices as this viewer knows them."""
    counters = state.game.counters
    shown: list[dict[str, Any]] = [
        {"id": "turn", "value": state.turn, "last": state.plan.turns},
    ]
    for side in (GERMAN, RUSSIAN):
        gone = sum(worth(state, unit) for unit in state.exited if counters.side[unit] == side)
        stores = [state.hex_of[unit] for unit in bits(counters.supply & counters.of_side[side])]
        left = sum(place in (TO_PLACE, NOT_ARRIVED) or place > LAST_PLACE for place in stores)
        given = air_to_come(state, side)
        spent = sum(strike.points for strike in state.strikes) if side == state.active else 0
        shown += [
            {"id": f"lost_{SIDES[side]}", "value": state.destroyed[side]},
            {"id": f"exited_{SIDES[side]}", "value": gone or None},
            {"id": f"supply_{SIDES[side]}", "value": left, "last": sum(place != NOT_IN_PLAY for place in stores)},
            {"id": f"air_{SIDES[side]}", "value": given - spent if given else None, "last": given},
        ]
    for name in state.plan.sets:
        if name:
            shown.append({"id": f"first_{name}", "value": first_turn(state, name) or None})
    for number, one in enumerate(state.plan.choices):
        known = state.chosen[number] >= 0 and (one.side == player or state.revealed >> number & 1)
        option = state.game.chit_names[one.chits[state.chosen[number]]] if known else None
        shown.append({"id": one.row.id, "value": option, "side": SIDES[one.side]})
    return shown


def air_to_come(state: LbState, side: int) -> int:
    """air.general.a the Air Combat Points of this turn, until the side's Combat Phase is over."""
    begun = state.active == side and state.phase != BEFORE
    over = (
        state.phase == SECOND_MOVEMENT
        if begun
        else len(state.samples) > 2 * (state.turn - 1) + (side != state.plan.first)
    )
    return 0 if over else state.plan.air.get((side, state.turn), 0)


def first_turn(state: LbState, name: str) -> int:
    """The Game-Turn that decides a set of conditions, or 0 (scenario4.victory.rail, scenario4.victory.sideA)."""
    for one in state.plan.conditions:
        if one.goal.set == name and one.goal.kind in ("enter_by", "leave_by"):
            return came_on(state, one)
    return 0
