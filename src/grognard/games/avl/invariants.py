"""What never may be wrong with a position, checked after every answer by the conformance suite."""

from __future__ import annotations

from grognard.games.avl.advance import AdvanceFurther
from grognard.games.avl.counters import AXIS, SIDES, SOVIET
from grognard.games.avl.movement import March
from grognard.games.avl.retreat import EndRetreat, RetreatUnit
from grognard.games.avl.stacking import may_stack
from grognard.games.avl.state import (
    AWAITING,
    AWAY,
    ELIMINATED,
    IN_BOX,
    LAST_PLACE,
    LIFTED,
    NOT_ARRIVED,
    REMOVED,
    SUPPLIED,
    AvlState,
)
from grognard.games.avl.victory import controller
from grognard.hex.grid import bits


def faults(state: AvlState) -> list[str]:
    """Everything that is wrong; empty for a sound position."""
    return [
        *_places(state),
        *_stacks(state),
        *state.disagreements(),
        *_score(state),
        *_cities(state),
        *_chits(state),
        *_acting(state),
    ]


def _places(state: AvlState) -> list[str]:
    """One place per unit that fits its kind, and steps that fit its place."""
    found = []
    counters = state.game.counters
    for unit, place in enumerate(state.hex_of):
        name = counters.rows[unit].id
        is_hq = counters.hqs >> unit & 1
        if place > LAST_PLACE:
            if not state.game.ground.land >> place & 1 or state.closed() >> place & 1:
                found.append(f"{name} stands in {state.game.ground.grid.name(place)}, which nobody may use")
        elif place not in (NOT_ARRIVED, IN_BOX) and is_hq != (place in (AWAITING, REMOVED, LIFTED)):
            found.append(f"{name} is in place {place}, which is not for its kind")
        if (state.steps[unit] == 0) != (place == ELIMINATED) or state.steps[unit] > counters.steps[unit]:
            found.append(f"{name} has {state.steps[unit]} steps in place {place}")
        if state.supply[unit] != SUPPLIED and (is_hq or place <= LAST_PLACE):
            found.append(f"{name} carries a supply marker in place {place}")
    return found


def _passing(state: AvlState) -> int:
    """The units that are on their way through a hex."""
    on_the_way = RetreatUnit | EndRetreat | March | AdvanceFurther
    return sum(1 << step.unit for step in state.stack if isinstance(step, on_the_way))


def _stacks(state: AvlState) -> list[str]:
    """5.0.1 to 5.0.3 for every unit that is not on its way through."""
    found = []
    counters = state.game.counters
    passing = _passing(state)
    for hex, units in state.at.items():
        name = state.game.ground.grid.name(hex)
        if units & counters.of_side[AXIS] and units & counters.of_side[SOVIET]:
            found.append(f"both sides stand in {name}")
        for unit in bits(units & ~passing):
            if not may_stack(state, unit, units & ~passing & ~(1 << unit)):
                found.append(f"{counters.rows[unit].id} may not stack in {name}")
    return found


def _score(state: AvlState) -> list[str]:
    """City points are always all dealt out: what is left is eliminations, which never go below zero."""
    points = state.game.points.city_points
    held = (len(state.game.ground.cities) - state.cities.bit_count(), state.cities.bit_count())
    return [
        f"{SIDES[side]} has {state.vp[side]} points, fewer than its {held[side]} cities give"
        for side in (AXIS, SOVIET)
        if state.vp[side] < points * held[side]
    ]


def _cities(state: AvlState) -> list[str]:
    """14.0.1a a city is of the side whose unit stands in it, once that is no longer on its way."""
    ground, passing = state.game.ground, _passing(state)
    return [
        f"{SIDES[controller(state, hex)]} controls {ground.grid.name(hex)}, where {SIDES[side]} stands"
        for side in (AXIS, SOVIET)
        for hex in ground.cities
        if controller(state, hex) != side and state.at.get(hex, 0) & state.game.counters.of_side[side] & ~passing
    ]


def _chits(state: AvlState) -> list[str]:
    """A removed HQ has no chit."""
    chits = state.game.chits
    return [
        f"chit {name} is in play though its HQ is out of the game"
        for chit, name in enumerate(chits.names)
        if chits.hq[chit] >= 0 and state.hex_of[chits.hq[chit]] == REMOVED and state.chits[chit] != AWAY
    ]


def _acting(state: AvlState) -> list[str]:
    """7.3, 9.1.1, 9.6.1 only units of the active side are activated; who stands where it attacked has advanced."""
    rows, mine = state.game.counters.rows, state.game.counters.of_side[state.active]
    others = (state.activated | state.moved | state.fought) & ~mine
    return [
        *(f"{rows[unit].id} is activated in the enemy's activation" for unit in bits(others)),
        *(
            f"{rows[unit].id} stands in {state.game.ground.grid.name(hex)}, which its own side has attacked"
            for hex in bits(state.attacked)
            for unit in bits(state.at.get(hex, 0) & mine & ~state.fought)
        ),
    ]
