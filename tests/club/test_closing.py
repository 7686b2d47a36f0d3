"""The end of a round: what is forfeited, what is judged, what is extended, and when it is closed."""

from __future__ import annotations

from typing import Any

from grognard.club.tournament.closing import Decisions, Facts, close_round
from grognard.club.tournament.events import Adjudicated, Closed, Extended, Forfeited, Withdrew
from grognard.club.tournament.meetings import points
from grognard.club.tournament.pairs import LOSS, Fixture
from grognard.club.tournament.rules import AtDeadline
from tests.club.course import WEEK, Log, game, higher_wins

END = float(WEEK)
DAY = 24 * 3600


def begun(log: Log) -> dict[Fixture, Facts]:
    """Every game of the round goes on, the first side to move."""
    return {one: Facts(True, (first,)) for one, first, _ in log.course.unfinished(log.course.rounds[-1])}


def two(**rules: Any) -> Log:
    log = Log(2, both_sides=False, **rules)
    log.pair()
    return log


def test_a_round_whose_games_are_all_decided_closes_at_once() -> None:
    log = two()
    log.add(Adjudicated(1.0, game(1, 0), LOSS, "lost position", "old_guard"))
    assert close_round(log.course, 2.0, {}) == Decisions((Closed(2.0, 1),))


def test_before_its_end_a_round_waits_for_games_begun_or_not() -> None:
    log = two()
    assert close_round(log.course, END - 1, begun(log)) == Decisions()
    assert close_round(log.course, END - 1, {game(1, 0): Facts(False, ("a",))}) == Decisions()


def test_a_game_not_begun_at_the_end_is_lost_by_who_was_to_move() -> None:
    log = two()
    decided = close_round(log.course, END, {game(1, 0): Facts(False, ("b",))})
    assert decided == Decisions((Forfeited(END, game(1, 0), ("b",), "not_begun"), Closed(END, 1)))
    for event in decided.events:
        log.add(event)
    assert (points(log.course, "a"), points(log.course, "b")) == (2, 0)


def test_where_both_were_to_set_up_both_lose_it() -> None:
    log = two()
    for event in close_round(log.course, END, {game(1, 0): Facts(False, ("a", "b"))}).events:
        log.add(event)
    assert (points(log.course, "a"), points(log.course, "b")) == (0, 0) and log.course.rounds[0].closed


def test_a_game_going_on_at_the_end_waits_for_the_organisers_word() -> None:
    log = two()
    assert close_round(log.course, END, begun(log)) == Decisions(to_judge=(game(1, 0),))
    log.add(Adjudicated(END, game(1, 0), LOSS, "two turns left and no bridge", "old_guard"))
    assert close_round(log.course, END + 1, {}).events == (Closed(END + 1, 1),)


def test_a_tournament_may_extend_its_rounds_once_and_judge_then() -> None:
    log = two(at_deadline=AtDeadline.EXTEND, extension_seconds=DAY)
    decided = close_round(log.course, END, begun(log))
    assert decided == Decisions((Extended(END, 1, END + DAY, "deadline"),))
    log.add(decided.events[0])
    assert close_round(log.course, END + 1, begun(log)) == Decisions()
    assert close_round(log.course, END + DAY, begun(log)) == Decisions(to_judge=(game(1, 0),))


def test_an_extension_does_not_save_a_game_that_was_not_begun() -> None:
    log = Log(4, both_sides=False, at_deadline=AtDeadline.EXTEND, extension_seconds=DAY)
    log.pair()
    facts = begun(log) | {game(1, 1): Facts(False, ("b",))}
    assert close_round(log.course, END, facts).events == (
        Forfeited(END, game(1, 1), ("b",), "not_begun"), Extended(END, 1, END + DAY, "deadline"),
    )  # fmt: skip


def test_who_withdraws_loses_his_games_at_once() -> None:
    log = Log(4)
    log.pair()
    log.add(Withdrew(1.0, "a"))
    decided = close_round(log.course, 2.0, begun(log))
    assert [(one.fixture, one.losers) for one in decided.events if isinstance(one, Forfeited)] == [
        (game(1, 0, 0), ("a",)), (game(1, 0, 1), ("a",)),
    ]  # fmt: skip
    assert not any(isinstance(one, Closed) for one in decided.events)


def test_nothing_is_due_before_the_first_round_and_in_a_round_that_is_closed() -> None:
    log = Log(2)
    assert close_round(log.course, END, {}) == Decisions()
    log.round(higher_wins)
    assert close_round(log.course, END, {}) == Decisions()


def test_what_is_decided_can_be_added_to_the_log_as_it_is() -> None:
    log = Log(5)
    log.pair()
    log.add(Withdrew(1.0, "c"))
    not_begun = {one: Facts(False, (first,)) for one, first, _ in log.course.unfinished(log.course.rounds[-1])}
    for event in close_round(log.course, END, not_begun).events:
        log.add(event)
    assert log.course.rounds[0].closed
