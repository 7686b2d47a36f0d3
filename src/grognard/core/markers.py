"""How a game's own markers look, told by its data/markers.toml; flags and battles are drawn for every game alike.

The file has a `[[marker]]` for each kind that `view` tells of, with parts that are drawn one over the other: paths in
pixels around the marker's place. The browser draws them and knows no kind; of a kind that is not in the file it draws
its holder's flag, or a plain disc.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from grognard.core.data import DataError, Table, find, read

FILE = "markers.toml"

Paint = Annotated[str, Field(pattern=r"^(side|paper|ink|none|#[0-9A-Fa-f]{6})$")]
"""`side` is the holder's colour."""


class Part(Table):
    """A path, filled and drawn; its line may be dashed until the turn has come from which on the marker counts."""

    path: str
    fill: Paint = "none"
    line: Paint = "none"
    width: float = 0
    dashed_until_ready: bool = False
    major: bool | None = None
    """Drawn only where the marker is a major one, or only where it is not."""


class Shape(Table):
    kind: str
    at: tuple[float, float] = (0.6, 0.5)
    """Where in its hex, in radii from the middle: several must not cover each other, nor a counter's figures."""
    over: bool = False
    """Small enough to lie over the counters."""
    part: tuple[Part, ...]


class MarkersFile(Table):
    marker: tuple[Shape, ...]


def load(*folders: Path) -> tuple[Shape, ...]:
    """The shapes of the first folder that has the file; none without it."""
    try:
        path = find(FILE, *folders)
    except DataError:
        return ()
    return read(path, MarkersFile).marker


def document(shapes: tuple[Shape, ...]) -> dict[str, Any]:
    """By kind, for the browser."""
    return {one.kind: one.model_dump(exclude={"kind"}, exclude_none=True) for one in shapes}
