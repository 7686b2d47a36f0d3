"""Rules that meet: one clause changes under the feet of another in the midst of a phase."""

from __future__ import annotations

from random import Random

import pytest

from grognard.core.play import Play
from grognard.games.lb import GAME
from grognard.testing import rule
from tests.games.lb._help import (
    S1,
    S2,
    S4,
    announce,
    answer,
    begin,
    combats,
    cost,
    deploy_all,
    end_movement,
    fire,
    halt,
    happened,
    idle,
    idle_until,
    is_limbered,
    lost,
    march,
    odds,
    offered,
    position,
    refused,
    resolve,
    segments,
    state_of,
    strike,
    supplied,
    take_up,
    where,
)

R, G = "russian", "german"


def flags(play: Play, unit: str) -> list[str]:
    return list(next(one for one in play.view()["pieces"] if one["id"] == unit).get("flags", ()))


@rule("lb", "eng.B2", "stack.A")
def test_four_units_around_a_bridge_fall_back_and_no_hex_takes_more_than_three() -> None:
    place = {
        "ge-engineer-bn#1": "1712", "ge-inf-bn#1": "1712", "ge-inf-bn#2": "1712", "ge-inf-bn#3": "1712",
        "ge-mot-hq#1": "1512",
        "su-tank-bde#1": "1711", "su-tank-bde#2": "1711", "su-tank-bde#3": "1711", "su-corps-hq#1": "1710",
    }  # fmt: skip
    play = position(place, hqs=False, step="combat", dice=[2], bridges={"ge-engineer-bn#1": "1712-1812"})
    announce(play, R, "1712", "su-tank-bde#1", "su-tank-bde#2", "su-tank-bde#3")  # 21 to 9: 2-1, die 2 is DB
    resolve(play, R)
    assert not GAME.invariants(state_of(play)) and not state_of(play).bridges
    found = sorted(where(play, unit) for unit in place if place[unit] == "1712")
    assert found == ["1612", "1612", "1612", "destroyed"]  # the fourth found no room


@rule("lb", "eng.B2", "tec.c", "seq.1b.order")
def test_a_bridge_lifts_note_c_for_its_own_hexside_alone() -> None:
    """A bridge counts for the hexside that it spans and for no other, and only while its engineer stands."""
    place = {
        "ge-engineer-bn#1": "1811", "ge-inf-bn#1": "1712", "ge-mot-hq#1": "1512", "su-at-bn#1": "1812",
        "su-corps-hq#1": "1914",
    }  # fmt: skip
    bridges = {"ge-engineer-bn#1": "1712-1811"}
    play = position(place, hqs=False, step="combat", active=G, bridges=bridges)
    answer(play, G, ("attack", "1812"), ("add", "ge-inf-bn#1"))
    assert any(line["rule"] == "tec.c" for line in odds(play, G)["lines"])  # the bridge is over another hexside
    play = position(
        {**place, "ge-engineer-bn#1": "1712"},
        hqs=False,
        step="combat",
        active=G,
        bridges={"ge-engineer-bn#1": "1712-1812"},
    )
    answer(play, G, ("attack", "1812"), ("add", "ge-inf-bn#1"))
    assert not any(line["rule"] == "tec.c" for line in odds(play, G)["lines"])


@rule("lb", "supply.proc.b", "seq.1b.order")
def test_an_hq_destroyed_by_artillery_leaves_its_units_halved_in_the_same_phase() -> None:
    place = {
        "su-art-20#1": "2417", "su-supply#1": "2417", "su-rifle-rgt#1": "2413", "su-tank-bde#1": "2517",
        "ge-mot-hq#1": "2414",
        "ge-pzjg-bn#1": "2516", "su-corps-hq#1": "2519",
    }  # fmt: skip
    play = position(place, hqs=False, step="combat", dice=[1, 6, 6])
    assert supplied(play, "ge-pzjg-bn#1")
    fire(play, R, "2414", "su-art-20#1")
    announce(play, R, "2516", "su-tank-bde#1")
    resolve(play, R)
    assert where(play, "ge-mot-hq#1") == "destroyed"
    assert combats(play, "initial_armored")[0]["defence"] == 5  # ten, out of supply


