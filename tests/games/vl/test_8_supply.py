"""Chapter 8: lines of supply, where they come from, and what becomes of units without one; against a plain twin."""

from __future__ import annotations

from random import Random

import pytest

from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.games.vl.combat import battle_of
from grognard.games.vl.counters import GERMAN, SIDES, SOVIET
from grognard.games.vl.odds import attack_of, defence_of, strengths
from grognard.games.vl.supply import in_supply
from grognard.hex.grid import mask
from grognard.testing import rule
from tests.games.vl import _plain as plain
from tests.games.vl._help import (
    answer,
    cost,
    declare,
    end_movement,
    hex_names,
    hex_number,
    idle,
    idle_until,
    march,
    no_arrivals,
    number,
    offered,
    position,
    refused,
    state_of,
    supply_of,
    told,
    where,
)

NO_CITY = {"west": 0, "east": 0}
CUT_OFF = {"klatt": "1513", "fd-357": "1411", "gfd-9": "1414", "fd-381": "1611", "gfd-46": "1614"}
"""All six hexes around Klatt lie in Soviet ZOC, and in his own. From 1412 the way west by 1313 is free."""


def supply_phase(turn: int = 3, **words: object) -> Play:
    """Phase A of a turn, and the Soviet player's first decision after it."""
    place = words.pop("place", {})
    assert isinstance(place, dict)
    return position(turn=turn, step="turn", place={**no_arrivals(), **place}, dice=[3, 3, 3], **words)


def line(play: Play, side: str, hex: str) -> bool:
    return bool(in_supply(state_of(play), SIDES.index(side)) >> hex_number(hex) & 1)


# ---- the line (8.1)


@rule("vl", "8.1a")
def test_a_line_crosses_an_unbridged_major_river() -> None:
    # the bridges of the Lovat are in German hands; the river itself is no obstacle between 1013 and 1113
    germans = {"meyer": "1110", "klatt": "1209"}
    play = position(place={"fd-28": "1013", **germans}, festungs=NO_CITY)
    assert frozenset(("1013", "1113")) in plain.MAP.rivers and frozenset(("1013", "1113")) not in plain.MAP.paths
    assert line(play, "soviet", "1013")


@rule("vl", "8.1a")
def test_a_line_has_any_length_and_goes_over_any_ground_a_motorised_unit_can_use() -> None:
    play = position(place={"fd-28": "0101", "klatt": "1619"}, festungs=NO_CITY)
    assert line(play, "soviet", "0101") and line(play, "german", "1619")
    # 16.1 bars no ground to anybody, so there is no hex and no hexside that a line could not use; hexes cut away from
    # the map are no ground at all
    assert in_supply(state_of(play), SOVIET) == GAME.ground.land & ~(
        state_of(play).combat[GERMAN] | GAME.ground.grid.grow(state_of(play).combat[GERMAN])
    )
    for row in GAME.ground.entry:
        assert sum(board for _, _, board in row) == GAME.ground.land
    assert not hex_names(in_supply(state_of(play), SOVIET)) & {"1201", "1301", "1404", "1604"}


@rule("vl", "8.1b")
def test_a_line_enters_no_enemy_hex_be_it_a_lone_hq() -> None:
    # 28 DF in 0101 has the two neighbours 0102 and 0201: an HQ in each is enough
    place = {"fd-28": "0101", "hq-83": "0102", "swr-3": "0201"}
    play = position(place=place, festungs=NO_CITY)
    assert not line(play, "soviet", "0101")
    assert plain.MAP.beside["0101"] == ["0102", "0201"]
    play = position(place={"fd-28": "0101", "hq-83": "0102"}, festungs=NO_CITY)
    assert line(play, "soviet", "0101")


@rule("vl", "8.1b")
def test_a_friendly_hq_in_the_zoc_hex_opens_it_and_friendly_zoc_does_not() -> None:
    play = supply_phase(place=CUT_OFF)
    assert supply_of(play, "klatt") == "isolated"  # his own ZOC over all six hexes helps nothing
    play = supply_phase(place={**CUT_OFF, "hq-83": "1412"})
    assert (supply_of(play, "klatt"), supply_of(play, "hq-83")) == ("in supply", "in supply")


