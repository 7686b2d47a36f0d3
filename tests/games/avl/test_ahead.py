"""What A Victory Lost tells before an answer is given: consequences of a move, odds on every target, what a chit does.

Fights stand on the clear steppe round 6038; its neighbours are 6037 (N), 6138 (NE), 6139 (SE), 6039 (S), 5939 (SW) and
5938 (NW).
"""

from __future__ import annotations

from typing import Any

from grognard.core.play import Play
from grognard.testing import rule
from tests.games.avl._help import answer, avl, offered, position, refused, where


def consequences(play: Play, player: str, hex: str) -> list[tuple[str, bool, str]]:
    """(kind, bad, rule) of what a move to a hex would lead to, worst first."""
    told = play.preview(player, "move", hex)["consequences"]
    assert all(one["text"]["en"] and one["text"]["ja"] for one in told)
    return [(one["kind"], one["bad"], one["rule"]) for one in told]


def focus(play: Play, player: str) -> dict[str, Any]:
    shown: dict[str, Any] = play.view(player)["ask"]["focus"]
    return shown


# ---- consequences of a move


@rule("avl", "8.2.1a")
def test_a_hex_in_enemy_zoc_is_told_with_the_units_whose_zoc_it_is() -> None:
    play = position(active="soviet", place={"su-7tk": "6238", "ro-7": "6038", "ro-9": "6037"})
    answer(play, "soviet", ("unit", "su-7tk"))
    told = play.preview("soviet", "move", "6138")["consequences"]
    zoc = next(one for one in told if one["kind"] == "zoc")
    assert zoc["units"] == ["ro-7", "ro-9"] and zoc["rule"] == "8.2.1a" and zoc["bad"]
    assert "zoc" not in {kind for kind, *_ in consequences(play, "soviet", "6338")}


@rule("avl", "10.1.3a")
def test_a_hex_without_a_supply_line_is_told_and_one_with_a_line_is_not() -> None:
    """Behind a wall of enemies there is no line to a Soviet source in the east."""
    place = {"su-7tk": "6238", "de-213": "6137", "de-294": "6139", "de-62": "6338"}
    play = position(active="soviet", place=place)
    answer(play, "soviet", ("unit", "su-7tk"))
    hexes = offered(play, "soviet", "move")
    told = {str(hex): [one[:1] + one[2:] for one in consequences(play, "soviet", str(hex))] for hex in hexes}
    cut_off = {hex for hex, found in told.items() if ("supply", "10.1.3a") in found}
    assert cut_off and cut_off != hexes
    for hex in sorted(cut_off)[:3]:  # the referee agrees: moved there, the next check finds no line
        copy = play.clone()
        answer(copy, "soviet", ("move", hex))
        assert hex not in copy.overlay("supply:soviet")


@rule("avl", "10.1.3a")
def test_the_worst_comes_first_and_never_more_than_four() -> None:
    place = {"su-7tk": "6238", "de-213": "6137", "de-294": "6139", "de-62": "6338"}
    play = position(active="soviet", place=place)
    answer(play, "soviet", ("unit", "su-7tk"))
    for hex in offered(play, "soviet", "move"):
        told = consequences(play, "soviet", str(hex))
        assert len(told) <= 4
        assert [bad for _, bad, _ in told] == sorted((bad for _, bad, _ in told), reverse=True)


# ---- the best odds on every target


@rule("avl", "9.1.1")
def test_every_hex_that_can_be_attacked_shows_the_best_odds_of_all_who_can_join() -> None:
    place = {"su-7tk": "6138", "su-1tk": "6037", "ro-7": "6038", "su-266": "5705", "de-213": "5704"}
    play = position(step="combat", active="soviet", place=place)
    shown = focus(play, "soviet")["chances"]
    assert set(shown) == offered(play, "soviet", "attack")
    for hex, one in shown.items():
        best = play.preview("soviet", "attack", hex)
        assert (one["column"], one["by_die"]) == (best["column"], best["by_die"])
        assert set(one["severity"]) == set(one["by_die"])


@rule("avl", "9.1.1")
def test_who_has_fought_counts_no_more_in_the_best_odds() -> None:
    place = {"su-7tk": "6138", "su-1tk": "6037", "ro-7": "6038", "ro-9": "6137"}
    play = position(step="combat", active="soviet", place=place, dice=[1])
    before = focus(play, "soviet")["chances"]["6038"]["column"]
    answer(play, "soviet", ("attack", "6137"), ("add", "su-1tk"), "resolve")
    left = focus(play, "soviet")["chances"]["6038"]["column"]
    assert avl().crt.columns.index(left) < avl().crt.columns.index(before)


