"""The rulebook of a game as one plain document: chapters, clauses, and for each clause what belongs to it.

Everything is in every language, in the reader's words alone: no page shows how a rule is programmed. The browser
searches this document itself; examples are drawn from documents of their own (`example`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from grognard.core.game import Game
from grognard.core.rules import UnknownClause
from grognard.core.words import LANGUAGES
from grognard.school import charts, contents, example, glossary, shown
from grognard.school.clauses import cited, option_named
from grognard.school.lesson import Lesson, lessons

Doc = dict[str, Any]
MOST_BESIDE = 5
"""Clauses that are shown as belonging together with one, besides those that it names."""


@lru_cache(maxsize=32)
def document(game: Game) -> Doc:
    """The whole book."""
    names = {clause.id: cited(game, clause) for clause in game.rules.clauses}
    named_by = _turned(names.items())
    taught = _turned((one.id, _clauses(game, _lesson_rules(one))) for one in lessons(game))
    charted = _turned(_charted(game))
    showing = _turned((one.id, [one.clause]) for one in example.examples(game))
    tests = shown.tests_of(game)
    beside = _beside(tests)
    return {
        "game": game.id,
        "names": dict(game.names),
        "chapters": contents.document(game),
        "clauses": [
            {
                "id": clause.id,
                "title": {one: clause.heading(one) for one in LANGUAGES},
                "text": {one: clause.text(one) for one in LANGUAGES},
                "ruling": {one: option_named(game, clause.ruled(one) or "", one) for one in LANGUAGES}
                if clause.ruling
                else None,
                "kind": clause.kind,
                "names": names[clause.id],
                "named_by": named_by[clause.id],
                "beside": [
                    one
                    for one in dict.fromkeys([*_siblings(game, clause.id), *beside[clause.id]])
                    if one not in names[clause.id]
                ][:MOST_BESIDE],
                "lessons": taught[clause.id],
                "charts": charted[clause.id],
                "examples": showing[clause.id],
                "answers": _answers(game, clause.id),
                "tests": tests.get(clause.id, []),
            }
            for clause in game.rules.clauses
        ],
        "lessons": [{"id": one.id, "order": one.order, "title": one.title.as_json()} for one in lessons(game)],
        "charts": _charts(game),
        "examples": [example.listed(one) for one in example.examples(game)],
        "glossary": glossary.document(game),
        "synonyms": glossary.synonyms(game),
    }


def _turned(pairs: Iterable[tuple[str, Iterable[str]]]) -> dict[str, list[str]]:
    """Who names a thing, by thing."""
    found: dict[str, list[str]] = defaultdict(list)
    for who, things in pairs:
        for thing in dict.fromkeys(things):
            found[thing].append(who)
    return found


def _siblings(game: Game, clause: str) -> list[str]:
    """The other parts of the same number: 9.3.3b beside 9.3.3a."""
    stem = clause[:-1] if clause[-1].isalpha() and clause[-2:-1].isdigit() else ""
    parts = (one.id for one in game.rules.clauses)
    return [one for one in parts if stem and one[:-1] == stem and one[-1].isalpha() and one != clause][:2]


def _beside(tests: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """By clause: those that the same tests show, the closest first."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for clauses in _turned(tests.items()).values():
        for one in clauses:
            found[one].update(other for other in clauses if other != one)
    return defaultdict(list, {one: [other for other, _ in counts.most_common()] for one, counts in found.items()})


def _clauses(game: Game, rules: Iterable[str]) -> Iterator[str]:
    """The clauses of the book that are meant: a section's number means its first one."""
    for rule in rules:
        if rule in game.rules.ids:
            yield rule
        elif rule:
            try:
                yield game.rules.lookup(rule)[0].id
            except UnknownClause:
                continue


def _lesson_rules(lesson: Lesson) -> Iterator[str]:
    for step in lesson.step:
        yield from step.rules
    for line in lesson.learned:
        yield from line.rules


def _charted(game: Game) -> Iterator[tuple[str, Iterable[str]]]:
    """The clauses that each chart rests on."""
    for chart in _opening_charts(game):
        yield chart["id"], _clauses(game, _rules_in(chart))


def _rules_in(part: Any) -> Iterator[str]:
    """Every `rule` in a document."""
    if isinstance(part, dict):
        if isinstance(part.get("rule"), str):
            yield part["rule"]
        for one in part.values():
            yield from _rules_in(one)
    elif isinstance(part, list):
        for one in part:
            yield from _rules_in(one)


@lru_cache(maxsize=32)
def _opening_charts(game: Game) -> tuple[Doc, ...]:
    laid, begun, view = charts.opening(game, None)
    return tuple(charts.document(laid, begun, view)["charts"])


def _charts(game: Game) -> list[Doc]:
    """The charts by name, with the words that stand in them: the search finds those too."""
    return [
        {
            "id": chart["id"],
            "title": chart["title"],
            "words": {one: " · ".join(dict.fromkeys(_texts(chart["sheets"], one))) for one in LANGUAGES},
        }
        for chart in _opening_charts(game)
    ]


def _texts(part: Any, language: str) -> Iterator[str]:
    """What the titles, heads and lines of sheets say."""
    if isinstance(part, dict):
        if set(part) == set(LANGUAGES):
            yield str(part[language])
        else:
            for key in ("title", "columns", "rows", "lines", "note", "text"):
                yield from _texts(part.get(key), language)
    elif isinstance(part, list):
        for one in part:
            yield from _texts(one, language)


def _answers(game: Game, clause: str) -> list[dict[str, str]]:
    """The answers that a player gives under a clause, as their buttons call them."""
    found = (verb for verb in game.verbs if verb.rule == clause)
    worded = [{one: game.words.verb(verb.name, one) for one in LANGUAGES} for verb in found]
    return [words for number, words in enumerate(worded) if words not in worded[:number]]