@rule("vl", "8.1b", "4.2.2")
def test_the_zoc_of_a_festung_cuts_a_line_until_the_ring_closes() -> None:
    ring = {"fd-357": "1109", "gfd-9": "1010", "tr-36": "1211", "tb-184": "1310"}
    play = position(place=ring)
    assert line(play, "soviet", "1009") and line(play, "soviet", "1111")
    # broken: the hexes between the units are the Festungs' again
    play = position(place={**ring, "meyer": "1009"}, options={"german_beside_city_breaks_ring": True})
    assert not line(play, "soviet", "1111") and line(play, "soviet", "1010")


@rule("vl", "8.1c")
def test_being_cut_off_in_mid_turn_has_no_effect_before_the_next_phase_a() -> None:
    place = {**CUT_OFF, **no_arrivals(), "fd-357": "1309"}  # 1412 is free as yet
    play = position(turn=3, step="turn", place=place, dice=[3, 3])
    assert supply_of(play, "klatt") == "in supply"
    march(play, "soviet", "fd-357", "1411")
    end_movement(play, "soviet")
    assert not line(play, "german", "1513") and supply_of(play, "klatt") == "in supply"
    while state_of(play).turn == 3:
        assert supply_of(play, "klatt") == "in supply"
        idle(play)
    assert supply_of(play, "klatt") == "isolated"


@rule("vl", "8.1c")
def test_a_line_found_in_mid_turn_helps_nothing_before_the_next_phase_a() -> None:
    place = {**CUT_OFF, **no_arrivals(), "klatt": "1513 unsupplied"}
    play = position(turn=3, place=place, dice=[3, 3])
    march(play, "soviet", "fd-357", "1408")
    end_movement(play, "soviet")
    assert line(play, "german", "1513") and supply_of(play, "klatt") == "unsupplied"
    idle_until(play, "event.turn")
    assert supply_of(play, "klatt") == "in supply"


# ---- where it comes from (8.2)


@rule("vl", "8.2a")
def test_the_edges_of_both_sides() -> None:
    german, soviet = hex_names(GAME.ground.sources[GERMAN]), hex_names(GAME.ground.sources[SOVIET])
    west = {f"01{row:02}" for row in range(1, 21)}
    assert german == west | {"0201", "0301", "0401", "0501"} | {"0219", "0320", "0419", "0520"}
    east = {f"16{row:02}" for row in range(5, 20)}
    north = {"0701", "0801", "0901", "1001", "1101", "1102", "1103", "1104", "1105", "1205", "1305", "1405", "1505"}
    assert soviet == east | north | {"0819", "0920", "1019", "1120", "1219"}
    assert not {"0601", "0619", "0720", "1320", "1520"} & (german | soviet)


@rule("vl", "8.2a")
def test_a_soviet_line_does_not_end_in_0601_and_a_german_one_does_in_0501() -> None:
    # a pocket of 0501 and 0601 at the northern edge, everything beside it held or in enemy ZOC
    germans = {"klatt": "0503", "giehl": "0801", "s-343": "0302"}
    play = position(place={"fd-28": "0601", **germans}, festungs=NO_CITY)
    assert not line(play, "soviet", "0601") and not line(play, "soviet", "0501")
    russians = {"fd-357": "0503", "gfd-9": "0801", "fd-381": "0302"}
    play = position(place={"meyer": "0601", **russians}, festungs=NO_CITY)
    assert line(play, "german", "0601") and line(play, "german", "0501")
    assert not line(play, "german", "0401") and not line(play, "german", "0502")
    # one hex further east it is the other way round: 0701 is a Soviet edge hex
    play = position(place={"fd-28": "0701", "klatt": "0503", "giehl": "0902", "s-343": "0802"}, festungs=NO_CITY)
    assert line(play, "soviet", "0701")


@rule("vl", "8.2b")
def test_an_enemy_or_his_zoc_closes_an_edge_hex_and_another_is_used() -> None:
    play = position(place={"fd-28": "1410", "klatt": "1608"}, festungs=NO_CITY)
    for hex in ("1608", "1607", "1609"):
        assert not line(play, "soviet", hex)
    assert line(play, "soviet", "1611") and line(play, "soviet", "1410")


