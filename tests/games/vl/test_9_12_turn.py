"""Chapters 9, 10 and 12: the weather, and what air missions and artillery points it brings each turn."""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.games.vl.modifiers import modifiers
from grognard.games.vl.state import WEATHER
from grognard.games.vl.zoc import zoc
from grognard.testing import rule
from tests.games.vl._help import (
    answer,
    declare,
    end_movement,
    happened,
    idle,
    idle_until,
    no_arrivals,
    no_support,
    number,
    offered,
    position,
    refused,
    state_of,
    steps_of,
    told,
)

QUIET = {"fd-28": "1513", "klatt": "0308", **no_arrivals()}


def weather(play: Play) -> str:
    return WEATHER[state_of(play).weather]


# ---- weather (9)


@rule("vl", "9a")
@pytest.mark.parametrize(
    ("before", "faces"),
    [
        ("overcast", ["clear", "cloudy", "overcast", "overcast", "overcast", "overcast"]),
        ("cloudy", ["clear", "cloudy", "overcast", "overcast", "overcast", "cloudy"]),
        ("clear", ["clear", "clear", "cloudy", "overcast", "overcast", "overcast"]),
    ],
)
def test_the_weather_die_after_each_weather(before: str, faces: list[str]) -> None:
    """After clear the die counts one less: 1 and 2 are clear, 3 is cloudy, and a 6 counts 5."""
    for face, after in enumerate(faces, start=1):
        play = position(turn=3, step="turn", weather=before, place=QUIET, dice=[face])
        assert weather(play) == after
        assert [event["die"] for event in happened(play, "event.weather")] == [face]


@rule("vl", "9a")
def test_the_weather_of_one_turn_weighs_on_the_next() -> None:
    # clear on a 1; then a 3, less one, is cloudy; then a 6 is cloudy again; then a 1 is clear
    play = position(turn=3, step="turn", weather="overcast", place=QUIET, dice=[1, 3, 6, 1])
    seen = [weather(play)]
    for turn in (2, 3, 4):
        idle_until(play, "event.turn", turn)
        seen.append(weather(play))
    assert seen == ["clear", "cloudy", "cloudy", "clear"]


@rule("vl", "9b", "10.2a", "10.2b")
def test_turn_1_is_overcast_with_one_soviet_mission_and_no_german() -> None:
    play = GAME.new(seed=5)
    assert weather(play) == "overcast"
    while "event.turn" not in told(play):
        idle(play)
    assert weather(play) == "overcast" and state_of(play).air == [1, 0] and state_of(play).rolls == 0


@rule("vl", "9c")
def test_movement_and_ground_combat_know_no_weather() -> None:
    place = {"gfd-9": "1410", "tr-27": "1410", "giehl": "1411", "fd-28": "1113", "ski-44s": "1007"}
    seen = set()
    for sky in WEATHER:
        play = position(turn=3, weather=sky, place=place)
        reaches = []
        for unit in ("gfd-9", "tr-27", "fd-28", "ski-44s"):
            answer(play, "soviet", ("unit", unit))
            reaches.append(
                tuple(
                    (hex, play.preview("soviet", "move", hex)["cost"])
                    for hex in sorted(offered(play, "soviet", "move"), key=str)
                )
            )
        zones = zoc(state_of(play), 0), zoc(state_of(play), 1)
        play = position(turn=3, weather=sky, step="combat", place=place)
        answer(play, "soviet", ("attack", "1411"), "add_all")
        shown = play.preview("soviet", "commit")
        seen.add((tuple(reaches), zones, shown["column"], str(shown["lines"]), tuple(shown["by_die"])))
    assert len(seen) == 1


# ---- aviation (10)

AIR_WAR = {"gfd-9": "1410", "giehl": "1411", "hq-3c": "1408", "hq-chevalerie": "1413"}


def air(play: Play) -> list[int]:
    battle = state_of(play).battle
    assert battle is not None
    return [one.columns for one in modifiers(state_of(play), battle) if one.word == "air"]


