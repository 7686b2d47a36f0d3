"""Tempers that are kept: each is another way to fight, of a seat that there is, within the bounds of its weights."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.core.game import SetupError
from grognard.lab.simulate import simulate
from grognard.players import bot
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.search import TEMPERS
from grognard.players.tempers import shaken

GAMES = ("avl", "lb", "victory", "vl")


@pytest.mark.parametrize("game", GAMES)
def test_kept_tempers_are_other_ways_to_fight_within_the_bounds(game: str) -> None:
    book: Any = doctrine(game, REGULAR)
    assert book.foresight.tempers
    for family, sides in book.foresight.tempers.items():
        assert sides.keys() == set(book.foresight.models[family]), family
        for side, found in sides.items():
            own = book.sheet.of(side, family)
            assert 8 <= len(found) <= TEMPERS
            for one in found:
                assert any(value != own[name] for name, value in one.items()), one
                book.changed(side, one)  # or it says what is out of bounds


def test_shaken_tempers_differ_as_widely_as_they_are_told_to() -> None:
    book: Any = doctrine("vl", REGULAR)
    (near,), (wide,) = (shaken(book.sheet, "german", Random(5), 1, wild=wild) for wild in (0.1, 1.5))
    own = book.sheet.of("german")

    def off(temper: Any) -> float:
        return max(float(abs(value / own[name] - 1)) for name, value in temper.items())

    assert off(near) < off(wide)
    (few,), (many,) = (shaken(book.sheet, "german", Random(5), 1, changed=share) for share in (0.1, 0.9))
    assert len(few) < len(many)


@pytest.mark.parametrize("game", ["vl", "lb"])
def test_who_strays_is_himself_again_after_it(game: str) -> None:
    """The same bot's games differ from Regular's by what it did in the windows in which it strayed."""
    seats = dict.fromkeys(doctrine_seats(game), REGULAR)
    strayed = dict.fromkeys(seats, "regular:strays=0.5")
    (plain,), (other,), (again,) = (simulate(game, one, 1, seed=3) for one in (seats, strayed, strayed))
    assert (other.points, other.answers) == (again.points, again.answers)
    assert (other.points, other.answers) != (plain.points, plain.answers)


def doctrine_seats(game: str) -> tuple[str, ...]:
    book: Any = doctrine(game, REGULAR)
    return tuple(book.sheet.sides)


@pytest.mark.parametrize("name", ["recruit:strays=0.5", "regular:strays=2", "regular:strays=0.5,pull=1"])
def test_regular_alone_strays_and_with_his_own_weights(name: str) -> None:
    with pytest.raises(SetupError, match="alone strays"):
        bot(name)
