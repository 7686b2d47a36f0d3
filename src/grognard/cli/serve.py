"""`grognard serve`: the table in the browser."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli.complaint import Complaint

if TYPE_CHECKING:
    from grognard.table.proxied import Networks

PORT = 8017
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


def serve(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Where to listen; 0 is any free port.")] = PORT,
    data_dir: Annotated[
        Path | None, typer.Option("--data-dir", metavar="DIR", help="Where games are kept; your own data folder.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    public: Annotated[
        bool, typer.Option("--public", help="For others too: each owns the seats he opened or was invited to.")
    ] = False,
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="With --public: the address to listen at.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="With --public: a host name to answer to; may be repeated."),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option("--proxy", metavar="ADDRESS", help="With --public: the proxy whose X-Forwarded headers are true."),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that think for bots.")] = 1,
) -> None:
    """Play in the browser: against bots, at one screen, or, with --public, with others by link."""
    if not public and (host or name or proxy):
        raise Complaint("--host, --name and --proxy go with --public: without it the house serves this machine only")
    proxies = _proxies(proxy)
    folder = data_dir or default_folder()
    with _holding(folder), contextlib.closing(_listen(host or (EVERYWHERE if public else LOOPBACK), port)) as listening:
        _run(listening, folder, public, name or [], proxies, workers, not no_browser)


def _proxies(addresses: str | None) -> Networks:
    from grognard.table.proxied import networks

    try:
        return networks(addresses) if addresses else ()
    except ValueError:
        raise Complaint(f"--proxy {addresses}: name an IP address or a network, or several with commas") from None


def default_folder() -> Path:
    """Where this platform keeps a user's data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Grognard"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Grognard"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "grognard"


@contextlib.contextmanager
def _holding(folder: Path) -> Iterator[None]:
    """A data folder of one's own with a database in its newest shape, or one clear line."""
    from grognard.table.held import Taken, held
    from grognard.table.migrate import Unusable, upgrade

    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise Complaint(f"--data-dir {folder}: {error.strerror}") from None
    if not os.access(folder, os.W_OK):
        raise Complaint(f"--data-dir {folder}: it cannot be written")
    with contextlib.ExitStack() as until_closed:
        try:
            until_closed.enter_context(held(folder))
            upgrade(folder)
        except (Taken, Unusable) as error:
            raise Complaint(f"--data-dir {folder}: {error}") from None
        except OSError as error:
            raise Complaint(f"--data-dir {folder}: {error.strerror}") from None
        yield


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise Complaint(f"--host {host}: {error.strerror}") from None
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(256)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise Complaint(f"port {port} is in use already: name another with --port") from None
        raise Complaint(f"cannot listen at {host}, port {port}: {error.strerror}") from None
    return listening


def _run(
    listening: socket.socket,
    folder: Path,
    public: bool,
    names: list[str],
    proxies: Networks,
    workers: int,
    browse: bool,
) -> None:
    import uvicorn

    from grognard.table.app import create_app
    from grognard.table.calm import calm_logging
    from grognard.table.guard import PER_ADDRESS
    from grognard.table.live import MESSAGE_LIMIT
    from grognard.table.porter import AT_ONCE, PING_SECONDS, Caller, Porter, Server, open_files, room_for

    host, port = listening.getsockname()[:2]
    shown = "localhost" if host in (EVERYWHERE, "::", LOOPBACK) else host
    url = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"

    def opened() -> None:
        typer.echo(f"Grognard is at {url}  (games in {folder}; Ctrl-C closes)")
        if browse and _has_browser():
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    calm_logging()
    config = uvicorn.Config(
        create_app(folder, public=public, workers=workers, hosts=names, proxies=proxies),
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
    server = Server(config, Porter(most, PER_ADDRESS if public else None, proxies), opened)
    with contextlib.suppress(KeyboardInterrupt):  # whether it is raised again depends on when Ctrl-C came
        server.run([listening])
    if server.started:
        typer.echo("Closed.")


def _has_browser() -> bool:
    """Whether a browser of one's own can open: not one that would take the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
