"""The four scenarios: forces, deployment, reinforcements and entries; and a fifth one of one's own."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from grognard.core.data import DataError
from grognard.core.game import SetupError
from grognard.games.lb import GAME, verbs
from grognard.games.lb.movement.movement import MoveUnits
from grognard.games.lb.set_up.placement import uncovered
from grognard.hex.grid import bits
from grognard.testing import rule
from tests.games.lb._help import (
    S1,
    S2,
    S3,
    S4,
    answer,
    begin,
    cost,
    deploy_all,
    end_movement,
    halt,
    happened,
    hexes,
    idle,
    idle_until,
    march,
    names,
    number,
    offered,
    position,
    refused,
    state_of,
    supplied,
    take_up,
    units_of,
    where,
)

R, G = "russian", "german"


def forces(scenario: str, side: str, kind: str) -> Counter[str]:
    """The counters of a side by figures: "7-2-9" for a ground unit, "20-6-8 (4)" for a gun."""
    row = GAME.files.scenarios[scenario]
    rows = {unit.id: unit for unit in GAME.files.units}
    found: Counter[str] = Counter()
    for group in row.setup if kind == "setup" else row.reinforcements:
        if group.side == side and (group.when is None or group.when.is_ in ("supply", "first", "two_corps")):
            for unit, count in group.units.items():
                if getattr(group, "count_option", None) is None:
                    one = rows[unit]
                    range_ = f" ({one.range})" if one.range else ""
                    figures = "supply" if one.type == "supply" else f"{one.combat}-{one.rms}-{one.move}{range_}"
                    found[figures] += count
    return found


# ---- scenario 1


@rule("lb", "scenario1.oob")
def test_the_forces_of_scenario_1() -> None:
    assert forces(S1, R, "setup") == Counter(
        {
            "5-0-3": 6, "2-0-3": 2, "1-0-3": 4, "1-1-3": 4, "supply": 23, "7-2-9": 7, "2-0-9": 3, "4-0-8": 3,
            "3-0-10": 3,
            "10-4-9": 3, "6-2-10": 2, "14-1-10": 3, "20-6-8 (4)": 2, "13-6-6 (6)": 2, "36-6-9 (2)": 3, "40-6-6 (5)": 1,
            "2-0-10": 2, "3-4-10": 3,
        }
    )  # fmt: skip
    assert forces(S1, G, "setup") == Counter(
        {"2-0-3": 17, "2-0-9": 2, "5-0-3 (4)": 7, "7-0-3 (5)": 2, "3-2-3": 5, "3-0-8": 1, "supply": 1}
    )
    assert forces(S1, G, "reinforcements") == Counter(
        {"5-1-12": 1, "4-1-9": 3, "3-1-10": 7, "6-1-8": 1, "6-1-9": 1, "5-0-10 (4)": 1, "supply": 2}
    )


@rule("lb", "scenario1.oob")
def test_the_options_of_scenario_1_change_the_forces() -> None:
    play = begin(S1, options={"s1_x15": "fortifications", "s1_german_extra_supply": 12})
    deploy_all(play)
    assert state_of(play).forts.bit_count() == 15
    supply = Counter(unit.split("#")[0] for side in (R, G) for unit in units_of(play, side) if "supply" in unit)
    assert supply == {"su-supply": 8, "ge-supply": 13}


@pytest.mark.parametrize(("option", "value"), [("s1_x15", "tanks"), ("s1_german_extra_supply", 3)])
def test_an_option_takes_only_the_values_that_the_data_list(option: str, value: object) -> None:
    with pytest.raises(SetupError, match=option):
        GAME.new(S1, options={option: value})


@rule("lb", "scenario1.frame", "scenario1.victory.choice", "scenario1.reinf.A")
def test_secret_choices_come_first_then_the_germans_deploy_then_the_russians_who_move_first() -> None:
    play = GAME.new(S1, seed=1)
    assert set(play.deciders) == {R, G}
    refused(play, G, "place", "ge-inf-bn#1", rule="victory.secret")
    answer(play, R, ("choose", "objective-D"))
    assert play.waiting_for(0) == (G, R)  # the German does not see that the Russian is done
    answer(play, G, ("choose", "reinforcement_option-III"))
    assert play.deciders == (G,) and GAME.files.scenarios[S1].turns == 10
    idle(play)
    idle(play)
    assert play.deciders == (R,)
    deploy_all(play)
    assert (play.view()["turn"], play.view()["active"]) == (1, R)


@rule("lb", "scenario1.setup.A", "scenario1.setup.B")
@pytest.mark.parametrize(("side", "number"), [(G, 0), (R, 1)])
def test_a_front_line_with_a_gap_is_refused(side: str, number: int) -> None:
    play = begin(S1)
    if side == R:
        idle(play)
        idle(play)
    answer(play, side, "deploy_rest")
    assert uncovered(state_of(play), number) == 0
    infantry = [
        unit for unit in units_of(play, side) if GAME.units[GAME.counters.numbers[unit]].kind.type == "infantry"
    ]
    for unit in infantry:
        copy = play.clone()
        answer(copy, side, ("pick_up", unit), "cancel")
        if uncovered(state_of(copy), number):
            rule_ = "scenario1.setup.A" if side == R else "scenario1.setup.B"
            refused(copy, side, "done", rule=rule_)
            return
    raise AssertionError("every infantry unit could be spared")


@rule("lb", "scenario1.setup.A")
def test_no_placement_is_offered_that_makes_the_duty_impossible() -> None:
    """Six regiments must cover sixteen hexes: none may stand where it covers too little."""
    play = begin(S1)
    idle(play)
    idle(play)
    answer(play, R, ("place", "su-rifle-rgt#1"))
    far = "2424"
    refused(play, R, "place_at", far, rule="scenario1.setup.A")
    for n in range(6):
        assert offered(play, R, "place_at"), n
        answer(play, R, ("place_at", min(str(one) for one in offered(play, R, "place_at"))))
    assert uncovered(state_of(play), 1) == 0


@rule("lb", "scenario1.setup.A")
def test_cover_by_a_tanks_zoc_does_not_count() -> None:
    place = {
        f"su-tank-bde#{n}": spot for n, spot in enumerate(("1926", "2024", "2223", "2322", "2521", "2619", "2818"), 1)
    }
    state = state_of(position(place))
    assert uncovered(state, 1).bit_count() == 16


@rule("lb", "scenario1.setup.A", "scenario2.setup.A")
def test_a_forest_hex_of_a_line_must_be_occupied(tmp_path: Path) -> None:
    from grognard.games.lb.frontline import Cover

    ground = GAME.ground
    line = tuple(ground.grid.index(name) for name in ("2215", "2216", "2217", "2218"))  # 2216 and 2217 are forest
    cover = Cover.of_line(ground, line)
    assert names(cover.covered(hexes("2218"))) == {"2218"}
    assert names(cover.covered(hexes("2216"))) == {"2215", "2216"}


@rule("lb", "scenario1.setup.C")
def test_each_group_has_its_zone() -> None:
    play = begin(S1)
    answer(play, G, ("place", "ge-flak-bn#1"))
    assert offered(play, G, "place_at") == {"1311"}  # Golos
    reserve = next(
        GAME.units[unit].id for unit, group in state_of(play).plan.setup_of.items()
        if GAME.units[unit].kind.id == "ge-art-light" and group == 5
    )  # fmt: skip
    answer(play, G, ("place", reserve))
    grid = GAME.ground.grid
    front = [grid.index(name) for name in names(hexes(GAME.map.document["areas"]["s1_german_front"]))]
    for name in offered(play, G, "place_at"):
        assert min(grid.distance(grid.index(str(name)), one) for one in front) >= 10
    refused(play, G, "place_at", "2012", rule="scenario1.setup.C")
    answer(play, G, "deploy_rest", "done")
    answer(play, R, ("place", "su-rifle-rgt#1"))
    refused(play, R, "place_at", "2526", rule="scenario1.setup.C")  # more than three hexes behind the line
    answer(play, R, ("place", "su-tank-bde#1"))
    refused(play, R, "place_at", "2322", rule="scenario1.setup.C")  # within three


@rule("lb", "scenario1.setup.C")
def test_a_hex_that_a_named_detachment_needs_is_kept_for_it() -> None:
    play = begin(S1)
    answer(play, G, ("place", "ge-inf-bn#1"), ("place_at", "1311"), ("place_at", "1311"))
    refused(play, G, "place_at", "1311", rule="scenario1.setup.B")  # one place is left, for the flak battalion
    answer(play, G, "deploy_rest", "done")
    assert where(play, "ge-flak-bn#1") == "1311"


@rule("lb", "scenario1.frame")
def test_equal_counters_are_one_choice_and_placed_ones_can_be_picked_up() -> None:
    play = begin(S1)
    assert "ge-inf-bn#2" not in offered(play, G, "place")
    refused(play, G, "place", "ge-inf-bn#2", rule="scenario1.setup.B")
    answer(play, G, ("place", "ge-at-co#1"), ("place_at", "2010"), "cancel", ("pick_up", "ge-at-co#1"))
    assert where(play, "ge-at-co#1") == "to place"
    answer(play, G, ("place_at", "2010"))
    assert where(play, "ge-at-co#1") == "2010"


@rule("lb", "scenario1.supply")
def test_sources_of_scenario_1() -> None:
    plan = state_of(position({})).plan
    assert plan.sources == (GAME.map.areas["side_b"], GAME.map.areas["side_d"])


@rule("lb", "scenario1.reinf.A", "scenario1.reinf.B")
@pytest.mark.parametrize(
    ("option", "side", "turns"), [("I", "side_a", (1, 3, 4)), ("II", "side_b", (3, 4, 6)), ("III", "side_c", (4, 2, 6))]
)
def test_the_option_gives_side_and_turns(option: str, side: str, turns: tuple[int, ...]) -> None:
    groups = {1: "ge-recon-bn#1", 2: "ge-ss-pz4-bn#1", 3: "ge-stug-bn#1"}
    choices = {"objective": "A", "reinforcement_option": option}
    place = dict.fromkeys(groups.values(), "not arrived") | {"ge-mot-hq#1": "1010"}
    for turn in range(1, 7):
        play = position(place, hqs=False, active=G, turn=turn, choices=choices)
        due = {unit for number, unit in groups.items() if turns[number - 1] <= turn}
        assert offered(play, G, "unit") == due | {"ge-mot-hq#1"}, turn
        for unit in due:
            take_up(play, G, unit)
            assert offered(play, G, "enter") <= names(GAME.map.areas[side])
            assert len(offered(play, G, "enter")) >= 20
            halt(play, G)
        for unit in set(groups.values()) - due:
            refused(play, G, "unit", unit, rule="scenario1.reinf.B")


@rule("lb", "scenario1.reinf.B", "artillery.A1")
def test_entry_costs_the_first_hex_and_blocked_hexes_leave_the_others() -> None:
    place = {
        "ge-ss-pz4-bn#1": "not arrived",
        "ge-mot-art-light#1": "not arrived",
        "su-rifle-rgt#1": "0110",
        "ge-mot-hq#1": "0505",
    }
    play = position(place, hqs=False, active=G, turn=4)
    take_up(play, G, "ge-ss-pz4-bn#1")
    refused(play, G, "enter", "0110", rule="move.G")
    assert cost(play, G, "0105", "enter") == "2"
    assert cost(play, G, "0109", "enter") == "5"  # in Russian ZOC
    assert cost(play, G, "0109", "rush") == "2"
    answer(play, G, ("enter", "0105"))
    ask = play.ask(G)
    assert ask is not None and ask.message.args["points"] == "6"
    assert happened(play, "event.choice_shown")  # now everybody knows the option
    answer(play, G, ("unit", "ge-mot-art-light#1"), ("enter", "0104"))
    assert "limbered" in next(one for one in play.view()["pieces"] if one["id"] == "ge-mot-art-light#1")["flags"]


@rule("lb", "scenario1.reinf.B")
def test_groups_enter_in_the_first_movement_phase_and_unplaced_units_wait() -> None:
    place = {"ge-ss-pz4-bn#1": "not arrived", "ge-mot-hq#1": "0505"}
    play = position(place, hqs=False, active=G, turn=3, step="second_movement")
    refused(play, G, "unit", "ge-ss-pz4-bn#1", rule="scenario1.reinf.B")
    play = position(place, hqs=False, active=G, turn=5)
    assert "ge-ss-pz4-bn#1" in offered(play, G, "unit")


@rule("lb", "scenario1.reinf.A", "victory.secret", "scenario1.victory.choice")
def test_choices_are_secret_and_final() -> None:
    play = begin(S1, objective="C", reinforcement_option="II")
    for viewer, own, other in (
        (R, "objective-C", "reinforcement_option-II"),
        (G, "reinforcement_option-II", "objective-C"),
    ):
        text = str(play.view(viewer))
        assert own in text and other not in text
    assert "objective-C" not in str(play.view(None))
    assert not play.legal(R, "choose", "objective-A") and not play.legal(G, "choose", "reinforcement_option-I")


# ---- scenario 2


@rule("lb", "scenario2.oob")
def test_the_forces_of_scenario_2() -> None:
    assert forces(S2, R, "setup") == Counter(
        {
            "5-0-3": 6,
            "5-0-2": 4,
            "2-0-3": 2,
            "1-0-3": 4,
            "20-6-8 (4)": 1,
            "10-6-9 (3)": 1,
            "supply": 4,
            "1-1-3": 1,
            "7-2-9": 3,
            "6-2-10": 1,
        }
    )
    assert forces(S2, R, "reinforcements") == Counter(
        {
            "6-0-3": 3,
            "2-0-3": 1,
            "1-0-3": 2,
            "2-1-3": 1,
            "15-6-10 (2)": 1,
            "36-6-9 (2)": 1,
            "7-2-9": 2,
            "2-0-9": 1,
            "supply": 5,
        }
    )
    assert forces(S2, G, "setup") == Counter(
        {
            "2-0-3": 7,
            "2-0-9": 1,
            "5-0-3 (4)": 3,
            "7-0-3 (5)": 1,
            "3-2-3": 2,
            "5-1-8": 1,
            "4-1-9": 1,
            "3-1-10": 5,
            "7-0-8 (5)": 2,
            "12-0-9 (2)": 1,
            "supply": 10,
        }
    )
    assert forces(S2, G, "reinforcements") == Counter(
        {"2-0-3": 7, "2-0-9": 1, "5-0-3 (4)": 3, "7-0-3 (5)": 1, "3-2-3": 2, "supply": 3}
    )


@rule("lb", "scenario2.frame", "scenario2.setup.A", "scenario2.victory.choice")
def test_the_russian_deploys_first_and_the_german_who_sees_it_moves_first() -> None:
    play = begin(S2)
    assert play.deciders == (R,) and GAME.files.scenarios[S2].turns == 10
    answer(play, R, "deploy_rest", "done")
    assert play.deciders == (G,) and any(one["on_map"] and one["side"] == R for one in play.view(G)["pieces"])
    answer(play, G, "deploy_rest", "done")
    for turn in (1, 2, 3):
        idle_until(play, turn, G)
        assert play.view()["active"] == G


@rule("lb", "scenario2.setup.A")
def test_both_lines_of_scenario_2_are_covered() -> None:
    play = begin(S2)
    deploy_all(play)
    assert uncovered(state_of(play), 0) == uncovered(state_of(play), 1) == 0
    play = begin(S2)
    answer(play, R, "deploy_rest")
    for unit in [one for one in units_of(play, R) if "rifle-rgt" in one]:
        copy = play.clone()
        answer(copy, R, ("pick_up", unit), "cancel")
        if uncovered(state_of(copy), 1):
            refused(copy, R, "done", rule="scenario2.setup.A")
            break


@rule("lb", "scenario2.setup.B")
def test_the_reserve_stands_within_three_hexes_of_bakunin() -> None:
    play = begin(S2)
    answer(play, R, ("place", "su-tank-bde#1"))
    grid = GAME.ground.grid
    town = [grid.index(name) for name in ("1616", "1716", "1717")]
    for name in offered(play, R, "place_at"):
        assert min(grid.distance(grid.index(str(name)), hex) for hex in town) <= 3
    refused(play, R, "place_at", "2116", rule="scenario2.setup.B")


@rule("lb", "scenario2.reinf.R")
def test_the_russian_reinforcements_enter_on_side_d_from_turn_6() -> None:
    place = {"su-guards-rgt#1": "not arrived", "su-rifle-hq#1": "1520"}
    play = position(place, scenario=S2, hqs=False, active=R, turn=5)
    refused(play, R, "unit", "su-guards-rgt#1", rule="scenario2.reinf.R")
    play = position(place, scenario=S2, hqs=False, active=R, turn=6)
    take_up(play, R, "su-guards-rgt#1")
    assert offered(play, R, "enter") == names(GAME.map.areas["side_d"])


@rule("lb", "scenario2.reinf.G")
@pytest.mark.parametrize("towns", ["1311", "1616", "0819", "2110"])
def test_the_germans_arrive_the_turn_after_one_of_them_enters_a_town(towns: str) -> None:
    place = {"ge-mot-inf-bn#1": "1310", "ge-art-light#4": "not arrived", "ge-mot-hq#1": "1209"}
    place["ge-mot-inf-bn#1"] = {"1311": "1310", "1616": "1615", "0819": "0818", "2110": "2109"}[towns]
    play = position(place, scenario=S2, hqs=False, active=G, turn=3)
    march(play, G, "ge-mot-inf-bn#1", towns)
    answer(play, G, ("move", place["ge-mot-inf-bn#1"]))  # in passing is enough
    end_movement(play, G)
    assert happened(play, "event.first_entry")
    idle_until(play, 3, G, "second_movement")
    assert not play.legal(G, "unit", "ge-art-light#4")
    idle_until(play, 4, G)
    assert play.legal(G, "unit", "ge-art-light#4")


@rule("lb", "scenario2.reinf.G")
def test_without_a_town_the_germans_never_arrive() -> None:
    play = position({"ge-art-light#4": "not arrived", "ge-mot-hq#1": "1209"}, scenario=S2, hqs=False, active=G, turn=10)
    refused(play, G, "unit", "ge-art-light#4", rule="scenario2.reinf.G")


# ---- scenario 3


@rule("lb", "scenario3.oob")
def test_the_forces_of_scenario_3() -> None:
    assert forces(S3, R, "reinforcements") == Counter(
        {
            "7-2-9": 6,
            "2-0-9": 2,
            "4-0-8": 2,
            "3-0-10": 2,
            "6-2-10": 2,
            "15-6-10 (2)": 1,
            "36-6-9 (2)": 1,
            "3-4-10": 2,
            "supply": 6,
        }
    )
    assert forces(S3, G, "reinforcements") == Counter(
        {"5-1-9": 1, "4-1-9": 2, "5-1-12": 1, "3-1-10": 4, "6-1-9": 1, "5-0-10 (4)": 1, "8-0-8 (4)": 1, "supply": 4}
    )


@rule("lb", "scenario3.oob")
def test_half_the_russian_fighting_units_of_scenario_3_make_an_even_game() -> None:
    play = GAME.new(S3, seed=1, options={"s3_russian_force": "half"})
    coming = [piece for piece in play.view(None)["pieces"] if piece["side"] == R]
    assert Counter(piece["id"].split("#")[0] for piece in coming) == {
        "su-tank-bde": 2, "su-tank-bde-late": 1, "su-mot-at-rgt": 1, "su-su-rgt": 1, "su-recon-bn": 1,
        "su-motor-bde": 1, "su-rocket-15": 1, "su-rocket-36": 1, "su-corps-hq": 2, "su-supply": 6,
    }  # fmt: skip


@rule("lb", "scenario3.frame", "scenario3.supply")
def test_scenario_3_begins_with_an_empty_map() -> None:
    play = GAME.new(S3, seed=1)
    state = state_of(play)
    assert not state.at and play.deciders == (R,) and GAME.files.scenarios[S3].turns == 7
    areas = GAME.map.areas
    assert state.plan.sources[1] == areas["side_a"] | areas["side_b"]
    assert state.plan.sources[0] == areas["side_b"] | areas["side_c"] | areas["side_d"]


@rule("lb", "scenario3.supply")
def test_side_b_serves_both_unless_blocked() -> None:
    place = {"su-corps-hq#1": "1404", "ge-mot-hq#1": "1804"}
    play = position(place, scenario=S3, hqs=False, turn=3)
    assert supplied(play, "su-corps-hq#1") and supplied(play, "ge-mot-hq#1")


@rule("lb", "scenario3.entry.A")
def test_the_russians_enter_by_the_road_hex_at_the_road_rate_and_keep_to_the_axis() -> None:
    play = GAME.new(S3, seed=1)
    take_up(play, R, "su-recon-bn#1")
    assert offered(play, R, "enter") == {"0109"}
    refused(play, R, "enter", "0110", rule="scenario3.entry.A")
    assert cost(play, R, "0109", "enter") == "½"
    answer(play, R, ("enter", "0109"))
    axis = names(GAME.map.areas["s3_russian_axis"])
    assert offered(play, R, "move") <= axis
    refused(play, R, "move", "0210", rule="scenario3.entry.A")
    answer(play, R, ("move", "0508"))
    refused(play, R, "move", "0507", rule="scenario3.entry.A")


def test_equal_counters_that_wait_are_offered_once_and_counted_each() -> None:
    play = GAME.new(S3, seed=1)
    ask = play.ask(R)
    assert ask is not None and len(ask.answers["unit"]) == len(
        {GAME.counters.rows[number(str(unit))].kind.id for unit in ask.answers["unit"]}
    )
    state = state_of(play)
    waiting = [unit for unit in bits(state.waiting) if GAME.counters.side[unit] == 1]
    assert MoveUnits(1).prompt(state).args["count"] == len(waiting) > len(ask.answers["unit"])
    forgone = MoveUnits(1).forgoes(state, verbs.END_MOVEMENT, 0)
    assert forgone is not None and len(forgone.items) == len(waiting)


@rule("lb", "scenario3.entry.A", "move.Ib")
def test_without_its_road_space_a_unit_cannot_enter() -> None:
    play = GAME.new(S3, seed=1)
    answer(play, R, ("unit", "su-recon-bn#1"), ("enter", "0109"), ("move", "0309"), "stop")
    take_up(play, R, "su-recon-bn#2")  # RMS 0
    assert offered(play, R, "enter") == {"0109"}
    refused(play, R, "unit", "su-tank-bde#1", rule="scenario3.entry.A")  # RMS 2, a friend two road hexes ahead


@rule("lb", "scenario3.entry.B")
def test_units_that_reach_ogarev_may_leave_the_road_up_to_two_hexes() -> None:
    place = {"su-recon-bn#1": "2009", "su-corps-hq#1": "1910", "ge-panther-bn#1": "not arrived"}
    play = position(place, scenario=S3, hqs=False)
    take_up(play, R, "su-recon-bn#1")
    refused(play, R, "move", "2010", rule="scenario3.entry.A")  # not yet at Ogarev
    answer(play, R, ("move", "2110"), ("move", "2112"))
    refused(play, R, "move", "2113", rule="scenario3.entry.B")
    halt(play, R)


@rule("lb", "scenario3.entry.B")
def test_the_duty_ends_when_the_germans_have_their_turn_of_entry() -> None:
    place = {"su-recon-bn#1": "0508", "su-corps-hq#1": "0408", "ge-panther-bn#1": "not arrived"}
    play = position(place, scenario=S3, hqs=False, turn=2, entry_die={"german_column": 3})
    take_up(play, R, "su-recon-bn#1")
    assert "0507" in offered(play, R, "move")


@rule("lb", "scenario3.entry.C")
def test_late_russians_enter_on_turn_2_in_either_phase_and_not_on_turn_3() -> None:
    place = {"su-recon-bn#1": "not arrived", "su-corps-hq#1": "0508"}
    for phase in ("first_movement", "second_movement"):
        play = position(place, scenario=S3, hqs=False, turn=2, step=phase)
        assert play.legal(R, "unit", "su-recon-bn#1")
    play = position(place, scenario=S3, hqs=False, turn=3)
    refused(play, R, "unit", "su-recon-bn#1", rule="scenario3.entry.A")


@rule("lb", "scenario3.entry.D", "scenario3.entry.E")
@pytest.mark.parametrize(
    ("face", "entry"),
    [(1, {"1401"}), (2, {"1401"}), (3, {"3006"}), (4, {"3006"}), (5, {"0926", "2226"}), (6, {"0926", "2226"})],
)
def test_the_german_rolls_once_after_the_first_soviet_player_turn(face: int, entry: set[str]) -> None:
    place = {
        "su-recon-bn#1": "0508",
        "su-corps-hq#1": "0408",
        "ge-panther-bn#1": "not arrived",
        "ge-stug-bn#1": "not arrived",
    }
    play = position(place, scenario=S3, hqs=False, step="turn", dice=[face])
    assert not happened(play, "event.entry_die")
    answer(play, R, "end_movement")
    assert play.view()["phase"] == "second_movement" and play.deciders == (R,)  # the Russians move twice
    answer(play, R, "end_movement")
    assert play.deciders == (G,) and play.view()["turn"] == 1
    assert len(happened(play, "event.entry_die")) == 1
    take_up(play, G, "ge-panther-bn#1")
    assert offered(play, G, "enter") == entry
    answer(play, G, ("enter", min(entry)))
    halt(play, G)
    if len(entry) > 1:
        take_up(play, G, "ge-stug-bn#1")
        assert max(entry) in offered(play, G, "enter")  # both roads, as the German likes


@rule("lb", "scenario3.entry.D")
def test_with_the_option_the_germans_come_a_turn_later() -> None:
    play = GAME.new(S3, options={"s3_german_entry": "second"}, seed=1)
    answer(play, R, "end_movement", "end_movement")
    assert play.view()["turn"] == 2 and play.deciders == (R,)  # the German half of turn 1 is empty
    assert not happened(play, "event.entry_die")
    answer(play, R, "end_movement", "end_movement")
    assert play.deciders == (G,) and happened(play, "event.entry_die")


@rule("lb", "scenario3.entry.F")
def test_the_germans_keep_to_roads_for_one_player_turn_unless_near_a_russian() -> None:
    place = {"ge-recon-bn#1": "not arrived", "su-recon-bn#1": "1306", "su-corps-hq#1": "1306"}
    play = position(place, scenario=S3, hqs=False, active=G, step="first_movement", entry_die={"german_column": 1})
    answer(play, G, ("unit", "ge-recon-bn#1"), ("enter", "1401"))
    refused(play, G, "move", "1501", rule="scenario3.entry.F")
    answer(play, G, ("move", "1303"))  # within three hexes of 1306
    assert "1203" in offered(play, G, "move")
    place = {"ge-recon-bn#1": "1302", "ge-mot-hq#1": "1302"}
    play = position(place, scenario=S3, hqs=False, active=G, turn=2, entry_die={"german_column": 1})
    take_up(play, G, "ge-recon-bn#1")
    assert "1402" in offered(play, G, "move")  # next turn it is free


@rule("lb", "scenario3.entry.F")
@pytest.mark.parametrize(("enemy", "free"), [("1306", True), ("1307", False)])
def test_a_russian_that_has_come_near_frees_a_german_from_the_road_too(enemy: str, free: bool) -> None:
    """In the Combat Phase a Russian may be thrown back towards a column that has not moved near him itself."""
    place = {"ge-recon-bn#1": "1303", "ge-mot-hq#1": "1303", "su-recon-bn#1": enemy, "su-corps-hq#1": enemy}
    play = position(place, scenario=S3, hqs=False, active=G, step="second_movement", entry_die={"german_column": 1})
    take_up(play, G, "ge-recon-bn#1")
    assert ("1203" in offered(play, G, "move")) is free


@rule("lb", "scenario3.entry.F")
def test_germans_kept_out_enter_on_the_next_turn() -> None:
    place = {"ge-recon-bn#1": "not arrived"}
    play = position(place, scenario=S3, hqs=False, active=G, turn=2, entry_die={"german_column": 1})
    answer(play, G, ("unit", "ge-recon-bn#1"), ("enter", "1401"))
    assert "1501" in offered(play, G, "move")


# ---- scenario 4


@rule("lb", "scenario4.oob")
def test_the_forces_of_scenario_4() -> None:
    assert forces(S4, R, "reinforcements") == Counter(
        {
            "5-0-3": 9, "6-0-3": 3, "5-0-2": 4, "2-0-3": 4, "1-0-3": 8, "2-1-3": 1, "1-1-3": 2, "2-0-5": 3,
            "7-2-9": 3, "2-0-9": 4,
            "3-0-10": 2, "10-6-10": 2, "20-6-8 (4)": 1, "10-6-9 (3)": 2, "36-6-9 (2)": 1, "2-0-10": 2, "supply": 4,
        }
    )  # fmt: skip
    assert forces(S4, G, "setup") == Counter(
        {"5-1-8": 1, "5-1-9": 1, "4-1-9": 3, "3-1-10": 4, "6-1-9": 1, "5-0-10 (4)": 2, "8-0-8 (4)": 1, "supply": 8}
    )
    assert sum(row.forts for row in GAME.files.scenarios[S4].setup) == 3


@rule("lb", "scenario4.frame")
def test_scenario_4_has_twenty_turns_and_each_side_its_rear() -> None:
    play = begin(S4)
    assert play.deciders == (G,)
    deploy_all(play)
    assert play.deciders == (R,) and GAME.files.scenarios[S4].turns == 20
    assert state_of(play).plan.sources == (GAME.map.areas["side_a"], GAME.map.areas["side_c"])


@rule("lb", "scenario4.frame")
def test_the_russian_plays_first_on_each_turn() -> None:
    line = {f"su-rifle-rgt#{n}": f"23{3 * n - 1:02}" for n in range(1, 10)}
    play = position({**line, "su-corps-hq#1": "3010"}, scenario=S4, hqs=False, step="turn")
    for turn in range(1, 21):
        idle_until(play, turn, R)
        assert (play.view()["turn"], play.view()["active"]) == (turn, R)


@rule("lb", "scenario4.entry", "stack.general")
def test_the_russians_enter_anywhere_on_side_c() -> None:
    play = begin(S4)
    deploy_all(play)
    take_up(play, R, "su-rifle-rgt#1")
    free = names(GAME.map.areas["side_c"]) - {where(play, unit) for unit in units_of(play, G)}
    assert offered(play, R, "enter") == free
    spot = "3020"
    answer(play, R, ("enter", spot), ("unit", "su-rifle-rgt#2"), ("enter", spot))
    answer(play, R, ("unit", "su-rifle-rgt#3"), ("enter", spot))
    take_up(play, R, "su-rifle-rgt#4")
    refused(play, R, "enter", spot, rule="stack.A")


@rule("lb", "scenario4.setup")
def test_the_germans_deploy_behind_their_front_line() -> None:
    play = begin(S4)
    answer(play, G, ("place", "ge-pz4-bn#1"))
    refused(play, G, "place_at", "2818", rule="scenario4.setup")
    assert play.legal(G, "place_at", "2910") and play.legal(G, "place_at", "1010")
    refused(play, G, "place_at", "3010", rule="scenario4.setup")  # side C does not bound the area


@rule("lb", "scenario4.line", "zoc.E1")
@pytest.mark.parametrize(("missing", "holds"), [(None, True), (5, False)])
def test_a_gap_in_the_russian_line_loses_the_game(missing: int | None, holds: bool) -> None:
    """Column 23 from side B to side D: every third hex held, the rest in ZOC of clear hexes."""
    line = {f"su-rifle-rgt#{n}": f"23{3 * n - 1:02}" for n in range(1, 10) if n != missing}
    play = position({**line, "ge-inf-bn#1": "1010"}, scenario=S4, hqs=False)
    assert play.preview(R, "end_movement")["line_broken"] is not holds
    answer(play, R, "end_movement")
    if holds:
        assert play.result is None
    else:
        assert play.result is not None and play.result.winners == (G,) and play.result.level == "forfeit"
        assert play.result.reason.rule == "scenario4.line"


@rule("lb", "scenario4.line")
@pytest.mark.parametrize("always", [False, True])
def test_a_gap_when_a_german_phase_ends_loses_the_game_by_option_only(always: bool) -> None:
    line = {f"su-rifle-rgt#{n}": f"23{3 * n - 1:02}" for n in range(1, 10) if n != 5}
    options = {"s4_line_in_every_phase": always}
    play = position({**line, "ge-inf-bn#1": "1010"}, scenario=S4, hqs=False, active=G, options=options)
    answer(play, G, "end_movement")
    assert (play.result is not None) is always
    if play.result is not None:
        assert play.result.winners == (G,) and play.result.level == "forfeit"


@rule("lb", "scenario4.line", "move.M", "scenario4.entry")
def test_the_first_line_can_be_formed_along_side_c_whatever_the_germans_do() -> None:
    """Germans all along column 29: infantry still enters every third hex of side C as its minimum move."""
    wall = {f"ge-inf-bn#{n}": f"29{2 * n - 1:02}" for n in range(1, 14)}
    rifles = {f"su-rifle-rgt#{n}": "not arrived" for n in range(1, 10)}
    play = position({**wall, **rifles}, scenario=S4, hqs=False)
    for n in range(1, 10):
        answer(play, R, ("unit", f"su-rifle-rgt#{n}"), ("enter", f"30{min(3 * n - 1, 26):02}"))
    end_movement(play, R)
    assert play.result is None and play.view()["phase"] == "combat"


@rule("lb", "scenario4.line")
def test_a_forest_gap_is_not_covered_by_zoc() -> None:
    """The same column one hex higher: 2308 is forest now, between 2307 and the ZOC of 2310."""
    line = {f"su-rifle-rgt#{n}": f"23{3 * n - 2:02}" for n in range(1, 10)}
    play = position({**line, "ge-inf-bn#1": "1010"}, scenario=S4, hqs=False)
    assert play.preview(R, "end_movement")["line_broken"] is True
    play = position({**line, "su-guards-rgt#1": "2308", "ge-inf-bn#1": "1010"}, scenario=S4, hqs=False)
    assert play.preview(R, "end_movement")["line_broken"] is False


# ---- the maps of deployments, and a scenario of one's own


@pytest.mark.parametrize("scenario", [S1, S2, S4])
def test_deploy_the_rest_is_legal_and_in_supply(scenario: str) -> None:
    play = begin(scenario)
    deploy_all(play)
    assert not GAME.invariants(state_of(play))
    for side in (R, G):
        units = units_of(play, side)
        if units:
            assert sum(supplied(play, unit) for unit in units) >= 0.6 * len(units), side


FIFTH = """
format = "scenario/1"
id = "5-skirmish"
number = 5
name = "Skirmish"
name_ja = "小競り合い"
turns = 2
deploys_first = "german"
first_player = "german"
[supply_sources]
russian = ["side_d"]
german = ["side_b"]
[[setup]]
side = "german"
place = "Golos"
rule = "move.general"
units = { ge-inf-bn = 2, ge-inf-hq = 1 }
[[reinforcements]]
side = "russian"
rule = "move.general"
area = "side_d"
turn = 1
units = { su-tank-bde = 2, su-corps-hq = 1 }
[[victory]]
side = "russian"
kind = "occupy_at_end"
rule = "victory.level"
marginal = { places = ["Makhno"] }
tactical = { places = ["Bakunin"] }
decisive = { places = ["Golos"] }
[[victory]]
side = "german"
kind = "destroy"
rule = "victory.level"
marginal = { points = 3 }
tactical = { points = 7 }
decisive = { points = 14 }
"""

A_GOAL = FIFTH[FIFTH.rindex("[[victory]]") :]
A_CUT = """
[[victory]]
side = "german"
kind = "cut"
rule = "victory.level"
area = "exit_b"
missed_is_cut = "{option}"
marginal = {{ turns = 1 }}
tactical = {{ turns = 1 }}
decisive = {{ turns = 1 }}
"""
A_LINE = """
[[lines]]
side = "russian"
rule = "scenario4.line"
from = "side_d"
to = "side_b"
{key} = "late"
"""


def test_a_fifth_scenario_needs_no_code(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "5-skirmish.toml").write_text(FIFTH, encoding="utf-8")
    game = GAME.with_data(tmp_path)
    assert list(game.scenarios) == [*GAME.scenarios, "5-skirmish"]
    play = game.new("5-skirmish", seed=3)
    answer(play, G, "deploy_rest", "done")
    while play.result is None:
        idle(play)
    assert play.result.level == "draw"


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("su-tank-bde = 2", "su-tank-bde = 20", "20 of su-tank-bde are used"),
        ('area = "side_d"', 'area = "side_x"', "map.toml has no area side_x"),
        ('place = "Golos"', 'place = "Moscow"', "map.toml has no place Moscow"),
        ("ge-inf-bn = 2", "su-rifle-rgt = 2", "su-rifle-rgt is not german"),
        ("ge-inf-bn = 2", "ge-inf-bn = 9", "10 units do not fit into 1 hexes"),
        ('places = ["Makhno"]', 'places = ["Paris"]', "map.toml has no place Paris"),
        ("points = 14", "turn = 14", "each level needs points"),
        ('kind = "destroy"', 'kind = "destroy"\nmissed_is_cut = "late"', "missed_is_cut belongs to cut"),
        (A_GOAL, A_CUT.format(option="late"), "victory 2: there is no option late"),
        (A_GOAL, A_LINE.format(key="waited_for") + A_GOAL, "lines: there is no option late"),
        (A_GOAL, A_LINE.format(key="every_phase") + A_GOAL, "lines: there is no option late"),
    ],
)
def test_check_names_what_is_wrong_in_it(tmp_path: Path, before: str, after: str, fault: str) -> None:
    (tmp_path / "scenarios").mkdir()
    text = FIFTH.replace(before, after)
    assert text != FIFTH
    (tmp_path / "scenarios" / "5-skirmish.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=fault):
        GAME.with_data(tmp_path)


def test_nothing_of_the_package_is_left_in_a_copy(tmp_path: Path) -> None:
    shutil.copytree(GAME.folder / "data", tmp_path / "data")
    assert set(GAME.with_data(tmp_path / "data").scenarios) == set(GAME.scenarios)
