"""The log of a tournament in words, a line for each event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.club.tournament.course import Course
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
from grognard.club.tournament.pairs import WIN, Fixture
from grognard.club.tournament.refused import Refused
from grognard.club.tournament.replay import follow, opened
from grognard.club.tournament.telling import Name
from grognard.club.words import WORDS, say
from grognard.core.words import points

PEOPLE = ("entrant", "first", "second")


def log(events: Sequence[Event], language: str, name: Name = str) -> tuple[str, ...]:
    """The lines of a log; of each event as it was when it happened."""
    course = opened(events[0])
    lines = [_line(course, events[0], language, name)]
    for event in events[1:]:
        course = follow(course, event)
        lines.append(_line(course, event, language, name))
    return tuple(lines)


def refusal(refused: Refused, language: str, name: Name = str) -> str:
    """Why something cannot happen, for who tried it."""
    return say(refused.message.key, language, **_named(refused.message.args, name))


def _line(course: Course, event: Event, language: str, name: Name) -> str:
    line = say(f"log.{event.kind}", language, **_named(_facts(course, event, name), name))
    reason, by = getattr(event, "reason", ""), getattr(event, "by", "")
    if not reason:
        return line
    known = f"reason.{reason}"
    told = say(known, language) if known in WORDS.keys(language) else reason
    return line + say("log.said" if by else "log.because", language, reason=told, by=name(by))


def _named(facts: Any, name: Name) -> dict[str, Any]:
    return {key: name(value) if key in PEOPLE else value for key, value in facts.items()}


def _facts(course: Course, event: Event, name: Name) -> dict[str, Any]:
    match event:
        case Opened():
            return {"word": event.rules.kind}
        case Entered():
            return {"entrant": event.entrant, "rating": event.rating}
        case Withdrew():
            return {"entrant": event.entrant}
        case Paired():
            byes = [name(one) for one in event.byes]
            return {"round": event.round, "pairs": len(event.pairs), "byes": byes}
        case Played() | Adjudicated() | Forfeited():
            return _of_a_game(course, event, name)
        case Extended() | Closed():
            return {"round": event.round}


def _of_a_game(course: Course, event: Played | Adjudicated | Forfeited, name: Name) -> dict[str, Any]:
    first, second = _players(course, event.fixture)
    facts = {"round": event.fixture.round, "first": first, "second": second}
    if isinstance(event, Forfeited):
        return facts | {"losers": [name(one) for one in event.losers]}
    scores = {"score": points(event.first), "score_other": points(WIN - event.first)}
    return facts | scores


def _players(course: Course, fixture: Fixture) -> tuple[str, str]:
    pair = course.rounds[fixture.round - 1].pairs[fixture.board]
    return pair.first_and_second(fixture.game)
