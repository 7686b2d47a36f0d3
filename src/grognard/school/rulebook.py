"""The rulebook of a game as one plain document: chapters, clauses, and for each clause what belongs to it.

Everything is in every language, in the reader's words alone: no page shows how a rule is programmed. The browser
searches this document itself; examples are drawn from documents of their own (`example`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, pairwise
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
    beside = _beside(game, tests, names)
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
                "beside": beside[clause.id],
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


def _siblings(game: Game) -> Iterator[tuple[str, str]]:
    """Parts of the same number that follow each other: 9.3.3a and 9.3.3b."""
    stems: dict[str, list[str]] = defaultdict(list)
    for clause in (one.id for one in game.rules.clauses):
        if clause[-1].isalpha() and clause[-2:-1].isdigit():
            stems[clause[:-1]].append(clause)
    return (pair for parts in stems.values() for pair in pairwise(parts))


def _beside(game: Game, tests: Mapping[str, Iterable[str]], names: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """By clause: what belongs beside it though neither names the other; who stands beside one has it beside itself.

    Parts of one number come first, then those that the most tests show together, as long as both have room.
    """
    together: Counter[tuple[str, str]] = Counter()
    for clauses in _turned(tests.items()).values():
        together.update(combinations(clauses, 2))
    found: dict[str, list[str]] = defaultdict(list)
    for one, other in dict.fromkeys([*_siblings(game), *(pair for pair, _ in together.most_common())]):
        linked = other in found[one] or other in names[one] or one in names[other]
        if not linked and max(len(found[one]), len(found[other])) < MOST_BESIDE:
            found[one].append(other)
            found[other].append(one)
    return found


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
