"""Notices pushed to browsers, over a real carrier with TLS: what they read, who may ask for them, and where nothing is
ever sent."""

from __future__ import annotations

import asyncio
import socket
import ssl
import stat
import time
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from grognard.table.push import book, crier, endpoint, key
from grognard.table.push.endpoint import Barred, addresses, open_net, place, post
from tests.cli.conftest import call_grognard as call
from tests.table.carrier import NAME, Carrier, Window, coded
from tests.table.databases import meddle
from tests.table.guests import Inn
from tests.table.members import HOUSE, Browser, club
from tests.table.test_news import game, play
from tests.table.test_rating import member, say

PUSH = "/api/account/push"
CONTACT = "house@club.example"


@pytest.fixture
def carrier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Carrier]:
    found = Carrier(tmp_path)
    found.reached(monkeypatch)
    yield found
    found.close()


@pytest.fixture
def inn(tmp_path: Path, carrier: Carrier, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inn]:
    monkeypatch.setattr(crier, "AWAY", 0.0)
    monkeypatch.setattr(book, "WAIT", 0.0)
    key.make(tmp_path / "push.pem")
    with club(tmp_path / "house", hosts=[HOUSE], push=(tmp_path / "push.pem", CONTACT)) as found:
        yield found


def reader(inn: Inn, name: str, window: Window, language: str = "en") -> Browser:
    """A member whose browser is pushed to."""
    browser = member(inn, name)
    assert browser.post(PUSH, window.wanted(language)).status_code == 204
    return browser


def ended(inn: Inn, host: Browser, guest: Browser) -> str:
    """A game that the host has given up."""
    table = game(host, guest)
    assert say(host, table, "axis", type="resign")["type"] == "done"
    inn.run(inn.house.store.append, [])
    meddle(inn.house.where, "UPDATE tables SET over = true WHERE id = :id", id=table)  # it would come by itself, later
    return table


def round_of(inn: Inn, carrier: Carrier) -> list[tuple[str, dict[str, str], bytes]]:
    """The notices of one round."""
    found = inn.house.crier
    assert found is not None
    inn.run(inn.house.store.append, [])
    inn.run(found.rounds.once)
    taken, carrier.taken = carrier.taken, []
    return taken


def test_a_notice_tells_what_a_letter_would_and_only_its_browser_can_read_it(inn: Inn, carrier: Carrier) -> None:
    window = Window()
    erich, georgi = member(inn, "Erich"), reader(inn, "Georgi", window)
    table = ended(inn, erich, georgi)
    ((path, headers, body),) = round_of(inn, carrier)
    assert path == "/send/a" and headers["host"] == NAME
    assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0
    told = window.read(body)
    assert told == {
        "title": "A game has ended", "text": told["text"], "to": f"#/table/{table}/soviet", "tag": table,
        "language": "en",
    }  # fmt: skip
    assert told["text"].startswith("A Victory Lost, ") and told["text"].endswith("with Erich")
    assert b"Erich" not in body
    with pytest.raises(InvalidTag):
        Window().read(body)
    assert round_of(inn, carrier) == [], "once"


def test_the_house_signs_for_the_carrier_it_sends_to(inn: Inn, carrier: Carrier) -> None:
    erich, georgi = member(inn, "Erich"), reader(inn, "Georgi", Window())
    ended(inn, erich, georgi)
    ((_, headers, _),) = round_of(inn, carrier)
    scheme, token, public = headers["authorization"].replace("t=", "").replace("k=", "").replace(",", "").split(" ")
    assert scheme == "vapid" and public == georgi.get(PUSH).json()["key"]
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), urlsafe_b64decode(public + "="))
    claims = jwt.decode(token, point, algorithms=["ES256"], audience=f"https://{NAME}")
    assert claims["sub"] == f"mailto:{CONTACT}" and claims["exp"] > time.time()


def test_whose_move_it_is_is_told_in_the_browser_s_language(inn: Inn, carrier: Carrier) -> None:
    windows = {"axis": Window("/axis"), "soviet": Window("/soviet")}
    people = {
        "axis": reader(inn, "Erich", windows["axis"], "ja"),
        "soviet": reader(inn, "Georgi", windows["soviet"], "ja"),
    }
    table = game(people["axis"], people["soviet"])
    room = inn.run(inn.house.room, table)
    for _ in range(200):  # until somebody has made it another's move
        last = inn.run(inn.house.store.last_to_act, [table])[table]
        if len(room.play.deciders) == 1 and room.play.deciders[0] != last:
            break
        play(table, people, 1)
    (mover,) = room.play.deciders
    ((path, _, body),) = round_of(inn, carrier)
    assert path == f"/{mover}", "who moved last is told nothing"
    told = windows[mover].read(body)
    assert told["title"] == "あなたの手番です" and told["to"] == f"#/table/{table}/{mover}"
    assert round_of(inn, carrier) == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(inn: Inn, carrier: Carrier, status: int) -> None:
    erich, georgi = member(inn, "Erich"), reader(inn, "Georgi", Window())
    ended(inn, erich, georgi)
    carrier.status = status
    assert len(round_of(inn, carrier)) == 1
    assert georgi.get(PUSH).json()["browsers"] == []
    assert round_of(inn, carrier) == []


