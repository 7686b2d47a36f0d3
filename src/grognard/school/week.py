"""The position of the week: an example of a rulebook to play on from, the same for everybody for seven days."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from grognard.core.game import Game
from grognard.school.example import Example, examples

WEEK = 7 * 86_400
MONDAY = 4 * 86_400
"""The first Monday there is: time began on a Thursday."""


def of_week(games: Iterable[Game], now: float) -> tuple[Game, Example] | None:
    """One of all examples: each has its week before one comes again, in an order that no name tells."""
    found = [(game, one) for game in games for one in examples(game)]
    found.sort(key=lambda pair: sha256(f"{pair[0].id}/{pair[1].id}".encode()).digest())
    return found[int((now - MONDAY) // WEEK) % len(found)] if found else None
