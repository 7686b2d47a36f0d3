"""Combat: who may attack whom, odds, results at once, retreats and exchanges."""

from __future__ import annotations

import pytest

from grognard.games.lb import GAME
from grognard.testing import rule
from tests.games.lb._help import (
    announce,
    answer,
    combats,
    fire,
    happened,
    lost,
    odds,
    offered,
    position,
    refused,
    resolve,
    segments,
    where,
)

R, G = "russian", "german"


def column(attack: int, defence: int) -> str:
    level = GAME.crt.level(attack, defence)
    return GAME.crt.columns[min(max(level, 0), GAME.crt.last)]


@rule("lb", "combat.general")
def test_the_defender_starts_no_combat() -> None:
    play = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, step="combat")
    assert play.deciders == (R,) and play.ask(G) is None


@rule("lb", "combat.proc.a", "artillery.C.sep")
def test_artillery_and_ground_forces_fight_apart() -> None:
    """20 of artillery and 20 of infantry on one hex: two combats, the second on what survives the first."""
    place = {
        "su-art-20#1": "2419", "su-supply#1": "2419", **{f"su-rifle-rgt#{n}": "2417" for n in (1, 2, 3)},
        "su-rifle-rgt#4": "2517",
        "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2416", "ge-inf-bn#3": "2416", "su-corps-hq#1": "2519",
    }  # fmt: skip
    play = position(place, step="combat", dice=[6, 6])  # 20 to 6: 3-1, die 6 is EX: no effect in artillery fire
    fire(play, R, "2416", "su-art-20#1")
    announce(play, R, "2416", *(f"su-rifle-rgt#{n}" for n in (1, 2, 3, 4)))
    answer(play, R, ("attack", "2416"))
    refused(play, R, "add", "su-art-20#1", rule="artillery.C.sep")
    answer(play, R, "announce")
    resolve(play, R)
    assert segments(play) == ["ranged_artillery", "final_ground"]
    assert [one["attack"] for one in (*combats(play, "ranged_artillery"), *combats(play, "final_ground"))] == [20, 20]


@rule("lb", "combat.proc.b", "combat.proc.c")
@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (29, 10, "2-1"),
        (30, 10, "3-1"),
        (9, 10, "1-2"),
        (10, 10, "1-1"),
        (3, 10, "1-4"),
        (1, 9, "1-5"),
        (1, 90, "1-5"),
        (90, 2, "10-1"),
    ],
)
def test_odds_are_simplified_downward(attack: int, defence: int, expected: str) -> None:
    assert column(attack, defence) == expected


@rule("lb", "combat.proc.d")
def test_each_result_is_applied_before_the_next_combat() -> None:
    """The first defender falls back into the second target hex: the second combat is against both."""
    place = {
        "su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2517", "su-rifle-rgt#3": "2317", "su-rifle-rgt#4": "2315",
        "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2516",
    }  # fmt: skip
    play = position(place, step="combat", dice=[2, 6])  # 5 to 2: 2-1, die 2 is DB
    announce(play, R, "2416", "su-rifle-rgt#1")
    announce(play, R, "2516", "su-rifle-rgt#2")
    answer(play, R, "end_announcing", ("resolve", "2416"))
    resolve(play, R)
    assert combats(play, "final_ground")[1]["defence"] == 4


@rule("lb", "combat.proc.d")
def test_the_account_of_a_combat_tells_what_made_its_column() -> None:
    """As the odds told beforehand: what was added, and the columns beside the one that the die was read on."""
    place = {"su-rifle-rgt#1": "2417 undeployed", "su-rifle-rgt#2": "2417", "ge-inf-bn#1": "2416"}
    play = position(place, step="combat", dice=[2])
    answer(play, R, ("attack", "2416"), ("add", "su-rifle-rgt#1"), ("add", "su-rifle-rgt#2"))
    expected = odds(play, R)
    answer(play, R, "announce")
    resolve(play, R)
    (combat,) = combats(play, "final_ground")
    account = combat["reckoned"]
    assert account["ratio"] == expected["ratio"] == combat["column"]
    assert account["lines"] == expected["lines"] and [one["value"] for one in account["lines"]] == ["1/2"]
    assert account["neighbours"] == expected["neighbours"] and len(account["neighbours"]) == 2
    assert [one["units"] for one in account["reduced"]] == [["su-rifle-rgt#1"]]


