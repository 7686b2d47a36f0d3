"""What `grognard check` and `grognard conform` say of a game's school."""

from __future__ import annotations

from grognard.core.game import Game
from grognard.school import advice, brief, charts, coaching, contents, example_check, glossary, lesson_check, terms

PARTS = (advice, charts, brief, lesson_check, contents, glossary, terms, example_check, coaching)


def faults(game: Game) -> list[str]:
    """What is wrong with what a game brings for the school, a line for each fault."""
    return [fault for part in PARTS for fault in part.faults(game)]