@rule("lb", "combat.D", "seq.1b.void")
def test_an_attack_on_two_hexes_goes_on_against_the_one_that_is_left() -> None:
    """2420 is rough, 2418 clear; artillery clears the rough hex, so its addition is gone with its defender."""
    place = {
        "su-rifle-rgt#1": "2419", "su-rifle-rgt#2": "2419", "su-art-20#1": "2421", "su-supply#1": "2421",
        "su-corps-hq#1": "2422",
        "ge-inf-bn#1": "2418", "ge-at-co#1": "2420",
    }  # fmt: skip
    play = position(place, step="combat", dice=[1, 6])
    announce(play, R, "2418", "su-rifle-rgt#1", "su-rifle-rgt#2", also=("2420",))
    fire(play, R, "2420", "su-art-20#1")
    resolve(play, R)
    fight = combats(play, "final_ground")[0]
    assert (fight["hexes"], fight["units_defending"], fight["addition"]) == (["2418"], ["ge-inf-bn#1"], 0)


@rule("lb", "combat.D", "seq.1b.void")
def test_an_attack_on_two_hexes_is_resolved_by_a_hex_in_which_somebody_still_stands() -> None:
    place = {
        "su-rifle-rgt#1": "2419", "su-rifle-rgt#2": "2419", "su-art-20#1": "2421", "su-supply#1": "2421",
        "su-corps-hq#1": "2422", "su-rifle-rgt#3": "2516",
        "ge-inf-bn#1": "2418", "ge-at-co#1": "2420", "ge-inf-bn#2": "2515",
    }  # fmt: skip
    play = position(place, step="combat", dice=[1])
    announce(play, R, "2418", "su-rifle-rgt#1", "su-rifle-rgt#2", also=("2420",))
    announce(play, R, "2515", "su-rifle-rgt#3")
    fire(play, R, "2418", "su-art-20#1")
    answer(play, R, "end_announcing")
    assert where(play, "ge-inf-bn#1") == "destroyed" and offered(play, R, "resolve") == {"2420", "2515"}
    shown = play.view(R)["ask"]["focus"]["chances"]
    assert set(shown) == {"2420", "2515"}, "what is still to come keeps its odds on the map, and nothing else has any"
    assert shown["2515"]["column"] == play.preview(R, "resolve", "2515")["column"]


@rule("lb", "artillery.A2", "combat.proc.d")
def test_a_gun_thrown_back_is_limbered_and_cannot_fire_in_its_own_turn() -> None:
    place = {
        "su-tank-bde#1": "2417", "su-tank-bde#2": "2417", "ge-mot-art-light#1": "2416", "ge-inf-bn#1": "2416",
        "ge-supply#1": "2414", "ge-inf-bn#2": "2418",
    }  # fmt: skip
    play = position(place, step="combat", dice=[2])
    announce(play, R, "2416", "su-tank-bde#1", "su-tank-bde#2")  # cut off by Inf2, 6 to 3: 2-1, die 2 is DB
    answer(play, R, "end_announcing")
    answer(play, G, ("retreat_unit", "ge-inf-bn#1"), ("retreat", "2415"), ("retreat", "2415"))
    assert where(play, "ge-mot-art-light#1") == where(play, "ge-inf-bn#1") == "2415"
    assert is_limbered(play, "ge-mot-art-light#1")
    end_movement(play, R)
    end_movement(play, G)
    refused(play, G, "fire", "2417", rule="artillery.A2")


@rule("lb", "artillery.C.IV3", "artillery.F2")
def test_two_guns_with_one_store_between_them_give_one_supplied_fire() -> None:
    place = {
        "su-rifle-rgt#1": "2417",
        "ge-inf-bn#1": "2416",
        "ge-art-light#1": "2414",
        "ge-art-light#2": "2414",
        "ge-supply#1": "2414",
    }
    play = position(place, step="combat")
    announce(play, R, "2416", "su-rifle-rgt#1")
    answer(play, R, "end_announcing")
    answer(play, G, ("add", "ge-art-light#1"))
    refused(play, G, "add", "ge-art-light#2", rule="artillery.F2")
    answer(play, G, ("add_unsupplied", "ge-art-light#2"))
    assert odds(play, G)["defence"] == 2 + 5 + 1
    answer(play, G, ("remove", "ge-art-light#1"))
    assert "ge-art-light#1" in offered(play, G, "add")


