"""The glossary: terms of art with their other names, one sentence and one clause each, in every language.

`data/glossary.toml` of a game holds its own terms, and takes over those that all wargames share (`shared`), each with
the clause that rules it there. Prompts and rules underline these terms; the search of the rulebook knows their other
names.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from grognard.core.data import DataError, Table, find_all, laid_over, read
from grognard.core.game import Game
from grognard.core.words import LANGUAGES
from grognard.school.lesson import Text
from grognard.school.texts import rule_fault

FILE = "glossary.toml"
OWN = Path(__file__).parent / "book"


class Names(Table):
    """What else a term is called, by language."""

    en: tuple[str, ...] = ()
    ja: tuple[str, ...] = ()


class Term(Table):
    """A term of art."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    term: Text
    aliases: Names = Names()
    says: Text
    rule: str = ""

    def names(self, language: str) -> tuple[str, ...]:
        return self.term[language], *getattr(self.aliases, language)


class _SharedFile(Table):
    term: tuple[Term, ...]


class _Group(Table):
    en: tuple[str, ...] = ()
    ja: tuple[str, ...] = ()


class _GlossaryFile(Table):
    shared: dict[str, str] = Field(default_factory=dict)
    """Terms of all wargames that this one has too, each with its clause."""
    term: tuple[Term, ...] = ()
    same: tuple[_Group, ...] = ()
    """What a newcomer may look for, and what it is here: a game without a results table has dice that hit."""
    plain: Names = Names()
    """Terms of other games that this one only uses as everybody does, or as names of its ground and its units."""


class _SynonymFile(Table):
    same: tuple[_Group, ...]


@lru_cache(maxsize=1)
def shared() -> dict[str, Term]:
    return {term.id: term for term in read(OWN / FILE, _SharedFile).term}


@lru_cache(maxsize=32)
def synonyms(game: Game) -> list[list[str]]:
    """Words that mean the same to who searches a rulebook, in every language: a game's own, then everybody's."""
    own = [group for file in _files(game) for group in file.same]
    return [[*group.en, *group.ja] for group in (*own, *read(OWN / "synonyms.toml", _SynonymFile).same)]


def _files(game: Game) -> Iterator[_GlossaryFile]:
    for path in find_all(FILE, *laid_over(game.own_data, game.folder / "data")):
        yield read(path, _GlossaryFile)


@lru_cache(maxsize=32)
def terms(game: Game) -> tuple[Term, ...]:
    """A game's terms, its own first; none where it brings no glossary."""
    found: list[Term] = []
    for file in _files(game):
        found += file.term
        for name, rule in file.shared.items():
            if name not in shared():
                raise DataError(f'{FILE}: shared: there is no term "{name}"; there are {", ".join(shared())}')
            found.append(shared()[name].model_copy(update={"rule": rule}))
    return tuple(found)


def plain(game: Game, language: str) -> tuple[str, ...]:
    """What is no term of art here, though it is one elsewhere."""
    return tuple(word for file in _files(game) for word in getattr(file.plain, language))


def document(game: Game) -> list[dict[str, Any]]:
    return [
        {
            "id": term.id,
            "term": term.term.as_json(),
            "aliases": {language: list(term.names(language)[1:]) for language in LANGUAGES},
            "says": term.says.as_json(),
            "rule": term.rule,
        }
        for term in terms(game)
    ]


def faults(game: Game) -> Iterator[str]:
    """What is wrong with a glossary: terms without a clause, and names that two of them share."""
    try:
        found = terms(game)
    except DataError as error:
        yield from (f"glossary: {fault}" for fault in error.faults)
        return
    for term in found:
        where = f'glossary: "{term.id}"'
        if not term.rule:
            yield f"{where}: has no clause"
        else:
            yield from rule_fault(game, term.rule, where)
    for language in LANGUAGES:
        taken: dict[str, str] = {}
        for term in found:
            for name in term.names(language):
                other = taken.setdefault(name.lower(), term.id)
                if other != term.id or term.names(language).count(name) > 1:
                    yield f'glossary: "{term.id}" and "{other}" are both called "{name}"'
