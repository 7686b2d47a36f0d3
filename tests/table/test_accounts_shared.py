"""Accounts where several processes serve a house: whichever a member comes to knows him."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.websockets import WebSocketDisconnect

from grognard.table.seats import COOKIE as KEY
from tests.table import databases
from tests.table.databases import Cluster
from tests.table.guests import Inn, Line
from tests.table.members import Browser, Device, club

pytestmark = pytest.mark.postgresql


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    found = Cluster(databases.FAST)
    yield found
    found.remove()


@pytest.fixture
def houses(server: Cluster) -> Iterator[tuple[Inn, Inn]]:
    """Two that share a database, as two processes do."""
    url = server.url(server.create("shared"))
    with club(url) as one, club(url) as other:
        yield one, other


def test_what_one_process_asks_another_may_hear_once(houses: tuple[Inn, Inn]) -> None:
    one, other = houses
    browser, device = Browser(one), Device()
    options = browser.post("/api/account/register/passkey", {"name": "kestrel"}).json()
    browser.inn = other
    made = {"credential": device.make(options, browser)}
    assert browser.post("/api/account/register/passkey/done", made).status_code == 201
    browser.inn = one
    assert browser.name() == "kestrel"
    assert browser.post("/api/account/leave").status_code == 204
    options = browser.post("/api/account/enter/passkey").json()
    ticket = dict(browser.jar)
    shown = {"credential": device.show(options, browser)}
    browser.inn = other
    assert browser.post("/api/account/enter/passkey/done", shown).status_code == 200
    thief = Browser(one)
    thief.jar = ticket
    assert thief.post("/api/account/enter/passkey/done", shown).status_code == 410


def test_signed_out_here_is_signed_out_there(houses: tuple[Inn, Inn]) -> None:
    one, other = houses
    browser = Browser(one)
    assert browser.register().status_code == 201
    table = browser.open()["id"]
    browser.inn = other
    with browser.sit(table, "axis") as session:
        Line(session)
        browser.inn = one
        assert browser.post("/api/account/leave").status_code == 204
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                session.receive_text()
    assert closed.value.code == 1012
    browser.inn = other
    assert browser.name() is None and browser.get(f"/api/tables/{table}").status_code == 403


def test_what_a_visitor_had_is_his_names_in_every_process(houses: tuple[Inn, Inn]) -> None:
    one, other = houses
    browser = Browser(one)
    table = browser.open()["id"]
    lesson = browser.post("/api/lessons", {"game": "avl", "lesson": "combat"}).json()
    key = browser.jar[KEY]
    browser.inn = other
    for place, seat in ((table, "axis"), (lesson["id"], lesson["seat"])):  # both are open there now
        with browser.sit(place, seat) as session:
            Line(session)
    browser.inn = one
    assert browser.get("/api/account/belongings").json()["lessons"] == 1
    assert browser.register().status_code == 201
    browser.inn = other
    for place, seat in ((table, "axis"), (lesson["id"], lesson["seat"])):
        _comes_to_know(browser, place, seat)
    thief = Browser(other)
    thief.jar[KEY] = key
    assert thief.get(f"/api/tables/{table}").status_code == 403


def _comes_to_know(browser: Browser, place: str, seat: str) -> None:
    """The other process hears of it by a notice: a moment later."""
    for _ in range(100):
        with browser.sit(place, seat) as session:
            try:
                assert Line(session).view["viewer"] == seat
                return
            except WebSocketDisconnect:
                continue
    pytest.fail(f"{place} is still the visitor's there")
