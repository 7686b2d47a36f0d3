"""The rules, one by one: place the units, ask the question, state the ruling."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.ask import IllegalAnswer
from grognard.core.play import Play
from grognard.testing import rule
from two_fords import GAME


def asked(play: Play, player: str) -> dict[str, list[Any]]:
    ask = play.ask(player)
    assert ask is not None
    return dict(ask.answers)


def where(play: Play, unit: str) -> str:
    return str(next(piece["where"] for piece in play.view(None)["pieces"] if piece["id"] == unit))


def steps(play: Play, unit: str) -> int:
    return int(next(piece["steps"] for piece in play.view(None)["pieces"] if piece["id"] == unit))


def reach(**place: str) -> list[Any]:
    """Where Blue's first unit can go."""
    play = GAME.position(place=place)
    play.answer("blue", "unit", "b1")
    return asked(play, "blue").get("move", [])


def attack(die: int, by: tuple[str, ...] = ("b1",), on: str = "0502", **place: str) -> Play:
    """An attack by these units that is decided by this die."""
    play = GAME.position(step="combat", place=place, dice=[die])
    play.answer("blue", "attack", on)
    for unit in asked(play, "blue")["remove"]:
        if unit not in by:
            play.answer("blue", "remove", unit)
    play.answer("blue", "commit")
    return play


@rule("two-fords", "1.0")
def test_a_counter_shows_the_strength_of_its_step_and_its_movement() -> None:
    play = GAME.position(place={"b1": "0507 reduced", "b5": "0606"})
    shown = {piece["id"]: piece["values"] for piece in play.view(None)["pieces"]}
    assert (shown["b1"], shown["b5"]) == ([3, 4], [6, 5])


# ---- 2 objectives


@rule("two-fords", "2.1")
def test_any_place_and_no_other_hex_is_an_objective() -> None:
    play = GAME.new(seed=1)
    assert play.deciders == ("blue", "red")
    assert sorted(asked(play, "red")["objective"]) == ["0304", "0502", "0507", "0705"]
    with pytest.raises(IllegalAnswer) as refusal:
        play.answer("red", "objective", "0101")
    assert refusal.value.rule == "2.1"


@rule("two-fords", "2.2")
def test_nobody_else_is_told_of_an_objective() -> None:
    play = GAME.new(seed=1)
    play.answer("blue", "objective", "0304")
    play.answer("red", "objective", "0502")
    tracks = {player: {one["id"]: one["value"] for one in play.view(player)["tracks"]} for player in ("blue", "red")}
    assert (tracks["blue"]["objective"], tracks["red"]["objective"]) == ("0304", "0502")
    assert "event.objective" in [line["key"] for line in play.view("blue")["log"]]
    assert all(line["key"] != "event.objective" or line["side"] == "red" for line in play.view("red")["log"])


# ---- 3 the turn


@rule("two-fords", "3.2")
def test_blue_moves_and_fights_then_red() -> None:
    play = GAME.position(place={"b1": "0507", "r1": "0502"})
    play.answer("blue", "end_movement")
    play.answer("blue", "end_combat")
    play.answer("red", "end_movement")
    play.answer("red", "end_combat")
    assert (play.view(None)["turn"], play.deciders) == (2, ("blue",))


@rule("two-fords", "3.1", "8.3")
def test_the_game_is_over_after_the_last_turn_and_equal_points_are_a_draw() -> None:
    play = GAME.position(step="combat", active="red", turn=6, place={"b1": "0507", "r1": "0502"})
    play.answer("red", "end_combat")
    assert play.result is not None
    assert (play.result.winner, play.result.points) == (None, {"blue": 2, "red": 2})


# ---- 4 movement, 5 zones of control


@rule("two-fords", "4.1")
def test_a_unit_moves_once_and_no_farther_than_its_points() -> None:
    play = GAME.position(place={"b1": "0507", "r1": "0101"})
    play.answer("blue", "unit", "b1")
    reasons = play.why("blue", "move", "0104")
    assert [reason.message.key for reason in reasons] == ["why.too_far"]
    play.answer("blue", "move", "0407")
    with pytest.raises(IllegalAnswer, match="has moved"):
        play.answer("blue", "unit", "b1")


@rule("two-fords", "4.2")
def test_forest_costs_two_points() -> None:
    play = GAME.position(place={"b1": "0505", "r1": "0101"})
    play.answer("blue", "unit", "b1")
    assert play.preview("blue", "move", "0506")["cost"] == "2"
    assert play.preview("blue", "move", "0405")["cost"] == "1"


@rule("two-fords", "4.3")
def test_the_river_is_crossed_at_a_ford_for_a_point_more() -> None:
    play = GAME.position(place={"b1": "0705", "r1": "0101"})
    play.answer("blue", "unit", "b1")
    assert play.preview("blue", "move", "0704")["cost"] == "2"
    far_from_fords = reach(b1="0105", r1="0901")
    assert "0205" in far_from_fords and not [hex for hex in far_from_fords if int(hex[2:]) < 5]


@rule("two-fords", "4.4")
def test_friends_are_passed_but_nobody_stops_with_them() -> None:
    there = reach(b1="0107", b2="0108", b3="0207", b4="0106", r1="0901")
    assert not {"0108", "0207", "0106"} & set(there)
    assert "0208" in there


