"""The types of blocks as flat tuples by number: what every rule looks a type up in (chapter 4, Unit Data Chart).

Built once from units.toml and never changed. A type's number is also its number as a target: "build infantry".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from grognard.games.victory.schema import UnitKind
from grognard.hex.grid import mask

AIR: Final = 0
NAVAL: Final = 1
GROUND: Final = 2
CLASSES: Final = ("air", "naval", "ground")
"""The three classes, which are also the three target groups (6.42a)."""


@dataclass(frozen=True)
class Kinds:
    """Every type of block."""

    rows: tuple[UnitKind, ...]
    names: tuple[str, ...]
    numbers: dict[str, int]
    class_of: tuple[int, ...]
    turn: tuple[int, ...]
    """Combat Turn as a number: lower fires first (6.31a)."""
    turn_names: tuple[str, ...]
    move: tuple[int, ...]
    fire: tuple[tuple[int, int, int], ...]
    """Firepower at air, naval and ground (6.41)."""
    steps: tuple[int, ...]
    several: int
    """The types of more than one step, as a board."""
    cost: tuple[int, ...]

    @classmethod
    def of(cls, rows: tuple[UnitKind, ...], turns: tuple[str, ...]) -> Kinds:
        return cls(
            rows=rows,
            names=tuple(row.id for row in rows),
            numbers={row.id: number for number, row in enumerate(rows)},
            class_of=tuple(CLASSES.index(row.class_) for row in rows),
            turn=tuple(turns.index(row.turn) for row in rows),
            turn_names=turns,
            move=tuple(row.move for row in rows),
            fire=tuple((row.firepower.air, row.firepower.naval, row.firepower.ground) for row in rows),
            steps=tuple(row.max_steps for row in rows),
            several=mask(number for number, row in enumerate(rows) if row.max_steps > 1),
            cost=tuple(row.cost for row in rows),
        )

    def printed(self, kind: int) -> dict[str, Any]:
        """What all blocks of a type have on them."""
        row = self.rows[kind]
        return {
            "label": row.label,
            "symbol": row.type,
            "size": row.size,
            "class": row.class_,
            "turn": row.turn,
            "move": row.move,
            "fire": list(self.fire[kind]),
            "full_steps": row.max_steps,
            "cost": row.cost,
        }
