"""Chapter 2: the phases of a turn in their order, who is asked in each, and how a turn ends."""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.testing import rule
from tests.games.vl._help import (
    answer,
    attack,
    declare,
    end_movement,
    fight,
    halt,
    happened,
    idle,
    idle_until,
    march,
    no_arrivals,
    offered,
    position,
    refused,
    state_of,
    steps_of,
    supply_of,
    told,
    where,
)

RING = {"fd-357": "1109", "gfd-9": "1010", "tr-36": "1211", "tb-184": "1310"}
"""A closed ring with two divisions and armour; the tank brigade gives +1."""
QUIET = {"fd-28": "1513", "klatt": "0308", **no_arrivals()}
"""A unit of each side far from the other, and nobody to come."""


def finish(play: Play) -> None:
    while state_of(play).battle is not None:
        idle(play)


# ---- phase A


@rule("vl", "2.1.A")
def test_supply_and_weather_come_before_any_move() -> None:
    # both are cut off: 28 DF by Germans at the western edge, Klatt in the midst of Russians
    place = {
        "fd-28": "0108", "s-343": "0107", "s-663": "0109", "s-591": "0208",
        "klatt": "1513", "gfd-9": "1412", "gfd-46": "1414", "fd-381": "1612", "fd-257": "1614",
        **no_arrivals(),
    }  # fmt: skip
    play = position(turn=3, step="turn", place=place, dice=[2])
    keys = told(play)
    assert keys[0] == "event.turn"
    assert keys.index("event.isolated") < keys.index("event.weather") < keys.index("event.movement_phase")
    assert (supply_of(play, "fd-28"), supply_of(play, "klatt")) == ("isolated", "isolated")  # of both sides
    assert state_of(play).weather == 1 and state_of(play).rolls == 1
    assert play.deciders == ("soviet",) and "event.moved" not in keys


@rule("vl", "2.1.A")
def test_there_is_no_roll_for_weather_on_turn_1() -> None:
    play = GAME.new(seed=1)
    while "event.movement_phase" not in told(play):
        idle(play)
    assert state_of(play).turn == 1 and state_of(play).rolls == 0
    assert "event.turn" in told(play) and "event.weather" not in told(play)
    idle_until(play, "event.turn", 2)
    assert told(play).count("event.weather") == 1


# ---- phases B to E


@rule("vl", "2.1.B", "2.1.D", "2.1.E", "2.1.F")
def test_the_soviet_player_is_first_in_every_turn_and_the_phases_follow_in_order() -> None:
    place = {"fd-28": "1410", "klatt": "1411", **no_arrivals()}
    play = position(turn=1, step="turn", place=place)
    idle_until(play, "event.turn", 4)
    order = [
        (event.message.key.removeprefix("event."), event.message.args.get("side"))
        for event in play.events
        if event.message.key in ("event.turn", "event.movement_phase", "event.combat_phase")
    ]
    turn = [
        ("turn", None),
        ("movement_phase", "soviet"),
        ("combat_phase", "soviet"),
        ("movement_phase", "german"),
        ("combat_phase", "german"),
    ]
    assert order[: 3 * len(turn)] == 3 * turn


@rule("vl", "2.1.B")
def test_the_soviet_player_moves_any_of_his_units_or_none() -> None:
    play = position(place={"fd-357": "1410", "hq-5g": "1410", "mrl-38g": "1412", "tr-27": "1413", "klatt": "0308"})
    mine = {"fd-357", "hq-5g", "mrl-38g", "tr-27"}
    assert mine <= offered(play, "soviet", "unit") and play.legal("soviet", "end_movement")
    assert offered(play, "soviet", "detach") == {"fd-357"}
    refused(play, "soviet", "unit", "klatt", rule="2.1.B")
    refused(play, "soviet", "attack", "0308", rule="2.1.C")
    assert play.ask("german") is None


