"""Entrants as a Swiss pairing sees them: what they have, whom they met, which sides they had, how they floated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.club.tournament.course import Course
from grognard.club.tournament.meetings import Side, meetings, points, sides_played


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant as pairing sees him."""

    id: str
    rank: int
    """His number from the top: by points, then rating, then entry."""
    points: int
    above: int
    """How many of his score group stand above him."""
    group: int
    """How many have his points."""
    met: Mapping[str, int]
    free: int
    """How often he had points for nothing."""
    tilt: int
    """First sides less second sides."""
    last_side: Side | None
    floated: int
    """In the last round: 1 met somebody with fewer points, -1 with more, 0 with the same."""

    @property
    def below(self) -> int:
        return self.group - 1 - self.above


def players(course: Course) -> list[Player]:
    """Who is to be paired, from the top."""
    scores = {one.id: points(course, one.id) for one in course.active}
    ordered = sorted(scores, key=lambda one: -scores[one])
    groups: dict[int, list[str]] = {}
    for one in ordered:
        groups.setdefault(scores[one], []).append(one)
    return [_player(course, one, rank, scores[one], groups[scores[one]]) for rank, one in enumerate(ordered)]


def _player(course: Course, entrant: str, rank: int, score: int, group: list[str]) -> Player:
    past = meetings(course, entrant)
    met: dict[str, int] = {}
    for meeting in past:
        if meeting.opponent is not None:
            met[meeting.opponent] = met.get(meeting.opponent, 0) + 1
    first, second = sides_played(course, entrant)
    last = [game.side for meeting in past for game in meeting.games][-1:]
    return Player(
        entrant, rank, score, group.index(entrant), len(group), met, sum(meeting.free_win for meeting in past),
        first - second, last[0] if last else None, _floated(course, entrant),
    )  # fmt: skip


def _floated(course: Course, entrant: str) -> int:
    """Which way he floated in the last round, by the points that both had before it."""
    before = course.after(len(course.rounds) - 1)
    for meeting in meetings(course, entrant):
        if meeting.round == len(course.rounds) and meeting.opponent is not None:
            own, theirs = points(before, entrant), points(before, meeting.opponent)
            return (own > theirs) - (own < theirs)
    return 0
