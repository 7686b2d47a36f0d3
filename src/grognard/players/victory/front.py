"""Who can come: enemy blocks that threaten a hex, and those that would join a battle there.

How many blocks stand where is known, what they are is not: they count as what a block in such a place usually is.
"""

from __future__ import annotations

from typing import Final

from grognard.games.victory.board.passage import hexside_limit
from grognard.games.victory.kinds import GROUND
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits
from grognard.players.victory.clash import Line
from grognard.players.victory.guess import FIELD, ground_share, period
from grognard.players.victory.value import Outlook

NEAR: Final = 2
"""How far most ground units go."""
FAST: Final = 3
FAST_SHARE: Final = 0.4
"""Of unseen ground units, those that go farther."""
MOST: Final = 4.0
"""Ground units that attack a hex at once."""
ENOUGH: Final = 3.0
"""Others with whom a block can storm a city."""


def responders(state: VictoryState, view: Outlook, hex: int) -> list[Line]:
    """5.8a enemy ground units that are likely to come to a battle we begin here; they fight from round 2 on."""
    free = state.game.ground.stack[hex] - view.count.get(hex, 0)
    if free <= 0:
        return []
    number = min(view.weights.response * _coming(state, view, hex), free)
    if number <= 0:
        return []
    turn = state.game.kinds.turn_names.index("E")
    return [Line(turn, GROUND, number * FIELD.steps[period(state)], (1.0, 0.5, FIELD.ground), 1, number)]


def _coming(state: VictoryState, view: Outlook, hex: int) -> float:
    near = state.game.disc(hex, NEAR) & ~(1 << hex) & state.game.ground.land
    found = 0.0
    for one in bits(view.enemies & near):
        if one not in state.battles:
            found += view.count[one] * ground_share(state, one)
    return found


def threats(state: VictoryState, view: Outlook) -> list[float]:
    """By hex: how many enemy ground units can come there, at most as many as may attack at once."""
    if not view.threats:
        disc = state.game.disc
        found = [0.0] * state.game.ground.grid.size
        for one, number in view.count.items():
            ground = number * ground_share(state, one)
            near = disc(one, NEAR)
            for hex in bits(near):
                found[hex] += ground
            for hex in bits(disc(one, FAST) & ~near):
                found[hex] += FAST_SHARE * ground
        view.threats.extend([min(number, MOST) for number in found])
    return view.threats


def ill_placed(state: VictoryState, view: Outlook, unit: int, goal: int, hex: int) -> float:
    """What it costs a ground unit to stand somewhere on its way to a goal, alone or with others."""
    coming = threats(state, view)[hex]
    before = bool(state.game.ground.grid.around[goal] >> hex & state.game.ground.land >> hex & 1)
    if not coming and not before:
        return 0.0
    here, near = _company(state, view, unit, hex)
    weights = view.weights
    danger = weights.danger * (1.0 if view.answered else weights.later)
    cost = danger * max(coming - 1 - here - weights.support * near, 0.0)
    if before:
        cost -= weights.poised * min((here + weights.support * near) / ENOUGH, 1.0)
        if here >= hexside_limit(state, goal, hex, GROUND):
            cost += weights.jam  # 5.3 as many as can cross into the goal are there
    return cost


def _company(state: VictoryState, view: Outlook, unit: int, hex: int) -> tuple[int, int]:
    """Our other ground units in a hex, and near it."""
    game = state.game
    own = game.side_units[view.side] & game.blocks.ground & ~game.blocks.factories & ~(1 << unit)
    near = 0
    for one in bits(state.occupied(view.side) & game.disc(hex, NEAR) & ~(1 << hex)):
        near += (state.at[one] & own).bit_count()
    return (state.at.get(hex, 0) & own).bit_count(), near
