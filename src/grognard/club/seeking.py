"""Who is paired with whom of those who seek a game: nearest in rating first, within a range that grows as they wait.

Both must be in reach of each other: who has only just come is not given to somebody far away because that one has
waited long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

NEAR = 100
"""Points within which somebody is looked for at first."""
WIDER = 25
EVERY = 20.0
"""So many points more after each so many seconds."""

Sides = Mapping[str, tuple[str, str]]
"""The two sides of each scenario that two can play, the usual scenario first."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who waits, and for what; any scenario or side where he names none."""

    who: str
    game: str
    number: int
    """His rating as it is shown: a provisional one counts like any other."""
    since: float
    clock: tuple[tuple[str, int], ...] = ()
    rated: bool = False
    scenario: str | None = None
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game that both want: who plays the first and who the second side of a scenario."""

    scenario: str
    first: Seeker
    second: Seeker


def reach(waited: float) -> int:
    """How many points away the opponent may be of who has waited so many seconds.

    >>> reach(0), reach(19.9), reach(40)
    (100, 100, 150)
    """
    return NEAR + WIDER * int(max(0.0, waited) // EVERY)


def meetings(seekers: Sequence[Seeker], sides: Mapping[str, Sides], now: float) -> list[tuple[Seeker, Seeker]]:
    """Whom to pair now: the nearest two, of equals those who have waited longest, then the nearest of the others. Who
    takes any game is here once for each, with his rating in it, and is paired in one of them."""
    near = [
        (abs(one.number - other.number), min(one.since, other.since), max(one.since, other.since), one, other)
        for one, other in combinations(seekers, 2)
        if one.who != other.who and _may_meet(one, other, now) and met(one, other, sides.get(one.game, {})) is not None
    ]
    taken: set[str] = set()
    found: list[tuple[Seeker, Seeker]] = []
    for _, _, _, one, other in sorted(near, key=lambda pair: (*pair[:3], pair[3].who, pair[4].who)):
        if one.who not in taken and other.who not in taken:
            taken |= {one.who, other.who}
            found.append((one, other))
    return found


def _may_meet(one: Seeker, other: Seeker, now: float) -> bool:
    same = (one.game, one.clock, one.rated) == (other.game, other.clock, other.rated)
    return same and abs(one.number - other.number) <= reach(now - max(one.since, other.since))


def met(one: Seeker, other: Seeker, sides: Sides) -> Meeting | None:
    """The game these two would play; where both take any side, the first of them has the first."""
    for scenario, (first, second) in sides.items():
        if {one.scenario, other.scenario} - {None, scenario}:
            continue
        for here, there in ((one, other), (other, one)):
            if here.side in (None, first) and there.side in (None, second):
                return Meeting(scenario, here, there)
    return None
