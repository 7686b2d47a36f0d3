"""Patience with a bot that circles: takes up and puts down, and comes back to where it was for ever.

Whoever lets a bot answer asks here first. Answers are counted while no die is rolled and nothing is revealed; after
many of them positions are remembered, and when one comes back too often the bot is not asked until chance has spoken.
"""

from __future__ import annotations

from collections import Counter

from grognard.core.snapshot import canonical
from grognard.core.state import State

MANY = 200
"""Answers without a die before anybody looks where they lead: deploying an army takes fewer, or is soon done."""
RETURNS = 3
"""How often a bot may come back to one position."""


class Patience:
    """What is known of one bot in one game."""

    __slots__ = ("_answers", "_been", "_chance", "lost")

    def __init__(self) -> None:
        self._chance = (-1, -1)
        self._answers = 0
        self._been: Counter[bytes] = Counter()
        self.lost = False
        """Whether it is over, until the next die or reveal: the bot is answered for at random."""

    def with_bot(self, state: State, player: int) -> bool:
        """Whether the bot may answer in this position; asked before each of its answers."""
        chance = (state.rolls, state.barrier)
        if chance != self._chance:
            self._chance, self._answers, self.lost = chance, 0, False
            self._been.clear()
        self._answers += 1
        if self._answers > MANY and not self.lost:
            here = canonical(state.seen_by(player))
            self._been[here] += 1
            self.lost = self._been[here] > RETURNS
        return not self.lost
