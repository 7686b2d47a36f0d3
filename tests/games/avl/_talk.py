"""Where the random games begin whose words are tested."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.play import Play
from grognard.games.avl import GAME
from grognard.games.avl.tables import OPTION_RULES

ANSWERS = 4000
RELUCTANT = frozenset(("end_combat", "cancel", "remove", "return_chit", "decline", "end_advance"))
FAIR = {"event": 0.7, "prompt": 0.7, "why": 0.35}


def openings() -> Iterator[tuple[int, Play]]:
    yield 1, GAME.new(seed=1)
    yield 2, GAME.new(seed=2, options=dict.fromkeys(OPTION_RULES, True))
