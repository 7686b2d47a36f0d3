"""Option `allies_hidden`: each player sees the faces of his own blocks only, and what reaches him tells no ally's."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from grognard.core.ask import random_answer
from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.testing import rule
from tests.games.victory._help import act, go, may, offered, pos, state_of, steps, where
from tests.games.victory.test_fog import play_on
from tests.games.victory.test_fog_property import received, shuffled

HIDDEN = {"allies_hidden": True}
NORTH, SOUTH = "blue-north", "blue-south"


def allied(place: dict[str, str], hidden: bool = True, **words: Any) -> Play:
    return pos(place, scenario="two-front-war-3", options={"allies_hidden": hidden}, **words)


def seen(play: Play, player: str, army: str) -> list[dict[str, Any]]:
    return [piece for piece in play.view(player)["pieces"] if piece["army"] == army]


@rule("victory", "fog.1")
@pytest.mark.parametrize("hidden", [False, True])
def test_an_ally_sees_faces_unless_they_are_hidden_from_him(hidden: bool) -> None:
    play = allied({"blue-north-infantry-1": "0902 at 3", "blue-south-armor-1": "0902"}, hidden)
    (ally,) = seen(play, SOUTH, NORTH)
    assert ("kind" in ally, "steps" in ally, ally.get("hidden", False)) == (not hidden, not hidden, hidden)
    assert [piece["id"] for piece in seen(play, NORTH, NORTH)] == ["blue-north-infantry-1"]
    assert set(play.view(SOUTH)["pools"]) == ({SOUTH} if hidden else {NORTH, SOUTH})
    assert seen(play, "red", NORTH)[0]["hidden"] and "tag" in ally, "whose it is everybody sees"


@rule("victory", "fog.1")
@pytest.mark.parametrize("hidden", [False, True])
def test_an_ally_is_told_of_a_move_what_an_enemy_is(hidden: bool) -> None:
    play = allied({"blue-north-armor-1": "0902", "red-infantry-1": "0913"}, hidden, active=NORTH)
    go(play, "blue-north-armor-1", sorted(map(str, may(play, "blue-north-armor-1")))[0])
    for player in (SOUTH, "red"):
        told = [event.message.key for event in play.events if event.visible(play.roster.number(player))]
        knows = player == SOUTH and not hidden
        assert told[-1] == ("event.moved" if knows else "event.block_moves")
        assert ("Armor" in "\n".join(play.log("en", player))) == knows


@rule("victory", "fog.1", "5.51a")
@pytest.mark.parametrize("hidden", [False, True])
def test_aircraft_board_only_carriers_that_their_player_sees(hidden: bool) -> None:
    place = {"blue-north-carrier-1": "0606", "blue-south-fighter-1": "0706 at 1", "blue-south-infantry-1": "0706"}
    play = allied(place, hidden, active=SOUTH)
    assert may(play, "blue-south-fighter-1", "board") == (set() if hidden else {"blue-north-carrier-1"})


@rule("victory", "fog.1", "2.0.3b", "6.46a")
@pytest.mark.parametrize("hidden", [False, True])
def test_of_equal_blocks_an_ally_s_is_not_named_but_may_take_the_hit(hidden: bool) -> None:
    place = {
        "red-infantry-1": "0915 from 0914", "blue-north-armor-1": "0915 at 3", "blue-south-infantry-1": "0915 at 3",
    }  # fmt: skip
    play = allied(place, hidden, battles={"0915": "red"}, step="combat", active="red", dice=[6] * 6 + [1] + [6] * 60)
    act(play, "fire_ground", "fire_ground", "fire_ground")
    (host,) = play.deciders
    guest = SOUTH if host == NORTH else NORTH
    named = {str(unit) for unit in offered(play, host, "hit")}
    assert any(unit.startswith(guest) for unit in named) != hidden
    assert any(unit.startswith(host) for unit in named)
    assert play.legal(host, "hit_guest") == hidden
    if hidden:
        act(play, "hit_guest")
        other = "blue-south-infantry-1" if guest == SOUTH else "blue-north-armor-1"
        assert steps(play, other) == [2]


@rule("victory", "fog.1", "8.opt.2")
def test_control_does_not_tell_that_an_ally_s_ship_is_a_submarine() -> None:
    """Off an enemy's coast a cruiser holds the hex and a submarine does not: hidden, both look alike."""
    game = state_of(allied({})).game
    hex = min(game.ground.grid.list_names(game.ground.ports & game.army_homes[0]))
    looks = {}
    for ship in ("cruiser", "submarine"):
        play = allied({f"blue-north-{ship}-1": hex})
        looks[ship] = [play.view(player) for player in (NORTH, SOUTH)]
        assert where(play, f"blue-north-{ship}-1") == hex
    held = {
        ship: [{row["hex"]: row["side"] for row in view["markers"]}.get(hex) for view in views]
        for ship, views in looks.items()
    }
    assert held == {"cruiser": ["blue", "blue"], "submarine": ["red", "blue"]}
    assert looks["cruiser"][1]["score"] == looks["submarine"][1]["score"]


