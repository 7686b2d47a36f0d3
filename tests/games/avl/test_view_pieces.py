"""Counters in a view are remembered and handed out again: each is what a fresh look shows, and stays so."""

from __future__ import annotations

import copy
from random import Random

from grognard.core.ask import random_answer
from grognard.games.avl.view import piece, pieces
from tests.games.avl._help import avl, position


def test_a_counter_that_lies_where_it_lay_is_the_same_object() -> None:
    play = position(place={"su-7tk": "5605", "de-168": "0101"}, active="soviet")
    before = {one["id"]: one for one in play.view("soviet")["pieces"]}
    play.answer("soviet", "unit", "su-7tk")
    play.answer("soviet", "move", "5604")
    after = {one["id"]: one for one in play.view("axis")["pieces"]}
    assert after["de-168"] is before["de-168"]
    assert (before["su-7tk"]["where"], after["su-7tk"]["where"]) == ("5605", "5604")


def test_in_a_whole_game_every_counter_shown_is_a_fresh_look_at_it() -> None:
    """What is remembered never goes stale, whoever has looked at it, packed it or sent it meanwhile."""
    play, rng = avl().new(seed=7), Random(7)
    known: dict[int, tuple[object, object]] = {}
    flags = set()
    for number in range(900):
        if play.result is not None:
            break
        player = rng.choice(play.state.deciders)
        play.apply(player, random_answer(play.state.ask(player), rng))
        if number % 7:
            continue
        state = play.state
        for unit, shown in enumerate(pieces(state)):
            on_map = state.on_map(unit)
            assert shown["on_map"] == on_map
            assert not on_map or shown["where"] == avl().ground.grid.name(state.hex_of[unit])
            assert "steps" not in shown or shown["steps"] == state.steps[unit]
            told = set(shown.get("flags", []))
            flags |= told
            assert ("activated" in told) == bool(state.activated >> unit & 1)
            assert ("moved" in told) == bool(state.activated & state.moved & 1 << unit)
            assert ("isolated" in told, "out_of_supply" in told) == (state.supply[unit] == 2, state.supply[unit] == 1)
            known.setdefault(id(shown), (shown, copy.deepcopy(shown)))
    assert all(shown == as_it_was for shown, as_it_was in known.values())
    assert {"activated", "moved", "fresh", "fought"} <= flags


def test_marks_read_as_flags() -> None:
    game = avl()
    unit, hex = game.counters.numbers["su-7tk"], game.ground.grid.index("5605")
    assert "flags" not in piece(game, unit, hex, 2, 0)
    assert piece(game, unit, hex, 2, 2 | 4 | 8 | 16)["flags"] == ["isolated", "activated", "moved", "fought"]
    assert piece(game, unit, hex, 1, 1 | 4 | 32)["flags"] == ["out_of_supply", "activated", "fresh"]
    assert piece(game, unit, hex, 1, 1)["alarm"] == 1
