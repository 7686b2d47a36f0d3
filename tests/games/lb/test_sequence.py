"""The Sequence of Play: phases, the announcement of all attacks, and the four Combat Segments in strict order."""

from __future__ import annotations

from grognard.games.lb.state import PLACES
from grognard.testing import rule
from tests.games.lb._help import (
    S1,
    S2,
    S3,
    S4,
    announce,
    answer,
    begin,
    combats,
    deploy_all,
    end_movement,
    fire,
    halt,
    happened,
    idle_until,
    lost,
    march,
    number,
    offered,
    position,
    refused,
    resolve,
    segments,
    state_of,
    strike,
    take_up,
    where,
)

R, G = "russian", "german"


@rule("lb", "seq.1", "seq.2")
def test_a_game_turn_has_six_phases_in_the_scenarios_order() -> None:
    play = position(
        {"su-rifle-rgt#1": "2418", "ge-inf-bn#1": "2315", "ge-inf-bn#2": "2408", "su-at-bn#1": "2316"}, step="turn"
    )
    seen: list[tuple[str, str]] = []
    while play.view()["turn"] == 1:
        shown = play.view()
        if (shown["active"], shown["phase"]) not in seen:
            seen.append((shown["active"], shown["phase"]))
        player = play.deciders[0]
        ask = play.ask(player)
        assert ask is not None
        play.answer(player, "end_movement" if "end_movement" in ask.answers else "end_announcing")
    phases = ("first_movement", "combat", "second_movement")
    assert seen == [(R, phase) for phase in phases] + [(G, phase) for phase in phases]


@rule("lb", "seq.2")
def test_the_scenario_says_who_is_first() -> None:
    play = position({"ge-inf-bn#1": "0505"}, scenario=S2, step="turn")
    assert play.view()["active"] == G


@rule("lb", "seq.1a", "move.D")
def test_all_friendly_units_may_move_and_no_enemy() -> None:
    play = position({"su-rifle-rgt#1": "2418", "su-tank-bde#1": "2419", "ge-inf-bn#1": "2415"})
    assert offered(play, R, "unit") == {"su-rifle-rgt#1", "su-tank-bde#1", "su-corps-hq#1"}
    refused(play, R, "unit", "ge-inf-bn#1", rule="move.D")


@rule("lb", "seq.1a", "supply.proc.a")
def test_supply_for_the_phase_is_fixed_at_its_start() -> None:
    play = position({"su-tank-bde#1": "2417"})
    march(play, R, "su-corps-hq#1", "2426")
    halt(play, R)
    take_up(play, R, "su-tank-bde#1")
    ask = play.ask(R)
    assert ask is not None and ask.message.args["points"] == "9"  # though the HQ is out of reach by now


@rule("lb", "seq.1b")
def test_attacks_cannot_be_changed_after_a_result_of_segment_i() -> None:
    place = {
        "su-art-20#1": "2419", "su-supply#1": "2419", "su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2617",
        "su-rifle-rgt#3": "2217", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2616", "ge-inf-bn#3": "2216",
    }  # fmt: skip
    play = position(place, step="combat", dice=[1])
    fire(play, R, "2416", "su-art-20#1")
    for target, unit in (("2416", "su-rifle-rgt#1"), ("2616", "su-rifle-rgt#2"), ("2216", "su-rifle-rgt#3")):
        announce(play, R, target, unit)
    answer(play, R, "end_announcing")
    assert where(play, "ge-inf-bn#1") == "destroyed"
    assert offered(play, R, "resolve") == {"2616", "2216"}  # the first rifle regiment attacks nothing
    refused(play, R, "attack", "2616", rule="seq.1b")
    refused(play, R, "add", "su-rifle-rgt#1", rule="seq.1b")


@rule("lb", "seq.1b")
def test_a_gun_that_was_not_announced_cannot_fire() -> None:
    place = {
        "su-art-20#1": "2418", "su-art-20#2": "2618", "su-supply#1": "2418", "su-supply#2": "2618",
        "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2616",
    }  # fmt: skip
    play = position(place, step="combat", dice=[3, 3])
    fire(play, R, "2416", "su-art-20#1")
    resolve(play, R)
    assert [one["units"] for one in combats(play, "ranged_artillery")] == [["su-art-20#1"]]
    assert where(play, "ge-inf-bn#2") == "2616"