@rule("avl", "9.1.1")
def test_a_move_tells_the_odds_that_it_would_better() -> None:
    place = {"su-7tk": "6338", "su-1tk": "6037", "ro-7": "6038"}
    play = position(active="soviet", place=place)
    answer(play, "soviet", ("unit", "su-7tk"))
    now = focus(play, "soviet")["chances"]["6038"]["column"]
    changed = play.preview("soviet", "move", "6138")["chances"]["6038"]
    assert changed["before"] == now
    answer(play, "soviet", ("move", "6138"), "stop", "end_movement")
    assert focus(play, "soviet")["chances"]["6038"]["column"] == changed["column"] != now


@rule("avl", "9.3.3a", "9.3.4a")
def test_the_odds_say_what_more_would_make_the_next_column() -> None:
    place = {"su-7tk": "6138", "su-1tk": "6037", "su-266": "6139", "ro-7": "6038"}
    play = position(step="combat", active="soviet", place=place)
    answer(play, "soviet", ("attack", "6038"), ("add", "su-266"))
    odds = focus(play, "soviet")["odds"]
    crt = avl().crt
    more = odds["next"]
    assert crt.column_name(crt.level(odds["attack"] + more["needs"], odds["defence"])) == more["column"]
    assert crt.level(odds["attack"] + more["needs"] - 1, odds["defence"]) == crt.level(odds["attack"], odds["defence"])
    for unit in more["units"]:
        assert play.preview("soviet", "add", unit)["column"] != odds["column"]


# ---- boxes


@rule("avl", "11.2.2a")
def test_units_in_a_box_are_named_first_and_shown_where_they_enter() -> None:
    place = {"hq-28a": "box", "su-34g": "box", "su-7tk": "6038", "de-298": "5841"}
    play = position(turn=2, active="soviet", place=place)
    ask = play.view("soviet")["ask"]
    assert ask["prompt"]["key"] == "prompt.move_units_box" and ask["rule"] == "11.2.2a"
    assert set(ask["focus"]["first"]) == {"hq-28a", "su-34g"}
    assert "6142" in ask["focus"]["show"]


@rule("avl", "11.2.2a")
def test_a_unit_in_a_box_can_be_put_down_again_while_another_may_go_first() -> None:
    place = {"hq-28a": "box", "su-34g": "box", "de-298": "5841"}
    play = position(turn=2, active="soviet", place=place)
    answer(play, "soviet", ("unit", "su-34g"), "put_down")
    assert where(play, "su-34g") == "box" and "su-34g" in offered(play, "soviet", "unit")
    refused(play, "soviet", "end_movement", rule="11.2.2a")
    answer(play, "soviet", ("unit", "hq-28a"), ("move", "6142"))
    assert not play.legal("soviet", "put_down")


# ---- chits and HQs


@rule("avl", "7.3.2a")
def test_a_chit_tells_its_name_its_hq_and_the_units_it_would_activate() -> None:
    play = avl().new(seed=7)
    answer(play, "soviet", "historical", "done")
    told = focus(play, "axis")["commands"]
    for chit, one in told.items():
        assert one["hqs"] or one["note"]["rule"] == "7.2.2a", chit
    hollidt = told["Hollidt"]
    assert hollidt["name"]["en"] == "Army Detachment Hollidt" and len(hollidt["units"]) > 0


@rule("avl", "7.2.2a")
def test_a_chit_whose_hq_is_still_to_come_says_so() -> None:
    play = avl().new(seed=7)
    told = focus(play, "soviet")["commands"]
    notes = {chit: one["note"] for chit, one in told.items() if "note" in one}
    assert notes and all(note["text"]["en"] and note["text"]["ja"] for note in notes.values())
    assert all(not told[chit]["units"] for chit in notes)


@rule("avl", "14.0.1a")
def test_a_move_tells_that_a_victory_city_would_be_left_empty() -> None:
    game = avl()
    grid, city = game.ground.grid, game.ground.cities[0]
    for friends in (0, 1):
        place = {"de-17pz": grid.name(city)} | ({"de-304": grid.name(city)} if friends else {})
        play = position(step="move", active="axis", place=place, activated=["de-17pz"])
        play.answer("axis", "unit", "de-17pz")
        hex = str(next(iter(offered(play, "axis", "move"))))
        kinds = [one[0] for one in consequences(play, "axis", hex)]
        assert ("garrison" in kinds) == (not friends)