@rule("vl", "8.2b")
def test_a_friendly_unit_keeps_an_edge_hex_open_under_enemy_zoc() -> None:
    for unit in ("fd-28", "hq-5g", "mrl-38g"):
        play = position(place={unit: "1607", "klatt": "1508", "giehl": "1608"}, festungs=NO_CITY)
        assert line(play, "soviet", "1607")
        play = position(place={"klatt": "1508", "giehl": "1608"}, festungs=NO_CITY)
        assert not line(play, "soviet", "1607")


# ---- what follows (8.3)

EAST = {"fd-357": "1411", "gfd-9": "1414", "fd-381": "1611", "gfd-46": "1614"}


@rule("vl", "8.3a")
def test_without_a_line_isolated_and_again_without_one_unsupplied_and_with_one_neither() -> None:
    for before, cut, after in (
        ("", True, "isolated"),
        (" isolated", True, "unsupplied"),
        (" unsupplied", True, "unsupplied"),
        (" isolated", False, "in supply"),
        (" unsupplied", False, "in supply"),
        ("", False, "in supply"),
    ):
        place = {**(EAST if cut else {}), "klatt": f"1513{before}", "hq-83": f"1513{before}", "swr-3": f"1513{before}"}
        play = supply_phase(place=place)
        assert {supply_of(play, unit) for unit in ("klatt", "hq-83", "swr-3")} == {after}


@rule("vl", "8.3a", "8.3b")
def test_two_turns_without_a_line() -> None:
    play = supply_phase(place=CUT_OFF)
    assert supply_of(play, "klatt") == "isolated"
    idle_until(play, "event.turn", 2)
    assert supply_of(play, "klatt") == "unsupplied"
    idle_until(play, "event.turn", 3)
    assert supply_of(play, "klatt") == "unsupplied"
    assert told(play).count("event.isolated") == told(play).count("event.unsupplied") == 1


@rule("vl", "8.3a", "8.3c")
def test_isolated_a_five_attacks_with_three_defends_with_five_and_moves_as_ever() -> None:
    play = position(place={"giehl": "1410 isolated", "fd-28": "1411"}, step="combat", active="german")
    state, giehl = state_of(play), number("giehl")
    assert (state.strength(giehl), attack_of(state, giehl), defence_of(state, giehl)) == (5, 3, 5)
    answer(play, "german", ("attack", "1411"), ("add", "giehl"))
    assert play.preview("german", "commit")["attack"] == 3
    for unit, points in (("giehl", "6"), ("stug-459", "8")):
        play = position(active="german", place={unit: "0512 isolated"})
        answer(play, "german", ("unit", unit))
        ask = play.ask("german")
        assert ask is not None and ask.message.args["points"] == points


@rule("vl", "8.3b")
@pytest.mark.parametrize(
    ("unit", "points"), [("fd-28", "3"), ("ski-44s", "3"), ("tr-27", "4"), ("hq-5g", "4"), ("mrl-38g", "4")]
)
def test_unsupplied_units_have_half_their_points(unit: str, points: str) -> None:
    play = position(place={unit: "1410 unsupplied"})
    answer(play, "soviet", ("unit", unit))
    ask = play.ask("soviet")
    assert ask is not None and ask.message.args["points"] == points


@rule("vl", "8.3b", "8.3c")
def test_an_unsupplied_three_defends_with_two() -> None:
    play = position(place={"s-343": "1410 unsupplied", "fd-28": "1411"}, step="combat")
    assert defence_of(state_of(play), number("s-343")) == 2
    answer(play, "soviet", ("attack", "1410"), ("add", "fd-28"))
    shown = play.preview("soviet", "commit")
    assert (shown["attack"], shown["defence"]) == (7, 2)


