"""Grognard: the table that knows the rules.

>>> import grognard
>>> game = grognard.game("avl")
>>> play = game.new(seed=7)
"""

from __future__ import annotations

from pathlib import Path

from grognard.core.ask import Ask, IllegalAnswer
from grognard.core.game import Game, SetupError
from grognard.core.journal import Journal, JournalError, replay
from grognard.core.play import Play
from grognard.core.registry import game, game_ids
from grognard.core.state import Result

__all__ = ["Ask", "Game", "IllegalAnswer", "JournalError", "Play", "Result", "SetupError", "game", "game_ids", "load"]


def load(path: str | Path) -> Play:
    """A saved game, at the position where it was left."""
    journal = Journal.read(Path(path))
    return replay(journal, game(journal.header.game))
