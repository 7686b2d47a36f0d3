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


@pytest.mark.parametrize(
    ("hex", "told"),
    [
        ("0705", "can go 3 hexes further."),
        ("0512", "can make no ordinary move from here, only a Strategic Move."),
        ("1516", "can make no ordinary move from here."),
    ],
)
def test_who_takes_up_a_block_is_told_how_far_it_can_go_in_truth(hex: str, told: str) -> None:
    play = GAME.position(place={"red-fighter-1": hex}, active="red")
    play.answer("red", "unit", "red-fighter-1")
    ask = play.view("red")["ask"]
    assert ("move" in ask["answers"], "strategic" in ask["answers"]) == ("further" in told, hex != "1516")
    assert f"Fighter 1 {told}" in ask["prompt"]["text"]["en"]
