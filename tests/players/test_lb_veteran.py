"""Veteran in Lost Battles: he tries other tempers to the end of the game, in seats and turns where that gains."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered
from grognard.games.lb import GAME
from grognard.games.lb.state import LbState
from grognard.players import bot, bots_of
from grognard.players.foresight import Window
from grognard.players.lb.foresight import FORESIGHT, LAST
from grognard.players.lb.leanings import leanings
from grognard.players.lb.regular import REGULAR
from grognard.players.rollout import Rollout
from grognard.players.search import Budget, Thought, tempers
from grognard.players.veteran import Veteran
from tests.players._thoughts import play_on, thoughts_of

S1, S2, S3, S4 = GAME.scenarios
SIDES = ("german", "russian")
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
def test_they_are_offered_in_those_scenarios_in_which_they_gain(scenario: str) -> None:
    gains = any(scenario == one for one, _ in LAST)
    assert ("veteran" in bots_of("lb", scenario), "grognard" in bots_of("lb", scenario)) == (gains, gains)


def test_he_looks_ahead_in_the_last_turns_of_his_seats_and_plays_as_regular_before_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = thoughts_of(monkeypatch)
    for window in (Window(2, 1), Window(7, 1)):
        state = at(S3, window)
        answer = bot("veteran:rollouts=2").choose(state, GERMAN, Random(3))
        assert offered(state.ask(GERMAN), answer >> TARGET_BITS, answer & TARGET_MASK)
    assert [window for _, window in found] == [Window(7, 1)]
    early = at(S3, Window(2, 1))
    assert bot(QUICK).choose(early, GERMAN, Random(3)) == bot("regular").choose(early, GERMAN, Random(3))


def test_a_seat_in_which_nothing_was_shown_is_played_as_regular_plays_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = thoughts_of(monkeypatch)
    assert not any(scenario == S4 for scenario, _ in LAST)
    for player in (GERMAN, RUSSIAN):
        state = at(S4, Window(2, int(player == GERMAN)))
        assert FORESIGHT.planner(state) == player
        assert bot(QUICK).choose(state, player, Random(3)) == bot("regular").choose(state, player, Random(3))
    assert not found


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


def test_a_course_is_followed_to_the_end_of_the_game() -> None:
    end = Rollout(FORESIGHT, at(S3, Window(7, 0)), RUSSIAN, REGULAR, REGULAR, 5).play()
    assert end.over


@pytest.mark.parametrize("scenario", [S1, S2, S3, S4])
@pytest.mark.parametrize("side", SIDES)
def test_leanings_are_other_ways_to_fight_within_the_bounds(scenario: str, side: str) -> None:
    own = REGULAR.sheet.of(side, scenario)
    found = leanings(REGULAR.sheet, side, scenario)
    assert len(found) >= 5
    for one in found:
        assert any(value != own[name] for name, value in one.items())
        REGULAR.changed(side, one)  # or it says what is out of bounds


def test_tempers_begin_with_the_weights_of_the_scenario() -> None:
    """The Germans starve towns in the meeting engagement alone: what is nothing elsewhere is shaken there."""
    assert not REGULAR.sheet.of("german")["starve"]
    assert any("starve" in one for one in tempers(REGULAR.sheet, "german", Random(1), 12, S3))
    assert not any("starve" in one for one in tempers(REGULAR.sheet, "german", Random(1), 12, S2))
