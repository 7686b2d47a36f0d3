"""The rulings page and the rules index of Lost Battles tell the same."""

from __future__ import annotations

import re

from grognard.core.rules import checkout
from grognard.games.lb import GAME


def rulings_page() -> str:
    """The game's part of docs/rulings.md."""
    root = checkout(GAME.folder / "data")
    assert root is not None
    page = (root / "docs/rulings.md").read_text(encoding="utf-8")
    return page.partition(f"## {GAME.names['en']}\n")[2].partition("\n## ")[0]


def test_the_rulings_page_says_what_the_index_says() -> None:
    rows = re.findall(r"^\| ([a-z]\S*) \| [^|]* \| ([^|]*) \|", rulings_page(), flags=re.MULTILINE)
    rulings = {clause.id: clause.ruling for clause in GAME.rules.clauses if clause.ruling is not None}
    assert {name: text for name, text in rows if name != "clause"} == rulings


def test_every_option_that_is_named_exists_and_the_page_tells_its_default() -> None:
    options = {option.id: option.default for scenario in GAME.scenarios.values() for option in scenario.options}
    rulings = " ".join(clause.ruling or "" for clause in GAME.rules.clauses)
    assert set(re.findall(r"[Oo]ption `(\w+)", rulings)) <= set(options)
    for name, default in options.items():
        shown = str(default).lower() if isinstance(default, bool) else str(default)
        assert f"`{name}` = {shown}" in rulings_page().replace('"', ""), name


def test_japanese_rulings_name_the_same_options() -> None:
    named = re.compile(r"`[a-z0-9_]+")
    for clause in GAME.rules.clauses:
        assert set(named.findall(clause.ruling or "")) == set(named.findall(clause.ruling_ja or "")), clause.id


def test_the_defaults_that_leave_the_letter_of_the_book_are_listed() -> None:
    root = checkout(GAME.folder / "data")
    assert root is not None
    page = (
        (root / "docs/rulings.md").read_text(encoding="utf-8").partition("## Where the default departs from print")[2]
    )
    listed = page.partition(f"**{GAME.names['en']}**")[2].partition("\n**")[0]
    assert [name for name in ("move.Ic", "seq.1b.void") if name not in listed] == []
