"""Markers that only one game has: their shapes come from its data, and every kind that lies on a map has one."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.data import DataError
from grognard.core.markers import FILE, document, load

OF_ALL = {"control", "attacked"}
"""Drawn for every game alike."""


def test_a_game_s_own_markers_have_shapes_and_words() -> None:
    for game_id, kinds in {
        "victory": {"blockade", "storm", "airfield", "mulberry", "ruined_bridge", "ruined_canal"},
        "lb": {"fort"},
    }.items():
        game = grognard.game(game_id)
        assert set(document(game.markers)) == kinds
        for language in ("en", "ja"):
            assert {f"word.{kind}" for kind in kinds} <= set(game.words.keys(language))


def test_the_markers_of_a_position_are_drawn() -> None:
    play = grognard.game("lb").new(seed="1")
    for _ in range(3):
        player = play.deciders[0]
        answers = play.view(player)["ask"]["answers"]
        verb = next((one for one in ("deploy_rest", "done") if one in answers), next(iter(answers)))
        play.answer(player, verb, answers[verb][0])
    shown = {one["kind"] for one in play.view(None)["markers"] if "side" not in one}
    assert shown <= OF_ALL | set(document(play.game.markers))


def test_a_colour_that_is_none_is_refused(tmp_path: Path) -> None:
    assert load(tmp_path) == ()
    (tmp_path / FILE).write_text('[[marker]]\nkind = "fort"\npart = [{ path = "M0 0", line = "red" }]\n')
    with pytest.raises(DataError, match=r"markers\.toml"):
        load(tmp_path)
