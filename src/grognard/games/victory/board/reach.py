"""Waves over the map: where a block gets to in so many hexes, and by which path.

Every hex costs one, so a reach is a row of boards, one per hex of distance. A hex may be reached and yet not be gone on
from (a stop, a river behind, an enemy): `onward` holds those that may.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.core.memory import REMEMBERED
from grognard.hex.grid import Grid, Sides, bits


class Waves(NamedTuple):
    """What is reached first at each distance, and from where one may go on."""

    reached: tuple[int, ...]
    onward: tuple[int, ...]

    def board(self) -> int:
        found = 0
        for wave in self.reached[1:]:
            found |= wave
        return found


@lru_cache(maxsize=REMEMBERED)  # position after position most blocks stand where they stood, with nothing new around
def waves(grid: Grid, start: int, most: int, dry: Sides, free: int, halt: int = 0, wet: Sides | None = None) -> Waves:
    """Spread for up to `most` hexes through `free` ones; it ends behind `wet` hexsides and in `halt` hexes."""
    first = 1 << start
    reached, onward = [first], [first]
    seen = passed = first
    wave = first
    for _ in range(most):
        if not wave:
            break
        arriving = grid.step(wave, dry) & free
        passing = arriving & ~halt & ~passed
        if wet is not None:
            arriving |= grid.step(wave, wet) & free
        new = arriving & ~seen
        seen |= new
        passed |= passing
        reached.append(new)
        onward.append(passing)
        wave = passing
    return Waves(tuple(reached), tuple(onward))


def path(grid: Grid, spread: Waves, target: int, dry: Sides, wet: Sides | None = None) -> tuple[int, ...]:
    """A shortest path from the start of a spread to a hex that it reached, both included; always the same one."""
    bit = 1 << target
    distance = next((k for k, wave in enumerate(spread.reached) if k and wave & bit), None)
    if distance is None:
        raise ValueError(f"{grid.name(target)} is out of reach")
    way = [target]
    for k in range(distance - 1, -1, -1):
        way.append(_before(grid, spread.onward[k], way[-1], dry, wet))
        wet = None  # only the last hexside of a path may be one that ends it
    return tuple(reversed(way))


def _before(grid: Grid, onward: int, hex: int, dry: Sides, wet: Sides | None) -> int:
    for beside in bits(onward & grid.around[hex]):
        d = grid.direction(beside, hex)
        if dry[d] >> beside & 1 or (wet is not None and wet[d] >> beside & 1):
            return beside
    raise ValueError(f"{grid.name(hex)} cannot have been entered so")
