"""What a side is worth by itself: a team-mate of whoever plays it, rated from the same games.

A side has one strength in its scenario and, where options are on, a second one that says how far they move it; so what
is learned of the scenario as printed is not forgotten with every new option.
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.club.ratings.finished import FinishedGame

AS_PRINTED = 100.0
"""How uneven scenarios are: standard deviation of a side's worth, in points."""
WITH_OPTIONS = 50.0
"""How much a set of options moves it."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a scenario as printed, or what a set of options adds to it."""

    scenario: str
    side: str
    options: tuple[tuple[str, str], ...] = ()

    @property
    def spread(self) -> float:
        return WITH_OPTIONS if self.options else AS_PRINTED


def mates(game: FinishedGame, side: str) -> tuple[Side, ...]:
    """What plays along with the people of this side."""
    printed = Side(game.scenario, side)
    return (printed, Side(game.scenario, side, game.options)) if game.options else (printed,)