@rule("lb", "seq.1b", "air.general.a", "scenario4.air")
def test_air_strikes_are_announced_with_everything_else() -> None:
    play = position({"ge-inf-bn#1": "2412", "su-tank-bde#1": "2417"}, scenario=S4, step="combat", active=G, dice=[1])
    strike(play, G, "su-tank-bde#1", 5)
    answer(play, G, "end_announcing")
    assert combats(play, "air_strike")[0]["column"] == "5-1"
    assert where(play, "su-tank-bde#1") == "destroyed"


@rule("lb", "seq.1b.void")
def test_an_attack_on_a_stack_that_artillery_destroyed_comes_to_nothing() -> None:
    place = {
        "su-art-20#1": "2418",
        "su-supply#1": "2418",
        "su-rifle-rgt#1": "2417",
        "ge-inf-bn#1": "2416",
        "ge-inf-bn#2": "2516",
    }
    play = position(place, step="combat", dice=[1])
    fire(play, R, "2416", "su-art-20#1")
    announce(play, R, "2416", "su-rifle-rgt#1")
    resolve(play, R)
    assert segments(play) == ["ranged_artillery"]
    assert happened(play, "event.void") and where(play, "ge-inf-bn#2") == "2516"


@rule("lb", "seq.1b.void")
def test_an_attack_goes_on_against_what_remains_of_the_stack() -> None:
    # two of three defenders are armor and die in Segment II; the infantry is attacked in Segment III
    place = {"su-tank-bde#1": "2417", "su-tank-bde#2": "2417", "ge-at-co#1": "2416", "ge-inf-bn#1": "2416"}
    play = position(place, step="combat", dice=[1, 3])
    announce(play, R, "2416", "su-tank-bde#1", "su-tank-bde#2")
    resolve(play, R)
    assert where(play, "ge-at-co#1") == "destroyed"
    assert combats(play, "final_ground")[0]["units_defending"] == ["ge-inf-bn#1"]


