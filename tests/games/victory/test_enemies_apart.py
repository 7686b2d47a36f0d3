"""Enemies share a hex only in a battle or a blockade (2.0.2c, 6.1a), however they might come there.

A submarine in an empty enemy port is the trap: it leaves the town its owner's (4.2.SS), and yet it is an enemy in the
hex. That a block is there everybody sees, so nothing here tells which.
"""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.games.victory.logistics.supply import network
from grognard.testing import rule
from tests.games.victory._help import (
    act,
    barred,
    end_moves,
    go,
    hexes,
    may,
    next_dice,
    offered,
    pos,
    refused,
    state_of,
    through_combat,
    where,
)

LURKING = {"blue-submarine-1": "1005"}


def sound(play: Play) -> None:
    assert state_of(play).game.invariants(state_of(play)) == []


# ---- moving


@rule("victory", "5.9a", "6.1a", "4.2.SS")
@pytest.mark.parametrize("block", ["fighter-1", "airborne-1"])
def test_nobody_flies_strategically_to_a_base_with_an_enemy_submarine(block: str) -> None:
    play = pos({**LURKING, f"red-{block}": "0705"}, active="red")
    barred(play, f"red-{block}", "strategic", "1005", rule="5.9a")
    assert "0909" in may(play, f"red-{block}", "strategic")


@rule("victory", "2.0.2c", "6.1a")
def test_a_normal_flight_there_is_an_attack() -> None:
    play = pos({**LURKING, "red-fighter-1": "0705"}, active="red")
    go(play, "red-fighter-1", "1005")
    assert hexes(play, sum(1 << hex for hex in state_of(play).battles)) == {"1005"}
    sound(play)


# ---- building


@rule("victory", "8.2a", "6.1a")
def test_nothing_is_built_beside_an_enemy_submarine() -> None:
    place = {**LURKING, "red-infantry-1": "0902"}
    play = pos(place, step="production", active="red")
    assert "0902" in offered(play, "red", "build_at")
    refused(play, "red", "build_at", "1005", rule="6.1a")
    gone = pos({**place, "blue-submarine-1": "1006"}, step="production", active="red")
    assert "1005" in offered(gone, "red", "build_at")


# ---- retreating and landing


def air_battle(**more: str) -> Play:
    """Red's fighter over 0707 with its infantry, against Blue's infantry from 0708: Barcastle is in reach."""
    place = {"red-fighter-1": "0707", "red-infantry-1": "0707", "blue-infantry-1": "0707 from 0708"}
    return pos({**place, **more}, battles={"0707": "blue"}, step="combat", active="blue")


@rule("victory", "6.54", "6.1a")
def test_no_air_unit_retreats_to_a_base_with_an_enemy_submarine() -> None:
    assert "1005" in offered(air_battle(), "red", "retreat")
    refused(air_battle(**LURKING), "red", "retreat", "1005", rule="6.54")


@rule("victory", "5.51b", "6.1a")
def test_no_air_unit_lands_at_a_base_with_an_enemy_submarine() -> None:
    place = {"red-fighter-1": "0705", "blue-cruiser-1": "0806 at 1", **LURKING}
    play = pos(place, active="red")
    go(play, "red-fighter-1", "0806")
    end_moves(play)
    through_combat(play)
    assert where(play, "red-fighter-1") != "1005"
    sound(play)


@rule("victory", "6.opt.2", "6.1a")
def test_nobody_regroups_to_a_base_with_an_enemy_submarine() -> None:
    place = {
        "red-infantry-1": "1004 from 1003", "red-fighter-1": "1004 flown 1", "blue-infantry-1": "1004 at 1", **LURKING,
    }  # fmt: skip
    play = pos(place, battles={"1004": "red"}, step="combat", active="red", options={"regroup": True})
    next_dice(play, *[1] * 4)
    act(play, "pass", "pass", "fire_ground", ("land_at", "0902"))
    assert offered(play, "red", "regroup") == {"red-infantry-1"}
    act(play, ("regroup", "red-infantry-1"))
    refused(play, "red", "regroup_to", "1005", rule="6.opt.2")


# ---- battle hexes and blockade hexes (6.5c)


BLOCKADED = {"red-infantry-2": "1005", "blue-cruiser-1": "1005"}


@rule("victory", "6.5c", "6.54")
def test_air_units_do_not_retreat_into_a_blockade() -> None:
    place = {"red-fighter-1": "0707", "red-infantry-1": "0707", "blue-infantry-1": "0707 from 0708", **BLOCKADED}
    play = pos(place, battles={"0707": "blue"}, blockades={"1005": "blue"}, step="combat", active="blue")
    act(play, ("battle", "0707"))
    refused(play, "red", "retreat", "1005", rule="6.5c")


@rule("victory", "6.5c", "6.54", "5.51a")
def test_nor_aboard_a_carrier_that_blockades() -> None:
    place = {
        "blue-fighter-1": "0707 flown 3 at 1", "blue-infantry-1": "0707 from 0708", "red-infantry-1": "0707",
        "red-infantry-2": "1005", "blue-carrier-1": "1005", "blue-carrier-2": "0906",
    }  # fmt: skip
    play = pos(place, battles={"0707": "blue"}, blockades={"1005": "blue"}, step="combat", active="blue")
    act(play, ("battle", "0707"))
    assert offered(play, "blue", "retreat_aboard") == {"blue-carrier-2"}


