"""Round robins: everyone meets everyone, with sides shared out."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.club.tournament.closing import Facts, close_round
from grognard.club.tournament.events import Entered, Withdrew
from grognard.club.tournament.meetings import meetings, points, sides_played
from grognard.club.tournament.pairing import over, rounds
from grognard.club.tournament.refused import Refused
from grognard.club.tournament.rules import Kind
from tests.club.course import Log, all_draw, higher_wins, names


def played_out(count: int, cycles: int = 1, both_sides: bool = False) -> Log:
    log = Log(count, Kind.ROUND_ROBIN, cycles=cycles, both_sides=both_sides)
    while not over(log.course):
        log.round(all_draw)
    return log


@pytest.mark.parametrize("count", range(2, 13))
def test_everyone_meets_everyone_once_with_sides_as_even_as_can_be(count: int) -> None:
    log = played_out(count)
    for name in names(count):
        met = [meeting.opponent for meeting in meetings(log.course, name)]
        assert Counter(met) == Counter([*(other for other in names(count) if other != name), *[None] * (count % 2)])
        first, second = sides_played(log.course, name)
        assert abs(first - second) <= 1


@pytest.mark.parametrize("count", range(2, 9))
def test_in_two_cycles_everyone_plays_both_sides_against_everyone(count: int) -> None:
    log = played_out(count, cycles=2)
    sides = Counter(
        (name, meeting.opponent, meeting.games[0].side)
        for name in names(count)
        for meeting in meetings(log.course, name)
        if meeting.opponent
    )
    assert len(sides) == 2 * count * (count - 1) and set(sides.values()) == {1}


def test_with_pairs_of_games_one_cycle_has_both_sides() -> None:
    assert all(sides_played(played_out(5, both_sides=True).course, name) == (4, 4) for name in names(5))


@pytest.mark.parametrize(("count", "expected"), [(4, 3), (5, 5), (6, 5)])
def test_a_round_robin_lasts_until_all_have_met(count: int, expected: int) -> None:
    assert rounds(Log(count, Kind.ROUND_ROBIN).course) == expected


def test_everyone_is_free_once_where_the_number_is_odd() -> None:
    log = played_out(5)
    assert Counter(bye for round in log.course.rounds for bye in round.byes) == Counter(names(5))


def test_nobody_enters_once_the_games_are_laid_out() -> None:
    log = Log(4, Kind.ROUND_ROBIN)
    log.pair()
    with pytest.raises(Refused, match="too_late"):
        log.add(Entered(1.0, "late", 1500))


def test_who_withdraws_loses_what_is_left_and_the_others_games_stay_as_laid_out() -> None:
    log = Log(4, Kind.ROUND_ROBIN)
    log.round(higher_wins)
    log.add(Withdrew(1.0, "a"))
    log.pair()
    course = log.course
    facts = {fixture: Facts(True, (first,)) for fixture, first, _ in course.unfinished(course.rounds[-1])}
    for event in close_round(course, 2.0, facts).events:
        log.add(event)
    opponent = meetings(log.course, "a")[1].opponent
    assert opponent is not None and meetings(log.course, "a")[1].scored == 0
    assert meetings(log.course, opponent)[1].scored == 4 and points(log.course, "a") == 4
