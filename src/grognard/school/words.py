"""What the school says in its own name: titles of charts, arms and sizes of counters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.core.words import LANGUAGES, Message, Words

WORDS = Words([Path(__file__).parent / "locale"], lambda kind, value, language: str(value))


def say(key: str, **facts: Any) -> dict[str, str]:
    """A sentence of the school in every language.

    >>> say("chart.victory")["en"]
    'Victory'
    """
    return {language: WORDS.say(Message(key, "", facts), language) for language in LANGUAGES}


def known(key: str) -> bool:
    return key in WORDS.keys("en")
