"""Maps: the four drawn ones, every joining of two, and the seeded generator (data/PROVENANCE.md)."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from grognard.core.ask import random_answer
from grognard.games.victory import GAME
from grognard.games.victory.mapmaking.layout import joined, parse
from grognard.hex.grid import bits
from grognard.testing import rule
from tests.games.victory._maps import MAPS, layout_faults, layouts, naming_faults, random_map_faults


def test_the_data_folder_is_sound() -> None:
    assert GAME.check(GAME.files) == []


@rule("victory", "1.1", "3.0c")
@pytest.mark.parametrize("turned", ["", ":180"])
def test_every_joining_of_two_maps_is_legal(turned: str) -> None:
    for one, other in permutations(MAPS, 2):
        for between in (",", "/"):
            land = joined(f"{one}{between}{other}{turned}", GAME.files.maps, 1, False)
            assert len([place for place in land.places if place.kind == "city"]) == 12


def test_three_and_four_maps_join() -> None:
    assert joined("north/east/south", GAME.files.maps, 1, False).grid.rows == 31
    assert joined("north,east:180/west,south", GAME.files.maps, 1, False).grid.cols == 33
    assert parse("random/north", MAPS)[0][0].name == "random"


@rule("victory", "1.1", "1.2a")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_maps_join_whichever_way_they_are_laid_out(count: int) -> None:
    """A sample; `make fuzz` tries all."""
    for spec in Random(count).sample(list(layouts(count)), 12):
        assert layout_faults(spec) == []


@pytest.mark.parametrize("seed", range(2))
def test_a_random_map_keeps_the_constraints_of_a_drawn_one(seed: int) -> None:
    """The first two; tests/fuzz tries thirty, these among them."""
    assert random_map_faults(seed) == []


@pytest.mark.parametrize("seed", range(2))
def test_no_two_places_of_a_layout_with_random_maps_have_one_name(seed: int) -> None:
    """Likewise."""
    assert naming_faults(seed) == []


def test_a_game_on_random_maps_is_played_to_its_end() -> None:
    state = GAME.fast_state(5, "quick-start", {"random_map": True, "map_seed": 5})
    rng = Random(5)
    for _ in range(20_000):
        if state.over:
            break
        player = rng.choice(state.deciders)
        state.apply(player, random_answer(state.ask(player), rng))
    assert state.over
    assert len(bits(state.game.map.playable)) > 300
    assert "Random 5" in state.game.map.name
