"""A small reverse proxy, as nginx or Caddy stand before a house: it rewrites headers and passes bytes on both ways."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit


class Proxy:
    """Listens on loopback and speaks for its callers; `host_kept`: whether it passes the Host header on as it came."""

    def __init__(self, upstream: str, *, host_kept: bool, scheme: str = "https", caller: str = "") -> None:
        place = urlsplit(upstream)
        self.upstream = place.hostname or "", place.port or 80
        self.host_kept = host_kept
        self.scheme = scheme
        self.caller = caller
        """The address to tell instead of the true one, which is always loopback's here."""
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()

    def start(self) -> None:
        self._thread.start()
        assert self._ready.wait(10)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner: asyncio.StreamWriter | None = None
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            back, inner = await asyncio.open_connection(*self.upstream)
            inner.write(self._rewritten(head, writer.get_extra_info("peername")[0]))
            await asyncio.gather(_pass_on(reader, inner), _pass_on(back, writer))
        for one in (writer, inner):
            if one is not None:
                one.close()

    def _rewritten(self, head: bytes, caller: str) -> bytes:
        first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
        headers = [(name.strip(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
        given = {name.lower(): value for name, value in headers}
        before = f"{given['x-forwarded-for']}, " if "x-forwarded-for" in given else ""
        upgrade = given.get("upgrade")
        dropped = {"connection", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"}
        if not self.host_kept:
            dropped.add("host")
        kept = [(name, value) for name, value in headers if name.lower() not in dropped]
        if not self.host_kept:
            kept.append(("Host", f"{self.upstream[0]}:{self.upstream[1]}"))
        kept += [
            ("X-Forwarded-For", before + (self.caller or caller)),
            ("X-Forwarded-Proto", self.scheme),
            ("X-Forwarded-Host", given["host"]),
            ("Connection", "Upgrade" if upgrade else "close"),
        ]
        return "\r\n".join([first, *(f"{name}: {value}" for name, value in kept), "", ""]).encode("latin-1")


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.write_eof()


@contextmanager
def proxied(upstream: str, *, host_kept: bool, scheme: str = "https", caller: str = "") -> Iterator[Proxy]:
    proxy = Proxy(upstream, host_kept=host_kept, scheme=scheme, caller=caller)
    proxy.start()
    try:
        yield proxy
    finally:
        proxy.close()
