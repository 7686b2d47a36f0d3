"""The rules index: looking clauses up, and finding the code and tests that cite them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.core.data import DataError
from grognard.core.registry import game as find_game
from grognard.core.registry import game_ids
from grognard.core.rules import (
    NoTests,
    RulesIndex,
    UnknownClause,
    checkout,
    coverage,
    order,
    unknown_citations,
)

NUMBER = re.compile(r"\d+(?:\.\d+)+[a-z]?")
"""A clause that a ruling cites."""

CLAUSE = """
[[rule]]
id = "{id}"
title = "T"
says = "S"
title_ja = "題"
says_ja = "文"
kind = "rule"
tests = ["one"]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with a small game "skirmish" in it."""
    game = tmp_path / "src/skirmish"
    game.mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").touch()
    numbers = ("10.0", "9.5", "9.5.2b", "9.5.2a", "9.5.10", "9.50", "2.4")
    text = 'game = "skirmish"\n' + "".join(CLAUSE.format(id=number) for number in numbers)
    (game / "rules.toml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def index(project: Path) -> RulesIndex:
    return RulesIndex.load(project / "src/skirmish/rules.toml")


def found(index: RulesIndex, number: str) -> list[str]:
    return [clause.id for clause in index.lookup(number)]


def test_clauses_stand_in_the_order_a_reader_counts(index: RulesIndex) -> None:
    assert [clause.id for clause in index.clauses] == [
        "2.4",
        "9.5",
        "9.5.2a",
        "9.5.2b",
        "9.5.10",
        "9.50",
        "10.0",
    ]
    assert order("9.5.2a") < order("9.5.2b") < order("9.5.10") < order("10.0")


def test_a_number_finds_its_clause_and_those_under_it(index: RulesIndex) -> None:
    assert found(index, "9.5.2a") == ["9.5.2a"]
    assert found(index, "9.5.2") == ["9.5.2a", "9.5.2b"]
    assert found(index, "9.5") == ["9.5", "9.5.2a", "9.5.2b", "9.5.10"]
    assert found(index, "9") == ["9.5", "9.5.2a", "9.5.2b", "9.5.10", "9.50"]


@pytest.mark.parametrize("number", ["1", "9.5.1", "9.5.2c", "", "retreat"])
def test_a_number_that_is_no_clause_is_refused(index: RulesIndex, number: str) -> None:
    with pytest.raises(UnknownClause, match=f'skirmish has no clause "{number}"; its chapters are 2, 9, 10'):
        index.lookup(number)


def test_a_clause_speaks_english_and_japanese(index: RulesIndex) -> None:
    (clause,) = index.lookup("2.4")
    assert (clause.heading(), clause.text(), clause.heading("ja"), clause.text("ja")) == (
        "T",
        "S",
        "題",
        "文",
    )


def test_a_clause_that_stands_twice_is_refused(project: Path) -> None:
    path = project / "src/skirmish/rules.toml"
    path.write_text(path.read_text(encoding="utf-8") + CLAUSE.format(id="2.4"), encoding="utf-8")
    with pytest.raises(DataError, match=r'^rules\.toml: rule "2\.4": stands there twice$'):
        RulesIndex.load(path)


def test_a_clause_that_leads_to_one_that_there_is_not_is_refused(project: Path) -> None:
    path = project / "src/skirmish/rules.toml"
    path.write_text(path.read_text(encoding="utf-8") + 'see = ["77.7"]\n', encoding="utf-8")
    with pytest.raises(DataError, match=r'see: there is no other clause "77\.7"$'):
        RulesIndex.load(path)


def cited_code(index: RulesIndex, project: Path) -> dict[str, tuple[str, ...]]:
    return {row.clause.id: row.code for row in coverage(index, project) if row.code}


def test_code_cites_clauses_in_comments_and_strings_only(index: RulesIndex, project: Path) -> None:
    (project / "src/skirmish/combat.py").write_text(
        '"""Chapter 9.\n\nRetreats (9.5).\n"""\n'
        "odds = 2.4  # 9.5.2a, 9.5.10: by the owner\n"
        'rule = "9.5.2b"\n'
        "text = f'see 10.0 {odds}'\n"
        "# neither 19.5 nor 9.5.2 nor 2.4.1 nor v9.50x is one of ours\n",
        encoding="utf-8",
    )
    assert cited_code(index, project) == {
        "9.5": ("combat.py:3",),
        "9.5.2a": ("combat.py:5",),
        "9.5.10": ("combat.py:5",),
        "9.5.2b": ("combat.py:6",),
        "10.0": ("combat.py:7",),
    }


TESTS = """
@rule("skirmish", "9.5.2a", "9.5.2b")
@pytest.mark.parametrize("x", [1])
def test_both(x): ...

@pytest.mark.rule("skirmish", "9.5.2a")
async def test_again(): ...

@rule("another", "2.4")
def test_of_another_game(): ...

@rule("skirmish", "2.4")
def helper(): ...

@rule("skirmish", "10.0")
class TestVictory:
    def test_draw(self): ...

    @rule("skirmish", "9.5")
    def test_win(self): ...
"""


def test_tests_cite_clauses_by_their_decorator(index: RulesIndex, project: Path) -> None:
    (project / "tests/test_skirmish.py").write_text(TESTS, encoding="utf-8")
    rows = {row.clause.id: row.tests for row in coverage(index, project)}
    file = "tests/test_skirmish.py"
    assert rows == {
        "2.4": (),
        "9.5": (f"{file}::TestVictory::test_win",),
        "9.5.2a": (f"{file}::test_both", f"{file}::test_again"),
        "9.5.2b": (f"{file}::test_both",),
        "9.5.10": (),
        "9.50": (),
        "10.0": (f"{file}::TestVictory::test_draw", f"{file}::TestVictory::test_win"),
    }
    assert unknown_citations(index, project) == []


def test_a_test_that_cites_no_clause_of_ours_is_told(index: RulesIndex, project: Path) -> None:
    (project / "tests/test_slip.py").write_text('@rule("skirmish", "9.9z")\ndef test_slip(): ...\n')
    assert unknown_citations(index, project) == ["tests/test_slip.py::test_slip: there is no clause 9.9z in skirmish"]


def test_coverage_of_an_installed_package_says_that_there_are_no_tests(index: RulesIndex, tmp_path: Path) -> None:
    for root in (None, tmp_path / "site-packages"):
        with pytest.raises(NoTests, match="coverage needs a checkout of the repository"):
            coverage(index, root)


def test_the_checkout_is_found_from_the_game(index: RulesIndex, project: Path) -> None:
    assert checkout(index.folder) == project.resolve()
    (project / "pyproject.toml").unlink()
    assert checkout(index.folder) != project.resolve()


@pytest.mark.parametrize("game", game_ids())
def test_every_ruling_of_every_game_is_told_in_japanese_too(game: str) -> None:
    for clause in find_game(game).rules.clauses:
        assert (clause.ruling is None) == (clause.ruling_ja is None), clause.id
        assert clause.ruled("ja") == clause.ruling_ja and clause.ruled() == clause.ruling
        if clause.ruling_ja is not None:
            assert re.search(r"[ぁ-ん]", clause.ruling_ja) and clause.ruling_ja.endswith("。"), clause.id
            assert sorted(NUMBER.findall(clause.ruling_ja)) == sorted(NUMBER.findall(clause.ruling or "")), clause.id
