"""Chapter 4: who has a Zone of Control, what it does to movement, retreat, supply and advance; infiltration."""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.modifiers import modifiers
from grognard.games.vl.supply import in_supply
from grognard.games.vl.zoc import encircled, zoc
from grognard.testing import rule
from tests.games.vl._help import (
    answer,
    cost,
    declare,
    fight,
    hex_names,
    idle,
    number,
    offered,
    path,
    position,
    refused,
    state_of,
    steps_of,
    told,
    where,
)
from tests.games.vl._plain import MAP

NO_CITY = {"west": 0, "east": 0}
RING = {"fd-357": "1109", "gfd-9": "1010", "tr-36": "1211", "tb-184": "1310"}
"""A closed ring; 1009, 1111, 1209 and 1311 lie in its ZOC."""
CITY = {"1110", "1210"}
BESIDE = {"1009", "1010", "1109", "1111", "1209", "1211", "1310", "1311"}


def around(hex: str) -> set[str]:
    return {hex, *MAP.beside[hex]}


def moving(unit: str, at: str, player: str = "soviet", **words: object) -> Play:
    """A position with this unit taken up."""
    place = words.pop("place", {})
    assert isinstance(place, dict)
    play = position(active=player, place={unit: at, **place}, festungs=words.pop("festungs", NO_CITY), **words)
    answer(play, player, ("unit", unit))
    return play


# ---- who has one (4.1)


@rule("vl", "4.1")
@pytest.mark.parametrize("unit", ["klatt", "stug-3-185", "s-343", "krad-8-8pz", "pzjg-43-8pz", "pi-743", "jaeger-1"])
def test_every_combat_unit_has_a_zoc_in_its_hex_and_the_six_around(unit: str) -> None:
    for state in ("", " reduced", " unsupplied"):
        if state == " reduced" and GAME.counters.steps[number(unit)] == 1:
            continue
        play = position(place={unit: f"1410{state}"}, festungs=NO_CITY)
        assert hex_names(zoc(state_of(play), GERMAN)) == around("1410")


@rule("vl", "4.1")
def test_a_cadre_has_one_and_hqs_and_launchers_have_none() -> None:
    play = position(place={"cadre-1": "1410 of fd-357", "fd-28": "1405 cadre"})
    assert hex_names(zoc(state_of(play), SOVIET)) == around("1410") | around("1405")
    play = position(place={"hq-3c": "1410", "hq-5g": "1411", "mrl-38g": "1412"})
    assert zoc(state_of(play), SOVIET) == 0
    play = position(place={"hq-83": "0512", "swr-3": "0514", "wlr-1": "0514"}, festungs=NO_CITY)
    assert zoc(state_of(play), GERMAN) == 0
    # through the game: a tank goes by an HQ and a launcher without stopping
    play = moving("tr-27", "0509", place={"hq-83": "0512", "swr-3": "0514"})
    assert not play.preview("soviet", "move", "0511")["stops"]


@rule("vl", "4.1")
def test_each_festung_has_one() -> None:
    play = position(place={})
    assert hex_names(zoc(state_of(play), GERMAN)) == around("1110") | around("1210") == CITY | BESIDE
    play = position(place={}, festungs={"west": 0})
    assert hex_names(zoc(state_of(play), GERMAN)) == around("1210")


@rule("vl", "4.1")
def test_rivers_do_not_limit_it() -> None:
    # Giehl in 1012 behind the Lovat stops a tank in 1112 and 1113 on the other bank
    play = moving("tr-27", "1114", place={"giehl": "1012"})
    for hex in ("1113", "1112"):
        assert frozenset(("1012", hex)) in MAP.rivers
        assert hex_names(zoc(state_of(play), GERMAN)) >= {hex}
    assert play.preview("soviet", "move", "1113")["stops"]


@rule("vl", "4.1")
def test_it_ends_at_the_edge_of_the_map() -> None:
    play = position(place={"fd-28": "1605"})
    assert hex_names(zoc(state_of(play), SOVIET)) == around("1605")
    assert len(around("1605")) == 4


# ---- entering (4.2.1a)


