"""Chapter 7: command chits, the cup, and what an HQ activates."""

from __future__ import annotations

import json
from random import Random

import pytest

from grognard.core.play import Play
from grognard.games.avl.state import AWAY, CUP, INACTIVE, PLAYED
from grognard.testing import rule
from tests.games.avl._help import (
    activated,
    answer,
    attack,
    avl,
    chits_in,
    draws,
    end_movement,
    halt,
    happened,
    idle,
    march,
    offered,
    position,
    refused,
    select,
    state_of,
    steps_of,
    where,
)

# Around 5505 lies open steppe without rivers and roads; 5501 to 5510 is a straight column.
SOVIET_POOL = ["STAVKA", "1GdA", "2GdA", "3GdA", "5TkA", "Popov"]
AXIS_POOL = ["4PzA", "Hollidt", "It8A", "H2A", "R3A"]


def drawn(play: Play) -> list[str]:
    """The chits drawn so far."""
    return [str(event["chit"]) for event in happened(play, "event.chit_drawn")]


def activated_by(hq: str, place: dict[str, str]) -> set[str]:
    """The combat units that an HQ activates."""
    active = "axis" if avl().counters.rows[avl().counters.numbers[hq]].side == "axis" else "soviet"
    return activated(position(step="move", active=active, hq=[hq], place=place)) - {hq}


# ---- 7.0


@rule("avl", "7.0", "9.1.1")
def test_a_unit_that_no_hq_activated_neither_moves_nor_attacks() -> None:
    """6A reaches 41G in 5505 and not 44G in 5511, though both stand next to Germans."""
    place = {"hq-6a": "5504", "su-41g": "5505", "de-7lw": "5506", "su-44g": "5511", "de-8lw": "5512"}
    play = position(step="draw", place=place, chits={"cup": ["6A"]})
    refused(play, "soviet", "unit", "su-44g", rule="7.0")
    end_movement(play, "soviet")
    refused(play, "soviet", "attack", "5512", rule="9.1.1")
    assert offered(play, "soviet", "attack") == {"5506"}


@rule("avl", "7.0", "9.1.1")
def test_a_unit_that_no_hq_activated_does_not_help_in_an_attack() -> None:
    place = {"su-41g": "5505", "su-44g": "5505", "de-7lw": "5506"}
    play = position(step="combat", active="soviet", place=place, activated=["su-41g"])
    answer(play, "soviet", ("attack", "5506"))
    refused(play, "soviet", "add", "su-44g", rule="9.1.1")


@rule("avl", "7.0", "12.1a")
def test_losses_retreats_and_overruns_befall_units_without_activation() -> None:
    place = {"su-1gm": "5505", "su-2gm": "5505", "su-7tk": "5605", "de-62": "5506", "hq-4pza": "5607"}
    play = position(step="move", active="soviet", place=place, dice=[6])
    march(play, "soviet", "su-7tk", "5606", "5607")
    while play.deciders == ("axis",):
        idle(play)
    assert where(play, "hq-4pza") not in ("5607", "lifted")
    end_movement(play, "soviet")
    attack(play, "soviet", "5506", "su-1gm", "su-2gm")  # 10 to 3: 3-1, die 6: 1DR
    while play.deciders == ("axis",):
        idle(play)
    assert steps_of(play, "de-62") == 1 and where(play, "de-62") != "5506"


# ---- 7.1 selection


@rule("avl", "7.1.1")
def test_a_chit_played_last_turn_can_be_selected_at_once() -> None:
    pools = {"played": ["4PzA", "Hollidt", "It8A", "1GdA", "STAVKA"], "inactive": ["R3A", "2GdA", "3GdA", "5TkA"]}
    play = position(step="select_chits", turn=2, place={}, chits=pools)
    assert offered(play, "axis", "select_chit") == {"4PzA", "Hollidt", "It8A", "R3A"}
    assert offered(play, "soviet", "select_chit") == {"1GdA", "2GdA", "3GdA", "5TkA"}
    assert chits_in(play, PLAYED) == set()


@rule("avl", "7.1.1", "11.3c")
def test_a_chit_that_left_with_its_hq_is_not_regathered() -> None:
    """5TkA and R3A have nobody in range at the end of turn 8: their chits, played and inactive, go with them."""
    place = {"hq-5tka": "5505", "hq-r3a": "1211", "hq-1gda": "4106", "su-195": "4106"}
    pools = {"played": ["5TkA", "4PzA"], "inactive": [*SOVIET_POOL[:4], "Popov", "R3A"]}
    play = position(step="hq_removal", turn=8, place=place, chits=pools)
    assert state_of(play).turn == 9 and where(play, "hq-5tka") == where(play, "hq-r3a") == "removed"
    assert {"5TkA", "R3A"} <= chits_in(play, AWAY)
    assert offered(play, "soviet", "select_chit") == {"1GdA", "2GdA", "3GdA", "Popov"}
    refused(play, "soviet", "select_chit", "5TkA", rule="7.1.1")


