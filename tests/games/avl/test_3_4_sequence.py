"""Chapters 3 and 4: preparation for play and the sequence of play."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core.play import Play
from grognard.games.avl.state import AWAY, CUP, INACTIVE, PLAYED
from grognard.testing import rule
from tests.games.avl._help import (
    activated,
    answer,
    attack,
    avl,
    chits_in,
    end_movement,
    happened,
    idle,
    march,
    offered,
    position,
    refused,
    score,
    select,
    state_of,
    steps_of,
    supply_of,
    where,
)

HISTORICAL = {"1GdA", "2GdA", "3GdA", "5TkA", "Popov"}
OTHERS = {"6A", "5ShA", "51A", "28A", "40A", "3TkA"}
AXIS_START = {"4PzA", "Hollidt", "It8A", "H2A", "R3A"}
POOLS = {"inactive": ["STAVKA", *sorted(HISTORICAL), *sorted(AXIS_START)]}


def new_game(*picks: str) -> Play:
    """A game in which the Soviet player has picked these chits; both players are to select for turn 1."""
    play = avl().new(seed="the same seed")
    answer(play, "soviet", *(("select_chit", chit) for chit in picks), "done")
    return play


# ---- 3.0 preparation


@rule("avl", "3.0a")
def test_a_fresh_game_stands_as_the_map_shows() -> None:
    play = avl().new(seed=1)
    assert state_of(play).turn == 1 and score(play) == (25, 0)
    control = [marker["side"] for marker in play.view(None)["markers"] if marker["kind"] == "control"]
    assert control == ["axis"] * 5
    for row in avl().counters.rows:
        assert where(play, row.id) == (row.setup or "not arrived")
    # a few of the printed symbols: H2A on the upper Don, 1GdA opposite the Italians, 4PzA before Stalingrad
    assert [where(play, unit) for unit in ("hq-h2a", "su-38g", "hq-4pza")] == ["3105", "3912", "5830"]


@rule("avl", "3.0b")
def test_the_soviet_player_picks_five_chits_besides_stavka_for_the_whole_game() -> None:
    """The pool is STAVKA and the five; HQs that arrive later may be among them."""
    play = avl().new(seed=1)
    assert play.deciders == ("soviet",)
    assert offered(play, "soviet", "select_chit") == HISTORICAL | OTHERS
    refused(play, "soviet", "select_chit", "STAVKA", rule="3.0b")
    refused(play, "soviet", "select_chit", "4PzA", rule="3.0b")
    for number, chit in enumerate(["Popov", "40A", "6A", "51A", "28A"]):
        refused(play, "soviet", "done", rule="3.0b")  # with 0, 1, 2, 3, 4 others
        assert len(offered(play, "soviet", "return_chit")) == number
        play.answer("soviet", "select_chit", chit)
    refused(play, "soviet", "select_chit", "1GdA", rule="3.0b")  # a sixth
    refused(play, "soviet", "return_chit", "STAVKA", rule="3.0b")
    play.answer("soviet", "done")
    assert set(play.view("soviet")["pools"]["soviet"]["inactive"]) == {"STAVKA", "Popov", "40A", "6A", "51A", "28A"}


@rule("avl", "3.0b")
def test_a_pick_can_be_changed_until_the_choice_is_done() -> None:
    play = avl().new(seed=1)
    answer(play, "soviet", ("select_chit", "6A"), ("return_chit", "6A"), "historical", ("return_chit", "Popov"))
    select(play, "soviet", "6A")
    assert set(play.view("soviet")["pools"]["soviet"]["inactive"]) == {"STAVKA", "6A", *HISTORICAL} - {"Popov"}


def told(play: Play, player: str | None) -> list[str]:
    number = None if player is None else play.roster.number(player)
    return [play.events[one].message.key.removeprefix("event.") for one in play.visible(number)]


@rule("avl", "3.0b", "7.1.3")
def test_who_knows_his_chits_is_not_told_their_number_besides() -> None:
    play = new_game(*HISTORICAL)
    select(play, "soviet", "1GdA", "2GdA", "3GdA")
    select(play, "axis", "4PzA", "H2A", "Hollidt")
    chits = {"pool_chosen", "pool_chosen_own", "chits_selected", "chits_selected_own"}
    of = {one: [key for key in told(play, one) if key in chits] for one in ("soviet", "axis", None)}
    assert of["soviet"].count("chits_selected") == 1  # the enemy's
    assert of["soviet"].count("chits_selected_own") == 1
    assert "pool_chosen_own" in of["soviet"] and "pool_chosen" not in of["soviet"]
    assert sorted(of["axis"]) == ["chits_selected", "chits_selected_own", "pool_chosen"]
    assert sorted(of[None]) == ["chits_selected", "chits_selected", "pool_chosen"]


@rule("avl", "3.0b", "11.1.2")
def test_a_chit_that_was_not_picked_never_comes_into_the_cup() -> None:
    play = new_game(*HISTORICAL)
    for chit in OTHERS:
        refused(play, "soviet", "select_chit", chit, rule="7.1.1")
    # not even when its HQ arrives: 3TkA and 40A on turn 2
    later = position(step="reinforcements", turn=2, place={}, chits=POOLS)
    while state_of(later).turn == 2:
        idle(later)
    assert where(later, "hq-3tka") != "not arrived"
    assert offered(later, "soviet", "select_chit") == HISTORICAL
    refused(later, "soviet", "select_chit", "3TkA", rule="7.1.1")


@rule("avl", "3.0c")
def test_the_axis_player_cannot_tell_two_soviet_picks_apart() -> None:
    """With the same seed and other picks everything the Axis player and a spectator are shown is the same."""
    plays = [new_game(*HISTORICAL), new_game("6A", "5ShA", "51A", "40A", "3TkA")]

    def shown(play: Play) -> list[object]:
        refusals = [play.why("axis", "select_chit", chit)[0].text() for chit in sorted(HISTORICAL | OTHERS)]
        return [
            play.view("axis"), play.log(player="axis"), play.view(None), play.log(), play.can_undo("axis"), refusals,
        ]  # fmt: skip

    assert shown(plays[0]) == shown(plays[1])
    select(plays[0], "soviet", "1GdA", "2GdA", "Popov")
    select(plays[1], "soviet", "51A", "40A", "3TkA")
    for play in plays:
        select(play, "axis", "4PzA", "Hollidt", "It8A")
    assert shown(plays[0]) == shown(plays[1])
    assert plays[0].view("soviet") != plays[1].view("soviet")


@rule("avl", "3.0c")
def test_taking_back_a_pick_shows_the_axis_player_nothing() -> None:
    play = avl().new(seed=1)
    before = play.view("axis")
    answer(play, "soviet", ("select_chit", "6A"), ("select_chit", "28A"))
    play.undo("soviet")
    assert offered(play, "soviet", "return_chit") == {"6A"}
    assert play.view("axis") == before and play.log(player="axis") == []
    play.redo("soviet")
    play.answer("soviet", "historical")
    play.answer("soviet", "done")
    assert not play.can_undo("soviet") and not play.can_undo("axis")


@rule("avl", "3.0c")
def test_a_game_saved_and_taken_up_again_keeps_the_picks_from_the_axis_player(tmp_path: Path) -> None:
    """Before and after the choice is done the game that is read back shows him what he saw, whatever was picked."""
    shown = []
    for picks in (sorted(HISTORICAL), ["6A", "5ShA", "51A", "40A", "3TkA"]):
        play = avl().new(seed="the same seed")
        file = tmp_path / "game.json"
        views = []
        for given in (*(("select_chit", chit) for chit in picks), ("done", None)):
            play.answer("soviet", *given)
            play.save(file)
            again = grognard.load(file)
            assert again.view("soviet")["ask"] == play.view("soviet")["ask"]
            views.append((again.view("axis"), again.log(player="axis"), again.view(None)))
        shown.append(views)
    assert shown[0] == shown[1]


@rule("avl", "3.0c")
def test_a_bot_for_the_axis_cannot_know_the_picks() -> None:
    """Imagined games deal the unseen Soviet chits anew: over many of them every Soviet chit turns up."""
    play = new_game(*HISTORICAL)
    rng = Random(1)
    seen: set[str] = set()
    for _ in range(60):
        state = play.imagine("axis", rng)
        picked = {name for name, chit in avl().chits.numbers.items() if state.chits[chit] != AWAY} - AXIS_START
        assert "STAVKA" in picked and len(picked) == 6
        seen |= picked
    assert seen == HISTORICAL | OTHERS | {"STAVKA"}


@rule("avl", "3.0d")
def test_the_axis_pool_of_turn_one() -> None:
    play = new_game(*HISTORICAL)
    assert set(play.view("axis")["pools"]["axis"]["inactive"]) == AXIS_START
    assert offered(play, "axis", "select_chit") == AXIS_START
    refused(play, "axis", "select_chit", "F-Pico", rule="7.1.1")  # arrives with its HQ
    refused(play, "axis", "select_chit", "Manstein-1", rule="7.1.1")


@rule("avl", "3.0e")
def test_the_historical_choice() -> None:
    play = avl().new(seed=1)
    answer(play, "soviet", ("select_chit", "6A"), "historical")
    assert offered(play, "soviet", "return_chit") == HISTORICAL
    play.answer("soviet", "done")
    assert set(play.view("soviet")["pools"]["soviet"]["inactive"]) == HISTORICAL | {"STAVKA"}


@rule("avl", "3.0f", "10.1.5")
def test_nobody_carries_a_supply_marker_before_the_first_supply_phase() -> None:
    """Surrounded from the first day 17Pz still attacks with all its strength; only the Supply Phase marks it."""
    fresh = avl().new(seed=1)
    assert {supply_of(fresh, row.id) for row in avl().counters.rows} == {"in supply"}
    ring = {"su-41g": "5404", "su-44g": "5506", "su-4c": "5604"}  # their ZOCs close every way out of 5505
    place = {"de-17pz": "5505", "hq-4pza": "5505", **ring}
    play = position(step="draw", turn=1, place=place, chits={"cup": ["4PzA"]})
    end_movement(play, "axis")
    assert supply_of(play, "de-17pz") == "in supply"
    assert play.preview("axis", "attack", "5604")["attack"] == 6
    answer(play, "axis", "end_combat")
    assert supply_of(play, "de-17pz") == "out of supply"


# ---- 4.0 the turn


@rule("avl", "4.0a", "4.3c")
def test_command_supply_and_end_of_turn_follow_each_other_for_nine_turns() -> None:
    play = position(step="select_chits", turn=1, place={}, chits=POOLS, vp={"axis": 25, "soviet": 25})
    while play.result is None:
        idle(play)
    kinds = {"event.turn": "turn", "event.chit_drawn": "draw", "event.supply_phase": "supply", "event.placed": "place"}
    told = [kinds[event.message.key] for event in play.events if event.message.key in kinds]
    phases = [kind for number, kind in enumerate(told) if number == 0 or told[number - 1] != kind]
    # on turn 9 nothing arrives
    assert phases == ["turn", "draw", "supply", "place"] * 8 + ["turn", "draw", "supply"]
    assert [event["turn"] for event in happened(play, "event.turn")] == list(range(1, 10))
    assert [event["turn"] for event in happened(play, "event.supply_phase")] == list(range(1, 10))
    assert play.deciders == () and state_of(play).turn == 9


@rule("avl", "4.0a")
@pytest.mark.parametrize("step", ["draw", "move", "combat", "supply", "reinforcements"])
def test_a_lead_of_thirty_ends_the_game_only_in_the_sudden_death_segment(step: str) -> None:
    """Axis 60 to 0: the cup is played out, the Supply Phase and the reinforcements follow, and only then it is over."""
    place = {"su-7tk": "5505", "de-7lw": "5506", "hq-6a": "5504"}
    play = position(step=step, turn=8, place=place, chits={"cup": ["6A"]}, vp={"axis": 60, "soviet": 0})
    while play.result is None:
        idle(play)
    assert "de-39" in {event["unit"] for event in happened(play, "event.placed")}
    assert len(happened(play, "event.chit_drawn")) == (step in ("draw", "move", "combat"))
    assert play.result.winner == "axis" and play.result.level == "sudden_death"


@rule("avl", "4.1.1")
def test_nothing_is_drawn_until_both_have_selected() -> None:
    play = position(step="select_chits", turn=2, place={}, chits=POOLS)
    assert set(play.deciders) == {"axis", "soviet"}
    select(play, "soviet", "1GdA", "2GdA", "3GdA")
    assert play.deciders == ("axis",) and happened(play, "event.chit_drawn") == []
    answer(play, "axis", ("select_chit", "R3A"), ("select_chit", "H2A"), ("select_chit", "It8A"))
    assert chits_in(play, CUP) == set() and happened(play, "event.chit_drawn") == []
    play.answer("axis", "done")
    assert happened(play, "event.chit_drawn")


@rule("avl", "4.1.1", "7.1.3")
@pytest.mark.parametrize("first", ["axis", "soviet"])
def test_neither_sees_the_others_selection_first(first: str) -> None:
    """What the second player is shown after the first has chosen does not depend on the choice."""
    second = {"axis": "soviet", "soviet": "axis"}[first]
    choices = {"axis": [("4PzA", "R3A", "H2A"), ("It8A", "Hollidt", "R3A")],
               "soviet": [("1GdA", "2GdA", "3GdA"), ("5TkA", "Popov", "1GdA")]}  # fmt: skip
    shown = []
    for choice in choices[first]:
        play = position(step="select_chits", turn=2, place={}, chits=POOLS)
        before = play.view(second)
        answer(play, first, *(("select_chit", chit) for chit in choice))
        assert play.view(second) == before
        play.answer(first, "done")
        shown.append((play.view(second), play.log(player=second), play.view(None)))
    assert shown[0] == shown[1]


# ---- 4.1.2 the Command Execution Phase


@rule("avl", "4.1.2a")
def test_movement_comes_before_combat_and_never_after_it() -> None:
    place = {"su-7tk": "5505", "su-1gm": "5705", "de-7lw": "5506", "de-8lw": "5706", "hq-6a": "5504"}
    play = position(step="draw", place=place, chits={"cup": ["6A"]}, dice=[1, 1])
    refused(play, "soviet", "attack", "5506", rule="8.0")  # not yet: the Movement Segment is on
    end_movement(play, "soviet")
    refused(play, "soviet", "unit", "su-7tk", rule="4.1.2a")
    attack(play, "soviet", "5506", "su-7tk")  # 4 to 1, die 1: no effect
    for unit in ("su-7tk", "su-1gm", "hq-6a"):
        refused(play, "soviet", "unit", unit, rule="4.1.2a")
    refused(play, "soviet", "move", "5505", rule="4.1.2a")


@rule("avl", "4.1.2a")
def test_the_other_player_only_takes_losses_and_retreats() -> None:
    place = {"su-1gm": "5505", "su-2gm": "5505", "de-62": "5506", "de-294": "5506", "hq-6a": "5505", "hq-4pza": "5406"}
    play = position(step="draw", place=place, chits={"cup": ["6A"]}, dice=[1, 6])
    assert play.ask("axis") is None
    for verb, target in (("unit", "de-62"), ("attack", "5505"), ("end_movement", None)):
        refused(play, "axis", verb, target, rule="")
    end_movement(play, "soviet")
    assert play.ask("axis") is None
    attack(play, "soviet", "5506", "su-1gm", "su-2gm")  # 10 to 6: 1.5-1, die 6: DR
    asked = set()
    while play.deciders == ("axis",):
        ask = play.ask("axis")
        assert ask is not None
        asked |= set(ask.answers)
        assert not any(play.legal("soviet", verb, target) for verb in ask.answers for target in ask.answers[verb])
        verb = next(iter(ask.answers))
        play.answer("axis", verb, ask.answers[verb][0])
    assert asked == {"retreat_unit", "retreat"}


EVERY_HQ = {
    "hq-4pza": "5830", "hq-hollidt": "4619", "hq-it8a": "3612", "hq-1gda": "4007", "hq-2gda": "6104",
    "hq-3gda": "5205", "su-7tk": "5205",
}  # fmt: skip


@rule("avl", "4.1.2b")
def test_four_soviet_and_three_axis_chits_make_seven_activations() -> None:
    play = position(step="select_chits", turn=2, place=EVERY_HQ, chits=POOLS)
    select(play, "soviet", "1GdA", "2GdA", "3GdA")
    select(play, "axis", "4PzA", "Hollidt", "It8A")
    active = []
    while not happened(play, "event.supply_phase"):
        assert len(chits_in(play, CUP)) + len(chits_in(play, PLAYED)) == 7
        active.append(play.view(None)["active"])
        idle(play)
    assert sorted(active) == ["axis"] * 3 + ["soviet"] * 4
    assert len(happened(play, "event.activated")) == len(happened(play, "event.chit_drawn")) == 7
    assert chits_in(play, CUP) == set()


@rule("avl", "4.1.2b", "7.2.2d")
def test_a_rejected_manstein_chit_keeps_the_phase_alive() -> None:
    play = position(step="draw", turn=4, place=EVERY_HQ, chits={"cup": ["Manstein-1"]})
    play.answer("axis", "reject_manstein")
    assert happened(play, "event.supply_phase") == []
    assert offered(play, "axis", "activate") == {"hq-4pza", "hq-hollidt", "hq-it8a"}
    play.answer("axis", "activate", "hq-it8a")
    end_movement(play, "axis")
    assert len(happened(play, "event.supply_phase")) == 1


# ---- 4.1.2c the special Combat Segment of turn 1

SPECIAL = {"su-1gm": "5505", "su-2gm": "5505", "hq-6a": "5505", "de-7lw": "5506", "hq-51a": "5805", "su-195": "5805"}


@rule("avl", "4.1.2c")
def test_on_turn_one_an_hq_without_a_chit_may_lead_a_combat_segment() -> None:
    """6A was not picked; its troops attack and advance, and the HQ with them; nothing moves and no chit is drawn."""
    play = position(step="special", turn=1, place=SPECIAL, chits={"cup": ["STAVKA"]}, dice=[6])
    assert offered(play, "soviet", "activate") == {"hq-6a", "hq-51a"}
    play.answer("soviet", "activate", "hq-6a")
    assert activated(play) == {"hq-6a", "su-1gm", "su-2gm", "su-195"}
    for unit in ("su-1gm", "hq-6a"):
        refused(play, "soviet", "unit", unit, rule="4.1.2a")
    attack(play, "soviet", "5506", "su-1gm", "su-2gm")  # 10-1, die 6: 4DR2
    answer(play, "soviet", ("advance", "su-1gm"), ("advance_to", "5507"), ("advance", "hq-6a"), "end_advance")
    assert (where(play, "su-1gm"), where(play, "hq-6a"), where(play, "su-2gm")) == ("5507", "5507", "5505")
    assert state_of(play).rolls == 2, "one die for the combat, one for the first draw after it"
    assert [event["chit"] for event in happened(play, "event.chit_drawn")] == ["STAVKA"]


@rule("avl", "4.1.2c", "7.3.2b")
def test_units_of_the_special_segment_act_again_on_turn_one() -> None:
    place = {**SPECIAL, "de-8lw": "5607"}
    play = position(step="special", turn=1, place=place, chits={"cup": ["6A"]}, dice=[6, 1, 6])
    play.answer("soviet", "activate", "hq-6a")
    attack(play, "soviet", "5506", "su-1gm", "su-2gm")
    answer(play, "soviet", "end_advance")
    assert [event["chit"] for event in happened(play, "event.chit_drawn")] == ["6A"]
    march(play, "soviet", "su-1gm", "5507")
    end_movement(play, "soviet")
    attack(play, "soviet", "5607", "su-1gm")
    assert steps_of(play, "de-8lw") == 0


@rule("avl", "4.1.2c")
def test_the_special_segment_may_be_declined() -> None:
    play = position(step="special", turn=1, place=SPECIAL, chits={"cup": ["STAVKA"]})
    play.answer("soviet", "decline")
    assert activated(play) == {"hq-6a", "su-1gm", "su-2gm", "hq-51a", "su-195"}
    assert where(play, "de-7lw") == "5506"


@rule("avl", "4.1.2c")
def test_only_an_hq_on_the_map_leads_the_special_segment() -> None:
    play = position(step="special", turn=1, place={**SPECIAL, "hq-28a": "box", "hq-4pza": "5830"}, chits={})
    for unit in ("hq-28a", "hq-popov", "hq-4pza", "su-1gm"):
        refused(play, "soviet", "activate", unit, rule="4.1.2c")


@rule("avl", "4.1.2c")
def test_the_special_segment_follows_chit_selection_and_is_not_offered_on_turn_two() -> None:
    first = new_game(*HISTORICAL)
    select(first, "soviet", "1GdA", "2GdA", "3GdA")
    assert first.deciders == ("axis",)  # the Axis selection is fixed before the Soviet player strikes
    select(first, "axis", "4PzA", "Hollidt", "It8A")
    assert first.deciders == ("soviet",) and first.legal("soviet", "decline")
    assert happened(first, "event.chit_drawn") == [] and len(chits_in(first, CUP)) == 7
    second = position(step="select_chits", turn=2, place=EVERY_HQ, chits=POOLS)
    select(second, "soviet", "1GdA", "2GdA", "3GdA")
    select(second, "axis", "4PzA", "Hollidt", "It8A")
    assert happened(second, "event.chit_drawn") and not second.legal("soviet", "decline")


# ---- 4.2 the Supply Phase

# West of the Dnepr the Soviets trace only by the bridge at 0325, where 294 stands, or by the rail bridge 0330-0429.


@rule("avl", "4.2", "10.3")
def test_the_relocation_of_an_hq_opens_no_line_in_the_same_phase() -> None:
    """Hollidt in 0429 blocks 7Tk's line. It is out of supply itself and leaves, but 7Tk has been found unsupplied."""
    place = {"su-7tk": "0229", "de-294": "0325", "su-41g": "0530", "su-44g": "0430", "su-35g": "0428"}
    control = position(step="supply", place=place)
    assert supply_of(control, "su-7tk") == "in supply"
    play = position(step="supply", place={**place, "hq-hollidt": "0429"})
    assert where(play, "hq-hollidt") == "lifted"
    answer(play, "axis", ("relocate_to", "0226"))
    assert supply_of(play, "su-7tk") == "out of supply"


