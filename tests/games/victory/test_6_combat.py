"""Chapter 6: battles, firing, hits, double defence, friendly fire, and the printed battle."""

from __future__ import annotations

from grognard.core.play import Play
from grognard.testing import rule
from tests.games.victory._help import (
    HOPE,
    act,
    asked,
    end_moves,
    go,
    happened,
    next_dice,
    number,
    offered,
    pos,
    refused,
    state_of,
    steps,
    through_combat,
    where,
)


def battle(place: dict[str, str], dice: list[int], hex: str = "0504", attacker: str = "red", **words: object) -> Play:
    return pos(place, battles={hex: attacker}, step="combat", dice=[*dice, *[6] * 100], **words)


def passes(play: Play, count: int) -> None:
    for _ in range(count):
        act(play, "pass")


@rule("victory", "6.0", "6.1a")
def test_player_1_orders_his_own_battles() -> None:
    place = {
        "red-infantry-1": "0504 from 0404",
        "blue-infantry-1": "0504",
        "red-infantry-2": "1204 from 1105",
        "blue-infantry-2": "1204",
    }
    play = pos(place, battles={"0504": "red", "1204": "red"}, step="combat", dice=[6] * 100)
    assert offered(play, "red", "battle") == {"0504", "1204"}
    refused(play, "red", "end_battles", rule="6.1a")
    play.answer("red", "battle", "1204")
    assert play.view(None)["battle"]["hex"] == "1204"


@rule("victory", "6.1a", "6.5c")
def test_nobody_retreats_into_a_pending_battle() -> None:
    place = {
        "blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404", "blue-infantry-2": "0604",
        "red-infantry-2": "0604 from 0704",
    }  # fmt: skip
    play = pos(place, battles={"0504": "red", "0604": "red"}, step="combat", dice=[6] * 100)
    play.answer("red", "battle", "0504")
    refused(play, "blue", "retreat", "0604", rule="6.5c")
    through_combat(play)
    assert where(play, "blue-infantry-2") == "0604"


@rule("victory", "6.1b", "fog.1")
def test_blocks_of_other_battles_stay_hidden_and_survivors_hide_again() -> None:
    place = {
        "blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404", "blue-infantry-2": "1204",
        "red-infantry-2": "1204 from 1105",
    }  # fmt: skip
    play = pos(place, battles={"0504": "red", "1204": "red"}, step="combat", dice=[6] * 100)
    play.answer("red", "battle", "0504")
    ids = {piece["id"] for piece in play.view("red")["pieces"]}
    assert "seen:0504:2" in ids and "hidden:1204:1" in ids
    while state_of(play).fight is not None and play.view(None)["battle"]["hex"] == "0504":
        act(play, "pass" if offered(play, play.deciders[0], "pass") else ("retreat", "0404"))
    ids = {piece["id"] for piece in play.view("red")["pieces"]}
    assert "hidden:0504:1" in ids


@rule("victory", "6.2", "6.31a", "6.4")
def test_a_unit_reduced_before_its_turn_rolls_fewer_dice() -> None:
    play = battle({"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404"}, [1, 2, 6, 6])
    act(play, "fire_ground")
    assert steps(play, "red-infantry-1") == [2]
    act(play, "fire_ground")
    assert len(happened(play, "event.fires")[-1]["dice"]) == 2


@rule("victory", "6.3a", "6.31b")
def test_three_rounds_with_one_turn_each() -> None:
    play = battle({"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404"}, [])
    rounds = []
    while state_of(play).fight is not None and offered(play, play.deciders[0], "pass"):
        rounds.append((play.view(None)["battle"]["round"], asked(play)[1]))
        act(play, "pass")
    assert [number for number, _ in rounds] == [1, 1, 2, 2, 3, 3]


