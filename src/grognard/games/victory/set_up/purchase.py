"""Chapter 10.2: what an army may buy and strengthen with the points that it has left, and doing so.

`sheet` is the map that the blocks are for, where each has forces of its own (10.4), else 0.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from grognard.games.victory.kinds import AIR, NAVAL
from grognard.games.victory.logistics.building import free_block
from grognard.games.victory.set_up.deployment import in_hand
from grognard.games.victory.set_up.quarters import Quarters
from grognard.games.victory.state import IN_HAND, POOL, VictoryState
from grognard.games.victory.tables import VictoryTables


def bought(state: VictoryState, army: int, sheet: int) -> list[int]:
    """The blocks in hand for a map."""
    return [unit for unit in in_hand(state, army) if state.allot[unit] == sheet]


def step_cost(state: VictoryState, unit: int) -> int:
    return state.game.kinds.cost[state.game.blocks.kind[unit]]


def _to_spend(left: int, room: Quarters, more: int = 0, ship: int = 0) -> int:
    """What may be spent so that enough stays to buy the cheapest blocks that cities still need (1.4b)."""
    return left - max(room.need - room.hand - more, room.inland - (room.hand - room.hand_naval) - (more - ship), 0)


def raisable(state: VictoryState, army: int, sheet: int, room: Quarters) -> list[int]:
    """The blocks in hand that may have a step more."""
    most, points = state.game.blocks.most, _to_spend(state.budget[army], room)
    weak = (unit for unit in bought(state, army, sheet) if state.steps[unit] < most[unit])
    return [unit for unit in weak if step_cost(state, unit) <= points]


class _Ware(NamedTuple):
    """A type that an army may buy."""

    kind: int
    """As a board of one."""
    blocks: int
    cost: int
    full: int
    """What it costs at full strength."""


@lru_cache(maxsize=64)
def _shelves(game: VictoryTables, army: int) -> tuple[tuple[tuple[_Ware, ...], int], ...]:
    """What an army may buy, types together that need the same quarters, each with one type of them."""
    shelves: dict[tuple[int, bool], list[int]] = defaultdict(list)
    rows, of_kind = game.kinds.rows, game.blocks.of_kind
    for kind in game.army_kinds[army]:
        if rows[kind].buildable and not rows[kind].produces:
            shelves[game.kinds.class_of[kind], bool(rows[kind].coastal_only)].append(kind)
    return tuple(
        (
            tuple(
                _Ware(1 << kind, of_kind.get((army, kind), 0), rows[kind].cost, rows[kind].cost * rows[kind].max_steps)
                for kind in kinds
            ),
            kinds[0],
        )
        for kinds in shelves.values()
    )


def on_sale(state: VictoryState, army: int, room: Quarters) -> tuple[int, int]:
    """The types of which an army may buy a block with one step, and those of which it may buy one at full strength."""
    game, left, pool = state.game, state.budget[army], state.pool
    single = full = 0
    for wares, one in _shelves(game, army):
        if not has_quarters(state, one, room):
            continue
        points = _to_spend(left, room, 1, int(game.kinds.class_of[one] == NAVAL))
        for ware in wares:
            if ware.cost <= points and ware.blocks & pool:
                single |= ware.kind
                if ware.full <= points:
                    full |= ware.kind
    return single, full


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
