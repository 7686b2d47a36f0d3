"""What Regular tells a player of Victory: each lesson as a position, with the answer and what speaks for it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.ask import Target
from grognard.core.play import Play
from grognard.players.opinion import adviser, considered
from grognard.players.victory import REGULAR
from grognard.players.victory.doctrine import VictoryDoctrine
from grognard.players.weighed import Weighed, parts_of
from grognard.school import hint
from tests.games.victory._help import pos
from tests.players._keeps import Sample, play_out

GAME = grognard.game("victory")
BLUE_HOLDS = {"blue-infantry-8": "1516", "blue-infantry-9": "0420"}


def first_hint(play: Play, *before: tuple[str, Target]) -> dict[str, Any]:
    """The best hint for whoever is asked, after these answers of his."""
    for verb, target in before:
        play.answer(play.deciders[0], verb, target)
    player = play.state.deciders[0]
    return hint.document(GAME.imagine(play.state, player, Random(3)), player, seed=3)[0]


def told(found: dict[str, Any]) -> list[str]:
    return [words["en"] for words in ([found["plan"]] if found["plan"] else []) + found["for"] + found["against"]]


def fight(place: dict[str, str], hex: str, attacker: str) -> Play:
    return pos(place, battles={hex: attacker}, step="combat", dice=[6] * 200)


# ---- movement


def test_an_attack_is_told_with_its_chance_and_what_is_at_stake() -> None:
    """Two tanks and two infantry before Kaltenbruck, which two blocks face down hold."""
    place = {"red-armor-1": "0911", "red-armor-2": "0911", "red-infantry-1": "0912", "red-infantry-2": "0912"}
    found = first_hint(pos({**place, **BLUE_HOLDS, "blue-infantry-1": "0913", "blue-infantry-2": "0913"}))
    assert found["target"] == "0913" and sorted(found["units"]) == sorted(place)
    assert 0.5 < found["chance"] < 1
    assert "A battle there is worth its price." in told(found)
    assert "The points of 0913 Kaltenbruck are at stake." in told(found)
    assert "will cost steps of ours" in told(found)


def test_a_city_that_nobody_holds_is_taken_without_a_fight() -> None:
    found = first_hint(pos({"red-armor-1": "0911", **BLUE_HOLDS}))
    assert found["target"] == "0913" and found["chance"] is None
    assert "takes 0913 Kaltenbruck without a fight" in told(found)


def test_who_picks_up_a_guard_is_told_to_leave_it() -> None:
    place = {"red-infantry-1": "0707", "red-infantry-2": "0707", "blue-armor-1": "0708", "blue-armor-2": "0708"}
    found = first_hint(pos({**place, **BLUE_HOLDS}), ("unit", "red-infantry-1"))
    assert found["answers"] == [{"verb": "stop", "target": None}]
    assert told(found) == ["Its city needs it as a guard."]


def test_a_march_is_told_by_what_is_better_there_than_here() -> None:
    """A worn tank goes home, where it is raised; a fresh one attacks."""
    guards = {"red-infantry-1": "0909", "red-infantry-2": "0707", "red-infantry-3": "0707", "red-infantry-4": "0707"}
    for steps, target in ((1, "0909"), (4, "0913")):
        place = {"red-armor-1": f"0911 at {steps}", **guards, **BLUE_HOLDS, "blue-infantry-1": "0913"}
        found = first_hint(pos(place), ("unit", "red-armor-1"))
        assert found["target"] == target
        assert ("can be raised again there" in told(found)) is (steps == 1)


# ---- battles


def test_a_lost_field_is_left_because_it_is_lost() -> None:
    attackers = {"blue-armor-1": "0504 from 0505", "blue-armor-2": "0504 from 0505", "blue-armor-3": "0504 from 0604"}
    play = fight({"red-infantry-1": "0504 at 2", **attackers}, "0504", "blue")
    while play.deciders[0] != "red" or not play.legal("red", "fire_ground"):
        player = play.state.deciders[0]
        answer = REGULAR.choose(play.state, player)
        assert answer is not None
        play.apply(player, answer)
    found = first_hint(play)
    assert found["answers"][0]["verb"] == "retreat"
    assert told(found) == ["The battle is as good as lost."]


def test_a_fighter_that_would_hit_its_own_troops_passes() -> None:
    place = {"red-infantry-1": "0707", "red-fighter-1": "0707", "blue-infantry-1": "0707 from 0708"}
    assert told(first_hint(fight(place, "0707", "blue"))) == ["There is nothing it would fire at."]


def test_a_fighter_goes_for_the_bombers() -> None:
    place = {"red-infantry-1": "0707", "red-fighter-1": "0707", "blue-dive-bomber-1": "0707 flown 2"}
    found = first_hint(fight(place, "0707", "blue"))
    assert found["answers"][0]["verb"] == "fire_air"
    assert told(found) == ["hits aircraft before they strike again"]


# ---- what is told of


def test_places_and_battles_are_told_of_and_ways_and_thresholds_are_not() -> None:
    (red, *_) = REGULAR.telling().weights
    named = (red.troops_way, red.hungry, red.per_point, red.own_loss, red.lost_step, red.lacking)
    assert all(isinstance(one, Weighed) for one in named)
    assert not any(isinstance(one, Weighed) for one in (red.on_road, red.bar, red.hope, red.reached, red.home_goal))


@cache
def sample(scenario: str, seats: int) -> Sample:
    return play_out(GAME, ("regular",) * seats, seed=5, scenario=scenario, every=41)[1]


@pytest.mark.parametrize(("scenario", "seats"), [("custom-forces-3", 3), ("commanders-8", 8)])
def test_many_players_are_told_as_two_are(scenario: str, seats: int) -> None:
    """What the doctrine would answer first, in parts that add up, from what each may know."""
    book = adviser("victory")
    assert isinstance(book, VictoryDoctrine)
    for state, player in sample(scenario, seats):
        found = considered(book, state, player)
        assert found[0].answers[0] == REGULAR.choose(state, player)
        for one in found:
            for value in (one.value, one.instead):
                assert not parts_of(value) or abs(sum(parts_of(value).values()) - value) < 1e-6
    for state, player in sample(scenario, seats)[::4]:
        other = state.game.imagine(state, player, Random(8))
        told = [hint.document(one.game.imagine(one, player, Random(4)), player, seed=4) for one in (state, other)]
        assert told[0] == told[1]