@rule("victory", "6.3b", "6.5e", "6.51a")
def test_attackers_leave_after_round_3_or_die() -> None:
    place = {
        "blue-infantry-1": "0503",
        "red-infantry-1": "0503 from 0403",
        "red-infantry-2": "0503 from 0504",
        "red-infantry-3": "0503 from 0502",
        "blue-infantry-2": "0403",
        "blue-infantry-3": "0502",
    }
    play = battle(place, [], hex="0503")
    while offered(play, play.deciders[0], "pass") or offered(play, play.deciders[0], "turn"):
        if offered(play, play.deciders[0], "turn"):
            act(play, ("turn", sorted(offered(play, play.deciders[0], "turn"), key=str)[0]))
        else:
            act(play, "pass")
    assert len(offered(play, "red", "withdraw")) == 3
    act(play, ("withdraw", "red-infantry-2"), ("retreat", "0504"))
    act(play, ("withdraw", "red-infantry-1"), "give_up")
    act(play, "give_up")
    assert [where(play, f"red-infantry-{n}") for n in (1, 2, 3)] == ["pool", "0504", "pool"]


@rule("victory", "6.31a")
def test_units_of_one_side_and_letter_act_in_the_owners_order() -> None:
    place = {"blue-infantry-1": "0504 at 4", "blue-engineer-1": "0504", "red-infantry-1": "0504 from 0404"}
    play = battle(place, [])
    assert offered(play, "blue", "turn") == {"blue-infantry-1", "blue-engineer-1"}
    act(play, ("turn", "blue-engineer-1"), "pass")
    assert asked(play)[1] == "blue-infantry-1"


@rule("victory", "6.31a", "4.2.BB")
def test_the_defending_battleship_fires_before_the_attacking_one() -> None:
    play = battle({"blue-battleship-1": "0407", "red-battleship-1": "0407 from 0408"}, [], hex="0407")
    assert asked(play) == ("blue", "blue-battleship-1")


@rule("victory", "6.31b")
def test_a_unit_that_has_acted_has_no_other_turn_in_the_round() -> None:
    play = battle({"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404"}, [6, 6, 6, 6])
    act(play, "fire_ground")
    refused(play, "blue", "retreat", "0604", rule="")
    assert asked(play) == ("red", "red-infantry-1")


@rule("victory", "6.4", "6.41")
def test_strength_3_g2_with_1_2_3_gives_two_hits() -> None:
    play = battle({"blue-armor-1": "0504 at 3", "red-infantry-1": "0504 from 0404"}, [1, 2, 3])
    act(play, "fire_ground")
    assert happened(play, "event.fires")[-1]["hits"] == 2 and steps(play, "red-infantry-1") == [2]


@rule("victory", "6.41", "6.42a")
def test_fire_is_at_a_group_that_is_there_never_at_a_block() -> None:
    play = battle({"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404"}, [])
    refused(play, "blue", "hit", "red-infantry-1", rule="6.42a")
    refused(play, "blue", "fire_naval", rule="6.42a")
    refused(play, "blue", "fire_air", rule="6.42a")


@rule("victory", "6.42b")
def test_an_undeclared_target_is_ones_own_type_else_the_best() -> None:
    place = {"blue-infantry-1": "0707", "blue-fighter-1": "0707", "red-dive-bomber-1": "0707 flown 3"}
    play = battle(place, [], hex="0707")
    passes(play, 1)
    assert asked(play)[1] == "red-dive-bomber-1"
    assert play.view("red")["ask"]["primary"] == "fire_air"
    act(play, "fire_air")
    while play.view(None)["battle"]["round"] == 1:
        act(play, "pass")
    passes(play, 1)
    assert play.legal("red", "fire_ground"), "the target may differ in round 2"
    play = battle({"blue-infantry-1": "0707", "red-dive-bomber-1": "0707 flown 3"}, [], hex="0707")
    assert play.view("red")["ask"]["primary"] == "fire_ground"


@rule("victory", "6.42c")
def test_a_unit_does_not_divide_its_fire() -> None:
    place = {"blue-infantry-1": "0707", "blue-fighter-1": "0707", "red-battleship-1": "0707 from 0706"}
    play = battle(place, [6] * 4, hex="0707")
    act(play, "pass")
    act(play, "fire_ground")
    assert len(happened(play, "event.fires")[-1]["dice"]) == 3 and asked(play)[1] == "blue-infantry-1"


