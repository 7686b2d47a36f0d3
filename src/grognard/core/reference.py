"""What a game's charts and briefings are made of: sheets of figures, named figures, full names, commands and arrivals.

A game gives a `Reference` of a scenario with its options (`Game.reference`), made from the tables that its rules read,
so that no figure is written twice. It names things; the words are in its catalogue and in `data/charts.toml`. Nothing
here looks at a position: what a player may see comes from his view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from grognard.core.odds import OddsTable

ChartId = Literal["combat", "terrain", "sequence", "counters", "arrivals", "order", "victory", "options"]
CHARTS: Final[tuple[ChartId, ...]] = (
    "combat", "terrain", "sequence", "counters", "arrivals", "order", "victory", "options",
)  # fmt: skip
"""Every chart there may be, in the order in which they are shown."""


class Phrase(NamedTuple):
    """Words of `data/charts.toml` with facts in them, or a word of the game's catalogue."""

    id: str
    facts: Mapping[str, Any] = {}


class Cell(NamedTuple):
    """One cell: figures or a phrase, a result code that the catalogue words, and how hard it is (`core.odds`)."""

    text: str | int | Phrase
    result: str = ""
    tone: str = ""
    bold: bool = False
    """Print sets it in bold face, and a rule says what that means."""


class Row(NamedTuple):
    """A line of a sheet; its id is what a map, a die or the catalogue calls it."""

    id: str
    cells: tuple[Cell, ...]
    rule: str = ""
    head: str | Phrase | None = None
    """Where the id is not what stands there."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of a chart; its title and its clause are in `data/charts.toml`."""

    id: str
    chart: ChartId
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    odds: Literal["", "columns", "rows", "kinds", "modified"] = ""
    """Where the odds of a combat are read, so that the present one can be lit; or that lines are kinds of units, or
    that a die with a modifier is read in it."""
    side: str = ""


class Arrival(NamedTuple):
    """Units that come later."""

    turn: int | Phrase
    """The turn, or what brings them."""
    side: str
    units: tuple[str, ...] = ()
    """Ids of single units,"""
    kinds: tuple[tuple[Mapping[str, str], int], ...] = ()
    """or, where a scenario names only how many of a kind, what they are and how many."""
    hexes: tuple[str, ...] = ()
    """Where they may enter,"""
    where: str = ""
    """or a phrase for it."""
    rule: str = ""
    option: str = ""
    """The choice with which they come so, a word of the catalogue."""


class Ruler(NamedTuple):
    """How one side stands, as a stretch from its defeat to its victory."""

    least: int
    most: int
    marks: tuple[tuple[int, Phrase], ...]
    """Thresholds, and what is reached there."""
    start: int | None = None
    adds: tuple[str, ...] = ()
    """Whose points of the score count for it,"""
    less: tuple[str, ...] = ()
    """and whose against it; without either nobody can tell before the end."""
    downwards: bool = False
    """Whether less is better."""
    winners: tuple[tuple[int, str | None], ...] = ()
    """From which score on which side wins, or nobody, in rising order; where it is not told the middle mark divides."""


class Objective(NamedTuple):
    """A place worth fighting for."""

    hexes: tuple[str, ...]
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """What the charts and briefings of a scenario are made of."""

    sheets: tuple[Sheet, ...] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)
    """Figures by name, for texts: {city_points}."""
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By unit: its full name in every language."""
    commands: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict)
    """By unit: the command it belongs to, in full or as a phrase; without one units stand by their arms."""
    arrivals: tuple[Arrival, ...] = ()
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By side: the hexes that supply comes from, where the map or the scenario fixes them."""
    dates: tuple[str | Mapping[str, str], ...] = ()
    """Of the turns, the first one first, where a game has a calendar."""
    rulers: Mapping[str, Ruler] = field(default_factory=dict)
    """By side."""
    objectives: Mapping[str, tuple[Objective, ...]] = field(default_factory=dict)
    """By side."""
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By side: the front as a scenario draws it, for the time before anybody stands there."""


def figures_of(*cells: str | int | Phrase) -> tuple[Cell, ...]:
    """Cells that mean what they say."""
    return tuple(Cell(cell) for cell in cells)


def results_sheet(
    table: OddsTable,
    severity: Callable[[str], str],
    *,
    by_odds: bool = False,
    bold: Callable[[str], bool] = lambda code: False,
) -> Sheet:
    """A combat results table: dice at the left and odds at the head, or, as some print it, the other way (`by_odds`).

    >>> sheet = results_sheet(OddsTable.of(["1-1", "2-1"], [1, 2], {1: ["-", "DR"]}), lambda code: "none")
    >>> sheet.columns, sheet.rows[0].id, [cell.text for cell in sheet.rows[0].cells]
    (('1-1', '2-1'), '1', ['-', 'DR'])
    """
    faces = tuple(str(number) for number in range(1, len(table.rows) + 1))
    cells = [[Cell(code, code, severity(code), bold(code)) for code in row] for row in table.rows]
    heads, lines = (faces, table.columns) if by_odds else (table.columns, faces)
    grid = [list(column) for column in zip(*cells, strict=True)] if by_odds else cells
    return Sheet(
        id="results",
        chart="combat",
        columns=heads,
        rows=tuple(Row(line, tuple(row)) for line, row in zip(lines, grid, strict=True)),
        odds="rows" if by_odds else "columns",
    )