@rule("avl", "7.1.2a")
def test_the_soviet_player_puts_in_stavka_and_exactly_three_others() -> None:
    play = position(step="select_chits", turn=1, place={}, chits={"inactive": [*SOVIET_POOL, *AXIS_POOL]})
    refused(play, "soviet", "select_chit", "STAVKA", rule="7.1.2a")
    for chit in ("1GdA", "Popov", "5TkA"):
        refused(play, "soviet", "done", rule="7.1.2a")  # none, one or two others
        play.answer("soviet", "select_chit", chit)
    refused(play, "soviet", "select_chit", "2GdA", rule="7.1.2a")  # a fourth
    assert not play.legal("soviet", "return_chit", "STAVKA")
    play.answer("soviet", "done")
    select(play, "axis", "4PzA", "R3A", "H2A")
    assert play.view("soviet")["pools"]["soviet"]["cup"] == ["1GdA", "5TkA", "Popov", "STAVKA"]


@rule("avl", "7.1.2a")
def test_with_fewer_than_three_others_the_soviet_player_puts_in_all_he_has() -> None:
    """The ruling: STAVKA and two go in, one of them the chit of an HQ that has not arrived."""
    pools = {"inactive": ["STAVKA", "1GdA", "Popov", *AXIS_POOL]}
    play = position(step="select_chits", turn=1, place={}, chits=pools)
    assert play.deciders == ("axis",)
    select(play, "axis", "4PzA", "R3A", "H2A")
    assert play.view("soviet")["pools"]["soviet"]["cup"] == ["1GdA", "Popov", "STAVKA"]
    assert play.legal("soviet", "decline")


@rule("avl", "7.1.2b")
@pytest.mark.parametrize(("turn", "com"), list(enumerate((3, 3, 4, 4, 5, 5, 6, 6, 6), 1)))
def test_the_axis_player_puts_in_exactly_the_printed_number(turn: int, com: int) -> None:
    pool = ["H2A", "It8A", "Hollidt", "R3A", "4PzA", "F-Pico", "Kempf", "Manstein-1"]
    play = position(step="select_chits", turn=turn, place={}, chits={"inactive": [*SOVIET_POOL, *pool]})
    for chit in pool[:com]:
        refused(play, "axis", "done", rule="7.1.2b")
        play.answer("axis", "select_chit", chit)
    refused(play, "axis", "select_chit", pool[com], rule="7.1.2b")
    play.answer("axis", "done")
    assert play.deciders == ("soviet",)


@rule("avl", "7.1.2b", "7.2.2e")
def test_manstein_chits_count_toward_the_number() -> None:
    pools = {"inactive": [*SOVIET_POOL, *AXIS_POOL, "Manstein-1", "Manstein-2"]}
    play = position(step="select_chits", turn=5, place={}, chits=pools)
    for chit in ("Manstein-1", "Manstein-2", "4PzA", "R3A"):
        play.answer("axis", "select_chit", chit)
    refused(play, "axis", "done", rule="7.1.2b")  # four of five: the Manstein chits are not extra
    play.answer("axis", "select_chit", "H2A")
    refused(play, "axis", "select_chit", "It8A", rule="7.1.2b")
    play.answer("axis", "done")
    assert play.deciders == ("soviet",)


@rule("avl", "7.1.2b")
def test_with_four_chits_where_five_are_asked_the_axis_plays_four() -> None:
    pools = {"inactive": [*SOVIET_POOL, "4PzA", "R3A", "H2A", "It8A"]}
    play = position(step="select_chits", turn=5, place={}, chits=pools)
    assert play.deciders == ("soviet",)
    select(play, "soviet", "1GdA", "2GdA", "3GdA")
    assert sorted(drawn(play)) == sorted(["4PzA", "R3A", "H2A", "It8A", "STAVKA", "1GdA", "2GdA", "3GdA"])
    assert len(happened(play, "event.supply_phase")) == 1


@rule("avl", "7.1.2c", "7.1.3")
def test_unselected_chits_lie_face_down_and_are_not_used_this_turn() -> None:
    """On turn 1 the cup is full while the Soviet player thinks about his special segment."""
    pools = {"inactive": [*SOVIET_POOL, *AXIS_POOL]}
    play = position(step="select_chits", turn=1, place={"hq-6a": "5505"}, chits=pools)
    select(play, "soviet", "1GdA", "2GdA", "3GdA")
    select(play, "axis", "4PzA", "R3A", "H2A")
    mine, theirs = play.view("axis")["pools"], play.view("soviet")["pools"]
    assert mine["axis"] == {
        "played": [], "inactive_count": 2, "cup_count": 3,
        "inactive": ["It8A", "Hollidt"], "cup": ["H2A", "R3A", "4PzA"],
    }  # fmt: skip
    assert theirs["axis"] == {"played": [], "inactive_count": 2, "cup_count": 3}
    assert mine["soviet"] == {"played": [], "inactive_count": 2, "cup_count": 4}
    assert set(theirs["soviet"]["inactive"]) == {"5TkA", "Popov"}
    assert play.view(None)["pools"] == {"axis": theirs["axis"], "soviet": mine["soviet"]}
    answer(play, "soviet", "decline")
    while not happened(play, "event.supply_phase"):
        idle(play)
    assert not {"It8A", "Hollidt", "5TkA", "Popov"} & set(drawn(play)) and len(drawn(play)) == 7


