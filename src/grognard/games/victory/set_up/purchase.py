"""Chapter 10.2: what an army may buy and strengthen with the points that it has left, and doing so.

`sheet` is the map that the blocks are for, where each has forces of its own (10.4), else 0.
"""

from __future__ import annotations

from grognard.games.victory.kinds import AIR, NAVAL
from grognard.games.victory.logistics.building import free_block
from grognard.games.victory.set_up.deployment import in_hand
from grognard.games.victory.set_up.quarters import Quarters, quarters
from grognard.games.victory.state import IN_HAND, POOL, VictoryState


def bought(state: VictoryState, army: int, sheet: int) -> list[int]:
    """The blocks in hand for a map."""
    return [unit for unit in in_hand(state, army) if state.allot[unit] == sheet]


def step_cost(state: VictoryState, unit: int) -> int:
    return state.game.kinds.cost[state.game.blocks.kind[unit]]


def _affordable(left: int, cost: int, room: Quarters, more: int = 0, ship: int = 0) -> bool:
    """Enough must stay to buy the cheapest blocks that cities still need (1.4b)."""
    missing = max(room.need - room.hand - more, room.inland - (room.hand - room.hand_naval) - (more - ship), 0)
    return left - cost >= missing


def raisable(state: VictoryState, army: int, sheet: int) -> list[int]:
    """The blocks in hand that may have a step more."""
    room = quarters(state, army, sheet)
    left = state.budget[army]
    most = state.game.blocks.most
    weak = (unit for unit in bought(state, army, sheet) if state.steps[unit] < most[unit])
    return [unit for unit in weak if _affordable(left, step_cost(state, unit), room)]


def may_buy(state: VictoryState, army: int, kind: int, room: Quarters, steps: int = 1) -> bool:
    game = state.game
    row = game.kinds.rows[kind]
    if not row.buildable or row.produces or free_block(state, army, kind) is None:
        return False
    if not has_quarters(state, kind, room):
        return False
    ship = int(game.kinds.class_of[kind] == NAVAL)
    return _affordable(state.budget[army], row.cost * steps, room, 1, ship)


def has_quarters(state: VictoryState, kind: int, room: Quarters) -> bool:
    """1.4a whether one more block of a type could be deployed."""
    class_ = state.game.kinds.class_of[kind]
    after = room._replace(
        hand=room.hand + 1,
        hand_air=room.hand_air + (class_ == AIR),
        hand_naval=room.hand_naval + (class_ == NAVAL),
        hand_ground=room.hand_ground + (class_ not in (AIR, NAVAL)),
        hand_marines=room.hand_marines + state.game.kinds.rows[kind].coastal_only,
    )
    return after.without(needs=False).fits()


def buy(state: VictoryState, army: int, sheet: int, kind: int, steps: int) -> None:
    unit = free_block(state, army, kind)
    assert unit is not None
    state.put(unit, IN_HAND)
    state.steps[unit] = steps
    state.allot[unit] = sheet
    state.budget[army] -= state.game.kinds.cost[kind] * steps


def strengthen(state: VictoryState, unit: int, steps: int = 1) -> None:
    """A step more, or with a negative number fewer; a block without any goes back."""
    state.steps[unit] += steps
    state.budget[state.game.blocks.army[unit]] -= step_cost(state, unit) * steps
    if not state.steps[unit]:
        state.allot[unit] = 0
        state.put(unit, POOL)
