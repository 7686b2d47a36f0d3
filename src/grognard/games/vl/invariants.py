"""What never may be wrong with a position, checked after every answer by the conformance suite."""

from __future__ import annotations

from grognard.games.vl.counters import GERMAN, SIDES, SOVIET
from grognard.games.vl.stacking import overstacked
from grognard.games.vl.state import (
    ABSORBED,
    AWAY,
    ELIMINATED,
    EXITED,
    LAST_PLACE,
    NOT_ARRIVED,
    POOL,
    SUPPLIED,
    VlState,
)
from grognard.games.vl.turn import points_of_turn
from grognard.hex.grid import bits


def faults(state: VlState) -> list[str]:
    """Everything that is wrong; empty for a sound position."""
    return [*_places(state), *_hexes(state), *state.disagreements(), *_points(state), *_acting(state)]


def _places(state: VlState) -> list[str]:
    """One place per counter that fits its kind, and steps that fit its place."""
    found = []
    counters = state.game.counters
    for unit, place in enumerate(state.hex_of):
        name = counters.rows[unit].id
        bit = 1 << unit
        if place > LAST_PLACE:
            if not state.game.ground.land >> place & 1:
                found.append(f"{name} stands off the map")
        elif place == POOL and not (counters.cadres | state.left_out) & bit:
            found.append(f"{name} is in the pool of cadres")
        elif place == ABSORBED and not counters.divisions & bit:
            found.append(f"{name} was absorbed and is no division")
        elif place == EXITED and not counters.brigades & bit:
            found.append(f"{name} has left the map and is no brigade")
        elif place == AWAY and unit not in state.due:
            found.append(f"{name} is away and not due")
        elif place == NOT_ARRIVED and counters.festungs & bit:
            found.append(f"{name} has not arrived")
        if state.left_out & bit and place != POOL:
            found.append(f"{name} is left out by the options")
        gone = place == ELIMINATED
        if (state.steps[unit] == 0) != gone or state.steps[unit] > counters.steps[unit]:
            found.append(f"{name} has {state.steps[unit]} steps in place {place}")
        if state.supply[unit] != SUPPLIED and (place <= LAST_PLACE or counters.festungs & bit):
            found.append(f"{name} carries a supply marker in place {place}")
        if counters.cadres & bit and place > LAST_PLACE and not counters.divisions >> state.cadre_of[unit] & 1:
            found.append(f"{name} comes from no division")
    return found


def _hexes(state: VlState) -> list[str]:
    """No hex holds both sides, and where nothing is under way no hex is overstacked (5.1a)."""
    found = []
    of_side = state.game.counters.of_side
    for hex, units in state.at.items():
        if units & of_side[SOVIET] and units & of_side[GERMAN]:
            found.append(f"both sides stand in {state.game.ground.grid.name(hex)}")
    if state.stack and state.stack[-1].words == "combat" and not state.fought:
        # nothing has fought in this phase yet: the stacks are as the last check left them
        for side in (SOVIET, GERMAN):
            for hex in bits(state.occupied[side]):
                if overstacked(state, side, hex):
                    found.append(f"{SIDES[side]} stack in {state.game.ground.grid.name(hex)} is too large")
    return found


def _points(state: VlState) -> list[str]:
    """No points beyond those of an HQ or of the turn, none for who has not left; no combat between combats."""
    counters = state.game.counters
    found = [
        f"{counters.rows[unit].id} has too many supports"
        for unit in bits(counters.hqs)
        if state.supports[unit] > counters.supports[unit]
    ]
    artillery, air = points_of_turn(state)
    for word, points, most in (("artillery", state.artillery, artillery), ("air", state.air, air)):
        for side, name in enumerate(SIDES):
            if points[side] > most[side]:
                found.append(f"{word} of {name} is {points[side]}, turn {state.turn} has {most[side]}")
    for unit in bits(state.scored):
        if state.hex_of[unit] != EXITED:
            found.append(f"{counters.rows[unit].id} has scored and has not left the map (13.3.1c)")
    if state.stack and state.stack[-1].words in ("move", "combat") and state.battle is not None:
        found.append("a combat is over and still on the table")
    return found


def _acting(state: VlState) -> list[str]:
    """3.0, 6.1 only units of the active side have moved or attacked; who stands where it attacked has advanced."""
    rows, mine = state.game.counters.rows, state.game.counters.of_side[state.active]
    return [
        *(f"{rows[unit].id} has acted in the enemy's phase" for unit in bits((state.moved | state.fought) & ~mine)),
        *(
            f"{rows[unit].id} stands in {state.game.ground.grid.name(hex)}, which its own side has attacked"
            for hex in bits(state.attacked)
            for unit in bits(state.at.get(hex, 0) & mine & ~state.fought)
        ),
    ]
