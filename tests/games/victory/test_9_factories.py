"""Chapter 9.1 in the Production Phase and at the start: what fills a city, who pays, and what may be exchanged."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from grognard.core.ask import random_answer
from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.games.victory.game import VictoryGame
from grognard.testing import rule
from tests.games.victory._help import happened, offered, pos, refused, state_of, steps, where

FACTORIES = {"factories": True}
NOBODY = {"blue-infantry-9": "0913"}
INLAND, COAST, CAPITAL = "1303", "0707", "0913"
"""Cities: Red's with 2 points, and with 3 and a port; Blue's with 4, inland."""


def purse(play: Play, hex: str, player: str = "red") -> dict[str, Any]:
    return next(row for row in play.view(player)["ask"]["focus"]["cities"] if row["hex"] == hex)


def production(place: dict[str, str], **words: Any) -> Play:
    return pos({**place, **NOBODY}, options=FACTORIES | words.pop("options", {}), step="production", **words)


def commit(play: Play) -> None:
    for player in play.deciders:
        play.answer(player, "done")


# ---- exchanging (9.1c)


@rule("victory", "9.1c", "9.1a")
def test_an_inland_city_with_both_kinds_exchanges_either_for_another_of_the_other() -> None:
    play = production({"red-air-factory-1": f"{INLAND} at 1", "red-ground-factory-1": f"{INLAND} at 1"})
    play.answer("red", "exchange", "red-ground-factory-1")
    assert offered(play, "red", "exchange_for") == {"air-factory"}
    refused(play, "red", "exchange_for", "naval-factory", rule="9.1a")
    refused(play, "red", "exchange_for", "ground-factory", rule="9.1c")
    play.answer("red", "exchange_for", "air-factory")
    assert purse(play, INLAND) == {"hex": INLAND, "air": 1, "naval": 0, "ground": 0}, "the other goes on producing"
    commit(play)
    assert where(play, "red-air-factory-2") == INLAND and steps(play, "red-air-factory-2") == [0]


@rule("victory", "9.1a", "9.1f")
def test_two_factories_of_a_kind_work_in_one_city() -> None:
    play = production({"blue-air-factory-1": f"{CAPITAL} at 3", "blue-air-factory-2": f"{CAPITAL} at 0"})
    assert purse(play, CAPITAL, "blue")["air"] == 3
    play.answer("blue", "pay_at", CAPITAL)
    play.answer("blue", "place_factory", "air-factory")
    play.answer("blue", "pay_at", CAPITAL)
    assert purse(play, CAPITAL, "blue")["air"] == 2
    refused(play, "blue", "pay_at", CAPITAL, rule="9.1a")
    commit(play)
    assert steps(play, "blue-air-factory-1", "blue-air-factory-2") == [3, 1]


@rule("victory", "9.1c", "4.3.RE.b", "9.1g")
def test_converting_a_resource_is_no_production() -> None:
    place = {"red-naval-factory-1": f"{COAST} at 2", "red-air-factory-1": f"{COAST} at 1", "red-resource-1": COAST}
    play = production(place, options={"resources": True})
    play.answer("red", "convert", "red-resource-1")
    assert purse(play, COAST) == {"hex": COAST, "air": 5, "naval": 10, "ground": 0}
    play.answer("red", "exchange", "red-naval-factory-1")
    play.answer("red", "exchange_for", "ground-factory")
    assert purse(play, COAST) == {"hex": COAST, "air": 5, "naval": 0, "ground": 0}, "its points are given up with it"


@rule("victory", "9.1c")
def test_who_has_used_points_of_a_kind_exchanges_another_kind_only() -> None:
    place = {"red-naval-factory-1": f"{COAST} at 2", "red-air-factory-1": f"{COAST} at 1"}
    play = production({**place, "red-fighter-1": f"{COAST} at 1"})
    play.answer("red", "add_step", "red-fighter-1")
    assert offered(play, "red", "exchange") == {"red-naval-factory-1"}
    refused(play, "red", "exchange", "red-air-factory-1", rule="9.1c")
    (reason,) = play.why("red", "exchange", "red-air-factory-1")
    assert "points of its kind were used" in reason.text("en")


@rule("victory", "9.1c")
def test_an_exchange_is_refused_for_what_is_wrong_with_it() -> None:
    place = {
        "red-air-factory-1": f"{COAST} at 3", "red-infantry-1": COAST, "red-air-factory-2": "0306 at 1",
        "blue-infantry-1": "0307", "blue-cruiser-1": "0405", "blue-infantry-2": "0407",
    }  # fmt: skip
    play = production(place, unchecked=True)
    said = {
        unit: [reason.message.key for reason in play.why("red", "exchange", unit)]
        for unit in ("red-infantry-1", "red-air-factory-3", "blue-air-factory-1")
    }
    assert said == {
        "red-infantry-1": ["why.no_factory"],
        "red-air-factory-3": ["why.not_on_map"],
        "blue-air-factory-1": ["why.not_yours"],
    }
    play.answer("red", "exchange", "red-air-factory-1")
    play.answer("red", "exchange_for", "ground-factory")
    refused(play, "red", "exchange", "red-ground-factory-1", rule="9.1c")


@rule("victory", "9.1c", "4.0.steps")
def test_a_factory_at_0_is_exchanged_too_but_only_once_a_turn() -> None:
    play = production({"red-air-factory-1": f"{COAST} at 0"})
    play.answer("red", "exchange", "red-air-factory-1")
    play.answer("red", "exchange_for", "naval-factory")
    refused(play, "red", "exchange", "red-naval-factory-1", rule="9.1c")
    assert not offered(play, "red", "exchange")


# ---- who pays (9.1e)


@rule("victory", "9.1e")
def test_the_owner_says_with_which_points_a_step_is_paid() -> None:
    place = {"red-naval-factory-1": f"{COAST} at 2", "red-air-factory-1": f"{COAST} at 1"}
    place |= {"red-ground-factory-1": "0909 at 0"}
    for kind, left in (("air-factory", (0, 2)), ("naval-factory", (1, 1))):
        play = production(place)
        play.answer("red", "pay_at", "0909")
        play.answer("red", "place_factory", "ground-factory")
        play.answer("red", "pay_at", COAST)
        assert offered(play, "red", "pay_with") == {"air-factory", "naval-factory"}
        refused(play, "red", "pay_with", "ground-factory", rule="9.1e")
        play.answer("red", "pay_with", kind)
        assert (purse(play, COAST)["air"], purse(play, COAST)["naval"]) == left


@rule("victory", "9.1e", "9.1a", "8.4a")
def test_a_factory_step_is_refused_for_what_is_wrong_with_it() -> None:
    place = {
        "red-air-factory-1": f"{COAST} at 3", "red-air-factory-2": f"{INLAND} at 1", "red-infantry-1": CAPITAL,
        "red-air-factory-3": f"{CAPITAL} at 3", "red-infantry-2": "0812",
    }  # fmt: skip
    play = pos(place, options=FACTORIES, step="production")
    refused(play, "red", "pay_at", COAST, rule="9.1a")
    refused(play, "red", "pay_at", "0504", rule="9.1a")
    refused(play, "red", "pay_at", CAPITAL, rule="8.4a")
    play.answer("red", "pay_at", INLAND)
    refused(play, "red", "place_factory", "naval-factory", rule="9.1a")
    refused(play, "red", "place_factory", "infantry", rule="9.1a")


# ---- the start (9.1e)


def fill(play: Play, player: str, rng: Random) -> None:
    while kinds := sorted(str(kind) for kind in offered(play, player, "place_factory")):
        play.answer(player, "place_factory", rng.choice(kinds))


@rule("victory", "9.1e")
@pytest.mark.parametrize(("scenario", "maps"), [
    ("quick-start", "north,east/west,south"), ("quick-start", "north/east"),
    ("sleeping-giant", "south,west/north,east"),
])  # fmt: skip
def test_all_cities_have_their_value_in_factories_whatever_kinds_are_chosen(scenario: str, maps: str) -> None:
    for seed in range(4):
        play = GAME.new(scenario, {**FACTORIES, "maps": maps}, seed=seed)
        play.answer("red", "muster")
        for player in play.roster.ids:
            fill(play, player, Random(seed))
        state = state_of(play)
        here = {
            hex: sum(state.steps[unit] for unit in range(len(state.steps)) if state.hex_of[unit] == hex)
            for hex in state.game.city_values
        }
        assert here == state.game.city_values, (scenario, maps, seed)


@rule("victory", "9.1e")
def test_a_kind_that_the_other_cities_need_is_kept_for_them() -> None:
    play = GAME.new("sleeping-giant", {**FACTORIES, "maps": "south,west/north,east"}, seed=1)
    play.answer(play.deciders[0], "muster")
    kept = set()
    kinds = ("air-factory", "ground-factory", "naval-factory")
    while offered(play, "blue", "place_factory"):
        view = play.view("blue")
        here = {piece["kind"] for piece in view["pieces"] if piece["where"] == view["ask"]["focus"]["hex"]}
        legal = [kind for kind in kinds if play.legal("blue", "place_factory", kind)]
        for kind in set(kinds) - set(legal):
            kept |= {reason.message.key for reason in play.why("blue", "place_factory", kind)}
        play.answer("blue", "place_factory", min(legal, key=here.__contains__))  # as many blocks as can be
    assert {"why.factories_needed", "why.no_port_no_yard"} <= kept


@rule("victory", "9.1e")
def test_a_set_with_too_few_factories_for_its_cities_is_refused_at_once() -> None:
    def with_mix(ashore: int, naval: int) -> VictoryGame:
        kinds = tuple(
            row.model_copy(update={"mix": naval if row.produces == "naval" else ashore}) if row.produces else row
            for row in GAME.files.kinds
        )
        return VictoryGame(files=replace(GAME.files, kinds=kinds))

    with pytest.raises(SetupError, match=r"^red has 3 factories, its cities need 6$"):
        with_mix(1, 1).new("quick-start", FACTORIES, seed=1)
    with pytest.raises(SetupError, match=r"^blue has not enough air and ground factories for its inland cities$"):
        with_mix(1, 6).new("quick-start", FACTORIES, seed=1)
    assert with_mix(3, 3).new("quick-start", FACTORIES, seed=1).deciders


# ---- airfields (9.6a)


@rule("victory", "9.6a", "9.6d")
def test_a_minor_airfield_captured_this_turn_is_enlarged_in_its_production_phase() -> None:
    play = pos({"blue-engineer-1": "0604 at 3", "red-infantry-1": "0404", **NOBODY}, options={"airfields": True},
               airfields={"0504": ("minor", "red")}, active="blue")  # fmt: skip
    play.answer("blue", "unit", "blue-engineer-1")
    play.answer("blue", "move", "0504")
    while play.view(None)["phase"] != "production":
        (player,) = play.deciders
        done = ("stop", "end_move", "end_battles", "done")
        play.answer(player, next(verb for verb in done if play.legal(player, verb)))
    assert "blue-engineer-1" in offered(play, "blue", "build_airfield")
    play.answer("blue", "build_airfield", "blue-engineer-1")
    refused(play, "blue", "build_airfield", "blue-engineer-1", rule="9.6a")
    commit(play)
    assert happened(play, "event.airfield_built")[-1]["word"] == "major"


def test_random_games_with_factories_on_four_maps_place_them_all_and_end() -> None:
    options = {**FACTORIES, "resources": True, "maps": "north,east/west,south", "turns": 3}
    state = GAME.fast_state(2, "quick-start", options)
    rng = Random(2)
    for _ in range(30_000):
        if state.over:
            break
        player = rng.choice(state.deciders)
        state.apply(player, random_answer(state.ask(player), rng))
    assert state.over and not GAME.invariants(state)
