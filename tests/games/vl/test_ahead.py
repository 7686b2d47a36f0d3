"""What Velikiye Luki tells before an answer is given: consequences of a move, odds on every target."""

from __future__ import annotations

from typing import Any

from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.testing import rule
from tests.games.vl._combat import battlefield
from tests.games.vl._help import answer, offered, position

QUIET: dict[str, Any] = {"festungs": {"west": 0, "east": 0}, "unchecked": True}


def moving(place: dict[str, str], unit: str) -> Play:
    play = position(step="move", active="soviet", place=place, **QUIET)
    answer(play, "soviet", ("unit", unit))
    return play


def told(play: Play, hex: str) -> dict[str, Any]:
    """By kind what a move to a hex would lead to."""
    return {one["kind"]: one for one in play.preview("soviet", "move", hex)["consequences"]}


def focus(play: Play) -> dict[str, Any]:
    shown: dict[str, Any] = play.view("soviet")["ask"]["focus"]
    return shown


@rule("vl", "4.2.1a")
def test_a_hex_in_enemy_zoc_is_told_with_whose_it_is_and_that_the_unit_stops() -> None:
    play = moving({"fd-357": "1110", "s-343": "1008"}, "fd-357")
    zoc = told(play, "1109")["zoc"]
    assert zoc["units"] == ["s-343"] and zoc["rule"] == "4.2.1a" and zoc["bad"]
    assert play.preview("soviet", "move", "1109")["stops"]
    assert "zoc" not in told(play, "1111")


@rule("vl", "8.3a")
def test_a_hex_without_a_line_of_supply_is_told() -> None:
    play = moving({"fd-357": "1110", "s-343": "1111", "s-591": "1211"}, "fd-357")
    cut = {str(hex) for hex in offered(play, "soviet", "move") if "supply" in told(play, str(hex))}
    for hex in offered(play, "soviet", "move"):
        copy = play.clone()
        answer(copy, "soviet", ("move", hex))
        assert (hex not in copy.overlay("supply:soviet")) == (hex in cut)


@rule("vl", "5.1b")
def test_a_move_that_would_overstack_a_hex_is_told() -> None:
    play = moving({"fd-357": "1110", "fd-381": "1109"}, "fd-357")
    assert told(play, "1109")["stacking"]["rule"] == "5.1b"
    assert "stacking" not in told(play, "1111")


@rule("vl", "1.4e")
def test_a_move_that_leaves_an_hq_alone_in_enemy_reach_is_told() -> None:
    play = moving({"fd-357": "1110", "hq-3c": "1110", "s-343": "1008"}, "fd-357")
    left = told(play, "1112")["alone"]
    assert left["key"] == "ahead.leaves_alone" and left["units"] == ["hq-3c"] and left["rule"] == "1.4e"
    staff = moving({"fd-357": "1110", "hq-3c": "1110", "s-343": "1008"}, "hq-3c")
    assert told(staff, "1111")["alone"]["key"] == "ahead.alone"
    assert "alone" not in told(moving({"fd-357": "1110", "tr-27": "1110", "hq-3c": "1110"}, "tr-27"), "1111")


@rule("vl", "6.1a")
def test_every_hex_that_can_be_attacked_shows_the_best_odds_of_all_who_can_join() -> None:
    play = battlefield({"fd-357": "1109", "tr-27": "1108", "s-343": "1008", "s-591": "1209"})
    shown = focus(play)["chances"]
    assert set(shown) == offered(play, "soviet", "attack") == {"1008", "1209"}
    for hex, one in shown.items():
        best = play.preview("soviet", "attack", hex)
        assert (one["column"], one["by_die"]) == (best["column"], best["by_die"])
        assert {code: best["severity"][code] for code in one["by_die"]} == one["severity"]


@rule("vl", "6.1a")
def test_a_move_tells_the_odds_that_it_would_better() -> None:
    play = moving({"fd-357": "1110", "fd-381": "1108", "s-343": "1008"}, "fd-357")
    now = focus(play)["chances"]["1008"]["column"]
    changed = play.preview("soviet", "move", "1109")["chances"]["1008"]
    assert changed["before"] == now != changed["column"]
    answer(play, "soviet", ("move", "1109"), "end_movement")
    assert focus(play)["chances"]["1008"]["column"] == changed["column"]


@rule("vl", "6.3a")
def test_the_odds_say_what_more_would_make_the_next_column() -> None:
    play = battlefield({"fd-357": "1109", "tr-27": "1108", "s-343": "1008"})
    answer(play, "soviet", ("attack", "1008"), ("add", "tr-27"))
    odds = focus(play)["odds"]
    more, columns = odds["next"], GAME.crt.columns
    assert columns.index(more["column"]) == columns.index(odds["column"]) + 1
    level = GAME.crt.level
    gained = level(odds["attack"] + more["needs"], odds["defence"])
    assert gained > level(odds["attack"] + more["needs"] - 1, odds["defence"])
    for unit in more["units"]:
        assert columns.index(play.preview("soviet", "add", unit)["column"]) > columns.index(odds["column"])


@rule("vl", "1.4b", "1.4c")
def test_an_hq_that_may_be_moved_tells_its_name_its_range_and_whom_it_serves_there() -> None:
    place = {"hq-5g": "1411", "gfd-9": "1412", "fd-28": "1413", "gfd-46": "1420", "s-343": "1008"}
    play = position(step="move", active="soviet", place=place, **QUIET)
    told = focus(play)["commands"]["hq-5g"]
    assert told["name"]["en"] == "5th Guards Rifle Corps" and told["radius"] == 5
    assert told["units"] == ["gfd-9"]  # 28 is none of its corps, 46 is too far away
    assert told["text"]["left"] == 2 and told["text"]["count"] == 1
    assert all(told["text"]["text"].values())
    answer(play, "soviet", ("unit", "hq-5g"))
    assert play.preview("soviet", "move", "1410")["radius"] == 5


@rule("vl", "6.1a")
def test_who_plans_his_moves_sees_the_odds_of_the_attacks_that_would_follow() -> None:
    play = position(step="move", active="soviet", place={"fd-357": "1109", "fd-28": "1413", "s-343": "1008"}, **QUIET)
    planned = focus(play)["outlook"]
    answer(play, "soviet", ("unit", "fd-28"))
    assert planned == focus(play)["chances"] and "1008" in planned


@rule("vl", "13.3.1a")
def test_a_move_tells_that_a_place_worth_points_would_be_left() -> None:
    alone = told(moving({"fd-28": "0603", "klatt": "1513"}, "fd-28"), "0604")["garrison"]
    assert alone["bad"] and alone["hex"] == "0603" and "points lost" in alone["text"]["en"]
    covered = moving({"fd-28": "0603", "fd-357": "0603", "klatt": "1513"}, "fd-28")
    assert "garrison" not in told(covered, "0604")
