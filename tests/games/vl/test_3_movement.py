"""Chapter 3 and 16.1: points, terrain, roads and railways, bridges; and every reach against a plain twin."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from grognard.core.play import Play
from grognard.core.words import points
from grognard.games.vl import GAME
from grognard.games.vl.combat import battle_of
from grognard.games.vl.counters import SIDES
from grognard.games.vl.entry import entry_hexes
from grognard.games.vl.going import allowance, prices, reach
from grognard.games.vl.modifiers import terrain
from grognard.hex.grid import bits, mask
from grognard.hex.trace import step_costs
from grognard.testing import rule
from tests.games.vl._help import (
    answer,
    cost,
    end_movement,
    halt,
    hex_name,
    hex_number,
    idle_until,
    march,
    no_arrivals,
    number,
    offered,
    path,
    position,
    refused,
    state_of,
    where,
)
from tests.games.vl._plain import MAP, Mover, Table, other, rows, scatter

FOOT, TRACKS, SKI = "fb-31", "tr-27", "ski-44s"


def step(unit: str, a: str, b: str, **place: str) -> str:
    """What one step costs a unit, in movement points."""
    play = position(place={unit: a, **place}, festungs={"west": 0, "east": 0})
    going = prices(state_of(play), number(unit)).going(GAME)
    price = step_costs(GAME.ground.grid, going, hex_number(a), hex_number(b))
    assert price is not None
    return points(sum(cost for _, cost in price))


def ground(hex: str, *origins: str) -> dict[str, int]:
    """The columns of terrain in an attack on a hex from these hexes."""
    units = ["tr-27", "tr-34", "tr-36"][: len(origins)]
    play = position(step="combat", place={"giehl": hex, **dict(zip(units, origins, strict=True))})
    battle = battle_of(state_of(play), 0, mask(number(unit) for unit in units), hex_number(hex))
    return {one.word: one.columns for one in terrain(state_of(play), battle) if one.columns}


def left(play: Play, player: str) -> str:
    """The points that the counter in motion has left."""
    ask = play.ask(player)
    assert ask is not None and ask.message.key == "prompt.move_unit"
    return str(ask.message.args["points"])


# ---- points (3.1)


@rule("vl", "3.1a")
def test_points_left_at_the_end_of_a_move_are_gone_next_turn() -> None:
    play = position(turn=3, place={"fd-28": "1409", "klatt": "0308", **no_arrivals()})
    march(play, "soviet", "fd-28", "1413")
    assert left(play, "soviet") == "2"
    halt(play, "soviet")
    refused(play, "soviet", "unit", "fd-28", rule="3.1a")
    end_movement(play, "soviet")
    idle_until(play, "event.turn")
    answer(play, "soviet", ("unit", "fd-28"))
    assert left(play, "soviet") == "6"


@rule("vl", "3.1a")
def test_a_unit_moves_any_part_of_its_allowance_and_pays_hex_by_hex() -> None:
    play = position(place={"tr-27": "1409", "fb-31": "1410"})
    march(play, "soviet", "tr-27", "1410")
    assert left(play, "soviet") == "7"
    answer(play, "soviet", ("move", "1411"))
    assert left(play, "soviet") == "6"
    answer(play, "soviet", ("unit", "fb-31"))  # the next one ends its move
    refused(play, "soviet", "unit", "tr-27", rule="3.1a")


@rule("vl", "3.1a")
def test_a_hex_of_two_points_cannot_be_entered_with_one_left_even_as_the_first() -> None:
    # to and fro over clear hexes until one point is left: swamp costs two
    play = position(place={"fb-31": "1105"})
    march(play, "soviet", "fb-31", "1106", "1105", "1106", "1105")
    assert left(play, "soviet") == "2"
    answer(play, "soviet", ("move", "1106"))
    assert left(play, "soviet") == "1"
    assert MAP.terrain["1005"] == "swamp"
    refused(play, "soviet", "move", "1005", rule="3.1a")
    # as the first hex of a move, too: unsupplied tanks have four points, and a river with woods behind it costs five
    play = position(place={"tr-27": "1305 unsupplied"})
    answer(play, "soviet", ("unit", "tr-27"))
    assert step("tr-27", "1305", "1205") == "5"
    refused(play, "soviet", "move", "1205", rule="3.1a")


@rule("vl", "3.1a")
def test_a_counter_moves_once_a_phase_and_only_where_it_is_on_the_map() -> None:
    play = position(place={"fb-31": "1410", "fb-26": "eliminated", "tr-27": "1411"})
    refused(play, "soviet", "unit", "fb-26", rule="3.1a")
    refused(play, "soviet", "move", "1411", rule="3.1a")  # pick a unit first
    march(play, "soviet", "fb-31", "1409")
    refused(play, "soviet", "move", "1409", rule="3.1a")
    halt(play, "soviet")
    assert "fb-31" not in offered(play, "soviet", "unit")
    # stopping before the first hex ends it as well
    answer(play, "soviet", ("unit", "tr-27"), "stop")
    refused(play, "soviet", "unit", "tr-27", rule="3.1a")


# ---- the Terrain Effects Table (3.2a, 16.1)

STEPS = [
    # (row of the table, from, to, foot, tracks, ski)
    ("clear", "1410", "1409", "1", "1", "1"),
    ("wooded", "1510", "1610", "1", "2", "1"),
    ("swamp", "1105", "1005", "2", "3", "1"),
    ("heights", "0710", "0711", "1", "1", "1"),
    ("lake", "0709", "0708", "1", "2", "1"),
    ("village on clear", "0714", "0814", "1", "1", "1"),
    ("village", "1114", "1014", "3", "4", "3"),
    ("road", "1313", "1314", "1", "½", "1"),
    ("railway", "1512", "1411", "1", "½", "1"),
    ("major river", "1113", "1012", "3", "4", "3"),
    ("bridge over a major river", "1309", "1209", "1", "½", "1"),
    ("minor river", "0604", "0605", "2", "3", "2"),
]


@rule("vl", "3.2a", "16.1")
@pytest.mark.parametrize(("row", "a", "b", "foot", "tracks", "ski"), STEPS, ids=[row[0] for row in STEPS])
def test_each_row_of_the_table_for_every_class_of_mover(
    row: str, a: str, b: str, foot: str, tracks: str, ski: str
) -> None:
    assert (step(FOOT, a, b), step(TRACKS, a, b), step(SKI, a, b)) == (foot, tracks, ski)
    assert step("hq-5g", a, b) == step("mrl-38g", a, b) == tracks
    assert step("cadre-1", a, b, **{"cadre-1": f"{a} of fd-357"}) == foot


@rule("vl", "3.2a", "16.1")
def test_the_row_of_the_city_is_the_other_terrain() -> None:
    # 1210 after its garrison has fallen: clear ground, entered from 1211 by road and from 1311 by rail
    play = position(place={"tr-27": "1209", "fb-31": "1209"}, festungs={"east": 0, "west": 0})
    assert MAP.terrain["1210"] == MAP.terrain["1110"] == "clear"
    for unit, price in (("tr-27", "1"), ("fb-31", "1")):
        answer(play, "soviet", ("unit", unit))
        assert cost(play, "soviet", "1110") == price


@rule("vl", "3.2a")
@pytest.mark.parametrize(
    ("row", "hex", "origins", "columns"),
    [
        ("clear", "1410", ["1409"], {}),
        ("wooded", "1610", ["1510"], {"wooded": -1}),
        ("swamp", "1005", ["1105"], {"swamp": -1}),
        ("heights, from below", "0711", ["0710"], {"heights": -1}),
        ("heights, from heights", "0711", ["0712"], {}),
        ("lake, defender on it", "0708", ["0709"], {"lake": -1}),
        ("lake, attacker on it", "0709", ["0708"], {"lake": -1}),
        ("village", "0814", ["0714"], {}),
        ("village", "0914", ["0814"], {"village": -1}),
        ("city", "0308", ["0407"], {"city": -2}),
        ("road in woods", "1313", ["1314"], {"wooded": -1}),
        ("railway", "1411", ["1311"], {}),
        ("major river", "1012", ["1113"], {"major_river": -2}),
        ("major river, bridged", "1209", ["1309"], {"major_river_bridged": -1}),
        ("minor river", "0605", ["0604"], {"minor_river": -1}),
    ],
)
def test_each_row_of_the_table_in_combat(row: str, hex: str, origins: list[str], columns: dict[str, int]) -> None:
    assert ground(hex, *origins) == columns


@rule("vl", "16.1")
def test_ski_troops_pay_one_in_swamp_and_other_foot_two() -> None:
    for unit, price in ((SKI, "1"), (FOOT, "2")):
        play = position(place={unit: "1105"})
        answer(play, "soviet", ("unit", unit))
        assert cost(play, "soviet", "1005") == price
    play = position(active="german", place={"jaeger-1": "1105"})
    answer(play, "german", ("unit", "jaeger-1"))
    assert cost(play, "german", "1005") == "1"


@rule("vl", "16.1")
def test_tanks_pay_five_for_woods_behind_the_lovat() -> None:
    play = position(place={"tr-27": "1305", "fb-31": "1305"})
    answer(play, "soviet", ("unit", "tr-27"))
    assert cost(play, "soviet", "1205") == "5" and path(play, "soviet", "1205") == ["1305", "1205"]
    answer(play, "soviet", ("unit", "fb-31"))
    assert cost(play, "soviet", "1205") == "3"


@rule("vl", "16.1")
def test_the_frozen_lake_costs_foot_one_and_wheels_two() -> None:
    for unit, price in ((FOOT, "1"), (TRACKS, "2"), ("hq-5g", "2")):
        play = position(place={unit: "0709"})
        answer(play, "soviet", ("unit", unit))
        assert cost(play, "soviet", "0708") == price


# ---- roads and railways (3.2b to 3.2e)


@rule("vl", "3.2b")
@pytest.mark.parametrize(
    ("other", "price"),
    [
        ("tr-34", "1"),  # a tank on the rail in clear: 1, not ½
        ("mb-18-2m", "1"),
        ("at-171", "1"),
        ("mrl-38g", "1"),  # a launcher obstructs
        ("fb-31", "½"),  # infantry does not
        ("ski-44s", "½"),
        ("hq-3c", "½"),  # nor an HQ, which does not count for stacking
        ("eng-225", "½"),
    ],
)
def test_a_mechanised_unit_pays_the_ground_where_another_stands_on_the_road(other: str, price: str) -> None:
    play = position(place={"tr-27": "1411", other: "1311"})
    answer(play, "soviet", ("unit", "tr-27"))
    assert cost(play, "soviet", "1311") == price
    # the HQ and the launcher in motion are bound by it as well
    for mover in ("hq-5g", "mrl-38g"):
        if mover != other:
            play = position(place={mover: "1411", other: "1311"})
            answer(play, "soviet", ("unit", mover))
            assert cost(play, "soviet", "1311") == price


@rule("vl", "3.2b")
def test_each_hex_of_the_road_is_judged_by_itself() -> None:
    # the road 1212 1313 1314 1315 1316 with a tank in 1314, which is clear, and infantry in 1315
    play = position(place={"tr-27": "1212", "tr-34": "1314", "fb-31": "1315"})
    answer(play, "soviet", ("unit", "tr-27"))
    shown = play.preview("soviet", "move", "1316")
    assert shown["path"] == ["1212", "1313", "1314", "1315", "1316"]
    assert [MAP.terrain[hex] for hex in ("1313", "1314")] == ["wooded", "clear"]
    assert shown["costs"] == ["½", "1½", "2", "2½"]


@rule("vl", "3.2b")
def test_starting_in_a_hex_with_another_tank_does_not_spoil_the_next_hex_of_the_road() -> None:
    play = position(place={"tr-27": "1411", "tr-34": "1411", "tb-184": "1411"})
    answer(play, "soviet", ("unit", "tr-27"))
    assert cost(play, "soviet", "1311") == "½"
    answer(play, "soviet", ("move", "1311"), ("unit", "tr-34"))
    assert cost(play, "soviet", "1311") == "1"  # now the first of them is in the way


@rule("vl", "3.2b", "8.3b")
def test_an_unsupplied_tank_goes_eight_hexes_by_rail_and_fewer_past_others() -> None:
    rail = ["0301", "0302", "0303", "0304", "0305", "0306", "0307", "0308", "0309", "0310", "0311"]
    play = position(place={"tr-27": "0301 unsupplied"})
    answer(play, "soviet", ("unit", "tr-27"))
    assert left(play, "soviet") == "4" and cost(play, "soviet", "0309") == "4"
    refused(play, "soviet", "move", "0310", rule="3.1a")
    play = position(place={"tr-27": "0301 unsupplied", "tr-34": "0302", "mrl-38g": "0303"})
    answer(play, "soviet", ("unit", "tr-27"))
    assert path(play, "soviet", "0307") == rail[:7] and cost(play, "soviet", "0307") == "4"  # 1 + 1 + 4 x ½
    refused(play, "soviet", "move", "0308", rule="3.1a")


@rule("vl", "3.2b", "1.6")
def test_a_festung_does_not_take_the_road_from_german_tanks() -> None:
    play = position(active="german", place={"stug-3-185": "1109"})
    answer(play, "german", ("unit", "stug-3-185"))
    assert cost(play, "german", "1110") == "½" and cost(play, "german", "1210") == "1"


@rule("vl", "3.2c")
def test_infantry_always_has_the_road() -> None:
    # 0311 is swamp on the railway; the tank in it is no matter for infantry
    play = position(place={"fb-31": "0310", "tr-27": "0311", "tr-34": "0310"})
    answer(play, "soviet", ("unit", "fb-31"))
    assert MAP.terrain["0311"] == "swamp" and cost(play, "soviet", "0311") == "1"
    answer(play, "soviet", ("unit", "tr-34"))
    assert cost(play, "soviet", "0311") == "3"


@rule("vl", "3.2c")
def test_infantry_crossing_a_bridge_by_rail_into_woods_pays_one() -> None:
    play = position(place={"fb-31": "0308"})
    answer(play, "soviet", ("unit", "fb-31"))
    assert MAP.terrain["0208"] == "wooded" and frozenset(("0208", "0308")) in MAP.rivers
    assert cost(play, "soviet", "0208") == "1"


@rule("vl", "3.2d")
def test_sixteen_hexes_of_railway_with_eight_points() -> None:
    play = position(place={"tr-27": "0301", "fb-31": "0301"})
    answer(play, "soviet", ("unit", "tr-27"))
    shown = play.preview("soviet", "move", "0116")
    assert (len(shown["path"]) - 1, shown["cost"], shown["left"]) == (16, "8", "0")
    refused(play, "soviet", "move", "0117", rule="3.1a")
    answer(play, "soviet", ("unit", "fb-31"))
    assert cost(play, "soviet", "0307") == "6"
    refused(play, "soviet", "move", "0308", rule="3.1a")


@rule("vl", "3.2d")
def test_sixteen_hexes_of_road_as_well() -> None:
    """Ruling: the table prints 1 for roads, the worked move charges ½: the example is followed."""
    # the road north from the city by Gorki: 1109 1008 1007 0907 0806 0706 0705 0604 0603 0503 0502 0501
    play = position(active="german", place={"stug-459": "1109"})
    answer(play, "german", ("unit", "stug-459"))
    shown = play.preview("german", "move", "0501")
    assert (len(shown["path"]) - 1, shown["cost"]) == (11, "5½")


@rule("vl", "3.2d")
def test_a_tank_pays_half_on_the_road_through_swamp_and_three_off_it() -> None:
    play = position(place={"tr-27": "0310"})
    march(play, "soviet", "tr-27", "0311", "0211", "0212")
    assert {MAP.terrain[hex] for hex in ("0311", "0211", "0212")} == {"swamp"}
    assert left(play, "soviet") == "6½"
    assert MAP.terrain["0312"] == "swamp" and cost(play, "soviet", "0312") == "3"


@rule("vl", "3.2e", "4.2.1b", "3.2b")
def test_the_worked_move_of_3_185() -> None:
    """Out of 357's ZOC for 2, road to 516 and 615, rail past infantry in 614, past a tank in 714: 2, 3, 3½, 4½."""
    place = {"stug-3-185": "0517", "fd-357": "0518", "klatt": "0614", "pz-1-15": "0714"}
    play = position(active="german", place=place)
    answer(play, "german", ("unit", "stug-3-185"))
    shown = play.preview("german", "move", "0714")
    assert shown["path"] == ["0517", "0516", "0615", "0614", "0714"]
    assert shown["costs"] == ["2½", "3", "3½", "4½"] and shown["left"] == "3½"  # 2 for the ZOC and 2 x ½ for the road
    answer(play, "german", *(("move", hex) for hex in ("0516", "0615", "0614", "0714")))
    assert left(play, "german") == "3½"
    assert cost(play, "german", "0713") == "½"  # on our map by rail
    answer(play, "german", ("move", "0713"))
    assert where(play, "stug-3-185") == "0713" and left(play, "german") == "3"


