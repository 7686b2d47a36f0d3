"""What a move leads to, told while it is considered: enemy ZOC, a cut line, a crowd, and other odds.

Everything is worked out by the rules' own functions on a copy of the position in which the unit stands at its goal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.core.ahead import Consequence, changes, consequences
from grognard.games.vl.alone import clause, exposed
from grognard.games.vl.combat import as_many, battle_of, chances, fresh, targets
from grognard.games.vl.odds import next_of
from grognard.games.vl.stacking import overstacked_hexes
from grognard.games.vl.state import VlState
from grognard.games.vl.supply import in_supply
from grognard.games.vl.victory import holders
from grognard.games.vl.zoc import exerting, zoc
from grognard.hex.grid import bits


def ahead(state: VlState, unit: int, hex: int) -> dict[str, Any]:
    """The consequences of coming to a hex, and the odds that it changes."""
    after = state.clone()
    after.put(unit, hex)
    found: dict[str, Any] = {"consequences": consequences(state.game, _consequences(state, after, unit, hex))}
    if fresh(after, state.game.counters.side[unit]) >> unit & 1:
        found |= {"chances": _changed_odds(state, after, unit)}
    return found


def _consequences(state: VlState, after: VlState, unit: int, hex: int) -> Iterator[Consequence]:
    counters, ground = state.game.counters, state.game.ground
    side = counters.side[unit]
    if hex in overstacked_hexes(after, side):
        yield Consequence("stacking", state.message("ahead.stacking", "5.1b", hex=hex))
    if left := exposed(after, side) & ~exposed(state, side):
        key = "ahead.alone" if left >> unit & 1 else "ahead.leaves_alone"
        yield Consequence("alone", state.message(key, clause(state, left), units=bits(left)))
    if not in_supply(after, side) >> hex & 1:
        key, rule = ("ahead.unsupplied", "8.3b") if state.supply[unit] else ("ahead.supply", "8.3a")
        yield Consequence("supply", state.message(key, rule))
    if (left := state.hex_of[unit]) in holders(state) and not after.combat[side] >> left & 1:
        if holders(after)[left] != holders(state)[left]:
            yield Consequence("garrison", state.message("ahead.garrison_lost", "13.3.1a", hex=left))
        elif state.combat[side] >> left & 1:
            yield Consequence("garrison", state.message("ahead.garrison", "13.3.1a", hex=left), bad=False)
    if zoc(state, 1 - side) >> hex & 1:
        beside = exerting(state, 1 - side) & ground.grid.around[hex]
        units = state.units_at(beside) & counters.of_side[1 - side] & counters.combat
        if units:
            yield Consequence("zoc", state.message("ahead.zoc", "4.2.1a", units=bits(units)))
        else:
            yield Consequence("zoc", state.message("ahead.festung_zoc", "4.2.1a"))


def _changed_odds(state: VlState, after: VlState, unit: int) -> dict[str, Any]:
    """The best odds on enemies beside the unit now and then, where they are not the same."""
    side = state.game.counters.side[unit]
    grid = state.game.ground.grid
    places = 1 << after.hex_of[unit]
    if state.on_map(unit):
        places |= 1 << state.hex_of[unit]
    near = grid.grow(places)
    found = changes(
        chances(state, side, targets(state, side) & near), chances(after, side, targets(after, side) & near)
    )
    for name, shown in found.items():
        hex = grid.index(name)
        units = as_many(after, side, hex, 0)
        shown |= next_of(after, battle_of(after, side, units, hex)) if units else {}
    return found
