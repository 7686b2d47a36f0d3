"""What the command line says in its own name, from its catalogues; a game's words come from the game's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.core.game import Game
from grognard.core.words import Message, Words

WORDS = Words([Path(__file__).parent / "locale"], lambda kind, value, language: str(value))


def say(key: str, language: str, **facts: Any) -> str:
    """A sentence of the command line.

    >>> say("table.odds_none", "en")
    'There are no odds to show here.'
    """
    return WORDS.say(Message(key, "", facts), language)


def game_word(game: Game, key: str, language: str, fallback: str) -> str:
    """An entry of the game's catalogue ("verb.move", "option.x_help"), or the fallback where it has none."""
    return game.words.template(key, language) if key in game.words.keys(language) else fallback
