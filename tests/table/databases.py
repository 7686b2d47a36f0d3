"""The databases that houses under test keep their tables in.

SQLite, or, with GROGNARD_TEST_DATABASE=postgresql, a PostgreSQL server that the tests start from Debian's `postgresql`:
one for each process of the tests, one database for each folder. Either is copied from one in its newest shape; what is
about how it comes into that shape has tests of its own.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from random import SystemRandom
from typing import Any

import pytest
from sqlalchemy import URL, text

from grognard.table.database import FILE, database, opened
from grognard.table.migrate import upgrade

ON_POSTGRESQL = os.environ.get("GROGNARD_TEST_DATABASE", "sqlite") == "postgresql"
OWNER, PASSWORD = "quartermaster", "hard-tack-and-rum"
TEMPLATE = "pattern"
FAST = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
"""For tests that kill nothing: what is lost with the machine is lost with the test."""
PATIENCE = 60.0

_made: dict[Path, str] = {}
_chance = SystemRandom()
_none: list[bool] = []


@contextlib.contextmanager
def no_tables() -> Iterator[None]:
    """For tests that need not be run once more on PostgreSQL: where one keeps tables after all, it fails."""
    _none.append(True)
    try:
        yield
    finally:
        _none.pop()


def kept_at(folder: Path | URL) -> Path | URL:
    """Where a house over this folder keeps its tables; a database of its own stays what it is."""
    if isinstance(folder, URL):
        return folder
    assert not _none, "a test that keeps tables has its folder from pytest: by that a run on PostgreSQL knows it"
    if not ON_POSTGRESQL:
        return folder
    if folder not in _made:
        _made[folder] = cluster().copy()
    return cluster().url(_made[folder])


def prepared(folder: Path | URL) -> Path | URL:
    """The same, for a house that opens at once: an empty folder has its file of tables already."""
    where = kept_at(folder)
    if isinstance(where, Path) and where.is_dir() and not any(where.iterdir()):
        shutil.copy(pattern(), where)
    return where


def meddle(folder: Path | URL, statement: str, **facts: Any) -> list[list[Any]]:
    """Read or write the database of a house behind its back; returns the rows there are."""
    where = kept_at(folder)

    async def run() -> list[list[Any]]:
        engine = opened(where if isinstance(where, URL) else database(where))
        async with engine.begin() as connection:
            found = await connection.execute(text(statement), facts)
            rows = [list(row) for row in found] if found.returns_rows else []
        await engine.dispose()
        return rows

    found: list[list[Any]] = beside(run())
    return found


def environment(folder: Path) -> dict[str, str]:
    """What tells a server in a process of its own to keep its tables there."""
    where = kept_at(folder)
    return {"GROGNARD_DATABASE": where.render_as_string(hide_password=False)} if isinstance(where, URL) else {}


def named(folder: Path) -> list[str]:
    """The flags that say the same."""
    where = kept_at(folder)
    if isinstance(where, URL):
        return ["--database", where.render_as_string(hide_password=False)]
    return ["--data-dir", str(folder)]


def cleared(folder: Path) -> None:
    """Drop the databases of a test's folders."""
    for one in [one for one in _made if one.is_relative_to(folder)]:
        cluster().execute(f"DROP DATABASE {_made.pop(one)} WITH (FORCE)")


@cache
def pattern() -> Path:
    """A file of tables in its newest shape with nothing in it."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-pattern-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with ThreadPoolExecutor(1) as hand:
        hand.submit(upgrade, folder).result()
    return folder / FILE


@cache
def cluster() -> Cluster:
    """The server of this process of the tests."""
    found = Cluster(FAST)
    atexit.register(found.remove)
    with ThreadPoolExecutor(1) as hand:  # whoever asks first may do so from within an event loop
        hand.submit(upgrade, found.url(found.create(TEMPLATE))).result()
    return found


def programs() -> Path | None:
    """Where the newest PostgreSQL of this machine is; Debian keeps it off the PATH."""
    known = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").is_file()]
    found = shutil.which("initdb")
    return max(known, key=lambda path: float(path.parent.name), default=Path(found).parent if found else None)


def need_postgresql() -> Path:
    found = programs()
    if found is None:
        why = "there is no PostgreSQL here: install Debian's `postgresql`"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    return found


class Cluster:
    """A PostgreSQL server in a folder of its own; who has a password gets in from this machine."""

    def __init__(self, settings: tuple[str, ...] = ()) -> None:
        self.programs = need_postgresql()
        self.folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
        self.port = free_port()
        self.settings = settings
        self.process: subprocess.Popen[bytes] | None = None
        self._numbers = 0
        root = os.geteuid() == 0  # PostgreSQL refuses to run as root
        self._user: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []} if root else {}
        if root:
            os.chown(self.folder, pwd.getpwnam("postgres").pw_uid, -1)
        secret = self.folder / "secret"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        made = self._call(
            "initdb", "-D", str(self.data), "-U", OWNER, "-A", "scram-sha-256", "--pwfile", str(secret),
            "-E", "UTF8", "--locale", "C", "--no-sync",
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _call(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.programs / program), *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=PATIENCE, **self._user)

    def start(self) -> None:
        settings = [f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}"]
        command = [str(self.programs / "postgres"), "-D", str(self.data)]
        for setting in (*settings, *self.settings):
            command += ["-c", setting]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self._user)
        until = time.monotonic() + PATIENCE
        while self._call("pg_isready", "-h", "127.0.0.1", "-p", str(self.port)).returncode != 0:
            assert time.monotonic() < until and self.process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT rolls back what is not committed, SIGQUIT leaves everything as it is, like a crash."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def remove(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, name: str = "postgres") -> URL:
        return URL.create("postgresql+asyncpg", OWNER, PASSWORD, "127.0.0.1", self.port, name)

    def create(self, name: str, template: str = "template1") -> str:
        """Anew, whatever an earlier test left there, or a first try of the same."""
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def copy(self) -> str:
        """A database in its newest shape with nothing in it."""
        self._numbers += 1
        return self.create(f"house{self._numbers}", TEMPLATE)

    def execute(self, *statements: str, name: str = "postgres") -> list[list[Any]]:
        """Run statements as the cluster's owner, each on its own; returns the rows of the last."""

        async def run() -> list[list[Any]]:
            import asyncpg

            found: list[Any] = []
            connection = await asyncpg.connect(
                host="127.0.0.1", port=self.port, user=OWNER, password=PASSWORD, database=name
            )
            try:
                for statement in statements:
                    found = await connection.fetch(statement)
            finally:
                await connection.close()
            return [list(row) for row in found]

        found: list[list[Any]] = beside(run())
        return found


def beside(work: Coroutine[Any, Any, Any]) -> Any:
    """Run something in a loop of its own, also where one is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


PORTS = range(15_000, 32_000)
"""Below those that a system gives to outgoing connections: such a one may take the port of somebody who was killed, and
keeps it for a minute after it is closed, so that he cannot listen there again."""


def free_port() -> int:
    """One at which somebody can listen, and again after he was killed."""
    while True:
        port = _chance.choice(PORTS)
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