@rule("avl", "7.1.3", "7.2.1b")
def test_the_cup_is_hidden_and_played_chits_are_open() -> None:
    place = {"hq-6a": "5505", "hq-4pza": "5830"}
    cup = ["6A", "51A", "4PzA", "R3A"]
    play = position(step="draw", place=place, chits={"cup": cup}, dice=draws(cup, "6A", "4PzA"))
    for player in ("axis", None):
        pools = play.view(player)["pools"]
        assert pools["soviet"] == {"played": ["6A"], "inactive_count": 0, "cup_count": 1}
    assert play.view("soviet")["pools"]["axis"] == {"played": [], "inactive_count": 0, "cup_count": 2}
    end_movement(play, "soviet")
    assert play.view("soviet")["pools"]["axis"] == {"played": ["4PzA"], "inactive_count": 0, "cup_count": 1}


@rule("avl", "7.1.3")
def test_nothing_a_player_is_shown_depends_on_the_dice_to_come() -> None:
    """Two games that differ in their seed alone look the same until the first draw, and no view holds the seed."""
    shown = []
    for seed in ("open-sesame-4711", "another-seed-1234"):
        play = position(step="special", turn=1, place={"hq-6a": "5505"}, chits={"cup": SOVIET_POOL}, seed=seed)
        shown.append([play.view(player) for player in ("axis", "soviet", None)])
        assert seed not in json.dumps(shown[-1])
        play.answer("soviet", "decline")
        assert seed not in json.dumps([play.view(player) for player in ("axis", "soviet", None)])
        assert not any(seed in line for line in play.log(player="axis"))
    assert shown[0] == shown[1]


@rule("avl", "7.1.3")
def test_a_bot_does_not_know_what_the_cup_holds() -> None:
    """In imagined games the opponent's face-down chits are dealt anew between cup and pool; his number stays."""
    pools = {"cup": ["4PzA", "R3A"], "inactive": ["H2A", "It8A", "Hollidt"], "played": ["Kempf"]}
    play = position(step="special", turn=1, place={"hq-6a": "5505"}, chits=pools)
    rng = Random(1)
    cups = set()
    for _ in range(60):
        state = play.imagine("soviet", rng)
        copy = position(step="special", turn=1, place={})
        copy.state = state
        assert len(chits_in(copy, CUP)) == 2 and len(chits_in(copy, INACTIVE)) == 3
        assert chits_in(copy, PLAYED) == {"Kempf"}
        cups.add(frozenset(chits_in(copy, CUP)))
    assert len(cups) == 10


# ---- 7.2.1 draws


@rule("avl", "7.2.1a")
def test_each_chit_in_the_cup_has_one_face_of_the_die() -> None:
    """The draw from n chits is a die of n faces: each chit is drawn by exactly one of them, first and later."""
    cup = ["H2A", "4PzA", "6A", "STAVKA", "Manstein-1"]
    first = [drawn(position(step="draw", place={}, chits={"cup": cup}, dice=[face]))[0] for face in range(1, 6)]
    assert sorted(first) == sorted(cup)
    second = [drawn(position(step="draw", place={}, chits={"cup": cup}, dice=[2, face]))[1] for face in range(1, 5)]
    assert sorted([first[1], *second]) == sorted(cup)


@rule("avl", "7.2.1a")
def test_two_soviet_chits_in_succession_are_two_soviet_activations() -> None:
    place = {"hq-6a": "5505", "hq-51a": "6104", "hq-4pza": "5830", "su-41g": "5505", "su-44g": "6104"}
    cup = ["6A", "51A", "4PzA"]
    play = position(step="draw", place=place, chits={"cup": cup}, dice=draws(cup, "51A", "6A", "4PzA"))
    assert (play.deciders, activated(play)) == (("soviet",), {"hq-51a", "su-44g"})
    end_movement(play, "soviet")
    assert (play.deciders, activated(play)) == (("soviet",), {"hq-6a", "su-41g"})
    end_movement(play, "soviet")
    assert (play.deciders, activated(play)) == (("axis",), {"hq-4pza"})


@rule("avl", "7.2.1b")
def test_the_played_pool_grows_by_one_with_each_activation() -> None:
    place = {"hq-6a": "5505", "hq-51a": "6104", "hq-4pza": "5830"}
    cup = ["6A", "51A", "4PzA"]
    play = position(step="draw", place=place, chits={"cup": cup}, dice=draws(cup, "6A", "4PzA", "51A"))
    seen = []
    while not happened(play, "event.supply_phase"):
        pools = play.view(None)["pools"]
        seen.append((pools["axis"]["played"], pools["soviet"]["played"]))
        idle(play)
    assert seen == [([], ["6A"]), (["4PzA"], ["6A"]), (["4PzA"], ["6A", "51A"])]


# ---- 7.2.2 which HQ


