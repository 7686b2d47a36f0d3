"""A letter about somebody's games, in both languages, and the headers by which a program of mails can stop them."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.registry import game
from grognard.table.news.waiting import Item

MOST = 20
"""Games that one letter names; of more it says how many."""


def subject(items: Sequence[Item]) -> str:
    moves = sum(item.kind == "move" for item in items)
    return f"Grognard: your move ({moves})" if moves else f"Grognard: {len(items)} ended"


def text(name: str, items: Sequence[Item], place: str, stop: str) -> str:
    """Nothing stands here that his own list of tables would not tell him."""
    off = f"{place}/#/account/letters/{stop}"
    english = [f"{name},", ""]
    japanese = [f"{name}さん", ""]
    for kind, head, head_ja in (
        ("move", "it is your move:", "あなたの手番です。"),
        ("over", "these games have ended:", "終了したゲームです。"),
    ):
        some = [item for item in items if item.kind == kind]
        if some:
            english += [head, *(_line(item, "en", place) for item in some[:MOST]), *_more(some, "and {} more"), ""]
            japanese += [head_ja, *(_line(item, "ja", place) for item in some[:MOST]), *_more(some, "ほか{}件"), ""]
    return "\n".join(
        [*english, f"No more of these letters: {off}", "", "", *japanese, f"このお知らせを止める：{off}", ""]
    )


def headers(place: str, stop: str) -> dict[str, str]:
    """One click in the reader's program of mails, without opening anything (RFC 8058)."""
    return {
        "List-Unsubscribe": f"<{place}/api/account/news/stop/{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }


def named(item: Item, language: str) -> str:
    """A table as its player knows it: game, scenario, turn, and with whom."""
    found = game(item.game)
    scenario = found.scenarios.get(item.scenario)
    names = [found.names[language], *([scenario.names[language]] if scenario else [])]
    if item.title:
        names.insert(0, item.title)
    if item.turn is not None:
        names.append(f"turn {item.turn}" if language == "en" else f"第{item.turn}ターン")
    others = [one for one in item.others if one]
    if others:
        names.append(f"with {', '.join(others)}" if language == "en" else f"相手：{'、'.join(others)}")
    return (", " if language == "en" else "、").join(names)


def _line(item: Item, language: str, place: str) -> str:
    return f"- {named(item, language)}\n  {place}/#/table/{item.table}/{item.seat}"


def _more(items: Sequence[Item], words: str) -> list[str]:
    return [words.format(len(items) - MOST)] if len(items) > MOST else []
