"""The Combat Results Table of Lost Battles as chances: what a die can do in a column."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from grognard.games.lb.combat.strengths import Segment
from grognard.games.lb.tables import LbTables


@lru_cache(maxsize=4096)
def chances(game: LbTables, level: int, addition: int, segment: Segment, barred: bool) -> Mapping[str, float]:
    """The exact distribution of results in a column with an addition to the die (tec.die)."""
    table = game.files.tables.crt
    applied = getattr(table.applies, segment)
    found: dict[str, float] = {}
    for face in range(1, 7):
        code = game.crt.result(level, min(face + addition, table.die_columns[-1]))
        if code in applied and not (barred and code not in table.applies.across_unbridged_river):
            found[code] = found.get(code, 0.0) + 1 / 6
    return found


@lru_cache(maxsize=8192)
def column(game: LbTables, attack: int, defence: int) -> int:
    return min(max(game.crt.level(attack, max(defence, 1)), 0), game.crt.last)
