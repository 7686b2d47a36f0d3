"""Looking on: what all players agree to show, the spectators' view of it, and not before the house's delay."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.table.watching import book, routes
from tests.table.guests import Inn, Line, play_on, unlock_dice
from tests.table.members import Browser, club

DELAY = 60.0


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inn]:
    with club(tmp_path, delay=DELAY) as inn:
        yield inn


class Evening:
    """Two members at a table, and somebody who would like to look on."""

    def __init__(self, inn: Inn, **wanted: Any) -> None:
        self.host, self.guest, self.other, self.visitor = (Browser(inn) for _ in range(4))
        for one, name in ((self.host, "kestrel"), (self.guest, "guard"), (self.other, "mara")):
            assert one.register(name).status_code == 201
        opened = self.host.open(seats={"soviet": "invite"}, **wanted)
        self.table: str = opened["id"]
        self.guest.post("/api/join", {"token": opened["invites"]["soviet"]})
        unlock_dice(self.table, {"axis": self.host, "soviet": self.guest})

    def consent(self, who: Browser, player: str, yes: bool = True) -> int:
        return who.ask("PUT", f"/api/tables/{self.table}/shown/{player}", {"yes": yes}).status_code

    def move(self, answers: int = 20) -> None:
        """Both play on for a while."""
        with ExitStack() as stack:
            people = {"axis": self.host, "soviet": self.guest}
            at = {player: Line(stack.enter_context(one.sit(self.table, player))) for player, one in people.items()}
            assert play_on(at, Random(3), answers) == answers

    def shown(self, who: Browser | None = None) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (who or self.visitor).get("/api/shown").json()
        return found


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + seconds)


def test_nobody_is_shown_a_table_unless_all_its_players_agree(house: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(house)
    evening.move()
    later(monkeypatch, DELAY + 5)
    paths = [f"/api/shown/{evening.table}/{what}" for what in ("position", "replay", "replay/0", "report")]
    assert evening.shown() == []
    assert evening.consent(evening.host, "axis") == 204
    assert evening.shown() == []
    assert {evening.visitor.get(path).status_code for path in paths} == {404}
    assert evening.consent(evening.guest, "soviet") == 204
    assert [one["table"] for one in evening.shown()] == [evening.table]
    assert {evening.visitor.get(path).status_code for path in paths} == {200}
    assert evening.consent(evening.guest, "soviet", yes=False) == 204
    assert evening.shown() == []
    assert {evening.visitor.get(path).status_code for path in paths} == {404}


def test_nobody_agrees_for_another(house: Inn) -> None:
    evening = Evening(house)
    assert evening.consent(evening.host, "soviet") == 403
    assert evening.consent(evening.other, "axis") == 403
    assert evening.visitor.get(f"/api/tables/{evening.table}/shown").status_code == 403
    assert evening.visitor.ask("PUT", "/api/account/shows", {"yes": True}).status_code == 403


def test_what_an_account_says_holds_where_its_seat_says_nothing(house: Inn) -> None:
    evening = Evening(house)
    for one in (evening.host, evening.guest):
        assert one.ask("PUT", "/api/account/shows", {"yes": True}).status_code == 204
    told = evening.host.get(f"/api/tables/{evening.table}/shown").json()
    assert told == {"yours": {"axis": True}, "everybody": True}
    evening.consent(evening.host, "axis", yes=False)
    told = evening.guest.get(f"/api/tables/{evening.table}/shown").json()
    assert told == {"yours": {"soviet": True}, "everybody": False}


def test_nothing_is_told_before_the_delay_is_over(house: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(house)
    evening.consent(evening.host, "axis")
    evening.consent(evening.guest, "soviet")
    evening.move()
    assert evening.shown() == [], "as far as everybody knows nobody has moved"
    before = evening.visitor.get(f"/api/shown/{evening.table}/replay").json()
    later(monkeypatch, DELAY + 5)
    assert len(evening.shown()) == 1
    assert before["length"] == 0
    first = evening.visitor.get(f"/api/shown/{evening.table}/replay/0").json()
    assert first["viewer"] is None and first["ask"] is None
    old = evening.visitor.get(f"/api/shown/{evening.table}/replay").json()["length"]
    assert old > 0
    evening.move()  # at this later hour
    assert evening.visitor.get(f"/api/shown/{evening.table}/replay").json()["length"] == old
    assert evening.visitor.get(f"/api/shown/{evening.table}/replay/{old + 1}").status_code == 404
    later(monkeypatch, DELAY + 5)
    assert evening.visitor.get(f"/api/shown/{evening.table}/replay").json()["length"] > old


def test_nobody_fills_the_list_with_tables_of_his_own(house: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(house)
    evening.consent(evening.host, "axis")
    evening.consent(evening.guest, "soviet")
    evening.move()
    monkeypatch.setattr(routes, "MOST", 4)
    crowd = Browser(house)
    for _ in range(5):
        table = crowd.open(game="vl")["id"]
        for player in ("soviet", "german"):
            assert crowd.ask("PUT", f"/api/tables/{table}/shown/{player}", {"yes": True}).status_code == 204
        with crowd.sit(table, "german") as session:
            assert Line(session).answer("place_rest")["type"] == "done"
    later(monkeypatch, DELAY + 5)
    listed = [one["table"] for one in evening.shown()]
    assert evening.table in listed, "the two play on, though he was busier since"
    assert len(listed) == 1 + book.EACH


def test_the_order_of_the_list_does_not_tell_where_somebody_has_just_moved(
    house: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [Browser(house) for _ in range(4)]
    tables = {one.open(game="vl")["id"]: one for one in people}
    for table, one in tables.items():
        for player in ("soviet", "german"):
            one.ask("PUT", f"/api/tables/{table}/shown/{player}", {"yes": True})
        with one.sit(table, "german") as session:
            assert Line(session).answer("place_rest")["type"] == "done"
    later(monkeypatch, DELAY + 5)
    before = [one["table"] for one in people[0].get("/api/shown").json()]
    assert len(before) == 4
    with tables[before[-1]].sit(before[-1], "german") as session:
        assert Line(session).answer("done")["type"] == "done"
    house.house.store._due = True  # summaries have waited long enough
    house.run(house.house.store.append, [])
    assert [one["table"] for one in people[0].get("/api/shown").json()] == before


def test_one_follows_players_and_keeps_tables_and_nobody_else_learns_of_it(
    house: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(house)
    mara = evening.other
    assert mara.ask("PUT", "/api/account/following/people/kestrel").status_code == 204
    assert mara.ask("PUT", "/api/account/following/people/kestrel").status_code == 204
    assert mara.ask("PUT", "/api/account/following/people/mara").status_code == 409
    assert mara.ask("PUT", "/api/account/following/people/nobody").status_code == 404
    assert evening.visitor.ask("PUT", "/api/account/following/people/kestrel").status_code == 403
    keep = f"/api/account/following/tables/{evening.table}"
    assert mara.ask("PUT", keep).status_code == 404, "it is not shown"
    evening.consent(evening.host, "axis")
    evening.consent(evening.guest, "soviet")
    evening.move()
    later(monkeypatch, DELAY + 5)
    assert [one["followed"] for one in evening.shown(mara)] == [True]
    assert [one["followed"] for one in evening.shown()] == [False]
    assert mara.ask("PUT", keep).status_code == 204
    assert [one["listed"] for one in evening.shown(mara)] == [True]
    assert mara.get("/api/account/following").json() == {
        "people": ["kestrel"],
        "tables": [evening.table],
        "shows": False,
    }
    assert "mara" not in evening.host.get("/api/people/kestrel").text
    follows = mara.get("/api/account/export").json()["follows"]
    assert follows == {"people": ["kestrel"], "tables": [evening.table]}
    assert mara.ask("DELETE", keep).status_code == 204
    assert mara.ask("DELETE", "/api/account/following/people/kestrel").status_code == 204
    assert mara.get("/api/account/following").json()["people"] == []


def test_names_are_found_by_how_they_begin(house: Inn) -> None:
    evening = Evening(house)
    assert evening.visitor.get("/api/people?like=KES").json() == ["kestrel"]
    assert evening.visitor.get("/api/people?like=_e").json() == []
    assert evening.visitor.get("/api/people?like=k").status_code == 422


def test_lists_tell_what_is_left_of_the_clocks(house: Inn) -> None:
    evening = Evening(house, clock={"minutes": 45, "increment": 15})
    (told,) = evening.guest.get("/api/tables").json()
    assert told["clocks"]["running"] == ["soviet"]
    assert 2600 < told["clocks"]["left"]["soviet"] <= 2700
    assert told["clocks"]["left"]["axis"] == 2700


def test_clocks_are_shown_as_late_as_the_rest(house: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(house, clock={"minutes": 60})
    for who, seat in ((evening.host, "axis"), (evening.guest, "soviet")):
        evening.consent(who, seat)
    evening.move()
    later(monkeypatch, DELAY + 5)
    (shown,) = evening.shown()
    clocks = shown["clocks"]
    assert set(clocks) == {"left", "running"} and clocks["running"]
    assert min(clocks["left"].values()) > 3600 - DELAY, "what was left before the delay, not what is left now"
    later(monkeypatch, 100)
    (after,) = evening.shown()
    (running,) = clocks["running"]
    spent = clocks["left"][running] - after["clocks"]["left"][running]
    assert 100 <= spent < 130, "and it goes on"


def test_those_who_look_on_are_counted_and_nobody_learns_who_they_are(
    house: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(house)
    for who, seat in ((evening.host, "axis"), (evening.guest, "soviet")):
        evening.consent(who, seat)
    evening.move()
    later(monkeypatch, DELAY + 5)
    assert evening.shown()[0]["watching"] == 0, "a list is no look"
    for _ in range(3):
        assert evening.other.get(f"/api/shown/{evening.table}/replay").status_code == 200
    assert evening.visitor.get(f"/api/shown/{evening.table}/replay/0").status_code == 200
    assert evening.shown()[0]["watching"] == 2
    assert "mara" not in evening.visitor.get("/api/shown").text
    monkeypatch.setattr("grognard.table.watching.lookers.STAYS", 0.0)
    assert evening.shown()[0]["watching"] == 0, "who asks for nothing more has gone"


def test_processes_add_up_those_who_look_on_with_each(house: Inn) -> None:
    company = house.house.company
    company._hear({"kind": "looked_on", "from": "another", "table": "t", "count": 3})
    company._hear({"kind": "looked_on", "from": "third", "table": "t", "count": 1})
    assert company.looking_on("t", 60.0) == 4 and company.looking_on("u", 60.0) == 0
    company._hear({"kind": "bye", "from": "another"})
    assert company.looking_on("t", 60.0) == 1