@rule("vl", "10.1")
def test_a_mission_gives_a_column_and_the_defender_may_fly_one_too() -> None:
    play = position(turn=3, weather="clear", step="combat", place=AIR_WAR)
    declare(play, "soviet", "1411", "gfd-9")
    assert air(play) == []
    answer(play, "soviet", ("air", "hq-3c"))
    assert air(play) == [1]
    answer(
        play,
        "soviet",
        "no_more_support",
    )
    answer(play, "german", ("air", "hq-chevalerie"))
    assert air(play) == [1, -1]  # they cancel each other


@rule("vl", "10.1")
def test_there_is_one_mission_for_a_side_in_a_combat() -> None:
    play = position(turn=3, weather="clear", step="combat", place=AIR_WAR)
    declare(play, "soviet", "1411", "gfd-9")
    answer(play, "soviet", ("air", "hq-3c"))
    assert state_of(play).air[0] == 2
    refused(play, "soviet", "air", "hq-3c", rule="6.2.7b")
    answer(play, "soviet", "no_more_support")
    answer(play, "german", ("air", "hq-chevalerie"))
    refused(play, "german", "air", "hq-chevalerie", rule="6.2.7b")


@rule("vl", "10.1")
def test_a_mission_flies_for_a_defender_of_either_side() -> None:
    play = position(turn=3, weather="clear", step="combat", active="german", place=AIR_WAR)
    declare(play, "german", "1410", "giehl")
    answer(play, "german", "no_more_support")
    answer(play, "soviet", ("air", "hq-3c"))
    assert air(play) == [-1]


@rule("vl", "10.2a", "10.2b")
@pytest.mark.parametrize(("sky", "soviet", "german"), [("overcast", 1, 0), ("cloudy", 2, 1), ("clear", 3, 2)])
def test_the_missions_of_a_turn(sky: str, soviet: int, german: int) -> None:
    face = {"clear": 1, "cloudy": 2, "overcast": 3}[sky]
    play = position(turn=3, step="turn", weather="cloudy", place=QUIET, dice=[face])
    assert weather(play) == sky and state_of(play).air == [soviet, german]


FRONT = {
    "gfd-9": "1410", "klatt": "1411", "gfd-46": "1406", "giehl": "1405", "gfd-21": "1414", "meyer": "1415",
    "hq-3c": "1408", "hq-chevalerie": "1413", "fr-1-7": "1612", "mrl-38g": "1409",
}  # fmt: skip


def fly(play: Play, player: str, hex: str, unit: str, flier: str, hq: str) -> None:
    """An attack in which one side flies a mission; the attacker loses a step of 1/- and nobody moves."""
    declare(play, player, hex, unit)
    if player != flier:
        answer(play, player, "no_more_support")
    answer(play, flier, ("air", hq))
    no_support(play)
    assert happened(play, "event.combat")[-1]["result"] == "1/-"
    answer(play, player, ("lose", unit))


@rule("vl", "10.2a")
def test_a_clear_turn_has_three_soviet_missions_in_both_combat_phases_together() -> None:
    play = position(
        turn=3, weather="clear", step="combat", place={**no_arrivals(), **FRONT},
        dice=[3, 3, 1, 3, 3, 1, 3, 3, 3],
    )  # fmt: skip
    fly(play, "soviet", "1411", "gfd-9", "soviet", "hq-3c")
    fly(play, "soviet", "1405", "gfd-46", "soviet", "hq-3c")
    answer(play, "soviet", "end_combat")
    end_movement(play, "german")
    assert state_of(play).air[0] == 1  # what is left goes on into the German phase
    fly(play, "german", "1410", "klatt", "soviet", "hq-3c")
    declare(play, "german", "1406", "giehl")
    answer(play, "german", "no_more_support")
    assert state_of(play).supports[number("hq-3c")] == 1  # the HQ has a support left, but there is no fourth mission
    refused(play, "soviet", "air", "hq-3c", rule="10.2a")