@rule("two-fords", "5.1")
def test_the_river_bounds_a_zone_of_control_and_a_ford_does_not() -> None:
    zoc = GAME.position(place={"b1": "0507", "r1": "0704", "r2": "0504"}).overlay("zoc:red")
    assert "0705" in zoc and "0505" not in zoc and "0503" in zoc


@rule("two-fords", "5.2")
def test_a_unit_stops_in_an_enemy_zone_of_control() -> None:
    assert "0804" in reach(b1="0604", r1="0901")
    stopped = reach(b1="0604", r1="0703")
    assert "0704" in stopped and "0804" not in stopped


# ---- 6 combat


@rule("two-fords", "6.1")
def test_nobody_attacks_across_the_river_but_at_a_ford() -> None:
    play = GAME.position(step="combat", place={"b1": "0505", "b2": "0705", "r1": "0504", "r2": "0704"})
    assert asked(play, "blue")["attack"] == ["0704"]
    assert play.why("blue", "attack", "0504")[0].message.key == "why.nobody_beside"


@rule("two-fords", "6.1")
def test_no_unit_and_no_hex_fights_twice() -> None:
    play = attack(3, b1="0503", b2="0402", r1="0502", r2="0603")
    assert "attack" not in asked(play, "blue")
    assert play.why("blue", "attack", "0502")[0].message.key == "why.attacked"
    assert play.why("blue", "attack", "0603")[0].message.key == "why.fought"


@rule("two-fords", "6.2", "6.3")
def test_odds_are_rounded_for_the_defender_and_cover_takes_a_column() -> None:
    def odds(**place: str) -> dict[str, Any]:
        play = GAME.position(step="combat", place=place)
        return dict(play.preview("blue", "attack", place["r1"]))

    open_ground = odds(b1="0305", b4="0206", r1="0306")
    assert (open_ground["attack"], open_ground["defence"], open_ground["column"]) == (8, 4, "2-1")
    assert odds(b1="0305", r1="0306")["column"] == "1-1"
    assert [line["key"] for line in odds(b1="0503", b4="0402", r1="0502")["lines"]] == ["odds.town"]


@rule("two-fords", "6.3")
def test_a_ford_takes_a_column_only_if_every_attacker_crosses_it() -> None:
    def lines(**place: str) -> list[str]:
        play = GAME.position(step="combat", place=place)
        return [line["key"] for line in play.preview("blue", "attack", place["r1"])["lines"]]

    assert lines(b1="0705", r1="0704") == ["odds.ford"]
    assert lines(b1="0705", b2="0703", r1="0704") == []


@rule("two-fords", "6.4")
@pytest.mark.parametrize(
    ("die", "by", "mine", "theirs"),
    [(1, ("b1",), 1, 2), (6, ("b1",), 2, 2), (6, ("b1", "b2", "b5"), 2, 1)],
    ids=["A1", "DR", "DX"],
)
def test_a_result_does_what_it_says(die: int, by: tuple[str, ...], mine: int, theirs: int) -> None:
    play = attack(die, by, b1="0503", b2="0402", b5="0602", r1="0502")
    assert (steps(play, "b1"), steps(play, "r1")) == (mine, theirs)


# ---- 7 retreat and advance


@rule("two-fords", "7.1")
def test_the_owner_retreats_out_of_enemy_zones_of_control() -> None:
    play = attack(6, b1="0503", r1="0502")
    assert play.deciders == ("red",)
    assert asked(play, "red")["retreat"] == ["0401", "0501", "0601"]
    play.answer("red", "retreat", "0601")
    assert where(play, "r1") == "0601"


@rule("two-fords", "7.2")
def test_a_unit_without_a_way_back_loses_a_step() -> None:
    play = attack(6, ("b3",), "0101", b3="0201", b4="0103", r1="0101", r2="0102")
    assert (where(play, "r1"), steps(play, "r1")) == ("0101", 1)


@rule("two-fords", "7.3", "8.1")
def test_one_attacker_advances_and_takes_the_place() -> None:
    play = attack(6, b1="0503", r1="0502")
    play.answer("red", "retreat", "0601")
    assert asked(play, "blue") == {"advance": ["b1"], "stay": [None]}
    play.answer("blue", "advance", "b1")
    assert where(play, "b1") == "0502"
    assert play.view(None)["score"] == {"blue": 2, "red": 0}


# ---- 8 victory


@rule("two-fords", "8.1")
def test_a_place_stays_with_the_side_that_leaves_it() -> None:
    play = GAME.position(place={"b1": "0507", "r1": "0101"})
    play.answer("blue", "unit", "b1")
    play.answer("blue", "move", "0406")
    assert play.view(None)["score"]["blue"] == 2


@rule("two-fords", "8.2", "8.3")
@pytest.mark.parametrize(("objective", "winner"), [("0507", "blue"), ("0304", None)])
def test_an_objective_counts_if_it_is_held(objective: str, winner: str | None) -> None:
    play = GAME.position(
        step="combat", active="red", turn=6, place={"b1": "0507", "r1": "0502"},
        objective={"blue": objective, "red": "0705"},
    )  # fmt: skip
    play.answer("red", "end_combat")
    assert play.result is not None and play.result.winner == winner
