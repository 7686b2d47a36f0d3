"""The contents of a rulebook: its chapters and sections by name, from `data/rulebook.toml`.

A clause belongs to the section with the longest number that it begins with. A game without the file has chapters that
go by the first part of their clauses' numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from grognard.core.data import DataError, Table, find_all, laid_over, read
from grognard.core.game import Game
from grognard.core.rules import is_under
from grognard.school.lesson import Text

FILE = "rulebook.toml"


class Section(Table):
    """A page of the book."""

    id: str
    title: Text
    under: tuple[str, ...] = ()
    """Other beginnings of clauses that stand here."""

    def reach(self, clause: str) -> int:
        """How much of a clause's number this page goes by; 0 where it stands elsewhere."""
        return max((len(begin) for begin in (self.id, *self.under) if is_under(clause, begin)), default=0)


class Chapter(Section):
    """A chapter; without sections it is one page."""

    section: tuple[Section, ...] = ()


class _BookFile(Table):
    chapter: tuple[Chapter, ...]


@lru_cache(maxsize=32)
def chapters(game: Game) -> tuple[Chapter, ...]:
    """The chapters that a game names; none where it names none."""
    return tuple(
        chapter
        for path in find_all(FILE, *laid_over(game.own_data, game.folder / "data"))
        for chapter in read(path, _BookFile).chapter
    )


def _home(game: Game, clause: str) -> tuple[str, str]:
    """The chapter and the section that a clause stands in."""
    homes = [
        (section.reach(clause), chapter.id, section.id)
        for chapter in chapters(game)
        for section in (chapter, *chapter.section)
        if section.reach(clause)
    ]
    if homes:
        _, chapter, section = max(homes, key=lambda one: one[0])
        return chapter, section
    first = re.match(r"\d+|[^.]+", clause)
    own = first[0] if first else clause
    return own, own


def document(game: Game) -> list[dict[str, Any]]:
    """Chapters with their pages in the book's order, each page with its clauses."""
    named = {chapter.id: chapter for chapter in chapters(game)}
    titles = {one.id: one.title.as_json() for chapter in chapters(game) for one in (chapter, *chapter.section)}
    pages: dict[str, dict[str, list[str]]] = {one: {} for one in named}
    for clause in game.rules.clauses:
        chapter, section = _home(game, clause.id)
        pages.setdefault(chapter, {}).setdefault(section, []).append(clause.id)
    return [
        {
            "id": chapter,
            "title": titles.get(chapter),
            "pages": [{"id": one, "title": titles.get(one), "clauses": ids} for one, ids in inside.items()],
        }
        for chapter, inside in pages.items()
        if inside
    ]


def faults(game: Game) -> Iterator[str]:
    """What is wrong with the contents: names of chapters that have no clauses, or clauses that have no chapter."""
    try:
        found = chapters(game)
    except DataError as error:
        yield from error.faults
        return
    if not found:
        return
    ids = [one.id for chapter in found for one in (chapter, *chapter.section)]
    yield from (f'{FILE}: "{one}" stands there twice' for one in sorted(set(ids)) if ids.count(one) > 1)
    shown = {page["id"] for chapter in document(game) for page in chapter["pages"]}
    shown |= {chapter["id"] for chapter in document(game)}
    yield from (f'{FILE}: there is no clause in "{one}"' for one in ids if one not in shown)
    yield from (f'{FILE}: chapter "{one["id"]}" has no title' for one in document(game) if one["title"] is None)
