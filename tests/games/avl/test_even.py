"""Option `even_figures` of A Victory Lost: figures of ours, changed for balance; nothing that print gives."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.data import DataError
from grognard.games.avl.even import FILE
from grognard.games.avl.game import AvlGame
from grognard.games.avl.schema import Unit
from grognard.testing import rule
from tests.games.avl._help import avl, offered, position, refused, where

EVEN = {"even_figures": True}
AXIS_POOL = ["4PzA", "Hollidt", "It8A", "H2A", "R3A"]
SAME = ("id", "label", "name", "nation", "side", "type", "size", "mechanized", "arrives", "enters", "group", "basis")


def laid_out() -> AvlGame:
    game = avl().new(seed=1, options=EVEN).game
    assert isinstance(game, AvlGame)
    return game


def rows(options: dict[str, bool]) -> list[Unit]:
    play = avl().new(seed=1, options=options)
    return [row for row in play.game.units if isinstance(row, Unit)]


@rule("avl", "2.2.2b")
def test_without_the_option_nothing_is_changed() -> None:
    assert avl().new(seed=1).game is avl()
    assert avl().new(seed=1, options={"even_figures": False}).game is avl()


@rule("avl", "2.2.2b")
def test_soviets_are_slower_with_it_and_nobody_else() -> None:
    for old, new in zip(rows({}), rows(EVEN), strict=True):
        assert all(getattr(old, key) == getattr(new, key) for key in SAME)
        slower = {"rifle": 4, "tank": 7, "mechanized": 7} if old.side == "soviet" else {}
        assert new.move == slower.get(old.type, old.move), old.id


PRINTED = ("de-335", "de-8lw", "de-15lw", "de-3mt")
"""Germans on foot that stay as they are: of the first two print gives the strength."""


@rule("avl", "2.2.2b")
def test_the_axis_is_stronger_with_it_where_print_says_nothing() -> None:
    for old, new in zip(rows({}), rows(EVEN), strict=True):
        axis = old.side == "axis" and old.id not in PRINTED and old.type != "luftwaffe"
        more = (2 if old.type == "security" else 1) if axis and not old.mechanized else 0
        tracked = axis and old.mechanized and old.nation == "german"
        assert new.attack == tuple(value + more for value in old.attack), old.id
        assert new.defense == tuple(value + more + 2 * tracked for value in old.defense), old.id


def test_our_own_changes_make_sense() -> None:
    assert avl().check(laid_out().files) == []


@rule("avl", "2.3.2")
def test_german_headquarters_reach_six_hexes_with_it() -> None:
    plain, even = ({row.id: row.command_range for row in game.files.hqs} for game in (avl(), laid_out()))
    assert {id for id in plain if plain[id] != even[id]} == {"hq-hollidt", "hq-f-pico", "hq-kempf"}
    assert {even[row.id] for row in avl().files.hqs if row.nation == "german"} == {6}


@rule("avl", "7.1.2b")
def test_the_axis_has_more_chits_from_the_second_turn_on_with_it() -> None:
    assert laid_out().campaign.chits.axis.per_turn == (3, 5, 6, 6, 6, 6, 6, 6, 6)
    assert laid_out().files.tables.turn_track.axis_chits == laid_out().campaign.chits.axis.per_turn
    play = position(step="select_chits", turn=2, place={}, chits={"inactive": [*AXIS_POOL, "Kempf"]}, options=EVEN)
    for chit in AXIS_POOL:
        play.answer("axis", "select_chit", chit)
    refused(play, "axis", "select_chit", "Kempf", rule="7.1.2b")  # a sixth


@rule("avl", "2.2.2b")
def test_a_rifle_division_marches_four_hexes_with_it_and_five_without() -> None:
    grid = avl().ground.grid
    for options, far in ((EVEN, 4), ({}, 5)):
        play = position(step="move", place={"su-107": "5706"}, options=options)
        play.answer("soviet", "unit", "su-107")
        hexes = [grid.index(str(hex)) for hex in offered(play, "soviet", "move")]
        assert max(grid.distance(grid.index("5706"), hex) for hex in hexes) == far


@rule("avl", "2.2.2b")
def test_rostov_and_stalino_are_held_from_the_start_with_it() -> None:
    play, plain = avl().new(seed=1, options=EVEN), avl().new(seed=1)
    names = {place.name: avl().ground.grid.name(place.hex) for place in avl().map.places}
    assert (where(play, "de-403"), where(play, "de-213")) == (names["Rostov"], names["Stalino"])
    assert where(plain, "de-403") != names["Rostov"] and where(plain, "de-213") != names["Stalino"]


def test_a_saved_game_goes_on_with_its_own_figures(tmp_path: Path) -> None:
    play = avl().new(seed=1, options=EVEN)
    play.answer("soviet", "historical")
    play.save(tmp_path / "game.json")
    again = grognard.load(tmp_path / "game.json")
    assert again.game is play.game is not avl() and again.state == play.state


def test_an_owner_lays_his_own_changes_over_ours(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('[[unit]]\nwhere = { id = "su-107" }\nmove = 3\n', encoding="utf-8")
    own = avl().with_data(tmp_path)
    moved = {row.id: row.move for row in own.new(seed=1, options=EVEN).game.units}
    assert moved["su-107"] == 3 and moved["su-38g"] == 5


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ('where = { id = "de-403" }\nsetup = "9999"', "9999"),
        ('where = { id = "de-403" }\ncombat = -9', "de-403"),
        ('where = { id = "de-335" }\nsetup = "2129"', "de-335"),
        ('where = { sied = "axis" }\ncombat = 1', "sied"),
        ('where = { id = "su-999" }\nmove = 4', "su-999"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused_before_anything_starts(
    change: str, fault: str, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_text(f"[[unit]]\n{change}\n", encoding="utf-8")
    with pytest.raises(DataError, match=fault):
        avl().with_data(tmp_path)