@rule("avl", "7.2.2a")
def test_a_chit_activates_the_hq_of_its_name_and_no_other() -> None:
    place = {"hq-5tka": "5505", "su-41g": "5506", "hq-6a": "6104", "su-44g": "6104"}
    play = position(step="draw", place=place, chits={"cup": ["5TkA"]})
    assert activated(play) == {"hq-5tka", "su-41g"}


@rule("avl", "7.2.2a")
@pytest.mark.parametrize("absent", [{}, {"hq-popov": "awaiting"}], ids=["not arrived", "awaiting return"])
def test_the_chit_of_an_absent_hq_is_played_without_effect(absent: dict[str, str]) -> None:
    """Popov's chit goes to the played pool, nothing happens, and the next chit is drawn."""
    place = {"hq-6a": "5505", "su-41g": "5506", **absent}
    cup = ["Popov", "6A"]
    play = position(step="draw", turn=2, place=place, chits={"cup": cup}, dice=draws(cup, "Popov", "6A"))
    assert drawn(play) == ["Popov", "6A"] and chits_in(play, PLAYED) == {"Popov", "6A"}
    assert [event["chit"] for event in happened(play, "event.chit_without_effect")] == ["Popov"]
    assert activated(play) == {"hq-6a", "su-41g"}


@rule("avl", "7.2.2a", "11.2.3")
def test_the_chit_of_an_hq_in_its_box_activates_it_there() -> None:
    place = {"hq-28a": "box", "su-34g": "box", "su-41g": "6040"}
    play = position(step="draw", place=place, chits={"cup": ["28A"]})
    assert activated(play) == {"hq-28a", "su-34g"}


@rule("avl", "7.2.2b", "11.2.2a")
def test_stavka_activates_every_soviet_hq_and_28a_in_its_box() -> None:
    """None of their own chits is in play; 28A and its troops must enter before the segment can end."""
    place = {"hq-6a": "5505", "su-41g": "5506", "hq-51a": "6104", "su-44g": "6105", "hq-28a": "box", "su-34g": "box"}
    play = position(step="draw", place={**place, "hq-4pza": "5830"}, chits={"cup": ["STAVKA"]})
    assert activated(play) == set(place)
    refused(play, "soviet", "end_movement", rule="11.2.2a")
    march(play, "soviet", "hq-28a", "5842")
    march(play, "soviet", "su-34g", "5942")
    halt(play, "soviet")
    assert play.legal("soviet", "end_movement")


@rule("avl", "7.2.2b", "12.7d")
def test_stavka_reaches_a_relocated_hq_and_not_one_awaiting_return() -> None:
    """17Pz overruns 6A; relocated at once 6A answers to STAVKA, while 51A is off the map."""
    place = {"hq-6a": "5506", "hq-51a": "awaiting", "de-17pz": "5505", "hq-4pza": "5505"}
    cup = ["4PzA", "STAVKA"]
    play = position(step="draw", turn=2, place=place, chits={"cup": cup}, dice=draws(cup, "4PzA", "STAVKA"))
    march(play, "axis", "de-17pz", "5506")
    play.answer("soviet", "relocate_to", min(map(str, offered(play, "soviet", "relocate_to"))))
    end_movement(play, "axis")
    assert drawn(play)[-1] == "STAVKA" and activated(play) == {"hq-6a"}


MANSTEIN = {"hq-4pza": "5830", "hq-r3a": "4106", "ro-9": "4107", "hq-6a": "5505", "de-62": "5831"}


@rule("avl", "7.2.2c", "7.3.2b")
def test_manstein_may_choose_an_hq_that_its_own_chit_has_activated() -> None:
    cup = ["4PzA", "Manstein-1"]
    play = position(step="draw", turn=4, place=MANSTEIN, chits={"cup": cup}, dice=draws(cup, "4PzA", "Manstein-1"))
    assert activated(play) == {"hq-4pza", "de-62"}
    march(play, "axis", "de-62", "5832")
    end_movement(play, "axis")
    answer(play, "axis", "play_manstein", ("activate", "hq-4pza"))
    assert activated(play) == {"hq-4pza", "de-62"}
    march(play, "axis", "de-62", "5833")
    assert where(play, "de-62") == "5833"


@rule("avl", "7.2.2c")
def test_manstein_may_choose_any_axis_hq_whose_chit_was_left_in_the_pool() -> None:
    chits = {"cup": ["Manstein-1"], "inactive": ["R3A", "4PzA"]}
    play = position(step="draw", turn=4, place={**MANSTEIN, "hq-it8a": "awaiting"}, chits=chits)
    play.answer("axis", "play_manstein")
    assert offered(play, "axis", "activate") == {"hq-4pza", "hq-r3a"}
    for unit in ("hq-6a", "hq-it8a", "hq-kempf", "de-62"):  # Soviet, awaiting return, not arrived, no HQ
        refused(play, "axis", "activate", unit, rule="7.2.2c")
    play.answer("axis", "activate", "hq-r3a")
    assert activated(play) == {"hq-r3a", "ro-9"}
    assert chits_in(play, INACTIVE) == {"R3A", "4PzA"}