@rule("vl", "4.2.1a")
@pytest.mark.parametrize("unit", ["tr-27", "hq-5g", "mrl-38g", "fd-28", "mb-18-2m", "cadre-1"])
def test_whoever_enters_a_zoc_stops_there(unit: str) -> None:
    at = "1408 of fd-357" if unit == "cadre-1" else "1408"
    play = moving(unit, at, place={"klatt": "1412", "giehl": "1414"})
    answer(play, "soviet", ("move", "1410"))
    assert state_of(play).stack[-1].words == "move_unit"
    refused(play, "soviet", "move", "1413", rule="4.2.1a")  # between the two, behind their ZOC
    assert play.preview("soviet", "move", "1411")["stops"]
    answer(play, "soviet", ("move", "1411"))
    assert where(play, unit) == "1411" and state_of(play).stack[-1].words == "move"
    refused(play, "soviet", "unit", unit, rule="3.1a")


@rule("vl", "4.2.1a")
def test_a_tank_with_six_points_left_stops_on_the_first_zoc_hex() -> None:
    play = moving("tr-27", "1408", place={"klatt": "1412"})
    answer(play, "soviet", ("move", "1410"))
    ask = play.ask("soviet")
    assert ask is not None and ask.message.args["points"] == "6"
    answer(play, "soviet", ("move", "1411"))
    refused(play, "soviet", "move", "1410", rule="3.1a")


@rule("vl", "4.2.1a")
def test_a_way_leads_round_a_zoc_and_not_through_it() -> None:
    play = moving("tr-27", "1407", place={"klatt": "1410"})
    way = path(play, "soviet", "1412")
    assert not set(way) & around("1410") and len(way) > 6


@rule("vl", "4.2.1a", "4.2.2")
def test_the_zoc_of_a_festung_stops_before_the_ring_closes_and_not_after() -> None:
    open_ = {name: hex for name, hex in RING.items() if name != "gfd-9"}
    play = position(place={**open_, "hq-5g": "1312", "tr-34": "1312"})
    assert not encircled(state_of(play))
    for unit in ("hq-5g", "tr-34"):
        answer(play, "soviet", ("unit", unit))
        assert play.preview("soviet", "move", "1311")["stops"]
    play = position(place={**RING, "hq-5g": "1312", "tr-34": "1312"})
    assert encircled(state_of(play))
    for unit in ("hq-5g", "tr-34"):
        answer(play, "soviet", ("unit", unit))
        assert not play.preview("soviet", "move", "1311")["stops"]
    answer(play, "soviet", "stop", ("unit", "hq-5g"), ("move", "1311"), ("move", "1310"), ("move", "1309"))
    assert where(play, "hq-5g") == "1309"


# ---- leaving (4.2.1b)


@rule("vl", "4.2.1b")
def test_leaving_costs_two_whoever_and_however_many_hold_the_hex() -> None:
    for enemies in ({"klatt": "1411"}, {"klatt": "1411", "meyer": "1411"}, {"klatt": "1411", "giehl": "1311"}):
        play = moving("fd-28", "1410", place=enemies)
        assert cost(play, "soviet", "1409") == "3"
    for unit in ("hq-5g", "mrl-38g", "tr-27"):
        play = moving(unit, "1410", place={"klatt": "1411"})
        assert cost(play, "soviet", "1409") == "3"


@rule("vl", "4.2.1b", "8.3b")
def test_unsupplied_infantry_leaves_with_all_its_three_points() -> None:
    play = moving("fd-28", "1410 unsupplied", place={"klatt": "1411"})
    assert cost(play, "soviet", "1409") == "3" and play.preview("soviet", "move", "1409")["left"] == "0"
    answer(play, "soviet", ("move", "1409"))
    assert where(play, "fd-28") == "1409" and state_of(play).stack[-1].words == "move"


@rule("vl", "4.2.1b")
def test_the_two_points_come_on_top_of_terrain_and_river() -> None:
    play = moving("tr-27", "1305", place={"klatt": "1405"})
    assert cost(play, "soviet", "1205") == "7"  # 2 + 3 for the Lovat + 2 for woods
    play = moving("tr-27", "1305 unsupplied", place={"klatt": "1405"})
    refused(play, "soviet", "move", "1205", rule="3.1a")