# ---- bridges (3.2f to 3.2h)


@rule("vl", "3.2f")
def test_a_bridge_cancels_the_points_of_the_river() -> None:
    play = position(place={"tr-27": "1309", "fb-31": "1309"})
    answer(play, "soviet", ("unit", "fb-31"))
    assert cost(play, "soviet", "1209") == "1"
    answer(play, "soviet", ("unit", "tr-27"))
    assert cost(play, "soviet", "1209") == "½"
    # with another tank in the hex beyond it pays the ground there and still nothing for the river
    play = position(place={"tr-27": "1309", "tr-34": "1209"})
    answer(play, "soviet", ("unit", "tr-27"))
    assert cost(play, "soviet", "1209") == "1"
    # beside the bridge the river is as wide as ever
    assert (step("fb-31", "1310", "1209"), step("tr-27", "1310", "1209")) == ("3", "4")


@rule("vl", "3.2f")
def test_a_bridge_lightens_the_attack_over_a_major_river_only_for_those_who_use_it() -> None:
    assert ground("1209", "1309") == {"major_river_bridged": -1}
    assert ground("1209", "1310") == {"major_river": -2}
    assert ground("1209", "1309", "1310") == {"major_river": -2}


@rule("vl", "3.2g", "3.2f")
def test_the_bridge_between_717_and_816() -> None:
    """The worked example: a tank pays the road, no river; an attack over the bridge still has the river's column."""
    assert MAP.rivers[frozenset(("0717", "0816"))] == "minor_river"
    play = position(place={"tr-27": "0717", "fb-31": "0717"})
    answer(play, "soviet", ("unit", "tr-27"))
    assert cost(play, "soviet", "0816") == "½"
    answer(play, "soviet", ("unit", "fb-31"))
    assert cost(play, "soviet", "0816") == "1"
    play = position(place={"tr-27": "0717", "tr-34": "0816"})
    answer(play, "soviet", ("unit", "tr-27"))
    assert cost(play, "soviet", "0816") == "2"  # the woods, and no river
    assert ground("0816", "0717") == {"wooded": -1, "minor_river_bridged": -1}
    assert ground("0717", "0816") == {"wooded": -1, "minor_river_bridged": -1}
    assert ground("0716", "0717") == {"wooded": -1, "minor_river": -1}


