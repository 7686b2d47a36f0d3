"""What Regular knows of the ring as printed at Velikiye Luki, and of the edge that Soviet armour would leave by."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.ask import code
from grognard.core.play import Play
from grognard.games.vl import GAME, verbs
from grognard.games.vl.counters import GERMAN
from grognard.games.vl.movement import MoveUnit, MoveUnits
from grognard.games.vl.state import EXITED, VlState
from grognard.games.vl.zoc import beside_city, encircled, zoc
from grognard.hex.grid import mask
from grognard.players.doctrine import doctrine
from grognard.players.vl.regular import REGULAR_SHEET, VlRegular
from grognard.players.vl.value import covering, weakest_spot
from tests.players.test_vl import BY_PRESENCE, RING, move_all, next_answer, position, state_of, where

WATCH = {
    "fd-28": "1508",
    "tb-184": "0506",
    "mb-18-2m": "0507",
    "s-343": "0203",
    "s-591": "0209",
    "klatt": "0206",
    "meyer": "0205",
}
"""Two brigades on their way to the edge, two light units near it, two strong ones."""


def on(state: VlState, *hexes: str) -> int:
    return mask(state.game.ground.grid.index(hex) for hex in hexes)


# ---- the watch


def open_gates(play: Play) -> int:
    state = state_of(play)
    return (GAME.ground.west_edge & ~zoc(state, GERMAN)).bit_count()


def watching(*away: str, turn: int = 6, left: bool = True) -> Play:
    """That position in a German Movement Phase, after another brigade has left or before."""
    play = position(
        {unit: hex for unit, hex in WATCH.items() if unit not in away}, turn=turn, step="move", active="german"
    )
    if left:
        gone = GAME.counters.numbers["tb-92"]
        state_of(play).put(gone, EXITED)
        state_of(play).scored |= 1 << gone
    return play


def test_light_units_bar_the_edge_to_brigades_once_one_has_left() -> None:
    recruit, regular = watching(), watching()
    move_all(recruit)
    move_all(regular, "regular")
    assert open_gates(regular) < open_gates(recruit)
    assert all(str(where(regular, unit)).startswith(("01", "02")) for unit in ("s-343", "s-591"))


@pytest.mark.parametrize(
    "play",
    [watching("tb-184", "mb-18-2m"), watching(left=False), watching(turn=11)],
    ids=["no brigade is left", "none has gone", "it is over"],
)
def test_nobody_watches_where_there_is_nothing_to_bar(play: Play) -> None:
    book: Any = doctrine("vl", "regular")
    assert not book.watch(state_of(play))


def test_who_is_on_watch_says_so() -> None:
    state = state_of(watching())
    book: Any = doctrine("vl", "regular")
    watch = book.watch(state)
    assert watch
    assert any(one.note == "watch" and one.units[0] in watch for one in book.opinions(state, GERMAN))


def test_a_hint_for_the_watch_says_why_to_stay_where_to_go_and_sends_nobody_else_away() -> None:
    book: Any = doctrine("vl", "regular")
    play, stayed, went = watching(), 0, 0
    while isinstance(state_of(play).stack[-1], MoveUnits | MoveUnit):
        state = state_of(play)
        choice, watch = book.choose(state, GERMAN), book.watch(state)
        first, *others = book.opinions(state, GERMAN)
        step = state.stack[-1]
        if first.note == "watch":
            unit = first.units[0]
            assert first.answers[0] == choice and first.target == watch[unit]
            assert first.ways == (() if watch[unit] == state.hex_of[unit] else ((state.hex_of[unit], watch[unit]),))
            assert first.gain >= max((one.gain for one in others), default=0.0)
            stayed += choice == code(verbs.STOP)
            went += len(first.answers) == 2 and bool(first.ways)
        if isinstance(step, MoveUnits) and first.note == "watch":
            assert not any(mask(one.units) & mask(watch) for one in others)
        play.apply(GERMAN, choice)
    assert stayed and went


def test_who_has_left_is_part_of_what_plans_are_kept_by() -> None:
    """A doctrine that has seen the position before anybody left answers as one that has not."""
    seen, fresh = VlRegular(REGULAR_SHEET), VlRegular(REGULAR_SHEET)
    before, after = state_of(watching()), state_of(watching())
    before.scored = 0
    assert not seen.watch(before) and seen.orders_for(before, GERMAN) is not None
    assert seen.watch(after) == fresh.watch(after) != {}
    assert seen.orders_for(after, GERMAN) == fresh.orders_for(after, GERMAN)
    assert seen.orders_for(after, GERMAN) is not seen.orders_for(before, GERMAN)


# ---- opening the ring


def test_the_weakest_spot_is_where_fewest_soviets_cover_and_germans_stand() -> None:
    place = {**RING, "klatt": "1011", "meyer": "1010", "fb-31": "0909", "giehl": "1112"}
    state = state_of(position(place, turn=4, step="move", active="german"))
    view = doctrine("vl", "regular").outlook(state, GERMAN)  # type: ignore[attr-defined]
    spot = covering(state, state.game.ground.grid.index("1111"))
    assert weakest_spot(state, view.foe, beside_city(state)) == view.corridor == spot == on(
        state, "1010", "1011", "1111", "1112", "1211"
    )  # fmt: skip


def test_no_spot_is_looked_for_where_standing_beside_the_city_breaks_the_ring() -> None:
    state = state_of(position(RING, turn=4, step="move", active="german", options=BY_PRESENCE))
    assert not doctrine("vl", "regular").outlook(state, GERMAN).corridor  # type: ignore[attr-defined]


def test_one_of_two_stacks_that_hold_a_spot_is_worth_an_attack_before_one_that_holds_none() -> None:
    # 31 BF and 26 BF cover 1010 between them, so neither alone decides; 100 BF is as weak and covers nothing
    place = {**RING, "fb-31": "0911 reduced", "fb-26": "0910 reduced", "fb-100": "0712 reduced",
             "klatt": "0811", "meyer": "0811"}  # fmt: skip
    play = position(place, turn=4, step="combat", active="german", ring=2)
    assert encircled(state_of(play))
    assert next_answer(play, "regular")[1] in ("0910", "0911")
