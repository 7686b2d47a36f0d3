"""Fortifications and Air Strikes."""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.games.lb import GAME
from grognard.games.lb.combat.strengths import air_strength
from grognard.testing import rule
from tests.games.lb._help import (
    S4,
    announce,
    answer,
    begin,
    combats,
    cost,
    end_movement,
    lost,
    march,
    names,
    number,
    odds,
    offered,
    position,
    refused,
    resolve,
    state_of,
    strike,
    take_up,
    where,
    zoc,
)

R, G = "russian", "german"
FORT = ["2416"]


def is_in(play: Play, unit: str) -> bool:
    """Whether a unit is in the fortification of its hex, not on it."""
    return bool(state_of(play).dug_in >> number(unit) & 1)


# ---- fortifications


@rule("lb", "fort.A", "fort.F")
def test_arriving_units_are_on_the_fortification_until_they_pay_to_entrench() -> None:
    play = position({"ge-recon-bn#1": "2414"}, active=G, forts=FORT)
    take_up(play, G, "ge-recon-bn#1")
    assert cost(play, G, "2416") == "4"  # stopping on it costs terrain only
    assert cost(play, G, "2417") == "6"  # passing through too
    answer(play, G, ("move", "2416"))
    assert not is_in(play, "ge-recon-bn#1")
    answer(play, G, "entrench")
    assert is_in(play, "ge-recon-bn#1")
    ask = play.ask(G)
    assert ask is not None and ask.message.args["points"] == "5"  # 12 - 4 - 3


@rule("lb", "fort.F")
def test_leaving_the_fortification_costs_2_and_entering_3() -> None:
    play = position({"ge-mot-inf-bn#1": "2416 in"}, active=G, forts=FORT)
    take_up(play, G, "ge-mot-inf-bn#1")
    refused(play, G, "move", "2415", rule="fort.F")
    answer(play, G, "reassemble")
    ask = play.ask(G)
    assert ask is not None and ask.message.args["points"] == "8"
    assert cost(play, G, "2415") == "2"
    play = position({"ge-inf-bn#1": "2415"}, active=G, forts=FORT)
    march(play, G, "ge-inf-bn#1", "2416")
    refused(play, G, "entrench", rule="fort.F")  # two points left


@rule("lb", "fort.B", "stack.general")
def test_units_in_and_on_count_together() -> None:
    place = {"ge-inf-bn#1": "2416 in", "ge-inf-bn#2": "2416 in", "ge-inf-bn#3": "2416", "ge-inf-bn#4": "2415"}
    play = position(place, active=G, forts=FORT)
    take_up(play, G, "ge-inf-bn#4")
    refused(play, G, "move", "2416", rule="stack.A")


@rule("lb", "fort.B", "scenario4.setup")
def test_one_fortification_to_a_hex() -> None:
    play = begin(S4)
    answer(play, G, ("fort_at", "1010"))
    refused(play, G, "fort_at", "1010", rule="fort.B")
    refused(play, G, "fort_at", "2922", rule="scenario4.setup")  # beyond the German Front Line
    answer(play, G, ("fort_at", "1011"), ("fort_at", "1012"))
    assert not offered(play, G, "fort_at") and offered(play, G, "fort_away") == {"1010", "1011", "1012"}


@rule("lb", "fort.C")
def test_an_empty_fortification_serves_the_enemy_too_and_units_inside_keep_their_zoc() -> None:
    play = position({"su-recon-bn#1": "2417"}, forts=FORT)
    march(play, R, "su-recon-bn#1", "2416")
    answer(play, R, "entrench")
    assert is_in(play, "su-recon-bn#1") and "2415" in zoc(play, R)
    assert [one for one in play.view()["markers"] if one["kind"] == "fort"] == [{"kind": "fort", "hex": "2416"}]


@rule("lb", "fort.C")
def test_three_units_fit_inside() -> None:
    place = {f"ge-inf-bn#{n}": "2416" for n in (1, 2, 3)}
    play = position(place, active=G, forts=FORT)
    for unit in place:
        answer(play, G, ("unit", unit), "entrench")
    assert all(is_in(play, unit) for unit in place)


@rule("lb", "fort.D", "tec.die")
@pytest.mark.parametrize(
    ("first", "second", "addition"), [("2416 in", "2416 in", 2), ("2416", "2416", 0), ("2416 in", "2416", 2)]
)
def test_units_in_a_fortification_add_2_for_the_whole_hex(first: str, second: str, addition: int) -> None:
    play = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": first, "ge-inf-bn#2": second}, step="combat", forts=FORT)
    answer(play, R, ("attack", "2416"), ("add", "su-rifle-rgt#1"))
    assert odds(play, R)["die_addition"] == addition