@rule("vl", "4.2.1b")
def test_two_hexes_from_the_enemy_there_is_nothing_to_pay() -> None:
    play = moving("fd-28", "1410", place={"klatt": "1412"})
    assert cost(play, "soviet", "1409") == "1"


# ---- from ZOC to ZOC (4.2.1c)


@rule("vl", "4.2.1c")
def test_no_direct_step_within_the_zoc_of_one_unit() -> None:
    # 1311 and 1511 lie beside 1410 and beside Klatt in 1411; unsupplied, so that there is no way round
    play = moving("fd-28", "1410 unsupplied", place={"klatt": "1411"})
    refused(play, "soviet", "move", "1311", rule="4.2.1c")
    refused(play, "soviet", "move", "1511", rule="4.2.1c")
    # in supply it leaves and comes back another way, and stops again
    play = moving("fd-28", "1410", place={"klatt": "1411"})
    assert path(play, "soviet", "1511") == ["1410", "1510", "1511"] and cost(play, "soviet", "1511") == "4"
    assert play.preview("soviet", "move", "1511")["stops"]


@rule("vl", "4.2.1c")
def test_a_step_into_the_zoc_of_another_unit_is_allowed_and_stops() -> None:
    # Klatt in 1411 holds 1410; Giehl in 1408 holds 1409, which Klatt does not
    play = moving("tr-27", "1410", place={"klatt": "1411", "giehl": "1408"})
    shown = play.preview("soviet", "move", "1409")
    assert (shown["cost"], shown["stops"]) == ("3", True)
    answer(play, "soviet", ("move", "1409"))
    refused(play, "soviet", "unit", "tr-27", rule="3.1a")


@rule("vl", "4.2.1c")
def test_a_hex_that_both_hold_is_refused() -> None:
    # Klatt in 1411 holds 1410 and 1511; Giehl in 1610 holds 1510 and 1511, but not 1410
    play = moving("tr-27", "1410 unsupplied", place={"klatt": "1411", "giehl": "1610"})
    assert {"1410", "1511"} <= around("1411") and {"1510", "1511"} <= around("1610")
    refused(play, "soviet", "move", "1511", rule="4.2.1c")
    assert cost(play, "soviet", "1510") == "3"  # Giehl's alone


@rule("vl", "4.2.1c")
def test_an_hq_is_bound_as_well() -> None:
    play = moving("hq-5g", "1410 unsupplied", place={"klatt": "1411", "stug-3-185": "1411"})
    assert cost(play, "soviet", "1310") == "3"
    assert cost(play, "soviet", "1311") == "4" and path(play, "soviet", "1311")[1] == "1310"  # only the way round
    # with 1310 and 1510 held by others it has no way to the hexes beside it
    play = moving("hq-5g", "1410", place={"klatt": "1411", "giehl": "1309", "s-343": "1609", "meyer": "1408"})
    refused(play, "soviet", "move", "1311", rule="4.2.1c")


@rule("vl", "4.2.1c", "4.2.2")
def test_the_festungs_bind_the_soviet_units_beside_them_while_there_is_no_ring() -> None:
    place = {"fb-31": "1209 unsupplied"}
    play = position(place=place)
    answer(play, "soviet", ("unit", "fb-31"))
    refused(play, "soviet", "move", "1109", rule="4.2.1c")
    play = position(place={**place, **RING, "fb-26": "1209"})
    answer(play, "soviet", ("unit", "fb-31"))
    assert cost(play, "soviet", "1109") == "1"


# ---- friends (4.2.1d, 4.2.1e)


@rule("vl", "4.2.1d")
def test_a_friend_in_the_hex_does_not_open_it_for_movement() -> None:
    play = moving("tr-27", "1409", place={"klatt": "1411", "fd-28": "1410"})
    assert play.preview("soviet", "move", "1410")["stops"]
    answer(play, "soviet", ("move", "1410"))
    refused(play, "soviet", "unit", "tr-27", rule="3.1a")
    play = moving("tr-27", "1410", place={"klatt": "1411", "fd-28": "1410"})
    assert cost(play, "soviet", "1409") == "3"


