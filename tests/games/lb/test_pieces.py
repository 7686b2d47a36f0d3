"""The Playing Pieces, Types of Units, Armored Units, Definition of Terms."""

from __future__ import annotations

import pytest

from grognard.games.lb import GAME
from grognard.testing import rule
from tests.games.lb._help import (
    announce,
    answer,
    combats,
    cost,
    end_movement,
    fire,
    halt,
    idle_until,
    is_limbered,
    march,
    odds,
    offered,
    position,
    refused,
    resolve,
    take_up,
)

R, G = "russian", "german"
TYPES = {
    "tank", "assault_gun", "reconnaissance", "armored_infantry", "headquarters", "engineer", "supply", "anti_aircraft",
    "direct_fire_artillery", "anti_tank", "infantry", "ranged_artillery",
}  # fmt: skip


@rule("lb", "pieces.A")
def test_every_ground_counter_has_the_five_figures() -> None:
    for row in GAME.files.units:
        if row.type != "ranged_artillery":
            assert row.combat > 0 and row.defense > 0 and row.move > 0 and row.rms >= 0
            assert row.attack > 0 or row.type == "supply"


@rule("lb", "pieces.A")
@pytest.mark.parametrize("kind", ["ge-panther-bn", "ge-mot-hq", "su-engineer-bn", "su-guards-hq"])
def test_counters_whose_rms_the_scans_lose_have_1(kind: str) -> None:
    assert next(row for row in GAME.files.units if row.id == kind).rms == 1


@rule("lb", "pieces.B")
def test_ranged_artillery_has_range_and_fire_strength_and_defends_with_1() -> None:
    guns = [row for row in GAME.files.units if row.type == "ranged_artillery"]
    assert len(guns) == 13
    for row in guns:
        assert row.range and row.combat >= 5 and row.defense == 1 and row.attack == 0


@rule("lb", "pieces.C")
def test_three_guns_alone_defend_with_3_in_supply_or_out_of_it() -> None:
    guns = {f"ge-art-light#{n}": "2416" for n in (1, 2, 3)}
    for hqs in (True, False):
        play = position({**guns, "su-rifle-rgt#1": "2417"}, hqs=hqs, step="combat")
        answer(play, R, ("attack", "2416"), ("add", "su-rifle-rgt#1"))
        assert odds(play, R)["defence"] == 3


@rule("lb", "pieces.D")
def test_each_counter_has_one_of_the_twelve_types() -> None:
    assert {row.type for row in GAME.files.units} <= TYPES and len(TYPES) == 12


@rule("lb", "armor.A")
def test_reconnaissance_fights_in_segment_ii() -> None:
    play = position({"su-recon-bn#1": "2417", "ge-at-co#1": "2416"}, step="combat", dice=[6, 6])
    announce(play, R, "2416", "su-recon-bn#1")
    resolve(play, R)
    assert combats(play, "initial_armored")[0]["attack"] == 3


@rule("lb", "armor.A")
def test_armored_infantry_counts_as_armor_only_when_its_owner_says_so() -> None:
    # 2416 clear, 2515 beside 2515; the mechanized brigade attacks out of the forest at 2813 would be halved as armor
    place = {"su-mech-bde#1": "2417", "ge-at-co#1": "2416"}
    play = position(place, step="combat", dice=[6])
    announce(play, R, "2416", "su-mech-bde#1")
    resolve(play, R)
    assert not combats(play, "initial_armored")
    play = position(place, step="combat", dice=[6, 6])
    announce(play, R, "2416", "su-mech-bde#1")
    answer(play, R, ("as_armor", "su-mech-bde#1"))
    assert offered(play, R, "as_infantry") == {"su-mech-bde#1"}
    resolve(play, R)
    assert combats(play, "initial_armored")[0]["units"] == ["su-mech-bde#1"]


@rule("lb", "armor.A", "tec.d")
def test_armored_infantry_declared_non_armored_keeps_full_strength_in_forest() -> None:
    place = {"su-mech-bde#1": "2513", "ge-inf-bn#1": "2514"}
    play = position(place, hqs=False, step="combat")
    announce(play, R, "2514", "su-mech-bde#1")
    answer(play, R, ("attack", "2514"))
    assert odds(play, R)["attack"] == 5  # 10, out of supply
    answer(play, R, "announce", ("as_armor", "su-mech-bde#1"), ("attack", "2514"))
    assert odds(play, R)["attack"] == 2


@rule("lb", "armor.A")
def test_the_defender_declares_right_after_all_attacks_are_announced() -> None:
    place = {"su-tank-bde#1": "2417", "ge-arm-inf-bn#1": "2416"}
    play = position(place, step="combat", dice=[6, 6])
    announce(play, R, "2416", "su-tank-bde#1")
    answer(play, R, "end_announcing")
    assert play.deciders == (G,) and offered(play, G, "as_armor") == {"ge-arm-inf-bn#1"}
    answer(play, G, ("as_armor", "ge-arm-inf-bn#1"), "done")
    assert combats(play, "initial_armored")[0]["defence"] == 4
    play = position(place, step="combat", dice=[6])
    announce(play, R, "2416", "su-tank-bde#1")
    answer(play, R, "end_announcing")
    answer(play, G, "done")
    assert not combats(play, "initial_armored") and combats(play, "final_ground")


