"""Sets of hexes a viewer may have drawn over the map: control, supply, reach of ports.

What rests on hidden blocks is worked out as the viewer must see it: every enemy block may cut, any may be a ship.
"""

from __future__ import annotations

from grognard.games.victory.board.control import controlled
from grognard.games.victory.board.travel import storm_area
from grognard.games.victory.logistics.supply import network
from grognard.games.victory.state import VictoryState


def overlay_kinds(sides: tuple[str, ...]) -> tuple[str, ...]:
    return (*(f"control:{side}" for side in sides), *(f"supply:{side}" for side in sides), "storm")


def board(state: VictoryState, player: int | None, kind: str) -> int:
    """The hexes of an overlay; none where there is no such overlay or the viewer may not know it."""
    name, _, of = kind.partition(":")
    sides = state.game.sides
    if name == "storm":
        return storm_area(state)
    if of not in sides:
        return 0
    side = sides.index(of)
    eyes = len(sides) if player is None else state.game.side_of_player[player]
    if name == "control":
        return controlled(state, side, eyes)
    if name == "supply" and eyes == side:  # 7.0 only one's own: another's lines would betray his ships
        return network(state, side, cutters=-1, veiled=True).hexes
    return 0
