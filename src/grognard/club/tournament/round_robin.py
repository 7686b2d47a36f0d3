"""Everyone against everyone, by the circle: one stands still, the others move on by one place each round."""

from __future__ import annotations

from grognard.club.tournament.course import Course
from grognard.club.tournament.pairs import Pair, Pairing


def rounds_in_cycle(entrants: int) -> int:
    """Rounds until everyone has met everyone.

    >>> rounds_in_cycle(6), rounds_in_cycle(5)
    (5, 5)
    """
    return entrants - 1 + entrants % 2


def pair_round_robin(course: Course) -> Pairing:
    """The next round. With an odd number who meets the gap is free; every second cycle has the sides changed."""
    field: list[str | None] = [*course.field]
    if len(field) % 2:
        field.append(None)
    cycle, turn = divmod(len(course.rounds), len(field) - 1)
    pairs: list[Pair] = []
    byes: list[str] = []
    for first, second in circle(len(field), turn):
        one, two = field[first], field[second]
        if one is None or two is None:
            byes.extend(entrant for entrant in (one, two) if entrant is not None)
        else:
            pairs.append(Pair(two, one) if cycle % 2 else Pair(one, two))
    return Pairing(tuple(pairs), tuple(byes))


def circle(places: int, turn: int) -> list[tuple[int, int]]:
    """Who meets whom in a turn, the first side first. Who moves changes sides from turn to turn, and in the end
    nobody has had one of them more than once more often.

    >>> circle(4, 0), circle(4, 1)
    ([(3, 0), (1, 2)], [(1, 3), (2, 0)])
    """
    still = places - 1
    met = [(still, turn) if turn % 2 == 0 else (turn, still)]
    for step in range(1, places // 2):
        ahead, behind = (turn + step) % still, (turn - step) % still
        met.append((ahead, behind) if step % 2 else (behind, ahead))
    return met