@rule("victory", "6.43a")
def test_one_submarine_left_bars_bombardment_and_so_do_transports() -> None:
    place = {"blue-infantry-1": "0707", "blue-submarine-1": "0707", "red-battleship-1": "0707 from 0706"}
    play = battle(place, [], hex="0707")
    act(play, "pass")
    refused(play, "red", "fire_ground", rule="6.43a")
    place = {"blue-infantry-1": "0707", "blue-marine-1": "0707 at sea", "red-battleship-1": "0707 from 0706"}
    play = battle(place, [], hex="0707")
    refused(play, "red", "fire_ground", rule="6.43a")


@rule("victory", "6.43b", "4.3.ART")
def test_ground_units_answer_ships_only_after_being_bombarded_in_that_round() -> None:
    place = {
        "blue-infantry-1": "0707",
        "blue-artillery-1": "0707",
        "red-battleship-1": "0707 from 0706",
        "red-cruiser-1": "0707 from 0706",
    }
    play = battle(place, [6, 6, 6, 1], hex="0707")
    assert asked(play)[1] == "blue-artillery-1"
    refused(play, "blue", "fire_naval", rule="6.43b")
    act(play, "pass", ("turn", "red-battleship-1"), "fire_ground", "pass")
    assert asked(play)[1] == "blue-infantry-1"
    assert play.legal("blue", "fire_naval"), "a bombardment that missed opens it too"
    act(play, "fire_naval")
    assert steps(play, "red-battleship-1", "red-cruiser-1") == [2, 4], "only the ship that bombarded is hit"


@rule("victory", "6.44a", "6.45a")
def test_fighters_may_fire_at_ground_with_enemy_fighters_present() -> None:
    place = {"blue-infantry-1": "0707", "blue-fighter-1": "0707", "red-fighter-1": "0707 flown 3"}
    play = battle(place, [], hex="0707")
    act(play, "pass")
    assert play.legal("red", "fire_ground") and play.legal("red", "fire_air")


@rule("victory", "6.44b", "6.46b")
def test_air_cannot_take_the_last_step_of_ground_units_ashore() -> None:
    place = {"blue-infantry-1": "0707 at 1", "red-dive-bomber-1": "0707 flown 3"}
    play = battle(place, [], hex="0707")
    refused(play, "red", "fire_ground", rule="6.46b")
    play = battle({"blue-infantry-1": "0407 at 1", "red-dive-bomber-1": "0407 flown 3"}, [1], hex="0407")
    act(play, "fire_naval")
    assert where(play, "blue-infantry-1") == "pool", "at sea it is not immune"


@rule("victory", "6.45a")
def test_flak_answers_only_the_air_units_that_attacked_its_own_group() -> None:
    place = {
        "blue-infantry-1": "0707", "blue-cruiser-1": "0707", "red-dive-bomber-1": "0707 flown 3",
        "red-medium-bomber-1": "0707 flown 3",
    }  # fmt: skip
    play = battle(place, [6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 6, 6], hex="0707")
    act(play, ("turn", "red-dive-bomber-1"), "fire_ground", "fire_naval")
    assert asked(play)[1] == "blue-cruiser-1"
    assert play.legal("blue", "fire_air"), "an attack that missed opens flak"
    act(play, "pass")
    act(play, "fire_air")
    assert steps(play, "red-dive-bomber-1", "red-medium-bomber-1") == [2, 4]
    place.pop("red-medium-bomber-1")
    play = battle(place, [], hex="0707")
    act(play, "fire_ground")
    refused(play, "blue", "fire_air", rule="6.45a")


@rule("victory", "6.45b")
def test_flak_is_the_units_turn() -> None:
    place = {"blue-artillery-1": "0707", "red-dive-bomber-1": "0707 flown 3"}
    play = battle(place, [6, 6, 6, 6, 1], hex="0707")
    act(play, "fire_ground")
    assert asked(play)[1] == "blue-artillery-1" and play.legal("blue", "fire_air")
    act(play, "fire_air")
    assert play.view(None)["battle"]["round"] == 2


