"""The catalogues of Victory: words for what only it has."""

from __future__ import annotations

import pytest

from grognard.core.conformance.words import catalogue
from grognard.core.play import Play
from grognard.core.words import LANGUAGES
from grognard.games.victory import GAME
from tests.games.victory._help import act, after_supply, pos

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


def told(play: Play, viewer: str) -> list[str]:
    return [line["text"]["en"] for line in play.view(viewer)["log"]]


def test_every_loss_says_what_it_comes_of_also_of_a_block_that_nobody_knows() -> None:
    play = after_supply({"red-infantry-3": "1503 at 3", "red-infantry-4": "1503 at 1"})
    assert any("Infantry 3 is reduced to 2 (out of supply)" in line for line in told(play, "red"))
    assert any("Infantry 4 is eliminated (out of supply)" in line for line in told(play, "red"))
    assert any(line.endswith("in 1503 is eliminated (out of supply)") for line in told(play, "blue"))


def test_a_bomb_that_fell_is_used_up_and_not_its_own_victim() -> None:
    place = {"blue-infantry-1": "0504 at 2", "red-atom-bomb-1": "0504 flown 5"}
    play = pos(place, step="combat", battles={"0504": "red"}, dice=[1, *[6] * 99], options={"stretch_units": True})
    act(play, "bomb")
    assert "Red Atom Bomb is eliminated in 0504 (used up)" in told(play, "blue")
    assert "Blue Infantry is reduced to 1 (Atom Bomb)" in told(play, "blue")


def test_who_has_no_beachhead_to_turn_up_is_told_so_and_asked_all_the_same() -> None:
    play = pos({"red-infantry-1": "0605"}, step="supply")
    ask = play.view("red")["ask"]
    assert list(ask["answers"]) == ["done"]
    assert "none of your units can be turned up" in ask["prompt"]["text"]["en"]
    play = pos({"red-marine-1": "0605"}, step="supply")
    assert "choose a Marine" in play.view("red")["ask"]["prompt"]["text"]["en"]
