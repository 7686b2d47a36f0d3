"""Hex maps on bitboards: geometry (`grid`), maps (`map`, `join`) and tracing (`trace`).

The lowest floor: everything above calls it, and it imports nothing of the rest and never names a game.
"""

from grognard.hex.grid import Bitboard, Grid, Sides, any_side, bits, both_sides, either_side, sides_without
from grognard.hex.join import lay_out, rotate_180
from grognard.hex.map import HexMap, Label, MapError, Place, Route
from grognard.hex.trace import (
    Going,
    cost_at,
    distances,
    flood,
    nearest,
    path,
    reach,
    step_costs,
    total,
    within,
)

__all__ = [
    "Bitboard", "Going", "Grid", "HexMap", "Label", "MapError", "Place", "Route", "Sides", "any_side", "bits",
    "both_sides", "cost_at", "distances", "either_side", "flood", "lay_out", "nearest", "path", "reach",
    "rotate_180", "sides_without", "step_costs", "total", "within",
]  # fmt: skip