@rule("avl", "7.2.2c", "11.2.2a")
def test_manstein_may_choose_1pza_in_its_box_which_must_then_enter() -> None:
    place = {**MANSTEIN, "hq-1pza": "box", "de-3pz": "box"}
    play = position(step="draw", turn=5, place=place, chits={"cup": ["Manstein-1"]})
    answer(play, "axis", "play_manstein", ("activate", "hq-1pza"))
    assert activated(play) == {"hq-1pza", "de-3pz"}
    refused(play, "axis", "end_movement", rule="11.2.2a")


def manstein(cup: list[str], faces: list[int]) -> Play:
    return position(step="draw", turn=6, place=MANSTEIN, chits={"cup": cup}, dice=faces)


@rule("avl", "7.2.2d")
def test_the_other_manstein_drawn_right_after_a_rejection_must_be_played() -> None:
    play = manstein(["6A", "Manstein-1", "Manstein-2"], [2, 3])
    play.answer("axis", "reject_manstein")
    assert drawn(play) == ["Manstein-1", "Manstein-2"]
    refused(play, "axis", "reject_manstein", rule="7.2.2d")
    assert offered(play, "axis", "activate") == {"hq-4pza", "hq-r3a"}
    assert chits_in(play, CUP) == {"6A", "Manstein-1"}


@rule("avl", "7.2.2d")
def test_the_same_manstein_drawn_again_must_be_played() -> None:
    """It still activates any one HQ, and nobody is forced to move or attack."""
    play = manstein(["6A", "Manstein-1"], [2, 2])
    play.answer("axis", "reject_manstein")
    assert drawn(play) == ["Manstein-1", "Manstein-1"]
    refused(play, "axis", "reject_manstein", rule="7.2.2d")
    answer(play, "axis", ("activate", "hq-r3a"))
    assert activated(play) == {"hq-r3a", "ro-9"}
    end_movement(play, "axis")
    assert drawn(play)[-1] == "6A" and chits_in(play, PLAYED) == {"Manstein-1", "6A"}


@rule("avl", "7.2.2d")
def test_after_another_chit_manstein_may_be_rejected_again() -> None:
    play = manstein(["6A", "51A", "Manstein-1"], [3, 1, 2, 1])
    play.answer("axis", "reject_manstein")
    assert drawn(play) == ["Manstein-1", "6A"]
    end_movement(play, "soviet")
    assert drawn(play)[-1] == "Manstein-1" and play.legal("axis", "reject_manstein")
    play.answer("axis", "reject_manstein")
    # 51A is not on the map: its chit is drawn without effect, and it too makes the next Manstein a fresh draw
    assert drawn(play)[-2:] == ["51A", "Manstein-1"]
    assert play.legal("axis", "reject_manstein")


@rule("avl", "7.2.2d")
def test_rejecting_the_last_chit_draws_it_again_and_forces_it() -> None:
    play = manstein(["Manstein-1"], [1, 1])
    play.answer("axis", "reject_manstein")
    assert happened(play, "event.supply_phase") == [] and drawn(play) == ["Manstein-1", "Manstein-1"]
    refused(play, "axis", "reject_manstein", rule="7.2.2d")
    play.answer("axis", "activate", "hq-4pza")
    end_movement(play, "axis")
    assert len(happened(play, "event.supply_phase")) == 1


@rule("avl", "7.2.2d")
@pytest.mark.parametrize("second", ["Manstein-1", "Manstein-2"])
def test_with_both_manstein_chits_alone_each_may_be_rejected_once_before_it_is_forced(second: str) -> None:
    """A rejected; B or A drawn and forced; the last one is a fresh draw: rejected once, then forced."""
    last = "Manstein-2" if second == "Manstein-1" else "Manstein-1"
    play = manstein(["Manstein-1", "Manstein-2"], [1, 1 if second == "Manstein-1" else 2, 1, 1])
    play.answer("axis", "reject_manstein")
    refused(play, "axis", "reject_manstein", rule="7.2.2d")
    play.answer("axis", "activate", "hq-4pza")
    end_movement(play, "axis")
    play.answer("axis", "reject_manstein")
    refused(play, "axis", "reject_manstein", rule="7.2.2d")
    assert drawn(play) == ["Manstein-1", second, last, last]
    play.answer("axis", "activate", "hq-r3a")
    end_movement(play, "axis")
    assert len(happened(play, "event.supply_phase")) == 1


@rule("avl", "7.2.2e")
def test_manstein_and_stavka_are_selected_turn_after_turn() -> None:
    pools = {"inactive": [*SOVIET_POOL, "4PzA", "R3A", "H2A", "It8A", "Manstein-1", "Manstein-2"]}
    play = position(step="select_chits", turn=5, place={}, chits=pools)
    for turn in (5, 6):
        assert state_of(play).turn == turn
        select(play, "axis", "Manstein-1", "Manstein-2", "4PzA", "R3A", "H2A")
        select(play, "soviet", "1GdA", "2GdA", "3GdA")
        assert {"Manstein-1", "Manstein-2", "STAVKA"} <= set(drawn(play)[-9:])
        while state_of(play).turn == turn:
            idle(play)
    assert len(drawn(play)) == 18