@rule("vl", "3.2h", "4.2.1a")
def test_entering_a_zoc_over_a_bridge_stops_the_unit() -> None:
    play = position(place={"tr-27": "1309", "s-343": "1108"}, festungs={"west": 0, "east": 0})
    answer(play, "soviet", ("unit", "tr-27"))
    assert play.preview("soviet", "move", "1209")["stops"] is False
    play = position(place={"tr-27": "1309", "s-343": "1109"}, festungs={"west": 0, "east": 0})
    answer(play, "soviet", ("unit", "tr-27"))
    shown = play.preview("soviet", "move", "1209")
    assert shown["stops"] and shown["cost"] == "½"
    answer(play, "soviet", ("move", "1209"))
    refused(play, "soviet", "unit", "tr-27", rule="3.1a")


@rule("vl", "3.2h", "4.2.1b")
def test_leaving_a_zoc_over_a_bridge_costs_two() -> None:
    play = position(place={"tr-27": "1209", "s-343": "1109"}, festungs={"west": 0, "east": 0})
    answer(play, "soviet", ("unit", "tr-27"))
    assert cost(play, "soviet", "1309") == "2½"


# ---- entering the map (13.2a), as far as it is movement


@rule("vl", "3.2b", "3.2d")
def test_a_unit_enters_by_road_where_one_runs_off_the_map_and_else_pays_the_ground() -> None:
    # 1612 has the railway to Rzhev, 1613 the eastern road; 1610, 1611 and 1614 are wooded
    play = position(turn=2, place={"fd-28": "1410"})
    answer(play, "soviet", ("unit", "tb-33-2m"))
    assert [cost(play, "soviet", hex) for hex in ("1612", "1613", "1610", "1611")] == ["½", "½", "2", "2"]
    answer(play, "soviet", ("move", "1612"), ("unit", "tb-36-2m"))
    assert cost(play, "soviet", "1612") == "1"  # the first of them is in the way
    answer(play, "soviet", ("unit", "hq-2m"))
    assert cost(play, "soviet", "1613") == "½"


