"""The rulings page and the rules index of Lost Battles tell the same."""

from __future__ import annotations

import re

from grognard.core.rules import checkout
from grognard.games.lb import GAME


def test_the_rulings_page_says_what_the_index_says() -> None:
    root = checkout(GAME.folder / "data")
    assert root is not None
    page = (root / "docs/rulings.md").read_text(encoding="utf-8")
    part = page.partition(f"## {GAME.names['en']}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([a-z]\S*) \| [^|]* \| ([^|]*) \|", part, flags=re.MULTILINE)
    rulings = {clause.id: clause.ruling for clause in GAME.rules.clauses if clause.ruling is not None}
    assert {name: text for name, text in rows if name != "clause"} == rulings
