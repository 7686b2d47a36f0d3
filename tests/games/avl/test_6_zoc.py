"""Chapter 6: Zones of Control, how far they reach and what they matter for."""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.games.avl.counters import AXIS, SOVIET
from grognard.testing import rule
from tests.games.avl._help import (
    activated,
    answer,
    attack,
    avl,
    march,
    offered,
    position,
    refused,
    state_of,
    steps_of,
    supply_of,
    where,
)

# Around 5505 lies open steppe without rivers and roads. Its neighbours: 5504, 5604, 5605, 5506, 5405, 5404.


def cost(play: Play, unit: str, hex: str) -> str:
    """What a Soviet unit pays to move to a hex."""
    answer(play, "soviet", ("unit", unit))
    return str(play.preview("soviet", "move", hex)["cost"])


def zoc(play: Play, side: int) -> set[str]:
    """The hexes in the ZOC of a side's enemies."""
    return set(avl().ground.grid.list_names(state_of(play).enemy_zoc(side)))


# ---- 6.0.1 extent


@rule("avl", "6.0.1a")
def test_a_combat_unit_controls_the_six_hexes_around_it() -> None:
    play = position(step="move", place={"de-62": "5505", "su-195": "5510"})
    assert zoc(play, SOVIET) == {"5504", "5604", "5605", "5506", "5405", "5404"}
    assert zoc(play, AXIS) == {"5509", "5609", "5610", "5511", "5410", "5409"}
    for entered in ("5504", "5604", "5605", "5506", "5405", "5404"):
        beyond = {"5504": "5503", "5604": "5603", "5605": "5705", "5506": "5507", "5405": "5306", "5404": "5304"}
        moving = position(step="move", active="soviet", place={"de-62": "5505", "su-195": beyond[entered]})
        assert cost(moving, "su-195", entered) == "3", entered  # 1 for clear ground, 2 for the ZOC


@rule("avl", "6.0.1a")
def test_zoc_reaches_over_an_unbridged_major_river() -> None:
    """The Don flows between 5416 and 5417; 62 on its south bank controls the north bank."""
    place = {"su-195": "5415"}
    assert cost(position(step="move", active="soviet", place=place), "su-195", "5416") == "1"
    guarded = position(step="move", active="soviet", place={**place, "de-62": "5417"})
    assert cost(guarded, "su-195", "5416") == "3"


@rule("avl", "6.0.1a")
def test_zoc_does_not_cross_an_impassable_hexside() -> None:
    """Lake Manych-Gudilo lies between 5141 and 5142 and between 5141 and 5041; to 5140 the shore is open."""
    enemy = {"de-62": "5141"}
    south = position(step="move", active="soviet", place={"su-195": "5042", **enemy})
    assert cost(south, "su-195", "5142") == "1"
    west = position(step="move", active="soviet", place={"su-195": "5042", **enemy})
    assert cost(west, "su-195", "5041") == "1"
    north = position(step="move", active="soviet", place={"su-195": "5138", **enemy})
    march(north, "soviet", "su-195", "5139")
    assert north.preview("soviet", "move", "5140")["cost"] == "3"
    assert zoc(south, SOVIET) == {"5140", "5240", "5241", "5040"}


@rule("avl", "6.0.1a")
def test_zoc_does_not_cover_water() -> None:
    """Mariupol, 1937, lies on the sea: 2037 and the hexes south of it are Water."""
    play = position(step="move", place={"de-62": "1937"})
    grid, ground = avl().ground.grid, avl().ground
    around = grid.around[grid.index("1937")]
    assert around & ~ground.land, "there is Water beside it"
    assert zoc(play, SOVIET) == set(grid.list_names(around & ground.land))


@rule("avl", "6.0.1a")
@pytest.mark.parametrize("state", ["reduced", "out of supply", "isolated", "reduced isolated"])
def test_the_weakest_unit_still_has_a_zoc(state: str) -> None:
    play = position(step="move", active="soviet", place={"su-195": "5503", "de-62": f"5505 {state}"})
    assert cost(play, "su-195", "5504") == "3"