# ---- 7.3.1, 7.3.2 activation


@rule("avl", "7.3.1", "8.1.2a")
def test_the_active_hq_moves_by_its_own_allowance_and_nobody_unactivated_does() -> None:
    """6A has 7 movement points, 41G with it has 5; 44G is out of range."""
    place = {"hq-6a": "5505", "su-41g": "5505", "su-44g": "5511"}
    play = position(step="draw", place=place, chits={"cup": ["6A"]})
    assert offered(play, "soviet", "unit") == {"hq-6a", "su-41g"}
    refused(play, "soviet", "unit", "su-44g", rule="7.0")
    grid = avl().ground.grid
    for unit, points in (("hq-6a", 7), ("su-41g", 5)):
        play.answer("soviet", "unit", unit)
        far = max(grid.distance(grid.index("5505"), grid.index(str(hex))) for hex in offered(play, "soviet", "move"))
        assert far == points


@rule("avl", "7.3.1", "8.2.1a")
def test_an_hq_pays_for_enemy_zocs() -> None:
    place = {"hq-6a": "5503", "su-41g": "5502", "de-62": "5505"}
    play = position(step="draw", place=place, chits={"cup": ["6A"]})
    answer(play, "soviet", ("unit", "hq-6a"))
    assert play.preview("soviet", "move", "5504")["cost"] == "3"


@rule("avl", "7.3.1", "8.3.1a")
def test_an_hq_uses_a_road() -> None:
    """Ten road hexes from 4005 to Kazanskaya, 4314, at half a point each."""
    play = position(step="draw", place={"hq-6a": "4005"}, chits={"cup": ["6A"]})
    answer(play, "soviet", ("unit", "hq-6a"))
    assert play.preview("soviet", "move", "4314")["cost"] == "5"


@rule("avl", "7.3.2a")
def test_an_hq_never_activates_another_hq() -> None:
    place = {"hq-6a": "5505", "hq-51a": "5506", "su-41g": "5506", "su-44g": "5504"}
    play = position(step="draw", place=place, chits={"cup": ["6A"]})
    assert activated(play) == {"hq-6a", "su-41g", "su-44g"}
    refused(play, "soviet", "unit", "hq-51a", rule="7.3.2a")


@rule("avl", "7.3.2a", "8.1.2a", "9.1.2")
def test_the_player_may_leave_eligible_units_alone() -> None:
    place = {"hq-6a": "5505", "su-41g": "5505", "su-44g": "5504", "de-7lw": "5506"}
    play = position(step="draw", place=place, chits={"cup": ["6A"]})
    march(play, "soviet", "su-44g", "5503")
    end_movement(play, "soviet")
    play.answer("soviet", "end_combat")
    assert (where(play, "su-41g"), where(play, "hq-6a"), where(play, "de-7lw")) == ("5505", "5505", "5506")


@rule("avl", "7.3.2b")
def test_a_unit_moves_and_attacks_once_for_each_chit_that_reaches_it() -> None:
    """7Tk is in range of 6A and of 51A; 4 to 1 with a 1 has no effect, so 7Lw can be attacked on both chits."""
    place = {"hq-6a": "5502", "hq-51a": "5601", "su-7tk": "5503", "de-7lw": "5506"}
    play = position(step="draw", place=place, chits={"cup": ["6A", "51A"]}, dice=[1, 1, 1, 1])
    for there in ("5505", "5605"):
        march(play, "soviet", "su-7tk", there)
        halt(play, "soviet")
        refused(play, "soviet", "unit", "su-7tk", rule="8.1.1")  # once for each chit
        end_movement(play, "soviet")
        attack(play, "soviet", "5506", "su-7tk")
        assert where(play, "su-7tk") == there
    assert drawn(play) == ["6A", "51A"] and len(happened(play, "event.combat")) == 2


@rule("avl", "7.3.2b", "7.2.2c")
def test_manstein_on_an_hq_already_used_gives_another_full_activation() -> None:
    place = {"hq-4pza": "5504", "de-17pz": "5505", "su-4g": "5506"}
    cup = ["4PzA", "Manstein-1"]
    play = position(step="draw", turn=4, place=place, chits={"cup": cup}, dice=[1, 3, 1, 3])
    end_movement(play, "axis")
    attack(play, "axis", "5506", "de-17pz")  # 6 to 3: 2-1, die 3: no effect
    answer(play, "axis", "play_manstein", ("activate", "hq-4pza"), ("unit", "de-17pz"), ("move", "5605"))
    end_movement(play, "axis")
    attack(play, "axis", "5506", "de-17pz")
    assert len(happened(play, "event.combat")) == 2


STAVKA = {"hq-6a": "5503", "hq-51a": "5603", "hq-2gda": "5403", "su-7tk": "5504", "su-1gm": "5604", "de-7lw": "5506"}


