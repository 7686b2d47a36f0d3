"""Texts of a lesson filled with what holds now, so that no figure is typed which a table or a counter knows.

{unit fd-357}                 what a unit is called
{hex 1110}                    a hex with its place name
{value fd-357 strength}       a figure of its counter as it is now, or its `steps`
{odds column}                 of the odds that the present question is about
{chance attack 3913 column}   of the odds that an answer would have
{cost move 1310}              what an answer costs; also `left` and `points`
{score soviet}, {track ring}  what the view tells
{table festung.most}          a figure of the game's tables.toml
{verb roll}                   what a button says
{word moved}, {result 1/R}    words of the game's catalogue
{table festung.most:# level|# levels}  any number with its forms
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from grognard.core.data import DataError, find, laid_over, read_toml
from grognard.core.game import Game
from grognard.core.words import LANGUAGES, in_language, numbered, points
from grognard.school.goal import Seen
from grognard.school.lesson import Given, Text, given
from grognard.school.placeholders import Unbalanced, filled


class Unknown(DataError):
    """A placeholder that means nothing."""


class Gone(Unknown):
    """A placeholder that holds nothing here."""


STRONG = frozenset({"unit", "value", "odds", "chance", "score"})
"""What is filled in and stands out: who it is about, and the figures to compare."""
ELLIPSIS = "…"
"""In place of a figure that there no longer is, for a learner who went another way than the lesson."""


def tell(text: Text, seen: Seen, *, strong: bool = False, astray: bool = False) -> dict[str, str]:
    """A text in every language, filled with what holds now; `strong`: **so** where it stands out; `astray`: where
    something holds nothing, the rest is told all the same."""
    return {language: fill(text[language], seen, language, strong=strong, astray=astray) for language in LANGUAGES}


def fill(text: str, seen: Seen, language: str, *, strong: bool = False, astray: bool = False) -> str:
    def held(words: list[str], forms: str) -> str:
        try:
            found = _held(words, forms, seen, language)
        except Gone:
            if not astray:
                raise
            return ELLIPSIS
        return f"**{found}**" if strong and words[0] in STRONG else found

    try:
        return filled(text, held)
    except Unbalanced as error:
        raise Unknown(f'"{text}" {error}') from None


def _held(words: list[str], forms: str, seen: Seen, language: str) -> str:
    said = " ".join(words)
    kind, names = words[0] if words else "", words[1:]
    if kind not in KINDS:
        raise Unknown(f"{{{said}}} is no placeholder; there are {', '.join(sorted(KINDS))}")
    try:
        found = KINDS[kind](seen, language, names)
        return numbered(found, forms) if forms else found
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):
        raise Gone(f"{{{said}}} holds nothing here") from None


def _unit(seen: Seen, language: str, names: list[str]) -> str:
    return seen.play.game.wording("unit", names[0], language)


def _hex(seen: Seen, language: str, names: list[str]) -> str:
    return seen.play.game.hex_words(names[0], language)


def _value(seen: Seen, language: str, names: list[str]) -> str:
    piece = seen.pieces[names[0]]
    if names[1] == "steps":
        return str(piece["steps"])
    return str(piece["values"][piece["value_names"].index(names[1])])


def _odds(seen: Seen, language: str, names: list[str]) -> str:
    return str(seen.odds[names[0]])


def _preview(seen: Seen, answer: Given) -> Mapping[str, Any]:
    found = seen.play.preview(seen.player, *answer)
    return dict(found.get("odds") or found)


def _cost(name: str) -> Callable[[Seen, str, list[str]], str]:
    return lambda seen, language, names: str(_preview(seen, given(seen.play.game, " ".join(names)))[name])


def _chance(seen: Seen, language: str, names: list[str]) -> str:
    return str(_preview(seen, given(seen.play.game, " ".join(names[:-1])))[names[-1]])


def _score(seen: Seen, language: str, names: list[str]) -> str:
    return str(seen.view["score"][names[0]])


def _track(seen: Seen, language: str, names: list[str]) -> str:
    track = {track["id"]: track for track in seen.view["tracks"]}[names[0]]
    return in_language(track["label"], language) if "label" in track and len(names) > 1 else str(track["value"])


@lru_cache(maxsize=64)
def _tables(game: Game) -> Mapping[str, Any]:
    return read_toml(find("tables.toml", *laid_over(game.own_data, game.folder / "data")))


def _table(seen: Seen, language: str, names: list[str]) -> str:
    value: Any = _tables(seen.play.game)
    for key in names[0].split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    if isinstance(value, dict | list):
        raise ValueError("a whole table is no figure")
    return points(int(value * 2)) if isinstance(value, float) and (value * 2).is_integer() else str(value)


def _verb(seen: Seen, language: str, names: list[str]) -> str:
    said = seen.play.game.words.verb(names[0], language)
    return f"「{said}」" if language == "ja" else f"“{said}”"


def _word(seen: Seen, language: str, names: list[str]) -> str:
    return seen.play.game.words.word(" ".join(names), language)


def _result(seen: Seen, language: str, names: list[str]) -> str:
    meaning = seen.play.game.words.result(names[0], language)
    if meaning is None:
        raise KeyError(names[0])
    return meaning


KINDS: Mapping[str, Callable[[Seen, str, list[str]], str]] = {
    "unit": _unit, "hex": _hex, "value": _value, "odds": _odds, "cost": _cost("cost"), "left": _cost("left"),
    "points": _cost("points"), "chance": _chance, "score": _score, "track": _track, "table": _table, "verb": _verb,
    "word": _word, "result": _result,
}  # fmt: skip
