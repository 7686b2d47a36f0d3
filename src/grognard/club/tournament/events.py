"""Everything that happens in a tournament. Events are only ever added: what was wrong is set right by another one.

Who did it is told by `by`, and nobody is the house itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from grognard.club.tournament.pairs import Fixture, Gave, Pair
from grognard.club.tournament.rules import Rules


@dataclass(frozen=True, slots=True)
class Opened:
    at: float
    rules: Rules
    kind: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class Entered:
    """`rating` as it stood then: it seeds, and does not change with games played elsewhere meanwhile."""

    at: float
    entrant: str
    rating: int
    bot: bool = False
    kind: Literal["entered"] = "entered"


@dataclass(frozen=True, slots=True)
class Withdrew:
    at: float
    entrant: str
    reason: str = ""
    kind: Literal["withdrew"] = "withdrew"


@dataclass(frozen=True, slots=True)
class Paired:
    """A round begins; with a reason where the organiser paired by hand or let a rule give."""

    at: float
    round: int
    pairs: tuple[Pair, ...]
    byes: tuple[str, ...]
    gave: tuple[Gave, ...]
    ends_at: float
    reason: str = ""
    by: str = ""
    kind: Literal["paired"] = "paired"


@dataclass(frozen=True, slots=True)
class Played:
    """A game ended at its table: half points of the first side, and by how many victory points it was ahead."""

    at: float
    fixture: Fixture
    first: int
    margin: int | None = None
    kind: Literal["played"] = "played"


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A game lost without having been played to its end: by one, or by both."""

    at: float
    fixture: Fixture
    losers: tuple[str, ...]
    reason: str
    by: str = ""
    kind: Literal["forfeited"] = "forfeited"


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """The organiser's word on a game, in place of whatever it had: half points of the first side."""

    at: float
    fixture: Fixture
    first: int
    reason: str
    by: str
    kind: Literal["adjudicated"] = "adjudicated"


@dataclass(frozen=True, slots=True)
class Extended:
    at: float
    round: int
    ends_at: float
    reason: str
    by: str = ""
    kind: Literal["extended"] = "extended"


@dataclass(frozen=True, slots=True)
class Closed:
    at: float
    round: int
    kind: Literal["closed"] = "closed"


Event = Annotated[
    Opened | Entered | Withdrew | Paired | Played | Forfeited | Adjudicated | Extended | Closed,
    Field(discriminator="kind"),
]
LOG: TypeAdapter[tuple[Event, ...]] = TypeAdapter(tuple[Event, ...])
"""A tournament's log to JSON and back."""
