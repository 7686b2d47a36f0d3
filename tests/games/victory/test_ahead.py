"""What Victory tells before an answer is given: attacks in red, no way home, empty towns, and why nothing is left."""

from __future__ import annotations

from typing import Any

import grognard
from grognard.core.play import Play
from grognard.testing import rule
from tests.games.victory._help import act, asked, offered, pos


def told(play: Play, player: str, verb: str, hex: str) -> dict[str, Any]:
    """By kind what a move to a hex would lead to."""
    found = play.preview(player, verb, hex)["consequences"]
    assert len(found) <= 4 and all(one["text"]["en"] and one["text"]["ja"] for one in found)
    return {one["kind"]: one for one in found}


def focus(play: Play, player: str) -> dict[str, Any]:
    shown: dict[str, Any] = play.view(player)["ask"]["focus"]
    return shown


@rule("victory", "2.0.2c")
def test_hexes_that_can_be_entered_only_to_attack_are_hostile_and_tell_how_many_wait() -> None:
    play = pos({"red-infantry-1": "0504", "blue-infantry-1": "0503", "blue-infantry-2": "0503"}, step="move")
    act(play, ("unit", "red-infantry-1"))
    assert focus(play, "red")["hostile"] == ["0503"] and "0503" in offered(play, "red", "move")
    attack = told(play, "red", "move", "0503")["must_attack"]
    assert attack["count"] == 2 and attack["rule"] == "2.0.2c"
    quiet = next(str(hex) for hex in sorted(offered(play, "red", "move"), key=str) if hex != "0503")
    assert "must_attack" not in told(play, "red", "move", quiet)


@rule("victory", "6.6a", "6.7a", "fog.1")
def test_a_block_that_will_lie_face_up_is_told_so_before_it_goes() -> None:
    """Whoever drops or lands where nobody is: only then, and he cannot take it back."""
    play = pos({"red-airborne-1": "0403", "blue-infantry-1": "0503"}, active="red", step="move")
    act(play, ("unit", "red-airborne-1"))
    hexes = sorted(map(str, offered(play, "red", "paradrop")))
    assert "revealed" not in told(play, "red", "paradrop", "0503"), "a battle: it lies face up as all do there"
    vacant = next(hex for hex in hexes if hex != "0503")
    assert told(play, "red", "paradrop", vacant)["revealed"]["rule"] == "6.6a"
    on_foot = next(str(hex) for hex in sorted(offered(play, "red", "move"), key=str) if hex != "0503")
    assert "revealed" not in told(play, "red", "move", on_foot)
    act(play, ("paradrop", vacant))
    assert not play.can_undo("red")
    play = pos({"blue-marine-1": "0606"}, active="blue", step="move")
    act(play, ("unit", "blue-marine-1"))
    verb = next(one for one in ("invade", "move") if "0605" in offered(play, "blue", one))
    assert told(play, "blue", verb, "0605")["revealed"]["rule"] == "6.7a"
    act(play, (verb, "0605"), "stop")
    assert [one.message.key for one in play.events].count("event.revealed") == 1


@rule("victory", "fog.1")
def test_a_preview_tells_the_same_whatever_the_unknown_blocks_are() -> None:
    seen = []
    for kind in ("infantry", "armor"):
        play = pos({"red-infantry-1": "0504", f"blue-{kind}-1": "0503"}, step="move")
        act(play, ("unit", "red-infantry-1"))
        hexes = sorted(map(str, offered(play, "red", "move")))
        seen.append([focus(play, "red"), *(play.preview("red", "move", hex) for hex in hexes)])
    assert seen[0] == seen[1]


@rule("victory", "6.5b", "6.5e")
def test_a_block_that_can_only_be_given_up_is_told_what_closes_every_hex_around() -> None:
    place = {"blue-infantry-1": "0503", "red-infantry-1": "0503 from 0603", "red-airborne-1": "0503"}
    fight = {"hex": "0503", "by": "red", "round": 3, "landed": ["red-airborne-1"]}
    play = pos(place, fight=fight, step="round", dice=[6] * 80)
    while asked(play)[1] != "red-infantry-1":
        act(play, "pass")
    assert "closed" not in focus(play, "red")
    act(play, ("retreat", "0603"))
    assert offered(play, "red", "give_up")
    closed = focus(play, "red")["closed"]
    grid = play.game.map.grid
    assert {hex for one in closed for hex in one["hexes"]} == set(grid.list_names(grid.around[grid.index("0503")]))
    for one in closed:
        for hex in one["hexes"]:
            assert play.why("red", "retreat", hex)[0].rule == one["rule"]


@rule("victory", "1.4b")
def test_a_city_to_deploy_in_tells_its_name_what_stands_there_and_how_far_a_block_would_come() -> None:
    play = grognard.game("victory").new("quick-start", seed=1)
    act(play, "muster")
    blocks = {str(unit).split("-", 1)[1].rsplit("-", 1)[0]: unit for unit in offered(play, "red", "deploy")}
    play.answer("red", "deploy", blocks["infantry"])
    hex = next(str(hex) for hex in offered(play, "red", "deploy_at") if str(hex) in focus(play, "red")["needs"])
    play.answer("red", "deploy_at", hex)
    play.answer("red", "deploy", blocks["fighter"])
    city = focus(play, "red")["commands"][hex]
    assert city["name"]["en"] and city["name"]["ja"] and city["units"] == [blocks["infantry"]]
    assert city["text"]["count"] == 1 and city["text"]["need"] == focus(play, "red")["needs"][hex]
    grid = play.game.map.grid
    reached = play.preview("red", "deploy_at", hex)["range"]
    assert reached == grid.list_names(grid.disc(grid.index(hex), 3) & grid.board)  # 5.5 it flies three hexes