@rule("lb", "combat.proc.d")
def test_an_exchange_costs_the_attacker_at_least_what_the_defender_lost() -> None:
    place = {"su-rifle-rgt#1": "2417", "su-gun-rgt#1": "2417", "su-at-bn#1": "2417", "ge-mot-inf-bn#1": "2416"}
    play = position(place, step="combat", dice=[3])  # 8 to 3: 2-1, die 3 is EX
    announce(play, R, "2416", "su-rifle-rgt#1", "su-gun-rgt#1", "su-at-bn#1")
    answer(play, R, "end_announcing")
    assert where(play, "ge-mot-inf-bn#1") == "destroyed"
    assert offered(play, R, "lose") == {"su-rifle-rgt#1", "su-gun-rgt#1", "su-at-bn#1"}
    refused(play, R, "lose", "ge-inf-bn#1", rule="combat.proc.d")
    answer(play, R, ("lose", "su-gun-rgt#1"))  # 2 of 3
    answer(play, R, ("lose", "su-at-bn#1"))  # 3 of 3
    assert play.view()["phase"] == "second_movement" and where(play, "su-rifle-rgt#1") == "2417"
    assert (lost(play, R), lost(play, G)) == (3, 3)


@rule("lb", "combat.proc.d")
def test_ax_destroys_the_attackers_and_nobody_advances_into_a_vacated_hex() -> None:
    play = position(
        {"su-rifle-rgt#1": "2417", "ge-pz4-bn#1": "2416", "ge-mot-inf-bn#1": "2416", "ge-stug-bn#1": "2416"},
        step="combat",
        dice=[6],
    )
    announce(play, R, "2416", "su-rifle-rgt#1")  # 5 to 12: 1-3, die 6 is AX
    resolve(play, R)
    assert where(play, "su-rifle-rgt#1") == "destroyed" and lost(play, R) == 5
    play = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, step="combat", dice=[1])
    announce(play, R, "2416", "su-rifle-rgt#1")
    resolve(play, R)
    assert where(play, "su-rifle-rgt#1") == "2417" and play.view()["phase"] == "second_movement"


@rule("lb", "combat.A", "artillery.C.gen")
def test_a_gun_beyond_its_range_is_refused_even_if_a_friend_is_adjacent() -> None:
    place = {
        "su-rifle-rgt#1": "2417",
        "su-mortar-10#1": "2420",
        "su-supply#1": "2420",
        "ge-inf-bn#1": "2416",
        "su-art-20#1": "2418",
    }
    play = position(place, step="combat")
    answer(play, R, ("fire", "2416"))
    refused(play, R, "add", "su-mortar-10#1", rule="artillery.C.gen")


@rule("lb", "combat.A", "combat.B", "seq.1b")
def test_a_combat_phase_without_combat_says_whether_nobody_could_attack_or_nobody_would() -> None:
    apart = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2414"}, step="combat")
    assert happened(apart, "event.can_attack_nobody") == [{"side": R}]
    assert not happened(apart, "event.attacks_nobody")
    beside = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, step="combat")
    answer(beside, R, "end_announcing")
    assert happened(beside, "event.attacks_nobody") == [{"side": R}]
    fought = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, step="combat", dice=[4])
    announce(fought, R, "2416", "su-rifle-rgt#1")
    resolve(fought, R)
    assert not happened(fought, "event.attacks_nobody") + happened(fought, "event.can_attack_nobody")