@rule("avl", "4.2", "10.3")
def test_an_hq_found_supplied_stays_though_another_relocates_into_its_line() -> None:
    """Hollidt, surrounded in 0732, is relocated onto the only line of 6A: neither 6A nor 7Tk feels it this turn."""
    ring = {"su-41g": "0731", "su-44g": "0832", "su-35g": "0632"}
    west = {"hq-6a": "0229", "su-7tk": "0229", "de-294": "0325"}
    play = position(step="supply", place={**west, **ring, "hq-hollidt": "0732"})
    answer(play, "axis", ("relocate_to", "0429"))
    assert where(play, "hq-hollidt") == "0429"
    assert (where(play, "hq-6a"), supply_of(play, "su-7tk")) == ("0229", "in supply")
    assert not offered(play, "soviet", "relocate_to")
    cut = position(step="supply", place={**west, "hq-hollidt": "0429"})
    assert supply_of(cut, "su-7tk") == "out of supply"  # a turn later it would be


@rule("avl", "4.2")
def test_every_unit_of_both_sides_is_marked_before_the_first_hq_is_relocated() -> None:
    """The Axis player is asked for his HQ while the Soviet unit checked in the same phase already has its marker."""
    ring = {"su-41g": "0731", "su-44g": "0832", "su-35g": "0632"}
    pocket = {"su-195": "5505", "de-62": "5404", "de-298": "5506", "de-168": "5604"}
    play = position(step="supply", place={**ring, "hq-hollidt": "0732", **pocket})
    assert play.deciders == ("axis",) and where(play, "hq-hollidt") == "lifted"
    assert supply_of(play, "su-195") == "out of supply"


