"""What `grognard check` and `grognard conform` say of a game's school."""

from __future__ import annotations

from grognard.core.game import Game
from grognard.school import advice, brief, charts, contents, example_check, glossary, lesson_check


def faults(game: Game) -> list[str]:
    """What is wrong with the advice, charts, briefings, lessons and rulebook of a game, a line for each fault."""
    return [
        *advice.faults(game),
        *charts.faults(game),
        *brief.faults(game),
        *lesson_check.faults(game),
        *contents.faults(game),
        *glossary.faults(game),
        *example_check.faults(game),
    ]
