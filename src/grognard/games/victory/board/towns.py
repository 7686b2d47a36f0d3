"""Cities and towns that can be chosen, told before one is: the full name and one's own blocks there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.core.view import worded
from grognard.core.words import Message
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits

Telling = Callable[[int, int], Message]
"""What is worth knowing of a hex with so many blocks."""


def of_towns(state: VictoryState, army: int, hexes: int, telling: Telling) -> dict[str, Any]:
    """By hex what an army has there."""
    game, found = state.game, {}
    for hex in bits(hexes):
        place = game.map.place_at.get(hex)
        units = bits(state.of(army, hex) & ~game.blocks.factories)
        found[game.ground.grid.name(hex)] = {
            **({"name": {"en": place.name, "ja": place.name_ja or place.name}} if place else {}),
            "hqs": [],
            "units": [game.blocks.rows[unit].id for unit in units],
            "text": worded(game, telling(hex, len(units))),
        }
    return found


def left_to_spend(state: VictoryState) -> Telling:
    """8.2a, 9.1e what a city that builds or pays has left, of whatever class."""

    def told(hex: int, count: int) -> Message:
        left = sum(state.pp.get(hex * 4 + slot, 0) for slot in range(4))
        return state.message("ahead.build_at", "8.2a", count=count, points=left)

    return told
