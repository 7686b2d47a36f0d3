"""One process that serves the house: its app, its porter, the server that listens, its log and its figures."""

from __future__ import annotations

import contextlib
import signal
import socket
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.cli.complaint import Complaint

if TYPE_CHECKING:
    from sqlalchemy import URL

    from grognard.table.house import House
    from grognard.table.porter import Porter, Server
    from grognard.table.proxied import Networks


class Form(StrEnum):
    """How the log is written."""

    text = "text"
    json = "json"


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
    makers: str = ""
    """Who may make tournaments."""
    log: Form = Form.text
    metrics: tuple[str, range] | None = None
    """Where figures are told: an address, and ports of which each process takes one."""
    drain: float = 0.0
    """Seconds for which it serves on after it was asked to close."""
    holidays: int = 30
    """Days a year for which a member's clocks by days may stand still."""
    delay: float = 180.0
    """Seconds by which everybody is shown a game later than its players."""
    push: tuple[Path, str] | None = None
    """The file with the key by which notices are pushed, and the address of who answers for them."""


def open_doors(opened: Callable[[House], None], listening: socket.socket, serving: Serving) -> bool:
    """Serve until Ctrl-C or SIGTERM; whether it ever came to that. `opened` is called when the house listens."""
    import uvicorn

    from grognard.table.app import create_app
    from grognard.table.guard import PER_ADDRESS
    from grognard.table.live import MESSAGE_LIMIT
    from grognard.table.logs import start_logging
    from grognard.table.porter import AT_ONCE, PING_SECONDS, Caller, Porter, Server, open_files, room_for

    app = create_app(
        serving.where, public=serving.public, workers=serving.workers, granted=serving.granted, hosts=serving.names,
        proxies=serving.proxies, accounts=serving.accounts, mail=serving.mail,
        makers=serving.makers, holidays=serving.holidays, delay=serving.delay, push=serving.push,
    )  # fmt: skip
    start_logging(as_json=serving.log is Form.json)
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
    house: House = app.state.house
    server = Server(config, porter, lambda: opened(house), house.drain, house.see_off, serving.drain)
    with _asked(server), _told(serving, house, porter), contextlib.suppress(KeyboardInterrupt):
        server.run([listening])  # whether it raises KeyboardInterrupt depends on when Ctrl-C came
    return server.started


@contextlib.contextmanager
def _asked(server: Server) -> Iterator[None]:
    """SIGTERM asks to close and kills nobody: uvicorn raises it again when it has closed, and hears it only once it
    runs."""

    def close(*_: object) -> None:
        server.should_exit = True

    before = signal.signal(signal.SIGTERM, close)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _told(serving: Serving, house: House, porter: Porter) -> Iterator[None]:
    """Tell the figures, where that was asked for."""
    from grognard.table.metrics import Standing, told_at

    if serving.metrics is None:
        yield
        return
    address, ports = serving.metrics
    with contextlib.ExitStack() as until_closed:
        try:
            until_closed.enter_context(told_at(address, ports, Standing(house, lambda: len(porter.connections))))
        except OSError as error:
            raise Complaint(f"--metrics: {error.strerror}") from None
        yield
