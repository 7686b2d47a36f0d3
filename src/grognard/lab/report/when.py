"""When the games of a run were played, how long that took and on how many cores: from its log, not from results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from grognard.core.words import LANGUAGES
from grognard.lab.report.words import Both, listed, say

HANDS = re.compile(r", (\d+) (?:job|worker)s?\b")
"""How an engine's name tells its processes, where they are of this machine."""


def when(log: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """The first and the last moment, seconds of play, whether all of them are known, and cores; None of no log."""
    begun = [one for one in log if "missing" in one]
    ended = [one for one in log if "seconds" in one]
    if not begun:
        return None
    cores = {_cores(one) for one in begun}
    return {
        "first": begun[0]["at"],
        "last": max(one["at"] for one in log),
        "seconds": sum(one["seconds"] for one in ended),
        "whole": len(ended) == len(begun),
        "cores": cores.pop() if len(cores) == 1 else None,
    }


def _cores(begun: Mapping[str, Any]) -> int | None:
    """Cores at work: one for each process, and never more than the machine has."""
    hands = HANDS.search(str(begun["engine"]))
    return None if hands is None else min(int(hands[1]), begun.get("cores") or int(hands[1]))


def when_words(told: Mapping[str, Any]) -> Both:
    """The same in a line; days are those of whoever makes the report."""
    first, last = (_day(told[name]) for name in ("first", "last"))
    days = first if first == last else say("when.days", first=first, last=last)
    if told["seconds"] < 1:
        return days
    time = _time(round(told["seconds"]))
    if not told["whole"]:
        time = say("when.over", time=time)
    if told["cores"] is not None:
        time = say("when.core" if told["cores"] == 1 else "when.cores", time=time, cores=told["cores"])
    return listed(days, time)


def _day(at: float) -> Both:
    day = datetime.fromtimestamp(at)
    months = {one: say("when.months")[one].split()[day.month - 1] for one in LANGUAGES}
    return say("when.day", day=day.day, month=months, year=day.year)


def _time(seconds: int) -> Both:
    minutes = seconds // 60
    if minutes >= 60:
        return say("when.hours", hours=minutes // 60, minutes=f"{minutes % 60:02}")
    return say("when.minutes", minutes=minutes) if minutes else say("when.seconds", seconds=seconds)
