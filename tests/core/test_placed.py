"""Units in hexes and in places that are no hex: who stands where follows from `put` alone."""

from __future__ import annotations

from random import Random

import pytest

from grognard.core.copying import copied
from grognard.core.dice import FastDice
from grognard.core.placed import PlacedState
from tests.core.toy import GAME

GONE, IN_HAND, LAST_PLACE = 0, 1, 1
HEXES = (4, 5, 9)


@copied
class Standing(PlacedState):
    """Four units, two to a side, and the hexes of each side."""

    __slots__ = ("sides",)
    FIELDS = (*PlacedState.FIELDS, "hex_of")
    last_place = LAST_PLACE
    sides: list[int]

    def __init__(self) -> None:
        super().__init__(GAME, {}, FastDice(1))
        self.hex_of = [GONE] * 4
        self.rebuild()

    def rebuild(self) -> None:
        self.sides = [0, 0]
        super().rebuild()

    def mark(self, unit: int, hex: int) -> None:
        mine = self.at.get(hex, 0) & (0b11 << unit // 2 * 2)
        self.sides[unit // 2] = self.sides[unit // 2] | 1 << hex if mine else self.sides[unit // 2] & ~(1 << hex)


def test_units_that_share_a_hex_leave_it_one_by_one() -> None:
    state = Standing()
    state.put(0, 4)
    state.put(1, 4)
    assert state.at == {4: 0b11} and state.sides == [1 << 4, 0]
    state.put(0, 5)
    assert state.at == {4: 0b10, 5: 0b01} and state.sides == [1 << 4 | 1 << 5, 0]
    state.put(1, IN_HAND)
    assert state.at == {5: 0b01} and state.sides == [1 << 5, 0]
    assert state.hex_of == [5, IN_HAND, GONE, GONE]
    assert [state.on_map(unit) for unit in range(4)] == [True, False, False, False]


@pytest.mark.parametrize("seed", range(5))
def test_what_is_kept_move_by_move_is_what_would_be_derived_anew(seed: int) -> None:
    rng, state = Random(seed), Standing()
    for _ in range(60):
        state.put(rng.randrange(4), rng.choice((GONE, IN_HAND, *HEXES)))
        assert state.disagreements() == []
        assert all(state.on_map(unit) == (place > LAST_PLACE) for unit, place in enumerate(state.hex_of))


def test_boards_that_disagree_are_named() -> None:
    state = Standing()
    state.put(2, 9)
    state.sides[0] = 1 << 4
    assert state.disagreements() == ["sides disagrees with hex_of"]
    state.hex_of[2] = 5
    assert set(state.disagreements()) == {"sides disagrees with hex_of", "at disagrees with hex_of"}
