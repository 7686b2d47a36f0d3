"""Positions that begin within a battle: they are what a game comes to, and go on as a game does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.games.victory.kinds import NAVAL
from grognard.testing import rule
from tests.games.victory._help import (
    act,
    asked,
    at_sea,
    happened,
    number,
    offered,
    pos,
    refused,
    state_of,
    steps,
    through_combat,
    where,
)

BLUE_ATTACKS = {"hex": "0707", "by": "blue"}
LAND = {
    "red-infantry-1": "0707",
    "red-armor-1": "0707",
    "blue-infantry-1": "0707 from 0708",
    "blue-armor-1": "0707 from 0807",
}
SHIPS = {"red-infantry-1": "0707", "blue-cruiser-1": "0707 from 0706", "blue-battleship-1": "0707 from 0806"}


def fought(place: dict[str, str], answers: int, verb: str = "pass", hex: str = "0707", **words: Any) -> Play:
    """A game that was played on from the beginning of its Combat Phase."""
    play = pos(place, step="combat", active="blue", battles={hex: "blue"}, **words)
    for _ in range(answers):
        act(play, verb)
    return play


def within(place: dict[str, str], step: str, fight: dict[str, Any] | None = None, **words: Any) -> Play:
    return pos(place, step=step, active="blue", fight=BLUE_ATTACKS | (fight or {}), **words)


def no_position(place: dict[str, str], step: str, fight: dict[str, Any] | None = None, **words: Any) -> str:
    with pytest.raises(SetupError) as error:
        within(place, step, fight, **words)
    text = str(error.value)
    assert "\n" not in text
    return text


# ---- a game comes to the same position


@pytest.mark.parametrize(
    ("answers", "turn"),
    [
        (0, {"next": "red-armor-1"}),
        (1, {"next": "blue-armor-1"}),
        (2, {"next": "red-infantry-1"}),
        (3, {"next": "blue-infantry-1"}),
        (3, {"acted": dict.fromkeys(("red-armor-1", "blue-armor-1", "red-infantry-1"), "passed")}),
        (5, {"round": 2, "next": "blue-armor-1"}),
        (10, {"round": 3, "next": "red-infantry-1"}),
    ],
)
def test_a_combat_turn_is_the_one_that_a_game_comes_to(answers: int, turn: dict[str, Any]) -> None:
    played = fought(LAND, answers)
    assert within(LAND, "combat_turn", turn).state == played.state
    assert asked(played)[1] == turn.get("next", "blue-infantry-1")


def test_a_turn_among_equals_is_the_one_that_its_owner_chose() -> None:
    """6.31a an infantry and a marine of one camp act in their owner's order."""
    place = {"red-infantry-1": "0707", "red-marine-1": "0707 ashore", "blue-armor-1": "0707 from 0708"}
    played = fought(place, 1)
    act(played, ("turn", "red-marine-1"))
    assert within(place, "combat_turn", {"next": "red-marine-1"}).state == played.state
    open_ = within(place, "combat_turn", {"acted": {"blue-armor-1": "passed"}})
    assert offered(open_, "red", "turn") == {"red-infantry-1", "red-marine-1"}


def test_the_forced_retreat_is_the_one_that_a_game_comes_to() -> None:
    played = fought(LAND, 12)
    assert within(LAND, "retreat", retreat="blue").state == played.state
    act(played, ("withdraw", "blue-armor-1"))
    assert within(LAND, "retreat", retreat="blue-armor-1").state == played.state


def test_the_blockade_question_and_the_retreat_after_it_are_those_that_a_game_comes_to() -> None:
    played = fought(SHIPS, 0)
    while not played.legal("blue", "blockade"):
        act(played, ("turn", "blue-cruiser-1") if offered(played, "blue", "turn") else "pass")
    assert within(SHIPS, "blockade").state == played.state
    act(played, "pass")
    assert within(SHIPS, "retreat", retreat="blue").state == played.state


def test_who_answers_late_has_arrived_in_the_middle_of_round_2() -> None:
    place = LAND | {"red-fighter-1": "0707 flown 2 late"}
    assert within(place, "combat_turn", {"round": 2, "next": "red-fighter-1"}).state == fought(place, 4).state
    assert "red-fighter-1 is late in round 3" in no_position(place, "combat_turn", {"round": 3, "next": "red-armor-1"})
    first = within(place, "combat_turn", {"next": "blue-infantry-1"})
    act(first, "pass")
    assert asked(first) == ("red", "red-fighter-1")


