"""A place that changes hands is told, once, with its points, to everybody; in A Victory Lost its own event tells it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.ask import random_answer
from grognard.core.play import Play
from grognard.core.words import LANGUAGES
from grognard.hex.grid import bits
from grognard.testing import rule
from tests.games.avl._help import avl
from tests.games.avl._help import happened as avl_happened
from tests.games.avl._help import position as avl_position
from tests.games.lb._help import march, position
from tests.games.victory._help import go, pos, through_combat
from tests.games.vl._help import march as vl_march
from tests.games.vl._help import no_arrivals
from tests.games.vl._help import position as vl_position

R, G = "russian", "german"


def taken(play: Play) -> list[tuple[Any, ...]]:
    told = [event for event in play.events if event.message.key == "event.taken"]
    assert all(event.visible(None) for event in told)
    assert all(play.game.words.say(event.message, language) for event in told for language in LANGUAGES)
    return [(event.message.args["hex"], event.message.args["side"], event.message.args["points"]) for event in told]


@rule("avl", "14.0.1a")
def test_avl_tells_a_city_once_by_its_own_event() -> None:
    game = avl()
    city = next(iter(game.ground.city_number))
    beside = next(hex for hex in bits(game.ground.grid.around[city] & game.ground.land) if hex not in game.map.place_at)
    name = game.ground.grid.name
    play = avl_position(
        step="move", active="soviet", place={"su-7tk": name(beside)}, cities={game.map.place_at[city].name: "axis"}
    )
    play.answer("soviet", "unit", "su-7tk")
    play.answer("soviet", "move", name(city))
    (told,) = avl_happened(play, "event.city_taken")
    assert (told["hex"], told["side"]) == (name(city), "soviet") and told["points"] > 0
    assert taken(play) == []


@rule("vl", "13.3.1a")
def test_vl_tells_a_village_with_its_points_and_takes_it_back_with_the_answer() -> None:
    play = vl_position(place={"fd-28": "0604", "klatt": "1513", **no_arrivals()}, step="move")
    vl_march(play, "soviet", "fd-28", "0603")
    assert taken(play) == [("0603", "soviet", 1)]
    play.undo("soviet")
    assert taken(play) == []
    play.redo("soviet")
    assert taken(play) == [("0603", "soviet", 1)], "told again with the answer that was given again, and once"
    again = play.clone()
    assert taken(again) == taken(play)


@rule("vl", "13.3.1a")
def test_vl_says_that_a_village_falls_back_to_who_has_not_come() -> None:
    play = vl_position(place={"fd-28": "0603", "klatt": "1513", **no_arrivals()}, step="move")
    vl_march(play, "soviet", "fd-28", "0604")
    assert taken(play) == [], "no German has come: nobody takes it"
    (told,) = [event.message for event in play.events if event.message.key == "event.fallen_back"]
    assert (told.args["hex"], told.args["side"]) == ("0603", "german")
    assert play.game.stage["event.fallen_back"] == "taken"
    assert "falls back to the German side" in play.game.words.say(told)


@rule("lb", "move.A")
def test_lb_tells_a_town_that_is_entered_and_none_that_is_only_left_and_come_back_to() -> None:
    play = position({"su-rifle-rgt#1": "1310", "ge-inf-bn#1": "2404"}, hqs=False)
    march(play, R, "su-rifle-rgt#1", "1311")
    assert taken(play) == [("1311", R, 0)]
    play = position({"su-rifle-rgt#1": "1311", "ge-inf-bn#1": "2404"}, hqs=False)
    march(play, R, "su-rifle-rgt#1", "1310", "1311")
    assert taken(play) == []


@rule("lb", "fort.B")
def test_lb_tells_nothing_while_the_armies_deploy() -> None:
    play, rng = grognard.game("lb").new(seed=1), Random(1)
    while play.game.phase(play.state) == "before" or play.state.lanes is not None:
        player = play.state.deciders[0]
        ask = play.ask(play.roster.ids[player])
        assert ask is not None
        verb = next((one for one in ("deploy_rest", "done") if one in ask.answers), None)
        if verb is None:
            play.apply(player, random_answer(play.state.ask(player), rng))
        else:
            play.answer(play.roster.ids[player], verb)
    assert taken(play) == []


@rule("victory", "5.4b", "5.4d")
def test_victory_tells_a_city_that_is_walked_into() -> None:
    play = pos({"red-infantry-1": "0912", "blue-infantry-9": "1516"}, active="red")
    go(play, "red-infantry-1", "0913")
    assert taken(play) == [("0913", "red", 4)]


@rule("victory", "5.4d")
def test_victory_tells_a_contested_city_only_when_it_has_fallen() -> None:
    place = {"red-infantry-1": "0912", "blue-infantry-1": "0913 at 1", "blue-infantry-9": "0420"}
    play = pos(place, active="red", dice=[1] * 40)
    go(play, "red-infantry-1", "0913")
    assert taken(play) == [], "it is fought over"
    for player in ("red", "blue"):
        if play.legal(player, "end_move"):
            play.answer(player, "end_move")
    through_combat(play, "fire_ground")
    assert taken(play) == [("0913", "red", 4)]


@pytest.mark.parametrize("name", grognard.game_ids())
def test_no_place_is_told_twice_in_a_row_for_the_same_side(name: str) -> None:
    play, rng = grognard.game(name).new(seed=5), Random(5)
    for _ in range(500):
        if play.result is not None:
            break
        player = play.state.deciders[0]
        play.apply(player, random_answer(play.state.ask(player), rng))
    last: dict[str, str] = {}
    for hex, side, _ in taken(play):
        assert last.get(hex) != side
        last[hex] = side
