"""Message catalogues: every sentence the program says, in English and Japanese, kept in TOML beside the code.

Code names a message by its key and hands over plain facts; no sentence is built in code. A placeholder's name tells
what it holds: `{unit}`, `{unit_other}` a unit id, `{hex}` a hex number, `{chit}`, `{side}`, `{word}` a catalogue
word, anything else as it is; a list of these is worded one by one, `{costs}` as a sum, an empty list as `none`.
After a colon stand the forms of a number, one and many, or none, one and many: `{count:# unit|# units}`.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

LANGUAGES = ("en", "ja")
PLAIN = frozenset((str, int, bool, type(None)))
"""Facts that tell all about themselves: a game may hand over a name that knows more than its letters."""
SAID = 16384
"""Sentences that are remembered: the same questions are asked again and again."""


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


SINGULAR = {"units": "unit", "hexes": "hex", "chits": "chit", "words": "word", "verbs": "verb"}


@cache
@cache
def arg_kind(name: str) -> str:
    """The kind a placeholder holds, read from its name.

    >>> arg_kind("unit_other"), arg_kind("hexes"), arg_kind("cost")
    ('unit', 'hex', 'cost')
    """
    head = name.split("_")[0]
    return SINGULAR.get(head, head)


def numbered(value: Any, forms: str) -> str:
    """The form that fits a number or the length of a list, its figure put for `#`.

    >>> numbered(1, "# turn|# turns"), numbered(["a", "b"], "has|have"), numbered(0, "| (# VP)| (# VP)")
    ('1 turn', 'have', '')
    """
    count = len(value) if isinstance(value, list | tuple) else value
    none, one, many = ("", *forms.split("|"))[-3:]
    form = one if count in (1, "1", "½") else many if count not in (0, "0") or forms.count("|") == 1 else none
    return form.replace("#", str(count))


class MissingWords(KeyError):
    """A sentence that a catalogue lacks: which file, hence which language, and its key."""

    def __str__(self) -> str:
        return str(self.args[0])


class Words:
    """The catalogues of one game over those of the engine."""

    def __init__(self, folders: list[Path], wording: Wording) -> None:
        self._sentences = {language: _read(folders, language) for language in LANGUAGES}
        self._parsed: dict[str, list[tuple[str, str | None, str | None]]] = {}
        """Templates as they are filled: what stands before each placeholder, its name, and its forms of a number."""
        self._files = {language: folders[-1] / f"{language}.toml" for language in LANGUAGES}
        """Where a sentence that is missing belongs."""
        self._keys = {language: frozenset(self._sentences[language]) for language in LANGUAGES}
        self.wording = wording
        self._remembered = lru_cache(maxsize=SAID, typed=True)(self._again)

    def keys(self, language: str) -> frozenset[str]:
        return self._keys[language]

    def catalogue(self, groups: tuple[str, ...], language: str) -> dict[str, str]:
        """The sentences of whole groups, as they are: what a client words by itself."""
        return {key: text for key, text in self._sentences[language].items() if key.split(".")[0] in groups}

    def template(self, key: str, language: str) -> str:
        found = self._sentences[language].get(key)
        if found is None:
            raise MissingWords(f"{self._files[language]}: there is no sentence {key!r}")
        return found

    def word(self, key: str, language: str) -> str:
        """A single catalogue word, or the key itself where the catalogue has none (a name, a number)."""
        return self._sentences[language].get(f"word.{key}", str(key))

    def verb(self, name: str, language: str) -> str:
        """What the button of an answer says, or its name where no game has such an answer."""
        return self._sentences[language].get(f"verb.{name}", name)

    def result(self, code: str, language: str) -> str | None:
        """What a combat result means, where the catalogue has words for its code."""
        return self._sentences[language].get(f"result.{code}")

    def say(self, message: Message, language: str = "en") -> str:
        return self._worded(message.key, language, message.args)

    def texts(self, key: str, args: Mapping[str, Any]) -> dict[str, str]:
        """A message in every language; remembered, so nobody may change what he is handed."""
        if PLAIN.issuperset(map(type, args.values())):
            return self._remembered(key, *args, *args.values())
        return {language: self._worded(key, language, args) for language in LANGUAGES}

    def _again(self, key: str, *named: Any) -> dict[str, str]:
        """The same of names and then values, as they can be remembered."""
        half = len(named) // 2
        args = dict(zip(named[:half], named[half:], strict=True))
        return {language: self._worded(key, language, args) for language in LANGUAGES}

    def _worded(self, key: str, language: str, args: Mapping[str, Any]) -> str:
        template = self.template(key, language)
        if "{" not in template:
            return template
        parts = self._parsed.get(template)
        if parts is None:
            parsed = string.Formatter().parse(template)
            parts = self._parsed[template] = [(text, name, forms) for text, name, forms, _ in parsed]
        said = ""
        for text, name, forms in parts:
            said += text
            if name is None:
                continue
            if name not in args:
                raise MissingWords(f"{self._files[language]}: {key!r} names {name!r}, which is not told")
            said += self._fill(name, args[name], forms, language)
        return said

    def _fill(self, name: str, value: Any, forms: str | None, language: str) -> str:
        """What a placeholder of this name holds, through the game's wording."""
        if forms:
            return numbered(value, forms)
        kind = arg_kind(name)
        if not isinstance(value, list | tuple):
            return self._one(kind, value, language)
        if not value:
            return self.word("none", language)
        between = " + " if kind == "costs" else "、" if language == "ja" else ", "  # a sum is written as one
        return between.join(self._one(kind, one, language) for one in value)

    def _one(self, kind: str, value: Any, language: str) -> str:
        return self.word(str(value), language) if kind == "word" else self.wording(kind, value, language)

    def say_with_rule(self, message: Message, language: str = "en") -> str:
        text = self.say(message, language)
        if not message.rule:
            return text
        return f"{text}（{message.rule}）" if language == "ja" else f"{text} ({message.rule})"


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
