"""Pairs of a round and the games in them. Points are counted in halves: a win 2, a draw 1."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

WIN, DRAW, LOSS = 2, 1, 0


@dataclass(frozen=True, slots=True, order=True)
class Fixture:
    """A game by its round, its board and its number in the pair; rounds count from 1, the rest from 0."""

    round: int
    board: int
    game: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who meet; `one` has the first side in the first game, `two` in the second."""

    one: str
    two: str

    def first_and_second(self, game: int) -> tuple[str, str]:
        """Who has the first and who the second side in a game of the pair."""
        return (self.one, self.two) if game == 0 else (self.two, self.one)


class Rule(StrEnum):
    """Rules of pairing that give way when no pairing keeps them all, from the first to give to the last."""

    SIDES = "sides"
    SECOND_BYE = "second_bye"
    MEET_AGAIN = "meet_again"


@dataclass(frozen=True, slots=True)
class Gave:
    """A rule that had to give, and for whom."""

    rule: Rule
    entrants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom in a round, who is free, and which rules gave way."""

    pairs: tuple[Pair, ...]
    byes: tuple[str, ...] = ()
    gave: tuple[Gave, ...] = ()