@rule("lb", "combat.B", "combat.F")
def test_part_of_a_stack_may_attack_and_results_fall_on_it_alone() -> None:
    place = {
        "su-rifle-rgt#1": "2417",
        "su-rifle-rgt#2": "2417",
        "su-at-bn#1": "2417",
        "ge-mot-inf-bn#1": "2416",
        "ge-inf-bn#2": "2416",
    }
    play = position(place, step="combat", dice=[4])  # 5 to 5: 1-1, die 4 is AB
    announce(play, R, "2416", "su-rifle-rgt#1")
    resolve(play, R)
    assert where(play, "su-rifle-rgt#1") not in ("2417", "destroyed")
    assert where(play, "su-rifle-rgt#2") == where(play, "su-at-bn#1") == "2417"


@rule("lb", "combat.C1", "artillery.D3")
def test_a_unit_attacks_once_and_a_gun_fires_once() -> None:
    place = {
        "su-rifle-rgt#1": "2417", "su-tank-bde#1": "2417", "su-art-20#1": "2418", "su-supply#1": "2418",
        "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2517",
    }  # fmt: skip
    play = position(place, step="combat")
    announce(play, R, "2416", "su-rifle-rgt#1", "su-tank-bde#1")
    refused(play, R, "attack", "2517", rule="combat.C1")
    fire(play, R, "2416", "su-art-20#1")
    refused(play, R, "fire", "2517", rule="artillery.D3")


