"""What every level keeps to in every game: legal answers, the same ones again, and nothing it may not know."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import grognard
from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered
from grognard.core.game import Game
from grognard.core.state import State
from grognard.players import bot, bots_of
from grognard.players.doctrine import doctrine
from tests.players._keeps import Sample, play_out

GAMES = ("avl", "lb", "victory", "vl")
QUICK = {"veteran": "veteran:rollouts=5", "grognard": "grognard:rollouts=5,processes=2"}
"""Those who think for as long as they may, on a budget that always gives the same."""
PLAYED = [(game_id, level) for game_id in GAMES for level in bots_of(game_id) if level != "random"]
LOOKED_AHEAD = {"lb": "3-meeting-engagement"}
"""The scenario in which those who think look ahead, where it is not the game's first."""
OPEN = {"vl", "3-meeting-engagement"}
"""Where nothing is hidden but the dice."""
EVERY, FEWER = 83, 5


@cache
def played(game_id: str, scenario: str | None) -> tuple[Game, Sample]:
    """Positions of a game between Regulars, and who decides there."""
    game = grognard.game(game_id)
    seats = tuple("regular" for _ in game.scenario(scenario).roster.ids)
    return game, play_out(game, seats, seed=17, every=EVERY, scenario=scenario)[1]


def scenario_of(game_id: str, level: str) -> str | None:
    return LOOKED_AHEAD.get(game_id) if level in QUICK else None


def sample_of(game_id: str, level: str) -> tuple[Game, Sample]:
    """The same, fewer for those who think for long."""
    game, sample = played(game_id, scenario_of(game_id, level))
    return game, sample[:: FEWER if level in QUICK else 1]


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
    assert bool(compared) is not bool(OPEN & {game_id, scenario_of(game_id, level)})
