"""The next round of a tournament of any kind, or why there is none."""

from __future__ import annotations

from grognard.club.tournament.course import Course
from grognard.club.tournament.events import Paired
from grognard.club.tournament.knockout import pair_knockout, rounds_to_final
from grognard.club.tournament.pairs import Gave, Rule
from grognard.club.tournament.refused import Refused
from grognard.club.tournament.round_robin import pair_round_robin, rounds_in_cycle
from grognard.club.tournament.rules import Kind
from grognard.club.tournament.swiss import pair_swiss

PAIR = {Kind.SWISS: pair_swiss, Kind.ROUND_ROBIN: pair_round_robin, Kind.KNOCKOUT: pair_knockout}


class NoPairing(Exception):
    """No pairing keeps every rule: which would have to give, and for whom. The organiser may let them."""

    def __init__(self, gave: tuple[Gave, ...]) -> None:
        super().__init__(gave)
        self.gave = gave


def rounds(course: Course) -> int:
    """How many rounds the tournament has."""
    rules, entrants = course.rules, len(course.field)
    if rules.kind is Kind.SWISS:
        return rules.rounds
    if rules.kind is Kind.ROUND_ROBIN:
        return rules.cycles * rounds_in_cycle(entrants)
    return rounds_to_final(entrants)


def over(course: Course) -> bool:
    return course.last_closed == rounds(course)


def next_round(
    course: Course, now: float, may_give: frozenset[Rule] = frozenset(), reason: str = "", by: str = ""
) -> Paired:
    """The event that begins the next round. `NoPairing` where a rule would have to give that may not."""
    if course.rounds and not course.rounds[-1].closed:
        raise Refused("round_open", round=course.rounds[-1].number)
    if len(course.field if course.rules.kind is not Kind.SWISS else course.active) < 2:
        raise Refused("too_few")
    if over(course):
        raise Refused("over", rounds=len(course.rounds))
    found = PAIR[course.rules.kind](course)
    gave = tuple(one for one in found.gave if one.rule not in may_give)
    if gave:
        raise NoPairing(gave)
    ends_at = now + course.rules.round_seconds
    return Paired(now, len(course.rounds) + 1, found.pairs, found.byes, found.gave, ends_at, reason, by)
