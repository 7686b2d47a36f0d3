"""What each criterion makes of an entrant: a total, and the terms that it is the sum of.

Points and Buchholz are in halves, Sonneborn-Berger in quarters, wins and rounds whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grognard.club.tournament.course import Course, How
from grognard.club.tournament.knockout import advanced
from grognard.club.tournament.meetings import Meeting, meetings, points
from grognard.club.tournament.pairs import WIN
from grognard.club.tournament.rules import Criterion


@dataclass(frozen=True, slots=True)
class Term:
    """What a round gave: against whom (nobody: a bye), half points by game, what the opponent has, the value."""

    round: int
    opponent: str | None
    games: tuple[int | None, ...]
    scored: int
    theirs: int
    value: int
    counts: bool = True
    """A median leaves the highest and the lowest out."""


@dataclass(frozen=True, slots=True)
class Sum:
    criterion: Criterion
    total: int
    terms: tuple[Term, ...]


Value = Callable[[Meeting, int], int]
"""What a meeting is worth, given the points that the opponent has."""


def _terms(course: Course, entrant: str, value: Value) -> tuple[Term, ...]:
    """A bye counts as an opponent who has what one has oneself."""
    found = []
    for meeting in meetings(course, entrant):
        theirs = points(course, entrant if meeting.opponent is None else meeting.opponent)
        games = tuple(game.scored for game in meeting.games)
        worth = value(meeting, theirs)
        found.append(Term(meeting.round, meeting.opponent, games, meeting.scored, theirs, worth))
    return tuple(found)


def _summed(criterion: Criterion, terms: Sequence[Term]) -> Sum:
    return Sum(criterion, sum(term.value for term in terms if term.counts), tuple(terms))


def survived(course: Course, entrant: str, level: frozenset[str]) -> Sum:
    """Rounds of a knockout that one came through, by a bye too."""

    def came_through(meeting: Meeting, theirs: int) -> int:
        if meeting.opponent is None:
            return 1
        round = course.rounds[meeting.round - 1]
        board = next(board for board, pair in enumerate(round.pairs) if entrant in (pair.one, pair.two))
        return int(round.closed and advanced(course, meeting.round, board).winner == entrant)

    return _summed(Criterion.SURVIVED, _terms(course, entrant, came_through))


def scored(course: Course, entrant: str, level: frozenset[str]) -> Sum:
    return _summed(Criterion.POINTS, _terms(course, entrant, lambda meeting, theirs: meeting.scored))


def buchholz(course: Course, entrant: str, level: frozenset[str]) -> Sum:
    """What the opponents have."""
    return _summed(Criterion.BUCHHOLZ, _terms(course, entrant, lambda meeting, theirs: theirs))


def median_buchholz(course: Course, entrant: str, level: frozenset[str]) -> Sum:
    """The same without the opponent who has most and the one who has least, from three rounds on."""
    terms = _terms(course, entrant, lambda meeting, theirs: theirs)
    if len(terms) < 3:
        return _summed(Criterion.MEDIAN_BUCHHOLZ, terms)
    by_value = sorted(terms, key=lambda term: (term.value, term.round))
    out = {by_value[0].round, by_value[-1].round}
    kept = [
        Term(one.round, one.opponent, one.games, one.scored, one.theirs, one.value, one.round not in out)
        for one in terms
    ]
    return _summed(Criterion.MEDIAN_BUCHHOLZ, kept)


def sonneborn_berger(course: Course, entrant: str, level: frozenset[str]) -> Sum:
    """What the opponents have, each times what one scored against him."""
    terms = _terms(course, entrant, lambda meeting, theirs: meeting.scored * theirs)
    return _summed(Criterion.SONNEBORN_BERGER, terms)


def direct(course: Course, entrant: str, level: frozenset[str]) -> Sum:
    """What one scored against those who are level so far; nothing unless they have all met one another."""
    if not _all_met(course, level):
        return Sum(Criterion.DIRECT, 0, ())
    terms = _terms(course, entrant, lambda meeting, theirs: meeting.scored)
    return _summed(Criterion.DIRECT, [term for term in terms if term.opponent in level])


def _all_met(course: Course, level: frozenset[str]) -> bool:
    return all(level - {one} <= {meeting.opponent for meeting in meetings(course, one)} for one in level)


def wins(course: Course, entrant: str, level: frozenset[str]) -> Sum:
    """Games won at the table or by the organiser's word; byes and forfeits are none."""

    def won(meeting: Meeting, theirs: int) -> int:
        return sum(game.scored == WIN and game.how is not How.FORFEITED for game in meeting.games)

    return _summed(Criterion.WINS, _terms(course, entrant, won))


SUMS: dict[Criterion, Callable[[Course, str, frozenset[str]], Sum]] = {
    Criterion.SURVIVED: survived,
    Criterion.POINTS: scored,
    Criterion.BUCHHOLZ: buchholz,
    Criterion.MEDIAN_BUCHHOLZ: median_buchholz,
    Criterion.SONNEBORN_BERGER: sonneborn_berger,
    Criterion.DIRECT: direct,
    Criterion.WINS: wins,
}
"""Each is told the course, the entrant, and who is level with him by the criteria before."""
