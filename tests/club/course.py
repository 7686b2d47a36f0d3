"""Tournaments for the tests: entrants a, b, c ... from the highest rating down, and rounds played as one says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from grognard.club.tournament.course import Course
from grognard.club.tournament.events import Closed, Entered, Event, Opened, Played
from grognard.club.tournament.pairing import next_round
from grognard.club.tournament.pairs import DRAW, LOSS, WIN, Fixture, Rule
from grognard.club.tournament.replay import follow, replay
from grognard.club.tournament.rules import Kind, Rules

WEEK = 7 * 24 * 3600
EVERY_RULE = frozenset(Rule)
Score = Callable[[str, str], int]
"""Half points of the first side, given who has the first and who the second."""


def names(count: int) -> list[str]:
    return [chr(ord("a") + number) for number in range(count)]


class Log:
    """A tournament under way: events one after the other, and the course they make."""

    def __init__(self, entrants: int | Mapping[str, int] = 0, kind: Kind = Kind.SWISS, **rules: Any) -> None:
        settled = Rules(kind, ("soviet", "axis"), WEEK, **rules)
        ratings = entrants if isinstance(entrants, Mapping) else {
            name: 2000 - 10 * number for number, name in enumerate(names(entrants))
        }  # fmt: skip
        self.events: list[Event] = [Opened(0.0, settled)]
        self.course: Course = replay(self.events)
        for name, rating in ratings.items():
            self.add(Entered(0.0, name, rating))

    def add(self, event: Event) -> None:
        self.course = follow(self.course, event)
        self.events.append(event)

    def pair(self, may_give: frozenset[Rule] = frozenset()) -> None:
        reason = "nothing else is left" if may_give else ""
        self.add(next_round(self.course, float(len(self.course.rounds)), may_give, reason))

    def play(self, score: Score) -> None:
        """Every game of the round that has no result, and the round closed."""
        for fixture, first, second in self.course.unfinished(self.course.rounds[-1]):
            self.add(Played(0.0, fixture, score(first, second)))
        self.add(Closed(0.0, len(self.course.rounds)))

    def round(self, score: Score, may_give: frozenset[Rule] = frozenset()) -> None:
        self.pair(may_give)
        self.play(score)

    def met(self) -> set[frozenset[str]]:
        """Who meets whom in the last round; alone is free."""
        last = self.course.rounds[-1]
        return {frozenset((pair.one, pair.two)) for pair in last.pairs} | {frozenset((one,)) for one in last.byes}


def pairs(*written: str) -> set[frozenset[str]]:
    """`pairs("ac", "bd", "e")`: a meets c, b meets d, e is free."""
    return {frozenset(one) for one in written}


def higher_wins(first: str, second: str) -> int:
    """By the alphabet."""
    return WIN if first < second else LOSS


def first_wins(first: str, second: str) -> int:
    return WIN


def all_draw(first: str, second: str) -> int:
    return DRAW


def at_random(seed: int) -> Score:
    rng = Random(seed)
    return lambda first, second: rng.choice((LOSS, DRAW, WIN))


def game(round: int, board: int, number: int = 0) -> Fixture:
    return Fixture(round, board, number)
