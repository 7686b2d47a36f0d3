"""The scale: what is believed of a player's or a side's strength, and the four figures that people read.

One unit of mu is one point and nothing is added to it but 1500, so that it reads like
the numbers chess players know.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

MIDDLE = 1500
BETA = 400 / (1.335178 * math.sqrt(2))
"""The luck of one game, a standard deviation: known players 400 points apart win ten to one (1.335 of the normal)."""
NEWCOMER = 200.0
"""How far from the middle a newcomer may well be: two in three are within it."""
PROVISIONAL = 10
"""Rated games before the question mark goes."""
Z95 = 1.959964
DECIMALS = 6
"""Last bits in which the exponential of two machines may differ are dropped after each game."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A strength in points from the middle, its standard deviation, and the rated games behind it."""

    mu: float = 0.0
    sigma: float = NEWCOMER
    games: int = 0

    @property
    def number(self) -> int:
        return MIDDLE + round(self.mu)

    @property
    def plus_minus(self) -> int:
        """Half the width of the 95 % band."""
        return round(Z95 * self.sigma)

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL

    def __str__(self) -> str:
        """As it stands beside a name.

        >>> str(Skill(118.2, 21.0, 61)), str(Skill(-10.0, 70.0, 5))
        ('1618', '1490 ?')
        """
        return f"{self.number} ?" if self.provisional else str(self.number)
