"""Waves of hexes, the nearest first: how far they are, worked out only as far as somebody looks, and who is joined."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Final

EVERYWHERE: Final = -1
"""All hexes, as a board."""


class Waves:
    """(points, hexes) in the order of points; each is worked out when it is first come to, and then known to all, also
    to those who think in other threads."""

    def __init__(self, more: Iterator[tuple[int, int]]) -> None:
        self._more: Final = more
        self._known: Final[list[tuple[int, int]]] = []
        self._one_by_one: Final = Lock()

    def __iter__(self) -> Iterator[tuple[int, int]]:
        known, seen = self._known, 0
        while True:
            if seen == len(known) and not self._goes_on(seen):
                return
            yield known[seen]
            seen += 1

    def _goes_on(self, seen: int) -> bool:
        """Whether there are more than so many waves; the next one is known then."""
        with self._one_by_one:
            if seen < len(self._known):  # another has been quicker
                return True
            wave = next(self._more, None)
            if wave is not None:
                self._known.append(wave)
            return wave is not None


def joined(ends: int, onward: Callable[[int], int]) -> bool:
    """Whether all of these hexes are joined by steps that lead `onward` from some hexes to others."""
    wave = ends & -ends
    reached = 0
    while wave:
        reached |= wave
        if not ends & ~reached:
            return True
        wave = onward(wave) & ~reached
    return not ends
