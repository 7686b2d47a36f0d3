"""One process that serves the house: its app, its porter and the server that listens."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.cli.complaint import Complaint

if TYPE_CHECKING:
    from sqlalchemy import URL

    from grognard.table.house import House
    from grognard.table.proxied import Networks


@dataclass(frozen=True, slots=True)
class Serving:
    """How a house is served: what all its processes are told."""

    where: Path | URL
    public: bool = False
    names: tuple[str, ...] = ()
    proxies: Networks = ()
    workers: int = 1
    granted: Mapping[str, float] = field(default_factory=dict)
    accounts: bool = False
    mail: str | None = None


def open_doors(opened: Callable[[House], None], listening: socket.socket, serving: Serving) -> bool:
    """Serve until Ctrl-C or SIGTERM; whether it ever came to that. `opened` is called when the house listens."""
    import uvicorn

    from grognard.table.app import create_app
    from grognard.table.calm import calm_logging
    from grognard.table.guard import PER_ADDRESS
    from grognard.table.live import MESSAGE_LIMIT
    from grognard.table.porter import AT_ONCE, PING_SECONDS, Caller, Porter, Server, open_files, room_for

    app = create_app(
        serving.where, public=serving.public, workers=serving.workers, granted=serving.granted, hosts=serving.names,
        proxies=serving.proxies, accounts=serving.accounts, mail=serving.mail,
    )  # fmt: skip
    calm_logging()
    config = uvicorn.Config(
        app,
        http=Caller,
        backlog=AT_ONCE,
        log_config=None,
        log_level="warning",
        access_log=False,  # addresses of requests hold tokens
        ws_max_size=4 * MESSAGE_LIMIT,  # characters have up to four bytes
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        proxy_headers=False,  # ours also reads the host
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    try:
        most = room_for(open_files())
    except ValueError as error:
        raise Complaint(str(error)) from None
    porter = Porter(most, PER_ADDRESS if serving.public else None, serving.proxies)
    server = Server(config, porter, lambda: opened(app.state.house))
    with contextlib.suppress(KeyboardInterrupt):  # whether it is raised again depends on when Ctrl-C came
        server.run([listening])
    return server.started
