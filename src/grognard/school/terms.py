"""Whether every term of art that a player reads is in the glossary of its game, in both languages.

A term of art is what the glossary of all wargames calls one, and every abbreviation. `grognard check` asks this of any
game that brings a glossary; our own games are held to each other's glossaries as well (tests/school/test_terms.py).
What a game uses only as everybody does, its glossary lists under `plain`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from grognard.core.conformance.words import own
from grognard.core.data import DataError, Table
from grognard.core.game import Game
from grognard.core.words import LANGUAGES
from grognard.school import brief_file, coaching, glossary
from grognard.school.glossary import Term
from grognard.school.lesson import Text, lessons

SAID = ("prompt.", "headline.", "why.", "event.")
ABBREVIATION = re.compile(r"(?<![\w/-])[A-Z][A-Z0-9]{1,4}s?(?![\w/-])")
CODE = re.compile(r"R\d")
"""A result of a combat; the chart explains it."""
HOLES = re.compile(r"\{[^}]*\}")


def faults(game: Game) -> Iterator[str]:
    """Terms of all wargames, and abbreviations, that a game's players read and its glossary has not."""
    try:
        if not glossary.terms(game):
            return
        for language in LANGUAGES:
            for name in unexplained(game, language):
                yield f'glossary: players read "{name}" ({language}), which it does not explain'
        for name in unread(game, "ja"):
            yield f'glossary: it explains "{name}" (ja), a word that neither rules nor prompts use'
    except DataError:
        return  # whoever reads that file says what is wrong with it


def unexplained(game: Game, language: str, more: Iterable[Term] = ()) -> list[str]:
    """Terms of art in what players read that the game's glossary has not; `more` are terms beside those of all."""
    plain = {word.lower() for word in glossary.plain(game, language)}
    mine = {name for term in glossary.terms(game) for name in term.names(language)}
    left = without(read_by_players(game, language), mine)
    art = (name for term in (*glossary.shared().values(), *more) for name in term.names(language))
    found = {name for name in set(art) if name.lower() not in plain and alone(name).search(left)}
    short = {one for one in ABBREVIATION.findall(left) if not CODE.fullmatch(one) and one.lower() not in plain}
    return sorted(found | short)


def unread(game: Game, language: str) -> list[str]:
    """Headwords of a game's own that stand neither in its rules nor in what else players read: the thing has another
    name there. Those of all wargames have one headword for all, and the game's word among their other names."""
    clauses = (text for rule in game.rules.clauses for text in (rule.heading(language), rule.text(language)))
    read = "\n".join((*clauses, read_by_players(game, language))).lower()
    own_terms = (term for term in glossary.terms(game) if term.id not in glossary.shared())
    return [term.term[language] for term in own_terms if term.term[language].lower() not in read]


@lru_cache(maxsize=16)
def read_by_players(game: Game, language: str) -> str:
    """What a game says at the table and in its lessons, briefings and remarks."""
    words = own(game)
    said = [words.template(key, language) for key in words.keys(language) if key.startswith(SAID)]
    files = (lessons(game), brief_file.load(game), coaching.remarks(game))
    return "\n".join(HOLES.sub("", text) for text in [*said, *texts(files, language)])


def texts(part: Any, language: str) -> Iterator[str]:
    """Whatever stands in a file in both languages."""
    if isinstance(part, Text) or (isinstance(part, Table) and isinstance(getattr(part, language, None), str)):
        yield getattr(part, language)
    elif isinstance(part, Table):
        for name in type(part).model_fields:
            yield from texts(getattr(part, name), language)
    elif isinstance(part, dict | tuple | list):
        for one in part.values() if isinstance(part, dict) else part:
            yield from texts(one, language)


def alone(name: str) -> re.Pattern[str]:
    """A name as the page finds it in a text (web/src/school/book/terms.ts)."""
    kinds = (r"[A-Za-z0-9 .-]+", "[A-Za-z0-9-]"), (r"[ァ-ヶー]+", "[ァ-ヶー]"), (r"[一-龠]{1,2}", "[一-龠]")
    about = next((letters for whole, letters in kinds if re.fullmatch(whole, name)), "(?!)")
    short = re.fullmatch(r"[A-Z][A-Za-z0-9]{0,3}", name) and re.search(r"[A-Z]{2}|\d", name)
    return re.compile(f"(?<!{about}){re.escape(name)}(?!{about})", 0 if short else re.IGNORECASE)


def without(text: str, names: Iterable[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = alone(name).sub("·", text)
    return text
