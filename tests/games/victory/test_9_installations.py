"""Chapters 9.1, 9.6 and 9.7: factories, major airfields and mulberries that have no garrison are ground units."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.testing import rule
from tests.games.victory._help import (
    act,
    asked,
    at_sea,
    barred,
    end_moves,
    go,
    happened,
    may,
    offered,
    pos,
    state_of,
    steps,
    through_combat,
    where,
)

PORT, FIELD, SHORE = "0707", "0504", "0605"
"""Red's port of 3 points, an inland hex, and an open coast."""
FACTORIES, AIRFIELDS, MULBERRIES = {"factories": True}, {"airfields": True}, {"mulberries": True}
FACTORY = {"red-naval-factory-1": f"{PORT} at 3"}
MAJOR = {"options": AIRFIELDS, "airfields": {FIELD: ("major", "red")}}


def after_moves(place: dict[str, str], *moves: tuple[Any, ...], dice: list[int] | None = None, **words: Any) -> Play:
    """Blue moves, and the Combat Phase begins."""
    play = pos(place, active="blue", dice=[*(dice or ()), *[6] * 100], **words)
    for move in moves:
        go(play, *move)
    end_moves(play)
    return play


def owner(play: Play, hex: str) -> str | None:
    rows = play.view(None)["markers"]
    return next((row["side"] for row in rows if row["kind"] == "control" and row["hex"] == hex), None)


def marker(play: Play, kind: str) -> dict[str, Any] | None:
    return next((row for row in play.view(None)["markers"] if row["kind"] == kind), None)


# ---- factories (9.1d)


@rule("victory", "9.1d", "2.0.2c", "6.45a")
def test_a_bomber_attacks_a_factory_that_nobody_defends() -> None:
    place = {**FACTORY, "blue-dive-bomber-1": "0909 at 2", "blue-infantry-1": "0909"}
    play = after_moves(place, ("blue-dive-bomber-1", PORT), dice=[2, 1, 1, 6], options=FACTORIES)
    assert asked(play) == ("blue", "blue-dive-bomber-1")
    act(play, "fire_ground")
    assert steps(play, "red-naval-factory-1") == [1]
    assert asked(play) == ("red", "red-naval-factory-1"), "in F"
    act(play, "fire_air")
    assert steps(play, "blue-dive-bomber-1") == [1], "it has flak of its own"
    through_combat(play)
    assert where(play, "blue-dive-bomber-1") == "0909" and steps(play, "red-naval-factory-1") == [1]
    assert owner(play, PORT) == "red"


@rule("victory", "9.1d", "5.4a", "6.8b")
@pytest.mark.parametrize("stays", [True, False])
def test_a_ship_does_not_take_a_port_with_a_factory_but_may_blockade_it(stays: bool) -> None:
    place = {**FACTORY, "blue-cruiser-1": "0606", "red-infantry-1": "0902"}
    play = after_moves(place, ("blue-cruiser-1", PORT), options=FACTORIES)
    assert owner(play, PORT) is None, "a battle hex is nobody's"
    for _ in range(3):
        act(play, "pass", "pass")
    act(play, "blockade" if stays else "pass")
    if not stays:
        act(play, ("retreat", "0606"))
    assert bool(state_of(play).blockades) == stays
    assert (where(play, "blue-cruiser-1") == PORT) == stays
    assert owner(play, PORT) == "red" and play.view(None)["score"]["red"] == 10


@rule("victory", "9.1d", "6.8a")
def test_a_blockade_of_a_factory_ends_when_troops_take_it() -> None:
    place = {**FACTORY, "blue-cruiser-1": PORT, "blue-infantry-1": "0708", "blue-battleship-1": "0606"}
    play = pos(place, options=FACTORIES, blockades={PORT: "blue"}, active="blue")
    go(play, "blue-battleship-1", PORT)
    assert not state_of(play).battles, "more ships reinforce"
    go(play, "blue-infantry-1", PORT)
    assert where(play, "blue-naval-factory-1") == PORT and not state_of(play).blockades
    assert owner(play, PORT) == "blue"


@rule("victory", "9.1d", "6.6a", "6.7a")
def test_troops_take_a_bare_factory_at_once_however_they_come() -> None:
    ways: tuple[tuple[Any, ...], ...] = (
        ("blue-infantry-1", PORT), ("blue-airborne-1", ("paradrop", PORT)), ("blue-marine-1", PORT),
    )  # fmt: skip
    for way in ways:
        place = {**FACTORY, "blue-infantry-1": "0708", "blue-airborne-1": "0909", "blue-marine-1": "0705 at sea"}
        play = pos(place, options=FACTORIES, active="blue")
        go(play, *way)
        assert not state_of(play).battles, way
        assert where(play, "blue-naval-factory-1") == PORT and steps(play, "blue-naval-factory-1") == [3], way
        assert not at_sea(play, way[0])


