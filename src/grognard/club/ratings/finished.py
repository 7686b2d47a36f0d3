"""A finished game as ratings see it: what is public once it is over, and of how it was played only how it began."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grognard.club.ratings.course import Course


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody with a name in this house, by the id that never changes."""

    id: str


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot by its level; one that plays by corrected rules is another opponent."""

    level: str
    version: str


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody without a name."""


Holder = Account | Bot | Visitor


class Ending(StrEnum):
    """How a game came to its end."""

    PLAYED = "played"
    RESIGNED = "resigned"
    TIME = "time"
    ABANDONED = "abandoned"
    ADJUDICATED = "adjudicated"
    FORFEITED = "forfeited"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of the game, the side he belongs to, who held the seat, and how many answers were given from it."""

    player: str
    side: str
    holder: Holder
    acts: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """`options` are those that change the rules and are not as printed, by name; no winners is a draw."""

    table: str
    game: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    ended_at: float
    seats: tuple[Seat, ...]
    winners: tuple[str, ...]
    ending: Ending
    rated: bool
    stand_ins: tuple[str, ...] = ()
    """Players whose seat a bot held for them for a while."""
    courses: tuple[Course, ...] = ()
    """How each side opened and its dice fell, where that is known."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in the order of their seats."""
        return tuple(dict.fromkeys(seat.side for seat in self.seats))

    def seats_of(self, side: str) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.side == side)