@rule("lb", "armor.A", "tec.d", "artillery.E")
def test_armored_infantry_declared_armored_in_forest_is_halved_against_artillery_too() -> None:
    place = {
        "ge-arm-inf-bn#1": "2217", "ge-mot-hq#1": "2215", "su-art-20#1": "2219", "su-supply#1": "2219",
        "su-tank-bde#1": "2218",
        "su-corps-hq#1": "2220",
    }  # fmt: skip
    for armor, defence in ((True, 2), (False, 4)):
        play = position(place, hqs=False, step="combat", dice=[6, 6, 6])
        fire(play, R, "2217", "su-art-20#1")
        announce(play, R, "2217", "su-tank-bde#1")
        answer(play, R, "end_announcing")
        if armor:
            answer(play, G, ("as_armor", "ge-arm-inf-bn#1"))
        answer(play, G, "done")
        assert combats(play, "ranged_artillery")[0]["defence"] == defence


@rule("lb", "armor.A", "seq.1b")
def test_a_declaration_goes_with_the_attack_that_is_taken_back() -> None:
    place = {"ge-arm-inf-bn#1": "2416", "ge-stug-bn#1": "2516", "su-at-bn#1": "2417", "su-at-bn#2": "2517"}
    play = position(place, step="combat", active=G, dice=[1])
    announce(play, G, "2417", "ge-arm-inf-bn#1")
    announce(play, G, "2517", "ge-stug-bn#1")
    answer(play, G, ("as_armor", "ge-arm-inf-bn#1"), ("attack", "2417"), "cancel", "end_announcing")
    assert not happened(play, "event.as_armor") and "as_armor" not in flags(play, "ge-arm-inf-bn#1")


@rule("lb", "eng.C", "stack.A")
def test_an_engineer_thrown_back_does_not_use_its_own_bridge_and_another_unit_does() -> None:
    for unit, over in (("ge-engineer-bn#1", False), ("ge-inf-bn#1", True)):
        place = {
            "ge-engineer-bn#1": "1712", "ge-inf-bn#1": "1712", "ge-mot-hq#1": "1512", "su-tank-bde#1": "1711",
            "su-tank-bde#2": "1711", "su-corps-hq#1": "1610",
        }  # fmt: skip
        play = position(place, hqs=False, step="combat", dice=[2], bridges={"ge-engineer-bn#1": "1712-1812"})
        announce(play, R, "1712", "su-tank-bde#1", "su-tank-bde#2")  # 14 to 5: 2-1, die 2 is DB
        answer(play, R, "end_announcing")
        answer(play, G, ("retreat_unit", unit))
        assert ("1812" in offered(play, G, "retreat")) is over


@rule("lb", "scenario2.reinf.G", "combat.proc.d")
def test_a_german_thrown_back_into_a_town_has_entered_it() -> None:
    place = {"ge-inf-bn#1": "2111", "su-rifle-rgt#1": "2112"}
    play = position(place, scenario=S2, hqs=False, step="combat", active=R, dice=[2])
    announce(play, R, "2111", "su-rifle-rgt#1")  # 2 to 1: 2-1, die 2 is DB
    answer(play, R, "end_announcing")
    answer(play, G, ("retreat", "2110"))
    assert happened(play, "event.first_entry") == [{"unit": "ge-inf-bn#1", "hex": "2110"}]


@rule("lb", "tec.c", "tec.river", "combat.D")
def test_note_c_asks_of_every_hex_of_an_attack_on_several() -> None:
    """1812 lies over the unbridged river from 1712, 1711 on the same bank."""
    place = {"ge-inf-bn#1": "1712", "ge-mot-hq#1": "1512", "su-at-bn#1": "1812", "su-at-bn#2": "1711"}
    play = position(place, hqs=False, step="combat", active=G)
    answer(play, G, ("attack", "1812"), ("add", "ge-inf-bn#1"))
    assert any(line["rule"] == "tec.c" for line in odds(play, G)["lines"])
    answer(play, G, ("also", "1711"))
    assert not any(line["rule"] == "tec.c" for line in odds(play, G)["lines"])
    assert odds(play, G)["die_addition"] == 1  # the river before 1812 still adds


@rule("lb", "artillery.F2", "artillery.C.IV3")
def test_a_store_used_up_in_one_combat_serves_no_other_gun_in_the_next() -> None:
    place = {
        "su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2517", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2516",
        "ge-art-light#1": "2414", "ge-art-light#2": "2414", "ge-supply#1": "2414",
    }  # fmt: skip
    play = position(place, step="combat", dice=[3, 6])  # 5 to 7: 1-2, die 3 is AB
    announce(play, R, "2416", "su-rifle-rgt#1")
    announce(play, R, "2516", "su-rifle-rgt#2")
    answer(play, R, "end_announcing", ("resolve", "2416"))
    answer(play, G, ("add", "ge-art-light#1"), "done")
    while play.deciders == (R,):
        idle(play)  # the attackers go back
    refused(play, G, "add", "ge-art-light#2", rule="artillery.F2")
    refused(play, G, "add_unsupplied", "ge-art-light#1", rule="artillery.C.IV3")  # a gun fires once, too


