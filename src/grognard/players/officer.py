"""An officer plays by the book of each game, one answer at a time, without looking ahead into the dice.

What is sensible in a game its doctrine knows (`doctrine.py`), one for each level; an officer only asks it and keeps to
the offer.
"""

from __future__ import annotations

import random
from typing import Any

from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered, random_answer
from grognard.core.state import State
from grognard.players.haste import Stopped
from grognard.players.kept import answer_by
from grognard.players.spec import doctrine_of


class Officer:
    """Legal, sensible and quick: *recruit* knows the least, *regular* what his game's doctrine has to teach."""

    stopped: Stopped | None = None

    def __init__(self, name: str) -> None:
        self.name = name
        self.memory: Any = None
        """The plan he goes by, where his doctrine keeps any."""

    def choose(self, state: State, player: int, rng: random.Random) -> int:
        going_on = state.going_on(player)
        if going_on is not None:
            return going_on
        book = doctrine_of(state.game.id, self.name)
        answer, self.memory = answer_by(book, state, player, self.memory)
        return offered_or_any(state, player, answer, rng)


def offered_or_any(state: State, player: int, answer: int | None, rng: random.Random) -> int:
    """What a doctrine says, if it may be answered; anything where it has nothing to say."""
    offer = state.ask(player)
    if answer is not None and offered(offer, answer >> TARGET_BITS, answer & TARGET_MASK):
        return answer
    return random_answer(offer, rng)
