"""The bot without a thought: any word, then any target of it. The yardstick for all others."""

from __future__ import annotations

import random

from grognard.core.ask import Offer, code
from grognard.core.state import State
from grognard.hex.grid import bits


class Random:
    """Picks a verb uniformly, then one of its targets uniformly."""

    name = "random"

    def choose(self, state: State, player: int, rng: random.Random) -> int:
        return random_answer(state.ask(player), rng)


def random_answer(offer: Offer, rng: random.Random) -> int:
    """One answer of an offer: every verb is equally likely, then every target of the verb."""
    verb = rng.choice([verb for verb, targets in offer.items() if targets])
    return code(verb, rng.choice(bits(offer[verb])))