# ---- 4.3 the End of Turn Phase


@rule("avl", "4.3a", "11.3a")
@pytest.mark.parametrize(("placed", "ruling"), [("1212", "1311"), ("0106", "removed")], ids=["in range", "far away"])
def test_a_reinforcement_placed_in_range_saves_an_hq_without_troops(placed: str, ruling: str) -> None:
    """302 arrives on turn 3; Hollidt in 1311 stands alone until it is there."""
    play = position(step="reinforcements", turn=3, place={"hq-hollidt": "1311"}, chits={"inactive": ["Hollidt"]})
    assert where(play, "hq-hollidt") == "1311"
    play.answer("axis", "place_at", placed)
    assert where(play, "hq-hollidt") == "1311", "the Soviet player has not placed yet"
    while state_of(play).turn == 3:
        idle(play)
    assert where(play, "hq-hollidt") == ruling
    assert ("Hollidt" in chits_in(play, AWAY)) == (ruling == "removed")


@rule("avl", "4.3a", "11.3a")
def test_an_hq_that_arrives_without_troops_in_range_leaves_again_at_once() -> None:
    play = position(step="reinforcements", turn=3, place={}, chits={"inactive": ["Popov"]})
    play.answer("axis", "place_at", "0106")
    troops = {"su-3tk": "3201", "su-10tk": "3201", "su-23tk": "5001", "su-2tk": "5001"}
    troops |= {"su-57g": "5002", "su-160": "5002"}
    for unit, hex in troops.items():
        answer(play, "soviet", ("place", unit), ("place_at", hex))
    assert state_of(play).turn == 3
    play.answer("soviet", "place_at", "2201")  # Popov, taken up by itself, 11 hexes from the nearest of them
    assert where(play, "hq-popov") == "removed"
    assert "Popov" in chits_in(play, AWAY) and state_of(play).turn == 4


