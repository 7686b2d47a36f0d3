"""A bot that errs on purpose: how often, with what, and only with what its seat may see."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered
from grognard.core.game import SetupError
from grognard.players import bot
from grognard.players.opinion import adviser, considered


@pytest.mark.parametrize("game_id", ["avl", "lb", "victory", "vl"])
def test_it_errs_as_often_as_it_is_told_and_with_what_was_thought_of(game_id: str) -> None:
    game = grognard.game(game_id)
    sure, erring, rng = bot("recruit"), bot("recruit:errs=0.5", game_id), Random(1)
    book = adviser(game_id)
    assert book is not None
    state, open_questions, errors = game.fast_state(4), 0, 0
    for number in range(400):
        player = state.deciders[0]
        seen = game.imagine(state, player, rng)
        best = sure.choose(seen, player, Random(number))
        answer = erring.choose(seen, player, Random(number))
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
        thoughts = [one.answers[0] for one in considered(book, seen, player, 6)]
        lesser = thoughts[thoughts.index(best) + 1 :] if best in thoughts else thoughts[1:]
        assert answer == best or answer in lesser, "never a better thought than its own"
        open_questions += any(one != best for one in lesser)
        errors += answer != best
        state.apply(player, best)
    assert open_questions > 20
    assert 0.25 < errors / open_questions < 0.75


@pytest.mark.parametrize("name", ["recruit:errs=0", "recruit:errs=1.5", "regular:errs=-1"])
def test_a_share_is_between_none_and_all(name: str) -> None:
    with pytest.raises(SetupError, match="a share of its decisions"):
        bot(name)


def test_chance_does_not_err() -> None:
    assert bot("recruit:errs=0.2").name == "recruit:errs=0.2"
    for name in ("nobody:errs=0.2", "random:errs=0.2"):
        with pytest.raises(SetupError, match="there is no bot"):
            bot(name)


def test_what_it_remembers_is_what_the_bot_behind_it_remembers() -> None:
    erring = bot("veteran:errs=0.2,rollouts=4")
    erring.memory = "plan"
    assert erring.memory == "plan"
