"""The raid to the west: Soviet armour that leaves the map for its points (13.3.1c), and the unit that lets it go.

A brigade scores if another unit in supply stands in column 01 as it leaves. So a light unit rides ahead, the brigades
that the ring can spare follow, and whoever can leave leaves.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from grognard.games.vl.assault import katyushas, modifier
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.festung import enough, in_contact
from grognard.games.vl.going import allowance, reach
from grognard.games.vl.movement import EXIT_COST, movers
from grognard.games.vl.state import AWAY, SUPPLIED, VlState
from grognard.games.vl.zoc import encircled, keeps_ring
from grognard.hex.grid import bits, mask
from grognard.players.vl.value import FAR, Outlook, distances, worth
from grognard.players.vl.weights import VlWeights

LATE: Final = 9
"""The turn from which a ring that is open is not worth a brigade any more."""
WORTH_A_BRIGADE: Final = 3
"""Rolls against the city with one less on the die: each costs a third of a level, which is a point."""
OUT_OF_ZOC: Final = 6
"""Half movement points for the first hex of a way out of enemy ZOC."""


class Raid(NamedTuple):
    """Who goes west in this movement phase."""

    view: Outlook
    """The position as a raider sees it: the western edge is all that draws him."""
    usher: tuple[int, int] | None
    """The unit that has to stand on the edge first, and where, if none does yet."""
    leaving: tuple[tuple[int, int], ...]
    """The brigades that can leave now, and from where."""
    riders: int
    """Everyone on the way, ushers included."""


def plan_raid(state: VlState, view: Outlook) -> Raid | None:
    """The raid as it can go on now, or None while there is none."""
    weights = view.weights
    if not 0 < weights.raid <= state.turn:
        return None
    ground, counters = state.game.ground, state.game.counters
    edge = ground.west_edge & ~state.occupied[GERMAN]
    gates = edge & ~view.zoc
    if not gates:
        return None
    west = replace(view, weights=riding(weights), seeds=(gates,), ring=0, barred=view.zoc | state.occupied[GERMAN])
    mine = movers(state, SOVIET) & state.present
    spare = mask(unit for unit in bits(mine & counters.combat) if _spare(state, view, unit))
    brigades = spare & counters.brigades
    light = spare & ~counters.brigades & ~state.units_at(ground.grid.grow(ground.city))
    leaving = tuple((unit, hex) for unit in bits(brigades) if (hex := _gate(state, unit, edge, gates)) is not None)
    usher = None
    if not _held(state, edge, mask(unit for unit, _ in leaving)):
        usher = _usher(state, view, light, edge) or (leaving[-1] if len(leaving) > 1 else None)
        leaving = leaving if usher else ()
    riders = mask(unit for unit in bits(brigades) if _in_time(state, west, unit))
    if riders or leaving:
        riders |= _company(state, west, light)
    return Raid(west, usher if leaving else None, leaving, riders)


@lru_cache(maxsize=8)
def riding(weights: VlWeights) -> VlWeights:
    """What a rider weighs: the way before him, and hardly the one behind."""
    return replace(weights, pull=weights.raid_pull, out_of_supply=0.0)


def _gate(state: VlState, unit: int, edge: int, gates: int) -> int | None:
    """The hex from which a brigade can leave in this phase."""
    here = state.hex_of[unit]
    left = allowance(state, unit) - EXIT_COST
    if edge >> here & 1:
        return here if gates >> here & 1 or left >= 2 * EXIT_COST else None
    found = reach(state, unit, left)
    for board in found.boards:
        if board & gates:
            return bits(board & gates)[0]
    return None


def _held(state: VlState, edge: int, leaving: int) -> bool:
    """13.3.1c whether somebody in supply stands on the edge and stays."""
    standing = state.units_at(edge & state.occupied[SOVIET]) & ~leaving
    return any(state.supply[unit] == SUPPLIED for unit in bits(standing))


def _company(state: VlState, west: Outlook, light: int) -> int:
    """The light units that ride with the brigades, so that one can hold the edge for them."""
    counters, weights = state.game.counters, west.weights
    found = [unit for unit in bits(light & (counters.mechanised | counters.ski))
             if state.supply[unit] == SUPPLIED and _in_time(state, west, unit)]  # fmt: skip
    found.sort(key=lambda unit: (_turns(state, west, unit), worth(state, weights, unit), unit))
    return mask(found[: weights.ushers])


def _usher(state: VlState, view: Outlook, units: int, edge: int) -> tuple[int, int] | None:
    """The cheapest unit in supply that can reach the edge, and where: safe, and not on the brigades' road."""
    best: tuple[float, int, int] | None = None
    for unit in bits(units):
        if state.supply[unit] != SUPPLIED:
            continue
        board = reach(state, unit, allowance(state, unit)).board & edge
        if board:
            safe = board & ~view.zoc or board
            found = (worth(state, view.weights, unit), unit, bits(safe & ~state.game.ground.path_hexes or safe)[0])
            best = found if best is None else min(best, found)
    return None if best is None else best[1:]


def _way(state: VlState, west: Outlook, unit: int) -> int:
    """Half movement points to the edge round all enemies, roads free."""
    field, here = distances(state, west, unit), state.hex_of[unit]
    if not west.barred >> here & 1:
        return field[here]
    return min(field[hex] for hex in bits(state.game.ground.grid.around[here])) + OUT_OF_ZOC


def _turns(state: VlState, west: Outlook, unit: int) -> int:
    """Movement phases to the edge, this one included."""
    return -(-(_way(state, west, unit) + EXIT_COST) // allowance(state, unit))


def _in_time(state: VlState, west: Outlook, unit: int) -> bool:
    return _way(state, west, unit) < FAR and _turns(state, west, unit) <= state.game.turns - state.turn + 1


def _spare(state: VlState, view: Outlook, unit: int) -> bool:
    """Whether a unit is needed neither in a place nor for the roll against the city."""
    hex = state.hex_of[unit]
    alone = not state.at[hex] & state.game.counters.combat & ~(1 << unit)
    if alone and hex in view.danger:
        return False
    if not view.ring:
        return True
    if not state.game.ground.grid.grow(state.game.ground.city) >> hex & 1:
        return not keeps_ring(state, unit)
    if not view.closed:
        return state.turn >= LATE
    trial = state.clone()
    trial.put(unit, AWAY)
    if not encircled(trial) or not enough(trial, in_contact(trial)):
        return False
    rockets = bool(katyushas(state))
    missed = modifier(state, rockets) - modifier(trial, rockets)
    return missed * (state.game.turns - state.turn + 1) < WORTH_A_BRIGADE
