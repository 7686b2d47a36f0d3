"""Tempers of Lost Battles: other ways to fight that a commander may try, beside his own.

Each is told by what it multiplies; those of chance hardly ever differ as much where it matters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from grognard.players.lb.weights import SHEET
from grognard.players.weights import Sheet

LEANINGS: Final[Mapping[str, Mapping[str, float]]] = {
    "bold": {"bold": 0.3, "careful": 0.3, "weaker": 0.3, "worth_attacking": 0.3},
    "careful": {"bold": 3.0, "careful": 2.0, "weaker": 1.5, "worth_attacking": 3.0},
    "marches": {"pull": 2.0, "zoc_delay": 0.5, "foe_delay": 0.5},
    "stays": {"pull": 0.4, "in_zoc": 3.0, "unsupplied": 2.0},
    "hunts": {"delay_foe": 0.4, "pressing": 0.3, "link": 2.0, "spoil": 2.0, "delay_lesser": 0.5},
}


def leanings(sheet: Sheet[Any], side: str, scenario: str) -> Sequence[Mapping[str, float]]:
    """The tempers as weights of a side in a scenario; the last is Recruit's, where it differs."""
    found = [sheet.leaning(side, one, scenario) for one in LEANINGS.values()]
    recruit = sheet.of_other(SHEET, side, scenario)
    return [*found, recruit] if recruit else found
