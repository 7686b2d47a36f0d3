"""A real server in a process of its own, and a player who answers at random over a WebSocket."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx2
from websockets.sync.client import ClientConnection, connect

from tests.forked import Forked
from tests.table.databases import ON_POSTGRESQL, environment

START = "import sys; from grognard.cli import main; sys.argv = ['grognard', *sys.argv[1:]]; main()"


class Server:
    """`grognard serve` over a data folder; `kill` is `kill -9`. `first` is done before it starts."""

    def __init__(self, folder: Path, *flags: str, first: str = "") -> None:
        where = [] if ON_POSTGRESQL else ["--data-dir", str(folder)]
        self.process = Forked(
            f"{first}\n{START}",
            ["serve", "--port", "0", "--no-browser", *where, *flags],
            {**os.environ, **environment(folder)},
            stderr=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if " at http://" not in line:
            self.process.kill()
            raise AssertionError(f"the server did not start: {line} {self.process.communicate()[1]}")
        self.url = line.split(" at ")[1].split()[0].rstrip("/").replace("localhost", "127.0.0.1")
        self.http = httpx2.Client(base_url=self.url, timeout=20)

    def kill(self) -> None:
        self.http.close()
        self.process.kill()
        self.process.communicate()

    def socket(self, path: str, **extra: Any) -> ClientConnection:
        """A line that the server's end closes."""
        line: ClientConnection = connect(f"ws{self.url.removeprefix('http')}{path}", max_size=None, **extra).__enter__()
        return line


@contextmanager
def served(folder: Path, *flags: str, first: str = "") -> Iterator[Server]:
    server = Server(folder, *flags, first=first)
    try:
        yield server
    finally:
        server.kill()


class Seat:
    """One seat's line: keeps its ask and sequence number, and answers at random."""

    def __init__(self, server: Server, table: str, player: str, **extra: Any) -> None:
        self.player = player
        self._heard: list[dict[str, Any]] = []
        self.socket = server.socket(f"/api/tables/{table}/live?seat={player}", **extra)
        self.ask: dict[str, Any] | None = None
        self.seq = 0
        self.over = False
        self.updates = 0
        while self.hear()["type"] != "view":
            pass

    def hear(self, timeout: float = 20) -> dict[str, Any]:
        if not self._heard:
            heard = json.loads(self.socket.recv(timeout))
            self._heard = heard if isinstance(heard, list) else [heard]
        message = self._heard.pop(0)
        if message["type"] in ("view", "update"):
            new = message.get("view") or message.get("set", {})
            self.seq = message["seq"]
            self.ask = new.get("ask", self.ask)
            self.over = bool(new.get("result", self.over))
            self.updates += 1
        return message

    def settle(self, seconds: float) -> None:
        """Hear what has come, and wait a little for what may be on its way."""
        try:
            while True:
                self.hear(seconds)
        except TimeoutError:
            pass

    def send(self, **message: Any) -> dict[str, Any]:
        """Send a message and wait for its reply."""
        self.socket.send(json.dumps({"id": 1, **message}))
        while True:
            reply = self.hear()
            if reply.get("id") == 1:
                return reply

    def any_answer(self, rng: Random) -> tuple[str, Any]:
        assert self.ask is not None
        verb = rng.choice(sorted(self.ask["answers"]))
        return verb, rng.choice(self.ask["answers"][verb])

    def answer(self, verb: str, target: Any = None) -> dict[str, Any]:
        return self.send(type="answer", seq=self.seq, verb=verb, target=target)
