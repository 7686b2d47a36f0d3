"""Events into a course: the same events give the same course, and an event that does not fit is refused by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from grognard.club.tournament.course import Course, Entrant, How, Outcome, Round
from grognard.club.tournament.events import (
    Adjudicated,
    Closed,
    Entered,
    Event,
    Extended,
    Forfeited,
    Opened,
    Paired,
    Played,
    Withdrew,
)
from grognard.club.tournament.knockout import pair_knockout
from grognard.club.tournament.pairs import LOSS, WIN, Fixture, Pairing
from grognard.club.tournament.refused import Refused
from grognard.club.tournament.round_robin import pair_round_robin
from grognard.club.tournament.rules import Kind

LAID_OUT = {Kind.ROUND_ROBIN: pair_round_robin, Kind.KNOCKOUT: pair_knockout}
"""Kinds in which who meets whom follows from the entrants and the results: nobody pairs these by hand."""


def replay(events: Iterable[Event]) -> Course:
    """The course that these events make, the first of which opens it."""
    course: Course | None = None
    for event in events:
        course = opened(event) if course is None else follow(course, event)
    if course is None:
        raise Refused("not_opened")
    return course


def opened(event: Event) -> Course:
    if not isinstance(event, Opened):
        raise Refused("not_opened")
    return Course(event.rules)


def follow(course: Course, event: Event) -> Course:
    """The course after one more event."""
    match event:
        case Opened():
            raise Refused("opened_twice")
        case Entered():
            return _entered(course, event)
        case Withdrew():
            return _withdrew(course, event)
        case Paired():
            return _paired(course, event)
        case Played() | Adjudicated() | Forfeited():
            return _decided(course, event)
        case Extended():
            _check_reason(event.reason)
            number = _open_round(course, event.round).number
            return _with_round(course, number, ends_at=event.ends_at, extended=course.rounds[-1].extended + 1)
        case Closed():
            return _closed(course, event)


def _entered(course: Course, event: Entered) -> Course:
    """Who has withdrawn may come back as one who comes late, with what he had scored."""
    if any(one.id == event.entrant for one in course.active):
        raise Refused("entered_twice", entrant=event.entrant)
    if course.rounds and course.rules.kind is not Kind.SWISS:
        raise Refused("too_late", entrant=event.entrant)
    others = tuple(one for one in course.entrants if one.id != event.entrant)
    return replace(course, entrants=(*others, Entrant(event.entrant, event.rating, event.bot)))


def _withdrew(course: Course, event: Withdrew) -> Course:
    if event.entrant not in {one.id for one in course.active}:
        raise Refused("not_entered", entrant=event.entrant)
    entrants = tuple(replace(one, withdrawn=True) if one.id == event.entrant else one for one in course.entrants)
    return replace(course, entrants=entrants)


def _paired(course: Course, event: Paired) -> Course:
    if course.rounds and not course.rounds[-1].closed:
        raise Refused("round_open", round=course.rounds[-1].number)
    if event.round != len(course.rounds) + 1:
        raise Refused("wrong_round", round=event.round)
    begun = Round(event.round, event.pairs, event.byes, event.gave, event.ends_at)
    known = {one.id for one in course.entrants}
    for number, entrant in enumerate(begun.present):
        if entrant not in known:
            raise Refused("not_entered", entrant=entrant)
        if entrant in begun.present[:number]:
            raise Refused("paired_twice", entrant=entrant)
    if course.rules.kind is not Kind.SWISS and Pairing(event.pairs, event.byes) != LAID_OUT[course.rules.kind](course):
        raise Refused("laid_out", round=event.round)
    if event.gave:
        _check_reason(event.reason)
    return replace(course, rounds=(*course.rounds, begun))


def _decided(course: Course, event: Played | Adjudicated | Forfeited) -> Course:
    first, second = _players(course, event.fixture)
    if not isinstance(event, Adjudicated) and event.fixture in course.outcomes:
        raise Refused("decided", first=first, second=second)
    match event:
        case Played():
            _check_score(event.first)
            outcome = Outcome(event.first, WIN - event.first, How.PLAYED, event.margin)
        case Adjudicated():
            _check_score(event.first)
            _check_reason(event.reason)
            outcome = Outcome(event.first, WIN - event.first, How.ADJUDICATED)
        case Forfeited():
            _check_reason(event.reason)
            if not event.losers or not {first, second}.issuperset(event.losers):
                raise Refused("not_theirs", first=first, second=second)
            scored = [LOSS if one in event.losers else WIN for one in (first, second)]
            outcome = Outcome(scored[0], scored[1], How.FORFEITED)
    return replace(course, outcomes={**course.outcomes, event.fixture: outcome})


def _check_score(first: int) -> None:
    if not LOSS <= first <= WIN:
        raise Refused("no_score", score=first)


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused("no_reason")


def _players(course: Course, fixture: Fixture) -> tuple[str, str]:
    for round in course.rounds[fixture.round - 1 : fixture.round]:
        for one, first, second in course.fixtures(round):
            if one == fixture:
                return first, second
    raise Refused("no_such_game", round=fixture.round, board=fixture.board + 1)


def _open_round(course: Course, number: int) -> Round:
    if not course.rounds or course.rounds[-1].number != number or course.rounds[-1].closed:
        raise Refused("wrong_round", round=number)
    return course.rounds[-1]


def _closed(course: Course, event: Closed) -> Course:
    left = course.unfinished(_open_round(course, event.round))
    if left:
        _, first, second = left[0]
        raise Refused("undecided", first=first, second=second, count=len(left))
    return _with_round(course, event.round, closed=True)


def _with_round(course: Course, number: int, **changes: Any) -> Course:
    rounds = list(course.rounds)
    rounds[number - 1] = replace(rounds[number - 1], **changes)
    return replace(course, rounds=tuple(rounds))