@rule("victory", "6.46a")
def test_hits_fall_on_the_strongest_ties_by_the_owner_and_excess_is_lost() -> None:
    place = {
        "blue-armor-1": "0504 at 3",
        "red-infantry-1": "0504 from 0404 at 3",
        "red-engineer-1": "0504 from 0404 at 2",
    }
    play = battle(place, [1, 1, 6])
    act(play, "fire_ground")
    assert offered(play, "red", "hit") == {"red-infantry-1", "red-engineer-1"}, "3 and 2: first on 3, then a tie"
    act(play, ("hit", "red-engineer-1"))
    assert steps(play, "red-infantry-1", "red-engineer-1") == [2, 1]
    play = battle({"blue-armor-1": "0504", "red-infantry-1": "0504 from 0404 at 1"}, [1, 1, 1, 1])
    act(play, "fire_ground")
    assert where(play, "red-infantry-1") == "pool" and state_of(play).fight is None


@rule("victory", "6.46b")
def test_hits_pass_to_no_other_group() -> None:
    place = {"blue-infantry-1": "0707 at 2", "blue-fighter-1": "0707 at 4", "red-dive-bomber-1": "0707 flown 3"}
    play = battle(place, [1, 1, 1, 1], hex="0707")
    act(play, "pass", "fire_ground")
    assert steps(play, "blue-infantry-1", "blue-fighter-1") == [1, 4]


@rule("victory", "6.47a", "6.47b")
def test_double_defense_takes_two_hits_for_a_step() -> None:
    place = {
        "blue-infantry-1": "1103 at 4",
        "blue-infantry-2": "1103 at 3",
        "red-armor-1": "1103 from 1102",
        "red-infantry-3": "1103 from 1003",
    }
    play = battle(place, [1, 1, 1, 6], hex="1103")
    act(play, "fire_ground")
    assert sorted(steps(play, "blue-infantry-1", "blue-infantry-2")) == [3, 3]
    fight = state_of(play).fight
    assert fight is not None and fight.half[1] != -1, "three hits: one step and a half-hit"
    marked = fight.half[1]
    act(play, ("turn", "blue-infantry-1"))
    while asked(play)[1] != "red-infantry-3":
        act(play, "pass")
    next_dice(play, 1, 6, 6, 6)
    act(play, "fire_ground")
    assert state_of(play).steps[marked] == 2, "the next hit falls on the marked unit"


@rule("victory", "6.47a")
def test_attackers_air_and_ships_have_no_double_defense() -> None:
    place = {"blue-infantry-1": "1103", "red-infantry-1": "1103 from 1102"}
    play = battle(place, [1, 6, 6, 6], hex="1103")
    act(play, "fire_ground")
    assert steps(play, "red-infantry-1") == [3]


@rule("victory", "6.47c")
def test_a_half_hit_is_recovered_by_the_winner_and_costs_the_retreating_a_step() -> None:
    place = {"blue-infantry-1": "1103 at 1", "red-armor-1": "1103 from 1102"}
    play = battle(place, [1, 6, 6, 6], hex="1103")
    act(play, "fire_ground")
    assert steps(play, "blue-infantry-1") == [1]
    copy = play.clone()
    act(copy, ("retreat", sorted(offered(copy, "blue", "retreat"), key=str)[0]))
    assert where(copy, "blue-infantry-1") == "pool", "a 1-step unit with a mark dies"
    through_combat(play)
    lost = [event.message.rule for event in play.events if event.message.key.startswith("event.eliminated")]
    assert "6.47c" not in lost and where(play, "red-armor-1") == "1102"
    play = battle(place, [1, 6, 6, 6], hex="1103", options={"half_hit_forgotten": True})
    act(play, "fire_ground")
    act(play, ("retreat", sorted(offered(play, "blue", "retreat"), key=str)[0]))
    assert happened(play, "event.retreats")[-1]["strength"] == 1


