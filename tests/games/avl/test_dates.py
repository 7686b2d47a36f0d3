"""The days a turn stands for, in the language of whoever reads them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.console import Console

from grognard.cli.terminal.screen import Screen
from grognard.core.svg import picture
from grognard.games.avl import GAME

FIRST = {"en": "17-26 Dec 1942", "ja": "1942年12月17-26日"}


def test_every_turn_has_its_days_in_both_languages() -> None:
    assert len(GAME.dates) == GAME.turns
    for date in GAME.dates:
        assert re.search("Dec|Jan|Feb|Mar", date["en"]) and not re.search("[A-Za-z]", date["ja"])
        english, japanese = (re.findall(r"\d+", date[language]) for language in ("en", "ja"))
        days = [number for number in english if len(number) < 3]
        assert [number for number in japanese if number in days], "the same days"
        assert ("194" in date["en"]) == ("194" in date["ja"])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_table_the_terminal_and_the_picture_show_them(language: str) -> None:
    play = GAME.new(seed=1)
    view = play.view("soviet")
    assert view["tracks"][0]["label"] == FIRST
    assert FIRST[language] in picture(GAME, view, language=language)
    header = Screen(Console(), play, language).header(view, "soviet")
    assert FIRST[language] in header[0].plain


def test_an_owner_s_table_without_japanese_dates_shows_his_own(tmp_path: Path) -> None:
    text = (GAME.folder / "data" / "tables.toml").read_text(encoding="utf-8")
    (tmp_path / "tables.toml").write_text(re.sub(r"dates_ja = .*\n", "", text), encoding="utf-8")
    assert GAME.with_data(tmp_path).dates[0] == {"en": FIRST["en"], "ja": FIRST["en"]}