def test_while_the_carrier_fails_nothing_is_lost_and_in_the_end_it_is_given_up(inn: Inn, carrier: Carrier) -> None:
    erich, georgi = member(inn, "Erich"), reader(inn, "Georgi", Window())
    ended(inn, erich, georgi)
    carrier.status = 503
    assert len(round_of(inn, carrier)) == 1
    carrier.status = 201
    assert len(round_of(inn, carrier)) == 1, "tried again"
    assert round_of(inn, carrier) == []
    ended(inn, erich, georgi)
    carrier.status = 500
    tried = [len(round_of(inn, carrier)) for _ in range(book.GIVEN_UP + 2)]
    assert sum(tried) == book.GIVEN_UP and georgi.get(PUSH).json()["browsers"] == []


def test_tries_become_seldom(inn: Inn, carrier: Carrier, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "WAIT", 60.0)
    erich, georgi = member(inn, "Erich"), reader(inn, "Georgi", Window())
    ended(inn, erich, georgi)
    carrier.status = 500
    assert [len(round_of(inn, carrier)) for _ in range(3)] == [1, 0, 0]


@pytest.mark.parametrize("status", [301, 302, 307])
def test_nobody_is_sent_on(inn: Inn, carrier: Carrier, status: int) -> None:
    erich, georgi = member(inn, "Erich"), reader(inn, "Georgi", Window())
    ended(inn, erich, georgi)
    carrier.status = status
    assert [path for path, _, _ in round_of(inn, carrier)] == ["/send/a"]


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.8", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.1"])
def test_a_name_that_leads_home_is_never_called(
    inn: Inn, carrier: Carrier, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    erich, georgi = member(inn, "Erich"), reader(inn, "Georgi", Window())
    ended(inn, erich, georgi)

    async def led(host: str) -> list[str]:
        return ["1.1.1.1", address]  # one good address does not make up for it

    monkeypatch.setattr(endpoint, "addresses", led)
    monkeypatch.setattr(endpoint, "open_net", open_net)
    assert round_of(inn, carrier) == [] and georgi.get(PUSH).json()["browsers"] == []


def test_the_books_of_this_machine_lead_home_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the true way to look a name up and to judge it: only the name itself is let through."""
    found = asyncio.run(addresses("localhost"))
    assert found and not any(map(open_net, found))
    monkeypatch.setattr(endpoint, "place", lambda _: ("localhost", "/x"))
    with pytest.raises(Barred, match="does not lead to the open net"):
        asyncio.run(post("https://localhost/x", b"", {}))


def test_a_certificate_of_somebody_else_is_not_believed(
    inn: Inn, carrier: Carrier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "trusted", ssl.create_default_context)
    erich, georgi = member(inn, "Erich"), reader(inn, "Georgi", Window())
    ended(inn, erich, georgi)
    assert round_of(inn, carrier) == []
    assert len(georgi.get(PUSH).json()["browsers"]) == 1, "it is tried again"


def test_who_answers_drop_by_drop_is_not_waited_for(carrier: Carrier, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "SECONDS", 0.3)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        monkeypatch.setattr(endpoint, "PORT", silent.getsockname()[1])
        began = time.monotonic()
        with pytest.raises(OSError):
            asyncio.run(post(f"https://{NAME}/x", b"", {}))
        assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "wrong",
    [
        "http://push.example/a", "https://push.example:8443/a", "https://127.0.0.1/a", "https://[::1]/a",
        "https://localhost/a", "https://user@push.example/a", "https://push.example", "https://2130706433/a",
        "https://0x7f.1/a", "file:///etc/passwd", "https://push.example/a b", "https://push.example/\r\nx: y",
        "https://push.example/" + "a" * 1000,
    ],
)  # fmt: skip
def test_what_is_no_place_of_the_open_net_is_refused(inn: Inn, wrong: str) -> None:
    with pytest.raises(Barred):
        place(wrong)
    refused = member(inn, "Georgi").post(PUSH, Window().wanted() | {"endpoint": wrong})
    assert refused.status_code == 422


def test_keys_by_which_nothing_could_be_sealed_are_refused(inn: Inn) -> None:
    georgi, window = member(inn, "Georgi"), Window()
    for wrong in ({"p256dh": coded(bytes(65))}, {"p256dh": "AA"}, {"auth": "AA"}, {"auth": "A"}, {"language": "de"}):
        assert georgi.post(PUSH, window.wanted() | wrong).status_code == 422, wrong
    assert georgi.get(PUSH).json()["browsers"] == []


def test_everybody_has_his_own_browsers_alone(inn: Inn, carrier: Carrier) -> None:
    stranger, window = Browser(inn), Window()
    assert stranger.get(PUSH).status_code == 403
    assert stranger.post(PUSH, window.wanted()).status_code == 403
    georgi, erich = reader(inn, "Georgi", window), member(inn, "Erich")
    (mine,) = georgi.get(PUSH).json()["browsers"]
    assert set(mine) == {"id", "device", "created", "here"} and mine["here"]
    assert window.endpoint not in georgi.get(PUSH).text, "where it is reached is told to nobody"
    assert erich.get(PUSH).json()["browsers"] == []
    for other in (stranger, erich):
        assert other.ask("DELETE", f"{PUSH}/{mine['id']}").status_code in (403, 404)
    assert len(georgi.get(PUSH).json()["browsers"]) == 1
    assert georgi.ask("DELETE", f"{PUSH}/{mine['id']}").status_code == 204
    assert georgi.ask("DELETE", f"{PUSH}/{mine['id']}").status_code == 404
    ended(inn, erich, georgi)
    assert round_of(inn, carrier) == []


def test_a_browser_is_one_member_s_at_a_time(inn: Inn, carrier: Carrier) -> None:
    window = Window()
    georgi, erich = reader(inn, "Georgi", window), member(inn, "Erich")
    assert erich.post(PUSH, window.wanted()).status_code == 204
    assert georgi.get(PUSH).json()["browsers"] == [], "who had it before is not told of through it"
    assert len(erich.get(PUSH).json()["browsers"]) == 1


def test_a_browser_that_signs_out_hears_nothing_more(inn: Inn, carrier: Carrier) -> None:
    erich, georgi = member(inn, "Erich"), reader(inn, "Georgi", Window())
    ended(inn, erich, georgi)
    assert georgi.post("/api/account/leave", {"everywhere": True}).status_code == 204
    assert round_of(inn, carrier) == []
    assert georgi.enter("Georgi").status_code == 200
    assert georgi.get(PUSH).json()["browsers"] == []


def test_who_is_kept_out_or_gone_hears_nothing(inn: Inn, carrier: Carrier) -> None:
    erich, georgi = member(inn, "Erich"), reader(inn, "Georgi", Window())
    ended(inn, erich, georgi)
    meddle(inn.house.where, "UPDATE accounts SET banned = 'x' WHERE name = 'Georgi'")
    assert round_of(inn, carrier) == []
    meddle(inn.house.where, "UPDATE accounts SET banned = NULL WHERE name = 'Georgi'")
    assert georgi.post("/api/account/delete", {"name": "Georgi", "seats": "give_up"}).status_code == 204
    assert round_of(inn, carrier) == []


def test_nobody_has_more_browsers_than_ten(inn: Inn) -> None:
    for n in range(book.MOST + 2):
        browser = member(inn, "Georgi") if n == 0 else Browser(inn)
        if n:
            assert browser.enter("Georgi").status_code == 200
        assert browser.post(PUSH, Window(f"/{n}").wanted()).status_code == 204
    assert len(browser.get(PUSH).json()["browsers"]) == book.MOST


def test_a_house_without_a_key_says_so(tmp_path: Path) -> None:
    with club(tmp_path) as quiet:
        georgi = member(quiet, "Georgi")
        assert georgi.get(PUSH).json() == {"key": None, "browsers": []}
        assert georgi.post(PUSH, Window().wanted()).json()["code"] == "no_push"


def test_the_key_is_made_once_for_its_keeper_alone(tmp_path: Path) -> None:
    file = tmp_path / "push.pem"
    assert call("admin", "push-key", str(file)).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_bytes()
    again = call("admin", "push-key", str(file))
    assert again.exit_code == 2 and "there is a file already" in again.output and file.read_bytes() == before
    assert key.read(file, CONTACT).public
    file.chmod(0o640)
    with pytest.raises(key.NoKey, match="chmod 600"):
        key.read(file, CONTACT)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--push-key", "KEY"), "--push-key goes with --accounts"),
        (("--public", "--accounts", "--push-contact", "a@b.example"), "--push-contact goes with --push-key"),
        (("--public", "--accounts", "--push-key", "KEY"), "--push-contact"),
        (("--public", "--accounts", "--push-key", "NONE", "--push-contact", "a@b.example"), "No such file"),
        (("--public", "--accounts", "--push-key", "TEXT", "--push-contact", "a@b.example"), "no private key"),
    ],
)
def test_what_cannot_be_a_key_is_said_before_the_house_opens(tmp_path: Path, flags: tuple[str, ...], said: str) -> None:
    key.make(tmp_path / "KEY")
    (tmp_path / "TEXT").write_text("hello")
    (tmp_path / "TEXT").chmod(0o600)
    files: Any = {name: str(tmp_path / name) for name in ("KEY", "NONE", "TEXT")}
    found = call(
        "serve", "--no-browser", "--data-dir", str(tmp_path / "house"), *(files.get(one, one) for one in flags)
    )
    assert found.exit_code == 2 and said in found.output, found.output
