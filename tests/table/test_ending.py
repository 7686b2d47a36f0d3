"""When a game is over: a side may give up, everybody then sees everything, and nothing is taken back any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.table.guests import Guest, Inn, Line, opened, play_on
from tests.table.test_fog import seated

THEIRS = re.compile(r'"blue-[a-z_]+-\d+"')
"""Ids of Blue's blocks: what Red must not see while they fight."""


@contextmanager
def lines(table: str, red: Guest, blue: Guest) -> Iterator[dict[str, Line]]:
    with ExitStack() as stack:
        yield {
            seat: Line(stack.enter_context(guest.sit(table, seat))) for seat, guest in (("red", red), ("blue", blue))
        }


def test_resigning_ends_the_game_for_the_side_and_is_kept(inn: Inn) -> None:
    table, red, blue = seated(inn, "quick-start")
    with lines(table, red, blue) as at:
        assert at["blue"].send(type="resign")["type"] == "done"
        at["red"].settle()
        for line in at.values():
            assert line.view["result"]["winners"] == ["red"]
            assert line.view["result"]["level"] == "resigned"
            assert line.view["ask"] is None and line.view["waiting"] == []
        assert at["red"].send(type="resign")["why"] == "the game is over"
        refused = at["red"].answer("done")
        assert refused["type"] == "refused" and refused["reasons"][0]["key"] == "refuse.over"
    inn.house.let_go(float("inf"))  # opened anew from what is stored
    assert red.get(f"/api/tables/{table}").json()["result"]["level"] == "resigned"
    assert red.get(f"/api/tables/{table}/report?seat=red").json()["result"]["winners"] == ["red"]


def test_who_looks_on_resigns_for_nobody(inn: Inn) -> None:
    table, red, _ = seated(inn, "quick-start")
    with red.sit(table) as session:
        assert "look on" in Line(session).send(type="resign")["why"]


def test_nobody_gives_up_for_an_ally(inn: Inn) -> None:
    host, ally = inn.guest(), inn.guest()
    games = {one["id"]: one for one in host.get("/api/games").json()}
    teams = [
        scenario
        for scenario in games["victory"]["scenarios"]
        if len({player["side"] for player in scenario["players"]}) < len(scenario["players"])
    ]
    assert teams, "a scenario with allies is what this is about"
    players = teams[0]["players"]
    first = players[0]
    friend = next(one for one in players[1:] if one["side"] == first["side"])
    seats = {one["id"]: "recruit" for one in players} | {first["id"]: "you", friend["id"]: "invite"}
    table = host.open(game="victory", scenario=teams[0]["id"], seats=seats)
    assert ally.post("/api/join", {"token": table["invites"][friend["id"]]}).status_code == 200
    with host.sit(table["id"], first["id"]) as session:
        assert "allies play on" in Line(session).send(type="resign")["why"]
    assert host.get(f"/api/tables/{table['id']}").json()["result"] is None


def everything_red_sees(table: str, red: Guest, line: Line) -> str:
    said = [red.get(f"/api/tables/{table}{path}?seat=red").text for path in ("/position", "/report")]
    length = red.get(f"/api/tables/{table}/replay?seat=red").json()["length"]
    said += [red.get(f"/api/tables/{table}/replay/{step}?seat=red").text for step in range(length + 1)]
    return "".join((*said, *line.frames))


@pytest.mark.parametrize("seed", [3, 4])
def test_the_fog_is_lifted_with_the_end_and_not_before(inn: Inn, seed: int) -> None:
    table, red, blue = seated(inn, "example-hope")
    with lines(table, red, blue) as at:
        play_on(at, Random(seed), 2)
        assert at["red"].view["result"] is None
        assert not THEIRS.search(everything_red_sees(table, red, at["red"]))
        truth = {name: piece for name, piece in at["blue"].view["pieces"].items() if piece["side"] == "blue"}
        assert any(piece.get("hidden") for piece in at["red"].view["pieces"].values())
        assert at["red"].send(type="resign")["type"] == "done"
        seen = at["red"].view["pieces"]
        assert not any(piece.get("hidden") for piece in seen.values())
        assert {name: piece for name, piece in seen.items() if piece["side"] == "blue"} == truth
        at["blue"].settle()
        assert at["red"].view["pools"] == at["blue"].view["pools"]
        watching = red.get(f"/api/tables/{table}/replay/0?seat=red").json()
        assert not any(piece.get("hidden") for piece in watching["pieces"].values())


