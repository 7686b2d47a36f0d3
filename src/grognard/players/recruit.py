"""Recruit: plays by the book of each game, one answer at a time, without looking ahead into the dice.

What is sensible in a game its doctrine knows (`doctrine.py`); Recruit only asks it and keeps to the offer.
"""

from __future__ import annotations

import random

from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered, random_answer
from grognard.core.state import State
from grognard.players.doctrine import doctrine


class Recruit:
    """Legal, sensible and quick."""

    name = "recruit"

    def choose(self, state: State, player: int, rng: random.Random) -> int:
        going_on = state.going_on(player)
        if going_on is not None:
            return going_on
        offer = state.ask(player)
        answer = doctrine(state.game.id).choose(state, player)
        if answer is not None and offered(offer, answer >> TARGET_BITS, answer & TARGET_MASK):
            return answer
        return random_answer(offer, rng)  # a question the doctrine has nothing to say to
