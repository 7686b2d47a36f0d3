"""The panels beside the map, described in a game's data/panels.toml, so that a new game needs no code in the browser.

A panel is one widget with a title: rows of pips, a state in words, the turn, a bar of victory bands, scores, pools of
chits, arrivals or the dead pile; `head` is the line beside the game's name. It tells of *tracks*, which the view lists
by name. A game without the file gets the panels that every game has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from grognard.core.data import DataError, Table, find, read
from grognard.core.rules import UnknownClause

if TYPE_CHECKING:
    from grognard.core.game import Game

FILE = "panels.toml"

Widget = Literal["pips", "state", "turn", "bands", "scores", "pools", "arrivals", "dead", "head"]
Icon = Literal[
    "fort", "gun", "plane", "support", "rocket", "ship", "star", "flag", "supply",
    "sun", "cloud", "overcast", "rain", "snow", "mud", "ice",
]  # fmt: skip
TITLED = ("pips", "state", "bands")
"""Widgets that only the game can name; the others have names of their own."""
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class Line(Table):
    """A sentence below a panel, shown while its track is neither false nor nothing, or while it has this very value."""

    text: str
    text_ja: str
    track: str | None = None
    is_: Annotated[int | bool | str | None, Field(alias="is")] = None

    @model_validator(mode="after")
    def _asks_of_a_track(self) -> Line:
        if self.is_ is not None and self.track is None:
            raise ValueError("has is but no track")
        return self


class Pips(Table):
    """A run of pips: `value` of `last` of a track."""

    track: str
    icon: Icon | None = None
    label: str = ""
    label_ja: str = ""


class Row(Table):
    """A row of pips: one track, or several side by side."""

    label: str
    label_ja: str = ""
    side: str | None = None
    track: str | None = None
    icon: Icon | None = None
    pips: tuple[Pips, ...] = ()

    @model_validator(mode="after")
    def _has_one_way_of_naming_tracks(self) -> Row:
        if (self.track is None) == (not self.pips):
            raise ValueError("should have either track or pips")
        if self.icon is not None and self.pips:
            raise ValueError("has pips: each has an icon of its own")
        return self

    @property
    def runs(self) -> tuple[Pips, ...]:
        return self.pips or (Pips(track=self.track or "", icon=self.icon),)


class State(Table):
    """What one value of a track means."""

    value: int | bool | str
    title: str
    title_ja: str
    says: str = ""
    says_ja: str = ""
    icon: Icon | None = None


class Band(Table):
    """A stretch of a score; the last may be open at its end."""

    from_: Annotated[int, Field(alias="from")]
    to: int | None = None
    label: str
    label_ja: str
    says: str = ""
    says_ja: str = ""
    side: str | None = None
    tone: Annotated[int, Field(ge=1, le=3)] = 2


class Panel(Table):
    """One panel of the rail, or a small card over the map."""

    id: str
    widget: Widget
    title: str = ""
    title_ja: str = ""
    rule: str = ""
    place: Literal["rail", "map"] = "rail"
    note: str = ""
    note_ja: str = ""
    line: tuple[Line, ...] = ()
    # head
    tracks: tuple[str, ...] = ()
    # pips
    row: tuple[Row, ...] = ()
    shape: Literal["disc", "box"] = "disc"
    count: Literal["none", "left", "lost"] = "none"
    # state, bands, turn
    track: str | None = None
    state: tuple[State, ...] = ()
    band: tuple[Band, ...] = ()
    # scores
    span: Annotated[int, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _has_what_its_widget_needs(self) -> Panel:
        if self.widget in TITLED and not self.title:
            raise ValueError(f'widget = "{self.widget}", so it needs a title')
        needed = {"head": "tracks", "pips": "row", "state": "state", "bands": "band"}
        for widget, key in needed.items():
            if bool(getattr(self, key)) != (widget == self.widget):
                verb = "needs at least one" if widget == self.widget else "has no"
                raise ValueError(f'widget = "{self.widget}", so it {verb} {key}')
        if self.track is None and self.widget in ("state", "bands"):
            raise ValueError(f'widget = "{self.widget}", so it needs a track')
        for key in ("title", "note"):
            if bool(getattr(self, key)) != bool(getattr(self, f"{key}_ja")):
                raise ValueError(f"should have both {key} and {key}_ja, or neither")
        return self

    @model_validator(mode="after")
    def _bands_follow_one_another(self) -> Panel:
        for before, after in zip(self.band, self.band[1:], strict=False):
            if before.to is None or after.from_ != before.to + 1:
                raise ValueError(f'band "{after.label}" should begin where "{before.label}" ends')
        if any(band.to is not None and band.to < band.from_ for band in self.band):
            raise ValueError("a band should not end before it begins")
        return self


class PanelsFile(Table):
    panel: tuple[Panel, ...]

    @model_validator(mode="after")
    def _names_differ(self) -> PanelsFile:
        ids = [panel.id for panel in self.panel]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            raise ValueError(f'there is more than one panel "{twice[0]}"')
        return self


_EVERYWHERE: tuple[Widget, ...] = ("pools", "turn", "scores", "arrivals", "dead")
HEAD = ("turn", "phase")
"""The tracks in the head line of a game that lists none."""
EVERY_GAME = tuple(Panel(id=widget, widget=widget) for widget in _EVERYWHERE)
"""The panels of a game that describes none."""


def load(*folders: Path) -> tuple[Panel, ...]:
    """The panels in the first folder that has the file."""
    try:
        path = find(FILE, *folders)
    except DataError:
        return EVERY_GAME
    return read(path, PanelsFile).panel


def head(panels: Sequence[Panel]) -> tuple[str, ...]:
    """The tracks of the line beside the game's name."""
    return next((panel.tracks for panel in panels if panel.widget == "head"), HEAD)


