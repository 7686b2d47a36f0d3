"""What an answer gives up for good is told with the question, in every game, so that a table can ask twice."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.play import Play
from grognard.core.words import LANGUAGES
from grognard.games.avl.schema import DATA as avl_data
from grognard.games.vl import GAME as VL
from grognard.games.vl.schema import DATA as vl_data
from tests.games.avl._help import position as avl
from tests.games.lb._help import S1
from tests.games.lb._help import position as lb
from tests.games.victory._help import go
from tests.games.victory._help import pos as victory
from tests.games.vl._combat import battlefield as vl
from tests.games.vl._help import position as vl_position


def cost(play: Play, player: str, verb: str, target: Any = None) -> dict[str, Any] | None:
    """What an answer would give up, or None."""
    ask = play.view(player)["ask"]
    assert target in ask["answers"][verb]
    return next((one for one in ask["costs"].get(verb, ()) if one["target"] == target), None)


def items(play: Play, player: str, verb: str) -> list[Any]:
    found = cost(play, player, verb)
    assert found is not None
    return [one.get("unit") or (one["hex"], one.get("odds")) for one in found["items"]]


# ---- A Victory Lost


def test_ending_combat_gives_up_the_attacks_that_are_left_the_best_odds_first() -> None:
    place = {"su-7tk": "6138", "ro-7": "6038", "su-1tk": "6238", "ro-9": "6137", "de-6pz": "6137"}
    play = avl(step="combat", place=place)
    assert items(play, "soviet", "end_combat")[0][0] == "6038"
    found = cost(play, "soviet", "end_combat")
    assert found is not None and (found["count"], found["lost"]) == (len(found["items"]), False)
    play.answer("soviet", "attack", "6038")
    assert play.view("soviet")["ask"]["costs"] == {}, "to cancel gives nothing up"


def test_ending_movement_with_units_left_is_told_where_no_attack_follows() -> None:
    idle = avl(step="move", place={"su-7tk": "6138", "su-1tk": "6238", "de-6pz": "2010"})
    assert set(items(idle, "soviet", "end_movement")) == {"su-7tk", "su-1tk"}
    beside = avl(step="move", place={"su-7tk": "6138", "su-1tk": "6238", "ro-7": "6038"})
    assert cost(beside, "soviet", "end_movement") is None, "the question of combat comes, and undo with it"


def test_declining_the_special_combat_is_told() -> None:
    play = grognard.game("avl").new(seed=1)
    while "decline" not in (ask := play.view(play.deciders[0])["ask"])["answers"]:
        verb = next(verb for verb in ("historical", "done", *ask["answers"]) if verb in ask["answers"])
        play.answer(play.deciders[0], verb, ask["answers"][verb][0])
    assert cost(play, "soviet", "decline") is not None


def test_the_chits_of_the_whole_game_are_sealed_in_a_second_step() -> None:
    """What comes next is asked at once: nobody can take the choice back."""
    play = grognard.game("avl").new(seed=1)
    assert "done" not in play.view("soviet")["ask"]["answers"]
    play.answer("soviet", "historical")
    found = cost(play, "soviet", "done")
    assert found is not None and found["rule"] == "3.0b" and "whole game" in found["text"]["en"]
    play.answer("soviet", "done")
    assert not play.can_undo("soviet")
    play.answer("soviet", "select_chit", play.view("soviet")["ask"]["answers"]["select_chit"][0])
    assert not play.view("soviet")["ask"]["costs"], "a turn's are picked anew"


def test_an_attack_that_cannot_hurt_the_enemy_is_told_by_the_owners_chart(tmp_path: Path) -> None:
    """Every column of our own chart has a DR; the chart of an owner need not."""
    tables = (avl_data / "tables.toml").read_text(encoding="utf-8")
    harsher = tables.replace('6 = ["DR", "DR", "DR",', '6 = ["-", "DR", "DR",')
    assert harsher != tables
    (tmp_path / "tables.toml").write_text(harsher, encoding="utf-8")
    even, uneven = {"de-167": "6038", "su-7tk": "6138"}, {"ro-7": "6038", "su-7tk": "6138", "su-1tk": "6138"}
    for data, place, told in ((tmp_path, even, True), (None, even, False), (tmp_path, uneven, False)):
        play = grognard.game("avl", data=data).position(step="combat", active="soviet", place=place)
        for verb, target in (("attack", "6038"), ("add_all", None)):
            play.answer("soviet", verb, target)
        found = cost(play, "soviet", "resolve")
        assert (found is not None) is told
        if found is not None:
            assert found["key"] == "forgo.no_gain" and found["lost"] and {"unit": "su-7tk"} in found["items"]


# ---- Velikiye Luki


def test_ending_the_combat_phase_gives_up_attacks() -> None:
    play = vl({"fd-357": "1108", "s-343": "1008"})
    (only,) = items(play, "soviet", "end_combat")
    assert only[0] == "1008" and only[1]
    alone = vl({"fd-357": "1308", "s-343": "1008"})
    assert cost(alone, "soviet", "end_combat") is None


def test_what_an_overstacked_hex_would_lose_is_told() -> None:
    crowd = dict.fromkeys(("fd-357", "fd-257", "fd-28", "fd-381"), "1108")
    play = vl_position(step="move", active="soviet", place=crowd, unchecked=True)
    found = cost(play, "soviet", "end_movement")
    assert found is not None and found["lost"] and found["items"] == [{"hex": "1108"}]
    one = cost(vl_position(step="move", active="soviet", place={"fd-357": "1108"}), "soviet", "end_movement")
    assert one is not None and one["key"] == "forgo.unmoved", "nobody stands too close, though all would stay put"


def test_ending_movement_with_most_units_left_is_told_with_their_number_where_undo_is_left_too() -> None:
    place = {"fd-357": "1108", "fd-257": "1308", "fd-28": "1510", "s-343": "1008"}
    play = vl_position(step="move", active="soviet", place=place)
    found = cost(play, "soviet", "end_movement")
    assert found is not None and found["key"] == "forgo.unmoved" and not found["lost"]
    assert found["items"][0]["unit"] in place, "the strongest first"
    ready = found["count"]
    for unit in play.view("soviet")["ask"]["answers"]["unit"][: ready // 2 + 1]:
        play.answer("soviet", "unit", unit)
        for verb in ("move", "stop"):
            if (targets := (play.view("soviet")["ask"] or {})["answers"].get(verb)) is not None:
                play.answer("soviet", verb, targets[0])
    assert cost(play, "soviet", "end_movement") is None, "most have moved, and the end can be taken back"
    beside = avl(step="move", place={"su-7tk": "6138", "su-1tk": "6238", "su-25tk": "6239", "ro-7": "6038"})
    assert len(items(beside, "soviet", "end_movement")) == 3


def test_a_lone_hq_that_an_enemy_can_come_beside_is_told_at_the_end_of_movement() -> None:
    near = {"hq-83": "0909", "s-343": "1111", "fd-357": "0907"}
    quiet: dict[str, Any] = {"festungs": {"west": 0, "east": 0}}
    found = cost(vl_position(step="move", active="german", place=near, **quiet), "german", "end_movement")
    assert found is not None and (found["key"], found["rule"], found["lost"]) == ("forgo.alone", "1.4e", False)
    assert found["items"] == [{"unit": "hq-83"}]
    for place in ({**near, "hq-83": "1111"}, {**near, "hq-83": "0101"}):
        kept = cost(vl_position(step="move", active="german", place=place, **quiet), "german", "end_movement")
        assert kept is None or kept["key"] != "forgo.alone", "in company, or out of reach"


@pytest.mark.parametrize(("harmless", "told"), [(0, False), (1, False), (5, True)])
def test_an_attack_is_in_vain_only_where_no_quality_die_can_lift_it(harmless: int, told: bool, tmp_path: Path) -> None:
    """Every column of the printed table has a result against the defender; the first ones of an owner's need not."""
    tables = (vl_data / "tables.toml").read_text(encoding="utf-8")
    low = re.sub(rf'(?m)^([1-6] = \[)("[^"]*", ){{{harmless}}}', lambda row: row[1] + '"1/-", ' * harmless, tables)
    (tmp_path / "tables.toml").write_text(low, encoding="utf-8")
    crowd = dict.fromkeys(("gr-504-291", "gr-505-291", "gr-506-291"), "1008")
    play = vl({"fd-357": "1108", **crowd}, game=VL.with_data(tmp_path))
    for verb, target in (("attack", "1008"), ("add_all", None)):
        play.answer("soviet", verb, target)
    found = cost(play, "soviet", "commit")
    assert (found is not None) is told
    if found is not None:
        assert (found["key"], found["items"]) == ("forgo.must_lose", [{"unit": "fd-357"}])


