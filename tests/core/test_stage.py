"""The stage: what kind of happening each event of a game is, as its data tell."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.data import DataError
from grognard.core.registry import game
from grognard.core.stage import FILE, faults, load

GAMES = ("avl", "vl", "lb", "victory")


@pytest.mark.parametrize("game_id", GAMES)
def test_every_event_of_a_game_has_a_kind_and_no_other_has(game_id: str) -> None:
    assert faults(grognard.game(game_id)) == []


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_turns_fights_moves_and_losses(game_id: str) -> None:
    assert {"turn", "fight", "move", "loss", "retreat"} <= set(game(game_id).stage.values())


def test_a_kind_that_does_not_exist_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('[stage]\nmoved = "dance"\n')
    with pytest.raises(DataError, match=r"stage\.toml.*moved"):
        load(tmp_path)


def test_an_owner_s_file_comes_first_and_no_file_tells_nothing(tmp_path: Path) -> None:
    assert load(tmp_path) == {}
    (tmp_path / FILE).write_text('[stage]\nmoved = "move"\n')
    assert load(tmp_path, grognard.game("avl").folder / "data") == {"event.moved": "move"}


def test_what_the_file_and_the_catalogue_do_not_share_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('[stage]\nmoved = "move"\nwon = "note"\n')
    lacking = grognard.game("avl").with_data(tmp_path)
    assert 'stage.toml: there is no event "event.won"' in faults(lacking)
    assert 'stage.toml: "event.combat" has no kind' in faults(lacking)
