"""One look at a position in arrays; of the next look only what differs is written.

Whoever is shown the position, most boards, units and figures are as they were an answer ago: so a page is quick to
keep, and its arrays may lie in a larger one that holds many games.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import ne
from typing import Final

from grognard.core.sight import Column, Seen
from grognard.hex.grid import bits
from grognard.lab.env.spaces import Array, Spaces, members, np

MANY: Final = 12
"""From so many differences on a board or column is written whole."""
RUN: Final = 32
"""Figures that are compared at once."""


class Page:
    """Planes, units and figures; `units` is written by column and read by row."""

    def __init__(
        self, spaces: Spaces, planes: Array | None = None, columns: Array | None = None, figures: Array | None = None
    ) -> None:
        self._spaces = spaces
        self.planes = np.zeros(spaces.planes, np.uint8) if planes is None else planes
        self._columns = np.zeros(spaces.units[::-1], np.int16) if columns is None else columns
        self.figures = np.zeros(spaces.figures, np.int32) if figures is None else figures
        self._planes: list[Array] = list(self.planes.reshape(spaces.planes[0], spaces.cells.count))
        self._rows: list[Array] = list(self._columns)
        self._hexes: tuple[int, ...] = (0,) * spaces.planes[0]
        self._places: list[int] = [-1] * spaces.units[0]
        self._units: list[int | bytes | list[int]] = [0] * (len(spaces.sight.units) - 1)
        self._told: tuple[int, ...] = (0,) * spaces.figures[0]

    def copy(self) -> dict[str, Array]:
        """The arrays as an observation of their own."""
        return {"planes": self.planes.copy(), "units": self._columns.copy().T, "figures": self.figures.copy()}

    def write(self, seen: Seen) -> None:
        hexes, units, told = tuple(seen.hexes), seen.units, tuple(seen.figures)
        if hexes != self._hexes:
            self._write_hexes(hexes)
        self._write_places(units[0])
        for number in differing(self._units, units[1:]):
            self._write_column(number, units[number + 1])
        if told != self._told:
            figures = self.figures
            for number in differing(self._told, told):
                figures[number] = told[number]
            self._told = told

    def _write_hexes(self, boards: tuple[int, ...]) -> None:
        kept, cells = self._hexes, self._spaces.cells
        for number in differing(kept, boards):
            board = boards[number]
            changed = board ^ kept[number]
            if changed.bit_count() < MANY:
                plane = self._planes[number]
                for hex in bits(changed):
                    plane[cells.of[hex]] = board >> hex & 1
            else:
                cells.lay(board, self._planes[number])
        self._hexes = boards

    def _write_places(self, places: Column) -> None:
        assert not isinstance(places, int)
        if places == self._places:
            return
        changed = differing_in_runs(self._places, places)
        self._places = list(places)
        if len(changed) < MANY:
            (where, line, along, *_), at = self._rows, self._spaces.placed_at
            for unit in changed:
                where[unit], line[unit], along[unit] = at[places[unit]]
        else:
            self._columns[:3] = self._spaces.placed[:, self._places]

    def _write_column(self, number: int, column: Column) -> None:
        row, kept = self._rows[number + 3], self._units[number]
        if isinstance(column, int):
            self._units[number] = column
            changed = column ^ kept if isinstance(kept, int) else -1
            if changed >= 0 and changed.bit_count() < MANY:
                for unit in bits(changed):
                    row[unit] = column >> unit & 1
            else:
                row[:] = members(column, len(row))
        elif isinstance(column, (bytes, bytearray)):
            self._units[number] = bytes(column)
            row[:] = np.frombuffer(column, np.uint8)
        else:
            self._units[number] = list(column)
            row[:] = column


def differing_in_runs(old: Sequence[object], new: Sequence[object]) -> list[int]:
    """The same for long rows that differ in few places: whole runs are looked at first."""
    found: list[int] = []
    for first in range(0, len(new), RUN):
        was, now = old[first : first + RUN], new[first : first + RUN]
        if was != now:
            found += compress(count(first), map(ne, was, now))
    return found


def differing(old: Sequence[object], new: Sequence[object]) -> list[int]:
    """Where two rows differ."""
    return list(compress(count(), map(ne, old, new)))
