"""What an HQ or a launcher is good for where it stands: its full name, its range, and whom it may support there (1.4b,
1.4c, 1.5e).

Told while one is chosen, to be moved or to give a support.
"""

from __future__ import annotations

from typing import Any

from grognard.core.view import worded
from grognard.core.words import Message
from grognard.games.vl.state import VlState
from grognard.hex.grid import bits

OPEN_COLOURS = ("all", "yellow")
"""1.4c HQs Chevalerie, Woehler and 3C support any unit of their side."""


def in_range(state: VlState, unit: int, hex: int) -> bool:
    """0.1, 1.4b, 1.5e hexes from the HQ or launcher to the defender's hex, the first not counted."""
    if not state.on_map(unit):
        return False
    return state.game.ground.grid.distance(state.hex_of[unit], hex) <= state.game.counters.reach[unit]


def serves(state: VlState, hq: int, units: int) -> bool:
    """1.4c whether an HQ may support these units: one of its colour among them is enough."""
    counters = state.game.counters
    colour = counters.colour[hq]
    if colour in OPEN_COLOURS or units & counters.of_colour[colour] & ~counters.cadres:
        return True
    return any(counters.colour[state.stem(unit)] == colour for unit in bits(units & counters.cadres))


def of_staffs(state: VlState, units: int) -> dict[str, Any]:
    """By HQ or launcher of these on the map what it may support."""
    counters = state.game.counters
    staffs = units & state.present & (counters.hqs | counters.launchers)
    return {counters.rows[staff].id: _told(state, staff) for staff in bits(staffs)}


def _told(state: VlState, staff: int) -> dict[str, Any]:
    counters = state.game.counters
    row = counters.rows[staff]
    own = state.present & counters.of_side[counters.side[staff]] & counters.combat
    near = [unit for unit in bits(own) if in_range(state, staff, state.hex_of[unit])]
    served = [unit for unit in near if counters.launchers >> staff & 1 or serves(state, staff, 1 << unit)]
    name = getattr(row, "name", "") or row.label
    return {
        "name": {"en": name, "ja": getattr(row, "name_ja", "") or name},
        "hqs": [row.id],
        "units": [counters.rows[unit].id for unit in served],
        "radius": counters.reach[staff],
        "text": worded(state.game, _means(state, staff, len(served))),
    }


def _means(state: VlState, staff: int, count: int) -> Message:
    """What it has left to give this turn."""
    counters = state.game.counters
    reach = counters.reach[staff]
    if counters.launchers >> staff & 1:
        key = "ahead.launcher_used" if state.used >> staff & 1 else "ahead.launcher"
        return state.message(key, "1.5e", range=reach, count=count)
    left = int(state.supports[staff])
    return state.message("ahead.staff" if left else "ahead.staff_spent", "1.4a", left=left, range=reach, count=count)
