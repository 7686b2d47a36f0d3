"""Artillery: limbering, the kinds of fire, defensive fire, artillery supply."""

from __future__ import annotations

import pytest

from grognard.testing import rule
from tests.games.lb._help import (
    announce,
    answer,
    combats,
    cost,
    end_movement,
    fire,
    happened,
    idle_until,
    is_limbered,
    lost,
    march,
    odds,
    offered,
    position,
    refused,
    resolve,
    state_of,
    take_up,
    where,
    zoc,
)

R, G = "russian", "german"
GUN = {"su-art-20#1": "2419", "su-supply#1": "2419"}


# ---- moving guns


@rule("lb", "artillery.A1")
def test_limbering_costs_3_points() -> None:
    play = position({"su-art-20#1": "2418"})
    take_up(play, R, "su-art-20#1")
    answer(play, R, "limber")
    ask = play.ask(R)
    assert ask is not None and ask.message.args["points"] == "5"
    assert is_limbered(play, "su-art-20#1") and cost(play, R, "2416") == "4"


@rule("lb", "artillery.A1")
def test_a_gun_of_3_points_out_of_supply_cannot_limber() -> None:
    play = position({"ge-art-light#1": "2416"}, hqs=False, active=G)
    take_up(play, G, "ge-art-light#1")
    refused(play, G, "limber", rule="artillery.A1")
    refused(play, G, "move", "2415", rule="artillery.A1")


@rule("lb", "artillery.A2", "zoc.F", "pieces.C")
def test_a_limbered_gun_neither_fires_nor_controls_and_defends_with_1() -> None:
    place = {"su-art-20#1": "2418 limbered", "su-supply#1": "2418", "ge-inf-bn#1": "2416", "su-mortar-10#1": "2418"}
    play = position(place, step="combat")
    answer(play, R, ("fire", "2416"))
    refused(play, R, "add", "su-art-20#1", rule="artillery.A2")
    play = position({"su-art-20#1": "2417 limbered", "ge-inf-bn#1": "2416"}, step="combat", active=G)
    assert not zoc(play, R)
    answer(play, G, ("attack", "2417"), ("add", "ge-inf-bn#1"))
    assert odds(play, G)["defence"] == 1


@rule("lb", "artillery.A3", "artillery.B2")
def test_a_german_gun_limbers_moves_and_unlimbers_for_6_points_and_terrain_without_a_roll() -> None:
    play = position({"ge-mot-art-light#1": "2416"}, active=G)
    take_up(play, G, "ge-mot-art-light#1")
    answer(play, G, "limber", ("move", "2415"), ("move", "2414"))  # 3 + 2 + 2 of ten
    ask = play.ask(G)
    assert ask is not None and ask.message.args["points"] == "3"
    answer(play, G, "unlimber")
    assert not is_limbered(play, "ge-mot-art-light#1") and not state_of(play).rolls


@rule("lb", "artillery.A3")
def test_without_3_points_left_there_is_no_unlimbering() -> None:
    play = position({"ge-mot-art-light#1": "2417 limbered"}, active=G)
    march(play, G, "ge-mot-art-light#1", "2414")
    answer(play, G, ("move", "2415"))
    refused(play, G, "unlimber", rule="artillery.A3")


@rule("lb", "artillery.B1")
def test_limber_and_move_in_the_first_phase_and_unlimber_in_the_second() -> None:
    play = position({"ge-art-light#1": "2416"}, active=G)
    take_up(play, G, "ge-art-light#1")
    answer(play, G, "limber")
    end_movement(play, G)
    idle_until(play, 1, G, "second_movement")
    answer(play, G, ("unit", "ge-art-light#1"), "unlimber")
    assert not is_limbered(play, "ge-art-light#1")


@rule("lb", "artillery.B2")
@pytest.mark.parametrize(("face", "stays"), [(1, False), (2, False), (3, True), (6, True)])
def test_a_russian_gun_rolls_when_the_phase_ends(face: int, stays: bool) -> None:
    play = position({"su-art-20#1": "2418 limbered"}, dice=[face])
    answer(play, R, ("unit", "su-art-20#1"), "unlimber")
    assert is_limbered(play, "su-art-20#1")
    refused(play, R, "unit", "su-art-20#1", rule="move.C")
    end_movement(play, R)
    assert is_limbered(play, "su-art-20#1") == stays


