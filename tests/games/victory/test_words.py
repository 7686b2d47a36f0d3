"""The catalogues of Victory: words for what only it has."""

from __future__ import annotations

import pytest

from grognard.core.conformance.words import catalogue
from grognard.core.words import LANGUAGES
from grognard.games.victory import GAME

OWN = catalogue(GAME.folder / "locale")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_terrain_on_any_map_and_every_settlement_has_a_word(language: str) -> None:
    words = {*GAME.tables.terrain, "sea", "lake", "city", "town"}
    assert {f"word.{word}" for word in words} <= OWN.keys(language)