@rule("vl", "2.1.C")
def test_movement_is_over_in_the_combat_phase_and_fights_come_in_any_order() -> None:
    place = {"gfd-9": "1410", "giehl": "1411", "gfd-46": "1406", "s-343": "1405", "klatt": "0308"}
    for first, second in (("1411", "1405"), ("1405", "1411")):
        play = position(step="combat", place=place, seed=4)
        assert offered(play, "soviet", "attack") == {"1411", "1405"}
        refused(play, "soviet", "unit", "gfd-9", rule="2.1.C")
        units = {"1411": "gfd-9", "1405": "gfd-46"}
        for hex in (first, second):
            attack(play, "soviet", hex, units[hex])
            finish(play)
        assert [event["hex"] for event in happened(play, "event.combat")] == [first, second]


@rule("vl", "2.1.C")
def test_one_roll_against_the_city_at_most_in_a_turn() -> None:
    play = position(turn=4, ring=3, step="combat", place={**RING, "klatt": "0308", **no_arrivals()}, dice=[1, 3, 1])
    answer(play, "soviet", "assault", "roll")
    refused(play, "soviet", "assault", rule="2.1.C")
    # and again in the next one
    answer(play, "soviet", "end_combat")
    idle_until(play, "event.turn")
    end_movement(play, "soviet")
    assert state_of(play).turn == 5
    answer(play, "soviet", "assault", "roll")


@rule("vl", "2.1.C")
@pytest.mark.parametrize("order", ["before", "after", "between"])
def test_the_roll_comes_before_or_after_any_combat(order: str) -> None:
    place = {**RING, "gfd-46": "1406", "s-343": "1405", "gfd-21": "1413", "giehl": "1414"}
    play = position(turn=4, ring=3, step="combat", place=place, seed=3)
    fights = [("1405", "gfd-46"), ("1414", "gfd-21")]
    at = {"before": 0, "between": 1, "after": 2}[order]
    for number, (hex, unit) in enumerate(fights):
        if number == at:
            answer(play, "soviet", "assault", "roll")
            finish_roll(play)
        attack(play, "soviet", hex, unit)
        finish(play)
    if at == 2:
        answer(play, "soviet", "assault", "roll")
    keys = [key for key in told(play) if key in ("event.combat", "event.assault")]
    assert keys.index("event.assault") == at and len(keys) == 3


def finish_roll(play: Play) -> None:
    while not play.legal("soviet", "end_combat"):
        idle(play)


@rule("vl", "2.1.C")
def test_the_conditions_are_tested_at_the_moment_of_the_roll() -> None:
    """Ruling: 357 alone covers 1209; when it has advanced to 1108 the ring is open and there is no roll."""
    place = {**RING, "tb-184": "1311", "s-343": "1108"}
    assert position(turn=4, ring=3, step="combat", place=place).legal("soviet", "assault")
    play = fight("-/R", "soviet", "1108", "fd-357", turn=4, ring=3, place=place)
    while not play.legal("soviet", "advance", "fd-357"):
        idle(play)
    answer(play, "soviet", ("advance", "fd-357"))
    while not play.legal("soviet", "end_combat"):
        idle(play)
    refused(play, "soviet", "assault", rule="7.1a")


@rule("vl", "2.1.D")
def test_the_german_moves_as_the_soviet_does_and_has_no_regiments() -> None:
    play = position(active="german", place={"klatt": "0512", "hq-83": "0909", "swr-3": "0512", "fd-357": "1513"})
    assert {"klatt", "hq-83", "swr-3"} <= offered(play, "german", "unit")
    assert offered(play, "german", "detach") == offered(play, "german", "absorb") == set()
    refused(play, "german", "detach", "klatt", rule="1.7.2a")
    refused(play, "german", "detach", "fd-357", rule="1.7.2a")
    refused(play, "german", "absorb", "klatt", rule="1.7.3")
    refused(play, "german", "unit", "fd-357", rule="2.1.D")
    refused(play, "german", "attack", "1513", rule="2.1.E")
    march(play, "german", "klatt", "0511")
    assert where(play, "klatt") == "0511" and play.ask("soviet") is None


