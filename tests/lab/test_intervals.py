"""Intervals and sample sizes against figures that others have published."""

from __future__ import annotations

from math import isclose
from random import Random

import pytest

from grognard.lab.report.intervals import (
    Pairs,
    correlation,
    deals_needed,
    difference,
    fisher,
    games_needed,
    games_to_settle,
    paired_difference,
    share_explained,
    wilson,
)


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_s_interval_is_newcombe_s_table(count: int, games: int, low: float, high: float) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3."""
    share, below, above = wilson(count, games)
    assert share == count / games
    assert (round(below, 4), round(above, 4)) == (low, high)


def test_an_interval_is_wide_for_few_games_and_never_leaves_nought_to_one() -> None:
    assert wilson(10, 10)[1:] == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0)[1:] == (0.0, 1.0)
    assert wilson(50, 100)[1:] == pytest.approx((0.4038, 0.5962), abs=1e-4)


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        ((56, 70, 48, 80), 0.0524, 0.3339),
        ((9, 10, 3, 10), 0.1705, 0.8090),
        ((6, 7, 2, 7), 0.0582, 0.8062),
        ((5, 56, 0, 29), -0.0381, 0.1926),
        ((0, 10, 0, 20), -0.1611, 0.2775),
        ((0, 10, 0, 10), -0.2775, 0.2775),
        ((10, 10, 0, 20), 0.6791, 1.0000),
        ((10, 10, 0, 10), 0.6075, 1.0000),
    ],
)
def test_a_difference_has_newcombe_s_interval(counts: tuple[int, int, int, int], low: float, high: float) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998) 873-890, table II, method 10."""
    gap, below, above = difference(*counts)
    assert isclose(gap, counts[0] / counts[1] - counts[2] / counts[3])
    assert (round(below, 4), round(above, 4)) == (low, high)


@pytest.mark.parametrize(("share", "other", "games"), [(0.65, 0.85, 70), (0.85, 0.65, 70), (0.572, 0.529, 2097)])
def test_games_needed_to_tell_two_shares_apart(share: float, other: float, games: int) -> None:
    """S.-C. Chow, J. Shao, H. Wang, Sample Size Calculations in Clinical Research (2008), 4.2.4: 70 of each; and the
    drawing that reports follow: 4.3 points apart take 1,100 more games than 1,000."""
    assert abs((games_needed(share, other) or 0) - games) <= 2


def test_the_interval_of_pairs_is_as_newcombe_has_it() -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998) 2635-2650, method 10."""
    assert [round(one, 4) for one in paired_difference(Pairs(36, 12, 2, 0))] == [0.2, 0.0569, 0.3404]
    apart = difference(50, 100, 50, 100)
    assert paired_difference(Pairs(25, 25, 25, 25)) == pytest.approx(apart), "pairs that do not go together"
    _, low, high = paired_difference(Pairs(50, 0, 0, 50))
    assert apart.low < low < 0 < high < apart.high, "pairs that do are narrower"


def test_deals_needed_follow_from_those_that_came_out_differently() -> None:
    few, many = deals_needed(Pairs(45, 15, 5, 35)), deals_needed(Pairs(25, 35, 25, 15))
    assert few is not None and many is not None and few < many
    assert deals_needed(Pairs(40, 10, 10, 40)) is None


def test_shares_that_are_the_same_are_never_told_apart() -> None:
    assert games_needed(0.5, 0.5) is None
    assert games_needed(0.5, 0.5 + 1e-6) is None, "nobody plays a million games of each"


def test_more_power_takes_more_games() -> None:
    assert (games_needed(0.5, 0.55, 0.9) or 0) > (games_needed(0.5, 0.55, 0.8) or 0) > 1000


def test_games_to_settle_a_bound_do_settle_it_and_one_less_does_not() -> None:
    games = games_to_settle(0.6, 0.65)
    assert games is not None and wilson(round(0.6 * games), games).high < 0.65
    assert wilson(round(0.6 * (games - 1)), games - 1).high >= 0.65
    assert games_to_settle(0.65, 0.65) is None, "who stands on the bound stays there"


def test_fisher_s_bounds_of_a_correlation() -> None:
    """Fisher's own transformation: r = 0.5 of 100 pairs gives z = 0.549 with 0.1015 to either side, times 1.96."""
    low, high = fisher(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.337, 0.634)


def test_the_share_that_dice_explain_is_found_again() -> None:
    rng = Random(7)
    pairs = []
    for _ in range(4000):
        luck = rng.gauss(0, 1)
        pairs.append((luck, luck + rng.gauss(0, 2)))  # a variance of 1 in 5
    found = share_explained(pairs)
    assert found is not None and found.low < 0.2 < found.high and found.high - found.low < 0.06


def test_what_never_changes_explains_nothing() -> None:
    assert correlation([(1, 2), (2, 2), (3, 2)]) is None and share_explained([(1, 2), (2, 2), (3, 2), (4, 2)]) is None


def test_a_correlation_that_may_be_none_begins_at_nothing() -> None:
    rng = Random(1)
    found = share_explained([(rng.random(), rng.random()) for _ in range(50)])
    assert found is not None and found.low == 0.0
