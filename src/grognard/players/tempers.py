"""Tempers: a doctrine with some of its weights changed, other ways to fight that may be tried for a while.

Those that proved useful lie in a file of each game's package (`bench/tempers.py` looks for them); others are made by
chance.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from grognard.players.weights import Sheet

Temper = Mapping[str, float]
"""Weights in place of a doctrine's own."""
Tempers = Mapping[str, Mapping[str, Sequence[Temper]]]
"""By family of scenarios and side: those that are worth a trial, the most useful first."""

WILD = 0.6
"""How far the weights of a temper may be off, as the deviation of a logarithm."""
CHANGED = 0.3
"""The share of its weights that a temper changes."""


def read_tempers(path: Path) -> Tempers:
    """Those of a game, if it has any."""
    found: Tempers = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def shaken(
    sheet: Sheet[Any],
    side: str,
    rng: Random,
    count: int,
    scenario: str = "",
    wild: float = WILD,
    changed: float = CHANGED,
) -> list[Temper]:
    """Changes to a doctrine's weights in a scenario that make it another one, each weight within its bounds."""
    found: list[Temper] = []
    own = sheet.of(side, scenario)
    for _ in range(count):
        changes: dict[str, float] = {}
        for name in sheet.weights:
            value, change, keep = own[name], math.exp(rng.gauss(0, wild)), rng.random() > changed
            if keep or not value:
                continue
            changes[name] = sheet.within(name, value * change)
        found.append(changes)
    return found
