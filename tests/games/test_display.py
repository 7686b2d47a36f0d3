"""What every game hands to the page beside its rules: names for the figures on counters, rules for verbs."""

from __future__ import annotations

import pytest

import grognard
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


@pytest.mark.parametrize("name", GAMES)
def test_the_rule_that_a_verb_names_is_in_the_index(name: str) -> None:
    game = grognard.game(name)
    assert {verb.rule for verb in game.verbs if verb.rule} <= game.rules.ids
