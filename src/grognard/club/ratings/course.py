"""What a finished game tells of how a side began and how its dice fell, and what many such games come to.

An opening is where a side began its first fight, and what it chose before, where the game has such a choice: decisions,
not draws. Luck is what dice did beyond what fair ones would have done in their place, one's own less the others'.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

LAST = 20
"""Games whose luck is shown."""
ENOUGH = 5
"""Finished games with a side below which nothing is said of how somebody opens or what luck explains."""
TWICE = 2
"""How often something is done before it is a habit."""
Z80 = 1.2816
"""Fair dice stay within so many deviations four times in five."""


@dataclass(frozen=True, slots=True)
class Opening:
    """`hex` is where the first fight was begun, `place` the nearest name on the map in both languages."""

    choice: str | None
    hex: str
    place: tuple[str, str] | None

    @property
    def same(self) -> tuple[str | None, str]:
        """What makes two of them the same: fights around one place are."""
        return self.choice, self.place[0] if self.place else self.hex


@dataclass(frozen=True, slots=True)
class Course:
    """One side of a finished game; no opening where it never began a fight."""

    side: str
    opening: Opening | None
    actual: float
    expected: float
    variance: float


@dataclass(frozen=True, slots=True)
class Favourite:
    """How somebody opens most often with a side, of so many games in which he came to open at all."""

    opening: Opening
    games: int
    won: int
    of: int


@dataclass(frozen=True, slots=True)
class Luck:
    """What the dice of a game did for one side beyond what fair ones would have done, and their deviation."""

    gained: float
    deviation: float


def favourite(opened: Sequence[tuple[Opening, bool]]) -> Favourite | None:
    """The opening that was played most often, with how often it won; of equals the newest. They are given in their
    order; None where they are too few or none came twice."""
    counts = Counter(opening.same for opening, _ in opened)
    if len(opened) < ENOUGH:
        return None
    newest = {opening.same: at for at, (opening, _) in enumerate(opened)}
    best = max(counts, key=lambda same: (counts[same], newest[same]))
    if counts[best] < TWICE:
        return None
    won = sum(won for opening, won in opened if opening.same == best)
    return Favourite(opened[newest[best]][0], counts[best], won, len(opened))


def luck(courses: Sequence[Course], side: str) -> Luck | None:
    """What one side gained by the dice of all; None where none of them could be counted."""
    gained = sum((one.actual - one.expected) * (1 if one.side == side else -1) for one in courses)
    variance = sum(one.variance for one in courses)
    return Luck(gained, math.sqrt(variance)) if variance else None


@dataclass(frozen=True, slots=True)
class Series:
    """The luck of many games. `beyond` is by how many deviations of fair dice all of it differs from nothing;
    `explains` the part of the results that goes along with it, None where there is too little to say."""

    mean: float
    band: float
    beyond: float
    explains: float | None


def series(games: Sequence[tuple[Luck, float]]) -> Series | None:
    """What the luck of games comes to, each given with what it won (1, a half or 0).

    >>> found = series([(Luck(2.0, 2.0), 1.0), (Luck(-2.0, 2.0), 0.0)])
    >>> found.mean, found.beyond, found.explains
    (0.0, 0.0, None)
    """
    if not games:
        return None
    gained = [one.gained for one, _ in games]
    spread = math.sqrt(sum(one.deviation**2 for one, _ in games))
    typical = spread / math.sqrt(len(games))
    together = correlation(gained, [won for _, won in games]) if len(games) >= ENOUGH else None
    return Series(
        sum(gained) / len(games), Z80 * typical, abs(sum(gained)) / spread, None if together is None else together**2
    )


def correlation(ones: Sequence[float], others: Sequence[float]) -> float | None:
    """How far two things go together; None where one of them never changes.

    >>> correlation([1, 2, 3], [2, 4, 6])
    1.0
    """
    mean, other = sum(ones) / len(ones), sum(others) / len(others)
    both = sum((a - mean) * (b - other) for a, b in zip(ones, others, strict=True))
    spread = math.sqrt(sum((a - mean) ** 2 for a in ones) * sum((b - other) ** 2 for b in others))
    return round(both / spread, 12) if spread else None
