"""One combat as its steps hand it on: who fights where, what supports it, and what has come of it so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from grognard.core.step import Record


@dataclass(frozen=True, slots=True)
class Support(Record):
    """What one side has put into a combat (6.2.7, 1.5e)."""

    artillery: int = 0
    air: int = 0
    rockets: int = 0


UNSUPPORTED: Final = (Support(), Support())


@dataclass(frozen=True, slots=True)
class Battle(Record):
    """Kept in the position from the declaration to the end of the advance."""

    hex: int
    attacker: int
    attackers: int
    defenders: int
    """The defending combat units."""
    followers: int
    """HQs and launchers in the defenders' hex: they share its fate (1.4e, 1.5g)."""
    origins: tuple[tuple[int, int], ...]
    """(attacking unit, the hex it attacks from)."""
    support: tuple[Support, Support] = UNSUPPORTED
    """By side."""
    bloodied: int = 0
    """Bit per side: it has lost a step to the result, so the first loss is behind it (6.4e)."""
    fell_back: int = 0
    """Bit per side: it has retreated."""
    unfilled: int = 0
    """Requirements that the defender did not live to fill (6.5.2h)."""

    @property
    def defender(self) -> int:
        return 1 - self.attacker

    def force(self, side: int) -> int:
        """The combat units of one side."""
        return self.attackers if side == self.attacker else self.defenders
