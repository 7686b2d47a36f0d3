"""The statistics of a report, and all of them: intervals of shares and of their difference, games needed, dice's share.

Wilson's interval of one share and Newcombe's of a difference (his method 10, from two Wilson intervals) hold at small
numbers and near 0 and 1, where the textbook's do not: E. B. Wilson, JASA 22 (1927); R. G. Newcombe, Statistics in
Medicine 17 (1998), 857-872, 873-890 and, for shares of the same deals (method 10 there too), 2635-2650. Games needed:
Chow, Shao and Wang, Sample Size Calculations (2008), 4.2; of the same deals: R. J. Connor, Biometrics 43 (1987).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atanh, ceil, inf, sqrt, tanh
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
FEW = 100
"""Below so many games only counts are told."""
MOST = 1_000_000
"""Games beyond which nobody plays: as many are as good as never."""


class Interval(NamedTuple):
    """An estimate and the bounds of its interval."""

    value: float
    low: float
    high: float


def normal(confidence: float = CONFIDENCE) -> float:
    """The deviate that bounds the middle of a normal distribution.

    >>> round(normal(0.95), 4)
    1.96
    """
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(count: float, games: int, confidence: float = CONFIDENCE) -> Interval:
    """The interval of a share; all of it from 0 to 1 where nothing was played.

    >>> share, low, high = wilson(81, 263)  # Newcombe 1998, table I
    >>> f"{share:.4f} {low:.4f} {high:.4f}"
    '0.3080 0.2553 0.3662'
    """
    if not games:
        return Interval(0.0, 0.0, 1.0)
    z = normal(confidence)
    share = count / games
    middle = share + z * z / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    low = 0.0 if not count else max(0.0, (middle - reach) / scale)
    high = 1.0 if count == games else min(1.0, (middle + reach) / scale)
    return Interval(share, low, high)


def difference(count: int, games: int, other: int, others: int, confidence: float = CONFIDENCE) -> Interval:
    """How much larger the first share is than the other, with Newcombe's interval.

    >>> gap, low, high = difference(56, 70, 48, 80)  # Newcombe 1998, table II, (a)
    >>> f"{gap:.4f} {low:.4f} {high:.4f}"
    '0.2000 0.0524 0.3339'
    """
    p, low, high = wilson(count, games, confidence)
    q, other_low, other_high = wilson(other, others, confidence)
    gap = p - q
    below = sqrt((p - low) ** 2 + (other_high - q) ** 2)
    above = sqrt((high - p) ** 2 + (q - other_low) ** 2)
    return Interval(gap, max(-1.0, gap - below), min(1.0, gap + above))


class Pairs(NamedTuple):
    """Deals that were played both ways, by what came of them."""

    both: int
    first: int
    """Won only the first way."""
    other: int
    neither: int


def paired_difference(pairs: Pairs, confidence: float = CONFIDENCE) -> Interval:
    """How much larger the first share is than the other where both are of the same deals, with Newcombe's interval.

    >>> gap, low, high = paired_difference(Pairs(36, 12, 2, 0))
    >>> f"{gap:.4f} {low:.4f} {high:.4f}"
    '0.2000 0.0569 0.3404'
    """
    both, first, other, _ = pairs
    games = sum(pairs)
    p, low, high = wilson(both + first, games, confidence)
    q, other_low, other_high = wilson(both + other, games, confidence)
    gap, phi = (first - other) / games, _phi(pairs)
    below, other_above = p - low, other_high - q
    above, other_below = high - p, q - other_low
    down = sqrt(below**2 - 2 * phi * below * other_above + other_above**2)
    up = sqrt(above**2 - 2 * phi * above * other_below + other_below**2)
    return Interval(gap, max(-1.0, gap - down), min(1.0, gap + up))


def _phi(pairs: Pairs) -> float:
    """How the two go together, drawn towards 0 where that is little."""
    both, first, other, neither = pairs
    margins = (both + first) * (other + neither) * (both + other) * (first + neither)
    product, games = both * neither - first * other, sum(pairs)
    if not margins:
        return 0.0
    return (product if product < 0 else max(product - games / 2, 0.0)) / sqrt(margins)


def deals_needed(pairs: Pairs, power: float = 0.8, confidence: float = CONFIDENCE) -> int | None:
    """Deals until two ways of which so many deals came out differently are told apart; None where these do not say.

    >>> deals_needed(Pairs(40, 25, 10, 25))
    120
    """
    games = sum(pairs)
    apart, gap = (pairs.first + pairs.other) / games, abs(pairs.first - pairs.other) / games
    if gap == 0:
        return None
    z, z_power = normal(confidence), NormalDist().inv_cdf(power)
    needed = ceil((z * sqrt(apart) + z_power * sqrt(max(apart - gap * gap, 0.0))) ** 2 / (gap * gap))
    return needed if needed <= MOST else None


def games_needed(share: float, other: float, power: float = 0.8, confidence: float = CONFIDENCE) -> int | None:
    """Games of each kind until two such shares are told apart with this power; None where that is never.

    >>> games_needed(0.65, 0.85)  # Chow, Shao and Wang, section 4.2
    70
    """
    gap = abs(share - other)
    if gap == 0:
        return None
    z = normal(confidence) + NormalDist().inv_cdf(power)
    needed = ceil(z * z * (share * (1 - share) + other * (1 - other)) / (gap * gap))
    return needed if needed <= MOST else None


def apart_from(share: float, gap: float) -> float:
    """A share that lies so far from another, towards the middle, where most games are needed."""
    return share - gap if share >= 0.5 else share + gap


def games_to_settle(share: float, bound: float) -> int | None:
    """Games until Wilson's interval of such a share no longer reaches a bound; None where that is never."""
    low, high = 1, MOST
    if not _settled(share, high, bound):
        return None
    while low < high:
        middle = (low + high) // 2
        if _settled(share, middle, bound):
            high = middle
        else:
            low = middle + 1
    return low


def _settled(share: float, games: int, bound: float) -> bool:
    _, low, high = wilson(round(share * games), games)
    return not low <= bound <= high


def correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's r; None where one of the two never changes."""
    n = len(pairs)
    if n < 3:
        return None
    mean_x, mean_y = sum(x for x, _ in pairs) / n, sum(y for _, y in pairs) / n
    xx = sum((x - mean_x) ** 2 for x, _ in pairs)
    yy = sum((y - mean_y) ** 2 for _, y in pairs)
    if xx <= 0 or yy <= 0:
        return None
    return sum((x - mean_x) * (y - mean_y) for x, y in pairs) / sqrt(xx * yy)


def share_explained(pairs: Sequence[tuple[float, float]], confidence: float = CONFIDENCE) -> Interval | None:
    """How much of the second's variance goes with the first: r squared, its bounds by Fisher's z.

    An interval of r that reaches over 0 begins at 0.
    """
    r = correlation(pairs)
    if r is None or len(pairs) < 4:
        return None
    low, high = fisher(r, len(pairs), confidence)
    squares = sorted((low * low, high * high))
    return Interval(r * r, 0.0 if low < 0 < high else squares[0], squares[1])


def fisher(r: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The bounds of a correlation by Fisher's z.

    >>> low, high = fisher(0.5, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.337 0.634'
    """
    if abs(r) >= 1:
        return r, r
    z, reach = atanh(r), normal(confidence) / sqrt(games - 3) if games > 3 else inf
    return tanh(z - reach), tanh(z + reach)


def quantile(ordered: Sequence[float], share: float) -> float:
    """A quantile of ordered values, between two of them in proportion.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
