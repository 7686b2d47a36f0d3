"""Chapter 13: the Stalingrad Pocket, closed to both sides for everything but command range until turn 5.

Its hexes: 6122-6124, 6221-6223, 6321-6324, 6420-6423 and 6521-6523 on the Volga.
"""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.testing import rule
from tests.games.avl._help import (
    activated,
    answer,
    attack,
    march,
    no_arrivals,
    offered,
    position,
    refused,
    shut_in,
    steps_of,
    supply_of,
    where,
)

POOL = ["4PzA", "Hollidt", "It8A", "H2A", "R3A", "F-Pico", "Kempf"]
"""More Axis chits than a turn takes: the game pauses when they are selected."""


@rule("avl", "13.0a", "13.0c", "8.1.5")
@pytest.mark.parametrize("unit", ["su-7tk", "de-6pz", "hq-51a"])
def test_nobody_moves_into_or_through_the_pocket_before_turn_5(unit: str) -> None:
    player = "axis" if unit.startswith("de") else "soviet"
    for turn in (1, 4):
        play = position(turn=turn, active=player, place={unit: "6419"})  # north of the pocket
        answer(play, player, ("unit", unit))
        refused(play, player, "move", "6420", rule="13.0a")
        refused(play, player, "move", "6522", rule="13.0a")
        assert not play.legal(player, "move", "6424")  # south of the pocket: 5 hexes, but only through it
    play = position(turn=5, active=player, place={unit: "6419"})
    answer(play, player, ("unit", unit))
    assert play.legal(player, "move", "6522") and play.legal(player, "move", "6424")


@rule("avl", "13.0a", "12.1a")
def test_an_hq_in_the_pocket_cannot_be_overrun_before_turn_5() -> None:
    for turn in (4, 5):
        play = position(unchecked=True, turn=turn, active="soviet", place={"su-7tk": "6024", "hq-r3a": "6124"})
        answer(play, "soviet", ("unit", "su-7tk"))
        if turn == 4:
            refused(play, "soviet", "move", "6124", rule="13.0a")
        else:
            assert play.preview("soviet", "move", "6124")["overruns"] == ["6124"]


def beaten_at_6424(turn: int) -> Play:
    """su-333 in 6424 suffers a DR; Germans hold all hexes around it but the pocket hexes 6423 and 6324."""
    germans = {"de-6pz": "6425", "de-168": "6325", "de-298": "6524", "de-62": "6525"}
    play = position(turn=turn, step="combat", active="axis", place={"su-333": "6424", **germans}, dice=[4])
    attack(play, "axis", "6424", "de-6pz")  # 7 to 2, 3-1
    return play


@rule("avl", "13.0a", "9.5.8")
def test_a_unit_that_could_only_retreat_into_the_pocket_is_eliminated() -> None:
    play = beaten_at_6424(4)
    assert where(play, "su-333") == "eliminated"
    assert shut_in(play) == [("su-333", "6424")]


@rule("avl", "13.0c", "9.5")
def test_from_turn_5_it_retreats_there() -> None:
    play = beaten_at_6424(5)
    if play.deciders == ("soviet",):
        answer(play, "soviet", ("retreat", min(str(hex) for hex in offered(play, "soviet", "retreat"))))
    assert where(play, "su-333") in ("6423", "6324")
    assert steps_of(play, "su-333") == 1  # both hexes are in the ZOC of the Germans around 6424


@rule("avl", "13.0a", "13.0c", "9.6.3")
@pytest.mark.parametrize("turn", [4, 5])
def test_no_advance_leads_into_the_pocket_before_turn_5(turn: int) -> None:
    place = {"de-6pz": "6425", "su-152b": "6424"}
    play = position(turn=turn, step="combat", active="axis", place=place, dice=[1])
    attack(play, "axis", "6424", "de-6pz")  # 7-1: DR on a 1
    while play.deciders == ("soviet",):
        answer(play, "soviet", ("retreat", max(str(hex) for hex in offered(play, "soviet", "retreat"))))
    answer(play, "axis", ("advance", "de-6pz"))
    beyond = {str(hex) for hex in offered(play, "axis", "advance_to")}
    if turn == 4:
        assert not beyond & {"6423", "6324"} and {"6425", "6325"} <= beyond
        refused(play, "axis", "advance_to", "6423", rule="13.0a")
    else:
        assert {"6423", "6324", "6425"} - {where(play, "su-152b")} <= beyond


