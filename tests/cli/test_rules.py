"""`grognard rules`: clauses, contents, coverage, provenance."""

from __future__ import annotations

import re
from pathlib import Path

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


def test_coverage_names_the_code_and_the_tests_of_each_clause_and_takes_a_folder_of_tests(
    call: Call, tmp_path: Path
) -> None:
    (tmp_path / "test_mine.py").write_text('@rule("avl", "9.5.4a")\ndef test_it_goes_back() -> None: ...\n')
    result = call("rules", "avl", "--coverage", "--tests", tmp_path)
    _, _, after = result.stdout.partition("9.5.4a  ")
    lines = after.splitlines()[1 : 1 + next(n for n, line in enumerate(after.splitlines()[1:]) if line[0] != " ")]
    assert lines[-1].endswith("test_mine.py::test_it_goes_back")
    assert any(line.strip().startswith("retreat.py:") for line in lines)
    assert result.stdout.splitlines()[-1].startswith("1 of ") and result.exit_code == 1
    assert "is not a folder" in call("rules", "avl", "--coverage", "--tests", tmp_path / "none").stderr


def test_provenance_tells_printed_from_reconstructed(call: Call) -> None:
    result = call("rules", "avl", "--provenance")
    assert result.exit_code == 0
    assert re.search("printed", result.output) and re.search("reconstructed", result.output)
