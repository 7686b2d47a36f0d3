"""What every request passes before anything else looks at it: its host, its origin, its size, its rate.

Plain ASGI, so that it covers pages, API and WebSockets alike.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from ipaddress import IPv6Address, ip_address
from typing import Any

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_LIMIT = 64 * 1024
FILE_LIMIT = 4 * 1024 * 1024
"""Game files are uploaded whole; nothing else comes near."""
FILE_PATH = "/api/files"
ALIVE, READY = "/healthz", "/readyz"
"""What probes ask for: by whatever name they know the house, and as often as they like."""
LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))
PER_ADDRESS = 100
"""Requests and lines from one address at the same time: a club behind one router, but not a crowd."""
PER_MINUTE = 1200
COSTLY_PER_MINUTE = 40
COSTLY = (
    "/api/join", "/api/join/look", "/api/resume", "/api/resume/look", "/api/files", "/api/tables", "/api/lessons",
    "/api/me/link",
)  # fmt: skip
"""What makes things or could be used to guess secrets, when it is posted."""
ASKING = re.compile(
    r"/api/tables/[^/]+/(outcomes(/open)?|rematch|play_on|study)|/api/tables/from|/api/offers/[^/]+/[^/]+/accept"
)
"""The same of a table: games that are played for somebody, or made from another."""
LAYOUTS_PER_MINUTE = 60
LAYOUT = re.compile(r"/api/games/[^/]+/map")
"""A map laid out as options say may have to be made first."""
HOST = re.compile(rb"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?)(:(?P<port>[0-9]{1,5}))?")
"""What a host may look like in a request: a name, an IPv4 address or a bracketed IPv6 one, and perhaps a port."""
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class _TooLong(Exception):
    """More came than was announced or is allowed."""


class Guard:
    """Wraps the app. At home only this machine's names are answered; in public those that were given, if any were."""

    def __init__(self, app: App, *, public: bool, hosts: Collection[str] = (), per_minute: int = PER_MINUTE) -> None:
        self.app = app
        self.public = public
        self.hosts = frozenset(hosts) if public else LOOPBACK
        self._limit = RateLimitItemPerMinute(per_minute)
        self._costly = RateLimitItemPerMinute(COSTLY_PER_MINUTE, namespace="COSTLY")
        self._layouts = RateLimitItemPerMinute(LAYOUTS_PER_MINUTE, namespace="LAYOUTS")
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._inside: Counter[str] = Counter()
        """By address: what is being done for it; nothing is kept of those who have gone."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if scope["type"] == "http" and scope["path"] in (ALIVE, READY):
            await self._pass(scope, receive, send)
            return
        client = scope.get("client")
        who = counted_as(client[0]) if client else "unknown"
        refusal = await self._refusal(scope, who)
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
            return
        self._inside[who] += 1
        try:
            await (self.app if scope["type"] == "websocket" else self._pass)(scope, receive, send)
        finally:
            self._inside[who] -= 1
            if not self._inside[who]:
                del self._inside[who]

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = _most(scope)
        arrived = 0
        started = False

        async def counted() -> MutableMapping[str, Any]:
            """Count what really arrives: a body may be longer than it said, or say nothing."""
            nonlocal arrived
            message = await receive()
            arrived += len(message.get("body", b""))
            if arrived > most:
                raise _TooLong
            return message

        async def sending(message: MutableMapping[str, Any]) -> None:
            nonlocal started
            if arrived > most and not started:
                return  # whatever the app makes of the broken body, the answer is below
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", []), *HEADERS, _cached(scope["path"])]
            await send(message)

        with contextlib.suppress(_TooLong):
            await self.app(scope, counted, sending)
        if arrived > most and not started:
            await _refuse(scope, receive, send, 413, f"more than {most} bytes")

    async def _refusal(self, scope: Scope, who: str) -> tuple[int, str] | None:
        headers = dict(scope["headers"])
        host = _place(headers.get(b"host", b""))
        if host is None or (self.hosts and _name(host) not in self.hosts):
            # at home a rebound name would let a foreign page in
            return 403, "this house does not go by that name"
        unsafe = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        origin = headers.get(b"origin")
        if unsafe and origin is not None and _site(origin) != host:
            return 403, "a request from another site"
        if unsafe and origin is None and scope["type"] == "websocket" and self.public:
            return 403, "a WebSocket without an origin"
        if _declared_length(headers) > _most(scope):
            return 413, f"more than {_most(scope)} bytes"
        if self.public and self._inside[who] >= PER_ADDRESS:
            return 429, "too many requests at once from your address"
        if not await self._limiter.hit(self._limit, who):
            return 429, "too many requests: wait a minute"
        costly = self.public and scope["type"] == "http" and scope["method"] == "POST" and _is_costly(scope["path"])
        if costly and not await self._limiter.hit(self._costly, who):
            return 429, "too many of these requests: wait a minute"
        layout = self.public and scope["type"] == "http" and scope["query_string"] and LAYOUT.fullmatch(scope["path"])
        if layout and not await self._limiter.hit(self._layouts, who):
            return 429, "too many maps at once: wait a minute"
        return None


def _is_costly(path: str) -> bool:
    return path in COSTLY or ASKING.fullmatch(path) is not None


def counted_as(address: str) -> str:
    """The name under which an address is counted: of IPv6 the network of one household, which has endless addresses.

    >>> counted_as("203.0.113.7"), counted_as("2001:db8:1:2:3:4:5:6")
    ('203.0.113.7', '2001:db8:1:2::/64')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"


def _place(text: bytes) -> str | None:
    """A host with its port, in one spelling; None for what is none."""
    found = HOST.fullmatch(text.lower())
    if found is None:
        return None
    name, port = found["name"].decode(), found["port"]
    if name.startswith("[") and not _is_ipv6(name[1:-1]):
        return None
    return None if port is not None and int(port) > 65535 else text.decode().lower()


def _is_ipv6(text: str) -> bool:
    try:
        return isinstance(ip_address(text), IPv6Address)
    except ValueError:
        return False


def _name(host: str) -> str:
    """The host without its port, and an IPv6 address without its brackets."""
    found = HOST.fullmatch(host.encode())
    return found["name"].decode().strip("[]") if found else ""


def _site(origin: bytes) -> str | None:
    """The host a page came from; None for what is no site of the web."""
    scheme, _, place = origin.partition(b"://")
    return _place(place) if scheme.lower() in (b"http", b"https") else None


def _most(scope: Scope) -> int:
    return FILE_LIMIT if scope["path"] == FILE_PATH else BODY_LIMIT


def _declared_length(headers: dict[bytes, bytes]) -> int:
    length = headers.get(b"content-length", b"0")
    return int(length) if length.isdigit() and len(length) < 20 else 0


def _cached(path: str) -> tuple[bytes, bytes]:
    """Built assets carry their hash in their name; nothing else may be kept."""
    if path.startswith("/assets/"):
        return b"cache-control", b"public, max-age=31536000, immutable"
    return b"cache-control", b"no-store" if path.startswith("/api/") else b"no-cache"


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status, "reason": why})
        return
    body = json.dumps({"detail": why}).encode()
    head = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})
