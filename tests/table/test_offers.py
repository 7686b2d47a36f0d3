"""Open seats: put up, listed, taken by whoever is first, taken down."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from grognard.table import offers as routes
from grognard.table import store
from tests.table.databases import meddle
from tests.table.guests import Guest, Inn, Line, opened, promise, unlock_dice

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
        "followed": False, "by_lot": False,
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


# ---- giving a seat back right after it was accepted


def undo(guest: Guest, table: str, player: str = "soviet") -> int:
    return int(guest.post(f"/api/offers/{table}/{player}/undo").status_code)


def test_an_accepted_seat_is_given_back_and_open_again_as_it_was(inn: Inn) -> None:
    host, guest, other = inn.guest(), inn.guest(), inn.guest()
    table = offered(host, steps_in={"level": "recruit", "minutes": 30})
    (before,) = offers(other)
    assert promise(table, host, "axis").status_code == 204
    assert accept(guest, table).status_code == 200 and offers(other) == []
    with host.sit(table, "axis") as one, guest.sit(table, "soviet") as two:
        at, leaving = Line(one), Line(two)
        at.settle()
        leaving.settle()
        assert undo(guest, table) == 204
        at.settle()
        seats = [told["seats"]["soviet"] for told in map(json.loads, at.frames) if told["type"] == "seats"]
        assert seats[-1] == {"kind": "open", "bot": None, "name": "", "offered": True, "owes": "hash"}
        with pytest.raises(WebSocketDisconnect):
            leaving.settle()
    assert offers(other) == [before | {"here": False}], "the same seat, with the bot that is to step in"
    assert guest.get(f"/api/tables/{table}").status_code == 403 and undo(guest, table) == 403
    assert accept(other, table, name="Anna").status_code == 200
    unlock_dice(table, {"axis": host, "soviet": other})
    with other.sit(table, "soviet") as session:
        assert Line(session).view["waiting"], "and it is played by whoever comes next"


def test_a_seat_is_given_back_by_who_has_just_accepted_it_and_nobody_else(inn: Inn, tmp_path: Path) -> None:
    host, guest, stranger, invited = inn.guest(), inn.guest(), inn.guest(), inn.guest()
    table = offered(host)
    assert undo(host, table) == 403, "nobody sits there"
    assert accept(guest, table).status_code == 200
    assert [undo(who, table) for who in (host, stranger)] == [403, 403]
    assert undo(host, table, "axis") == 409 and undo(guest, table, "nobody") == 403
    closed = host.open(seats={"soviet": "invite"})
    assert invited.post("/api/join", {"token": closed["invites"]["soviet"], "name": "Ida"}).status_code == 200
    assert undo(invited, closed["id"]) == 409, "who was invited has not accepted an open seat"


def test_too_late_is_when_time_is_over_the_dice_are_bound_or_the_host_has_moved(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, slow, sealed, outplayed = inn.guest(), inn.guest(), inn.guest(), inn.guest()
    table = offered(host)
    assert accept(slow, table).status_code == 200
    with monkeypatch.context() as patched:
        patched.setattr(routes, "UNDO", -1.0)
        assert undo(slow, table) == 409
    bound = offered(host)
    assert accept(sealed, bound).status_code == 200
    unlock_dice(bound, {"axis": host, "soviet": sealed})
    assert undo(sealed, bound) == 409
    begun = str(host.open(game="vl", seats={"soviet": "offer"}, clock=DAYS)["id"])
    assert accept(outplayed, begun).status_code == 200
    with host.sit(begun, "german") as session:
        line = Line(session)
        assert line.answer_anything(Random(1))["type"] == "done"
    assert undo(outplayed, begun) == 409
    assert slow.get(f"/api/tables/{table}").json()["yours"] == ["soviet"], "the seat stays his"


def test_giving_back_is_no_way_to_look_at_one_side_and_play_the_other(inn: Inn) -> None:
    host, spy = inn.guest(), inn.guest()
    seats = {"blue-north": "offer", "blue-south": "offer", "red": "offer"}
    table = str(host.open(game="victory", scenario="two-front-war-3", seats=seats)["id"])
    assert accept(spy, table, "blue-north").status_code == 200 and undo(spy, table, "blue-north") == 204
    refused = accept(spy, table, "red")
    assert refused.status_code == 409 and "gave it back" in refused.json()["detail"]
    link = host.post(f"/api/tables/{table}/invites/red").json()["token"]
    assert spy.post("/api/join", {"token": link, "name": "Ida"}).status_code == 409, "nor by a link"
    assert accept(spy, table, "blue-north").status_code == 200, "the same seat again"
    assert undo(spy, table, "blue-north") == 409, "but only once"
