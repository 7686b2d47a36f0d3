"""Option `even_figures`: figures of ours, changed so that the game is more even between equal bots (docs/balance.md).

No figure that print gives is touched: all in `data/even.toml` are reconstructed.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from grognard.core.data import DataError, Table, find, parse, read
from grognard.games.avl.schema import AvlFiles, Counter, HexNumber, Positive, Unit

FILE = "even.toml"
C = TypeVar("C", bound=Counter)


class Change(Table):
    """What is otherwise about the counters that are meant."""

    where: dict[str, str]
    """The keys of a counter's row, and what stands there."""
    move: Positive | None = None
    setup: HexNumber | None = None

    def means(self, row: Counter) -> bool:
        return all(getattr(row, key, None) == value for key, value in self.where.items())

    def otherwise(self, row: Counter) -> dict[str, object]:
        """The keys of a counter's row that are others then."""
        return {key: value for key in ("move", "setup") if (value := getattr(self, key)) is not None}


class UnitChange(Change):
    combat: int = 0
    """So much more on each side of units that are not mechanized."""
    defense: int = 0
    """So much more on each side of those that are."""

    def otherwise(self, row: Counter) -> dict[str, object]:
        assert isinstance(row, Unit)
        steps = [
            {"combat": step.combat + self.combat}
            if step.combat is not None
            else {"attack": step.attack, "defense": (step.defense or 0) + self.defense}
            for step in row.steps
        ]
        return super().otherwise(row) | {"steps": steps}


class HqChange(Change):
    command_range: Positive

    def otherwise(self, row: Counter) -> dict[str, object]:
        return super().otherwise(row) | {"command_range": self.command_range}


class EvenFile(Table):
    axis_chits: tuple[Positive, ...] | None = None
    """By turn."""
    unit: tuple[UnitChange, ...] = ()
    hq: tuple[HqChange, ...] = ()


def evened(files: AvlFiles, *folders: Path) -> AvlFiles:
    """The same files with the figures that `even.toml` in one of these folders changes."""
    even = read(find(FILE, *folders), EvenFile)
    changed = replace(files, units=_changed(files.units, even.unit), hqs=_changed(files.hqs, even.hq))
    return changed if even.axis_chits is None else _with_chits(changed, even.axis_chits)


def _changed(rows: tuple[C, ...], changes: tuple[Change, ...]) -> tuple[C, ...]:
    """The same counters, read anew where something about them is otherwise; DataError where a change makes no sense."""
    for change in changes:
        if not any(change.means(row) for row in rows):
            raise DataError(f"{FILE}: where {change.where}: no counter is meant")
        rows = tuple(_read_anew(row, change) if change.means(row) else row for row in rows)
    return rows


def _read_anew(row: C, change: Change) -> C:
    otherwise = row.model_dump(mode="json", exclude_none=True) | change.otherwise(row)
    return parse(otherwise, type(row), f"{FILE}: {row.id}")


def _with_chits(files: AvlFiles, per_turn: tuple[int, ...]) -> AvlFiles:
    track = files.tables.turn_track.model_copy(update={"axis_chits": per_turn})
    scenarios = {}
    for id, one in files.scenarios.items():
        axis = one.chits.axis.model_copy(update={"per_turn": per_turn})
        scenarios[id] = one.model_copy(update={"chits": one.chits.model_copy(update={"axis": axis})})
    tables = files.tables.model_copy(update={"turn_track": track})
    return replace(files, tables=tables, scenarios=MappingProxyType(scenarios))