@rule("avl", "4.3a", "11.1.2")
def test_manstein_chits_arrive_with_the_reinforcements() -> None:
    play = position(step="reinforcements", turn=3, place={})
    assert chits_in(play, INACTIVE) == {"Manstein-1"}
    assert chits_in(position(step="reinforcements", turn=5, place={}), INACTIVE) == {"Manstein-2"}
    assert chits_in(position(step="reinforcements", turn=4, place={}), INACTIVE) == {"1PzA"}


@rule("avl", "4.3b", "11.1.1e")
@pytest.mark.parametrize(("hex", "over"), [("1211", True), ("1212", False)], ids=["Kharkov", "next to it"])
def test_a_city_taken_by_a_reinforcement_counts_for_sudden_death(hex: str, over: bool) -> None:
    """Soviet lead 20 on turn 6: 161 placed in Kharkov by rail makes it 30."""
    play = position(step="reinforcements", turn=6, place={}, vp={"axis": 25, "soviet": 45})
    while play.deciders == ("axis",):
        idle(play)
    play.answer("soviet", "place_at", hex)
    assert score(play) == ((20, 50) if over else (25, 45))
    assert (play.result is not None) == over
    if play.result is not None:
        assert (play.result.winner, state_of(play).turn) == ("soviet", 6)


@rule("avl", "4.3b")
def test_sudden_death_is_checked_after_reinforcements_every_turn() -> None:
    for turn in range(1, 9):
        play = position(step="sudden_death", turn=turn, place={}, vp={"axis": 55, "soviet": 25}, chits=POOLS)
        assert play.result is not None and play.result.winner == "axis"
        close = position(step="sudden_death", turn=turn, place={}, vp={"axis": 54, "soviet": 25}, chits=POOLS)
        assert close.result is None and state_of(close).turn == turn + 1


@rule("avl", "4.3c")
def test_there_is_no_turn_ten() -> None:
    eight = position(step="sudden_death", turn=8, place={}, chits=POOLS)
    assert state_of(eight).turn == 9 and "soviet" in eight.deciders
    nine = position(step="sudden_death", turn=9, place={}, chits=POOLS)
    assert state_of(nine).turn == 9 and nine.deciders == () and nine.result is not None
    assert happened(nine, "event.turn") == []
