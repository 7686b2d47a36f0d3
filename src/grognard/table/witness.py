"""Sees every request with its answer: it is counted, and written down where that was asked for.

What is written is the kind of request ("/api/tables/{table_id}"), never its address, which may hold a token, nor from
where it came.
"""

from __future__ import annotations

import logging
import time
from collections.abc import MutableMapping
from typing import Any

from grognard.table.guard import ALIVE, READY, App, Receive, Scope, Send
from grognard.table.metrics import REQUESTS

log = logging.getLogger(__name__)


class Witness:
    """Wraps the app and its guard."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._line(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, began = 500, time.perf_counter()

        async def seen(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, seen)
        finally:
            REQUESTS[status // 100].inc()
            if log.isEnabledFor(logging.INFO) and scope["path"] not in (ALIVE, READY):
                about = {"method": scope["method"], "route": _route(scope), "status": status, "ms": _ms(began)}
                log.info("request", extra={"about": about})

    async def _line(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        try:
            await self.app(scope, receive, send)
        finally:
            if log.isEnabledFor(logging.INFO):
                log.info("line closed", extra={"about": {"route": _route(scope), "ms": _ms(began)}})


def _route(scope: Scope) -> str:
    """Which kind of request it is; nothing that its caller wrote."""
    return str(getattr(scope.get("route"), "path", "")) or "none"


def _ms(began: float) -> float:
    return round(1000 * (time.perf_counter() - began), 1)
