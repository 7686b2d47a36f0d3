"""Who dawdles or crowds the door is sent away, by real sockets, and those who play hardly notice."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest

from grognard.table.guard import PER_ADDRESS, Guard
from grognard.table.porter import (
    FEWEST,
    FULL,
    KEPT,
    MOST,
    TOO_MANY,
    Porter,
    room_for,
)
from grognard.table.proxied import networks
from tests.table.serving import START, Seat, Server, served

PUBLIC = ("--public", "--host", "127.0.0.1")
HURRIED = """
import grognard.table.porter as porter
porter.HEAD_SECONDS = porter.BODY_SECONDS = porter.UNREAD_SECONDS = 1.0
porter.PING_SECONDS = 1.0
"""
PATIENCE = 30
"""Seconds to wait for the house to hang up, at most."""


def caller(server: Server, **options: int) -> socket.socket:
    port = int(server.url.rpartition(":")[2])
    found = socket.socket()
    found.settimeout(PATIENCE)
    if "unread" in options:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, options["unread"])
    found.connect(("127.0.0.1", port))
    return found


def dripping(one: socket.socket) -> bytes:
    """What the house says at last to who sends a byte now and then."""
    one.settimeout(0.2)
    heard = b""
    for _ in range(PATIENCE * 5):
        try:
            got = one.recv(65536)
        except TimeoutError:
            with contextlib.suppress(OSError):
                one.sendall(b"x")
            continue
        except OSError:
            return heard
        if not got:
            return heard
        heard += got
    raise AssertionError(f"the house still waits after {heard!r}")


def head(server: Server, line: str, *more: str) -> bytes:
    host = server.url.removeprefix("http://")
    return "\r\n".join([f"{line} HTTP/1.1", f"Host: {host}", f"Origin: {server.url}", *more, "", ""]).encode()


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("hurried"), *PUBLIC, first=HURRIED) as found:
        yield found


def test_a_request_that_never_ends_is_hung_up_on(hurried: Server) -> None:
    with caller(hurried) as one:
        one.sendall(b"GET /api/me HTTP/1.1\r\nx-")
        assert dripping(one).startswith(b"HTTP/1.1 408 ")


def test_who_says_nothing_at_all_is_hung_up_on(hurried: Server) -> None:
    with caller(hurried) as one:
        assert one.recv(1000).startswith(b"HTTP/1.1 408 ") and one.recv(1000) == b""


def test_nor_may_a_second_request_take_for_ever(hurried: Server) -> None:
    with caller(hurried) as one:
        one.sendall(head(hurried, "GET /api/me"))
        assert one.recv(65536).startswith(b"HTTP/1.1 200 ")
        one.sendall(b"GET /api/me HTTP/1.1\r\nx-")
        assert b"HTTP/1.1 408 " in dripping(one)


def test_a_body_that_never_ends_is_hung_up_on(hurried: Server) -> None:
    with caller(hurried) as one:
        one.sendall(head(hurried, "POST /api/tables", "Content-Length: 60000", "Content-Type: application/json"))
        assert dripping(one).startswith(b"HTTP/1.1 408 ")


def test_a_body_that_was_refused_may_not_go_on_for_ever(hurried: Server) -> None:
    with caller(hurried) as one:
        one.sendall(head(hurried, "POST /api/tables", "Content-Length: 99999999"))
        heard = dripping(one)
        assert heard.startswith(b"HTTP/1.1 413 ") and heard.count(b"HTTP/1.1") == 1


def line_to(server: Server, **options: int) -> socket.socket:
    """A bare WebSocket as a spectator of a new table."""
    origin = {"origin": server.url}
    table = server.http.post("/api/tables", json={"game": "avl"}, headers=origin).json()["id"]
    watch = server.http.post(f"/api/tables/{table}/watch", json={}, headers=origin).json()["token"]
    key = base64.b64encode(os.urandom(16)).decode()
    one = caller(server, **options)
    one.sendall(
        head(
            server, f"GET /api/tables/{table}/live?watch={watch}", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}",
        )
    )  # fmt: skip
    assert one.recv(64).startswith(b"HTTP/1.1 101 ")
    return one


def test_a_line_that_never_says_a_word_is_closed(hurried: Server) -> None:
    with line_to(hurried) as one:
        while one.recv(65536):  # no pong is ever sent
            pass


def test_a_line_that_never_reads_is_cut(hurried: Server) -> None:
    ping = b"\x89\xfd" + bytes(4) + b"x" * 125
    with line_to(hurried, unread=4096) as one, pytest.raises(OSError, match=r"reset|[Bb]roken pipe"):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            one.sendall(ping * 100)  # every one is answered, and no answer is read
    assert hurried.http.get("/api/me").status_code == 200


def test_one_address_cannot_fill_the_house(tmp_path: Path) -> None:
    with served(tmp_path, *PUBLIC) as server, ExitStack() as crowd:
        callers = [crowd.enter_context(caller(server)) for _ in range(PER_ADDRESS)]
        with caller(server) as late:
            late.sendall(head(server, "GET /api/me"))
            answer = late.recv(65536)
            assert answer.startswith(b"HTTP/1.1 503 ") and TOO_MANY in answer and late.recv(1) == b""
        for one in callers:
            one.close()
        statuses = iter(lambda: server.http.get("/api/me").status_code, 200)
        assert all(status == 503 for status, _ in zip(statuses, range(500), strict=False))
        assert server.http.get("/api/me").status_code == 200, "those who have gone are forgotten"


def test_a_house_with_few_open_files_keeps_some_for_those_who_play(tmp_path: Path) -> None:
    few = KEPT + 2 * FEWEST
    first = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({few}, {few}))"
    with served(tmp_path, first=first) as server, ExitStack() as crowd:
        table = server.http.post("/api/tables", json={"game": "avl"}).json()["id"]
        seat = Seat(server, table, "soviet")
        for _ in range(2 * few):
            crowd.enter_context(caller(server))
        assert seat.answer("historical")["type"] == "done"
        for one in range(4):  # pages and the database still find a file to open
            assert seat.send(type="chat", text=f"still here {one}")["type"] == "done"
        server.process.send_signal(signal.SIGINT)
        _, told = server.process.communicate(timeout=PATIENCE)
        assert told == ""


def test_with_too_few_open_files_it_does_not_open(tmp_path: Path) -> None:
    first = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))"
    command = [sys.executable, "-c", f"{first}\n{START}", "serve", "--port", "0", "--no-browser"]
    done = subprocess.run([*command, "--data-dir", str(tmp_path)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2 and "only 100 files" in done.stderr and done.stderr.count("\n") == 1


def test_how_many_are_let_in() -> None:
    assert room_for(None) == MOST and room_for(10**6) == MOST
    assert room_for(1024) == 1024 - KEPT
    with pytest.raises(ValueError, match="ulimit"):
        room_for(256)


class Connected:
    def __init__(self, address: str, number: int) -> None:
        self.client = (address, number)


@pytest.mark.parametrize(
    ("here", "comes", "why"),
    [
        (["192.0.2.1"] * 3, "192.0.2.1", TOO_MANY),
        (["192.0.2.1"] * 3, "192.0.2.2", None),
        (["::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"], "192.0.2.1", TOO_MANY),
        (["2001:db8::1", "2001:db8::2", "2001:db8::3"], "2001:db8::4", TOO_MANY),
        (["2001:db8::1", "2001:db8::2", "2001:db8::3"], "2001:db8:0:1::4", None),
        (["10.0.0.1"] * 5, "10.0.0.1", None),
        (["10.0.0.1"] * 6, "192.0.2.1", FULL),
    ],
    ids=["one too many", "somebody else", "mapped", "one household", "another household", "a proxy", "full"],
)
def test_addresses_are_counted(here: list[str], comes: str, why: bytes | None) -> None:
    porter = Porter(6, 3, networks("10.0.0.0/8"))
    porter.connections = cast(Any, {Connected(address, number) for number, address in enumerate(here)})
    assert porter.refusal(comes) == why


def test_behind_a_proxy_the_true_callers_are_counted_and_forgotten() -> None:
    async def run() -> None:
        going, over = asyncio.Event(), asyncio.Event()
        told: list[int] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            going.set()
            await over.wait()

        guard = Guard(app, public=True)

        async def ask(address: str) -> None:
            async def send(message: Any) -> None:
                if message["type"] == "http.response.start":
                    told.append(message["status"])

            scope = {
                "type": "http", "method": "GET", "path": "/api/me", "query_string": b"",
                "client": (address, 0), "headers": [(b"host", b"games.example")],
            }  # fmt: skip
            await guard(scope, cast(Any, None), send)

        inside = [asyncio.create_task(ask("192.0.2.1")) for _ in range(PER_ADDRESS)]
        await going.wait()
        await ask("192.0.2.1")
        assert told == [429]
        inside.append(asyncio.create_task(ask("192.0.2.2")))
        over.set()
        await asyncio.gather(*inside)
        assert told == [429] and not guard._inside

    asyncio.run(run())


def test_no_junk_at_the_door_makes_the_log_long(tmp_path: Path) -> None:
    reset = struct.pack("ii", 1, 0)
    with served(tmp_path, *PUBLIC) as server:
        for number in range(60):
            with caller(server) as one:
                one.sendall((b"\x00\x01\x02\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"x" * 70_000)[number % 3])
                with contextlib.suppress(OSError):
                    one.recv(1000)
        for junk in (b"\x81\x82\0\0\0\0\xff\xfe", b"\xff\xff\xff\xff", b"\x81\xfe\xff\xff" + bytes(70_000), b""):
            for _ in range(10):
                one = line_to(server)
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
                one.sendall(junk)
                one.close()
        for upgrade in ("Upgrade: websocket", "Upgrade: h2c"):
            for _ in range(10):
                with caller(server) as one:
                    one.sendall(head(server, "GET /api/tables/x/live", "Connection: Upgrade", upgrade))
                    with contextlib.suppress(OSError):
                        one.recv(1000)
        assert server.http.get("/api/games").status_code == 200
        server.process.send_signal(signal.SIGINT)
        _, told = server.process.communicate(timeout=PATIENCE)
        assert "Traceback" not in told
        assert len(re.findall("\n", told)) < 30, told