@rule("vl", "10.2b")
def test_the_german_has_no_mission_under_overcast_skies() -> None:
    """Ruling: the sentence that gives him none in cloudy weather must mean overcast."""
    play = position(turn=3, weather="overcast", step="combat", place=FRONT)
    declare(play, "soviet", "1411", "gfd-9")
    answer(play, "soviet", "no_more_support")
    refused(play, "german", "air", "hq-chevalerie", rule="10.2b")
    play = position(turn=3, weather="cloudy", step="combat", place=FRONT)
    declare(play, "soviet", "1411", "gfd-9")
    answer(play, "soviet", "no_more_support")
    answer(play, "german", ("air", "hq-chevalerie"))
    assert state_of(play).air[1] == 0


@rule("vl", "10.2b")
def test_the_german_missions_serve_both_combat_phases_of_the_turn() -> None:
    # cloudy: one mission, flown in defence, is not there for the attack
    place = {**no_arrivals(), **FRONT}
    play = position(turn=3, weather="cloudy", step="combat", place=place, dice=[3, 3, 3])
    fly(play, "soviet", "1411", "gfd-9", "german", "hq-chevalerie")
    assert state_of(play).air[1] == 0
    answer(play, "soviet", "end_combat")
    end_movement(play, "german")
    declare(play, "german", "1414", "meyer")
    refused(play, "german", "air", "hq-chevalerie", rule="10.2b")
    # clear: two, one in each phase
    play = position(turn=3, weather="clear", step="combat", place=place, dice=[3, 3, 3])
    fly(play, "soviet", "1411", "gfd-9", "german", "hq-chevalerie")
    answer(play, "soviet", "end_combat")
    end_movement(play, "german")
    declare(play, "german", "1414", "meyer")
    answer(play, "german", ("air", "hq-chevalerie"))
    assert state_of(play).air[1] == 0


# ---- artillery (12)


@rule("vl", "12.0")
@pytest.mark.parametrize("turn", range(1, 12))
def test_the_artillery_points_of_each_turn(turn: int) -> None:
    german = {1: 1, 2: 2, 3: 4, 4: 4}.get(turn, 5)
    soviet = {1: 2, 2: 4}.get(turn, 5)
    play = position(turn=turn, step="turn", place=QUIET, dice=[3])
    assert state_of(play).artillery == [soviet, german]


@rule("vl", "12.0")
def test_no_point_is_carried_from_turn_2_to_turn_3() -> None:
    play = position(turn=2, place={**QUIET}, dice=[3])
    assert state_of(play).artillery == [4, 2]
    idle_until(play, "event.turn")
    assert state_of(play).turn == 3 and state_of(play).artillery == [5, 4]


@rule("vl", "12.0")
def test_each_point_is_spent_through_an_hq() -> None:
    place = {"gfd-9": "1410", "giehl": "1411", "mrl-38g": "1410", "hq-5g": "1408"}
    play = position(turn=3, step="combat", place=place)
    declare(play, "soviet", "1411", "gfd-9")
    answer(play, "soviet", ("artillery", "hq-5g"))
    assert state_of(play).artillery[0] == 4 and state_of(play).supports[number("hq-5g")] == 1
    # with no HQ there are points and no way to use them
    play = position(turn=3, step="combat", place={**place, "hq-5g": "eliminated"})
    declare(play, "soviet", "1411", "gfd-9")
    assert offered(play, "soviet", "artillery") == set()
    refused(play, "soviet", "artillery", "hq-5g", rule="1.4b")
    # and with none left an HQ gives none
    play = position(turn=3, step="combat", place=place, artillery={"soviet": 0})
    declare(play, "soviet", "1411", "gfd-9")
    refused(play, "soviet", "artillery", "hq-5g", rule="12.0")
    assert steps_of(play, "gfd-9") == 3
