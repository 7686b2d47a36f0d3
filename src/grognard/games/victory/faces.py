"""fog.1: blocks turned up for everybody, and how a public sentence names one."""

from __future__ import annotations

from typing import Any

from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits


def reveal(state: VictoryState, units: int) -> None:
    """Turn blocks up for everybody; nobody can take that back."""
    new = units & ~state.shown
    if not new:
        return
    state.shown |= new
    state.barrier += 1
    if state.events is not None:
        for unit in by_face(state, new):
            state.tell("event.revealed", "fog.1", hex=state.hex_of[unit], **named(state, unit))


def by_face(state: VictoryState, units: int) -> list[int]:
    """fog.1 blocks in the order of what stands on them: of two of a type nobody sees which is which."""
    blocks = state.game.blocks
    return sorted(bits(units), key=lambda unit: (blocks.army[unit], blocks.kind[unit], -state.steps[unit]))


def named(state: VictoryState, unit: int) -> dict[str, Any]:
    """A block in a public sentence: whose, which type, how strong; never which block."""
    game = state.game
    return {
        "army": game.armies[game.blocks.army[unit]].id,
        "kind": game.kinds.names[game.blocks.kind[unit]],
        "strength": int(state.steps[unit]),
    }
