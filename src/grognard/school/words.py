"""What the school says in its own name: titles of charts and sizes of counters; arms are in the engine's words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.core.game import ENGINE_LOCALE
from grognard.core.words import LANGUAGES, Message, Words

WORDS = Words([ENGINE_LOCALE, Path(__file__).parent / "locale"], lambda kind, value, language: str(value))


def say(key: str, **facts: Any) -> dict[str, str]:
    """A sentence of the school in every language.

    >>> say("chart.victory")["en"]
    'Victory'
    """
    return {language: WORDS.say(Message(key, "", facts), language) for language in LANGUAGES}


def in_words(key: str, text: Mapping[str, str], **facts: Any) -> dict[str, str]:
    """A sentence of the school round a text that has words in every language already, put for `{text}`."""
    return {one: WORDS.say(Message(key, "", {**facts, "text": text.get(one, "")}), one) for one in LANGUAGES}


def known(key: str) -> bool:
    return key in WORDS.keys("en")
