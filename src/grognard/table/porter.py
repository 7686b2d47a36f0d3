"""The porter: how many connections the house holds at once, from one address and in all, and how long each may dawdle.

It stands below the app, in uvicorn's own protocols: who never finishes his request, or never reads what he asked for,
has not yet come to anything that the app would see. `Server` looks at every connection once a second.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from grognard.table.guard import PER_ADDRESS, counted_as
from grognard.table.proxied import Networks, within

MOST = 2000
"""Connections in all, where the machine allows so many open files."""
TURNED_AWAY = 32
"""Those who are told that the house is full, at once; who comes beyond them is not even told."""
AT_ONCE = 32
"""Connections that are accepted in one go;"""
UNSEEN = 4 * AT_ONCE
"""the event loop goes round a few times before the porter sees the first of them and has sent the last away."""
QUEUE = 256
"""Those who wait to be accepted."""
FILES_KEPT = 128
"""Open files for the database, pages, bots and logs."""
KEPT = TURNED_AWAY + UNSEEN + FILES_KEPT
FEWEST = 16
"""Connections without which there is no use in opening."""

HEAD_SECONDS = 10.0
"""For a request's first line and headers."""
BODY_SECONDS = 20.0
"""For its body, and a second more for every so many bytes of it:"""
BODY_BYTES_PER_SECOND = 16 * 1024
UNREAD_SECONDS = 60.0
"""For reading what was sent,"""
UNREAD_BYTES = 8 * 1024 * 1024
"""of which no more may lie about."""
PING_SECONDS = 20.0
"""Between pings on a quiet line, and for the answer to one."""
LINGER_SECONDS = 2.0
"""For hearing that the house is full."""

FULL = b"the house is full: come again later"
TOO_MANY = b"too many connections from your address"
TOO_SLOW = b"too slow: the request did not come in time"


def open_files() -> int | None:
    """How many files this process may have open, once it has asked for as many as it may; None where nobody counts."""
    try:
        import resource
    except ImportError:  # not on Windows
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + KEPT
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return None if soft == resource.RLIM_INFINITY else soft


def room_for(files: int | None) -> int:
    """How many connections to hold with so many open files; ValueError where they are too few to open at all."""
    if files is None:
        return MOST
    found = min(MOST, files - KEPT)
    if found < FEWEST:
        needed = f"the house needs {FEWEST + KEPT}"
        raise ValueError(f"only {files} files may be open at once, and {needed}: see ulimit -n")
    return found


class Porter(ServerState):
    """What uvicorn's connections share, and who is let in. It keeps nothing of those who have gone."""

    def __init__(self, most: int, per_address: int | None = PER_ADDRESS, proxies: Networks = ()) -> None:
        super().__init__()
        self.most = most
        self.per_address = per_address
        self.proxies = proxies
        self.turned_away = 0

    def refusal(self, address: str) -> bytes | None:
        """Why nobody more is let in, if so. A proxy speaks for many: whom it speaks for is counted by the guard."""
        if len(self.connections) >= self.most:
            return FULL
        if self.per_address is None or within(address, self.proxies):
            return None
        mine = counted_as(address)
        clients = (getattr(one, "client", None) for one in self.connections)
        same = sum(counted_as(client[0]) == mine for client in clients if client)
        return TOO_MANY if same >= self.per_address else None

    def sweep(self, now: float) -> None:
        """Send away who dawdles: with a request that does not end, or without reading what he asked for."""
        for one in list(self.connections):
            if isinstance(one, Caller):
                one.hurry(now)
            _hurry_reading(one, now)


def _hurry_reading(one: Any, now: float) -> None:
    unread = one.transport.get_write_buffer_size()
    since = getattr(one, "unread_since", None)
    if not unread:
        one.unread_since = None
    elif since is None:
        one.unread_since = now
    if unread > UNREAD_BYTES or (unread and since is not None and now - since > UNREAD_SECONDS):
        one.transport.abort()


class Caller(H11Protocol):
    """A connection whose request must come in time."""

    server_state: Porter

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        self.refused = False
        self._since = time.monotonic()
        self._waits_for: Any = h11.IDLE
        self._arrived = 0
        why = self.server_state.refusal(_peer(transport))
        if why is None:
            super().connection_made(transport)
        else:
            self._turn_away(transport, why)

    def _turn_away(self, transport: asyncio.Transport, why: bytes) -> None:
        """Say why and hang up; what he says meanwhile is not heard, or he might never read the answer."""
        self.refused = True
        self.transport = transport
        porter = self.server_state
        if porter.turned_away >= TURNED_AWAY:
            transport.abort()
            return
        porter.turned_away += 1
        transport.write(_answer(503, b"Service Unavailable", why))
        transport.write_eof()
        self._leaving = self.loop.call_later(LINGER_SECONDS, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.refused:
            super().connection_lost(exc)
        elif hasattr(self, "_leaving"):
            self._leaving.cancel()
            self.server_state.turned_away -= 1

    def data_received(self, data: bytes) -> None:
        if self.refused:
            return
        self._arrived += len(data)
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """What is being waited for: the head of a request (IDLE), its body, or nothing that is the caller's to give."""
        state = self.conn.their_state
        if state is not self._waits_for:
            self._waits_for, self._since, self._arrived = state, time.monotonic(), 0

    def hurry(self, now: float) -> None:
        """Hang up on a request that takes too long to come. Between requests uvicorn itself does, after a while."""
        if self._waits_for is h11.IDLE:
            late = self.timeout_keep_alive_task is None and now - self._since > HEAD_SECONDS
        elif self._waits_for is h11.SEND_BODY:
            late = now - self._since > BODY_SECONDS + self._arrived / BODY_BYTES_PER_SECOND
        else:
            late = False
        if late and not self.transport.is_closing():
            if self._waits_for is h11.IDLE or not self.cycle.response_started:
                self.transport.write(_answer(408, b"Request Timeout", TOO_SLOW))
            self.transport.close()


def _peer(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


def _answer(status: int, phrase: bytes, why: bytes) -> bytes:
    body = b'{"detail": "%s"}' % why
    head = b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
    return head % (status, phrase, len(body)) + body


class Server(uvicorn.Server):
    """uvicorn with a porter; `opened` is called when the doors are open.

    When it is asked to close it says so for `waits` seconds (`drain`) while it serves as ever, so that nobody new is
    sent to it; then nobody is let in any more, and whoever is there is seen off.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        porter: Porter,
        opened: Callable[[], None],
        drain: Callable[[], None] = lambda: None,
        see_off: Callable[[], Awaitable[None]] | None = None,
        waits: float = 0.0,
    ) -> None:
        super().__init__(config)
        self.server_state: Porter = porter
        self.opened = opened
        self.drain = drain
        self.see_off = see_off
        self.waits = waits

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            for listening in sockets or ():
                listening.listen(QUEUE)  # uvicorn lets as many wait as it accepts at once
            self.opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGINT:  # who presses Ctrl-C waits for it
            self.waits = 0.0
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.drain()
        since = time.monotonic()
        while time.monotonic() - since < self.waits:
            await asyncio.sleep(0.1)
        for server in self.servers:
            server.close()
        if self.see_off is not None:
            await self.see_off()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            self.server_state.sweep(time.monotonic())
        return await super().on_tick(counter)
