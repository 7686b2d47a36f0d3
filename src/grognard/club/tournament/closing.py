"""The end of a round: what becomes of games without a result, as events for the log, and what a person must judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.club.tournament.course import Course, Round
from grognard.club.tournament.events import Closed, Extended, Forfeited
from grognard.club.tournament.pairs import Fixture
from grognard.club.tournament.rules import AtDeadline


@dataclass(frozen=True, slots=True)
class Facts:
    """What a table tells of a game that goes on: whether it has begun, and who is to move, or several at once."""

    begun: bool
    to_move: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decisions:
    """Events in their order, and games that wait for the organiser's word."""

    events: tuple[Forfeited | Extended | Closed, ...] = ()
    to_judge: tuple[Fixture, ...] = ()


WITHDREW, NOT_BEGUN, DEADLINE = "withdrew", "not_begun", "deadline"
"""Reasons that the house itself gives; the words are in the catalogue under `reason`."""


def close_round(course: Course, now: float, facts: Mapping[Fixture, Facts]) -> Decisions:
    """What is due in the last round at this moment; nothing when it has not been paired or is closed.

    Whoever has withdrawn loses his games at once. At the round's end a game not begun is lost by who was to move, by
    both where both were; one that goes on is adjudicated or has the round extended, as the tournament's rules say.
    """
    if not course.rounds or course.rounds[-1].closed:
        return Decisions()
    round = course.rounds[-1]
    forfeits, going_on = _forfeits(course, round, now, facts)
    if not going_on:
        return Decisions((*forfeits, Closed(now, round.number)))
    if now < round.ends_at:
        return Decisions(forfeits)
    rules = course.rules
    if rules.at_deadline is AtDeadline.EXTEND and round.extended < rules.extensions:
        return Decisions((*forfeits, Extended(now, round.number, now + rules.extension_seconds, DEADLINE)))
    return Decisions(forfeits, going_on)


def _forfeits(
    course: Course, round: Round, now: float, facts: Mapping[Fixture, Facts]
) -> tuple[tuple[Forfeited, ...], tuple[Fixture, ...]]:
    """Games that are lost now, and those that go on."""
    gone = {one.id for one in course.entrants if one.withdrawn}
    forfeits, going_on = [], []
    for fixture, first, second in course.unfinished(round):
        left = tuple(one for one in (first, second) if one in gone)
        if left:
            forfeits.append(Forfeited(now, fixture, left, WITHDREW))
        elif now >= round.ends_at and not facts[fixture].begun:
            forfeits.append(Forfeited(now, fixture, facts[fixture].to_move, NOT_BEGUN))
        else:
            going_on.append(fixture)
    return tuple(forfeits), tuple(going_on)
