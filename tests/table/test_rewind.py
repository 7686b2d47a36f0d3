"""Taking back by consent, in the engine: used dice stay used, and the journal tells it so that anyone can check."""

from __future__ import annotations

import json
from random import Random

import pytest

from grognard.core.conformance import any_answer, journal_holds
from grognard.core.journal import Journal, JournalError, replay, verify
from grognard.core.play import Play
from grognard.core.registry import game


def played(seed: int, answers: int) -> tuple[Play, Random]:
    play, rng = game("avl").new(seed=seed), Random(seed)
    go_on(play, rng, answers)
    return play, rng


def go_on(play: Play, rng: Random, answers: int) -> None:
    for _ in range(answers):
        if play.result is None:
            player = rng.choice(play.state.deciders)
            play.apply(player, any_answer(play.state.ask(player), rng))


@pytest.mark.parametrize("seed", range(5))
def test_a_game_with_take_backs_replays_and_verifies(seed: int) -> None:
    play, rng = played(seed, 80)
    for _ in range(6):
        used = play.state.rolls
        wanted = rng.randrange(len(play.given) + 1)
        before = play.given
        play.rewind(wanted)
        assert play.state.rolls == used
        assert play.given == before[: len(play.given)] and len(play.given) <= wanted
        assert not any(play.can_undo(player) for player in play.roster.ids)
        assert journal_holds(play) == []
        go_on(play, rng, 40)
    assert journal_holds(play) == []


def test_a_take_back_inside_secret_choices_goes_to_where_they_began() -> None:
    play = game("avl").new(seed=1)
    play.answer("soviet", "historical")
    play.answer("soviet", "done")
    given = len(play.given)
    play.rewind(1)
    assert (given, len(play.given), play.deciders) == (2, 0, ("soviet",))


def test_nothing_is_taken_back_that_is_not_there() -> None:
    play, _ = played(3, 30)
    for answers in (-1, len(play.given) + 1):
        with pytest.raises(ValueError, match="answers"):
            play.rewind(answers)


def test_dice_cannot_be_had_twice_by_a_forged_skip() -> None:
    play, _ = played(2, 60)
    while play.state.rolls < 2:
        go_on(play, Random(1), 20)
    plain = json.loads(json.dumps(play.journal().plain()))
    plain["skips"] = [[len(plain["answers"]), 0]]
    with pytest.raises(JournalError, match="used already"):
        replay(Journal.from_plain(plain), game("avl"))
    plain["skips"] = [[2, 50]]
    assert verify(Journal.from_plain(plain), game("avl"))
