"""Outcomes of pairs of options, registered by `pair`: what cities build (8.2a), and with which blocks."""

from __future__ import annotations

from typing import Any

from grognard.core.play import Play
from grognard.games.victory import GAME
from tests.games.victory._help import offered, pos, refused, state_of
from tests.games.victory._pairs import NOBODY, on, pair, purse

BOTH = (False, True)
BLOCKADED = {"red-infantry-1": "0707", "blue-cruiser-1": "0707"}
CUT_OFF = {
    "red-infantry-1": "0902", "blue-infantry-1": "0903", "blue-infantry-2": "0901", "blue-infantry-3": "1003",
    "blue-infantry-4": "1004", "blue-infantry-5": "1005", "blue-infantry-6": "1105",
}  # fmt: skip


def producing(place: dict[str, str], options: dict[str, Any], **words: Any) -> Play:
    return pos({**NOBODY, **place}, options=options, step="production", **words)


def built(play: Play, hex: str, kind: str) -> list[dict[str, Any]]:
    """The block that a city builds, as its owner sees it."""
    before = [piece["id"] for piece in play.view("red")["pieces"]]
    play.answer("red", "build_at", hex)
    play.answer("red", "build", kind)
    return [piece for piece in play.view("red")["pieces"] if piece["id"] not in before]


def only_a_cadre(play: Play, hex: str, kind: str = "infantry") -> None:
    """A city with points left builds a block of one step and cannot raise it."""
    (new,) = built(play, hex, kind)
    assert new["steps"] == 1
    row = purse(play, hex)
    assert row is not None and row["points"] >= 1, "it has points left"
    refused(play, "red", "add_step", new["id"], rule="8.opt.1")


@pair("building_cadres", "cut_off_cities_idle")
def a_cut_off_city_raises_a_cadre_or_nothing() -> None:
    for idle in BOTH:
        play = producing(CUT_OFF, on("building_cadres", cut_off_cities_idle=idle))
        assert ("0902" in offered(play, "red", "build_at")) != idle
        if not idle:
            (new,) = built(play, "0902", "infantry")
            assert new["steps"] == 1
            refused(play, "red", "add_step", new["id"], rule="8.opt.1")


@pair("building_cadres", "blockade_stops_production")
def a_blockaded_city_raises_a_cadre_or_nothing() -> None:
    for strict in BOTH:
        options = on("building_cadres", blockade_stops_production=strict)
        play = producing(BLOCKADED, options, blockades={"0707": "blue"})
        assert ("0707" in offered(play, "red", "build_at")) != strict
        if not strict:
            only_a_cadre(play, "0707")


@pair("building_cadres", "resources")
def the_points_of_a_resource_raise_no_cadre_further() -> None:
    play = producing({"red-resource-1": "1005 at 2"}, on("building_cadres", "resources"))
    play.answer("red", "convert", "red-resource-1")
    assert purse(play, "1005") == {"hex": "1005", "points": 2 + 2 * 2}
    only_a_cadre(play, "1005")


@pair("building_cadres", "submarine_control")
def a_new_submarine_is_turned_up_as_a_cadre() -> None:
    for shown in BOTH:
        play = producing({}, on("building_cadres", submarine_control=shown))
        only_a_cadre(play, "0707", "submarine")
        play.answer("red", "done")
        play.answer("blue", "done")
        seen = [piece.get("kind") for piece in play.view("blue")["pieces"] if piece["side"] == "red"]
        assert seen == ["submarine" if shown else None]


def bombs_at(play: Play, hex: str) -> bool:
    """Whether a city builds the bomb, if it builds at all."""
    if hex not in offered(play, "red", "build_at"):
        return False
    play.answer("red", "build_at", hex)
    return "atom-bomb" in offered(play, "red", "build")


BOMB = on("stretch_units", "bomb_in_cities")


@pair("building_cadres", "bomb_in_cities")
def the_bomb_has_one_step_and_is_whole_as_a_cadre() -> None:
    play = producing({}, BOMB | on("building_cadres"))
    (bomb,) = built(play, "0707", "atom-bomb")
    most = state_of(play).game.blocks.most[state_of(play).game.blocks.numbers[bomb["id"]]]
    assert bomb["steps"] == most == 1 and purse(play, "0707") == {"hex": "0707", "points": 0}


@pair("cut_off_cities_idle", "bomb_in_cities")
def a_cut_off_city_builds_the_bomb_unless_it_is_idle() -> None:
    kinds = ("cruiser-1", "cruiser-2", "battleship-1", "battleship-2")
    ring = {f"blue-{kind}": hex for kind, hex in zip(kinds, ("0606", "0607", "0706", "0806"), strict=True)}
    ring |= {"blue-infantry-1": "0708", "blue-infantry-2": "0807"}
    for idle in BOTH:
        play = producing({"red-infantry-1": "0707", **ring}, BOMB | {"cut_off_cities_idle": idle})
        assert bombs_at(play, "0707") != idle


@pair("blockade_stops_production", "bomb_in_cities")
def a_blockaded_city_builds_the_bomb_unless_the_blockade_is_strict() -> None:
    for strict in BOTH:
        options = BOMB | {"blockade_stops_production": strict}
        play = producing(BLOCKADED, options, blockades={"0707": "blue"})
        assert bombs_at(play, "0707") != strict


@pair("resources", "bomb_in_cities")
def a_resource_makes_no_small_city_great_enough_for_the_bomb() -> None:
    for hex, great in (("1005", False), ("0707", True)):
        play = producing({"red-resource-1": f"{hex} at 2"}, BOMB | on("resources"))
        play.answer("red", "convert", "red-resource-1")
        row = purse(play, hex)
        assert row is not None and row["points"] > 3
        assert bombs_at(play, hex) == great


@pair("neutral_cities", "bomb_in_cities")
def a_neutral_city_builds_no_bomb_for_whoever_holds_it() -> None:
    options = BOMB | on("neutral_cities", maps="north,east,west")
    game = state_of(pos({}, options=options)).game
    great = [
        hex for hex in game.ground.grid.list_names(game.ground.cities & ~game.owned)
        if game.ground.value[game.ground.grid.index(hex)] >= 3
    ]  # fmt: skip
    place = {f"red-infantry-{n}": hex for n, hex in enumerate(great, 1)}
    play = pos(place, options=options, step="production")
    assert great and all(purse(play, hex) for hex in great)
    for hex in great:
        refused(play, "red", "build_at", hex, rule="5.init")


@pair("historical_sets", "stretch_units")
def every_historical_set_gets_the_stretch_units() -> None:
    state = state_of(GAME.new("quick-start", on("historical_sets", "stretch_units"), seed=1))
    for army in (0, 1):
        sets = {GAME.kinds.rows[kind].set for kind in state.game.army_kinds[army]}
        assert "stretch" in sets and "base" not in sets and len(sets) == 2
