"""One house in three processes behind a real nginx: players of one table are with different ones, and any of them, the
database's connections or the database itself may be killed at any moment."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from grognard.table.company import LOOK
from grognard.table.migrate import upgrade
from tests.forked import Forked
from tests.table.databases import Cluster, free_port
from tests.table.serving import START, Seat

pytestmark = pytest.mark.postgresql

PLAYERS = ("axis", "soviet")
TABLES = 3
PATIENCE = 90.0
PROMISED = 5.0
"""Seconds in which every table goes on after a process was killed, on a machine with nothing else to do,"""
ROOM = 6
"""and how many times that where the tests share it."""
AWAY = (OSError, ConnectionClosed, InvalidHandshake, EOFError, TimeoutError)

NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1; {user}
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  upstream house {{ {servers} }}
  map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://house; proxy_http_version 1.1; proxy_read_timeout 120s;
      proxy_set_header Host localhost; proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }}
  }}
}}
"""


class Process:
    """One of the processes, always at the same port."""

    def __init__(self, database: str, *flags: str) -> None:
        self.port = free_port()
        self._flags = ["serve", "--port", str(self.port), "--no-browser", *flags]
        self._env = {**os.environ, "GROGNARD_DATABASE": database}
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.process = Forked(START, self._flags, self._env, stderr=subprocess.DEVNULL)
        assert self.process.stdout is not None
        assert " at http://" in self.process.stdout.readline()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


class Front:
    """nginx, as `Seat` speaks to a server."""

    def __init__(self, url: str) -> None:
        self.url = url

    def socket(self, path: str, **extra: Any) -> Any:
        from websockets.sync.client import connect

        return connect(f"ws{self.url.removeprefix('http')}{path}", max_size=None, open_timeout=10, **extra).__enter__()


@contextmanager
def nginx(folder: Path, processes: list[Process]) -> Iterator[Front]:
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).is_file():
        why = "there is no nginx here: install Debian's `nginx-light`"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    port = free_port()
    servers = " ".join(f"server 127.0.0.1:{one.port} max_fails=1 fail_timeout=1s;" for one in processes)
    settings = folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    settings.write_text(NGINX.format(folder=folder, port=port, servers=servers, user=user))
    running = subprocess.Popen([program, "-c", str(settings), "-p", str(folder)], stderr=subprocess.DEVNULL)
    try:
        yield Front(f"http://127.0.0.1:{port}")
    finally:
        running.terminate()
        running.wait(20)