POCKET = {"gfd-9": "1410", "gfd-46": "1410", "tr-34": "1313", "tr-27": "1513", "tr-36": "1612", "tr-37": "1309"}
"""Every way out of 1411 lies in Soviet ZOC."""


@rule("vl", "4.2.1d", "4.3b")
def test_a_friend_in_the_hex_saves_the_step_in_retreat() -> None:
    play = fight("-/R", "soviet", "1411", "gfd-9", "gfd-46", place={**POCKET, "kraft": "1411"})
    assert offered(play, "german", "retreat") == {"1311", "1312", "1412"}  # all in ZOC
    answer(play, "german", ("retreat", "1412"))
    assert (where(play, "kraft"), steps_of(play, "kraft")) == ("1412", 1)
    for friend in ("s-343", "hq-83", "swr-3"):
        play = fight("-/R", "soviet", "1411", "gfd-9", "gfd-46", place={**POCKET, "kraft": "1411", friend: "1412"})
        # 1412 is as good as out of ZOC, so it has to go there, and loses nothing
        assert (where(play, "kraft"), steps_of(play, "kraft")) == ("1412", 2)


@rule("vl", "4.2.1d")
def test_a_friend_in_the_hex_does_not_undo_the_cover_for_a_concentric_attack() -> None:
    # Klatt in 1411 is surrounded: Russians in 1410 and 1412 hold all six hexes, in one of which a German HQ stands
    place = {"gfd-9": "1410", "gfd-46": "1412", "klatt": "1411", "hq-3c": "1409"}
    for friend in ({}, {"s-343": "1311"}):
        play = position(turn=3, step="combat", place={**place, **friend})
        declare(play, "soviet", "1411", "gfd-9")
        battle = state_of(play).battle
        assert battle is not None
        found = [one.columns for one in modifiers(state_of(play), battle) if one.word == "concentric"]
        assert found == [1]


CUT_OFF = {"klatt": "1513", "fd-357": "1411", "gfd-9": "1414", "fd-381": "1611", "gfd-46": "1614"}
"""All six hexes around Klatt lie in Soviet ZOC, and in his own. From 1412 the way west by 1313 is free."""


@rule("vl", "4.2.1e", "8.1b")
def test_ones_own_zoc_does_not_open_a_hex_for_supply() -> None:
    play = position(place=CUT_OFF)
    soviet, german = hex_names(zoc(state_of(play), SOVIET)), hex_names(zoc(state_of(play), GERMAN))
    assert set(MAP.beside["1513"]) <= soviet & german and "1313" not in soviet
    assert "1513" not in hex_names(in_supply(state_of(play), GERMAN))


@rule("vl", "4.2.1d", "8.1b")
@pytest.mark.parametrize("friend", ["s-343", "hq-83", "swr-3"])
def test_a_friend_in_the_hex_opens_it_for_supply(friend: str) -> None:
    play = position(place={**CUT_OFF, friend: "1412"})
    assert {"1513", "1412"} <= hex_names(in_supply(state_of(play), GERMAN))


# ---- advance (4.2.1f)


@rule("vl", "4.2.1f")
def test_an_advance_pays_no_points_and_infantry_stops_in_the_second_zoc_hex() -> None:
    # S 343 falls back three hexes by 1312 and 1212 to 1113; Giehl in 1412 holds 1411 and 1312, S 343 itself 1212
    place = {"gfd-9": "1410", "gfd-46": "1410", "tr-27": "1410", "s-343": "1411", "giehl": "1412"}
    play = fight("-/R2", "soviet", "1411", "gfd-9", "gfd-46", "tr-27", place=place, festungs=NO_CITY)
    answer(play, "german", ("retreat", "1312"), "fall_back", ("retreat", "1212"), ("retreat", "1113"))
    held = hex_names(zoc(state_of(play), GERMAN))
    assert {"1411", "1312", "1212"} <= held
    answer(play, "soviet", ("advance", "gfd-9"), ("advance_to", "1312"))  # not stopped in the first, and no 2 MP
    assert where(play, "gfd-9") == "1312" and not offered(play, "soviet", "advance_to")
    answer(play, "soviet", ("advance", "tr-27"), ("advance_to", "1312"), ("advance_to", "1212"))
    assert where(play, "tr-27") == "1212"
    answer(play, "soviet", ("advance", "gfd-46"), "stop")
    assert where(play, "gfd-46") == "1411" and "event.moved" not in told(play)


