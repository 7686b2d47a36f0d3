"""Figures of a game's data files by name, and a folder in which they have other values.

A figure is told in one line, as `grognard tune --vary` takes it:

    units.toml:unit[side=soviet,type=rifle].move=3..6      every such row gets the same value
    units.toml:unit[nation=italian].strength[0]+=-1..1        every such row gets so much more or less
    scenarios/campaign.toml:chits.axis.per_turn[0]=2..6/2
    tables.toml:crt.rows.1[2]=-|DR|D1                         one of these
    scenarios/campaign.toml:turns & tables.toml:track.last=8..10      what stands in two places varies in both

Numbers keep their kind: what is whole stays whole. The folder holds whole files, comments and all, ready for `--data`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping, MutableSequence, Sequence
from dataclasses import dataclass
from math import floor, inf
from pathlib import Path
from typing import Any

from grognard.core.data import find, laid_over
from grognard.core.game import Game, SetupError

Value = int | float | str
TOLD = re.compile(r"(?P<places>.+?)(?P<how>\+=|=)(?P<range>[^=]+)$")
PLACE = re.compile(r"(?P<file>[^:]+\.toml):(?P<path>.+)$")
NUMBER = r"\d+(?:\.\d+)?"
RANGE = re.compile(rf"(?P<least>-?{NUMBER})\.\.(?P<most>-?{NUMBER})(?:/(?P<step>{NUMBER}))?$")
PART = re.compile(r"\.?(?P<key>[A-Za-z0-9_-]+)|\[(?P<at>\d+)\]|\[(?P<row>[^\]=]+=[^\]]+)\]")
HOW_TO = "say FILE.toml:PATH=LEAST..MOST[/STEP], PATH+=LEAST..MOST, or PATH=ONE|OTHER"


TINY = 1e-9
"""What is nearer than this to a step is on it."""

Place = tuple[str, tuple[re.Match[str], ...]]
"""A file, and the way to a figure in it."""


@dataclass(frozen=True)
class Figure:
    """One figure that may vary, or several rows' that vary together."""

    told: str
    places: tuple[Place, ...]
    added: bool
    """Its values are added to what stands there."""
    choices: tuple[str, ...] = ()
    least: float = 0.0
    most: float = 0.0
    step: float | None = None

    @property
    def name(self) -> str:
        return re.split(r"\+?=(?=[^=]+$)", self.told)[0]

    @property
    def whole(self) -> bool:
        """Whether all its values are whole numbers."""
        steps = (self.least, self.most, self.step or 1.0)
        return not self.choices and all(one.is_integer() for one in steps)

    @property
    def count(self) -> float:
        """How many values it may take."""
        if self.choices:
            return len(set(self.choices))
        step = self.step or (1.0 if self.whole else 0.0)
        return floor((self.most - self.least) / step + TINY) + 1 if step else inf

    def values(self) -> list[Value]:
        """All that it may take, where they can be counted."""
        if self.choices:
            return list(dict.fromkeys(self.choices))
        steps = [self.least + place * (self.step or 1.0) for place in range(int(self.count))]
        return [int(one) if self.whole else one for one in steps]

    def takes(self, value: Value) -> bool:
        """Whether a value is one of those."""
        if isinstance(value, str) or self.choices:
            return value in self.choices
        if not self.least <= value <= self.most:
            return False
        steps = (value - self.least) / (self.step or 1.0)
        return self.count == inf or abs(steps - round(steps)) < TINY


def read_figure(told: str) -> Figure:
    """The figure that a line names; SetupError where it cannot be read.

    >>> figure = read_figure("units.toml:unit[side=soviet].move=3..6")
    >>> figure.name, figure.least, figure.most, figure.whole
    ('units.toml:unit[side=soviet].move', 3.0, 6.0, True)
    """
    line = TOLD.match(told)
    if line is None:
        raise SetupError(f"{told}: {HOW_TO}")
    places = tuple(_place(one.strip(), told) for one in line["places"].split(" & "))
    if "|" in line["range"] and line["how"] == "=":
        return Figure(told, places, added=False, choices=tuple(line["range"].split("|")))
    bounds = RANGE.match(line["range"])
    if bounds is None:
        raise SetupError(f"{told}: {HOW_TO}")
    least, most = float(bounds["least"]), float(bounds["most"])
    step = float(bounds["step"]) if bounds["step"] else None
    if least >= most or step == 0:
        raise SetupError(f"{told}: from {bounds['least']} to {bounds['most']} is no range")
    return Figure(told, places, line["how"] == "+=", (), least, most, step)


