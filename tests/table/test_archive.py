"""The archive: what is found, by whom, and that nothing of a running or another's friendly game is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.club.ratings.finished import Bot, Seat
from grognard.table.rating.archive import PAGE
from grognard.table.rating.profile import DAY
from tests.table.databases import meddle
from tests.table.guests import Inn, Line
from tests.table.members import Browser, club
from tests.table.test_profiles import NOW, account, finished, written
from tests.table.test_rating import begun_game, member, played


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with club(tmp_path) as inn:
        yield inn


def found(who: Browser, **sought: Any) -> list[dict[str, Any]]:
    query = "&".join(f"{name}={value}" for name, value in sought.items())
    response = who.get(f"/api/archive?{query}")
    assert response.status_code == 200, response.text
    games: list[dict[str, Any]] = response.json()["games"]
    return games


def summarized(inn: Inn, table: str) -> None:
    """What is stored of how a table stands would come by itself, later."""
    told = json.dumps(inn.run(inn.house.room, table).summary())
    meddle(inn.house.where, "UPDATE tables SET over = true, summary = :told WHERE id = :id", id=table, told=told)


def test_games_are_found_by_player_game_day_and_result(inn: Inn) -> None:
    erich, georgi, anna = member(inn, "Erich"), member(inn, "Georgi"), member(inn, "Anna")
    one, two, three = (account(inn, who) for who in (erich, georgi, anna))
    written(inn, finished(0, one, two))
    written(inn, replace(finished(1, two, three, ()), ended_at=NOW - 10 * DAY))
    seats = (Seat("german", "german", three, 9), Seat("soviet", "soviet", Bot("recruit", "1"), 9))
    written(inn, replace(finished(2, one, two, ("soviet",)), game="vl", scenario="full", seats=seats))
    nobody = Browser(inn)
    assert [row["game"] for row in found(nobody)] == ["vl", "avl", "avl"], "the newest first"
    assert len(found(nobody, player="ERICH")) == 1 and len(found(nobody, player="anna")) == 2
    assert [row["game"] for row in found(nobody, player="anna", outcome="lost")] == ["vl"]
    assert found(nobody, player="anna", outcome="won") == []
    assert len(found(nobody, player="erich", outcome="won")) == 1
    assert len(found(nobody, outcome="drawn")) == 1 and len(found(nobody, outcome="decided")) == 2
    assert len(found(nobody, game="avl")) == 2 and len(found(nobody, scenario="full")) == 1
    assert len(found(nobody, since=NOW - DAY)) == 2 and len(found(nobody, until=NOW - DAY)) == 1
    late, early = NOW + 2 * 3600, NOW - 600
    assert len(found(nobody, since=late)) == 2 and len(found(nobody, until=early)) == 3, "days and no hours"
    assert found(nobody, player="nobody-there") == [] and found(nobody, longest=9) == [], "its length is not known"
    (row,) = found(nobody, player="erich")
    assert row["seats"][0] == {
        "player": "axis", "side": "axis", "name": "Erich", "bot": None, "member": True, "outcome": "won",
    }  # fmt: skip
    assert row["replay"] is None and row["day"] % DAY == 0
    for wrong in ("since=nan", "skip=-1", "outcome=x", "longest=-1"):
        assert nobody.get(f"/api/archive?{wrong}").status_code == 422, wrong


def test_it_comes_in_pages(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    one, two = account(inn, erich), account(inn, georgi)
    for n in range(PAGE + 3):
        written(inn, finished(n, one, two))
    first = erich.get("/api/archive").json()
    rest = erich.get(f"/api/archive?skip={PAGE}").json()
    assert (len(first["games"]), first["more"], len(rest["games"]), rest["more"]) == (PAGE, True, 3, False)


def test_a_rated_game_is_opened_by_who_sat_there_and_its_length_is_known(inn: Inn) -> None:
    erich, georgi, anna = member(inn, "Erich"), member(inn, "Georgi"), member(inn, "Anna")
    table = played(inn, erich, georgi, 30)
    ratings = inn.house.ratings
    assert ratings is not None and found(anna) == []
    summarized(inn, table)
    inn.run(ratings.write_down)
    for reader, seat in ((erich, "axis"), (georgi, "soviet"), (anna, None), (Browser(inn), None)):
        (row,) = found(reader, longest=3)
        assert row["replay"] == (seat and {"table": table, "seat": seat}) and row["ending"] == "resigned"
        assert seat is not None or table not in str(row)
    assert found(erich, shortest=5) == []


def test_friendly_games_are_found_by_who_sat_there_and_running_ones_by_nobody(inn: Inn) -> None:
    erich, georgi, anna = member(inn, "Erich"), member(inn, "Georgi"), member(inn, "Anna")
    begun_game(inn, erich, anna, 4)
    opened = erich.open(seats={"soviet": "invite"})
    visitor = Browser(inn)
    visitor.post("/api/join", {"token": opened["invites"]["soviet"], "name": "Katya"})
    for reader in (erich, visitor, georgi):
        assert found(reader) == [], "it goes on"
    with erich.sit(opened["id"], "axis") as session:
        assert Line(session).send(type="resign")["type"] == "done"
    summarized(inn, opened["id"])
    for reader, seat in ((erich, "axis"), (visitor, "soviet")):
        (row,) = found(reader, player="Katya", outcome="won")
        assert row["replay"] == {"table": opened["id"], "seat": seat} and row["rated"] is False
        assert reader.get(f"/api/tables/{opened['id']}/file").status_code == 200, "and downloaded"
    for reader in (georgi, anna, Browser(inn)):
        assert found(reader) == [] and found(reader, player="Katya") == []


def test_the_shortest_come_first_where_that_is_asked_for(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    one, two = account(inn, erich), account(inn, georgi)
    for number, turns in enumerate((7, 3, 5)):
        table = str(erich.open()["id"])
        told = json.dumps({"turn": turns})
        meddle(inn.house.where, "UPDATE tables SET summary = :told WHERE id = :id", id=table, told=told)
        written(inn, replace(finished(number, one, two), table=table, ended_at=NOW - number * DAY))
    written(inn, replace(finished(9, one, two), ended_at=NOW - 9 * DAY))  # its table was cleared away
    nobody = Browser(inn)
    assert [row["turns"] for row in found(nobody)] == [7, 3, 5, None]
    assert [row["turns"] for row in found(nobody, order="shortest")] == [3, 5, 7, None]
    assert nobody.get("/api/archive?order=longest").status_code == 422
