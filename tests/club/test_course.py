"""How somebody likes to begin, and what dice gave him."""

from __future__ import annotations

import pytest

from grognard.club.ratings.course import Course, Luck, Opening, correlation, favourite, luck, series

BOGUCHAR = Opening(None, "2310", ("Boguchar", "ボグチャル"))
NEAR_BY = Opening(None, "2311", ("Boguchar", "ボグチャル"))
CHIR = Opening(None, "4019", None)


def test_fights_around_one_place_are_one_opening_and_the_newest_tells_it() -> None:
    found = favourite([(BOGUCHAR, True), (CHIR, False), (NEAR_BY, True), (BOGUCHAR, False), (CHIR, True)])
    assert found is not None
    assert (found.opening, found.games, found.won, found.of) == (BOGUCHAR, 3, 2, 5)


def test_of_equals_the_newest_is_the_favourite() -> None:
    found = favourite(
        [(BOGUCHAR, True), (BOGUCHAR, True), (CHIR, False), (CHIR, False), (Opening(None, "1", None), True)]
    )
    assert found is not None and found.opening == CHIR


@pytest.mark.parametrize(
    "opened",
    [
        [(BOGUCHAR, True)] * 4,
        [(Opening(None, str(hex), None), True) for hex in range(9)],
        [(Opening(str(choice), "2310", None), True) for choice in range(9)],
    ],
    ids=["too few", "never twice", "each time another choice"],
)
def test_without_a_habit_there_is_no_favourite(opened: list[tuple[Opening, bool]]) -> None:
    assert favourite(opened) is None


def test_luck_is_what_dice_did_for_one_side_and_against_the_others() -> None:
    mine, theirs = Course("red", None, 5.0, 3.0, 9.0), Course("blue", None, 4.0, 3.5, 16.0)
    assert luck((mine, theirs), "red") == Luck(1.5, 5.0)
    assert luck((mine, theirs), "blue") == Luck(-1.5, 5.0)
    assert luck((), "red") is None and luck((Course("red", None, 0.0, 0.0, 0.0),), "red") is None


def test_a_series_tells_its_mean_and_how_far_it_is_from_fair_dice() -> None:
    games = [(Luck(3.0, 2.0), 1.0)] * 4
    found = series(games)
    assert found is not None
    assert found.mean == 3.0 and found.beyond == pytest.approx(3.0) and found.band == pytest.approx(2 * 1.2816)
    assert found.explains is None, "four games explain nothing"
    assert series([]) is None


def test_what_luck_explains_is_how_far_results_go_along_with_it() -> None:
    along = [(Luck(gained, 2.0), won) for gained, won in ((2.0, 1.0), (-2.0, 0.0)) * 3]
    against = [(Luck(gained, 2.0), won) for gained, won in ((2.0, 1.0), (2.0, 0.0), (-2.0, 1.0), (-2.0, 0.0)) * 2]
    found, other = series(along), series(against)
    assert found is not None and other is not None
    assert found.explains == pytest.approx(1.0) and other.explains == pytest.approx(0.0)
    assert correlation([1.0, 1.0], [0.0, 1.0]) is None, "luck that never changed"
