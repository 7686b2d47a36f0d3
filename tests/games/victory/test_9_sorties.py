"""Chapter 9 where it meets moves and battles: mulberries as ports, storms, bridges, and Commandos on a coast."""

from __future__ import annotations

from grognard.testing import rule
from tests.games.victory._help import (
    act,
    at_sea,
    barred,
    end_moves,
    go,
    may,
    next_dice,
    offered,
    pos,
    refused,
    state_of,
    steps,
    where,
)

MULBERRIES = {"mulberries": True}
DESTRUCTION = {"destruction": True}
STRETCH = {"stretch_units": True}


# ---- mulberries (9.7)


@rule("victory", "9.7a", "5.9c")
def test_a_mulberry_is_a_port_for_a_ships_strategic_move() -> None:
    place = {"red-cruiser-1": "0308"}
    play = pos(place, options=MULBERRIES, mulberries={"0605": "red"}, active="red")
    assert "0605" in may(play, "red-cruiser-1", "strategic")
    barred(pos(place, active="red"), "red-cruiser-1", "strategic", "0605", rule="5.9c")
    theirs = pos(place, options=MULBERRIES, mulberries={"0605": "blue"}, active="red")
    barred(theirs, "red-cruiser-1", "strategic", "0605", rule="5.9c")


@rule("victory", "9.7a", "9.4d", "5.9c")
def test_but_not_while_a_storm_is_near() -> None:
    options = {"mulberries": True, "storms": True}
    play = pos({"red-cruiser-1": "0308"}, options=options, mulberries={"0605": "red"}, storm="0604", active="red")
    assert "0605" not in may(play, "red-cruiser-1", "strategic")


@rule("victory", "9.7a", "4.1.MB")
def test_medium_bombers_are_loaded_at_a_mulberry() -> None:
    place = {"red-medium-bomber-1": "0605 at 2", "red-carrier-1": "0605", "red-engineer-1": "0605"}
    fields = {"0605": ("major", "red")}
    options = {"mulberries": True, "airfields": True}
    play = pos(place, options=options, airfields=fields, mulberries={"0605": "red"}, active="red")
    assert may(play, "red-medium-bomber-1", "board") == {"red-carrier-1"}
    assert not may(pos(place, options=options, airfields=fields, active="red"), "red-medium-bomber-1", "board")


@rule("victory", "9.7a", "6.71e", "5.2a")
def test_a_marine_that_sails_to_a_mulberry_is_ashore_and_needs_room_there() -> None:
    place = {"red-marine-1": "0706", "red-cruiser-1": "0605", "red-cruiser-2": "0605"}
    play = pos(place, options=MULBERRIES, mulberries={"0605": "red"}, active="red")
    go(play, "red-marine-1", "0605")
    assert not at_sea(play, "red-marine-1")
    crowd = {f"red-infantry-{n}": "0605" for n in range(1, 5)}
    full = pos({"red-marine-1": "0706", **crowd}, options=MULBERRIES, mulberries={"0605": "red"}, active="red")
    assert "0605" not in may(full, "red-marine-1")


# ---- storms (9.4)


@rule("victory", "9.4b", "6.54")
def test_an_air_unit_may_retreat_into_a_storm_at_the_price_of_a_step() -> None:
    place = {"red-fighter-1": "0707", "red-infantry-1": "0707", "blue-infantry-1": "0707 from 0708"}
    play = pos(place, battles={"0707": "blue"}, step="combat", storm="1105", options={"storms": True}, active="blue")
    assert "1005" in offered(play, "red", "retreat")
    act(play, ("retreat", "1005"))
    assert where(play, "red-fighter-1") == "1005" and steps(play, "red-fighter-1") == [3]


@rule("victory", "9.4a", "9.4b")
def test_but_not_through_it() -> None:
    """Ordal lies three hexes from Garby, behind a storm that fills the straits between them."""
    place = {"red-dive-bomber-1": "0806", "red-cruiser-1": "0806", "blue-cruiser-1": "0806 from 0906"}
    words = {"battles": {"0806": "blue"}, "step": "combat", "active": "blue"}
    assert "0909" in offered(pos(place, **words), "red", "retreat")
    behind = pos(place, **words, storm="0807", options={"storms": True})
    assert "0707" in offered(behind, "red", "retreat"), "Hope lies in the storm"
    assert "0909" not in offered(behind, "red", "retreat"), "Ordal lies beyond it"