@rule("lb", "artillery.B2")
def test_each_gun_has_its_own_die_and_may_try_in_both_phases() -> None:
    play = position({"su-art-20#1": "2418 limbered", "su-mortar-10#1": "2518 limbered"}, dice=[3, 1, 2])
    answer(play, R, ("unit", "su-art-20#1"), "unlimber", ("unit", "su-mortar-10#1"), "unlimber")
    end_movement(play, R)
    assert [is_limbered(play, gun) for gun in ("su-art-20#1", "su-mortar-10#1")] == [True, False]
    idle_until(play, 1, R, "second_movement")
    answer(play, R, ("unit", "su-art-20#1"), "unlimber")
    end_movement(play, R)
    assert not is_limbered(play, "su-art-20#1")


@rule("lb", "artillery.B2")
def test_a_gun_that_failed_may_move_in_the_next_phase_and_guns_are_set_up_either_way() -> None:
    play = position({"su-art-20#1": "2418 limbered"}, dice=[5])
    answer(play, R, ("unit", "su-art-20#1"), "unlimber")
    end_movement(play, R)
    idle_until(play, 1, R, "second_movement")
    take_up(play, R, "su-art-20#1")
    assert "2417" in offered(play, R, "move")
    play = position({"su-art-20#1": "2418"}, step="deploy", active=R)
    answer(play, R, ("flip", "su-art-20#1"))
    assert is_limbered(play, "su-art-20#1")


# ---- fire


@rule("lb", "artillery.C.I")
@pytest.mark.parametrize("spotter", ["su-rifle-rgt#1", "su-at-bn#1", "su-engineer-bn#1", "su-mortar-10#1"])
def test_supplied_fire_at_a_spotted_hex_is_at_full_strength(spotter: str) -> None:
    play = position({**GUN, spotter: "2417", "ge-inf-bn#1": "2416"}, step="combat")
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"))
    assert (odds(play, R)["attack"], odds(play, R)["die_addition"]) == (20, 0)


@rule("lb", "artillery.C.I")
def test_an_enemy_in_a_town_beside_infantry_is_spotted() -> None:
    place = {
        "su-art-20#1": "2112",
        "su-supply#1": "2112",
        "su-rifle-rgt#1": "2111",
        "ge-inf-bn#1": "2110",
        "su-corps-hq#1": "2114",
    }
    play = position(place, hqs=False, step="combat")
    answer(play, R, ("fire", "2110"), ("add", "su-art-20#1"))
    assert (odds(play, R)["attack"], odds(play, R)["die_addition"]) == (20, 2)


@rule("lb", "artillery.C.II")
def test_supplied_fire_at_an_unspotted_hex_is_a_third_and_adds_2() -> None:
    play = position({**GUN, "ge-inf-bn#1": "2416"}, step="combat", dice=[5])
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"))
    assert odds(play, R)["attack"] == 6
    answer(play, R, "announce", "end_announcing")
    assert combats(play, "ranged_artillery")[0]["addition"] == 2  # 5 counts 7


@rule("lb", "artillery.C.II")
def test_thirds_are_rounded_down_gun_by_gun() -> None:
    place = {**GUN, "su-mortar-10#1": "2418", "su-supply#2": "2420", "su-supply#3": "2418", "ge-inf-bn#1": "2415"}
    play = position(place, step="combat")
    answer(play, R, ("fire", "2415"), ("add", "su-art-20#1"))
    if offered(play, R, "supply_from"):
        answer(play, R, ("supply_from", "su-supply#2"))
    answer(play, R, ("add", "su-mortar-10#1"))
    if offered(play, R, "supply_from"):
        answer(play, R, ("supply_from", "su-supply#3"))
    assert odds(play, R)["attack"] == 6 + 3


