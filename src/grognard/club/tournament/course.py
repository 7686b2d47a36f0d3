"""A tournament as it stands: entrants, rounds and outcomes, made from its events alone (`replay`) and never changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from grognard.club.tournament.pairs import Fixture, Gave, Pair
from grognard.club.tournament.rules import Rules


class How(StrEnum):
    PLAYED = "played"
    FORFEITED = "forfeited"
    ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Half points of both sides of a game; both none where both forfeited it."""

    first: int
    second: int
    how: How
    margin: int | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    id: str
    rating: int
    bot: bool = False
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    pairs: tuple[Pair, ...]
    byes: tuple[str, ...]
    gave: tuple[Gave, ...]
    ends_at: float
    extended: int = 0
    closed: bool = False

    @property
    def present(self) -> tuple[str, ...]:
        """Everyone who is paired or free in this round."""
        return (*(one for pair in self.pairs for one in (pair.one, pair.two)), *self.byes)


@dataclass(frozen=True, slots=True)
class Course:
    """`entrants` in the order in which they came."""

    rules: Rules
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    outcomes: Mapping[Fixture, Outcome] = field(default_factory=dict)

    @property
    def seeds(self) -> tuple[Entrant, ...]:
        """From the highest rating down; equal ratings in the order of entry."""
        return tuple(sorted(self.entrants, key=lambda one: -one.rating))

    @property
    def active(self) -> tuple[Entrant, ...]:
        """Seeds that have not withdrawn."""
        return tuple(one for one in self.seeds if not one.withdrawn)

    @property
    def field(self) -> tuple[str, ...]:
        """Who was there when play began, as seeds: round robin and knockout are laid out for these."""
        if not self.rounds:
            return tuple(one.id for one in self.active)
        present = frozenset(self.rounds[0].present)
        return tuple(one.id for one in self.seeds if one.id in present)

    @property
    def last_closed(self) -> int:
        return sum(one.closed for one in self.rounds)

    def after(self, number: int) -> Course:
        """As it stood after a round: later rounds have not been."""
        kept = {fixture: outcome for fixture, outcome in self.outcomes.items() if fixture.round <= number}
        return replace(self, rounds=self.rounds[:number], outcomes=kept)

    def fixtures(self, round: Round) -> Iterator[tuple[Fixture, str, str]]:
        """The games of a round with who has the first and who the second side."""
        for board, pair in enumerate(round.pairs):
            for game in range(self.rules.games):
                yield Fixture(round.number, board, game), *pair.first_and_second(game)

    def unfinished(self, round: Round) -> list[tuple[Fixture, str, str]]:
        return [one for one in self.fixtures(round) if one[0] not in self.outcomes]
