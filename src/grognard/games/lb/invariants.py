"""What never may be wrong with a position, checked after every answer by the conformance suite."""

from __future__ import annotations

from grognard.games.lb.counters import GERMAN, RUSSIAN, SIDES
from grognard.games.lb.state import DESTROYED, EXITED, LAST_PLACE, NOT_ARRIVED, TO_PLACE, USED, LbState
from grognard.hex.grid import bits


def faults(state: LbState) -> list[str]:
    """Everything that is wrong; empty for a sound position."""
    return [*_places(state), *_stacks(state), *_states(state), *state.disagreements(), *_score(state)]


def _places(state: LbState) -> list[str]:
    found = []
    counters = state.game.counters
    for unit, place in enumerate(state.hex_of):
        name = counters.rows[unit].id
        if place == USED and not counters.supply >> unit & 1:
            found.append(f"{name} is used up but is no supply unit")
        if place == TO_PLACE and unit not in state.plan.setup_of:
            found.append(f"{name} waits to be deployed but never is")
        if place == NOT_ARRIVED and unit not in state.plan.group_of:
            found.append(f"{name} waits to enter but is no reinforcement")
        if (place == EXITED) != (unit in state.exited):
            found.append(f"{name} has left the map, or not")
        if place > LAST_PLACE and not state.game.ground.land >> place & 1:
            found.append(f"{name} stands off the map")
    return found


def _stacks(state: LbState) -> list[str]:
    """stack.A three units at all times; one side to a hex; fort.A units in a fortification have one."""
    found = []
    counters = state.game.counters
    for hex, units in state.at.items():
        name = state.game.ground.grid.name(hex)
        if units & counters.of_side[GERMAN] and units & counters.of_side[RUSSIAN]:
            found.append(f"both sides stand in {name}")
        if state.counting(units) > state.game.stack_limit:
            found.append(f"{units.bit_count()} units stand in {name}")
        if units & state.dug_in and not state.forts >> hex & 1:
            found.append(f"units are dug in without a fortification in {name}")
    return found


def _states(state: LbState) -> list[str]:
    """Only guns are limbered, only engineers build, and only units on the map are anything."""
    counters = state.game.counters
    found = []
    for word, units, kind in (
        ("limbered", state.limbered, counters.guns),
        ("dug in", state.dug_in, -1),
        ("undeployed", state.undeployed, counters.ground),
        ("unlimbering", state.unlimbering, counters.guns & state.limbered),
        ("armored", state.armored, counters.optional_armor),
    ):
        for unit in bits(units):
            if not kind >> unit & 1 or not state.on_map(unit):
                found.append(f"{counters.rows[unit].id} is {word}")
    for engineer, number in (*state.bridges.items(), *state.building.items()):
        if not counters.engineers >> engineer & 1 or state.hex_of[engineer] not in state.game.ground.rivers[number]:
            found.append(f"{counters.rows[engineer].id} bridges a river that it is not beside")
    return found


def _score(state: LbState) -> list[str]:
    """victory.points what a side has lost is what its destroyed units are worth."""
    from grognard.games.lb.results import worth

    found = []
    for side in (GERMAN, RUSSIAN):
        lost = [unit for unit in bits(state.game.counters.of_side[side]) if state.hex_of[unit] == DESTROYED]
        if state.destroyed[side] < sum(worth(state, unit) for unit in lost):
            found.append(f"{SIDES[side]} has lost more than {state.destroyed[side]} points")
    return found