def test_the_fog_is_lifted_where_the_rules_end_the_game(inn: Inn) -> None:
    table, red, blue = seated(inn, "example-hope")
    with lines(table, red, blue) as at:
        play_on(at, Random(3), 400)
        at["red"].settle()
        assert at["red"].view["result"] is not None
        assert not any(piece.get("hidden") for piece in at["red"].view["pieces"].values())


def test_after_the_end_nothing_is_undone(tmp_path: Path) -> None:
    with opened(tmp_path) as home:
        guest = home.guest()
        table = guest.open(game="vl", seats={})["id"]
        with guest.sit(table, "soviet") as one, guest.sit(table, "german") as other:
            at = {"soviet": Line(one), "german": Line(other)}
            play_on(at, Random(2), 5)
            mover = next(line for line in at.values() if line.view["can_undo"])
            assert at["german"].send(type="resign")["type"] == "done"
            mover.settle()
            assert not mover.view["can_undo"]
            assert mover.send(type="undo", seq=mover.seq)["reasons"][0]["key"] == "refuse.over"
            assert mover.send(type="takeback_ask")["why"] == "the game is over"


# ---- keeping tables


def test_an_owner_names_his_table(inn: Inn) -> None:
    table, red, blue = seated(inn, "quick-start")

    def title() -> Any:
        return next(one for one in red.get("/api/tables").json() if one["id"] == table)["title"]

    assert title() is None
    assert red.ask("PUT", f"/api/tables/{table}/title", {"title": " Thursday "}).status_code == 204
    assert title() == "Thursday"
    assert blue.ask("PUT", f"/api/tables/{table}/title", {"title": "mine"}).status_code == 403
    assert red.ask("PUT", f"/api/tables/{table}/title", {"title": "x" * 41}).status_code == 422
    assert red.ask("PUT", f"/api/tables/{table}/title", {"title": "a\nb"}).status_code == 422
    inn.house.let_go(float("inf"))
    assert title() == "Thursday"
    assert red.ask("PUT", f"/api/tables/{table}/title", {"title": ""}).status_code == 204
    assert title() is None


def test_a_table_is_cleared_away_by_its_owner_but_not_while_others_play(inn: Inn) -> None:
    table, red, blue = seated(inn, "quick-start")
    assert blue.ask("DELETE", f"/api/tables/{table}").status_code == 403
    assert red.ask("DELETE", f"/api/tables/{table}").status_code == 409
    with blue.sit(table, "blue") as session:
        assert Line(session).send(type="resign")["type"] == "done"
    assert red.ask("DELETE", f"/api/tables/{table}").status_code == 204
    for guest in (red, blue):
        assert guest.get(f"/api/tables/{table}").status_code == 404
        assert table not in {one["id"] for one in guest.get("/api/tables").json()}


def test_a_table_with_a_bot_is_cleared_away_while_it_thinks(inn: Inn) -> None:
    red = inn.guest()
    table = red.open(game="avl", seats={"axis": "recruit", "soviet": "recruit"})["id"]
    with red.sit(table) as session:
        Line(session)
        assert red.ask("DELETE", f"/api/tables/{table}").status_code == 204
    assert red.get(f"/api/tables/{table}").status_code == 404
    assert red.open(game="avl")["id"]  # the house goes on


# ---- what an invitation is for


def test_an_invitation_tells_game_side_and_host_and_is_not_used_up_by_it(inn: Inn) -> None:
    red, blue = inn.guest(), inn.guest()
    table = red.open(game="victory", scenario="quick-start", seats={"blue": "invite"}, name="Mara")
    token = table["invites"]["blue"]
    for _ in range(2):
        told = blue.post("/api/join/look", {"token": token}).json()
        assert (told["game"], told["scenario"], told["player"]) == ("victory", "quick-start", "blue")
        assert told["host"] == "Mara"
        assert table["id"] not in str(told)  # who only looks learns nothing that leads to the table
    assert blue.post("/api/join", {"token": token}).status_code == 200
    assert blue.post("/api/join/look", {"token": token}).status_code == 410