@rule("vl", "3.2d", "4.2.1a")
def test_the_railway_that_runs_along_the_western_edge_is_no_way_in() -> None:
    play = position(turn=10, active="german", place={"klatt": "0308"})
    answer(play, "german", ("unit", "aa-331"))
    # 0119 and 0219 lie on ways off the map; 0116 to 0118 only on the line beside the edge
    assert cost(play, "german", "0119") == cost(play, "german", "0219") == "½"
    play = position(turn=10, active="german", place={"fd-28": "0219", "fb-31": "0119"})
    answer(play, "german", ("unit", "aa-331"))
    assert (MAP.terrain["0117"], cost(play, "german", "0117")) == ("clear", "1")
    assert play.preview("german", "move", "0117")["stops"] is False and play.preview("german", "move", "0118")["stops"]


@rule("vl", "4.2.1a")
def test_a_unit_that_enters_into_a_zoc_stops_there() -> None:
    play = position(turn=2, place={"fd-28": "1410", "s-343": "1507"})
    answer(play, "soviet", ("unit", "ski-44s"))
    assert not play.preview("soviet", "move", "1607")["stops"]  # ski troops slip on
    answer(play, "soviet", ("unit", "fb-26"))
    assert offered(play, "soviet", "move") == {"1607"}
    answer(play, "soviet", ("move", "1607"))
    refused(play, "soviet", "unit", "fb-26", rule="3.1a")


