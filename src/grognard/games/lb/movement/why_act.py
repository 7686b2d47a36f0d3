"""Why a unit cannot do something where it stands: limber, entrench, bridge a river, or leave the map."""

from __future__ import annotations

from grognard.core.words import Message, points
from grognard.games.lb import verbs
from grognard.games.lb.movement.leaving import why_not_out
from grognard.games.lb.state import LbState

ACTS = (verbs.LIMBER, verbs.UNLIMBER, verbs.ENTRENCH, verbs.REASSEMBLE, verbs.BRIDGE, verbs.EXIT)


def why_not_act(state: LbState, unit: int, left: int, started: bool, verb: int, target: int) -> list[Message]:
    """The rule against an act, or nothing where the verb is no act."""
    if verb not in ACTS:
        return []
    if not state.on_map(unit):
        return [state.message("why.not_on_map", "move.general", unit=unit)]
    if verb in (verbs.LIMBER, verbs.UNLIMBER):
        return [_why_not_limber(state, unit, left, verb == verbs.LIMBER)]
    if verb in (verbs.ENTRENCH, verbs.REASSEMBLE):
        return [_why_not_entrench(state, unit, left, verb == verbs.ENTRENCH)]
    if verb == verbs.BRIDGE:
        return [_why_not_bridge(state, unit, started, target)]
    if closed := why_stuck(state, unit):
        return [closed]
    if state.undeployed >> unit & 1:
        return [state.message("why.bound_to_attack_here", "move.Ka", unit=unit)]
    return [why_not_out(state, unit, left)]


def why_stuck(state: LbState, unit: int) -> Message | None:
    """What a unit has to do before it can go from hex to hex."""
    bit = 1 << unit
    if state.game.counters.guns & bit & ~state.limbered:
        return state.message("why.limber_first", "artillery.A1", unit=unit)
    if state.dug_in & bit:
        return state.message("why.reassemble_first", "fort.F", unit=unit)
    return None


def _why_not_limber(state: LbState, unit: int, left: int, limber: bool) -> Message:
    bit = 1 << unit
    if not state.game.counters.guns & bit:
        return state.message("why.no_gun", "artillery.A1", unit=unit)
    rule = "artillery.A1" if limber else "artillery.A3"
    if bool(state.limbered & bit) == limber:
        return state.message("why.gun_is_so_already", rule, unit=unit)
    return state.message("why.limbering_too_dear", rule, unit=unit, left=points(left))


def _why_not_entrench(state: LbState, unit: int, left: int, entrench: bool) -> Message:
    bit = 1 << unit
    if not state.forts >> state.hex_of[unit] & 1:
        return state.message("why.no_fort", "fort.F", unit=unit)
    if bool(state.dug_in & bit) == entrench:
        return state.message("why.fort_is_so_already", "fort.A", unit=unit)
    if state.undeployed & bit:
        return state.message("why.bound_to_attack_here", "move.Ka", unit=unit)
    return state.message("why.entrenching_too_dear", "fort.F", unit=unit, left=points(left))


def _why_not_bridge(state: LbState, unit: int, started: bool, hexside: int) -> Message:
    if not state.game.counters.engineers >> unit & 1:
        return state.message("why.no_engineer", "eng.A", unit=unit)
    if unit in state.bridges:
        return state.message("why.keeps_a_bridge", "eng.A", unit=unit)
    if started:
        return state.message("why.engineer_moved", "eng.A", unit=unit)
    side = state.game.counters.side[unit]
    for other, number in state.building.items():
        if number == hexside and state.game.counters.side[other] == side:
            return state.message("why.bridged_by_another", "eng.A", unit=other, hexside=hexside)
    return state.message("why.no_bridge_site", "eng.A", unit=unit, hexside=hexside)