@rule("victory", "fog.1", "4.2.SS")
def test_what_an_ally_may_do_still_follows_the_rules_as_the_ruling_says() -> None:
    """The one thing that an offer tells: a port that only a submarine holds is no base, whoever looks."""
    flies = {}
    for ship in ("cruiser", "submarine"):
        play = allied({f"blue-north-{ship}-1": "0420", "blue-south-fighter-1": "0326"}, active=SOUTH)
        flies[ship] = "0420" in may(play, "blue-south-fighter-1", "strategic")
    assert flies == {"cruiser": True, "submarine": False}


def together() -> Play:
    """Allies in the same hexes, of every class, ashore and at sea."""
    kinds = ("infantry", "armor", "fighter", "cruiser", "submarine", "marine")
    place = {"red-infantry-1": "0913"}
    for army in (NORTH, SOUTH):
        for kind in kinds:
            sea = kind in ("cruiser", "submarine")
            place[f"{army}-{kind}-1"] = "0606" if sea else "0706" if kind in ("fighter", "marine") else "0902"
    return allied(place, active="red")


@rule("victory", "fog.1")
@pytest.mark.parametrize("seed", range(4))
def test_hidden_allies_in_one_hex_change_nothing_that_is_seen_or_told(seed: int) -> None:
    play, rng = together(), Random(seed)
    changed = 0
    for number, player in enumerate(play.roster.ids):
        other = shuffled(play, state_of(play).blocks_known_to(number), rng)
        changed += state_of(other).hex_of != state_of(play).hex_of
        assert received(other, player) == received(play, player), player
        imagined = play.imagine(player, rng)
        assert GAME.invariants(imagined) == []
        assert game_view(play, imagined, number) == game_view(play, play.state, number)
    assert changed == len(play.roster.ids), "each has somebody whose blocks he does not know"


def game_view(play: Play, state: Any, number: int) -> str:
    return json.dumps(state.game.view(state, number), sort_keys=True)


@rule("victory", "fog.1")
@pytest.mark.parametrize(("scenario", "answers"), [("two-front-war-3", 350), ("quick-start-4", 350)])
def test_no_id_of_an_ally_s_block_is_ever_sent(scenario: str, answers: int) -> None:
    play = GAME.new(scenario, HIDDEN, seed=5)
    rng = Random(5)
    for _ in range(answers // 35):
        play_on(play, rng, 35)
        state = state_of(play)
        for number, player in enumerate(play.roster.ids):
            known = state.blocks_known_to(number)
            strangers = [block.id for unit, block in enumerate(state.game.blocks.rows) if not known >> unit & 1]
            text = json.dumps([play.view(player), play.log("en", player)], ensure_ascii=False)
            assert not [one for one in strangers if f'"{one}"' in text]
    assert state_of(play).turn >= 1


def test_it_is_of_no_matter_where_nobody_has_an_ally() -> None:
    one, other = (GAME.new("quick-start", {"allies_hidden": hidden}, seed=2) for hidden in (False, True))
    rng = Random(2)
    for _ in range(60):
        player = rng.choice(one.state.deciders)
        answer = random_answer(one.state.ask(player), rng)
        one.apply(player, answer)
        other.apply(player, answer)
    assert [one.view(name) | {"options": None} for name in one.roster.ids] == [
        other.view(name) | {"options": None} for name in other.roster.ids
    ]
