"""Message catalogues: every sentence the program says, in English and Japanese, kept in TOML beside the code.

Code names a message by its key and hands over plain facts; no sentence is built in code. A placeholder's name tells
what it holds: `{unit}`, `{unit_other}` a unit id, `{hex}` a hex number, `{chit}`, `{side}`, `{word}` a catalogue
word, anything else as it is; a list of these is worded one by one, `{costs}` as a sum, an empty list as `none`.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

LANGUAGES = ("en", "ja")


def in_language(text: str | Mapping[str, str], language: str) -> str:
    """A text that a view gives once for all, or once for each language.

    >>> in_language({"en": "5 Jan", "ja": "1月5日"}, "ja"), in_language("5 Jan", "ja")
    ('1月5日', '5 Jan')
    """
    return text if isinstance(text, str) else text[language]


def points(half_points: int) -> str:
    """Half movement points as a player writes them.

    >>> points(5), points(4), points(1)
    ('2½', '2', '½')
    """
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)


class Message(NamedTuple):
    """What is said, before it has words: a catalogue key, the rule it rests on, and the facts in it."""

    key: str
    rule: str
    args: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        return {"key": self.key, "rule": self.rule, **self.args}


Wording = Callable[[str, Any, str], str]
"""How a game words a fact: (kind, value, language) -> text."""


def arg_kind(name: str) -> str:
    """The kind a placeholder holds, read from its name.

    >>> arg_kind("unit_other"), arg_kind("hexes"), arg_kind("cost")
    ('unit', 'hex', 'cost')
    """
    head = name.split("_")[0]
    return {"units": "unit", "hexes": "hex", "chits": "chit", "words": "word"}.get(head, head)


class Words:
    """The catalogues of one game over those of the engine."""

    def __init__(self, folders: list[Path], wording: Wording) -> None:
        self._sentences = {language: _read(folders, language) for language in LANGUAGES}
        self._formatters = {language: _Formatter(self, language) for language in LANGUAGES}
        self._keys = {language: frozenset(self._sentences[language]) for language in LANGUAGES}
        self.wording = wording

    def keys(self, language: str) -> frozenset[str]:
        return self._keys[language]

    def catalogue(self, groups: tuple[str, ...], language: str) -> dict[str, str]:
        """The sentences of whole groups, as they are: what a client words by itself."""
        return {key: text for key, text in self._sentences[language].items() if key.split(".")[0] in groups}

    def template(self, key: str, language: str) -> str:
        return self._sentences[language][key]

    def word(self, key: str, language: str) -> str:
        """A single catalogue word, or the key itself where the catalogue has none (a name, a number)."""
        return self._sentences[language].get(f"word.{key}", str(key))

    def result(self, code: str, language: str) -> str | None:
        """What a combat result means, where the catalogue has words for its code."""
        return self._sentences[language].get(f"result.{code}")

    def say(self, message: Message, language: str = "en") -> str:
        template = self._sentences[language][message.key]
        if "{" not in template:
            return template
        return self._formatters[language].vformat(template, (), message.args)

    def say_with_rule(self, message: Message, language: str = "en") -> str:
        text = self.say(message, language)
        if not message.rule:
            return text
        return f"{text}（{message.rule}）" if language == "ja" else f"{text} ({message.rule})"


class _Formatter(string.Formatter):
    """Fills `{unit}` and its like through the game's wording."""

    def __init__(self, words: Words, language: str) -> None:
        self._words = words
        self._language = language

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[str, str]:
        value = kwargs[field_name]
        kind = arg_kind(field_name)
        if isinstance(value, list | tuple) and not value:
            return self._words.word("none", self._language), field_name
        if isinstance(value, list | tuple):
            return self._between(kind).join(self._one(kind, one) for one in value), field_name
        return self._one(kind, value), field_name

    def _between(self, kind: str) -> str:
        """What stands between the members of a list: a sum is written as one."""
        if kind == "costs":
            return " + "
        return "、" if self._language == "ja" else ", "

    def _one(self, kind: str, value: Any) -> str:
        if kind == "word":
            return self._words.word(str(value), self._language)
        return self._words.wording(kind, value, self._language)


def _read(folders: list[Path], language: str) -> dict[str, str]:
    sentences: dict[str, str] = {}
    for folder in folders:
        with (folder / f"{language}.toml").open("rb") as file:
            sentences.update(_flatten(tomllib.load(file)))
    return sentences


def _flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            flat.update(_flatten(value, f"{name}."))
        else:
            flat[name] = value
    return flat
