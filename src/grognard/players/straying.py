"""Regular who strays: in a share of his windows he goes by some temper or other, and is himself again after it.

So positions come about that nobody would seek, and are played on from as everybody plays: what those who look ahead
have to judge. `regular:strays=0.5` does so half the time.
"""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.core.game import SetupError
from grognard.core.state import State
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.spec import read_spec
from grognard.players.tempers import Temper, shaken
from grognard.players.veteran import Tempered

STRAYS = "strays"
"""What a bot's name says of it."""


class Straying(Tempered):
    """Goes by a temper of chance in a share of his windows."""

    def __init__(self, name: str) -> None:
        spec = read_spec(name)
        self.name, self._strays = name, spec.changes.get(STRAYS, 0.0)
        if spec.level != REGULAR or spec.changes.keys() != {STRAYS} or not 0 < self._strays <= 1:
            raise SetupError(f"{name}: {REGULAR} alone strays, and with his own weights: {REGULAR}:{STRAYS}=0.5")

    def temper(self, state: State, player: int, rng: Random) -> Temper:
        if rng.random() >= self._strays:
            return {}
        book: Any = doctrine(state.game.id, REGULAR)
        foresight = book.foresight
        side, family = foresight.sides(state)[player], foresight.family(state)
        return shaken(book.sheet, side, rng, 1, book.sheet.place(family, state.options))[0]