@rule("lb", "combat.C1", "combat.C2")
def test_a_hex_is_attacked_on_the_ground_once() -> None:
    place = {"su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2517", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2516"}
    play = position(place, step="combat")
    announce(play, R, "2416", "su-rifle-rgt#1")
    answer(play, R, ("attack", "2516"), ("add", "su-rifle-rgt#2"))
    refused(play, R, "also", "2416", rule="combat.C2")
    answer(play, R, "cancel", ("attack", "2416"))  # the announced attack is taken up again
    assert offered(play, R, "remove") == {"su-rifle-rgt#1"} and offered(play, R, "add") == {"su-rifle-rgt#2"}


@rule("lb", "combat.C2", "combat.C3")
def test_a_stack_that_survives_artillery_defends_on_the_ground_without_reduction() -> None:
    place = {
        "su-art-20#1": "2419",
        "su-supply#1": "2419",
        "su-rifle-rgt#1": "2417",
        "ge-pz4-bn#1": "2416",
        "ge-stug-bn#1": "2416",
    }
    play = position(place, step="combat", dice=[6, 3])
    fire(play, R, "2416", "su-art-20#1")  # 20 to 9: 2-1, die 6 nothing
    announce(play, R, "2416", "su-rifle-rgt#1")
    resolve(play, R)
    assert combats(play, "ranged_artillery")[0]["defence"] == combats(play, "final_ground")[0]["defence"] == 9


@rule("lb", "combat.D")
def test_one_stack_attacks_two_hexes_with_their_defence_summed_and_the_higher_terrain() -> None:
    # 2419 is rough, 2418 clear: both beside 2518
    place = {
        "su-rifle-rgt#1": "2518",
        "su-rifle-rgt#2": "2518",
        "ge-inf-bn#1": "2418",
        "ge-mot-inf-bn#1": "2519",
        "su-corps-hq#1": "2720",
    }
    play = position(place, hqs=False, step="combat")
    answer(play, R, ("attack", "2418"), ("add", "su-rifle-rgt#1"), ("add", "su-rifle-rgt#2"), ("also", "2519"))
    shown = odds(play, R)
    assert shown["hexes"] == ["2418", "2519"] and shown["defence"] == 1 + 1  # both out of supply
    place = {
        "su-rifle-rgt#1": "2418",
        "ge-inf-bn#1": "2419",
        "ge-mot-inf-bn#1": "2417",
        "ge-mot-hq#1": "2414",
        "su-corps-hq#1": "2620",
    }
    play = position(place, hqs=False, step="combat")
    answer(play, R, ("attack", "2417"), ("add", "su-rifle-rgt#1"), ("also", "2419"))
    assert odds(play, R)["die_addition"] == 1


@rule("lb", "combat.D")
def test_several_hexes_may_attack_one_and_not_several() -> None:
    place = {
        "su-rifle-rgt#1": "2417",
        "su-rifle-rgt#2": "2517",
        "ge-inf-bn#1": "2416",
        "ge-inf-bn#2": "2516",
        "ge-inf-bn#3": "2317",
        "su-corps-hq#1": "2519",
    }
    play = position(place, step="combat")
    answer(play, R, ("attack", "2416"), ("add", "su-rifle-rgt#1"), ("add", "su-rifle-rgt#2"))
    assert odds(play, R)["attack"] == 10
    refused(play, R, "also", "2317", rule="combat.D")
    answer(play, R, ("remove", "su-rifle-rgt#2"), ("also", "2317"))
    refused(play, R, "add", "su-rifle-rgt#2", rule="class.I")


@rule("lb", "combat.D")
def test_an_attack_on_two_hexes_takes_no_unit_from_a_second_hex_beside_both() -> None:
    place = {"su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2516", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2517"}
    play = position(place, step="combat")
    answer(play, R, ("attack", "2416"), ("add", "su-rifle-rgt#1"), ("also", "2517"))
    refused(play, R, "add", "su-rifle-rgt#2", rule="combat.D")
    answer(play, R, ("remove", "su-rifle-rgt#1"))
    assert offered(play, R, "add") == {"su-rifle-rgt#1", "su-rifle-rgt#2"}  # either hex may make it, not both
    answer(play, R, "add_all")
    assert offered(play, R, "remove") == {"su-rifle-rgt#1"}


@rule("lb", "combat.D")
def test_a_single_attacker_is_added_with_the_same_word_as_several() -> None:
    play = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, step="combat")
    answer(play, R, ("attack", "2416"), "add_all")
    assert offered(play, R, "remove") == {"su-rifle-rgt#1"} and not play.legal(R, "add_all")


@rule("lb", "seq.1b.IIa", "combat.D", "tec.town")
def test_the_armored_segment_leaves_out_a_town_in_which_neither_armor_nor_anti_tank_defends() -> None:
    """An infantry battalion in Bakunin, an assault gun battalion in the open beside it."""
    place = {"su-tank-bde#1": "1718", "su-corps-hq#1": "1719", "ge-inf-bn#1": "1717", "ge-stug-bn#1": "1817"}
    play = position(place, step="combat")
    answer(play, R, ("attack", "1817"), ("add", "su-tank-bde#1"), ("also", "1717"))
    final = odds(play, R)
    first = final["initial"]
    assert (first["hexes"], first["die_addition"]) == (["1817"], 0)
    assert (final["hexes"], final["die_addition"]) == (["1717", "1817"], 2)


@rule("lb", "seq.1b.IIa", "combat.D", "tec.c")
def test_the_armored_segment_is_across_the_river_if_all_who_defend_in_it_are() -> None:
    """Armor beyond the river, infantry on this side: DB is dropped in Segment II and not in III."""
    place = {"su-tank-bde#1": "1712", "su-corps-hq#1": "1713", "ge-stug-bn#1": "1812", "ge-inf-bn#1": "1611"}
    play = position(place, hqs=False, step="combat")
    answer(play, R, ("attack", "1812"), ("add", "su-tank-bde#1"), ("also", "1611"))
    shown = odds(play, R)
    assert [line["rule"] for line in shown["initial"]["lines"] if not line.get("side")] == ["tec.river", "tec.c"]
    assert [line["rule"] for line in shown["lines"] if not line.get("side")] == ["tec.river"]


@rule("lb", "combat.D", "artillery.D3")
def test_artillery_fires_at_one_hex() -> None:
    place = {"su-rocket-36#1": "2418", "su-supply#1": "2418", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2417"}
    play = position(place, step="combat")
    fire(play, R, "2416", "su-rocket-36#1")
    refused(play, R, "fire", "2417", rule="artillery.D3")
    answer(play, R, ("fire", "2416"))
    refused(play, R, "also", "2417", rule="artillery.D3")


@rule("lb", "combat.E", "artillery.D2")
def test_a_hex_defends_whole() -> None:
    place = {
        "su-rifle-rgt#1": "2417",
        "su-art-20#1": "2418",
        "su-supply#1": "2418",
        "ge-inf-bn#1": "2416",
        "ge-mot-inf-bn#1": "2416",
        "ge-pz4-bn#1": "2416",
    }
    play = position(place, step="combat")
    answer(play, R, ("attack", "2416"), ("add", "su-rifle-rgt#1"))
    assert odds(play, R)["defence"] == 10
    answer(play, R, "announce", ("fire", "2416"), ("add", "su-art-20#1"))
    assert odds(play, R)["defence"] == 10  # aiming at the tank alone is no answer: a shot names a hex
    assert play.why(R, "fire", "ge-pz4-bn#1")


@rule("lb", "combat.E", "seq.1b.IIa")
def test_segment_ii_takes_all_armor_and_anti_tank_of_the_hex() -> None:
    place = {"su-tank-bde#1": "2417", "ge-inf-bn#1": "2416", "ge-at-co#1": "2416", "ge-stug-bn#1": "2416"}
    play = position(place, step="combat")
    answer(play, R, ("attack", "2416"), ("add", "su-tank-bde#1"))
    shown = odds(play, R)
    assert shown["initial"]["defence"] == 6 + 8 and shown["defence"] == 2 + 2 + 4


@rule("lb", "combat.C1")
def test_a_tank_does_not_attack_two_hexes_in_two_combats() -> None:
    play = position({"su-tank-bde#1": "2417", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2517"}, step="combat")
    announce(play, R, "2416", "su-tank-bde#1")
    refused(play, R, "attack", "2517", rule="combat.C1")


@rule("lb", "combat.G")
def test_supply_units_do_not_attack() -> None:
    play = position({"su-supply#1": "2417", "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, step="combat")
    answer(play, R, ("attack", "2416"))
    refused(play, R, "add", "su-supply#1", rule="artillery.F4")


@rule("lb", "combat.proc.d")
def test_everybody_who_was_attacked_goes_back_guns_limbered() -> None:
    place = {
        "su-tank-bde#1": "2417",
        "su-tank-bde#2": "2417",
        "ge-art-light#1": "2416",
        "ge-supply#1": "2416",
        "ge-inf-bn#1": "2416",
    }
    play = position(place, step="combat", dice=[4])  # 14 to 4: 3-1, die 4 is DB
    announce(play, R, "2416", "su-tank-bde#1", "su-tank-bde#2")
    resolve(play, R)
    assert len(happened(play, "event.retreats")) == 3
    assert "limbered" in next(one for one in play.view()["pieces"] if one["id"] == "ge-art-light#1")["flags"]


def test_a_retreat_names_the_unit_and_how_many_go_after_it() -> None:
    place = {"su-tank-bde#1": "2417", "su-tank-bde#2": "2417", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2416"}
    play = position(place, step="combat", dice=[4])
    announce(play, R, "2416", "su-tank-bde#1", "su-tank-bde#2")
    play.answer(R, "end_announcing")
    while play.deciders == (R,):
        play.answer(R, "resolve", "2416")
    ask = play.view(G)["ask"]
    assert ask["step"] == "retreat" and ask["focus"]["hex"] == "2416"
    play.answer(G, "retreat_unit", "ge-inf-bn#1")
    ask = play.view(G)["ask"]
    assert ask["focus"]["unit"] == "ge-inf-bn#1" and ", 1 more after it" in ask["headline"]["en"]