class Player(threading.Thread):
    """Answers at random through nginx and comes again whenever the line breaks."""

    def __init__(self, front: Front, table: str, player: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.front, self.table, self.player, self.rng = front, table, player, Random(seed)
        self.given: list[tuple[bool, list[Any]]] = []
        """What was answered, and whether it was acknowledged."""
        self.refused: list[dict[str, Any]] = []
        self.done = threading.Event()

    @property
    def acknowledged(self) -> int:
        return sum(sure for sure, _ in self.given)

    def run(self) -> None:
        while not self.done.is_set():
            seat = None
            try:
                seat = Seat(self.front, self.table, self.player)  # type: ignore[arg-type]  # all that it needs
                while not self.done.is_set():
                    self._answer(seat)
            except AWAY:
                time.sleep(0.05)
            finally:
                if seat is not None:
                    seat.socket.close()

    def _answer(self, seat: Seat) -> None:
        if seat.ask is None or seat.over:
            return seat.settle(0.02)
        answer = seat.any_answer(self.rng)
        self.given.append((False, list(answer)))
        reply = seat.answer(*answer)
        if reply["type"] == "done":
            self.given[-1] = True, list(answer)
        elif reply.get("stale") or "slow down" in reply.get("why", ""):
            self.given.pop()
            seat.settle(0.05)
        elif "could not be kept" in reply.get("why", ""):
            self.given.pop()
        elif "may have been kept" not in reply.get("why", ""):
            self.refused.append(reply)
        time.sleep(0.03)


def fits(given: list[tuple[bool, list[Any]]], stored: list[list[Any]]) -> bool:
    """Whether all that was acknowledged is stored, once and in order, and beside it only what was sent."""
    reached = {0}
    for sure, answer in given:
        taken = {at + 1 for at in reached if at < len(stored) and stored[at] == answer}
        reached = taken if sure else reached | taken
    return len(stored) in reached


def test_fits_tells_lost_and_doubled_answers() -> None:
    assert fits([(True, ["a"]), (False, ["b"]), (True, ["c"])], [["a"], ["c"]])
    assert fits([(True, ["a"]), (False, ["b"]), (True, ["c"])], [["a"], ["b"], ["c"]])
    assert not fits([(True, ["a"]), (True, ["c"])], [["a"]]), "one is lost"
    assert not fits([(True, ["a"])], [["a"], ["a"]]), "one is there twice"


def opened(process: Process) -> str:
    reply = httpx2.post(f"{process.url}/api/tables", json={"game": "avl"}, timeout=60)
    return str(reply.json()["id"])


def stored(url: str, table: str) -> dict[str, list[list[Any]]]:
    file = httpx2.get(f"{url}/api/tables/{table}/file", timeout=60).json()
    return {
        player: [one[1:] for one in file["answers"] if one[0] == player]
        + [one[1:] for one in file["pending"].get(player, [])]
        for player in PLAYERS
    }


def agreed(processes: list[Process], table: str) -> dict[str, list[list[Any]]]:
    """What they tell of a table, once none is behind: whom no notice reached finds out with his next look."""
    until = time.monotonic() + LOOK * ROOM
    while True:
        found = [stored(one.url, table) for one in processes]
        if found[0] == found[1] == found[2]:
            return found[0]
        assert time.monotonic() < until, found
        time.sleep(0.1)


def test_whatever_is_killed_no_acknowledged_answer_is_lost_or_doubled_and_every_table_goes_on(tmp_path: Path) -> None:
    database = Cluster()  # as it comes: what it acknowledges is on the disk
    with ExitStack() as until_closed:
        until_closed.callback(database.remove)
        upgrade(database.url(database.create("house")))
        address = database.url("house").render_as_string(hide_password=False)
        processes = [Process(address) for _ in range(3)]
        for one in processes:
            until_closed.callback(one.kill)
        front = until_closed.enter_context(nginx(tmp_path, processes))
        opened = [
            httpx2.post(f"{processes[0].url}/api/tables", json={"game": "avl"}, timeout=60) for _ in range(TABLES)
        ]
        tables = [one.json()["id"] for one in opened]
        players = [
            Player(front, table, player, seed)
            for seed, (table, player) in enumerate(itertools.product(tables, PLAYERS))
        ]
        for player in players:
            player.start()
            until_closed.callback(player.done.set)

        went_on: dict[str, float] = {}
        """What was killed, and the longest that a table took until an answer was acknowledged there again."""

        def how_soon(what: str) -> None:
            """Watch every table until somebody's answer counts there again."""
            killed_at, before = time.monotonic(), {table: _taken(players, table) for table in tables}
            while still := [table for table in tables if _taken(players, table) == before[table]]:
                assert time.monotonic() < killed_at + PATIENCE, f"{still} do not go on after {what}"
                time.sleep(0.01)
            went_on[what] = max(went_on.get(what, 0.0), time.monotonic() - killed_at)

        def everybody_goes_on() -> None:
            before = {table: _taken(players, table) for table in tables}
            until = time.monotonic() + PATIENCE
            while behind := [table for table in tables if _taken(players, table) < before[table] + 5]:
                assert time.monotonic() < until, f"{behind} do not go on"
                time.sleep(0.02)

        def the_line_to_the_database() -> None:
            database.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'house'", name="postgres"
            )

        def the_database() -> None:
            database.stop(signal.SIGQUIT)
            database.start()

        everybody_goes_on()
        first, second = processes[0].kill, processes[1].kill
        kills = {
            "a process": first, "the connections": the_line_to_the_database, "another process": second,
            "the database": the_database,
        }  # fmt: skip
        for what, kill in kills.items():
            kill()
            how_soon(what)
            everybody_goes_on()
            for one in processes:
                if one.process.poll() is not None:
                    one.start()
        everybody_goes_on()
        told = ", ".join(f"{what} {seconds:.1f} s" for what, seconds in went_on.items())
        print(f"Every table went on after the kill of: {told} (promised: {PROMISED:.0f} s on a quiet machine)")
        for what in ("a process", "another process"):
            assert went_on[what] < PROMISED * ROOM, told
        for player in players:
            player.done.set()
        for player in players:
            player.join(PATIENCE)
        for player in players:
            assert not player.refused and player.acknowledged, "whose turn it was is chance; that both played is not"
        for table in tables:
            found = agreed(processes, table)
            for player in players:
                if player.table == table:
                    assert fits(player.given, found[player.player])


def _taken(players: list[Player], table: str) -> int:
    return sum(player.acknowledged for player in players if player.table == table)


def test_processes_behind_one_address_are_replaced_when_one_dies_and_close_together() -> None:
    database = Cluster()
    try:
        upgrade(database.url(database.create("house")))
        address = database.url("house").render_as_string(hide_password=False)
        served = Process(address, "--processes", "2")
        first = _children(served)
        assert len(first) == 2
        table = opened(served)
        os.kill(min(first), signal.SIGKILL)
        until = time.monotonic() + PATIENCE
        while len(_children(served) - {min(first)}) < 2:
            assert time.monotonic() < until, "it was not replaced"
            time.sleep(0.1)
        for _ in range(6):  # whichever answers, it has the table
            with httpx2.Client(base_url=served.url, timeout=60) as client:
                assert client.get(f"/api/tables/{table}/file").status_code == 200
        served.process.send_signal(signal.SIGTERM)
        told, _ = served.process.communicate(timeout=PATIENCE)
        assert told.endswith("Closed.\n") and served.process.returncode == 0
    finally:
        database.remove()


def _children(served: Process) -> set[int]:
    """The processes that serve; the one that counts their resources is none of them."""
    task = Path(f"/proc/{served.process.pid}/task/{served.process.pid}/children")
    found = {int(pid) for pid in task.read_text().split()}
    return {pid for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()}
