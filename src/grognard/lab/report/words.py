"""What a report says, in every language, and figures as they are written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from grognard.core.words import LANGUAGES, Message, Words

Both = Mapping[str, str]
"""A text by language."""

MINUS = "−"


@cache
def _words() -> Words:
    return Words([Path(__file__).parent / "locale"], lambda kind, value, language: str(value))


def say(key: str, **facts: Any) -> dict[str, str]:
    """A sentence in every language; a fact may itself be a text by language.

    >>> say("win.title")["en"]
    'Who wins'
    """
    found = {}
    for language in LANGUAGES:
        told = {name: one[language] if isinstance(one, Mapping) else str(one) for name, one in facts.items()}
        found[language] = _words().say(Message(key, "", told), language)
    return found


def use_words(what: str) -> dict[str, str] | None:
    """What is used, where a report has a word for it."""
    return say(f"use.{what}") if f"use.{what}" in _words().keys("en") else None


def same(text: object) -> dict[str, str]:
    """A text that is the same in every language."""
    return dict.fromkeys(LANGUAGES, str(text))


def joined(*texts: Both, between: str = " · ") -> dict[str, str]:
    return {language: between.join(text[language] for text in texts if text[language]) for language in LANGUAGES}


def listed(*texts: Both) -> dict[str, str]:
    """Texts one after another, as each language lists them."""
    between = {"en": ", ", "ja": "、"}
    return {one: between[one].join(text[one] for text in texts) for one in LANGUAGES}


def together(*texts: Both) -> dict[str, str]:
    """Names that belong together.

    >>> together(same("Red"), same("Blue"), same("Green"))["en"]
    'Red, Blue and Green'
    """
    *some, last = (text["en"] for text in texts)
    en = f"{', '.join(some)} and {last}" if some else last
    return {"en": en, "ja": "・".join(text["ja"] for text in texts)}


def of_nation(nation: Both, name: Both) -> dict[str, str]:
    """A type of units with its nation: "Italian infantry"."""
    return {one: f"{nation[one]}{'' if one == 'ja' else ' '}{name[one]}" for one in LANGUAGES}


def percent(share: float, places: int = 1) -> str:
    """
    >>> percent(0.572), percent(1.0), percent(0.22, 0)
    ('57.2 %', '100 %', '22 %')
    """
    text = f"{100 * share:.{places}f}"
    return f"{text.removesuffix('.0') if text in ('100.0', '0.0') else text} %"


def signed(value: float, places: int = 1) -> str:
    """
    >>> signed(-4.3), signed(0.1), signed(0)
    ('−4.3', '+0.1', '0.0')
    """
    text = f"{abs(value):.{places}f}"
    return f"{MINUS if value < 0 else '+'}{text}" if float(text) else text


def plain(value: float, places: int = 1) -> str:
    """
    >>> plain(3480.4), plain(26.5), plain(-3.0)
    ('3,480', '26.5', '−3')
    """
    text = f"{abs(value):,.0f}" if abs(value) >= 1000 else f"{abs(value):.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{MINUS}{text}" if value < 0 and text != "0" else text
