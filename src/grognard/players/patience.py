"""Patience with a bot that circles: takes up and puts down, and comes back to where it was for ever.

Whoever lets a bot answer asks here first. Answers are counted while no die is rolled and nothing is revealed; after
many of them positions are looked out for, and when one comes back too often the bot is not asked until chance has
spoken.
"""

from __future__ import annotations

from grognard.core.state import State

MANY = 200
"""Answers without a die before anybody looks where they lead: deploying an army takes fewer, or is soon done."""
RETURNS = 3
"""How often a bot may come back to one position."""
WINDOW = 64
"""Answers for which one position is looked out for before another is; twice as many each time, so that every circle
is found (Brent)."""


class Patience:
    """What is known of one bot in one game."""

    __slots__ = ("_answers", "_chance", "_left", "_mark", "_returns", "_window", "lost")

    def __init__(self) -> None:
        self._chance = (-1, -1)
        self._answers = self._left = self._returns = 0
        self._window = WINDOW
        self._mark: State | None = None
        self.lost = False
        """Whether it is over, until the next die or reveal: the bot is answered for at random."""

    def with_bot(self, state: State, player: int) -> bool:
        """Whether the bot may answer in this position; asked before each of its answers."""
        chance = (state.rolls, state.barrier)
        if chance != self._chance:
            self._chance, self._answers, self._left, self._window = chance, 0, 0, WINDOW
            self._mark, self.lost = None, False
        self._answers += 1
        if self._answers > MANY and not self.lost:
            self._look_out(state.seen_by(player))
        return not self.lost

    def _look_out(self, here: State) -> None:
        if here == self._mark:
            self._returns += 1
            self.lost = self._returns >= RETURNS
        elif self._left == 0:
            self._mark, self._returns = here.clone(), 0
            self._left, self._window = self._window, 2 * self._window
        else:
            self._left -= 1
