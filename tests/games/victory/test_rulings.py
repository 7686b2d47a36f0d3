"""The rulings page, the rules index and the options of Victory tell the same."""

from __future__ import annotations

import re

from grognard.core.rules import checkout
from grognard.games.victory import GAME


def rulings_page() -> str:
    """The game's part of docs/rulings.md."""
    root = checkout(GAME.folder / "data")
    assert root is not None
    page = (root / "docs/rulings.md").read_text(encoding="utf-8")
    return page.partition(f"## {GAME.names['en']}\n")[2].partition("\n## ")[0]


def test_the_rulings_page_says_what_the_index_says() -> None:
    rows = re.findall(r"^\| (\S+) \| [^|]* \| ([^|]*) \|", rulings_page(), flags=re.MULTILINE)
    told = {name: text for name, text in rows if name not in ("clause", "---")}
    assert told == {clause.id: clause.ruling for clause in GAME.rules.clauses if clause.ruling is not None}


def test_japanese_rulings_name_the_same_options() -> None:
    for clause in GAME.rules.clauses:
        named = re.compile(r"`\w+`")
        assert sorted(named.findall(clause.ruling or "")) == sorted(named.findall(clause.ruling_ja or "")), clause.id


def test_every_option_that_is_named_exists_and_the_page_tells_its_default() -> None:
    options = {option.id: option.default for option in GAME.tables.option}
    named = set(re.findall(r"`(\w+)", " ".join(clause.ruling or "" for clause in GAME.rules.clauses)))
    assert named <= set(options)
    for name, default in options.items():
        shown = str(default).lower() if isinstance(default, bool) else repr(default).replace("'", '"')
        assert f"`{name}` = {shown}" in rulings_page(), name