# ---- in the middle of a round


@rule("victory", "6.31a")
def test_who_has_acted_has_no_other_turn_before_the_next_round() -> None:
    play = within(LAND, "combat_turn", {"round": 2, "next": "red-infantry-1"}, dice=[1, 2, 6, 6])
    act(play, "fire_ground")
    assert happened(play, "event.fires")[-1]["hits"] == 2
    while offered(play, "blue", "hit"):
        act(play, ("hit", "blue-armor-1"))
    assert asked(play) == ("blue", "blue-infantry-1")
    act(play, "pass")
    assert asked(play) == ("red", "red-armor-1") and state_of(play).fight.round == 3  # type: ignore[union-attr]


@rule("victory", "6.43b", "6.45a")
def test_who_was_fired_at_in_this_round_may_fire_back() -> None:
    """A ship that has bombarded opens return fire, and an air unit that has strafed flak; who passed does neither."""
    place = {
        "red-infantry-1": "0707", "blue-cruiser-1": "0707 from 0706", "blue-dive-bomber-1": "0707 flown 2",
        "blue-dive-bomber-2": "0707 flown 2", "blue-infantry-1": "0707 from 0708",
    }  # fmt: skip
    acted = {"blue-dive-bomber-1": "fired at ground", "blue-dive-bomber-2": "passed"}
    flak = within(place, "combat_turn", {"acted": acted, "next": "red-infantry-1"}, dice=[1, 1, 1, 1])
    assert {verb for verb in ("fire_air", "fire_naval", "fire_ground") if flak.legal("red", verb)} == {
        "fire_air", "fire_ground",
    }  # fmt: skip
    act(flak, "fire_air")
    assert steps(flak, "blue-dive-bomber-1", "blue-dive-bomber-2") == [0, 4]
    refused(within(place, "combat_turn", {"acted": {}, "next": "red-infantry-1"}), "red", "fire_air", rule="6.45a")
    shelled = within(
        place, "combat_turn", {"acted": {"blue-cruiser-1": "fired at ground"}, "next": "red-infantry-1"}, dice=[1] * 4
    )
    act(shelled, "fire_naval")
    assert steps(shelled, "blue-cruiser-1") == [0]


@rule("victory", "6.7b")
def test_who_landed_in_this_round_is_ashore_and_may_be_driven_back_to_sea() -> None:
    place = {
        "red-infantry-1": "0707",
        "blue-marine-1": "0707 ashore from 0706",
        "blue-marine-2": "0707 at sea from 0806",
    }
    play = within(place, "combat_turn", {"acted": {"blue-marine-1": "landed"}, "next": "blue-marine-2"})
    assert not at_sea(play, "blue-marine-1") and at_sea(play, "blue-marine-2")
    act(play, "land")
    fight = state_of(play).fight
    assert fight is not None and fight.landed.bit_count() == 2
    through_combat(play)
    assert where(play, "red-infantry-1") == "0707" and where(play, "blue-marine-1") != "0707"


@rule("victory", "6.5b")
def test_who_has_left_in_this_round_has_used_up_his_hexside() -> None:
    """Where two have left for 0708 in this round, no third one follows."""
    place = {
        "red-infantry-1": "0707", "red-infantry-2": "0708", "red-infantry-3": "0708", "blue-armor-1": "0707 from 0807"
    }  # fmt: skip
    free = within(place, "combat_turn", {"round": 2, "next": "red-infantry-1"})
    gone = within(
        place, "combat_turn", {"round": 2, "next": "red-infantry-1", "left": ["red-infantry-2", "red-infantry-3"]}
    )
    assert "0708" in offered(free, "red", "retreat")
    assert "0708" not in offered(gone, "red", "retreat")
    refused(gone, "red", "retreat", "0708", rule="6.5b")


