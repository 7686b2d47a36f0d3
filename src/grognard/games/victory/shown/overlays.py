"""Sets of hexes a viewer may have drawn over the map: control, supply, reach of ports.

What rests on hidden blocks is worked out as the viewer must see it: every enemy block may cut, any may be a ship.
"""

from __future__ import annotations

from grognard.games.victory.board.control import friendly_to, submarines_seen
from grognard.games.victory.board.passage import storm_area
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
    known = state.blocks_known_to(player)
    if name == "control":
        return friendly_to(state, side, submarines_seen(state, known))
    if name == "supply" and player is not None and state.game.side_of_player[player] == side:
        return network(state, side, cutters=-1, known=known).hexes  # 7.0 others' lines would betray their ships
    return 0
