"""Chapter 10: supply lines, the Supply Phase and its markers.

Both sides are checked against the same position; only then are unsupplied HQs relocated (10.0).
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.step import Step
from grognard.games.avl.counters import AXIS, SIDES, SOVIET
from grognard.games.avl.headquarters import RelocateUnsupplied
from grognard.games.avl.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED, AvlState
from grognard.games.avl.tracing import in_supply
from grognard.hex.grid import bits, mask


@dataclass(frozen=True, slots=True)
class SupplyPhase(Step[AvlState]):
    """4.2: check every unit of both sides, then relocate the HQs found without supply (10.3)."""

    automatic = True
    words = "supply"

    def run(self, state: AvlState) -> None:
        state.tell("event.supply_phase", "4.2", turn=state.turn)
        unsupplied = check_supply(state)
        hqs = unsupplied & state.game.counters.hqs
        # 10.3 Axis first, as in 11.1.1a
        state.push(*(RelocateUnsupplied(side, hqs & state.game.counters.of_side[side]) for side in (AXIS, SOVIET)))


def check_supply(state: AvlState) -> int:
    """10.1.1 find every unit's supply status at once, mark the combat units, and return all that have no line."""
    boards = (in_supply(state, AXIS), in_supply(state, SOVIET))
    side_of = state.game.counters.side
    unsupplied = 0
    concerned = _without(state, boards) | mask(state.hex_of[unit] for unit, status in enumerate(state.supply) if status)
    for hex, units in state.at.items():
        for unit in bits(units) if concerned >> hex & 1 else ():
            if boards[side_of[unit]] >> hex & 1:
                _mark(state, unit, SUPPLIED)
            else:
                unsupplied |= 1 << unit
                # 10.1.3a no line: Out of Supply, then Isolated; an HQ carries no marker past this phase (12.5)
                if not state.game.counters.hqs >> unit & 1:
                    _mark(state, unit, ISOLATED if state.supply[unit] else OUT_OF_SUPPLY)
    return unsupplied


def _without(state: AvlState, boards: tuple[int, int]) -> int:
    """The hexes of units that stand outside their side's board."""
    axis, soviet = (state.combat[side] | state.hqs[side] for side in (AXIS, SOVIET))
    return axis & ~boards[AXIS] | soviet & ~boards[SOVIET]


def _mark(state: AvlState, unit: int, status: int) -> None:
    if state.supply[unit] == status:
        return
    state.supply[unit] = status
    key = ("event.supplied", "event.out_of_supply", "event.isolated")[status]
    rule = "10.1.3b" if status == SUPPLIED else "10.1.3a"
    state.tell(key, rule, unit=unit, side=SIDES[state.game.counters.side[unit]])