@rule("victory", "6.47b")
def test_a_half_hit_is_carried_into_the_round_and_the_next_hit_takes_the_step() -> None:
    place = {"red-infantry-1": "0904", "blue-armor-1": "0904 from 0803", "blue-infantry-1": "0904 from 0903"}
    fight = {"hex": "0904", "round": 2, "half": ["red-infantry-1"]}
    play = within(place, "hits", fight, hits={"by": "blue-armor-1", "at": "ground", "count": 1})
    assert steps(play, "red-infantry-1") == [3] and state_of(play).fight.half == (-1, -1)  # type: ignore[union-attr]
    fresh = within(place, "hits", fight | {"half": []}, hits={"by": "blue-armor-1", "at": "ground", "count": 1})
    assert steps(fresh, "red-infantry-1") == [4]
    assert state_of(fresh).fight.half[1] == number(fresh, "red-infantry-1")  # type: ignore[union-attr]


# ---- hits


@rule("victory", "6.46a")
def test_hits_are_dealt_out_among_the_strongest_by_their_owner_and_the_round_goes_on() -> None:
    hits = {"by": "blue-armor-1", "at": "ground", "count": 3}
    play = within(LAND, "hits", {"acted": {"red-armor-1": "fired at ground"}}, hits=hits)
    assert play.deciders == ("red",) and offered(play, "red", "hit") == {"red-infantry-1", "red-armor-1"}
    act(play, ("hit", "red-armor-1"))
    assert steps(play, "red-infantry-1", "red-armor-1") == [3, 3], "the infantry was left the strongest"
    act(play, ("hit", "red-armor-1"))
    assert steps(play, "red-infantry-1", "red-armor-1") == [3, 2]
    assert asked(play) == ("red", "red-infantry-1"), "the armors have had their turn"


def test_hits_that_a_game_comes_to_are_asked_for_in_the_same_words() -> None:
    played = fought(LAND, 1, dice=[1, 2, 5, 6])
    act(played, "fire_ground")
    begun = within(LAND, "hits", hits={"by": "blue-armor-1", "at": "ground", "count": 2})
    assert begun.state.fight == played.state.fight and begun.state.stack == played.state.stack
    assert begun.ask("red") is not None and begun.view("red")["ask"] == played.view("red")["ask"]


@rule("victory", "6.48a")
def test_friendly_hits_fall_on_the_troops_of_the_ships_that_fire() -> None:
    place = SHIPS | {"blue-infantry-1": "0707 from 0708", "blue-infantry-2": "0707 from 0708 at 3"}
    hits = {"by": "blue-battleship-1", "at": "ground", "count": 1, "friendly": 1}
    play = within(place, "hits", hits=hits)
    assert steps(play, "red-infantry-1", "blue-infantry-1", "blue-infantry-2") == [3, 3, 3]
    answering = within(place, "hits", hits=hits)
    while asked(answering)[0] == "blue":
        act(answering, "pass" if answering.legal("blue", "pass") else ("turn", "blue-cruiser-1"))
    assert asked(answering) == ("red", "red-infantry-1") and answering.legal("red", "fire_naval"), "6.43b"


@rule("victory", "6.46b")
def test_air_fire_leaves_the_last_step_of_ground_units() -> None:
    place = {"red-infantry-1": "0707 at 2", "blue-dive-bomber-1": "0707 flown 2", "blue-armor-1": "0707 from 0708"}
    play = within(place, "hits", hits={"by": "blue-dive-bomber-1", "at": "ground", "count": 4})
    assert steps(play, "red-infantry-1") == [1]
    dead = within(place, "hits", hits={"by": "blue-armor-1", "at": "ground", "count": 4})
    assert where(dead, "red-infantry-1") == "pool" and where(dead, "blue-armor-1") == "0707"


@rule("victory", "stretch.6")
def test_rockets_that_have_struck_alone_are_gone_and_the_defender_takes_the_hits() -> None:
    place = {"red-infantry-1": "0707", "red-armor-1": "0707", "blue-rocket-1": "0707 from 0708 flown 1"}
    hits = {"by": "blue-rocket-1", "at": "ground", "count": 2}
    play = within(place, "hits", hits=hits, options={"stretch_units": True})
    assert where(play, "blue-rocket-1") == "pool"
    act(play, ("hit", "red-armor-1"), ("hit", "red-infantry-1"))
    assert steps(play, "red-armor-1", "red-infantry-1") == [3, 3] and state_of(play).fight is None
    assert "rockets alone fight no rounds" in no_position(
        place, "combat_turn", {"next": "red-armor-1"}, options={"stretch_units": True}
    )


