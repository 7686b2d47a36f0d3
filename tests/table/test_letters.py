"""Letters of a house with accounts, to a real server of mails: an address is proved, and a lost name comes back."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from grognard.table.accounts import letters
from tests.cli.conftest import call_grognard as call
from tests.table.databases import free_port, meddle
from tests.table.guests import Inn
from tests.table.members import HOUSE, Browser, Device, club

NEW = "thirteen dragoons at dusk"


class Box:
    """Where letters arrive."""

    def __init__(self) -> None:
        self.port = free_port()
        self.letters: list[tuple[list[str], str]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # aiosmtpd calls it so
        text = message_from_bytes(envelope.content, policy=default).get_content()
        self.letters.append((list(envelope.rcpt_tos), text))
        return "250 OK"

    def next(self) -> tuple[str, str, str]:
        """To whom the next letter goes, and what its link is for and holds."""
        until = time.monotonic() + 20
        while not self.letters:
            assert time.monotonic() < until, "no letter came"
            time.sleep(0.02)
        (to,), text = self.letters.pop(0)
        found = re.search(rf"http://{re.escape(HOUSE)}/#/account/(confirm|recover)/([\w-]+)", text)
        assert found, text
        return to, found[1], found[2]


@pytest.fixture
def box() -> Iterator[Box]:
    found = Box()
    server = Controller(found, hostname="127.0.0.1", port=found.port)
    server.start()
    yield found
    server.stop()


@pytest.fixture
def inn(tmp_path: Path, box: Box) -> Iterator[Inn]:
    with club(tmp_path, hosts=[HOUSE], mail=f"smtp://127.0.0.1:{box.port}?from=house@club.example") as found:
        yield found


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json().get("code", "")


def reached(browser: Browser, box: Box, email: str = "kes@example.org") -> None:
    assert browser.ask("PUT", "/api/account/email", {"email": email}).json() == {"sent": True}
    to, kind, token = box.next()
    assert (to, kind) == (email, "confirm")
    assert Browser(browser.inn).post("/api/account/email/confirm", {"token": token}).json() == {"email": email}


def test_an_address_counts_when_its_link_was_opened_once(inn: Inn, box: Box) -> None:
    browser = Browser(inn)
    browser.register()
    assert browser.ask("PUT", "/api/account/email", {"email": "kes@example.org"}).status_code == 202
    assert browser.get("/api/account").json()["email"] is None
    _, _, token = box.next()
    assert code(browser.post("/api/account/recover/done", {"token": token, "password": NEW})) == (410, "stale")
    assert browser.post("/api/account/email/confirm", {"token": token}).status_code == 200
    assert browser.get("/api/account").json()["email"] == "kes@example.org"
    assert code(browser.post("/api/account/email/confirm", {"token": token})) == (410, "stale"), "a replayed link"
    assert browser.ask("PUT", "/api/account/email", {"email": None}).json() == {"sent": False}
    assert browser.get("/api/account").json()["email"] is None


def test_who_has_lost_everything_comes_back_by_a_letter(inn: Inn, box: Box) -> None:
    laptop, lost = Browser(inn), Browser(inn)
    laptop.register_passkey(Device())
    reached(laptop, box)
    assert lost.post("/api/account/recover", {"name": "KESTREL"}).json() == {"sent": True}
    _, kind, token = box.next()
    assert kind == "recover"
    weak = lost.post("/api/account/recover/done", {"token": token, "password": "passwordpassword"})
    assert code(weak) == (422, "password_known"), "and the link is not used up by that"
    assert lost.post("/api/account/recover/done", {"token": token, "password": NEW}).status_code == 200
    assert lost.name() == "kestrel" and laptop.name() is None, "whoever else was signed in is not any more"
    assert code(lost.post("/api/account/recover/done", {"token": token, "password": NEW})) == (410, "stale")
    assert Browser(inn).enter("kestrel", NEW).status_code == 200


def test_nobody_is_told_whether_a_name_has_an_address(inn: Inn, box: Box) -> None:
    browser = Browser(inn)
    browser.register()  # an address that was never proved gets no letter
    browser.ask("PUT", "/api/account/email", {"email": "kes@example.org"})
    box.next()
    answers = [Browser(inn).post("/api/account/recover", {"name": name}) for name in ("kestrel", "nobody here", "\0")]
    assert {one.text for one in answers} == {'{"sent":true}'}
    time.sleep(0.5)
    assert box.letters == []


def test_letters_are_limited(inn: Inn, box: Box) -> None:
    answers = [Browser(inn).post("/api/account/recover", {"name": "nobody here"}) for _ in range(6)]
    assert [one.status_code for one in answers] == [202] * 5 + [429]


@pytest.mark.parametrize("email", ["", "kes", "a@b", "a b@c.de", "kes@example.org\nbcc: all@example.org", "a@b.c" * 99])
def test_what_is_no_address_gets_no_letter(inn: Inn, box: Box, email: str) -> None:
    browser = Browser(inn)
    browser.register()
    assert browser.ask("PUT", "/api/account/email", {"email": email}).status_code == 422
    assert box.letters == []


def test_a_mail_server_that_is_down_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "AGAIN", (0.0, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2))
    box = Box()
    with club(tmp_path, hosts=[HOUSE], mail=f"smtp://127.0.0.1:{box.port}?from=house@club.example") as inn:
        browser = Browser(inn)
        browser.register()
        assert browser.ask("PUT", "/api/account/email", {"email": "kes@example.org"}).json() == {"sent": True}
        time.sleep(0.3)
        server = Controller(box, hostname="127.0.0.1", port=box.port)
        server.start()
        try:
            assert box.next()[0] == "kes@example.org", "the letter follows"
        finally:
            server.stop()


def test_a_house_without_mail_says_so(tmp_path: Path) -> None:
    with club(tmp_path) as inn:
        browser = Browser(inn)
        browser.register()
        assert code(browser.ask("PUT", "/api/account/email", {"email": "kes@example.org"})) == (409, "no_mail")
        assert code(browser.post("/api/account/recover", {"name": "kestrel"})) == (409, "no_mail")
        assert meddle(inn.house.where, "SELECT count(*) FROM tickets") == [[0]]


def test_flags_that_do_not_go_together_are_one_line() -> None:
    bare = call("serve", "--accounts")
    assert bare.exit_code == 2 and "go with --public" in bare.stderr
    unnamed = call("serve", "--public", "--accounts", "--mail", "smtp://h?from=a@b.cd")
    assert unnamed.exit_code == 2 and "--name" in unnamed.stderr
    wrong = call("serve", "--public", "--accounts", "--name", "h", "--mail", "http://h")
    assert wrong.exit_code == 2 and "smtp://" in wrong.stderr
