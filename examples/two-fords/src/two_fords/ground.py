"""The map as boards: what movement, zones of control and combat ask of it. Made once per set of files."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.hex.grid import Grid, Sides, any_side, mask, sides_without
from two_fords.schema import Files


@dataclass(frozen=True)
class Ground:
    grid: Grid
    land: int
    entry: tuple[tuple[str, int, int], ...]
    """4.2 (terrain, movement points, hexes)."""
    ford: tuple[str, int, Sides]
    """4.3 ("ford", movement points more, hexsides)."""
    passable: Sides
    """4.3 every hexside but those of the river; a ford is none of those."""
    shift: tuple[int, ...]
    """6.3 by hex: columns against an attacker."""
    points: dict[int, int]
    """8.1 by place: what it is worth."""

    @classmethod
    def of(cls, files: Files) -> Ground:
        grid, map_, tables = files.map.grid, files.map, files.tables
        return cls(
            grid=grid,
            land=map_.playable,
            entry=tuple((kind, tables.terrain[kind].move, board) for kind, board in map_.terrain.items()),
            ford=("ford", tables.ford.move, map_.hexsides["ford"]),
            passable=sides_without(grid.every_side, map_.hexsides["river"]),
            shift=tuple(tables.terrain[kind].shift if kind in tables.terrain else 0 for kind in map_.terrain_at),
            points={place.hex: place.extra["points"] for place in map_.places},
        )

    @property
    def places(self) -> int:
        return mask(self.points)

    def beside(self, hex: int) -> int:
        """The hexes around a hex that the river does not part from it (5.1, 6.1)."""
        return self.grid.step(1 << hex, self.passable)

    def over_ford(self, hex: int) -> int:
        """The hexes beyond a ford of this hex."""
        return self.grid.step(1 << hex, self.ford[2]) if any_side(self.ford[2]) >> hex & 1 else 0