# ---- Lost Battles


def test_a_secret_choice_tells_its_terms_before_it_is_sealed() -> None:
    play = grognard.game("lb").new(S1, seed=1)
    for chit, clause in (("objective-A", "scenario1.victory.A"), ("objective-D", "scenario1.victory.D")):
        found = cost(play, "russian", "choose", chit)
        assert found is not None and found["rule"] == clause
        assert found["terms"]["en"] == play.game.rules.lookup(clause)[0].says
    mine = cost(play, "german", "choose", "reinforcement_option-II")
    assert mine is not None and mine["rule"] == "scenario1.reinf.A" and mine["terms"]["ja"]


def test_ending_the_announcement_gives_up_attacks_until_they_are_announced() -> None:
    play = lb({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, step="combat")
    assert items(play, "russian", "end_announcing") == [("2416", "2-1")]
    for verb, target in (("attack", "2416"), ("add", "su-rifle-rgt#1"), ("announce", None)):
        play.answer("russian", verb, target)
    assert cost(play, "russian", "end_announcing") is None


def test_an_attack_that_must_lose_is_told() -> None:
    place = {"su-rifle-rgt#1": "2417", "ge-pz4-bn#1": "2416", "ge-mot-inf-bn#1": "2416", "ge-stug-bn#1": "2416"}
    play = lb(place, step="combat")
    for verb, target in (("attack", "2416"), ("add", "su-rifle-rgt#1")):
        play.answer("russian", verb, target)
    found = cost(play, "russian", "announce")
    assert found is not None and found["lost"] and found["items"] == [{"unit": "su-rifle-rgt#1"}]
    fair = lb({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, step="combat")
    for verb, target in (("attack", "2416"), ("add", "su-rifle-rgt#1")):
        fair.answer("russian", verb, target)
    assert cost(fair, "russian", "announce") is None


def test_fire_that_can_hit_nothing_is_told_with_the_supply_it_would_use_up() -> None:
    place = {"su-mortar-10#1": "2418", "su-supply#1": "2418", "ge-pz4-bn#1": "2415", "ge-stug-bn#1": "2415"}
    play = lb(place, step="combat")
    for verb, target in (("fire", "2415"), ("add", "su-mortar-10#1")):
        play.answer("russian", verb, target)
    found = cost(play, "russian", "announce")
    assert found is not None and found["key"] == "forgo.no_gain"
    assert found["items"] == [{"unit": "su-mortar-10#1"}, {"unit": "su-supply#1"}]
    place = {"su-art-20#1": "2420", "su-supply#1": "2420", "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}
    strong = lb(place, step="combat")
    for verb, target in (("fire", "2416"), ("add", "su-art-20#1")):
        strong.answer("russian", verb, target)
    assert cost(strong, "russian", "announce") is None


def test_only_the_second_movement_phase_ends_for_good() -> None:
    place = {"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2412"}
    first = lb(place, step="first_movement")
    second = lb(place, step="second_movement")
    assert cost(first, "russian", "end_movement") is None
    found = cost(second, "russian", "end_movement")
    assert found is not None and not found["lost"] and found["count"] > 0


# ---- Victory


def test_ending_the_move_tells_the_blocks_that_could_still_go() -> None:
    play = victory({"red-infantry-1": "1105", "red-armor-1": "1105", "blue-infantry-1": "1210"}, active="red")
    assert set(items(play, "red", "end_move")) == {"red-armor-1", "red-infantry-1"}
    go(play, "red-infantry-1", "1104")
    if play.view("red")["ask"]["focus"].get("unit"):
        play.answer("red", "stop")
    assert items(play, "red", "end_move") == ["red-armor-1"]


def test_points_that_would_be_lost_are_told_as_long_as_they_buy_something() -> None:
    play = victory({"red-infantry-1": "0902 at 1"}, step="production")
    found = cost(play, "red", "done")
    assert found is not None and found["lost"] and found["points"] > 0
    assert {"unit": "red-infantry-1"} in found["items"]


# ---- everywhere


@pytest.mark.parametrize("game", ["avl", "vl", "lb", "victory"])
def test_costs_are_worded_in_both_languages_and_name_what_is_there(game: str) -> None:
    rng = Random(5)
    play = grognard.game(game).new(seed=5)
    seen = 0
    for _ in range(250):
        if play.result is not None:
            break
        player = rng.choice(play.deciders)
        view = play.view(player)
        ask = view["ask"]
        pieces = {piece["id"] for piece in view["pieces"]}
        for verb, costs in ask["costs"].items():
            for one in costs:
                seen += 1
                assert one["target"] in ask["answers"][verb]
                assert all(one["text"][language] for language in LANGUAGES)
                assert {item["unit"] for item in one["items"] if "unit" in item} <= pieces
        verb = rng.choice(sorted(ask["answers"].keys() - {"return_chit", "cancel", "remove"} or ask["answers"]))
        play.answer(player, verb, rng.choice(ask["answers"][verb]))
    assert seen