@rule("victory", "6.8b", "5.51b")
def test_but_the_winners_aircraft_land_at_their_blockaded_city() -> None:
    """Landing is no retreat, and the base of a blockaded city works."""
    place = {"red-dive-bomber-1": "0706 flown 2", "blue-submarine-1": "0706 at 1", **BLOCKADED}
    play = pos(place, battles={"0706": "red"}, blockades={"1005": "blue"}, step="combat", active="red")
    next_dice(play, *[1] * 4)
    act(play, ("battle", "0706"), "pass", "fire_naval")
    assert "1005" in offered(play, "red", "land_at")


# ---- retreats by land (6.51)


@rule("victory", "6.51c", "6.51a", "5.4c")
def test_a_failed_sortie_from_a_captured_town_goes_back_into_it() -> None:
    """The town reverted to Blue when it was left; over the hexside used it is open all the same, and Red's again."""
    place = {"red-infantry-1": "0512", "blue-infantry-1": "0612"}
    play = pos(place, active="red")
    go(play, "red-infantry-1", "0612")
    end_moves(play)
    act(play, "pass")
    assert offered(play, "red", "retreat") == {"0512"}
    act(play, ("retreat", "0512"))
    assert where(play, "red-infantry-1") == "0512"
    sound(play)


@rule("victory", "6.51c", "4.2.SS")
def test_no_ground_unit_retreats_to_where_an_enemy_block_is() -> None:
    place = {"blue-infantry-1": "1004 from 1003", "red-infantry-1": "1004"}
    play = pos(place, battles={"1004": "blue"}, step="combat", active="blue")
    assert "1005" in offered(play, "red", "retreat")
    play = pos({**place, **LURKING}, battles={"1004": "blue"}, step="combat", active="blue")
    refused(play, "red", "retreat", "1005", rule="6.51c")


# ---- sea supply (7.5)


@rule("victory", "7.5b", "4.2.SS", "7.4a")
def test_a_submarine_in_a_port_cuts_its_sea_supply_but_not_its_road() -> None:
    """Port Alex hangs on the sea alone when Blue's infantry holds the road."""
    cut = {"blue-infantry-1": "0405", "blue-infantry-2": "0506"}
    alex = 1 << state_of(pos(cut)).game.ground.grid.index("0306")
    assert network(state_of(pos(cut)), 0, -1).cities & alex
    assert not network(state_of(pos({**cut, "blue-submarine-1": "0306"})), 0, -1).cities & alex
    assert network(state_of(pos({"blue-submarine-1": "0306"})), 0, -1).cities & alex


@rule("victory", "7.1a", "6.8a", "5.4b")
def test_a_blockade_ends_when_attrition_takes_the_last_defender() -> None:
    """The ships are alone in the port then, and it is theirs."""
    place = {
        "red-infantry-1": "0306 at 1",
        "blue-cruiser-1": "0306",
        "blue-infantry-1": "0405",
        "blue-infantry-2": "0506",
    }
    play = pos(place, blockades={"0306": "blue"}, step="supply")
    assert where(play, "red-infantry-1") == "pool"
    assert not state_of(play).blockades


# ---- rockets (stretch.6)


ROCKETS = {"stretch_units": True}


@rule("victory", "stretch.6", "6.41")
def test_rockets_are_launched_at_land_hexes_and_not_from_the_sea() -> None:
    targets = {"blue-infantry-1": "0708", "blue-cruiser-1": "0806"}
    assert may(pos({"red-rocket-1": "0707", **targets}, options=ROCKETS), "red-rocket-1", "launch_at") == {"0708"}
    assert not may(pos({"red-rocket-1": "0706", **targets}, options=ROCKETS), "red-rocket-1", "launch_at")


@rule("victory", "stretch.6", "5.8b", "5.51b")
def test_aircraft_that_respond_to_a_rocket_go_home_when_it_has_struck() -> None:
    place = {"blue-rocket-1": "0808 flown 1", "red-infantry-1": "0808", "red-fighter-1": "0808 flown 1 late"}
    play = pos(place, battles={"0808": "blue"}, step="combat", active="blue", options=ROCKETS, dice=[6] * 4)
    act(play, ("land_at", "0909"))
    assert where(play, "red-fighter-1") == "0909"
    sound(play)


@rule("victory", "stretch.6", "5.8b")
def test_an_ally_who_follows_a_rocket_fights_the_battle_on() -> None:
    place = {
        "blue-north-rocket-1": "0808 flown 1",
        "red-infantry-1": "0808",
        "blue-south-infantry-1": "0808 late from 0708",
    }
    play = pos(
        place, scenario="two-front-war-3", battles={"0808": "blue-north"}, step="combat", active="blue-north",
        options=ROCKETS,
    )  # fmt: skip
    assert play.view(None)["battle"]["round"] == 1
    sound(play)