@rule("victory", "9.1d", "6.5d")
def test_troops_that_follow_ships_into_the_battle_win_it_at_once() -> None:
    place = {**FACTORY, "blue-cruiser-1": "0606", "blue-infantry-1": "0708"}
    play = after_moves(place, ("blue-cruiser-1", PORT), ("blue-infantry-1", PORT), options=FACTORIES)
    assert not happened(play, "event.fires") and not state_of(play).battles
    assert where(play, "blue-naval-factory-1") == PORT and owner(play, PORT) == "blue"


@rule("victory", "9.1d", "5.4c")
def test_a_factory_left_behind_in_the_enemys_own_city_bars_nobody() -> None:
    place = {"red-naval-factory-1": "1412 at 1", "blue-cruiser-1": "1512", "blue-fighter-1": "0913"}
    play = pos({**place, "red-infantry-1": "0902"}, options=FACTORIES, active="blue")
    go(play, "blue-cruiser-1", "1412")
    assert not state_of(play).battles and owner(play, "1412") == "blue"
    assert "1412" in may(play, "blue-fighter-1", "strategic")


@rule("victory", "9.1d")
def test_a_captor_without_a_block_for_the_factory_destroys_it() -> None:
    own = {f"blue-naval-factory-{n}": hex for n, hex in enumerate(("1412", "0817", "0420", "1412", "0817", "0420"), 1)}
    play = pos({**FACTORY, **own, "blue-infantry-1": "0708"}, options=FACTORIES, active="blue", unchecked=True)
    go(play, "blue-infantry-1", PORT)
    assert where(play, "red-naval-factory-1") == "pool" and happened(play, "event.factory_lost")


# ---- airfields (9.6c)


@rule("victory", "9.6c", "2.0.2c")
def test_bombers_attack_a_major_airfield_that_nobody_defends() -> None:
    place = {"blue-dive-bomber-1": "0306 at 2", "blue-infantry-1": "0306"}
    play = after_moves(place, ("blue-dive-bomber-1", FIELD), dice=[1, 1], **MAJOR)
    act(play, "fire_ground")
    found = marker(play, "airfield")
    assert found is not None and not found["major"] and found["side"] == "red"
    assert asked(play) == ("blue", "blue-dive-bomber-1") and play.legal("blue", "land_at", "0306"), "it is over"


@rule("victory", "9.6c")
def test_after_three_rounds_a_major_airfield_with_one_hit_is_as_it_was() -> None:
    place = {"blue-dive-bomber-1": "0306 at 1", "blue-infantry-1": "0306"}
    play = after_moves(place, ("blue-dive-bomber-1", FIELD), dice=[1, 6, 6], **MAJOR)
    act(play, "fire_ground", "fire_ground", "fire_ground")
    assert play.legal("blue", "land_at", "0306") or play.legal("blue", "retreat", "0306")
    through_combat(play)
    found = marker(play, "airfield")
    assert found is not None and found["major"] and where(play, "blue-dive-bomber-1") == "0306"


@rule("victory", "9.6c", "9.6d")
def test_a_minor_airfield_is_no_target_and_troops_take_a_major_one_at_once() -> None:
    place = {"blue-dive-bomber-1": "0306", "blue-infantry-1": "0604"}
    assert FIELD in may(pos(place, active="blue", **MAJOR), "blue-dive-bomber-1")
    play = pos(place, options=AIRFIELDS, airfields={FIELD: ("minor", "red")}, active="blue")
    assert FIELD not in may(play, "blue-dive-bomber-1")
    play = pos(place, active="blue", **MAJOR)
    go(play, "blue-infantry-1", FIELD)
    found = marker(play, "airfield")
    assert not state_of(play).battles and found is not None and found["side"] == "blue"


@rule("victory", "9.6c", "5.4a", "6.53")
def test_a_ship_off_a_bare_major_airfield_attacks_it_and_does_not_stay() -> None:
    fields: dict[str, Any] = {"options": AIRFIELDS, "airfields": {SHORE: ("major", "red")}}
    play = after_moves({"blue-cruiser-1": "0606"}, ("blue-cruiser-1", SHORE), **fields)
    act(play, "fire_ground", "fire_ground", "fire_ground")
    assert offered(play, "blue", "retreat"), "no troops came ashore"
    assert not play.legal("blue", "blockade")


@rule("victory", "9.6c", "5.9d")
def test_nobody_moves_strategically_through_a_bare_major_airfield() -> None:
    place = {"blue-infantry-1": "1005"}
    fields = {"1004": ("major", "red")}
    play = pos(place, options=AIRFIELDS, airfields=fields, active="blue")
    barred(play, "blue-infantry-1", "strategic", "1004", "5.9d")
    assert "1004" in may(play, "blue-infantry-1"), "a normal move takes it"