@rule("avl", "7.3.2c")
def test_under_stavka_a_unit_in_three_ranges_moves_once_and_attacks_once() -> None:
    place = {**STAVKA, "de-8lw": "5606", "su-41g": "6104", "hq-1gda": "6104", "de-62": "6105"}
    play = position(step="draw", place=place, chits={"cup": ["STAVKA"]}, dice=[1, 1])
    march(play, "soviet", "su-7tk", "5605")  # between the two
    halt(play, "soviet")
    refused(play, "soviet", "unit", "su-7tk", rule="8.1.1")
    march(play, "soviet", "su-1gm", "5505")
    end_movement(play, "soviet")
    attack(play, "soviet", "5506", "su-7tk")  # 4 to 1, die 1: no effect
    refused(play, "soviet", "attack", "5606", rule="9.1.1")  # 7Tk has fought; 41G keeps the segment open
    assert len(happened(play, "event.activated")) == 1


@rule("avl", "7.3.2c")
def test_under_stavka_units_of_two_hqs_attack_together_in_one_segment() -> None:
    """41G obeys 6A alone, 44G obeys 51A alone; after their fight nobody moves again."""
    place = {"hq-6a": "5501", "su-41g": "5505", "hq-51a": "5609", "su-44g": "5605", "de-7lw": "5506"}
    assert activated_by("hq-6a", place) == {"su-41g"} and activated_by("hq-51a", place) == {"su-44g"}
    play = position(step="draw", place=place, chits={"cup": ["STAVKA"]}, dice=[1, 1])
    end_movement(play, "soviet")
    attack(play, "soviet", "5506", "su-41g", "su-44g")  # 6 to 1: 6-1, die 1: DR
    while play.deciders == ("axis",) and not happened(play, "event.supply_phase"):
        idle(play)
    assert [sorted(event["units"]) for event in happened(play, "event.combat")] == [["su-41g", "su-44g"]]
    refused(play, "soviet", "unit", "hq-6a", rule="9.6.1")
    play.answer("soviet", "end_advance")
    assert len(happened(play, "event.supply_phase")) == 1


# ---- 7.3.3 range


@rule("avl", "7.3.3a")
@pytest.mark.parametrize(("hq", "reach"), [("hq-6a", 4), ("hq-1gda", 5), ("hq-51a", 4), ("hq-3tka", 5)])
def test_range_counts_hexes_and_includes_the_hqs_own(hq: str, reach: int) -> None:
    """Down the straight column from 5503: own hex and reach yes, one more no."""
    hexes = {"su-41g": "5503", "su-44g": f"55{3 + reach:02}", "su-195": f"55{4 + reach:02}"}
    assert activated_by(hq, {hq: "5503", **hexes}) == {"su-41g", "su-44g"}


@rule("avl", "7.3.3b")
def test_the_hq_may_move_first_and_its_units_still_act() -> None:
    """6A leaves 41G behind and comes to 44G: 41G still moves and attacks, 44G does neither."""
    place = {"hq-6a": "5504", "su-41g": "5502", "de-7lw": "5501", "su-44g": "5511", "de-8lw": "5512"}
    play = position(step="draw", place=place, chits={"cup": ["6A"]}, dice=[1, 3])
    march(play, "soviet", "hq-6a", "5510")
    halt(play, "soviet")
    refused(play, "soviet", "unit", "su-44g", rule="7.0")
    play.answer("soviet", "unit", "su-41g")
    end_movement(play, "soviet")
    assert offered(play, "soviet", "attack") == {"5501"}
    refused(play, "soviet", "attack", "5512", rule="9.1.1")


@rule("avl", "7.3.3b")
def test_a_unit_may_leave_the_range_and_fight_there() -> None:
    place = {"hq-6a": "5504", "su-7tk": "5505", "de-7lw": "5512"}
    play = position(step="draw", place=place, chits={"cup": ["6A"]}, dice=[1, 1])
    march(play, "soviet", "su-7tk", "5511")
    end_movement(play, "soviet")
    attack(play, "soviet", "5512", "su-7tk")
    assert len(happened(play, "event.combat")) == 1


@rule("avl", "7.3.3b", "7.3.2c")
def test_with_stavka_all_ranges_are_fixed_before_any_hq_moves() -> None:
    """6A moves to 44G, which no HQ reached when the chit was drawn."""
    place = {"hq-6a": "5504", "hq-51a": "6104", "su-41g": "6104", "su-44g": "5511"}
    play = position(step="draw", place=place, chits={"cup": ["STAVKA"]})
    march(play, "soviet", "hq-6a", "5511")
    halt(play, "soviet")
    refused(play, "soviet", "unit", "su-44g", rule="7.0")
    assert offered(play, "soviet", "unit") == {"hq-51a", "su-41g"}


# ---- 7.3.4 limits of range