# ---- for the browser


def document(panels: Sequence[Panel]) -> list[dict[str, Any]]:
    """Panels as the browser gets them: words in both languages together, every row as runs of pips."""
    return [_in_two_languages(_with_runs(panel)) for panel in panels]


def _with_runs(panel: Panel) -> dict[str, Any]:
    shown = panel.model_dump(by_alias=True, exclude_defaults=True) | {"place": panel.place}
    if panel.row:
        shown["row"] = [
            row.model_dump(include={"label", "label_ja", "side"}, exclude_none=True)
            | {"pips": [run.model_dump(exclude_none=True) for run in row.runs]}
            for row in panel.row
        ]
    return shown


def _in_two_languages(table: Mapping[str, Any]) -> dict[str, Any]:
    """`title` and `title_ja` become `title = {en, ja}`; what has no Japanese of its own reads the same in both."""
    shown: dict[str, Any] = {}
    for key, value in table.items():
        if key.endswith("_ja"):
            continue
        if isinstance(value, list | tuple):
            shown[key] = [one if isinstance(one, str) else _in_two_languages(one) for one in value]
        elif key in ("title", "note", "text", "label", "says"):
            if value:
                shown[key] = {"en": value, "ja": table.get(f"{key}_ja") or value}
        else:
            shown[key] = value
    return shown


# ---- checking against the game


def faults(game: Game) -> list[str]:
    """Panels that cite clauses, name sides or tell of tracks which the game has not; a line for each."""
    tracks, sides = _tracks(game), {player.side for one in game.scenarios.values() for player in one.roster.players}
    found: list[str] = []
    for panel in game.panels:
        where = f'{FILE}: panel "{panel.id}"'
        if panel.rule and not _has_clause(game, panel.rule):
            found.append(f'{where}: rule: there is no clause "{panel.rule}"')
        for key, side in _sides(panel):
            if side not in sides:
                found.append(f'{where}: {key}: there is no side "{side}"; there are {", ".join(sorted(sides))}')
        for key, track in _named(panel):
            if track not in tracks:
                found.append(f'{where}: {key}: no scenario has a track "{track}"')
    return found


def _has_clause(game: Game, number: str) -> bool:
    try:
        return bool(game.rules.lookup(number))
    except UnknownClause:
        return False


def _tracks(game: Game) -> set[str]:
    """The tracks that views list from the beginning on."""
    views = (game.new(scenario, seed=0).view(None) for scenario in game.scenarios)
    return {track["id"] for view in views for track in view.get("tracks", ())}


def _sides(panel: Panel) -> Iterator[tuple[str, str]]:
    for number, row in enumerate(panel.row):
        if row.side is not None:
            yield f"row[{number}].side", row.side
    for number, band in enumerate(panel.band):
        if band.side is not None:
            yield f"band[{number}].side", band.side


def _named(panel: Panel) -> Iterator[tuple[str, str]]:
    """Every track that a panel tells of, with the key that names it."""
    if panel.track is not None:
        yield "track", panel.track
    yield from ((f"tracks[{number}]", track) for number, track in enumerate(panel.tracks))
    for number, row in enumerate(panel.row):
        yield from ((f"row[{number}]", run.track) for run in row.runs)
    for number, line in enumerate(panel.line):
        if line.track is not None:
            yield f"line[{number}].track", line.track
    for key, text in _texts(panel):
        yield from ((key, name.removesuffix(".last")) for name in PLACEHOLDER.findall(text))


def _texts(panel: Panel) -> Iterator[tuple[str, str]]:
    """The texts that may hold placeholders."""
    yield from (("note", panel.note), ("note_ja", panel.note_ja))
    for number, line in enumerate(panel.line):
        yield from ((f"line[{number}].text", line.text), (f"line[{number}].text_ja", line.text_ja))
    for number, state in enumerate(panel.state):
        yield from ((f"state[{number}].says", state.says), (f"state[{number}].says_ja", state.says_ja))
    for number, band in enumerate(panel.band):
        yield from ((f"band[{number}].says", band.says), (f"band[{number}].says_ja", band.says_ja))
