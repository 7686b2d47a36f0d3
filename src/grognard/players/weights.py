"""The weights of a doctrine: what things are worth to a side, as data with bounds.

They stand in a TOML file: `[all]` names each weight with what it is, its unit, its bounds and its value; `[side.axis]`
gives a side values of its own. A better doctrine has a file that tells what differs, for a side everywhere
(`[side.axis]`) and, laid over it, in one scenario (`[scenario."2-winter".side.axis]`) or with one option
(`[option.old_tanks.side.axis]`), which is kept as a scenario is. A doctrine reads them from a slotted dataclass, one
object for each side: a misspelt name is a fault for mypy, and what is remembered of a position can be kept by the
object itself, so that doctrines with different weights do not disturb each other.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeVar, get_type_hints

from pydantic import Field

from grognard.core.data import DataError, Table
from grognard.core.data import read as read_table
from grognard.players.weighed import named

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

W = TypeVar("W", bound="DataclassInstance")

POINTS: Final = "points"
"""The unit of weights that are worth something by themselves, where a doctrine names no others."""


class Weight(Table):
    """What is known of a weight beside its values: enough to change it with sense."""

    value: float | None = None
    """For every side that has none of its own."""
    least: float
    most: float
    unit: str
    what: str
    """What it is that is worth so much."""


class _File(Table):
    all: dict[str, Weight]
    side: dict[str, dict[str, float]] = Field(default_factory=dict)


class _OfSides(Table):
    side: dict[str, dict[str, float]] = Field(default_factory=dict)


class _Changes(_OfSides):
    scenario: dict[str, _OfSides] = Field(default_factory=dict)
    option: dict[str, _OfSides] = Field(default_factory=dict)


@dataclass(frozen=True)
class Sheet(Generic[W]):
    """All weights of a doctrine, each within its bounds; made by `read` and by `changed`, which see to that."""

    kind: type[W]
    sides: tuple[str, ...]
    """Their ids, by the number of the player."""
    weights: Mapping[str, Weight]
    values: Mapping[str, Mapping[str, float]]
    """By side and name."""
    scenarios: Mapping[str, Mapping[str, Mapping[str, float]]] = field(default_factory=dict)
    """By scenario or option, side and name: what differs there."""

    @property
    def types(self) -> dict[str, type[float]]:
        """By name: float, or int for what is counted."""
        return _types(self.kind)

    def within(self, name: str, value: float) -> float:
        """What a weight may be that comes nearest to this."""
        about = self.weights[name]
        nearest = min(max(value, about.least), about.most)
        return float(round(nearest)) if self.types[name] is int else nearest

    def of(self, side: str, scenario: str | None = None) -> dict[str, float]:
        """What a side's weights are, in a scenario or where it says nothing of its own."""
        return {**self.values[side], **self.scenarios.get(scenario or "", {}).get(side, {})}

    def place(self, scenario: str | None, options: Mapping[str, Any]) -> str | None:
        """Under which of its scenarios or options the sheet tells what differs in such a game."""
        return next((name for name in self.scenarios if options.get(name) is True), scenario)

    def leaning(self, side: str, times: Mapping[str, float], scenario: str | None = None) -> dict[str, float]:
        """Some of a side's weights, so many times as large, as far as they may be."""
        own = self.of(side, scenario)
        return {name: self.within(name, own[name] * share) for name, share in times.items()}

    def of_other(self, other: Sheet[W], side: str, scenario: str | None = None) -> dict[str, float]:
        """The weights of another sheet that differ from a side's own."""
        own = self.of(side, scenario)
        return {name: value for name, value in other.of(side, scenario).items() if value != own[name]}

    def by_side(self, scenario: str | None = None) -> tuple[W, ...]:
        """The weights as a doctrine reads them, by player: new objects, so that a memory kept by them is empty."""
        types = self.types
        return tuple(
            self.kind(**{name: types[name](value) for name, value in self.of(side, scenario).items()})
            for side in self.sides
        )

    def by_scenario(self) -> dict[str, tuple[W, ...]]:
        """The same for each scenario and option in which something differs."""
        return {scenario: self.by_side(scenario) for scenario in self.scenarios}

    def changed(self, side: str, values: Mapping[str, float], scenario: str = "", kind: str = "scenario") -> Sheet[W]:
        """The same with other values for a side, everywhere or in one scenario, or with one option."""
        if side not in self.sides:
            raise DataError(f"there is no side {side}: there are {', '.join(self.sides)}")
        place = f'{kind}."{scenario}".' if scenario else ""
        faults = [*_misnamed(f"side.{side}", values, self.weights), *_misfits(self.kind, self.weights, {side: values})]
        _check([f"{place}{fault}" for fault in faults])
        if not scenario:
            return replace(self, values={**self.values, side: {**self.values[side], **values}})
        own = self.scenarios.get(scenario, {})
        return replace(self, scenarios={**self.scenarios, scenario: {**own, side: {**own.get(side, {}), **values}}})


