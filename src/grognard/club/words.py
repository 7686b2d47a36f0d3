"""What the club says in its own name, from its catalogues."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.core.words import Message, Words

WORDS = Words([Path(__file__).parent / "locale"], lambda kind, value, language: str(value))


def say(key: str, language: str, **facts: Any) -> str:
    """A sentence of the club.

    >>> say("friendly.visitor", "en")
    'Friendly: somebody played without a name.'
    """
    return WORDS.say(Message(key, "", facts), language)