@rule("lb", "artillery.C.III", "artillery.F3")
def test_unsupplied_fire_counts_1_needs_a_spotted_target_and_joins_supplied_fire() -> None:
    place = {**GUN, "su-mortar-10#1": "2617", "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}
    play = position(place, step="combat")
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"), ("add_unsupplied", "su-mortar-10#1"))
    assert odds(play, R)["attack"] == 21
    del place["su-rifle-rgt#1"]
    play = position(place, step="combat")
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"))
    refused(play, R, "add_unsupplied", "su-mortar-10#1", rule="artillery.C.III")


@rule("lb", "artillery.C.sep")
def test_fire_strength_is_never_part_of_a_ground_attack() -> None:
    place = {
        "su-mortar-10#1": "2417",
        "su-rifle-rgt#1": "2417",
        "su-rifle-rgt#2": "2417",
        "su-supply#1": "2418",
        "ge-inf-bn#1": "2416",
    }
    play = position(place, step="combat")
    answer(play, R, ("attack", "2416"), "add_all")
    assert odds(play, R)["attack"] == 10
    refused(play, R, "add", "su-mortar-10#1", rule="artillery.C.sep")


@rule("lb", "artillery.D1")
def test_ten_guns_on_one_hex_are_one_combat() -> None:
    guns = ["su-art-20#1", "su-art-20#2", "su-art-13#1", "su-art-13#2", "su-art-40#1", "su-mortar-10#1",
    "su-mortar-10#2",
            "su-rocket-36#1", "su-rocket-36#2", "su-rocket-36#3"]  # fmt: skip
    spots = ["2417"] * 3 + ["2517"] * 3 + ["2317"] * 3 + ["2418"]
    place = dict(zip(guns, spots, strict=True)) | {"ge-inf-bn#1": "2416"}
    play = position(place, step="combat", dice=[1])
    fire(play, R, "2416", unsupplied=tuple(guns))
    resolve(play, R)
    assert [one["attack"] for one in combats(play, "ranged_artillery")] == [10]


@rule("lb", "artillery.D4")
@pytest.mark.parametrize(("face", "result"), [(3, "-"), (4, "-"), (6, "-"), (2, "DB"), (1, "DX")])
def test_only_results_that_affect_the_defender_alone_are_applied(face: int, result: str) -> None:
    """20 to 9 is 2-1: 3 is EX, 4 is AB, 6 is AX, 2 is DB, 1 is DX."""
    place = {**GUN, "su-rifle-rgt#1": "2417"} | {f"ge-mot-inf-bn#{n}": "2416" for n in (1, 2, 3)}
    play = position(place, step="combat", dice=[face])
    fire(play, R, "2416", "su-art-20#1")
    resolve(play, R)
    assert combats(play, "ranged_artillery")[0]["result"] == result
    assert where(play, "su-art-20#1") == "2419" and lost(play, R) == 0
    assert (where(play, "ge-mot-inf-bn#1") == "2416") == (result == "-")


@rule("lb", "artillery.E", "pieces.C")
def test_against_artillery_a_tank_uses_combat_strength_and_a_gun_1() -> None:
    play = position({**GUN, "su-rifle-rgt#1": "2417", "ge-pz4-bn#1": "2416", "ge-art-light#1": "2416"}, step="combat")
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"))
    assert odds(play, R)["defence"] == 5 + 1


# ---- artillery supply


@rule("lb", "artillery.F1")
def test_the_supply_unit_must_be_adjacent_when_the_combat_phase_begins() -> None:
    place = {"su-art-20#1": "2418", "su-supply#1": "2420", "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}
    play = position(place, step="combat")
    answer(play, R, ("fire", "2416"))
    refused(play, R, "add", "su-art-20#1", rule="artillery.F1")
    assert offered(play, R, "add_unsupplied") == {"su-art-20#1"}
    for beside in ("2419", "2418"):  # the same hex counts as adjacent
        play = position({**place, "su-supply#1": beside}, step="combat")
        answer(play, R, ("fire", "2416"))
        assert offered(play, R, "add") == {"su-art-20#1"}


@rule("lb", "artillery.F1")
def test_a_supply_unit_left_behind_in_movement_does_not_count() -> None:
    place = {"su-art-20#1": "2419", "su-supply#1": "2419", "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}
    play = position(place)
    march(play, R, "su-supply#1", "2422")
    end_movement(play, R)
    answer(play, R, ("fire", "2416"))
    refused(play, R, "add", "su-art-20#1", rule="artillery.F1")


@rule("lb", "artillery.F2")
def test_a_supply_unit_serves_one_gun_and_is_removed_without_points() -> None:
    place = {**GUN, "su-art-20#2": "2419", "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}
    play = position(place, step="combat", dice=[1])
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"))
    refused(play, R, "add", "su-art-20#2", rule="artillery.F2")
    answer(play, R, ("add_unsupplied", "su-art-20#2"))
    assert odds(play, R)["attack"] == 21
    answer(play, R, "announce")
    resolve(play, R)
    assert where(play, "su-supply#1") == "used" and lost(play, R) == 0


@rule("lb", "artillery.F2")
def test_a_supply_unit_that_the_enemy_destroys_is_worth_1() -> None:
    play = position({"su-supply#1": "2417", "ge-mot-inf-bn#1": "2416"}, step="combat", active=G, dice=[1])
    announce(play, G, "2417", "ge-mot-inf-bn#1")
    resolve(play, G)
    assert lost(play, R) == 1


@rule("lb", "artillery.F2")
def test_a_gun_with_two_stores_beside_it_names_the_one_it_uses() -> None:
    place = {
        "su-art-20#1": "2419",
        "su-supply#1": "2418",
        "su-supply#2": "2420",
        "su-supply#3": "2420",
        "su-rifle-rgt#1": "2417",
        "ge-inf-bn#1": "2416",
    }
    play = position(place, step="combat", dice=[1])
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"))
    assert offered(play, R, "supply_from") == {"su-supply#1", "su-supply#2"}  # equal ones in a hex are one choice
    refused(play, R, "supply_from", "su-supply#3", rule="artillery.F2")
    answer(play, R, ("supply_from", "su-supply#2"), "announce")
    resolve(play, R)
    assert where(play, "su-supply#2") == "used" and where(play, "su-supply#1") == "2418"


@rule("lb", "artillery.F4", "pieces.C")
def test_supply_units_never_attack_and_defend_with_1() -> None:
    play = position({"su-supply#1": "2417", "su-rifle-rgt#1": "2517", "ge-inf-bn#1": "2416"}, step="combat")
    answer(play, R, ("attack", "2416"))
    refused(play, R, "add", "su-supply#1", rule="artillery.F4")
    play = position({"su-supply#1": "2417", "ge-inf-bn#1": "2416"}, step="combat", active=G)
    answer(play, G, ("attack", "2417"), ("add", "ge-inf-bn#1"))
    assert odds(play, G)["defence"] == 1


# ---- defensive fire

ATTACKED = {
    "su-rifle-rgt#1": "2417",
    "su-rifle-rgt#2": "2417",
    "ge-inf-bn#1": "2416",
    "ge-art-light#1": "2414",
    "ge-supply#1": "2414",
}


@rule("lb", "artillery.C.IV1", "seq.1b.IIIa")
def test_defensive_fire_adds_full_strength_with_supply_and_1_without() -> None:
    play = position(ATTACKED, step="combat", dice=[3])
    announce(play, R, "2416", "su-rifle-rgt#1", "su-rifle-rgt#2")
    answer(play, R, "end_announcing")
    assert play.deciders == (G,) and odds(play, G)["defence"] == 2
    answer(play, G, ("add", "ge-art-light#1"))
    assert odds(play, G)["defence"] == 7
    answer(play, G, ("remove", "ge-art-light#1"), ("add_unsupplied", "ge-art-light#1"))
    assert odds(play, G)["defence"] == 3
    answer(play, G, "done")
    assert combats(play, "final_ground")[0]["defence"] == 3 and where(play, "ge-supply#1") == "2414"


@rule("lb", "artillery.C.IV1")
def test_there_is_no_defensive_fire_in_segments_i_and_ii() -> None:
    place = {"su-tank-bde#1": "2417", "su-tank-bde#2": "2417", "su-art-20#1": "2419", "su-supply#1": "2419",
    "ge-at-co#1": "2416",
             "ge-inf-bn#1": "2416", "ge-art-light#1": "2414", "ge-supply#1": "2414"}  # fmt: skip
    play = position(place, step="combat", dice=[6, 1, 3])
    fire(play, R, "2416", unsupplied=("su-art-20#1",))
    announce(play, R, "2416", "su-tank-bde#1", "su-tank-bde#2")
    answer(play, R, "end_announcing")
    assert combats(play, "ranged_artillery") and combats(play, "initial_armored")
    assert play.deciders == (G,) and offered(play, G, "add")


@rule("lb", "artillery.C.IV1")
def test_the_defended_hex_and_not_the_attacker_must_be_in_range_and_several_guns_may_add() -> None:
    place = {**ATTACKED, "ge-art-light#2": "2412", "ge-rocket-bn#1": "2413", "ge-art-medium#1": "2515"}
    play = position(place, step="combat")
    announce(play, R, "2416", "su-rifle-rgt#1")
    answer(play, R, "end_announcing")
    assert offered(play, G, "add_unsupplied") == {"ge-art-light#1", "ge-art-light#2", "ge-art-medium#1"}
    refused(play, G, "add_unsupplied", "ge-rocket-bn#1", rule="artillery.C.IV1")  # range 2, three hexes away
    answer(play, G, ("add_unsupplied", "ge-art-light#2"), ("add_unsupplied", "ge-art-medium#1"))
    assert odds(play, G)["defence"] == 4


@rule("lb", "artillery.C.IV2")
def test_a_gun_against_which_an_attack_was_announced_gives_no_defensive_fire() -> None:
    place = {
        **ATTACKED,
        "su-tank-bde#1": "2314",
        "ge-art-light#2": "2415",
        "su-art-20#1": "2418",
        "su-supply#1": "2418",
    }
    play = position(place, step="combat", dice=[1])
    announce(play, R, "2416", "su-rifle-rgt#1")
    announce(play, R, "2414", "su-tank-bde#1")
    answer(play, R, "end_announcing", ("resolve", "2416"))
    refused(play, G, "add_unsupplied", "ge-art-light#1", rule="artillery.C.IV2")
    assert offered(play, G, "add_unsupplied") == {"ge-art-light#2"}


@rule("lb", "artillery.C.IV2")
def test_it_stays_barred_when_the_attack_on_it_came_to_nothing_or_was_from_the_air() -> None:
    """The gun's hex is announced as a target, but its attacker is thrown back first: it is barred all the same."""
    place = {
        **ATTACKED,
        "su-tank-bde#1": "2314",
        "su-tank-bde#2": "2417",
        "ge-at-co#1": "2414",
        "ge-at-co#2": "2213",
        "su-rifle-rgt#2": "2517",
    }
    play = position(place, step="combat", dice=[6, 2])  # 3 to 6, out of supply: 1-2, die 6 is AX in Segment II
    announce(play, R, "2416", "su-rifle-rgt#1")
    announce(play, R, "2414", "su-tank-bde#1")
    resolve(play, R)
    assert where(play, "su-tank-bde#1") == "destroyed"
    assert [one["defence"] for one in combats(play, "final_ground")] == [2]  # no gun could be added
    from tests.games.lb._help import S4, strike

    place = {"su-art-20#1": "2419", "su-supply#1": "2419", "su-rifle-rgt#1": "2417", "ge-mot-inf-bn#1": "2416"}
    play = position(place, scenario=S4, step="combat", active=G, dice=[6, 6])
    strike(play, G, "su-art-20#1", 1)
    announce(play, G, "2417", "ge-mot-inf-bn#1")
    answer(play, G, "end_announcing")
    assert combats(play, "final_ground")[0]["defence"] == 5  # the gun could give nothing


@rule("lb", "artillery.C.IV3")
def test_a_gun_supports_one_hex_and_its_supply_is_spent() -> None:
    place = {**ATTACKED, "su-rifle-rgt#3": "2616", "ge-inf-bn#2": "2516", "su-rifle-rgt#2": "2517"}
    play = position(place, step="combat", dice=[3, 3, 3])
    announce(play, R, "2416", "su-rifle-rgt#1")
    announce(play, R, "2516", "su-rifle-rgt#3")
    answer(play, R, "end_announcing", ("resolve", "2416"))
    answer(play, G, ("add", "ge-art-light#1"), "done")
    while not combats(play, "final_ground"):
        answer(play, G, "done")
    assert where(play, "ge-supply#1") == "used"
    resolve(play, R)
    second = combats(play, "final_ground")[1]
    assert second["defence"] == 2 and len(happened(play, "event.defensive_fire")) == 1


@rule("lb", "artillery.F1", "artillery.C.IV3")
def test_loss_of_the_supply_unit_in_the_phase_does_not_undo_it() -> None:
    """Artillery destroys the supply unit in Segment I; the gun beside it still fires supplied in Segment III."""
    place = {
        **ATTACKED,
        "ge-supply#1": "2413",
        "su-mortar-10#1": "2412",
        "su-supply#1": "2411",
        "su-at-bn#1": "2312",
        "ge-mot-hq#1": "2315",
    }
    play = position(place, step="combat", dice=[1, 3])
    fire(play, R, "2413", "su-mortar-10#1")
    announce(play, R, "2416", "su-rifle-rgt#1")
    answer(play, R, "end_announcing")
    assert where(play, "ge-supply#1") == "destroyed"
    assert offered(play, G, "add") == {"ge-art-light#1"}
    answer(play, G, ("add", "ge-art-light#1"))
    assert odds(play, G)["defence"] == 2 + 5


@rule("lb", "artillery.C.IV3", "artillery.F2", "combat.proc.d")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_supply_unit_that_defends_and_is_used_up_is_not_driven_back_or_scored(face: int) -> None:
    place = {**ATTACKED, "ge-art-light#1": "2415", "ge-supply#1": "2416", "su-guards-rgt#1": "2417"}
    play = position(place, step="combat", dice=[face, *[6] * 6])
    announce(play, R, "2416", "su-rifle-rgt#1", "su-rifle-rgt#2", "su-guards-rgt#1")
    answer(play, R, "end_announcing")
    answer(play, G, ("add", "ge-art-light#1"), "done")
    while not combats(play, "final_ground"):
        answer(play, G, "done")
    (fought,) = combats(play, "final_ground")
    assert "ge-supply#1" in fought["units_defending"] and where(play, "ge-supply#1") == "used"
    lost = [one["unit"] for one in happened(play, "event.destroyed")]
    assert "ge-supply#1" not in lost
    assert "ge-supply#1" not in offered(play, G, "retreat_unit")