class Weighted(Generic[W]):
    """A doctrine that goes by weights; with others it is another one, and each remembers what it works out alone."""

    tells_in: Container[str] = (POINTS,)
    """The units of weights that are reasons; shares of them, thresholds and distances are none."""

    def __init__(self, sheet: Sheet[W]) -> None:
        self.sheet: Final = sheet
        self.weights = sheet.by_side()
        """By player."""
        self.scenarios = sheet.by_scenario()
        """The same for each scenario and option in which something differs."""

    def at(self, side: int, scenario: str | None, options: Mapping[str, Any]) -> W:
        """The weights of a side, by player, in such a game."""
        return self.scenarios.get(self.sheet.place(scenario, options) or "", self.weights)[side]

    def changed(self, side: str, values: Mapping[str, float]) -> Self:
        """The same doctrine with other weights for a side, in all scenarios."""
        sheet = self.sheet
        for scenario in ("", *sheet.scenarios):
            sheet = sheet.changed(side, values, scenario)
        return type(self)(sheet)

    def telling(self) -> Self:
        """The same doctrine with weights that remember where they went: slower, and its values have parts."""
        made = type(self)(self.sheet)
        names = {name for name, weight in self.sheet.weights.items() if weight.unit in self.tells_in}
        made.weights = type(made.weights)(named(one, names) for one in made.weights)
        made.scenarios = {
            scenario: type(made.weights)(named(one, names) for one in sides)
            for scenario, sides in made.scenarios.items()
        }
        return made


def read_changes(path: Path, sheet: Sheet[W]) -> Sheet[W]:
    """The weights of a better doctrine: a file that has `[side.axis]` and the like, for what differs."""
    file = read_table(path, _Changes)
    places: list[tuple[str, str, _OfSides]] = [("scenario", "", file)]
    places += [("scenario", name, changes) for name, changes in file.scenario.items()]
    places += [("option", name, changes) for name, changes in file.option.items()]
    for kind, name, changes in places:
        for side, values in changes.side.items():
            sheet = sheet.changed(side, values, name, kind)
    return sheet


def read(path: Path, kind: type[W], sides: Sequence[str]) -> Sheet[W]:
    """The weights in a file, for a dataclass that has a field for each; all that is wrong is told, a line for each."""
    file = read_table(path, _File)
    common = {name: weight.value for name, weight in file.all.items() if weight.value is not None}
    values = {side: {**common, **file.side.get(side, {})} for side in sides}
    names = {one.name: None for one in fields(kind)}
    faults = [f"side.{side}: is no side of the game" for side in file.side if side not in sides]
    faults += _misnamed("all", file.all, names)
    faults += [f"all.{name}: is missing" for name in names if name not in file.all]
    for side in sides:
        faults += _misnamed(f"side.{side}", file.side.get(side, {}), file.all)
        faults += [f"side.{side}.{name}: is missing, and all.{name} has no value" for name in file.all
                   if name not in values[side]]  # fmt: skip
    faults += _misfits(kind, file.all, values)
    _check([f"{path.name}: {fault}" for fault in dict.fromkeys(faults)])
    return Sheet(kind, tuple(sides), file.all, values)


def _check(faults: list[str]) -> None:
    if faults:
        raise DataError(*faults)


def _misnamed(place: str, found: Mapping[str, object], names: Mapping[str, object]) -> list[str]:
    return [f"{place}.{name}: is not the name of a weight" for name in found if name not in names]


@cache
def _types(kind: type[Any]) -> dict[str, type[float]]:
    """By name: float, or int for what is counted."""
    return get_type_hints(kind)


def _misfits(kind: type[W], weights: Mapping[str, Weight], values: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Values that are out of bounds or not whole where they have to be; names that nobody knows are not looked at."""
    types = _types(kind)
    faults = []
    for side, given in values.items():
        for name, value in given.items():
            if name not in weights or name not in types:
                continue
            weight = weights[name]
            place = f"all.{name}" if value == weight.value else f"side.{side}.{name}"
            if not weight.least <= value <= weight.most:
                faults.append(f"{place}: should be {weight.least:g} to {weight.most:g}, found {value:g}")
            elif types[name] is int and value != int(value):
                faults.append(f"{place}: should be a whole number, found {value:g}")
    return faults
