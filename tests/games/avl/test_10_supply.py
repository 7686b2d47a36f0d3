"""Chapter 10: supply lines, the markers and what they do, and HQs without supply.

Three Soviet divisions in 5704, 5707 and 5405 (RING) have all six hexes around 5605 in their ZOC: a clear plain without
rivers, far from every source. Five in the west (DENIED) have every Axis source in theirs. After the Supply Phase of
turn 2 the Axis player is asked to place his reinforcements: there the tests read the markers.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from grognard.core.play import Play
from grognard.testing import rule
from tests.games.avl._help import (
    answer,
    avl,
    draws,
    happened,
    march,
    no_arrivals,
    offered,
    position,
    refused,
    state_of,
    supply_of,
    where,
)

RING = {"su-107": "5704", "su-141": "5707", "su-270": "5405"}
DENIED = {"su-1": "0107", "su-159": "0215", "su-197": "0125", "su-278": "0132", "su-203": "0141"}


def after_supply_phase(place: dict[str, str], turn: int = 2) -> Play:
    return position(turn=turn, step="supply", place=place)


def status(place: dict[str, str], unit: str, turn: int = 2) -> str:
    """The marker of a unit after the Supply Phase."""
    return supply_of(after_supply_phase(place, turn), unit)


# ---- the check (10.0, 10.1.1)


@rule("avl", "10.0", "10.3")
def test_a_unit_keeps_the_status_found_though_the_hq_that_cut_it_off_is_relocated_after() -> None:
    """An HQ that opens a supply line is supplied by it itself; so the order shows in one that blocks an enemy line.

    su-333 in 4113 is shut in by the Don and by de-168's ZOC over 4013; its only way out is 4114, where a Romanian HQ
    without supply of its own stands. The HQ goes, but the check came first.
    """
    block = {"su-333": "4113", "de-168": "3914", "hq-r3a": "4114", **DENIED}
    open_way = {key: value for key, value in block.items() if key != "hq-r3a"}
    assert status(open_way, "su-333") == "in supply"
    play = after_supply_phase(block)
    assert where(play, "hq-r3a") == "awaiting return"
    assert supply_of(play, "su-333") == "out of supply"
    keys = [event.message.key for event in play.events]
    assert keys.index("event.out_of_supply") < keys.index("event.hq_unsupplied")


@rule("avl", "10.1.1")
def test_the_check_does_not_depend_on_the_order_of_the_units() -> None:
    # four Germans in a row, each in Soviet ZOC: the first lives by the second, the second by the third, and so on
    chain = [("de-298", "5605"), ("de-168", "5604"), ("de-62", "5504"), ("de-294", "5403")]
    soviets = {**RING, "su-219": "5503"}
    for row in permutations(chain):
        for place in ({**dict(row), **soviets}, {**soviets, **dict(row)}):
            play = after_supply_phase(place)
            assert [supply_of(play, unit) for unit, _ in chain] == ["in supply"] * 4
    for row in permutations(chain[:2] + chain[3:]):  # without the third
        play = after_supply_phase({**dict(row), **soviets})
        found = [supply_of(play, unit) for unit in ("de-298", "de-168", "de-294")]
        assert found == ["out of supply", "out of supply", "in supply"]


@rule("avl", "10.1.1")
def test_both_sides_are_checked_against_the_same_position() -> None:
    # a German in the Soviet ring, and a Soviet in a German one, each beside nobody who could help
    germans = {"de-168": "4204", "de-62": "4207", "de-294": "3906"}  # around 4106, clear and without a river
    play = after_supply_phase({**RING, "de-298": "5605", **germans, "su-333": "4106"})
    assert supply_of(play, "de-298") == "out of supply"
    assert supply_of(play, "su-333") == "out of supply"
    assert all(supply_of(play, unit) == "in supply" for unit in (*RING, *germans))


@rule("avl", "10.1.1")
def test_units_in_a_box_get_no_marker() -> None:
    boxed = ["hq-28a", "su-34g", "su-248"]
    play = after_supply_phase({**dict.fromkeys(boxed, "box"), **RING, "de-168": "5605"})
    assert supply_of(play, "de-168") == "out of supply"
    assert [supply_of(play, unit) for unit in boxed] == ["in supply"] * 3
    assert [where(play, unit) for unit in boxed] == ["box"] * 3


# ---- supply lines (10.1.2)


WALL = [
    "su-107 2002", "su-141 2005", "su-270 2008", "su-219 2011", "su-127 2014", "su-172 2017", "su-350 2020",
    "su-267 2023", "su-41g 2026", "su-44g 2029", "su-35g 2032",
]  # fmt: skip


@rule("avl", "10.1.2a")
def test_a_detour_of_more_than_forty_hexes_is_a_supply_line() -> None:
    # a Soviet wall in column 20 from the northern edge; only 2034, 2035 and 2036 on the coast are free of its ZOC
    wall = dict(unit.split() for unit in WALL)
    grid = avl().ground.grid
    home, gap = grid.index("2401"), [grid.index(hex) for hex in ("2034", "2035", "2036")]
    sources = [grid.index(hex) for hex in ("0106", "0115", "0116", "0124", "0131", "0142")]
    assert min(grid.distance(home, hex) + grid.distance(hex, source) for hex in gap for source in sources) > 40
    assert status({**wall, "de-168": "2401"}, "de-168") == "in supply"
    assert status({**wall, "su-38g": "2035", "de-168": "2401"}, "de-168") == "out of supply"


@rule("avl", "10.1.2b")
def test_enemy_zoc_cuts_a_line_and_a_friendly_unit_or_lone_hq_opens_it() -> None:
    assert status({**RING, "de-168": "5605"}, "de-168") == "out of supply"
    assert status({**RING, "de-168": "5605", "de-7lw": "5604"}, "de-168") == "in supply"
    play = after_supply_phase({**RING, "de-168": "5605", "hq-f-pico": "5604"})
    assert supply_of(play, "de-168") == "in supply"
    assert where(play, "hq-f-pico") == "5604"


@rule("avl", "10.1.2b")
def test_a_lone_enemy_hq_blocks_its_own_hex_and_no_other() -> None:
    # from 5605 by the friend in 5604 the only way on is 5504
    friends = {**RING, "de-168": "5605", "de-7lw": "5604"}
    assert status({**friends, "hq-1gda": "5504"}, "de-168") == "out of supply"
    assert status({**friends, "hq-1gda": "5503"}, "de-168") == "in supply"


@rule("avl", "10.1.2b")
def test_an_enemy_occupied_hex_is_never_passed() -> None:
    friends = {**RING, "de-168": "5605", "de-7lw": "5604"}
    assert status({**friends, "su-219": "5504"}, "de-168") == "out of supply"


@rule("avl", "10.1.2b")
def test_an_empty_source_in_enemy_zoc_is_useless_and_a_friendly_unit_there_makes_it_work() -> None:
    assert status({**DENIED, "de-168": "5605"}, "de-168") == "out of supply"
    for holder in ("de-62", "hq-f-pico"):
        play = after_supply_phase({**DENIED, "de-168": "5605", holder: "0106"})
        assert supply_of(play, "de-168") == supply_of(play, holder) == "in supply"
    # an enemy HQ in the source hex closes it as well
    assert status({**DENIED, "su-1": "0308", "de-168": "5605"}, "de-168") == "in supply"
    assert status({**DENIED, "su-1": "0308", "hq-1gda": "0106", "de-168": "5605"}, "de-168") == "out of supply"


@rule("avl", "10.1.2b")
def test_a_unit_in_enemy_zoc_is_opened_by_its_own_presence() -> None:
    play = after_supply_phase({"de-168": "5605", "su-107": "5606"})
    assert supply_of(play, "de-168") == supply_of(play, "su-107") == "in supply"


@rule("avl", "10.1.2c")
def test_unbridged_major_rivers_bar_a_supply_line() -> None:
    # the Don flows round 4113 on four sides; su-107 in 4014 has the land hexes 4013 and 4114 in its ZOC
    assert status({"de-298": "4113"}, "de-298") == "in supply"
    assert status({"de-298": "4113", "su-107": "4014"}, "de-298") == "out of supply"


@rule("avl", "10.1.2c")
def test_minor_rivers_and_bridges_let_a_supply_line_pass() -> None:
    # 2107: the Oskol to 2206 and 2207 in the east, su-107 and su-141 close all land hexes in the west
    assert status({"de-298": "2107", "su-107": "2005", "su-141": "2008"}, "de-298") == "in supply"
    assert status({"de-298": "2107", "su-107": "2005", "su-141": "2008", "su-270": "2307"}, "de-298") == "out of supply"
    # 4716: the bridge of Veshenskaya to 4715 is the only hex around that is free of German ZOC
    germans = {"de-62": "4617", "de-294": "4916", "de-168": "4515"}
    assert status({"su-333": "4716", **germans}, "su-333") == "in supply"
    assert status({"su-333": "4716", **germans, "de-304": "4814"}, "su-333") == "out of supply"


@rule("avl", "10.1.2c", "8.2.2")
def test_a_bridge_between_two_zoc_hexes_held_by_friends_lets_supply_pass_though_no_unit() -> None:
    germans = {"de-62": "4617", "de-294": "4916", "de-168": "4615"}  # 4615 is beside both ends of the bridge
    assert status({"su-333": "4716", **germans}, "su-333") == "out of supply"
    place = {"su-333": "4716", "su-107": "4715", **germans}
    assert status(place, "su-333") == "in supply"
    play = position(active="soviet", place=place)
    answer(play, "soviet", ("unit", "su-333"))
    refused(play, "soviet", "move", "4715", rule="8.2.2")


@rule("avl", "10.1.2c", "13.0a")
@pytest.mark.parametrize(("turn", "found"), [(4, "out of supply"), (5, "in supply")])
def test_pocket_hexes_bar_a_supply_line_until_turn_5(turn: int, found: str) -> None:
    # around 6424 three Germans have all hexes in their ZOC but 6423 and 6324, which are pocket hexes
    germans = {"de-298": "6624", "de-168": "6426", "de-62": "6225"}
    assert status({"su-333": "6424", **germans}, "su-333", turn) == found


@rule("avl", "10.1.6", "10.1.2c")
def test_the_three_divisions_of_the_supply_example() -> None:
    # 298 in the bend of the Don: the two hexes it could use, 4013 and 4114, are in enemy ZOC.
    # 15Lw in 3037 at the Sea of Azov: Water in 2937 and 3036, an impassable hexside to 3137, ZOC in the rest.
    # PADA in 5605: Tot in 5604 opens the ZOC hex.
    place = {
        **{"de-298": "4113", "su-219": "4014"},
        **{"de-15lw": "3037", "su-127": "2939", "su-172": "3139"},
        **{"it-pada": "5605", "de-tot": "5604", **RING},
    }
    play = after_supply_phase(place)
    found = [supply_of(play, unit) for unit in ("de-298", "de-15lw", "it-pada")]
    assert found == ["out of supply", "out of supply", "in supply"]
    # over an open hexside 15Lw would be in supply: a friend in 3137, beyond the impassable one, is
    assert status({**place, "de-62": "3137"}, "de-62") == "in supply"
    assert status({**place, "de-62": "3137"}, "de-15lw") == "out of supply"


# ---- markers (10.1.3 to 10.1.5)


@rule("avl", "10.1.3a")
@pytest.mark.parametrize(
    ("before", "after"),
    [("in supply", "out of supply"), ("out of supply", "isolated"), ("isolated", "isolated")],
)
def test_a_unit_without_a_line_is_out_of_supply_then_isolated_and_stays_so(before: str, after: str) -> None:
    play = after_supply_phase({**RING, "de-168": f"5605 {before}"})
    assert supply_of(play, "de-168") == after


def cut_off_in_the_bend() -> Play:
    """de-168 in the bend of the Don, cut off by su-107; it may ford to 4213, where it is in supply, and back.

    One reinforcement arrives at the end of turns 5 to 8 and makes the game pause there.
    """
    return position(
        turn=5,
        step="supply",
        chits={"inactive": ["Hollidt"]},
        options={"axis_help_manstein_early": True},  # so that no Manstein chit comes at the end of turn 5
        place={
            **no_arrivals("su-111", "su-161", "su-19", "de-39"),
            **{"de-168": "4113", "su-107": "4014", "hq-hollidt": "4117"},
        },
    )


def next_supply_phase(play: Play, arriving: str, ford_to: str = "") -> None:
    rail = {"su-111": "5001", "su-161": "5002", "su-19": "5103"}
    answer(play, "soviet", ("place_at", rail[arriving]))
    assert where(play, arriving) == rail[arriving]
    if ford_to:
        march(play, "axis", "de-168", ford_to)
    answer(play, "axis", "end_movement")


@rule("avl", "10.1.3a", "4.2")
def test_three_phases_without_a_line_on_three_turns() -> None:
    play = cut_off_in_the_bend()
    found = [supply_of(play, "de-168")]
    for arriving in ("su-111", "su-161"):
        next_supply_phase(play, arriving)
        found.append(supply_of(play, "de-168"))
    assert found == ["out of supply", "isolated", "isolated"]
    assert (len(happened(play, "event.out_of_supply")), len(happened(play, "event.isolated"))) == (1, 1)


@rule("avl", "10.1.3a", "10.1.3b")
def test_a_relieved_unit_that_is_cut_off_again_begins_anew() -> None:
    play = cut_off_in_the_bend()
    found = [supply_of(play, "de-168")]
    for arriving, ford_to in (("su-111", ""), ("su-161", "4213"), ("su-19", "4113")):
        next_supply_phase(play, arriving, ford_to)
        found.append(supply_of(play, "de-168"))
    assert found == ["out of supply", "isolated", "in supply", "out of supply"]


@rule("avl", "10.1.3b")
@pytest.mark.parametrize("before", ["out of supply", "isolated"])
def test_a_marked_unit_that_can_trace_loses_the_marker_completely(before: str) -> None:
    play = after_supply_phase({"de-168": f"5605 {before}"})
    assert supply_of(play, "de-168") == "in supply"
    assert happened(play, "event.supplied") == [{"unit": "de-168", "side": "axis"}]


@rule("avl", "10.1.4")
def test_a_unit_cut_off_in_mid_turn_fights_on_at_full_strength() -> None:
    """The Soviet player closes the ring around 6Pz; in the Axis activation after that it still attacks with 7."""
    cup = ["1GdA", "4PzA"]
    play = position(
        step="draw",
        chits={"cup": cup},
        dice=draws(cup, "1GdA", "4PzA"),
        place={
            **{"de-6pz": "5605", "hq-4pza": "5202"},
            **{"su-107": "5704", "su-141": "5707", "su-7tk": "5402", "su-203": "5606", "hq-1gda": "5701"},
        },
    )
    march(play, "soviet", "su-7tk", "5405")
    answer(play, "soviet", "stop", "end_movement")
    answer(play, "axis", "end_movement")
    assert supply_of(play, "de-6pz") == "in supply"
    assert play.preview("axis", "attack", "5606")["attack"] == 7
    answer(play, "axis", "end_combat")
    assert supply_of(play, "de-6pz") == "out of supply"


@rule("avl", "10.1.4")
def test_a_relieved_unit_stays_halved_until_the_supply_phase() -> None:
    play = position(step="combat", active="axis", place={"de-6pz": "5605 isolated", "su-203": "5606"})
    assert play.preview("axis", "attack", "5606")["attack"] == 3
    answer(play, "axis", "end_combat")
    assert supply_of(play, "de-6pz") == "in supply"


@rule("avl", "10.1.5")
def test_every_unit_is_in_supply_at_the_start() -> None:
    play = avl().new(seed=1)
    assert set(state_of(play).supply) == {0}


@rule("avl", "10.1.5")
def test_a_surrounded_unit_fights_normally_on_turn_1_until_its_supply_phase() -> None:
    germans = {"de-168": "5704", "de-298": "5707", "de-62": "5405", "de-7lw": "5606"}
    play = position(turn=1, step="special", place={"su-7tk": "5605", "hq-1gda": "5605", **germans})
    answer(play, "soviet", ("activate", "hq-1gda"))
    assert play.preview("soviet", "attack", "5606")["attack"] == 4
    answer(play, "soviet", "end_combat")
    assert happened(play, "event.supply_phase") == [{"turn": 1}]
    assert supply_of(play, "su-7tk") == "out of supply"


# ---- what the markers do (10.2)


def values(status: str) -> tuple[int, int, int]:
    """Attack and defence of Wik (6-5) and the allowance of the 168 (5) with this marker."""
    attacking = position(step="combat", active="axis", place={"de-wik": f"5605 {status}", "su-107": "5606"})
    defending = position(step="combat", active="soviet", place={"de-wik": f"5605 {status}", **MASSED})
    moving = position(active="axis", place={"de-168": f"5605 {status}"})
    answer(moving, "axis", ("unit", "de-168"))
    points = [row for row in range(1, 10) if moving.legal("axis", "move", f"56{5 + row:02}")]
    return (
        attacking.preview("axis", "attack", "5606")["attack"],
        defending.preview("soviet", "attack", "5605")["defence"],
        max(points),
    )


MASSED = {"su-5m": "5606", "su-4m": "5606"}


@rule("avl", "10.2.1", "10.2.2", "10.2.3")
@pytest.mark.parametrize(
    ("status", "expected"), [("in supply", (6, 5, 5)), ("out of supply", (3, 5, 5)), ("isolated", (3, 2, 2))]
)
def test_attack_defence_and_allowance_with_each_marker(status: str, expected: tuple[int, int, int]) -> None:
    assert values(status) == expected


@rule("avl", "10.2.2")
def test_out_of_supply_an_attack_of_seven_becomes_three_and_nothing_else_changes() -> None:
    place = {"de-6pz": "5605 out of supply", "su-107": "5606"}
    assert position(step="combat", active="axis", place=place).preview("axis", "attack", "5606")["attack"] == 3
    defending = position(step="combat", active="soviet", place={"de-6pz": "5605 out of supply", **MASSED})
    assert defending.preview("soviet", "attack", "5605")["defence"] == 5
    moving = position(active="axis", place={"de-6pz": "5605 out of supply"})
    answer(moving, "axis", ("unit", "de-6pz"))
    assert moving.preview("axis", "move", "5614")["cost"] == "9"


@rule("avl", "10.2.1")
def test_a_unit_whose_marker_was_removed_works_at_its_printed_values() -> None:
    """6Pz (7-5-9) is relieved in the Supply Phase of turn 2; on turn 3 it moves for 8 points and attacks with 7."""
    play = position(
        turn=2,
        step="supply",
        chits={"inactive": ["4PzA"]},
        place={**no_arrivals("su-305"), "de-6pz": "5612 isolated", "hq-4pza": "5613", "su-203": "5605"},
    )
    assert supply_of(play, "de-6pz") == "in supply"
    answer(play, "soviet", ("place_at", "5001"))
    answer(play, "axis", ("unit", "de-6pz"))
    assert play.preview("axis", "move", "5606")["cost"] == "8"
    answer(play, "axis", ("move", "5606"), "end_movement")
    assert play.preview("axis", "attack", "5605")["attack"] == 7
    defending = position(step="combat", active="soviet", place={"de-6pz": "5605", **MASSED})
    assert defending.preview("soviet", "attack", "5605")["defence"] == 5


# ---- HQs without supply (10.3)


@rule("avl", "10.3", "12.5")
def test_an_unsupplied_hq_is_relocated_and_carries_no_marker() -> None:
    play = after_supply_phase({**RING, "hq-f-pico": "5605", "de-168": "5605"})
    assert supply_of(play, "de-168") == "out of supply"
    assert where(play, "hq-f-pico") == "lifted"
    refused(play, "axis", "relocate_to", "5301", rule="12.7b")  # farther than the nearest fit hexes, which are 4 away
    answer(play, "axis", ("relocate_to", "5205"))
    assert where(play, "hq-f-pico") == "5205"
    assert supply_of(play, "hq-f-pico") == "in supply"
    assert happened(play, "event.isolated") == []


@rule("avl", "10.3", "12.7d")
def test_an_unsupplied_hq_without_a_legal_hex_leaves_the_map_until_the_next_turn() -> None:
    play = after_supply_phase({**DENIED, "hq-f-pico": "5605"})
    assert where(play, "hq-f-pico") == "awaiting return"
    assert happened(play, "event.hq_awaits") == [{"unit": "hq-f-pico", "turn": 3}]


@rule("avl", "10.3")
def test_several_unsupplied_hqs_are_relocated_axis_first_each_owner_in_his_order() -> None:
    germans = {"de-168": "4204", "de-62": "4207", "de-294": "3906"}  # around 4106
    play = after_supply_phase(
        {**RING, "hq-f-pico": "5605", "hq-hollidt": "5604", "su-219": "5503", **germans, "hq-6a": "4106"}
    )
    assert play.deciders == ("axis",)
    assert offered(play, "axis", "relocate") == {"hq-f-pico", "hq-hollidt"}
    answer(play, "axis", ("relocate", "hq-hollidt"))
    assert where(play, "hq-hollidt") == "lifted"
    answer(play, "axis", ("relocate_to", min(str(hex) for hex in offered(play, "axis", "relocate_to"))))
    assert where(play, "hq-f-pico") == "lifted"  # the last one needs no choice
    assert where(play, "hq-6a") == "4106"
    answer(play, "axis", ("relocate_to", min(str(hex) for hex in offered(play, "axis", "relocate_to"))))
    assert play.deciders == ("soviet",)
    assert where(play, "hq-6a") == "lifted"
