"""A PostgreSQL server on its bad days: refused, restarted, killed in the middle. Nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import URL
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from grognard.table.migrate import upgrade
from grognard.table.store import ChatRow, InDoubt, Store
from tests.cli.conftest import call_grognard
from tests.table import databases
from tests.table.databases import PASSWORD, Cluster, meddle
from tests.table.guests import Line, opened, play_on
from tests.table.test_store import act, with_store

pytestmark = pytest.mark.postgresql


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    """One that keeps what it promises: it is killed here."""
    found = Cluster(("max_connections=12", "superuser_reserved_connections=3"))
    yield found
    found.remove()


@pytest.fixture
def empty(server: Cluster) -> URL:
    return server.url(server.create("empty"))


# ---- at the start: one line, and nobody is let in


def refused(url: URL) -> str:
    told = call_grognard("serve", "--port", "0", "--no-browser", "--database", url.render_as_string(False))
    assert told.exit_code == 2 and told.stdout == "" and told.stderr.count("\n") == 1, told.output
    assert told.stderr.startswith("grognard: --database postgresql://") and str(url.password) not in told.stderr
    return told.stderr


def test_what_is_wrong_with_a_server_is_one_clear_line(server: Cluster, empty: URL) -> None:
    assert "refuses this user or password" in refused(empty.set(password="not-this-one"))
    assert "there is no such database" in refused(empty.set(database="nowhere"))
    assert "cannot be reached" in refused(empty.set(port=1))
    assert "cannot be reached" in refused(empty.set(host="no-such-host.invalid"))
    upgrade(empty)
    server.execute("ALTER DATABASE empty SET default_transaction_read_only = on")
    assert "may not be written" in refused(empty)


def test_a_server_with_too_many_connections_is_one_clear_line(server: Cluster, empty: URL) -> None:
    server.execute("CREATE ROLE sutler LOGIN PASSWORD 'sutlers-word'", "ALTER DATABASE empty CONNECTION LIMIT 0")
    assert "too many connections" in refused(empty.set(username="sutler", password="sutlers-word"))


def test_a_user_without_rights_is_one_clear_line(server: Cluster, empty: URL) -> None:
    server.execute("CREATE ROLE guest LOGIN PASSWORD 'guests-word'")
    assert "has no right" in refused(empty.set(username="guest", password="guests-word"))


def test_an_address_that_is_none_is_not_repeated() -> None:
    for address in (f"mysql://a:{PASSWORD}@b/c", f"postgresql+psycopg2://a:{PASSWORD}@b/c", f"://{PASSWORD}", PASSWORD):
        told = call_grognard("serve", "--database", address)
        assert told.exit_code == 2 and "postgresql+asyncpg://user@host/name" in told.stderr
        assert PASSWORD not in told.output
    told = call_grognard("serve", "--database", "postgresql://a/b", "--data-dir", ".")
    assert told.exit_code == 2 and "name one of them" in told.stderr


# ---- migrations

HALF_WAY = """
import os
from alembic import op
from pathlib import Path
from grognard.table.database import database
from grognard.table.migrate import upgrade
add = op.create_index
def killed(name, *rest, **more):
    add(name, *rest, **more)
    if name == "tables_by_owner":
        os.kill(os.getpid(), 9)
