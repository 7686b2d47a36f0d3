"""The fastest legal random play: how many answers per second the engine takes when nobody thinks.

`grognard bench` and the benchmarks call it. It drives bare positions, without journal, log or names.
"""

from __future__ import annotations

import time
from random import Random

from grognard.core.ask import random_answer
from grognard.core.registry import game

BETWEEN_LOOKS = 256
"""Answers between two looks at the clock."""


def playout_rate(game_id: str, seconds: float = 5.0, seed: int = 0) -> float:
    """Answers per second over random games, one after the other."""
    table, rng = game(game_id), Random(seed)
    answers = 0
    state = table.fast_state(rng.getrandbits(64))
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not answers:
        for _ in range(BETWEEN_LOOKS):
            if state.over:
                state = table.fast_state(rng.getrandbits(64))
            player = state.deciders[0]
            state.apply(player, random_answer(state.ask(player), rng))
        answers += BETWEEN_LOOKS
    return answers / spent
