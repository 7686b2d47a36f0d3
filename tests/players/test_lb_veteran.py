"""Veteran in Lost Battles: before each of his Player-Turns he tries other tempers up to the next one or the end."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered
from grognard.games.lb import GAME
from grognard.games.lb.state import LbState
from grognard.players import bot, bots_of
from grognard.players.foresight import Window
from grognard.players.lb.foresight import FORESIGHT, TO_THE_END
from grognard.players.lb.regular import REGULAR
from grognard.players.rollout import Rollout
from grognard.players.search import Budget, Thought
from grognard.players.tempers import shaken
from grognard.players.veteran import Veteran
from tests.players._thoughts import play_on, thoughts_of

S1, S2, S3, S4 = GAME.scenarios
GERMAN, RUSSIAN = 0, 1
QUICK = "veteran:rollouts=12"


@cache
def _at(scenario: str, window: Window) -> LbState:
    state, officer, rng = GAME.fast_state(5, scenario), bot("regular"), Random(5)
    while FORESIGHT.window(state) < window:
        player = state.deciders[0]
        state.apply(player, officer.choose(state, player, rng))
    return state


def at(scenario: str, window: Window) -> LbState:
    """The first question of a window, Regular having played for both."""
    return _at(scenario, window).clone()


def test_veteran_and_grognard_play_lost_battles() -> None:
    assert {"veteran", "grognard"} <= set(bots_of("lb"))
    assert isinstance(bot("veteran", "lb"), Veteran)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_they_are_offered_in_every_scenario(scenario: str) -> None:
    assert {"veteran", "grognard"} <= set(bots_of("lb", scenario))


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_he_looks_ahead_in_every_turn_of_both_seats(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = thoughts_of(monkeypatch)
    windows = Window(2, 0), Window(2, 1)
    for window in windows:
        state = at(scenario, window)
        player = state.active
        answer = bot("veteran:rollouts=2").choose(state, player, Random(3))
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
    assert [window for _, window in found] == [*windows]
    assert {player for player, _ in found} == {GERMAN, RUSSIAN}


def test_he_plays_the_last_turns_to_their_end_and_thinks_once_in_each(monkeypatch: pytest.MonkeyPatch) -> None:
    found = thoughts_of(monkeypatch)
    play_on(GAME, at(S3, Window(6, 1)), "veteran:rollouts=3")
    assert [window for _, window in found] == [Window(6, 1), Window(7, 0), Window(7, 1)]


def test_the_same_budget_finds_the_same_and_leaves_the_position_as_it_is() -> None:
    state = at(S3, Window(7, 1))
    before = state.clone()
    first, second = Thought(state, GERMAN, 4), Thought(state, GERMAN, 4)
    assert first.think(Budget(rollouts=12)) == second.think(Budget(rollouts=12))
    assert first.found == second.found and first.rollouts == 12
    assert state == before


def test_who_is_interrupted_keeps_to_the_doctrine() -> None:
    state = at(S3, Window(7, 1))
    assert Thought(state, GERMAN, 4).think(Budget(seconds=0.0)) == {}
    answer = bot("veteran:seconds=0.000001").choose(state, GERMAN, Random(3))
    assert answer == bot("regular").choose(state, GERMAN, Random(3))


def test_dice_to_come_are_not_known() -> None:
    state = at(S3, Window(7, 1))
    answers, chosen = set(), []
    for seed in range(3):
        veteran = bot(QUICK)
        answers.add(veteran.choose(GAME.imagine(state, GERMAN, Random(seed)), GERMAN, Random(3)))
        chosen.append(veteran.memory.temper)
    assert len(answers) == 1 and chosen[0] == chosen[1] == chosen[2]


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_a_course_is_followed_up_to_his_next_turn(scenario: str) -> None:
    early = at(scenario, Window(2, 1))
    met = Rollout(FORESIGHT, early, early.active, REGULAR, REGULAR, 5).play()
    assert isinstance(met, LbState) and not met.over and FORESIGHT.window(met) == Window(3, 1)


@pytest.mark.parametrize("scenario", [S1, S2, S3])
def test_the_last_turns_are_followed_to_the_end(scenario: str) -> None:
    turns = GAME.scenario(scenario).turns
    late = at(scenario, Window(turns - TO_THE_END + 1, 0))
    assert Rollout(FORESIGHT, late, late.active, REGULAR, REGULAR, 5).play().over


def test_tempers_begin_with_the_weights_of_the_scenario() -> None:
    """The Germans starve towns in the meeting engagement alone: what is nothing elsewhere is shaken there."""
    assert not REGULAR.sheet.of("german")["starve"]
    assert any("starve" in one for one in shaken(REGULAR.sheet, "german", Random(1), 12, S3))
    assert not any("starve" in one for one in shaken(REGULAR.sheet, "german", Random(1), 12, S2))
