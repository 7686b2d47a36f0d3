"""Whom or which hex a reason names, in plain positions."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

import grognard
from grognard.games.avl import GAME as AVL
from grognard.games.vl import GAME as VL
from grognard.players.opinion import Named, adviser
from grognard.players.reasons import Reason
from grognard.school.naming import filled

AWAY = {"hq-1gda": "4011", "hq-it8a": "3612"}


def test_those_who_can_strike_back_come_by_how_near_and_how_strong_they_are() -> None:
    place = {"su-24tk": "4012", "it-rav": "4114", "de-298": "4214", "de-27pz": "4116", "de-6pz": "3031", **AWAY}
    play = AVL.position(turn=1, step="move", place=place, activated=["su-24tk"])
    book = adviser("avl")
    assert book is not None
    play.answer("soviet", "unit", "su-24tk")
    player = play.state.deciders[0]
    marches = [one for one in book.opinions(play.state, player) if one.stand and one.ways]
    by_hex = {one.target: book.named(play.state, player, one, "caution", False) for one in marches}
    for target, found in by_hex.items():
        assert target is not None and found is not None
        distances = [AVL.ground.grid.distance(target, play.state.hex_of[unit]) for unit in found.units]
        assert distances == sorted(distances)
        assert AVL.unit_numbers["de-6pz"] not in found.units, "too far away"
    assert any(found and found.units for found in by_hex.values())


def test_what_is_left_open_beside_the_city_is_named() -> None:
    place = {"fd-357": "1109", "gfd-9": "1211", "tr-27": "1310", "fb-31": "1010", "gfd-46": "1111", "mb-18-2m": "1209"}
    play = VL.position(turn=3, step="move", active="soviet", place=place)
    book, unit = adviser("vl"), "fd-357"
    assert book is not None
    play.answer("soviet", "unit", unit)
    leaving = [one for one in book.opinions(play.state, 0) if one.stand and one.ways]
    assert leaving
    named = book.named(play.state, 0, leaving[0], "ring_hex", False)
    assert named == Named(hex=VL.ground.grid.index(place[unit]))
    crowded = VL.position(turn=3, step="move", active="soviet", place={**place, "tr-36": place[unit]})
    crowded.answer("soviet", "unit", unit)
    leaving = [one for one in book.opinions(crowded.state, 0) if one.stand and one.ways]
    assert book.named(crowded.state, 0, leaving[0], "ring_hex", False) is None, "somebody stays there"


WORDS = {
    "en": "{units}{others:| and one more| and # more} come to {hex}",
    "ja": "{units}{others:|ほか1個|ほか#個}が{hex}へ",
}


@pytest.mark.parametrize(
    ("count", "english", "japanese"),
    [
        (1, "27Pz come to 3913 Boguchar", "27Pzが3913 ボグチャルへ"),
        (2, "27Pz and 298 come to 3913 Boguchar", "27Pz、298が3913 ボグチャルへ"),
        (3, "27Pz, 298 and 6Pz come to 3913 Boguchar", "27Pz、298、6Pzが3913 ボグチャルへ"),
        (5, "27Pz, 298 and 3 more come to 3913 Boguchar", "27Pz、298ほか3個が3913 ボグチャルへ"),
    ],
)
def test_two_or_three_are_told_by_name_and_of_more_how_many(count: int, english: str, japanese: str) -> None:
    numbers = [AVL.unit_numbers[one] for one in ("de-27pz", "de-298", "de-6pz", "de-11pz", "de-306")]
    about = Named(tuple(numbers[:count]), AVL.map.grid.index("3913"))
    assert filled(AVL, WORDS, about) == {"en": english, "ja": japanese}


def test_words_that_name_more_than_is_known_are_not_used() -> None:
    assert filled(AVL, WORDS, Named((AVL.unit_numbers["de-298"],))) is None
    assert filled(AVL, WORDS, Named((), AVL.map.grid.index("3913"))) is None


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ({"for": "is near", "for_ja": "近い", "for_named": "is near {hex}"}, "lacks its words in Japanese"),
        (
            {"for": "is near", "for_ja": "近い", "against_named": "x {hex}", "against_named_ja": "{hex}"},
            "where nothing",
        ),
        ({"for": "is near", "for_ja": "近い", "for_called": "x"}, "for_called"),
    ],
)
def test_a_reason_with_names_has_words_without_them_too(row: dict[str, str], fault: str) -> None:
    with pytest.raises(ValidationError, match=fault):
        Reason.model_validate(row)


@pytest.mark.parametrize("game_id", ["avl", "lb", "victory", "vl"])
def test_named_reasons_name_something(game_id: str) -> None:
    book = adviser(game_id)
    assert book is not None and grognard.game(game_id)
    named = [words for one in book.reasons.values() for words in (one.for_named, one.against_named) if words]
    assert named
    for words in named:
        assert all("{units}" in text or "{hex}" in text for text in words.values())
