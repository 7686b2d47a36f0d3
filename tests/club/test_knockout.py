"""Knockouts: seeds, byes, and who goes on from a pair that is level."""

from __future__ import annotations

import pytest

from grognard.club.tournament.events import Closed, Forfeited, Played
from grognard.club.tournament.knockout import Advance, Advanced, advanced
from grognard.club.tournament.pairing import over
from grognard.club.tournament.pairs import DRAW, LOSS, WIN
from grognard.club.tournament.rules import Kind
from grognard.club.tournament.standings import standings
from grognard.club.tournament.telling import goes_on, why
from tests.club.course import Log, first_wins, game, higher_wins, pairs


def cup(count: int) -> Log:
    log = Log(count, Kind.KNOCKOUT)
    log.pair()
    return log


def test_the_first_two_seeds_can_only_meet_in_the_final() -> None:
    log = cup(8)
    assert log.met() == pairs("ah", "de", "bg", "cf")
    log.play(higher_wins)
    log.pair()
    assert log.met() == pairs("ad", "bc")
    log.play(higher_wins)
    log.pair()
    assert log.met() == pairs("ab")


def test_byes_go_to_the_highest_seeds_in_the_first_round_alone() -> None:
    log = cup(5)
    assert log.met() == pairs("a", "b", "c", "de")
    log.play(higher_wins)
    log.pair()
    assert log.met() == pairs("ad", "bc")


@pytest.mark.parametrize("count", range(2, 18))
def test_when_the_better_always_wins_the_best_wins(count: int) -> None:
    log = Log(count, Kind.KNOCKOUT)
    while not over(log.course):
        log.round(higher_wins)
    ranked = standings(log.course)
    assert [row.entrant for row in ranked[:2]] == ["a", "b"] and [row.place for row in ranked[:2]] == [1, 2]


def test_who_lost_in_the_same_round_shares_a_place() -> None:
    log = Log(8, Kind.KNOCKOUT)
    while not over(log.course):
        log.round(higher_wins)
    assert [row.place for row in standings(log.course)] == [1, 2, 3, 3, 5, 5, 5, 5]
    told = why(standings(log.course)[2], "en")
    assert told.lines[0].terms == "came through: f" and told.verdicts == (
        "d is level in everything: the place is shared.",
    )


def decided(*results: Played | Forfeited) -> Advanced:
    log = cup(2)
    for result in results:
        log.add(result)
    log.add(Closed(0.0, 1))
    return advanced(log.course, 1, 0)


FIRST, SECOND = game(1, 0, 0), game(1, 0, 1)  # a has the first side in the first, b in the second


def test_more_points_go_on() -> None:
    assert decided(Played(0.0, FIRST, LOSS), Played(0.0, SECOND, DRAW)) == Advanced("b", Advance.POINTS)


def test_one_all_goes_to_who_did_better_with_the_same_side() -> None:
    level = decided(Played(0.0, FIRST, WIN, margin=3), Played(0.0, SECOND, WIN, margin=8))
    assert level == Advanced("b", Advance.SAME_SIDE)
    lost_by_less = decided(Played(0.0, FIRST, LOSS, margin=-2), Played(0.0, SECOND, LOSS, margin=-9))
    assert lost_by_less == Advanced("a", Advance.SAME_SIDE)


def test_who_forfeited_a_game_does_not_go_on_from_a_pair_that_is_level() -> None:
    assert decided(Forfeited(0.0, FIRST, ("a",), "away"), Played(0.0, SECOND, LOSS, margin=-1)) == Advanced(
        "b", Advance.FORFEITS
    )


def test_where_nothing_else_tells_the_better_seed_goes_on() -> None:
    level = decided(Played(0.0, FIRST, WIN), Played(0.0, SECOND, WIN))
    assert level == Advanced("a", Advance.SEED)
    assert goes_on(level, "en") == "The pair is level; a goes on as the better seed."
    both_away = decided(Forfeited(0.0, FIRST, ("a", "b"), "away"), Forfeited(0.0, SECOND, ("a", "b"), "away"))
    assert both_away == Advanced("a", Advance.SEED)


def test_in_a_knockout_of_single_games_a_draw_goes_to_the_better_seed() -> None:
    log = Log(2, Kind.KNOCKOUT, both_sides=False)
    log.pair()
    log.add(Played(0.0, FIRST, DRAW, margin=5))
    assert advanced(log.course, 1, 0) == Advanced("a", Advance.SEED)


def test_a_level_pair_sends_its_better_seed_to_the_next_round() -> None:
    log = cup(4)
    log.play(first_wins)
    log.pair()
    assert log.met() == pairs("ab")
