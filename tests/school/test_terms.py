"""Every term of art that a player reads is in the glossary of its game, in both languages.

A term of art is what the glossary of all wargames, or that of any game here, calls one; and every abbreviation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import grognard
from grognard.core.conformance.words import own
from grognard.core.data import Table
from grognard.core.game import Game
from grognard.core.words import LANGUAGES
from grognard.school import brief_file, coaching, glossary
from grognard.school.lesson import Text, lessons

GAMES = ("avl", "lb", "victory", "vl")
SAID = ("prompt.", "headline.", "why.", "event.")
ABBREVIATION = re.compile(r"(?<![\w/-])[A-Z][A-Z0-9]{1,4}s?(?![\w/-])")
CODE = re.compile(r"R\d")
"""A result of a combat; the chart explains it."""
HOLES = re.compile(r"\{[^}]*\}")
EVERYDAY = {
    "en": "activate armour assault battle blocks city controls garrison hit hits impassable level motorised range "
    "reduced round step strike tactical town towns anti-tank anti-tank^guns hexside Attacker attackers",
    "ja": "守備隊 宣言 目標 移動力 町 都市 手番 支配 機械化 自動車化 対戦車 対戦車砲 機械化ユニット "
    "ヘクスサイド ステップ 攻撃側 戦術的 行軍 戦線 範囲",
}
"""Terms of one game that another only uses as everybody does, or as a name of its ground and its units."""


def texts(part: Any, language: str) -> Iterator[str]:
    """Whatever stands in a file in both languages."""
    if isinstance(part, Text) or (isinstance(part, Table) and isinstance(getattr(part, language, None), str)):
        yield getattr(part, language)
    elif isinstance(part, Table):
        for name in type(part).model_fields:
            yield from texts(getattr(part, name), language)
    elif isinstance(part, dict | tuple | list):
        for one in part.values() if isinstance(part, dict) else part:
            yield from texts(one, language)


@cache
def read_by_players(game: Game, language: str) -> str:
    """What a game says at the table and in its lessons, briefings and remarks."""
    words = own(game)
    said = [words.template(key, language) for key in words.keys(language) if key.startswith(SAID)]
    files = (lessons(game), brief_file.load(game), coaching.remarks(game))
    return "\n".join(HOLES.sub("", text) for text in [*said, *texts(files, language)])


def alone(name: str) -> re.Pattern[str]:
    """A name as the page finds it in a text (web/src/school/book/terms.ts)."""
    kinds = (r"[A-Za-z0-9 .-]+", "[A-Za-z0-9-]"), (r"[ァ-ヶー]+", "[ァ-ヶー]"), (r"[一-龠]{1,2}", "[一-龠]")
    about = next((letters for whole, letters in kinds if re.fullmatch(whole, name)), "(?!)")
    short = re.fullmatch(r"[A-Z][A-Za-z0-9]{0,3}", name) and re.search(r"[A-Z]{2}|\d", name)
    return re.compile(f"(?<!{about}){re.escape(name)}(?!{about})", 0 if short else re.IGNORECASE)


def without(text: str, names: Iterator[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = alone(name).sub("·", text)
    return text


def unexplained(game: Game, language: str) -> list[str]:
    """Terms of art in what players read that the game's glossary has not."""
    everyday = {word.replace("^", " ").lower() for word in EVERYDAY[language].split()}
    art = [*glossary.shared().values(), *(term for name in GAMES for term in glossary.terms(grognard.game(name)))]
    mine = {name for term in glossary.terms(game) for name in term.names(language)}
    left = without(read_by_players(game, language), iter(mine))
    names = {name for term in art for name in term.names(language) if name.lower() not in everyday}
    found = {name for name in names if alone(name).search(left)}
    return sorted(found | {one for one in ABBREVIATION.findall(left) if not CODE.fullmatch(one)})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_term_of_art_that_a_player_reads_is_in_the_glossary(name: str, language: str) -> None:
    assert unexplained(grognard.game(name), language) == []


def test_a_term_that_is_left_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.game("avl")
    kept = tuple(term for term in glossary.terms(game) if term.id not in ("zoc", "headquarters"))
    terms = glossary.terms
    monkeypatch.setattr(glossary, "terms", lambda of: kept if of is game else terms(of))
    assert {"ZOC", "HQ"} <= set(unexplained(game, "en"))
    assert {"ZOC", "司令部"} <= set(unexplained(game, "ja"))
