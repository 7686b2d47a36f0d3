"""What every game hands to the page beside its rules: names for the figures on counters, rules for verbs."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.ask import Kind
from grognard.core.registry import game_ids
from grognard.core.words import LANGUAGES

GAMES = game_ids()
PRINTED = ("avl", "lb", "vl")
"""Games whose counters print figures; blocks show theirs otherwise."""


@pytest.mark.parametrize("name", PRINTED)
def test_every_figure_on_a_counter_has_a_name_in_words(name: str) -> None:
    game = grognard.game(name)
    for scenario in game.scenarios:
        for piece in game.new(scenario, seed="x").view()["pieces"]:
            called = piece.get("value_names", [])
            assert len(called) == len(piece["values"]), piece["id"]
            for language in LANGUAGES:
                assert {f"word.{one}" for one in called} <= game.words.keys(language), piece["id"]


ASKED_BY_PLACE = {
    "avl": {"activate", "remove", "advance_to"},
    "lb": {"place", "place_at", "pick_up", "enter", "add", "remove", "retreat"},
    "victory": {"hit", "pay_at"},
    "vl": {"place", "place_at", "remove", "lose"},
}
"""Verbs that several clauses allow, each where it is asked: the question's own rule is theirs."""


@pytest.mark.parametrize("name", PRINTED)
def test_no_two_units_are_called_the_same_in_a_sentence(name: str) -> None:
    game = grognard.game(name)
    for language in LANGUAGES:
        assert len({game.unit_words(number, language) for number in range(len(game.units))}) == len(game.units)


def test_a_side_stands_before_a_label_only_where_both_sides_have_it() -> None:
    game = grognard.game("lb")
    said = {game.units[number].id: game.unit_words(number, "en") for number in range(len(game.units))}
    assert (said["ge-at-co#1"], said["su-at-bn#1"]) == ("German AT1", "Russian AT1")
    assert not said["su-rifle-rgt#1"].startswith("Russian")


def test_an_italian_unit_does_not_read_as_a_word_of_the_sentence() -> None:
    game = grognard.game("avl")
    number = game.unit_numbers["it-rav"]
    assert (game.unit_words(number, "en"), game.unit_words(number, "ja")) == ("Italian Rav", "It Rav")
    assert game.unit_label(number) == "It Rav"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_done_with_a_unit_or_in_a_hex_cites_its_rule(name: str) -> None:
    game = grognard.game(name)
    bare = {verb.name for verb in game.verbs if verb.kind in (Kind.UNIT, Kind.HEX, Kind.HEXSIDE) and not verb.rule}
    assert bare <= ASKED_BY_PLACE[name]
