"""The rulebook as a document: every clause on a page, links both ways, the reader's words alone."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.core.rules import checkout
from grognard.core.words import LANGUAGES
from grognard.school import contents, glossary, rulebook, shown
from grognard.school.clauses import named_in

GAMES = ("avl", "lb", "victory", "vl")
NOTES = re.compile(r"\b(engine|pytest|TOML|JSON|client|server|source code|bots?)\b|`", re.IGNORECASE)
"""Words of those who write the program."""
each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_every_clause_stands_on_one_page_of_the_book(game: str) -> None:
    found = rulebook.document(grognard.game(game))
    pages = [page for chapter in found["chapters"] for page in chapter["pages"]]
    listed = [clause for page in pages for clause in page["clauses"]]
    assert sorted(listed) == sorted(clause["id"] for clause in found["clauses"])
    for part in (*found["chapters"], *pages):
        assert part["title"] and all(part["title"][language] for language in LANGUAGES), part["id"]


@each_game
def test_links_lead_both_ways(game: str) -> None:
    clauses = {clause["id"]: clause for clause in rulebook.document(grognard.game(game))["clauses"]}
    named = [(clause, other) for clause in clauses for other in clauses[clause]["names"]]
    assert named
    for one in clauses.values():
        assert one["names"] or one["named_by"] or one["beside"], f"{one['id']} leads nowhere"
    for clause, other in named:
        assert clause in clauses[other]["named_by"]
    for clause in clauses:
        assert all(clause in clauses[one]["names"] for one in clauses[clause]["named_by"])
        beside = clauses[clause]["beside"]
        assert all(clause in clauses[one]["beside"] for one in beside), (
            f"{clause} stands beside one that it is not beside"
        )
        assert len(beside) <= rulebook.MOST_BESIDE and not {clause, *clauses[clause]["names"]} & set(beside)
    assert sum(bool(one["beside"]) for one in clauses.values()) >= len(clauses) / 2


@each_game
def test_a_clause_is_told_in_the_readers_words(game: str) -> None:
    for clause in rulebook.document(grognard.game(game))["clauses"]:
        for text in (clause["title"], clause["text"], clause["ruling"]):
            for language in LANGUAGES if text else ():
                assert text[language], clause["id"]
                assert not NOTES.search(text[language]), (clause["id"], text[language])


def test_the_book_names_the_lessons_charts_examples_answers_and_tests_of_a_clause() -> None:
    clauses = {clause["id"]: clause for clause in rulebook.document(grognard.game("avl"))["clauses"]}
    shifts = clauses["9.3.3a"]
    assert "combat" in shifts["lessons"] and "terrain" in shifts["charts"] and shifts["tests"]
    assert clauses["9.3.3b"]["examples"] == ["kharkov", "rough-town"]
    assert clauses["9.6.1"]["answers"][0]["en"]


def test_clauses_that_have_names_instead_of_numbers_lead_to_each_other_too() -> None:
    clauses = {clause["id"]: clause for clause in rulebook.document(grognard.game("lb"))["clauses"]}
    assert {"zoc.A", "zoc.B", "zoc.C1"} <= set(clauses["move.J"]["names"])
    assert "move.J" in clauses["zoc.A"]["named_by"]
    assert all(one["names"] or one["named_by"] for one in clauses.values())


def test_a_section_that_a_text_names_is_its_first_clause() -> None:
    game = grognard.game("avl")
    assert named_in(game, "see 9.5.2 and 12.1, not 9.55 or 10-1") == ["9.5.2a", "12.1a"]


@each_game
def test_the_index_of_tests_is_fresh(game: str) -> None:
    found = grognard.game(game)
    root = checkout(found.folder)
    assert root is not None
    kept = (found.folder / "data" / shown.FILE).read_text(encoding="utf-8")
    assert kept == shown.written(shown.gathered(found, root)), "python -m grognard.school.shown writes it anew"


@each_game
def test_a_glossary_has_its_terms_with_their_clauses(game: str) -> None:
    found = grognard.game(game)
    assert list(glossary.faults(found)) == [] and list(contents.faults(found)) == []
    assert 25 <= len(glossary.terms(found)) <= 55
    assert any(names.keys() == {"en", "ja"} for names in (term["aliases"] for term in glossary.document(found)))


def test_the_search_knows_what_a_newcomer_asks_for() -> None:
    groups = [set(group) for group in glossary.synonyms(grognard.game("victory"))]
    assert any({"ZOC", "pinning"} <= group for group in groups)
    for one, other in (("sequence of play", "turn order"), ("CRT", "combat results"), ("ZOC", "支配地域")):
        assert any({one, other} <= group for group in groups)
