"""Holidays as sums over days: which there are in a span, how many of a year are spent, and why one cannot be had.

A day is a day of UTC, the same for everybody at a table. A day that has begun counts whole. Nothing here changes what
is past: a holiday begins now at the earliest, and ends now at the earliest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta

from grognard.table.clock import Span

AHEAD = 366
"""Days before its first one that a holiday may be asked for."""


class NoHoliday(Exception):
    """Why it cannot be had: a word for programs and a line for people."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


def day_of(moment: float) -> date:
    return datetime.fromtimestamp(moment, UTC).date()


def midnight(day: date) -> float:
    """When a day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def days_in(span: Span) -> list[date]:
    """The days of which a span has anything."""
    first, last = day_of(span[0]), day_of(max(span[0], span[1] - 1e-3))
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def spent(spans: Iterable[Span]) -> Counter[int]:
    """How many days there are by year."""
    return Counter(day.year for span in spans for day in days_in(span))


def span(first: date, last: date, taken: Sequence[Span], allowance: int, now: float) -> Span:
    """From when to when a holiday of these days is, for somebody who has taken others; NoHoliday where it cannot be."""
    today = day_of(now)
    if first < today:
        raise NoHoliday("holiday_past", "a holiday begins today at the earliest")
    if last < first:
        raise NoHoliday("holiday_order", "its last day comes before its first")
    if (first - today).days > AHEAD or (last - first).days > AHEAD:
        raise NoHoliday("holiday_far", "that is more than a year ahead")
    found = max(now, midnight(first)), midnight(last + timedelta(days=1))
    if any(start < found[1] and found[0] < end for start, end in taken):
        raise NoHoliday("holiday_twice", "you have a holiday on some of these days already")
    before, wanted = spent(taken), spent([found])
    for year, count in wanted.items():
        left = max(0, allowance - before[year])
        if count > left:
            raise NoHoliday("holiday_spent", f"you have {left} days of holiday left in {year}")
    return found