@rule("vl", "2.1.E")
def test_the_german_attacks_in_any_order_and_is_not_offered_the_table() -> None:
    place = {**RING, "klatt": "1410", "meyer": "1405", "gfd-46": "1406", "gfd-21": "1411"}
    for first, second in ((("1411", "klatt"), ("1406", "meyer")), (("1406", "meyer"), ("1411", "klatt"))):
        play = position(turn=4, ring=3, step="combat", active="german", place=place, seed=2)
        assert {"1411", "1406"} <= offered(play, "german", "attack")
        assert not play.legal("german", "assault") and not play.legal("german", "roll")
        refused(play, "german", "assault", rule="2.1.E")
        refused(play, "german", "unit", "klatt", rule="2.1.E")
        for hex, unit in (first, second):
            attack(play, "german", hex, unit)
            finish(play)
        assert [event["hex"] for event in happened(play, "event.combat")] == [first[0], second[0]]


# ---- the end of the turn


@rule("vl", "2.1.F")
def test_with_both_festungs_at_zero_the_game_ends_at_the_end_of_the_turn() -> None:
    # one level each and a seven: both fall in the Soviet phase, and the German turn is still played
    place = {**RING, "klatt": "0308", "fd-28": "1513", **no_arrivals()}
    play = position(turn=4, ring=3, step="combat", place=place, festungs={"west": 1, "east": 1}, dice=[6])
    answer(play, "soviet", "assault", "roll")
    while not play.legal("soviet", "end_combat"):
        idle(play)
    assert (steps_of(play, "festung-west"), steps_of(play, "festung-east")) == (0, 0)
    assert play.result is None
    answer(play, "soviet", "end_combat")
    assert play.deciders == ("german",) and play.result is None
    end_movement(play, "german")
    while play.result is None:
        idle(play)
    assert state_of(play).turn == 4 and play.result.winners == ("soviet",)


@rule("vl", "2.1.F")
def test_otherwise_the_marker_goes_on() -> None:
    play = position(turn=4, step="end_of_turn", place=QUIET)
    assert state_of(play).turn == 5 and play.result is None and play.deciders == ("soviet",)
    play = position(turn=4, step="end_of_turn", place=QUIET, festungs={"west": 0})  # one part still stands
    assert state_of(play).turn == 5 and play.result is None


@rule("vl", "2.1.F")
def test_after_turn_11_the_points_are_counted() -> None:
    play = position(turn=11, step="combat", active="german", place={"fd-28": "0308", **no_arrivals()})
    assert play.result is None
    answer(play, "german", "end_combat")
    result = play.result
    assert result is not None and result.winners == ("german",) and result.points == {"soviet": 3}
    play = position(turn=10, step="end_of_turn", place=QUIET)
    assert play.result is None and state_of(play).turn == 11


@rule("vl", "2.1.B", "2.1.D")
def test_what_was_moved_in_one_turn_moves_again_in_the_next() -> None:
    play = position(turn=3, place={"fd-28": "1513", "klatt": "0308", **no_arrivals()})
    march(play, "soviet", "fd-28", "1512")
    halt(play, "soviet")
    end_movement(play, "soviet")
    idle_until(play, "event.turn")
    assert "fd-28" in offered(play, "soviet", "unit")


@rule("vl", "2.1.C")
def test_what_has_fought_in_one_turn_fights_again_in_the_next() -> None:
    place = {"gfd-9": "1410", "giehl": "1411", **no_arrivals()}
    play = position(turn=3, step="combat", place=place, dice=[3, 3, 1, 3])
    declare(play, "soviet", "1411", "gfd-9")
    answer(play, "soviet", ("lose", "gfd-9"), "end_combat")
    idle_until(play, "event.turn")
    end_movement(play, "soviet")
    assert offered(play, "soviet", "attack") == {"1411"}
