"""Veteran in A Victory Lost: he tries other tempers to the end of a turn, in seats and turns where that gains."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from grognard.games.avl import GAME
from grognard.games.avl.counters import AXIS, SIDES, SOVIET
from grognard.games.avl.state import AvlState
from grognard.players import bot, bots_of
from grognard.players.avl.foresight import FORESIGHT, LAST
from grognard.players.avl.regular import REGULAR
from grognard.players.foresight import Window
from grognard.players.rollout import Rollout
from grognard.players.search import Budget, Thought
from grognard.players.veteran import Veteran
from tests.players._thoughts import play_on, thoughts_of

QUICK = "veteran:rollouts=12"
THINKER = next(SIDES.index(side) for side in LAST)
"""A seat in which looking ahead gains."""


@cache
def _at(turn: int, planner: int) -> AvlState:
    for seed in range(5, 15):  # some games end before the last turn
        state, officer, rng = GAME.fast_state(seed), bot("regular"), Random(seed)
        while not state.over:
            if state.turn >= turn and FORESIGHT.planner(state) == planner and state.deciders == (planner,):
                return state
            player = state.deciders[0]
            state.apply(player, officer.choose(state, player, rng))
    raise AssertionError("no game comes to that turn")


def at(turn: int, planner: int = THINKER) -> AvlState:
    """The first question of a player's first activation in a turn, Regular having played for both."""
    return _at(turn, planner).clone()


def test_veteran_and_grognard_play_a_victory_lost() -> None:
    assert {"veteran", "grognard"} <= set(bots_of("avl"))
    assert isinstance(bot("veteran", "avl"), Veteran)


@pytest.mark.parametrize("side", SIDES)
def test_he_looks_ahead_in_the_last_turns_of_his_seats_and_plays_as_regular_before_them(
    side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, player = thoughts_of(monkeypatch), SIDES.index(side)
    before = GAME.turns - LAST[side]
    for turn in {2, before} if before else ():
        state = at(turn, player)
        assert bot(QUICK).choose(state, player, Random(3)) == bot("regular").choose(state, player, Random(3))
    assert not found
    state = at(before + 1, player)
    bot("veteran:rollouts=2").choose(state, player, Random(3))
    assert found == [(player, FORESIGHT.window(state))]


@pytest.mark.parametrize("side", SIDES)
def test_what_is_told_of_a_seat_before_the_game_is_what_he_does_in_it(side: str) -> None:
    told, state = FORESIGHT.last_turns(GAME.scenario(), side), GAME.fast_state(5)
    for state.turn in range(1, GAME.turns + 1):
        assert FORESIGHT.gains(state, SIDES.index(side)) == (told is None or state.turn > GAME.turns - told)


def test_he_plays_the_last_turn_to_its_end_and_thinks_once_in_each_activation(monkeypatch: pytest.MonkeyPatch) -> None:
    found = thoughts_of(monkeypatch)
    state = at(GAME.turns)
    activations: list[tuple[int, Window]] = []

    def watch(player: int) -> None:
        if FORESIGHT.planner(state) == player and SIDES[player] in LAST:
            activations.append((player, FORESIGHT.window(state)))

    play_on(GAME, state, "veteran:rollouts=6", watch)
    assert len(found) > 1 and set(found) == set(activations)
    assert len(found) == len(set(found))


def test_the_same_budget_finds_the_same_and_leaves_the_position_as_it_is() -> None:
    state = at(GAME.turns)
    before = state.clone()
    first, second = Thought(state, THINKER, 4), Thought(state, THINKER, 4)
    assert first.think(Budget(rollouts=12)) == second.think(Budget(rollouts=12))
    assert first.found == second.found and 0 < first.rollouts <= 12
    assert state == before


def test_who_is_interrupted_keeps_to_the_doctrine() -> None:
    state = at(GAME.turns)
    assert Thought(state, THINKER, 4).think(Budget(seconds=0.0)) == {}
    answer = bot("veteran:seconds=0.000001").choose(state, THINKER, Random(3))
    assert answer == bot("regular").choose(state, THINKER, Random(3))


def test_neither_chits_in_the_cup_nor_dice_to_come_are_known() -> None:
    """The enemy's chits are dealt anew in each position; what is thought of all of them is the same."""
    state = at(GAME.turns)
    imagined = [GAME.imagine(state, THINKER, Random(seed)) for seed in range(3)]
    assert any(one != state for one in imagined)
    chosen, answers = [], set()
    for one in (state, *imagined):
        assert GAME.view(one, THINKER) == GAME.view(state, THINKER)
        veteran = bot(QUICK)
        answers.add(veteran.choose(one, THINKER, Random(3)))
        chosen.append(veteran.memory.temper)
    assert len(answers) == 1 and all(one == chosen[0] for one in chosen)


@pytest.mark.parametrize("player", [AXIS, SOVIET])
def test_a_course_is_followed_to_the_end_of_the_turn(player: int) -> None:
    assert Rollout(FORESIGHT, at(GAME.turns, player), player, REGULAR, REGULAR, 5).play().over
    state = at(3, player)
    met = Rollout(FORESIGHT, state, player, REGULAR, REGULAR, 5).play()
    assert isinstance(met, AvlState) and met.turn == 4