@rule("lb", "class.I")
def test_ground_units_attack_only_adjacent_hexes() -> None:
    play = position({"su-rifle-rgt#1": "2418", "su-rifle-rgt#2": "2417", "ge-inf-bn#1": "2416"}, step="combat")
    answer(play, R, ("attack", "2416"))
    refused(play, R, "add", "su-rifle-rgt#1", rule="class.I")
    play = position({"su-rifle-rgt#1": "2418", "ge-inf-bn#1": "2416"}, step="combat")
    assert play.view()["phase"] == "second_movement"  # nobody can attack, so nobody is asked
    play = position(
        {"su-rifle-rgt#1": "2418", "su-rifle-rgt#2": "2614", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2613"},
        step="combat",
    )
    refused(play, R, "attack", "2416", rule="class.I")


@rule("lb", "class.I", "seq.1b.I")
@pytest.mark.parametrize("unit", ["su-gun-rgt#1", "su-mixed-art-bde#1", "su-at-bn#1", "su-mot-at-rgt#1"])
def test_direct_fire_and_anti_tank_guns_are_class_i(unit: str) -> None:
    play = position({unit: "2417", "su-mortar-10#1": "2417", "ge-inf-bn#1": "2416"}, step="combat")
    answer(play, R, ("attack", "2416"))
    assert unit in offered(play, R, "add")
    answer(play, R, "cancel", ("fire", "2416"))
    refused(play, R, "add_unsupplied", unit, rule="seq.1b.I")


@rule("lb", "class.I")
def test_anti_aircraft_is_class_i() -> None:
    play = position({"ge-flak-bn#1": "2416", "su-rifle-rgt#1": "2417"}, step="combat", active=G)
    answer(play, G, ("attack", "2417"))
    assert offered(play, G, "add") == {"ge-flak-bn#1"}


@rule("lb", "class.II", "def.range", "artillery.C.gen")
def test_a_gun_reaches_its_range_and_not_one_hex_more() -> None:
    place = {"su-mortar-10#1": "2419", "su-supply#1": "2419", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2415"}
    play = position(place, step="combat")
    assert offered(play, R, "fire") == {"2416"}  # range 3 counts the target's hex, not the gun's
    refused(play, R, "fire", "2415", rule="artillery.C.gen")


@rule("lb", "class.II")
def test_a_gun_may_fire_at_an_adjacent_hex() -> None:
    play = position({"su-mortar-10#1": "2417", "ge-inf-bn#1": "2416"}, step="combat")
    assert offered(play, R, "fire") == {"2416"}


@rule("lb", "def.combat", "artillery.E")
def test_a_tank_fired_at_by_artillery_defends_with_combat_strength() -> None:
    play = position({"su-art-20#1": "2418", "su-supply#1": "2418", "ge-pz4-bn#1": "2416"}, step="combat")
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"))
    assert odds(play, R)["defence"] == 5


@rule("lb", "def.attack", "seq.1b.IIIa")
def test_a_tank_uses_attack_strength_in_segment_ii_and_combat_strength_in_iii() -> None:
    # the 5-1-8 has Combat 5, Attack 7, Defense 14
    place = {"ge-pz4-bn#1": "2416", "su-at-bn#1": "2417", "su-rifle-rgt#1": "2417"}
    play = position(place, step="combat", active=G, dice=[1, 3])
    announce(play, G, "2417", "ge-pz4-bn#1")
    resolve(play, G)
    assert (combats(play, "initial_armored")[0]["attack"], combats(play, "initial_armored")[0]["defence"]) == (7, 2)
    assert combats(play, "final_ground")[0]["attack"] == 5


@rule("lb", "def.move", "seq.1c")
def test_the_full_allowance_is_there_in_each_of_the_two_phases() -> None:
    play = position({"su-rifle-rgt#1": "2422"}, step="first_movement")
    march(play, R, "su-rifle-rgt#1", "2425")
    end_movement(play, R)
    idle_until(play, 1, R, "second_movement")
    take_up(play, R, "su-rifle-rgt#1")
    assert cost(play, R, "2422") == "3"


@rule("lb", "move.L", "artillery.A1", "supply.D1")
def test_an_unlimbered_gun_cannot_move_and_an_unsupplied_tank_has_half_its_points() -> None:
    play = position({"su-art-20#1": "2418", "su-tank-bde#1": "2416"}, hqs=False)
    take_up(play, R, "su-art-20#1")
    refused(play, R, "move", "2417", rule="artillery.A1")
    halt(play, R)
    take_up(play, R, "su-tank-bde#1")
    assert cost(play, R, "2414") == "4"
    refused(play, R, "move", "2413", rule="supply.D1")
    assert not is_limbered(play, "su-art-20#1")


@rule("lb", "class.II")
def test_fire_is_announced_with_the_guns_that_reach() -> None:
    play = position({"su-art-20#1": "2418", "su-supply#1": "2418", "ge-inf-bn#1": "2416"}, step="combat", dice=[1])
    fire(play, R, "2416", "su-art-20#1")
    resolve(play, R)
    assert combats(play, "ranged_artillery")[0]["units"] == ["su-art-20#1"]