# ---- retreats


@rule("victory", "6.51a")
def test_attackers_on_land_leave_by_the_hexsides_they_came_in_or_die() -> None:
    play = within(LAND, "retreat", retreat="blue-armor-1")
    assert asked(play) == ("blue", "blue-armor-1") and offered(play, "blue", "retreat") == {"0708", "0807"}
    act(play, ("retreat", "0807"))
    assert asked(play) == ("blue", "blue-infantry-1")
    act(play, ("retreat", "0708"))
    assert state_of(play).fight is None
    assert (where(play, "blue-armor-1"), where(play, "blue-infantry-1")) == ("0807", "0708")
    shut = within(LAND | {"red-infantry-2": "0708", "red-infantry-3": "0807"}, "retreat", retreat="blue-armor-1")
    act(shut, "give_up")
    assert where(shut, "blue-armor-1") == "pool"


@rule("victory", "6.5d", "6.53", "6.54")
def test_ships_and_air_leave_a_hex_whose_last_troops_are_gone() -> None:
    place = {"red-cruiser-1": "0707", "red-fighter-1": "0707", "blue-armor-1": "0707 from 0708"}
    play = within(place, "retreat", {"round": 1}, retreat="red")
    assert offered(play, "red", "withdraw") == {"red-cruiser-1", "red-fighter-1"}
    act(play, ("withdraw", "red-cruiser-1"), ("retreat", "0706"))
    assert asked(play) == ("red", "red-fighter-1")
    assert "0705" in offered(play, "red", "retreat") and "0807" not in offered(play, "red", "retreat")
    act(play, ("retreat", "0705"))
    assert (where(play, "red-cruiser-1"), where(play, "red-fighter-1")) == ("0706", "0705")
    assert where(play, "blue-armor-1") == "0707" and GAME.holders(state_of(play))[GAME.map.grid.index("0707")] == "blue"


@rule("victory", "5.52d")
def test_a_carrier_that_leaves_asks_its_grounded_aircraft() -> None:
    place = {
        "red-infantry-1": "0707", "blue-carrier-1": "0707 from 0706", "blue-cruiser-1": "0707 from 0706",
        "blue-fighter-1": "0707 at 1 aboard blue-carrier-1",
    }  # fmt: skip
    play = within(place, "retreat", {"grounded": ["blue-fighter-1"]}, retreat="blue-carrier-1")
    act(play, ("retreat", "0706"))
    assert asked(play) == ("blue", "blue-fighter-1")
    act(play, ("retreat_aboard", "blue-carrier-1"))
    assert where(play, "blue-fighter-1") == where(play, "blue-carrier-1") == "0706"


@rule("victory", "6.47c")
def test_a_half_hit_costs_a_block_its_step_when_it_retreats() -> None:
    place = {"red-infantry-1": "0904", "blue-armor-1": "0904 from 0803"}
    turn = {"hex": "0904", "round": 2, "next": "red-infantry-1"}
    for half, left in ((["red-infantry-1"], 3), ([], 4)):
        play = within(place, "combat_turn", turn | {"half": half})
        act(play, ("retreat", min(offered(play, "red", "retreat"), key=str)))
        assert steps(play, "red-infantry-1") == [left] and where(play, "blue-armor-1") == "0904"


@rule("victory", "6.49")
def test_the_former_attackers_hold_the_hex_after_the_roles_have_changed() -> None:
    """Blue has taken Hope and Red, who came late, has to leave it in round 3."""
    place = {"red-infantry-1": "0707 from 0708", "blue-armor-1": "0707 from 0807"}
    play = within(place, "retreat", {"round": 3, "roles_changed": True}, retreat="red")
    act(play, ("retreat", "0708"))
    assert where(play, "blue-armor-1") == "0707" and where(play, "red-infantry-1") == "0708"
    assert "the attackers hold 0707 and need not leave it" in no_position(
        place, "retreat", {"round": 3, "roles_changed": True}, retreat="blue"
    )


