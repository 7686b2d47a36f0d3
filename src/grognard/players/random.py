"""The bot without a thought: any word, then any target of it. The yardstick for all others."""

from __future__ import annotations

import random

from grognard.core.ask import random_answer
from grognard.core.state import State
from grognard.players.haste import Stopped


class Random:
    """Picks a verb uniformly, then one of its targets uniformly."""

    name = "random"
    memory = None
    stopped: Stopped | None = None

    def choose(self, state: State, player: int, rng: random.Random) -> int:
        return random_answer(state.ask(player), rng)