@rule("victory", "6.48a", "6.48c")
def test_sixes_of_air_and_ships_hit_their_own_ground_units() -> None:
    place = {"blue-infantry-1": "0707", "red-dive-bomber-1": "0707 flown 3 at 3", "red-infantry-1": "0707 from 0708"}
    play = battle(place, [1, 6, 6], hex="0707")
    act(play, "fire_ground")
    assert steps(play, "blue-infantry-1", "red-infantry-1") == [3, 2]
    place = {
        "blue-infantry-1": "0707",
        "red-dive-bomber-1": "0707 flown 3 at 3",
        "red-marine-1": "0707 from 0706 at sea",
        "red-airborne-1": "0707 flown 4",
    }
    play = battle(place, [6, 6, 6], hex="0707")
    act(play, "fire_ground")
    assert steps(play, "red-marine-1", "red-airborne-1") == [4, 3], "at sea or not dropped: none"
    place = {"blue-infantry-1": "0707", "blue-dive-bomber-1": "0707 at 2", "red-infantry-1": "0707 from 0708"}
    play = battle(place, [6, 6], hex="0707")
    act(play, "fire_ground")
    assert steps(play, "blue-infantry-1") == [2], "the defender's bomber alike"


@rule("victory", "6.48c")
def test_allied_ground_units_suffer_too() -> None:
    place = {
        "blue-west-infantry-1": "0910", "red-west-dive-bomber-1": "0910 flown 3 at 1",
        "red-east-infantry-1": "0910 from 0909",
    }  # fmt: skip
    play = battle(place, [6], hex="0910", attacker="red-west", scenario="quick-start-4")
    act(play, "fire_ground")
    assert steps(play, "red-east-infantry-1") == [3]


@rule("victory", "6.48b")
def test_friendly_fire_ignores_double_defense_and_spares_the_last_step() -> None:
    place = {"blue-infantry-1": "1103", "blue-dive-bomber-1": "1103 flown 3 at 1", "red-infantry-1": "1103 from 1102"}
    play = battle(place, [6], hex="1103")
    act(play, "fire_ground")
    assert steps(play, "blue-infantry-1") == [3]
    fight = state_of(play).fight
    assert fight is not None and fight.half == (-1, -1)
    place["blue-infantry-1"] = "1103 at 1"
    play = battle(place, [6], hex="1103")
    act(play, "fire_ground")
    assert steps(play, "blue-infantry-1") == [1]


@rule("victory", "6.49", "6.47a")
def test_the_former_attackers_have_double_defense_in_a_mountain_they_took() -> None:
    place = {"blue-infantry-1": "1103 at 1", "red-armor-1": "1103 from 1102", "blue-armor-2": "1103 from 1104 late"}
    play = battle(place, [1, 1, 6, 6], hex="1103")
    act(play, "fire_ground")
    assert play.view(None)["battle"]["round"] == 2 and play.view(None)["battle"]["holder"] == "attack"
    act(play, "pass")
    next_dice(play, 1, 6, 6, 6)
    act(play, "fire_ground")
    assert steps(play, "red-armor-1") == [4], "the first hit only marks it"


@rule("victory", "6.49", "6.5d")
def test_responding_fighters_alone_may_fire_and_then_go_home() -> None:
    place = {"blue-infantry-1": "0707 at 1", "red-armor-1": "0707 from 0708", "blue-fighter-1": "0707 flown 3 late"}
    play = battle(place, [1, 1, 6, 6], hex="0707")
    act(play, "fire_ground")
    assert asked(play) == ("blue", "blue-fighter-1") and play.legal("blue", "fire_ground")
    through_combat(play)
    assert where(play, "blue-fighter-1") in ("pool", "0512", "0909", "0913") or where(play, "blue-fighter-1") != "0707"


@rule("victory", "6.49", "6.7b")
def test_marines_that_had_not_landed_land_when_the_last_defender_is_dead() -> None:
    place = {"blue-fighter-1": "0707 at 1", "red-marine-1": "0707 from 0706 at sea", "red-fighter-1": "0707 flown 3"}
    play = battle(place, [6, 1, 1, 1, 1], hex="0707")
    act(play, "fire_air", "fire_air")
    through_combat(play)
    assert {"kind": "control", "hex": "0707", "side": "red"} in play.view("red")["markers"]


# ---- the printed battle


