"""What every level keeps to in every game: legal answers, the same ones again, and nothing it may not know."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import grognard
from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered
from grognard.core.game import Game
from grognard.core.state import State
from grognard.lab.fit import foresight_of
from grognard.players import bot, bots_of
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.rollout import Rollout
from grognard.players.tempers import shaken
from tests.players._keeps import Sample, play_out

GAMES = ("avl", "lb", "victory", "vl")
QUICK = {"veteran": "veteran:rollouts=5", "grognard": "grognard:rollouts=5,processes=2"}
"""Those who think for as long as they may, on a budget that always gives the same."""
PLAYED = [(game_id, level) for game_id in GAMES for level in bots_of(game_id) if level != "random"]
OPEN = {"vl"}
"""Where nothing is hidden but the dice."""
EVERY, CLOSER = 83, 7
THOUGHTS = 5
"""Positions at which those who think for long are asked."""


@cache
def played(game_id: str, every: int) -> tuple[Game, Sample]:
    """Positions of a game between Regulars, and who decides there."""
    game = grognard.game(game_id)
    seats = tuple("regular" for _ in game.scenario(None).roster.ids)
    return game, play_out(game, seats, seed=17, every=every)[1]


def sample_of(game_id: str, level: str) -> tuple[Game, Sample]:
    """The same; for those who think for long a few in which they look ahead."""
    if level not in QUICK:
        return played(game_id, EVERY)
    game, sample = played(game_id, CLOSER)
    ahead = [(state, player) for state, player in sample if looks_ahead(state, player)]
    return game, ahead[:: len(ahead) // THOUGHTS]


def looks_ahead(state: State, player: int) -> bool:
    foresight = foresight_of(state.game.id)
    return foresight.planner(state) == player and foresight.gains(state, player)


def answer_to(name: str, state: State, player: int) -> int:
    imagined = state.game.imagine(state, player, Random(4))
    before = imagined.clone()
    answer = bot(QUICK.get(name, name)).choose(imagined, player, Random(4))
    assert imagined == before, "a bot leaves the position as it is"
    return answer


@pytest.mark.parametrize(("game_id", "level"), PLAYED)
def test_a_level_answers_legally_and_the_same_in_any_order(game_id: str, level: str) -> None:
    _, sample = sample_of(game_id, level)
    assert sample
    forwards = [answer_to(level, state, player) for state, player in sample]
    for answer, (state, player) in zip(forwards, sample, strict=True):
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
    doctrine.cache_clear()  # a bot that has seen nothing yet
    assert forwards == [answer_to(level, state, player) for state, player in reversed(sample)][::-1]


@pytest.mark.parametrize(("game_id", "level"), PLAYED)
def test_a_level_answers_the_same_in_all_positions_that_look_the_same_to_it(game_id: str, level: str) -> None:
    game, sample = sample_of(game_id, level)
    compared = 0
    for state, player in sample:
        others = [game.imagine(state, player, Random(seed)) for seed in range(2)]
        for other in others:
            other.lanes = state.lanes
            assert game.view(other, player) == game.view(state, player)
        unlike = [other for other in others if other != state]  # to the same position the same is answered: above
        compared += len(unlike)
        answer = answer_to(level, state, player) if unlike else None
        for other in unlike:
            assert answer_to(level, other, player) == answer
    assert bool(compared) is (game_id not in OPEN)


@pytest.mark.parametrize("game_id", GAMES)
def test_who_is_played_on_for_in_a_rollout_answers_by_nothing_hidden(game_id: str) -> None:
    """Rollouts let everybody answer from one position, which holds what is hidden from each of them: so what Regular
    answers, in any temper, must not hang on it."""
    game, sample = played(game_id, CLOSER)
    foresight, book = foresight_of(game_id), doctrine(game_id, REGULAR)
    assert not foresight.opponents_guess
    compared = 0
    for number, (state, player) in enumerate(sample):
        side = foresight.sides(state)[player]
        temper = shaken(book.sheet, side, Random(number), 1)[0]  # type: ignore[attr-defined]
        for one in (book, book.changed(side, temper)):  # type: ignore[attr-defined]
            other = game.imagine(state, player, Random(number))
            other.lanes = state.lanes
            compared += other != state
            assert one.choose(other, player) == one.choose(state, player)
    assert bool(compared) is (game_id not in OPEN)


def test_where_a_doctrine_looks_at_what_is_hidden_each_answers_from_what_he_can_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, sample = played("avl", EVERY)
    state, player = next((state, player) for state, player in sample if looks_ahead(state, player))
    foresight, book = foresight_of("avl"), doctrine("avl", REGULAR)
    monkeypatch.setattr(foresight, "opponents_guess", True)
    dealt: list[int] = []
    imagine = type(game).imagine

    def heard(own: Game, state: State, player: int, rng: Random) -> State:
        dealt.append(player)
        found: State = imagine(own, state, player, rng)
        return found

    monkeypatch.setattr(type(game), "imagine", heard)
    rollout = Rollout(foresight, state, player, book, book, 5)
    dealt.clear()
    rollout.play()
    assert set(dealt) == {0, 1}
