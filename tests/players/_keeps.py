"""What any bot keeps to, whatever the game: legal answers, the same ones again, and hands off the position."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered
from grognard.core.game import Game
from grognard.core.state import Result, State
from grognard.players import bot
from grognard.players.doctrine import doctrine

ENDLESS = 20_000

Sample = list[tuple[Any, int]]
"""True positions out of a game, and who decides there."""


def play_out(
    game: Game,
    seats: tuple[str, ...],
    seed: int,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    every: int = 0,
    most: int = ENDLESS,
) -> tuple[Result, Sample, list[int]]:
    """One game between bots that see only imagined positions; positions on the way, and all answers.

    Each answer is checked against the true offer.
    """
    bots = [bot(name, game.id) for name in seats]
    rng = Random(seed)
    state = game.fast_state(seed, scenario, options)
    sample: Sample = []
    answers: list[int] = []
    while state.result is None:
        assert len(answers) < most, "the game does not end"
        player = state.deciders[0]
        if every and len(answers) % every == 0:
            sample.append((state.clone(), player))
        answer = bots[player].choose(game.imagine(state, player, rng), player, rng)
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
        state.apply(player, answer)
        answers.append(answer)
    return state.result, sample, answers


def answers_alike_in_any_order_and_leaves_all_as_it_is(game: Game, sampled: Sample) -> None:
    def answer(state: State, player: int) -> int:
        imagined = game.imagine(state, player, Random(3))
        before = imagined.clone()
        found = bot("recruit").choose(imagined, player, Random(3))
        assert imagined == before
        return found

    assert sampled
    forwards = [answer(state, player) for state, player in sampled]
    doctrine.cache_clear()  # a bot that has seen nothing yet
    assert forwards == [answer(state, player) for state, player in reversed(sampled)][::-1]


def answers_as_one_that_has_seen_nothing(game: Game, sampled: Sample) -> None:
    """A doctrine that remembers whole games and a new one agree."""
    worn = doctrine(game.id)
    for state, player in sampled:
        assert type(worn)().choose(state, player) == worn.choose(state, player)


def answers_everything(game: Game, sampled: Sample) -> set[str]:
    """The doctrine itself has a legal answer to every question; which steps were asked."""
    asked = set()
    for state, player in sampled:
        answer = doctrine(game.id).choose(state, player)
        assert answer is not None
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
        asked.add(state.seen_by(player).stack[-1].words)
    return asked
