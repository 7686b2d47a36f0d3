"""Who stands where, and why: every row carries its sums and what parts it from those who are level with it at first."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.club.tournament.course import Course
from grognard.club.tournament.meetings import meetings, sides_played
from grognard.club.tournament.rules import Criterion
from grognard.club.tournament.tie_breaks import SUMS, Sum


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody with as much by the first criterion: what decides between the two, or nothing."""

    entrant: str
    decided_by: Criterion | None
    own: int = 0
    theirs: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings; who is level by every criterion shares a place."""

    place: int
    entrant: str
    sums: tuple[Sum, ...]
    rivals: tuple[Rival, ...]
    sides: tuple[int, int]
    """How often he had the first and the second side."""


def standings(course: Course, after: int | None = None) -> tuple[Row, ...]:
    """The standings after a round, the last that is closed unless another is named; level rows in order of rating.

    Who withdrew before he was ever paired does not stand anywhere.
    """
    then = course.after(course.last_closed if after is None else after)
    everyone = tuple(one.id for one in then.seeds if not one.withdrawn or meetings(then, one.id))
    parted = _part(then, [everyone], dict.fromkeys(everyone, ()))
    rows: list[Row] = []
    for level, sums in parted:
        place = len(rows) + 1
        rows += [Row(place, one, sums[one], (), sides_played(then, one)) for one in level]
    return tuple(_with_rivals(row, rows) for row in rows)


Sums = dict[str, tuple[Sum, ...]]


def _part(course: Course, groups: list[tuple[str, ...]], sums: Sums) -> list[tuple[tuple[str, ...], Sums]]:
    """Groups that are level by one criterion after the other, from the top."""
    for criterion in course.rules.criteria:
        finer = []
        for group in groups:
            level = frozenset(group)
            found = {one: SUMS[criterion](course, one, level) for one in group}
            sums = sums | {one: (*sums[one], found[one]) for one in group}
            totals = sorted({one.total for one in found.values()}, reverse=True)
            finer += [tuple(one for one in group if found[one].total == total) for total in totals]
        groups = finer
    return [(group, sums) for group in groups]


def _with_rivals(row: Row, rows: list[Row]) -> Row:
    first = row.sums[0].total
    level = [other for other in rows if other.entrant != row.entrant and other.sums[0].total == first]
    return Row(row.place, row.entrant, row.sums, tuple(_rival(row, other) for other in level), row.sides)


def _rival(row: Row, other: Row) -> Rival:
    for own, theirs in zip(row.sums, other.sums, strict=True):
        if own.total != theirs.total:
            return Rival(other.entrant, own.criterion, own.total, theirs.total)
    return Rival(other.entrant, None)