@rule("lb", "fort.D", "seq.1b.IIa")
@pytest.mark.parametrize(("infantry", "gun", "first"), [("2416 in", "2416", 0), ("2416", "2416 in", 2)])
def test_in_segment_ii_only_units_that_defend_there_count_as_in_the_fortification(
    infantry: str, gun: str, first: int
) -> None:
    place = {"su-tank-bde#1": "2417", "ge-inf-bn#1": infantry, "ge-pzjg-bn#1": gun}
    play = position(place, step="combat", forts=FORT, dice=[5, 6])
    announce(play, R, "2416", "su-tank-bde#1")
    resolve(play, R)
    assert combats(play, "initial_armored")[0]["addition"] == first
    play = position(place, step="combat", forts=FORT)
    answer(play, R, ("attack", "2416"), ("add", "su-tank-bde#1"))
    assert odds(play, R)["die_addition"] == 2  # everybody defends in Segment III


@rule("lb", "fort.D")
def test_rough_and_fortification_add_3_and_a_5_counts_7_in_the_open() -> None:
    play = position({"su-rifle-rgt#1": "2421", "ge-inf-bn#1": "2420 in"}, step="combat", forts=["2420"])
    answer(play, R, ("attack", "2420"), ("add", "su-rifle-rgt#1"))
    assert odds(play, R)["die_addition"] == 3
    play = position({"su-guards-rgt#1": "2417", "ge-inf-bn#1": "2416 in"}, step="combat", forts=FORT, dice=[5])
    announce(play, R, "2416", "su-guards-rgt#1")
    resolve(play, R)
    fight = combats(play, "final_ground")[0]
    assert (fight["column"], fight["die"] + fight["addition"], fight["result"]) == ("3-1", 7, "AB")


@rule("lb", "fort.E")
def test_units_inside_may_not_attack_until_they_re_assemble() -> None:
    place = {"ge-inf-bn#1": "2416 in", "ge-inf-bn#2": "2416", "ge-art-light#1": "2416 in", "su-rifle-rgt#1": "2417"}
    play = position(place, active=G, forts=FORT)
    answer(play, G, "end_movement", ("attack", "2417"))
    refused(play, G, "add", "ge-inf-bn#1", rule="fort.E")
    answer(play, G, "cancel")
    refused(play, G, "fire", "2417", rule="fort.E")
    play = position(place, active=G, forts=FORT)
    answer(play, G, ("unit", "ge-inf-bn#1"), "reassemble")
    end_movement(play, G)
    answer(play, G, ("attack", "2417"))
    assert "ge-inf-bn#1" in offered(play, G, "add")


@rule("lb", "fort.E", "artillery.C.IV1")
def test_defensive_fire_from_inside_is_allowed() -> None:
    place = {"ge-art-light#1": "2414 in", "ge-supply#1": "2414", "ge-inf-bn#1": "2416", "su-rifle-rgt#1": "2417"}
    play = position(place, step="combat", forts=["2414"])
    announce(play, R, "2416", "su-rifle-rgt#1")
    answer(play, R, "end_announcing")
    assert offered(play, G, "add") == {"ge-art-light#1"}


@rule("lb", "fort.A")
def test_a_retreat_leaves_the_fortification() -> None:
    place = {"su-tank-bde#1": "2417", "ge-inf-bn#1": "2416 in"}
    play = position(place, step="combat", forts=FORT, dice=[2])  # 7 to 2: 3-1, 2 + 2 is DB
    announce(play, R, "2416", "su-tank-bde#1")
    resolve(play, R)
    assert where(play, "ge-inf-bn#1") not in ("2416", "destroyed") and not is_in(play, "ge-inf-bn#1")


@rule("lb", "fort.F", "move.M")
def test_infantry_inside_may_always_move_one_hex() -> None:
    play = position({"ge-inf-bn#1": "2416 in"}, active=G, forts=FORT)
    take_up(play, G, "ge-inf-bn#1")
    assert offered(play, G, "move") == names(GAME.ground.grid.around[GAME.ground.grid.index("2416")])
    shown = play.preview(G, "move", "2415")
    assert (shown["cost"], shown["costs"], shown["left"]) == ("3", ["3"], "0")  # it is the whole move
    answer(play, G, ("move", "2415"))
    assert where(play, "ge-inf-bn#1") == "2415" and not is_in(play, "ge-inf-bn#1")
    refused(play, G, "unit", "ge-inf-bn#1", rule="move.C")


# ---- air


