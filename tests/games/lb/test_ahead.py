"""What Lost Battles tells before an answer is given: consequences of a move, bound attacks, odds on every target."""

from __future__ import annotations

from typing import Any

from grognard.core.play import Play
from grognard.games.lb import GAME
from grognard.hex.grid import bits
from grognard.testing import rule
from tests.games.lb._help import answer, odds, offered, position, take_up

R = "russian"


def told(play: Play, hex: str, verb: str = "move") -> dict[str, Any]:
    """By kind what a move to a hex would lead to."""
    found = play.preview(R, verb, hex)["consequences"]
    assert len(found) <= 4 and all(one["text"]["en"] and one["text"]["ja"] for one in found)
    return {one["kind"]: one for one in found}


def focus(play: Play) -> dict[str, Any]:
    shown: dict[str, Any] = play.view(R)["ask"]["focus"]
    return shown


@rule("lb", "move.Ka", "move.Kb")
def test_an_undeployed_move_tells_that_it_must_attack_and_at_half_strength() -> None:
    play = position({"su-tank-bde#1": "2418", "ge-inf-bn#1": "2416"})
    take_up(play, R, "su-tank-bde#1")
    rushed = told(play, "2417", "rush")
    assert rushed["must_attack"]["rule"] == "move.Ka" and rushed["undeployed"]["rule"] == "move.Kb"
    assert rushed["undeployed"]["strength"] == rushed["undeployed"]["printed"] // 2
    assert "must_attack" not in told(play, "2417")


@rule("lb", "move.Ka")
def test_a_hex_that_can_only_be_entered_undeployed_is_hostile() -> None:
    play = position({"su-rifle-rgt#1": "2418", "ge-inf-bn#1": "2416"})
    take_up(play, R, "su-rifle-rgt#1")
    rush, move = offered(play, R, "rush"), offered(play, R, "move")
    assert set(focus(play)["hostile"]) == rush - move
    play = position({"su-tank-bde#1": "2418", "ge-inf-bn#1": "2416"})
    take_up(play, R, "su-tank-bde#1")
    assert "2417" in offered(play, R, "move") and "2417" not in focus(play)["hostile"]


@rule("lb", "zoc.B", "supply.D1")
def test_zoc_and_lost_supply_are_told() -> None:
    play = position({"su-tank-bde#1": "2418", "ge-inf-bn#1": "2416"})
    take_up(play, R, "su-tank-bde#1")
    assert told(play, "2417")["zoc"]["units"] == ["ge-inf-bn#1"]
    assert "zoc" not in told(play, "2419") and "supply" not in told(play, "2419")
    play = position({"su-tank-bde#1": "2418", "ge-mot-hq#1": "2413"}, hqs=False)
    take_up(play, R, "su-tank-bde#1")
    assert told(play, "2419")["supply"]["rule"] == "supply.D1"


@rule("lb", "combat.D")
def test_every_hex_that_can_be_attacked_shows_the_best_odds_of_all_who_can_join() -> None:
    place = {"su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2517", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2618"}
    play = position(place, step="combat")
    shown = focus(play)["chances"]
    assert set(shown) == offered(play, R, "attack")
    for hex, one in shown.items():
        best = play.preview(R, "attack", hex)
        assert (one["column"], one["by_die"]) == (best["column"], best["by_die"])


@rule("lb", "artillery.D1", "artillery.F2")
def test_a_hex_that_only_guns_reach_shows_the_best_fire_of_all_that_can_join() -> None:
    place = {
        "su-rifle-rgt#1": "2418", "su-art-20#1": "2420", "su-art-20#2": "2520", "su-supply#1": "2421",
        "ge-inf-bn#1": "2416",
    }  # fmt: skip
    play = position(place, step="combat")
    assert "2416" in offered(play, R, "fire") - offered(play, R, "attack")
    shown = focus(play)["chances"]["2416"]
    answer(play, R, ("fire", "2416"))
    while more := next((verb for verb in ("add", "add_unsupplied") if offered(play, R, verb)), None):
        answer(play, R, (more, min(offered(play, R, more), key=str)))
    best = odds(play, R)
    assert (shown["column"], shown["by_die"]) == (best["column"], best["by_die"])
    answer(play, R, "announce")
    assert focus(play)["chances"]["2416"]["column"] == best["column"]


@rule("lb", "combat.proc.b")
def test_an_announced_attack_shows_its_own_odds_and_says_what_more_would_help() -> None:
    place = {"su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2417", "ge-inf-bn#1": "2416"}
    play = position(place, step="combat")
    answer(play, R, ("attack", "2416"), ("add", "su-rifle-rgt#1"))
    shown = odds(play, R)
    more = shown["next"]
    assert GAME.crt.columns[GAME.crt.level(shown["attack"] + more["needs"], shown["defence"])] == more["column"]
    assert more["units"] == ["su-rifle-rgt#2"]
    answer(play, R, "announce")
    assert focus(play)["chances"]["2416"]["column"] == shown["column"]


@rule("lb", "seq.1b")
def test_a_move_before_combat_tells_the_odds_that_it_would_better() -> None:
    play = position({"su-tank-bde#1": "2418", "su-rifle-rgt#1": "2517", "ge-inf-bn#1": "2416"})
    take_up(play, R, "su-tank-bde#1")
    changed = play.preview(R, "move", "2417")["chances"]["2416"]
    assert changed["before"] == focus(play)["chances"]["2416"]["column"] != changed["column"]
    halved = play.preview(R, "rush", "2417")["chances"]["2416"]
    columns = GAME.crt.columns
    assert columns.index(halved["column"]) < columns.index(changed["column"])


@rule("lb", "tec.d")
def test_a_move_of_armor_into_a_swamp_tells_what_it_counts_there() -> None:
    terrain = GAME.ground.map.terrain_at
    rough = {GAME.ground.grid.name(hex) for hex in bits(GAME.ground.rough_going)}
    play = position({"su-tank-bde#1": "1417", "ge-inf-bn#1": "2404"})
    take_up(play, R, "su-tank-bde#1")
    hexes = offered(play, R, "move")
    hex = min(str(one) for one in hexes & rough)
    one = told(play, hex)["rough"]
    assert one["rule"] == "tec.d" and one["bad"]
    assert one["attack"] <= one["printed"] // 2 and one["word"] == terrain[GAME.ground.grid.index(hex)]
    assert all("rough" not in told(play, str(other)) for other in sorted(map(str, hexes - rough))[:5])
