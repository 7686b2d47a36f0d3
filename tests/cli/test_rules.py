"""`grognard rules`: clauses, contents, coverage, provenance."""

from __future__ import annotations

import re

import grognard
from grognard.core.rules import checkout, coverage
from tests.cli.conftest import Call


def test_a_clause_shows_its_title_and_text(call: Call) -> None:
    clause = grognard.game("avl").rules.lookup("9.5.4a")[0]
    result = call("rules", "avl", "9.5.4a")
    assert result.exit_code == 0
    assert clause.id in result.output and clause.title in result.output
    assert clause.says.split()[0] in result.output
    assert clause.title_ja in call("rules", "avl", "9.5.4a", "--lang", "ja").output


def test_a_ruling_is_shown_in_the_language_asked_for(call: Call) -> None:
    clause = grognard.game("avl").rules.lookup("9.2")[0]
    assert clause.ruling is not None and clause.ruling_ja is not None
    assert clause.ruling.split()[0] in call("rules", "avl", "9.2").output
    assert clause.ruling_ja[:12] in call("rules", "avl", "9.2", "--lang", "ja").output


def test_a_chapter_shows_all_that_is_under_it(call: Call) -> None:
    output = call("rules", "avl", "9.5").output
    assert "9.5.2a" in output and "9.5.4a" in output and "9.6.1" not in output


def test_no_clause_shows_the_contents(call: Call) -> None:
    output = call("rules", "avl").output
    assert all(clause.id in output for clause in grognard.game("avl").rules.clauses)


def test_coverage_ends_with_its_count_and_fails_when_a_clause_has_no_test(call: Call) -> None:
    game = grognard.game("avl")
    rows = coverage(game.rules, checkout(game.folder))
    missing = [row.clause.id for row in rows if not row.tests]
    result = call("rules", "avl", "--coverage")
    assert result.stdout.splitlines()[-1] == f"{len(rows) - len(missing)} of {len(rows)} clauses tested"
    assert result.exit_code == (1 if missing else 0)


def test_provenance_tells_printed_from_reconstructed(call: Call) -> None:
    result = call("rules", "avl", "--provenance")
    assert result.exit_code == 0
    assert re.search("printed", result.output) and re.search("reconstructed", result.output)