@rule("lb", "artillery.C.IV3")
def test_a_gun_that_gave_defensive_fire_may_do_so_again_in_the_next_combat_phase() -> None:
    place = {
        "su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2317", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2416",
        "ge-art-light#1": "2414",
    }  # fmt: skip
    play = position(place, step="combat", dice=[4])
    announce(play, R, "2416", "su-rifle-rgt#1")
    answer(play, R, "end_announcing")
    answer(play, G, ("add_unsupplied", "ge-art-light#1"), "done")  # 5 to 5: 1-1, die 4 is AB
    idle_until(play, 2, R)
    end_movement(play, R)
    announce(play, R, "2416", "su-rifle-rgt#2")
    answer(play, R, "end_announcing")
    assert "ge-art-light#1" in offered(play, G, "add_unsupplied")


@rule("lb", "move.Ka", "supply.D2")
def test_an_undeployed_unit_that_has_lost_its_supply_announces_an_attack_that_comes_to_nothing() -> None:
    play = position({"su-mot-at-rgt#1": "2417 undeployed", "ge-inf-bn#1": "2416"}, hqs=False, step="combat")
    answer(play, R, ("attack", "2416"), ("add", "su-mot-at-rgt#1"))
    assert odds(play, R)["attack"] == 0  # 2, out of supply 1, undeployed 0
    answer(play, R, "announce", "end_announcing")
    assert happened(play, "event.void") and not combats(play, "final_ground")


@rule("lb", "combat.proc.d", "artillery.C.IV1")
def test_an_exchange_does_not_pay_for_defensive_fire() -> None:
    place = {
        "su-rifle-rgt#1": "2417", "su-gun-rgt#1": "2417", "su-at-bn#1": "2417", "ge-mot-inf-bn#1": "2416",
        "ge-art-light#1": "2414",
    }  # fmt: skip
    play = position(place, step="combat", dice=[3])
    announce(play, R, "2416", "su-rifle-rgt#1", "su-gun-rgt#1", "su-at-bn#1")
    answer(play, R, "end_announcing")
    answer(play, G, ("add_unsupplied", "ge-art-light#1"), "done")  # 8 to 3 + 1: 2-1, die 3 is EX
    answer(play, R, ("lose", "su-gun-rgt#1"), ("lose", "su-at-bn#1"))
    assert (where(play, "su-rifle-rgt#1"), where(play, "ge-art-light#1"), lost(play, R)) == ("2417", "2414", 3)


@rule("lb", "combat.proc.d", "artillery.F2")
def test_an_exchange_does_not_pay_for_a_supply_unit_that_was_used_up() -> None:
    """The supply unit defends beside the infantry and serves the gun: used up, it is no loss to pay for."""
    place = {
        "su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2417", "su-gun-rgt#1": "2317", "su-motor-bde#1": "2317",
        "ge-inf-bn#1": "2416", "ge-supply#1": "2416", "ge-art-light#1": "2415",
    }  # fmt: skip
    play = position(place, step="combat", dice=[3])
    announce(play, R, "2416", "su-rifle-rgt#1", "su-rifle-rgt#2", "su-gun-rgt#1", "su-motor-bde#1")
    answer(play, R, "end_announcing")
    answer(play, G, ("add", "ge-art-light#1"), "done")  # 18 to 2 + 1 + 5: 2-1, die 3 is EX
    answer(play, R, ("lose", "su-gun-rgt#1"))
    assert (lost(play, G), lost(play, R)) == (2, 2)  # 2 for 2, though the hex defended with 3
    assert where(play, "ge-supply#1") == "used" and play.view()["phase"] == "second_movement"


@rule("lb", "fort.A", "combat.proc.d")
def test_a_unit_that_falls_back_onto_a_fortification_is_on_it_and_not_in_it() -> None:
    place = {"su-tank-bde#1": "2417", "ge-inf-bn#1": "2416"}
    play = position(place, step="combat", dice=[4], forts=["2415"])
    announce(play, R, "2416", "su-tank-bde#1")  # 7 to 2: 3-1, die 4 is DB
    answer(play, R, "end_announcing")
    answer(play, G, ("retreat", "2415"))
    assert where(play, "ge-inf-bn#1") == "2415" and "dug_in" not in flags(play, "ge-inf-bn#1")


