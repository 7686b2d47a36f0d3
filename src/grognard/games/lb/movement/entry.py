"""Reinforcements: when and where a group may enter, and how long it is bound to the road.

All of it comes from the plan, so a scenario's file decides. What a group waits for may be secret (scenario1.reinf.A):
only its owner is told, until its first unit enters.
"""

from __future__ import annotations

from grognard.games.lb.counters import SIDES
from grognard.games.lb.plan import Group, March
from grognard.games.lb.state import FIRST_MOVEMENT, NOT_ARRIVED, LbState
from grognard.hex.grid import bits


def arrival(state: LbState, group: Group) -> tuple[int, int]:
    """The turn and the area of a group's arrival as things stand; (0, 0) while nothing is settled."""
    if group.choice >= 0:
        option = state.chosen[group.choice]
        return group.by_choice[option] if option >= 0 else (0, 0)
    if group.watch >= 0:
        entered = state.watched[group.watch]
        return (entered + group.delay, group.area) if entered else (0, 0)
    if group.die:
        face = state.entry_die.get(group.number)
        return (group.turn, group.die[face - 1]) if face else (0, 0)
    return group.turn, group.area


def entry_area(state: LbState, group: Group) -> int:
    """The hexes by which a group may enter in this phase; none when it may not."""
    turn, area = arrival(state, group)
    if not turn or not turn <= state.turn <= group.last_turn:  # scenario3.entry.C late, but not for ever
        return 0
    if group.first_phase_only and state.phase != FIRST_MOVEMENT:
        return 0
    return area


def with_their_like(state: LbState, units: int) -> int:
    """These units, and everybody of whom one of them that waits is the representative."""
    rows = state.game.counters.rows
    for group in state.plan.groups:
        waiting = group.units & state.waiting
        kinds = {rows[unit].kind.id for unit in bits(waiting & units)}
        for unit in bits(waiting):
            if rows[unit].kind.id in kinds and state.hex_of[unit] == NOT_ARRIVED:
                units |= 1 << unit
    return units


def group_of(state: LbState, unit: int) -> Group | None:
    number = state.plan.group_of.get(unit)
    return None if number is None else state.plan.groups[number]


# ---- bound to the road (scenario3.entry)


def bound(state: LbState, unit: int) -> bool:
    """Whether a unit comes by a road that it may not leave at once."""
    group = group_of(state, unit)
    return group is not None and group.march is not None


def road_duty(state: LbState, unit: int) -> March | None:
    """How a unit is still bound to the road it came by, or None."""
    group = group_of(state, unit)
    if group is None or group.march is None:
        return None
    if group.march.until_enemy_entry:
        return group.march if enemy_to_come(state, group.side) else None  # scenario3.entry.B until the Germans enter
    if state.turn != arrival(state, group)[0]:
        return None  # scenario3.entry.F for one Player-Turn only
    near = state.on_map(unit) and free_hexes(state, group.side, group.march) >> state.hex_of[unit] & 1
    return None if near or state.released >> unit & 1 else group.march


def enemy_to_come(state: LbState, side: int) -> bool:
    """Whether the enemy's first Player-Turn of entry still lies ahead."""
    turns = [arrival(state, group)[0] or group.turn for group in state.plan.groups if group.side != side]
    if not turns or state.occupied[1 - side]:
        return False
    first = min(turns)
    begun = state.active != side or state.plan.first != side
    return state.turn < first or (state.turn == first and not begun)


def confined(state: LbState, unit: int, duty: March) -> tuple[int, bool]:
    """The hexes a bound unit may use, and whether it must keep to the road between them."""
    along = duty.along or state.game.ground.road_hexes
    if state.released >> unit & 1:
        return along | duty.free_in, False  # scenario3.entry.B up to two hexes from the town
    return along, True


def release(state: LbState, unit: int, path: tuple[int, ...]) -> None:
    """A bound unit that has come far enough may leave the road."""
    group = group_of(state, unit)
    if group is None or group.march is None or state.released >> unit & 1:
        return
    board = free_hexes(state, group.side, group.march)
    if any(board >> hex & 1 for hex in path):
        state.released |= 1 << unit


def free_hexes(state: LbState, side: int, march: March) -> int:
    """The hexes that free a unit from the road: its town (scenario3.entry.B), or an enemy near (scenario3.entry.F)."""
    near = state.occupied[1 - side] if march.free_near else 0
    for _ in range(march.free_near):
        near |= state.game.ground.grid.grow(near)
    return march.free_at | near


# ---- what becomes known


def reveal(state: LbState, choice: int, rule: str) -> None:
    """A secret choice shows itself on the map."""
    if choice < 0 or state.revealed >> choice & 1:
        return
    state.revealed |= 1 << choice
    state.barrier += 1
    one = state.plan.choices[choice]
    state.tell("event.choice_shown", rule, side=SIDES[one.side], chit=one.chits[state.chosen[choice]])


def roll_for_entry(state: LbState, side: int) -> None:
    """scenario3.entry.E one die for a whole force, rolled when the other side's Player-Turn is over."""
    for group in state.plan.groups:
        if group.side == side and group.die and group.turn == state.turn and group.number not in state.entry_die:
            face = state.roll(6)
            state.entry_die[group.number] = face
            state.tell(
                "event.entry_die", "scenario3.entry.E", side=SIDES[side], die=face, hexes=bits(group.die[face - 1])
            )
