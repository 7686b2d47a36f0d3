"""Which finished games are rated: the rules of the house."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.club.ratings.finished import Bot, Ending, Visitor
from grognard.club.ratings.friendly import BEGUN, Friendly, told, why_friendly
from grognard.club.words import WORDS
from tests.club.rated import finished

TWO = {"red": "mara", "blue": "kestrel"}


@pytest.mark.parametrize("ending", [Ending.PLAYED, Ending.RESIGNED, Ending.TIME, Ending.ABANDONED, Ending.ADJUDICATED])
def test_a_game_with_a_winner_is_rated_however_it_ended(ending: Ending) -> None:
    assert why_friendly(finished(TWO, "red", ending=ending)) is None


def test_a_drawn_game_is_rated() -> None:
    assert why_friendly(finished(TWO, ())) is None


def test_a_game_against_a_bot_is_rated() -> None:
    assert why_friendly(finished({"red": "mara", "blue": Bot("veteran", "1")}, "blue")) is None


def test_a_game_in_which_a_bot_held_a_seat_for_a_while_is_friendly() -> None:
    assert why_friendly(finished(TWO, "red", stand_ins=("red-0",))) is Friendly.STAND_IN


def test_a_visitor_makes_a_game_friendly() -> None:
    assert why_friendly(finished({"red": "mara", "blue": Visitor()}, "red")) is Friendly.VISITOR


def test_who_sits_on_both_sides_wins_nothing() -> None:
    assert why_friendly(finished({"red": ["mara", "piet"], "blue": "mara"}, "red")) is Friendly.ONE_PERSON


def test_two_bots_of_one_level_may_meet() -> None:
    assert why_friendly(finished({"red": Bot("veteran", "1"), "blue": Bot("veteran", "1")}, "red")) is None


def test_a_game_with_a_single_side_is_friendly() -> None:
    assert why_friendly(finished({"red": ["mara", "piet"]}, "red")) is Friendly.ONE_SIDE


def test_a_game_not_meant_to_count_does_not() -> None:
    assert why_friendly(finished(TWO, "red", rated=False)) is Friendly.AGREED


@pytest.mark.parametrize("ending", [Ending.RESIGNED, Ending.TIME, Ending.ABANDONED, Ending.ADJUDICATED])
def test_a_game_broken_off_before_who_lost_had_begun_does_not_count(ending: Ending) -> None:
    assert why_friendly(finished(TWO, "red", ending=ending, acts=BEGUN - 1)) is Friendly.NOT_BEGUN
    assert why_friendly(finished(TWO, "red", ending=ending, acts=BEGUN)) is None


def test_who_has_seen_the_first_dice_does_not_leave_for_nothing() -> None:
    game = finished(TWO, "red", ending=Ending.RESIGNED)
    winner, loser = game.seats
    early = replace(game, seats=(replace(winner, acts=1), replace(loser, acts=22)))
    assert (winner.side, why_friendly(early)) == ("red", None)
    late = replace(game, seats=(replace(winner, acts=22), replace(loser, acts=1)))
    assert why_friendly(late) is Friendly.NOT_BEGUN


def test_a_short_game_that_the_rules_ended_counts() -> None:
    assert why_friendly(finished(TWO, "red", acts=1)) is None


def test_allies_begin_together() -> None:
    assert why_friendly(finished({"red": ["a", "b"], "blue": ["c", "d"]}, "red", ending=Ending.TIME, acts=3)) is None


def test_a_game_that_everybody_left_counts_for_nobody() -> None:
    assert why_friendly(finished(TWO, (), ending=Ending.ABANDONED)) is Friendly.NOBODY_WON


def test_forfeits_and_cancelled_games_are_no_play() -> None:
    assert why_friendly(finished(TWO, "red", ending=Ending.FORFEITED)) is Friendly.NOT_PLAYED
    assert why_friendly(finished(TWO, "red", ending=Ending.CANCELLED)) is Friendly.CANCELLED


def test_every_reason_has_its_words() -> None:
    assert {f"friendly.{reason}" for reason in Friendly} == {
        key for key in WORDS.keys("en") if key.startswith("friendly.")
    }
    assert told(Friendly.NOT_BEGUN, "en").endswith("before the side that lost had given 5 answers.")
    assert "5手" in told(Friendly.NOT_BEGUN, "ja")
