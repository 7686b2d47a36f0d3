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
MIXED = 0.75
"""How much of two tempers goes into one that is mixed of them."""


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


def mixed(sheet: Sheet[Any], side: str, one: Temper, other: Temper, scenario: str = "", share: float = MIXED) -> Temper:
    """So much of both, as shares of a weight's own size; a weight that is nothing by itself is what `one` makes of it,
    or else `other`."""
    own = sheet.of(side, scenario)

    def apart(temper: Temper, name: str) -> float:
        value = temper.get(name, own[name])
        return math.log(value / own[name]) if value > 0 else 0.0

    changes: dict[str, float] = {}
    for name in dict.fromkeys((*one, *other)):
        if own[name] > 0:
            value = own[name] * math.exp(share * (apart(one, name) + apart(other, name)))
        else:
            value = one.get(name, other.get(name, own[name]))
        changes[name] = sheet.within(name, value)
    return changes