@rule("avl", "13.0a", "13.0c", "11.1.1b")
def test_no_reinforcement_is_placed_in_the_pocket_at_the_end_of_turn_4_but_of_turn_5() -> None:
    play = position(turn=4, step="reinforcements", place=no_arrivals("su-62g"))
    for hex in ("6422", "6522", "6124"):  # railroad hexes of the pocket
        refused(play, "soviet", "place_at", hex, rule="13.0a")
    play = position(turn=5, step="reinforcements", place=no_arrivals("su-111"), chits={"inactive": POOL})
    answer(play, "soviet", ("place_at", "6522"))
    assert where(play, "su-111") == "6522"


@rule("avl", "13.0a", "13.0c", "11.1.1b")
def test_the_railroad_through_the_pocket_serves_reinforcements_from_turn_5_on() -> None:
    # a lone Axis HQ in 5534 blocks the way round by Salsk: 6425 is joined to a Soviet source only through Stalingrad
    block = {"hq-4pza": "5534", "de-168": "5534"}
    play = position(turn=4, step="reinforcements", place={**no_arrivals("su-62g"), **block})
    refused(play, "soviet", "place_at", "6425", rule="11.1.1b")
    play = position(turn=5, step="reinforcements", place={**no_arrivals("su-111"), **block})
    assert play.legal("soviet", "place_at", "6425")


@rule("avl", "13.0a", "13.0c", "10.1.2c")
def test_a_supply_line_through_the_pocket_is_refused_on_turn_4_and_accepted_on_turn_5() -> None:
    # around 6424 three Germans have all hexes in their ZOC but the pocket hexes 6423 and 6324
    place = {"su-333": "6424", "de-298": "6624", "de-168": "6426", "de-62": "6225"}
    found = [supply_of(position(turn=turn, step="supply", place=place), "su-333") for turn in (4, 5)]
    assert found == ["out of supply", "in supply"]


@rule("avl", "13.0a", "13.0c", "12.7b")
@pytest.mark.parametrize(("turn", "offers"), [(4, False), (5, True)])
def test_no_hq_is_relocated_into_the_pocket_before_turn_5(turn: int, offers: bool) -> None:
    play = position(turn=turn, active="axis", place={"de-6pz": "6526", "hq-51a": "6525"})
    march(play, "axis", "de-6pz", "6525")
    assert ("6521" in offered(play, "soviet", "relocate_to")) == offers
    if not offers:
        refused(play, "soviet", "relocate_to", "6521", rule="13.0a")


@rule("avl", "13.0b", "7.3.3a")
def test_command_range_crosses_the_pocket() -> None:
    # the 51A HQ (range 4) in 6520, the unit in 6524: 6521, 6522 and 6523 between them are pocket hexes
    play = position(turn=2, active="soviet", hq=["hq-51a"], place={"hq-51a": "6520", "su-107": "6524"})
    assert activated(play) == {"hq-51a", "su-107"}


@rule("avl", "13.0b", "7.3.4b")
def test_the_volga_beside_the_pocket_ends_command_range_all_the_same() -> None:
    # 6622 lies over the unbridged Volga from 6522 and 6523, 3 hexes from 6520; 6722 one hex further
    place = {"hq-51a": "6520", "su-107": "6622", "su-141": "6722"}
    play = position(turn=2, active="soviet", hq=["hq-51a"], place=place)
    assert activated(play) == {"hq-51a", "su-107"}
