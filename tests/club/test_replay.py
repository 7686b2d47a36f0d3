"""A tournament's events: what they make of it, what is refused, and the log in words."""

from __future__ import annotations

import pytest

from grognard.club.tournament.course import How, Outcome
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
from grognard.club.tournament.logbook import log as in_words
from grognard.club.tournament.logbook import refusal
from grognard.club.tournament.meetings import points
from grognard.club.tournament.pairs import DRAW, LOSS, WIN, Gave, Pair, Rule
from grognard.club.tournament.refused import Refused
from grognard.club.tournament.replay import replay
from grognard.club.tournament.rules import Kind
from grognard.club.words import WORDS
from tests.club.course import Log, game, higher_wins

THERE = game(1, 0)


def begun() -> Log:
    log = Log(2, both_sides=False)
    log.pair()
    return log


def test_the_organisers_word_stands_in_place_of_what_was_and_both_lines_stay() -> None:
    log = begun()
    log.add(Played(1.0, THERE, WIN))
    log.add(Adjudicated(2.0, THERE, DRAW, "an illegal set-up came to light", "old_guard"))
    assert log.course.outcomes[THERE] == Outcome(DRAW, DRAW, How.ADJUDICATED) and len(log.events) == 6


def test_a_closed_round_can_still_be_set_right() -> None:
    log = begun()
    log.play(higher_wins)
    log.add(Adjudicated(2.0, THERE, LOSS, "entered the wrong way round", "old_guard"))
    assert points(log.course, "b") == 2 and log.course.rounds[0].closed


def test_the_organiser_may_pair_by_hand() -> None:
    log = Log(4)
    log.add(Paired(0.0, 1, (Pair("a", "b"), Pair("c", "d")), (), (), 9.0, "both asked for it"))
    assert log.course.rounds[0].pairs[0] == Pair("a", "b")


REFUSED: dict[str, list[Event]] = {
    "opened_twice": [Opened(0.0, begun().course.rules)],
    "entered_twice": [Entered(0.0, "a", 1500)],
    "not_entered": [Withdrew(0.0, "zoe")],
    "round_open": [Paired(0.0, 2, (Pair("a", "b"),), (), (), 1.0)],
    "wrong_round": [Closed(0.0, 7)],
    "decided": [Played(0.0, THERE, WIN), Played(0.0, THERE, LOSS)],
    "no_score": [Played(0.0, THERE, 3)],
    "no_reason": [Adjudicated(0.0, THERE, WIN, " ", "old_guard")],
    "not_theirs": [Forfeited(0.0, THERE, ("zoe",), "away")],
    "no_such_game": [Played(0.0, game(1, 3), WIN)],
    "undecided": [Closed(0.0, 1)],
    "paired_twice": [
        Played(0.0, THERE, WIN), Closed(0.0, 1), Paired(0.0, 2, (Pair("a", "b"),), ("a",), (), 1.0),
    ],
}  # fmt: skip


@pytest.mark.parametrize("why", REFUSED)
def test_what_does_not_fit_is_refused_and_changes_nothing(why: str) -> None:
    log = begun()
    for event in REFUSED[why][:-1]:
        log.add(event)
    before = log.course
    with pytest.raises(Refused, match=why) as refused:
        log.add(REFUSED[why][-1])
    assert log.course == before
    assert refusal(refused.value, "en") and refusal(refused.value, "ja")


def test_letting_a_rule_give_or_extending_a_round_needs_a_reason() -> None:
    log = begun()
    with pytest.raises(Refused, match="no_reason"):
        log.add(Extended(0.0, 1, 9.0, ""))
    log.play(higher_wins)
    with pytest.raises(Refused, match="no_reason"):
        log.add(Paired(0.0, 2, (Pair("a", "b"),), (), (Gave(Rule.MEET_AGAIN, ("a", "b")),), 1.0))


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.KNOCKOUT])
def test_nobody_pairs_by_hand_what_is_laid_out(kind: Kind) -> None:
    with pytest.raises(Refused, match="laid_out"):
        Log(4, kind).add(Paired(0.0, 1, (Pair("a", "b"), Pair("c", "d")), (), (), 9.0, "both asked for it"))


def test_who_withdrew_cannot_withdraw_again() -> None:
    log = Log(3)
    log.add(Withdrew(0.0, "c"))
    with pytest.raises(Refused, match="not_entered"):
        log.add(Withdrew(0.0, "c"))


def test_who_withdrew_may_come_back_with_what_he_had_scored() -> None:
    log = Log(4)
    log.round(higher_wins)
    log.add(Withdrew(0.0, "a"))
    log.round(higher_wins)
    log.add(Entered(1.0, "a", 2000))
    log.pair()
    assert "a" in log.course.rounds[-1].present and points(log.course, "a") == 4


def test_a_tournament_begins_with_its_rules() -> None:
    for events in ([], [Entered(0.0, "a", 1500)]):
        with pytest.raises(Refused, match="not_opened"):
            replay(events)


def test_every_refusal_has_its_words_and_every_word_its_refusal() -> None:
    raised = {*REFUSED, "not_opened", "too_late", "too_few", "over", "laid_out"}
    assert {f"refused.{why}" for why in raised} == {key for key in WORDS.keys("en") if key.startswith("refused.")}


def test_the_log_is_told_in_both_languages() -> None:
    log = Log(3, both_sides=False)
    log.pair()
    log.add(Withdrew(1.0, "b", "no time"))
    log.add(Forfeited(2.0, THERE, ("b",), "withdrew"))
    log.add(Adjudicated(3.0, THERE, DRAW, "agreed", "org"))
    log.add(Extended(4.0, 1, 9.0, "deadline"))
    log.add(Closed(5.0, 1))
    told = in_words(log.events, "en", name=str.upper)
    assert told[0] == "Opened: Swiss." and told[1] == "A entered, rated 2000."
    assert told[4:] == (
        "Round 1 paired: 1 pair; free: C.",
        "B withdrew. Reason: no time",
        "Round 1, A against B: forfeited by B. Reason: withdrew",
        "Round 1: A ½ : ½ B, adjudicated. ORG: agreed",
        "Round 1 extended. Reason: games still going on",
        "Round 1 closed.",
    )
    assert in_words(log.events, "ja")[6] == "第1回戦、a対b：bの不戦敗。理由：棄権"
