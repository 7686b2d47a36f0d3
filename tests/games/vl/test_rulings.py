"""The rulings page, the rules index and the options of Velikiye Luki tell the same."""

from __future__ import annotations

import re

from grognard.core.rules import checkout
from grognard.games.vl import GAME
from grognard.games.vl.schema import DATA
from grognard.games.vl.tables import OPTION_RULES


def rulings_page() -> str:
    """The game's part of docs/rulings.md."""
    root = checkout(DATA)
    assert root is not None
    page = (root / "docs/rulings.md").read_text(encoding="utf-8")
    return page.partition(f"## {GAME.names['en']}\n")[2].partition("\n## ")[0]


def test_the_rulings_page_says_what_the_index_says() -> None:
    rows = re.findall(r"^\| (\d\S*) \| [^|]* \| ([^|]*) \|", rulings_page(), flags=re.MULTILINE)
    assert dict(rows) == {clause.id: clause.ruling for clause in GAME.rules.clauses if clause.ruling is not None}


def test_every_ruling_is_told_in_japanese_with_the_same_clauses_and_options() -> None:
    cited = re.compile(r"\d+(?:\.\d+)+[a-z]?|`\w+`")
    for clause in GAME.rules.clauses:
        assert (clause.ruling is None) == (clause.ruling_ja is None), clause.id
        if clause.ruling is not None and clause.ruling_ja is not None:
            assert sorted(cited.findall(clause.ruling)) == sorted(cited.findall(clause.ruling_ja)), clause.id


def test_the_options_are_named_where_their_clause_is_ruled() -> None:
    for name, rule in OPTION_RULES.items():
        named = {clause.id for clause in GAME.rules.clauses if f"`{name}`" in (clause.ruling or "")}
        assert named == {rule}, name
        assert f"`{name}` = {str(getattr(GAME.campaign.options, name)).lower()}" in rulings_page()
    named = set(re.findall(r"`(\w+)", " ".join(clause.ruling or "" for clause in GAME.rules.clauses)))
    assert named == set(OPTION_RULES)


def test_the_defaults_that_leave_the_letter_of_the_book_are_listed() -> None:
    root = checkout(DATA)
    assert root is not None
    page = (
        (root / "docs/rulings.md").read_text(encoding="utf-8").partition("## Where the default departs from print")[2]
    )
    listed = page.partition("**Velikiye Luki**")[2].partition("\n**")[0]
    assert "4.3b" in listed
    named = [name for name in OPTION_RULES if f"`{name}`" in listed]
    assert named == [], "what was changed for balance is an option, and off"
    changed = [name for name in OPTION_RULES if getattr(GAME.campaign.options, name)]
    assert changed == ["two_2m_units_per_combat"], "which the book prints as the rule"
