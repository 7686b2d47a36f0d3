"""Every term of art that a player of our games reads is in the glossary of his game, in both languages.

A term of art is here what the glossary of all wargames, or that of any game of ours, calls one; and every abbreviation.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.words import LANGUAGES
from grognard.games.vl.game import GAME as VL
from grognard.school import check, glossary, terms
from grognard.school.terms import unexplained, unread

GAMES = ("avl", "lb", "victory", "vl")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_term_of_art_that_a_player_reads_is_in_the_glossary(name: str, language: str) -> None:
    ours = [term for one in GAMES for term in glossary.terms(grognard.game(one))]
    assert unexplained(grognard.game(name), language, ours) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_called_plain_that_need_not_be(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.game(name)
    ours = [term for one in GAMES for term in glossary.terms(grognard.game(one))]
    listed = {word.lower() for word in glossary.plain(game, language)}
    monkeypatch.setattr(glossary, "plain", lambda game, language: ())
    assert listed == {word.lower() for word in unexplained(game, language, ours)}


def test_a_term_that_is_left_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.game("avl")
    kept = tuple(term for term in glossary.terms(game) if term.id not in ("zoc", "headquarters"))
    of_others = glossary.terms
    monkeypatch.setattr(glossary, "terms", lambda of: kept if of is game else of_others(of))
    assert {"ZOC", "HQ"} <= set(unexplained(game, "en"))
    assert {"ZOC", "司令部"} <= set(unexplained(game, "ja"))


def test_an_author_is_told_by_check(tmp_path: Path) -> None:
    text = (VL.folder / "data" / glossary.FILE).read_text(encoding="utf-8")
    assert 'zoc = "4.1"\n' in text
    (tmp_path / glossary.FILE).write_text(text.replace('zoc = "4.1"\n', ""), encoding="utf-8")
    assert 'glossary: players read "ZOC" (en), which it does not explain' in check.faults(VL.with_data(tmp_path))


@pytest.mark.parametrize("name", GAMES)
def test_a_thing_has_one_japanese_name_in_glossary_rules_and_prompts(name: str) -> None:
    assert unread(grognard.game(name), "ja") == []


def test_an_author_is_told_of_a_headword_that_nobody_reads(tmp_path: Path) -> None:
    text = (VL.folder / "data" / glossary.FILE).read_text(encoding="utf-8")
    assert 'ja = "無補給"' in text
    (tmp_path / glossary.FILE).write_text(text.replace('ja = "無補給"', 'ja = "補給欠乏"'), encoding="utf-8")
    said = 'glossary: it explains "補給欠乏" (ja), a word that neither rules nor prompts use'
    assert said in check.faults(VL.with_data(tmp_path))


def test_a_game_without_a_glossary_is_not_asked_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glossary, "terms", lambda game: ())
    assert [*terms.faults(VL)] == []
