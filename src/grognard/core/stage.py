"""What each event is on the stage, told by a game's data/stage.toml: a fight, a move, a loss, a separator of the story.

The log groups events by it, the playback plays them by it, and neither knows a game. The file's table `[stage]` has
the events of the game's catalogue and their kinds; of a game without the file, or of an event that is not in it, the
browser guesses the kind from the event's arguments. Its table `[uses]` names what some of them use up (a chit, air,
artillery, production), which the lab counts over many games.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from grognard.core.data import DataError, Table, find, read

if TYPE_CHECKING:
    from grognard.core.game import Game

FILE = "stage.toml"
EVENT = "event."

Kind = Literal[
    "turn", "phase", "activation",
    "draw", "move", "fight", "roll", "retreat", "advance", "loss", "step", "place", "taken", "supply", "note",
]  # fmt: skip
"""`turn` is a heading; `phase` and `activation` are separators. `roll` is a die that is no fight's own, `loss` a unit
that is gone, `step` one that is weaker, `place` one that appears or grows, `taken` a place that changes hands."""


OWN: Mapping[str, Kind] = {f"{EVENT}taken": "taken", f"{EVENT}fallen_back": "taken"}
"""What the engine itself tells in every game."""


class StageFile(Table):
    stage: Mapping[str, Kind]
    uses: Mapping[str, str] = {}


def load(*folders: Path) -> dict[str, Kind]:
    """The kinds by whole event key (`event.moved`), from the first folder that has the file."""
    file = _read(*folders)
    return {} if file is None else {f"{EVENT}{key}": kind for key, kind in file.stage.items()}


def load_uses(*folders: Path) -> dict[str, str]:
    """What events use, by whole key."""
    file = _read(*folders)
    return {} if file is None else {f"{EVENT}{key}": use for key, use in file.uses.items()}


def _read(*folders: Path) -> StageFile | None:
    try:
        path = find(FILE, *folders)
    except DataError:
        return None
    return read(path, StageFile)


def faults(game: Game) -> list[str]:
    """Events that the file has and the catalogue has not, and the other way round; a line for each."""
    told = {key for key in game.words.keys("en") if key.startswith(EVENT)}
    unknown = [f'{FILE}: there is no event "{key}"' for key in sorted((game.stage.keys() | game.uses.keys()) - told)]
    return unknown + [f'{FILE}: "{key}" has no kind' for key in sorted(told - game.stage.keys())]
