"""Sets of hexes a viewer may have drawn over the map: ZOC, supply, command range, control.

All of it follows from where counters stand, which is open (3.0c hides only chits), so every viewer gets the same.
"""

from __future__ import annotations

from typing import Any

from grognard.games.avl.counters import AXIS, SIDES, SOVIET
from grognard.games.avl.state import AvlState
from grognard.games.avl.tracing import command_hexes, in_supply

KINDS = (
    *(f"zoc:{side}" for side in SIDES),
    *(f"supply:{side}" for side in SIDES),
    "control",
    *(f"control:{side}" for side in SIDES),
    "command:<unit>",
)
"""What can be asked for; `<unit>` stands for an HQ's id."""


def board(state: AvlState, kind: str) -> int:
    """The hexes of an overlay; none where there is no such overlay or its HQ is not on the map."""
    name, _, of = kind.partition(":")
    ground = state.game.ground
    if name == "command":
        hq = state.game.counters.numbers.get(of, -1)
        shown = hq >= 0 and bool(state.game.counters.hqs >> hq & 1) and state.on_map(hq)
        return command_hexes(state, hq) if shown else 0
    if kind == "control":
        return ground.city_board  # all Victory Cities; the markers of a view tell whose each is
    if of not in SIDES:
        return 0
    side = SIDES.index(of)
    if name == "zoc":
        return ground.zoc(state.combat[side])
    if name == "supply":
        return in_supply(state, side)
    if name == "control":
        return sum(1 << hex for hex in ground.cities if state.cities >> ground.city_number[hex] & 1 == side)
    return 0


def standing(state: AvlState) -> dict[str, Any]:
    """The turn and the score, which everybody sees."""
    return {"turn": state.turn, "score": {SIDES[side]: state.vp[side] for side in (AXIS, SOVIET)}}
