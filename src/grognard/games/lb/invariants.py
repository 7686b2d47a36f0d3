"""What never may be wrong with a position, checked after every answer by the conformance suite."""

from __future__ import annotations

from grognard.games.lb.combat.announce import Announce
from grognard.games.lb.combat.results import worth
from grognard.games.lb.combat.segments import CombatPhase
from grognard.games.lb.counters import GERMAN, RUSSIAN, SIDES
from grognard.games.lb.movement.entry import bound
from grognard.games.lb.movement.leaving import exit_area
from grognard.games.lb.state import (
    COMBAT,
    DESTROYED,
    EXITED,
    FIRST_MOVEMENT,
    LAST_PLACE,
    NOT_ARRIVED,
    PHASES,
    TO_PLACE,
    USED,
    LbState,
)
from grognard.hex.grid import bits, mask


def faults(state: LbState) -> list[str]:
    """Everything that is wrong; empty for a sound position."""
    return [
        *_places(state), *_stacks(state), *_states(state), *_marks(state), *_bound(state), *_announced(state),
        *_supply(state), *_record(state), *state.disagreements(), *_score(state),
    ]  # fmt: skip


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
        elif place == EXITED:
            _, hex = state.exited[unit]
            if not exit_area(state, counters.side[unit], open_choices=True) >> hex & 1:
                grid = state.game.ground.grid
                found.append(f"{name} has left the map by {grid.name(hex)}, where its side has no way out")
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
    for unit in bits(state.released):
        if not bound(state, unit):
            found.append(f"{counters.rows[unit].id} is released from a road that it was never bound to")
    for engineer, number in (*state.bridges.items(), *state.building.items()):
        if not counters.engineers >> engineer & 1 or state.hex_of[engineer] not in state.game.ground.rivers[number]:
            found.append(f"{counters.rows[engineer].id} bridges a river that it is not beside")
    return found


def _marks(state: LbState) -> list[str]:
    """seq.1 in a phase only the side whose phase it is moves, builds and rushes."""
    counters = state.game.counters
    enemy = counters.of_side[1 - state.active]
    found = []
    for word, units in (
        ("has moved", state.moved),
        ("is supplied for its move", state.supplied),
        ("is undeployed", state.undeployed),
        ("is unlimbering", state.unlimbering),
        ("is building a bridge", mask(state.building)),
    ):
        for unit in bits(units & enemy):
            found.append(f"{counters.rows[unit].id} {word} in a phase of the {SIDES[state.active]} side")
    return found


def _bound(state: LbState) -> list[str]:
    """move.Ka an undeployed unit is in the open beside an enemy until it has its attack, and for that phase only."""
    if not state.undeployed:
        return []
    names = [row.id for row in state.game.counters.rows]
    if state.phase not in (FIRST_MOVEMENT, COMBAT):
        return [f"{names[unit]} is undeployed in phase {PHASES[state.phase]}" for unit in bits(state.undeployed)]
    found = [f"{names[unit]} is undeployed and dug in" for unit in bits(state.undeployed & state.dug_in)]
    if any(isinstance(step, Announce | CombatPhase) for step in state.stack):
        near = state.units_in(state.game.ground.grid.grow(state.occupied[1 - state.active]))
        found += [f"{names[unit]} is undeployed with no enemy beside it" for unit in bits(state.undeployed & ~near)]
    return found


def _announced(state: LbState) -> list[str]:
    """seq.1b attacks are announced in a Combat Phase by those who may, each unit and each hex once (combat.C1, C2)."""
    counters, rows = state.game.counters, state.game.counters.rows
    own, enemy = counters.of_side[state.active], counters.of_side[1 - state.active]
    declared = (state.ground_attacks, state.fires, state.strikes, state.fire_supply)
    marks = state.armored | state.used | state.fired | state.barred
    if state.phase != COMBAT:
        return [f"an attack is on in phase {PHASES[state.phase]}"] if any(declared) or marks else []
    found = []
    attacking = attacked = 0
    for attack in state.ground_attacks:
        for unit in bits(attack.units & ~(own & counters.ground & ~attacking)):
            found.append(f"{rows[unit].id} attacks")
        if attack.hexes & attacked:
            found.append("a hex is attacked twice")
        attacking, attacked = attacking | attack.units, attacked | attack.hexes
    firing = 0
    for fire in state.fires:
        for unit in bits(fire.units & ~(own & counters.guns & ~firing)):
            found.append(f"{rows[unit].id} fires")
        firing |= fire.units
    for strike in state.strikes:
        if not enemy >> strike.unit & 1:
            found.append(f"{rows[strike.unit].id} is struck by its own side")
    for unit in bits(state.fired & ~(enemy & counters.guns)):
        found.append(f"{rows[unit].id} has given defensive fire")
    for unit in bits(state.barred & own):
        found.append(f"{rows[unit].id} is under attack by its own side")
    return found


def _supply(state: LbState) -> list[str]:
    """artillery.F1, artillery.F2 a supply unit serves one gun beside it, and nothing else uses it up."""
    counters = state.game.counters
    found = []
    for side in (GERMAN, RUSSIAN):
        used = [unit for unit in bits(counters.supply & counters.of_side[side]) if state.hex_of[unit] == USED]
        if used and not any(_has_come(state, gun) for gun in bits(counters.guns & counters.of_side[side])):
            found.append(f"{counters.rows[used[0]].id} is used up though there has been no gun to use it")
    taken = state.used
    for fire in state.fires:
        for gun, supply in fire.guns:
            if supply >= 0:
                if not state.fire_supply.get(gun, 0) & ~taken & 1 << supply:
                    found.append(f"{counters.rows[supply].id} cannot serve {counters.rows[gun].id}")
                taken |= 1 << supply
    for unit in bits(state.used & ~counters.supply):
        found.append(f"{counters.rows[unit].id} is used by a gun but is no supply unit")
    return found


def _has_come(state: LbState, unit: int) -> bool:
    """Whether a unit is on the map, or was."""
    return state.on_map(unit) or state.hex_of[unit] in (DESTROYED, EXITED)


def _record(state: LbState) -> list[str]:
    """What is noted has happened."""
    found = []
    if len(state.samples) != len(state.breaks):
        found.append("the record of facts and of their breaks are not of the same Player-Turns")
    if any(turn > state.turn for turn in (*state.watched, *(turn for turn, _ in state.exited.values()))):
        found.append("a turn to come is on record")
    for number, one in enumerate(state.plan.choices):
        if state.revealed >> number & 1 and state.chosen[number] < 0:
            found.append(f"{one.row.id} is known and not chosen")
    return found


def _score(state: LbState) -> list[str]:
    """victory.points what a side has lost is what its destroyed units are worth."""
    found = []
    for side in (GERMAN, RUSSIAN):
        lost = [unit for unit in bits(state.game.counters.of_side[side]) if state.hex_of[unit] == DESTROYED]
        if state.destroyed[side] < sum(worth(state, unit) for unit in lost):
            found.append(f"{SIDES[side]} has lost more than {state.destroyed[side]} points")
    return found