# ---- the encircled Festungs (4.2.2)


@rule("vl", "4.2.2")
def test_while_the_ring_holds_the_festungs_have_no_zoc() -> None:
    play = position(place=RING)
    assert encircled(state_of(play)) and zoc(state_of(play), GERMAN) == 0
    # a German unit beside the city has its own ZOC and no more
    play = position(place={**RING, "meyer": "1009"})
    assert encircled(state_of(play)) and hex_names(zoc(state_of(play), GERMAN)) == {"1009"} | around("1009")
    # where it breaks the ring the ZOC of the city is back
    play = position(place={**RING, "meyer": "1009"}, options={"german_beside_city_breaks_ring": True})
    assert not encircled(state_of(play))
    assert hex_names(zoc(state_of(play), GERMAN)) == CITY | BESIDE | around("1009")


@rule("vl", "4.2.2")
def test_the_zoc_goes_in_the_very_moment_the_ring_closes() -> None:
    place = {**RING, "gfd-9": "0909", "tr-34": "1312"}
    play = position(place=place)
    answer(play, "soviet", ("unit", "tr-34"))
    assert play.preview("soviet", "move", "1311")["stops"]
    answer(play, "soviet", ("unit", "gfd-9"))
    shown = play.preview("soviet", "move", "1010")
    assert shown["stops"]  # it enters a ZOC that stands until it is there
    answer(play, "soviet", ("move", "1010"))
    assert encircled(state_of(play)) and zoc(state_of(play), GERMAN) == 0
    answer(play, "soviet", ("unit", "tr-34"))
    assert not play.preview("soviet", "move", "1311")["stops"]


@rule("vl", "4.2.2")
def test_the_zoc_is_back_in_the_very_moment_the_ring_breaks() -> None:
    place = {**RING, "tb-184": "1311", "tr-34": "1312"}
    play = position(place=place)  # 1209 is held by 357 alone
    assert encircled(state_of(play))
    answer(play, "soviet", ("unit", "fd-357"))
    answer(play, "soviet", ("move", "1108"))
    assert not encircled(state_of(play))
    answer(play, "soviet", ("unit", "tr-34"))
    assert play.preview("soviet", "move", "1310")["stops"]


@rule("vl", "4.2.2", "4.2.1a")
def test_a_unit_whose_leaving_opens_the_ring_stops_beside_the_city() -> None:
    """As it leaves its hex the ring is open and the Festungs have their ZOC again, be the way one answer or several."""
    place = {**RING, "tb-184": "1311"}  # 357 alone keeps 1109 and 1209
    play = position(place=place)
    answer(play, "soviet", ("unit", "fd-357"))
    assert cost(play, "soviet", "1209") == "1"  # there was no ZOC to leave
    assert play.preview("soviet", "move", "1209")["stops"] and play.preview("soviet", "move", "1009")["stops"]
    assert not set(path(play, "soviet", "1310")[1:-1]) & BESIDE  # only by a wide way round
    answer(play, "soviet", ("move", "1209"))
    refused(play, "soviet", "unit", "fd-357", rule="3.1a")
    # where others keep the ring it goes on as it likes
    play = position(place={**place, "gfd-46": "1109"})
    answer(play, "soviet", ("unit", "fd-357"))
    assert not play.preview("soviet", "move", "1209")["stops"]
    assert play.legal("soviet", "move", "1309")
    # and so it is with a HQ that holds the last gap by standing in it
    lone = {"gfd-9": "1010", "tr-36": "1211", "tb-184": "1311", "fd-357": "1008", "hq-5g": "1209"}
    play = position(place=lone)
    assert encircled(state_of(play))
    answer(play, "soviet", ("unit", "hq-5g"))
    assert play.preview("soviet", "move", "1109")["stops"]


# ---- combat (4.3)


