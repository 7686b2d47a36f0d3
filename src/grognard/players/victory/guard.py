"""Who stays in the cities of Victory: how many blocks each should keep, and which.

Recruit counts enemies nearby and keeps the slow ones. Regular fills big cities before the enemy with the best defenders
there are, keeps worn blocks where it is quiet, and lets everybody go when nobody moves any more in the last turn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from grognard.games.victory.state import MOVE, VictoryState
from grognard.hex.grid import bits, mask
from grognard.players.victory.guess import BIG, ground_share
from grognard.players.victory.weights import VictoryWeights

if TYPE_CHECKING:
    from grognard.players.victory.value import Outlook


def guards_needed(state: VictoryState, side: int, hex: int, count: dict[int, int], weights: VictoryWeights) -> int:
    """How many blocks should stay in a city: two for three that could come, more where much is at stake."""
    near = bits(state.game.disc(hex, weights.reached) & state.occupied_by_others(side))
    value = state.game.ground.value[hex]
    least = 0 if state.game.side_homes[side] >> hex & 1 and value < 2 else 1
    if weights.garrison and value >= BIG:
        coming = sum(count[one] * ground_share(state, one) for one in near)
        room = state.game.ground.stack[hex]
        if not is_answered(state, side) and state.game.side_homes[side] >> hex & 1:
            room -= 1  # 8.2 for a block that is built there before anybody can come
        return max(min(int(weights.garrison * coming + 0.5), room), least)
    threat = sum(count[one] for one in near if one != hex)
    return min(max((2 * threat + 2) // 3, least), 2 if value < 3 else 3)


def guards(state: VictoryState, view: Outlook) -> int:
    """Blocks that stay in our cities: ground units, those first that are good at it and have moved already."""
    game = state.game
    blocks = game.blocks
    found = 0
    if view.weights.garrison:
        found |= _attacked(state, view)
    for hex, need in view.need.items():
        here = state.at.get(hex, 0) & game.side_units[view.side] & ~blocks.factories & ~state.afloat
        if not need or not here:
            continue
        troops = here & blocks.ground & ~blocks.resources
        stay = sorted(bits(troops), key=partial(_rank_at(state, view, hex), state))[:need]
        if not stay and not game.side_homes[view.side] >> hex & 1:
            stay = bits(here)[:1]  # 5.4c whoever leaves a foreign city gives it back
        for unit in stay:
            found |= 1 << unit
    return found


def held_back(state: VictoryState, view: Outlook, stay: int) -> int:
    """Blocks that do not join attacks: the guards, or when nobody moves any more, one where a city would be lost."""
    if view.answered or not (view.last and view.weights.all_in):
        return stay
    cities = state.game.ground.cities & view.friendly
    found = _attacked(state, view)
    for hex in bits(cities & (view.enemies | ~state.game.side_homes[view.side])):
        here = bits(state.of_side(view.side, hex) & ~state.game.blocks.factories)
        found |= mask(here[-1:])
    return found


def _attacked(state: VictoryState, view: Outlook) -> int:
    """5.1a blocks in cities that are being attacked: who is not pinned stays nevertheless."""
    game = state.game
    found = 0
    for hex, army in state.battles.items():
        if game.ground.cities >> hex & 1 and game.side_of[army] != view.side:
            found |= state.of_side(view.side, hex) & game.blocks.ground
    return found


def is_answered(state: VictoryState, side: int) -> bool:
    """Whether an army of others moves after the one that moves now."""
    if state.phase != MOVE or state.mover not in state.order:
        return False
    after = state.order[state.order.index(state.mover) + 1 :]
    return any(state.game.side_of[army] != side for army in after)


def _rank_at(state: VictoryState, view: Outlook, hex: int) -> Callable[[VictoryState, int], tuple[Any, ...]]:
    """By what the guards of a city are chosen: the least first."""
    if not view.weights.garrison:
        return _guard_rank
    near = state.game.disc(hex, view.weights.reached)
    return _strength_rank if state.game.ground.value[hex] >= BIG or view.enemies & near else _worn_rank


def _guard_rank(state: VictoryState, unit: int) -> tuple[bool, int, int, int, int]:
    blocks = state.game.blocks
    row = state.game.kinds.rows[blocks.kind[unit]]
    return not state.moved >> unit & 1, row.move, -row.city_defense_ground, -state.steps[unit], unit


def _strength_rank(state: VictoryState, unit: int) -> tuple[int, int, int]:
    """Who defends a city best stays."""
    blocks = state.game.blocks
    row = state.game.kinds.rows[blocks.kind[unit]]
    fire = max(row.city_defense_ground, row.firepower.ground)
    return -state.steps[unit] * fire, row.move, unit


def _worn_rank(state: VictoryState, unit: int) -> tuple[bool, int, int, int]:
    """Who is worn down stays where it is quiet, and is raised there; 8.2b Marines and amphibs at the coast alone."""
    blocks = state.game.blocks
    inland = not state.game.ground.ports >> state.hex_of[unit] & 1
    return bool(inland and blocks.beachheads >> unit & 1), state.steps[unit], blocks.move[unit], unit


def missing(state: VictoryState, view: Outlook, hex: int, but: int = 0) -> int:
    """Blocks that a city of ours lacks, one unit not counted."""
    blocks = state.game.blocks
    need = view.need.get(hex, 0)
    if not need:
        return 0
    here = state.at.get(hex, 0) & state.game.side_units[view.side] & blocks.ground & ~state.afloat & ~but
    return max(need - (here & ~blocks.factories & ~blocks.resources).bit_count(), 0)