@rule("victory", "9.6c")
def test_the_second_hit_on_a_major_airfield_reduces_it() -> None:
    words: dict[str, Any] = {"options": {"airfields": True}, "airfields": {"0804": ("major", "red")}}
    place = {"red-infantry-1": "0804 at 1", "blue-dive-bomber-1": "0804 flown 2"}
    hits = {"by": "blue-dive-bomber-1", "at": "ground", "count": 1}
    for before, level in ((0, 2), (1, 1)):
        play = within(place, "hits", {"hex": "0804", "marker_hits": before}, hits=hits, **words)
        assert state_of(play).airfields[GAME.map.grid.index("0804")][0] == level


# ---- the pursuit round

PURSUIT = {"pursuit_round": True}


@rule("victory", "6.opt.3")
def test_in_the_pursuit_round_a_block_leaves_or_is_lost_and_is_fired_at_before() -> None:
    play = within(LAND, "combat_turn", {"round": 4, "next": "red-armor-1"}, options=PURSUIT, dice=[1, 1, 6, 6])
    act(play, "fire_ground", ("hit", "blue-armor-1"))
    while offered(play, "blue", "hit"):
        act(play, ("hit", "blue-armor-1"))
    assert asked(play) == ("blue", "blue-armor-1") and not play.legal("blue", "pass")
    act(play, ("retreat", "0807"))
    assert asked(play) == ("red", "red-infantry-1")
    played = fought(LAND, 12, options=PURSUIT)
    assert within(LAND, "combat_turn", {"round": 4, "next": "red-armor-1"}, options=PURSUIT).state == played.state


@rule("victory", "6.8a", "6.opt.3")
def test_in_the_pursuit_round_ships_say_in_their_turn_that_they_blockade() -> None:
    play = within(SHIPS, "combat_turn", {"round": 4, "next": "blue-cruiser-1"}, options=PURSUIT)
    act(play, "blockade", ("retreat", "0806"), "pass")
    assert where(play, "blue-cruiser-1") == "0707" and where(play, "blue-battleship-1") == "0806"
    assert [GAME.map.grid.name(hex) for hex in state_of(play).blockades] == ["0707"]
    stayed = within(
        SHIPS, "combat_turn", {"round": 4, "acted": {"blue-cruiser-1": "blockades"}, "next": "blue-battleship-1"},
        options=PURSUIT,
    )  # fmt: skip
    act(stayed, ("retreat", "0806"), "pass")
    assert stayed.state == play.state


# ---- blockades


@rule("victory", "6.8a")
def test_ships_blockade_the_port_or_leave_it() -> None:
    play = within(SHIPS, "blockade")
    assert play.deciders == ("blue",) and play.legal("blue", "blockade")
    leaving = play.clone()
    act(play, "blockade")
    assert where(play, "blue-cruiser-1") == "0707" and state_of(play).fight is None
    assert [GAME.map.grid.name(hex) for hex in state_of(play).blockades] == ["0707"]
    act(leaving, "pass", ("withdraw", "blue-cruiser-1"), ("retreat", "0706"), ("retreat", "0806"))
    assert state_of(leaving).blockades == {} and where(leaving, "blue-battleship-1") == "0806"


@rule("victory", "6.8c")
def test_a_battle_activated_in_a_blockade_leaves_the_land_side_in_its_city() -> None:
    place = {"red-infantry-1": "0707", "red-fighter-1": "0707 at 1", "blue-cruiser-1": "0707"}
    words: dict[str, Any] = {"active": "red", "blockades": {"0707": "blue"}, "place": place}
    fight = {"hex": "0707", "by": "red", "blockade": True}
    play = GAME.position(step="retreat", fight=fight, retreat="red", **words)
    assert asked(play) == ("red", "red-fighter-1")
    act(play, ("retreat", "0705"))
    assert where(play, "red-infantry-1") == "0707" and where(play, "blue-cruiser-1") == "0707"
    assert state_of(play).blockades


