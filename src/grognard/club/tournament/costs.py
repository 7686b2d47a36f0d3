"""What a pair of a Swiss costs under each rule, from the most important on: the table of docs/club.md."""

from __future__ import annotations

from itertools import combinations

from grognard.club.tournament.matching import Cost, Edge
from grognard.club.tournament.pairs import Rule
from grognard.club.tournament.players import Player

RULES = (Rule.MEET_AGAIN, Rule.SECOND_BYE, Rule.SIDES)
"""The first places of a row, the rules that give way only where no pairing keeps them: the last of them first."""


def costs(field: list[Player], single: bool) -> dict[Edge, Cost]:
    """The row of every pair by rank; where the number is odd, one past the last is the bye."""
    edges = {(one.rank, other.rank): cost(one, other, single) for one, other in combinations(field, 2)}
    if len(field) % 2:
        edges |= {(one.rank, len(field)): cost(one, None, single) for one in field}
    return edges


def cost(one: Player, other: Player | None, single: bool) -> Cost:
    """The row of a pair, the upper player first; no other is the bye. The places are those of docs/club.md."""
    if other is None:
        return (0, one.free, 0, _down_to(one), 0, 0, 0, 0)
    again = one.met.get(other.id, 0)
    sides = _tilt_beyond_one(one, other) if single else 0
    apart = one.points - other.points
    if not apart:
        return (again, 0, sides, 0, 0, 0, 0, (other.above - one.above - one.group // 2) ** 2)
    floats = (one.floated == 1) + (other.floated == -1)
    return (again, 0, sides, 0, apart**2, floats, one.below + other.above, 0)


def _down_to(one: Player) -> int:
    """The bye goes to the lowest: the higher he stands the more it costs."""
    return -one.rank


def _tilt_beyond_one(one: Player, other: Player) -> int:
    """How far the better choice of sides would take somebody beyond one side more than the other."""
    return min(max(abs(one.tilt + way) - 1, 0) + max(abs(other.tilt - way) - 1, 0) for way in (1, -1))