# ---- the reach against its plain twin


def named(boards: list[int]) -> dict[str, int]:
    return {hex_name(hex): cost for cost, board in enumerate(boards) for hex in bits(board)}


@pytest.mark.parametrize("seed", range(16))
def test_a_reach_is_what_a_plain_search_finds(seed: int) -> None:
    rng = Random(seed)
    for _ in range(6):
        play = scatter(rng)
        state = state_of(play)
        table = Table.of(play)
        pieces = [one for one in table.pieces if not one.festung]
        skis = [one for one in pieces if one.ski]
        for one in {one.id: one for one in (*rng.sample(pieces, min(4, len(pieces))), *skis)}.values():
            unit = number(one.id)
            mover = Mover(table, one)
            assert allowance(state, unit) == mover.allowance()
            found = reach(state, unit, mover.allowance())
            assert named(found.boards) == mover.ends(mover.allowance()), one
            # and the path it shows costs what it says, with stops only at its end
            for hex in rng.sample(bits(found.board), min(5, found.board.bit_count())):
                way = [hex_name(on) for on in found.path(GAME, hex)]
                assert way[0] == one.hex and not any(mover.stops(on) for on in way[1:-1])
                spent = [mover.step(a, b, first=a == one.hex) for a, b in pairwise(way)]
                assert None not in spent and sum(spent) == found.cost(hex)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(6))