@rule("victory", "2.0.3b")
def test_a_third_side_fights_in_the_camp_it_joined() -> None:
    place = {"red-infantry-1": "0707", "blue-armor-1": "0707 from 0706", "green-armor-1": "0707 from 0607"}
    words: dict[str, Any] = {"scenario": "quick-start-3", "step": "hits", "place": place, "active": "blue"}
    hits = {"by": "green-armor-1", "at": "ground", "count": 1}
    fight = BLUE_ATTACKS | {"round": 2, "joins": {"green": "attack"}}
    play = GAME.position(fight=fight | {"acted": {"blue-armor-1": "passed"}}, hits=hits, **words)
    assert steps(play, "red-infantry-1", "blue-armor-1") == [3, 4]
    with pytest.raises(SetupError, match="blue-armor-1 has its Combat Turn before green-armor-1"):
        GAME.position(fight=fight, hits=hits, **words)
    play = GAME.position(fight=fight | {"joins": {"green": "defence"}}, hits=hits, **words)
    assert steps(play, "red-infantry-1", "blue-armor-1") == [4, 3]


# ---- what cannot be


@pytest.mark.parametrize(
    ("step", "fight", "more", "fault"),
    [
        ("round", {"acted": {}}, {}, "acted goes with the steps combat_turn, hits, not with round"),
        ("hits", {"next": "red-armor-1"}, {}, "next goes with the steps combat_turn, not with hits"),
        ("round", {"left": []}, {}, "left goes with the steps combat_turn, hits, retreat, blockade, not with round"),
        ("combat_turn", {"fired": []}, {}, 'fight has no "fired"'),
        ("combat_turn", {}, {"hits": {}}, "hits goes with the steps hits, not with combat_turn"),
        ("combat_turn", {}, {"retreat": "blue"}, "retreat goes with the steps retreat, not with combat_turn"),
        ("combat_turn", {"next": "red-tank-1"}, {}, 'there is no block "red-tank-1"'),
        ("combat_turn", {"next": "red-infantry-2"}, {}, "red-infantry-2 is not in this battle"),
        ("combat_turn", {"acted": ["red-armor-1"]}, {}, "acted says something of each name"),
        ("combat_turn", {"acted": {"red-armor-1": "slept"}}, {}, "not 'slept'"),
        ("combat_turn", {"acted": {"red-armor-1": ["x"]}}, {}, "not ['x']"),
        ("combat_turn", {"acted": {"red-infantry-2": "passed"}}, {}, "red-infantry-2 is not in this battle"),
        (
            "combat_turn",
            {"acted": {"red-armor-1": "passed"}, "next": "red-armor-1"},
            {},
            "red-armor-1 has no Combat Turn left in round 1",
        ),
        (
            "combat_turn",
            {"acted": {"blue-infantry-1": "passed"}},
            {},
            "blue-infantry-1 has acted before red-armor-1 (6.31a)",
        ),
        (
            "combat_turn",
            {"acted": {"blue-infantry-1": "passed"}, "next": "blue-armor-1"},
            {},
            "blue-infantry-1 has acted before blue-armor-1 (6.31a)",
        ),
        (
            "combat_turn",
            {"acted": dict.fromkeys(("red-armor-1", "blue-armor-1", "red-infantry-1", "blue-infantry-1"), "passed")},
            {},
            "nobody has a Combat Turn left in round 1",
        ),
        ("combat_turn", {"acted": {"red-armor-1": "fired at naval"}}, {}, "red-armor-1 has not fired at naval"),
        ("combat_turn", {"acted": {"red-armor-1": "landed"}}, {}, "red-armor-1 cannot have landed here"),
        ("combat_turn", {"acted": {"red-armor-1": "dropped"}}, {}, "red-armor-1 cannot have dropped here"),
        ("combat_turn", {"acted": {"red-armor-1": "blockades"}}, {}, "red-armor-1 cannot have stayed to blockade here"),
        ("combat_turn", {"left": ["blue-armor-1"]}, {}, "blue-armor-1 has not left 0707 over a hexside of it"),
        ("combat_turn", {"round": 4}, {}, "fight: round is a whole number from 1 to 3, not 4"),
        ("combat_turn", {"blockade": 1}, {}, "fight: blockade is True or False, not 1"),
        ("combat_turn", {"blockade": True}, {}, "nobody blockades 0707"),
        ("combat_turn", {"roles_changed": True}, {}, "roles change at the start of round 2"),
        ("combat_turn", {"landed": ["blue-armor-1"]}, {}, "blue-armor-1 has not landed here"),
        ("combat_turn", {"marker_hits": 1}, {}, "marker_hits is a whole number from 0 to 0, not 1"),
        ("combat_turn", {"joins": {"blue": "defence"}}, {}, "blue attacks and joins nobody"),
        ("combat_turn", {"joins": {"red": "both"}}, {}, 'there is no camp "both"; there are attack, defence'),
        ("combat_turn", {"joins": {"red": "attack"}}, {}, "nobody fights blue in 0707"),
        ("combat_turn", {"half": ["red-armor-1"]}, {}, "red-armor-1 has a half-hit and no double defense (6.47a)"),
        ("hits", {}, {}, "hits are those of a block"),
        ("hits", {}, {"hits": {"by": "blue-armor-1", "count": 1, "on": "red"}}, 'hits has no "on"'),
        (
            "hits",
            {},
            {"hits": {"by": "blue-armor-1", "at": "tanks", "count": 1}},
            'there is no class "tanks"; there are air, naval, ground',
        ),
        (
            "hits",
            {},
            {"hits": {"by": "blue-armor-1", "at": "ground", "count": 5}},
            "hits: count is a whole number from 0 to 4, not 5",
        ),
        (
            "hits",
            {},
            {"hits": {"by": "blue-armor-1", "at": "ground", "count": 1, "friendly": 1}},
            "hits: friendly is a whole number from 0 to 0, not 1",
        ),
        ("hits", {}, {"hits": {"by": "blue-armor-1", "at": "ground", "count": 0}}, "hits: nothing was hit"),
        (
            "hits",
            {},
            {"hits": {"by": "blue-armor-1", "at": "air", "count": 1}},
            'no player could have said "fire_air" here',
        ),
        ("retreat", {}, {}, "retreat names the army that has to leave, or its block that leaves first, not None"),
        ("retreat", {}, {"retreat": "green"}, "retreat names the army that has to leave"),
        ("retreat", {}, {"retreat": ["blue-armor-1"]}, "retreat names the army that has to leave"),
        ("retreat", {}, {"retreat": "red"}, "the defenders hold 0707 and need not leave it (6.5d)"),
        (
            "retreat",
            {"round": 2},
            {"retreat": "blue"},
            "the attackers have to leave 0707 after round 3, not after round 2",
        ),
        ("retreat", {}, {"retreat": "blue-infantry-2"}, "blue-infantry-2 is not in this battle"),
        (
            "retreat",
            {},
            {"retreat": "blue", "options": PURSUIT},
            "leaves in its combat_turn of the pursuit round, not after it (6.opt.3)",
        ),
        ("blockade", {}, {}, "no ships are asked whether they blockade 0707 (6.8a)"),
        ("blockade", {}, {"options": PURSUIT}, "leaves in its combat_turn of the pursuit round"),
        (
            "combat_turn",
            {"round": 4, "next": "blue-infantry-1"},
            {"options": PURSUIT},
            "blue-armor-1 has to leave in the pursuit round and cannot have passed (6.opt.3)",
        ),
        (
            "combat_turn",
            {},
            {"battles": {"0909": "red"}, "order": ["red", "blue"], "active": "red"},
            "the battle in 0909 was fought before: red comes before blue (2.0.3a)",
        ),
    ],
)
def test_what_no_battle_comes_to_is_refused_in_one_line(
    step: str, fight: dict[str, Any], more: dict[str, Any], fault: str
) -> None:
    with pytest.raises(SetupError) as error:
        GAME.position(**{"place": LAND, "step": step, "active": "blue", "fight": BLUE_ATTACKS | fight} | more)
    assert fault in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("place", "fight", "fault"),
    [
        (
            {"red-infantry-1": "0707", "blue-airborne-1": "0707 flown 2", "blue-infantry-1": "0707 from 0708"},
            {"acted": {"blue-airborne-1": "passed"}},
            "blue-airborne-1 is still on its way and has not acted",
        ),
        (
            {"red-infantry-1": "0707", "red-submarine-1": "0707", "blue-cruiser-1": "0707 from 0706"},
            {"acted": {"blue-cruiser-1": "fired at ground"}},
            "blue-cruiser-1 has not fired at ground",
        ),
        (
            {"red-infantry-1": "0707", "blue-fighter-1": "0707 flown 2", "blue-fighter-2": "0707 flown 2",
             "blue-fighter-3": "0707 flown 2", "blue-infantry-1": "0707 from 0708"},
            {"next": "red-infantry-1"},
            "more air units are here than may fight; say which are grounded (5.52b)",
        ),
        (
            {"red-infantry-1": "0707", "blue-fighter-1": "0707 flown 2", "blue-fighter-2": "0707 flown 2",
             "blue-fighter-3": "0707 flown 2", "blue-infantry-1": "0707 from 0708"},
            {"round": 2, "next": "red-infantry-1"},
            "too many air units of blue fight in 0707",
        ),
        (
            {"red-infantry-1": "0707", "blue-fighter-1": "0707 flown 2", "blue-infantry-1": "0707 from 0708"},
            {"grounded": ["blue-fighter-1"], "acted": {"blue-fighter-1": "passed"}},
            "blue-fighter-1 has no Combat Turn in round 1",
        ),
        (
            {"red-cruiser-1": "0707", "blue-armor-1": "0707 from 0708"},
            {"next": "red-cruiser-1"},
            "red-cruiser-1 has no Combat Turn left: the battle is decided (6.55)",
        ),
    ],
)  # fmt: skip
def test_blocks_have_not_done_what_they_cannot_do(place: dict[str, str], fight: dict[str, Any], fault: str) -> None:
    assert fault in no_position(place, "combat_turn", fight)


