"""The house's log stays readable under attack: what happens again and again is told a few times and counted."""

from __future__ import annotations

import logging

PER_MINUTE = 5
"""Lines from one place in the program; of these only the first shows where it happened."""
MINUTE = 60.0
CALLERS_FAULTS = (UnicodeDecodeError,)
"""What uvicorn shows the way to, though nothing is wrong but what somebody sent."""


class Calm(logging.Filter):
    """Lets the first few of a kind pass; the next minute's first tells how many more there were."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[str, str, int], tuple[float, int]] = {}
        """By place in the program, of which there are only so many: since when, and how often."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True  # what goes on is written down only where somebody asked for all of it
        place = record.name, record.pathname, record.lineno
        since, times = self._told.get(place, (record.created, 0))
        if record.created - since >= MINUTE:
            if times > PER_MINUTE:
                record.msg = f"{record.getMessage()} (and {times - PER_MINUTE} more like it before)"
                record.args = ()
            since, times = record.created, 0
        self._told[place] = since, times + 1
        if times or (record.exc_info and isinstance(record.exc_info[1], CALLERS_FAULTS)):
            record.exc_info = record.exc_text = None
        return times < PER_MINUTE
