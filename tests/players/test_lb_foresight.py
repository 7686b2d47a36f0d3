"""Looking ahead in Lost Battles: windows are Player-Turns, and nothing secret is read."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.games.lb import GAME
from grognard.games.lb.state import LbState
from grognard.players import bot
from grognard.players.foresight import Window
from grognard.players.lb.foresight import FORESIGHT

S1, S2, S3, S4 = GAME.scenarios
GERMAN, RUSSIAN = 0, 1


def begun(scenario: str, window: Window, seed: int = 3) -> LbState:
    """The first question of a window, Recruit having played for both."""
    state, officer, rng = GAME.fast_state(seed, scenario), bot("recruit"), Random(seed)
    while FORESIGHT.window(state) < window:
        player = state.deciders[0]
        state.apply(player, officer.choose(state, player, rng))
    return state


def told(state: LbState) -> dict[str, float]:
    return dict(zip(FORESIGHT.features, FORESIGHT.read(state, "german"), strict=True))


def position(place: dict[str, str], scenario: str, **words: Any) -> LbState:
    state: LbState = GAME.position(scenario=scenario, place=place, active="russian", **words).state
    return state


def test_a_window_is_a_player_turn_and_nobody_plans_before_the_first() -> None:
    state = GAME.fast_state(1, S1)
    assert (FORESIGHT.window(state), FORESIGHT.planner(state)) == (Window(0, 0), None)
    first = begun(S3, Window(1, 0))
    assert FORESIGHT.planner(first) == RUSSIAN, "the First Player of this scenario"
    second = begun(S3, Window(1, 1))
    assert FORESIGHT.planner(second) == GERMAN
    assert FORESIGHT.elapsed(first) < FORESIGHT.elapsed(second) < FORESIGHT.elapsed(begun(S3, Window(2, 0)))


@pytest.mark.parametrize("scenario", [S1, S2])
def test_a_secret_choice_is_not_read(scenario: str) -> None:
    state = begun(scenario, Window(2, 0))
    read = FORESIGHT.read(state, "german")
    for number, one in enumerate(state.plan.choices):
        for option in range(len(one.chits)):
            other = state.clone()
            other.chosen = (*state.chosen[:number], option, *state.chosen[number + 1 :])
            assert FORESIGHT.read(other, "german") == read


HQS = {"ge-mot-hq#1": "2411", "su-corps-hq#1": "2422"}


def test_a_town_is_held_by_who_stands_in_it_in_supply() -> None:
    """Ogarev is the first town that a condition of the Meeting Engagement names."""
    ogarev = GAME.ground.grid.list_names(GAME.ground.places["Ogarev"])
    tanks = {f"su-tank-bde#{number}": hex for number, hex in enumerate(ogarev, 1)}
    taken = told(position({**tanks, "su-corps-hq#1": ogarev[0]}, S3, turn=2))
    assert taken["place_1"] == -1.0
    assert told(position(tanks, S3, turn=2))["place_1"] == 0.0, "no HQ, no supply"
    assert told(position(HQS, S3, turn=2))["near_1"] > taken["near_1"]


def test_who_is_near_the_railway_in_time_is_early() -> None:
    near, far = (told(position({"su-tank-bde#1": hex}, S4, turn=5))["edge_1"] for hex in ("2011", "2911"))
    assert near < far
    assert told(position({"su-tank-bde#1": "2011"}, S4, turn=12))["edge_1"] > 0, "too late"