@rule("vl", "4.3a")
def test_nobody_has_to_attack() -> None:
    play = position(step="combat", place={"fd-28": "1410", "klatt": "1411"})
    assert play.legal("soviet", "end_combat")
    answer(play, "soviet", "end_combat")
    assert "event.combat" not in told(play) and play.deciders == ("german",)
    play = position(step="combat", active="german", place={"fd-28": "1410", "klatt": "1411"})
    answer(play, "german", "end_combat")
    assert "event.combat" not in told(play)


@rule("vl", "4.3b")
def test_a_stack_loses_one_step_in_all_for_each_hex_of_zoc() -> None:
    stack = {"kraft": "1411", "s-343": "1411", "s-663": "1411"}
    play = fight("-/R", "soviet", "1411", "gfd-9", "gfd-46", place={**POCKET, **stack})
    before = sum(steps_of(play, unit) for unit in stack)
    while state_of(play).stack[-1].words != "step_for_zoc":
        idle(play)
    assert offered(play, "german", "lose") == set(stack)  # the owner picks
    answer(play, "german", ("lose", "s-343"))
    assert steps_of(play, "s-343") == 1 and sum(steps_of(play, unit) for unit in stack) == before - 1
    refuges = {where(play, unit) for unit in stack}
    assert len(refuges) == 1


@rule("vl", "4.3b")
def test_two_zocs_over_one_hex_cost_one_step() -> None:
    play = fight("-/R", "soviet", "1411", "gfd-9", "gfd-46", place={**POCKET, "kraft": "1411"})
    assert "1412" in around("1313") and "1412" in around("1513")  # both tanks hold it
    answer(play, "german", ("retreat", "1412"))
    assert (where(play, "kraft"), steps_of(play, "kraft")) == ("1412", 1)


@rule("vl", "4.3b")
def test_each_part_of_a_split_retreat_loses_one_by_itself() -> None:
    stack = {"kraft": "1411", "s-343": "1411", "s-663": "1411"}
    play = fight("-/R", "soviet", "1411", "gfd-9", "gfd-46", place={**POCKET, **stack})
    while not offered(play, "german", "split_off"):
        idle(play)
    answer(play, "german", ("split_off", "kraft"))
    first = sorted(str(hex) for hex in offered(play, "german", "retreat"))
    answer(play, "german", ("retreat", first[0]))
    assert steps_of(play, "kraft") == 1
    answer(play, "german", ("retreat", first[-1]))
    answer(play, "german", ("lose", "s-663"))
    assert steps_of(play, "s-663") == 1 and steps_of(play, "s-343") == 2
    assert (where(play, "kraft"), where(play, "s-343")) == (first[0], first[-1])


# ---- infiltration (4.4)


@rule("vl", "4.4a")
def test_ski_troops_slip_through_the_zoc_of_foot_infantry_for_two_points_a_hex() -> None:
    play = moving("ski-44s", "1410", place={"klatt": "1411"})
    shown = play.preview("soviet", "move", "1511")
    assert (shown["path"], shown["cost"], shown["stops"]) == (["1410", "1511"], "3", False)
    answer(play, "soviet", ("move", "1511"))
    assert state_of(play).stack[-1].words == "move_unit"  # it did not have to stop
    assert cost(play, "soviet", "1512") == "3"
    answer(play, "soviet", ("move", "1512"))
    assert where(play, "ski-44s") == "1512"


@rule("vl", "4.4a")
def test_ski_troops_do_not_stop_on_entering_either() -> None:
    play = moving("ski-44s", "1409", place={"klatt": "1411"})
    shown = play.preview("soviet", "move", "1410")
    assert (shown["cost"], shown["stops"]) == ("1", False)
    answer(play, "soviet", ("move", "1410"))
    assert cost(play, "soviet", "1311") == "3"


@rule("vl", "4.4a")
@pytest.mark.parametrize("enemy", ["stug-3-185", "pz-1-15", "krad-8-8pz", "igr-76-20m", "pzjg-43-8pz", "pi-59-8pz"])
def test_against_armour_or_mechanised_units_the_ordinary_rules_hold(enemy: str) -> None:
    play = moving("ski-44s", "1410 unsupplied", place={enemy: "1411"})
    refused(play, "soviet", "move", "1511", rule="4.2.1c")
    play = moving("ski-44s", "1409", place={enemy: "1411"})
    assert play.preview("soviet", "move", "1410")["stops"]
    answer(play, "soviet", ("move", "1410"))
    refused(play, "soviet", "unit", "ski-44s", rule="3.1a")


