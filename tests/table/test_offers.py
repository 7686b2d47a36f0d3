"""Open seats: put up, listed, taken by whoever is first, taken down."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.table import store
from tests.table.databases import meddle
from tests.table.guests import Guest, Inn, Line, opened, unlock_dice

DAYS = {"days": 3}


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with opened(tmp_path, public=True) as inn:
        yield inn


def offers(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = guest.get("/api/offers").json()
    return found


def accept(guest: Guest, table: str, player: str = "soviet", name: str = "Georgi") -> Any:
    return guest.post(f"/api/offers/{table}/{player}/accept", {"name": name})


def offered(host: Guest, **more: Any) -> str:
    return str(host.open(seats={"soviet": "offer"}, clock=DAYS, name="Erich", **more)["id"])


def test_an_open_seat_is_on_the_list_and_whoever_comes_takes_it_by_one_click(inn: Inn) -> None:
    host, guest, stranger = inn.guest(), inn.guest(), inn.guest()
    before = time.time()
    table = offered(host)
    (found,) = offers(stranger)
    assert before <= found.pop("since") <= time.time()
    assert found.pop("options") and found == {
        "table": table, "player": "soviet", "game": "avl", "scenario": "campaign", "clock": DAYS, "host": "Erich",
        "here": False, "mine": False, "rated": False, "rating": None, "member": False,
        "level": None, "fits": True, "steps_in": None, "held": None, "asked": False,
    }  # fmt: skip
    assert offers(host)[0]["mine"] is True
    taken = accept(guest, table).json()
    assert taken["player"] == "soviet" and taken["yours"] == ["soviet"]
    assert taken["seats"]["soviet"] == {"kind": "human", "bot": None, "name": "Georgi"}
    assert offers(stranger) == []
    unlock_dice(table, {"axis": host, "soviet": guest})
    with guest.sit(table, "soviet") as session:
        assert Line(session).view["waiting"]


def test_of_two_who_take_a_seat_one_has_it_and_the_other_is_told_by_whom(inn: Inn) -> None:
    table = offered(inn.guest())
    first, second = inn.guest(), inn.guest()
    assert accept(first, table, name="Anna").status_code == 200
    late = accept(second, table)
    assert late.status_code == 410 and late.json()["detail"] == "Anna has just taken this seat"
    assert second.get(f"/api/tables/{table}").status_code == 403


def test_the_database_decides_who_was_first(inn: Inn) -> None:
    table = offered(inn.guest())
    kept = inn.house.store
    assert inn.run(kept.accept, table, "soviet", "a", "Anna") is True
    assert inn.run(kept.accept, table, "soviet", "b", "Boris") is False
    (seat,) = [one for one in inn.run(kept.seats, table) if one.player == "soviet"]
    assert (seat.key_hash, seat.name, seat.invite_hash) == ("a", "Anna", None)


def test_nobody_takes_a_seat_that_is_not_open_to_everybody(inn: Inn) -> None:
    host, guest = inn.guest(), inn.guest()
    invited = host.open(seats={"soviet": "invite"})["id"]
    assert offers(guest) == []
    assert accept(guest, invited).status_code == 404
    assert accept(guest, invited, "axis").status_code == 404, "who sits there was never asked for in public"
    assert accept(guest, invited, "nobody").status_code == 404
    assert accept(guest, "nowhere").status_code == 404
    assert accept(host, offered(host)).status_code == 409, "nobody plays against himself by mistake"


def test_the_host_puts_a_free_seat_up_and_takes_it_down(inn: Inn) -> None:
    host, guest = inn.guest(), inn.guest()
    table = host.open(seats={"soviet": "invite"}, name="Erich")["id"]
    with host.sit(table, "axis") as session:
        line = Line(session)
        assert host.ask("PUT", f"/api/offers/{table}/soviet").status_code == 204
        assert line.hear()["seats"]["soviet"]["offered"] is True
        assert [one["table"] for one in offers(guest)] == [table]
        assert guest.ask("DELETE", f"/api/offers/{table}/soviet").status_code == 403
        assert host.ask("DELETE", f"/api/offers/{table}/soviet").status_code == 204
        assert "offered" not in line.hear()["seats"]["soviet"]
        assert offers(guest) == []
        assert accept(guest, table).status_code == 404
        assert host.ask("PUT", f"/api/offers/{table}/axis").status_code == 409, "he sits there himself"
        assert host.ask("PUT", f"/api/offers/{table}/nobody").status_code == 404


def test_who_comes_by_the_link_takes_the_offer_off_the_list(inn: Inn) -> None:
    host, guest = inn.guest(), inn.guest()
    table = host.open(seats={"soviet": "offer"})
    guest.post("/api/join", {"token": table["invites"]["soviet"], "name": "Georgi"})
    assert offers(inn.guest()) == []


def test_a_live_game_is_offered_only_while_its_host_is_there(inn: Inn) -> None:
    host, guest = inn.guest(), inn.guest()
    table = host.open(seats={"soviet": "offer"}, clock={"minutes": 45, "increment": 15})["id"]
    assert offers(guest) == []
    with host.sit(table, "axis") as session:
        Line(session)
        assert [(one["table"], one["here"]) for one in offers(guest)] == [(table, True)]
    assert offers(guest) == []


def test_an_old_offer_and_one_of_a_game_that_is_over_are_not_listed(inn: Inn) -> None:
    host = inn.guest()
    tables = [offered(host) for _ in range(3)]
    assert [one["table"] for one in offers(host)] == tables[::-1], "the newest first"
    old = time.time() - store.OFFER_LIFE - 1
    meddle(inn.house.where, "UPDATE seats SET offered = :old WHERE table_id = :id", old=old, id=tables[0])
    meddle(inn.house.where, "UPDATE tables SET over = true WHERE id = :id", id=tables[1])
    assert [one["table"] for one in offers(host)] == [tables[2]]


def test_one_damaged_table_does_not_hide_the_others(inn: Inn) -> None:
    host = inn.guest()
    bad, good = offered(host), offered(host)
    meddle(inn.house.where, "UPDATE tables SET header = '{' WHERE id = :id", id=bad)
    assert [one["table"] for one in offers(host)] == [good]


def test_at_home_there_is_nobody_to_offer_a_seat_to(tmp_path: Path) -> None:
    with opened(tmp_path) as inn:
        home = inn.guest()
        refused = home.post("/api/tables", {"game": "avl", "seats": {"soviet": "offer"}})
        assert refused.status_code == 422 and "--public" in refused.json()["detail"]
        assert offers(home) == []
        table = home.open()["id"]
        assert accept(home, table, "axis").status_code == 409