@rule("avl", "7.3.4a", "7.3.3a")
def test_range_goes_round_impassable_hexsides() -> None:
    """From 5142 the lake bars 5141: 5140, two hexes away, is four hexes round by 5041, 4941 and 5040; 5139 is five."""
    place = {"su-41g": "5140", "su-44g": "5139", "su-195": "5042"}
    assert activated_by("hq-6a", {"hq-6a": "5142", **place}) == {"su-41g", "su-195"}  # range 4
    assert activated_by("hq-1gda", {"hq-1gda": "5142", **place}) == {"su-41g", "su-44g", "su-195"}  # range 5


@rule("avl", "7.3.4a", "7.3.3a")
def test_range_goes_round_water() -> None:
    """2639 lies four hexes from 2241 in a straight line, over 2439 and 2539, which are Water; round them it is five."""
    grid = avl().ground.grid
    assert grid.distance(grid.index("2241"), grid.index("2639")) == 4
    assert activated_by("hq-6a", {"hq-6a": "2241", "su-41g": "2639", "su-44g": "2440"}) == {"su-44g"}
    assert activated_by("hq-1gda", {"hq-1gda": "2241", "su-41g": "2639"}) == {"su-41g"}


@rule("avl", "7.3.4b")
def test_range_over_an_unbridged_major_river_ends_on_the_far_bank() -> None:
    """From 0427 the Dnepr lies before 0327 and 0328; 0227 and 0228 behind them are out of command, two hexes away."""
    place = {"su-41g": "0327", "su-44g": "0328", "su-195": "0227", "su-7tk": "0228"}
    assert activated_by("hq-6a", {"hq-6a": "0427", **place}) == {"su-41g", "su-44g"}


@rule("avl", "7.3.4b")
def test_range_over_a_bridge_goes_on() -> None:
    """The same 0228, and even 0227, is in range from 0429, where a railroad crosses to 0330."""
    place = {"su-195": "0227", "su-7tk": "0228"}
    assert activated_by("hq-6a", {"hq-6a": "0429", **place}) == {"su-195", "su-7tk"}


@rule("avl", "7.3.4b")
def test_range_over_a_minor_river_goes_on() -> None:
    """The Khoper flows between 4809 and 4909."""
    assert activated_by("hq-6a", {"hq-6a": "4809", "su-41g": "4909", "su-44g": "5108"}) == {"su-41g", "su-44g"}


@rule("avl", "7.3.4b")
def test_range_never_crosses_two_unbridged_rivers() -> None:
    """The Don loops around 3404 and 3405: from 3304 over both arms 3507 is four hexes away, on dry land five."""
    place = {"su-41g": "3404", "su-195": "3506", "su-7tk": "3507"}
    assert activated_by("hq-6a", {"hq-6a": "3304", **place}) == {"su-41g", "su-195"}  # 3506 on dry land
    assert "su-7tk" in activated_by("hq-1gda", {"hq-1gda": "3304", **place})


@rule("avl", "7.3.4c")
def test_range_passes_a_hex_that_the_enemy_holds() -> None:
    """The only way from 0429 over the Dnepr to 0229 leads through 0330, where a German division stands."""
    assert activated_by("hq-6a", {"hq-6a": "0429", "su-41g": "0229", "de-62": "0330"}) == {"su-41g"}


@rule("avl", "7.3.4c")
def test_supply_has_no_say_in_command() -> None:
    place = {"hq-6a": "5505", "su-41g": "5509 isolated", "su-44g": "5501 out of supply"}
    assert activated_by("hq-6a", place) == {"su-41g", "su-44g"}


@rule("avl", "7.3.4c", "13.0b")
def test_range_passes_the_closed_pocket() -> None:
    """From 6125 to 6120 the shortest way of five hexes leads through the Stalingrad Pocket."""
    grid = avl().ground.grid
    assert grid.distance(grid.index("6125"), grid.index("6120")) == 5
    assert activated_by("hq-1gda", {"hq-1gda": "6125", "su-41g": "6120"}) == {"su-41g"}


# ---- 7.3.5 nations

ALLIES = {"it-cos": "5504", "ro-9": "5604", "hu-7": "5605", "de-62": "5506"}


@rule("avl", "7.3.5")
@pytest.mark.parametrize(
    ("hq", "obey"),
    [
        ("hq-it8a", {"it-cos", "de-62"}),
        ("hq-r3a", {"ro-9", "de-62"}),
        ("hq-h2a", {"hu-7", "de-62"}),
        ("hq-4pza", {"it-cos", "ro-9", "hu-7", "de-62"}),
    ],
)
def test_minor_hqs_command_their_own_nation_and_germans(hq: str, obey: set[str]) -> None:
    assert activated_by(hq, {hq: "5505", **ALLIES}) == obey


@rule("avl", "7.3.5", "7.2.2c")
def test_manstein_does_not_lift_the_limit_of_an_allied_hq() -> None:
    place = {"hq-r3a": "5505", "hq-4pza": "6104", **ALLIES}
    play = position(step="draw", turn=4, place=place, chits={"cup": ["Manstein-1"]})
    answer(play, "axis", "play_manstein", ("activate", "hq-r3a"))
    assert activated(play) == {"hq-r3a", "ro-9", "de-62"}
    refused(play, "axis", "unit", "it-cos", rule="7.0")