def _place(one: str, told: str) -> Place:
    place = PLACE.match(one)
    parts = tuple(PART.finditer(place["path"])) if place else ()
    if place is None or "".join(part[0] for part in parts) != place["path"]:
        raise SetupError(f"{told}: {HOW_TO}")
    if place["file"].startswith("/") or "\\" in place["file"] or ".." in place["file"].split("/"):
        raise SetupError(f"{told}: name a file below the game's folder of data, as scenarios/campaign.toml is")
    return place["file"], parts


def as_it_is(game: Game, figure: Figure) -> Value | None:
    """The value that leaves a figure as it stands, None where its rows differ; SetupError where it cannot vary so."""
    found = [
        _standing(figure, home[key])
        for name, parts in figure.places
        for home, key in _varied(_document(game, name), figure, parts)
    ]
    return 0 if figure.added else found[0] if len(set(found)) == 1 else None


def _standing(figure: Figure, now: Any) -> Value:
    """What stands where a figure is: a word or a number, as its range is, and whole only if its values are."""
    if isinstance(now, bool) or not isinstance(now, str if figure.choices else int | float):
        raise SetupError(f"{figure.name}: it is {_kind(now)}, no {'word' if figure.choices else 'number'}")
    if isinstance(now, int) and not figure.whole:
        raise SetupError(f"{figure.name}: it is {now}, a whole number: give it whole bounds and steps")
    if isinstance(now, str):
        return str(now)
    return int(now) if isinstance(now, int) else float(now)


def _kind(now: Any) -> str:
    if isinstance(now, MutableMapping):
        return "a table"
    return "a list" if isinstance(now, MutableSequence) else repr(now)


def _document(game: Game, name: str) -> Any:
    try:
        import tomlkit  # an extra
    except ImportError as error:
        raise SetupError('varying data needs the extra "tune": pip install "grognard[tune]"') from error
    source = find(name, *laid_over(game.own_data, game.folder / "data"))
    return tomlkit.parse(source.read_text(encoding="utf-8"))


def overlay(game: Game, values: Mapping[Figure, Value], folder: Path) -> None:
    """Write the files of these figures with these values into a folder, over those that the game has."""
    documents: dict[str, Any] = {}
    for figure, value in values.items():
        for name, parts in figure.places:
            if name not in documents:
                documents[name] = _document(game, name)
            _set(documents[name], figure, parts, value)
    for name, document in documents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(document.as_string(), encoding="utf-8")


def _set(document: Any, figure: Figure, parts: Sequence[re.Match[str]], value: Value) -> None:
    for home, key in _varied(document, figure, parts):
        now = _standing(figure, home[key])
        if isinstance(value, str) or isinstance(now, str):
            home[key] = value
        else:
            wanted = now + value if figure.added else value
            home[key] = int(wanted) if isinstance(now, int) else float(wanted)


def _varied(document: Any, figure: Figure, parts: Sequence[re.Match[str]]) -> list[tuple[Any, Any]]:
    found = list(_places(document, parts))
    if not found:
        raise SetupError(f"{figure.name}: nothing there is called that")
    return found


def _places(found: Any, parts: Sequence[re.Match[str]]) -> Iterator[tuple[Any, Any]]:
    """Every place that a path leads to: what holds it, and its key there."""
    part, *rest = parts
    for key in _keys(found, part):
        if rest:
            yield from _places(found[key], rest)
        else:
            yield found, key


def _keys(found: Any, part: re.Match[str]) -> list[Any]:
    if part["key"] is not None:
        return [part["key"]] if isinstance(found, MutableMapping) and part["key"] in found else []
    if not isinstance(found, MutableSequence):
        return []
    if part["at"] is not None:
        return [int(part["at"])] if int(part["at"]) < len(found) else []
    wanted = [one.partition("=") for one in part["row"].split(",")]
    return [
        number
        for number, row in enumerate(found)
        if isinstance(row, MutableMapping) and all(str(row.get(key.strip())) == value for key, _, value in wanted)
    ]