@rule("lb", "seq.1b.void", "artillery.F2")
def test_supply_is_not_spent_when_the_gun_does_not_fire() -> None:
    """Nothing in the rules can empty a hex before Segment I, so the target is taken off the map by hand."""
    place = {"su-art-20#1": "2418", "su-supply#1": "2418", "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}
    play = position(place, step="combat")
    fire(play, R, "2416", "su-art-20#1")
    state_of(play).take_off(number("ge-inf-bn#1"), PLACES.index("destroyed"))
    resolve(play, R)
    assert happened(play, "event.void") and where(play, "su-supply#1") == "2418"


@rule("lb", "seq.1b.void", "combat.E", "stack.A")
def test_units_that_fall_back_into_a_hex_under_attack_defend_there() -> None:
    """Around 2416 only 2516 is left to fall back to; it is under attack, and it takes three units and no more."""
    place = {
        "su-art-20#1": "2419", "su-supply#1": "2419", "su-rifle-rgt#1": "2517", "su-rifle-rgt#2": "2317",
        "su-rifle-rgt#3": "2315", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2416", "ge-inf-bn#3": "2416",
        "ge-inf-bn#4": "2516",
    }  # fmt: skip
    play = position(place, step="combat", dice=[4, 6])  # 20 to 6: 3-1, die 4 is DB
    fire(play, R, "2416", "su-art-20#1")
    announce(play, R, "2516", "su-rifle-rgt#1")
    resolve(play, R)
    assert len(combats(play, "final_ground")[0]["units_defending"]) == 3
    assert lost(play, G) == 2  # the last one found no room


@rule("lb", "seq.1b.I", "seq.1b.order", "combat.proc.a")
def test_all_artillery_fire_comes_before_any_armored_combat() -> None:
    place = {
        "su-art-20#1": "2419", "su-supply#1": "2419", "su-tank-bde#1": "2417", "su-tank-bde#2": "2517",
        "ge-stug-bn#1": "2416", "ge-stug-bn#2": "2516", "ge-inf-bn#1": "2416", "su-mortar-10#1": "2518",
    }  # fmt: skip
    play = position(place, step="combat", dice=[6, 6, 6, 6, 6, 6, 6])
    announce(play, R, "2416", "su-tank-bde#1")
    announce(play, R, "2516", "su-tank-bde#2")
    fire(play, R, "2416", "su-art-20#1")
    fire(play, R, "2516", unsupplied=("su-mortar-10#1",))
    resolve(play, R)
    order = segments(play)
    assert order[:2] == ["ranged_artillery"] * 2 and order == sorted(order, key=ORDER.index)


ORDER = ["ranged_artillery", "initial_armored", "final_ground", "air_strike"]


@rule("lb", "seq.1b.IIa", "combat.E")
def test_infantry_stacked_with_a_tank_is_not_touched_by_segment_ii() -> None:
    place = {
        "su-tank-bde#1": "2417",
        "su-tank-bde#2": "2417",
        "su-tank-bde#3": "2417",
        "ge-stug-bn#1": "2416",
        "ge-inf-bn#1": "2416",
    }
    play = position(place, step="combat", dice=[1, 6])
    announce(play, R, "2416", "su-tank-bde#1", "su-tank-bde#2", "su-tank-bde#3")
    resolve(play, R)
    assert combats(play, "initial_armored")[0]["units_defending"] == ["ge-stug-bn#1"]
    assert where(play, "ge-stug-bn#1") == "destroyed" and combats(play, "final_ground")[0]["units_defending"] == [
        "ge-inf-bn#1"
    ]


@rule("lb", "seq.1b.IIa", "seq.1b.IIb")
def test_anti_tank_units_defend_in_segment_ii_and_never_attack_in_it() -> None:
    play = position({"su-at-bn#1": "2417", "su-mot-at-rgt#1": "2417", "ge-pz4-bn#1": "2416"}, step="combat", dice=[6])
    announce(play, R, "2416", "su-at-bn#1", "su-mot-at-rgt#1")
    resolve(play, R)
    assert segments(play) == ["final_ground"]


@rule("lb", "seq.1b.IIa", "combat.F")
def test_attackers_that_are_no_armor_add_and_suffer_nothing_in_segment_ii() -> None:
    place = {"su-tank-bde#1": "2417", "su-rifle-rgt#1": "2417", "ge-stug-bn#1": "2416"}
    play = position(place, step="combat", dice=[6, 1])  # then 5 to 4: 1-1, die 1 is DB
    announce(play, R, "2416", "su-tank-bde#1", "su-rifle-rgt#1")
    answer(play, R, "end_announcing")
    fight = combats(play, "initial_armored")[0]  # 7 to 8: 1-2, die 6 is AX
    assert (fight["attack"], fight["units"]) == (7, ["su-tank-bde#1"])
    assert where(play, "su-tank-bde#1") == "destroyed" and where(play, "su-rifle-rgt#1") == "2417"


@rule("lb", "seq.1b.IIb")
def test_without_armor_on_both_sides_there_is_no_segment_ii() -> None:
    play = position({"su-tank-bde#1": "2417", "ge-inf-bn#1": "2416"}, step="combat", dice=[6])
    announce(play, R, "2416", "su-tank-bde#1")
    resolve(play, R)
    assert segments(play) == ["final_ground"]
    play = position({"su-rifle-rgt#1": "2417", "ge-pz4-bn#1": "2416"}, step="combat", dice=[6])
    announce(play, R, "2416", "su-rifle-rgt#1")
    resolve(play, R)
    assert segments(play) == ["final_ground"]


@rule("lb", "seq.1b.IIc")
def test_every_armored_combat_comes_before_the_first_final_one() -> None:
    place = {
        "su-tank-bde#1": "2417", "su-tank-bde#2": "2617", "ge-at-co#1": "2416", "ge-inf-bn#1": "2416",
        "ge-at-co#2": "2616", "ge-inf-bn#2": "2616", "su-corps-hq#2": "2619",
    }  # fmt: skip
    play = position(place, step="combat", dice=[1, 1, 6, 6])  # 7 to 6: 1-1, die 1 is DB
    announce(play, R, "2416", "su-tank-bde#1")
    announce(play, R, "2616", "su-tank-bde#2")
    resolve(play, R)
    assert segments(play) == ["initial_armored"] * 2 + ["final_ground"] * 2


@rule("lb", "seq.1b.IIc", "combat.proc.d")
def test_a_retreat_in_segment_ii_of_one_battle_changes_segment_iii_of_another() -> None:
    """The anti-tank company falls back into the hex of the second battle and defends there in Segment III."""
    place = {
        "su-tank-bde#1": "2417", "su-rifle-rgt#1": "2517", "su-rifle-rgt#2": "2317", "su-rifle-rgt#3": "2315",
        "ge-at-co#1": "2416", "ge-inf-bn#1": "2516",
    }  # fmt: skip
    play = position(place, step="combat", dice=[1, 6])  # 7 to 6: 1-1, die 1 is DB
    announce(play, R, "2416", "su-tank-bde#1")
    announce(play, R, "2516", "su-rifle-rgt#1")
    resolve(play, R)
    assert combats(play, "final_ground")[0]["units_defending"] == ["ge-inf-bn#1", "ge-at-co#1"]
    assert combats(play, "final_ground")[0]["defence"] == 4


@rule("lb", "seq.1b.IIIa", "combat.C1")
def test_a_tank_that_attacked_in_ii_attacks_again_in_iii() -> None:
    """Over an unbridged river a DB is not applied: both stay where they are and fight once more."""
    place = {
        "su-tank-bde#1": "1712",
        "su-tank-bde#2": "1712",
        "ge-at-co#1": "1812",
        "su-corps-hq#1": "1715",
        "ge-mot-hq#1": "1909",
    }
    play = position(place, hqs=False, step="combat", dice=[1, 6])  # 14 to 6: 2-1, die 1 + 1 for the river is DB
    announce(play, R, "1812", "su-tank-bde#1", "su-tank-bde#2")
    resolve(play, R)
    first, last = combats(play, "initial_armored")[0], combats(play, "final_ground")[0]
    assert first["units"] == last["units"] == ["su-tank-bde#1", "su-tank-bde#2"]
    assert (first["defence"], last["defence"]) == (6, 2)  # anti-tank counts its Combat Strength in Segment III


@rule("lb", "seq.1b.IIIa", "seq.1b.IIIb")
def test_attackers_thrown_back_in_ii_drop_out_and_the_others_go_on() -> None:
    # 2418 is the only hex behind 2417 that the tank may choose; the rifle regiment stays and attacks alone
    place = {
        "su-tank-bde#1": "2417", "su-rifle-rgt#1": "2417", "ge-stug-bn#1": "2416", "ge-inf-bn#1": "2317",
        "ge-inf-bn#2": "2517",
    }  # fmt: skip
    play = position(place, step="combat", dice=[3, 6])  # 7 to 8: 1-2, die 3 is AB
    announce(play, R, "2416", "su-tank-bde#1", "su-rifle-rgt#1")
    resolve(play, R)
    assert where(play, "su-tank-bde#1") == "2418"
    assert combats(play, "final_ground")[0]["units"] == ["su-rifle-rgt#1"]
    assert combats(play, "final_ground")[0]["attack"] == 5


@rule("lb", "seq.1b.IIIa")
def test_an_attacker_forced_back_alone_attacks_nothing() -> None:
    place = {"su-tank-bde#1": "2417", "ge-stug-bn#1": "2416", "ge-inf-bn#1": "2317", "ge-inf-bn#2": "2517"}
    play = position(place, step="combat", dice=[3])
    announce(play, R, "2416", "su-tank-bde#1")
    resolve(play, R)
    assert segments(play) == ["initial_armored"] and happened(play, "event.void")


@rule("lb", "seq.1b.IIIb")
def test_a_defender_that_falls_back_beside_another_group_is_not_attacked_by_it() -> None:
    """The anti-tank company goes back to 2516, next to the rifle regiment in 2615, which attacks 2614 all the same."""
    place = {
        "su-tank-bde#1": "2517", "su-rifle-rgt#1": "2615", "su-rifle-rgt#2": "2317", "ge-at-co#1": "2416",
        "ge-inf-bn#1": "2614", "ge-inf-bn#2": "2516", "su-corps-hq#1": "2519",
    }  # fmt: skip
    play = position(place, step="combat", dice=[1, 6])  # 7 to 6: 1-1, die 1 is DB
    announce(play, R, "2416", "su-tank-bde#1")
    announce(play, R, "2614", "su-rifle-rgt#1")
    answer(play, R, "end_announcing")
    answer(play, G, ("retreat", "2516"))
    assert where(play, "ge-at-co#1") == "2516" and "2516" not in offered(play, R, "attack")
    resolve(play, R)
    assert [one["units_defending"] for one in combats(play, "final_ground")] == [["ge-inf-bn#1"]]


@rule("lb", "seq.1b.IV", "air.D")
def test_air_points_on_a_target_that_is_gone_are_wasted() -> None:
    place = {"ge-pz4-bn#1": "2416", "ge-panther-bn#1": "2416", "su-at-bn#1": "2417"}
    play = position(place, scenario=S4, step="combat", active=G, dice=[1])
    announce(play, G, "2417", "ge-pz4-bn#1", "ge-panther-bn#1")
    strike(play, G, "su-at-bn#1", 10)
    resolve(play, G)
    assert where(play, "su-at-bn#1") == "destroyed"
    assert happened(play, "event.strike_wasted") and not combats(play, "air_strike")


@rule("lb", "seq.1b.IV", "seq.1b.order", "combat.C2", "combat.C3")
def test_one_unit_is_attacked_four_times_in_one_phase_each_time_at_full_strength() -> None:
    """An assault gun behind the river: Combat Strength in I, Defense Strength in II, Combat Strength in III, then
    IV."""
    place = {
        "ge-panther-bn#1": "1712", "ge-sp-art#1": "1714", "ge-supply#1": "1714", "su-su-rgt#1": "1812",
        "su-corps-hq#1": "1910", "ge-mot-hq#1": "1512",
    }  # fmt: skip
    play = position(place, scenario=S4, hqs=False, step="combat", active=G, dice=[6, 3, 3, 6])
    fire(play, G, "1812", "ge-sp-art#1")
    announce(play, G, "1812", "ge-panther-bn#1")
    strike(play, G, "su-su-rgt#1", 1)
    resolve(play, G)
    assert segments(play) == ["ranged_artillery", "initial_armored", "final_ground", "air_strike"]
    assert combats(play, "ranged_artillery")[0]["defence"] == 4
    assert combats(play, "initial_armored")[0]["defence"] == 6
    assert combats(play, "final_ground")[0]["defence"] == 4


@rule("lb", "seq.1c", "move.C")
def test_units_that_attacked_and_moved_have_all_their_points_again() -> None:
    play = position({"su-tank-bde#1": "2419", "ge-inf-bn#1": "2416"}, dice=[1])
    march(play, R, "su-tank-bde#1", "2418", "2417")  # 2 + 5 of nine points
    end_movement(play, R)
    announce(play, R, "2416", "su-tank-bde#1")
    resolve(play, R)
    assert where(play, "ge-inf-bn#1") == "destroyed" and play.view()["phase"] == "second_movement"
    take_up(play, R, "su-tank-bde#1")
    ask = play.ask(R)
    assert ask is not None and ask.message.args["points"] == "9"  # all of them, and none saved from before


@rule("lb", "seq.1c")
def test_there_is_no_undeployed_move_in_the_second_phase() -> None:
    place = {"su-tank-bde#1": "2420", "ge-inf-bn#1": "2415"}
    play = position(place, step="second_movement")
    take_up(play, R, "su-tank-bde#1")
    assert not offered(play, R, "rush")
    refused(play, R, "rush", "2416", rule="seq.1c")


@rule("lb", "seq.3", "scenario1.frame")
def test_the_game_is_judged_after_the_second_players_last_second_movement_phase() -> None:
    play = position({"su-rifle-rgt#1": "2418", "ge-inf-bn#1": "2415"}, turn=10, step="second_movement", active=R)
    answer(play, R, "end_movement")
    assert play.result is None
    idle_until(play, 10, G, "second_movement")
    assert play.result is None
    answer(play, G, "end_movement")
    assert play.result is not None


@rule("lb", "seq.3")
def test_a_town_taken_in_the_very_last_phase_counts() -> None:
    place = {"ge-mot-inf-bn#1": "2009", "ge-mot-hq#1": "2111", "su-tank-bde#1": "0508"}
    play = position(place, scenario=S3, hqs=False, turn=7, step="second_movement", active=G)
    march(play, G, "ge-mot-inf-bn#1", "2110")
    end_movement(play, G)
    assert play.result is not None and play.result.winners == (G,) and play.result.level == "marginal"


def test_a_whole_scenario_begins_with_choices_and_deployment() -> None:
    play = begin(S1)
    assert play.deciders == (G,)
    deploy_all(play)
    assert play.deciders == (R,) and lost(play, R) == 0