@rule("lb", "air.general.a")
def test_points_not_allotted_at_the_announcement_are_gone() -> None:
    play = position({"su-rifle-rgt#1": "2417"}, scenario=S4, step="combat", active=G, dice=[1])
    strike(play, G, "su-rifle-rgt#1", 6)
    answer(play, G, "end_announcing")
    assert play.view()["phase"] == "second_movement"
    play = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, scenario=S4, step="combat", active=G, turn=2)
    refused(play, G, "strike", "su-rifle-rgt#1", rule="air.general.a")
    play = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, step="combat", active=G)
    refused(play, G, "strike", "su-rifle-rgt#1", rule="air.general.a")


@rule("lb", "air.general.b", "air.B", "scenario4.air")
def test_each_unit_of_a_stack_is_struck_by_itself() -> None:
    place = {"su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2417", "su-rifle-rgt#3": "2417"}
    play = position(place, scenario=S4, step="combat", active=G, dice=[1])
    strike(play, G, "su-rifle-rgt#1", 6)
    assert play.preview(G, "strike", "su-rifle-rgt#2")["points"] == 14
    resolve(play, G)
    assert where(play, "su-rifle-rgt#1") == "destroyed" and lost(play, R) == 5
    assert where(play, "su-rifle-rgt#2") == where(play, "su-rifle-rgt#3") == "2417"


@rule("lb", "scenario4.air")
def test_twenty_points_are_divided_and_none_are_left_for_turn_2() -> None:
    place = {"su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2417"}
    play = position(place, scenario=S4, step="combat", active=G, dice=[6, 6])
    answer(play, G, ("strike", "su-rifle-rgt#1"))
    refused(play, G, "points", 21, rule="air.general.a")
    refused(play, G, "points", 0, rule="air.general.a")
    answer(play, G, ("points", 15))
    answer(play, G, ("strike", "su-rifle-rgt#2"))
    refused(play, G, "points", 6, rule="air.general.a")
    answer(play, G, ("points", 5), "end_announcing")
    assert [one["attack"] for one in combats(play, "air_strike")] == [15, 5]


@rule("lb", "air.proc", "air.A")
@pytest.mark.parametrize(
    ("hex", "strength", "column"),
    [("2417", 1, "6-1"), ("2420", 2, "3-1"), ("2205", 4, "1-1"), ("2110", 5, "1-1"), ("2217", 10, "1-2")],
)
def test_points_against_terrain(hex: str, strength: int, column: str) -> None:
    play = position({"su-rifle-rgt#1": hex}, scenario=S4, step="combat", active=G)
    answer(play, G, ("strike", "su-rifle-rgt#1"))
    shown = play.preview(G, "points", 6)
    assert (shown["defence"], shown["column"], shown["die_addition"]) == (strength, column, 0)


@rule("lb", "air.A", "air.B", "fort.D")
@pytest.mark.parametrize(("first", "strength"), [("2110 in", 25), ("2110", 5)])
def test_a_manned_fortification_multiplies_by_5_for_every_unit_of_the_hex(first: str, strength: int) -> None:
    """All units of a hex have one strength; a fortification with nobody in it has no value of its own."""
    place = {"su-rifle-rgt#1": first, "su-rifle-rgt#2": "2110"}
    play = position(place, scenario=S4, step="combat", active=G, forts=["2110"])
    assert [play.preview(G, "strike", unit)["defence"] for unit in place] == [strength, strength]


@rule("lb", "air.C")
@pytest.mark.parametrize(("on", "strength"), [(False, 1), (True, 4)])
def test_anti_aircraft_counts_only_by_option(on: bool, strength: int) -> None:
    """No Russian flak and no Russian air points exist, so the Germans' own figure is read off directly."""
    place = {"ge-flak-bn#1": "2416", "ge-inf-bn#1": "2416"}
    play = position(place, scenario=S4, options={"anti_aircraft": on})
    assert {air_strength(state_of(play), number(unit)) for unit in place} == {strength}


@rule("lb", "air.D")
@pytest.mark.parametrize(("face", "result"), [(1, "DX"), (2, "-"), (3, "-"), (4, "-"), (6, "-")])
def test_only_dx_has_effect(face: int, result: str) -> None:
    """2 points on a clear hex: 2-1, where 2 is DB, 3 is EX, 4 is AB and 6 is AX."""
    play = position({"su-rifle-rgt#1": "2417"}, scenario=S4, step="combat", active=G, dice=[face])
    strike(play, G, "su-rifle-rgt#1", 2)
    resolve(play, G)
    assert combats(play, "air_strike")[0]["result"] == result
    assert where(play, "su-rifle-rgt#1") == ("destroyed" if result == "DX" else "2417")
