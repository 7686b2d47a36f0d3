"""A handicap: a bot that errs on purpose now and then, so that a beginner has a game.

It does not play nonsense: it follows a lesser thought, one that the game's doctrine has considered and put behind
others.
"""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.core.game import SetupError
from grognard.core.state import State
from grognard.players.bot import Bot
from grognard.players.haste import Stopped
from grognard.players.opinion import adviser, considered

ERRS = "errs"
"""What a bot's name says of it: `regular:errs=0.3` errs in three decisions of ten."""
THOUGHTS = 6
"""How far down it may err."""


class Erring:
    """Another bot, and how often it errs."""

    def __init__(self, name: str, bot: Bot, errs: float) -> None:
        if not 0 < errs <= 1:
            raise SetupError(f"{name}: a bot errs in a share of its decisions: {ERRS}=0.3")
        self.name, self._bot, self._errs = name, bot, errs

    @property
    def memory(self) -> Any:
        return self._bot.memory

    @memory.setter
    def memory(self, memory: Any) -> None:
        self._bot.memory = memory

    @property
    def stopped(self) -> Stopped | None:
        return self._bot.stopped

    @stopped.setter
    def stopped(self, stopped: Stopped | None) -> None:
        self._bot.stopped = stopped

    def choose(self, state: State, player: int, rng: Random) -> int:
        answer = self._bot.choose(state, player, rng)
        if rng.random() >= self._errs or state.going_on(player) is not None:
            return answer
        book = adviser(state.game.id)
        found = [] if book is None else [one.answers[0] for one in considered(book, state, player, THOUGHTS)]
        lesser = found[found.index(answer) + 1 :] if answer in found else found[1:]
        return rng.choice([one for one in dict.fromkeys(lesser) if one != answer] or [answer])
