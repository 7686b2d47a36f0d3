"""Accounts in a public house: registering, coming in, going, and what is refused to whom."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from argon2 import PasswordHasher
from starlette.websockets import WebSocketDisconnect

from grognard.table.accounts import desk, passwords, tries
from grognard.table.accounts.desk import COOKIE
from grognard.table.seats import COOKIE as KEY
from tests.table.databases import meddle
from tests.table.guests import Inn, Line, opened
from tests.table.members import HOUSE, PASSWORD, Browser, Device, club


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with club(tmp_path) as found:
        yield found


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json().get("code", "")


# ---- a house without accounts


def test_without_accounts_there_is_nothing_of_them(tmp_path: Path) -> None:
    with opened(tmp_path, public=True) as inn:
        browser = Browser(inn)
        assert browser.get("/api/me").json() == {
            "public": True,
            "known": False,
            "accounts": False,
            "mail": False,
            "name": None,
            "role": "",
            "grognard": {"seconds": 20.0, "most": 20.0},
        }
        assert browser.register().status_code in (404, 405)
        assert browser.get("/api/account").status_code == 404


# ---- passwords


def test_a_name_with_a_password(inn: Inn) -> None:
    browser = Browser(inn)
    assert browser.name() is None
    assert browser.register("Kestrel").status_code == 201
    assert browser.name() == "Kestrel"
    told = browser.get("/api/account").json()
    assert (told["name"], told["role"], told["password"], told["passkeys"]) == ("Kestrel", "", True, [])
    other = Browser(inn)
    assert other.enter(" kestrel ").status_code == 200 and other.name() == "Kestrel"
    assert code(other.enter()) == (409, "signed_in") == code(other.register("another"))


def test_the_cookie_is_out_of_reach(inn: Inn) -> None:
    browser = Browser(inn)
    (cookie,) = browser.register().headers.get_list("set-cookie")
    assert cookie.startswith(COOKIE) and "httponly" in cookie.lower() and "samesite=strict" in cookie.lower()
    token = browser.jar[COOKIE]
    stored = [[str(field) for field in row] for row in meddle(inn.house.where, "SELECT * FROM sessions")]
    assert stored and token not in str(stored), "only its hash is kept"
    assert PASSWORD not in str(meddle(inn.house.where, "SELECT * FROM credentials"))
    assert meddle(inn.house.where, "SELECT secret FROM credentials")[0][0].startswith("$argon2id$")


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", "password_short"), ("passwordpassword", "password_known"), ("qwertyuiop123", "password_known"),
        ("aaaaaaaaaaaaaaaa", "password_known"), ("kestrelkestrel", "password_known"),
        ("123456789012", "password_known"), ("あ" * 12, "password_known"), ("grognard1234", "password_known"),
    ],
)  # fmt: skip
def test_passwords_that_are_soon_guessed_are_refused(inn: Inn, password: str, why: str) -> None:
    browser = Browser(inn)
    assert code(browser.register("kestrel", password)) == (422, why)
    assert browser.name() is None and browser.register().status_code == 201, "and nothing was made"


def test_any_letters_make_a_password_however_they_are_written(inn: Inn) -> None:
    assert Browser(inn).register("kestrel", "合言葉は海の見える丘がら").status_code == 201
    assert Browser(inn).enter("kestrel", "合言葉は海の見える丘か\u3099ら").status_code == 200


def test_two_tabs_one_name(inn: Inn) -> None:
    assert Browser(inn).post("/api/account/name", {"name": "kestrel"}).json() == {"name": "kestrel"}
    assert Browser(inn).register("kestrel").status_code == 201
    second = Browser(inn)
    assert code(second.register("KESTREL")) == (409, "name_taken") and second.name() is None
    assert code(second.post("/api/account/name", {"name": "kestre1"})) == (409, "name_taken")
    assert code(second.post("/api/account/name", {"name": "keeper"})) == (422, "name_reserved")


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer(inn: Inn) -> None:
    Browser(inn).register()
    Browser(inn).register_passkey(Device(), "sparrow")  # a name without a password
    answers = [Browser(inn).enter(name, "not the right words") for name in ("kestrel", "nobody here", "sparrow", "\0")]
    assert {one.status_code for one in answers} == {403} and len({one.text for one in answers}) == 1


@pytest.fixture
def true_hashes(quick_hashes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "PasswordHasher", PasswordHasher)


def test_a_hash_costs_a_thief_time_and_memory(true_hashes: None, inn: Inn) -> None:
    Browser(inn).register()
    assert meddle(inn.house.where, "SELECT secret FROM credentials")[0][0].startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_and_in_the_same_time(true_hashes: None, inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries.Tries, "enter", _any_number)
    Browser(inn).register()

    def took(name: str) -> float:
        begun = time.perf_counter()
        Browser(inn).enter(name, "not the right words")
        return time.perf_counter() - begun

    times = [(took("kestrel"), took("nobody here")) for _ in range(7)]
    known, unknown = median(one for one, _ in times), median(other for _, other in times)
    assert 0.5 < known / unknown < 2, "a name that is not there costs as much as one that is"


async def _any_number(*_: object) -> None: ...


def test_wrong_passwords_at_speed_are_stopped_and_told_when_to_come_again(inn: Inn) -> None:
    Browser(inn).register()
    for name in ("kestrel", "nobody here"):
        answers = [Browser(inn).enter(name, "not the right words") for _ in range(8)]
        assert [one.status_code for one in answers] == [403] * 6 + [429] * 2
        assert code(answers[-1]) == (429, "too_many")
        assert 0 < answers[-1].json()["wait"] == int(answers[-1].headers["retry-after"]) <= 600
    assert code(Browser(inn).enter()) == (429, "too_many"), "even with the right one"


def test_one_address_tries_many_names_in_vain(inn: Inn) -> None:
    answers = [Browser(inn).enter(f"name {n}", "x").status_code for n in range(tries.ADDRESS.amount + 1)]
    assert answers == [403] * tries.ADDRESS.amount + [429]


# ---- passkeys


def test_a_name_with_a_passkey(inn: Inn) -> None:
    browser, device = Browser(inn), Device()
    assert browser.register_passkey(device).status_code == 201 and browser.name() == "kestrel"
    (kept,) = browser.get("/api/account").json()["passkeys"]
    assert kept["house"] == HOUSE and kept["name"] == "Firefox · Linux"
    assert browser.post("/api/account/leave").status_code == 204 and browser.name() is None
    assert browser.enter_passkey(device).status_code == 200 and browser.name() == "kestrel"


def test_a_challenge_is_good_once_and_for_the_browser_that_asked(inn: Inn) -> None:
    device = Device()
    Browser(inn).register_passkey(device)
    browser, thief = Browser(inn), Browser(inn)
    options = browser.post("/api/account/enter/passkey").json()
    shown = {"credential": device.show(options, browser)}
    assert code(thief.post("/api/account/enter/passkey/done", shown)) == (410, "stale")
    ticket = dict(browser.jar)
    assert browser.post("/api/account/enter/passkey/done", shown).status_code == 200
    thief.jar = ticket
    assert code(thief.post("/api/account/enter/passkey/done", shown)) == (410, "stale")
    assert thief.name() is None


def test_a_ticket_to_come_in_makes_no_account(inn: Inn) -> None:
    browser, device = Browser(inn), Device()
    options = browser.post("/api/account/enter/passkey").json()
    made = device.make({"rp": {"id": HOUSE}, "challenge": options["challenge"]}, browser)
    assert code(browser.post("/api/account/register/passkey/done", {"credential": made})) == (410, "stale")


@pytest.mark.parametrize(
    ("bent", "why"),
    [
        ({"origin": "http://other.example"}, "passkey_foreign"), ({"house": "other.example"}, "passkey_foreign"),
        ({"challenge": "AAAA"}, "passkey_false"),
    ],
)  # fmt: skip
def test_a_passkey_that_was_signed_for_something_else(inn: Inn, bent: dict[str, str], why: str) -> None:
    device = Device()
    Browser(inn).register_passkey(device)
    browser = Browser(inn)
    options = browser.post("/api/account/enter/passkey").json()
    shown = {"credential": device.show(options, browser, **bent)}
    assert code(browser.post("/api/account/enter/passkey/done", shown)) == (403, why) and browser.name() is None


def test_a_passkey_of_another_house(inn: Inn, tmp_path: Path) -> None:
    device = Device()
    with club(tmp_path / "other") as other:
        assert Browser(other).register_passkey(device).status_code == 201
    assert code(Browser(inn).enter_passkey(device)) == (403, "passkey_foreign")


def test_a_passkey_for_one_name_of_the_house_is_not_for_another(inn: Inn) -> None:
    device = Device()
    Browser(inn).register_passkey(device)
    assert code(Browser(inn, "elsewhere.example").enter_passkey(device)) == (403, "passkey_foreign")


def test_the_device_has_to_know_its_owner(inn: Inn) -> None:
    device = Device()
    Browser(inn).register_passkey(device)
    device.verified = False
    assert code(Browser(inn).enter_passkey(device)) == (403, "passkey_false")


def test_another_devices_signature_is_worth_nothing(inn: Inn) -> None:
    device, forger = Device(), Device()
    Browser(inn).register_passkey(device)
    forger.id = device.id
    assert code(Browser(inn).enter_passkey(forger)) == (403, "passkey_false")


def test_a_copied_passkey_is_noticed(inn: Inn) -> None:
    device = Device()
    Browser(inn).register_passkey(device)
    assert Browser(inn).enter_passkey(device).status_code == 200
    device.uses -= 1
    assert code(Browser(inn).enter_passkey(device)) == (403, "passkey_copied")


def test_a_bare_address_has_no_passkeys(inn: Inn) -> None:
    for host in ("127.0.0.1", "[::1]:8017", "192.0.2.7"):
        browser = Browser(inn, host)
        assert code(browser.post("/api/account/enter/passkey")) == (409, "no_passkeys")
        assert code(browser.post("/api/account/register/passkey", {"name": "kestrel"})) == (409, "no_passkeys")


def test_only_under_a_name_of_the_house(tmp_path: Path) -> None:
    with club(tmp_path, hosts=[HOUSE]) as inn:
        assert Browser(inn).register_passkey(Device()).status_code == 201
        assert Browser(inn, "rebound.example").post("/api/account/enter/passkey").status_code == 403


@pytest.mark.parametrize("credential", [{}, {"id": "\0"}, {"id": 7}, {"id": "AAAA", "response": []}, {"rawId": "x"}])
def test_nonsense_is_no_passkey(inn: Inn, credential: dict[str, Any]) -> None:
    for asked, done in (("enter/passkey", 403), ("register/passkey", 403)):
        browser = Browser(inn)
        browser.post(f"/api/account/{asked}", {"name": "kestrel"} if asked[0] == "r" else {})
        answer = browser.post(f"/api/account/{asked}/done", {"credential": credential})
        assert answer.status_code == done and browser.name() is None


def test_a_second_passkey_and_the_last_one_stays(inn: Inn) -> None:
    browser, phone, laptop = Browser(inn), Device(), Device()
    browser.register_passkey(phone)
    options = browser.post("/api/account/passkeys").json()
    assert [one["id"] for one in options["excludeCredentials"]], "the same device is not asked twice"
    made = {"credential": laptop.make(options, browser), "name": "laptop"}
    assert browser.post("/api/account/passkeys/done", made).status_code == 204
    first, second = (one["id"] for one in browser.get("/api/account").json()["passkeys"])
    assert Browser(inn).enter_passkey(laptop).status_code == 200
    assert browser.ask("DELETE", f"/api/account/passkeys/{first}").status_code == 204
    assert code(Browser(inn).enter_passkey(phone)) == (403, "passkey_foreign")
    assert code(browser.ask("DELETE", f"/api/account/passkeys/{second}")) == (409, "passkey_last")


# ---- sessions


def test_sessions_are_listed_and_ended(inn: Inn) -> None:
    laptop, phone, stranger = Browser(inn), Browser(inn), Browser(inn)
    laptop.register()
    phone.enter()
    stranger.register("sparrow")
    sessions = laptop.get("/api/account/sessions").json()
    assert sorted(one["here"] for one in sessions) == [False, True] and sessions[0]["device"] == "Firefox · Linux"
    other = next(one["id"] for one in sessions if not one["here"])
    assert code(stranger.ask("DELETE", f"/api/account/sessions/{other}")) == (404, "session_none")
    assert phone.name() == "kestrel"
    assert laptop.ask("DELETE", f"/api/account/sessions/{other}").status_code == 204
    assert phone.name() is None and laptop.name() == "kestrel"


def test_signing_out_everywhere(inn: Inn) -> None:
    browsers = [Browser(inn) for _ in range(3)]
    browsers[0].register()
    for browser in browsers[1:]:
        browser.enter()
    assert browsers[1].post("/api/account/leave", {"everywhere": True}).status_code == 204
    assert [browser.name() for browser in browsers] == [None] * 3


def test_who_is_signed_out_leaves_the_table(inn: Inn) -> None:
    laptop, phone = Browser(inn), Browser(inn)
    laptop.register()
    phone.enter()
    table = laptop.open()["id"]
    with phone.sit(table, "axis") as session:
        Line(session)
        (other,) = [one["id"] for one in laptop.get("/api/account/sessions").json() if not one["here"]]
        laptop.ask("DELETE", f"/api/account/sessions/{other}")
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                session.receive_text()
        assert closed.value.code == 1012
    with phone.sit(table, "axis") as session, pytest.raises(WebSocketDisconnect) as closed:
        session.receive_text()
    assert closed.value.code == 4403


def test_a_session_that_ended_without_notice_is_found(inn: Inn) -> None:
    browser = Browser(inn)
    browser.register()
    table = browser.open()["id"]
    with browser.sit(table, "axis") as session:
        Line(session)
        meddle(inn.house.where, "DELETE FROM sessions")
        inn.run(inn.house._part_the_ended)
        with pytest.raises(WebSocketDisconnect):
            while True:
                session.receive_text()


def test_a_token_the_house_never_gave_is_nobodys(inn: Inn) -> None:
    for token in ("k" * 32, "", "\0" * 32, "x" * 5000):
        forger = Browser(inn)
        forger.jar[COOKIE] = token.replace("\0", "%00")
        assert forger.name() is None and code(forger.get("/api/account")) == (403, "signed_out")


# ---- changing what proves a name


def test_another_password_signs_the_others_out(inn: Inn) -> None:
    laptop, phone = Browser(inn), Browser(inn)
    laptop.register()
    phone.enter()
    new = "thirteen dragoons at dusk"
    wrong = laptop.ask("PUT", "/api/account/password", {"old": "not this one", "new": new})
    assert code(wrong) == (403, "wrong_old") and phone.name() == "kestrel"
    weak = laptop.ask("PUT", "/api/account/password", {"old": PASSWORD, "new": "password1234"})
    assert code(weak) == (422, "password_known")
    assert laptop.ask("PUT", "/api/account/password", {"old": PASSWORD, "new": new}).status_code == 204
    assert laptop.name() == "kestrel" and phone.name() is None
    assert code(phone.enter()) == (403, "wrong") and phone.enter("kestrel", new).status_code == 200


def test_what_cannot_be_taken_back_needs_a_fresh_session(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, device = Browser(inn), Device()
    browser.register_passkey(device)
    (kept,) = browser.get("/api/account").json()["passkeys"]
    monkeypatch.setattr(desk, "FRESH", -1.0)
    for method, path, body in (
        ("PUT", "password", {"new": PASSWORD}), ("POST", "passkeys", {}), ("DELETE", f"passkeys/{kept['id']}", None),
        ("POST", "delete", {"name": "kestrel", "seats": "keep"}),
    ):  # fmt: skip
        assert code(browser.ask(method, f"/api/account/{path}", body)) == (403, "not_fresh")
    monkeypatch.undo()
    assert browser.ask("PUT", "/api/account/password", {"new": PASSWORD}).status_code == 204
    assert Browser(inn).enter().status_code == 200


# ---- what a visitor had


def test_a_visitor_keeps_everything_when_he_registers(inn: Inn) -> None:
    browser, other = Browser(inn), Browser(inn)
    table = browser.open(seats={"soviet": "invite"})
    other.post("/api/join", {"token": table["invites"]["soviet"]})
    lesson = browser.post("/api/lessons", {"game": "avl", "lesson": "combat"}).json()
    held = browser.get("/api/account/belongings").json()
    assert (held["tables"], held["shown"][0]["id"], held["both"]) == (1, table["id"], [])
    assert held["lessons"] == 1
    key = browser.jar[KEY]
    assert browser.register().status_code == 201
    told = browser.get(f"/api/tables/{table['id']}").json()
    assert told["owner"] and told["yours"] == ["axis"]
    with browser.sit(lesson["id"], lesson["seat"]) as session:
        assert Line(session).view["viewer"] == lesson["seat"], "nor is his lesson over"
    phone = Browser(inn)
    phone.enter()
    with phone.sit(table["id"], "axis") as session:
        assert Line(session).view["viewer"] == "axis"
    thief = Browser(inn)
    thief.jar[KEY] = key
    assert thief.get(f"/api/tables/{table['id']}").status_code == 403, "the old key opens nothing any more"


def test_bringing_along_after_signing_in(inn: Inn) -> None:
    Browser(inn).register()
    browser = Browser(inn)
    table = browser.open()["id"]
    browser.enter()
    assert browser.get("/api/tables").json() == [], "nothing moves unasked"
    assert browser.get("/api/account/belongings").json()["tables"] == 1
    assert browser.post("/api/account/belongings").json() == {"tables": 1}
    assert [one["id"] for one in browser.get("/api/tables").json()] == [table]
    assert KEY not in browser.jar and code(browser.post("/api/account/belongings")) == (409, "nothing")


def test_who_would_sit_opposite_himself_chooses(inn: Inn) -> None:
    member, visitor = Browser(inn), Browser(inn)
    member.register()
    table = member.open(seats={"soviet": "invite"})
    visitor.post("/api/join", {"token": table["invites"]["soviet"]})
    own = visitor.open()["id"]
    visitor.enter()
    (both,) = visitor.get("/api/account/belongings").json()["both"]
    assert (both["id"], both["yours"], both["visitors"]) == (table["id"], ["axis"], ["soviet"])
    for unclear in ({}, {"bring": [own]}, {"bring": [table["id"]], "leave": [table["id"]]}):
        assert code(visitor.post("/api/account/belongings", unclear)) == (409, "choose")
    assert [one["id"] for one in visitor.get("/api/tables").json()] == [table["id"]], "nothing has moved"
    assert visitor.post("/api/account/belongings", {"leave": [table["id"]]}).json() == {"tables": 1}
    assert visitor.get(f"/api/tables/{table['id']}").json()["yours"] == ["axis"]
    assert visitor.get(f"/api/tables/{own}").json()["owner"]
    assert visitor.post("/api/account/leave").status_code == 204
    assert visitor.get(f"/api/tables/{table['id']}").json()["yours"] == ["soviet"], "it stayed with the browser"
    visitor.enter()
    assert visitor.post("/api/account/belongings", {"bring": [table["id"]]}).status_code == 200
    assert visitor.get(f"/api/tables/{table['id']}").json()["yours"] == ["axis", "soviet"]


def test_a_member_sits_under_his_name_and_nobody_else_does(inn: Inn) -> None:
    member, visitor = Browser(inn), Browser(inn)
    member.register("Kestrel")
    table = member.open(seats={"soviet": "invite"})
    assert table["seats"]["axis"]["name"] == "Kestrel"
    taken = visitor.post("/api/join", {"token": table["invites"]["soviet"], "name": "kestre1"})
    assert code(taken) == (409, "name_taken")
    assert visitor.post("/api/join", {"token": table["invites"]["soviet"], "name": "Mara"}).status_code == 200
    renamed = visitor.ask("PUT", f"/api/tables/{table['id']}/names/soviet", {"name": "KESTREL"})
    assert code(renamed) == (409, "name_taken")


# ---- all that is kept, and the end


def test_an_export_has_everything_of_ones_own_and_nothing_that_opens_it(inn: Inn) -> None:
    member, other = Browser(inn), Browser(inn)
    member.register()
    table = member.open(seats={"soviet": "invite"})
    other.post("/api/join", {"token": table["invites"]["soviet"], "name": "Mara"})
    for browser, seat, text in ((member, "axis", "good luck"), (other, "soviet", "my secret plan")):
        with browser.sit(table["id"], seat) as session:
            Line(session).send(type="chat", text=text)
    told = member.get("/api/account/export")
    found = told.json()
    assert found["account"]["name"] == "kestrel" and found["sessions"][0]["here"]
    (kept,) = found["tables"]
    assert (kept["id"], kept["seats"], [one["text"] for one in kept["said"]]) == (
        table["id"], {"axis": "kestrel"}, ["good luck"],
    )  # fmt: skip
    for secret in ("my secret plan", "Mara", "argon2", member.jar[COOKIE], "seed"):
        assert secret not in told.text
    assert code(other.get("/api/account/export")) == (403, "signed_out")


def test_deleted_with_its_seats_kept(inn: Inn) -> None:
    member, other = Browser(inn), Browser(inn)
    member.register()
    table = member.open(seats={"soviet": "invite"})
    other.post("/api/join", {"token": table["invites"]["soviet"]})
    wrong = member.post("/api/account/delete", {"name": "sparrow", "seats": "keep"})
    assert code(wrong) == (422, "name_differs") and member.name() == "kestrel"
    assert member.post("/api/account/delete", {"name": "Kestrel", "seats": "keep"}).status_code == 204
    assert member.name() is None and KEY in member.jar
    told = member.get(f"/api/tables/{table['id']}").json()
    assert told["yours"] == ["axis"] and told["owner"] and told["seats"]["axis"]["name"] == ""
    assert meddle(inn.house.where, "SELECT count(*) FROM sessions, accounts, credentials") == [[0]]
    assert code(Browser(inn).enter()) == (403, "wrong") and Browser(inn).register().status_code == 201


def test_deleted_with_its_seats_given_up(inn: Inn) -> None:
    member, other, third = Browser(inn), Browser(inn), Browser(inn)
    member.register()
    table = member.open(seats={"soviet": "invite"})
    other.post("/api/join", {"token": table["invites"]["soviet"], "name": "Mara"})
    alone = member.open(seats={"soviet": "recruit"})["id"]
    assert member.post("/api/account/delete", {"name": "kestrel", "seats": "give_up"}).status_code == 204
    assert member.get("/api/tables").json() == [] and KEY not in member.jar
    assert meddle(inn.house.where, f"SELECT count(*) FROM tables WHERE id = '{alone}'") == [[0]]
    told = other.get(f"/api/tables/{table['id']}").json()
    assert told["owner"] and told["seats"]["axis"]["kind"] == "open" and told["seats"]["axis"]["name"] == ""
    invited = other.post(f"/api/tables/{table['id']}/invites/axis").json()["token"]
    assert third.post("/api/join", {"token": invited}).json()["player"] == "axis", "the game can go on"


# ---- strangers

MEMBERS_ONLY: list[tuple[str, str, Any]] = [
    ("GET", "", None), ("GET", "/export", None), ("POST", "/delete", {"name": "kestrel", "seats": "keep"}),
    ("PUT", "/password", {"new": PASSWORD}), ("POST", "/passkeys", {}), ("POST", "/passkeys/done", {"credential": {}}),
    ("DELETE", "/passkeys/AAAA", None), ("GET", "/sessions", None), ("DELETE", "/sessions/AAAA", None),
    ("POST", "/belongings", {}), ("POST", "/leave", {}),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body"), MEMBERS_ONLY)
def test_who_is_not_signed_in_is_told_so(inn: Inn, method: str, path: str, body: Any) -> None:
    visitor = Browser(inn)
    visitor.open()  # he has a key, but no name
    assert code(visitor.ask(method, f"/api/account{path}", body)) == (403, "signed_out")


def test_a_member_is_a_stranger_at_others_tables(inn: Inn) -> None:
    member, other = Browser(inn), Browser(inn)
    member.register()
    table = other.open()["id"]
    assert member.get(f"/api/tables/{table}").status_code == 403
    assert member.get("/api/tables").json() == []
    assert member.post("/api/me/link").status_code == 409


def test_a_request_from_another_site_is_nobodys(inn: Inn) -> None:
    browser = Browser(inn)
    browser.register()
    response = browser.ask("POST", "/api/account/leave", {"everywhere": True}, origin="http://evil.example")
    assert response.status_code == 403 and browser.name() == "kestrel"