@rule("lb", "move.Kb", "seq.1b.IIIa")
def test_an_undeployed_tank_is_halved_in_both_segments_and_no_longer_when_the_phase_is_over() -> None:
    place = {"su-tank-bde#1": "2420", "su-corps-hq#1": "2421", "ge-at-co#1": "2416", "ge-inf-bn#1": "2416"}
    play = position(place, hqs=False, dice=[1, 4])  # the Germans out of supply: 3 to 3, 1-1, then 3 to 1, 3-1, both DB
    answer(play, R, ("unit", "su-tank-bde#1"), ("rush", "2417"))
    end_movement(play, R)
    assert "undeployed" in flags(play, "su-tank-bde#1")
    answer(play, R, "attack_bound", "end_announcing")
    assert combats(play, "initial_armored")[0]["attack"] == 3
    resolve(play, R)
    assert combats(play, "final_ground")[0]["attack"] == 3
    assert where(play, "su-tank-bde#1") == "2417" and "undeployed" not in flags(play, "su-tank-bde#1")


@rule("lb", "move.Ka", "combat.D")
def test_attacks_for_bound_units_break_up_an_attack_on_several_hexes_that_leaves_them_none() -> None:
    place = {
        "su-rifle-rgt#1": "2417", "su-tank-bde#1": "2317 undeployed", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2517",
        "su-corps-hq#1": "2320",
    }  # fmt: skip
    play = position(place, step="combat", dice=[1])
    announce(play, R, "2416", "su-rifle-rgt#1", also=("2517",))
    refused(play, R, "end_announcing", rule="move.Ka")
    answer(play, R, "attack_bound")
    attack = state_of(play).ground_attacks[0]
    assert attack.hexes.bit_count() == 1 and attack.units.bit_count() == 2
    answer(play, R, "end_announcing")


@rule("lb", "seq.1b.IV", "fort.D", "air.A")
def test_a_unit_driven_out_of_a_fortification_is_not_struck_elsewhere() -> None:
    place = {"ge-pz4-bn#1": "2416", "ge-panther-bn#1": "2416", "su-rifle-rgt#1": "2417 in", "ge-pzjg-bn#1": "2416"}
    play = position(place, scenario=S4, step="combat", active=G, forts=["2417"], dice=[2])
    announce(play, G, "2417", "ge-pz4-bn#1", "ge-panther-bn#1", "ge-pzjg-bn#1")  # 16 to 5: 3-1, 2 + 2 is DB
    strike(play, G, "su-rifle-rgt#1", 20)
    resolve(play, G)
    assert segments(play) == ["final_ground"] and happened(play, "event.strike_wasted")
    assert where(play, "su-rifle-rgt#1") not in ("destroyed", "2417")


@rule("lb", "move.Ib", "zoc.F")
def test_an_enemy_without_a_zoc_still_fills_the_road_space() -> None:
    place = {"ge-stug-bn#1": "0508", "ge-mot-hq#1": "0510", "su-supply#1": "0809"}
    play = position(place, hqs=False, active=G)
    take_up(play, G, "ge-stug-bn#1")
    assert cost(play, G, "0608") == "½"
    answer(play, G, ("move", "0608"))
    assert cost(play, G, "0709") == "2"  # one road hex from the enemy


@rule("lb", "eng.C", "move.C")
def test_an_engineer_that_is_taken_up_and_stays_keeps_its_bridge() -> None:
    place = {"ge-engineer-bn#1": "1712", "ge-mot-hq#1": "1512", "ge-inf-bn#1": "1712"}
    play = position(place, hqs=False, active=G, bridges={"ge-engineer-bn#1": "1712-1812"})
    answer(play, G, ("unit", "ge-engineer-bn#1"), "stop")
    march(play, G, "ge-inf-bn#1", "1812")
    assert where(play, "ge-inf-bn#1") == "1812" and state_of(play).bridges


@rule("lb", "zoc.F", "supply.B.II")
def test_limbering_a_gun_opens_a_supply_line_that_its_zoc_closed() -> None:
    ring = {"su-rifle-rgt#1": "2416", "ge-inf-bn#1": "2316", "ge-inf-bn#2": "2615", "su-corps-hq#1": "2320"}
    play = position({**ring, "ge-art-light#1": "2518"}, hqs=False)
    assert not supplied(play, "su-rifle-rgt#1")
    play = position({**ring, "ge-art-light#1": "2518 limbered"}, hqs=False)
    assert supplied(play, "su-rifle-rgt#1")


