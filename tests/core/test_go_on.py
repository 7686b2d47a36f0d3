"""Where a segment would end by itself its player is asked to go on, as long as he could still undo."""

from __future__ import annotations

from random import Random

import pytest

from grognard.core.ask import Kind, Verb
from grognard.core.journal import Journal, replay
from grognard.core.play import Play
from grognard.core.snapshot import canonical, restore, snapshot
from tests.core.toy import ToyGame


class WaitingToy(ToyGame):
    """The toy with the word that a game needs whose players may be asked to go on."""

    verbs = (*ToyGame.verbs, Verb("go_on", Kind.NOTHING))


GAME = WaitingToy()


def bidding(waits: bool = True) -> Play:
    return GAME.position(coins={"red": 2, "blue": 2, "green": 2}, waits=waits)


def test_who_has_spent_his_last_coin_is_asked_to_go_on_and_may_undo() -> None:
    play = bidding()
    play.answer("red", "bid", 2)
    ask = play.ask("red")
    assert ask is not None and dict(ask.answers) == {"go_on": [None]}
    assert (ask.message.key, ask.rule) == ("prompt.bid", "1.0"), "the words are those of the step that would end"
    play.undo("red")
    assert play.legal("red", "bid", 2)
    play.redo("red")
    play.answer("red", "go_on")
    assert play.deciders == ("blue", "green")


def test_a_commit_plays_the_same_questions_again() -> None:
    play, plain = bidding(), bidding(waits=False)
    for player, coins in (("red", 2), ("blue", 1), ("green", 2)):
        play.answer(player, "bid", coins)
        plain.answer(player, "bid", coins)
        if play.legal(player, "go_on"):
            play.answer(player, "go_on")
        else:
            play.answer(player, "done")
            plain.answer(player, "done")
    assert play.state.lanes is None and play.state == plain.state
    assert ("red", "go_on", None) in play.answers
    again = replay(Journal.from_plain(play.journal().plain()), GAME)
    assert again.state == play.state and again.answers == play.answers


def test_nobody_is_asked_where_the_segment_has_nothing_in_it() -> None:
    play = GAME.position(coins={"red": 0, "blue": 2, "green": 2}, waits=True)
    assert play.deciders == ("blue", "green"), "red has done nothing that he could undo"


def test_a_refusal_says_what_the_step_below_says() -> None:
    play = bidding()
    play.answer("red", "bid", 2)
    assert play.why("red", "bid", 1)[0].message.key == "why.coins"
    assert play.why("red", "done")[0].message.key == "refuse.not_now"


def test_a_snapshot_keeps_the_question_and_that_there_are_such() -> None:
    play = bidding()
    play.answer("red", "bid", 2)
    fresh = GAME.initial(GAME.scenario("three"), dict(play.state.options), play.state.dice)
    restore(fresh, snapshot(play.state))
    assert fresh.waits and canonical(fresh) == canonical(play.state)
    assert fresh.going_on(0) is not None and fresh.going_on(1) is None


def test_a_header_says_so_only_where_it_is_so() -> None:
    assert "waits" not in bidding(waits=False).header.plain()
    assert bidding().header.plain()["waits"] is True
    wrong = bidding().journal().plain()
    wrong["header"]["waits"] = "always"
    with pytest.raises(ValueError, match="waits cannot be 'always'"):
        Journal.from_plain(wrong)


def test_who_imagines_is_not_asked_and_keeps_his_own_answers() -> None:
    play = bidding()
    play.answer("red", "bid", 2)
    imagined = play.imagine("red", Random(1))
    assert imagined.going_on(0) is not None
    imagined.apply(0, imagined.going_on(0) or 0)
    assert imagined.deciders == (1, 2)
