"""Hexes by how far they are, the nearest first, worked out only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

EVERYWHERE: Final = -1
"""All hexes, as a board."""


class Waves:
    """(points, hexes) in the order of points; each is worked out when it is first come to, and then known to all."""

    def __init__(self, more: Iterator[tuple[int, int]]) -> None:
        self._more: Final = more
        self._known: Final[list[tuple[int, int]]] = []

    def __iter__(self) -> Iterator[tuple[int, int]]:
        known, seen = self._known, 0
        while True:
            if seen == len(known):
                wave = next(self._more, None)
                if wave is None:
                    return
                known.append(wave)
            yield known[seen]
            seen += 1
