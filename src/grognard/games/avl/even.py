"""Option `even_figures`: figures of ours, changed so that the game is even between equal bots (docs/balance.md).

No figure that print gives is touched: all in `data/even.toml` are reconstructed.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from grognard.core.data import Table, find, read
from grognard.games.avl.schema import AvlFiles, Counter, HexNumber, Positive, Scenario, Strength, Unit

FILE = "even.toml"
C = TypeVar("C", bound=Counter)


class Change(Table):
    """What is otherwise about the counters that are meant."""

    where: dict[str, str]
    """The keys of a counter's row, and what stands there."""
    move: Positive | None = None
    setup: HexNumber | None = None

    def of(self, row: C) -> C:
        """A counter as it is then."""
        if any(getattr(row, key) != value for key, value in self.where.items()):
            return row
        return row.model_copy(update=self._otherwise(row))

    def _otherwise(self, row: Counter) -> dict[str, object]:
        return {key: value for key in ("move", "setup") if (value := getattr(self, key)) is not None}


class UnitChange(Change):
    combat: int = 0
    """So much more on each side of units that are not mechanized."""
    defense: int = 0
    """So much more on each side of those that are."""

    def _otherwise(self, row: Counter) -> dict[str, object]:
        assert isinstance(row, Unit)
        return super()._otherwise(row) | {"steps": tuple(self._stronger(step) for step in row.steps)}

    def _stronger(self, step: Strength) -> Strength:
        if step.combat is not None:
            return step.model_copy(update={"combat": step.combat + self.combat})
        assert step.defense is not None
        return step.model_copy(update={"defense": step.defense + self.defense})


class HqChange(Change):
    command_range: Positive

    def _otherwise(self, row: Counter) -> dict[str, object]:
        return super()._otherwise(row) | {"command_range": self.command_range}


class EvenFile(Table):
    axis_chits: tuple[Positive, ...]
    """By turn."""
    unit: tuple[UnitChange, ...] = ()
    hq: tuple[HqChange, ...] = ()


def evened(files: AvlFiles, *folders: Path) -> AvlFiles:
    """The same files with the figures that `even.toml` in one of these folders changes."""
    even = read(find(FILE, *folders), EvenFile)
    track = files.tables.turn_track.model_copy(update={"axis_chits": even.axis_chits})
    return replace(
        files,
        units=tuple(_changed(unit, even.unit) for unit in files.units),
        hqs=tuple(_changed(hq, even.hq) for hq in files.hqs),
        tables=files.tables.model_copy(update={"turn_track": track}),
        scenarios=MappingProxyType({id: _with_chits(one, even) for id, one in files.scenarios.items()}),
    )


def _changed(row: C, changes: tuple[Change, ...]) -> C:
    for change in changes:
        row = change.of(row)
    return row


def _with_chits(scenario: Scenario, even: EvenFile) -> Scenario:
    axis = scenario.chits.axis.model_copy(update={"per_turn": even.axis_chits})
    return scenario.model_copy(update={"chits": scenario.chits.model_copy(update={"axis": axis})})
