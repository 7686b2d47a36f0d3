"""Braces in the school's texts: `{kind name ...}` is something that can be looked up, and after a colon stand the
forms that a number takes, as in the catalogues: `{turns:# turn|# turns}`. What may stand there is told by whoever
fills: `texts` for charts and briefings, `telling` for lessons, examples and the coach.
"""

from __future__ import annotations

import re
from collections.abc import Callable

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class Unbalanced(ValueError):
    """A brace without its other half."""

    def __init__(self) -> None:
        super().__init__("has a brace without its other half")


def filled(text: str, held: Callable[[list[str], str], str]) -> str:
    """A text with what its braces hold: `held` gets the words and the forms.

    >>> filled("{unit a} moves {cost:# hex|# hexes}", lambda words, forms: f"<{'+'.join(words)}{forms}>")
    '<unit+a> moves <cost# hex|# hexes>'
    """
    said = PLACEHOLDER.sub(lambda found: held(*parted(found[1])), text)
    unheld(text)
    return said


def parted(inside: str) -> tuple[list[str], str]:
    """The words of a placeholder and the forms after them."""
    words, _, forms = inside.partition(":")
    return words.split(), forms


def placeholders(text: str) -> list[str]:
    """What stands in braces, in order of the alphabet and without forms: the same in every language.

    >>> placeholders("{unit fd-357} has {value fd-357 movement:# MP|# MP}")
    ['unit fd-357', 'value fd-357 movement']
    """
    return sorted({" ".join(parted(inside)[0]) for inside in PLACEHOLDER.findall(text)})


def unheld(text: str) -> str:
    """The text without its placeholders: what is typed."""
    typed = PLACEHOLDER.sub("", text)
    if "{" in typed or "}" in typed:
        raise Unbalanced
    return typed
