"""What somebody's rated games come to: results by game and side, and wins in a row. Only games that counted."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from grognard.club.ratings.finished import Account, Bot, FinishedGame
from grognard.club.ratings.skill import Z95

ENOUGH = 5
"""Games with a side below which a share of them says nothing."""


class Outcome(StrEnum):
    """A game as one of its players tells it."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


def side_of(game: FinishedGame, who: Account | Bot) -> str:
    """The side somebody was on; a game that counts has nobody on two."""
    return next(seat.side for seat in game.seats if seat.holder == who)


def outcome(game: FinishedGame, who: Account | Bot) -> Outcome:
    if not game.winners:
        return Outcome.DRAWN
    return Outcome.WON if side_of(game, who) in game.winners else Outcome.LOST


@dataclass(frozen=True, slots=True)
class BySide:
    """Games with one side; a draw is half a win."""

    game: str
    side: str
    games: int
    won: int
    drawn: int

    @property
    def share(self) -> float | None:
        """The part that was won; None where they are too few to say."""
        return None if self.games < ENOUGH else self._points / self.games

    @property
    def between(self) -> tuple[float, float] | None:
        """The 95 % interval of that part, by Wilson."""
        return None if self.games < ENOUGH else wilson(self._points, self.games)

    @property
    def _points(self) -> float:
        return self.won + self.drawn / 2


def by_side(games: Iterable[FinishedGame], who: Account | Bot) -> list[BySide]:
    """Results by game and side, in the order of the names."""
    told: dict[tuple[str, str], list[Outcome]] = {}
    for game in games:
        told.setdefault((game.game, side_of(game, who)), []).append(outcome(game, who))
    return [
        BySide(game, side, len(ends), ends.count(Outcome.WON), ends.count(Outcome.DRAWN))
        for (game, side), ends in sorted(told.items())
    ]


def streaks(games: Iterable[FinishedGame], who: Account | Bot) -> tuple[int, int]:
    """Wins in a row up to the last of these games, and the most there ever were; they are given in their order."""
    now = longest = 0
    for game in games:
        now = now + 1 if outcome(game, who) is Outcome.WON else 0
        longest = max(longest, now)
    return now, longest


def wilson(points: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share.

    >>> tuple(round(bound, 2) for bound in wilson(20, 32))
    (0.45, 0.77)
    """
    share, square = points / games, Z95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = Z95 / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, middle - reach), min(1.0, middle + reach)
