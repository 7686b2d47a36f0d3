"""Sets of hexes drawn over the map on request: ZOC, supply, the reach of supports, the ring."""

from __future__ import annotations

from grognard.games.vl.counters import SIDES, SOVIET
from grognard.games.vl.state import VlState
from grognard.games.vl.supply import in_supply
from grognard.games.vl.zoc import beside_city, zoc

KINDS = (
    *(f"zoc:{side}" for side in SIDES),
    *(f"supply:{side}" for side in SIDES),
    "control",
    *(f"control:{side}" for side in SIDES),
    "command:<unit>",
    "ring",
)
"""What can be asked for; `<unit>` stands for an HQ's or a launcher's id."""


def board(state: VlState, kind: str) -> int:
    """The hexes of an overlay; none where there is no such overlay."""
    name, _, of = kind.partition(":")
    game = state.game
    if name == "command":
        unit = game.counters.numbers.get(of, -1)
        if unit < 0 or not game.counters.reach[unit] or not state.on_map(unit):
            return 0
        return game.ground.grid.disc(state.hex_of[unit], game.counters.reach[unit]) & game.ground.land
    prizes = sum(1 << hex for hex, _ in game.ground.prizes)
    if kind == "control":
        return prizes
    if kind == "ring":
        return beside_city(state)
    if of not in SIDES:
        return 0
    side = SIDES.index(of)
    if name == "zoc":
        return zoc(state, side)
    if name == "supply":
        return in_supply(state, side)
    if name == "control":
        held = prizes & state.combat[SOVIET]
        return held if side == SOVIET else prizes & ~held
    return 0
