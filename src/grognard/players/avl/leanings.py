"""Tempers of A Victory Lost: other ways to fight that a commander may try for an activation, beside his own.

Each is told by what it multiplies. They are those that change what happens when the game is nearly over: cities for
the taking, no further losses, points and nothing else, or staying where supply is; for the Axis standing together, and
Recruit's eye for danger or all of his ways.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from grognard.players.avl.weights import SHEET
from grognard.players.weights import Sheet

POINTS: Final = {"strength": 0.0, "used": 0.0, "leash": 0.0, "in_zoc": 0.0, "driven_back": 0.3}
LEANINGS: Final[Mapping[str, Mapping[str, Mapping[str, float]]]] = {
    "axis": {
        "points": {**POINTS, "driven_back": 0.15},
        "guesses": {"slot_strength": 0.0},
        "firm": {"comrades": 2.0, "shelter": 4.0, "encircled": 4.0, "caution": 1.5, "exposed": 1.5},
    },
    "soviet": {
        "careful": {"caution": 2.5, "exposed": 3.0, "worth_attacking": 6.0},
        "grabs": {"pull": 3.0, "delay_defended": 0.3, "city": 2.0, "garrison": 0.4, "exposed": 0.3},
        "points": POINTS,
        "stays": {"pull": 0.2, "in_zoc": 4.0, "leash": 2.0, "exposed": 3.0},
    },
}
"""By side."""


def leanings(sheet: Sheet[Any], side: str) -> Sequence[Mapping[str, float]]:
    """The tempers as weights of a side; the last of the Axis is Recruit's, where it differs."""
    found = [sheet.leaning(side, one) for one in LEANINGS[side].values()]
    recruit = sheet.of_other(SHEET, side)
    return [*found, recruit] if side == "axis" and recruit else found