@rule("victory", "9.4b", "5.51e")
def test_nor_does_a_carrier_in_the_storm_spare_the_step() -> None:
    place = {
        "red-fighter-1": "0707 at 2", "red-infantry-1": "0707", "blue-infantry-1": "0707 from 0708",
        "red-carrier-1": "0906",
    }  # fmt: skip
    play = pos(place, battles={"0707": "blue"}, step="combat", storm="1006", options={"storms": True}, active="blue")
    act(play, ("retreat_aboard", "red-carrier-1"))
    assert steps(play, "red-fighter-1") == [1]


# ---- bridges (9.5)


@rule("victory", "9.5a", "5.53a")
def test_a_bomber_flies_out_to_a_bridge_fires_and_lands() -> None:
    play = pos({"red-medium-bomber-1": "0705", "blue-infantry-1": "0913"}, options=DESTRUCTION, active="red")
    assert "0804" in may(play, "red-medium-bomber-1", "sortie")
    go(play, "red-medium-bomber-1", ("sortie", "0804"))
    end_moves(play)
    assert offered(play, "red", "wreck") == {"red-medium-bomber-1"}
    next_dice(play, 1, 1, 6, 6)
    act(play, ("wreck", "red-medium-bomber-1"), ("wreck_bridge", "0803-0904"), "done", "done")
    assert len(state_of(play).ruined) == 1
    assert {"0705", "0902"} <= offered(play, "red", "land_at") and "0804" not in offered(play, "red", "land_at")
    act(play, ("land_at", "0902"))
    assert where(play, "red-medium-bomber-1") == "0902"


@rule("victory", "9.5a", "5.53a", "4.1.TB")
def test_who_may_not_fly_out_to_a_bridge() -> None:
    place = {"red-fighter-1": "0506", "red-torpedo-bomber-1": "0902", "blue-infantry-1": "0804"}
    play = pos(place, options=DESTRUCTION, active="red")
    barred(play, "red-fighter-1", "sortie", "0803", rule="9.5a")
    assert not may(play, "red-torpedo-bomber-1", "sortie"), "no firepower against ground"
    near = pos({**place, "red-dive-bomber-1": "0902"}, options=DESTRUCTION, active="red")
    assert {"0803", "0903"} <= may(near, "red-dive-bomber-1", "sortie")
    barred(near, "red-dive-bomber-1", "sortie", "0804", rule="9.5a")
    plain = pos({"red-dive-bomber-1": "0902"}, active="red")
    assert not may(plain, "red-dive-bomber-1", "sortie")


@rule("victory", "9.5a", "2.0.2c", "6.5d")
def test_aircraft_on_a_sortie_can_be_attacked_there() -> None:
    place = {"red-dive-bomber-1": "0902", "blue-infantry-1": "0704"}
    play = pos(place, options=DESTRUCTION, active="red")
    go(play, "red-dive-bomber-1", ("sortie", "0803"))
    play.answer("red", "end_move")
    go(play, "blue-infantry-1", "0803")
    end_moves(play)
    assert "red-dive-bomber-1" not in offered(play, "red", "wreck"), "it is in a battle"
    act(play, "done", "done")
    assert "0902" in offered(play, "red", "retreat"), "ground units drive it off at once"


@rule("victory", "9.5a", "6.8c")
def test_a_ship_that_fired_at_a_bridge_fires_no_more_in_its_blockade() -> None:
    place = {"blue-cruiser-1": "0909", "red-infantry-1": "0909"}
    play = pos(place, blockades={"0909": "blue"}, options=DESTRUCTION, step="combat", active="blue", dice=[6] * 30)
    act(play, ("wreck", "blue-cruiser-1"), ("wreck_bridge", "0808-0909"), "done", "done", "end_battles")
    act(play, ("activate", "0909"))
    refused(play, "blue", "fire_ground", rule="9.5a")
    act(play, "pass")
    again = pos(place, blockades={"0909": "blue"}, options=DESTRUCTION, step="combat", active="blue")
    act(again, "done", "done", "end_battles", ("activate", "0909"))
    assert again.legal("blue", "fire_ground")


# ---- Commandos (stretch.3)


@rule("victory", "stretch.3", "6.71e")
def test_a_commando_that_invades_an_open_coast_is_ashore() -> None:
    play = pos({"red-commando-1": "0806"}, options=STRETCH, active="red")
    go(play, "red-commando-1", "0807")
    assert not at_sea(play, "red-commando-1")
    full = {f"red-infantry-{n}": "0807" for n in range(1, 5)}
    assert "0807" not in may(pos({"red-commando-1": "0806", **full}, options=STRETCH, active="red"), "red-commando-1")
