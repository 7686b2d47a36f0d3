"""Sets of hexes a viewer may have drawn over the map: ZOC, supply, front lines, entry hexes, ranges.

What follows from where counters stand is open to all; exits and entries by a secret choice only to its owner.
"""

from __future__ import annotations

from typing import Any

from grognard.games.lb.counters import GERMAN, RUSSIAN, SIDES
from grognard.games.lb.movement.entry import arrival
from grognard.games.lb.movement.leaving import exit_area
from grognard.games.lb.state import LbState
from grognard.games.lb.supply import lines_to_source, supplied_hexes

KINDS = (
    *(f"zoc:{side}" for side in SIDES),
    *(f"supply:{side}" for side in SIDES),
    *(f"source:{side}" for side in SIDES),
    *(f"front:{side}" for side in SIDES),
    *(f"entry:{side}" for side in SIDES),
    *(f"exit:{side}" for side in SIDES),
    "range:<unit>",
)
"""What can be asked for; `<unit>` stands for a gun's id."""


def board(state: LbState, player: int | None, kind: str) -> int:
    """The hexes of an overlay; none where there is no such overlay or it is not for this viewer."""
    name, _, of = kind.partition(":")
    if name == "range":
        gun = state.game.counters.numbers.get(of, -1)
        if gun < 0 or not state.game.counters.guns >> gun & 1 or not state.on_map(gun):
            return 0
        return state.game.disc(state.hex_of[gun], state.game.counters.range[gun]) & state.game.ground.land
    if of not in SIDES:
        return 0
    side = SIDES.index(of)
    if name == "zoc":
        return state.zoc(side)
    if name == "supply":
        return supplied_hexes(state, side)
    if name == "source":
        return lines_to_source(state, side)
    if name == "front":
        return sum(1 << hex for hex in state.plan.front_path[side])
    if name == "entry":
        return entry_hexes(state, side, player)
    if name == "exit":
        choices = [one.choice for one in state.plan.conditions if one.side == side and one.choice >= 0]
        open_ = all(state.revealed >> choice & 1 for choice in choices)
        return exit_area(state, side) if side == player or open_ else 0
    return 0


def entry_hexes(state: LbState, side: int, player: int | None) -> int:
    """Where this side's reinforcements will enter, as far as this viewer may know."""
    found = 0
    for group in state.plan.groups:
        if group.side == side:
            known = group.choice < 0 or side == player or state.revealed >> group.choice & 1
            found |= arrival(state, group)[1] if known else 0
    return found


def standing(state: LbState) -> dict[str, Any]:
    """The turn and the points that each side has destroyed, which everybody sees."""
    score = {SIDES[side]: state.destroyed[1 - side] for side in (GERMAN, RUSSIAN)}
    return {"turn": state.turn, "score": score}
