"""Tempers of A Victory Lost: other ways to fight that a commander may try for an activation, beside his own.

Each is told by what it multiplies. They are those that change what happens when the game is nearly over: cities for
the taking, no further losses, points and nothing else, or staying where supply is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from grognard.players.weights import Sheet

LEANINGS: Final[Mapping[str, Mapping[str, Mapping[str, float]]]] = {
    "soviet": {
        "careful": {"caution": 2.5, "exposed": 3.0, "worth_attacking": 6.0},
        "grabs": {"pull": 3.0, "delay_defended": 0.3, "city": 2.0, "garrison": 0.4, "exposed": 0.3},
        "points": {"strength": 0.0, "used": 0.0, "leash": 0.0, "in_zoc": 0.0, "driven_back": 0.3},
        "stays": {"pull": 0.2, "in_zoc": 4.0, "leash": 2.0, "exposed": 3.0},
    },
}
"""By side."""


def leanings(sheet: Sheet[Any], side: str) -> Sequence[Mapping[str, float]]:
    """The tempers as weights of a side."""
    own = sheet.of(side)
    return [
        {name: sheet.within(name, own[name] * times) for name, times in one.items()}
        for one in LEANINGS.get(side, {}).values()
    ]
