"""Copies of environments: played on alone, and the same game from there on."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import grognard
from grognard.lab.env import aec_env, sampler, seat_env
from grognard.lab.env.match import Match

GAMES = ["avl", "vl", "lb", "victory"]
Copying = Callable[[Any], Any]


def pickled(one: Any) -> Any:
    return pickle.loads(pickle.dumps(one))


def play(env: Any, steps: int, seed: int) -> list[tuple[str, int, bytes]]:
    """Actions at random, and what was seen before each."""
    rng, told = Random(seed), []
    for _ in range(steps):
        seen, _, ended, cut, _ = env.last()
        if ended or cut:
            break
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        told.append((env.agent_selection, action, seen["observation"]["units"].tobytes()))
        env.step(action)
    return told


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
@pytest.mark.parametrize("game", GAMES)
def test_a_copy_of_a_table_goes_on_alone_and_alike(game: str, copied: Copying) -> None:
    env = aec_env(game)
    env.reset(seed=5)
    for steps in (0, 3, 150):  # among others within secret choices
        play(env, steps, 1)
        twin, third = copied(env), copied(env)
        assert play(twin, 60, 2) == play(env, 60, 2) == play(third, 60, 2)
    twin.reset()
    third.reset()
    assert play(twin, 20, 3) == play(third, 20, 3), "the next seed is the same, too"


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_the_bots_of_a_copy_play_on(copied: Copying) -> None:
    env = seat_env("vl", "german", "recruit")
    seen, _ = env.reset(seed=4)
    for _ in range(20):
        seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    twin = copied(env)
    assert twin.opponents.match is twin.match is not env.match
    before, ended = env.match.given, False
    for _ in range(200):
        if ended:
            break
        seen, _, ended, _, _ = twin.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    assert twin.match.given > before == env.match.given


def test_what_cannot_be_copied_says_so(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="a sampler cannot be copied"):
        copy.deepcopy(sampler("vl", 2))
    own = Match(grognard.game("vl").with_data(tmp_path))
    own.reset(seed=1)
    assert copy.deepcopy(own).asked == own.asked
    with pytest.raises(TypeError, match="send a function that makes it"):
        pickle.dumps(own)