@rule("victory", "6.ex", "6.42a", "6.45a", "6.46a", "6.6c", "6.7b", "5.8a", "5.51c")
def test_the_battle_example() -> None:
    rolls = [
        6, 6, 6, 6,  # R1 Red FA at G1 misses
        1, 2, 6,  # Blue DB at N2: two hits
        1, 6,  # Red BB-2 at G2: one
        1, 6, 6,  # Blue IN-3 at G3: one on the airborne
        1, 6, 6,  # R2 Blue FA-3 at A2: one
        1, 2, 6,  # Red FA-3 at A2: two
        1, 6, 6,  # Blue DB at G2: one (6 is no friendly hit while it must be: two own hits are counted below)
        1, 6,  # Red BB-2
        6, 6,  # Red AB-2 misses
        1, 6,  # Blue IN-2
        1,  # Red MA-1
    ]  # fmt: skip
    rolls[18:21] = [1, 5, 5]
    rolls[21:23] = [1, 5]
    play = pos(HOPE, scenario="example-hope", active="red", dice=[*rolls, *[5] * 60])
    for unit, verb in (
        ("red-fighter-1", "move"),
        ("red-airborne-1", "paradrop"),
        ("red-marine-1", "move"),
        ("red-battleship-1", "move"),
    ):
        go(play, unit, (verb, "0707"))
    play.answer("red", "end_move")
    go(play, "blue-fighter-1", "0707")
    play.answer("blue", "end_move")
    # round 1
    assert asked(play) == ("red", "red-fighter-1")
    act(play, "fire_ground")
    assert asked(play) == ("blue", "blue-dive-bomber-1")
    act(play, "fire_naval")
    if offered(play, "red", "hit"):
        act(play, ("hit", "red-battleship-1"))
    assert steps(play, "red-marine-1", "red-battleship-1") == [3, 2]
    assert asked(play) == ("red", "red-battleship-1")
    act(play, "fire_ground")
    assert asked(play) == ("red", "red-airborne-1")
    act(play, "drop")
    assert asked(play) == ("blue", "blue-infantry-1")
    assert play.view("blue")["ask"]["focus"]["fire"]["ground"] == {"firepower": 3, "dice": 3}
    act(play, "fire_ground")
    assert steps(play, "red-airborne-1") == [2]
    assert asked(play) == ("red", "red-marine-1")
    act(play, "land")
    # round 2
    assert asked(play) == ("blue", "blue-fighter-1")
    act(play, "fire_air")
    assert steps(play, "red-fighter-1") == [3]
    act(play, "fire_air")
    act(play, ("hit", "blue-fighter-1"))
    assert sum(steps(play, "blue-fighter-1", "blue-dive-bomber-1")) == 4, "by 6.46 the second hit goes to the other 3"


@rule("victory", "6.ex", "6.43a", "6.46b", "6.45a")
def test_in_round_3_of_the_example_the_battleship_may_only_pass_or_retreat() -> None:
    place = {
        "red-fighter-1": "0707 flown 3 at 3", "red-airborne-1": "0707 at 2",
        "red-marine-1": "0707 from 0606 ashore at 1", "red-battleship-1": "0707 from 0606 at 2",
        "blue-infantry-1": "0707 at 1",
        "blue-fighter-1": "0707 flown 3 at 1", "blue-dive-bomber-1": "0707 at 3",
    }  # fmt: skip
    fight = {"hex": "0707", "by": "red", "round": 3, "landed": ["red-airborne-1", "red-marine-1"]}
    play = pos(place, scenario="example-hope", fight=fight, step="round", dice=[5, 1, 2, 5, 1, 5, 1, *[5] * 40])
    state = state_of(play)
    assert not state.afloat >> number(play, "red-marine-1") & 1
    act(play, "fire_ground")  # Blue FA-1 at G1 misses
    act(play, "fire_air")
    while play.legal("blue", "hit", "blue-dive-bomber-1"):
        act(play, ("hit", "blue-dive-bomber-1"))
    assert asked(play) == ("blue", "blue-dive-bomber-1")
    act(play, "pass")
    assert asked(play) == ("red", "red-battleship-1")
    assert set(play.view("red")["ask"]["answers"]) <= {"pass", "retreat"}
    act(play, "pass", "pass", "pass")
    assert asked(play) == ("red", "red-marine-1")