@rule("avl", "6.0.1b")
@pytest.mark.parametrize(("enemy", "ruling"), [("hq-hollidt", "in supply"), ("de-62", "out of supply")])
def test_a_lone_hq_does_not_block_supply_around_it(enemy: str, ruling: str) -> None:
    """7Tk west of the Dnepr traces over the rail bridge 0330-0429; an enemy in 0430 is next to both hexes."""
    play = position(step="supply", place={"su-7tk": "0229", "de-294": "0325", enemy: "0430"})
    assert supply_of(play, "su-7tk") == ruling


@rule("avl", "6.0.1b", "8.3.1c")
@pytest.mark.parametrize(("enemy", "reached"), [("hq-4pza", True), ("de-62", False)])
def test_an_hq_beside_a_road_does_not_stop_strategic_movement(enemy: str, reached: bool) -> None:
    """Ten road hexes from 4005 by way of 4006, 4107 and 4108 to Kazanskaya, 4314; 4106 lies beside the road."""
    play = position(step="move", active="soviet", place={"su-195": "4005", enemy: "4106"})
    answer(play, "soviet", ("unit", "su-195"))
    assert play.legal("soviet", "move", "4314") == reached
    if reached:
        assert play.preview("soviet", "move", "4314")["cost"] == "5"


# ---- 6.0.2 what it matters for


@rule("avl", "6.0.2", "7.3.4c")
def test_command_range_passes_enemy_zocs() -> None:
    """Two divisions put every hex between 6A in 5505 and 41G in 5509 under their ZOC."""
    place = {"hq-6a": "5505", "su-41g": "5509", "de-62": "5607", "de-294": "5406", "de-298": "5408"}
    play = position(step="move", hq=["hq-6a"], place=place)
    assert {"5506", "5507", "5508", "5509"} <= zoc(play, SOVIET)
    assert activated(play) == {"hq-6a", "su-41g"}


@rule("avl", "6.0.2", "9.6.2")
def test_an_advance_ignores_zoc() -> None:
    """62 in 5606 controls 5506 and 5507: 1GM goes from the one to the other all the same."""
    place = {"su-1gm": "5505", "su-2gm": "5505", "de-7lw": "5506", "de-62": "5606"}
    play = position(step="combat", active="soviet", place=place, dice=[6])  # 10 to 1: 10-1+, die 6: 4DR2
    attack(play, "soviet", "5506", "su-1gm", "su-2gm")
    assert {"5506", "5507"} <= zoc(play, SOVIET)
    answer(play, "soviet", ("advance", "su-1gm"), ("advance_to", "5507"))
    assert (where(play, "su-1gm"), steps_of(play, "su-1gm")) == ("5507", 2)


@rule("avl", "6.0.2")
def test_zoc_bars_the_placement_of_reinforcements() -> None:
    """302 arrives on turn 3: next to a Soviet division it is not placed, next to a lone Soviet HQ it is."""
    play = position(step="reinforcements", turn=3, place={"su-195": "1213", "hq-6a": "0813"})
    refused(play, "axis", "place_at", "1212", rule="11.1.1c")
    play.answer("axis", "place_at", "0812")
    assert where(play, "de-302") == "0812"


# ---- 6.0.3 no accumulation


@rule("avl", "6.0.3", "8.2.1a")
def test_three_zocs_over_a_hex_cost_as_much_as_one() -> None:
    """5505 lies in three ZOCs, 5504 in none: 3 points in, and 3 points out."""
    enemies = {"de-62": "5506", "de-294": "5605", "de-298": "5405"}
    entering = position(step="move", active="soviet", place={"su-195": "5504", **enemies})
    assert cost(entering, "su-195", "5505") == "3"
    leaving = position(step="move", active="soviet", place={"su-195": "5505", **enemies})
    assert cost(leaving, "su-195", "5504") == "3"


@rule("avl", "6.0.3", "9.5.3")
def test_a_retreat_into_three_zocs_costs_one_step() -> None:
    """Of the hexes left to 62 only 5405 is nearer to a source; 5404, 5406 and 5506 hold Soviet divisions."""
    place = {"de-62": "5505", "su-1gm": "5506", "su-2gm": "5604", "su-41g": "5404", "su-44g": "5406"}
    play = position(step="combat", active="soviet", place=place, dice=[3])  # 10 to 3: 3-1, die 3: DR
    attack(play, "soviet", "5505", "su-1gm", "su-2gm")
    assert (where(play, "de-62"), steps_of(play, "de-62")) == ("5405", 1)
    assert not offered(play, "axis", "retreat")
