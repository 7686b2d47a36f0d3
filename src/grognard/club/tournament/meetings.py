"""What one entrant has done, round by round: whom he met, with which sides, and what he scored."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from grognard.club.tournament.course import Course, How, Outcome
from grognard.club.tournament.pairs import WIN, Fixture


class Side(IntEnum):
    FIRST = 0
    SECOND = 1


@dataclass(frozen=True, slots=True)
class Game:
    """A game as one of the two sees it; nothing scored yet while it goes on."""

    side: Side
    scored: int | None
    conceded: int | None
    how: How | None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A round of one entrant; no opponent is a bye, which scores in full."""

    round: int
    opponent: str | None
    games: tuple[Game, ...]
    bye: int = 0
    """Half points of a bye."""

    @property
    def scored(self) -> int:
        return self.bye + sum(game.scored or 0 for game in self.games)

    @property
    def free_win(self) -> bool:
        """Points for nothing: a bye, or every game won by forfeit."""
        return self.opponent is None or all(game.how is How.FORFEITED and game.scored == WIN for game in self.games)


def meetings(course: Course, entrant: str) -> tuple[Meeting, ...]:
    """The rounds in which he was paired or free, in their order."""
    found = []
    for round in course.rounds:
        if entrant in round.byes:
            found.append(Meeting(round.number, None, (), WIN * course.rules.games))
        for board, pair in enumerate(round.pairs):
            if entrant in (pair.one, pair.two):
                opponent = pair.two if entrant == pair.one else pair.one
                games = tuple(
                    _seen(course.outcomes.get(Fixture(round.number, board, game)),
                          Side(pair.first_and_second(game).index(entrant)))
                    for game in range(course.rules.games)
                )  # fmt: skip
                found.append(Meeting(round.number, opponent, games))
    return tuple(found)


def _seen(outcome: Outcome | None, side: Side) -> Game:
    if outcome is None:
        return Game(side, None, None, None)
    scores = (outcome.first, outcome.second)
    return Game(side, scores[side], scores[1 - side], outcome.how)


def points(course: Course, entrant: str) -> int:
    """Half points so far."""
    return sum(meeting.scored for meeting in meetings(course, entrant))


def sides_played(course: Course, entrant: str) -> tuple[int, int]:
    """How often he had the first and the second side."""
    had = [game.side for meeting in meetings(course, entrant) for game in meeting.games]
    return had.count(Side.FIRST), had.count(Side.SECOND)
