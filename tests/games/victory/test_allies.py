"""Rulings where the book is open: allies in one hex, one hexside and one city, and third players in a blockade."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.play import Play
from grognard.testing import rule
from tests.games.victory._help import (
    act,
    asked,
    barred,
    end_moves,
    go,
    may,
    offered,
    pos,
    refused,
    state_of,
    through_combat,
    where,
)

ALLIES = "two-front-war-3"


def allied(place: dict[str, str], **words: Any) -> Play:
    return pos(place, scenario=ALLIES, **words)


@rule("victory", "5.2a", "5.51a")
def test_allies_stack_each_to_his_own_limit_and_share_the_places_of_a_base() -> None:
    own = {f"blue-north-infantry-{n}": "0902" for n in range(1, 5)}
    play = allied(
        {**own, "blue-south-infantry-1": "0903", "blue-north-fighter-1": "0902", "blue-north-fighter-2": "0902",
         "blue-south-fighter-1": "0903"},
        airfields={"0903": ("major", "blue")}, options={"airfields": True}, active="blue-south", unchecked=True,
    )  # fmt: skip
    limit = state_of(play).game.ground.stack[state_of(play).game.ground.grid.index("0902")]
    assert limit <= 4
    assert "0902" in may(play, "blue-south-infantry-1"), "the limit is each player's own"
    barred(play, "blue-south-fighter-1", "move", "0902", "5.51a")


@rule("victory", "5.2a")
@pytest.mark.parametrize("shared", [False, True])
def test_by_an_option_allies_fill_a_hex_together(shared: bool) -> None:
    own = {f"blue-north-infantry-{n}": "0902" for n in (1, 2)}
    ships = {"blue-north-cruiser-1": "0706", "blue-north-cruiser-2": "0706", "blue-south-cruiser-1": "0606"}
    play = allied(
        {**own, **ships, "blue-south-infantry-1": "0903"}, active="blue-south",
        options={"allies_share_stacking": shared},
    )  # fmt: skip
    for unit, hex, clause in (
        ("blue-south-infantry-1", "0902", "5.2a"), ("blue-south-cruiser-1", "0706", "5.6b"),
    ):  # fmt: skip
        assert (hex in may(play, unit)) != shared
        if shared:
            barred(play, unit, "move", hex, clause)


MARSH = "0815"


def after_a_battle_of_allies(options: dict[str, Any], more: dict[str, str] | None = None) -> Play:
    """Two of each ally beat the last step in a marsh, where two blocks may stand."""
    place = {
        "red-infantry-1": f"{MARSH} at 1", "blue-north-infantry-1": f"{MARSH} from 0814",
        "blue-north-infantry-2": f"{MARSH} from 0715", "blue-south-infantry-1": f"{MARSH} from 0915",
        "blue-south-infantry-2": f"{MARSH} from 0816",
    }  # fmt: skip
    play = allied(
        place | (more or {}), battles={MARSH: "blue-north"}, step="combat", active="blue-north", dice=[1] * 60,
        options=options,
    )  # fmt: skip
    while state_of(play).at[state_of(play).game.ground.grid.index(MARSH)] & state_of(play).game.side_units[0]:
        (player,) = play.deciders
        ask = play.ask(player)
        assert ask is not None
        verb = next(one for one in ("fire_ground", "turn", "hit", "pass") if one in ask.answers)
        play.answer(player, verb, ask.answers[verb][0])
    return play


@rule("victory", "5.2a", "5.2b")
@pytest.mark.parametrize("shared", [False, True])
def test_in_a_battle_allies_stack_apart_and_the_last_to_move_makes_room_after_it(shared: bool) -> None:
    play = after_a_battle_of_allies({"allies_share_stacking": shared})
    grid = state_of(play).game.ground.grid
    assert state_of(play).at[grid.index(MARSH)].bit_count() == 4, "no limit between them in a battle"
    while state_of(play).turn == 1 or play.view(None)["phase"] != "move":
        for player in play.deciders:
            ask = play.ask(player)
            assert ask is not None
            verb = next(one for one in ("done", "end_battles", "end_move") if one in ask.answers)
            play.answer(player, verb)
    ends: dict[str, bool] = {}
    while play.view(None)["phase"] == "move" and len(ends) < 3:
        (player,) = play.deciders
        ends[player] = play.legal(player, "end_move")
        if not ends[player]:
            refused(play, player, "end_move", rule="5.2b")
            go(play, f"{player}-infantry-1", sorted(map(str, may(play, f"{player}-infantry-1")))[0])
            go(play, f"{player}-infantry-2", sorted(map(str, may(play, f"{player}-infantry-2")))[0])
        play.answer(player, "end_move")
    last = [player for player in ends if player != "red"][-1]
    assert ends == {player: not shared or player != last for player in ends}
    assert play.invariants() == []


@rule("victory", "5.41", "6.51a")
def test_between_allies_too_the_last_to_cross_a_hexside_retreats_by_it() -> None:
    place = {"red-infantry-1": "0915", "blue-north-infantry-1": "0914", "blue-south-infantry-1": "0914"}
    play = allied(place, active="blue-north", dice=[6] * 200)
    go(play, "blue-north-infantry-1", "0915")
    play.answer("blue-north", "end_move")
    while play.deciders != ("blue-south",):
        play.answer(play.deciders[0], "end_move")
    go(play, "blue-south-infantry-1", "0915")
    end_moves(play)
    found: dict[str, set[Any]] = {}
    for _ in range(40):
        if state_of(play).fight is None:
            break
        (player,) = play.deciders
        unit = asked(play)[1]
        if unit is not None and unit.startswith("blue"):
            found[player] = found.get(player, set()) | offered(play, player, "retreat")
        ask = play.ask(player)
        assert ask is not None
        verb = next(one for one in ("pass", "give_up", "retreat", "withdraw", "turn", "hit") if one in ask.answers)
        play.answer(player, verb, ask.answers[verb][0])
    assert "0914" in found["blue-south"] and "0914" not in found["blue-north"]


@rule("victory", "8.4b", "10.4")
def test_a_captured_city_of_two_allies_works_for_the_first_of_them() -> None:
    game = state_of(allied({})).game
    grid = game.ground.grid
    homes = sorted(grid.list_names(game.ground.cities & game.army_homes[0]))
    for hex in homes:
        place = {"blue-north-infantry-1": hex, "blue-south-infantry-1": hex}
        for other in homes:
            if other != hex:
                place[f"blue-north-infantry-{len(place)}"] = other
        play = allied(place, step="production")
        cities = {
            player: {row["hex"] for row in play.view(player)["ask"]["focus"]["cities"]}
            for player in ("blue-north", "blue-south")
        }
        assert hex in cities["blue-north"] and hex not in cities["blue-south"]
    north = min(grid.list_names(game.ground.cities & game.army_homes[1]))
    play = allied({"blue-south-infantry-1": north}, step="production")
    assert north in {row["hex"] for row in play.view("blue-north")["ask"]["focus"]["cities"]}, "at home it is his"


@rule("victory", "6.8d", "2.0.2c")
def test_blockader_and_land_side_defend_together_against_a_third_players_ships() -> None:
    game = state_of(pos({}, scenario="quick-start-3")).game
    grid = game.ground.grid
    hex = min(grid.list_names(game.ground.ports & game.army_homes[1]))
    sea = min(grid.list_names(grid.around[grid.index(hex)] & game.ground.water))
    place = {"blue-infantry-1": hex, "red-cruiser-1": hex, "green-battleship-1": sea}
    play = pos(place, scenario="quick-start-3", blockades={hex: "red"}, active="green", dice=[6] * 90)
    go(play, "green-battleship-1", hex)
    end_moves(play)
    camps = {row["army"]: row["camp"] for row in play.view(None)["battle"]["units"]}
    assert camps == {"red": "defence", "blue": "defence", "green": "attack"}
    assert asked(play) == ("red", "red-cruiser-1"), "the defender first in C"
    act(play, "fire_naval")
    refused(play, "green", "fire_ground", rule="6.43a")
    through_combat(play)
    assert len(state_of(play).blockades) == 1 and where(play, "green-battleship-1") != hex


@rule("victory", "6.8a", "2.0.3b")
@pytest.mark.parametrize("north", ["blockade", "pass"])
@pytest.mark.parametrize("south", ["blockade", "pass"])
def test_of_two_allied_fleets_each_says_whether_its_own_ships_blockade(north: str, south: str) -> None:
    game = state_of(allied({})).game
    grid = game.ground.grid
    hex = min(grid.list_names(game.ground.ports & game.army_homes[0]))
    sea = min(grid.list_names(grid.around[grid.index(hex)] & game.ground.water))
    place = {
        "red-infantry-1": hex, "blue-north-cruiser-1": f"{hex} from {sea}",
        "blue-south-cruiser-1": f"{hex} from {sea} late",
    }  # fmt: skip
    play = allied(place, battles={hex: "blue-north"}, step="combat", active="blue-north", dice=[6] * 80)
    says, asked_about = {"blue-north": north, "blue-south": south}, []
    while state_of(play).fight is not None:
        (player,) = play.deciders
        ask = play.ask(player)
        assert ask is not None
        if "blockade" in ask.answers:
            asked_about.append(player)
            play.answer(player, says[player])
        else:
            verb = next(one for one in ("pass", "retreat", "withdraw", "turn") if one in ask.answers)
            play.answer(player, verb, ask.answers[verb][0])
    assert asked_about == ["blue-north", "blue-south"]
    assert {fleet: where(play, f"{fleet}-cruiser-1") == hex for fleet in says} == {
        fleet: word == "blockade" for fleet, word in says.items()
    }
    assert bool(state_of(play).blockades) == ("blockade" in says.values())


@rule("victory", "6.opt.1", "6.6b")
def test_airborne_may_abort_their_drop_in_a_mandatory_first_round() -> None:
    place = {
        "blue-infantry-1": "0504", "red-airborne-1": "0504 flown 2", "red-infantry-1": "0504 from 0404",
        "red-infantry-2": "0306",
    }  # fmt: skip
    play = pos(
        place, battles={"0504": "red"}, step="combat", options={"mandatory_first_round": True}, dice=[6] * 60
    )  # fmt: skip
    assert asked(play) == ("red", "red-airborne-1")
    assert play.legal("red", "drop") and "0306" in offered(play, "red", "retreat")
    act(play, ("retreat", "0306"))
    assert asked(play) == ("blue", "blue-infantry-1")
    refused(play, "blue", "retreat", "0604", rule="6.opt.1")
    assert where(play, "red-airborne-1") == "0306"