@rule("victory", "5.3a", "6.7a", "6.47b")
@pytest.mark.parametrize(
    ("place", "fight", "fault"),
    [
        (
            {f"blue-infantry-{n}": "0707 from 0708" for n in (1, 2, 3)},
            {},
            "too many of blue have crossed between 0708 and 0707",
        ),
        ({"blue-infantry-1": "0707 from 0706"}, {}, "blue-infantry-1 has come from the sea into 0707"),
        ({"blue-infantry-1": "0707 from 0706 at sea"}, {}, "blue-infantry-1 has come from the sea into 0707"),
        (
            {"blue-infantry-1": "0707 from 0708"},
            {"half": ["red-infantry-1"]},
            "red-infantry-1 has a half-hit before the first round",
        ),
    ],
)
def test_nobody_begins_a_battle_in_a_way_that_no_move_leads_to(
    place: dict[str, str], fight: dict[str, Any], fault: str
) -> None:
    assert fault in no_position({"red-infantry-1": "0707", **place}, "round", fight)


@rule("victory", "6.7b")
def test_marines_from_the_sea_are_at_sea_until_they_are_said_to_be_ashore() -> None:
    for words in ("", " at sea", " ashore"):
        play = within({"red-infantry-1": "0707", "blue-marine-1": f"0707 from 0706{words}"}, "round")
        state = state_of(play)
        assert at_sea(play, "blue-marine-1") == (words != " ashore"), words
        assert state.fight is not None
        assert [crossing[2] for crossing in state.crossings[state.fight.hex]] == [NAVAL], "as which it came"