@rule("vl", "8.3b")
def test_an_unsupplied_unit_takes_no_part_in_an_attack() -> None:
    place = {"fd-28": "1410", "tr-27": "1410 unsupplied", "klatt": "1411", "gfd-9": "1310 unsupplied"}
    play = position(turn=3, step="combat", place={**place, "hq-3c": "1408"})
    answer(play, "soviet", ("attack", "1411"))
    assert offered(play, "soviet", "add") == {"fd-28"}
    refused(play, "soviet", "add", "tr-27", rule="8.3b")
    answer(play, "soviet", ("add", "fd-28"))
    assert play.preview("soviet", "commit")["attack"] == 7
    # not even its armour helps the infantry it stands with
    lines = [one["value"] for one in play.preview("soviet", "commit")["lines"]]
    play = position(turn=3, step="combat", place={**place, "tr-27": "1410", "hq-3c": "1408"})
    answer(play, "soviet", ("attack", "1411"), ("add", "fd-28"), ("add", "tr-27"))
    assert play.preview("soviet", "commit")["attack"] == 9
    assert len(play.preview("soviet", "commit")["lines"]) == len(lines) + 1
    # and where only unsupplied units stand beside an enemy there is no attack
    play = position(turn=3, step="combat", place={"gfd-9": "1410 unsupplied", "klatt": "1411"})
    refused(play, "soviet", "attack", "1411", rule="8.3b")


@rule("vl", "8.3b")
def test_an_isolated_unit_does_give_its_armour_to_an_attack() -> None:
    place = {"fd-28": "1410 isolated", "tr-27": "1410 isolated", "klatt": "1411", "hq-3c": "1408"}
    play = position(turn=3, step="combat", place=place)
    declare(play, "soviet", "1411", "fd-28", "tr-27")
    battle = state_of(play).battle
    assert battle is not None and strengths(state_of(play), battle)[0] == 4 + 1


@rule("vl", "8.3c")
def test_halves_are_rounded_up_unit_by_unit() -> None:
    play = position(place={"tbn-146": "1410 isolated", "klatt": "1411"}, step="combat")
    assert attack_of(state_of(play), number("tbn-146")) == 1
    # two isolated threes in one stack: 2 + 2, not 3
    play = position(place={"s-343": "1410 isolated", "s-663": "1410 isolated", "fd-28": "1411"}, step="combat")
    units = mask([number("s-343"), number("s-663")])
    battle = battle_of(state_of(play), GERMAN, units, hex_number("1411"))
    assert strengths(state_of(play), battle)[0] == 4
    play = position(place={"s-343": "1410 unsupplied", "s-663": "1410 unsupplied", "fd-28": "1411"}, step="combat")
    battle = battle_of(state_of(play), SOVIET, 1 << number("fd-28"), hex_number("1410"))
    assert strengths(state_of(play), battle)[1] == 4


@rule("vl", "8.3b", "3.1a")
def test_unsupplied_infantry_cannot_cross_the_lovat_out_of_a_zoc() -> None:
    play = position(place={"fd-28": "1113 unsupplied", "klatt": "1112"}, festungs=NO_CITY)
    answer(play, "soviet", ("unit", "fd-28"))
    refused(play, "soviet", "move", "1012", rule="4.2.1c")
    assert cost(play, "soviet", "1114") == "3"


# ---- who is looked at


@rule("vl", "8.3a", "13.2a")
def test_a_unit_off_the_map_has_no_marker_and_one_that_enters_is_in_supply() -> None:
    play = position(turn=2, step="turn", place={"fd-28": "1410"}, dice=[3])
    answer(play, "soviet", ("unit", "fb-26"))
    march_to = sorted(str(hex) for hex in offered(play, "soviet", "move"))[0]
    answer(play, "soviet", ("move", march_to))
    assert supply_of(play, "fb-26") == "in supply" and where(play, "fb-26") == march_to


# ---- against the plain twin


@pytest.mark.parametrize("seed", range(10))
def test_the_hexes_in_supply_are_what_a_plain_search_finds(seed: int) -> None:
    rng = Random(seed)
    for _ in range(15):
        play = plain.scatter(rng)
        table = plain.Table.of(play)
        for number_, side in enumerate(SIDES):
            assert hex_names(in_supply(state_of(play), number_)) == plain.supplied(table, side)


@pytest.mark.parametrize("seed", range(4))
def test_the_markers_after_a_supply_phase_follow_from_the_lines(seed: int) -> None:
    rng = Random(100 + seed)
    for _ in range(8):
        play = plain.scatter(rng, step="turn", turn=1)
        table = plain.Table.of(play)
        lines = {side: plain.supplied(table, side) for side in SIDES}
        for one in table.pieces:
            if not one.festung:
                assert (one.supply == "in supply") == (one.hex in lines[one.side])
