"""What a notice says, in the language of the browser that shows it: what a letter would, and nothing more."""

from __future__ import annotations

import json
from collections.abc import Sequence

from grognard.table.news.letter import named
from grognard.table.news.waiting import Item

MOST = 4
"""Games that are named; of more it says how many."""
LONGEST = 120
"""Letters of a line."""
TITLES = {
    ("move", "en"): ("It is your move", "It is your move in {} games"),
    ("move", "ja"): ("あなたの手番です", "{}つのゲームであなたの手番です"),
    ("over", "en"): ("A game has ended", "{} games have ended"),
    ("over", "ja"): ("ゲームが終了しました", "{}つのゲームが終了しました"),
}
MORE = {"en": "and {} more", "ja": "ほか{}件"}
LOBBY = "#/"


def sealed(items: Sequence[Item], language: str) -> bytes:
    """As the page's service worker reads it: title, text, where a click leads, and what it takes the place of."""
    first = sorted(items, key=lambda item: item.kind != "move")
    kind = first[0].kind
    count = sum(item.kind == kind for item in items)
    one, several = TITLES[kind, language]
    lines = [named(item, language)[:LONGEST] for item in first[:MOST]]
    if len(first) > MOST:
        lines.append(MORE[language].format(len(first) - MOST))
    told = {
        "title": one if count == 1 else several.format(count),
        "text": "\n".join(lines),
        "to": f"#/table/{first[0].table}/{first[0].seat}" if len(first) == 1 else LOBBY,
        "tag": first[0].table if len(first) == 1 else "",
        "language": language,
    }
    return json.dumps(told, ensure_ascii=False).encode()
