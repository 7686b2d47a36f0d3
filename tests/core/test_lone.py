"""An answer that was the only one is taken by itself; who asks afterwards is told so, with its rule."""

from __future__ import annotations

from grognard.core.play import Play
from tests.core.toy import GAME


def reasons(play: Play, player: str, verb: str, target: int | None = None) -> list[tuple[str, str]]:
    return [(reason.message.key, reason.rule) for reason in play.why(player, verb, target)]


def bidding(**coins: int) -> Play:
    return GAME.position(coins={"red": 2, "blue": 2, "green": 2} | coins)


def test_the_lone_answer_itself_is_explained_with_its_rule_in_both_languages() -> None:
    play = bidding()
    play.answer("red", "bid", 2)
    assert play.deciders == ("blue", "green"), "without a coin left red is done by itself"
    (reason,) = play.why("red", "done")
    assert str(reason) == '"done" was the only answer that was possible, so it was taken by itself (1.0)'
    assert reason.text("ja") == "選べる回答は「done」だけだったので、自動的に選ばれた"


def test_what_was_not_possible_there_is_refused_by_what_forbade_it() -> None:
    play = bidding()
    play.answer("red", "bid", 2)
    assert reasons(play, "red", "bid", 1) == [("why.coins", "1.0"), ("refuse.taken_alone", "1.0")]


def test_a_question_that_answered_itself_before_the_first_is_explained_too() -> None:
    play = bidding(red=0)
    assert reasons(play, "red", "done") == [("refuse.taken_alone", "1.0")]
    assert reasons(play.beginning(), "red", "gamble") == [("refuse.not_deciding", "")]


def test_the_question_one_has_now_comes_before_those_that_are_past() -> None:
    play = bidding(red=0)
    play.answer("blue", "bid", 1)
    play.answer("blue", "done")
    play.answer("green", "done")
    assert play.deciders == ("blue",), "blue alone has bid, and red has answered by himself"
    assert reasons(play, "red", "done") == [("refuse.taken_alone", "1.0")], "the lanes were played out just now"
    assert reasons(play, "blue", "bid", 1) == [("refuse.not_now", "2.0")], "blue was asked"
    play.answer("blue", "build", "0101-0201")
    assert reasons(play, "red", "done") == [("refuse.not_deciding", "")], "an answer later it is past"


def test_nobody_is_told_of_anothers_lone_answer() -> None:
    play = bidding()
    before = reasons(play, "blue", "gamble"), reasons(play, "green", "done")
    play.answer("red", "bid", 2)
    assert (reasons(play, "blue", "gamble"), reasons(play, "green", "done")) == before
    assert reasons(play, "blue", "dig") == reasons(bidding(), "blue", "dig")


def test_a_secret_answer_of_another_does_not_change_what_one_is_told() -> None:
    play = bidding()
    play.answer("red", "bid", 2)
    told = reasons(play, "red", "done")
    play.answer("blue", "bid", 1)
    assert reasons(play, "red", "done") == told


def test_a_clone_knows_it_and_what_is_taken_back_is_forgotten() -> None:
    play = bidding()
    play.answer("red", "bid", 2)
    assert reasons(play.clone(), "red", "done") == [("refuse.taken_alone", "1.0")]
    play.undo("red")
    assert play.legal("red", "done")
    play.redo("red")
    assert reasons(play, "red", "done") == [("refuse.taken_alone", "1.0")]


def test_a_clone_knows_how_it_came_about_whatever_is_taken_back_elsewhere() -> None:
    play = bidding(red=0)
    play.answer("blue", "bid", 1)
    play.answer("blue", "done")
    play.answer("green", "done")
    play.answer("blue", "build", "0101-0201")
    copy = play.clone()
    play.undo("blue")
    assert play.ask("blue") is not None
    play.answer("blue", "build", "0101-0102")
    assert reasons(copy, "red", "done") == [("refuse.not_deciding", "")]