@rule("victory", "6.ex", "6.5d", "6.54", "5.51c", "6.55")
def test_the_example_ends_with_blue_air_at_ordal_and_the_red_fighter_at_hope() -> None:
    place = {
        "red-fighter-1": "0707 flown 3 at 3", "red-marine-1": "0707 from 0606 ashore at 1",
        "blue-infantry-1": "0707 at 1",
        "blue-fighter-1": "0707 flown 3 at 1", "blue-dive-bomber-1": "0707 at 1",
    }  # fmt: skip
    play = pos(place, scenario="example-hope", battles={"0707": "red"}, step="combat", dice=[1, *[5] * 40])
    for unit in ("blue-fighter-1", "red-fighter-1", "blue-dive-bomber-1", "blue-infantry-1"):
        assert asked(play)[1] == unit
        act(play, "pass")
    act(play, "fire_ground")
    act(play, ("withdraw", "blue-fighter-1"))
    assert offered(play, "blue", "retreat") == {"0909"}
    act(play, ("retreat", "0909"), ("retreat", "0909"))
    assert "0707" in offered(play, "red", "land_at")
    act(play, ("land_at", "0707"))
    assert [one["hex"] for one in happened(play, "event.retreats")] == ["0909", "0909"]
    assert happened(play, "event.lands_at")[-1]["hex"] == "0707"


# ---- options


@rule("victory", "6.opt.1")
def test_with_the_mandatory_first_round_nobody_retreats_in_it() -> None:
    place = {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404"}
    play = battle(place, [], options={"mandatory_first_round": True})
    refused(play, "blue", "retreat", "0604", rule="6.opt.1")
    passes(play, 2)
    assert play.legal("blue", "retreat", "0604")
    place = {"blue-fighter-1": "0707", "blue-infantry-1": "0707 at 1", "red-armor-1": "0707 from 0708"}
    play = battle(place, [1, 1, 1, 1], hex="0707", options={"mandatory_first_round": True})
    act(play, "pass", "fire_ground")
    assert offered(play, "blue", "retreat") or offered(play, "blue", "give_up"), "forced retreats still happen"


@rule("victory", "6.opt.2")
def test_the_victor_may_regroup_once_per_block() -> None:
    place = {
        "blue-infantry-1": "0504 at 1",
        "red-armor-1": "0504 from 0404",
        "blue-infantry-2": "0604",
        "red-infantry-2": "0604 from 0704",
    }
    play = pos(
        place, battles={"0504": "red", "0604": "red"}, step="combat", dice=[1] * 4 + [6] * 60, options={"regroup": True}
    )
    play.answer("red", "battle", "0504")
    act(play, "fire_ground")
    assert offered(play, "red", "regroup") == {"red-armor-1"}
    act(play, ("regroup", "red-armor-1"))
    refused(play, "red", "regroup_to", "0604", rule="6.opt.2")
    act(play, ("regroup_to", "0505"))
    assert where(play, "red-armor-1") == "0505"
    assert not offered(play, "red", "regroup")


@rule("victory", "6.opt.3")
def test_in_a_pursuit_round_early_letters_fire_before_late_attackers_leave() -> None:
    place = {"blue-artillery-1": "0504", "red-infantry-1": "0504 from 0404"}
    play = battle(place, [], options={"pursuit_round": True})
    passes(play, 6)
    assert play.view(None)["battle"]["round"] == 4
    assert asked(play) == ("blue", "blue-artillery-1") and play.legal("blue", "fire_ground")
    act(play, "fire_ground")
    assert asked(play) == ("red", "red-infantry-1") and not play.legal("red", "fire_ground")
    act(play, ("retreat", "0404"))
    assert state_of(play).fight is None


def test_a_quiet_move_phase_leads_to_no_battle() -> None:
    play = pos({"red-infantry-1": "0504", "blue-infantry-1": "0913"})
    end_moves(play)
    assert not happened(play, "event.battle")
