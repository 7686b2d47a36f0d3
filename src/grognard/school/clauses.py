"""Clauses as a reader meets them: options by the name a player chooses them by, and which clauses a text names."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from grognard.core.game import Game
from grognard.core.rules import Clause
from grognard.core.words import LANGUAGES

OPTION = re.compile(r'`(?P<option>\w+)(?: = "?(?P<value>\w+)"?)?`')
"""An option in a ruling, and perhaps its value, as it is written in code."""


def option_named(game: Game, text: str, language: str) -> str:
    """A text whose options are named as a player chooses them, not as a command line writes them."""
    return OPTION.sub(_name(game, language), text)


def _name(game: Game, language: str) -> Callable[[re.Match[str]], str]:
    def name(match: re.Match[str]) -> str:
        words, key = game.words, f"option.{match['option']}"
        text = words.template(key, language) if key in words.keys(language) else match["option"]
        value = f"{key}_{match['value']}"
        if value in words.keys(language):
            text += (": " if language == "en" else "：") + words.template(value, language)
        return f'"{text}"' if language == "en" else f"「{text}」"

    return name


def readable(game: Game, clause: dict[str, Any]) -> dict[str, Any]:
    """A clause as it is sent, its rulings readable."""
    rulings = {"ruling": "en", "ruling_ja": "ja"}
    return clause | {key: option_named(game, clause[key], one) for key, one in rulings.items() if clause.get(key)}


@lru_cache(maxsize=32)
def _number(game: Game) -> re.Pattern[str]:
    """Any clause of a game where it stands by itself in a text, or a section that has clauses under it."""
    known = set(game.rules.ids)
    for one in game.rules.ids:
        parts = one.split(".")
        known |= {".".join(parts[:count]) for count in range(2, len(parts))}
        known |= {one[:-1]} if one[-1:].isalpha() and one[-2:-1].isdigit() and "." in one else set()
    names = "|".join(re.escape(one) for one in sorted(known, key=len, reverse=True))
    return re.compile(rf"(?<![\w.-])(?:{names})(?![\w-]|\.\w)")


def named_in(game: Game, text: str) -> list[str]:
    """The clauses that a text names, each once; "9.5.2" names its first part."""
    found = dict.fromkeys(_number(game).findall(text))
    return list(dict.fromkeys(game.rules.lookup(one)[0].id for one in found))


def cited(game: Game, clause: Clause) -> list[str]:
    """The other clauses that a clause or its ruling names, and those that its author put beside it."""
    texts = [clause.text("en"), clause.ruled("en") or ""]
    found = dict.fromkeys([*named_in(game, "\n".join(texts)), *clause.see])
    return [one for one in found if one != clause.id]


def both(clause: Clause, what: Callable[[Clause, str], str]) -> dict[str, str]:
    return {language: what(clause, language) for language in LANGUAGES}