def test_a_reach_from_off_the_map_is_what_a_plain_search_finds(seed: int) -> None:
    rng = Random(seed)
    seen = 0
    for _ in range(6):
        turn = rng.choice([2, 3, 4, 9, 10])
        play = scatter(rng, turn=turn, edge=True)
        state = state_of(play)
        table = Table.of(play)
        for unit in rng.sample(range(len(GAME.counters)), 40):
            name = GAME.counters.rows[unit].id
            if where(play, name) != "not arrived" or not 0 < GAME.arrives[unit] <= turn or name not in rows():
                continue
            one = Mover.newcomer(play, name)
            entries = {hex_name(hex) for hex in bits(entry_hexes(state, unit))}
            assert not entries & table.held(other(one.side))
            mover = Mover(table, one)
            found = reach(state, unit, mover.allowance())
            assert named(found.boards) == mover.ends(mover.allowance(), mover.seeds(entries)), name
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("seed", range(8))
def test_a_move_in_one_answer_or_hex_by_hex_costs_the_same(seed: int) -> None:
    """Whatever way a reach shows can be walked in single steps, at the same price and to the same end."""
    rng = Random(seed)
    walked = 0
    for _ in range(6):
        side = rng.choice(SIDES)
        play = scatter(rng, active=side)
        mine = [one for one in Table.of(play).pieces if one.side == side and not one.festung]
        for one in rng.sample(mine, min(3, len(mine))):
            answer(play, side, ("unit", one.id))
            far = sorted(str(hex) for hex in offered(play, side, "move"))
            if not far:
                halt(play, side)
                continue
            goal = rng.choice(far)
            shown = play.preview(side, "move", goal)
            for hex in shown["path"][1:-1]:
                answer(play, side, ("move", hex))
                assert play.legal(side, "move", goal), (one, hex, goal)
            answer(play, side, ("move", goal))
            assert where(play, one.id) == goal
            if state_of(play).stack[-1].words == "move_unit":  # it may go on, with what the whole way left it
                assert left(play, side) == shown["left"]
                halt(play, side)
            walked += 1
    assert walked > 5


@rule("vl", "3.1a", "3.2d")
def test_a_preview_says_what_a_way_round_saves() -> None:
    # by road and railway round the south 1214 costs 7½; straight through the country a point more
    play = position(place={"tr-27": "1410", "fd-357": "1310"})
    answer(play, "soviet", ("unit", "tr-27"))
    shown = play.preview("soviet", "move", "1214")
    assert (shown["cost"], shown["round"]) == ("7½", {"saved": "1"})
    assert "round" not in play.preview("soviet", "move", "1411")