@rule("victory", "9.6c", "9.6d", "6.51b", "6.53")
def test_troops_retreat_onto_a_bare_major_airfield_and_take_it_ships_do_not() -> None:
    place = {"blue-infantry-1": "0504 from 0404", "red-infantry-1": "0504"}
    fields: dict[str, Any] = {"options": AIRFIELDS, "airfields": {"0604": ("major", "blue")}}
    play = pos(place, battles={"0504": "blue"}, step="combat", active="blue", **fields)
    act(play, ("retreat", "0604"))
    found = marker(play, "airfield")
    assert found is not None and found["side"] == "red"
    place = {"blue-cruiser-1": "0706 from 0606", "red-cruiser-1": "0706"}
    fields["airfields"] = {"0605": ("major", "blue")}
    play = pos(place, battles={"0706": "blue"}, step="combat", active="blue", **fields)
    assert "0705" in offered(play, "red", "retreat") and "0605" not in offered(play, "red", "retreat")
    assert "troops that retreat there capture it" in (GAME.rules.lookup("9.6c")[0].ruling or ""), "the ruling says so"


@rule("victory", "9.6c", "6.55")
def test_when_its_garrison_is_gone_the_airfield_is_bombed_on() -> None:
    place = {"red-fighter-1": f"{FIELD} at 1", "blue-dive-bomber-1": f"{FIELD} at 2 flown 1", "blue-infantry-1": "0306"}
    play = pos(place, battles={FIELD: "blue"}, step="combat", dice=[6, 1, 1, 1, 1, *[6] * 20], **MAJOR)
    act(play, "pass", "fire_air")
    assert where(play, "red-fighter-1") == "pool"
    act(play, "fire_ground")
    found = marker(play, "airfield")
    assert found is not None and not found["major"]


# ---- mulberries (9.7c)


@rule("victory", "9.7c", "2.0.2c")
def test_bombers_destroy_a_mulberry_that_nobody_defends() -> None:
    place = {"blue-dive-bomber-1": "0306 at 2", "blue-infantry-1": "0306"}
    words: dict[str, Any] = {"options": MULBERRIES, "mulberries": {SHORE: "red"}}
    play = after_moves(place, ("blue-dive-bomber-1", SHORE), dice=[1, 2], **words)
    act(play, "fire_ground")
    assert marker(play, "mulberry") is None
    act(play, ("land_at", "0306"))


@rule("victory", "9.7c")
def test_a_ship_that_joins_bombers_over_a_mulberry_takes_it_unhurt() -> None:
    place = {"blue-dive-bomber-1": "0306 at 2", "blue-infantry-1": "0306", "blue-cruiser-1": "0606"}
    words: dict[str, Any] = {"options": MULBERRIES, "mulberries": {SHORE: "red"}}
    play = after_moves(place, ("blue-dive-bomber-1", SHORE), ("blue-cruiser-1", SHORE), **words)
    act(play, ("land_at", "0306"))
    found = marker(play, "mulberry")
    assert found is not None and found["side"] == "blue" and not happened(play, "event.fires")


# ---- bombs and rockets (stretch)


@rule("victory", "stretch.6", "9.6c", "9.7c")
def test_a_rocket_alone_strikes_a_bare_installation() -> None:
    options = {**AIRFIELDS, "stretch_units": True}
    place = {"blue-rocket-1": "0604 at 4", "blue-infantry-1": "0306"}
    play = after_moves(
        place, ("blue-rocket-1", ("launch_at", FIELD)), dice=[1, 1], options=options, airfields=MAJOR["airfields"]
    )
    assert play.deciders == ("red",)
    act(play, "hit_marker", "hit_marker")
    found = marker(play, "airfield")
    assert found is not None and not found["major"] and where(play, "blue-rocket-1") == "pool"


@rule("victory", "stretch.1", "9.6c")
def test_the_atom_bomb_hits_an_airfield_once() -> None:
    place = {
        "red-infantry-1": f"{FIELD} at 3", "blue-atom-bomb-1": f"{FIELD} flown 5",
        "blue-fighter-1": f"{FIELD} at 1 flown 1", "blue-infantry-1": "0306",
    }  # fmt: skip
    fields: dict[str, Any] = {**MAJOR, "options": {**AIRFIELDS, "stretch_units": True}}
    play = pos(place, battles={FIELD: "blue"}, step="combat", dice=[3, *[6] * 50], **fields)
    act(play, "pass", "bomb")
    assert happened(play, "event.marker_hit") and steps(play, "red-infantry-1") == [2]
    found = marker(play, "airfield")
    assert found is not None and found["major"], "two hits are needed"