def test_unchecked_takes_even_a_turn_out_of_order() -> None:
    play = within(LAND, "combat_turn", {"acted": {"blue-infantry-1": "passed"}}, unchecked=True)
    assert asked(play) == ("red", "red-armor-1")
    assert play.invariants() == ["blue-infantry-1 has acted before red-armor-1 (6.31a)"]


# ---- stopping and keeping


def test_with_stop_hits_wait_even_where_their_owner_has_no_choice() -> None:
    hits = {"by": "blue-armor-1", "at": "ground", "count": 1}
    place = {"red-infantry-1": "0707", "blue-armor-1": "0707 from 0807"}
    play = within(place, "hits", hits=hits, stop=True)
    assert play.deciders == () and steps(play, "red-infantry-1") == [4]
    play.go_on()
    assert steps(play, "red-infantry-1") == [3] and asked(play) == ("red", "red-infantry-1")


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("combat_turn", {"fight": {"next": "red-infantry-1"}}),
        ("hits", {"hits": {"by": "blue-armor-1", "at": "ground", "count": 2}}),
        ("retreat", {"retreat": "blue"}),
    ],
)
def test_a_position_within_a_battle_is_kept_with_its_answers(step: str, words: dict[str, Any], tmp_path: Path) -> None:
    play = within(LAND, step, **words)
    through_combat(play)
    play.save(tmp_path / "battle.json")
    assert grognard.load(tmp_path / "battle.json").state == play.state
