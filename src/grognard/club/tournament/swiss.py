"""The Swiss: everybody is paired so that the rules are kept in their order, each as far as those before it allow."""

from __future__ import annotations

from grognard.club.tournament.costs import RULES, costs
from grognard.club.tournament.course import Course
from grognard.club.tournament.matching import least
from grognard.club.tournament.meetings import Side
from grognard.club.tournament.pairs import Gave, Pair, Pairing
from grognard.club.tournament.players import Player, players


def pair_swiss(course: Course) -> Pairing:
    """The next round; `gave` tells which rules no pairing could keep."""
    single = not course.rules.both_sides
    field = players(course)
    rows = costs(field, single)
    pairs: list[Pair] = []
    byes: list[str] = []
    gave: list[Gave] = []
    for upper, lower in least(rows):
        one, other = field[upper], field[lower] if lower < len(field) else None
        for rule, broken in zip(RULES, rows[upper, lower], strict=False):
            if broken:
                gave.append(Gave(rule, (one.id,) if other is None else (one.id, other.id)))
        if other is None:
            byes.append(one.id)
        else:
            pairs.append(seated(one, other, len(pairs)) if single else Pair(one.id, other.id))
    return Pairing(tuple(pairs), tuple(byes), tuple(gave))


def seated(one: Player, other: Player, board: int) -> Pair:
    """Who takes the first side in a single game: who had it less often, then who had it longer ago, then by boards."""
    if one.tilt != other.tilt:
        first = one.tilt < other.tilt
    elif one.last_side != other.last_side:
        first = one.last_side is not Side.FIRST
    else:
        first = board % 2 == 0
    return Pair(one.id, other.id) if first else Pair(other.id, one.id)