@rule("vl", "4.4a")
@pytest.mark.parametrize("enemy", ["s-343", "klatt", "jaeger-1", "pi-743", "fr-1-7", "luft-52-6l"])
def test_infantry_on_foot_of_any_kind_can_be_infiltrated(enemy: str) -> None:
    play = moving("ski-45s", "1410", place={enemy: "1411"})
    assert path(play, "soviet", "1511") == ["1410", "1511"] and cost(play, "soviet", "1511") == "3"


@rule("vl", "4.4a")
def test_a_hex_held_by_infantry_and_a_tank_stops() -> None:
    # together in one hex, and in two hexes of which 1410 lies beside both
    for tank in ("1411", "1310"):
        play = moving("ski-44s", "1409" if tank == "1411" else "1509", place={"klatt": "1411", "stug-3-185": tank})
        assert play.preview("soviet", "move", "1410")["stops"]
    # 1511 is Klatt's alone when the tank stands in 1310
    play = moving("ski-44s", "1510", place={"klatt": "1411", "stug-3-185": "1310"})
    assert not play.preview("soviet", "move", "1511")["stops"]


@rule("vl", "4.4a", "4.2.1c")
def test_a_ski_unit_that_starts_in_the_zoc_of_infantry_and_a_tank_is_bound_by_the_tank_alone() -> None:
    # 1410 lies beside Klatt in 1411 and the tank in 1310: 1311 is held by both, 1511 by Klatt alone
    play = moving("ski-44s", "1410 unsupplied", place={"klatt": "1411", "stug-3-185": "1310"})
    refused(play, "soviet", "move", "1311", rule="4.2.1c")
    refused(play, "soviet", "move", "1409", rule="4.2.1c")
    shown = play.preview("soviet", "move", "1511")
    assert (shown["path"], shown["cost"], shown["stops"]) == (["1410", "1511"], "3", False)


@rule("vl", "4.4a")
def test_the_last_points_must_cover_both_parts() -> None:
    # 1012 beyond the Lovat costs three by itself, which an unsupplied unit has; with the exit it is five
    play = moving("ski-44s", "1113 unsupplied", place={"klatt": "1112"})
    refused(play, "soviet", "move", "1012", rule="3.1a")
    # 1 to 1409, 1 into the ZOC in 1410, 3 to 1511: with one point left it cannot leave for clear ground, and is done
    play = moving("ski-44s", "1408", place={"klatt": "1411"})
    answer(play, "soviet", ("move", "1409"), ("move", "1410"), ("move", "1511"))
    assert state_of(play).stack[-1].words == "move"
    play = moving("ski-44s", "1408", place={"klatt": "1405"})  # the same way without a ZOC
    answer(play, "soviet", ("move", "1409"), ("move", "1410"), ("move", "1511"))
    assert cost(play, "soviet", "1510") == "1"


@rule("vl", "4.4a")
def test_ski_troops_stop_beside_a_festung() -> None:
    play = position(place={"ski-44s": "1208"})
    answer(play, "soviet", ("unit", "ski-44s"))
    assert play.preview("soviet", "move", "1209")["stops"]


@rule("vl", "4.4b")
def test_44s_goes_round_giehl() -> None:
    """The worked example: out of 709 for 2 + 1, out of 710 for 2 + 1: all six points."""
    play = moving("ski-44s", "0709", place={"giehl": "0809"})
    assert {MAP.terrain[hex] for hex in ("0709", "0710", "0810")} == {"clear"}
    assert cost(play, "soviet", "0710") == "3" and cost(play, "soviet", "0810") == "6"
    answer(play, "soviet", ("move", "0710"))
    assert play.preview("soviet", "move", "0810")["path"] == ["0710", "0810"]
    assert (cost(play, "soviet", "0810"), play.preview("soviet", "move", "0810")["left"]) == ("3", "0")
    answer(play, "soviet", ("move", "0810"))
    assert where(play, "ski-44s") == "0810" and state_of(play).stack[-1].words == "move"
