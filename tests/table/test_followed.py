"""Open seats for those whom their host follows: to everybody else they are not there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.table import store
from tests.table.cups import member
from tests.table.databases import meddle
from tests.table.guests import Guest, Inn, Line, unlock_dice
from tests.table.members import club

DAYS = {"days": 3}


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with club(tmp_path) as inn:
        yield inn


class Evening:
    """Erich follows Anna; Georgi follows Erich, who does not follow him."""

    def __init__(self, inn: Inn, **more: Any) -> None:
        self.erich, self.anna, self.georgi = (member(inn, name) for name in ("Erich", "Anna", "Georgi"))
        self.visitor = Guest(inn)
        assert self.erich.ask("PUT", "/api/account/following/people/Anna").status_code == 204
        assert self.georgi.ask("PUT", "/api/account/following/people/Erich").status_code == 204
        self.opened = self.erich.open(seats={"soviet": "offer"}, clock=DAYS, followed=True, **more)
        self.table = str(self.opened["id"])

    @property
    def others(self) -> tuple[Guest, ...]:
        return self.georgi, self.visitor


def listed(who: Guest) -> list[tuple[str, bool]]:
    return [(one["table"], one["followed"]) for one in who.get("/api/offers").json()]


def told(who: Guest, table: str, what: str = "accept", player: str = "soviet") -> tuple[int, str]:
    answer = who.post(f"/api/offers/{table}/{player}/{what}", {"name": ""})
    return answer.status_code, answer.text


def test_whom_the_host_follows_sees_the_seat_and_takes_it(inn: Inn) -> None:
    evening = Evening(inn)
    assert listed(evening.anna) == listed(evening.erich) == [(evening.table, True)]
    assert told(evening.anna, evening.table)[0] == 200
    unlock_dice(evening.table, {"axis": evening.erich, "soviet": evening.anna})
    with evening.anna.sit(evening.table, "soviet") as session:
        assert Line(session).view["waiting"]


@pytest.mark.parametrize("what", ["accept", "ask"])
def test_to_everybody_else_it_is_as_if_there_were_no_such_seat(inn: Inn, what: str) -> None:
    evening = Evening(inn)
    closed = str(evening.erich.open(seats={"soviet": "invite"}, clock=DAYS)["id"])
    for who in evening.others:
        assert listed(who) == []
        assert told(who, evening.table, what) == told(who, closed, what), "to the letter"
        assert told(who, evening.table, what)[0] == 404
    assert told(evening.erich, evening.table)[0] == 409, "he sits there himself"
    assert listed(evening.anna) == [(evening.table, True)]


def test_who_looks_on_by_link_is_not_told_of_it_either(inn: Inn) -> None:
    evening = Evening(inn)
    key = evening.erich.post(f"/api/tables/{evening.table}/watch").json()["token"]
    with evening.georgi.sit(evening.table, None, watch=key) as session:
        seat = json.loads(Line(session).frames[0])["seats"]["soviet"]
    assert seat["kind"] == "open" and not {"offered", "followed"} & seat.keys()


def test_the_bot_that_stepped_in_is_taken_over_from_by_whom_the_host_follows_alone(inn: Inn) -> None:
    evening = Evening(inn, steps_in={"level": "random", "minutes": 10})
    meddle(inn.house.where, 'UPDATE seats SET steps_in = \'{"level": "random", "at": 1}\' WHERE steps_in IS NOT NULL')
    inn.run(inn.house.understudies.look)
    room = inn.house.open_room(evening.table)
    assert room is not None and room.stand_ins["soviet"].bot == "random"
    nobody = told(evening.anna, str(evening.erich.open(seats={"soviet": "invite"})["id"]), "ask")
    for who in evening.others:
        assert listed(who) == [] and told(who, evening.table, "ask") == nobody
    assert told(evening.anna, evening.table, "ask")[0] == 204
    assert evening.erich.post(f"/api/offers/{evening.table}/soviet/answer", {"yes": True}).status_code == 204
    assert evening.anna.get(f"/api/tables/{evening.table}").json()["yours"] == ["soviet"]


def test_it_is_asked_at_that_moment_whom_he_follows(inn: Inn) -> None:
    evening = Evening(inn)
    assert evening.erich.ask("DELETE", "/api/account/following/people/Anna").status_code == 204
    assert listed(evening.anna) == [] and told(evening.anna, evening.table)[0] == 404
    assert evening.erich.ask("PUT", "/api/account/following/people/Georgi").status_code == 204
    assert listed(evening.georgi) == [(evening.table, True)] and told(evening.georgi, evening.table)[0] == 200


def test_whom_the_host_sends_the_link_may_sit_down_whoever_he_is(inn: Inn) -> None:
    evening = Evening(inn)
    token = evening.opened["invites"]["soviet"]
    assert evening.visitor.post("/api/join", {"token": token, "name": "Ida"}).status_code == 200


def test_the_host_puts_it_up_for_everybody_and_back(inn: Inn) -> None:
    evening = Evening(inn)
    at = f"/api/offers/{evening.table}/soviet"
    assert evening.erich.ask("PUT", at).status_code == 204
    assert listed(evening.visitor) == [(evening.table, False)]
    for who in (*evening.others, evening.anna):
        assert who.ask("PUT", at, {"followed": True}).status_code == 403
    assert evening.erich.ask("PUT", at, {"followed": True}).status_code == 204
    assert listed(evening.visitor) == [] and listed(evening.anna) == [(evening.table, True)]
    assert evening.erich.ask("DELETE", at).status_code == 204
    assert listed(evening.anna) == [] and told(evening.anna, evening.table)[0] == 404


def test_a_seat_that_was_given_back_is_still_for_the_same_people(inn: Inn) -> None:
    evening = Evening(inn)
    assert told(evening.anna, evening.table)[0] == 200
    assert told(evening.anna, evening.table, "undo")[0] == 204
    assert [listed(who) for who in evening.others] == [[], []]
    assert listed(evening.anna) == [(evening.table, True)]


def test_seats_that_are_not_there_for_somebody_take_no_place_on_his_list(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "OFFERS_EACH", 1)
    evening = Evening(inn)
    open_ = evening.erich.open(seats={"soviet": "offer"}, clock=DAYS)["id"]
    evening.erich.open(seats={"soviet": "offer"}, clock=DAYS, followed=True)
    assert listed(evening.visitor) == [(open_, False)], "the newest of his that the visitor may take"


def test_it_needs_a_name_and_a_seat_that_is_offered(inn: Inn, tmp_path: Path) -> None:
    wanted = {"game": "avl", "seats": {"soviet": "offer"}, "followed": True}
    host = member(inn, "Erich")
    assert "needs a name" in Guest(inn).post("/api/tables", wanted).json()["detail"]
    assert host.post("/api/tables", wanted | {"seats": {"soviet": "invite"}}).status_code == 422
    visitor = Guest(inn)
    table = visitor.open(seats={"soviet": "offer"}, clock=DAYS)["id"]
    assert visitor.ask("PUT", f"/api/offers/{table}/soviet", {"followed": True}).status_code == 422
    with club(tmp_path / "plain", accounts=False) as plain:
        assert plain.guest().post("/api/tables", wanted).status_code == 422


def test_who_asks_for_it_is_the_hosts_to_know(inn: Inn) -> None:
    """Whoever is named there the host follows: nobody else at the table reads that, however he looks on."""
    evening = Evening(inn, steps_in={"level": "random", "minutes": 10})
    meddle(inn.house.where, 'UPDATE seats SET steps_in = \'{"level": "random", "at": 1}\' WHERE steps_in IS NOT NULL')
    inn.run(inn.house.understudies.look)
    key = evening.erich.post(f"/api/tables/{evening.table}/watch").json()["token"]
    seen: dict[str, list[dict[str, Any]]] = {"host": [], "link": []}
    with evening.erich.sit(evening.table, "axis") as his, evening.georgi.sit(evening.table, None, watch=key) as other:
        lines = {"host": Line(his), "link": Line(other)}
        assert told(evening.anna, evening.table, "ask")[0] == 204
        for who, line in lines.items():
            line.settle()
            last = [one for one in map(json.loads, line.frames) if "seats" in one][-1]
            seen[who].append(last["seats"]["soviet"])
    with evening.erich.sit(evening.table, "axis") as his, evening.georgi.sit(evening.table, None, watch=key) as other:
        for who, session in (("host", his), ("link", other)):
            seen[who].append(json.loads(Line(session).frames[0])["seats"]["soviet"])
    assert [one.get("asks") for one in seen["host"]] == ["Anna", "Anna"]
    assert [one.get("asks") for one in seen["link"]] == [None, None]
    card = evening.georgi.get(f"/api/tables/{evening.table}?watch={key}")
    assert "Anna" not in card.text


def test_who_inherits_the_table_does_not_show_by_it_whom_he_follows(inn: Inn) -> None:
    evening = Evening(inn)
    assert evening.georgi.ask("PUT", "/api/account/following/people/Anna").status_code == 204
    opened = evening.erich.open(seats={"axis": "invite", "soviet": "offer"}, clock=DAYS, followed=True)
    assert evening.georgi.post("/api/join", {"token": opened["invites"]["axis"], "name": ""}).status_code == 200
    assert (str(opened["id"]), True) in listed(evening.anna)
    assert evening.erich.post("/api/account/delete", {"name": "Erich", "seats": "give_up"}).status_code == 204
    assert evening.georgi.get(f"/api/tables/{opened['id']}").json()["owner"], "it is his now"
    assert listed(evening.anna) == [], "and that he follows her nobody reads there"
    assert told(evening.anna, str(opened["id"]))[0] == 404
