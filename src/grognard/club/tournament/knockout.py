"""The knockout: a bracket by seeds, byes to the highest, and who goes on when a pair is level."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grognard.club.tournament.course import Course, How, Outcome
from grognard.club.tournament.pairs import WIN, Fixture, Pair, Pairing


class Advance(StrEnum):
    """Why somebody goes on; the words are in the catalogue under `advance`."""

    POINTS = "points"
    FORFEITS = "forfeits"
    SAME_SIDE = "same_side"
    SEED = "seed"


@dataclass(frozen=True, slots=True)
class Advanced:
    winner: str
    by: Advance


def rounds_to_final(entrants: int) -> int:
    """Until one is left.

    >>> rounds_to_final(2), rounds_to_final(5), rounds_to_final(8)
    (1, 3, 3)
    """
    return (entrants - 1).bit_length()


def bracket(places: int) -> list[int]:
    """Seeds in the order of the bracket, from 0: if all goes by rating the first two meet in the final.

    >>> bracket(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < places:
        full = 2 * len(order)
        order = [seed for one in order for seed in (one, full - 1 - one)]
    return order


def pair_knockout(course: Course) -> Pairing:
    """The next round, in the order of the bracket; the better seed begins with the first side."""
    left = _first_places(course)
    for number in range(1, len(course.rounds) + 1):
        left = [_goes_on(course, number, *left[place : place + 2]) for place in range(0, len(left), 2)]
    rank = {entrant: seed for seed, entrant in enumerate(course.field)}
    met = [[one for one in left[place : place + 2] if one is not None] for place in range(0, len(left), 2)]
    pairs = tuple(Pair(*sorted(two, key=rank.__getitem__)) for two in met if len(two) == 2)
    return Pairing(pairs, tuple(one[0] for one in met if len(one) == 1))


def _first_places(course: Course) -> list[str | None]:
    field = course.field
    places = bracket(2 ** rounds_to_final(len(field)))
    return [field[seed] if seed < len(field) else None for seed in places]


def _goes_on(course: Course, number: int, one: str | None, two: str | None) -> str | None:
    if one is None or two is None:
        return one or two
    pairs = course.rounds[number - 1].pairs
    board = next(board for board, pair in enumerate(pairs) if {pair.one, pair.two} == {one, two})
    return advanced(course, number, board).winner


def advanced(course: Course, number: int, board: int) -> Advanced:
    """Who goes on from a pair whose games are decided, and by which rule.

    Points; then who lost fewer games by forfeit; then who did better with the same side, which a pair of games can
    tell whatever points are worth; then the better seed.
    """
    pair = course.rounds[number - 1].pairs[board]
    outcomes = [course.outcomes[Fixture(number, board, game)] for game in range(course.rules.games)]
    for by, (one, two) in (
        (Advance.POINTS, _points(outcomes)),
        (Advance.FORFEITS, _not_forfeited(outcomes)),
        (Advance.SAME_SIDE, _with_the_first_side(outcomes)),
    ):
        if one != two:
            return Advanced(pair.one if one > two else pair.two, by)
    return Advanced(min(pair.one, pair.two, key=course.field.index), Advance.SEED)


def _points(outcomes: list[Outcome]) -> tuple[int, int]:
    one = sum(outcome.second if game else outcome.first for game, outcome in enumerate(outcomes))
    return one, sum(outcome.first + outcome.second for outcome in outcomes) - one


def _not_forfeited(outcomes: list[Outcome]) -> tuple[int, int]:
    """Games that each of the two did not lose by forfeit."""
    kept = [(outcome.how is not How.FORFEITED or outcome.first == WIN,
             outcome.how is not How.FORFEITED or outcome.second == WIN) for outcome in outcomes]  # fmt: skip
    one = sum(second if game else first for game, (first, second) in enumerate(kept))
    return one, sum(first + second for first, second in kept) - one


def _with_the_first_side(outcomes: list[Outcome]) -> tuple[int, int]:
    """By how much each of the two was ahead when he had the first side; equal where that is not known of both."""
    margins = [outcome.margin for outcome in outcomes]
    if len(margins) < 2 or margins[0] is None or margins[1] is None:
        return 0, 0
    return margins[0], margins[1]
