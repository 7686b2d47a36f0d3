"""What `grognard check` and `grognard conform` say of a game's school."""

from __future__ import annotations

from grognard.core.game import Game
from grognard.school import brief, charts


def faults(game: Game) -> list[str]:
    """What is wrong with the charts and briefings of a game, a line for each fault."""
    return [*charts.faults(game), *brief.faults(game)]
