"""Option `even_figures`: figures of ours, changed so that the game is even between equal bots (docs/balance.md).

No figure that print gives is touched: all strengths, allowances and start hexes in `data/even.toml` are reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from grognard.core.data import Table, find, read
from grognard.games.avl.schema import AvlFiles, HexNumber, Positive, Strength, Unit

FILE = "even.toml"


class Change(Table):
    """What is otherwise about the units that are meant."""

    where: dict[str, str]
    """The keys of a unit's row, and what stands there."""
    move: Positive | None = None
    combat: int = 0
    """So much more on each side of units that are not mechanized."""
    defense: int = 0
    """So much more on each side of those that are."""
    setup: HexNumber | None = None

    def means(self, unit: Unit) -> bool:
        return all(getattr(unit, key) == value for key, value in self.where.items())


class EvenFile(Table):
    unit: tuple[Change, ...]


def evened(files: AvlFiles, *folders: Path) -> AvlFiles:
    """The same files with the figures that `even.toml` in one of these folders changes."""
    changes = read(find(FILE, *folders), EvenFile).unit
    return replace(files, units=tuple(_changed(unit, changes) for unit in files.units))


def _changed(unit: Unit, changes: Iterable[Change]) -> Unit:
    for change in changes:
        if change.means(unit):
            unit = unit.model_copy(update=_otherwise(unit, change))
    return unit


def _otherwise(unit: Unit, change: Change) -> dict[str, object]:
    found: dict[str, object] = {}
    if change.move is not None:
        found["move"] = change.move
    if change.setup is not None:
        found["setup"] = change.setup
    if change.combat or change.defense:
        found["steps"] = tuple(_stronger(step, change) for step in unit.steps)
    return found


def _stronger(step: Strength, change: Change) -> Strength:
    if step.combat is not None:
        return step.model_copy(update={"combat": step.combat + change.combat})
    assert step.defense is not None
    return step.model_copy(update={"defense": step.defense + change.defense})