@rule("lb", "combat.proc.d", "artillery.F2")
def test_an_exchange_may_cost_a_unit_that_counted_nothing_but_never_pays_with_it() -> None:
    place = {"su-rifle-rgt#1": "2417", "su-at-bn#1": "2417", "ge-inf-bn#1": "2416"}
    play = position(place, hqs=False, step="combat", dice=[3])  # 2 + 0 to 1: 2-1, die 3 is EX
    announce(play, R, "2416", "su-rifle-rgt#1", "su-at-bn#1")
    answer(play, R, "end_announcing")
    answer(play, R, ("lose", "su-at-bn#1"))  # nothing is paid with it, so the regiment goes too
    assert (where(play, "su-rifle-rgt#1"), lost(play, R), lost(play, G)) == ("destroyed", 6, 2)


@rule("lb", "victory.secret", "scenario1.victory.B")
def test_what_reveals_a_choice_cannot_be_undone() -> None:
    place = {"su-tank-bde#1": "1401", "su-corps-hq#1": "1402"}
    play = position(place, hqs=False, turn=3, choices={"objective": "B", "reinforcement_option": "I"})
    take_up(play, R, "su-tank-bde#1")
    assert play.can_undo(R)
    answer(play, R, "exit")
    assert not play.can_undo(R)


@rule("lb", "victory.secret")
def test_who_knows_his_choice_is_not_told_that_he_has_chosen() -> None:
    play = begin(S1, objective="C", reinforcement_option="II")

    def told(player: int | None) -> list[str]:
        return sorted(play.events[one].message.key.removeprefix("event.") for one in play.visible(player))

    assert told(0) == told(1) == ["chosen", "chosen_own"]
    assert told(None) == ["chosen", "chosen"]


@rule("lb", "victory.secret")
@pytest.mark.parametrize("seed", range(3))
def test_an_imagined_game_agrees_with_what_its_player_knows(seed: int) -> None:
    play = begin(S1, objective="C", reinforcement_option="II")
    deploy_all(play)
    other = GAME.imagine(play.state, 0, Random(seed))
    assert other.chosen[1] == state_of(play).chosen[1]
    assert GAME.view(other, 0) == play.game.view(play.state, 0)


@rule("lb", "scenario1.reinf.B", "move.Ka", "zoc.A")
def test_a_reinforcement_may_enter_a_zoc_undeployed_and_then_has_to_attack() -> None:
    place = {"ge-ss-pz4-bn#1": "not arrived", "su-rifle-rgt#1": "0110", "ge-mot-hq#1": "0505"}
    play = position(place, hqs=False, active=G, turn=3)
    answer(play, G, ("unit", "ge-ss-pz4-bn#1"), ("rush", "0109"))
    assert happened(play, "event.rushed_in") == [{"unit": "ge-ss-pz4-bn#1", "hex": "0109", "points": "2"}]
    halt(play, G)
    end_movement(play, G)
    refused(play, G, "end_announcing", rule="move.Ka")


@rule("lb", "move.M", "scenario1.victory.B")
def test_infantry_on_an_exit_hex_leaves_as_its_minimum_move() -> None:
    place = {"su-rifle-rgt#1": "1401", "su-corps-hq#1": "1403", "ge-inf-bn#1": "1302"}
    play = position(place, hqs=False, turn=3, choices={"objective": "B", "reinforcement_option": "I"})
    take_up(play, R, "su-rifle-rgt#1")
    assert play.legal(R, "exit")


@rule("lb", "stack.A", "move.F")
def test_passing_through_two_friends_is_allowed_and_through_three_is_not() -> None:
    for count, open_ in ((2, True), (3, False)):
        friends = {f"su-at-bn#{n}": "2425" for n in range(1, count + 1)}
        walls = {"ge-inf-bn#1": "2325", "ge-inf-bn#2": "2525", "ge-inf-bn#3": "2326", "ge-inf-bn#4": "2526"}
        play = position({**friends, **walls, "su-recon-bn#1": "2426", "su-corps-hq#1": "2426"}, hqs=False)
        take_up(play, R, "su-recon-bn#1")
        assert ("2425" in offered(play, R, "move")) is open_
