"""What an organiser may ask for, and what becomes of it: a tournament that can be played, or one line why not."""

from __future__ import annotations

import time
from enum import StrEnum
from secrets import token_urlsafe
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from grognard.club.tournament.events import Opened
from grognard.club.tournament.rules import AtDeadline, Kind, Rules
from grognard.core.registry import game as find_game
from grognard.table.clock import checked_terms
from grognard.table.rows import TournamentRow
from grognard.table.seats import Member
from grognard.table.visiting import Body, Word

DAY = 86_400
SHORTEST, LONGEST = 300, 90 * DAY
"""Seconds of a round."""
LINE = r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$"
"""Something in one line."""
Title = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=LINE)]


class Makers(StrEnum):
    """Whom the keeper lets make tournaments."""

    named = "named"
    keepers = "keepers"


def may_make(makers: Makers, member: Member | None) -> bool:
    return member is not None and (makers is Makers.named or member.role == "keeper")


class NewTournament(Body):
    name: Title
    game: Word
    scenario: Word | None = None
    options: dict[Word, bool | int | Word] = Field(default_factory=dict, max_length=64)
    kind: Kind = Kind.SWISS
    rounds: Annotated[int, Field(ge=1, le=20)] = 5
    both_sides: bool = True
    clock: dict[Word, int] | None = Field(None, max_length=3)
    round_seconds: Annotated[int, Field(ge=SHORTEST, le=LONGEST)] = 7 * DAY
    at_deadline: AtDeadline = AtDeadline.ADJUDICATE
    rated: bool = False
    watched: bool = False
    starts: Annotated[float, Field(ge=0, le=1e11)] | None = None


def made(wanted: NewTournament, owner: str) -> tuple[TournamentRow, Opened]:
    """The tournament that is asked for; ValueError or SetupError where it cannot be played."""
    game = find_game(wanted.game)
    scenario = game.scenario(wanted.scenario)
    if len(scenario.roster.players) != 2 or len(scenario.roster.sides) != 2:
        raise ValueError("a tournament needs a scenario for two players")
    clock = checked_terms(wanted.clock)
    if wanted.rated and not clock:
        raise ValueError("rated games need a clock")
    play = game.new(scenario.id, wanted.options)  # what cannot be begun is refused here
    options: dict[str, Any] = play.journal().plain()["header"]["options"]
    first, second = scenario.roster.sides
    rules = Rules(
        wanted.kind, (first, second), wanted.round_seconds, wanted.rounds, both_sides=wanted.both_sides,
        at_deadline=wanted.at_deadline, extension_seconds=max(SHORTEST, wanted.round_seconds // 4),
    )  # fmt: skip
    now = time.time()
    row = TournamentRow(
        id=token_urlsafe(9), name=wanted.name.strip(), game=game.id, scenario=scenario.id, options=options, clock=clock,
        rated=wanted.rated, watched=wanted.watched, owner=owner, starts=wanted.starts, over=False, created=now,
    )  # fmt: skip
    return row, Opened(now, rules)
