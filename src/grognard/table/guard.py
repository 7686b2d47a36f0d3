"""What every request passes before anything else looks at it: its host, its origin, its size, its rate.

Plain ASGI, so that it covers pages, API and WebSockets alike.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any
from urllib.parse import urlsplit

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
LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))
PER_MINUTE = 1200
COSTLY_PER_MINUTE = 40
COSTLY = ("/api/join", "/api/resume", "/api/resume/look", "/api/files", "/api/tables", "/api/me/link")
"""What makes things or could be used to guess secrets, when it is posted."""
LAYOUTS_PER_MINUTE = 60
LAYOUT = re.compile(r"/api/games/[^/]+/map")
"""A map laid out as options say may have to be made first."""
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

    def __init__(
        self, app: App, *, public: bool, hosts: Collection[str] = (), per_minute: int = PER_MINUTE
    ) -> None:
        self.app = app
        self.public = public
        self.hosts = frozenset(hosts) if public else LOOPBACK
        self._limit = RateLimitItemPerMinute(per_minute)
        self._costly = RateLimitItemPerMinute(COSTLY_PER_MINUTE, namespace="COSTLY")
        self._layouts = RateLimitItemPerMinute(LAYOUTS_PER_MINUTE, namespace="LAYOUTS")
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = await self._refusal(scope)
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._pass(scope, receive, send)

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

    async def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = dict(scope["headers"])
        host = _place(headers.get(b"host", b""))
        if host is None or (self.hosts and _name(host) not in self.hosts):
            # at home a rebound name would let a foreign page in
            return 403, "this house does not go by that name"
        unsafe = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        origin = headers.get(b"origin")
        if unsafe and origin is not None and _place(origin.rpartition(b"//")[2]) != host:
            return 403, "a request from another site"
        if unsafe and origin is None and scope["type"] == "websocket" and self.public:
            return 403, "a WebSocket without an origin"
        if _declared_length(headers) > _most(scope):
            return 413, f"more than {_most(scope)} bytes"
        client = scope.get("client")
        who = client[0] if client else "unknown"
        if not await self._limiter.hit(self._limit, who):
            return 429, "too many requests: wait a minute"
        costly = self.public and scope["type"] == "http" and scope["method"] == "POST" and scope["path"] in COSTLY
        if costly and not await self._limiter.hit(self._costly, who):
            return 429, "too many of these requests: wait a minute"
        layout = self.public and scope["type"] == "http" and scope["query_string"] and LAYOUT.fullmatch(scope["path"])
        if layout and not await self._limiter.hit(self._layouts, who):
            return 429, "too many maps at once: wait a minute"
        return None


def _place(name: bytes) -> str | None:
    """A host with its port, in one spelling; None for what is none."""
    text = name.decode("latin-1").lower()
    try:
        found = urlsplit(f"//{text}")
        _ = found.port
    except ValueError:
        return None
    return text if found.hostname and found.netloc == text and "@" not in text else None


def _name(host: str) -> str:
    return urlsplit(f"//{host}").hostname or ""


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
