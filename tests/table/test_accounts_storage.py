"""Accounts over a database that is full or may not be written: one clear line, nobody is let in, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from tests.table.databases import ON_POSTGRESQL, Cluster, meddle
from tests.table.guests import Inn
from tests.table.members import PASSWORD, Browser, Device, club

NEW = "twelve lancers at dusk"
FULL = """
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE 'could not extend file "base/16384/16401": No space left on device' USING ERRCODE = 'disk_full';
    END $$"""
"""What a server says whose disk is full."""
KEPT = ("accounts", "credentials", "sessions", "tickets", "news", "holidays", "seeks", "notes")


@contextmanager
def full(inn: Inn) -> Iterator[str]:
    """The database grows no more. SQLite refuses another page; PostgreSQL says what it says of a full disk."""
    if ON_POSTGRESQL:
        meddle(inn.house.where, FULL)
        for table in KEPT:
            trigger = f"CREATE TRIGGER full_up BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION full_disk()"
            meddle(inn.house.where, trigger)
        yield "the disk is full"
        meddle(inn.house.where, "DROP FUNCTION full_disk CASCADE")
        return
    with _told(inn, "PRAGMA max_page_count = 1"):  # never less than there are
        inn.run(_fill, inn)
        yield "the disk is full"
    for table in reversed(BALLAST):
        meddle(inn.house.where, f"DELETE FROM {table} WHERE {'id' if table == 'accounts' else 'account_id'} LIKE '~%'")


BALLAST = {
    "accounts": "INSERT INTO accounts (id, name, folded, role, created) VALUES ('~' || :n, '', '~' || :n, '', 0)",
    "credentials": "INSERT INTO credentials (id, account_id, kind, secret, uses, name, created)"
    " VALUES ('~' || :n, '~0', '', '', 0, '', 0)",
    "sessions": "INSERT INTO sessions (token_hash, id, account_id, device, created, used)"
    " VALUES ('~' || :n, '~' || :n, '~0', '', 0, 9999999999)",
    "tickets": "INSERT INTO tickets (token_hash, kind, account_id, facts, until)"
    " VALUES ('~' || :n, '', '~0', '', 9999999999)",
    "holidays": "INSERT INTO holidays (account_id, starts, ends, asked) VALUES ('~0', 0, 0, :n)",
}
"""Rows as small as can be: where none of them fits any more, no other does."""


async def _fill(inn: Inn) -> None:
    for statement in BALLAST.values():
        for number in range(10_000):
            try:
                async with inn.house.store.engine.begin() as work:
                    await work.execute(text(statement), {"n": number})
            except OperationalError as error:
                assert "full" in str(error)
                break
        else:
            raise AssertionError("it is never full")


@contextmanager
def read_only(inn: Inn) -> Iterator[str]:
    if not ON_POSTGRESQL:
        with _told(inn, "PRAGMA query_only = ON"):
            yield "the database may not be written"
        return
    name = inn.house.where.database  # type: ignore[union-attr]  # on PostgreSQL it is an address
    meddle(inn.house.where, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    inn.run(inn.house.store.let_go)
    yield "the database may not be written"
    elsewhere = inn.house.where.set(database="postgres")  # type: ignore[union-attr]
    meddle(elsewhere, f"ALTER DATABASE {name} RESET ALL")
    inn.run(inn.house.store.let_go)


@contextmanager
def _told(inn: Inn, pragma: str) -> Iterator[None]:
    """Every connection that is opened from now on is told so."""
    engines = inn.house.store.engines
    inn.run(inn.house.store.let_go)

    def tell(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(pragma)
        cursor.close()

    for engine in engines:
        event.listen(engine, "connect", tell)
    yield
    for engine in engines:
        event.remove(engine, "connect", tell)
    inn.run(inn.house.store.let_go)


def kept(inn: Inn) -> dict[str, list[Any]]:
    """All that is stored of people, but when something was last used."""
    columns = {
        "accounts": "*", "notes": "*", "credentials": "id, account_id, kind, secret",
        "sessions": "token_hash, account_id",
    }  # fmt: skip
    return {table: meddle(inn.house.where, f"SELECT {named} FROM {table}") for table, named in columns.items()}


@pytest.mark.parametrize(
    "day",
    [
        pytest.param(full, marks=pytest.mark.sqlite),
        pytest.param(read_only, marks=pytest.mark.sqlite),
    ],
    ids=["full", "read-only"],
)
def test_on_a_bad_day_of_the_database_nobody_is_let_in_and_nothing_is_lost(
    tmp_path: Path, day: Callable[[Inn], Any], caplog: pytest.LogCaptureFixture
) -> None:
    with club(tmp_path) as inn:
        bad_day(inn, day, caplog)


def bad_day(inn: Inn, day: Callable[[Inn], Any], caplog: pytest.LogCaptureFixture) -> None:
    erich = Browser(inn)
    assert erich.register("Erich").status_code == 201
    table = erich.open(seats={"soviet": "invite"})["id"]
    before = kept(inn)
    with day(inn) as why:
        stranger = Browser(inn)
        for method, path, body in (
            ("POST", "/api/account/register", {"name": "Georgi", "password": PASSWORD}),
            ("POST", "/api/account/enter", {"name": "Erich", "password": PASSWORD}),
            ("POST", "/api/account/register/passkey", {"name": "Georgi"}),
            ("POST", "/api/account/enter/passkey", {}),
        ):
            refused = stranger.ask(method, path, body)
            assert refused.status_code == 503, (path, refused.text)
            assert why in refused.json()["detail"] and "\n" not in refused.json()["detail"]
            assert not stranger.jar and stranger.name() is None, "nobody is let in"
        wrong = stranger.enter("Erich", "not this one at all")
        assert 400 <= wrong.status_code < 500, "who is wrong is told so as ever"
        assert erich.name() == "Erich", "who is in stays in"
        assert erich.get(f"/api/tables/{table}").status_code == 200
        today = datetime.now(UTC).date().isoformat()
        asked = [("POST", "/api/account/holidays", {"first": today, "last": today})]
        if day is read_only:  # what only makes room, or takes the place of something, may be done where it is full
            asked.append(("PUT", "/api/account/password", {"old": PASSWORD, "new": NEW}))
            asked.append(("POST", "/api/account/delete", {"name": "Erich", "seats": "keep"}))
        for method, path, body in asked:
            refused = erich.ask(method, path, body)
            assert refused.status_code == 503 and why in refused.json()["detail"], (path, refused.text)
    assert kept(inn) == before, "nothing is lost, and nothing is there by half"
    assert "Traceback" not in caplog.text
    again = Browser(inn)
    assert again.enter("Erich", NEW).status_code >= 400
    assert again.enter("Erich").status_code == 200
    assert Browser(inn).register("Georgi").status_code == 201
    assert Browser(inn).register_passkey(Device(), "Pjotr").status_code == 201


@pytest.mark.postgresql
def test_the_same_on_postgresql(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.table.test_accounts_storage.ON_POSTGRESQL", True)
    server = Cluster()
    try:
        for name, day in (("crowded", full), ("sealed", read_only)):
            with club(server.url(server.create(name))) as inn:
                bad_day(inn, day, caplog)
    finally:
        server.remove()
