"""Chapter 5: zones of control."""

from __future__ import annotations

from two_fords.state import TwoFordsState


def zoc(state: TwoFordsState, side: int) -> int:
    """5.1 the hexes around a side's units, but never across the river where there is no ford."""
    ground = state.game.ground
    return ground.grid.step(state.occupied[side], ground.passable) & ground.land
