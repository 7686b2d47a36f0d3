"""`data/charts.toml` of a game: the words of its charts that are not in its catalogue, and which clause each rests on.

Figures are not in it: they are filled in by name from the game's `Reference`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from pydantic import Field

from grognard.core.data import DataError, Table, find, laid_over, read
from grognard.core.game import Game
from grognard.school.texts import Ruled, Said, Teller, rule_fault

FILE = "charts.toml"


class SheetText(Table):
    """What stands over and under a sheet."""

    id: str
    title: str = ""
    title_ja: str = ""
    rule: str = ""
    corner: str = ""
    """What the heads of its lines are, a phrase."""
    beside: str = ""
    beside_ja: str = ""
    """A few words beside its title: when what it lists happens."""
    note: str = ""
    note_ja: str = ""
    """One quiet line, as where a table is our reconstruction."""
    line: tuple[Ruled, ...] = ()

    def name(self) -> Said | None:
        return Said(text=self.title, text_ja=self.title_ja) if self.title or self.title_ja else None

    def aside(self) -> Said | None:
        return Said(text=self.beside, text_ja=self.beside_ja) if self.beside or self.beside_ja else None

    def quiet(self) -> Said | None:
        return Said(text=self.note, text_ja=self.note_ja) if self.note or self.note_ja else None


class SequenceRow(Ruled):
    """A line of the sequence of play: a phase of the engine, or what belongs to none."""

    phase: str = ""
    side: str = ""
    title: str = ""
    title_ja: str = ""
    depth: Annotated[int, Field(ge=0, le=2)] = 0
    repeats: bool = False

    def name(self) -> Said | None:
        return Said(text=self.title, text_ja=self.title_ja) if self.title or self.title_ja else None


class Explained(Ruled):
    """What a figure or a mark of a counter means."""

    id: str


class Entry(Ruled):
    """Where and how reinforcements come."""

    side: str = ""


class Points(Ruled):
    """What is worth points, or ends the game."""

    value: str
    side: str = ""
    only: tuple[str, ...] = ()
    """The scenarios in which it holds, where it is not all of them."""


class ChartsFile(Table):
    lost: tuple[str, ...] = ()
    """Places off the map from which nobody comes back, as the view calls them."""
    sheet: tuple[SheetText, ...] = ()
    sequence: tuple[SequenceRow, ...] = ()
    figure: tuple[Explained, ...] = ()
    mark: tuple[Explained, ...] = ()
    marker: tuple[Explained, ...] = ()
    """What lies on the map and is no unit, by the kind that the view tells."""
    entry: tuple[Entry, ...] = ()
    victory: tuple[Points, ...] = ()
    phrase: dict[str, Said] = Field(default_factory=dict)

    def points(self, scenario: str) -> list[Points]:
        return [one for one in self.victory if not one.only or scenario in one.only]

    def of_sheet(self, id: str) -> SheetText:
        return next((one for one in self.sheet if one.id == id), SheetText(id=id))


@lru_cache(maxsize=64)
def load(game: Game) -> ChartsFile:
    """The file, or nothing where a game has none."""
    try:
        path = find(FILE, *laid_over(game.own_data, game.folder / "data"))
    except DataError:
        return ChartsFile()
    return read(path, ChartsFile)


def faults(teller: Teller, file: ChartsFile) -> Iterator[str]:
    """What is wrong with the texts of a scenario's charts."""
    game, sides = teller.game, set(teller.scenario.roster.sides)
    yield from (f'{FILE}: lost: there is no word "{one}"' for one in file.lost if game.words.word(one, "ja") == one)
    for sheet in file.sheet:
        where = f'{FILE}: sheet "{sheet.id}"'
        for text in (sheet.name(), sheet.aside(), sheet.quiet()):
            yield from teller.faults(text, where) if text else ()
        yield from rule_fault(game, sheet.rule, where) if sheet.rule else ()
        for number, line in enumerate(sheet.line, 1):
            yield from _ruled(teller, line, f"{where}: line {number}")
    for number, row in enumerate(file.sequence, 1):
        where = f"{FILE}: sequence {number}"
        yield from _ruled(teller, row, where)
        yield from teller.faults(name, where) if (name := row.name()) else ()
        if row.phase and f"phase.{row.phase}" not in game.words.keys("en"):
            yield f'{where}: the engine has no phase "{row.phase}"'
        elif not row.phase and name is None:
            yield f"{where}: has neither phase nor title"
        elif name is None and not row.side and "{side}" in game.words.template(f"phase.{row.phase}", "en"):
            yield f"{where}: its phase is one side's: say which, or give it a title"
        if row.side and row.side not in sides:
            yield f'{where}: there is no side "{row.side}"'
    for group, rows in (("figure", file.figure), ("mark", file.mark), ("marker", file.marker)):
        for one in rows:
            where = f'{FILE}: {group} "{one.id}"'
            yield from _ruled(teller, one, where)
    for number, entry in enumerate(file.entry, 1):
        yield from _ruled(teller, entry, f"{FILE}: entry {number}")
    for number, points in enumerate(file.points(teller.scenario.id), 1):
        where = f"{FILE}: victory {number}"
        yield from _ruled(teller, points, where)
        yield from teller.faults(Said(text=points.value, text_ja=points.value), f"{where}: value")


def _ruled(teller: Teller, text: Ruled, where: str) -> Iterator[str]:
    yield from teller.faults(text, where)
    if text.rule:
        yield from rule_fault(teller.game, text.rule, where)
    else:
        yield f"{where}: says no clause"
