"""What is stored of accounts, in either database."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from grognard.table.accounts import ledger as ledgers
from grognard.table.accounts.declined import Declined
from grognard.table.accounts.ledger import Ledger, Taken, new_session
from grognard.table.accounts.names import checked, folded
from grognard.table.rows import AccountRow, CredentialRow, SeatRow, holder
from grognard.table.seats import key_hash
from tests.cli.conftest import call_grognard as call
from tests.table import databases
from tests.table.databases import Cluster
from tests.table.guests import Inn, opened


@pytest.fixture
def ledger(inn: Inn) -> Ledger:
    return Ledger(inn.house.store.engine)


def account(name: str = "kestrel", account_id: str = "a1") -> AccountRow:
    return AccountRow(id=account_id, name=name, folded=folded(name), role="", created=1.0)


def password(account_id: str = "a1") -> CredentialRow:
    return CredentialRow(
        id=ledgers.password_id(account_id), account_id=account_id, kind="password", secret="hash", uses=0, name="",
        created=1.0,
    )  # fmt: skip


def passkey(name: str, account_id: str = "a1") -> CredentialRow:
    return CredentialRow(
        id=name, account_id=account_id, kind="passkey", secret="public", uses=3, name=name, created=2.0
    )  # fmt: skip


async def registered(ledger: Ledger, name: str = "kestrel", account_id: str = "a1", key: str | None = None) -> str:
    token, session = new_session(account_id, "Firefox on Linux")
    await ledger.register(account(name, account_id), password(account_id), session, key)
    return token


def test_of_two_who_want_one_name_at_once_one_has_it(inn: Inn, ledger: Ledger) -> None:
    async def race() -> list[Any]:
        tries = [registered(ledger, name, f"a{n}") for n, name in enumerate(("Kestrel", "kestre1", "KESTREI"))]
        return await asyncio.gather(*tries, return_exceptions=True)

    ended = inn.run(race)
    assert sorted(type(one).__name__ for one in ended) == ["Taken", "Taken", "str"]
    assert inn.run(ledger.named, folded("kestrel")).id in ("a0", "a1", "a2")


def test_a_name_that_is_taken_leaves_nothing_behind(inn: Inn, ledger: Ledger) -> None:
    inn.run(registered, ledger)
    with pytest.raises(Taken):
        inn.run(registered, ledger, "KESTREL", "a2")
    assert inn.run(ledger.account, "a2") is None
    assert inn.run(ledger.credentials, "a2") == [] == inn.run(ledger.sessions, "a2")


def test_a_session_is_found_by_its_token_until_it_is_ended_or_forgotten(
    inn: Inn, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = inn.run(registered, ledger)
    found, session = inn.run(ledger.signed_in, key_hash(token))
    assert (found.name, session.device) == ("kestrel", "Firefox on Linux")
    assert inn.run(ledger.signed_in, key_hash("x" * 32)) is None
    later = time.time() + ledgers.TICKED + 1
    monkeypatch.setattr(time, "time", lambda: later)
    inn.run(ledger.signed_in, key_hash(token))
    assert [one.used for one in inn.run(ledger.sessions, "a1")] == [later], "that it was used is noted"
    monkeypatch.setattr(time, "time", lambda: later + ledgers.SESSION_LIFE + 1)
    assert inn.run(ledger.signed_in, key_hash(token)) is None
    assert inn.run(ledger.sessions, "a1") == []
    monkeypatch.undo()
    assert inn.run(ledger.end_sessions, "another", session.id) == [], "nobody ends another's"
    assert inn.run(ledger.end_sessions, "a1", session.id) == [session.id]
    assert inn.run(ledger.signed_in, key_hash(token)) is None


def test_a_ticket_is_good_once_for_its_kind_and_in_time(inn: Inn, ledger: Ledger) -> None:
    async def used_twice() -> list[Any]:
        token = await ledger.add_ticket("enter", {"challenge": "c"}, 60)
        assert await ledger.take_ticket("register", token) is None
        return list(await asyncio.gather(*(ledger.take_ticket("enter", token) for _ in range(4))))

    assert sorted(inn.run(used_twice), key=str) == [(None, {"challenge": "c"}), None, None, None]
    late = inn.run(ledger.add_ticket, "enter", {}, -1)
    assert inn.run(ledger.take_ticket, "enter", late) is None


def test_there_is_an_end_to_tickets(inn: Inn, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledgers, "TICKETS_KEPT", 2)
    for _ in range(2):
        inn.run(ledger.add_ticket, "enter", {}, 60)
    with pytest.raises(ledgers.Crowded):
        inn.run(ledger.add_ticket, "enter", {}, 60)


def test_a_passkeys_count_is_taken_once(inn: Inn, ledger: Ledger) -> None:
    inn.run(registered, ledger)
    assert inn.run(ledger.add_credential, passkey("phone")) and not inn.run(ledger.add_credential, passkey("phone"))
    assert inn.run(ledger.proved, "phone", 4, 3)
    assert not inn.run(ledger.proved, "phone", 4, 3), "the same count a second time is somebody else's"


def test_the_last_proof_of_a_name_stays(inn: Inn, ledger: Ledger) -> None:
    token, session = new_session("a1", "")
    inn.run(ledger.register, account(), passkey("phone"), session, None)
    assert inn.run(ledger.remove_passkey, "a1", "phone") is None
    assert inn.run(ledger.add_credential, passkey("laptop"))
    assert inn.run(ledger.remove_passkey, "a2", "phone") is False
    assert inn.run(ledger.remove_passkey, "a1", "phone") is True
    assert [one.id for one in inn.run(ledger.credentials, "a1")] == ["laptop"] and token


def test_a_visitors_things_are_the_accounts_when_he_registers(inn: Inn, ledger: Ledger) -> None:
    guest, stranger = inn.guest(), inn.guest()
    mine, theirs = guest.open()["id"], stranger.open()["id"]
    key = key_hash(guest.cookie.partition("=")[2])
    inn.run(registered, ledger, "kestrel", "a1", key)
    assert {seat.key_hash for seat in inn.run(inn.house.store.seats, mine)} == {holder("a1")}
    assert inn.run(inn.house.store.table, mine).owner_hash == holder("a1")
    assert not inn.run(inn.house.store.owns_anything, key)
    assert inn.run(inn.house.store.table, theirs).owner_hash not in (holder("a1"), key)


def test_where_one_would_sit_opposite_himself_is_told_and_may_be_left(inn: Inn, ledger: Ledger) -> None:
    member, visitor = inn.guest(), inn.guest()
    one = member.open(seats={"soviet": "invite"})
    other = visitor.open()["id"]
    assert visitor.post("/api/join", {"token": one["invites"]["soviet"]}).status_code == 200
    inn.run(registered, ledger, "kestrel", "a1", key_hash(member.cookie.partition("=")[2]))
    key = key_hash(visitor.cookie.partition("=")[2])
    assert inn.run(ledger.both, key, "a1") == [ledgers.Both(one["id"], ("axis",), ("soviet",))]
    assert inn.run(ledger.bring, key, "a1", [one["id"]]) == [other]

    def at(table: str) -> dict[str, str | None]:
        seats: list[SeatRow] = inn.run(inn.house.store.seats, table)
        return {seat.player: seat.key_hash for seat in seats}

    assert at(one["id"]) == {"axis": holder("a1"), "soviet": key}
    assert set(at(other).values()) == {holder("a1")}
    inn.run(ledger.bring, key, "a1", [])
    assert set(at(one["id"]).values()) == {holder("a1")}


def test_an_account_goes_with_all_that_is_only_about_it(inn: Inn, ledger: Ledger) -> None:
    token = inn.run(registered, ledger)
    inn.run(ledger.add_ticket, "mail", {}, 60, "a1")
    inn.run(ledger.remove, "a1")
    assert inn.run(ledger.account, "a1") is None and inn.run(ledger.signed_in, key_hash(token)) is None
    inn.run(registered, ledger, "kestrel", "a2")  # the name is free again


def test_accounts_outlive_the_house(tmp_path: Path) -> None:
    with opened(tmp_path / "one", public=True) as inn:
        token = inn.run(registered, Ledger(inn.house.store.engine))
    with opened(tmp_path / "one", public=True) as inn:
        assert inn.run(Ledger(inn.house.store.engine).signed_in, key_hash(token))[0].name == "kestrel"


# ---- names


@pytest.mark.parametrize(
    "name", ["Kestrel", "old guard", "老兵", "グロニャール", "近衛Taro", "Żubr", "Наташа", "Ω_7", "김철수", "Jean-Luc"]
)
def test_names_that_can_be_had(name: str) -> None:
    assert checked(f" {name} ") == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("k", "name_length"), ("k" * 25, "name_length"), ("", "name_length"), ("ke\x00strel", "name_signs"),
        ("<b>kestrel", "name_signs"), ("kestrel\u202e", "name_signs"), ("_kestrel", "name_signs"),
        ("1812", "name_signs"), ("kеstrel", "name_mixed"), ("Keeper", "name_reserved"), ("Veteran", "name_reserved"),
        ("m0derator", "name_reserved"), ("k\ud800", "name_signs"),
    ],
)  # fmt: skip
def test_names_that_cannot_be_had(name: str, code: str) -> None:
    with pytest.raises(Declined) as why:
        checked(name)
    assert why.value.code == code


def test_what_differs_to_the_eye_differs() -> None:
    assert len({folded(name) for name in ("かが", "かか", "ががが", "kestrel", "kestral", "Наташа", "Natasha")}) == 7


@pytest.mark.postgresql
def test_accounts_move_with_their_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "ON_POSTGRESQL", False)
    server = Cluster(databases.FAST)
    try:
        with opened(tmp_path / "old", public=True) as inn:
            guest = inn.guest()
            guest.open()
            key = key_hash(guest.cookie.partition("=")[2])
            token = inn.run(registered, Ledger(inn.house.store.engine), "kestrel", "a1", key)
        empty = server.url(server.create("empty"))
        moved = call("move-data", "--from", tmp_path / "old", "--to", empty.render_as_string(hide_password=False))
        assert moved.exit_code == 0, moved.stderr
        with opened(empty, public=True) as inn:
            ledger = Ledger(inn.house.store.engine)
            found, _ = inn.run(ledger.signed_in, key_hash(token))
            assert found.name == "kestrel" and inn.run(inn.house.store.count_tables, holder("a1")) == 1
            assert [one.kind for one in inn.run(ledger.credentials, "a1")] == ["password"]
    finally:
        server.remove()


@pytest.mark.parametrize("name", ["ɑdmin", "mᴏderatᴏr", "ᴋeeper", "\u3164\u3164", "Kest\u200brel", "Kes\u00adtrel"])
def test_nobody_looks_like_the_house_or_like_nobody(name: str) -> None:
    with pytest.raises(Declined):
        checked(name)


def test_names_that_differ_in_nothing_one_sees_are_one() -> None:
    assert {folded(one) for one in ("Kestrel", "Kest\u200brel", "Kestrel\u00ad", "\u2066Kestrel", "Kest\u034frel")} == {
        folded("kestrel")
    }
    assert folded("へいわ") == folded("ヘいわ") and folded("がくと") != folded("かくと")
    assert [checked(one) for one in ("Łukasz", "Bjørn", "Işıl", "Þór")] == ["Łukasz", "Bjørn", "Işıl", "Þór"]
