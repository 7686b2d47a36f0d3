"""Chapter 10.5: every commander decides for his own arm, the Politician for production alone."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.testing import rule
from tests.games.victory._help import act, happened, offered, pos, refused, state_of

TEAMS = ("commanders", "commanders-8")


def classes(play: Play, player: str, verb: str) -> set[str]:
    """Of which class the blocks are that a player is offered."""
    state = state_of(play)
    blocks = state.game.blocks
    names = ("air", "naval", "ground")
    return {names[blocks.class_of[blocks.numbers[str(unit)]]] for unit in offered(play, player, verb)}


def deployed(scenario: str, **options: Any) -> Play:
    play = GAME.new(scenario, options, seed=5)
    play.answer(play.deciders[0], "muster")
    return play


@rule("victory", "10.5a", "1.4a")
@pytest.mark.parametrize("scenario", TEAMS)
def test_each_commander_deploys_his_own_arm(scenario: str) -> None:
    play = deployed(scenario)
    for post, class_ in (("admiral", "naval"), ("general", "ground"), ("air-marshal", "air")):
        assert set(play.deciders) == {f"red-{post}", f"blue-{post}"}
        for player in play.deciders:
            assert classes(play, player, "deploy") == {class_}
            play.answer(player, "deploy_rest")
            play.answer(player, "done")
    assert state_of(play).turn == 1 and not GAME.invariants(state_of(play))


@rule("victory", "10.5a", "1.4a")
def test_a_commander_does_not_deploy_another_arm() -> None:
    play = deployed("commanders")
    hand = [piece for piece in play.view("red-admiral")["pieces"] if piece["side"] == "red"]
    plane = next(piece["id"] for piece in hand if piece["class"] == "air")
    refused(play, "red-admiral", "deploy", plane, rule="10.5a")


@rule("victory", "10.5a", "1.4.fog")
def test_commanders_deploy_three_at_a_time_arm_by_arm() -> None:
    play = deployed("commanders-8", alternate_deployment=True)
    seen = []
    while state_of(play).turn == 0:
        (player,) = play.deciders
        seen.append(player.removeprefix("red-").removeprefix("blue-"))
        play.answer(player, "deploy_rest")
    assert "politician" not in seen and set(seen) == {"admiral", "general", "air-marshal"}
    assert not GAME.invariants(state_of(play))


@rule("victory", "10.5a", "10.5b")
@pytest.mark.parametrize("scenario", TEAMS)
def test_the_general_orders_the_battles_and_the_politician_none(scenario: str) -> None:
    place = {
        "red-infantry-1": "0504 from 0404", "blue-infantry-1": "0504", "red-infantry-2": "0803 from 0802",
        "blue-infantry-2": "0803",
    }  # fmt: skip
    play = pos(place, scenario=scenario, battles={"0504": "red", "0803": "red"}, step="combat")
    assert play.deciders == ("red-general",) and offered(play, "red-general", "battle") == {"0504", "0803"}


@rule("victory", "10.5a", "6.71a")
@pytest.mark.parametrize("scenario", TEAMS)
def test_the_general_declares_beachheads(scenario: str) -> None:
    play = pos({"red-marine-1": "0605 at sea", "blue-infantry-1": "0913"}, scenario=scenario, step="supply")
    assert play.deciders == ("red-general",)
    play.answer("red-general", "beachhead", "red-marine-1")


@rule("victory", "10.5a", "9.5a")
@pytest.mark.parametrize("scenario", TEAMS)
def test_each_commander_picks_his_own_blocks_for_bridges_and_their_hits_add_up(scenario: str) -> None:
    place = {"red-infantry-1": "1305 at 1", "red-medium-bomber-1": "1303 at 1", "blue-infantry-1": "0913"}
    bridge = "1305-1405"
    play = pos(
        {**place, "red-medium-bomber-1": "1305 at 1"}, scenario=scenario, options={"destruction": True}, step="combat",
        dice=[1, 1], unchecked=True,
    )  # fmt: skip
    assert play.deciders == ("red-admiral",) and not offered(play, "red-admiral", "wreck")
    act(play, "done")
    assert play.deciders == ("red-general",) and classes(play, "red-general", "wreck") == {"ground"}
    act(play, ("wreck", "red-infantry-1"), ("wreck_bridge", bridge), "done")
    assert play.deciders == ("red-air-marshal",) and classes(play, "red-air-marshal", "wreck") == {"air"}
    act(play, ("wreck", "red-medium-bomber-1"), ("wreck_bridge", bridge))
    assert happened(play, "event.bridge_destroyed"), "one hit of each"


@rule("victory", "10.5a", "4.2.CV.b")
def test_the_air_marshal_says_which_aircraft_a_damaged_carrier_loses() -> None:
    place = {
        "red-carrier-1": "0606 at 3", "red-fighter-1": "0606 at 2 aboard red-carrier-1",
        "red-dive-bomber-1": "0606 at 1 aboard red-carrier-1", "blue-submarine-1": "0606 from 0507",
    }  # fmt: skip
    play = pos(
        place, scenario="commanders", battles={"0606": "blue"}, step="combat", dice=[1, 1, 6, 6, *[6] * 40]
    )  # fmt: skip
    while not play.legal(play.deciders[0], "shed", "red-fighter-1"):
        (player,) = play.deciders
        ask = play.ask(player)
        assert ask is not None
        wish = ("battle", "fire_naval", "pass", "turn", "withdraw", "retreat", "hit", "scramble", "end_battles", "done")
        verb = next(one for one in wish if one in ask.answers)
        play.answer(player, verb, ask.answers[verb][0])
    assert play.deciders == ("red-air-marshal",)


# ---- deploying aboard (5.51a)


def bought_a_carrier(**options: object) -> Play:
    """Red, who has the port of Hope, is to deploy a carrier, a fighter and two bombers among others."""
    play = GAME.new("custom-forces", {"maps": "north/south", **options}, seed=1)
    play.answer("red", "muster")
    for player in ("red", "blue"):
        while kinds := sorted(map(str, offered(play, player, "place_factory"))):
            play.answer(player, "place_factory", kinds[0])
    for kind, raised in (("carrier", 1), ("fighter", 1), ("heavy-bomber", 0), ("medium-bomber", 0)):
        play.answer("red", "buy", kind)
        for _ in range(raised):
            play.answer("red", "raise", f"red-{kind}-1")
    while not play.legal("red", "done"):
        cheap = {str(kind) for kind in offered(play, "red", "buy")} - {"submarine"}
        play.answer("red", "buy", min(kind for kind in cheap if GAME.kinds.cost[GAME.kinds.numbers[kind]] == 1))
    play.answer("red", "done")
    while offered(play, "blue", "buy"):
        play.answer("blue", "buy", sorted(map(str, offered(play, "blue", "buy")))[0])
    play.answer("blue", "done")
    return play


@rule("victory", "1.4a")
@pytest.mark.parametrize("ashore", [False, True])
def test_by_an_option_no_aircraft_begin_aboard(ashore: bool) -> None:
    play = bought_a_carrier(deploy_ashore=ashore)
    play.answer("red", "deploy", "red-carrier-1")
    play.answer("red", "deploy_at", "0707")
    play.answer("red", "deploy", "red-fighter-1")
    assert "0707" in offered(play, "red", "deploy_at")
    assert offered(play, "red", "board") == (set() if ashore else {"red-carrier-1"})
    if ashore:
        refused(play, "red", "board", "red-carrier-1", rule="1.4a")


@rule("victory", "1.4a", "5.51a", "4.2.CV.a")
def test_aircraft_are_deployed_aboard_a_carrier_in_port() -> None:
    play = bought_a_carrier()
    play.answer("red", "deploy", "red-fighter-1")
    refused(play, "red", "board", "red-carrier-1", rule="4.2.CV.a")
    play.answer("red", "cancel")
    play.answer("red", "deploy", "red-carrier-1")
    play.answer("red", "deploy_at", "0707")
    play.answer("red", "deploy", "red-heavy-bomber-1")
    assert not offered(play, "red", "board"), "4.1.HB"
    play.answer("red", "cancel")
    play.answer("red", "deploy", "red-fighter-1")
    play.answer("red", "board", "red-carrier-1")
    piece = next(one for one in play.view("red")["pieces"] if one["id"] == "red-fighter-1")
    assert (piece["where"], piece["aboard"]) == ("0707", "red-carrier-1")
    play.answer("red", "deploy", "red-medium-bomber-1")
    assert not offered(play, "red", "board"), "its two steps are full"
    play.answer("red", "cancel")
    refused(play, "red", "deploy", "red-carrier-1", rule="4.2.CV.a")
    play.answer("red", "deploy", "red-fighter-1")
    assert "0707" in offered(play, "red", "deploy_at"), "it may go ashore"
    play.answer("red", "take_back")
    play.answer("red", "deploy", "red-carrier-1")
    play.answer("red", "deploy_at", "0306")
    assert next(one for one in play.view("red")["pieces"] if one["id"] == "red-carrier-1")["where"] == "0306"
