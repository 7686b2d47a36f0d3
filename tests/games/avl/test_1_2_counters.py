"""Chapters 1 and 2: rounding, the map's markings, and what the counters are."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.play import Play
from grognard.testing import rule
from tests.games.avl._help import (
    activated,
    answer,
    attack,
    avl,
    end_movement,
    happened,
    march,
    offered,
    position,
    refused,
    state_of,
    steps_of,
    supply_of,
    where,
)

# The Khoper bends around 4809: 4909 and 4910 lie across the minor river from it, and 4910 also from 4810 and 4911.
# 4908 and 4909 are on the same bank. All of this is clear, without a bridge.
RIVER_HEX, ACROSS_NORTH, ACROSS_SOUTH = "4809", "4909", "4910"


def strength(play: Play, hex: str, player: str = "soviet") -> tuple[int, int]:
    """Attack and defence as everybody who can attack a hex would count."""
    odds = play.preview(player, "attack", hex)
    return odds["attack"], odds["defence"]


def combat(active: str = "soviet", **words: Any) -> Play:
    return position(step="combat", active=active, **words)


# ---- 1.3 rounding


@rule("avl", "1.3a", "1.3c")
def test_half_of_five_is_two() -> None:
    play = combat(place={"su-1gm": RIVER_HEX, "de-7lw": ACROSS_NORTH})  # 1GM attacks with 5
    assert strength(play, ACROSS_NORTH) == (2, 1)


@rule("avl", "1.3a", "1.3c")
def test_a_quarter_of_three_is_nothing() -> None:
    """41G attacks with 3: out of supply over a river it counts 0 and cannot attack alone, nor adds to others."""
    weak = {"su-41g": f"{RIVER_HEX} out of supply", "de-7lw": ACROSS_NORTH}
    alone = combat(place={**weak, "su-7tk": "5505", "de-8lw": "5506"})  # 7Tk's attack elsewhere keeps the segment open
    refused(alone, "soviet", "attack", ACROSS_NORTH, rule="9.3.4a")
    assert alone.why("soviet", "attack", ACROSS_NORTH)[0].message.args["attack"] == 0
    helped = combat(place={**weak, "su-195": "4908"})  # 195 attacks with 2 over dry land
    assert strength(helped, ACROSS_NORTH) == (2, 1)


@rule("avl", "1.3a", "1.3c")
def test_the_27th_panzer_out_of_supply_over_a_minor_river_counts_one() -> None:
    """The printed example: attack 6, quartered to 1.5, rounded down to 1."""
    play = combat("axis", place={"de-27pz": f"{RIVER_HEX} out of supply", "su-4c": ACROSS_SOUTH})
    odds = play.preview("axis", "attack", ACROSS_SOUTH)
    reasons = ["minor_river", "out_of_supply"]
    assert odds["groups"] == [{"units": ["de-27pz"], "factor": "1/4", "reasons": reasons, "strength": 1}]
    assert (odds["attack"], odds["column"]) == (1, "1-1")


@rule("avl", "1.3a")
def test_an_isolated_unit_with_allowance_five_moves_two_hexes() -> None:
    play = position(step="move", active="soviet", place={"su-195": "5505 isolated"})  # open steppe
    answer(play, "soviet", ("unit", "su-195"))
    reached = {avl().ground.grid.distance(avl().ground.grid.index("5505"), avl().ground.grid.index(str(hex)))
               for hex in offered(play, "soviet", "move")}  # fmt: skip
    assert reached == {1, 2}


@rule("avl", "1.3b")
def test_stacked_attackers_are_added_before_they_are_halved() -> None:
    """Two 3s over the river make 3, where each on its own would make 1."""
    play = combat(place={"su-41g": RIVER_HEX, "su-44g": RIVER_HEX, "de-7lw": ACROSS_NORTH})
    assert strength(play, ACROSS_NORTH) == (3, 1)


@rule("avl", "1.3b")
def test_attackers_of_different_hexes_are_halved_apart() -> None:
    play = combat(place={"su-41g": RIVER_HEX, "su-44g": "4810", "de-7lw": ACROSS_SOUTH})
    assert strength(play, ACROSS_SOUTH) == (2, 1)


@rule("avl", "1.3b")
def test_stacked_isolated_defenders_are_added_before_they_are_halved() -> None:
    """Two isolated 1s defend with 1; one alone defends with 0 and the attack takes the last column."""
    two = combat(place={"su-7tk": "5505", "de-7lw": "5506 isolated", "de-8lw": "5506 isolated"})
    assert strength(two, "5506") == (4, 1)
    one = combat(place={"su-7tk": "5505", "de-7lw": "5506 isolated"})
    assert strength(one, "5506") == (4, 0)
    assert one.preview("soviet", "attack", "5506")["column"] == "10-1+"


@rule("avl", "1.3b")
def test_stacked_units_that_attack_two_hexes_are_rounded_apart() -> None:
    """Together two 5s over the river make 5; sent against two hexes each makes 2."""
    guns = {"su-1gm": RIVER_HEX, "su-2gm": RIVER_HEX}
    play = combat(place={**guns, "de-7lw": ACROSS_NORTH, "de-8lw": ACROSS_SOUTH}, dice=[3, 3])
    assert strength(play, ACROSS_NORTH) == (5, 1)
    answer(play, "soviet", ("attack", ACROSS_NORTH), ("add", "su-1gm"))
    assert play.preview("soviet", "resolve")["attack"] == 2
    answer(play, "soviet", "resolve")
    assert strength(play, ACROSS_SOUTH) == (2, 1)


@rule("avl", "1.3b")
def test_in_a_stack_only_the_unit_without_supply_is_halved() -> None:
    """The ruling: units that share a factor form a group; 3 whole and half of 3 make 4, over a river 1 and 0 make 1."""
    stack = {"su-41g": "5505", "su-44g": "5505 out of supply"}
    assert strength(combat(place={**stack, "de-7lw": "5506"}), "5506") == (4, 1)
    wet = {unit: place.replace("5505", RIVER_HEX) for unit, place in stack.items()}
    assert strength(combat(place={**wet, "de-7lw": ACROSS_NORTH}), ACROSS_NORTH) == (1, 1)


# ---- 2.1 the map


def on_a_source_surrounded(unit: str, hex: str, enemies: tuple[str, ...]) -> Play:
    """A unit on a source hex with an enemy on every side: only the source itself can supply it."""
    grid, land = avl().ground.grid, avl().ground.land
    beside = grid.list_names(grid.around[grid.index(hex)] & land)
    ring = dict(zip(enemies, beside, strict=False))
    assert len(ring) == len(beside)
    return position(step="supply", turn=2, place={unit: hex, **ring})


GERMANS = ("de-62", "de-294", "de-298", "de-168", "de-336", "de-304")
RUSSIANS = ("su-41g", "su-44g", "su-35g", "su-38g", "su-14g", "su-50g")
BLACK = ("0106", "0115", "0116", "0124", "0131", "0142")
RED = ("3201", "4301", "4601", "5001", "6542", "6709", "6729", "6734")


@rule("avl", "2.1.2")
@pytest.mark.parametrize("hex", BLACK)
def test_a_black_source_supplies_the_axis_and_nobody_else(hex: str) -> None:
    assert supply_of(on_a_source_surrounded("de-17pz", hex, RUSSIANS), "de-17pz") == "in supply"
    assert supply_of(on_a_source_surrounded("su-7tk", hex, GERMANS), "su-7tk") == "out of supply"


@rule("avl", "2.1.2")
@pytest.mark.parametrize("hex", RED)
def test_a_red_source_supplies_the_soviets_and_nobody_else(hex: str) -> None:
    assert supply_of(on_a_source_surrounded("su-7tk", hex, GERMANS), "su-7tk") == "in supply"
    assert supply_of(on_a_source_surrounded("de-17pz", hex, RUSSIANS), "de-17pz") == "out of supply"


@rule("avl", "2.1.3")
def test_a_railroad_alone_bridges_a_major_river_for_movement() -> None:
    """Over the Don from 5625 to 5726 runs a railroad without a road: 7Tk comes from 5525, crosses, and goes on."""
    play = position(step="move", active="soviet", place={"su-7tk": "5525"})
    march(play, "soviet", "su-7tk", "5625", "5726", "5825")
    assert where(play, "su-7tk") == "5825"


@rule("avl", "2.1.3")
@pytest.mark.parametrize(
    ("blocking", "ruling"), [({}, "in supply"), ({"de-62": "0429"}, "out of supply")], ids=["open", "closed"]
)
def test_a_railroad_alone_bridges_a_major_river_for_supply(blocking: dict[str, str], ruling: str) -> None:
    """West of the Dnepr a Soviet line leaves only by the bridge at 0325, where 294 stands, or by rail 0330-0429."""
    play = position(step="supply", place={"su-7tk": "0229", "de-294": "0325", **blocking})
    assert supply_of(play, "su-7tk") == ruling


@rule("avl", "2.1.3")
def test_a_railroad_alone_bridges_a_major_river_for_command() -> None:
    """From 0429 the range of 6A goes over the rail bridge and two hexes further; over the bare river it ends."""
    play = position(step="move", hq=["hq-6a"], place={"hq-6a": "0429", "su-41g": "0229", "su-44g": "0228"})
    assert activated(play) == {"hq-6a", "su-41g", "su-44g"}
    upstream = position(step="move", hq=["hq-6a"], place={"hq-6a": "0427", "su-41g": "0327", "su-44g": "0227"})
    assert activated(upstream) == {"hq-6a", "su-41g"}


@rule("avl", "2.1.3")
def test_a_railroad_alone_bridges_a_major_river_for_retreat() -> None:
    """DR2 from 0530: the second hex may lie over the rail bridge 0429-0330 but not over the bare river 0429-0329."""
    attackers = {"su-1gm": "0531", "su-2gm": "0531", "su-4m": "0630", "su-5m": "0630"}  # 20 to 3: 6-1
    play = position(step="combat", active="soviet", place={"de-62": "0530", **attackers}, dice=[6])
    attack(play, "soviet", "0530", *attackers)
    answer(play, "axis", ("retreat", "0429"))
    assert "0330" in offered(play, "axis", "retreat")
    refused(play, "axis", "retreat", "0329", rule="9.5.6a")
    answer(play, "axis", ("retreat", "0330"))
    assert where(play, "de-62") == "0330"


@rule("avl", "2.1.3")
def test_a_road_beside_a_river_is_no_bridge() -> None:
    """4214 and 4314 are road hexes, yet the road joins them by way of 4315: the Don between them is unbridged.

    An Axis HQ in 4315, which 6A cannot enter, closes the way round.
    """
    around = position(step="move", active="soviet", place={"hq-6a": "4115"})
    march(around, "soviet", "hq-6a", "4214")
    assert around.preview("soviet", "move", "4314")["path"] == ["4214", "4315", "4314"]
    play = position(step="move", active="soviet", place={"hq-6a": "4115", "hq-it8a": "4315"})
    march(play, "soviet", "hq-6a", "4214")
    refused(play, "soviet", "move", "4314", rule="8.1.3b")


# ---- 2.2 combat units


@rule("avl", "2.2.1")
def test_the_limits_of_a_nation_bind_the_minor_allies_alone() -> None:
    """A German HQ activates every Axis nation and a German stacks with any; the Italian HQ leaves the Romanian out."""
    units = {"it-cos": "5504", "ro-9": "5506", "hu-7": "5604", "de-62": "5404"}
    german = position(step="move", active="axis", hq=["hq-hollidt"], place={"hq-hollidt": "5505", **units})
    italian = position(step="move", active="axis", hq=["hq-it8a"], place={"hq-it8a": "5505", **units})
    assert activated(german) == {"hq-hollidt", *units}
    assert activated(italian) == {"hq-it8a", "it-cos", "de-62"}


@rule("avl", "2.2.2a")
def test_a_division_in_the_colours_of_1gda_obeys_5tka() -> None:
    assert {row.id: row.group for row in avl().files.units}["su-41g"] == "1GdA"
    play = position(step="move", hq=["hq-5tka"], place={"hq-5tka": "5505", "su-41g": "5510", "hq-1gda": "5705"})
    assert activated(play) == {"hq-5tka", "su-41g"}


@rule("avl", "2.2.2b")
def test_a_panzer_division_attacks_with_six_and_defends_with_four() -> None:
    attacking = combat("axis", place={"de-17pz": "5505", "su-4c": "5506"})
    assert strength(attacking, "5506", "axis") == (6, 1)
    defending = combat(place={"de-17pz": "5505", "su-1gm": "5506"})
    assert strength(defending, "5505") == (5, 4)


@rule("avl", "2.2.2b")
def test_an_infantry_division_attacks_and_defends_with_three() -> None:
    attacking = combat("axis", place={"de-62": "5505", "su-4c": "5506"})
    assert strength(attacking, "5506", "axis") == (3, 1)
    defending = combat(place={"de-62": "5505", "su-1gm": "5506"})
    assert strength(defending, "5505") == (5, 3)


@rule("avl", "2.2.2c")
def test_a_unit_numbered_three_arrives_on_turn_three() -> None:
    early = position(step="reinforcements", turn=2, place={})
    refused(early, "axis", "place", "de-302", rule="2.2.2c")
    due = position(step="reinforcements", turn=3, place={})
    answer(due, "axis", ("place_at", "1211"))  # 302 is the only Axis arrival and is taken up by itself
    assert where(due, "de-302") == "1211"
    assert "su-10tk" in offered(due, "soviet", "place")


@rule("avl", "2.2.2c")
def test_white_symbols_come_into_their_boxes_and_never_by_rail() -> None:
    play = position(step="reinforcements", turn=1, place={})
    army = {"hq-28a", "su-34g", "su-248", "su-271", "su-152b"}
    assert {where(play, unit) for unit in army} == {"box"}
    while offered(play, "axis", "place") or offered(play, "axis", "place_at"):
        if not offered(play, "axis", "place_at"):
            play.answer("axis", "place", min(map(str, offered(play, "axis", "place"))))
        play.answer("axis", "place_at", min(map(str, offered(play, "axis", "place_at"))))
    placed = {event["unit"] for event in happened(play, "event.placed")}
    assert placed == {"hq-f-pico", "de-304", "de-3mt", "de-19pz", "de-306", "de-385"}
    assert state_of(play).turn == 2 and {where(play, unit) for unit in army} == {"box"}


@rule("avl", "2.2.2d")
def test_silhouettes_add_no_unit_and_no_option_of_play() -> None:
    """Each mechanized unit exists once, and nothing that players agree on before play concerns the artwork."""
    names = [(unit.nation, unit.label) for unit in avl().files.units if unit.mechanized]
    assert len(names) == len(set(names)) == 38
    assert {option.rule for option in avl().scenario().options} == {
        "2.2.2b", "15.0.1a", "15.0.1b", "15.0.1c", "15.0.2a", "15.0.2b", "15.0.2c",
    }  # fmt: skip


@rule("avl", "2.2.3a")
def test_a_loss_flips_a_full_two_sided_unit() -> None:
    play = combat(place={"su-7tk": "5505", "de-62": "5506"}, dice=[1])  # 4 to 3: 1-1, die 1: A1
    attack(play, "soviet", "5506", "su-7tk")
    assert (where(play, "su-7tk"), steps_of(play, "su-7tk")) == ("5505", 1)


@rule("avl", "2.2.3a")
def test_a_loss_eliminates_a_full_unit_with_a_blank_back() -> None:
    play = combat(place={"su-4c": "5505", "de-7lw": "5506"}, dice=[1])  # 1 to 1: 1-1, die 1: A1
    attack(play, "soviet", "5506", "su-4c")
    assert (where(play, "su-4c"), steps_of(play, "su-4c")) == ("eliminated", 0)


@rule("avl", "2.2.3b")
def test_everyone_starts_and_arrives_at_full_strength() -> None:
    full = {unit.id: len(unit.steps) for unit in avl().files.units}
    game = avl().new(seed=1)
    set_up = [unit.id for unit in avl().files.units if unit.setup is not None]
    assert {unit: steps_of(game, unit) for unit in set_up} == {unit: full[unit] for unit in set_up}
    play = position(step="reinforcements", turn=3, place={})
    answer(play, "axis", ("place_at", "1211"))
    answer(play, "soviet", ("place", "su-57g"), ("place_at", "3201"))
    assert steps_of(play, "de-302") == steps_of(play, "su-57g") == 2


# ---- 2.3 headquarters


@rule("avl", "2.3.1")
def test_a_unit_next_to_an_enemy_hq_is_in_no_zoc() -> None:
    """Past the lone HQ in 5505 every hex costs its ground alone; past a division it costs two more."""
    for enemy, cost in (("hq-4pza", "1"), ("de-62", "3")):
        play = position(step="move", active="soviet", place={"su-195": "5503", enemy: "5505"})
        answer(play, "soviet", ("unit", "su-195"))
        assert play.preview("soviet", "move", "5504")["cost"] == cost


@rule("avl", "2.3.1", "5.0.1")
def test_an_hq_joins_two_combat_units() -> None:
    play = position(step="move", active="soviet", place={"su-41g": "5505", "su-44g": "5505", "hq-6a": "5504"})
    march(play, "soviet", "hq-6a", "5505")
    assert where(play, "hq-6a") == "5505"


@rule("avl", "2.3.1")
def test_an_hq_neither_attacks_nor_defends() -> None:
    stack = {"su-7tk": "5505", "hq-5tka": "5505", "de-62": "5506", "hq-4pza": "5506"}
    play = combat(place=stack)
    assert strength(play, "5506") == (4, 3)
    answer(play, "soviet", ("attack", "5506"))
    refused(play, "soviet", "add", "hq-5tka", rule="2.3.1")


@rule("avl", "2.3.2")
def test_a_panzer_army_hq_does_not_advance_on_its_own_account() -> None:
    """18 to 1 with die 6 leaves 5506 empty: 4PzA goes nowhere before a unit of its stack has gone, and only with it."""
    stack = {"de-17pz": "5505", "de-6pz": "5505", "hq-4pza": "5505"}
    play = combat("axis", place={**stack, "su-4c": "5506"}, dice=[6])
    attack(play, "axis", "5506", "de-17pz", "de-6pz")
    refused(play, "axis", "advance", "hq-4pza", rule="12.4")
    answer(play, "axis", ("advance", "de-17pz"), "stop", ("advance", "hq-4pza"))
    assert where(play, "de-17pz") == where(play, "hq-4pza") == "5506"
    assert not offered(play, "axis", "advance_to")


@rule("avl", "2.3.2")
def test_a_tank_army_hq_stops_after_one_hex_with_its_infantry() -> None:
    stack = {"su-41g": "5505", "su-44g": "5505", "hq-5tka": "5505"}
    play = combat(place={**stack, "de-7lw": "5506", "de-62": "5906"}, dice=[6])  # 6 to 1, die 6
    attack(play, "soviet", "5506", "su-41g", "su-44g")
    answer(play, "soviet", ("advance", "su-41g"), ("advance", "hq-5tka"))
    assert where(play, "su-41g") == where(play, "hq-5tka") == "5506"
    assert offered(play, "soviet", "advance") == {"su-44g"}


# ---- 2.4, 2.5 chits and markers


@rule("avl", "2.4")
def test_every_hq_has_a_chit_of_its_name_and_three_chits_have_none() -> None:
    chits = avl().chits
    hqs = {chits.names[chit]: avl().counters.rows[hq].label for chit, hq in enumerate(chits.hq) if hq >= 0}
    assert all(chit == hq for chit, hq in hqs.items())
    assert set(hqs.values()) == {hq.label for hq in avl().files.hqs}
    assert set(chits.names) - set(hqs) == {"Manstein-1", "Manstein-2", "STAVKA"}
    assert len(chits.names) == len(avl().files.hqs) + 3


@rule("avl", "2.5")
def test_every_marker_is_shown_to_everybody() -> None:
    place = {"su-195": "5505 out of supply", "su-41g": "5605 isolated", "su-44g": "5705", "hq-6a": "5506"}
    play = position(step="move", turn=4, hq=["hq-6a"], place={**place, "su-7tk": "5515"}, cities={"Kharkov": "soviet"})
    for player in ("axis", "soviet", None):
        view = play.view(player)
        flags = {piece["id"]: piece.get("flags", []) for piece in view["pieces"]}
        assert flags["su-195"] == ["out_of_supply", "activated", "fresh"]
        assert flags["su-41g"] == ["isolated", "activated", "fresh"]
        assert flags["su-44g"] == ["activated", "fresh"]
        assert flags["su-7tk"] == []  # out of command
        assert view["turn"] == 4 and {"id": "turn", "value": 4, "last": 9}.items() <= view["tracks"][0].items()
        control = {marker["hex"]: marker["side"] for marker in view["markers"] if marker["kind"] == "control"}
        assert control == {"1211": "soviet", "3435": "axis", "2129": "axis", "0325": "axis", "0429": "axis"}


@rule("avl", "2.5")
def test_out_of_command_is_forgotten_with_the_next_chit() -> None:
    """The marker is an aid to memory: a unit beyond 6A's range is activated by 5TkA's chit all the same."""
    place = {"hq-6a": "5505", "hq-5tka": "5512", "su-7tk": "5511"}
    play = position(step="draw", place=place, chits={"cup": ["6A", "5TkA"]}, dice=[1, 1])
    assert activated(play) == {"hq-6a"}
    end_movement(play, "soviet")
    assert activated(play) == {"hq-5tka", "su-7tk"}