op.create_index = killed
where = os.environ["WHERE"]
upgrade(database(where) if "://" in where else Path(where))
"""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_migration_that_is_killed_half_way_has_not_happened(tmp_path: Path, empty: URL, kind: str) -> None:
    where = tmp_path if kind == "sqlite" else empty
    named = str(where) if isinstance(where, Path) else where.render_as_string(False)
    surroundings = {**os.environ, "WHERE": named}
    done = subprocess.run([sys.executable, "-c", HALF_WAY], env=surroundings, capture_output=True, timeout=120)
    assert done.returncode == -signal.SIGKILL, done.stderr
    upgrade(where)
    with opened(where) as inn:
        assert inn.guest().open()["game"] == "avl"


def test_servers_that_start_at_once_migrate_one_after_the_other(empty: URL) -> None:
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(upgrade, [empty] * 4)) == [None] * 4
    assert meddle(empty, "SELECT count(*) FROM alembic_version") == [[1]]


# ---- while people play


def test_a_restart_loses_nothing_that_was_acknowledged(server: Cluster, empty: URL) -> None:
    with opened(empty) as inn:
        home = inn.guest()
        table = home.open()["id"]
        with home.sit(table, "axis") as one, home.sit(table, "soviet") as two:
            lines = {"axis": Line(one), "soviet": Line(two)}
            done = play_on(lines, Random(3), 12)
            server.stop(signal.SIGQUIT)
            moving = next(line for line in lines.values() if line.view["ask"])
            reply = moving.answer_anything(Random(4))
            assert reply["type"] == "error" and "could not be kept" in reply["why"], reply
            assert "nothing has changed" in reply["why"] and PASSWORD not in reply["why"]
        gone = home.post("/api/tables", {"game": "avl"})
        assert gone.status_code == 503 and "cannot be reached" in gone.json()["detail"]
        assert home.get(f"/api/tables/{table}").status_code == 503
        server.start()
        assert len(inn.run(inn.house.store.acts, table)) == done
        with home.sit(table, "axis") as one, home.sit(table, "soviet") as two:
            done += play_on({"axis": Line(one), "soviet": Line(two)}, Random(5), 5)
        server.stop(signal.SIGINT)
        server.start()
        assert home.get(f"/api/tables/{table}").status_code == 200, "an old connection is not asked again"
        assert len(inn.run(inn.house.store.acts, table)) == done


def test_answers_under_restarts_are_there_or_refused(server: Cluster, empty: URL) -> None:
    """The server dies at any moment, again and again."""
    rng, acknowledged = Random(7), 0
    with opened(empty) as inn:
        home = inn.guest()
        table = home.open()["id"]
        for _ in range(4):
            kill = threading.Timer(rng.uniform(0.05, 0.5), server.stop, (signal.SIGQUIT,))
            with home.sit(table, "axis") as one, home.sit(table, "soviet") as two:
                lines = {"axis": Line(one), "soviet": Line(two)}
                kill.start()
                reply: dict[str, Any] = {"type": "done"}
                while reply["type"] == "done":
                    for line in lines.values():
                        line.settle()
                    moving = next(line for line in lines.values() if line.view["ask"])
                    reply = moving.answer_anything(rng)
                    acknowledged += reply["type"] == "done"
            kill.join()
            server.start()
            stored = len(inn.run(inn.house.store.acts, table))
            assert acknowledged <= stored <= acknowledged + ("may have been kept" in reply["why"]), reply
            acknowledged = stored


# ---- a commit whose word was lost


async def without_word(connection: AsyncConnection) -> None:
    """The commit is done, and the line breaks before anybody hears of it."""
    await committed(connection)
    raise OperationalError(None, None, ConnectionResetError("gone"), connection_invalidated=True)


committed = AsyncConnection.commit


@pytest.fixture
def on_server(monkeypatch: pytest.MonkeyPatch, empty: URL) -> Path:
    """A folder whose house is on this server."""
    folder = Path("on the server")
    monkeypatch.setattr(databases, "kept_at", lambda _: empty)
    monkeypatch.setattr("tests.table.test_store.kept_at", lambda _: empty)
    return folder


def test_a_commit_whose_word_was_lost_is_found_and_acknowledged(
    on_server: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        said = ChatRow(table_id="t", who="axis", text="hello", at=1.0)
        monkeypatch.setattr(AsyncConnection, "commit", without_word)
        await asyncio.gather(*(store.append([row]) for row in (act(1), act(2), said)))
        monkeypatch.undo()
        assert [one.number for one in await store.acts("t")] == [1, 2]
        assert [one.text for one in await store.chat("t")] == ["hello"], "nothing is said twice"

    with_store(on_server, work)


def test_who_cannot_be_told_is_told_so(on_server: Path, monkeypatch: pytest.MonkeyPatch, server: Cluster) -> None:
    async def work(store: Store) -> None:
        async def lost(connection: AsyncConnection) -> None:
            await asyncio.to_thread(server.stop, signal.SIGQUIT)
            await committed(connection)

        monkeypatch.setattr(AsyncConnection, "commit", lost)
        done = await asyncio.gather(store.append([act(1)]), store.append([act(2)]), return_exceptions=True)
        monkeypatch.undo()
        server.start()
        assert [type(one) for one in done] == [InDoubt, InDoubt]
        await store.append([act(1)])

    with_store(on_server, work)


def test_who_cannot_be_told_for_whatever_reason_is_told_so(on_server: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that comes back may be full, say, and lets nobody in who would look."""

    async def work(store: Store) -> None:
        async def full(rows: object) -> bool:
            raise OperationalError("SELECT", None, Exception("sorry, too many clients already"))

        monkeypatch.setattr(AsyncConnection, "commit", without_word)
        monkeypatch.setattr(store, "_kept", full)
        done = await asyncio.gather(store.append([act(1)]), store.append([act(2)]), return_exceptions=True)
        monkeypatch.undo()
        assert [type(one) for one in done] == [InDoubt, InDoubt]
        assert [one.number for one in await store.acts("t")] == [1, 2], "they were there"

    with_store(on_server, work)


def test_a_player_hears_that_it_is_not_known(empty: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(empty) as inn:
        table = inn.guest().open()["id"]

        async def doubtful(rows: object) -> None:
            raise InDoubt

        with inn.guest().sit(table, "soviet") as session:
            line = Line(session)
            monkeypatch.setattr(inn.house.store, "append", doubtful)
            reply = line.answer("historical")
            monkeypatch.undo()
        assert reply["type"] == "error" and "may have been kept or not" in reply["why"]
        assert "nothing has changed" not in reply["why"]
        with inn.guest().sit(table, "soviet") as session:
            assert Line(session).answer("historical")["type"] == "done", "the table is opened anew"
