"""Regular at Victory: what it knows beside Recruit, each lesson as a position and what a good player does there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.games.victory.kinds import GROUND
from grognard.games.victory.movement.movement import MoveUnit, MoveUnits
from grognard.players import bot
from grognard.players.victory import REGULAR, clash, guess
from grognard.players.victory.front import ill_placed
from tests.games.victory._help import number, pos, state_of, where

BLUE_HOLDS = {"blue-infantry-8": "1516", "blue-infantry-9": "0420"}
FIRST, LAST = ["red", "blue"], ["blue", "red"]


def moved(name: str, place: dict[str, str], order: list[str], side: str = "red", **words: Any) -> Play:
    """A position in which a bot has moved a side; the other one, where it moves first, has stayed as it was."""
    play = pos({**place, **BLUE_HOLDS}, order=order, **words)
    if order[0] != side:
        play.answer(order[0], "end_move")
    player = FIRST.index(side)
    for _ in range(400):
        if play.state.deciders != (player,) or not isinstance(play.state.stack[-1], MoveUnits | MoveUnit):
            return play
        imagined = GAME.imagine(play.state, player, Random(0))
        play.apply(player, bot(name, "victory").choose(imagined, player, Random(0)))
    raise AssertionError("the move does not end")


def places(play: Play, *units: str) -> list[str]:
    return [where(play, unit) for unit in units]


def test_a_big_city_before_the_enemy_is_held_by_all_that_can_stand_in_it() -> None:
    """Hope, 3 PP, with four blocks next to it that move after Red: nobody leaves, and a fourth comes in."""
    guards = ["red-infantry-1", "red-infantry-2", "red-artillery-1"]
    place = {**dict.fromkeys(guards, "0707"), "red-armor-1": "0807"}
    enemies = {"blue-armor-1": "0608", **{f"blue-infantry-{number}": "0708" for number in (1, 2, 3, 4)}}
    assert places(moved("regular", {**place, **enemies}, FIRST), *place) == ["0707"] * 4
    assert places(moved("recruit", {**place, **enemies}, FIRST), *place) != ["0707"] * 4


def test_where_it_is_quiet_the_worn_block_stays_and_the_fresh_one_goes() -> None:
    """Wexmoor, far from the front, keeps one guard, who is raised there."""
    place = {"red-infantry-1": "1303", "red-infantry-2": "1303 at 1"}
    for name, guard in (("regular", "red-infantry-2"), ("recruit", "red-infantry-1")):
        play = moved(name, place, FIRST)
        assert guard in [unit for unit in place if where(play, unit) == "1303"]
    assert where(moved("regular", place, FIRST), "red-infantry-1") != "1303"


def test_an_amphib_is_raised_where_ships_are_built() -> None:
    """8.2b Wexmoor lies inland: whoever waits there for new steps waits for ever."""
    place = {"red-amphib-1": "1303 at 2", "red-infantry-1": "1303", "red-infantry-2": "1303"}
    assert where(moved("regular", place, FIRST), "red-amphib-1") == "1005"


def test_blocks_in_a_town_are_taken_for_aircraft() -> None:
    """Two blocks face down in a town: hardly a soldier among them."""
    state = state_of(pos({"blue-fighter-1": "0512", "blue-dive-bomber-1": "0512", "red-infantry-1": "0909"}))
    town = state.hex_of[state.game.blocks.numbers["blue-fighter-1"]]
    soldiers = [
        sum(line.dice for line in judge.enemies_at(state, town, 0) if line.group == GROUND) for judge in (clash, guess)
    ]
    assert soldiers[0] > 3 > 2 > soldiers[1]


@pytest.mark.parametrize("order", [FIRST, LAST])
def test_an_attack_reckons_with_those_who_can_still_come(order: list[str]) -> None:
    """Blue has two against one, with four more of Red's beside it: he attacks only when Red has moved already."""
    place = {"blue-armor-1": "0912", "blue-armor-2": "0912", "blue-infantry-1": "0913", "blue-infantry-2": "0913"}
    enemies = {"red-infantry-1": "0911", **{f"red-infantry-{number}": "0910" for number in (2, 3, 4, 5)}}
    play = moved("regular", {**place, **enemies}, order, "blue")
    assert (places(play, "blue-armor-1", "blue-armor-2") == ["0911"] * 2) is (order == FIRST)


def test_a_port_that_our_ships_blockade_is_stormed() -> None:
    place = {"red-cruiser-1": "1412 shown", "red-armor-1": "1312", "red-armor-2": "1312"}
    enemies = {"blue-infantry-1": "1412"}
    for name, storms in (("regular", True), ("recruit", False)):
        play = moved(name, {**place, **enemies}, LAST, blockades={"1412": "red"})
        assert ("1412" in places(play, "red-armor-1", "red-armor-2")) is storms


@pytest.mark.parametrize(("turn", "goes"), [(9, False), (10, True)])
def test_in_the_last_turn_guards_go_for_points_when_nobody_moves_any_more(turn: int, goes: bool) -> None:
    """Two tanks guard Hope before the enemy; Kaltenbruck, thinly held, is in the reach of those at Ordal."""
    place = {"red-armor-1": "0707", "red-armor-2": "0707"}
    enemies = {"blue-infantry-1": "0909", "blue-infantry-2": "0807", "blue-infantry-3": "0807"}
    play = moved("regular", {**place, **enemies}, LAST, turn=turn)
    assert ("0909" in places(play, *place)) is goes


def test_a_place_before_the_enemy_is_worse_alone_than_with_others() -> None:
    """Two hexes from four of his: a tank alone, and one with three others."""
    enemies = {f"blue-infantry-{number}": "0912" for number in (1, 2, 3, 4)}
    costs = []
    for company in ((), ("red-infantry-1", "red-infantry-2", "red-infantry-3")):
        place = {"red-armor-1": "0909", **dict.fromkeys(company, "0910")}
        play = pos({**place, **enemies, **BLUE_HOLDS}, order=FIRST)
        view = REGULAR.outlook(state_of(play), 0)
        goal, hex = (state_of(play).game.ground.grid.index(name) for name in ("0913", "0910"))
        costs.append(ill_placed(state_of(play), view, number(play, "red-armor-1"), goal, hex))
    assert costs[0] > 0.5 and costs[1] == 0
