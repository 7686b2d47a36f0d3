"""Figures that are told with one decimal and still add up."""

from __future__ import annotations

from collections.abc import Sequence


def in_tenths(whole: float, parts: Sequence[float]) -> list[float]:
    """Parts of a whole in tenths: those that suffer least from it are rounded the other way, until they add up to what
    the whole is in tenths.

    >>> in_tenths(17.0, [10.74, 0.12, 5.33, 0.81])
    [10.8, 0.1, 5.3, 0.8]
    >>> in_tenths(-1.0, [-0.25, -0.25, -0.25, -0.25])
    [-0.3, -0.3, -0.2, -0.2]
    """
    told = [round(10 * part) for part in parts]
    missing = round(10 * whole) - sum(told)
    step = 1 if missing > 0 else -1
    least_hurt = sorted(range(len(parts)), key=lambda one: step * (told[one] - 10 * parts[one]))
    for one in least_hurt[: abs(missing)]:
        told[one] += step
    return [part / 10 for part in told]
