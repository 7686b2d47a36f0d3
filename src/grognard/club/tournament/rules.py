"""What an organiser settles before the first round."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"


class AtDeadline(StrEnum):
    """What becomes of games that are going on when the round ends."""

    ADJUDICATE = "adjudicate"
    EXTEND = "extend"


class Criterion(StrEnum):
    """What places are decided by, the first that differs."""

    SURVIVED = "survived"
    POINTS = "points"
    BUCHHOLZ = "buchholz"
    MEDIAN_BUCHHOLZ = "median_buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    DIRECT = "direct"
    WINS = "wins"


USUAL = {
    Kind.SWISS: (
        Criterion.POINTS, Criterion.BUCHHOLZ, Criterion.SONNEBORN_BERGER, Criterion.DIRECT, Criterion.WINS,
    ),
    # All have met all, so what the opponents have says nothing.
    Kind.ROUND_ROBIN: (Criterion.POINTS, Criterion.DIRECT, Criterion.SONNEBORN_BERGER, Criterion.WINS),
    Kind.KNOCKOUT: (Criterion.SURVIVED,),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rules:
    """`rounds` is a Swiss's; `cycles` how often everyone meets everyone in a round robin."""

    kind: Kind
    sides: tuple[str, str]
    """The two sides of the scenario; a pair is written with the first of them left."""
    round_seconds: int
    rounds: int = 5
    cycles: int = 1
    both_sides: bool = True
    """A pair is two games, one with each side; otherwise a single game, and sides are balanced over the tournament."""
    at_deadline: AtDeadline = AtDeadline.ADJUDICATE
    extension_seconds: int = 0
    extensions: int = 1
    """How often a round may be extended before its last games are adjudicated after all."""
    decided_by: tuple[Criterion, ...] = ()
    """In place of the usual criteria of this kind."""

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        return self.decided_by or USUAL[self.kind]

    @property
    def games(self) -> int:
        """Games of a pair."""
        return 2 if self.both_sides else 1
